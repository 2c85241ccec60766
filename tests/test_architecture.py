"""What the layout of the code promises, held by reading it."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "analyzer"

FLOORS = ("exact errors toml_file", "game", "deal", "wager", "play library", "study", "report", "cli")
HEIGHTS = {name: height for height, floor in enumerate(FLOORS) for name in floor.split()}
TOP = {"__init__", "__main__"}

EXACT = {"exact", "game", "wager", "play"}
SLOW_TO_IMPORT = {"jinja2", "matplotlib", "networkx", "numpy", "pydantic", "rich", "sympy", "tabulate"}
MOST_LINES_OF_A_MODULE = 500
MOST_LINES_OF_A_FUNCTION = 60


class Module:
    """One module of the package, as text and as a tree; `path` is relative to the package."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = ast.parse(text)
        self.floor = path.removesuffix(".py").split("/")[0]

    def at(self, node: ast.AST) -> str:
        return f"analyzer/{self.path}:{node.lineno}"


@cache
def modules() -> list[Module]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [Module(path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")) for path in paths]


def imported_names(module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Every name that a module imports, anywhere in it, as `analyzer.floor.…`."""
    package = ["analyzer", *module.path.split("/")[:-1]]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node, f"{start}.{name.name}") for name in node.names)


def imports_from_above(module: Module) -> Iterator[str]:
    if module.floor in TOP:
        return
    if module.floor not in HEIGHTS:
        yield f"analyzer/{module.path} stands on no floor"
        return
    for node, name in imported_names(module):
        if name.split(".")[0] != "analyzer" or name == "analyzer.__version__":
            continue
        floor = name.split(".")[1] if "." in name else "__init__"
        if HEIGHTS.get(floor, len(FLOORS)) > HEIGHTS[module.floor]:
            yield f"{module.at(node)} imports {name} from above {module.floor}"


def floats_on_exact_floors(module: Module) -> Iterator[str]:
    if module.floor not in EXACT:
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"{module.at(node)} float {node.value}"


def evaluated_text(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id in {"eval", "exec"}:
            yield f"{module.at(node)} {node.id}"


def long_modules(module: Module) -> Iterator[str]:
    lines = len(module.text.splitlines())
    if lines > MOST_LINES_OF_A_MODULE:
        yield f"analyzer/{module.path} has {lines} lines"


def long_functions(module: Module) -> Iterator[str]:
    """Functions that are too long, their docstring not counted."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        lines = node.end_lineno - node.lineno + 1
        if ast.get_docstring(node) is not None:
            lines -= node.body[0].end_lineno - node.body[0].lineno + 1
        if lines > MOST_LINES_OF_A_FUNCTION:
            yield f"{module.at(node)} {node.name} has {lines} lines"


Rule = Callable[[Module], Iterator[str]]
RULES = (imports_from_above, floats_on_exact_floors, evaluated_text, long_modules, long_functions)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_package_has_no(rule: Rule) -> None:
    found = [problem for module in modules() for problem in rule(module)]
    assert not found, "\n".join(found)


def test_the_package_is_read() -> None:
    assert modules()


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        (imports_from_above, "game/coup.py", "from analyzer.deal.graph import DecisionGraph"),
        (imports_from_above, "game/coup.py", "from analyzer import cli"),
        (imports_from_above, "game/coup.py", "from analyzer import Shoe"),
        (imports_from_above, "game/coup.py", "import analyzer"),
        (imports_from_above, "game/coup.py", "import analyzer.report.table"),
        (imports_from_above, "game/coup.py", "from ..wager import law"),
        (imports_from_above, "game/coup.py", "from .. import wager"),
        (imports_from_above, "game/coup.py", "def late():\n    import analyzer.study"),
        (imports_from_above, "exact.py", "from .game.shoe import Shoe"),
        (imports_from_above, "helpers.py", ""),
        (floats_on_exact_floors, "wager/odds.py", "EDGE = -0.5"),
        (floats_on_exact_floors, "exact.py", "ROOT = 1j"),
        (evaluated_text, "report/table.py", "eval('1')"),
        (evaluated_text, "report/table.py", "run = exec"),
        pytest.param(long_modules, "cli/main.py", "\n" * 501, id="501 lines"),
        pytest.param(long_functions, "cli/main.py", "def long():\n" + "    pass\n" * 60, id="61 lines"),
    ],
)
def test_a_rule_notices(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Module(path, text)))


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        (imports_from_above, "cli/main.py", "from analyzer.errors import AnalyzerError\nimport numpy"),
        (imports_from_above, "game/__init__.py", "from .cards import RANKS\nfrom ..exact import parse"),
        (imports_from_above, "play/solve.py", "from analyzer.library.catalog import load"),
        (imports_from_above, "report/machine.py", "from analyzer import __version__"),
        (imports_from_above, "__init__.py", "from analyzer.game.shoe import Shoe"),
        (floats_on_exact_floors, "deal/forms.py", "LIMIT = 2.0"),
        (floats_on_exact_floors, "wager/odds.py", "EDGE = 1"),
        (evaluated_text, "wager/condition.py", "condition.eval(coup)"),
        pytest.param(long_modules, "cli/main.py", "\n" * 500, id="500 lines"),
        pytest.param(
            long_functions,
            "cli/main.py",
            "def long():\n    '''Why." + "\n" * 60 + "    '''\n" + "    pass\n" * 59,
            id="60 lines and a docstring",
        ),
    ],
)
def test_a_rule_lets_pass(rule: Rule, path: str, text: str) -> None:
    assert not list(rule(Module(path, text)))


@pytest.mark.parametrize("name", ["analyzer", "analyzer.cli.main"])
def test_importing_loads_nothing_slow(name: str) -> None:
    if not PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py").exists() and "." in name:
        pytest.skip(f"there is no {name} yet")
    program = f"import {name}, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not SLOW_TO_IMPORT & set(run.stdout.split())

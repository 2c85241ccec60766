"""What the files of the repository promise, held by reading them."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]

FOREIGN = {
    "a path of one machine": re.compile(r"(?<![\w.~])/(?:work|tmp|home|root)/"),
    "the address of a package registry": re.compile(
        r"pypi\.org|pythonhosted\.org|deb\.debian\.org|npmjs\.(?:com|org)"
    ),
}
LOCK_FILES = {"uv.lock", "poetry.lock", "Pipfile.lock", "pdm.lock"}


@cache
def tracked_files() -> tuple[str, ...]:
    """What git tracks, or would track with the next `git add`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no checkout")
    return tuple(sorted(name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()))


def foreign_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in FOREIGN.items():
            if pattern.search(line):
                yield number, what


def test_no_file_names_a_path_of_one_machine_or_a_registry() -> None:
    found = []
    for name in tracked_files():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{name}:{number} {what}" for number, what in foreign_lines(text)]
    assert not found, "\n".join(found)


def is_lock_file(name: str) -> bool:
    path = PurePosixPath(name)
    return path.name in LOCK_FILES or path.match("pylock*.toml")


def test_there_is_no_lock_file() -> None:
    assert [name for name in tracked_files() if is_lock_file(name)] == []


@pytest.mark.parametrize(
    ("text", "is_foreign"),
    [
        ("see /" + "tmp/x", True),
        ('"/' + "work/main", True),
        ("--index-url https://" + "pypi" + ".org/simple", True),
        ("https://example.com/" + "tmp/x", False),
        ("tmp_path / 'x'", False),
        ("the tmp/ folder", False),
    ],
)
def test_what_counts_as_foreign(text: str, is_foreign: bool) -> None:
    assert bool(list(foreign_lines(text))) == is_foreign


@pytest.mark.parametrize(
    ("name", "is_lock"),
    [("uv.lock", True), ("docs/pylock.toml", True), ("pylock.ci.toml", True), ("constraints.txt", False)],
)
def test_what_counts_as_a_lock_file(name: str, is_lock: bool) -> None:
    assert is_lock_file(name) == is_lock


# Docstrings


def without_docstring(tree: ast.Module | ast.ClassDef, place: str) -> Iterator[str]:
    """Public functions, classes and methods that say nothing about themselves."""
    for node in tree.body:
        if isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        ) and not node.name.startswith("_"):
            name = f"{place}.{node.name}"
            if not ast.get_docstring(node):
                yield name
            if isinstance(node, ast.ClassDef):
                yield from without_docstring(node, name)


def test_every_public_name_of_the_package_is_documented() -> None:
    found = []
    for path in sorted((ROOT / "analyzer").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(ROOT).as_posix()
        if not ast.get_docstring(tree):
            found.append(place)
        found += without_docstring(tree, place)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def shown(): pass", ["x.shown"]),
        ("class Shown:\n    def ask(self): pass", ["x.Shown", "x.Shown.ask"]),
        ("class Shown:\n    'Why.'\n    async def ask(self): pass", ["x.Shown.ask"]),
        ("def shown():\n    'Why.'\n    def inner(): pass", []),
        ("def _hidden(): pass\nclass _Hidden:\n    def ask(self): pass", []),
        ("class Shown:\n    'Why.'\n    def __eq__(self, other): pass", []),
    ],
)
def test_what_counts_as_undocumented(text: str, found: list[str]) -> None:
    assert list(without_docstring(ast.parse(text), "x")) == found

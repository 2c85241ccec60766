"""Whatever a page shows happens, byte for byte."""

import re
import tomllib
from pathlib import Path

import pytest

import analyzer
from tests.docs.code_blocks import ROOT, Block, blocks, commands, folder_of_a_page, mismatches, pages

INSTALL = re.compile(r"pip install (?:\.|'\.\[(?P<extra>\w+)\]')")
DEV = re.compile(r"python3 dev\.py (?P<command>\w+)")


SLOW_PAGES = ("laboratory", "chemin-de-fer-formulas", "shoe")


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            id=page.relative_to(ROOT).as_posix(),
            marks=[pytest.mark.slow] if page.stem in SLOW_PAGES else [],
        )
        for page in pages()
    ],
)
def test_every_block_of_a_page_runs_and_shows_what_comes_out(page: Path) -> None:
    with folder_of_a_page():
        found = list(mismatches(page))
    assert not found, "\n".join([*found, "if this is right: python -m tests.docs.code_blocks"])


def test_set_up_lines_name_extras_and_commands_that_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    script = (ROOT / "dev.py").read_text(encoding="utf-8")
    for page in pages():
        for block in blocks(page.read_text(encoding="utf-8")):
            for line in block.lines if block.language == "sh" else ():
                install, dev = INSTALL.match(line), DEV.match(line)
                assert install or dev, f"{page}: {line}"
                if install:
                    assert install["extra"] in {None, *extras}, line
                if dev:
                    assert f"python3 dev.py {dev['command']}" in script, line


def test_the_table_of_the_readme_holds_what_the_program_says() -> None:
    laws = analyzer.analyze().laws
    rows = re.findall(r"^\| .+ \| (\S+%) \| (\S+) \|$", pages()[0].read_text(encoding="utf-8"), re.MULTILINE)
    shown = {(f"{law.house_edge:.6%}", f"{law.house_edge:frac}") for law in laws.values()}
    assert set(rows) == shown


def test_links_between_pages_lead_somewhere() -> None:
    for page in pages():
        for target in re.findall(r"\]\(([^)#:]+)", page.read_text(encoding="utf-8")):
            assert "generated" in target or (page.parent / target).exists(), f"{page}: {target}"


def test_blocks_are_found_with_their_language_their_file_and_their_place() -> None:
    text = "one\n```console\n$ a\n1\n```\n````{code-block} toml\n:caption: x.toml\n```\n````\n"
    text += "```{toctree}\nx\n```\n"
    assert list(blocks(text)) == [
        Block(2, "console", "", ("$ a", "1")),
        Block(7, "toml", "x.toml", ("```",)),
    ]


def test_each_command_has_what_is_shown_below_it() -> None:
    block = Block(0, "console", "", ("$ a b", "1", "", "$ c"))
    assert list(commands(block)) == [("a b", "1\n\n"), ("c", "")]


def test_a_difference_of_one_digit_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.docs.code_blocks.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```console\n$ baccarat wagers check main/tie\nmain/tie: every line can pai\n```\n")
    assert len(list(mismatches(page))) == 1
    page.write_text("```python\n>>> 1 + 1\n3\n```\n```text\n```\n")
    assert len(list(mismatches(page))) == 2

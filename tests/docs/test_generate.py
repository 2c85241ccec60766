"""The pages that are made from the library, the commands and the book can be made; this needs no Sphinx."""

import importlib.util
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "docs" / "generate.py"


def made_pages() -> dict[str, object]:
    spec = importlib.util.spec_from_file_location("generate", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    return dict(generate.pages())


PAGES = made_pages()


SLOW_PAGES = ("columns.md", "wagers.md", "wagers-side.md")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW_PAGES else []) for name in PAGES],
)
def test_a_page_is_made_and_has_a_heading(name: str) -> None:
    lines = list(PAGES[name])
    assert any(line.startswith("# ") for line in lines), lines[:3]
    assert len(lines) > 3


def test_every_command_of_a_group_stands_on_the_page_of_commands() -> None:
    lines = list(made_pages()["commands.md"])
    for words in ("analyze", "rules", "rules lint", "solve", "solve chemin-de-fer", "solve tableau"):
        assert f"{'#' * (1 + len(words.split()))} baccarat {words}" in lines

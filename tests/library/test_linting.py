"""Lint for whatever is named: a rulebook, a grid, a document."""

from pathlib import Path

import pytest

from analyzer.errors import AnalyzerError
from analyzer.game.lint import Finding
from analyzer.library.catalog import rulebook_slugs, shelf_path
from analyzer.library.linting import lint_named


def texts(name: str) -> list[str]:
    return [finding.text for finding in lint_named(name).findings]


def test_sound_rules_have_no_finding() -> None:
    assert lint_named("standard").findings == ()


CLEAN = {"standard", "documents/004-g1"}
"""Rulebooks with nothing unusual but the order of the deal."""


@pytest.mark.parametrize("slug", rulebook_slugs())
def test_every_unusual_rulebook_of_the_library_is_noticed(slug: str) -> None:
    assert bool(texts(slug)) == (slug not in CLEAN)


def test_a_rotated_table_is_told_which_rows_it_has() -> None:
    found = texts("documents/000-r1")
    assert "row 3 is the standard row 6: rotated table?" in found
    assert "row 6 is the standard row 5: rotated table?" in found
    assert any(text.startswith("Banker 4 draws on 0-5, 9 although Banker 3 stands") for text in found)


def test_an_inverted_table_is_noticed() -> None:
    found = texts("documents/003-r1")
    assert "row 5 is its own standard row with draw and stand exchanged" in found
    assert "Banker 5 draws on 0, 1, 8, 9 although Banker 4 stands there" in found


def test_a_file_is_linted_like_the_slug(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(shelf_path("rulebooks", "documents/000-r1").read_text("utf-8"), encoding="utf-8")
    assert texts(str(copy)) == texts("documents/000-r1")
    assert lint_named(str(copy)).rulebook is not None


def test_a_grid_of_ten_columns_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("D,D,D,D,D,D,D,D,S,D\n" * 8, encoding="utf-8")
    (text,) = texts(str(path))
    assert text.startswith("rows 0-7 have 10 cells where 11 are needed")
    assert lint_named(str(path)).rulebook is None


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        (
            "document-001",
            Finding(
                "rules_document.commission",
                "item 6 of 12, when a commission is due, how much, and on which wager, is not stated",
            ),
        ),
        ("document-001", Finding("decks", "the number of decks is not stated")),
        ("document-003", Finding("payout", "the text does not say the rate of the commission")),
        ("document-003", Finding("reading R1/E0/O0/Z2", "cannot be played: Banker 7, third card 0-9")),
        ("document-004", Finding("reading G3/H1", "cannot be played: Banker 3, Player stood")),
    ],
)
def test_a_document_is_asked_what_the_law_asks(name: str, finding: Finding) -> None:
    assert finding in lint_named(name).findings


def test_a_document_file_is_linted_as_a_document(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    text = shelf_path("documents", "document-002").read_text("utf-8")
    copy.write_text(text, encoding="utf-8")
    assert texts(str(copy)) == texts("document-002")
    copy.write_text(text.replace('tie = "8 to 1"', 'tie = "8 pour 1"'), encoding="utf-8")
    assert any("8 pour 1" in found for found in texts(str(copy)))


@pytest.mark.parametrize("name", ["standrad", "nothing.toml", "nothing.csv"])
def test_what_is_not_there_is_an_error_and_no_finding(name: str) -> None:
    with pytest.raises(AnalyzerError):
        lint_named(name)

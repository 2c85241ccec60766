"""`analyze` with everything given by name, and results that show themselves."""

from fractions import Fraction
from pathlib import Path

import pytest

import analyzer
from analyzer.errors import LibraryError, ShoeError, UsageError
from analyzer.exact import Exact
from analyzer.study.analysis import analyze as analyze_parts

BANKER_EDGE = Fraction(114753351728, 10847218479825)


@pytest.fixture(scope="module")
def table() -> analyzer.Analysis:
    return analyzer.analyze(wagers="main/banker, side/dragon-7")


def test_without_arguments_it_is_what_the_command_analyzes() -> None:
    parts = analyze_parts(
        analyzer.Shoe.from_decks(8), analyzer.load_rulebook("standard"), analyzer.load_wagers()
    )
    found = analyzer.analyze()
    assert (found.outcomes, found.laws, found.joint) == (parts.outcomes, parts.laws, parts.joint)
    assert isinstance(found, analyzer.Analysis)


@pytest.mark.parametrize(
    "arguments",
    [
        {"decks": 8},
        {"shoe": analyzer.Shoe.from_decks(8)},
        {"shoe": "128" + ",32" * 9},
        {"shoe": [128, *[32] * 9]},
        {"rules": analyzer.load_rulebook("standard")},
        {"method": "graph"},
        {"wagers": analyzer.load_wager("main/banker")},
        {"wagers": [analyzer.load_wager("main/tie"), "main/banker"]},
        {"wagers": "main"},
    ],
)
def test_a_table_can_be_given_in_many_ways(arguments: dict[str, object]) -> None:
    found = analyzer.analyze(**{"wagers": "main/banker", **arguments})
    assert found.law("main/banker").house_edge == BANKER_EDGE


def test_cards_can_be_removed_and_decks_be_infinite() -> None:
    removed = analyzer.analyze(decks=1, remove="8♠ 8♥", wagers="none")
    assert sum(removed.shoe.counts) == 50
    infinite = analyzer.analyze(decks="infinite", wagers="none")
    assert infinite.total_ways == 13**6


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"shoe": "4 " * 13, "decks": 8}, UsageError, "given twice"),
        ({"decks": "many"}, UsageError, "no number of decks"),
        ({"decks": 0}, ShoeError, "deck"),
        ({"rules": "standrad"}, LibraryError, "standard"),
        ({"shoe": [16, *[4] * 9], "wagers": "pairs/player-pair"}, ShoeError, "no ranks"),
        ({"method": "guess"}, UsageError, "guess"),
    ],
)
def test_a_mistake_is_an_error_that_says_what_is_wrong(
    arguments: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        analyzer.analyze(**arguments)


def test_wagers_nobody_named_may_stay_without_an_answer() -> None:
    by_value = [16, *[4] * 9]
    for wagers in ({}, {"wagers": "main,pairs"}):
        assert analyzer.analyze(by_value, **wagers).unanswerable


def test_rows_are_exact_and_named_like_the_columns_of_csv(table: analyzer.Analysis) -> None:
    first = table.to_rows()[0]
    assert (first["slug"], first["house_edge"]) == ("main/banker", BANKER_EDGE)
    assert isinstance(first["house_edge"], Exact)
    assert first["standard_deviation"] == table.law("main/banker").standard_deviation(10)
    assert sum(row["ways"] for row in table.to_rows("joint")) == table.total_ways
    lines = [row["ways"] for row in table.to_rows("lines") if row["slug"] == "side/dragon-7"]
    assert sum(lines) == table.total_ways
    assert analyzer.analyze(wagers="none").to_rows()[0]["outcome"] == "player"


def test_a_table_that_is_not_there_is_answered_with_the_nearest(table: analyzer.Analysis) -> None:
    with pytest.raises(UsageError, match="outcomes"):
        table.to_rows("outcome")


def test_a_notebook_shows_the_same_digits_as_html_and_as_markdown(table: analyzer.Analysis) -> None:
    for shown in (table._repr_html_(), table._repr_markdown_(), str(table)):
        assert "1.057906%" in shown
        assert "2230518282592256" in shown
    assert table._repr_html_().count("<table>") == table._repr_html_().count("</table>") > 0


def test_html_escapes_what_a_wager_is_called() -> None:
    from analyzer.wager.wager_file import read

    line = {"when": "tie", "pays": "8 to 1", "label": "<b>&"}
    bet = read({"title": "<script>", "otherwise": "lose", "line": [line]}, slug="bet")
    shown = analyzer.analyze(wagers=bet)._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert "&lt;b&gt;&amp;" in shown


@pytest.mark.parametrize("thing", [analyzer.load_rulebook(), analyzer.load_wager("main/tie")])
def test_rulebooks_and_wagers_can_be_shown(thing: object) -> None:
    shown = analyzer.show(thing)
    assert shown.to_rows()
    assert thing.title in str(shown)
    assert thing.title in shown._repr_html_()


def test_an_analysis_of_the_study_can_be_shown() -> None:
    found = analyze_parts(analyzer.Shoe.from_decks(8), analyzer.load_rulebook())
    assert "45.859742%" in str(analyzer.show(found))


def test_what_has_no_report_is_refused() -> None:
    with pytest.raises(UsageError, match="int"):
        analyzer.show(1)


def test_a_report_is_saved_in_the_format_of_the_suffix(table: analyzer.Analysis, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table.shown().save(str(path))
    assert path.read_text(encoding="utf-8") == table.shown().text("json")

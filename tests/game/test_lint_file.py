"""Lint for rules that are too wrong to be a rulebook, most of them seen in print.

What each source says is told in a comment; the cells are as it prints them.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.lint_file import lint_data, lint_grid
from analyzer.game.rulebook import Rulebook
from analyzer.game.rulebook_file import to_toml
from analyzer.toml_file import parse_toml

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)


def data(rows: dict[str, Any] | None = None, player: Any = None) -> dict[str, Any]:
    """The standard as a file holds it, with some rows written otherwise; None leaves a row out."""
    tree = parse_toml(to_toml(STANDARD), "standard")
    if player is not None:
        tree["player"] = player
    for total, row in (rows or {}).items():
        if row is None:
            del tree["banker"]["tableau"][total]
        else:
            tree["banker"]["tableau"][total] = row
    return tree


def found(tree: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding.place, finding.text) for finding in lint_data(tree)]


def test_the_standard_has_no_finding() -> None:
    assert found(data()) == []


def test_a_card_under_both_draw_and_stand_is_named() -> None:
    # livedealer.org lists the 8 beside Banker 3 under both headings, and has no word for "Player stood".
    tree = data({"3": {"draws": "0-7, 8, 9", "stands": "8"}})
    assert found(tree) == [
        ("banker.tableau.3", "8 is listed under draws and under stands"),
        ("banker.tableau.3", "none neither draws nor stands"),
    ]


def test_a_missing_row_is_named_once() -> None:
    # onlinecasinossg.com has no line for Banker 6.
    assert found(data({"6": None})) == [("banker.tableau.6", "there is no row for Banker 6")]


def test_a_card_of_eleven_is_named() -> None:
    # helaaaal.com: Banker 3 does not draw on an 11.
    assert ("banker.tableau.3", "11 is not one of 0 to 9, none") in found(
        data({"3": {"draws": "none, 0-9", "stands": "11"}})
    )


def test_draws_on_a_natural_are_named() -> None:
    # wittycareers.org and schoolgirlsunite.org: a third card is drawn on 8 or 9 only.
    tree = data({"8": {"draws": "none, 0-9"}, "9": {"draws": "all"}}, player={"draws": "8-9"})
    places = found(tree)
    assert ("player", "Player draws on a natural: 8, 9") in places
    assert ("banker.tableau.8", "Banker 8 is a natural and draws on Player stood and 0-9") in places
    assert ("banker.tableau.9", "Banker 9 is a natural and draws on 0-9") in places
    assert ("player", "Player draws on nothing; the standard is 0-5") in places


def test_standing_on_a_natural_may_be_said() -> None:
    assert (
        found(data({"8": {"draws": ""}, "9": "S S S S S S S S S S S"}, {"draws": "0-5", "stands": "6-9"}))
        == []
    )


def test_a_choice_on_a_natural_is_named() -> None:
    player = {"draws": "0-5", "choice": "8", "sees": "total"}
    assert ("player", "Player may choose on a natural: 8") in found(data(player=player))
    assert ("banker.tableau.9", "Banker 9 is a natural and may choose") in found(
        data({"9": {"draws": "", "choice": "none"}})
    )


@pytest.mark.parametrize(
    ("row", "place", "text"),
    [
        ({"choice": "none"}, "", 'draws is missing; draws = "" says that there is none'),
        ({"draws": 6}, ".draws", 'should be a text, such as "6"'),
    ],
)
def test_what_keeps_a_file_from_being_read_is_named(row: dict[str, Any], place: str, text: str) -> None:
    assert (f"banker.tableau.6{place}", text) in found(data({"6": row}))


def test_an_undefined_choice_is_named() -> None:
    # royal369info.com: with 3 to 6 Banker can decide.
    tree = data({str(total): {"draws": "", "undefined": "none, 0-9"} for total in (3, 4, 5, 6)})
    assert [text for _, text in found(tree)][:4] == ["nothing is said about Player stood and 0-9"] * 4


def test_a_row_of_nine_cells_is_named_and_the_rest_is_linted() -> None:
    # A code-golf question prints nine entries instead of ten.
    tree = data({"4": "D S S D D D D D D S", "5": "D D S S S D D D D S S"})
    assert found(tree) == [
        ("banker.tableau.4", "10 cells where 11 are needed; cells are never shifted to fit"),
        ("banker.tableau.5", "Banker 5 draws where the standard stands: 0"),
    ]


def test_stands_on_five_is_named() -> None:
    # casino-sonalia.com: both draw until they have at least 5.
    assert found(data(player={"draws": "0-4"})) == [("player", "Player draws on 0-4; the standard is 0-5")]


def test_a_total_of_twelve_and_an_unknown_key_are_named() -> None:
    tree = data({"12": {"draws": "none"}, "3": {"draw": "0-9"}})
    places = found(tree)
    assert ("banker.tableau.12", "12 is no two-card total") in places
    assert ("banker.tableau.3", 'unknown key "draw"; the keys are draws, stands, choice, undefined') in places


def test_what_the_schema_finds_is_named_too() -> None:
    tree = data() | {"naturals": {"player": "wins twice"}, "vigorish": 1}
    places = [place for place, _ in found(tree)]
    assert "naturals.player" in places
    assert any("vigorish" in text for _, text in found(tree))


def test_everything_is_found_at_once() -> None:
    tree = data(
        {"6": None, "5": {"draws": "4-7, 11", "stands": "none, 0-3, 7-9"}}, player={"draws": "0-5, 8"}
    )
    assert len(found(tree)) >= 4


def test_columns_are_read_whole_or_not_at_all() -> None:
    tree = parse_toml(to_toml(STANDARD, "columns"), "standard")
    assert found(tree) == []
    del tree["banker"]["columns"]["none"]
    assert found(tree) == [("banker.columns", "column none is missing")]


def test_a_grid_is_linted_as_far_as_it_goes() -> None:
    rows = [",".join(cells) for cells in STANDARD_TABLEAU]
    rows[5] = rows[5].replace("S", "D")
    rows[6] = rows[6][:-2]
    texts = [finding.text for finding in lint_grid("\n".join(rows))]
    assert texts[0].startswith("row 6 has 10 cells where 11 are needed")
    assert "Banker 5 draws where the standard stands: 0-3, 8, 9" in texts
    assert not any("nothing is said" in text for text in texts)


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.lists(st.text(max_size=3))
trees = st.recursive(scalars, lambda inner: st.dictionaries(st.text(max_size=9), inner, max_size=4))


@given(st.dictionaries(st.sampled_from(["title", "player", "banker", "naturals", "cards", "x"]), trees))
def test_nothing_crashes_lint(tree: dict[str, Any]) -> None:
    assert lint_data(tree)


@pytest.mark.parametrize("row", [5, 0.5, [], True, None, {"draws": 5}, {"stands": ["8"]}, "", {}])
def test_a_row_of_the_wrong_kind_is_a_finding(row: object) -> None:
    tree = data()
    tree["banker"]["tableau"]["3"] = row
    assert found(tree)

from dataclasses import replace

import pytest
from hypothesis import given

from analyzer.game.cards import STANDARD_CARD_VALUES
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU, lint
from analyzer.game.rulebook import Rulebook
from tests.strategies import rulebooks

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)
SWAPPED = str.maketrans("DS", "SD")


def with_rows(rows: dict[int, str], rulebook: Rulebook = STANDARD) -> Rulebook:
    return replace(
        rulebook, tableau=tuple(rows.get(row, cells) for row, cells in enumerate(rulebook.tableau))
    )


def found(rulebook: Rulebook) -> list[tuple[str, str]]:
    return [(finding.place, finding.text) for finding in lint(rulebook)]


def test_the_standard_rules_have_no_finding() -> None:
    assert lint(STANDARD) == []
    assert lint(replace(STANDARD, deal_order="PPBB")) == []


def test_a_contradictory_cell_that_was_left_undefined_is_found() -> None:
    # The rules of livedealer.org list 8 in row 3 under both "draw" and "does not draw".
    assert found(with_rows({3: "DDDDDDDDD?D"})) == [("banker.tableau.3", "nothing is said about 8")]


def test_a_missing_row_and_a_missing_column_are_found() -> None:
    rows = {row: "?" + cells[1:] for row, cells in enumerate(STANDARD_TABLEAU)}
    findings = found(with_rows(rows | {6: "?" * 11}))
    assert ("banker.tableau.6", "nothing is said about Player stood and 0-9") in findings
    assert ("banker.tableau.0", "nothing is said about Player stood") in findings
    assert len(findings) == 8


def test_an_undefined_player_total_is_found() -> None:
    assert found(replace(STANDARD, player="DDDDD?SS")) == [
        ("player", "nothing is said about Player's two-card total 5")
    ]


@pytest.mark.parametrize(
    ("player", "drawn"),
    [("DDDDDSSS", "0-4"), ("DDDDDDDS", "0-6"), ("SSSSSSSS", "nothing"), ("SDDDDDSS", "1-5")],
)
def test_a_player_who_draws_otherwise_is_found(player: str, drawn: str) -> None:
    assert found(replace(STANDARD, player=player)) == [
        ("player", f"Player draws on {drawn}; the standard is 0-5")
    ]


def test_rotated_rows_are_recognised() -> None:
    # Document 000 prints the conditions of 6, 3, 4 and 5 beside 3, 4, 5 and 6.
    order = {3: 6, 4: 3, 5: 4, 6: 5}
    rows = {row: STANDARD_TABLEAU[row][0] + STANDARD_TABLEAU[other][1:] for row, other in order.items()}
    findings = found(with_rows(rows))
    for row, other in order.items():
        assert (f"banker.tableau.{row}", f"row {row} is the standard row {other}: rotated table?") in findings
    assert ("banker.tableau.4", "Banker 4 draws on 0-5, 9 although Banker 3 stands there") in findings


def test_an_inverted_row_is_recognised() -> None:
    # The table of theartstables.info has rows 5 and 6 inverted, and stands on 4 against a 2.
    rows = {row: STANDARD_TABLEAU[row][0] + STANDARD_TABLEAU[row][1:].translate(SWAPPED) for row in (5, 6)}
    findings = found(with_rows({4: "DSSSDDDDDSS", **rows}))
    assert ("banker.tableau.4", "Banker 4 stands where the standard draws: 2") in findings
    for row in (5, 6):
        text = f"row {row} is its own standard row with draw and stand exchanged"
        assert (f"banker.tableau.{row}", text) in findings
    assert ("banker.tableau.5", "Banker 5 draws on 0-2, 8, 9 although Banker 4 stands there") in findings


def test_another_rows_inversion_is_recognised() -> None:
    cells = STANDARD_TABLEAU[6][0] + STANDARD_TABLEAU[4][1:].translate(SWAPPED)
    assert (
        "banker.tableau.6",
        "row 6 is the standard row 4 with draw and stand exchanged",
    ) in found(with_rows({6: cells}))


def test_draw_sets_that_are_not_nested_are_found() -> None:
    findings = found(with_rows({5: "DDSSSDDDDSS"}))
    assert findings == [
        ("banker.tableau.5", "Banker 5 draws on 0 although Banker 4 stands there"),
        ("banker.tableau.5", "Banker 5 draws where the standard stands: 0"),
    ]


def test_every_cell_that_differs_from_the_standard_is_told() -> None:
    for row, cells in enumerate(STANDARD_TABLEAU):
        for place, cell in enumerate(cells):
            other = cell.translate(SWAPPED)
            texts = [text for _, text in found(with_rows({row: cells[:place] + other + cells[place + 1 :]}))]
            column = "Player stood" if place == 0 else str(place - 1)
            verb, usual = ("draws", "stands") if other == "D" else ("stands", "draws")
            assert f"Banker {row} {verb} where the standard {usual}: {column}" in texts


def test_a_table_keyed_by_another_card_is_not_compared_cell_by_cell() -> None:
    findings = found(with_rows({3: "D" * 11}, replace(STANDARD, tableau_key="player new total")))
    assert findings == [("banker.keyed_by", "the tableau looks at the player new total, not the third card")]


@pytest.mark.parametrize(
    ("changes", "place", "text"),
    [
        (
            {"player_natural": "its hand stands"},
            "naturals.player",
            "a natural of Player does not end the coup",
        ),
        (
            {"banker_natural": "its hand stands"},
            "naturals.banker",
            "a natural of Banker does not end the coup",
        ),
        ({"two_naturals": "tie"}, "naturals.both", "two naturals tie even when one is 9 and the other 8"),
        (
            {"equal_two_card_totals": "tie"},
            "equal_two_card_totals",
            "equal two-card totals end the coup as a tie",
        ),
        (
            {"card_values": (*STANDARD_CARD_VALUES[:10], 1, 2, 0)},
            "cards.values",
            "J counts 1, not 0; Q counts 2, not 0",
        ),
        (
            {"player_first_card": 6},
            "cards.player_first_card",
            "Player's first card is always 7, not from the shoe",
        ),
    ],
)
def test_every_unusual_switch_is_told(changes: dict[str, object], place: str, text: str) -> None:
    assert found(replace(STANDARD, **changes)) == [(place, text)]


@given(rulebooks("DS?"))
def test_lint_reads_every_rulebook(rulebook: Rulebook) -> None:
    usual = replace(STANDARD, title=rulebook.title, deal_order=rulebook.deal_order)
    assert (lint(rulebook) == []) == (rulebook == usual)

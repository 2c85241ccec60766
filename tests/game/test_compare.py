"""In what two rulebooks differ: the counts that the documents' readings state, and more."""

from dataclasses import replace

import pytest
from hypothesis import given

from analyzer.game.compare import Differences, compare
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.rulebook import Rulebook, ranges_text
from analyzer.library.catalog import load_rulebook
from tests.strategies import rulebooks

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)


def row_texts(differences: Differences) -> list[str]:
    """Differing cells of the tableau, a text for each row and direction."""
    grouped: dict[tuple[int, str, str], list[str]] = {}
    for cell in differences.cells:
        if cell.column is not None:
            grouped.setdefault((cell.total, cell.first, cell.second), []).append(cell.column)
    return [
        f"row {row}: {mine} for {other} on {columns_text(names)}"
        for (row, mine, other), names in grouped.items()
    ]


def columns_text(names: list[str]) -> str:
    keys = ranges_text(int(name) for name in names if name != "none")
    return ", ".join(filter(None, ["none" if "none" in names else "", keys]))


@pytest.mark.parametrize(
    ("slug", "rows"),
    [
        (
            "documents/000-r1",
            [
                "row 3: S for D on 0-5, 9",
                "row 4: D for S on 0, 1, 9",
                "row 5: D for S on 2, 3",
                "row 6: D for S on 4, 5",
            ],
        ),
        ("documents/001-r2", ["row 3: D for S on 8"]),
        ("documents/002-r1-n2", []),
        (
            "documents/002-r2",
            [
                "row 3: S for D on 0-7, 9",
                "row 3: D for S on 8",
                "row 4: D for S on 0, 1, 8, 9",
                "row 4: S for D on 2-7",
                "row 5: D for S on 0-3, 8, 9",
                "row 5: S for D on 4-7",
                "row 6: D for S on 0-5, 8, 9",
                "row 6: S for D on 6, 7",
            ],
        ),
        (
            "documents/003-r1",
            [
                "row 5: D for S on 0-3, 8, 9",
                "row 5: S for D on 4-7",
                "row 6: D for S on 0-5, 8, 9",
                "row 6: S for D on 6, 7",
            ],
        ),
        ("documents/004-g2", ["row 3: S for D on none", "row 4: S for D on none", "row 5: S for D on none"]),
        ("documents/004-g4", ["row 6: D for S on none"]),
    ],
)
def test_the_cells_that_differ_from_the_standard(slug: str, rows: list[str]) -> None:
    assert row_texts(compare(load_rulebook(slug), STANDARD)) == rows


@pytest.mark.parametrize(
    ("slug", "number"),
    [
        ("documents/000-r1", 14),
        ("documents/001-r1", 80),
        ("documents/001-r2", 1),
        ("standard", 0),
        ("documents/002-r2", 40),
        ("documents/003-r1", 20),
        ("documents/004-g2", 3),
        ("documents/004-g4", 1),
        ("wrong/banker-4-stands-on-2-rows-5-and-6-inverted", 21),
    ],
)
def test_as_many_cells_differ_as_were_counted_by_hand(slug: str, number: int) -> None:
    assert compare(load_rulebook(slug), STANDARD).tableau_count == number


def test_a_table_by_new_total_is_compared_by_decisions() -> None:
    decisions = compare(load_rulebook("documents/001-r1"), STANDARD).decisions
    assert decisions is not None
    assert decisions.compared == 6 * 8 * 10
    assert [situation for situation in decisions.differing if situation[0] == 0] == [(0, 3, 8)]
    counted = {player: sum(found[0] == player for found in decisions.differing) for player in range(6)}
    assert counted == {0: 1, 1: 7, 2: 13, 3: 17, 4: 21, 5: 21}


def test_bankers_own_card_is_a_situation_of_its_own() -> None:
    decisions = compare(load_rulebook("wrong/banker-looks-at-own-card"), STANDARD).decisions
    assert decisions is not None
    assert decisions.compared == 6 * 8 * 10 * 10


@given(rulebooks("DS?"))
def test_nothing_differs_from_itself(rulebook: Rulebook) -> None:
    assert not compare(rulebook, rulebook)


@given(rulebooks(), rulebooks())
def test_a_difference_is_the_same_from_both_sides(first: Rulebook, second: Rulebook) -> None:
    one, other = compare(first, second), compare(second, first)
    assert bool(one) == bool(other)
    assert [(cell.place, cell.second, cell.first) for cell in one.cells] == [
        (cell.place, cell.first, cell.second) for cell in other.cells
    ]


def test_switches_are_named() -> None:
    other = replace(STANDARD, two_naturals="tie", player_first_card=6, player="DDDDDSSS")
    found = compare(other, STANDARD)
    assert ("two naturals", "tie", "higher wins") in found.switches
    assert ("Player's fixed first card", "7", "none") in found.switches
    assert [cell.place for cell in found.cells] == ["Player 5"]

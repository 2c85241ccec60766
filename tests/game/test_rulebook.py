from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RulebookError
from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.rulebook import BANKER, COLUMNS, PLAYER, ROWS, TIE, Rulebook, ranges_text
from tests.strategies import rulebooks

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)
STANDING = {"player_natural": "its hand stands", "banker_natural": "its hand stands"}

# 58 Pa. Code §631a.11: what Banker does on each total; "-" for Player stood.
BANKER_DRAWS = {
    0: "-0123456789",
    1: "-0123456789",
    2: "-0123456789",
    3: "-012345679",
    4: "-234567",
    5: "-4567",
    6: "67",
    7: "",
}


def with_row(row: int, cells: str, rulebook: Rulebook = STANDARD) -> Rulebook:
    rows = list(rulebook.tableau)
    rows[row] = cells
    return replace(rulebook, tableau=tuple(rows))


# Who draws when


@pytest.mark.parametrize("total", range(10))
def test_player_draws_on_0_to_5(total: int) -> None:
    assert STANDARD.player_cell(total) == ("D" if total <= 5 else "S")


@pytest.mark.parametrize(("total", "key"), list(product(ROWS, (None, *range(10)))))
def test_every_cell_of_the_standard_tableau(total: int, key: int | None) -> None:
    name = "-" if key is None else str(key)
    assert STANDARD.banker_cell(total, key) == ("D" if name in BANKER_DRAWS[total] else "S")


@given(rulebooks(), st.sampled_from([8, 9]), st.none() | st.integers(0, 9))
def test_a_natural_never_draws(rulebook: Rulebook, total: int, key: int | None) -> None:
    assert rulebook.player_cell(total) == rulebook.banker_cell(total, key) == "S"


@pytest.mark.parametrize(
    ("looks_at", "key"), [("player third card", 4), ("player new total", 7), ("banker second card", 2)]
)
def test_the_tableau_looks_at_its_key(looks_at: str, key: int) -> None:
    assert replace(STANDARD, tableau_key=looks_at).key(third_card=4, new_total=7, banker_second_card=2) == key


@pytest.mark.parametrize(
    ("player_natural", "banker_natural", "ending"),
    [
        ("ends the coup", "ends the coup", {(8, 3), (3, 9), (9, 8)}),
        ("ends the coup", "its hand stands", {(8, 3), (9, 8)}),
        ("its hand stands", "ends the coup", {(3, 9), (9, 8)}),
        ("its hand stands", "its hand stands", set()),
    ],
)
def test_what_a_natural_does(player_natural: str, banker_natural: str, ending: set[tuple[int, int]]) -> None:
    rulebook = replace(STANDARD, player_natural=player_natural, banker_natural=banker_natural)
    totals = [(8, 3), (3, 9), (9, 8), (7, 7), (0, 7)]
    assert {pair for pair in totals if rulebook.ends_at_once(*pair)} == ending


def test_equal_two_card_totals_can_end_the_coup() -> None:
    rulebook = replace(STANDARD, equal_two_card_totals="tie", **STANDING)
    assert [pair for pair in product(range(10), repeat=2) if rulebook.ends_at_once(*pair)] == [
        (total, total) for total in range(10)
    ]


# Who wins


@pytest.mark.parametrize(("player", "banker"), list(product(range(10), repeat=2)))
def test_the_higher_total_wins_and_equal_totals_tie(player: int, banker: int) -> None:
    expected = TIE if player == banker else PLAYER if player > banker else BANKER
    assert STANDARD.outcome(player, banker, 2, 2) == STANDARD.outcome(player, banker, 3, 2) == expected


@pytest.mark.parametrize(
    ("player", "banker", "cards", "winner"),
    [
        (8, 9, (2, 2), TIE),
        (9, 8, (2, 2), TIE),
        (9, 9, (2, 2), TIE),
        (8, 9, (3, 2), BANKER),
        (9, 8, (2, 3), PLAYER),
        (8, 9, (3, 3), BANKER),
        (9, 7, (2, 2), PLAYER),
        (6, 8, (2, 2), BANKER),
    ],
)
def test_two_naturals_can_tie(player: int, banker: int, cards: tuple[int, int], winner: str) -> None:
    assert replace(STANDARD, two_naturals="tie").outcome(player, banker, *cards) == winner


# What the text leaves open


@pytest.mark.parametrize(
    ("rulebook", "cells"),
    [
        (STANDARD, []),
        (replace(STANDARD, player="DDDDD?SS"), ["Player 5"]),
        (with_row(6, "?SSSSSSDDSS"), ["Banker 6, Player stood"]),
        (with_row(3, "D????DDDD?D"), ["Banker 3, third card 0-3, 8"]),
        (with_row(3, "?DDDDDDDD?D"), ["Banker 3, Player stood", "Banker 3, third card 8"]),
        (
            replace(with_row(7, "S??SSSSSSSS"), tableau_key="player new total"),
            ["Banker 7, Player's new total 0, 1"],
        ),
        (
            replace(with_row(0, "D" * 10 + "?"), tableau_key="banker second card"),
            ["Banker 0, Banker's second card 9"],
        ),
        (replace(STANDARD, player="???DDDSS"), ["Player 0", "Player 1", "Player 2"]),
    ],
)
def test_undefined_cells_are_named(rulebook: Rulebook, cells: list[str]) -> None:
    assert rulebook.undefined_cells() == cells


@pytest.mark.parametrize(
    "rulebook",
    [
        replace(with_row(3, "?" + "D" * 10), player="D" * 8),
        replace(with_row(3, "D" + "?" * 10), player="S" * 8),
        replace(with_row(6, "?SSSSSSDDSS"), player="DDDDDDSD", equal_two_card_totals="tie"),
        replace(with_row(5, "D" + "?" * 10), player="SSSSSDSS", equal_two_card_totals="tie"),
        replace(with_row(3, "DDD?DDDDDSD"), card_values=(1, 1, *STANDARD_CARD_VALUES[2:])),
        replace(with_row(3, "D?DDDDDDDSD"), card_values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9)),
        replace(STANDARD, player="?DDDDDSS", card_values=(1,) * 13, player_first_card=0),
        replace(STANDARD, player="D?DDDDSS", card_values=(0, 2, 4, 6, 8, *[0] * 8)),
    ],
    ids=[
        "Player always draws, so the column none is never read",
        "Player never draws, so the keys are never read",
        "Player stands on 6 alone, which ties with Banker's 6 at once",
        "Player draws on 5 alone, which ties with Banker's 5 at once",
        "no card counts 2",
        "no card counts 0",
        "Player's first total is always 2",
        "totals are even",
    ],
)
def test_a_cell_that_no_coup_reaches_may_stay_undefined(rulebook: Rulebook) -> None:
    assert rulebook.undefined_cells() == []
    rulebook.require_playable()


@pytest.mark.parametrize(
    ("looks_at", "cells"),
    [
        ("player third card", ["Banker 0, third card 5, 9", "Banker 4, third card 5, 9"]),
        (
            "player new total",
            ["Banker 0, Player's new total 3, 5, 9", "Banker 4, Player's new total 3, 5, 9"],
        ),
        ("banker second card", ["Banker 0, Banker's second card 5", "Banker 4, Banker's second card 5, 9"]),
    ],
)
def test_only_what_the_cards_can_make_is_named(looks_at: str, cells: list[str]) -> None:
    # Two fives are 0, two nines a natural, and one of each is 4, in either order.
    fives_and_nines = (5, 9) * 6 + (5,)
    rulebook = replace(STANDARD, tableau=("?" * 11,) * 8, tableau_key=looks_at, card_values=fives_and_nines)
    assert rulebook.undefined_cells() == cells


def test_a_natural_that_only_stands_makes_the_column_none_count() -> None:
    rulebook = replace(with_row(3, "?" + "D" * 10), player="D" * 8)
    assert replace(rulebook, player_natural="its hand stands").undefined_cells() == ["Banker 3, Player stood"]
    assert replace(rulebook, banker_natural="its hand stands").undefined_cells() == []


@given(rulebooks("DS?"))
def test_a_rulebook_is_playable_exactly_if_nothing_is_undefined(rulebook: Rulebook) -> None:
    cells = rulebook.undefined_cells()
    if not cells:
        rulebook.require_playable()
        return
    with pytest.raises(RulebookError, match="do not say what happens") as caught:
        rulebook.require_playable()
    assert cells[0] in caught.value.what
    assert len(caught.value.lines()) == 3


def test_a_refusal_names_the_rulebook_by_its_slug() -> None:
    with pytest.raises(RulebookError, match="in rulebook documents/004-g3"):
        replace(with_row(3, "?" * 11), slug="documents/004-g3").require_playable()
    with pytest.raises(RulebookError, match="in rulebook Punto banco"):
        with_row(3, "?" * 11).require_playable()


# What a rulebook refuses to be


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"player": "DDDDDDS"}, "player has 7 cells, not 8"),
        ({"player": "DDDDDDSX"}, "player has X where only D, S, C and ? can stand"),
        ({"tableau": STANDARD_TABLEAU[:7]}, "banker.tableau has 7 rows, not 8"),
        ({"tableau": (*STANDARD_TABLEAU[:7], "S" * 10)}, "banker.tableau.7 has 10 cells, not 11"),
        ({"tableau": (*STANDARD_TABLEAU[:7], "s" * 11)}, "banker.tableau.7 has s where"),
        ({"tableau_key": "player hand"}, 'tableau_key "player hand" is not one of player third card, '),
        ({"player_natural": "wins"}, 'player_natural "wins" is not one of'),
        ({"banker_natural": "wins"}, 'banker_natural "wins" is not one of'),
        ({"two_naturals": "push"}, 'two_naturals "push" is not one of'),
        ({"equal_two_card_totals": "push"}, 'equal_two_card_totals "push" is not one of'),
        ({"deal_order": "PBBP"}, 'deal_order "PBBP" is not one of PBPB, PPBB'),
        ({"card_values": (1,) * 12}, "card_values needs 13 point values"),
        ({"card_values": (10,) * 13}, "card_values needs 13 point values from 0 to 9"),
        ({"player_first_card": 13}, "player_first_card 13 is no rank"),
        ({"player_first_card": "7"}, "player_first_card '7' is no rank"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(RulebookError) as caught:
        replace(STANDARD, **changes)
    assert problem in caught.value.what
    assert "Punto banco" in caught.value.where


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(RulebookError) as caught:
        replace(STANDARD, player="X", deal_order="?", player_first_card=-1)
    assert len(caught.value.what.split("; ")) == 4


# Which rulebooks are the same


@pytest.mark.parametrize("name", ["title", "source", "note", "slug"])
def test_words_do_not_change_the_fingerprint(name: str) -> None:
    assert replace(STANDARD, **{name: "something else"}).sha256 == STANDARD.sha256


@pytest.mark.parametrize(
    "changes",
    [
        {"player": "DDDDDSSS"},
        {"tableau": (*STANDARD_TABLEAU[:7], "D" + "S" * 10)},
        {"tableau_key": "player new total"},
        {"player_natural": "its hand stands"},
        {"banker_natural": "its hand stands"},
        {"two_naturals": "tie"},
        {"equal_two_card_totals": "tie"},
        {"card_values": (*STANDARD_CARD_VALUES[:12], 1)},
        {"player_first_card": RANKS.index("7")},
        {"deal_order": "PPBB"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_every_rule_changes_the_fingerprint(changes: dict[str, object]) -> None:
    changed = replace(STANDARD, **changes)
    assert changed.sha256 != STANDARD.sha256
    assert changed != STANDARD


def test_the_fingerprint_is_the_same_on_every_machine_and_in_every_release() -> None:
    assert STANDARD.sha256 == "732f5a036de2ce89744c76cd7561230da928c58caa61b3124bcf7995bf31d103"


def test_differences_are_told_cell_by_cell() -> None:
    other = with_row(3, "SDDDDDDDDDD")
    assert list(STANDARD.differences(other)) == [(3, "none", "D", "S"), (3, "8", "S", "D")]
    assert list(STANDARD.differences(STANDARD)) == []
    assert COLUMNS[0] == "none"


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([4], "4"),
        ([0, 1], "0, 1"),
        ([0, 1, 2], "0-2"),
        ([0, 2, 3, 4, 9], "0, 2-4, 9"),
        (range(10), "0-9"),
    ],
)
def test_three_numbers_in_a_row_are_a_range(numbers: list[int], text: str) -> None:
    assert ranges_text(numbers) == text

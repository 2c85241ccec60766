"""The table of ways by decisions: whatever is chosen, it counts what the chosen rules count."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.deal.forms import outcome_forms
from analyzer.errors import RulebookError
from analyzer.game.rulebook import CHOICE, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.play.decision_table import DecisionTable, decision_table
from tests.brute_force.all_orders import finished_coups
from tests.strategies import games

STANDARD = load_rulebook("standard")
FREE = replace(
    STANDARD, player="DDDDDCSS", tableau=(CHOICE * 11,) * 8, player_sees="total", banker_sees="total"
)
TINY = Shoe.from_counts([2, 1, 0, 1, 1, 1, 1, 0, 0, 1])


def outcome_ways(table: DecisionTable, tableau: tuple[str, ...], player_on_5: str) -> tuple[int, ...]:
    """What a table counts if choices are made as in a tableau."""
    ways = list(table.decided)
    for (row, action, column, banker_action), counted in table.ways.items():
        banker = table.banker[column]
        if player_on_5 != action and "D" in table.player[row].actions and "S" in table.player[row].actions:
            continue
        cell = tableau[banker.total][0 if banker.third is None else banker.third + 1]
        if banker_action == cell:
            ways = [one + more for one, more in zip(ways, counted, strict=True)]
    return tuple(ways)


@pytest.mark.parametrize(
    "shoe", [TINY, Shoe.from_decks(6), Shoe.infinite(), Shoe.from_decks(30)], ids=Shoe.describe
)
@pytest.mark.parametrize("sees", ["total", "cards"])
def test_choices_made_as_a_rulebook_makes_them_count_as_it_does(shoe: Shoe, sees: str) -> None:
    table = decision_table(replace(FREE, player_sees=sees, banker_sees=sees), shoe)
    for on_5 in "DS":
        fixed = replace(STANDARD, player=f"DDDDD{on_5}SS")
        assert outcome_ways(table, STANDARD.tableau, on_5) == outcome_forms(fixed).ways(shoe)


@given(game=games())
@settings(max_examples=8)
def test_without_choices_the_table_counts_every_coup(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    table = decision_table(rulebook, shoe)
    columns = zip(table.decided, *table.ways.values(), strict=True)
    assert tuple(sum(column) for column in columns) == outcome_forms(rulebook).ways(shoe)
    assert (table.player_choices, table.banker_choices) == ((), ())


@given(tableau=st.tuples(*[st.text("DS", min_size=11, max_size=11)] * 8), on_5=st.sampled_from("DS"))
@settings(max_examples=3)
def test_every_way_to_choose_counts_as_dealing_in_every_order_does(
    tableau: tuple[str, ...], on_5: str
) -> None:
    fixed = replace(STANDARD, player=f"DDDDD{on_5}SS", tableau=tableau)
    dealt: Counter[int] = Counter()
    for coup, ways in finished_coups(TINY, fixed):
        dealt[coup.outcome] += ways
    assert outcome_ways(decision_table(FREE, TINY), tableau, on_5) == (dealt[1], dealt[-1], dealt[0])


def test_a_side_that_sees_its_cards_has_a_situation_for_each_hand() -> None:
    table = decision_table(replace(FREE, player_sees="cards", banker_sees="cards"), Shoe.from_decks(6))
    chosen = [table.player[place] for place in table.player_choices]
    assert [situation.cards for situation in chosen] == [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)]
    assert len(table.banker_choices) == len(table.banker) == 44 * 11


def test_a_side_is_told_apart_by_its_cards_only_where_it_chooses() -> None:
    table = decision_table(replace(FREE, player_sees="cards"), Shoe.from_decks(6))
    assert [(seen.total, seen.actions) for seen in table.player if seen.cards is None] == [
        *((total, ("D",)) for total in range(5)),
        (6, ("S",)),
        (7, ("S",)),
    ]


def test_what_the_shoe_cannot_deal_is_left_out() -> None:
    table = decision_table(FREE, Shoe.from_counts([0, 0, 0, 0, 0, 0, 0, 0, 7, 7]))
    assert [situation.total for situation in table.player] == [6, 7]
    assert {situation.third for situation in table.banker} == {None}
    assert all(any(counted) for counted in table.ways.values())


def test_banker_chooses_after_seeing_the_third_card() -> None:
    table = decision_table(FREE, Shoe.infinite())
    assert [table.banker[place].third for place in table.banker_choices][:11] == [None, *range(10)]


def test_an_undefined_cell_is_no_choice() -> None:
    with pytest.raises(RulebookError, match="Player 5"):
        decision_table(replace(STANDARD, player="DDDDD?SS"), TINY)

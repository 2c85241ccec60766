"""Integer forms of one shoe: compiled right, and equal to dealing every order by hand."""

import ast
from collections import Counter
from itertools import permutations
from math import perm
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import analyzer.deal
from analyzer.deal.enumerate import fact_ways as enumerated
from analyzer.deal.forms import answer_forms, fact_ways, outcome_forms, wager_forms
from analyzer.deal.multisets import multisets, orderings
from analyzer.errors import RulebookError, ShoeError
from analyzer.game.cards import RANKS, card
from analyzer.game.coup import DETAILS
from analyzer.game.facts import FACTS
from analyzer.game.replay import deal
from analyzer.game.rulebook import COLUMNS, OUTCOMES, ROWS, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from tests.strategies import rulebooks

STANDARD = load_rulebook("standard")
OUTCOME_FACTS = [FACTS["player.wins"], FACTS["banker.wins"]]
VALUE_FACTS = [fact for fact in FACTS.values() if set().union(*fact.needs.values()) <= {"value"}]


def by_enumeration(shoe: Shoe, rulebook: Rulebook) -> tuple[int, int, int]:
    ways = enumerated(shoe, rulebook, OUTCOME_FACTS).ways
    return ways.get((True, False), 0), ways.get((False, True), 0), ways.get((False, False), 0)


def by_hand(ranks: list[int], rulebook: Rulebook) -> tuple[int, ...]:
    """Winners of every order in which the cards of a tiny shoe can come out."""
    winners = Counter(
        deal([card(rank, 0) for rank in order], rulebook).winner for order in permutations(ranks, 6)
    )
    return tuple(winners[outcome] for outcome in OUTCOMES)


def test_every_ordering_of_six_cards_falls_to_one_line() -> None:
    coefficients = outcome_forms(STANDARD).coefficients
    assert coefficients.shape == (3, 5005)
    assert coefficients.min() >= 0
    assert (coefficients.sum(axis=0) == orderings()).all()
    assert orderings().sum() == 10**6


def test_multisets_are_all_different_and_complete() -> None:
    for size in range(7):
        rows = multisets(size)
        assert (rows.sum(axis=1) == size).all()
        assert len({tuple(row) for row in rows.tolist()}) == len(rows)
    assert len(multisets(6)) == 5005


@pytest.mark.parametrize("decks", [*range(1, 13), 100, 1_000])
def test_full_shoes_agree_with_enumeration(decks: int) -> None:
    shoe = Shoe.from_decks(decks)
    ways = outcome_forms(STANDARD).ways(shoe)
    assert ways == by_enumeration(shoe, STANDARD)
    assert sum(ways) == perm(52 * decks, 6)


def test_eight_decks() -> None:
    assert outcome_forms(STANDARD).ways(Shoe.from_decks(8)) == (
        2230518282592256,
        2292252566437888,
        475627426473216,
    )


def test_with_replacement_counts_are_powers() -> None:
    assert outcome_forms(STANDARD).ways(Shoe.infinite()) == (2153464, 2212744, 460601)
    skewed = Shoe.from_counts([2, 4, *[0] * 7, 6, 2, 2, 2], with_replacement=True)
    ways = outcome_forms(STANDARD).ways(skewed)
    assert ways == by_enumeration(skewed, STANDARD)
    assert sum(ways) == skewed.total_ways


@given(rulebooks(), st.lists(st.integers(0, 12), min_size=6, max_size=6))
@settings(max_examples=15)
def test_a_shoe_of_six_cards_agrees_with_dealing_every_order(rulebook: Rulebook, ranks: list[int]) -> None:
    counts = [ranks.count(rank) for rank in range(len(RANKS))]
    # With a fixed first card the replay takes five cards, so each order comes up with every sixth card.
    assert outcome_forms(rulebook).ways(Shoe.from_counts(counts)) == by_hand(ranks, rulebook)


@given(rulebooks(), st.lists(st.integers(0, 12), min_size=7, max_size=7))
@settings(max_examples=3)
def test_a_shoe_of_seven_cards_agrees_with_dealing_every_order(rulebook: Rulebook, ranks: list[int]) -> None:
    counts = [ranks.count(rank) for rank in range(len(RANKS))]
    assert outcome_forms(rulebook).ways(Shoe.from_counts(counts)) == by_hand(ranks, rulebook)


@settings(max_examples=30)
@given(
    rulebooks(),
    st.lists(st.integers(0, 40), min_size=13, max_size=13).filter(lambda counts: sum(counts) >= 6),
    st.lists(st.sampled_from(VALUE_FACTS), min_size=1, max_size=4, unique_by=lambda fact: fact.name),
)
def test_any_facts_about_point_values_agree_with_enumeration(
    rulebook: Rulebook, counts: list[int], facts: list
) -> None:
    shoe = Shoe.from_counts(counts)
    counted = enumerated(shoe, rulebook, facts)
    assert fact_ways(shoe, rulebook, facts) == (counted.ways, counted.total_ways)


def test_no_facts_have_one_answer() -> None:
    assert fact_ways(Shoe.from_decks(1), STANDARD, []) == ({(): perm(52, 6)}, perm(52, 6))


def test_a_fixed_first_card_does_not_come_from_the_shoe() -> None:
    seven_up = load_rulebook("seven-up")
    assert seven_up.player_first_card == RANKS.index("7")
    without_sevens = Shoe.from_counts([24 if rank != "7" else 0 for rank in RANKS])
    ways, total_ways = fact_ways(without_sevens, seven_up, [FACTS["player.first.value"]])
    assert ways == {(7,): total_ways}
    assert total_ways == without_sevens.total_ways
    assert outcome_forms(seven_up).ways(without_sevens) == by_enumeration(without_sevens, seven_up)


def test_values_of_ranks_are_the_rulebooks() -> None:
    all_tens = Rulebook("tens count", STANDARD.player, STANDARD.tableau, card_values=(5,) * 13)
    assert outcome_forms(all_tens).ways(Shoe.from_decks(1)) == (0, 0, perm(52, 6))
    with pytest.raises(ShoeError, match="known only by point value"):
        outcome_forms(all_tens).ways(Shoe.from_counts([16, *[4] * 9]))


def test_a_tableau_can_look_at_each_of_its_three_keys() -> None:
    ways = set()
    for slug in ("standard", "wrong/keyed-on-new-total", "wrong/banker-looks-at-own-card"):
        rulebook = load_rulebook(slug)
        ways.add(outcome_forms(rulebook).ways(Shoe.from_decks(8)))
        assert outcome_forms(rulebook).ways(Shoe.from_decks(8)) == by_enumeration(
            Shoe.from_decks(8), rulebook
        )
    assert len(ways) == 3


def test_undefined_cells_are_refused_by_name() -> None:
    silent = Rulebook("silent", "DDDDDD?S", STANDARD.tableau)
    for compiling in (outcome_forms, lambda rules: wager_forms(rules, load_wager("main/tie"))):
        with pytest.raises(RulebookError, match="Player 6"):
            compiling(silent)


def test_lines_of_a_wager_share_all_coups() -> None:
    shoe = Shoe.from_decks(8)
    for wager in load_wagers("main"):
        ways = wager_forms(STANDARD, wager).ways(shoe)
        assert len(ways) == len(wager.lines)
        assert sum(ways) == shoe.total_ways


@pytest.mark.parametrize("detail", [detail for detail in DETAILS if detail != "value"])
def test_ranks_and_suits_are_refused(detail: str) -> None:
    with pytest.raises(ShoeError, match=f"player.first.{detail} looks at ranks or suits"):
        answer_forms(STANDARD, [FACTS["tie"], FACTS[f"player.first.{detail}"]])
    with pytest.raises(ShoeError, match=r"player\.pair looks at ranks"):
        wager_forms(STANDARD, load_wager("pairs/player-pair"))


@pytest.mark.parametrize("row", ROWS)
def test_wins_depend_on_every_cell_that_can_be_reached(row: int) -> None:
    standard = outcome_forms(STANDARD).coefficients
    for column in range(len(COLUMNS)):
        cells = list(STANDARD.tableau[row])
        cells[column] = "S" if cells[column] == "D" else "D"
        tableau = (*STANDARD.tableau[:row], "".join(cells), *STANDARD.tableau[row + 1 :])
        changed = outcome_forms(Rulebook("changed", STANDARD.player, tableau)).coefficients
        assert (changed != standard).any(), column


def test_forms_share_nothing_with_the_other_roads() -> None:
    folder = Path(analyzer.deal.__file__).parent
    own = {"forms", "form_basis", "form_blocks", "form_cache", "form_kernel", "many_shoes", "multisets"}
    own |= {"pair_ways", "shoe_arrays", "value_coups"}
    for name in own:
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("analyzer.deal"):
                names = {(node.module or "").removeprefix("analyzer.deal").lstrip(".")} - {""}
                names |= {alias.name for alias in node.names} if node.module == "analyzer.deal" else set()
                assert names <= own, f"{name} imports {names - own}"


def test_answers_are_numbers_and_truths() -> None:
    answers, _ = answer_forms(STANDARD, [FACTS["tie"], FACTS["margin"]])
    assert {type(answer[0]) for answer in answers} == {bool}
    assert {type(answer[1]) for answer in answers} == {int}
    assert not any(isinstance(part, np.generic) for answer in answers for part in answer)

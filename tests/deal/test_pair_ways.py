"""Pairs in closed form agree with enumeration, suits removed unevenly included."""

from itertools import combinations

import numpy as np
import pytest

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.pair_ways import PAIR_FACTS, answers_of_kinds, asks_for_pairs_only, pair_detail, pair_ways
from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.errors import RulebookError, ShoeError
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook

STANDARD = load_rulebook("standard")
SEVEN_UP = load_rulebook("seven-up")
BY_RANK = [FACTS["player.pair"], FACTS["banker.pair"]]
BY_SUIT = [FACTS[f"{hand}.{kind}_pair"] for hand in ("player", "banker") for kind in ("perfect", "coloured")]
RANDOM = np.random.default_rng(9)


def in_closed_form(shoes: list[list[int]], rulebook: Rulebook, facts: list[Fact]) -> list[dict]:
    read = ShoeArray.read(shoes)
    kinds = pair_ways(read, rulebook, pair_detail(facts))
    found: list[dict] = [{} for _ in shoes]
    for player, row in enumerate(answers_of_kinds(rulebook, facts)):
        for banker, answers in enumerate(row):
            key = tuple(answers[fact.name] for fact in facts)
            for place in range(len(shoes)):
                ways = int(kinds[player, banker, place])
                assert ways >= 0
                if ways:
                    found[place][key] = found[place].get(key, 0) + ways
    return found


def by_enumeration(shoes: list[list[int]], rulebook: Rulebook, facts: list[Fact]) -> list[dict]:
    return [fact_ways(Shoe.from_counts(shoe), rulebook, facts).ways for shoe in shoes]


RANK_SHOES = [
    [32] * 13,
    [0] * 12 + [6],
    [1] * 13,
    [3, 3, *[0] * 11],
    *RANDOM.integers(0, 12, (5, 13)).tolist(),
    [400] * 13,
]
CARD_SHOES = [
    [8] * 52,
    [6] + [0] * 51,
    [2, 2, 2, *[0] * 49],
    [3, 1, 0, 2, *[0] * 48],
    *RANDOM.integers(0, 4, (4, 52)).tolist(),
    [100] * 52,
]


@pytest.mark.parametrize("rulebook", [STANDARD, SEVEN_UP], ids=lambda rulebook: rulebook.title)
def test_pairs_by_rank_agree_with_enumeration(rulebook: Rulebook) -> None:
    assert in_closed_form(RANK_SHOES, rulebook, BY_RANK) == by_enumeration(RANK_SHOES, rulebook, BY_RANK)


def test_kinds_of_pairs_agree_with_enumeration() -> None:
    for facts in (BY_SUIT, [*BY_RANK, FACTS["player.mixed_pair"]]):
        assert in_closed_form(CARD_SHOES, STANDARD, facts) == by_enumeration(CARD_SHOES, STANDARD, facts)


def test_pairs_of_cards_are_pairs_of_ranks() -> None:
    by_rank = [np.array(shoe).reshape(13, 4).sum(axis=1).tolist() for shoe in CARD_SHOES]
    assert in_closed_form(CARD_SHOES, STANDARD, BY_RANK) == in_closed_form(by_rank, STANDARD, BY_RANK)


def test_every_single_fact_about_pairs_is_known() -> None:
    for first, second in combinations(sorted(PAIR_FACTS), 2):
        facts = [FACTS[first], FACTS[second]]
        assert asks_for_pairs_only(facts)
        assert in_closed_form(CARD_SHOES[2:4], STANDARD, facts) == by_enumeration(
            CARD_SHOES[2:4], STANDARD, facts
        )


def test_a_pair_and_something_else_is_not_for_closed_forms() -> None:
    assert not asks_for_pairs_only([FACTS["player.pair"], FACTS["tie"]])
    assert not asks_for_pairs_only([FACTS["player.two_cards_suited"]])
    assert not asks_for_pairs_only([])
    another = Fact("player.pair", "truth", FACTS["player.pair"].needs, lambda view: view.rank(0) == 0)
    assert not asks_for_pairs_only([another])


def test_a_shoe_must_be_known_well_enough() -> None:
    with pytest.raises(ShoeError, match="no ranks"):
        pair_ways(ShoeArray.read([[10] * 10]), STANDARD, "rank")
    with pytest.raises(ShoeError, match="no suits"):
        pair_ways(ShoeArray.read([[4] * 13]), STANDARD, "suit")


def test_a_fixed_first_card_has_no_suit() -> None:
    with pytest.raises(RulebookError, match="has no suit"):
        pair_ways(ShoeArray.read([[8] * 52]), SEVEN_UP, "suit")

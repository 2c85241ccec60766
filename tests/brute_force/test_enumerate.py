"""Enumeration against dealing tiny shoes in every order."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.deal.card_classes import shoe_detail
from analyzer.deal.enumerate import fact_ways
from analyzer.game.cards import STANDARD_CARD_VALUES
from analyzer.game.coup import PLAYER_1
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import COUNTS_PER_DETAIL, Shoe
from analyzer.library.catalog import load_rulebook
from tests.brute_force.all_orders import ways_of
from tests.brute_force.shoes import tiny_shoes
from tests.deal.more_facts import MORE_FACTS
from tests.strategies import rulebooks

RED_AND_BLACK = Shoe("card", tuple({0: 2, 5: 1, 18: 2, 33: 1, 34: 2}.get(card, 0) for card in range(52)))
FACES = Shoe("card", tuple({24: 1, 29: 3, 33: 1, 34: 2, 47: 1}.get(card, 0) for card in range(52)), True)
OWN_SECOND_CARD = replace(
    load_rulebook("standard"), tableau=("DSDSDSDSDSD",) * 8, tableau_key="banker second card"
)
NEW_TOTAL = replace(
    load_rulebook("standard"), tableau_key="player new total", banker_natural="its hand stands"
)


def can_answer(shoe: Shoe, rulebook: Rulebook, fact: Fact) -> bool:
    for position, details in fact.needs.items():
        is_fixed = position == PLAYER_1 and rulebook.player_first_card is not None
        for detail in details:
            needed = shoe_detail(detail, rulebook.card_values)
            if needed == "card" if is_fixed else not shoe.knows(needed):
                return False
    return True


def assert_every_order_agrees(shoe: Shoe, rulebook: Rulebook, facts: Sequence[Fact]) -> None:
    expected = ways_of(shoe, rulebook, facts)
    found = fact_ways(shoe, rulebook, facts)
    assert sum(found.ways.values()) == found.total_ways
    # With replacement both counts are proportions, the one in lowest terms.
    scale, rest = divmod(sum(expected.values()), found.total_ways)
    assert rest == 0
    assert scale == 1 or shoe.with_replacement
    assert {answers: ways * scale for answers, ways in found.ways.items()} == expected


@pytest.mark.parametrize("detail", COUNTS_PER_DETAIL)
@given(data=st.data())
def test_enumeration_agrees_with_every_order(detail: str, data: st.DataObject) -> None:
    shoe = data.draw(tiny_shoes(detail))
    rulebook = data.draw(rulebooks())
    if detail == "value":
        rulebook = replace(rulebook, card_values=STANDARD_CARD_VALUES)
    facts = [fact for fact in (*FACTS.values(), *MORE_FACTS) if can_answer(shoe, rulebook, fact)]
    asked = data.draw(st.lists(st.sampled_from(facts), min_size=1, max_size=4))
    assert_every_order_agrees(shoe, rulebook, asked)


@pytest.mark.parametrize(
    ("shoe", "rulebook"),
    [(RED_AND_BLACK, OWN_SECOND_CARD), (FACES, NEW_TOTAL)],
    ids=["without replacement", "with replacement"],
)
def test_every_fact_alone_agrees_with_every_order(shoe: Shoe, rulebook: Rulebook) -> None:
    facts = (*FACTS.values(), *MORE_FACTS)
    together = ways_of(shoe, rulebook, facts)
    all_orders = sum(together.values())
    for place, fact in enumerate(facts):
        alone: dict[int | bool, int] = {}
        for answers, ways in together.items():
            alone[answers[place]] = alone.get(answers[place], 0) + ways
        found = fact_ways(shoe, rulebook, [fact])
        scale = all_orders // found.total_ways
        assert {answer: ways * scale for (answer,), ways in found.ways.items()} == alone, fact.name

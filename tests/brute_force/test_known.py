"""Conditional laws against all orders of tiny shoes, card by card and suit by suit."""

from functools import cache
from itertools import combinations
from math import prod

import pytest

from analyzer.game.cards import parse_cards
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.odds.counting import Counting
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read
from tests.brute_force.sequences import Dealt, agrees, dealt_sequences
from tests.knowing import knowing, part_left

COUNTS = dict(zip(parse_cards("9♠ 9♥ 6♥ K♠ 3♦"), (1, 2, 1, 2, 2), strict=True))
SHOE = Shoe.from_counts([COUNTS.get(card, 0) for card in range(52)])
RULEBOOKS = ["wrong/keyed-on-new-total", "seven-up"]
KNOWN = {
    "nothing": {},
    "cards in place": {"player": "? 6", "banker": "9"},
    "a suit and a set": {"player": "? red", "banker": "{9♠,K}"},
    "a total": {"player_total": "6,7"},
    "the fifth and sixth card": {"fifth": "9", "sixth": "black"},
    "a third card that is dealt": {"third": "3"},
    "a third card of a hand": {"banker": "? ? red"},
    "a condition": {"known": ["banker.two_cards_suited or banker.third.rank == 9"]},
    "much": {"banker": "low", "fifth": "high", "known": ["count(banker, suit == hearts) >= 1"]},
}


@cache
def everything(rules: str) -> list[Dealt]:
    return dealt_sequences(COUNTS, load_rulebook(rules))


def suits_and_ranks(rules: str) -> Wager:
    conditions = ["banker.two_cards_suited and tie", "count(banker, suit == hearts) == 2", "banker.red"]
    if rules != "seven-up":
        conditions = ["player.perfect_pair", "count(all, suit == hearts) == 3", *conditions]
    lines = [{"when": when, "pays": f"{place} to 1"} for place, when in enumerate(conditions, start=1)]
    return read({"title": "any", "otherwise": "lose", "line": lines})


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("name", KNOWN)
def test_every_wager_has_its_conditional_law(name: str, rules: str) -> None:
    rulebook, wager = load_rulebook(rules), suits_and_ranks(rules)
    knowledge = knowing(rulebook, **KNOWN[name])
    expected = [0] * len(wager.lines)
    outcomes: dict[tuple[int | bool, ...], int] = {}
    for dealt in everything(rules):
        if agrees(dealt, knowledge):
            expected[wager.line_of({fact.name: fact.ask(dealt.coup) for fact in wager.facts})] += dealt.ways
            key = (dealt.coup.total("player"), dealt.coup.outcome == 1)
            outcomes[key] = outcomes.get(key, 0) + dealt.ways
    counting = Counting(SHOE, rulebook, knowledge)
    settled = counting.settled_ways([wager])
    assert [settled.get((line,), 0) for line in range(len(wager.lines))] == expected
    assert counting.fact_ways([FACTS["player.total"], FACTS["player.wins"]]) == outcomes


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("held", ["7", "7 9:2", "6 9:1", "7 {3,K}:3", "7 9♥:1 0:2", "6 9♠:0 high&red:2"])
def test_a_part_of_a_shoe_is_every_choice_of_its_cards(held: str, rules: str) -> None:
    """Every choice of so many cards that holds what it should is dealt in every order."""
    rulebook = load_rulebook(rules)
    size, *holding = held.split()
    left = part_left(int(size), *holding)
    knowledge = knowing(rulebook, sixth="{3,9}")
    cards = [card for card, count in COUNTS.items() for _ in range(count)]
    expected: dict[bool, int] = {}
    for chosen in combinations(cards, left.size):
        if all(sum(card in word.cards for card in chosen) == number for word, number in left.holding):
            counts = {card: chosen.count(card) for card in COUNTS}
            for dealt in everything(rules):
                if agrees(dealt, knowledge):
                    ways = _ways(dealt.cards, counts)
                    key = dealt.coup.outcome == 1
                    expected[key] = expected.get(key, 0) + ways
    found = Counting(SHOE, rulebook, knowledge, left).fact_ways([FACTS["player.wins"]])
    assert sum(found.values()) > 0
    assert {(key,): ways * sum(found.values()) for key, ways in expected.items() if ways} == {
        key: ways * sum(expected.values()) for key, ways in found.items()
    }
    assert Counting(SHOE, rulebook, knowing(rulebook), left).share() == 1


def _ways(cards: tuple[int, ...], counts: dict[int, int]) -> int:
    return prod(counts[card] - cards[:place].count(card) for place, card in enumerate(cards))

"""Wagers on tiny shoes with suits, against dealing every order and a second reading of the conditions."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from analyzer.deal.enumerate import fact_ways
from analyzer.game.coup import NOT_DEALT
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import LEAST_CARDS, Shoe
from analyzer.wager.condition import Condition
from analyzer.wager.odds import Pay
from analyzer.wager.settling import line_ways, settled_ways
from analyzer.wager.wager import PayLine, Wager
from tests.brute_force.all_orders import finished_coups
from tests.brute_force.conditions import Said, conditions
from tests.plain_facts import PLAIN_FACTS, Deal
from tests.strategies import rulebooks

FEW_CARDS = [0, 1, 2, 3, 4, 5, 28, 29, 32, 33, 34, 35, 36, 37, 40, 44, 48, 49]
"""Aces, twos, eights, nines, tens and pictures: so few that pairs, straights and suited hands come up."""


@st.composite
def suited_shoes(draw: st.DrawFn) -> Shoe:
    """Shoes of 6 to 9 cards, known by card, most of them with suits that are unevenly left."""
    cards = st.integers(0, 51) | st.sampled_from(FEW_CARDS)
    left = draw(st.lists(cards, min_size=LEAST_CARDS, max_size=7))
    left += draw(st.lists(st.sampled_from(left), max_size=2))
    return Shoe("card", tuple(left.count(card) for card in range(52)))


def dealt_from_the_shoe() -> st.SearchStrategy[Rulebook]:
    return rulebooks().filter(lambda rulebook: rulebook.player_first_card is None)


def wager_of(said: Sequence[Said]) -> Wager:
    lines = [
        PayLine(f"line {number}", Condition.parse(one.text), Pay.parse(number))
        for number, one in enumerate(said)
    ]
    return Wager("any", (*lines, PayLine("otherwise", None, Pay.parse("lose"))))


def line_of(said: Sequence[Said], deal: Deal) -> int:
    return next((number for number, one in enumerate(said) if one.holds(deal)), len(said))


wagers = st.lists(conditions(), min_size=1, max_size=3)


@given(suited_shoes(), dealt_from_the_shoe(), st.lists(wagers, min_size=1, max_size=2))
def test_wagers_settle_as_every_order_does(shoe: Shoe, rulebook: Rulebook, listed: list[list[Said]]) -> None:
    expected: dict[tuple[int, ...], int] = {}
    for coup, ways in finished_coups(shoe, rulebook):
        deal = Deal(coup.player, coup.banker, rulebook)
        lines = tuple(line_of(said, deal) for said in listed)
        expected[lines] = expected.get(lines, 0) + ways
    assert settled_ways(shoe, rulebook, [wager_of(said) for said in listed]) == (expected, shoe.total_ways)


@given(suited_shoes(), dealt_from_the_shoe(), wagers)
def test_lines_counted_themselves_and_from_answers_are_the_same(
    shoe: Shoe, rulebook: Rulebook, said: list[Said]
) -> None:
    wager = wager_of(said)
    settled, _ = settled_ways(shoe, rulebook, [wager])
    answers = fact_ways(shoe, rulebook, wager.facts).ways
    names = [fact.name for fact in wager.facts]
    (counted,) = line_ways([wager], names, answers)
    assert counted == [settled.get((line,), 0) for line in range(len(wager.lines))]
    by_line = [0] * len(wager.lines)
    for answered, ways in answers.items():
        by_line[wager.line_of(dict(zip(names, answered, strict=True)))] += ways
    assert counted == by_line


@given(suited_shoes(), dealt_from_the_shoe(), st.data())
def test_single_facts_are_counted_as_every_order_does(
    shoe: Shoe, rulebook: Rulebook, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from(sorted(FACTS)), min_size=1, max_size=3, unique=True))
    expected: dict[tuple[int, ...], int] = {}
    for coup, ways in finished_coups(shoe, rulebook):
        deal = Deal(coup.player, coup.banker, rulebook)
        said = [PLAIN_FACTS[name](deal) for name in names]
        answers = tuple(NOT_DEALT if answer is None else answer for answer in said)
        expected[answers] = expected.get(answers, 0) + ways
    assert fact_ways(shoe, rulebook, [FACTS[name] for name in names]).ways == expected

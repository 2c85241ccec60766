"""What is known rules coups out as soon as they contradict it."""

from analyzer.deal.enumerate import state_ways
from analyzer.deal.inquiry import EveryAnswer, Jointly
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.wager.condition import Condition
from analyzer.wager.given import Given

BOTH = Condition.parse("player.two_card_total == 6 and banker.pair")


def test_one_contradiction_is_enough() -> None:
    given = Given(BOTH.claim, BOTH.facts)
    assert given.open(given.start) == {0, 1}
    six = given.after(given.start, 0, 6)
    assert given.open(six) == {1}
    assert [given.is_ruled_out(given.after(six, 1, pair)) for pair in (False, True)] == [True, False]
    assert given.is_ruled_out(given.after(given.start, 1, False))


def test_a_claim_that_always_holds_rules_nothing_out() -> None:
    given = Given(True, [])
    assert not given.open(given.start)
    assert not given.is_ruled_out(given.start)


def test_coups_that_are_ruled_out_are_not_counted() -> None:
    shoe, rulebook = Shoe.from_decks(1), load_rulebook()
    tie = EveryAnswer([FACTS["tie"]])
    everything, total_ways = state_ways(shoe, rulebook, EveryAnswer([*BOTH.facts, FACTS["tie"]]))
    counted, of_all = state_ways(shoe, rulebook, Jointly([Given(BOTH.claim, BOTH.facts), tie]))
    assert {state[1]: ways for state, ways in counted.items()} == {
        (is_tie,): ways for (total, pair, is_tie), ways in everything.items() if total == 6 and pair
    }
    assert sum(counted.values()) < of_all == total_ways

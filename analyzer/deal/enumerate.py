"""All coups of one shoe with their ways, at just the detail that the facts in use need.

This is the second road to a count.
It shares the shoe, the rulebook and the facts with the decision graph, and nothing else.
`filling` does the counting, place by place; `fill_order` says in which order and at which detail.
Facts that are asked together cost what their details cost together, so facts that look closely at different
cards are cheaper to ask one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.deal.card_classes import Stock, finest, shoe_detail
from analyzer.deal.endings import endings
from analyzer.deal.filling import Filling
from analyzer.deal.inquiry import Answer, EveryAnswer, Inquiry, State, States
from analyzer.errors import RulebookError, ShoeError
from analyzer.game.coup import BANKER_3, FIFTH, PLAYER_1, PLAYER_3, SIXTH
from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe


@dataclass(frozen=True)
class FactWays:
    """Ways behind the answers to some facts.

    Attributes
    ----------
    ways : dict of tuple to int
        Answers in the order of the facts; combinations that cannot be dealt are left out.
    total_ways : int
        Sum of all ways: N(N−1)…(N−5).
        With replacement it is the sixth power of the sum of the smallest whole proportions: of the ranks (13⁶
        for full decks), or of the cards (52⁶) where a fact looks at suits or colours.
    """

    ways: dict[tuple[Answer, ...], int]
    total_ways: int


def fact_ways(shoe: Shoe, rulebook: Rulebook, facts: Sequence[Fact]) -> FactWays:
    """Exact ways behind every combination of answers to some facts.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    facts : sequence of Fact

    Returns
    -------
    FactWays

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined, or a fact looks at the suit of a first card that is fixed.
    ShoeError
        A fact looks closer at the cards than the shoe is known.

    Examples
    --------
    >>> from analyzer.game.facts import FACTS
    >>> from analyzer.library.catalog import load_rulebook
    >>> fact_ways(Shoe.infinite(), load_rulebook("standard"), [FACTS["tie"]])
    FactWays(ways={(False,): 4366208, (True,): 460601}, total_ways=4826809)
    >>> fact_ways(Shoe.from_decks(8), load_rulebook("standard"), [FACTS["player.pair"]]).ways[True,]
    373374329013504
    """
    ways, total_ways = state_ways(shoe, rulebook, EveryAnswer(facts))
    return FactWays({_complete(answers): ways[answers] for answers in sorted(ways)}, total_ways)


def state_ways(shoe: Shoe, rulebook: Rulebook, inquiry: Inquiry[State]) -> tuple[dict[State, int], int]:
    """Exact ways behind every state in which an inquiry ends, and all ordered six-card sequences.

    They add up to all sequences unless the inquiry rules coups out.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    inquiry : Inquiry

    Raises
    ------
    RulebookError, ShoeError
        As for `fact_ways`.
    """
    rulebook.require_playable()
    facts = inquiry.facts
    stock = Stock(shoe, rulebook.card_values, finest(_shoe_detail(shoe, rulebook, fact) for fact in facts))
    needed = {place for fact in facts for place in fact.needs}
    # Which hand takes the fifth and sixth card decides in which place they lie.
    thirds = {PLAYER_3, BANKER_3} if needed & {FIFTH, SIXTH} else needed & {PLAYER_3, BANKER_3}
    states = States(inquiry)
    ways: dict[State, int] = {}
    for ending in endings(rulebook, thirds):
        for number, behind in Filling(stock, ending, states).count():
            state = states.listed[number]
            ways[state] = ways.get(state, 0) + behind
    counted = sum(ways.values())
    if counted > stock.total_ways or (counted < stock.total_ways and not states.rules_out):
        raise ArithmeticError("ways were lost or counted twice")
    return ways, stock.total_ways


def _complete(answers: Sequence[Answer | None]) -> tuple[Answer, ...]:
    return tuple(answer for answer in answers if answer is not None)


def _shoe_detail(shoe: Shoe, rulebook: Rulebook, fact: Fact) -> str:
    """How the shoe must be known for a fact."""
    details: set[str] = set()
    for place, looks in fact.needs.items():
        needed = {shoe_detail(detail, rulebook.card_values) for detail in looks}
        if place != PLAYER_1 or rulebook.player_first_card is None:
            details |= needed
        elif "card" in needed:
            raise RulebookError(
                f"{fact.name} looks at the suit of Player's first card, which is fixed and has none",
                where=f"rulebook {rulebook.slug or rulebook.title}",
                mend="ask for its rank, or use rules that deal it from the shoe",
            )
    try:
        shoe.require(finest(details))
    except ShoeError as error:
        raise ShoeError(error.what, where=f"fact {fact.name}", mend=error.mend) from None
    return finest(details)

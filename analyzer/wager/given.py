"""What is known of a coup before it is over, as an inquiry that rules all other coups out.

Whoever asks a question about the coups that remain asks both `Jointly` (`analyzer.deal.inquiry`).
A coup is dropped as soon as the cards in place contradict what is known, so knowledge makes counting cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.game.facts import Fact
from analyzer.wager.claim import Answer, Claim, facts_of, rest_of


class Given:
    """A claim that holds for the coups that are counted; its states are what is left of it.

    Parameters
    ----------
    claim : Claim
    facts : sequence of Fact
        All facts that it asks.

    Examples
    --------
    >>> from analyzer.wager.condition import Condition
    >>> condition = Condition.parse("player.two_card_total == 6")
    >>> given = Given(condition.claim, condition.facts)
    >>> [given.is_ruled_out(given.after(given.start, 0, total)) for total in (5, 6)]
    [True, False]
    """

    def __init__(self, claim: Claim, facts: Sequence[Fact]) -> None:
        self.facts = facts
        self.start = claim
        self._numbers = {fact.name: number for number, fact in enumerate(facts)}

    def open(self, state: Claim) -> set[int]:
        """Facts that still matter to the claim."""
        return {self._numbers[fact] for fact in facts_of(state)}

    def after(self, state: Claim, fact: int, answer: Answer) -> Claim:
        """What is left of the claim after one more answer."""
        return rest_of(state, {self.facts[fact].name: answer})

    def is_ruled_out(self, state: Claim) -> bool:
        """Whether the claim does not hold."""
        return state is False

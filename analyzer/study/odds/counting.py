"""Counting the coups that remain once something of a coup is known, for any question about them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

from analyzer.deal.enumerate import state_ways
from analyzer.deal.inquiry import EveryAnswer, Inquiry, Jointly
from analyzer.errors import ShoeError
from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import Answers, Road
from analyzer.study.odds.knowledge import Knowledge
from analyzer.study.odds.part_left import PartLeft, Weighing
from analyzer.wager.given import Given
from analyzer.wager.settling import Settling
from analyzer.wager.wager import Wager

Key = TypeVar("Key")


class Counting:
    """The coups of a shoe that remain possible.

    Parameters
    ----------
    shoe : Shoe
        The cards before the coup: those of the coup are among them.
    rulebook : Rulebook
    knowledge : Knowledge
    left : PartLeft, optional
        What is known of the cards left, if it is only part.

    Raises
    ------
    ShoeError, RulebookError, UsageError
        What is known cannot be.

    Examples
    --------
    >>> from analyzer.game.facts import FACTS
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.wager.condition import Condition
    >>> six = Knowledge(conditions=(Condition.parse("player.two_card_total == 6"),))
    >>> counting = Counting(Shoe.from_counts([3, 0, 0, 3] + [0] * 6), load_rulebook(), six)
    >>> counting.fact_ways([FACTS["player.wins"]])
    {(True,): 144}
    """

    def __init__(
        self, shoe: Shoe, rulebook: Rulebook, knowledge: Knowledge, left: PartLeft | None = None
    ) -> None:
        knowledge.require_possible(shoe, rulebook)
        self.shoe = shoe
        self.rulebook = rulebook
        self.knowledge = knowledge
        self._given = Given(knowledge.claim(shoe), knowledge.facts(shoe))
        if self._given.is_ruled_out(self._given.start):
            raise _impossible(knowledge, left)
        self._weighing = None if left is None else Weighing(left, shoe, rulebook)
        self._left = left

    def fact_ways(self, facts: Sequence[Fact]) -> Answers:
        """Ways behind every combination of answers to some facts, of the coups that remain."""
        return dict(sorted(self._ways(EveryAnswer(facts))[0].items()))

    @property
    def road(self) -> Road:
        """The way on which `analyze_along` counts the coups that remain."""
        return Road(
            lambda facts: _with_sum(self.fact_ways(facts)),
            lambda wagers: _with_sum(self.settled_ways(wagers)),
        )

    def settled_ways(self, wagers: Sequence[Wager]) -> dict[tuple[int, ...], int]:
        """Ways behind every combination of lines that pay, of the coups that remain."""
        ways: dict[tuple[int, ...], int] = self._ways(Settling(wagers))[0]
        return ways

    def share(self) -> Fraction:
        """Probability of all that is known."""
        ways, total_ways = self._ways(EveryAnswer([]))
        return Fraction(sum(ways.values()), total_ways)

    def _ways(self, inquiry: Inquiry[Any]) -> tuple[dict[Any, int], int]:
        weighing = self._weighing
        tally = EveryAnswer(weighing.facts if weighing else [])
        counted, total_ways = state_ways(self.shoe, self.rulebook, Jointly([self._given, inquiry, tally]))
        if weighing is None:
            ways = {state: behind for (_, state, _), behind in counted.items()}
        else:
            ways = weighing.weighed({(state, of_groups): n for (_, state, of_groups), n in counted.items()})
            total_ways = weighing.total_ways
        if not any(ways.values()):
            raise _impossible(self.knowledge, self._left)
        return ways, total_ways


def _with_sum(ways: dict[Key, int]) -> tuple[dict[Key, int], int]:
    return ways, sum(ways.values())


def _impossible(knowledge: Knowledge, left: PartLeft | None) -> ShoeError:
    """What is known together can never happen."""
    return ShoeError(
        "no coup of this shoe is possible with all that is known",
        where="; ".join([*knowledge.texts, *([] if left is None else [left.text])]),
        mend="leave out what contradicts the rest, or what the shoe and the rules rule out",
    )

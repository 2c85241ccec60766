"""Counts under a policy: rulebooks without choices, each coup weighed by how likely it is played so.

All weights are made whole by one denominator, so the counts stay whole numbers: every six-card sequence
counts that many times.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from analyzer.deal.inquiry import EveryAnswer, Inquiry, Jointly
from analyzer.errors import UsageError
from analyzer.game.facts import Fact
from analyzer.game.rulebook import BANKER, PLAYER, STANDS
from analyzer.game.shoe import Shoe
from analyzer.play.policy import Policy
from analyzer.play.visits import Visit, VisitInquiry, Visits, all_visits
from analyzer.wager.settling import Settling
from analyzer.wager.wager import Wager

Answers = dict[tuple[int, ...], int]


class Played:
    """A shoe dealt under a rulebook with choices and a policy.

    Parameters
    ----------
    shoe : Shoe
    policy : Policy
    method : {"enumeration", "forms"}

    Attributes
    ----------
    scale : int
        How many times every six-card sequence counts.

    Raises
    ------
    UsageError
        The method does not know what a chooser sees.
    """

    def __init__(self, shoe: Shoe, policy: Policy, method: str = "enumeration") -> None:
        if method not in ("enumeration", "forms"):
            raise UsageError(
                f"the {method} does not keep what a chooser has seen",
                where="--method",
                mend="a play is weighed by enumeration or by forms",
            )
        self.shoe = shoe
        self.policy = policy
        self.method = method
        self._weighed = [(visits, self._weights(visits)) for visits in all_visits(policy.rulebook)]
        self.scale = lcm(*(weight.denominator for _, weights in self._weighed for weight in weights.values()))

    def _weights(self, visits: Visits) -> dict[Visit, Fraction]:
        return {visit: self._weight(visits, visit) for visit in visits.listed}

    def _weight(self, visits: Visits, visit: Visit) -> Fraction:
        """How likely a coup is played so; one without a choice counts under one of the rulebooks only."""
        weight = Fraction(1)
        actions = (visits.player_action, visits.banker_action)
        for hand, situation, action in zip((PLAYER, BANKER), visit, actions, strict=True):
            if situation is not None:
                weight *= self.policy.chance(situation, action)
            elif self.policy.rulebook.has_choice(hand):
                weight *= action == STANDS
        return weight

    def fact_ways(self, facts: Sequence[Fact]) -> tuple[Answers, int]:
        """Weighed ways behind every combination of answers to some facts, and all ways."""
        if self.method == "forms":
            return self._by_forms(facts)
        return self._summed(EveryAnswer(facts))

    def settled_ways(self, wagers: Sequence[Wager]) -> tuple[Answers, int]:
        """Weighed ways behind every combination of lines that pay, one for each wager, and all ways."""
        return self._summed(Settling(wagers))

    def _summed(self, inquiry: Inquiry[Any]) -> tuple[Answers, int]:
        from analyzer.deal.enumerate import state_ways

        summed: Answers = {}
        total_ways = 0
        for visits, weights in self._weighed:
            whole = {visit: int(weight * self.scale) for visit, weight in weights.items()}
            weighing = VisitInquiry(visits, whole.__getitem__, unwanted=[0])
            counted, total_ways = state_ways(self.shoe, visits.forced, Jointly([inquiry, weighing]))
            for (state, weight), ways in counted.items():
                summed[state] = summed.get(state, 0) + weight * ways
        return self._checked(summed, total_ways)

    def _by_forms(self, facts: Sequence[Fact]) -> tuple[Answers, int]:
        from analyzer.deal import forms

        summed: Answers = {}
        total_ways = 0
        for visits, weights in self._weighed:
            levels = sorted(set(weights.values()))
            number_of = {visit: levels.index(weight) for visit, weight in weights.items()}
            level = visits.labelled(number_of.__getitem__)
            counted, total_ways = forms.fact_ways(self.shoe, visits.forced, [*facts, level])
            for (*answers, number), ways in counted.items():
                if weight := int(levels[number] * self.scale):
                    summed[tuple(answers)] = summed.get(tuple(answers), 0) + weight * ways
        return self._checked(summed, total_ways)

    def _checked(self, summed: Answers, total_ways: int) -> tuple[Answers, int]:
        if sum(summed.values()) != total_ways * self.scale:
            raise ArithmeticError("ways were lost or counted twice")
        return summed, total_ways * self.scale

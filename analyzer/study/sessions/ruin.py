"""What becomes of a bankroll when the same stake is made on the same wager, round after round.

Rounds are taken as independent.
`ladder` says what ruin and the target are, `ruin_within` carries the bankroll through a number
of rounds, and `ruin_in_the_end` says how it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from analyzer.errors import NumberError
from analyzer.exact import Between
from analyzer.study.precision.fixed_point import Number, Progress
from analyzer.study.sessions.ladder import Ladder, ladder_of
from analyzer.study.sessions.ruin_in_the_end import ruin_ever, ruin_or_goal
from analyzer.study.sessions.ruin_within import ruin_within
from analyzer.wager.law import Law


class LeftOut(NamedTuple):
    """A question that would take too much work: why, and what would do instead."""

    question: str
    reason: str
    mend: str


WITHIN_ROUNDS = "within the rounds"
IN_THE_END = "in the end"

_Chances = tuple[Number | None, Number | None]
"""Of ruin, and of the target."""


@dataclass(frozen=True)
class Ruin:
    """What becomes of a bankroll.

    Attributes
    ----------
    bankroll : Fraction
        In stakes.
    target : Fraction or None
        At what the bettor stops, in stakes.
    within_rounds : Number or None
        Probability of ruin within the rounds of the session; None where it is left out.
    reached_within_rounds : Number or None
        Probability that the target is reached within them.
    ever : Number or None
        Probability of ruin in the end: before the target, if there is one; None where it is left out.
    reached : Number or None
        Probability that the target is reached in the end.
    left_out : tuple of LeftOut
        The questions that would take too much work.
    """

    bankroll: Fraction
    target: Fraction | None
    within_rounds: Number | None
    reached_within_rounds: Number | None
    ever: Number | None
    reached: Number | None
    left_out: tuple[LeftOut, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether all probabilities are exact."""
        numbers = self.within_rounds, self.reached_within_rounds, self.ever, self.reached
        return not any(isinstance(number, Between) for number in numbers)


def study_ruin(
    law: Law,
    rounds: int,
    bankroll: Fraction,
    target: Fraction | None = None,
    digits: int = 10,
    progress: Progress | None = None,
) -> Ruin:
    """What becomes of a bankroll within some rounds, and in the end.

    Either of the two is left out where it would take too much work.

    Parameters
    ----------
    law : Law
        Of one round, per unit staked.
    rounds : int
    bankroll, target : Fraction
        In stakes.
    digits : int, optional
        Digits after the point to which probabilities are wanted.
    progress : callable, optional
        Called now and then with the number of rounds that are done.

    Raises
    ------
    WagerError
        The bankroll is smaller than a stake, or the target is not above it.

    Examples
    --------
    >>> from analyzer.wager.law import LawLine
    >>> from analyzer.wager.odds import Pay
    >>> lines = LawLine("win", Pay.parse("1 to 1"), 2), LawLine("otherwise", Pay.parse("lose"), 3)
    >>> ruin = study_ruin(Law(lines, total_ways=5), 2, Fraction(1), Fraction(2))
    >>> ruin.ever.text(digits=6), ruin.reached_within_rounds.text(digits=6), ruin.left_out
    ('0.600000', '0.400000', ())
    """
    ladder = ladder_of(law, bankroll, target)
    left_out: list[LeftOut] = []

    def either(question: str, work: Callable[[], _Chances]) -> _Chances:
        try:
            return work()
        except NumberError as error:
            left_out.append(LeftOut(question, error.what, error.mend))
            return None, None

    within = either(WITHIN_ROUNDS, lambda: ruin_within(ladder, rounds, digits, progress))
    ever = either(IN_THE_END, lambda: _in_the_end(ladder, digits))
    return Ruin(bankroll, target, *within, *ever, tuple(left_out))


def _in_the_end(ladder: Ladder, digits: int) -> _Chances:
    return (ruin_ever(ladder, digits), None) if ladder.goal is None else ruin_or_goal(ladder, digits)

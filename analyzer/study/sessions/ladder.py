"""The heights of a bankroll above ruin, for a bettor who always stakes the same on the same wager.

He is ruined as soon as less than a whole stake is left, because the next bet cannot be made.
With a target, he stops as soon as he has at least that much.
No bet loses more than its stake.

The bankroll moves on a lattice.
Its *height* is the number of steps above ruin: it is ruined at height 0 and below, a loss takes `down` steps,
and the largest win adds `up`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from analyzer.errors import WagerError
from analyzer.exact import fraction_text
from analyzer.study.precision.fixed_point import Steps
from analyzer.wager.law import Law


@dataclass(frozen=True)
class Ladder:
    """The heights of a bankroll above ruin.

    Attributes
    ----------
    steps : Steps
        What a round adds, in steps.
    start : int
        Height of the bankroll.
    goal : int or None
        Height of the target.
    """

    steps: Steps
    start: int
    goal: int | None

    @property
    def down(self) -> int:
        """Steps of a loss of the whole stake, or of the largest loss there is."""
        return max(-min(self.steps.ways), 0)

    @property
    def up(self) -> int:
        """Steps of the largest win."""
        return max(max(self.steps.ways), 0)

    @property
    def drift(self) -> int:
        """What a round is expected to add, in steps, times its total ways."""
        return sum(step * ways for step, ways in self.steps.ways.items())

    @property
    def can_be_mirrored(self) -> bool:
        """Whether ruin within some rounds follows from where they end."""
        ways = self.steps.ways
        return (
            self.goal is None
            and (self.down, self.up) == (1, 1)
            and set(ways) <= {-1, 0, 1}
            and ways[1] <= ways[-1]
        )


def ladder_of(law: Law, bankroll: Fraction, target: Fraction | None = None) -> Ladder:
    """The heights of a bankroll, both in stakes, with a wager.

    Raises
    ------
    WagerError
        The bankroll is smaller than a stake, or the target is not above it.

    Examples
    --------
    >>> from analyzer.wager.law import LawLine
    >>> from analyzer.wager.odds import Pay
    >>> lines = LawLine("win", Pay.parse("19 to 20"), 1), LawLine("otherwise", Pay.parse("lose"), 1)
    >>> ladder_of(Law(lines, total_ways=2), Fraction(1), Fraction(2))
    Ladder(steps=Steps(ways={19: 1, -20: 1}, total_ways=2), start=1, goal=21)
    """
    if bankroll < 1:
        raise WagerError(
            f"a bankroll of {fraction_text(bankroll)} stakes is too small to play",
            mend="give at least one stake",
        )
    if target is not None and target <= bankroll:
        raise WagerError(
            f"a target of {fraction_text(target)} stakes is not above the bankroll of"
            f" {fraction_text(bankroll)}",
            mend="give a larger target",
        )
    nets = dict(law.distribution)
    bottom = lcm(*(net.denominator for net in nets))
    unit = Fraction(gcd(*(int(net * bottom) for net in nets)) or 1, bottom)
    common = gcd(*nets.values())
    steps = {int(net / unit): ways // common for net, ways in nets.items()}
    # Ruin is to have lost more than the bankroll less one stake.
    start = (bankroll - 1) // unit + 1
    goal = None if target is None else start - ((bankroll - target) // unit)
    return Ladder(Steps(steps, sum(steps.values())), start, goal)

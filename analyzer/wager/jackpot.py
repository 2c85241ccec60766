"""Wagers with a progressive jackpot: what they are worth as long as its size is open.

The house edge is linear in the jackpot: with J units of the stake in it, the edge is a - b·J exactly.
Where that is zero nobody has an edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.errors import WagerError
from analyzer.exact import fraction_text
from analyzer.wager.law import Law
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class JackpotEdge:
    """The house edge of a wager, linear in its jackpot.

    Attributes
    ----------
    without_jackpot : Fraction
        House edge if the jackpot were empty.
    per_unit : Fraction
        By how much each unit of the stake in the jackpot lowers it.
    """

    without_jackpot: Fraction
    per_unit: Fraction

    @classmethod
    def of(cls, law: Law) -> JackpotEdge:
        """The edge of a law.

        Examples
        --------
        >>> from analyzer.wager.law import LawLine
        >>> from analyzer.wager.odds import Pay
        >>> lines = LawLine("six", Pay.parse("jackpot"), 1), LawLine("otherwise", Pay.parse("lose"), 999)
        >>> edge = JackpotEdge.of(Law(lines, total_ways=1_000))
        >>> edge.at(Fraction(900)), edge.break_even
        (Fraction(99, 1000), Fraction(999, 1))
        """
        fixed = sum(line.pays.fixed * line.ways for line in law.lines)
        shares = sum(line.pays.share * line.ways for line in law.lines)
        return cls(-Fraction(fixed) / law.total_ways, Fraction(shares) / law.total_ways)

    def at(self, jackpot: Fraction) -> Fraction:
        """The house edge with a jackpot of so many units of the stake."""
        return self.without_jackpot - self.per_unit * jackpot

    @property
    def break_even(self) -> Fraction | None:
        """The jackpot, in units of the stake, at which nobody has an edge; None if it cannot be won."""
        return self.without_jackpot / self.per_unit if self.per_unit else None


def wager_at_jackpot(wager: Wager, jackpot: Fraction) -> Wager:
    """A wager once its jackpot has a size, in units of the stake.

    Raises
    ------
    WagerError
        The jackpot is negative.
    """
    check_jackpot(jackpot)
    lines = (replace(line, pays=line.pays.at_jackpot(jackpot)) for line in wager.lines)
    return replace(wager, lines=tuple(lines))


def check_jackpot(jackpot: Fraction) -> None:
    """Refuse a jackpot that is less than nothing.

    Raises
    ------
    WagerError
        It is negative.
    """
    if jackpot < 0:
        raise WagerError(
            f"a jackpot of {fraction_text(jackpot)} cannot be", mend="give it in units of the stake: 5000"
        )


def require_known_pays(wager: Wager) -> None:
    """Refuse a wager whose pays depend on a jackpot, for which there is no edge before the jackpot is known.

    Raises
    ------
    WagerError
        A line pays a share of a jackpot.
    """
    for line in wager.lines:
        if line.pays.share:
            raise WagerError(
                f'what "{line.pays.literal}" pays depends on the jackpot, so there is no edge',
                where=f"{wager.slug or wager.title}, {line.label}",
                mend="give the jackpot a size in units of the stake: --jackpot, or wager_at_jackpot",
            )

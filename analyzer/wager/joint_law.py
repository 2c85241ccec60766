"""Several wagers on one coup: how they win together.

The wagers of a table are settled by the same cards.
What a bettor with Player, Tie and Dragon 7 can expect, and what a house can lose in one coup, follows from
their joint distribution alone.
Everything is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.errors import WagerError
from analyzer.exact import fraction_text
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class Exposure:
    """The most that one coup can cost.

    Attributes
    ----------
    amount : Fraction
        What is paid, in the unit of the stakes.
    lines : tuple of int
        The line of each wager that pays then.
    ways : int
        Ordered six-card sequences behind these lines.
    """

    amount: Fraction
    lines: tuple[int, ...]
    ways: int


@dataclass(frozen=True)
class JointLaw:
    """The exact joint distribution of several wagers on one coup.

    Attributes
    ----------
    wagers : tuple of Wager
    ways : mapping of tuple of int to int
        Ways behind the combinations of lines that pay, one line for each wager; impossible ones are left out.
    total_ways : int
        All ordered six-card sequences.

    Raises
    ------
    WagerError
        The ways do not add up.

    Examples
    --------
    >>> from analyzer.library.catalog import load_wagers
    >>> tie, player = load_wagers("main/tie,main/player")
    >>> joint = JointLaw((tie, player), {(0, 1): 1, (1, 0): 5, (1, 2): 4}, total_ways=10)
    >>> joint.law(0).house_edge, joint.covariance(0, 1), joint.together([1, 10]).expected_net
    (Fraction(1, 10), Fraction(-9, 100), Fraction(9, 110))
    """

    wagers: tuple[Wager, ...]
    ways: Mapping[tuple[int, ...], int]
    total_ways: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "wagers", tuple(self.wagers))
        added = sum(self.ways.values())
        if added != self.total_ways or self.total_ways < 1:
            raise WagerError(f"the ways of the lines add up to {added}, not {self.total_ways}")

    @cached_property
    def nets(self) -> tuple[tuple[Fraction, ...], ...]:
        """Net win of every line of every wager.

        Raises
        ------
        WagerError
            A line pays a share of a jackpot whose size is open.
        """
        return tuple(tuple(line.pays.net for line in wager.lines) for wager in self.wagers)

    def law(self, wager: int) -> Law:
        """The law of one of the wagers, by its place."""
        counts = [0] * len(self.wagers[wager].lines)
        for lines, ways in self.ways.items():
            counts[lines[wager]] += ways
        return Law.of(self.wagers[wager], counts, self.total_ways)

    def covariance(self, wager: int, other: int) -> Fraction:
        """Covariance of the net wins of two wagers per unit staked; of a wager with itself, its variance."""
        one, two = self.nets[wager], self.nets[other]
        product = self._mean(
            one[lines[wager]] * two[lines[other]] * ways for lines, ways in self.ways.items()
        )
        return product - self._expected[wager] * self._expected[other]

    def covariance_matrix(self) -> list[list[Fraction]]:
        """Covariances of all wagers, in their order."""
        every = range(len(self.wagers))
        return [[self.covariance(wager, other) for other in every] for wager in every]

    def together(self, stakes: Sequence[int | Fraction]) -> Law:
        """The law of all wagers made together, per unit of everything staked.

        Parameters
        ----------
        stakes : sequence of int or Fraction
            Amount on each wager; 0 leaves a wager out.

        Raises
        ------
        WagerError
            A stake is negative, all are zero, or there are not as many as wagers.
        """
        amounts = self.checked_stakes(stakes)
        staked = sum(amounts)
        if not staked:
            raise WagerError("nothing is staked", mend="give an amount above 0 on at least one wager")
        ways_of_net: dict[Fraction, int] = {}
        for lines, ways in self.ways.items():
            net = self.net(lines, amounts)
            ways_of_net[net] = ways_of_net.get(net, 0) + ways
        lines_of_law = [
            LawLine(f"net {fraction_text(net)}", Pay(net / staked), ways)
            for net, ways in sorted(ways_of_net.items(), reverse=True)
        ]
        return Law(tuple(lines_of_law), self.total_ways)

    def largest_payout(self, stakes: Sequence[int | Fraction]) -> Exposure:
        """The coup in which the winning bets are paid most, the stakes of the others not set against it."""
        amounts = self.checked_stakes(stakes)
        return self._most({lines: self._won(lines, amounts) for lines in self.ways})

    def largest_loss(self, stakes: Sequence[int | Fraction]) -> Exposure:
        """The coup in which the house loses most, the stakes it keeps set against what it pays."""
        amounts = self.checked_stakes(stakes)
        return self._most({lines: self.net(lines, amounts) for lines in self.ways})

    @cached_property
    def _expected(self) -> list[Fraction]:
        return [
            self._mean(nets[lines[wager]] * ways for lines, ways in self.ways.items())
            for wager, nets in enumerate(self.nets)
        ]

    def _mean(self, weighted: Iterable[Fraction]) -> Fraction:
        return sum(weighted, Fraction(0)) / self.total_ways

    def net(self, lines: tuple[int, ...], stakes: Sequence[Fraction]) -> Fraction:
        """What a bettor wins in all when some lines pay, one of each wager."""
        parts = zip(self.nets, lines, stakes, strict=True)
        return sum((nets[line] * stake for nets, line, stake in parts), Fraction(0))

    def _won(self, lines: tuple[int, ...], stakes: Sequence[Fraction]) -> Fraction:
        parts = zip(self.nets, lines, stakes, strict=True)
        return sum((max(nets[line], Fraction(0)) * stake for nets, line, stake in parts), Fraction(0))

    def _most(self, amounts: Mapping[tuple[int, ...], Fraction]) -> Exposure:
        """The largest amount; of combinations that cost the same, the likeliest, then the first lines."""
        lines = max(amounts, key=lambda lines: (amounts[lines], self.ways[lines], [-line for line in lines]))
        return Exposure(amounts[lines], lines, self.ways[lines])

    def checked_stakes(self, stakes: Sequence[int | Fraction]) -> list[Fraction]:
        """The stakes as fractions.

        Raises
        ------
        WagerError
            One is negative or not exact, or there are not as many as wagers.
        """
        if len(stakes) != len(self.wagers):
            raise WagerError(f"there are {len(stakes)} stakes for {len(self.wagers)} wagers")
        for stake in stakes:
            if isinstance(stake, bool) or not isinstance(stake, int | Fraction):
                raise WagerError(
                    f"{stake!r} is not an exact amount", mend="give a whole number or a Fraction"
                )
            if stake < 0:
                raise WagerError(
                    f"a stake of {fraction_text(stake)} cannot be", mend="give an amount from 0 up"
                )
        return [Fraction(stake) for stake in stakes]

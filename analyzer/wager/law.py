"""Law of a wager: its exact distribution, and everything that follows from it.

Only whole numbers and fractions are computed with.
Standard deviation and skewness are irrational, so their exact squares are kept, and rounded only into a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import index

from analyzer.errors import WagerError
from analyzer.exact import DEFAULT_DIGITS, Exact, square_root_text
from analyzer.wager.odds import Pay
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class LawLine:
    """One pay line with its ways.

    Attributes
    ----------
    label : str
        What the line is called.
    pays : Pay
        Its net win.
    ways : int
        Ordered six-card sequences for which it is the line that pays.
    """

    label: str
    pays: Pay
    ways: int

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "ways", index(self.ways)
        )  # arrays count in 64 bits, which products would overflow


@dataclass(frozen=True)
class Law:
    """The exact distribution of a wager's net win, per unit staked.

    Attributes
    ----------
    lines : tuple of LawLine
        As in the pay table; their ways add up to `total_ways`.
    total_ways : int
        All ordered six-card sequences.

    Raises
    ------
    WagerError
        The ways do not add up, or are negative.

    Examples
    --------
    >>> lines = LawLine("pair", Pay.parse("11 to 1"), 31), LawLine("otherwise", Pay.parse("lose"), 384)
    >>> pair = Law(lines, total_ways=415)
    >>> pair.house_edge, pair.hit_frequency, pair.break_even_pay(0)
    (Fraction(43, 415), Fraction(31, 415), Fraction(384, 31))
    >>> pair.standard_deviation(4)
    '3.1549'
    """

    lines: tuple[LawLine, ...]
    total_ways: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(self.lines))
        for line in self.lines:
            if line.ways < 0:
                raise WagerError(f'the line "{line.label}" has {line.ways} ways')
        added = sum(line.ways for line in self.lines)
        if added != self.total_ways or not self.lines or self.total_ways < 1:
            raise WagerError(f"the ways of the lines add up to {added}, not {self.total_ways}")

    @classmethod
    def of(cls, wager: Wager, ways: Sequence[int], total_ways: int) -> Law:
        """The law of a wager from the ways of each of its lines.

        Examples
        --------
        >>> from analyzer.wager.wager_file import read
        >>> tie = read({"title": "Tie", "otherwise": "lose", "line": [{"when": "tie", "pays": "8 to 1"}]})
        >>> Law.of(tie, [1, 9], 10).house_edge
        Fraction(1, 10)
        """
        lines = zip(wager.lines, ways, strict=True)
        return cls(tuple(LawLine(line.label, line.pays, behind) for line, behind in lines), total_ways)

    @property
    def has_jackpot(self) -> bool:
        """Whether a line pays a share of a jackpot.

        Such a law has no edge, variance or return before the jackpot has a size; `analyzer.wager.jackpot`
        gives it one.
        """
        return any(line.pays.share for line in self.lines)

    @cached_property
    def distribution(self) -> tuple[tuple[Fraction, int], ...]:
        """Net wins with their ways, highest first; equal ones are added up and impossible ones left out."""
        merged: dict[Fraction, int] = {}
        for line in self.lines:
            if line.ways:
                merged[line.pays.net] = merged.get(line.pays.net, 0) + line.ways
        return tuple(sorted(merged.items(), reverse=True))

    @cached_property
    def expected_net(self) -> Exact:
        """Expected net win per unit staked."""
        return Exact(self._moment(1))

    @property
    def house_edge(self) -> Exact:
        """Minus the expected net win."""
        return Exact(-self.expected_net)

    @property
    def rtp(self) -> Exact:
        """Return to player: what is expected back of one unit, the stake included."""
        return Exact(1 + self.expected_net)

    @property
    def hit_frequency(self) -> Exact:
        """Probability of a net win."""
        return Exact(sum(line.ways for line in self.lines if line.pays.is_win), self.total_ways)

    @property
    def push_frequency(self) -> Exact:
        """Probability that the stake comes back and nothing else."""
        return Exact(sum(line.ways for line in self.lines if line.pays.is_push), self.total_ways)

    @property
    def edge_per_resolved_bet(self) -> Exact | None:
        """House edge with pushes left out; None if every bet is a push."""
        resolved = 1 - self.push_frequency
        return Exact(self.house_edge / resolved) if resolved else None

    @cached_property
    def variance(self) -> Exact:
        """Expected square of the deviation from the expected net win."""
        return Exact(self._central_moment(2))

    def standard_deviation(self, digits: int = DEFAULT_DIGITS) -> str:
        """Root of the variance, right to the last digit."""
        return square_root_text(self.variance, digits)

    @property
    def skewness_sign(self) -> int:
        """1 if large deviations are wins, -1 if they are losses, 0 if neither."""
        third = self._central_moment(3)
        return (third > 0) - (third < 0)

    @property
    def skewness_square(self) -> Fraction | None:
        """Exact square of the skewness; None if the net win never varies."""
        if self.variance == 0:
            return None
        return Fraction(self._central_moment(3) ** 2 / self.variance**3)

    def skewness(self, digits: int = DEFAULT_DIGITS) -> str | None:
        """Third central moment over the cube of the standard deviation, right to the last digit.

        It is None if the net win never varies.
        """
        if self.skewness_square is None:
            return None
        text = square_root_text(self.skewness_square, digits)
        return f"-{text}" if self.skewness_sign < 0 and text.strip("0.") else text

    def probability(self, line: int) -> Exact:
        """Probability that a line is the one that pays.

        Parameters
        ----------
        line : int
            Index of the line, as in all methods below.
        """
        return Exact(self.lines[line].ways, self.total_ways)

    def contribution(self, line: int) -> Exact:
        """What a line adds to the expected net win; the contributions of all lines add up to it."""
        return Exact(self.lines[line].pays.net * self.probability(line))

    def fair_to_one(self, line: int) -> Exact | None:
        """Odds to one at which a bet on just this line would have no edge; None if it is impossible."""
        probability = self.probability(line)
        return Exact(1 / probability - 1) if probability else None

    def break_even_pay(self, line: int) -> Exact | None:
        """Net win of a line at which the wager would have no edge, all other lines as they are.

        It is None if the line is impossible, and below -1 if no real pay would do.
        """
        probability = self.probability(line)
        if not probability:
            return None
        return Exact(self.lines[line].pays.net + self.house_edge / probability)

    def _moment(self, order: int) -> Fraction:
        return sum((net**order * ways for net, ways in self.distribution), Fraction(0)) / self.total_ways

    def _central_moment(self, order: int) -> Fraction:
        mean = self.expected_net
        return (
            sum(((net - mean) ** order * ways for net, ways in self.distribution), Fraction(0))
            / self.total_ways
        )

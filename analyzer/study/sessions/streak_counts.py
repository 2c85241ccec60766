"""How many streaks of one side come in many coups: the distribution of their number.

A coup is a *hit*, an *end* or a *pause*, as in `streak_lengths`, and coups are independent.
A streak begins with a hit while none goes on, and goes on until an end.
So two things are enough to know after each coup: whether a streak goes on, and how many have begun.
With a mark x for each that begins, one coup is the matrix

                    then none      then one
    none goes on    end + pause    hit·x
    one goes on     end            hit + pause

and n coups are its n-th power, whose first row adds up to the polynomial of the number of streaks.
For few coups it is multiplied out in whole numbers.
For many it is squared again and again in fixed point, all entries rounded down only: what the first row then
falls short of 1 is the error, as in `analyzer.study.precision.fixed_point`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from analyzer.exact import Between
from analyzer.study.precision.fixed_point import (
    SPARE_DIGITS,
    Masses,
    Number,
    Steps,
    are_few,
    check_size,
    product,
    total,
)
from analyzer.study.sessions.session import SHARES
from analyzer.study.sessions.streak_lengths import Chances

Matrix = tuple[tuple[Masses, Masses], tuple[Masses, Masses]]
"""From no streak and from one that goes on, to either."""


@dataclass(frozen=True)
class StreakCounts:
    """The distribution of the number of streaks.

    Attributes
    ----------
    masses : Masses
        Probabilities of 0, 1, 2, … streaks.
    rounds : int
        Number of coups, pauses among them.
    digits : int
        Digits after the point to which numbers are wanted where they are not exact.

    Examples
    --------
    >>> counts = count_streaks(Chances(1, 1, 0), 3, 10)
    >>> [str(probability) for _, probability in counts.law()], counts.mean, counts.variance
    (['1/8', '3/4', '1/8'], Fraction(1, 1), Fraction(1, 4))
    """

    masses: Masses
    rounds: int
    digits: int

    def law(self) -> list[tuple[int, Number]]:
        """All numbers that can be, the least first; if not exact, those that the digits wanted show."""
        masses = self.masses
        seen = masses.scale // 10**self.digits if masses.lost else 1
        return [
            (number, masses.number(units))
            for number, units in enumerate(masses.units, masses.first)
            if units >= seen
        ]

    def quantiles(self) -> list[tuple[Fraction, tuple[int, int]]]:
        """One-sided quantiles, as in `Masses.quantile`."""
        return [(share, self.masses.quantile(share)) for share in SHARES]

    @property
    def mean(self) -> Number:
        """Expected number of streaks."""
        mean = self._moment(1)
        return mean.low if mean.low == mean.high else mean

    @property
    def variance(self) -> Number:
        """Variance of their number."""
        mean, square = self._moment(1), self._moment(2)
        low, high = square.low - mean.high**2, square.high - mean.low**2
        return low if low == high else Between(max(low, Fraction(0)), high)

    def _moment(self, power: int) -> Between:
        """Mean of a power; what is lost counts as nothing, or as the most streaks that can be."""
        masses = self.masses
        found = sum(number**power * units for number, units in enumerate(masses.units, masses.first))
        low = Fraction(found, masses.scale)
        return Between(low, low + masses.error * ((self.rounds + 1) // 2) ** power)

    @property
    def deviation(self) -> Between:
        """Bounds of the standard deviation."""
        variance = self.variance
        unit = 10 ** (self.digits + SPARE_DIGITS)
        low, high = variance if isinstance(variance, Between) else (variance, variance)
        return Between(
            Fraction(isqrt(int(low * unit**2)), unit), Fraction(isqrt(int(high * unit**2)) + 1, unit)
        )


def count_streaks(chances: Chances, rounds: int, digits: int) -> StreakCounts:
    """The distribution of the number of streaks in some coups.

    Parameters
    ----------
    chances : Chances
    rounds : int
        Number of coups, pauses among them.
    digits : int
        Digits after the point to which numbers are wanted where they are not exact.

    Raises
    ------
    NumberError
        There are too many coups or digits.

    Examples
    --------
    >>> count_streaks(Chances(1, 1, 0), 1_000_000, 10).masses.quantile(Fraction(1, 2))
    (250000, 250000)
    """
    if are_few(rounds, chances.total_ways):
        return StreakCounts(_exactly(chances, rounds), rounds, digits)
    # The mean square may be wrong by the error times the square of the number of coups.
    wanted = digits + SPARE_DIGITS + 2 * len(str(rounds))
    kept_digits = wanted + len(str(rounds * rounds.bit_length()))
    check_size(_hits(chances), rounds, kept_digits)
    while True:
        found = _in_fixed_point(chances, rounds, 10**kept_digits)
        missing = len(str(found.lost)) + wanted - kept_digits
        if missing <= 0:
            return StreakCounts(found, rounds, digits)
        kept_digits += missing


def _hits(chances: Chances) -> Steps:
    """Hits and other coups; their number varies no less than the number of streaks does."""
    other = chances.end + chances.pause
    ways = {step: behind for step, behind in ((1, chances.hit), (0, other)) if behind}
    return Steps(ways, chances.total_ways)


def _exactly(chances: Chances, rounds: int) -> Masses:
    none, one = [1], [0]
    for _ in range(rounds):
        none, one = (
            [
                idle * (chances.end + chances.pause) + going_on * chances.end
                for idle, going_on in zip([*none, 0], [*one, 0], strict=True)
            ],
            [
                before * chances.hit + going_on * (chances.hit + chances.pause)
                for before, going_on in zip([0, *none], [*one, 0], strict=True)
            ],
        )
    units = [idle + going_on for idle, going_on in zip(none, one, strict=True)]
    return Masses(0, units[: (rounds + 1) // 2 + 1], chances.total_ways**rounds)


def _in_fixed_point(chances: Chances, rounds: int, scale: int) -> Masses:
    """The first row of the power: squared, and multiplied once more where the binary digits say so."""

    def entry(mark: int, ways: int) -> Masses:
        return Masses(mark, [ways * scale // chances.total_ways], scale)

    once: Matrix = (
        (entry(0, chances.end + chances.pause), entry(1, chances.hit)),
        (entry(0, chances.end), entry(0, chances.hit + chances.pause)),
    )
    found = once
    for digit in bin(rounds)[3:]:
        found = _squared(found)
        if digit == "1":
            found = _times(found, once)
    return total(*found[0])


def _squared(matrix: Matrix) -> Matrix:
    """Two times as many coups; products off the diagonal have a sum in common."""
    (idle, begun), (ended, going_on) = matrix
    both, there_and_back = total(idle, going_on), product(begun, ended)
    return (
        (total(product(idle, idle), there_and_back), product(begun, both)),
        (product(ended, both), total(there_and_back, product(going_on, going_on))),
    )


def _times(left: Matrix, right: Matrix) -> Matrix:
    (top, bottom) = (
        tuple(total(product(row[0], right[0][place]), product(row[1], right[1][place])) for place in (0, 1))
        for row in left
    )
    return (top[0], top[1]), (bottom[0], bottom[1])

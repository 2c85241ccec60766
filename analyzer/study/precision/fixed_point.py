"""Sums of many independent rounds in fixed point, with everything that rounding loses measured.

A distribution is kept as whole numbers of units, `scale` units being a probability of 1.
Every unit is rounded down, never up, so each kept number is at most the true one.
The true ones add up to `scale`; what the kept ones fall short of that, `lost`, is therefore at least as much
as any number of them together lack:

    kept(A) ≤ scale · P(A) ≤ kept(A) + lost     for every set A of values.

This holds however often it was rounded and whatever fell below one unit at the ends, because it compares the
result with the one number that is known beforehand, the sum of all probabilities.
No bound on tails and no account of single roundings is needed; that the numbers are rounded down is all that
has to be true.
It is true of a product of two such distributions, whose coefficients are sums of products of numbers that are
not too large, worked out exactly and then rounded down once.

How much is lost can be foreseen.
Squaring a distribution doubles what its rounds have lost and loses less than a unit for every value; n rounds
of a law that spans d steps hence lose less than about n·d·log₂(n) units, and the scale is chosen that much
finer than the digits that are wanted.

Coefficients are multiplied all at once: written one after the other, each in a field that is wide enough for
any of the product, they are the digits of one large number (Kronecker's substitution), and `decimal`
multiplies large numbers exactly by a number-theoretic transform.
A field is wide enough because no coefficient of a product exceeds scale².

References
----------
L. Kronecker, Grundzüge einer arithmetischen Theorie der algebraischen Grössen (1882), § 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Inexact
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import isqrt
from typing import NamedTuple

from analyzer.errors import NumberError
from analyzer.exact import Between

Number = Fraction | Between
"""A probability that is exact, or known to lie between two exact ones."""

Progress = Callable[[int], None]
"""Called with the number of rounds that are done."""

MOST_EXACT_ROUNDS = 100
MOST_EXACT_WORK = 2_500_000
"""Additions after which an exact distribution is no longer worked out."""

SPARE_DIGITS = 8
"""Digits beyond those wanted, so that what is lost hardly ever hides one of them."""

MOST_DIGITS_OF_A_FRACTION = 2_000
"""Longer fractions tell nobody anything, and Python does not write whole numbers of any length."""

RARE_WINS = 4
"""Wins that are too rare to show in the variance, but not to be kept."""

MOST_DIGITS_AT_ONCE = 100_000_000
"""Digits of the largest number that is squared; the square and its text take some hundred megabytes."""


class Steps(NamedTuple):
    """What one round can add, in steps of a lattice.

    Attributes
    ----------
    ways : mapping of int to int
        Ways behind each whole number of steps, all above 0.
    total_ways : int
        Their sum.
    """

    ways: Mapping[int, int]
    total_ways: int

    @property
    def span(self) -> int:
        """Steps between the least and the most that a round can add."""
        return max(self.ways) - min(self.ways)

    @property
    def variance(self) -> Fraction:
        """Variance of one round, in steps."""
        mean = Fraction(sum(step * ways for step, ways in self.ways.items()), self.total_ways)
        square = Fraction(sum(step**2 * ways for step, ways in self.ways.items()), self.total_ways)
        return square - mean**2


@dataclass(frozen=True)
class Masses:
    """A distribution on whole numbers, no probability of which is kept too large.

    Attributes
    ----------
    first : int
        The value to which the first number of units belongs; the others follow one by one.
    units : sequence of int
    scale : int
        Units of a probability of 1.

    Examples
    --------
    >>> half = Masses(0, [49, 49], 100)
    >>> half.lost, half.at(0)
    (2, Between(low=Fraction(49, 100), high=Fraction(51, 100)))
    >>> Masses(3, [1, 1], 2).at_most(3), Masses(3, [1, 1], 2).quantile(Fraction(1, 2))
    (Fraction(1, 2), (3, 3))
    """

    first: int
    units: Sequence[int]
    scale: int

    @cached_property
    def lost(self) -> int:
        """Units that all kept numbers fall short of a probability of 1."""
        return self.scale - self._up_to[-1]

    @property
    def error(self) -> Fraction:
        """The most by which any probability worked out from this is too small."""
        return Fraction(self.lost, self.scale)

    @property
    def last(self) -> int:
        """The largest value that is kept."""
        return self.first + len(self.units) - 1

    @cached_property
    def _up_to(self) -> list[int]:
        """Units of all values before each place; the last is the sum of all."""
        return list(accumulate(self.units, initial=0))

    def _place(self, value: int) -> int:
        return min(max(value - self.first, 0), len(self.units))

    def number(self, units: int) -> Number:
        """The probability of a set of values, from the units that are kept of it."""
        if not self.lost:
            return Fraction(units, self.scale)
        return Between(Fraction(units, self.scale), Fraction(units + self.lost, self.scale))

    def within(self, low: int, high: int) -> Number:
        """Probability of a value from `low` to `high`, both included."""
        if high < low:
            return Fraction(0)
        return self.number(self._up_to[self._place(high + 1)] - self._up_to[self._place(low)])

    def at(self, value: int) -> Number:
        """Probability of one value."""
        return self.within(value, value)

    def at_most(self, value: int) -> Number:
        """Probability of a value or a smaller one."""
        return self.number(self._up_to[self._place(value + 1)])

    def at_least(self, value: int) -> Number:
        """Probability of a value or a larger one."""
        return self.number(self._up_to[-1] - self._up_to[self._place(value)])

    def quantile(self, share: Fraction) -> tuple[int, int]:
        """The smallest value that is not exceeded with at least a probability.

        Returns
        -------
        tuple of int
            Values between which it certainly lies; they differ only where what is lost decides.

        Raises
        ------
        NumberError
            The share is not between 0 and 1, or so near to one of them that what is lost hides its quantile.
        """
        if not 0 < share < 1:
            raise NumberError("the share of a quantile lies between 0 and 1", mend="give it as 5% or 0.05")
        wanted = -(-share.numerator * self.scale // share.denominator)
        early, late = self._first_with(wanted - self.lost), self._first_with(wanted)
        if wanted <= self.lost or late is None or early is None:
            raise NumberError(
                "a quantile so far out is not certain with these digits", mend="ask for more with --digits"
            )
        return early, late

    def _first_with(self, units: int) -> int | None:
        """The first value up to which there are so many units; None if there are never."""
        from bisect import bisect_left

        place = bisect_left(self._up_to, units)
        return self.first + place - 1 if place < len(self._up_to) else None


def sum_of_rounds(steps: Steps, rounds: int, digits: int, progress: Progress | None = None) -> Masses:
    """The distribution of what independent rounds add up to.

    Few rounds are added up exactly; of many, every probability is right to the digits wanted, and the error
    is known.

    Parameters
    ----------
    steps : Steps
        What one round adds.
    rounds : int
    digits : int
        Digits after the point to which probabilities are wanted, if they are not exact.
    progress : callable, optional
        Called with the number of rounds that are done.

    Raises
    ------
    NumberError
        There are too many rounds, values or digits.

    Examples
    --------
    >>> coin = Steps({0: 1, 1: 1}, 2)
    >>> sum_of_rounds(coin, 4, 10).units
    [1, 4, 6, 4, 1]
    >>> sum_of_rounds(coin, 1_000_000, 20).at(500_000).text(digits=20)
    '0.00079788436133175009'
    """
    if rounds < 1:
        raise NumberError(f"{rounds} rounds cannot be played", mend="give at least 1")
    work = rounds**2 * max(steps.span, 1) * len(steps.ways) // 2
    if are_few(rounds, steps.total_ways) and work <= MOST_EXACT_WORK:
        return exact_sum(steps, rounds)
    digits += SPARE_DIGITS
    kept_digits = digits + len(str(rounds * max(steps.span, 1) * rounds.bit_length()))
    check_size(steps, rounds, kept_digits)
    while True:
        found = _fixed_sum(steps, rounds, 10**kept_digits, progress)
        missing = len(str(found.lost)) + digits - kept_digits
        if missing <= 0:
            return found
        kept_digits += missing


def are_few(rounds: int, total_ways: int) -> bool:
    """Whether the probabilities of so many rounds are worth writing as fractions."""
    return rounds <= MOST_EXACT_ROUNDS and rounds * len(str(total_ways)) <= MOST_DIGITS_OF_A_FRACTION


def exact_sum(steps: Steps, rounds: int) -> Masses:
    """The same, worked out in whole numbers without any rounding.

    Examples
    --------
    >>> exact_sum(Steps({-1: 1, 2: 1}, 2), 2)
    Masses(first=-2, units=[1, 0, 0, 2, 0, 0, 1], scale=4)
    """
    low = min(steps.ways)
    units = [1]
    for _ in range(rounds):
        units = _times(units, steps)
    return Masses(low * rounds, units, steps.total_ways**rounds)


def _times(units: Sequence[int], steps: Steps) -> list[int]:
    """Units after one more round, not yet divided by its total ways."""
    low = min(steps.ways)
    found = [0] * (len(units) + steps.span)
    for step, ways in steps.ways.items():
        shift = step - low
        for place, kept in enumerate(units, shift):
            if kept:
                found[place] += kept * ways
    return found


def _fixed_sum(steps: Steps, rounds: int, scale: int, progress: Progress | None) -> Masses:
    """Rounds added up by doubling them, and adding one where the binary digits of their number say so."""
    low = min(steps.ways)
    masses = _one_more(Masses(0, [scale], scale), steps, low)
    done = 1
    for digit in bin(rounds)[3:]:
        masses, done = product(masses, masses), 2 * done
        if digit == "1":
            masses, done = _one_more(masses, steps, low), done + 1
        if progress is not None:
            progress(done)
    return masses


def _one_more(masses: Masses, steps: Steps, low: int) -> Masses:
    units = [kept // steps.total_ways for kept in _times(masses.units, steps)]
    return _trimmed(masses.first + low, units, masses.scale)


def product(left: Masses, right: Masses) -> Masses:
    """The distribution of two independent values added, rounded down; either may be a part of one.

    One of them may also be two distributions together: a field has room for so much.

    Examples
    --------
    >>> product(Masses(1, [5, 5], 10), Masses(0, [5, 5], 10))
    Masses(first=1, units=[2, 5, 2], scale=10)
    """
    if not left.units or not right.units:
        return Masses(0, [], left.scale)
    digits = len(str(left.scale)) - 1
    field = 2 * digits + 1
    width = field * (len(left.units) + len(right.units) - 1)
    exactly = Context(prec=width, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    first = exactly.create_decimal(_written(left, field))
    second = first if left is right else exactly.create_decimal(_written(right, field))
    multiplied = str(exactly.multiply(first, second)).zfill(width)
    # The last `digits` figures of a field are below one unit.
    units = [int(multiplied[end - field : end - digits]) for end in range(width, 0, -field)]
    return _trimmed(left.first + right.first, units, left.scale)


def _written(masses: Masses, field: int) -> str:
    """All units as the figures of one number, the last value first."""
    return "".join([str(kept).zfill(field) for kept in reversed(masses.units)])


def total(one: Masses, other: Masses) -> Masses:
    """Two parts of one distribution together.

    Examples
    --------
    >>> total(Masses(0, [1, 2], 10), Masses(1, [3, 4], 10))
    Masses(first=0, units=[1, 5, 4], scale=10)
    """
    if not one.units or not other.units:
        return one if one.units else other
    first = min(one.first, other.first)
    units = [0] * (max(one.last, other.last) - first + 1)
    for part in (one, other):
        for place, kept in enumerate(part.units, part.first - first):
            units[place] += kept
    return Masses(first, units, one.scale)


def _trimmed(first: int, units: list[int], scale: int) -> Masses:
    """Without the values at both ends of which less than one unit is left."""
    start, end = 0, len(units)
    while start < end and not units[start]:
        start += 1
    while end > start and not units[end - 1]:
        end -= 1
    return Masses(first + start, units[start:end], scale)


def check_size(steps: Steps, rounds: int, kept_digits: int) -> None:
    """Refuse sums with more values, or more digits of each, than can be multiplied in a sensible time."""
    # Beyond so many deviations a probability is below one unit: exp(-x²/2) = 10^-digits at x² < 4.7 digits.
    deviations = isqrt(5 * kept_digits) + 2
    usual = 2 * deviations * isqrt(int(rounds * steps.variance) + 1)
    width = min(rounds * steps.span, usual + RARE_WINS * steps.span) + 1
    if width * (2 * kept_digits + 1) > MOST_DIGITS_AT_ONCE:
        raise NumberError(
            f"{rounds} rounds of this wager have about {width:,} results to {kept_digits} digits,"
            " which is too much to add up",
            mend="give fewer rounds or digits",
        )

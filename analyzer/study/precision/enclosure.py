"""Irrational numbers to any number of right digits: every step keeps a lower and an upper bound.

The bounds are decimals.
Sums, products and quotients are rounded down for one bound and up for the other.
Exponentials, logarithms and roots come correctly rounded from the decimal module, so the neighbours of what
it gives are bounds.
A number is written only when both bounds round to the same text; otherwise everything is done again with
twice the digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
)
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import NamedTuple, TypeVar

from analyzer.errors import NumberError
from analyzer.exact import decimal_text

SPARE_DIGITS = 12
MOST_PRECISION = 200_000
PLAIN_FROM = -3
"""Chances below 10 to this power are written with a power of ten."""

SMALLEST_EXPONENT = -10_000
"""Smaller positive numbers are below every limit that anybody asks about."""

Told = TypeVar("Told")

_TRAPS = [InvalidOperation, DivisionByZero, Overflow]


class Bounds(NamedTuple):
    """A number lies between these two, or is one of them."""

    low: Decimal
    high: Decimal


class Arithmetic:
    """Sums, products and functions of bounds, worked out with so many digits.

    Examples
    --------
    >>> work = Arithmetic(6)
    >>> work.exp(work.of(Fraction(-1, 3)))
    Bounds(low=Decimal('0.716530'), high=Decimal('0.716533'))
    """

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self._down, self._up, self._near = (
            Context(digits, rounding, MIN_EMIN, MAX_EMAX, traps=_TRAPS)
            for rounding in (ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_EVEN)
        )

    def of(self, value: int | Fraction) -> Bounds:
        """Bounds of a rational number."""
        top, bottom = Decimal(value.numerator), Decimal(value.denominator)
        return Bounds(self._down.divide(top, bottom), self._up.divide(top, bottom))

    def add(self, one: Bounds, other: Bounds) -> Bounds:
        """A sum."""
        return Bounds(self._down.add(one.low, other.low), self._up.add(one.high, other.high))

    def subtract(self, one: Bounds, other: Bounds) -> Bounds:
        """A difference."""
        return Bounds(self._down.subtract(one.low, other.high), self._up.subtract(one.high, other.low))

    def multiply(self, one: Bounds, other: Bounds) -> Bounds:
        """A product."""
        pairs = [(mine, others) for mine in one for others in other]
        return Bounds(
            min(self._down.multiply(*pair) for pair in pairs), max(self._up.multiply(*pair) for pair in pairs)
        )

    def divide(self, one: Bounds, other: Bounds) -> Bounds:
        """A quotient; what it is divided by lies on one side of 0."""
        pairs = [(mine, others) for mine in one for others in other]
        return Bounds(
            min(self._down.divide(*pair) for pair in pairs), max(self._up.divide(*pair) for pair in pairs)
        )

    def exp(self, power: Bounds) -> Bounds:
        """The exponential."""
        return self._around(self._near.exp, power)

    def ln(self, number: Bounds) -> Bounds:
        """The natural logarithm of a number above 0."""
        return self._around(self._near.ln, number)

    def log10(self, number: Bounds) -> Bounds:
        """The logarithm to base 10 of a number above 0."""
        return self._around(self._near.log10, number)

    def sqrt(self, square: Bounds) -> Bounds:
        """The root of a number that is not negative."""
        return self._around(self._near.sqrt, square)

    def _around(self, function: Callable[[Decimal], Decimal], argument: Bounds) -> Bounds:
        """Bounds of a growing function that is rounded to the nearest."""
        low = function(argument.low)
        high = low if argument.low == argument.high else function(argument.high)
        return Bounds(self._near.next_minus(low), self._near.next_plus(high))

    def pi(self) -> Bounds:
        """The number pi."""
        scale = self.digits + SPARE_DIGITS
        whole, lost = _scaled_pi(scale)
        power = Fraction(10) ** scale
        return Bounds(
            self.of(Fraction(whole - lost) / power).low, self.of(Fraction(whole + lost) / power).high
        )


@lru_cache(maxsize=8)
def _scaled_pi(digits: int) -> tuple[int, int]:
    """Pi times a power of ten after John Machin's formula of 1706, and more than it is wrong by.

    >>> _scaled_pi(20)[0] // 10**15
    314159
    """
    unit = 10**digits
    total = lost = 0
    for factor, base in ((16, 5), (-4, 239)):
        term, odd, sign = unit // base, 1, 1
        while term:
            total += sign * factor * (term // odd)
            lost += abs(factor) * 2
            term //= base * base
            odd, sign = odd + 2, -sign
        lost += abs(factor) * 2
    return total, lost


@dataclass(frozen=True)
class Real:
    """A number that can be written with any number of right digits.

    Attributes
    ----------
    bounds : callable
        From a number of digits to bounds that were worked out with so many.
    is_chance : bool
        Whether it is a chance, which is written with a power of ten when it is small.

    Examples
    --------
    >>> third = Real(lambda digits: Arithmetic(digits).of(Fraction(1, 3)))
    >>> third.text(4), third.is_below(Fraction(333, 1000))
    ('0.3333', False)
    >>> Real(lambda digits: Arithmetic(digits).exp(Arithmetic(digits).of(-40)), is_chance=True).text(3)
    '4.248e-18'
    """

    bounds: Callable[[int], Bounds]
    is_chance: bool = False

    @classmethod
    def of(cls, value: int | Fraction, *, is_chance: bool = False) -> Real:
        """A rational number."""
        return cls(lambda digits: Arithmetic(digits).of(value), is_chance)

    def text(self, digits: int) -> str:
        """The number as a decimal, rounded to so many digits after the point.

        Raises
        ------
        NumberError
            The number lies too near to the middle of two texts to be told.
        """
        return self._settled(digits + SPARE_DIGITS, lambda bound: self._written(bound, digits))

    def is_below(self, limit: Fraction) -> bool:
        """Whether the number is smaller than a rational one that it does not equal."""
        return self._settled(SPARE_DIGITS * 2, lambda bound: _is_below(bound, limit))

    def rounded_up(self) -> int:
        """The smallest whole number that is not below it."""
        return self._settled(SPARE_DIGITS * 2, lambda bound: ceil(Fraction(bound)))

    def _settled(self, precision: int, read: Callable[[Decimal], Told]) -> Told:
        """What both bounds are read as."""
        while precision <= MOST_PRECISION:
            low, high = map(read, self.bounds(precision))
            if low == high:
                return low
            precision *= 2
        raise NumberError("a number lies too near to the edge to be told", mend="ask for other digits")

    def _written(self, bound: Decimal, digits: int) -> str:
        if not self.is_chance or bound == 0 or bound.adjusted() >= PLAIN_FROM:
            return decimal_text(Fraction(bound), digits)
        sign, figures, _ = bound.as_tuple()
        power = bound.adjusted()
        text = decimal_text(Fraction(Decimal((sign, figures, 1 - len(figures)))), digits)
        if text.startswith("10"):
            text, power = decimal_text(1, digits), power + 1
        return f"{text}e{power}"


def _is_below(bound: Decimal, limit: Fraction) -> bool:
    if bound > 0 and bound.adjusted() < SMALLEST_EXPONENT:  # as a fraction it would be long
        return limit > 0
    return Fraction(bound) < limit

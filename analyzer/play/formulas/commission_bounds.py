"""Commissions at which something changes: zeros of polynomials of degree 2 at most, kept exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt

from analyzer.exact import Between
from analyzer.play.solver.bilinear_game import Number

_FINENESS = 10**80
"""Irrational zeros are enclosed to so many parts of 1."""


Line = tuple[int, int]
"""A linear function of the commission: its coefficients of the powers 0 and 1."""


@dataclass(frozen=True)
class Bound:
    """Where a stretch of commissions ends.

    Attributes
    ----------
    polynomial : tuple of int
        Coefficients of the powers 0, 1 and 2 of a polynomial that is zero there, without a common divisor.
    low, high : Fraction
        An interval with this zero; one place if it is rational.
    """

    polynomial: tuple[int, ...]
    low: Fraction
    high: Fraction

    @property
    def value(self) -> Fraction | Between:
        """The zero, or what encloses it if it is irrational."""
        return self.low if self.low == self.high else Between(self.low, self.high)


def linear(loss: Number, win: Number) -> Line:
    """What counts `loss`, and (1 - a) times `win`, as coefficients of the powers 0 and 1 of a."""
    return int(loss + win), -int(win)


def product_of(one: Line, other: Line) -> list[int]:
    """The coefficients of the product of two lines."""
    return [one[0] * other[0], one[0] * other[1] + one[1] * other[0], one[1] * other[1]]


def primitive(coefficients: Sequence[int]) -> tuple[int, ...]:
    """A polynomial with the same zeros, without a common divisor and with a leading coefficient above 0."""
    listed = list(coefficients)
    while listed and not listed[-1]:
        listed.pop()
    divisor = gcd(*listed) or 1
    sign = -1 if listed and listed[-1] < 0 else 1
    return tuple(sign * number // divisor for number in listed)


def zeros(polynomial: tuple[int, ...]) -> Iterator[Bound]:
    """The zeros strictly between 0 and 1."""
    if len(polynomial) == 2:
        zero = Fraction(-polynomial[0], polynomial[1])
        if 0 < zero < 1:
            yield rational(zero)
    if len(polynomial) < 3:
        return
    constant, middle, leading = polynomial
    square = middle * middle - 4 * constant * leading
    if square < 0:
        return
    root = isqrt(square)
    for sign in (-1, 1):
        if root * root == square:
            zero = Fraction(-middle + sign * root, 2 * leading)
            bound = rational(zero)
        else:
            scaled = isqrt(square * _FINENESS**2)
            one, other = (
                Fraction(-middle * _FINENESS + sign * near, 2 * leading * _FINENESS)
                for near in (scaled, scaled + 1)
            )
            bound = Bound(polynomial, min(one, other), max(one, other))
        if bound.low > 0 and bound.high < 1:
            yield bound


def rational(zero: Fraction) -> Bound:
    """The bound at a fraction."""
    return Bound((-zero.numerator, zero.denominator), zero, zero)


def place_between(low: Fraction, high: Fraction) -> Fraction:
    """A number strictly between two, with a small power of 2 below the bar."""
    parts = 1
    while (numerator := low * parts // 1 + 1) >= high * parts:
        parts *= 2
    return Fraction(numerator, parts)

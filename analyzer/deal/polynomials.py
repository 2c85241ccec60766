"""Polynomials in one unknown with exact coefficients, and quotients of two of them.

Arithmetic is done here, on fractions; sympy finds common divisors, factors and real zeros, and writes
formulas.
It is imported when it is first needed, because that takes longer than most answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise, zip_longest
from math import gcd, lcm
from operator import mul
from typing import Any

from analyzer.exact import DEFAULT_DIGITS, decimal_text

UNKNOWN = "d"
"""What the unknown is called in formulas: the number of decks."""


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in one unknown.

    Attributes
    ----------
    coefficients : tuple of Fraction
        Of the powers 0, 1, 2, …; the last is not zero.

    Examples
    --------
    >>> pairs = Polynomial.of(0, -4, 16)
    >>> pairs(8), pairs.degree, pairs.text
    (Fraction(992, 1), 2, '4*d*(4*d - 1)')
    """

    coefficients: tuple[Fraction, ...]

    @classmethod
    def of(cls, *coefficients: int | Fraction) -> Polynomial:
        """The polynomial with these coefficients of the powers 0, 1, 2, …."""
        listed = [Fraction(coefficient) for coefficient in coefficients]
        while listed and not listed[-1]:
            listed.pop()
        return cls(tuple(listed))

    @classmethod
    def falling(cls, slope: int, factors: int) -> Polynomial:
        """The product x(x − 1)(x − 2)… of so many factors, where x is the unknown times a slope.

        Examples
        --------
        >>> Polynomial.falling(4, 2) == Polynomial.of(0, -4, 16)
        True
        """
        product = cls.of(1)
        for used in range(factors):
            product *= cls.of(-used, slope)
        return product

    @classmethod
    def through(cls, points: Mapping[int, int | Fraction]) -> Polynomial:
        """The one polynomial of the least degree through some points.

        Examples
        --------
        >>> Polynomial.through({0: 0, 1: 12, 2: 56, 3: 132}) == Polynomial.of(0, -4, 16)
        True
        """
        shares, denominator = _interpolation(tuple(points))
        sums = (sum(map(mul, points.values(), share)) for share in shares)
        return cls.of(*(Fraction(one, denominator) for one in sums))

    @property
    def degree(self) -> int:
        """The highest power; -1 for the polynomial that is zero everywhere."""
        return len(self.coefficients) - 1

    @property
    def leading(self) -> Fraction:
        """The coefficient of the highest power."""
        return self.coefficients[-1] if self.coefficients else Fraction(0)

    def __call__(self, place: int | Fraction) -> Fraction:
        """The value at a place."""
        value = Fraction(0)
        for coefficient in reversed(self.coefficients):
            value = value * place + coefficient
        return value

    def __add__(self, other: Polynomial) -> Polynomial:
        sums = [Fraction(0)] * max(len(self.coefficients), len(other.coefficients))
        for polynomial in (self, other):
            for power, coefficient in enumerate(polynomial.coefficients):
                sums[power] += coefficient
        return Polynomial.of(*sums)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other.times(-1)

    def __mul__(self, other: Polynomial) -> Polynomial:
        products = [Fraction(0)] * (len(self.coefficients) + len(other.coefficients))
        for power, one in enumerate(self.coefficients):
            for other_power, another in enumerate(other.coefficients):
                products[power + other_power] += one * another
        return Polynomial.of(*products)

    def times(self, number: int | Fraction) -> Polynomial:
        """The polynomial times a number."""
        return Polynomial.of(*(coefficient * number for coefficient in self.coefficients))

    def shifted(self, by: int) -> Polynomial:
        """The polynomial that has at x the value of this one at x + by."""
        found, moved = Polynomial.of(), Polynomial.of(by, 1)
        for coefficient in reversed(self.coefficients):
            found = found * moved + Polynomial.of(coefficient)
        return found

    def settles_at(self, least: int = 1) -> int:
        """A whole number of at least `least` from which on the polynomial is proved to keep its sign.

        The proof is that after shifting by it no coefficient has the other sign, so that all terms pull one
        way; the least whole number with that proof is returned.

        Examples
        --------
        >>> Polynomial.of(6, -5, 1).settles_at()
        3
        """
        place = least
        while any(coefficient * self.leading < 0 for coefficient in self.shifted(place).coefficients):
            place += 1
        return place

    @cached_property
    def _factored(self) -> Any:
        import sympy

        return sympy.factor(_as_sympy(self).as_expr())

    @property
    def text(self) -> str:
        """The polynomial in factors, as programs read it."""
        return str(self._factored)

    @property
    def latex(self) -> str:
        """The polynomial in factors, for LaTeX."""
        import sympy

        return str(sympy.latex(self._factored))


@cache
def _interpolation(places: tuple[int, ...]) -> tuple[list[list[int]], int]:
    """How much each coefficient takes of the value at each place, times a denominator, and that."""
    bases = []
    for place in places:
        # It is 1 at this place and 0 at the others.
        base = Polynomial.of(1)
        for other in places:
            if other != place:
                base *= Polynomial.of(-other, 1).times(Fraction(1, place - other))
        bases.append(base.coefficients)
    denominator = lcm(*(coefficient.denominator for base in bases for coefficient in base))
    powers = zip(*bases, strict=True)
    return [[int(one * denominator) for one in power] for power in powers], denominator


def total(polynomials: Iterable[Polynomial]) -> Polynomial:
    """The sum of some polynomials."""
    listed = (polynomial.coefficients for polynomial in polynomials)
    return Polynomial.of(*(sum(power, Fraction(0)) for power in zip_longest(*listed, fillvalue=Fraction(0))))


@dataclass(frozen=True)
class Approach:
    """How a function comes to its limit: the difference is about `coefficient` over `unknown` to the `order`.

    Attributes
    ----------
    order : int
        A power of at least 1.
    coefficient : Fraction
        It is not zero; if positive, the function comes from above.
    """

    order: int
    coefficient: Fraction


@dataclass(frozen=True)
class Zero:
    """A place where a function is zero.

    Attributes
    ----------
    low, high : Fraction
        An interval with this zero and no other; one place if the zero is rational.
    decimal : str
        The zero, right to the last digit.
    before, after : int or None
        Sign of the function on either side; None before the place where the search began.
    """

    low: Fraction
    high: Fraction
    decimal: str
    before: int | None
    after: int

    @property
    def changes_sign(self) -> bool:
        """Whether the function has one sign before and the other after."""
        return self.before is not None and self.before != self.after


@dataclass(frozen=True)
class RationalFunction:
    """A quotient of two polynomials in lowest terms.

    Attributes
    ----------
    numerator, denominator : Polynomial
        Whole coefficients without a common divisor; the leading one of the denominator is positive.

    Examples
    --------
    >>> edge = RationalFunction.reduced(Polynomial.of(0, 11, 4), Polynomial.of(0, -1, 52))
    >>> edge.text, edge.limit, edge.approach
    ('(4*d + 11)/(52*d - 1)', Fraction(1, 13), Approach(order=1, coefficient=Fraction(36, 169)))
    >>> edge(8)
    Fraction(43, 415)
    """

    numerator: Polynomial
    denominator: Polynomial

    @classmethod
    def reduced(cls, numerator: Polynomial, denominator: Polynomial) -> RationalFunction:
        """The quotient of two polynomials in lowest terms.

        Raises
        ------
        ZeroDivisionError
            The denominator is zero everywhere.
        """
        if not denominator.coefficients:
            raise ZeroDivisionError("the denominator is zero everywhere")
        top, bottom = _as_sympy(numerator), _as_sympy(denominator)
        divisor = top.gcd(bottom)
        return cls._in_whole_numbers(_from_sympy(top.quo(divisor)), _from_sympy(bottom.quo(divisor)))

    @classmethod
    def _in_whole_numbers(cls, numerator: Polynomial, denominator: Polynomial) -> RationalFunction:
        coefficients = (*numerator.coefficients, *denominator.coefficients)
        factor = lcm(*(coefficient.denominator for coefficient in coefficients))
        divisor = gcd(*(int(coefficient * factor) for coefficient in coefficients))
        scale = Fraction(factor, divisor if denominator.leading > 0 else -divisor)
        return cls(numerator.times(scale), denominator.times(scale))

    def __call__(self, place: int | Fraction) -> Fraction | None:
        """The value at a place; None where the denominator is zero."""
        bottom = self.denominator(place)
        return self.numerator(place) / bottom if bottom else None

    @property
    def limit(self) -> Fraction | None:
        """The value that the function comes to as the unknown grows; None if it grows without bound."""
        if self.numerator.degree > self.denominator.degree:
            return None
        if self.numerator.degree < self.denominator.degree:
            return Fraction(0)
        return self.numerator.leading / self.denominator.leading

    @property
    def approach(self) -> Approach | None:
        """How the function comes to its limit; None if it has none or is the same everywhere."""
        if self.limit is None:
            return None
        difference = self.numerator - self.denominator.times(self.limit)
        if not difference.coefficients:
            return None
        order = self.denominator.degree - difference.degree
        return Approach(order, difference.leading / self.denominator.leading)

    @property
    def text(self) -> str:
        """The function as programs read it."""
        if self.denominator == Polynomial.of(1):
            return self.numerator.text
        return f"({self.numerator.text})/({self.denominator.text})"

    @property
    def latex(self) -> str:
        """The function for LaTeX."""
        if self.denominator == Polynomial.of(1):
            return self.numerator.latex
        return rf"\frac{{{self.numerator.latex}}}{{{self.denominator.latex}}}"

    def zeros(self, least: int, digits: int = DEFAULT_DIGITS) -> tuple[Zero, ...]:
        """All real zeros from a place on, in ascending order, found by exact isolation.

        Parameters
        ----------
        least : int
            Where the search begins; the denominator has no zero from there on.
        digits : int, optional
            Digits of their decimals.

        Examples
        --------
        >>> function = RationalFunction.reduced(Polynomial.of(4, -4, -1, 1), Polynomial.of(1))
        >>> [(zero.decimal, zero.before, zero.after) for zero in function.zeros(1, 3)]
        [('1.000', None, -1), ('2.000', -1, 1)]
        >>> function = RationalFunction.reduced(Polynomial.of(-2, 0, 1), Polynomial.of(1))
        >>> [zero.decimal for zero in function.zeros(1)]
        ['1.4142135624']
        """
        if not self.numerator.coefficients:
            return ()
        found = _zeros_from(self.numerator, Fraction(least), digits)
        signs = [self._sign(between) for between in _between(found, Fraction(least))]
        return tuple(
            Zero(
                place.low,
                place.high,
                decimal_text(place.low, digits),
                None if place.low == least else signs[number],
                signs[number + 1],
            )
            for number, place in enumerate(found)
        )

    def _sign(self, place: Fraction) -> int:
        value = self(place)
        assert value is not None, "a place between zeros was asked for where the function has a pole"
        return (value > 0) - (value < 0)


def _zeros_from(polynomial: Polynomial, least: Fraction, digits: int) -> list[_Place]:
    places = [_Place(factor, *interval) for factor, interval in _real_zeros(polynomial)]
    for place in places:
        place.refine_beyond(least, digits)
    places = [place for place in places if place.low >= least]
    while True:
        places.sort(key=lambda place: place.low)
        mixed = [place for pair in pairwise(places) if pair[0].high >= pair[1].low for place in pair]
        if not mixed:
            return places
        for place in mixed:
            place.halve()


class _Place:
    """One real zero of an irreducible polynomial, known by an interval that can be made narrower."""

    def __init__(self, factor: Any, low: Any, high: Any) -> None:
        self._factor = factor
        self.low, self.high = Fraction(low.p, low.q), Fraction(high.p, high.q)

    def refine_beyond(self, least: Fraction, digits: int) -> None:
        """Make the interval so narrow that it lies on one side of a place and rounds to one decimal."""
        width = Fraction(1, 10**digits)
        while self.low < least < self.high or (
            decimal_text(self.low, digits) != decimal_text(self.high, digits) and self.high > least
        ):
            width /= 1000
            self._refine(width)

    def halve(self) -> None:
        """Make the interval half as wide."""
        if self.low < self.high:
            self._refine((self.high - self.low) / 2)

    def _refine(self, width: Fraction) -> None:
        import sympy

        low, high = self._factor.refine_root(_rational(self.low), _rational(self.high), eps=_rational(width))
        low, high = sympy.Rational(low), sympy.Rational(high)
        self.low, self.high = Fraction(low.p, low.q), Fraction(high.p, high.q)


def _real_zeros(polynomial: Polynomial) -> list[tuple[Any, tuple[Any, Any]]]:
    """Every real zero as its irreducible factor and an interval around it, of no width if it is rational."""
    found = []
    for factor, _ in _as_sympy(polynomial).factor_list()[1]:
        if factor.degree() == 1:
            zero = -factor.nth(0) / factor.nth(1)
            found.append((factor, (zero, zero)))
        else:
            found += [(factor, interval) for interval, _ in factor.intervals()]
    return found


def _between(places: list[_Place], least: Fraction) -> list[Fraction]:
    """A place before the first zero, one between each zero and the next, and one beyond the last."""
    lows = [place.low for place in places]
    highs = [place.high for place in places]
    gaps = zip([least, *highs], [*lows, (highs[-1] if highs else least) + 2], strict=True)
    return [(low + high) / 2 for low, high in gaps]


def _as_sympy(polynomial: Polynomial) -> Any:
    import sympy

    descending = [_rational(coefficient) for coefficient in reversed(polynomial.coefficients)]
    return sympy.Poly(descending or [0], sympy.Symbol(UNKNOWN), domain="QQ")


def _from_sympy(polynomial: Any) -> Polynomial:
    return Polynomial.of(*(Fraction(int(c.p), int(c.q)) for c in reversed(polynomial.all_coeffs())))


def _rational(number: Fraction) -> Any:
    import sympy

    return sympy.Rational(number.numerator, number.denominator)

"""Tails of the normal and the chi-square distribution, and normal quantiles, to any number of right digits.

The tail of the normal curve beyond x is its density there times Mills' ratio.
For x near the middle it is found from the series

    1/2 − tail = density · (x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …),

whose terms are positive and whose rest is less than a geometric series.
Further out Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …)))) for Mills' ratio is used, two
neighbouring convergents of which have the ratio between them.

References
----------
Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.2.11 (series), 26.2.14 (continued
fraction), 26.4.4 and 26.4.5 (chi-square tails as finite sums).
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from analyzer.errors import NumberError
from analyzer.study.precision.enclosure import Arithmetic, Bounds, Real

SERIES_UP_TO = 60
"""Largest square of x for which the series is used at any number of digits."""

LEAST_TAIL = Fraction(1, 10**300)
"""Tails from which a quantile can start: no smaller ones exist as floats."""

SIGNIFICANT_BITS = 60


def normal_tail(z_square: Fraction, *, negative: bool = False) -> Real:
    """Chance that a standard normal variable is larger than z.

    Parameters
    ----------
    z_square : Fraction
        The square of z.
    negative : bool, optional
        Whether z is negative.

    Examples
    --------
    >>> normal_tail(Fraction(4)).text(12), normal_tail(Fraction(4), negative=True).text(12)
    ('0.022750131948', '0.977249868052')
    """

    def bounds(digits: int) -> Bounds:
        tail = _tail(z_square, digits)
        return Arithmetic(digits).subtract(Bounds(Decimal(1), Decimal(1)), tail) if negative else tail

    return Real(bounds, is_chance=True)


def two_sided(z_square: Fraction) -> Real:
    """Chance that a standard normal variable is further from 0 than z, on either side.

    Examples
    --------
    >>> two_sided(Fraction("1.959963985") ** 2).text(9)
    '0.050000000'
    """
    return chi_square_tail(z_square, 1)


def chi_square_tail(statistic: Fraction, degrees: int) -> Real:
    """Chance that a chi-square variable is larger.

    Parameters
    ----------
    statistic : Fraction
    degrees : int
        Degrees of freedom, at least 1.

    Examples
    --------
    >>> chi_square_tail(Fraction("5.991464547"), 2).text(9)
    '0.050000000'
    """

    def bounds(digits: int) -> Bounds:
        work = Arithmetic(digits)
        half = work.of(statistic / 2)
        if degrees % 2:
            doubled = _tail(statistic, digits)
            total = work.add(doubled, doubled)
            # The first term is sqrt(2·statistic/pi); each next one has statistic/(2j + 1) times as much.
            term = work.sqrt(work.divide(work.of(2 * statistic), work.pi()))
            steps = [work.of(statistic / (2 * j + 1)) for j in range(1, (degrees + 1) // 2)]
        else:
            total = work.of(0)
            term = work.of(1)
            steps = [work.of(statistic / (2 * j)) for j in range(1, degrees // 2 + 1)]
        added = work.of(0)
        for step in steps:
            added = work.add(added, term)
            term = work.multiply(term, step)
        return work.add(total, work.multiply(added, work.exp(work.subtract(work.of(0), half))))

    return Real(bounds, is_chance=True)


def normal_quantile(probability: Fraction) -> Real:
    """The number below which a standard normal variable lies with a probability.

    Raises
    ------
    NumberError
        The probability does not lie between 0 and 1, or too near to one of them.

    Examples
    --------
    >>> normal_quantile(Fraction(975, 1000)).text(20), normal_quantile(Fraction(1, 5)).text(10)
    ('1.95996398454005423552', '-0.8416212336')
    """
    tail = min(probability, 1 - probability)
    if tail < LEAST_TAIL:
        raise NumberError("a probability lies between 0 and 1")
    if tail == Fraction(1, 2):
        return Real.of(0)
    sign = 1 if probability > tail else -1

    def bounds(digits: int) -> Bounds:
        middle = _near_quantile(tail, digits)
        step = Fraction(1, 10**digits)
        while not _is_between(tail, middle - step, middle + step, digits):
            step *= 10
        low, high = sorted((sign * (middle - step), sign * (middle + step)))
        work = Arithmetic(digits + 2)
        return Bounds(work.of(low).low, work.of(high).high)

    return Real(bounds)


def _near_quantile(tail: Fraction, digits: int) -> Fraction:
    """About where the tail is so large; nothing rests on how near."""
    low, high = 0.0, 40.0
    for _ in range(SIGNIFICANT_BITS):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erfc(middle / math.sqrt(2)) / 2 > tail else (low, middle)
    found = Fraction(low)
    right = SIGNIFICANT_BITS // 5
    while right < digits:
        right *= 2
        work = Arithmetic(2 * right)
        density = _density(found**2, work)
        wrong = work.subtract(_tail(found**2, 2 * right), work.of(tail))
        found += Fraction(work.divide(wrong, density).low)
        found = Fraction(round(found * 10 ** (right + digits)), 10 ** (right + digits))
    return found


def _is_between(tail: Fraction, low: Fraction, high: Fraction, digits: int) -> bool:
    """Whether the point with a tail is proven to lie between two others."""
    larger, smaller = _tail(max(low, Fraction(0)) ** 2, 2 * digits), _tail(high**2, 2 * digits)
    return Fraction(larger.low) > tail > Fraction(smaller.high)


def _density(square: Fraction, work: Arithmetic) -> Bounds:
    """The normal density at the root of a square."""
    power = work.exp(work.of(-square / 2))
    return work.divide(power, work.sqrt(work.multiply(work.of(2), work.pi())))


def _tail(square: Fraction, digits: int) -> Bounds:
    if square > SERIES_UP_TO + digits:
        return _tail_far_out(square, digits)
    # The tail is about exp(-square/2), and so many digits are lost where it is taken from 1/2.
    work = Arithmetic(digits + int(square) // 4 + 10)
    root = work.sqrt(work.of(square)) if square else work.of(0)
    factor = work.of(square)
    term, total, odd = root, root, 1
    while odd < square + 2 or term.high > total.high * Decimal(10) ** -work.digits:
        odd += 2
        term = work.divide(work.multiply(term, factor), work.of(odd))
        total = work.add(total, term)
    # What is left out is less than a geometric series with the ratio square/(odd + 2).
    rest = work.divide(work.multiply(term, factor), work.of(odd + 2 - square))
    total = Bounds(total.low, work.add(total, rest).high)
    below = work.multiply(_density(square, work), total)
    return _not_negative(work.subtract(work.of(Fraction(1, 2)), below))


def _tail_far_out(square: Fraction, digits: int) -> Bounds:
    work = Arithmetic(digits + 10)
    root = work.sqrt(work.of(square))
    depth = 8
    while True:
        one, other = (_convergent(root, number, work) for number in (depth, depth + 1))
        ratio = Bounds(min(one.low, other.low), max(one.high, other.high))
        if ratio.high - ratio.low <= ratio.high * Decimal(10) ** -digits:
            return work.multiply(_density(square, work), ratio)
        depth *= 2


def _convergent(root: Bounds, depth: int, work: Arithmetic) -> Bounds:
    value = root
    for number in range(depth, 0, -1):
        value = work.add(root, work.divide(work.of(number), value))
    return work.divide(work.of(1), value)


def _not_negative(bounds: Bounds) -> Bounds:
    return Bounds(max(bounds.low, Decimal(0)), bounds.high)

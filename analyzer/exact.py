"""The one gate for numbers: text in, exact fractions inside, rounded text out.

Nothing in the project computes with binary floats between the shoe and the edge.
So numbers enter here as text, whole numbers or fractions, and leave here as text.
Decimals are rounded once, half to even, from the exact value.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import NamedTuple

from analyzer.errors import NumberError, did_you_mean

DEFAULT_DIGITS = 10
MOST_DIGITS = 10_000
LONGEST_NUMBER = 1_000
STYLES = ("fraction", "decimal", "percent", "odds", "one-in")

_FORMAT = re.compile(
    r"(?P<place>(?:.?[<>^])?(?:[1-9]\d*?)?)(?:\.(?P<digits>\d+)(?P<style>%|f|odds|in)|(?P<plain>%|f|frac|odds|1in))",
    re.DOTALL,
)
_FORMATS = {
    "%": "percent",
    "f": "decimal",
    "frac": "fraction",
    "odds": "odds",
    "in": "one-in",
    "1in": "one-in",
}
_FORMAT_DIGITS = {"%": 6, "f": 6, "frac": 0, "odds": 2, "1in": 2}

_NUMBER = re.compile(r"\s*([+-]?)\s*(?:(\d+)\s*/\s*(\d+)|(\d+)(?:\.(\d*))?|\.(\d+))\s*(%?)\s*", re.ASCII)


def exact(number: str | int | Fraction) -> Fraction:
    """The exact value of a number.

    Parameters
    ----------
    number : str, int or Fraction
        `19/20`, `0.95`, `5%`, `-3`, a whole number or a fraction.

    Returns
    -------
    Fraction

    Raises
    ------
    NumberError
        The text is no number, its denominator is zero, or a binary float was given.

    Examples
    --------
    >>> exact("0.95"), exact("5%"), exact("19/20")
    (Fraction(19, 20), Fraction(1, 20), Fraction(19, 20))
    """
    if isinstance(number, bool) or not isinstance(number, str | int | Fraction):
        raise NumberError(
            f"{number!r} is not an exact number",
            mend='write it as text or a fraction: "0.95", Fraction(19, 20)',
        )
    if not isinstance(number, str):
        return Fraction(number)
    match = _NUMBER.fullmatch(number) if len(number) <= LONGEST_NUMBER else None
    if match is None:
        raise NumberError(f'"{_shortened(number)}" is not a number', mend="write it as 19/20, 0.95 or 5%")
    sign, top, bottom, whole, decimals, only_decimals, percent = match.groups()
    if bottom is not None and int(bottom) == 0:
        raise NumberError(f'"{_shortened(number)}" divides by zero', mend="write a denominator that is not 0")
    if top is not None:
        value = Fraction(int(top), int(bottom))
    else:
        digits = decimals or only_decimals or ""
        value = Fraction(int((whole or "0") + digits), 10 ** len(digits))
    if percent:
        value /= 100
    return -value if sign == "-" else value


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def fraction_text(value: int | Fraction) -> str:
    """A value as `numerator/denominator`, or as a whole number.

    Examples
    --------
    >>> fraction_text(Fraction(43, 415)), fraction_text(Fraction(3))
    ('43/415', '3')
    """
    top, bottom = value.numerator, value.denominator
    return _whole_text(top) if bottom == 1 else f"{_whole_text(top)}/{_whole_text(bottom)}"


def _whole_text(number: int) -> str:
    # Python refuses to write an int of more than 4,300 digits; a Decimal of the same value has no such limit.
    return str(Decimal(number))


def rounded(value: int | Fraction, digits: int) -> int:
    """A value times ten to the number of digits, rounded half to even.

    Raises
    ------
    NumberError
        The number of digits is not a whole number from 0 to 10,000.

    Examples
    --------
    >>> rounded(Fraction(1, 8), 2), rounded(Fraction(3, 8), 2)
    (12, 38)
    """
    return round(Fraction(value) * _power_of_ten(digits))


def _power_of_ten(digits: int) -> int:
    if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MOST_DIGITS:
        raise NumberError(
            "that is not a number of digits", mend=f"give a whole number from 0 to {MOST_DIGITS:,}"
        )
    return int(10**digits)


def decimal_text(value: int | Fraction, digits: int = DEFAULT_DIGITS) -> str:
    """A value as a decimal, rounded half to even.

    Examples
    --------
    >>> decimal_text(Fraction(43, 415), 6)
    '0.103614'
    >>> decimal_text(Fraction(-1, 1000), 2)
    '0.00'
    """
    return _with_point(rounded(value, digits), digits)


def percent_text(value: int | Fraction, digits: int = DEFAULT_DIGITS) -> str:
    """A value as a percentage, rounded half to even.

    Examples
    --------
    >>> percent_text(Fraction(43, 415), 4)
    '10.3614%'
    """
    return decimal_text(Fraction(value) * 100, digits) + "%"


def square_root_text(square: int | Fraction, digits: int = DEFAULT_DIGITS) -> str:
    """The root of an exact square, right to the last digit, rounded half to even.

    Raises
    ------
    NumberError
        The square is negative, or the number of digits is not a whole number from 0 to 10,000.

    Examples
    --------
    >>> square_root_text(2, 20), square_root_text(Fraction(1, 4), 3)
    ('1.41421356237309504880', '0.500')
    """
    if square < 0:
        raise NumberError(
            f"{fraction_text(square)} has no square root", mend="give a square that is not negative"
        )
    scaled = Fraction(square) * _power_of_ten(digits) ** 2
    root = isqrt(scaled.numerator // scaled.denominator)
    half = (root + Fraction(1, 2)) ** 2
    if scaled > half or (scaled == half and root % 2):
        root += 1
    return _with_point(root, digits)


def root_sum_text(
    rational: int | Fraction, square: int | Fraction, *, negative: bool = False, digits: int = DEFAULT_DIGITS
) -> str:
    """A rational number plus or minus the root of an exact square, right to the last digit.

    Raises
    ------
    NumberError
        The square is negative, or the number of digits is not a whole number from 0 to 10,000.

    Examples
    --------
    >>> root_sum_text(1, 2, digits=6), root_sum_text(1, 2, negative=True, digits=6)
    ('2.414214', '-0.414214')
    """
    if square < 0:
        raise NumberError(
            f"{fraction_text(square)} has no square root", mend="give a square that is not negative"
        )
    power = _power_of_ten(digits)
    rest, scaled = Fraction(rational) * power, Fraction(square) * power**2

    def side_of(bound: Fraction) -> int:
        """-1, 0 or 1 as the scaled sum is below, at or above a bound."""
        missing = bound - rest  # what the root, with its sign, has to make up for
        signed = missing * abs(missing)
        root = -scaled if negative else scaled
        return (root > signed) - (root < signed)

    root = isqrt(scaled.numerator // scaled.denominator)
    whole = rest.numerator // rest.denominator + (-root if negative else root) - 2
    half = Fraction(1, 2)
    while side_of(whole + half) > 0 or (side_of(whole + half) == 0 and whole % 2):
        whole += 1
    return _with_point(whole, digits)


def _with_point(scaled: int, digits: int) -> str:
    sign = "-" if scaled < 0 else ""
    figures = _whole_text(abs(scaled)).rjust(digits + 1, "0")
    return f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else f"{sign}{figures}"


def odds_text(probability: Fraction, digits: int = DEFAULT_DIGITS) -> str:
    """Fair odds against an event, to one.

    Examples
    --------
    >>> odds_text(Fraction(1, 13), 2), odds_text(Fraction(0), 2)
    ('12.00 to 1', 'never')
    """
    if probability == 0:
        return "never"
    return f"{decimal_text(1 / probability - 1, digits)} to 1"


def one_in_text(probability: Fraction, digits: int = DEFAULT_DIGITS) -> str:
    """A probability as one in so many.

    Examples
    --------
    >>> one_in_text(Fraction(7, 415), 3), one_in_text(Fraction(0), 3)
    ('1 in 59.286', 'never')
    """
    if probability == 0:
        return "never"
    return f"1 in {decimal_text(1 / probability, digits)}"


def number_text(value: int | Fraction, style: str = "decimal", digits: int = DEFAULT_DIGITS) -> str:
    """A value in one of the styles fraction, decimal, percent, odds and one-in.

    Odds and one-in only make sense for probabilities; a value outside [0, 1] is given as a decimal there.

    Raises
    ------
    NumberError
        There is no such style.

    Examples
    --------
    >>> number_text(Fraction(1, 8), "percent", 1), number_text(Fraction(1, 8), "one-in", 0)
    ('12.5%', '1 in 8')
    """
    if style not in STYLES:
        raise NumberError(
            f'there is no style "{style}"', mend=did_you_mean(style, STYLES) or ", ".join(STYLES)
        )
    if style == "fraction":
        return fraction_text(value)
    if style == "percent":
        return percent_text(value, digits)
    if style in ("odds", "one-in") and 0 <= value <= 1:
        return (odds_text if style == "odds" else one_in_text)(Fraction(value), digits)
    return decimal_text(value, digits)


class Between(NamedTuple):
    """A number that is known to lie between two exact ones, both of them possible.

    Its texts show only digits that are certain: those that both ends have after rounding.

    Attributes
    ----------
    low, high : Fraction

    Examples
    --------
    >>> third = Between(Fraction("0.33333"), Fraction("0.33334"))
    >>> third.text("decimal", 3), third.text("percent", 6), third.text("fraction", 4)
    ('0.333', '33.33%', '0.3333')
    >>> Between(Fraction("0.25"), Fraction("0.75")).text("decimal", 1)
    '0.2 to 0.8'
    """

    low: Fraction
    high: Fraction

    def text(self, style: str = "decimal", digits: int = DEFAULT_DIGITS) -> str:
        """The number in a style, with as many digits as are certain, at most those asked for.

        Odds, one-in and fractions cannot leave digits out, and are given as decimals where they are not
        certain.
        """
        if style not in ("decimal", "percent"):
            texts = {number_text(end, style, digits) for end in self}
            if len(texts) == 1:
                return texts.pop()
            style = "decimal"
        for fewer in range(digits, -1, -1):
            texts = {number_text(end, style, fewer) for end in self}
            if len(texts) == 1:
                return texts.pop()
        power = _power_of_ten(digits) * (100 if style == "percent" else 1)
        low, high = floor(self.low * power), ceil(self.high * power)
        return " to ".join(number_text(Fraction(end, power), style, digits) for end in (low, high))


class Exact(Fraction):
    """A fraction that can be formatted in the styles of this project; in all else it is the fraction.

    It equals and hashes like the fraction, and is shown as one; arithmetic gives plain fractions again.
    Formats are `%`, `f` (a decimal), `frac`, `odds` and `1in`; with digits `.4%`, `.4f`, `.4odds` and `.4in`.
    Every text is rounded once from the exact value, half to even, at any number of digits.
    What stands before them places the text in a field, as for any text; other formats are those of Fraction.

    Examples
    --------
    >>> pair = Exact(31, 415)
    >>> f"{pair:.4%}", f"{pair:.20f}", f"{pair:frac}", f"{pair:1in}", f"{pair:odds}"
    ('7.4699%', '0.07469879518072289157', '31/415', '1 in 13.39', '12.39 to 1')
    >>> pair == Fraction(31, 415), pair, f"{pair:>9.2%}", f"{pair:.0in}"
    (True, Fraction(31, 415), '    7.47%', '1 in 13')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"

    def __format__(self, spec: str) -> str:
        match = _FORMAT.fullmatch(spec)
        if match is None:
            return str(self) if not spec else super().__format__(spec)
        style = match["style"] or match["plain"]
        digits = _FORMAT_DIGITS[style] if match["digits"] is None else int(match["digits"])
        return format(number_text(self, _FORMATS[style], digits), match["place"])

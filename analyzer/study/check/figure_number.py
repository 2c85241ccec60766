"""The number of a published figure: what it looks like in print, and whether an exact value gives it.

Print has many hands: `1.06%`, `0.0106`, `43/415`, `1 in 13.39`, `9.51 to 1`, `2,292,252,566,437,888`,
`4.998e15`, `1.0579e-02`.
A number is kept with its form and its digits, so that an exact value can be brought to the very same ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from analyzer.exact import decimal_text, fraction_text, root_sum_text, square_root_text

PERCENT, DECIMAL, FRACTION, ONE_IN, ODDS_TO, ODDS_FOR = FORMS = (
    "percent",
    "decimal",
    "fraction",
    "one-in",
    "odds-to-one",
    "odds-for-one",
)
ROUNDED, CUT_OFF, ROUNDED_UP = ("rounded", "cut off", "rounded up")

SPREADSHEET_DIGITS = 15
"""Significant digits that a spreadsheet keeps; the others of a long whole number it prints as 0."""

LEAST_DIGITS_OF_A_DOUBLE = 16
"""Significant digits from which on a number in print is a binary float of 53 bits, printed in full."""

LONGEST_NUMBER = 200
DIGITS_MORE = 2

_GROUPED = r"\d{1,3}(?:[,_'’\u202f]\d{3})+(?:\.\d+)?"
_PLAIN = rf"(?:[+-]\s?)?(?:{_GROUPED}|\d+,(?!\d{{3}}\b)\d+|\d+(?:\.\d+)?|\.\d+)"
_PERCENT_SIGN = r"(?:%|percent\b|per cent\b|pct\b)"
_NUMBER = re.compile(
    rf"""(?<![\w.,])(?:
      (?:1|one)\s+in\s+(?P<one_in>{_PLAIN})
    | (?P<odds>{_PLAIN})\s*(?:(?P<to>to|:)|for)\s*(?P<stake>one\b|{_PLAIN})
    | (?P<top>{_PLAIN})\s*/\s*(?P<bottom>{_PLAIN})
    | (?P<percent>{_PLAIN})\s*{_PERCENT_SIGN}
    | (?P<mantissa>{_PLAIN})\s*(?:e|[x×*]\s*10\s*\^?\s*)(?P<power>[+-]?0?\d{{1,2}})(?!\s*{_PERCENT_SIGN})
    | (?P<plain>{_PLAIN})
    )(?!\w)(?![.,]\d)""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Measure:
    """A value known exactly, by itself or, as a standard deviation is, by its exact square.

    Attributes
    ----------
    value : Fraction
        The value, or its square.
    is_root : bool
        Whether it is the square.
    negative : bool
        Whether the negative root is meant.
    """

    value: Fraction
    is_root: bool = False
    negative: bool = False

    def times(self, factor: Fraction) -> Measure:
        """The value times a factor."""
        if not self.is_root:
            return Measure(self.value * factor)
        return Measure(self.value * factor**2, True, self.negative != (factor < 0))

    @property
    def is_below_zero(self) -> bool:
        """Whether it is negative."""
        return self.negative if self.is_root else self.value < 0

    def whole_sizes(self, digits: int) -> dict[str, set[int]]:
        """Its size in units of the last digit, by rounding.

        A half may be rounded up or to even: print does both.

        Examples
        --------
        >>> Measure(Fraction(125, 1000)).whole_sizes(2)
        {'rounded': {12, 13}, 'cut off': {12}, 'rounded up': {13}}
        """
        scaled = self.times(Fraction(10**digits))
        below = isqrt(scaled.value.__floor__()) if self.is_root else abs(scaled.value).__floor__()
        above = below + (scaled._side_of(Fraction(below)) != 0)
        half = scaled._side_of(below + Fraction(1, 2))
        near = {-1: {below}, 0: {below, below + 1}, 1: {below + 1}}[half]
        return {ROUNDED: near, CUT_OFF: {below}, ROUNDED_UP: {above}}

    def _side_of(self, bound: Fraction) -> int:
        """-1, 0 or 1 as its size is below, at or above a bound."""
        size, limit = (self.value, bound**2) if self.is_root else (abs(self.value), bound)
        return (size > limit) - (size < limit)

    def text(self, digits: int) -> str:
        """As a decimal, rounded half to even."""
        if not self.is_root:
            return decimal_text(self.value, digits)
        text = square_root_text(self.value, digits)
        return f"-{text}" if self.negative and text.strip("0.") else text


@dataclass(frozen=True)
class Printed:
    """A number as it stands in print.

    Attributes
    ----------
    literal : str
        Its text.
    form : {"percent", "decimal", "fraction", "one-in", "odds-to-one", "odds-for-one"}
    amount : Fraction
        The number that is shown: 1.06 of `1.06%`, 13.39 of `1 in 13.39`.
    digits : int
        Its decimals.
    power : int
        Of ten, by which it is to be multiplied.
    """

    literal: str
    form: str
    amount: Fraction
    digits: int = 0
    power: int = 0

    @property
    def significant_digits(self) -> int:
        """Digits that it shows, without zeros in front."""
        return len(str(abs(int(self.amount * 10**self.digits))))

    @property
    def value(self) -> Fraction | None:
        """What it stands for; None where that would divide by zero."""
        shown = self.amount * Fraction(10) ** self.power
        if self.form == PERCENT:
            return shown / 100
        if self.form in (ONE_IN, ODDS_FOR):
            return 1 / shown if shown else None
        if self.form == ODDS_TO:
            return 1 / (shown + 1) if shown != -1 else None
        return shown

    def shown(self, measure: Measure) -> Measure | None:
        """The number that stands for a value in this form; None if there is none."""
        if self.form == PERCENT:
            return measure.times(Fraction(100))
        if self.form in (DECIMAL, FRACTION):
            return measure.times(Fraction(10) ** -self.power)
        if measure.is_root or measure.value == 0:
            return None
        return Measure(1 / measure.value - (1 if self.form == ODDS_TO else 0))

    def rounding_of(self, measure: Measure) -> str | None:
        """How the value becomes the number in print: rounded, cut off or rounded up; None if it does not.

        A whole number rounded to the 15 digits of a spreadsheet, and a number that is the nearest binary
        float, are rounded.

        Examples
        --------
        >>> read_printed("1.06%").rounding_of(Measure(Fraction(114753351728, 10847218479825)))
        'rounded'
        >>> read_printed("1.05%").rounding_of(Measure(Fraction(114753351728, 10847218479825)))
        'cut off'
        """
        shown = self.shown(measure)
        if shown is None:
            return None
        if self.form == FRACTION:
            return ROUNDED if not shown.is_root and shown.value == self.amount else None
        printed = int(self.amount * 10**self.digits)
        sizes = shown.whole_sizes(self.digits)
        if printed and (printed < 0) != shown.is_below_zero:
            return None
        if abs(printed) in sizes[ROUNDED] or self._is_of_a_program(shown):
            return ROUNDED
        return next((rounding for rounding in (CUT_OFF, ROUNDED_UP) if abs(printed) in sizes[rounding]), None)

    def _is_of_a_program(self, shown: Measure) -> bool:
        """Whether a spreadsheet or a program that computes in binary floats would print the number."""
        significant = self.significant_digits
        if shown.is_root or self.power or significant < LEAST_DIGITS_OF_A_DOUBLE:
            return False
        if self.digits == 0:
            unit = Fraction(10 ** (significant - SPREADSHEET_DIGITS))
            return abs(self.amount) / unit in Measure(shown.value / unit).whole_sizes(0)[ROUNDED]
        # Both conversions are rounded correctly, to the nearest float: that is what Python promises.
        return float(shown.value) == float(self.amount)

    def text_of(self, measure: Measure) -> str:
        """A value in the same form and with the same digits, rounded half to even.

        Examples
        --------
        >>> read_printed("1.1%").text_of(Measure(Fraction(1, 8))), read_printed("1 in 9.9").text_of(
        ...     Measure(Fraction(1, 8)))
        ('12.5%', '1 in 8.0')
        """
        shown = self.shown(measure)
        if shown is None:
            return "never" if not measure.is_root else measure.text(self.digits)
        if self.form == FRACTION:
            return shown.text(10) if shown.is_root else fraction_text(shown.value)
        text = shown.text(self.digits)
        if self.form == DECIMAL and not self.power:
            return _grouped(text) if "," in self.literal else text
        frame = {PERCENT: "{}%", ONE_IN: "1 in {}", ODDS_TO: "{} to 1", ODDS_FOR: "{} for 1"}
        return frame.get(self.form, f"{{}}e{self.power}").format(text)

    def off_by(self, measure: Measure) -> str:
        """By how much the number in print is too large, in its own form and with two digits more.

        Examples
        --------
        >>> read_printed("12.6%").off_by(Measure(Fraction(1, 8)))
        '+0.100%'
        """
        shown = self.shown(measure)
        if shown is None:
            return ""
        if self.form == FRACTION and not shown.is_root:
            difference = self.amount - shown.value
            return f"{'+' if difference > 0 else ''}{fraction_text(difference)}"
        digits = self.digits + DIGITS_MORE
        if shown.is_root:
            text = root_sum_text(self.amount, shown.value, negative=not shown.negative, digits=digits)
        else:
            difference = self.amount - shown.value
            text = decimal_text(difference, 0 if difference.denominator == 1 else digits)
        sign = "" if text.startswith("-") else "+"
        return f"{sign}{text}{'%' if self.form == PERCENT else ''}"

    def in_form(self, form: str) -> Printed:
        """The same digits, taken as another form."""
        return replace(self, form=form)


def _grouped(text: str) -> str:
    whole, point, decimals = text.partition(".")
    return f"{int(whole):,}{point}{decimals}"


def read_printed(text: str) -> Printed | None:
    """The number that a text is; None if it is none.

    Examples
    --------
    >>> read_printed("2,292,252").amount, read_printed("0,0106").amount, read_printed("edge")
    (Fraction(2292252, 1), Fraction(53, 5000), None)
    """
    match = _NUMBER.fullmatch(plain_text(text).strip()) if len(text) <= LONGEST_NUMBER else None
    return None if match is None else _printed(match, text.strip())


def find_printed(text: str) -> Iterator[tuple[int, int, Printed]]:
    """Every number in a text, with the places where it begins and ends."""
    for match in _NUMBER.finditer(text):
        number = _printed(match, match[0].strip())
        if number is not None:
            yield match.start(), match.end(), number


def plain_text(text: str) -> str:
    """A text in small letters, with one kind of minus sign."""
    return text.translate({ord(sign): "-" for sign in "−–—‐‑"}).casefold()


def _printed(match: re.Match[str], literal: str) -> Printed | None:
    part = match.groupdict()
    if part["one_in"]:
        return _of(literal, ONE_IN, part["one_in"])
    if part["percent"]:
        return _of(literal, PERCENT, part["percent"])
    if part["mantissa"]:
        number = _of(literal, DECIMAL, part["mantissa"])
        return replace(number, power=int(part["power"]))
    if part["odds"]:
        number = _of(literal, ODDS_TO if part["to"] else ODDS_FOR, part["odds"])
        stake = Fraction(1) if part["stake"] == "one" else _of("", DECIMAL, part["stake"]).amount
        handed_back = number.amount + (stake if part["to"] else 0)
        if stake <= 0 or handed_back <= 0:
            return None
        return number if stake == 1 else Printed(literal, FRACTION, stake / handed_back)
    if part["bottom"]:
        top, bottom = (_of("", DECIMAL, part[name]) for name in ("top", "bottom"))
        if bottom.amount <= 0:
            return None
        if bottom.digits and top.amount == 1:
            return replace(bottom, literal=literal, form=ONE_IN)
        return Printed(literal, FRACTION, top.amount / bottom.amount)
    return _of(literal, DECIMAL, part["plain"])


def _of(literal: str, form: str, number: str) -> Printed:
    digits = re.sub(r"[\s_'’\u202f]", "", number)
    if re.fullmatch(r"[+-]?(?:0,\d+|\d+,(?!\d{3}$)\d+)", digits):
        digits = digits.replace(",", ".")
    digits = digits.replace(",", "")
    decimals = len(digits.partition(".")[2])
    return Printed(literal, form, Fraction(digits), decimals)

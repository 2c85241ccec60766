"""The published figures, and what it means that an exact value agrees with one."""

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from analyzer.exact import exact

SPREADSHEET_DIGITS = 15
LEAST_DIGITS_OF_A_FLOAT = 17
"""A value of so many decimals was printed by a program: it is the nearest binary float, at its shortest."""


@dataclass(frozen=True)
class Figure:
    """One published figure.

    Attributes
    ----------
    bet : str
        Name of the bet.
    line : str
        The line of its pay table that the figure is about; empty if it is about the whole bet.
    pays : str
        What the line pays, as printed.
    """

    id: str
    bet: str
    line: str
    pays: str
    decks: int | str
    quantity: str
    value: str
    digits: int
    source: str

    @property
    def name(self) -> str:
        """The figure and its source, for the name of a test."""
        return f"{self.id} ({self.source})"

    def agrees_with(self, value: Fraction) -> bool:
        """Whether an exact value is the one printed."""
        if self.quantity == "combinations":
            printed = self.value.replace(",", "")
            is_rounded = len(printed) > SPREADSHEET_DIGITS and printed.endswith("0")
            return (_significant(value) if is_rounded else value) == int(printed)
        if "/" in self.value:
            return value == exact(self.value)
        if self.digits >= LEAST_DIGITS_OF_A_FLOAT:
            return repr(float(value)) == self.value
        percent = 100 if self.value.endswith("%") else 1
        return half_up(value * percent, self.digits) == exact(self.value.removesuffix("%"))


def half_up(value: Fraction, digits: int) -> Fraction:
    """A value rounded to so many decimals; halves go away from zero, as they do in print."""
    scaled = abs(value) * 10**digits
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(rounded if value >= 0 else -rounded, 10**digits)


def _significant(value: Fraction) -> int:
    """A whole number as a spreadsheet shows it."""
    surplus = 10 ** max(len(str(value)) - SPREADSHEET_DIGITS, 0)
    return int(half_up(value / surplus, 0)) * surplus


@cache
def sources() -> dict[str, str]:
    """Where the figures are printed, by the short name of the source."""
    return _data()["sources"]


@cache
def figures() -> tuple[Figure, ...]:
    """Every published figure."""
    found = []
    for entry in _data()["figure"]:
        bet, _, rest = entry["bet"].partition(" | ")
        line, _, pays = rest.partition(" | pays ")
        details = {key: entry[key] for key in ("id", "decks", "quantity", "value", "digits", "source")}
        found.append(Figure(bet=bet.strip(), line=line, pays=pays, **details))
    return tuple(found)


@cache
def _data() -> dict:
    return tomllib.loads(
        Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"), parse_float=exact
    )

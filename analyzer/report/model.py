"""The neutral model of an answer: exact values under headings, before anybody decides how they look.

A report carries its values twice, because people and programs ask for different things: as sections (tables,
facts, prose) that the text formats lay out, and as one tree that the JSON format writes.
Both hold exact values; styles and digits are applied by `NumberStyle` alone, so no format rounds by itself.
All parts are named tuples, whose classes are made several times faster than those of dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from analyzer.exact import (
    STYLES,
    Between,
    fraction_text,
    number_text,
    one_in_text,
    root_sum_text,
    square_root_text,
)
from analyzer.study.precision.enclosure import Real

TEXT, COUNT, PROBABILITY, RATE, NUMBER, ROOT, FRACTION, CHANCE, ONE_IN = KINDS = (
    "text",
    "count",
    "probability",
    "rate",
    "number",
    "root",
    "fraction",
    "chance",
    "one-in",
)
"""What a column holds, and so how it may be shown.

A probability can be shown in every style, a rate (an edge, a return) not as odds, and a number (a variance)
not as a percentage either; a root has no exact fraction, and counts and fractions are always shown in full.
A chance is a probability that stands as a decimal, as laboratories file it, unless another style is asked
for; one-in is the same as one in so many, whatever is asked for.
"""

EVERYONE, PEOPLE, MACHINES = ("everyone", "people", "machines")

DIGITS_FOR_PEOPLE = 6
DIGITS_FOR_MACHINES = 10
DIGITS_OF_ONE_IN = 2
NOTHING = "–"


class Root(NamedTuple):
    """A number known by its exact square, such as a standard deviation.

    Attributes
    ----------
    square : Fraction
    negative : bool
        Whether the negative root is meant.
    plus : Fraction
        What is added to the root, as in the limits of a band around a mean.

    Examples
    --------
    >>> Root(Fraction(2)).text(12), Root(Fraction(1, 4), negative=True).text(2)
    ('1.414213562373', '-0.50')
    >>> Root(Fraction(2), negative=True, plus=Fraction(3)).text(4)
    '1.5858'
    """

    square: Fraction
    negative: bool = False
    plus: Fraction = Fraction(0)

    def text(self, digits: int) -> str:
        """The number as a decimal, right to the last digit."""
        if self.plus:
            return root_sum_text(self.plus, self.square, negative=self.negative, digits=digits)
        text = square_root_text(self.square, digits)
        return f"-{text}" if self.negative and text.strip("0.") else text


class Rounded(NamedTuple):
    """A value of the JSON tree that is written as a decimal only, next to its fraction."""

    value: Fraction | Root | Between


class Formula(NamedTuple):
    """A formula as text, and how LaTeX sets it in a line that may be broken."""

    text: str
    latex: str


Cell = str | int | Fraction | Between | Root | Real | Formula | None


class Column(NamedTuple):
    """One column of a table.

    Attributes
    ----------
    key : str
        Its name in machine formats.
    name : str
        Its heading for people.
    kind : {"text", "count", "probability", "rate", "number", "root", "fraction", "chance", "one-in"}
    audience : {"everyone", "people", "machines"}
        People need no slugs; machines need no second copy of a value in another style.
    grouped : bool
        Whether people are spared a value that is the same as in the row above.
    wraps : bool
        Whether long text may go on in further lines, to keep a text table on its page.
    """

    key: str
    name: str
    kind: str = TEXT
    audience: str = EVERYONE
    grouped: bool = False
    wraps: bool = False

    @property
    def align(self) -> str:
        """Side on which the values line up: text left, numbers right."""
        return "left" if self.kind in (TEXT, FRACTION) else "right"


class Table(NamedTuple):
    """Rows of exact values or text under named columns."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()
    audience: str = EVERYONE

    def columns_for(self, audience: str) -> Table:
        """The table with the columns that people or machines want.

        Examples
        --------
        >>> columns = (Column("slug", "", audience=MACHINES), Column("bet", "Bet"))
        >>> table = Table("bets", "Bets", columns, [("main/tie", "Tie")])
        >>> table.columns_for(PEOPLE).rows
        [('Tie',)]
        """
        kept = [place for place, column in enumerate(self.columns) if column.audience in (EVERYONE, audience)]
        columns = tuple(self.columns[place] for place in kept)
        return self._replace(columns=columns, rows=[tuple(row[place] for place in kept) for row in self.rows])


class Fact(NamedTuple):
    """One named value."""

    key: str
    name: str
    value: Cell
    kind: str = TEXT


class Facts(NamedTuple):
    """Named values, one a line."""

    key: str
    title: str
    facts: tuple[Fact, ...]
    notes: tuple[str, ...] = ()


class Prose(NamedTuple):
    """Paragraphs."""

    key: str
    title: str
    paragraphs: tuple[str, ...]


class Chapter(NamedTuple):
    """A heading above all sections up to the next chapter."""

    key: str
    title: str
    paragraphs: tuple[str, ...] = ()


class Picture(NamedTuple):
    """A picture, drawn only for the formats that can show it.

    Attributes
    ----------
    key : str
    title : str
    description : str
        What it shows, in words, for everybody who does not see it.
    draw : callable
        The picture as `svg` (a file of its own), `inline` (SVG for a page), `png` or `pdf`.
    notes : tuple of str
    """

    key: str
    title: str
    description: str
    draw: Callable[[str], bytes]
    notes: tuple[str, ...] = ()


Section = Table | Facts | Prose | Chapter | Picture


class Report(NamedTuple):
    """One answer, in no format yet.

    Attributes
    ----------
    name : str
        Name of the JSON schema, such as `baccarat/analysis`.
    version : int
        Version of that schema.
    title : str
    inputs : mapping
        What the answer was worked out from, as a JSON tree.
    method : str
        The road that was taken.
    sections : tuple of Table, Facts, Prose, Chapter or Picture
    data : mapping
        The JSON tree; a Fraction stands for its fraction and decimal, a Root, a Real and a Rounded for a
        decimal, and whole numbers that may grow without bound are text already.
    exact : bool
        Whether every value was computed exactly; where it is false, the parts of `data` say which.
    """

    name: str
    version: int
    title: str
    inputs: Mapping[str, Any]
    method: str
    sections: tuple[Section, ...]
    data: Mapping[str, Any]
    exact: bool = True

    def sections_for(self, audience: str, *, pictures: bool = False) -> list[Section]:
        """The sections that people or machines want, with the columns they want.

        Parameters
        ----------
        audience : {"people", "machines"}
            Machines want no chapters.
        pictures : bool, optional
            Whether the format can show pictures.
        """
        chosen: list[Section] = []
        for section in self.sections:
            if isinstance(section, Table):
                if section.audience in (EVERYONE, audience):
                    chosen.append(section.columns_for(audience))
            elif isinstance(section, Picture):
                if pictures:
                    chosen.append(section)
            elif audience == PEOPLE or not isinstance(section, Chapter):
                chosen.append(section)
        return chosen

    @property
    def has_chapters(self) -> bool:
        """Whether some sections stand under chapters."""
        return any(isinstance(section, Chapter) for section in self.sections)


class NumberStyle(NamedTuple):
    """How numbers are written.

    Attributes
    ----------
    style : {"fraction", "decimal", "percent", "odds", "one-in"} or None
        None leaves it to what the number is: percent for probabilities and rates, decimal for other numbers.
    digits : int
        Digits after the point.

    Examples
    --------
    >>> NumberStyle(digits=2).text(Fraction(1, 8), PROBABILITY)
    '12.50%'
    >>> NumberStyle("one-in", 1).text(Fraction(1, 8), PROBABILITY)
    '1 in 8.0'
    """

    style: str | None = None
    digits: int = DIGITS_FOR_PEOPLE

    def text(self, value: Cell, kind: str = TEXT) -> str:
        """A value of a kind as text."""
        if value is None:
            return NOTHING
        if isinstance(value, Root | Real):
            return value.text(self.digits)
        if isinstance(value, Formula):
            return value.text
        if isinstance(value, Between):
            return self._text_between(value, kind)
        if isinstance(value, str) or kind in (TEXT, COUNT, ROOT, FRACTION):
            return fraction_text(value) if isinstance(value, Fraction) else str(value)
        if kind == ONE_IN:
            return one_in_text(Fraction(value), DIGITS_OF_ONE_IN)
        style = self._style_of(kind)
        return number_text(value, style, self._digits_of(kind, style))

    def _text_between(self, value: Between, kind: str) -> str:
        if kind == ONE_IN:
            return value.text("one-in", DIGITS_OF_ONE_IN)
        style = self._style_of(kind)
        return value.text(style, self._digits_of(kind, style))

    def _digits_of(self, kind: str, style: str) -> int:
        # A decimal next to percentages is as precise as they are.
        return self.digits + 2 if kind == CHANCE and style == "decimal" else self.digits

    def _style_of(self, kind: str) -> str:
        usual = "decimal" if kind in (NUMBER, CHANCE, ROOT) else "percent"
        possible = {
            PROBABILITY: STYLES,
            RATE: STYLES[:3],
            NUMBER: STYLES[:2],
            CHANCE: STYLES,
            ROOT: ("decimal",),
        }[kind]
        return self.style if self.style in possible else usual

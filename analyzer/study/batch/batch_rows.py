"""Rows of a file of shoes: which columns it has, and the counts of each row or what is wrong with it.

A row is a shoe: 10 counts by point value, 13 by rank or 52 by card, or the cards removed from full decks.
Counts are separated by commas, semicolons or tabs, whichever the first rows use; a header may name the
columns (`A` to `K`, `A♠` to `K♣` in any order, `0` to `9` or `1` to `9` and `0`), or number them from 0.
A whole number may be written `32.0`, as spreadsheets do; no other decimal is a number of cards, so a decimal
comma is told apart from a separator by the number of columns.
Removed cards are separated by blanks, commas or semicolons; an empty quoted cell removes none.
Empty lines are no rows.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.shoe_arrays import LARGEST_INT64_COUNT
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.game.cards import RANKS, card, card_name, parse_card
from analyzer.game.shoe import COUNTS_PER_DETAIL, LEAST_CARDS, LONGEST_COUNT, Shoe

LONGEST_LINE = 65_536
SEPARATORS = (",", ";", "\t")
HEADERS_OF_REMOVED_CARDS = ("removed", "cards", "removed cards", "removed_cards")

_DETAIL_OF_COLUMNS = {columns: detail for detail, columns in COUNTS_PER_DETAIL.items()}
_WHOLE = re.compile(r"\+?([0-9]+)(?:\.0*)?", re.ASCII)
_LIKE_A_NUMBER = re.compile(r"[+-]?(?:[0-9.]+(?:e[+-]?[0-9]+)?|nan|inf(?:inity)?)?", re.IGNORECASE | re.ASCII)
_FAST_DIGITS = 15


class BadRow(NamedTuple):
    """A row that is no shoe.

    Attributes
    ----------
    line : int
        Line of the file, counted from 1.
    where : str
        Column and its name, such as `column 3 (2)`; empty if the whole row is meant.
    what : str
        What is wrong.
    mend : str
        How to put it right.
    """

    line: int
    where: str
    what: str
    mend: str = ""

    @property
    def place(self) -> str:
        """Line and column.

        Examples
        --------
        >>> BadRow(7, "column 3 (2)", '"NaN" is not a whole number of cards').place
        'line 7, column 3 (2)'
        """
        return f"line {self.line}, {self.where}" if self.where else f"line {self.line}"


class Rows(NamedTuple):
    """Some rows of a file, read.

    Attributes
    ----------
    lines : list of int
        Line of each shoe.
    counts : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
    bad : list of BadRow
        The rows that are no shoes.
    """

    lines: list[int]
    counts: NDArray[Any]
    bad: list[BadRow]


@dataclass(frozen=True)
class Layout:
    """What the columns of a file mean.

    Attributes
    ----------
    detail : {"value", "rank", "card"}
        What the shoes are known by.
    separator : str
        What stands between two counts.
    order : tuple of int
        For each column its place among the counts of a shoe.
    decks : int or None
        Rows are cards removed from so many full decks.
    has_header : bool
        Whether the first row that is not empty names the columns.
    """

    detail: str
    separator: str = ","
    order: tuple[int, ...] = ()
    decks: int | None = None
    has_header: bool = False

    def column_name(self, column: int) -> str:
        """A column by its number, counted from 1, and by what it counts.

        Examples
        --------
        >>> Layout("rank", order=tuple(range(13))).column_name(11)
        'column 12 (Q)'
        """
        place = self.order[column]
        names = {"value": str(place), "rank": RANKS[place % len(RANKS)], "card": card_name(place)}
        return f"column {column + 1} ({names[self.detail]})"


def find_layout(lines: Sequence[bytes], decks: int | None = None) -> Layout:
    """The layout of a file, from its first lines.

    Parameters
    ----------
    lines : sequence of bytes
        The first lines; the first row that has one of the three numbers of columns decides.
    decks : int, optional
        The rows list cards removed from so many decks.

    Raises
    ------
    ShoeError
        There is no row, or none that could be a shoe, or a header names something else.

    Examples
    --------
    >>> layout = find_layout([b"1;2;3;4;5;6;7;8;9;0", b"32;32;32;32;32;32;32;32;32;128"])
    >>> layout.separator, layout.order, layout.has_header
    (';', (1, 2, 3, 4, 5, 6, 7, 8, 9, 0), True)
    """
    texts = [(number, _text(line)) for number, line in enumerate(lines, start=1)]
    filled = [(number, text) for number, text in texts if text.strip()]
    if not filled:
        raise ShoeError("there is no shoe in it", mend="give a row of 10, 13 or 52 counts per shoe")
    if decks is not None:
        first = filled[0][1].strip().strip('"').casefold()
        return Layout("rank", decks=decks, has_header=first in HEADERS_OF_REMOVED_CARDS)
    number, text = filled[0]
    found = next(filter(None, (_columns(text) for _, text in filled)), None)
    if found is None:
        bad = _wrong_number(number, _cells(text, _likeliest_separator(text)), tuple(_DETAIL_OF_COLUMNS))
        raise ShoeError(bad.what, where=bad.place, mend=bad.mend)
    separator, names = found
    detail = _DETAIL_OF_COLUMNS[len(names)]
    order = _header_order(names, detail, number) if _columns(text) is not None else None
    return Layout(detail, separator, order or tuple(range(len(names))), has_header=order is not None)


def read_rows(text: bytes, first_line: int, layout: Layout) -> Rows:
    r"""The shoes of some complete lines.

    Examples
    --------
    >>> rows = read_rows(b"K 9h\nX\n", 1, Layout("rank", decks=8))
    >>> rows.counts.tolist()
    [[32, 32, 32, 32, 32, 32, 32, 32, 31, 32, 32, 32, 31]]
    >>> [(row.place, row.what) for row in rows.bad]
    [('line 2', '"X" is no card')]
    """
    if layout.decks is None:
        counts = _clean_counts(text, layout)
        if counts is not None and (counts.sum(axis=1) >= LEAST_CARDS).all():
            return Rows(list(range(first_line, first_line + len(counts))), counts, [])
    lines: list[int] = []
    shoes: list[Sequence[int]] = []
    bad: list[BadRow] = []
    for number, line in enumerate(text.split(b"\n"), first_line):
        try:
            shoe = _shoe(line, number, layout)
        except _Refused as refused:
            bad.append(refused.row)
            continue
        if shoe is not None:
            lines.append(number)
            shoes.append(shoe)
    return Rows(lines, _as_array(shoes, layout.detail), bad)


class _Refused(Exception):  # noqa: N818 - it never leaves this module
    def __init__(self, line: int, where: str, what: str, mend: str = "") -> None:
        self.row = BadRow(line, where, what, mend)


def _clean_counts(text: bytes, layout: Layout) -> NDArray[np.int64] | None:
    """The counts of lines that are nothing but plain whole numbers, which nearly all are; else None."""
    separator = layout.separator.encode()
    if not _clean_lines(separator, len(layout.order)).fullmatch(text):
        return None
    flat = text.replace(b"\r", b"").replace(b"\n", separator).split(separator)
    counts = np.array(flat[:-1], dtype=np.int64) if len(flat) > 1 else np.zeros(0, dtype=np.int64)
    counts = counts.reshape(-1, len(layout.order))
    ordered = np.empty_like(counts)
    ordered[:, list(layout.order)] = counts
    return ordered


@lru_cache(maxsize=8)
def _clean_lines(separator: bytes, columns: int) -> re.Pattern[bytes]:
    count = b"[0-9]{1,%d}" % _FAST_DIGITS
    return re.compile(b"(?:" + re.escape(separator).join([count] * columns) + b"\r?\n)*")


def _shoe(line: bytes, number: int, layout: Layout) -> Sequence[int] | None:
    """The counts of one line; None if it is empty."""
    if len(line) > LONGEST_LINE:
        mend = "end every line with a line feed" if b"\r" in line else ""
        raise _Refused(number, "", f"the line is longer than {LONGEST_LINE:,} bytes", mend)
    if not line.strip():
        return None
    try:
        text = str(line, "utf-8").rstrip("\r")
    except UnicodeDecodeError:
        raise _Refused(number, "", "the line is not text in UTF-8", "save the file as UTF-8") from None
    if layout.decks is not None:
        return _left(text, number, layout)
    cells = _cells(text, layout.separator)
    if len(cells) != len(layout.order):
        row = _wrong_number(number, cells, (len(layout.order),))
        raise _Refused(*row)
    counts = [0] * len(cells)
    for column, cell in enumerate(cells):
        counts[layout.order[column]] = _count(cell, number, layout.column_name(column))
    if sum(counts) < LEAST_CARDS:
        raise _Refused(
            number,
            "",
            f"a shoe of {sum(counts)} cards cannot deal a coup",
            f"leave at least {LEAST_CARDS} cards",
        )
    return counts


def _count(cell: str, number: int, where: str) -> int:
    text = cell.strip()
    match = _WHOLE.fullmatch(text)
    if match is not None and len(match[1]) <= LONGEST_COUNT:
        return int(match[1])
    if match is not None:
        raise _Refused(number, where, f"a count has at most {LONGEST_COUNT} digits")
    if not text:
        raise _Refused(number, where, "the cell is empty", "write 0 where no card is left")
    shown = f'"{text[:40]}"'
    if text.startswith("-") and _WHOLE.fullmatch(text[1:]):
        raise _Refused(number, where, f"{shown} cards is less than none")
    mend = "counts are whole numbers, so leave the decimal comma out" if "," in text else ""
    raise _Refused(number, where, f"{shown} is not a whole number of cards", mend)


def _left(text: str, number: int, layout: Layout) -> Sequence[int]:
    """What is left of the decks without the cards of a row."""
    try:
        shoe = _full_shoe(layout.decks or 0) - text.replace('"', " ")
        if layout.detail == "card" and not shoe.knows("card"):
            raise ShoeError("a card names no suit, and the wagers look at suits", mend="write 9♠ or 9s")
        return shoe.counts_by(layout.detail)
    except AnalyzerError as error:
        raise _Refused(number, error.where, error.what, error.mend) from None


@lru_cache(maxsize=8)
def _full_shoe(decks: int) -> Shoe:
    return Shoe.from_decks(decks)


def _as_array(shoes: list[Sequence[int]], detail: str) -> NDArray[Any]:
    columns = COUNTS_PER_DETAIL[detail]
    large = any(max(shoe) > LARGEST_INT64_COUNT for shoe in shoes)
    return np.array(shoes, dtype=object if large else np.int64).reshape(-1, columns)


# Layout


def _text(line: bytes) -> str:
    return str(line[:LONGEST_LINE], "utf-8", errors="replace").rstrip("\r\n")


def _cells(text: str, separator: str) -> list[str]:
    if '"' not in text:
        return text.split(separator)
    return next(csv.reader([text], delimiter=separator), [""])


def _columns(text: str) -> tuple[str, list[str]] | None:
    """The separator that cuts a row into one of the three numbers of columns, and the cells."""
    for separator in SEPARATORS:
        cells = _cells(text, separator)
        if len(cells) in _DETAIL_OF_COLUMNS:
            return separator, cells
    return None


def _likeliest_separator(text: str) -> str:
    return max(SEPARATORS, key=text.count)


def _wrong_number(number: int, cells: Sequence[str], expected: Sequence[int]) -> BadRow:
    wanted = "10, 13 or 52" if len(expected) > 1 else str(expected[0])
    columns = "1 column" if len(cells) == 1 else f"{len(cells)} columns"
    mend = "give 10 counts by point value, 13 by rank or 52 by card; or --decks for removed cards"
    if any(len(cells) == 2 * columns_of_a_shoe for columns_of_a_shoe in expected):
        mend = "if commas stand for decimal points, write whole numbers; or separate counts by semicolons"
    elif len(expected) == 1:
        mend = ""
    return BadRow(number, "", f"the row has {columns}, not {wanted}", mend)


def _header_order(names: Sequence[str], detail: str, number: int) -> tuple[int, ...] | None:
    """The places of the columns that a first row names; None if it is a shoe."""
    words = [name.strip() for name in names]
    if words == [str(place) for place in range(len(words))]:
        return tuple(range(len(words)))
    if words == [str((place + 1) % 10) for place in range(10)]:
        return (*range(1, 10), 0)
    places = [_named_place(word, detail) for word in words]
    if sorted(place for place in places if place is not None) == list(range(len(words))):
        return tuple(place for place in places if place is not None)
    if any(_LIKE_A_NUMBER.fullmatch(word) for word in words):
        return None
    column = next((column for column, place in enumerate(places) if place is None), len(words) - 1)
    usual = {"value": "0 to 9 in this order", "rank": "A to K", "card": "A♠ to K♣"}[detail]
    raise ShoeError(
        f'"{words[column][:40]}" is no name of a column, or another has it too',
        where=f"line {number}, column {column + 1}",
        mend=f"name the columns {usual}, or leave the header out",
    )


def _named_place(word: str, detail: str) -> int | None:
    if detail == "value":
        return None
    try:
        rank, suit = parse_card(word)
    except ShoeError:
        return None
    if detail == "rank":
        return rank if suit is None else None
    return None if suit is None else card(rank, suit)

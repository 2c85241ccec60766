"""Counted coups as people write them down: a line of words and numbers, or a CSV file in one of four layouts.

A file holds outcomes, one a line or with their counts; or a column for each outcome; or both final totals,
with or without counts; or cards, which `listed_coups` replays.
A header names the columns; without one the first row decides, as far as it can be told.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from analyzer.errors import AnalyzerError, ShoeError, did_you_mean
from analyzer.game.cards import parse_card
from analyzer.study.batch.batch_files import Block
from analyzer.study.check.counts import Counts

OUTCOME_WORDS = {
    "player": 0, "p": 0, "punto": 0,
    "banker": 1, "bank": 1, "b": 1, "banco": 1,
    "tie": 2, "ties": 2, "t": 2, "egalite": 2, "égalité": 2,
}  # fmt: skip
"""Words for an outcome, and its place: Player, Banker, Tie."""

OUTCOME, COUNT, PLAYER_TOTAL, BANKER_TOTAL = "outcome", "count", "player total", "banker total"
CARD_COLUMNS = ("p1", "b1", "p2", "b2", "p3", "b3")
_COLUMN_NAMES = {
    "outcome": OUTCOME, "winner": OUTCOME, "result": OUTCOME,
    "count": COUNT, "counts": COUNT, "coups": COUNT, "n": COUNT,
    "player total": PLAYER_TOTAL, "banker total": BANKER_TOTAL,
    "player": "player", "banker": "banker", "tie": "tie",
    **{name: name for name in CARD_COLUMNS},
}  # fmt: skip
_IGNORED = {"", "#", "coup", "id", "line", "number", "shoe", "date", "time"}

OUTCOMES_LAYOUT, COLUMNS_LAYOUT, TOTALS_LAYOUT, CARDS_LAYOUT = LAYOUTS = (
    "outcomes",
    "columns",
    "totals",
    "cards",
)

LONGEST_NUMBER = 12
_HEADER_MEND = (
    "begin with a header: player,banker,tie or player total,banker total,count or p1,b1,p2,b2,p3,b3"
)


class CountsError(AnalyzerError):
    """Counts or coups that cannot be read."""


class Layout(NamedTuple):
    """What the columns of a file mean.

    Attributes
    ----------
    kind : {"outcomes", "columns", "totals", "cards"}
    separator : str
        What stands between two cells; an empty text is any blank.
    places : mapping of str to int
        Place of each column by name; empty where cards stand in the order dealt.
    has_header : bool
    width : int
        Number of columns; 0 where it may vary.
    """

    kind: str
    separator: str
    places: Mapping[str, int]
    has_header: bool
    width: int = 0


def parse_counts(text: str) -> Counts:
    """Counts of the three outcomes in any order.

    Raises
    ------
    CountsError
        A word is no outcome, a count is no whole number, or an outcome is missing or named twice.

    Examples
    --------
    >>> parse_counts("player 44310, banker 46102, tie 9588").outcomes
    (44310, 46102, 9588)
    >>> parse_counts("t=9588 b=46102 p=44310").outcomes
    (44310, 46102, 9588)
    """
    words = [word for word in re.split(r"[\s,;:=]+", text) if word]
    found: dict[int, int] = {}
    for first, second in zip(words[::2], words[1::2], strict=False):
        word, number = (second, first) if _looks_like_a_number(first) else (first, second)
        place = outcome_place(word, "")
        if place in found:
            raise CountsError(f'"{word}" is counted twice')
        found[place] = whole_number(number, word)
    if len(words) % 2 or not found:
        raise CountsError(f'"{text[:60]}" is no list of counts', mend="player 44310, banker 46102, tie 9588")
    missing = [name for name, place in (("player", 0), ("banker", 1), ("tie", 2)) if place not in found]
    if missing:
        raise CountsError(
            f"{' and '.join(missing)} {'are' if len(missing) > 1 else 'is'} not counted",
            mend=f"write {missing[0]} 0 if there was none",
        )
    return Counts(tuple(found[place] for place in range(3)))


def _looks_like_a_number(word: str) -> bool:
    return word[:1].isdigit() or word[:1] in "+-."


def outcome_place(word: str, where: str) -> int:
    """Place of the outcome that a word names: Player, Banker, Tie.

    Raises
    ------
    CountsError
        It names none.
    """
    place = OUTCOME_WORDS.get(word.strip().lower())
    if place is None:
        hint = did_you_mean(word.strip().lower(), [name for name in OUTCOME_WORDS if len(name) > 1])
        mend = hint or "outcomes are player, banker and tie; write numbers without separators"
        raise CountsError(f'"{word[:40]}" is no outcome', where=where, mend=mend)
    return place


def whole_number(text: str, where: str) -> int:
    """A count.

    Raises
    ------
    CountsError
        The text is no whole number, is negative, or has more than 12 digits.
    """
    text = text.strip()
    if re.fullmatch(r"-[0-9.]+", text):
        raise CountsError(f"a count of {text[:40]} is below 0", where=where, mend="give counts of 0 or more")
    if not re.fullmatch(rf"\+?[0-9]{{1,{LONGEST_NUMBER}}}(?:\.0*)?", text):
        raise CountsError(
            f'"{text[:40]}" is no whole number', where=where, mend="write counts without separators: 44310"
        )
    return int(text.split(".")[0])


def layout_of(line: str, where: str, *, of_cards: bool = False) -> Layout:
    """The layout of a file, from its first row.

    Parameters
    ----------
    line : str
    where : str
        Name of the file and number of the line, for messages.
    of_cards : bool, optional
        Whether a row that is no header can only list cards.

    Raises
    ------
    CountsError
        The row says nothing of it, or a column is unknown, named twice or missing.

    Examples
    --------
    >>> layout_of("player,banker,tie", "coups.csv").kind, layout_of("K♠ 3h 7 2", "coups.csv").kind
    ('columns', 'cards')
    >>> layout_of("banker", "coups.csv").kind, layout_of("P1;B1;P2;B2;outcome", "coups.csv").places["outcome"]
    ('outcomes', 4)
    """
    separator = next((mark for mark in (",", ";", "\t") if mark in line), "")
    cells = [cell.strip() for cell in split_cells(line, separator)]
    names = [_COLUMN_NAMES.get(re.sub(r"[\s_-]+", " ", cell.lower())) for cell in cells]
    if _is_header(cells, names):
        return _named_layout(cells, names, separator, where)
    if of_cards:
        return Layout(CARDS_LAYOUT, separator, {}, False)
    if len(cells) == 1 and names[0] == OUTCOME:
        return Layout(OUTCOMES_LAYOUT, separator, {OUTCOME: 0}, True)
    if cells[0].lower() in OUTCOME_WORDS and len(cells) <= 2:
        places = {OUTCOME: 0, COUNT: 1} if cells[1:] else {OUTCOME: 0}
        return Layout(OUTCOMES_LAYOUT, separator, places, False, len(cells))
    if _are_cards(cells[:4]):
        return Layout(CARDS_LAYOUT, separator, {}, False)
    raise CountsError("the first line does not say what the columns are", where=where, mend=_HEADER_MEND)


def _is_header(cells: list[str], names: list[str | None]) -> bool:
    """Whether more than half of several cells are names, and none is a number."""
    named = sum(name is not None or cell.lower() in _IGNORED for cell, name in zip(cells, names, strict=True))
    is_told = any(names) and not any(map(_looks_like_a_number, cells))
    return len(cells) > 1 and named > len(cells) // 2 and is_told


def _are_cards(cells: Sequence[str]) -> bool:
    if len(cells) < 3:
        return False
    try:
        for cell in cells:
            parse_card(cell)
    except ShoeError:
        return False
    # Three numbers may be counts or totals, but four or more are cards.
    return len(cells) > 3


def _named_layout(cells: list[str], names: list[str | None], separator: str, where: str) -> Layout:
    for cell, name in zip(cells, names, strict=True):
        if name is None and cell.lower() not in _IGNORED:
            raise CountsError(
                f'"{cell[:40]}" is no column that is known',
                where=where,
                mend=did_you_mean(cell.lower(), _COLUMN_NAMES) or _HEADER_MEND,
            )
        if name is not None and names.count(name) > 1:
            raise CountsError(f'the column "{name}" is named twice', where=where)
    places = {name: place for place, name in enumerate(names) if name is not None}
    wanted = {
        CARDS_LAYOUT: set(CARD_COLUMNS[:4]),
        TOTALS_LAYOUT: {PLAYER_TOTAL, BANKER_TOTAL},
        COLUMNS_LAYOUT: {"player", "banker", "tie"},
        OUTCOMES_LAYOUT: {OUTCOME},
    }
    for kind, needed in wanted.items():
        if needed <= set(places) or (kind == CARDS_LAYOUT and needed - {"p1"} <= set(places)):
            return Layout(kind, separator, places, True, len(cells))
    raise CountsError("columns are missing", where=where, mend=_HEADER_MEND)


def split_cells(line: str, separator: str) -> list[str]:
    """The cells of a row."""
    if not separator:
        return line.split()
    if '"' in line:
        return next(csv.reader([line], delimiter=separator))
    return line.split(separator)


def rows_of(blocks: Iterator[Block], where: str) -> Iterator[tuple[int, str]]:
    """The rows of a file with their lines, without comments and empty rows.

    Raises
    ------
    CountsError
        A line is no text in UTF-8.
    """
    for block in blocks:
        for number, raw in enumerate(block.text.split(b"\n"), start=block.first_line):
            try:
                line = raw.decode()
            except UnicodeDecodeError:
                raise CountsError("a line is no text in UTF-8", where=f"{where}, line {number}") from None
            # A tab at an end stands beside an empty cell.
            line = line.split("#", 1)[0].strip(" \r\v\f")
            if line.strip():
                yield number, line


def read_counts(rows: Iterator[tuple[int, str]], layout: Layout, where: str) -> Counts:
    """The counts of a file; its first row, if that is a header, has been taken already.

    Raises
    ------
    CountsError
        A row does not keep to the layout; the message names its line.

    Examples
    --------
    >>> rows = iter([(2, "7,6,3"), (3, "5,5,2")])
    >>> layout = layout_of("player total,banker total,count", "totals.csv")
    >>> read_counts(rows, layout, "totals.csv").outcomes
    (3, 0, 2)
    """
    if layout.kind == TOTALS_LAYOUT:
        return _read_totals(rows, layout, where)
    outcomes = [0, 0, 0]
    for line, row in rows:
        place_of = f"{where}, line {line}"
        if layout.kind == OUTCOMES_LAYOUT and not layout.separator and len(layout.places) == 1:
            found = OUTCOME_WORDS.get(row.lower())
            outcomes[outcome_place(row, place_of) if found is None else found] += 1
            continue
        cells = _cells(row, layout, place_of)
        if layout.kind == COLUMNS_LAYOUT:
            for place, name in enumerate(("player", "banker", "tie")):
                outcomes[place] += whole_number(cells[layout.places[name]], place_of)
        else:
            number = whole_number(cells[layout.places[COUNT]], place_of) if COUNT in layout.places else 1
            outcomes[outcome_place(cells[layout.places[OUTCOME]], place_of)] += number
    return Counts(tuple(outcomes))


def _read_totals(rows: Iterator[tuple[int, str]], layout: Layout, where: str) -> Counts:
    joint = [[0] * 10 for _ in range(10)]
    for line, row in rows:
        place_of = f"{where}, line {line}"
        cells = _cells(row, layout, place_of)
        player, banker = (whole_number(cells[layout.places[name]], place_of) for name in _TOTALS)
        if max(player, banker) > 9:
            raise CountsError(f"a total of {max(player, banker)} cannot be", where=place_of, mend="0 to 9")
        number = whole_number(cells[layout.places[COUNT]], place_of) if COUNT in layout.places else 1
        joint[player][banker] += number
    return Counts.of_joint(joint)


_TOTALS = (PLAYER_TOTAL, BANKER_TOTAL)


def _cells(row: str, layout: Layout, where: str) -> list[str]:
    cells = split_cells(row, layout.separator)
    require_width(cells, layout.width, where)
    needed = max(layout.places.values()) + 1
    if len(cells) < needed:
        raise CountsError(f"{len(cells)} columns are too few", where=where, mend=f"there are {needed}")
    return cells


def require_width(cells: Sequence[str], width: int, where: str) -> None:
    """Refuse a row with more cells than columns, such as one whose numbers have commas inside.

    Raises
    ------
    CountsError
        A cell that is not empty stands beyond the last column.
    """
    if width and any(map(str.strip, cells[width:])):
        mend = f"there are {width}; write numbers without separators"
        raise CountsError(f"{len(cells)} columns are too many", where=where, mend=mend)

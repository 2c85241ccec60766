"""Where two versions of a file differ first, as a reader of the file finds it: a cell, not a byte."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

MOST_SHOWN = 60
NOTHING = "nothing"

_ABSENT = object()


def first_difference(path: str, kept: str, now: str) -> str:
    r"""The first cell in which a file differs from what it should be, and both values; empty if none does.

    Parameters
    ----------
    path : str
        Name of the file; its suffix says how to read it.
    kept, now : str
        The text of the file, and what it should be.

    Examples
    --------
    >>> first_difference("a.csv", '"bet","ways"\n"Tie","1"\n', '"bet","ways"\n"Tie","2"\n')
    'row 1, column ways: "1" stands there, and it should be "2"'
    >>> first_difference("a.json", '{"a": [1, 2]}', '{"a": [1, 3]}')
    'a[1]: 2 stands there, and it should be 3'
    >>> first_difference("a.md", "same", "same")
    ''
    """
    if kept == now:
        return ""
    readers = {"csv": _csv_cells, "json": _json_cells}
    reader = readers.get(path.rpartition(".")[2], _line_cells)
    try:
        found = _first(reader(kept), reader(now))
    except (ValueError, csv.Error):
        found = ""
    return found or _first(_line_cells(kept), _line_cells(now)) or "only line ends differ"


def _first(kept: Iterator[tuple[str, Any]], now: Iterator[tuple[str, Any]]) -> str:
    for old, new in zip_longest(kept, now, fillvalue=("", _ABSENT)):
        if old != new:
            place = new[0] or old[0]
            # A cell that only one of them has moves all that follow it.
            there = old[1] if old[0] == place else _ABSENT
            return f"{place}: {_shown(there)} stands there, and it should be {_shown(new[1])}"
    return ""


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return NOTHING
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def _csv_cells(text: str) -> Iterator[tuple[str, Any]]:
    rows = list(csv.reader(io.StringIO(text), strict=True))
    head = rows[0] if rows else []
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            name = head[place] if number and place < len(head) else str(place + 1)
            yield (f"row {number}, column {name}" if number else f"heading of column {name}", cell)


def _json_cells(text: str) -> Iterator[tuple[str, Any]]:
    yield from _leaves("", json.loads(text))


def _leaves(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _leaves(f"{place}.{key}" if place else key, part)
    elif isinstance(value, list) and value:
        for number, part in enumerate(value):
            yield from _leaves(f"{place}[{number}]", part)
    else:
        yield place, value


def _line_cells(text: str) -> Iterator[tuple[str, Any]]:
    """Lines, and of a row of a Markdown table the cells; the blanks that line cells up do not count."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("|"):
            yield f"line {number}", line
            continue
        for place, cell in enumerate(line.strip("|").split("|"), start=1):
            yield f"line {number}, cell {place}", cell.strip()

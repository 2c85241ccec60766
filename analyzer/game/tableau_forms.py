"""The tableau in the forms people write it: by rows, by the columns, and as a grid of D and S.

A rulebook's own form is by rows: for each Banker total, the keys on which he draws.
Many printed rules go the other way ("if Player drew a 2 or 3, Banker draws on 0 to 4"): those are columns, a
set of Banker totals for each set of keys.
A grid is a CSV text of 8 rows and 11 columns, with or without headings.
A row of the wrong length is reported as that; cells are never shifted to fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.errors import RulebookError, several
from analyzer.game.rulebook import (
    CELLS,
    CHOICE,
    COLUMNS,
    DRAWS,
    NOTHING,
    ROWS,
    TOTAL,
    UNDEFINED,
    Rulebook,
    ranges_text,
)
from analyzer.game.rulebook_file import CELL_WORDS, parse_cells, parse_set, set_text

USUAL_PLAYER = "DDDDDDSS"
LARGEST_GRID = 100_000

_TOTALS = tuple(str(row) for row in ROWS)
_GRID_NOTE = "A grid holds the tableau alone: Player draws on 0-5 and naturals end the coup."
_CHOICE_NOTE = " Where Banker may choose, he sees his total."


def tableau_from_columns(columns: Mapping[str, str | Mapping[str, str]]) -> tuple[str, ...]:
    """The tableau of columns, each a set of keys with the Banker totals that draw.

    Parameters
    ----------
    columns : mapping
        From keys such as `none` or `2-3` to the totals that draw, such as `0-4`, or to a table of draws,
        stands, choice and undefined.

    Raises
    ------
    ValueError
        A column is missing or given twice, or a set names something that is not there; all problems at once.

    Examples
    --------
    >>> rows = tableau_from_columns(
    ...     {"none": "0-5", "2-3": "0-4", "4-5": "0-5", "6-7": "0-6", "8": "0-2", "9, 0, 1": "0-3"}
    ... )
    >>> rows[3]
    'DDDDDDDDDSD'
    """
    problems: list[str] = []
    told: dict[str, str] = {}
    for keys, totals in columns.items():
        try:
            cells = parse_cells({"draws": totals} if isinstance(totals, str) else totals, _TOTALS)
            names = parse_set(keys, COLUMNS)
        except ValueError as error:
            problems.append(f'column "{keys}": {error}')
            continue
        problems += [f"column {name} is given twice" for name in names if name in told]
        told |= dict.fromkeys(names, cells)
    if not problems:
        missing = [name for name in COLUMNS if name not in told]
        problems += [f"column {name} is missing" for name in missing if name == "none"]
        if numbers := [int(name) for name in missing if name != "none"]:
            problems.append(f"{counted('column', numbers)} missing")
    if problems:
        raise ValueError("; ".join(problems))
    return tuple("".join(told[name][row] for name in COLUMNS) for row in ROWS)


def columns_of(tableau: Sequence[str]) -> dict[str, str | dict[str, str]]:
    """The columns of a tableau, those that are alike told together.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> columns_of(load_rulebook("standard").tableau)
    {'none': '0-5', '0, 1, 9': '0-3', '2, 3': '0-4', '4, 5': '0-5', '6, 7': '0-6', '8': '0-2'}
    """
    alike: dict[str, list[str]] = {}
    columns: dict[str, str | dict[str, str]] = {}
    for place, name in enumerate(COLUMNS):
        cells = "".join(row[place] for row in tableau)
        if name == "none":
            columns[name] = _totals_that_draw(cells)
        else:
            alike.setdefault(cells, []).append(name)
    for cells, names in alike.items():
        chosen = "".join(DRAWS if name in names else "-" for name in COLUMNS)
        columns[set_text(chosen, COLUMNS, DRAWS)] = _totals_that_draw(cells)
    return columns


def _totals_that_draw(cells: str) -> str | dict[str, str]:
    draws = set_text(cells, _TOTALS, DRAWS)
    others = {
        CELL_WORDS[cell]: set_text(cells, _TOTALS, cell) for cell in (CHOICE, UNDEFINED) if cell in cells
    }
    return {"draws": draws, **others} if others else draws


def grid_text(tableau: Sequence[str]) -> str:
    """A tableau as a CSV grid with headings.

    Examples
    --------
    >>> print(grid_text(["DDDDDDDDDSD"] * 8).splitlines()[1])
    0,D,D,D,D,D,D,D,D,D,S,D
    """
    lines = [",".join(["banker", *COLUMNS])]
    lines += [",".join([total, *cells]) for total, cells in zip(_TOTALS, tableau, strict=True)]
    return "\n".join(lines) + "\n"


def whole_grid_text(rulebook: Rulebook) -> str:
    """The grid of a rulebook that has nothing unusual beside its tableau.

    Raises
    ------
    RulebookError
        Something else is unusual, and would be lost.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> parse_grid(whole_grid_text(load_rulebook("standard"))) == load_rulebook("standard").tableau
    True
    """
    if grid_rulebook(rulebook.tableau, "").sha256 != rulebook.sha256:
        raise RulebookError(
            "a grid holds the tableau alone, and these rules have something else that is unusual",
            where=f"rulebook {rulebook.slug or rulebook.title}",
            mend="convert it to rows or columns; `baccarat rules diff` names what is unusual",
        )
    return grid_text(rulebook.tableau)


def parse_grid(text: str) -> tuple[str, ...]:
    r"""The tableau of a CSV grid of 8 rows and 11 columns.

    Headings (`none,0,…,9` above, Banker's totals at the left) may be left out.
    Rows with their totals may come in any order.
    Cells are separated by commas, semicolons, tabs or blanks; `#` starts a comment.

    Raises
    ------
    ValueError
        A row has the wrong length, is missing or given twice, or a cell is not D, S, C or ?; all at once.

    Examples
    --------
    >>> parse_grid("D,D,D\n" * 8)
    Traceback (most recent call last):
    ValueError: rows 0-7 have 3 cells where 11 are needed, and cells are never shifted to fit
    """
    rows, problems = grid_rows(text)
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(rows[total] for total in ROWS)


def grid_rows(text: str) -> tuple[dict[int, str], list[str]]:
    """The rows of a CSV grid that can be read, by Banker total, and the problems of the others."""
    rows: dict[int, str] = {}
    problems: list[str] = []
    told: set[int] = set()
    lengths: dict[int, list[int]] = {}
    lines = [fields for line in text.splitlines() if (fields := _fields(line.split("#")[0]))]
    if lines and any(field.lower() == "none" for field in lines[0]):
        problems += _heading_problems(lines.pop(0))
    for place, fields in enumerate(lines):
        total, cells = _labelled(fields, place)
        strange = sorted({cell for cell in cells if cell not in tuple(CELLS)})
        if total not in ROWS:
            problems.append(f"row {total} is not one of 0 to 7")
        elif total in told:
            problems.append(f"row {total} is given twice")
        elif strange:
            shown = ", ".join(f'"{cell[:10]}"' for cell in strange[:3])
            problems.append(f"row {total} has {shown} where only D, S, C and ? can stand")
        elif len(cells) != len(COLUMNS):
            lengths.setdefault(len(cells), []).append(total)
        else:
            rows[total] = "".join(cells)
        told.add(total)
    problems += [_length_problem(totals, length) for length, totals in lengths.items()]
    if missing := [total for total in ROWS if total not in told]:
        problems.append(f"{counted('row', missing)} missing")
    return rows, problems


def _length_problem(totals: Sequence[int], length: int) -> str:
    which = f"row {totals[0]} has" if len(totals) == 1 else f"rows {ranges_text(sorted(totals))} have"
    hint = ": the first one says what Banker does when Player stood" if length == len(COLUMNS) - 1 else ""
    cells = "cell" if length == 1 else "cells"
    return (
        f"{which} {length} {cells} where {len(COLUMNS)} are needed{hint}, and cells are never shifted to fit"
    )


def counted(what: str, numbers: Sequence[int]) -> str:
    """Numbers with their noun and verb.

    Examples
    --------
    >>> counted("row", [6]), counted("row", [0, 1, 2, 5])
    ('row 6 is', 'rows 0-2, 5 are')
    """
    return f"{what} {numbers[0]} is" if len(numbers) == 1 else f"{what}s {ranges_text(numbers)} are"


def _fields(line: str) -> list[str]:
    separated = re.split(r"[,;\t]", line) if re.search(r"[,;\t]", line) else line.split()
    fields = [field.strip().strip('"').strip() for field in separated]
    while fields and not fields[-1]:
        fields.pop()
    return fields


def _heading_problems(heading: Sequence[str]) -> Iterator[str]:
    names = [name.lower() for name in heading]
    columns = names[-len(COLUMNS) :] if len(names) == len(COLUMNS) + 1 else names
    if tuple(columns) != COLUMNS:
        yield f"the heading should be {','.join(COLUMNS)}, with or without a name for the totals before it"


def _labelled(fields: list[str], place: int) -> tuple[int, list[str]]:
    """The Banker total of a row, and its cells in capitals."""
    if re.fullmatch(r"\d{1,3}", fields[0]):
        return int(fields[0]), [cell.upper() for cell in fields[1:]]
    return place, [cell.upper() for cell in fields]


def read_grid(path: str | Path) -> str:
    """The text of a grid file.

    Raises
    ------
    RulebookError
        The file cannot be read, or is no text.
    """
    try:
        if Path(path).stat().st_size > LARGEST_GRID:
            raise RulebookError("the file is too large to be one tableau", where=str(path))
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RulebookError(f"the grid cannot be read: {error.strerror}", where=str(path)) from None
    except UnicodeDecodeError:
        raise RulebookError("the grid is not a text file", where=str(path), mend="save it as UTF-8") from None


def load_grid(path: str | Path) -> Rulebook:
    """The rulebook of a CSV grid, everything beside the tableau as usual.

    Raises
    ------
    RulebookError
        The file is no grid of 8 rows and 11 columns; every problem is named.
    """
    text = read_grid(path)
    try:
        tableau = parse_grid(text)
    except ValueError as error:
        raise RulebookError(
            several(str(error).split("; ")),
            where=str(path),
            mend="write 8 rows of 11 cells: none, then 0 to 9",
        ) from None
    return grid_rulebook(tableau, path)


def grid_rulebook(tableau: tuple[str, ...], path: str | Path) -> Rulebook:
    """A rulebook with the tableau of a grid, everything else as usual; who may choose sees his total."""
    chooses = CHOICE in "".join(tableau)
    return Rulebook(
        title=Path(path).stem,
        player=USUAL_PLAYER,
        tableau=tableau,
        source=str(path),
        note=_GRID_NOTE + _CHOICE_NOTE * chooses,
        slug=str(path),
        banker_sees=TOTAL if chooses else NOTHING,
    )


def columns_toml(rulebook: Rulebook) -> list[str]:
    """The lines of `[banker.columns]` in a rulebook file."""
    lines = ["[banker.columns]", f"# {rulebook.tableau_key} = the totals on which Banker draws"]
    return lines + [
        f"{_key(keys)} = {_value(totals)}" for keys, totals in columns_of(rulebook.tableau).items()
    ]


def _key(keys: str) -> str:
    return keys if re.fullmatch(r"[\w-]+", keys) else f'"{keys}"'


def _value(totals: str | Mapping[str, Any]) -> str:
    if isinstance(totals, str):
        return f'"{totals}"'
    return "{ " + ", ".join(f'{word} = "{text}"' for word, text in totals.items()) + " }"

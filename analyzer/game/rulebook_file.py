"""The TOML form of a rulebook: reading, checking and writing.

A tableau row is drawn as a grid of cells (`3 = "D  D D D D D D D D S D"`: the column "none", then the keys
0 to 9) or told by sets (`3 = { draws = "none, 0-7, 9", stands = "8" }`).
A file may tell the tableau by columns instead (`2-3 = "0-4"`), and a CSV grid may stand for a whole rulebook;
both are read by `tableau_forms`.

`read` turns data that is known to be right into a Rulebook without further ado: the library loads fast.
`load` checks a person's file first and reports every problem at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.errors import RulebookError
from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES, parse_rank
from analyzer.game.rulebook import (
    BANKER,
    CELLS,
    CHOICE,
    COLUMNS,
    DEAL_ORDERS,
    DRAWS,
    NOTHING,
    ON_EQUAL_TOTALS,
    ON_NATURAL,
    ON_TWO_NATURALS,
    PLAYER,
    ROWS,
    STANDS,
    TABLEAU_KEYS,
    UNDEFINED,
    Rulebook,
    ranges_text,
)
from analyzer.toml_file import read_toml, validate

FORMS = ("rows", "columns")
"""Ways to tell the tableau in a rulebook file."""

CELL_WORDS = {DRAWS: "draws", STANDS: "stands", CHOICE: "choice", UNDEFINED: "undefined"}
"""The sets by which cells are told, by kind of cell."""


def load(path: str | Path) -> Rulebook:
    """The rulebook of a TOML file, or of a CSV grid that holds its tableau.

    Raises
    ------
    RulebookError
        The file is not a rulebook; every problem is named with its path inside the file.
    """
    if is_grid(path):
        from analyzer.game.tableau_forms import load_grid

        return load_grid(path)
    return check_and_read(read_toml(path, RulebookError), str(path))


def is_grid(path: str | Path) -> bool:
    """Whether a file is a CSV grid, by its name."""
    return Path(path).suffix.lower() == ".csv"


def check_and_read(data: Mapping[str, Any], where: str) -> Rulebook:
    """The rulebook of parsed TOML, after reporting every problem at once."""
    from analyzer.game.rulebook_schema import RulebookForm

    validate(RulebookForm, data, where, RulebookError)
    return read(data, slug=where)


def read(data: Mapping[str, Any], slug: str = "") -> Rulebook:
    """The rulebook of TOML data that is known to be right."""
    player = data["player"]
    banker = data["banker"]
    naturals = data.get("naturals", {})
    cards = data.get("cards", {})
    first = cards.get("player_first_card")
    return Rulebook(
        title=data["title"],
        source=data.get("source", ""),
        note=data.get("note", ""),
        slug=slug,
        player=parse_cells(player, [str(row) for row in ROWS]),
        tableau=_tableau(banker),
        tableau_key=banker.get("keyed_by", TABLEAU_KEYS[0]),
        player_natural=naturals.get("player", ON_NATURAL[0]),
        banker_natural=naturals.get("banker", ON_NATURAL[0]),
        two_naturals=naturals.get("both", ON_TWO_NATURALS[0]),
        equal_two_card_totals=data.get("equal_two_card_totals", ON_EQUAL_TOTALS[0]),
        card_values=parse_card_values(cards.get("values", {})),
        player_first_card=None if first is None else parse_rank(str(first)),
        deal_order=cards.get("deal_order", DEAL_ORDERS[0]),
        player_sees=player.get("sees", NOTHING),
        banker_sees=banker.get("sees", NOTHING),
    )


def _tableau(banker: Mapping[str, Any]) -> tuple[str, ...]:
    if "columns" in banker:
        from analyzer.game.tableau_forms import tableau_from_columns

        return tableau_from_columns(banker["columns"])
    return tuple(parse_cells(banker["tableau"][str(row)], COLUMNS) for row in ROWS)


def parse_cells(row: str | Mapping[str, str], names: Sequence[str]) -> str:
    """The cells of a row, drawn as a grid or told by sets.

    Parameters
    ----------
    row : str or mapping
        A grid of D, S, C and ?, or the sets `draws`, `stands`, `choice` and `undefined`; without `stands` the
        rest stands.
    names : sequence of str
        What the cells are called: totals, or `none` and keys.

    Raises
    ------
    ValueError
        The grid has another length, a set names what is not there, or a cell is in two sets or in none.

    Examples
    --------
    >>> parse_cells({"draws": "none, 0-7, 9", "stands": "8"}, COLUMNS)
    'DDDDDDDDDSD'
    """
    if isinstance(row, str):
        return _grid(row, len(names))
    listed = {cell: parse_set(row[word], names) for cell, word in CELL_WORDS.items() if word in row}
    if STANDS not in listed:
        taken = {name for chosen in listed.values() for name in chosen}
        listed[STANDS] = [name for name in names if name not in taken]
    cells = []
    for name in names:
        found = [cell for cell, chosen in listed.items() if name in chosen]
        if len(found) > 1:
            words = " and under ".join(CELL_WORDS[cell] for cell in found)
            raise ValueError(f"{name} is listed under {words}")
        if not found:
            raise ValueError(f"{name} is missing: it neither draws nor stands")
        cells += found
    return "".join(cells)


def _grid(text: str, length: int) -> str:
    cells = "".join(text.split()).replace("d", DRAWS).replace("s", STANDS).replace("c", CHOICE)
    strange = sorted(set(cells) - set(CELLS))
    if strange:
        raise ValueError(f"{', '.join(strange)} where only D (draws), S (stands), C (choice) or ? can stand")
    if len(cells) != length:
        raise ValueError(f"{len(cells)} cells where {length} are needed, and cells are never shifted to fit")
    return cells


def parse_set(text: str, names: Sequence[str]) -> list[str]:
    """The names a text such as `none, 0-7, 9`, `all` or an empty text stands for.

    Raises
    ------
    ValueError
        The text names something that is not there.

    Examples
    --------
    >>> parse_set("0-2 5", [str(total) for total in range(8)])
    ['0', '1', '2', '5']
    """
    chosen: list[str] = []
    for word in str(text).replace(",", " ").replace("–", "-").split():
        bounds = re.fullmatch(r"(\d+)-(\d+)", word)
        if word == "all":
            chosen += [name for name in names if name.isdigit()]
        elif bounds and len(word) < 8 and int(bounds[1]) <= int(bounds[2]):
            chosen += [str(number) for number in range(int(bounds[1]), int(bounds[2]) + 1)]
        else:
            chosen.append(word)
    strange = [name for name in dict.fromkeys(chosen) if name not in names]
    if strange:
        digits = [name for name in names if name.isdigit()]
        also = ", none" if "none" in names else ""
        are_not = "is not" if len(strange) == 1 else "are not"
        raise ValueError(f"{', '.join(strange[:5])} {are_not} one of {digits[0]} to {digits[-1]}{also}")
    return list(dict.fromkeys(chosen))


def parse_card_values(listed: Mapping[str, int]) -> tuple[int, ...]:
    """Point values of the 13 ranks, where only those that differ from usual are listed.

    Examples
    --------
    >>> parse_card_values({"J": 1})[10]
    1
    """
    values = list(STANDARD_CARD_VALUES)
    for name, value in listed.items():
        values[parse_rank(name)] = value % 10
    return tuple(values)


def set_text(cells: str, names: Sequence[str], cell: str) -> str:
    """The names of the cells of one kind, as short as people write them.

    Examples
    --------
    >>> set_text("DDDDDDSS", [str(total) for total in range(8)], "D")
    '0-5'
    """
    chosen = [name for name, found in zip(names, cells, strict=True) if found == cell]
    parts = [name for name in chosen if not name.isdigit()]
    parts += [text] if (text := ranges_text(int(name) for name in chosen if name.isdigit())) else []
    return ", ".join(parts)


def to_toml(rulebook: Rulebook, form: str = FORMS[0]) -> str:
    """A rulebook in the form `load` reads, its tableau by rows or by columns; every switch is written out."""
    lines = [f"title = {_quoted(rulebook.title)}"]
    lines += [f"{name} = {_quoted(text)}" for name in ("source", "note") if (text := getattr(rulebook, name))]
    lines += [f"equal_two_card_totals = {_quoted(rulebook.equal_two_card_totals)}", "", "[player]"]
    totals = [str(row) for row in ROWS]
    lines.append(f"draws = {_quoted(set_text(rulebook.player, totals, DRAWS))}")
    lines += [
        f"{CELL_WORDS[cell]} = {_quoted(set_text(rulebook.player, totals, cell))}"
        for cell in (CHOICE, UNDEFINED)
        if cell in rulebook.player
    ]
    lines += [
        *_sees_toml(rulebook, PLAYER),
        "",
        "[banker]",
        f"keyed_by = {_quoted(rulebook.tableau_key)}",
        *_sees_toml(rulebook, BANKER),
        "",
        *_tableau_toml(rulebook, form),
    ]
    lines += ["", "[naturals]", f"player = {_quoted(rulebook.player_natural)}"]
    lines += [f"banker = {_quoted(rulebook.banker_natural)}", f"both = {_quoted(rulebook.two_naturals)}"]
    lines += ["", "[cards]", f"deal_order = {_quoted(rulebook.deal_order)}"]
    if rulebook.player_first_card is not None:
        lines.append(f"player_first_card = {_quoted(RANKS[rulebook.player_first_card])}")
    others = [
        f"{_quoted(RANKS[rank])} = {value}"
        for rank, value in enumerate(rulebook.card_values)
        if value != STANDARD_CARD_VALUES[rank]
    ]
    if others:
        lines.append(f"values = {{ {', '.join(others)} }}")
    return "\n".join(lines) + "\n"


def _sees_toml(rulebook: Rulebook, hand: str) -> list[str]:
    return [f"sees = {_quoted(seen)}"] if (seen := rulebook.sees(hand)) else []


def _tableau_toml(rulebook: Rulebook, form: str) -> list[str]:
    if form == "columns":
        from analyzer.game.tableau_forms import columns_toml

        return columns_toml(rulebook)
    rows = [f'{row} = "{cells[0]}    {" ".join(cells[1:])}"' for row, cells in enumerate(rulebook.tableau)]
    return ["[banker.tableau]", "#   none  0 1 2 3 4 5 6 7 8 9", *rows]


def _quoted(text: str) -> str:
    # A TOML text is a JSON text, but for one more control character that may not stand in it as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

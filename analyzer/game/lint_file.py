"""Lint for rules as they are written, before anything is refused.

A rulebook cannot hold a cell that both draws and stands, a draw on a natural or a row of nine cells.
A text can, so a file is read here as far as it goes; what cannot be read becomes a finding, and the rest is
linted as usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.errors import RulebookError
from analyzer.game.lint import Finding, lint
from analyzer.game.rulebook import (
    BANKER,
    CELLS,
    CHOICE,
    COLUMNS,
    DRAWS,
    NATURALS,
    NOTHING,
    PLAYER,
    ROWS,
    SEES,
    STANDS,
    TABLEAU_KEYS,
    TOTAL,
    UNDEFINED,
    Rulebook,
    ranges_text,
)
from analyzer.game.rulebook_file import CELL_WORDS, check_and_read, is_grid, parse_set, read, set_text
from analyzer.game.tableau_forms import USUAL_PLAYER, grid_rows, grid_rulebook, read_grid
from analyzer.toml_file import found_problems, read_toml

_TOTALS = tuple(str(row) for row in ROWS)
_NATURALS = tuple(str(total) for total in NATURALS)
_ALL_TOTALS = (*_TOTALS, *_NATURALS)
_SETS = {word: cell for cell, word in CELL_WORDS.items()}


def lint_file(path: str | Path) -> list[Finding]:
    """Everything that lint has to say about a rulebook file or a CSV grid.

    Raises
    ------
    RulebookError
        The file cannot be read at all.
    """
    if is_grid(path):
        return lint_grid(read_grid(path), path)
    return lint_data(read_toml(path, RulebookError))


def lint_grid(text: str, name: str | Path = "grid") -> list[Finding]:
    """Everything that lint has to say about the text of a CSV grid.

    Examples
    --------
    >>> for finding in lint_grid("5,D,S,S,S,S,D,D,D,D,S,S"):
    ...     print(finding.text)
    rows 0-4, 6, 7 are missing
    """
    rows, problems = grid_rows(text)
    findings = [Finding("tableau", problem) for problem in problems]
    tableau = tuple(rows.get(total, UNDEFINED * len(COLUMNS)) for total in ROWS)
    spoken_of = {(total, column) for total in ROWS if total not in rows for column in COLUMNS}
    return findings + lint(grid_rulebook(tableau, name), spoken_of)


def lint_data(data: Mapping[str, Any]) -> list[Finding]:
    """Everything that lint has to say about the data of a rulebook file, however wrong it is.

    Examples
    --------
    >>> from analyzer.library.catalog import shelf_path
    >>> data = read_toml(shelf_path("rulebooks", "standard"))
    >>> data["banker"]["tableau"]["3"] = {"draws": "none, 0-9", "stands": "8"}
    >>> data["banker"]["tableau"]["8"] = {"draws": "0-3"}
    >>> for finding in lint_data(data):
    ...     print(finding.place, "-", finding.text)
    banker.tableau.8 - Banker 8 is a natural and draws on 0-3
    banker.tableau.3 - 8 is listed under draws and under stands
    """
    reading = _Reading()
    banker = _table(data, "banker")
    player = reading.player_row(data.get("player"))
    if "columns" in banker and "tableau" not in banker:
        return reading.findings + _strict(data)
    tableau = reading.tableau(_table(banker, "tableau"))
    reading.choosers(data, player, tableau)
    findings = reading.findings + _other_problems(data)
    return findings + lint(_mended(data, player, tableau), reading.spoken_of)


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, Mapping) else {}


def _strict(data: Mapping[str, Any]) -> list[Finding]:
    """Findings for a tableau by columns, which is read whole or not at all."""
    try:
        return lint(check_and_read(data, ""))
    except RulebookError as error:
        return [_placed(problem) for problem in error.what.split("; ")]


def _other_problems(data: Mapping[str, Any]) -> list[Finding]:
    """What the schema says about everything but the rows, which are read here."""
    from analyzer.game.rulebook_schema import RulebookForm

    problems = found_problems(RulebookForm, data)
    return [
        _placed(problem)
        for problem in problems
        if problem.startswith(_NOT_READ_HERE) or not problem.startswith(_READ_HERE)
    ]


_READ_HERE = ("banker.tableau", "banker: tableau is missing", "banker is missing", "player")
_NOT_READ_HERE = ("player.sees",)


def _placed(problem: str) -> Finding:
    place, colon, text = problem.partition(": ")
    return Finding(place, text) if colon else Finding("file", problem)


def _mended(data: Mapping[str, Any], player: str, tableau: tuple[str, ...]) -> Rulebook:
    """The rulebook of what can be read; switches that cannot are as usual."""
    player_sees, banker_sees = _seen(data, PLAYER, player), _seen(data, BANKER, *tableau)
    told = {
        **{name: data[name] for name in ("naturals", "cards", "equal_two_card_totals") if name in data},
        "title": "linted",
        "player": {word: set_text(player, _TOTALS, cell) for word, cell in _SETS.items()}
        | {"sees": player_sees},
        "banker": {
            **_table(data, "banker"),
            "tableau": dict(zip(_TOTALS, tableau, strict=True)),
            "sees": banker_sees,
        },
    }
    try:
        return read(told)
    except (RulebookError, ValueError, TypeError, AttributeError):
        return Rulebook("linted", player, tableau, player_sees=player_sees, banker_sees=banker_sees)


def _seen(data: Mapping[str, Any], hand: str, *rows: str) -> str:
    """What a chooser sees, his total where that is not told."""
    told = _table(data, hand).get("sees")
    return told if told in SEES[1:] else TOTAL if CHOICE in "".join(rows) else NOTHING


class _Reading:
    """Rows read as far as they go, with a finding for everything that is wrong."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.spoken_of: set[tuple[int, str]] = set()

    def say(self, place: str, text: str) -> None:
        self.findings.append(Finding(place, text))

    def choosers(self, data: Mapping[str, Any], player: str, tableau: Sequence[str]) -> None:
        """What is wrong with choices that can be read."""
        for hand, cells in ((PLAYER, player), (BANKER, "".join(tableau))):
            if CHOICE in cells and "sees" not in _table(data, hand):
                self.say(f"{hand}.sees", f"{hand.capitalize()} has a choice and sees nothing")
        key = _table(data, BANKER).get("keyed_by", TABLEAU_KEYS[0])
        if key != TABLEAU_KEYS[0] and any(CHOICE in row[1:] for row in tableau):
            self.say(
                "banker.keyed_by", f"Banker has a choice that depends on the {key}, which he does not see"
            )

    def player_row(self, row: Any) -> str:
        if row is None:
            self.say("player", "nothing is said about when Player draws")
            return USUAL_PLAYER
        if isinstance(row, Mapping):
            row = {word: listed for word, listed in row.items() if word != "sees"}
        cells = self.cells("player", row, _ALL_TOTALS, optional=_NATURALS)
        drawn = [int(total) for total in _NATURALS if cells.get(total) == DRAWS]
        if drawn:
            self.say("player", f"Player draws on a natural: {ranges_text(drawn)}")
        if chosen := [int(total) for total in _NATURALS if cells.get(total) == CHOICE]:
            self.say("player", f"Player may choose on a natural: {ranges_text(chosen)}")
        return "".join(cells.get(total, UNDEFINED) for total in _TOTALS)

    def tableau(self, rows: Mapping[str, Any]) -> tuple[str, ...]:
        for name in rows:
            if name not in _ALL_TOTALS:
                self.say(f"banker.tableau.{name}", f"{name} is no two-card total")
        for total in NATURALS:
            cells = self.cells(f"banker.tableau.{total}", rows.get(str(total), {"draws": ""}), COLUMNS)
            if drawn := [name for name, cell in cells.items() if cell == DRAWS]:
                keys = ranges_text(int(name) for name in drawn if name.isdigit())
                shown = " and ".join(filter(None, ["Player stood" if "none" in drawn else "", keys]))
                self.say(f"banker.tableau.{total}", f"Banker {total} is a natural and draws on {shown}")
            if CHOICE in cells.values():
                self.say(f"banker.tableau.{total}", f"Banker {total} is a natural and may choose")
        return tuple(self._tableau_row(total, rows) for total in ROWS)

    def _tableau_row(self, total: int, rows: Mapping[str, Any]) -> str:
        place = f"banker.tableau.{total}"
        if str(total) not in rows:
            self.say(place, f"there is no row for Banker {total}")
            self.spoken_of |= {(total, column) for column in COLUMNS}
            return UNDEFINED * len(COLUMNS)
        before = len(self.findings)
        cells = self.cells(place, rows[str(total)], COLUMNS)
        row = "".join(cells.get(column, UNDEFINED) for column in COLUMNS)
        if len(self.findings) > before:
            self.spoken_of |= {(total, column) for column in COLUMNS if column not in cells}
        return row

    def cells(
        self, place: str, row: Any, names: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, str]:
        """The cells of a row that are told once, by name; optional ones may be left out."""
        if isinstance(row, str):
            return self._drawn_cells(place, row, names, len(names) - len(optional))
        if not isinstance(row, Mapping):
            self.say(place, "a row is a grid of cells in quotes or a table of draws and stands")
            return {}
        return self._listed_cells(place, row, names, optional)

    def _drawn_cells(self, place: str, row: str, names: Sequence[str], shortest: int) -> dict[str, str]:
        cells = "".join(row.split()).upper()
        if strange := sorted(set(cells) - set(CELLS)):
            self.say(
                place, f"{', '.join(strange)} where only D (draws), S (stands), C (choice) or ? can stand"
            )
            return {}
        if not shortest <= len(cells) <= len(names):
            self.say(place, f"{len(cells)} cells where {shortest} are needed; cells are never shifted to fit")
            return {}
        return dict(zip(names, cells, strict=False))

    def _listed_cells(
        self, place: str, row: Mapping[str, Any], names: Sequence[str], optional: Sequence[str]
    ) -> dict[str, str]:
        told: dict[str, list[str]] = {}
        if "draws" not in row:
            self.say(place, 'draws is missing; draws = "" says that there is none')
        for word, listed in row.items():
            if word not in _SETS:
                self.say(place, f'unknown key "{word}"; the keys are {", ".join(_SETS)}')
                continue
            if not isinstance(listed, str):
                self.say(f"{place}.{word}", f'should be a text, such as "{listed}"')
            for name in self._names(place, listed, names):
                told.setdefault(name, []).append(word)
        for name, words in told.items():
            if len(words) > 1:
                self.say(place, f"{name} is listed under {' and under '.join(words)}")
        cells = {name: _SETS[words[0]] for name, words in told.items() if len(words) == 1}
        rest = [name for name in names if name not in told]
        if "stands" not in row:
            return cells | dict.fromkeys(rest, STANDS)
        if missing := [name for name in rest if name not in optional]:
            self.say(place, f"{', '.join(missing)} neither draws nor stands")
        return cells

    def _names(self, place: str, listed: Any, names: Sequence[str]) -> list[str]:
        found: list[str] = []
        for word in str(listed).replace(",", " ").split():
            try:
                found += parse_set(word, names)
            except ValueError as error:
                self.say(place, str(error))
        return list(dict.fromkeys(found))

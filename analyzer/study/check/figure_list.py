"""Lists of published figures, as TOML or as CSV: every figure a claim in words, or in parts.

A TOML list may hold names of its own for wagers and sources; a CSV list has the keys of a figure as its
columns.
Numbers in print are texts in both, because a number would lose its last zeros.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, FigureError, did_you_mean, several
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, wager_slugs
from analyzer.study.check.figure import Figure, figure_of_parts, read_figure
from analyzer.study.check.figure_number import FRACTION, Printed, plain_text
from analyzer.study.check.figure_wager import Subject, subjects_of
from analyzer.study.check.figure_words import Description, shoe_of
from analyzer.toml_file import LARGEST_FILE, one_line, parse_toml
from analyzer.wager.wager import Wager

CSV = ".csv"
DELIMITERS = ",;\t"
WHOLE_NUMBERS = ("decks", "digits")
_FIGURE = re.compile(r"^figure (\d+)")


def load_figures(path: str | Path, own: Sequence[Wager] = ()) -> list[Figure]:
    """The figures of a file.

    Parameters
    ----------
    path : str or Path
        CSV if it ends so, else TOML.
    own : sequence of Wager
        Wagers that are looked through before those of the library.

    Raises
    ------
    FigureError
        It cannot be read, or some of its figures cannot; all problems are named at once.
    """
    text = _read(path)
    where = str(path)
    if where.lower().endswith(CSV):
        return _figures(_rows(text, where), {}, own, where)
    from analyzer.study.check.figure_schema import problems_of

    data = parse_toml(text, where, FigureError)
    problems = problems_of(data)
    if problems:
        raise FigureError(several(problems), where=where)
    return _figures(enumerate(data["figure"], start=1), data, own, where)


def _read(path: str | Path) -> str:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise FigureError(f"the figures cannot be read: {error.strerror}", where=str(path)) from None
    if len(content) > LARGEST_FILE:
        raise FigureError(f"the file is larger than {LARGEST_FILE:,} bytes", where=str(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FigureError(
            "the file is not a text in UTF-8", where=str(path), mend="save it as UTF-8"
        ) from None


def _rows(text: str, where: str) -> list[tuple[int, dict[str, Any]]]:
    """The rows of a CSV text by their line, as the tables of a TOML list."""
    from analyzer.study.check.figure_schema import problems_of

    lines = text.splitlines()
    head = lines[0] if lines else ""
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        listed = [(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        raise FigureError(f"the table cannot be read: {error}", where=where) from None
    columns = [name.strip().casefold() for name in listed[0][1]] if listed else []
    _require_columns(columns, f"{where}, line 1")
    rows: list[tuple[int, dict[str, Any]]] = []
    for number, cells in listed[1:]:
        row = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
        filled: dict[str, Any] = {key: cell for key, cell in row.items() if cell}
        if filled and len(cells) > len(columns):
            raise FigureError(
                "the row has more cells than there are columns", where=f"{where}, line {number}"
            )
        for key in WHOLE_NUMBERS:
            if filled.get(key, "").isdecimal():
                filled[key] = int(filled[key])
        if filled:
            rows.append((number, filled))
    if not rows:
        raise FigureError("there are no figures below the header", where=where)
    problems = problems_of({"figure": [row for _, row in rows]})
    if problems:
        named = (_FIGURE.sub(lambda match: f"line {rows[int(match[1]) - 1][0]}", text) for text in problems)
        raise FigureError(several(list(named)), where=where)
    return rows


def _require_columns(columns: Sequence[str], where: str) -> None:
    from analyzer.study.check.figure_schema import KEYS

    for name in columns:
        if name not in KEYS:
            mend = did_you_mean(name, KEYS) or f"name columns in the first line: {', '.join(KEYS)}"
            raise FigureError(f'there is no column "{name[:40]}"', where=where, mend=mend)
        if columns.count(name) > 1:
            raise FigureError(f'the column "{name}" is named twice', where=where)
    if not columns:
        raise FigureError(
            "the table is empty", where=where, mend=f"name columns in the first line: {', '.join(KEYS)}"
        )


def _figures(
    rows: Iterable[tuple[int, dict[str, Any]]], data: Mapping[str, Any], own: Sequence[Wager], where: str
) -> list[Figure]:
    reader = _Reader(data, own)
    figures, problems = [], []
    for number, row in rows:
        try:
            figures.append(reader.figure(row))
        except AnalyzerError as error:
            name = f" ({row['id']})" if row.get("id") else ""
            problems.append(f"{'line' if not data else 'figure'} {number}{name}: {one_line(error)}")
    if problems:
        raise FigureError(several(problems), where=where)
    return figures


class _Reader:
    """Reads the figures of one list, with what the list says of all of them."""

    def __init__(self, data: Mapping[str, Any], own: Sequence[Wager]) -> None:
        self.sources: Mapping[str, str] = data.get("sources", {})
        self.names: Mapping[str, str] = data.get("wagers", {})
        self.rules: str | None = data.get("rules")
        self.decks: int | str | None = data.get("decks")
        self.own = own

    def figure(self, row: Mapping[str, Any]) -> Figure:
        """The figure of one table or row."""
        figure = self._claim(row) if row.get("claim") else self._parts(row)
        source = row.get("source", "")
        return replace(
            figure,
            id=row.get("id", ""),
            source=self.sources.get(source, source),
            rulebook=self._rulebook(row),
            printed=_with_digits(figure.printed, row.get("digits")),
        )

    def _rulebook(self, row: Mapping[str, Any]) -> Rulebook | None:
        name = row.get("rules", self.rules)
        return None if name is None else _rulebook(name)

    def _shoe(self, row: Mapping[str, Any]) -> Shoe | None:
        decks = row.get("decks", self.decks)
        return None if decks is None else shoe_of(decks)

    def _claim(self, row: Mapping[str, Any]) -> Figure:
        surplus = [key for key in ("bet", "wager", "line", "quantity", "value") if row.get(key)]
        if surplus:
            raise FigureError(f"it has a claim and a {surplus[0]}", mend="give the claim, or its parts")
        figure = read_figure(row["claim"], self.own)
        return figure if figure.shoe else replace(figure, shoe=self._shoe(row))

    def _parts(self, row: Mapping[str, Any]) -> Figure:
        name = row.get("wager") or row.get("bet")
        missing = [key for key in ("quantity", "value") if not row.get(key)]
        if not name or missing:
            what = "wager" if not name else missing[0]
            raise FigureError(f"it has no {what}", mend="give a claim, or a wager, a quantity and a value")
        bet, _, rest = name.partition("|")
        line, _, _ = rest.partition("|")
        subjects, shoe = self._subjects(bet.strip(), row.get("line") or line.strip())
        text = ", ".join(filter(None, (bet.strip(), row.get("line") or line.strip(), row["quantity"])))
        figure = figure_of_parts(subjects, row["quantity"], row["value"], self._shoe(row) or shoe, text)
        decks = f", {shoe_of(row['decks']).describe()}" if row.get("decks") else ""
        return replace(figure, text=f"{text}{decks} = {row['value']}")

    def _subjects(self, bet: str, line: str) -> tuple[list[Subject], Shoe | None]:
        """What a name in a list means, and the shoe if it names one too."""
        name = self.names.get(bet, bet)
        own = {wager.slug: wager for wager in self.own}
        if name in own or name in wager_slugs() or name != bet or name.endswith(".toml"):
            return [_line_of(Subject(own.get(name) or load_wager(name)), line)], None
        description = Description(plain_text(bet))
        shoe = description.take_decks()
        pay = description.take_pay()
        found = subjects_of(description.words(), pay, self.own)
        return ([_line_of(found[0], line)] if line else found), shoe


def _line_of(subject: Subject, line: str) -> Subject:
    if not line:
        return subject
    labels = [known.label for known in subject.wager.lines]
    if line not in labels:
        hint = did_you_mean(line, labels) or f"its lines are {', '.join(labels)}"
        raise FigureError(f'{subject.wager.slug} has no line "{line[:60]}"', mend=hint)
    return replace(subject, line=line)


def _with_digits(printed: Printed, digits: int | None) -> Printed:
    """The number with zeros at its end that a list has lost, where it says how many digits there were."""
    if digits is None or digits == printed.digits or printed.form == FRACTION:
        return printed
    if digits < printed.digits:
        raise FigureError(f'"{printed.literal}" has more than {digits} decimals')
    return replace(printed, digits=digits)


@cache
def _rulebook(name: str) -> Rulebook:
    return load_rulebook(name)

"""Comma-separated values: every table of a report, every cell quoted so that programs read it as text.

Each section begins with its name on a line of its own, then the column keys; an empty line separates two.
A report cut down to one section has neither, and is plain CSV.
Unless a style is asked for, a number becomes two columns, its exact fraction and its decimal; a root
has a decimal only.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from analyzer.exact import Between
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    ONE_IN,
    ROOT,
    TEXT,
    Cell,
    Column,
    Facts,
    NumberStyle,
    Prose,
    Report,
    Section,
    Table,
)


def report_csv(report: Report, numbers: NumberStyle) -> str:
    """A report as CSV."""
    blocks = []
    sections = report.sections_for(MACHINES)
    for section in sections:
        rows = list(_section_rows(section, numbers))
        if len(sections) > 1:
            rows.insert(0, [section.key])
        blocks.append(_written(rows))
    return "\n".join(blocks)


def _written(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _section_rows(section: Section, numbers: NumberStyle) -> Iterator[list[str]]:
    if isinstance(section, Prose):
        yield ["text"]
        yield from ([paragraph] for paragraph in section.paragraphs)
    elif isinstance(section, Facts):
        yield ["key", "value"]
        for fact in section.facts:
            column = Column(fact.key, fact.name, fact.kind)
            yield from map(
                list, zip(_keys(column, numbers), _values(fact.value, column, numbers), strict=True)
            )
    elif isinstance(section, Table):
        yield [key for column in section.columns for key in _keys(column, numbers)]
        for row in section.rows:
            cells = zip(row, section.columns, strict=True)
            yield [text for value, column in cells for text in _values(value, column, numbers)]


def _is_split(column: Column, numbers: NumberStyle) -> bool:
    return numbers.style is None and column.kind not in (TEXT, COUNT, ROOT, FRACTION, ONE_IN)


def _keys(column: Column, numbers: NumberStyle) -> list[str]:
    if _is_split(column, numbers):
        return [f"{column.key}_fraction", f"{column.key}_decimal"]
    return [f"{column.key}_decimal" if column.kind == ROOT else column.key]


def _values(value: Cell, column: Column, numbers: NumberStyle) -> list[str]:
    if value is None:
        return [""] * len(_keys(column, numbers))
    if not _is_split(column, numbers):
        return [numbers.text(value, column.kind)]
    fraction = "" if isinstance(value, Between) else NumberStyle().text(value, FRACTION)
    return [fraction, NumberStyle("decimal", numbers.digits).text(value, column.kind)]

"""Text tables that fit the width of a page, for terminals and `.txt` files.

A table that is too wide goes on below, with the names of its rows again, so that every digit stays readable.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from analyzer.report.model import (
    FRACTION,
    PEOPLE,
    Chapter,
    Column,
    Facts,
    NumberStyle,
    Picture,
    Prose,
    Report,
    Section,
    Table,
)

PAGE_WIDTH = 100
GAP = 2
"""Blanks between two columns in tabulate's layout "plain"."""

NARROWEST_WRAP = 20


def tabulated(rows: Sequence[Sequence[str]], columns: Sequence[Column], layout: str) -> str:
    """Rows of text laid out by tabulate; the one place that calls it.

    tabulate reads text that looks like a number and rounds it to 15 digits, unless it is told not to.

    Examples
    --------
    >>> columns = [Column("a", "A"), Column("b", "B")]
    >>> print(tabulated([["Tie", "4998398275503360123456.00"]], columns, "plain"))
    A    B
    ───  ─────────────────────────
    Tie  4998398275503360123456.00
    """
    from tabulate import tabulate

    headings = [column.name for column in columns]
    listed = [list(row) for row in rows]
    if layout == "plain":
        # As a row of its own, so that tabulate does not widen the columns beyond what stands in them.
        listed = [headings, ["─" * width for width in text_widths(rows, columns)], *listed]
        headings = []
    return tabulate(
        listed,
        headers=headings,
        tablefmt=layout,
        colalign=[column.align for column in columns],
        disable_numparse=True,
    )


def text_widths(rows: Sequence[Sequence[str]], columns: Sequence[Column]) -> list[int]:
    """Width of every column, its heading included."""
    return [
        max(len(line) for text in (column.name, *(row[place] for row in rows)) for line in text.split("\n"))
        for place, column in enumerate(columns)
    ]


def table_texts(table: Table, numbers: NumberStyle) -> list[list[str]]:
    """The cells of a table as people read them, values that repeat in grouped columns left out."""
    texts = [
        [numbers.text(value, column.kind) for value, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    for above, row in reversed(list(pairwise(texts))):
        for place, column in enumerate(table.columns):
            if not column.grouped or row[place] != above[place]:
                break
            row[place] = ""
    return texts


def report_text(
    report: Report, numbers: NumberStyle, *, width: int = PAGE_WIDTH, heading: Callable[[str], str] = str
) -> str:
    """A report as plain text.

    Parameters
    ----------
    report : Report
    numbers : NumberStyle
    width : int, optional
        Columns of the page.
    heading : callable, optional
        What is done to the text of a heading, such as making it bold on a terminal.
    """
    parts = [heading(_wrapped(report.title, width))] if report.title else []
    parts += [_section_text(section, numbers, width, heading) for section in report.sections_for(PEOPLE)]
    return "\n\n".join(parts) + "\n"


def _section_text(section: Section, numbers: NumberStyle, width: int, heading: Callable[[str], str]) -> str:
    blocks = [heading(_wrapped(section.title, width))] if section.title else []
    if isinstance(section, Prose | Chapter):
        if isinstance(section, Chapter):
            blocks.append("═" * max(map(len, _wrapped(section.title, width).splitlines()), default=0))
        blocks += ["\n\n".join(_wrapped(paragraph, width) for paragraph in section.paragraphs)]
        return "\n".join(filter(None, blocks))
    if isinstance(section, Picture):
        return "\n".join([*blocks, _wrapped(section.description, width)])
    if isinstance(section, Facts):
        blocks += list(_fact_lines(section, numbers, width))
    else:
        blocks += ["\n\n".join(_table_blocks(section, numbers, width))]
    blocks += [_wrapped(note, width) for note in section.notes]
    return "\n".join(blocks)


def _wrapped(text: str, width: int, first: str = "", further: str = "") -> str:
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _fact_lines(section: Facts, numbers: NumberStyle, width: int) -> Iterator[str]:
    indent = max((len(fact.name) for fact in section.facts), default=0) + GAP
    for fact in section.facts:
        yield _wrapped(numbers.text(fact.value, fact.kind), width, fact.name.ljust(indent), " " * indent)


def _table_blocks(table: Table, numbers: NumberStyle, width: int) -> Iterator[str]:
    if numbers.style == FRACTION:
        table = _without_second_fractions(table)
    texts = _wrapped_texts(table_texts(table, numbers), table.columns, width)
    names = 1 + sum(column.grouped for column in table.columns)
    for places in page_columns(text_widths(texts, table.columns), names, width):
        rows = [[row[place] for place in places] for row in texts]
        block = tabulated(rows, [table.columns[place] for place in places], "plain")
        yield "\n".join(line.rstrip() for line in block.splitlines())


def _without_second_fractions(table: Table) -> Table:
    """The table without the fractions that people get beside a number, where that is a fraction already."""
    kept = tuple(column for column in table.columns if (column.kind, column.audience) != (FRACTION, PEOPLE))
    places = [table.columns.index(column) for column in kept]
    return table._replace(columns=kept, rows=[tuple(row[place] for place in places) for row in table.rows])


def _wrapped_texts(texts: list[list[str]], columns: Sequence[Column], width: int) -> Sequence[Sequence[str]]:
    """The cells with long text broken into lines, as far as that is needed to stay on the page."""
    widths = text_widths(texts, columns)
    excess = sum(widths) + GAP * (len(columns) - 1) - width
    for place, column in enumerate(columns):
        if column.wraps and excess > 0:
            narrower = max(NARROWEST_WRAP, widths[place] - excess)
            excess -= widths[place] - narrower
            for row in texts:
                row[place] = _wrapped(row[place], narrower)
    return texts


def shared_out(wanted: Sequence[float], room: float) -> list[float]:
    """Room for each of some columns: what it wants, or an equal share of what those that want less have left.

    Examples
    --------
    >>> shared_out([10, 100, 50], 90)
    [10, 40.0, 40.0]
    """
    given: dict[int, float] = {}
    for place in sorted(range(len(wanted)), key=wanted.__getitem__):
        share = (room - sum(given.values())) / (len(wanted) - len(given))
        given[place] = min(wanted[place], share)
    return [given[place] for place in range(len(wanted))]


def page_columns(widths: Sequence[int], names: int, width: int, gap: int = GAP) -> list[list[int]]:
    """Which columns stand side by side; the first few name the rows and so begin every block.

    Examples
    --------
    >>> page_columns([10, 40, 40, 40], 1, 100)
    [[0, 1, 2], [0, 3]]
    """
    first = list(range(min(names, len(widths))))
    width_of_first = sum(widths[place] + gap for place in first)
    blocks = [first[:]]
    used = width_of_first
    for place in range(len(first), len(widths)):
        if used + widths[place] > width and len(blocks[-1]) > len(first):
            blocks.append(first[:])
            used = width_of_first
        blocks[-1].append(place)
        used += widths[place] + gap
    return blocks

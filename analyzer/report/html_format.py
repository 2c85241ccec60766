"""HTML: one page that needs nothing else, on a screen of any width, in the dark, on paper and read aloud.

The template stands in `templates/`; here a report becomes what it lays out, text already.
Nothing is loaded from anywhere and there is no script, and the page forbids itself both.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer import __version__
from analyzer.report.json_format import GENERATOR
from analyzer.report.model import (
    PEOPLE,
    TEXT,
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

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES = Path(__file__).parent / "templates"
INLINE = "inline"


class HtmlCell(NamedTuple):
    """One cell: its text, how many rows it stands for, and whether it names its row."""

    text: str
    rows: int = 1
    is_name: bool = False
    kind: str = TEXT


class HtmlChapter(NamedTuple):
    """A chapter with its sections."""

    key: str
    title: str
    paragraphs: Sequence[str]
    sections: Sequence[dict[str, Any]]


def report_html(report: Report, numbers: NumberStyle) -> str:
    """A report as an HTML page."""
    chapters = _chapters(report, numbers)
    page = _template().render(
        title=report.title,
        chapters=chapters,
        has_chapters=report.has_chapters,
        style=_style(),
        generator=GENERATOR,
        version=__version__,
        method=report.method,
        exact=report.exact,
        sha256=report.inputs.get("sha256"),
    )
    return page.rstrip() + "\n"


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html")


@cache
def _style() -> str:
    return (TEMPLATES / "report.css").read_text(encoding="utf-8")


def _chapters(report: Report, numbers: NumberStyle) -> list[HtmlChapter]:
    """The sections under their chapters; those before the first one stand under a nameless chapter."""
    chapters = [HtmlChapter("", "", (), [])]
    for section in report.sections_for(PEOPLE, pictures=True):
        if isinstance(section, Chapter):
            chapters.append(HtmlChapter(section.key, section.title, section.paragraphs, []))
        else:
            chapters[-1] = chapters[-1]._replace(
                sections=[*chapters[-1].sections, _section(section, numbers)]
            )
    return [chapter for chapter in chapters if chapter.title or chapter.sections]


def _section(section: Section, numbers: NumberStyle) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "key": section.key,
        "title": section.title,
        "notes": getattr(section, "notes", ()),
    }
    if isinstance(section, Prose):
        return {**shown, "kind": "prose", "paragraphs": section.paragraphs}
    if isinstance(section, Facts):
        facts = [(fact.name, numbers.text(fact.value, fact.kind)) for fact in section.facts]
        return {**shown, "kind": "facts", "facts": facts}
    if isinstance(section, Picture):
        drawn = section.draw(INLINE).decode()
        return {**shown, "kind": "picture", "svg": _marked_safe(drawn), "description": section.description}
    assert isinstance(section, Table)
    return {**shown, "kind": "table", "columns": section.columns, "rows": table_cells(section, numbers)}


def _marked_safe(svg: str) -> Any:
    from markupsafe import Markup

    return Markup(svg)


def table_cells(table: Table, numbers: NumberStyle) -> list[list[HtmlCell]]:
    """The cells of each row; a value that repeats in a grouped column is one cell over several rows.

    Examples
    --------
    >>> columns = (Column("wager", "Wager", grouped=True), Column("event", "Event"))
    >>> table = Table("events", "", columns, [("Tie", "a"), ("Tie", "b")])
    >>> [[cell.text for cell in row] for row in table_cells(table, NumberStyle())]
    [['Tie', 'a'], ['b']]
    >>> table_cells(table, NumberStyle())[0][0].rows
    2
    """
    texts = [
        [numbers.text(value, column.kind) for value, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    name = _naming_column(table.columns)
    rows: list[list[HtmlCell]] = []
    for place, row in enumerate(texts):
        cells = []
        grouped = True
        for number, (text, column) in enumerate(zip(row, table.columns, strict=True)):
            grouped = grouped and column.grouped
            if grouped and place and texts[place - 1][: number + 1] == row[: number + 1]:
                continue
            span = 1
            if grouped:
                while place + span < len(texts) and texts[place + span][: number + 1] == row[: number + 1]:
                    span += 1
            cells.append(HtmlCell(text, span, number == name or grouped, column.kind))
        rows.append(cells)
    return rows


def _naming_column(columns: Sequence[Column]) -> int:
    """The first column that tells the rows of a group apart."""
    return next((place for place, column in enumerate(columns) if not column.grouped), 0)

"""PDF through fpdf2, an optional extra: pictures stay drawings, tables run over pages, chapters are listed.

The font is the one that matplotlib brings along, so that suits and signs are there and pages are the same
everywhere; there is no date in the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from analyzer import __version__
from analyzer.errors import OutputError
from analyzer.report.json_format import GENERATOR
from analyzer.report.model import (
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
from analyzer.report.tables import page_columns, shared_out, table_texts

INSTALL = "install it with `pip install 'baccarat-analyzer[pdf]'`, or choose html or latex"
MARGIN, BOTTOM = 16.0, 18.0
TEXT_SIZE, SMALL_SIZE, TITLE_SIZE, CHAPTER_SIZE, SECTION_SIZE = 9.0, 7.5, 17.0, 13.5, 10.5
TABLE_SIZES = (8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
LINE = 0.46
"""Millimetres of line height per point of letter size."""

GAP = 3.0
"""Millimetres between two columns."""

NARROWEST_WRAP = 24.0
WIDEST_PICTURE, HIGHEST_PICTURE = 150.0, 150.0
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)


def report_pdf(report: Report, numbers: NumberStyle) -> bytes:
    """A report as a PDF document.

    Raises
    ------
    OutputError
        The extra that writes PDF is not installed; how to install it is said.
    """
    try:
        import fpdf  # noqa: F401
    except ImportError:
        raise OutputError("PDF needs the package fpdf2, which is not installed", mend=INSTALL) from None
    paper = _Paper(report.title)
    heading = 1 if report.has_chapters else 0
    for section in report.sections_for(PEOPLE, pictures=True):
        paper.add(section, numbers, heading)
    return paper.finished()


class _Layout(NamedTuple):
    """How a table is set: size of the letters, width of every column, and the columns that wrap."""

    size: float
    widths: list[float]
    wrapped: set[int]


class _Drawing(NamedTuple):
    """A picture as SVG and its size on paper in millimetres."""

    svg: bytes
    width: float
    height: float

    @classmethod
    def of(cls, picture: Picture) -> _Drawing:
        # What an SVG says to people who listen to it is the alt text here, and fpdf2 would complain of it.
        svg = re.sub(rb"<(title|desc)>.*?</\1>", b"", picture.draw("svg"), flags=re.DOTALL)
        width, height = _size_in_millimetres(svg)
        scale = min(1.0, WIDEST_PICTURE / width, HIGHEST_PICTURE / height)
        return cls(svg, width * scale, height * scale)


class _Paper:
    """The document on its way."""

    def __init__(self, title: str) -> None:
        self.pdf = _new_document(title)
        self.width = self.pdf.w - 2 * MARGIN
        if title:
            self._set(TITLE_SIZE, bold=True)
            self._write(title, TITLE_SIZE)
            self.pdf.ln(2)

    def finished(self) -> bytes:
        return bytes(self.pdf.output())

    def add(self, section: Section, numbers: NumberStyle, heading: int) -> None:
        level = 0 if isinstance(section, Chapter) else heading
        drawing = _Drawing.of(section) if isinstance(section, Picture) else None
        if section.title:
            below = drawing.height if drawing else 28
            self._heading(section.title, level, below, is_chapter=isinstance(section, Chapter))
        if isinstance(section, Prose | Chapter):
            for paragraph in section.paragraphs:
                self._set(TEXT_SIZE)
                self._write(paragraph, TEXT_SIZE)
                self.pdf.ln(1)
            return
        if isinstance(section, Facts):
            rows = [[fact.name, numbers.text(fact.value, fact.kind)] for fact in section.facts]
            columns = (Column("name", ""), Column("value", "", wraps=True))
            self._table(rows, columns, headed=False)
        elif isinstance(section, Picture):
            assert drawing is not None
            self._picture(drawing, section.description)
        elif isinstance(section, Table):
            self._whole_table(section, numbers)
        for note in section.notes:
            self._set(SMALL_SIZE, faint=True)
            self._write(note, SMALL_SIZE)
        self.pdf.ln(1.5)

    def _set(self, size: float, *, bold: bool = False, faint: bool = False) -> None:
        self.pdf.set_font("DejaVu", "B" if bold else "", size)
        self.pdf.set_text_color(89 if faint else 27)

    def _write(self, text: str, size: float) -> None:
        self.pdf.multi_cell(0, size * LINE, text, align="L", new_x="LMARGIN", new_y="NEXT")

    def _heading(self, title: str, level: int, below: float, *, is_chapter: bool) -> None:
        size = CHAPTER_SIZE if is_chapter else SECTION_SIZE
        self._need(size * LINE + 8 + below)
        self.pdf.ln(5 if is_chapter else 2.5)
        self._set(size, bold=True)
        self.pdf.start_section(title, level=level)
        self._write(title, size)
        self.pdf.ln(1)

    def _need(self, height: float) -> None:
        """Begin a new page unless there is so much room left."""
        if self.pdf.get_y() + height > self.pdf.h - BOTTOM:
            self.pdf.add_page()

    def _picture(self, drawing: _Drawing, description: str) -> None:
        self._need(drawing.height + 2)
        top = self.pdf.get_y()
        self.pdf.image(
            io.BytesIO(drawing.svg), x=MARGIN, y=top, w=drawing.width, h=drawing.height, alt_text=description
        )
        self.pdf.set_y(top + drawing.height + 2)

    def _whole_table(self, table: Table, numbers: NumberStyle) -> None:
        """A table; where it is too wide for the page, its columns in turns with the names of the rows."""
        texts = table_texts(table, numbers)
        natural = self._natural_widths(texts, table.columns, TABLE_SIZES[-1])
        narrowest = [
            min(width, NARROWEST_WRAP) if column.wraps else width
            for width, column in zip(natural, table.columns, strict=True)
        ]
        names = 1 + sum(column.grouped for column in table.columns)
        tenths = [round((width + GAP) * 10) for width in narrowest]
        for places in page_columns(tenths, names, round(self.width * 10), gap=0):
            rows = [[row[place] for place in places] for row in texts]
            self._table(rows, [table.columns[place] for place in places])
            self.pdf.ln(1)

    def _natural_widths(
        self, rows: Sequence[Sequence[str]], columns: Sequence[Column], size: float
    ) -> list[float]:
        widths = []
        for place, column in enumerate(columns):
            self._set(size, bold=True)
            heading = self.pdf.get_string_width(column.name)
            self._set(size)
            longest = sorted({row[place] for row in rows}, key=len)[-3:]
            widths.append(max([heading, *(self.pdf.get_string_width(text) for text in longest)]) + 0.6)
        return widths

    def _layout(self, rows: Sequence[Sequence[str]], columns: Sequence[Column]) -> _Layout:
        gaps = GAP * (len(columns) - 1)
        wraps = [place for place, column in enumerate(columns) if column.wraps]
        for size in TABLE_SIZES:
            widths = self._natural_widths(rows, columns, size)
            excess = sum(widths) + gaps - self.width
            if excess <= 0:
                return _Layout(size, widths, set())
            room = sum(widths[place] for place in wraps) - excess
            if wraps and (room >= NARROWEST_WRAP * 1.4 * len(wraps) or size == TABLE_SIZES[-1]):
                shares = dict(zip(wraps, shared_out([widths[place] for place in wraps], room), strict=True))
                return _Layout(
                    size, [shares.get(place, width) for place, width in enumerate(widths)], set(wraps)
                )
        return _Layout(TABLE_SIZES[-1], widths, set())

    def _table(
        self, rows: Sequence[Sequence[str]], columns: Sequence[Column], *, headed: bool = True
    ) -> None:
        layout = self._layout(rows, columns)
        size = layout.size
        line = size * LINE
        self._need(line * 4)
        self._rule(0.4)
        names = [column.name for column in columns]
        if headed:
            self._row(names, columns, layout, bold=True)
            self._rule(0.25)
        for number, row in enumerate(rows):
            lines = self._lines(row, layout)
            if self.pdf.get_y() + line * max(map(len, lines)) + 1 > self.pdf.h - BOTTOM:
                self.pdf.add_page()
                if headed:
                    self._row(names, columns, layout, bold=True)
                    self._rule(0.25)
            elif number and row[0]:
                self._rule(0.1, faint=True)
            self._draw(lines, columns, layout)
        self._rule(0.4)
        self.pdf.ln(0.8)

    def _rule(self, thickness: float, *, faint: bool = False) -> None:
        self.pdf.set_line_width(thickness)
        self.pdf.set_draw_color(208 if faint else 27)
        y = self.pdf.get_y()
        self.pdf.line(MARGIN, y, MARGIN + self.width, y)

    def _row(self, texts: Sequence[str], columns: Sequence[Column], layout: _Layout, *, bold: bool) -> None:
        self._set(layout.size, bold=bold)
        self._draw(self._lines(texts, layout), columns, layout, bold=bold)

    def _lines(self, texts: Sequence[str], layout: _Layout) -> list[list[str]]:
        self._set(layout.size)
        return [
            self.pdf.multi_cell(
                layout.widths[place], layout.size * LINE, text, dry_run=True, output="LINES", padding=0
            )
            or [""]
            if place in layout.wrapped and text
            else [text]
            for place, text in enumerate(texts)
        ]

    def _draw(
        self, lines: list[list[str]], columns: Sequence[Column], layout: _Layout, *, bold: bool = False
    ) -> None:
        self._set(layout.size, bold=bold)
        top, left, line = self.pdf.get_y() + 0.5, MARGIN, layout.size * LINE
        for cell, column, width in zip(lines, columns, layout.widths, strict=True):
            for number, text in enumerate(cell):
                self.pdf.set_xy(left, top + number * line)
                self.pdf.cell(width, line, text, align="R" if column.align == "right" else "L")
            left += width + GAP
        self.pdf.set_xy(MARGIN, top + line * max(map(len, lines)) + 0.5)


def _size_in_millimetres(svg: bytes) -> tuple[float, float]:
    found = re.search(rb'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found is not None
    width, height = (float(points) * 25.4 / 72 for points in found.groups())
    return width, height


def _new_document(title: str) -> Any:
    import matplotlib
    from fpdf import FPDF

    class Document(FPDF):
        """A document with the number of each page below it."""

        def footer(self) -> None:
            """The number of the page, and what it belongs to."""
            self.set_y(-12)
            self.set_font("DejaVu", "", 7)
            self.set_text_color(89)
            self.cell(0, 5, f"{title[:110]}", align="L")
            self.set_y(-12)
            self.cell(0, 5, f"{self.page_no()} / {{nb}}", align="R")

    pdf = Document(format="A4")
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    pdf.add_font("DejaVu", "", fonts / "DejaVuSans.ttf")
    pdf.add_font("DejaVu", "B", fonts / "DejaVuSans-Bold.ttf")
    pdf.set_margins(MARGIN, MARGIN)
    pdf.set_auto_page_break(True, BOTTOM)
    pdf.set_title(title)
    pdf.set_lang("en")
    pdf.set_creator(f"{GENERATOR} {__version__}")
    pdf.set_creation_date(_NO_DATE)
    pdf.add_page()
    return pdf

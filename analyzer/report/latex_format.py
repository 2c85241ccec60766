r"""LaTeX: a whole document with booktabs tables that run over pages, for pdfLaTeX, XeLaTeX and LuaLaTeX.

A table is set as large as its letters allow; text that may wrap gets a column of fixed width if it has to.
Pictures are files beside the document, named in `\includegraphics`; without them they are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from analyzer.report.model import (
    PEOPLE,
    Chapter,
    Column,
    Facts,
    Formula,
    NumberStyle,
    Picture,
    Prose,
    Report,
    Section,
    Table,
)
from analyzer.report.tables import shared_out, table_texts

_PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\else
  \usepackage{fontspec}
\fi
\usepackage[margin=18mm]{geometry}
\usepackage{array,booktabs,graphicx,longtable}
\IfFileExists{pdflscape.sty}{\usepackage{pdflscape}}{\usepackage{lscape}}
\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 1pt}
\setlength{\LTleft}{0pt}
\setlength{\LTpre}{4pt}
\setlength{\LTpost}{4pt}
\emergencystretch=3em
\newcommand{\room}{\par\vskip0pt plus0.15\textheight\penalty-80\vskip0pt plus-0.15\textheight\relax}
\raggedbottom
"""

_SIZES = ((88, "small"), (104, "footnotesize"), (128, "scriptsize"), (150, "tiny"))
"""So many letters, the gaps between columns included, fit on a line of each size."""

GAP = 2
NARROWEST_WRAP = 12
LINE_WIDTH = 0.94
"""Part of the line that columns share; the rest is the gaps between them."""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "♠": r"$\spadesuit$",
    "♥": r"$\heartsuit$",
    "♦": r"$\diamondsuit$",
    "♣": r"$\clubsuit$",
    "·": r"\textperiodcentered{}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "√": r"$\surd$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "\n": " ",
}
_TO_ESCAPE = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")


def escaped(text: str) -> str:
    r"""Text that LaTeX shows as it is.

    Examples
    --------
    >>> print(escaped("50% of A♠ & B_1"))
    50\% of A$\spadesuit$ \& B\_1
    """
    return _TO_ESCAPE.sub(lambda match: _SPECIAL[match[0]], text)


def _broken(text: str) -> str:
    """Escaped text with places to break where there is no blank for long, as in an address."""
    parts = re.split(r"([/.\-](?=\S)|(?<=\w{16})(?=\w{16}))", text)
    return "".join(
        escaped(part or "") + (r"\allowbreak{}" if place % 2 else "") for place, part in enumerate(parts)
    )


def report_latex(report: Report, numbers: NumberStyle, pictures: Mapping[str, str] | None = None) -> str:
    """A report as a LaTeX document.

    Parameters
    ----------
    report : Report
    numbers : NumberStyle
    pictures : mapping of str to str, optional
        Where the file of each picture is; without them pictures are left out.
    """
    lines = [_PREAMBLE + r"\begin{document}"]
    if report.title:
        lines.append(f"{{\\LARGE\\bfseries {escaped(report.title)}\\par}}")
    if report.has_chapters:
        lines.append(r"\tableofcontents")
    heading = "subsection" if report.has_chapters else "section"
    for section in report.sections_for(PEOPLE, pictures=bool(pictures)):
        lines += _section_lines(section, numbers, heading, pictures or {})
    lines.append(r"\end{document}")
    return "\n".join(lines) + "\n"


def _section_lines(
    section: Section, numbers: NumberStyle, heading: str, pictures: Mapping[str, str]
) -> Iterator[str]:
    if isinstance(section, Chapter):
        heading = "section"
    if section.title:
        yield f"\n\\room\\{heading}*{{{escaped(section.title)}}}"
        if heading == "section":
            yield f"\\addcontentsline{{toc}}{{section}}{{{escaped(section.title)}}}"
    if isinstance(section, Prose | Chapter):
        yield from (f"{escaped(paragraph)}\\par" for paragraph in section.paragraphs)
        return
    if isinstance(section, Picture):
        file = pictures[section.key]
        size = r"width=0.82\linewidth,height=0.8\textheight,keepaspectratio"
        yield f"\\includegraphics[{size}]{{{file}}}\\par"
    elif isinstance(section, Facts):
        yield from _facts_lines(section, numbers)
    elif isinstance(section, Table):
        yield from _table_lines(section, numbers)
    yield from (f"{{\\footnotesize {escaped(note)}\\par}}" for note in section.notes)


def _facts_lines(section: Facts, numbers: NumberStyle) -> Iterator[str]:
    columns = "".join(rf">{{\raggedright\arraybackslash}}p{{{share}\linewidth}}" for share in ("0.3", "0.66"))
    yield rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}"
    yield r"\toprule"
    for fact in section.facts:
        value = fact.value
        shown = f"${value.latex}$" if isinstance(value, Formula) else _broken(numbers.text(value, fact.kind))
        yield f"{escaped(fact.name)} & {shown} \\\\"
    yield r"\bottomrule"
    yield r"\end{longtable}"


def _table_lines(table: Table, numbers: NumberStyle) -> Iterator[str]:
    texts = table_texts(table, numbers)
    widths = [
        max([len(column.name), *(len(row[place]) for row in texts)])
        for place, column in enumerate(table.columns)
    ]
    size, wrapped, sideways = _fit(widths, table.columns)
    columns = "".join(
        f">{{\\raggedright\\arraybackslash}}p{{{wrapped[place]:.3f}\\linewidth}}"
        if place in wrapped
        else {"left": "l", "right": "r"}[column.align]
        for place, column in enumerate(table.columns)
    )
    if sideways:
        yield r"\begin{landscape}"
    yield f"{{\\{size}\\setlength{{\\tabcolsep}}{{3pt}}"
    yield f"\\begin{{longtable}}{{@{{}}{columns}@{{}}}}"
    yield r"\toprule"
    yield " & ".join(f"\\textbf{{{escaped(column.name)}}}" for column in table.columns) + r" \\"
    yield r"\midrule\endhead"
    for row in texts:
        cells = [_broken(text) if place in wrapped else escaped(text) for place, text in enumerate(row)]
        # An opening bracket would be read as an option of the line break before it.
        yield ("{}" if cells[0].startswith("[") else "") + " & ".join(cells) + r" \\"
    yield r"\bottomrule"
    yield r"\end{longtable}}"
    if sideways:
        yield r"\end{landscape}"


def _fit(widths: Sequence[int], columns: Sequence[Column]) -> tuple[str, dict[int, float], bool]:
    """Size of the letters, columns that wrap with their share of the line, and whether the page is turned."""
    needed = sum(widths) + GAP * (len(widths) - 1)
    for letters, size in _SIZES[:3]:
        if needed <= letters:
            return size, {}, False
    wraps = [place for place, column in enumerate(columns) if column.wraps]
    for letters, size in _SIZES[1:]:
        room = letters - (needed - sum(widths[place] for place in wraps))
        if wraps and room >= NARROWEST_WRAP * len(wraps):
            wanted = shared_out([widths[place] for place in wraps], room)
            shares = [max(NARROWEST_WRAP, share) / letters * LINE_WIDTH for share in wanted]
            return size, dict(zip(wraps, shares, strict=True)), False
    if needed <= _SIZES[-1][0]:
        return _SIZES[-1][1], {}, False
    return "tiny", {}, True

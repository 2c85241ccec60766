"""Markdown with pipe tables, as GitHub and most wikis show them; pictures are links to files beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyzer.report.model import PEOPLE, Chapter, Facts, NumberStyle, Picture, Prose, Report, Section
from analyzer.report.tables import table_texts, tabulated

_ESCAPED = str.maketrans({character: "\\" + character for character in "\\`*_|<[]"} | {"\n": " "})


def report_markdown(report: Report, numbers: NumberStyle, pictures: Mapping[str, str] | None = None) -> str:
    """A report as a Markdown document.

    Parameters
    ----------
    report : Report
    numbers : NumberStyle
    pictures : mapping of str to str, optional
        Where the file of each picture is; without them pictures are left out.
    """
    parts = [f"# {escaped(report.title)}"] if report.title else []
    below_chapters = "###" if report.has_chapters else "##"
    for section in report.sections_for(PEOPLE, pictures=bool(pictures)):
        mark = "##" if isinstance(section, Chapter) else below_chapters
        if section.title:
            parts.append(f"{mark} {escaped(section.title)}")
        if isinstance(section, Picture):
            parts.append(f"![{escaped(section.description)}]({(pictures or {})[section.key]})")
        parts += _section_parts(section, numbers)
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    r"""Text that Markdown shows as it is.

    Examples
    --------
    >>> print(escaped("a|b *c*"))
    a\|b \*c\*
    """
    return text.translate(_ESCAPED)


def _section_parts(section: Section, numbers: NumberStyle) -> Iterator[str]:
    if isinstance(section, Prose | Chapter):
        yield from map(escaped, section.paragraphs)
        return
    if isinstance(section, Picture):
        yield from map(escaped, section.notes)
        return
    if isinstance(section, Facts):
        yield "\n".join(
            f"- {escaped(fact.name)}: {escaped(numbers.text(fact.value, fact.kind))}"
            for fact in section.facts
        )
    else:
        columns = [column._replace(name=escaped(column.name)) for column in section.columns]
        rows = [[escaped(text) for text in row] for row in table_texts(section, numbers)]
        yield tabulated(rows, columns, "pipe")
    yield from map(escaped, section.notes)

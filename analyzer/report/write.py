"""Choose a format, turn a report into text, and put the text where it should go.

A file is written under another name beside its place and renamed when it is complete, so that an old file
stays as it was until the new one is whole.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from analyzer.errors import OutputError, UsageError, did_you_mean
from analyzer.report.model import (
    DIGITS_FOR_MACHINES,
    DIGITS_FOR_PEOPLE,
    MACHINES,
    PEOPLE,
    NumberStyle,
    Picture,
    Report,
)

FORMATS = {
    "table": ".txt",
    "markdown": ".md",
    "csv": ".csv",
    "json": ".json",
    "html": ".html",
    "latex": ".tex",
}
"""Formats that are text, and the suffix of their files."""

ALL_FORMATS = {**FORMATS, "pdf": ".pdf"}
"""The same and those that are no text, and so can only be written to a file."""

FOR_MACHINES = ("csv", "json")

PICTURES_BESIDE = {"markdown": "svg", "latex": "pdf"}
"""Formats whose pictures are files beside the report, and their kind."""


def format_of_path(path: str, formats: Mapping[str, str] = FORMATS) -> str:
    """The format that the suffix of a file stands for.

    Parameters
    ----------
    path : str
    formats : mapping of str to str, optional
        Formats that can be meant, and the suffix of their files.

    Raises
    ------
    UsageError
        The suffix stands for none.

    Examples
    --------
    >>> format_of_path("edges.csv"), format_of_path("EDGES.MD")
    ('csv', 'markdown')
    """
    suffix = os.path.splitext(path)[1].lower()
    for name, known in formats.items():
        if suffix == known:
            return name
    what = (
        f'the suffix "{suffix}" stands for no format' if suffix else "a file without a suffix has no format"
    )
    raise UsageError(what, where=path, mend=f"end it in {' '.join(formats.values())}, or give --format")


def usual_digits(format_name: str) -> int:
    """Digits after the point where none are asked for."""
    return DIGITS_FOR_MACHINES if format_name in FOR_MACHINES else DIGITS_FOR_PEOPLE


def only_sections(report: Report, keys: Sequence[str], format_name: str) -> Report:
    """The report cut down to some of the sections that a format shows.

    Raises
    ------
    UsageError
        A key names no section that the format shows.
    """
    audience = MACHINES if format_name in FOR_MACHINES else PEOPLE
    known = {section.key: section for section in report.sections_for(audience)}
    for key in keys:
        if key not in known:
            raise UsageError(
                f'the report has no table "{key}"',
                where="--table",
                mend=did_you_mean(key, known) or f"its tables are {', '.join(known)}",
            )
    return report._replace(sections=tuple(known[key] for key in keys))


def rendered(
    report: Report,
    format_name: str,
    numbers: NumberStyle,
    *,
    width: int | None = None,
    heading: Callable[[str], str] = str,
) -> str:
    """A report as text in a format.

    Parameters
    ----------
    report : Report
    format_name : {"table", "markdown", "csv", "json", "html", "latex"}
    numbers : NumberStyle
    width : int, optional
        Columns of the page, for the format `table`.
    heading : callable, optional
        What is done to headings, for the format `table`.
    """
    if format_name == "json":
        from analyzer.report.json_format import report_json

        return report_json(report, numbers)
    if format_name == "csv":
        from analyzer.report.csv_format import report_csv

        return report_csv(report, numbers)
    if format_name == "html":
        from analyzer.report.html_format import report_html

        return report_html(report, numbers)
    if format_name == "latex":
        from analyzer.report.latex_format import report_latex

        return report_latex(report, numbers)
    if format_name == "markdown":
        from analyzer.report.markdown import report_markdown

        return report_markdown(report, numbers)
    from analyzer.report.tables import PAGE_WIDTH, report_text

    return report_text(report, numbers, width=width or PAGE_WIDTH, heading=heading)


def write_report(path: str, report: Report, format_name: str, numbers: NumberStyle) -> None:
    """Write a report to a file, with the files of its pictures beside it where the format wants that.

    Raises
    ------
    OutputError
        The file cannot be written; an old file of that name is untouched.
    """
    content: str | bytes
    if format_name == "pdf":
        from analyzer.report.pdf_format import report_pdf

        content = report_pdf(report, numbers)
    elif format_name in PICTURES_BESIDE and report.sections_for(PEOPLE, pictures=True) != report.sections_for(
        PEOPLE
    ):
        pictures = _write_pictures(path, report, PICTURES_BESIDE[format_name])
        if format_name == "latex":
            from analyzer.report.latex_format import report_latex

            content = report_latex(report, numbers, pictures)
        else:
            from analyzer.report.markdown import report_markdown

            content = report_markdown(report, numbers, pictures)
    else:
        content = rendered(report, format_name, numbers)
    write_file(path, content)


def _write_pictures(path: str, report: Report, kind: str) -> dict[str, str]:
    """Draw the pictures into a folder beside the file; gives where each is, seen from the file."""
    target = Path(path)
    folder = target.with_name(f"{target.stem}-pictures")
    places = {}
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _not_written(str(folder), error) from None
    for section in report.sections_for(PEOPLE, pictures=True):
        if isinstance(section, Picture):
            name = f"{section.key.replace('_', '-')}.{kind}"
            write_file(str(folder / name), section.draw(kind))
            places[section.key] = f"{folder.name}/{name}"
    return places


def check_path(path: str) -> None:
    """Refuse a file that cannot be written, before anything is worked out for it.

    Raises
    ------
    OutputError
        Its folder does not exist, it is a folder itself, or it may not be written.
    """
    target = Path(path)
    try:
        if target.is_dir():
            raise OutputError("a folder cannot be written as a file", where=path, mend="name a file in it")
        if not target.parent.is_dir():
            raise OutputError(
                "the folder of the file does not exist",
                where=path,
                mend=f"make it first: mkdir -p {str(target.parent)!r}",
            )
        if target.exists() and not os.access(target, os.W_OK):
            raise OutputError(
                "the file may not be written", where=path, mend="change its permissions or the name"
            )
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def write_file(path: str, content: str | bytes | Iterable[str]) -> None:
    """Write a file whole or not at all.

    Parameters
    ----------
    path : str
    content : str, bytes or iterable of str
        The text, its parts where it is too long to be held at once, or the bytes of a file that is no text.

    Raises
    ------
    OutputError
        The file cannot be written; an old file of that name is untouched.
    """
    check_path(path)
    parts: Iterable[bytes]
    if isinstance(content, bytes):
        parts = [content]
    else:
        texts = [content] if isinstance(content, str) else content
        parts = (part.encode("utf-8", errors="backslashreplace") for part in texts)
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            with open(target, "wb") as device:
                device.writelines(parts)
        else:
            _write_aside(target, parts)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def _write_aside(target: Path, parts: Iterable[bytes]) -> None:
    aside = target.with_name(f".baccarat-{os.getpid()}.part")
    try:
        with open(aside, "xb") as file:
            _write_whole(file, parts)
        if target.exists():
            os.chmod(aside, stat.S_IMODE(target.stat().st_mode))
        os.replace(aside, target)
    finally:
        aside.unlink(missing_ok=True)


def _write_whole(file: BinaryIO, parts: Iterable[bytes]) -> None:
    file.writelines(parts)
    file.flush()
    os.fsync(file.fileno())


def _not_written(path: str, error: Exception) -> OutputError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return OutputError(f"the file cannot be written: {reason}", where=path, mend="an old file is as it was")

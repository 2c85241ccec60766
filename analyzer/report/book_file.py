"""Read `book.toml`, with all its problems at once."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.errors import UsageError, several
from analyzer.exact import MOST_DIGITS
from analyzer.report.book import Book, Entry
from analyzer.toml_file import found_problems, read_toml

BOOK = "book.toml"
NOT_IN_A_BOOK = ("-o", "--output", "--format", "--json", "--table", "--digits")
"""Options that the book sets itself."""

OWN_BOOK = Path(__file__).parents[2] / "reports" / BOOK
"""The book of this project, in a checkout of it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


Text = Annotated[str, StringConstraints(min_length=1)]


class EntryTable(_Strict):
    """One report."""

    name: Text
    title: Text
    about: str = ""
    command: Text
    formats: Annotated[list[Literal["markdown", "json", "csv"]], Field(min_length=1)] = [
        "markdown",
        "json",
        "csv",
    ]


class BookFile(_Strict):
    """A whole book."""

    title: Text
    about: str = ""
    digits: Annotated[int, Field(ge=0, le=MOST_DIGITS)] = 10
    report: Annotated[list[EntryTable], Field(min_length=1)]


def load_book(path: str | Path = OWN_BOOK) -> Book:
    """The book of a file.

    Raises
    ------
    UsageError
        The file is no book; all its problems are named.
    """
    data = read_toml(path, UsageError)
    problems = found_problems(BookFile, data) or list(_problems(data))
    if problems:
        raise UsageError(several(problems), where=str(path))
    book = BookFile.model_validate(data)
    digits = ("--digits", str(book.digits))
    entries = tuple(
        Entry(item.name, item.title, item.about, (*shlex.split(item.command), *digits), tuple(item.formats))
        for item in book.report
    )
    return Book(Path(path).absolute(), book.title, book.about, book.digits, entries)


def _problems(data: dict[str, Any]) -> Iterator[str]:
    names = set()
    for number, item in enumerate(data["report"], start=1):
        place = f"report {number}"
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", item["name"]):
            yield f'{place}: name: "{item["name"]}" needs small letters, digits and - alone'
        if item["name"] in names:
            yield f'{place}: name: "{item["name"]}" is there twice'
        names.add(item["name"])
        try:
            words = shlex.split(item["command"])
        except ValueError as error:
            yield f"{place}: command: {error}"
            continue
        if not words or words[0] in ("reports", "baccarat"):
            yield f"{place}: command: write what follows `baccarat`, such as analyze --decks 8"
        for word in words:
            if word.split("=")[0] in NOT_IN_A_BOOK or re.match("-o.", word):
                yield f"{place}: command: the book itself sets {word.split('=')[0]}"

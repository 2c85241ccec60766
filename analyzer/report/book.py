"""A book: tables that commands make, kept as files that anybody can make again.

`book.toml` names commands; each gives one report, written as Markdown, as JSON and, table by table, as CSV.
Beside the files stands a manifest with the command, the inputs and the fingerprint of each.
The files depend on the book and on this program alone, and so can be held against what the commands give now.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.report.json_format import report_json
from analyzer.report.model import MACHINES, NumberStyle, Report, Table
from analyzer.report.write import only_sections, rendered

MANIFEST = "manifest.json"
INDEX = "README.md"
MANIFEST_SCHEMA = "baccarat/manifest"
VERSION = 1
SUFFIXES = {"markdown": ".md", "json": ".json", "csv": ".csv"}


@dataclass(frozen=True)
class Entry:
    """One report of a book.

    Attributes
    ----------
    name : str
        Name of its files.
    title, about : str
        What it is, for the index.
    arguments : tuple of str
        What stands after `baccarat`.
    formats : tuple of {"markdown", "json", "csv"}
    """

    name: str
    title: str
    about: str
    arguments: tuple[str, ...]
    formats: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command as a person types it."""
        return shlex.join(("baccarat", *self.arguments))


@dataclass(frozen=True)
class Book:
    """A book of tables.

    Attributes
    ----------
    path : Path
        Its TOML file; the tables lie beside it.
    title, about : str
    digits : int
        Digits after the point of all numbers.
    entries : tuple of Entry
    """

    path: Path
    title: str
    about: str
    digits: int
    entries: tuple[Entry, ...]

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return self.path.parent


@dataclass(frozen=True)
class Made:
    """What an entry comes to.

    Attributes
    ----------
    files : mapping of str to str
        Text of every file by its path below the folder of the book.
    inputs : mapping
        What the report was worked out from, as a JSON tree.
    commands : mapping of str to str
        For every file the command that makes it alone.
    """

    files: Mapping[str, str]
    inputs: Mapping[str, Any]
    commands: Mapping[str, str]


def made(entry: Entry, report: Report, digits: int) -> Made:
    r"""The files of an entry.

    Parameters
    ----------
    entry : Entry
    report : Report
        What its command shows.
    digits : int
        Digits after the point.

    Examples
    --------
    >>> from analyzer.report.model import Column
    >>> table = Table("bets", "Bets", (Column("bet", "Bet"),), [("Tie",)])
    >>> entry = Entry("bets", "Bets", "", ("wagers", "list"), ("csv",))
    >>> made(entry, Report("baccarat/wagers", 1, "Bets", {}, "library", (table,), {}), 10).files
    {'bets/bets.csv': '"bet"\n"Tie"\n'}
    """
    numbers = NumberStyle(digits=digits)
    files, commands = {}, {}
    for name in entry.formats:
        if name != "csv":
            path = f"{entry.name}{SUFFIXES[name]}"
            files[path] = rendered(report, name, numbers)
            commands[path] = f"{entry.command} -o {path}"
            continue
        for section in report.sections_for(MACHINES):
            if isinstance(section, Table):
                path = f"{entry.name}/{section.key}.csv"
                files[path] = rendered(only_sections(report, [section.key], name), name, numbers)
                commands[path] = f"{entry.command} --table {section.key} -o {path}"
    return Made(files, json.loads(report_json(report, numbers))["inputs"], commands)


def manifest_part(entry: Entry, result: Made) -> dict[str, Any]:
    """What the manifest says of an entry."""
    return {
        "name": entry.name,
        "title": entry.title,
        "command": entry.command,
        "inputs": result.inputs,
        "files": [
            {"file": path, "sha256": sha256(text), "command": result.commands[path]}
            for path, text in result.files.items()
        ],
    }


def sha256(text: str) -> str:
    """Fingerprint of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def manifest_text(book: Book, parts: Sequence[Mapping[str, Any]]) -> str:
    """The manifest of a book, from what is to be said of its entries."""
    index = index_text(book, parts)
    report = Report(
        MANIFEST_SCHEMA,
        VERSION,
        book.title,
        {"book": book.path.name, "sha256": sha256(book.path.read_text(encoding="utf-8"))},
        "commands",
        (),
        {"title": book.title, "entries": list(parts), "index": {"file": INDEX, "sha256": sha256(index)}},
    )
    return report_json(report, NumberStyle())


def index_text(book: Book, parts: Sequence[Mapping[str, Any]]) -> str:
    """The page that leads to the files of a book."""
    blocks = [f"# {book.title}", book.about]
    said = {part["name"]: part for part in parts}
    for entry in book.entries:
        if entry.name in said:
            links = (f"[{file['file']}]({file['file']})" for file in said[entry.name]["files"])
            blocks += [f"## {entry.title}", entry.about, f"    {entry.command}", ", ".join(links)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def old_parts(book: Book) -> dict[str, Mapping[str, Any]]:
    """What the manifest beside a book says of its entries, by name; nothing if there is no readable one."""
    try:
        written = json.loads((book.folder / MANIFEST).read_text(encoding="utf-8"))
        return {part["name"]: part for part in written["data"]["entries"]}
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def fingerprint(book: Book, entry: Entry) -> str:
    """Fingerprint of all that decides an entry's files: this program, its library, the entry and its inputs.

    Files of a person's own that the command names are read too.
    Versions of other packages are left out; `check` finds what they change.
    """
    digest = hashlib.sha256(f"{_program_fingerprint()} {book.digits} {entry!r}".encode())
    for path in _named_files(book, entry):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _named_files(book: Book, entry: Entry) -> Iterator[Path]:
    for argument in entry.arguments:
        for name in argument.split(","):
            path = book.folder / name
            if name and len(name) < 255 and path.is_file():
                yield path


@cache
def _program_fingerprint() -> str:
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(f"\n{path.relative_to(package).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()

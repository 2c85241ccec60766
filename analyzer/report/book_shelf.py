"""The files of a book on disk: which are fresh, which differ, and how new ones take their place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from analyzer.report.book import (
    INDEX,
    MANIFEST,
    Book,
    Entry,
    Made,
    fingerprint,
    index_text,
    manifest_part,
    manifest_text,
    old_parts,
    sha256,
)
from analyzer.report.first_difference import first_difference
from analyzer.report.write import write_file

STATE = ".built.json"
"""What was built from what, in this checkout; it is no part of the book, and a clone has none."""


class Shelf:
    """The files of a book.

    Parameters
    ----------
    book : Book
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self._parts = old_parts(book)
        self._checked: dict[str, Any] = {}
        # Nothing else is ever removed, whatever lies in the folder.
        self._own = {file["file"] for part in self._parts.values() for file in part["files"]}

    def is_fresh(self, entry: Entry) -> bool:
        """Whether the files of an entry are there, untouched, and made from what is here now."""
        part = self._parts.get(entry.name)
        if part is None or self._state().get(entry.name) != fingerprint(self.book, entry):
            return False
        return all(self._sha256(file["file"]) == file["sha256"] for file in part["files"])

    def put(self, entry: Entry, result: Made) -> None:
        """Write the files of an entry, and say so in the manifest and the index."""
        for path, text in result.files.items():
            self._write(path, text)
        self._parts[entry.name] = manifest_part(entry, result)
        self._write_overview()
        state = self._state() | {entry.name: fingerprint(self.book, entry)}
        self._write(STATE, json.dumps(state, indent=1, sort_keys=True) + "\n")

    def tidy(self) -> int:
        """Bring manifest and index up to date, remove files of earlier entries, and say how many."""
        self._write_overview()
        strays = self._strays()
        for name in strays:
            path = self.book.folder / name
            path.unlink()
            if path.parent != self.book.folder and not any(path.parent.iterdir()):
                path.parent.rmdir()
        return len(strays)

    def differences(self, entry: Entry, result: Made) -> Iterator[str]:
        """Files of an entry that are not what they should be."""
        self._checked[entry.name] = manifest_part(entry, result)
        for path, text in result.files.items():
            yield from self._difference(path, text)

    def loose_ends(self) -> Iterator[str]:
        """What is wrong beside the files of the entries, all of which have been checked."""
        parts = [self._checked[entry.name] for entry in self.book.entries]
        yield from self._difference(MANIFEST, manifest_text(self.book, parts))
        yield from self._difference(INDEX, index_text(self.book, parts))
        self._parts = self._checked
        yield from (f"{path}: no report has this file" for path in self._strays())

    def _difference(self, path: str, text: str) -> Iterator[str]:
        kept = self._text(path)
        if kept is None:
            yield f"{path}: the file is missing, or is no text"
        elif kept != text:
            yield f"{path}: {first_difference(path, kept, text)}"

    def _strays(self) -> list[str]:
        """Files that are there and were made for the book, but that no entry has now."""
        known = {file["file"] for part in self._parts.values() for file in part["files"]}
        folder = self.book.folder.resolve()
        return sorted(
            name
            for name in self._own - known
            if (folder / name).is_file() and folder in (folder / name).resolve().parents
        )

    def _write_overview(self) -> None:
        entries = [entry.name for entry in self.book.entries]
        self._parts = {name: self._parts[name] for name in entries if name in self._parts}
        parts = list(self._parts.values())
        for path, text in (
            (MANIFEST, manifest_text(self.book, parts)),
            (INDEX, index_text(self.book, parts)),
        ):
            if self._text(path) != text:
                self._write(path, text)

    def _state(self) -> dict[str, Any]:
        try:
            state = json.loads(self._text(STATE) or "{}")
        except ValueError:
            return {}
        return state if isinstance(state, dict) else {}

    def _text(self, path: str) -> str | None:
        """The text of a file, with its line ends as they are."""
        try:
            return (self.book.folder / path).read_bytes().decode()
        except (OSError, ValueError):
            return None

    def _sha256(self, path: str) -> str | None:
        text = self._text(path)
        return None if text is None else sha256(text)

    def _write(self, path: str, text: str) -> None:
        target: Path = self.book.folder / path
        target.parent.mkdir(exist_ok=True)
        write_file(str(target), text)

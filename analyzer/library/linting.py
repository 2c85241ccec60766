"""Lint for anything that is named: a rulebook or a document, of the library or a person's own file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import AnalyzerError, RulebookError
from analyzer.game.lint import Finding, lint
from analyzer.game.lint_file import lint_file
from analyzer.game.rulebook import Rulebook
from analyzer.game.rulebook_file import is_grid
from analyzer.library.catalog import load_rulebook, rulebook_slugs
from analyzer.library.documents import Document, document_slugs, is_document, load_document
from analyzer.library.rules_document import findings as item_findings
from analyzer.toml_file import read_toml


@dataclass(frozen=True)
class Linted:
    """What lint had to say about something.

    Attributes
    ----------
    name : str
    findings : tuple of Finding
    rulebook : Rulebook or None
        None for a document, and for a file that is too wrong to be a rulebook.
    """

    name: str
    findings: tuple[Finding, ...]
    rulebook: Rulebook | None = None


def lint_named(name: str) -> Linted:
    """What lint has to say about a rulebook or a document.

    Raises
    ------
    AnalyzerError
        There is nothing of that name, or its file cannot be read at all.

    Examples
    --------
    >>> lint_named("standard").findings
    ()
    >>> lint_named("document-001").findings[2].text
    'item 3 of 12, number, values and kind of the cards, is stated in part: sentences 4 and 5; ...'
    """
    if name in document_slugs():
        return Linted(name, tuple(lint_document(load_document(name))))
    if name in rulebook_slugs() or not (is_grid(name) or name.endswith(".toml") or Path(name).is_file()):
        rulebook = load_rulebook(name)
        return Linted(name, tuple(lint(rulebook)), rulebook)
    if not is_grid(name) and is_document(read_toml(name, RulebookError)):
        return Linted(name, tuple(_own_document(name)))
    findings = tuple(lint_file(name))
    try:
        return Linted(name, findings, load_rulebook(name))
    except RulebookError:
        return Linted(name, findings)


def _own_document(name: str) -> Iterator[Finding]:
    try:
        yield from lint_document(load_document(name))
    except AnalyzerError as error:
        yield from (Finding("file", problem) for problem in error.what.split("; "))


def lint_document(document: Document) -> Iterator[Finding]:
    """What a document leaves out: of the twelve items, of its payouts and of each reading.

    Findings about an item say whether it is not stated at all or only in part.
    """
    yield from item_findings(document.items)
    if not document.decks_stated:
        yield Finding("decks", "the number of decks is not stated")
    for missing in document.payouts_missing:
        yield Finding("payout", f"the text does not say {missing}")
    for reading in document.readings:
        for missing in document.missing(reading):
            yield Finding(f"reading {reading.name}", f"cannot be played: {missing}")

"""Documents as reports: the list of them, one with all its readings, and all of them side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.game.rulebook import DRAWS, ROWS, TABLEAU_KEYS, Rulebook
from analyzer.library.documents import Document
from analyzer.report.documents_tables import (
    cells_table,
    differs_text,
    edges_table,
    payouts_table,
    points_table,
    readings_table,
    refused_table,
    ways_table,
)
from analyzer.report.documents_tree import document_head, document_tree, verdicts_tree
from analyzer.report.model import Cell, Column, Fact, Facts, Prose, Report, Section, Table
from analyzer.report.rules_report import KEY_TITLES
from analyzer.study.documents import CellVerdict, DocumentResult, ReadingResult

VERSION = 1
MARKED = "Cells in brackets differ from the standard; D draws, · stands, ? is not told."


def documents_report(documents: Sequence[Document]) -> Report:
    """The documents of the library, one a line."""
    columns = (
        Column("document", "Document"),
        Column("language", "Language", wraps=True),
        Column("decks", "Decks"),
        Column("readings", "Readings", "count"),
        Column("payouts", "Payouts", wraps=True),
    )
    rows = [
        (
            document.slug,
            document.language,
            decks_text(document),
            len(document.readings),
            ", ".join(payout.name for payout in document.payouts) or "not stated",
        )
        for document in documents
    ]
    trees = [
        {
            **document_head(document),
            "readings": [reading.name for reading in document.readings],
            "payouts": [payout.name for payout in document.payouts],
        }
        for document in documents
    ]
    table = Table("documents", "", columns, rows)
    return Report("baccarat/documents", VERSION, "Documents", {}, "library", (table,), {"documents": trees})


def decks_text(document: Document) -> str:
    """The decks of a document, and whether it states them."""
    decks = ", ".join(map(str, document.decks))
    return decks if document.decks_stated else f"{decks} (not stated)"


def document_report(result: DocumentResult, method: str) -> Report:
    """One document: what it says, every reading with counts and edges, and the tables that differ."""
    return Report(
        "baccarat/document",
        VERSION,
        f"{result.document.title}, {result.document.language}",
        {"documents": [result.document.slug]},
        method,
        tuple(_document_sections(result)),
        {"document": document_tree(result)},
    )


def _document_sections(result: DocumentResult) -> Iterator[Section]:
    document = result.document
    facts = (
        Fact("source", "Source", document.source),
        Fact("decks", "Decks", decks_text(document)),
        Fact("slug", "Name", document.slug),
    )
    yield Facts("about", "About", facts)
    yield Prose("states", "What it states", document.states)
    yield Prose("leaves_open", "What it leaves open", document.leaves_open)
    yield Prose("rejected", "Readings that do not hold", document.rejected)
    yield _switches_table(document)
    yield readings_table([result])
    yield ways_table(result)
    if result.refused:
        yield refused_table([result])
    yield from _tableaux(result.readings)
    if document.payouts:
        yield payouts_table(document)
        yield edges_table([result])
    else:
        yield Prose(
            "payouts_missing", "No edge can be given; the text does not say", document.payouts_missing
        )
    yield _items_table(document)
    if document.note:
        yield Prose("note", "Note", (document.note,))


def _switches_table(document: Document) -> Table:
    columns = (
        Column("about", "What can be read in more than one way", grouped=True, wraps=True),
        Column("option", "Reading"),
        Column("kind", "Kind"),
        Column("text", "Meaning", wraps=True),
        Column("evidence", "Evidence", wraps=True),
    )
    rows = [
        (switch.about, option.name, option.kind, option.text, option.evidence)
        for switch in document.switches
        for option in switch.options
    ]
    rows += [
        ("bets on Player and Banker when the coup is a tie", fate.name, fate.kind, fate.fate, fate.evidence)
        for fate in document.on_tie
    ]
    return Table("switches", "Switches", columns, rows)


def _items_table(document: Document) -> Table:
    columns = (
        Column("item", "Item", "count"),
        Column("question", "What a rules document must state", wraps=True),
        Column("status", "Here"),
        Column("where", "Where", wraps=True),
    )
    rows = [(item.number, item.question, item.status, item.where) for item in document.items]
    note = "The twelve items of Québec's by-law respecting casino games, chapter S-13.1, r. 3.1, section 11."
    return Table("rules_document", "Completeness", columns, rows, (note,))


def _tableaux(results: Sequence[ReadingResult]) -> Iterator[Table]:
    """Banker's table once for all readings that share it, those that differ from the standard only."""
    shared: dict[tuple[str, tuple[str, ...]], list[ReadingResult]] = {}
    for result in results:
        if result.differences.tableau_count:
            shared.setdefault((result.rulebook.tableau_key, result.rulebook.tableau), []).append(result)
    for number, alike in enumerate(shared.values(), start=1):
        first = alike[0]
        names = ", ".join(result.reading.name for result in alike)
        drawn = _by_player if first.rulebook.tableau_key == TABLEAU_KEYS[1] else _by_third_card
        yield drawn(f"tableau_{number}", f"Banker's table in {names}", first)


def _by_third_card(key: str, title: str, result: ReadingResult) -> Table:
    marked = {(cell.total, cell.column) for cell in result.differences.cells}
    columns = (
        Column("total", "Banker", "count"),
        Column("none", "Player stood"),
        *(Column(f"key_{key}", str(key)) for key in range(10)),
    )
    rows: list[tuple[Cell, ...]] = [
        (total, *(_marked(cell, (total, name) in marked) for name, cell in zip(_NAMES, row, strict=True)))
        for total, row in enumerate(result.rulebook.tableau)
    ]
    return Table(key, title, columns, rows, (_reading_note(result, ""), MARKED))


_NAMES = ("none", *(str(key) for key in range(10)))


def _by_player(key: str, title: str, result: ReadingResult) -> Table:
    """A table keyed on Player's new total, told by third card for each of Player's two-card totals."""
    decisions = result.differences.decisions
    marked = set() if decisions is None else set(decisions.differing)
    columns = (
        Column("player", "Player", "count"),
        Column("total", "Banker", "count"),
        *(Column(f"third_{third}", str(third)) for third in range(10)),
    )
    book = result.rulebook
    rows: list[tuple[Cell, ...]] = [
        (player, total, *_row_by_player(book, player, total, marked))
        for player in ROWS
        if book.player[player] == DRAWS
        for total in ROWS
        if any(situation[:2] == (player, total) for situation in marked)
    ]
    notes = (
        _reading_note(result, ", told here by third card"),
        f"{MARKED} Rows without a difference are left out.",
    )
    return Table(key, title, columns, rows, notes)


def _row_by_player(book: Rulebook, player: int, total: int, marked: set[tuple[int, ...]]) -> Iterator[str]:
    for third in range(10):
        cell = book.banker_cell(total, (player + third) % 10)
        yield _marked(cell, (player, total, third) in marked)


def _marked(cell: str, differs: bool) -> str:
    shown = "·" if cell == "S" else cell
    return f"[{shown}]" if differs else shown


def _reading_note(result: ReadingResult, told: str) -> str:
    key = KEY_TITLES[result.rulebook.tableau_key]
    return f"{key[:1].upper()}{key[1:]}{told}; differs from the standard in {differs_text(result)}."


def compare_report(results: Sequence[DocumentResult], verdicts: Sequence[CellVerdict], method: str) -> Report:
    """All documents and readings side by side, and the cells on which they contradict each other."""
    sections = [readings_table(results), refused_table(results), edges_table(results)]
    sections += [points_table([result.document for result in results]), cells_table(verdicts)]
    return Report(
        "baccarat/documents-compared",
        VERSION,
        "Documents side by side",
        {"documents": [result.document.slug for result in results]},
        method,
        tuple(section for section in sections if section.rows),
        {"documents": [document_tree(result) for result in results], "cells": verdicts_tree(verdicts)},
    )

"""The reports of a book, as a report."""

from __future__ import annotations

from analyzer.report.book import Book
from analyzer.report.model import Column, Report, Table

SCHEMA = "baccarat/book"
VERSION = 1


def book_report(book: Book) -> Report:
    """The reports of a book, each with its command."""
    columns = (
        Column("name", "Name"),
        Column("title", "Title", wraps=True),
        Column("command", "Command", wraps=True),
    )
    rows = [(entry.name, entry.title, entry.command) for entry in book.entries]
    trees = [
        {
            "name": entry.name,
            "title": entry.title,
            "about": entry.about,
            "command": entry.command,
            "formats": list(entry.formats),
        }
        for entry in book.entries
    ]
    table = Table("reports", "", columns, rows)
    return Report(SCHEMA, VERSION, book.title, {"book": book.path.name}, "book", (table,), {"reports": trees})

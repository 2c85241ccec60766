"""`baccarat reports`: a book of tables, made by commands and checked against them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.groups import Group
from analyzer.cli.options import Output, output_options
from analyzer.errors import AnalyzerError, CheckError, UsageError, did_you_mean

if TYPE_CHECKING:
    from analyzer.report.book import Book, Entry, Made

SHORT_HELP = "Build and check a book of tables, such as the one in reports/."


@click.group(name="reports", cls=Group, short_help=SHORT_HELP)
def command() -> None:
    """Build and check a book of tables.

    A book is a TOML file that names commands; its tables lie beside it as Markdown, JSON and CSV.
    Without --book it is the book of this project, in a checkout of it.
    """


def _book_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--book`; the command gets a `book`."""

    @wraps(function)
    def with_book(*args: Any, book_path: str | None, **rest: Any) -> None:
        from analyzer.report.book_file import OWN_BOOK, load_book

        if book_path is None and not OWN_BOOK.is_file():
            raise UsageError("there is no checkout of this project here", mend="name a book with --book FILE")
        function(*args, book=load_book(book_path or OWN_BOOK), **rest)

    option = click.option(
        "--book", "book_path", metavar="FILE", help="The book.  [default: reports/book.toml]"
    )
    return option(with_book)


def _work_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add names, `--book` and `--workers`; the command gets `book`, `entries` and `workers`."""

    @wraps(function)
    def with_entries(
        *args: Any, book: Book, names: tuple[str, ...], workers: int | None, **rest: Any
    ) -> None:
        from analyzer.study.batch.batch_workers import all_cores

        known = {entry.name: entry for entry in book.entries}
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known) or f"its reports are {', '.join(known)}"
                raise UsageError(f'the book has no report "{name}"', where=str(book.path), mend=hint)
        entries = [entry for entry in book.entries if not names or entry.name in names]
        function(*args, book=book, entries=entries, workers=workers or all_cores(), **rest)

    workers = click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="Processes that work.  [default: all cores]",
    )
    return click.argument("names", nargs=-1, metavar="[NAME]...")(_book_option(workers(with_entries)))


@command.command("list", short_help="The reports of a book.")
@_book_option
@output_options
def list_reports(book: Book, output: Output) -> None:
    """List the reports of a book, each with the command that makes it."""
    from analyzer.report.book_report import book_report

    output.show(book_report(book))


@command.command("build", short_help="Make what has changed.")
@_work_options
@click.option("--all", "everything", is_flag=True, help="Make every report, whether it has changed or not.")
def build_reports(book: Book, entries: list[Entry], workers: int, everything: bool) -> None:
    r"""Make the files of all reports, or of those named, whose command, program or library has changed.

    Every file is written aside and renamed, so a build that is interrupted leaves whole files behind.

    \b
    Examples:
      baccarat reports build
      baccarat reports build main-bets removal
    """
    from analyzer.report.book_shelf import Shelf

    shelf = Shelf(book)
    stale = [entry for entry in entries if everything or not shelf.is_fresh(entry)]
    for entry, result in _all_made(book, stale, workers):
        shelf.put(entry, result)
    removed = shelf.tidy()
    click.echo(
        f"{len(stale)} of {len(entries)} reports were made; {removed} files that no report has were removed"
    )


@command.command("check", short_help="Whether the files are what the commands give.")
@_work_options
def check_reports(book: Book, entries: list[Entry], workers: int) -> None:
    r"""Make all reports, or those named, once more, and name every file that differs with its first cell.

    \b
    Examples:
      baccarat reports check
      baccarat reports check main-bets --workers 1
    """
    from analyzer.report.book_shelf import Shelf

    shelf = Shelf(book)
    found = [
        problem
        for entry, result in _all_made(book, entries, workers)
        for problem in shelf.differences(entry, result)
    ]
    if len(entries) == len(book.entries):
        found += shelf.loose_ends()
    for problem in sorted(found):
        click.echo(problem)
    if found:
        raise CheckError(
            f"{len(found)} files are not what the commands give",
            where=str(book.folder),
            mend="make them anew: baccarat reports build",
        )
    click.echo(f"{len(entries)} reports are what the commands give")


def _all_made(book: Book, entries: Sequence[Entry], workers: int) -> Iterator[tuple[Entry, Made]]:
    """The files of all entries, as they get ready."""
    from concurrent.futures import as_completed

    from analyzer.study.batch.batch_workers import local_crew

    with _shown_progress(len(entries)) as advance, local_crew(min(workers, max(len(entries), 1))) as crew:
        futures = {crew.executor.submit(_made, entry, book.digits, book.folder): entry for entry in entries}
        for future in as_completed(futures):
            entry = futures[future]
            try:
                result = future.result()
            except AnalyzerError as error:
                where = f"report {entry.name}, {error.where}" if error.where else f"report {entry.name}"
                raise type(error)(error.what, where=where, mend=error.mend) from None
            yield entry, result
            advance()


def _made(entry: Entry, digits: int, folder: Path) -> Made:
    """The files of an entry, worked out in the folder of its book, where its command may name files."""
    from analyzer.cli.run_for_report import report_of
    from analyzer.report.book import made

    with chdir(folder):
        return made(entry, report_of(entry.arguments), digits)


@contextmanager
def _shown_progress(size: int) -> Iterator[Callable[[], None]]:
    """Something to call after each report, shown on a terminal."""
    import sys

    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("reports"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=size)
        yield lambda: bar.advance(task)

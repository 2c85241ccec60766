"""Long files and standard input, read piece by piece, with a bar on standard error that shows how far."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import click

from analyzer.cli.complaints import printable
from analyzer.cli.options import STANDARD_STREAM
from analyzer.errors import ShoeError, UsageError


@contextmanager
def opened(file: str, what: str, answer: str | None = None) -> Iterator[tuple[BinaryIO, int | None]]:
    """A file or standard input, and its size if it has one.

    Parameters
    ----------
    file : str
        Path, or `-`.
    what : str
        What it holds, for messages.
    answer : str, optional
        Path of the answer, which must not be the same file.

    Raises
    ------
    ShoeError
        It cannot be read.
    UsageError
        The answer would take its place.
    """
    if file == STANDARD_STREAM:
        if sys.stdin is None:
            raise ShoeError("there is no standard input to read")
        yield sys.stdin.buffer, None
        return
    require_other_file(file, what, answer)
    try:
        source = open(file, "rb")  # noqa: SIM115 - closed below, and its errors are not those of the block
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ShoeError(f"{what} cannot be read: {reason}", where=file) from None
    with source:
        yield source, os.path.getsize(file) if os.path.isfile(file) else None


def require_other_file(file: str, what: str, answer: str | None) -> None:
    """Refuse an answer that would take the place of what is read for it.

    Parameters
    ----------
    file : str
        Path of what is read.
    what : str
        What it holds, for messages.
    answer : str or None
        Path of the answer.

    Raises
    ------
    UsageError
        Both are the same file.
    """
    if answer is None or not os.path.exists(file) or not os.path.exists(answer):
        return
    if os.path.samefile(file, answer):
        raise UsageError(f"the answer would take the place of {what}", where=answer, mend="name another file")


class Watcher:
    """Progress where nobody watches; what is said goes to standard error all the same."""

    def say(self, line: str) -> None:
        """Tell something."""
        click.echo(printable(line), err=True)

    def advance(self, size: int, rows: int) -> None:
        """So many more bytes and rows are done."""


class _Bar(Watcher):
    """A progress bar on a terminal."""

    def __init__(self, bar: Any, size: int | None) -> None:
        self.bar = bar
        self.task = bar.add_task("", total=size, rows=0)
        self.rows = 0

    def say(self, line: str) -> None:
        self.bar.console.print(printable(line), markup=False, highlight=False, soft_wrap=True)

    def advance(self, size: int, rows: int) -> None:
        self.rows += rows
        self.bar.update(self.task, advance=size, rows=self.rows)


@contextmanager
def stream_progress(size: int | None, what: str) -> Iterator[Watcher]:
    """A bar on standard error if that is a terminal.

    Parameters
    ----------
    size : int or None
        Bytes to be read, if that is known.
    what : str
        What the rows are.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield Watcher()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn(f"{{task.fields[rows]:,}} {what}"),
        TimeRemainingColumn(),
    )
    # Where standard output is no terminal, the bar must not take what is printed to standard error.
    shares = sys.stdout is not None and sys.stdout.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=shares) as bar:
        yield _Bar(bar, size)

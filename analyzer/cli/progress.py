"""A progress bar on standard error, for work that takes a while; only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FEW = 20
"""So few things are done before a bar could be read."""


@contextmanager
def progress_bar(size: int, unit: str) -> Iterator[Callable[[int, int], None] | None]:
    """Something to call with what is done and what is to be done; None where nobody would see it.

    Parameters
    ----------
    size : int
        Number of things to be done.
    unit : str
        What they are.
    """
    if size <= FEW or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=size)
        yield lambda done, total: bar.update(task, completed=done, total=total)

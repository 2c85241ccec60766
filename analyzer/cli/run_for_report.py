"""Run a command inside the program and keep its report, instead of writing it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import click

from analyzer.cli.complaints import from_click
from analyzer.cli.options import CAUGHT
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.report.model import Report


def report_of(arguments: Sequence[str]) -> Report:
    """The report that a command shows; whatever else it prints is lost.

    Parameters
    ----------
    arguments : sequence of str
        What stands after `baccarat`.

    Raises
    ------
    AnalyzerError
        The command fails.
    UsageError
        It was called wrongly, or shows no report.

    Examples
    --------
    >>> report_of(["analyze", "--decks", "6"]).name
    'baccarat/analysis'
    """
    from analyzer.cli.main import PROGRAM, baccarat

    caught: list[Report] = []
    try:
        with (
            redirect_stdout(io.StringIO()),
            redirect_stderr(io.StringIO()),
            baccarat.make_context(PROGRAM, list(arguments)) as context,
        ):
            context.meta[CAUGHT] = caught
            baccarat.invoke(context)
    except click.exceptions.Exit:
        pass
    except click.ClickException as error:
        raise from_click(error) from None
    if len(caught) != 1:
        raise UsageError(f"`{PROGRAM} {' '.join(arguments)}` shows no report", mend="name another command")
    return caught[0]

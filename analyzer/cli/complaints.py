"""Errors as at most three lines on standard error: what, where, how to mend it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import click

from analyzer.errors import UsageError, did_you_mean

LONGEST_LINE = 2_000


def complain(lines: Sequence[str], exit_code: int, mark: str = "error: ") -> int:
    """Print an error, and hand its exit code on.

    The mark before the first line is red on a terminal; a stream that is closed is left alone.
    """
    if mark and wants_colour(sys.stderr):
        mark = f"\033[1;31m{mark}\033[0m"
    with suppress(OSError, ValueError):
        click.echo(mark + "\n".join(printable(line) for line in lines), err=True)
    return exit_code


def printable(line: str) -> str:
    r"""A line without control characters that could steer a terminal, and not without end.

    Examples
    --------
    >>> printable("no file \x1b[31mx")
    'no file \\x1b[31mx'
    """
    if not line.isprintable():
        line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"


def wants_colour(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that may be coloured (https://no-color.org)."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def from_click(error: click.ClickException) -> UsageError:
    """An error of click's in the words of this project."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "baccarat"
    see_help = f"`{where} --help` shows the options"
    if isinstance(error, click.NoSuchOption):
        known = [name for parameter in context.command.params for name in parameter.opts] if context else []
        hint = did_you_mean(error.option_name, [*known, "--help"])
        return UsageError(f"there is no option {error.option_name}", where=where, mend=hint or see_help)
    message = error.message if isinstance(error, click.BadParameter) else ""
    parameter = getattr(error, "param", None)
    if message and parameter is not None:
        names = [*parameter.opts, *parameter.secondary_opts]
        where = (
            max(names, key=len) if parameter.param_type_name == "option" else parameter.human_readable_name
        )
    return UsageError(_sentence(message or error.format_message()), where=where, mend=see_help)


def _sentence(text: str) -> str:
    text = " ".join(text.split()).removesuffix(".")
    text = re.sub("is not a valid integer( range)?$", "is no whole number", text)
    return text[:1].lower() + text[1:]

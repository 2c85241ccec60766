"""Options of the commands that answer for many numbers of decks at once, with formulas."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

from analyzer.cli.options import INFINITE
from analyzer.errors import UsageError

MOST_DECKS = 1_000
LARGEST_DECKS = 10**9
NOTATIONS = ("text", "latex")
"""Kept here too, so that the help of a command needs no other floor; a test holds the two equal."""

_RANGE = re.compile(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", re.ASCII)


def decks_of(text: str, where: str) -> list[int | None]:
    """Numbers of decks of a text such as `1-8,12,infinite`; None stands for infinitely many.

    Parameters
    ----------
    text : str
    where : str
        The option or argument, for the message.

    Raises
    ------
    UsageError
        A part is no number of decks and no range of them, or there are too many.

    Examples
    --------
    >>> decks_of("1-3, 8, infinite", "DECKS")
    [1, 2, 3, 8, None]
    """
    found: list[int | None] = []
    for word in (part.strip() for part in text.split(",")):
        if word == INFINITE:
            found.append(None)
            continue
        bounds = _RANGE.fullmatch(word)
        first = int(bounds[1]) if bounds else 0
        last = int(bounds[2] or bounds[1]) if bounds else 0
        if not 1 <= first <= last <= LARGEST_DECKS:
            raise UsageError(
                f'"{word[:40]}" is no number of decks and no range of them',
                where=where,
                mend=f"give numbers from 1 on, ranges or {INFINITE}, separated by commas: 1-8,12,{INFINITE}",
            )
        if last - first + len(found) >= MOST_DECKS:
            raise UsageError(f"more than {MOST_DECKS:,} numbers of decks are asked for", where=where)
        found += range(first, last + 1)
    return list(dict.fromkeys(found))


def formulas_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--formulas`."""
    return click.option(
        "--formulas/--no-formulas", default=None, help="Show formulas.  [default: for up to 6 wagers]"
    )(function)


def notation_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--notation`."""
    return click.option(
        "--notation",
        type=click.Choice(NOTATIONS),
        default=NOTATIONS[0],
        show_default=True,
        help="How formulas are written; json always gives both.",
    )(function)

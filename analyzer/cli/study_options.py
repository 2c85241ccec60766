"""Options of the commands that put several things side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import INFINITE
from analyzer.cli.payment_options import at_jackpot, jackpot_size
from analyzer.errors import ShoeError, UsageError
from analyzer.game.shoe import LONGEST_COUNT, Shoe

if TYPE_CHECKING:
    from analyzer.wager.wager import Wager

MOST_SHOES = 100


def shoes_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--decks` with several numbers; the command gets `shoes`, none if the option is not given."""

    @wraps(function)
    def with_shoes(*args: Any, decks: str | None, **rest: Any) -> None:
        function(*args, shoes=[] if decks is None else shoes_of(decks), **rest)

    return click.option(
        "--decks",
        metavar="N,N,...",
        help="Numbers of decks, or infinite, separated by commas.  [default: what each is played with]",
    )(with_shoes)


def shoes_of(text: str) -> list[Shoe]:
    """The shoes of a text such as `6,8,infinite`.

    Raises
    ------
    UsageError
        A part is no number of decks.
    ShoeError
        There can be no shoe of so many decks.

    Examples
    --------
    >>> [shoe.describe() for shoe in shoes_of("6, infinite")]
    ['6 decks', 'infinite decks']
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) > MOST_SHOES:
        raise UsageError(f"{len(words)} shoes are more than fit side by side", where="--decks")
    return [_shoe(word) for word in dict.fromkeys(words)]


def _shoe(word: str) -> Shoe:
    if word == INFINITE:
        return Shoe.infinite()
    if not word.lstrip("+-").isdecimal() or len(word) > LONGEST_COUNT:
        raise UsageError(
            f'"{word[:40]}" is no number of decks',
            where="--decks",
            mend=f"give whole numbers or {INFINITE}, separated by commas: 6,8",
        )
    try:
        return Shoe.from_decks(int(word))
    except ShoeError as error:
        raise ShoeError(error.what, where="--decks", mend=error.mend) from None


def method_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--method`."""
    return click.option(
        "--method",
        type=click.Choice(["enumeration", "graph", "forms"]),
        default="enumeration",
        show_default=True,
        help="The road to the counts; all give the same numbers.",
    )(function)


def jackpot_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--jackpot`, which gives the jackpots of the wagers a size; it goes below `wagers_option`."""

    @wraps(function)
    def with_jackpot(*args: Any, jackpot: str | None, wagers: list[Wager], **rest: Any) -> None:
        function(*args, wagers=at_jackpot(wagers, jackpot), **rest)

    return jackpot_size(with_jackpot)

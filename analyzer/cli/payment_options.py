"""Options that say at which table a bet is made and how that table pays: coin, rounding, least commission."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from analyzer.errors import AnalyzerError, UsageError
from analyzer.exact import exact

if TYPE_CHECKING:
    from analyzer.wager.commission import Payments
    from analyzer.wager.wager import Wager

DIRECTIONS = ("exactly", "down", "up", "nearest")
"""Kept here too, so that the help of a command needs no other floor; a test holds the two equal."""

NO_WAGERS = "none"
"""What stands for the wagers of a game whose source says nothing of payouts."""


def amount(text: str, option: str) -> Fraction:
    """An exact amount from an option.

    Raises
    ------
    UsageError
        The text is no number.
    """
    with given_by(option):
        return exact(text)


@contextmanager
def given_by(option: str) -> Iterator[None]:
    """Whatever is refused within is wrong usage of an option.

    Raises
    ------
    UsageError
        Something is refused.
    """
    try:
        yield
    except AnalyzerError as error:
        raise UsageError(error.what, where=option, mend=error.mend) from None


def solved_commission(text: str) -> Fraction:
    """A commission for which play is solved, from `--commission`.

    Raises
    ------
    UsageError
        The text is no number, or not at least 0 and below 1.
    """
    from analyzer.play.best_reply import require_commission

    rate = amount(text, "--commission")
    with given_by("--commission"):
        require_commission(rate)
    return rate


jackpot_size = click.option(
    "--jackpot", metavar="AMOUNT", help="What is in a progressive jackpot, in units of the stake."
)
"""Add `--jackpot`; the command hands it to `at_jackpot`."""


def at_jackpot(wagers: list[Wager], jackpot: str | None) -> list[Wager]:
    """The wagers with their jackpots at the size that `--jackpot` gives, or as they are without it.

    Raises
    ------
    UsageError
        The text is no number.
    """
    if jackpot is None:
        return wagers
    from analyzer.wager.jackpot import wager_at_jackpot

    size = amount(jackpot, "--jackpot")
    return [wager_at_jackpot(wager, size) for wager in wagers]


class Paying(NamedTuple):
    """What the options say about how a table pays."""

    coin: str | None
    round_commission: str | None
    round_payout: str | None
    minimum: str | None

    @property
    def is_given(self) -> bool:
        """Whether any of the options was given."""
        return any(value is not None for value in self)

    def payments(self, usual: Mapping[str, str] | None = None) -> Payments:
        """How the table pays.

        Parameters
        ----------
        usual : mapping of str to str, optional
            Roundings of a game, taken where the options name none and there is a coin.
        """
        from analyzer.wager.commission import EXACTLY, Payments

        usual = usual if usual and self.coin is not None else {}
        named = {"round_commission": self.round_commission, "round_payout": self.round_payout}
        if any(named.values()):
            usual = {}
        return Payments(
            coin=None if self.coin is None else amount(self.coin, "--coin"),
            round_commission=named["round_commission"] or usual.get("round_commission", EXACTLY),
            round_payout=named["round_payout"] or usual.get("round_payout", EXACTLY),
            minimum=Fraction(0) if self.minimum is None else amount(self.minimum, "--minimum-commission"),
        )


def payment_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--coin`, `--round-commission`, `--round-payout` and `--minimum-commission`; gives `paying`."""

    @wraps(function)
    def with_paying(
        *args: Any,
        coin: str | None,
        round_commission: str | None,
        round_payout: str | None,
        minimum: str | None,
        **rest: Any,
    ) -> None:
        function(*args, paying=Paying(coin, round_commission, round_payout, minimum), **rest)

    options = [
        click.option("--coin", metavar="AMOUNT", help="The smallest coin or chip that is paid."),
        click.option(
            "--round-commission",
            type=click.Choice(DIRECTIONS),
            help="How the commission is brought to whole coins.",
        ),
        click.option(
            "--round-payout",
            type=click.Choice(DIRECTIONS),
            help="How the payout, after the commission, is brought to whole coins.",
        ),
        click.option(
            "--minimum-commission", "minimum", metavar="AMOUNT", help="Least commission of a winning bet."
        ),
    ]
    command = with_paying
    for option in reversed(options):
        command = option(command)
    return command


def game_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--game`, which stands for rules, decks and wagers where those are not given; gives `game`.

    It goes above the options that it stands for.
    """

    @wraps(function)
    def with_game(*args: Any, game_name: str | None, **rest: Any) -> None:
        if game_name is None:
            function(*args, game=None, **rest)
            return
        from analyzer.library.games import load_game

        game = load_game(game_name)
        if rest["decks"] is None and rest["shoe_text"] is None:
            rest["decks"] = game.decks[0]
        if not is_given("rules"):
            rest["rules"] = game.rules_name
        if "wagers" in rest and not is_given("wagers"):
            rest["wagers"] = ",".join(game.wager_names) or NO_WAGERS
        function(*args, game=game, **rest)

    option = click.option(
        "--game",
        "game_name",
        metavar="SLUG|FILE",
        help="A table of `baccarat games list`: its rules, decks and wagers, where those are not given.",
    )
    return option(with_game)


def is_given(option: str) -> bool:
    """Whether the command that runs was given an option."""
    source = click.get_current_context().get_parameter_source(option)
    return source not in (None, ParameterSource.DEFAULT)

"""`baccarat session`: what comes of many rounds with the same stake on the same wager."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import amount, game_option
from analyzer.cli.progress import progress_bar
from analyzer.cli.study_options import jackpot_option
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.study.sessions.session import SessionStudy
    from analyzer.wager.wager import Wager

MOST_NUMBERS = 1_000
MOST_RESULTS = 10_000
DIGITS_OF_A_PERCENTAGE = 2
"""Digits of a decimal that stand before the point of a percentage."""

SHORT_HELP = "Net results of many rounds, and what becomes of a bankroll."


@click.command(name="session", short_help=SHORT_HELP)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=80,
    show_default=True,
    metavar="N",
    help="Number of rounds.",
)
@click.option("--stake", default="1", show_default=True, metavar="AMOUNT", help="What is staked in each.")
@click.option("--amounts", metavar="AMOUNT,...", help="To win or lose at least so much.")
@click.option("--wins", metavar="K,...", help="To win exactly so many rounds.")
@click.option("--bankroll", metavar="AMOUNT", help="With what the bettor begins.")
@click.option("--target", metavar="AMOUNT", help="At what the bettor stops.")
@click.option("--distribution", is_flag=True, help="List every net result.")
@game_option
@shoe_options
@rules_option
@wagers_option
@jackpot_option
@output_options
def command(
    rounds: int,
    stake: str,
    amounts: str | None,
    wins: str | None,
    bankroll: str | None,
    target: str | None,
    distribution: bool,
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    output: Output,
) -> None:
    r"""Work out what is won or lost in many rounds with the same stake, under independence.

    Every round is taken as dealt from the whole shoe.
    Up to 100 rounds are exact; with more, or if a wager pays very many different amounts, only digits that
    are certain are shown.
    A bankroll is ruined when less than one stake is left.

    \b
    Examples:
      baccarat session --rounds 80 --wagers main/banker
      baccarat session --rounds 1000000 --wagers main --amounts 1000,5000
      baccarat session --rounds 500 --stake 25 --bankroll 1000 --target 2000 --wagers main/player
    """
    from analyzer.report.session_report import session_report
    from analyzer.study.sessions.session import rounds_to_report, study_session

    if target is not None and bankroll is None:
        raise UsageError("a target needs a bankroll", where="--target", mend="give --bankroll as well")
    money = None if bankroll is None else amount(bankroll, "--bankroll")
    with progress_bar(rounds_to_report(rounds, len(wagers), money), "rounds") as bar:
        total = rounds_to_report(rounds, len(wagers), money)
        study = study_session(
            shoe,
            rulebook,
            wagers,
            rounds,
            stake=amount(stake, "--stake"),
            digits=output.numbers.digits + DIGITS_OF_A_PERCENTAGE,
            amounts=_amounts(amounts),
            wins=_wins(wins, rounds),
            bankroll=money,
            target=None if target is None else amount(target, "--target"),
            required=required,
            progress=None if bar is None else lambda done: bar(done, total),
        )
    if distribution:
        _check_length(study)
    output.show(session_report(study, with_distribution=distribution))


def _amounts(text: str | None) -> list[Fraction]:
    words = [] if text is None else _words(text, "--amounts")
    return list(dict.fromkeys(amount(word, "--amounts") for word in words))


def _wins(text: str | None, rounds: int) -> list[int]:
    found = []
    for word in [] if text is None else _words(text, "--wins"):
        if not word.isascii() or not word.isdecimal() or int(word[:20]) > rounds:
            raise UsageError(
                f'"{word[:40]}" is no number of rounds that can be won',
                where="--wins",
                mend=f"give whole numbers from 0 to {rounds}",
            )
        found.append(int(word))
    return found


def _words(text: str, option: str) -> list[str]:
    words = list(dict.fromkeys(word.strip() for word in text.split(",")))
    if len(words) > MOST_NUMBERS:
        raise UsageError(f"{len(words)} numbers are more than anybody reads", where=option)
    return words


def _check_length(study: SessionStudy) -> None:
    results = sum(len(item.net.masses.units) for item in study.wagers)
    if results > MOST_RESULTS:
        raise UsageError(
            f"there are {results:,} net results, too many to list",
            where="--distribution",
            mend="give fewer rounds or wagers, or ask for --amounts",
        )

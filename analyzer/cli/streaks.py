"""`baccarat streaks`: how long one side goes on winning, and what a bet on that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options
from analyzer.cli.payment_options import game_option
from analyzer.cli.session import DIGITS_OF_A_PERCENTAGE
from analyzer.errors import UsageError, WagerError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.wager.odds import Pay

SIDES = ("banker", "player", "tie")
TIES = ("skipped", "breaks", "counted")
LONGEST_NUMBER = 9
SHORT_HELP = "How long streaks get, and bets on the next coups."


@click.command(name="streaks", short_help=SHORT_HELP)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=80,
    show_default=True,
    metavar="N",
    help="Number of coups, ties among them.",
)
@click.option("--side", type=click.Choice(SIDES), default="banker", show_default=True, help="Whose streaks.")
@click.option(
    "--ties",
    type=click.Choice(TIES),
    default="skipped",
    show_default=True,
    help="What a tie does to a streak: it is passed over, ends it, or makes it longer.",
)
@click.option(
    "--length",
    type=click.IntRange(min=1),
    metavar="K",
    help="The length to ask about.  [default: the shortest that is paid, or 3]",
)
@click.option(
    "--pays",
    metavar='"K: ODDS, ..."',
    help='What a bet on the next coups pays by the length of the streak: "3: 8 to 1, 4: 20 to 1".',
)
@game_option
@shoe_options
@rules_option
@output_options
def command(
    rounds: int,
    side: str,
    ties: str,
    length: int | None,
    pays: str | None,
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    output: Output,
) -> None:
    r"""Work out how long one side's streaks get and how many there are, under independence.

    Every coup is taken as dealt from the whole shoe.
    A bet on the next coups is settled when the side does not win any more, or at the longest streak that is
    paid.

    \b
    Examples:
      baccarat streaks --rounds 80
      baccarat streaks --side player --ties breaks --length 5
      baccarat streaks --pays "3: 6 to 1"
      baccarat streaks --rounds 1000000 --side tie --pays "2: 90 to 1, 3: 500 to 1"
    """
    from analyzer.report.streaks_report import streaks_report
    from analyzer.study.sessions.streaks import study_streaks

    table = [] if pays is None else pays_of(pays)
    if length is None:
        length = min((paid for paid, _ in table), default=3)
    study = study_streaks(
        shoe,
        rulebook,
        rounds,
        side=side,
        ties=ties,
        length=length,
        pays=table,
        digits=output.numbers.digits + DIGITS_OF_A_PERCENTAGE,
    )
    output.show(streaks_report(study))


def pays_of(text: str) -> list[tuple[int, Pay]]:
    """The pays of a text such as `3: 8 to 1, 4: 20 to 1`, by the length of the streak.

    Raises
    ------
    UsageError
        A part does not name a length and what it pays.
    WagerError
        A pay is none.

    Examples
    --------
    >>> [(length, pay.net) for length, pay in pays_of("3: 8 to 1, 4: 21 for 1")]
    [(3, Fraction(8, 1)), (4, Fraction(20, 1))]
    """
    from analyzer.wager.odds import Pay

    found = []
    for part in text.split(","):
        length, colon, pay = part.partition(":")
        length = length.strip()
        if not colon or not (length.isascii() and length.isdecimal()) or len(length) > LONGEST_NUMBER:
            raise UsageError(
                f'"{part.strip()[:40]}" does not say which streak pays what',
                where="--pays",
                mend='write "3: 8 to 1, 4: 20 to 1"',
            )
        try:
            found.append((int(length), Pay.parse(pay)))
        except WagerError as error:
            raise WagerError(error.what, where="--pays", mend=error.mend) from None
    return found

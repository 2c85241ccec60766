"""`baccarat together`: several wagers made on one coup."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import amount, at_jackpot, jackpot_size
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.wager.wager import Wager

SHORT_HELP = "Several wagers on one coup: joint law, covariances, exposure."


@click.command(name="together", short_help=SHORT_HELP)
@shoe_options
@rules_option
@wagers_option
@click.option(
    "--stakes",
    metavar="AMOUNT,AMOUNT,...",
    help="Amount on each wager, or one amount for all of them.  [default: 1]",
)
@jackpot_size
@output_options
def command(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    stakes: str | None,
    jackpot: str | None,
    output: Output,
) -> None:
    r"""Work out exactly what several wagers on one coup are worth together.

    Shows their net win as one, how they vary together, which lines pay together, and the most that one coup
    can cost the house.

    \b
    Examples:
      baccarat together --wagers main/player,main/tie,side/dragon-7 --stakes 25,5,1
      baccarat together --wagers main/banker,pairs --stakes 100 --table exposure
    """
    from analyzer.report.together_report import together_report
    from analyzer.study.together import study_together

    wagers = at_jackpot(wagers, jackpot)
    output.show(together_report(study_together(shoe, rulebook, wagers, _amounts(stakes, wagers))))


def _amounts(stakes: str | None, wagers: list[Wager]) -> list[Fraction] | None:
    """The stakes in the order of the wagers."""
    if stakes is None:
        return None
    amounts = [amount(word.strip(), "--stakes") for word in stakes.split(",")]
    if len(amounts) == 1:
        return amounts * len(wagers)
    if len(amounts) != len(wagers):
        raise UsageError(
            f"there are {len(amounts)} stakes for {len(wagers)} wagers",
            where="--stakes",
            mend=f"they are {', '.join(wager.slug for wager in wagers)}",
        )
    return amounts

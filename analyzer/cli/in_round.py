"""`baccarat in-round`: bets that are offered during a coup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options
from analyzer.cli.payment_options import at_jackpot, jackpot_size

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe

SHORT_HELP = "Insurance and other bets that are offered during a coup."

CARDS_TABLE = "cards"


@click.command(name="in-round", short_help=SHORT_HELP)
@shoe_options
@rules_option
@click.option(
    "--wagers",
    metavar="SLUG|GROUP|FILE,...",
    default="insurance",
    show_default=True,
    help="Wagers that say when they are offered.",
)
@jackpot_size
@click.option("--cards", is_flag=True, help="List every situation by its cards too; json always does.")
@output_options
def command(
    shoe: Shoe, rulebook: Rulebook, wagers: str, jackpot: str | None, cards: bool, output: Output
) -> None:
    r"""Work out exactly what bets that are offered during a coup are worth, in every situation.

    The edge depends on what lies open when the bet is made: it is given by the totals seen, and with --cards
    by the cards seen.

    \b
    Examples:
      baccarat in-round
      baccarat in-round --wagers insurance/banker-four-cards --cards --decks 6
    """
    from analyzer.library.catalog import load_wagers
    from analyzer.report.in_round_report import in_round_report
    from analyzer.study.in_round import study_in_round

    study = study_in_round(shoe, rulebook, at_jackpot(load_wagers(wagers), jackpot))
    output.show(in_round_report(study, cards=cards or CARDS_TABLE in output.tables))

"""`baccarat solve rules`: the best play where one side may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, shoe_options
from analyzer.cli.payment_options import at_jackpot, jackpot_size

if TYPE_CHECKING:
    from analyzer.game.shoe import Shoe

USUAL_WAGERS = "main/player,main/banker,main/tie"

SHORT_HELP = "The best play where one side may choose, for any wager."


@click.command(name="rules", short_help=SHORT_HELP)
@click.argument("rules", metavar="SLUG|FILE")
@shoe_options
@click.option(
    "--wagers",
    metavar="SLUG|GROUP|FILE,...",
    default=USUAL_WAGERS,
    help="The wagers, separated by commas.  [default: Player, Banker and Tie]",
)
@jackpot_size
@output_options
def command(rules: str, shoe: Shoe, wagers: str, jackpot: str | None, output: Output) -> None:
    r"""Find the best play of the side that may choose, for whoever stakes on a wager.

    What is best depends on the wager: drawing on 5 helps Player and hurts Banker. For each wager the answer
    gives the best policy with its exact house edge, and beside it the edges of all pure policies.
    Where nobody may choose there is nothing to decide, and the edges are given.

    \b
    Examples:
      baccarat solve rules baccarat-gold
      baccarat solve rules documents/003-r1-o1 --decks 6 --wagers main/player,side/dragon-bonus-player
      baccarat solve rules my-rules.toml --json
    """
    from analyzer.library.catalog import load_rulebook, load_wagers
    from analyzer.report.best_play_report import best_play_report
    from analyzer.study.choices.best_play import best_plays

    chosen = at_jackpot(load_wagers(wagers), jackpot)
    output.show(best_play_report(best_plays(load_rulebook(rules), shoe, chosen)))

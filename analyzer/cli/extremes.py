"""`baccarat extremes`: the best and the worst that can be left of a shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.study_options import jackpot_option

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.wager.wager import Wager

SHORT_HELP = "The best and the worst that can be left of a shoe."


@click.command(name="extremes", short_help=SHORT_HELP)
@shoe_options
@click.option(
    "--cards",
    type=click.IntRange(min=0),
    default=14,
    show_default=True,
    metavar="K",
    help="The fewest cards that are left.",
)
@rules_option
@wagers_option
@jackpot_option
@output_options
def command(
    shoe: Shoe,
    cards: int,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    output: Output,
) -> None:
    r"""Find the cards that make each wager best and worst, among all that can be left of a shoe.

    Where up to a million combinations of cards can be left, all are counted, and the answer is proven.
    Else it is found by a search that climbs from many starts; its edges are exact all the same.
    Wagers on point values and on pairs can be searched.

    \b
    Examples:
      baccarat extremes --wagers main
      baccarat extremes --cards 52 --wagers main/tie,side/dragon-7
      baccarat extremes --decks 6 --cards 10 --wagers pairs/player-pair --json
    """
    from analyzer.report.extremes_report import extremes_report
    from analyzer.study.extremes import study_extremes

    output.show(extremes_report(study_extremes(shoe, rulebook, wagers, cards, required=required)))

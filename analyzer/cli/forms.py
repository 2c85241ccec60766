"""`baccarat forms`: wagers as polynomials in the card counts, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, wagers_option

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.wager.wager import Wager

SHORT_HELP = "Wagers as polynomials in the card counts, for programs."


@click.command(name="forms", short_help=SHORT_HELP)
@rules_option
@wagers_option
@click.option("--gradient", is_flag=True, help="The derivatives with respect to each count as well.")
@output_options
def command(
    rulebook: Rulebook, wagers: list[Wager], required: list[str], gradient: bool, output: Output
) -> None:
    r"""Write the ways behind every pay line as a polynomial in c0 to c9, the cards left of each point value.

    It holds for every shoe, and has up to 8,007 terms; json and csv hold them all, a table counts them.
    Wagers that look at ranks or suits have no such polynomial.

    \b
    Examples:
      baccarat forms --wagers main/tie -o tie.json
      baccarat forms --wagers main/banker --gradient --json
      baccarat forms --wagers side/dragon-7 --format csv --table terms
    """
    from analyzer.report.card_forms_report import card_forms_report
    from analyzer.study.card_forms import study_card_forms

    output.show(card_forms_report(study_card_forms(rulebook, wagers, gradient=gradient, required=required)))

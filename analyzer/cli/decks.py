"""`baccarat decks`: wagers as exact functions of the number of decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.deck_options import decks_of, formulas_option, notation_option
from analyzer.cli.options import Output, output_options, rules_option, wagers_option
from analyzer.cli.progress import progress_bar
from analyzer.cli.study_options import jackpot_option

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.wager.wager import Wager

SHORT_HELP = "House edges by number of decks, as a table and as formulas."


@click.command(name="decks", short_help=SHORT_HELP)
@click.argument("decks", default="1-12,infinite", metavar="[N-N,N,infinite]")
@rules_option
@wagers_option
@jackpot_option
@formulas_option
@notation_option
@output_options
def command(
    decks: str,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    formulas: bool | None,
    notation: str,
    output: Output,
) -> None:
    r"""Show how wagers depend on the number of decks: for some numbers exactly, and for all as a formula.

    The ways behind a pay line are a polynomial in the number of decks d, and the house edge is a quotient of
    two; the formulas come with their limit and with every real d from 1 on at which the edge changes sign.
    Without numbers the table goes from 1 to 12 decks and to infinitely many.

    \b
    Examples:
      baccarat decks
      baccarat decks 1-12,infinite --wagers main/tie,pairs
      baccarat decks 6,8 --wagers pairs/perfect-pairs-25-200 --notation latex
      baccarat decks 1-50 --wagers side --no-formulas -o edges.csv
    """
    from analyzer.report.decks_report import decks_report
    from analyzer.study.decks import study_decks

    chosen = decks_of(decks, "DECKS")
    if "formulas" in output.tables:
        formulas = True
    with progress_bar(len(wagers), "wagers") as progress:
        study = study_decks(rulebook, wagers, required, progress)
    output.show(
        decks_report(study, chosen, formulas=formulas, notation=notation, digits=output.numbers.digits)
    )

"""`baccarat break-even`: the terms at which a wager has no edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.deck_options import decks_of, notation_option
from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import amount, is_given
from analyzer.cli.study_options import jackpot_option, method_option
from analyzer.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.wager.wager import Wager

SHORT_HELP = "The pay, commission or jackpot at which a wager has no edge."


@click.command(name="break-even", short_help=SHORT_HELP)
@shoe_options
@rules_option
@wagers_option
@jackpot_option
@click.option("--edge", default="0", metavar="EDGE", help="The house edge that is wanted.  [default: none]")
@click.option("--line", "lines", multiple=True, metavar="LABEL", help="Only this pay line; can be repeated.")
@click.option(
    "--by-decks",
    metavar="N-N,N,infinite",
    help="Terms as functions of the number of decks, and a table of these numbers.",
)
@notation_option
@method_option
@output_options
def command(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    edge: str,
    lines: tuple[str, ...],
    by_decks: str | None,
    notation: str,
    method: str,
    output: Output,
) -> None:
    r"""Work out exactly what a line would have to pay, or a commission be, for a wager to have no edge.

    Each pay is changed for itself, all other lines staying as they are; for a wager with a progressive
    jackpot, it is the jackpot that is worked out, in units of the stake.
    With --edge the terms are those that give the house the edge that is wanted.

    \b
    Examples:
      baccarat break-even --wagers main
      baccarat break-even --wagers main/tie --edge 5% --decks 6
      baccarat break-even --wagers main/banker,main/tie --by-decks 1-12,infinite
      baccarat break-even --wagers side/dragon-dragon
    """
    from analyzer.report.break_even_report import break_even_report
    from analyzer.study import break_even as study

    wanted = amount(edge, "--edge")
    _require_lines(lines, wagers)
    if by_decks is None:
        found = study.break_even(shoe, rulebook, wagers, edge=wanted, required=required, method=method)
        output.show(break_even_report(found, lines=lines))
        return
    if any(map(is_given, ("decks", "shoe_text", "remove", "method"))):
        raise UsageError(
            "functions of the number of decks belong to no single shoe, and are counted in their own way",
            where="--by-decks",
            mend="leave --decks, --shoe, --remove and --method out",
        )
    chosen = decks_of(by_decks, "--by-decks")
    by_number = study.break_even_by_decks(rulebook, wagers, edge=wanted, required=required)
    output.show(break_even_report(by_number, lines=lines, decks=chosen, notation=notation))


def _require_lines(lines: tuple[str, ...], wagers: list[Wager]) -> None:
    known = {line.label for wager in wagers for line in wager.lines}
    for label in lines:
        if label not in known:
            raise UsageError(
                f'no wager has a line "{label}"',
                where="--line",
                mend=did_you_mean(label, known) or f"lines are {', '.join(sorted(known))}",
            )

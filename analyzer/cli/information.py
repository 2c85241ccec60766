"""`baccarat information`: the best bet for somebody who knows something of the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options
from analyzer.cli.payment_options import at_jackpot, jackpot_size
from analyzer.cli.progress import progress_bar
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.study.information.marks import Marks

SHORT_HELP = "The best bet for somebody who knows something of the cards."


@click.command(name="information", short_help=SHORT_HELP)
@shoe_options
@rules_option
@click.option(
    "--wagers",
    metavar="SLUG|GROUP|FILE,...",
    default="main/player,main/banker",
    show_default=True,
    help="The wagers of which the best is backed, or none.",
)
@jackpot_size
@click.option("--positions", metavar="N,N,...", help="The cards that carry marks: 1 to 6 in the order dealt.")
@click.option(
    "--marks",
    metavar="VALUES",
    help='The point values that carry one mark, such as "6789" or "6-9"; several stand apart: "0 1-3 89".'
    "  Values that are not named carry one more.",
)
@click.option("--exposed", metavar="N,N,...", help="Cards that lie open: every point value is its own mark.")
@click.option(
    "--best-labelling",
    is_flag=True,
    help="Find the best of all 511 ways to share the ten point values between two marks.",
)
@output_options
def command(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: str,
    jackpot: str | None,
    positions: str | None,
    marks: str | None,
    exposed: str | None,
    best_labelling: bool,
    output: Output,
) -> None:
    r"""Work out exactly what it is worth to see marks on cards, or cards themselves, before betting.

    The six cards are numbered in the order in which they leave the shoe: 1 P1, 2 B1, 3 P2, 4 B2, and 5 and 6
    the next two, whether or not the coup deals them.
    For everything that can be seen there is the best wager, or none, and the bettor's exact edge.

    \b
    Examples:
      baccarat information --exposed 1
      baccarat information --positions 1 --marks 6789
      baccarat information --positions 1,2 --marks "0 1-5" --exposed 5 --decks 6
      baccarat information --positions 1,2,3,4 --best-labelling --wagers main/player,main/tie
    """
    from analyzer.library.catalog import load_wagers
    from analyzer.report.information_report import best_labelling_report, information_report
    from analyzer.study.information.information import study_best_labelling, study_information
    from analyzer.study.information.marks import OPEN, Marking, marks_of, places_of

    loaded = at_jackpot(load_wagers(wagers), jackpot)
    marked = [] if positions is None else places_of(positions, "--positions")
    seen: dict[int, Marks] = dict.fromkeys([] if exposed is None else places_of(exposed, "--exposed"), OPEN)
    _check(marked, marks, seen, best_labelling)
    if best_labelling:
        with progress_bar(511, "labellings") as progress:
            best = study_best_labelling(shoe, rulebook, loaded, marked, seen, progress)
        output.show(best_labelling_report(best))
        return
    if marks is not None:
        seen |= dict.fromkeys(marked, marks_of(marks))
    output.show(information_report(study_information(shoe, rulebook, loaded, Marking(seen))))


def _check(marked: list[int], marks: str | None, seen: dict[int, Marks], best_labelling: bool) -> None:
    """Refuse options that do not fit together."""
    for place in marked:
        if place in seen:
            raise UsageError(f"card {place} is marked and open too", where="--positions and --exposed")
    if best_labelling and marks is not None:
        raise UsageError(
            "the marks are to be found, and given too",
            where="--best-labelling and --marks",
            mend="give one of them",
        )
    if not marked and (best_labelling or marks is not None):
        raise UsageError(
            "nothing says which cards carry the marks",
            where="--best-labelling" if best_labelling else "--marks",
            mend="name the cards: --positions 1,2",
        )
    if marked and marks is None and not best_labelling:
        raise UsageError(
            "nothing says which point values carry which mark",
            where="--positions",
            mend="add --marks 6789, or --best-labelling to find the best",
        )
    if not marked and not seen:
        raise UsageError("no card is marked or open", mend="try --exposed 1, or --positions 1 --marks 6789")

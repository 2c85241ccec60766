"""`baccarat removal`: what removing cards does to outcomes and wagers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import amount
from analyzer.cli.study_options import jackpot_option, method_option

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.study.count_tags import WagerTags
    from analyzer.study.removal import RemovalStudy
    from analyzer.wager.wager import Wager

FEW_WAGERS = 6
"""For so many wagers count tags are derived without being asked for."""

SHORT_HELP = "Effects of removing cards, and the count tags that follow."


@click.command(name="removal", short_help=SHORT_HELP)
@shoe_options
@rules_option
@wagers_option
@jackpot_option
@click.option(
    "--by",
    "kind",
    type=click.Choice(["value", "rank", "card"]),
    help="What cards are told apart by.  [default: what the wagers look at]",
)
@click.option(
    "--number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="How many cards of a kind are removed.",
)
@click.option(
    "--levels",
    type=click.IntRange(0, 4),
    metavar="N",
    help="Derive count tags of levels 1 to N; 0 derives none.  [default: 4, for up to 6 wagers]",
)
@click.option(
    "--tags",
    "given",
    multiple=True,
    metavar="TAGS",
    help='Compare these tags, such as "0 0 0 0 -1 -1 -1 -1 2 2" for values 0 to 9, or 13 for ranks A to K.',
)
@click.option("--incidences", is_flag=True, help="Show how often each kind of card stands in an outcome.")
@method_option
@output_options
def command(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    kind: str | None,
    number: int,
    levels: int | None,
    given: tuple[str, ...],
    incidences: bool,
    method: str,
    output: Output,
) -> None:
    r"""Work out exactly how the removal of cards changes every outcome and every wager.

    An effect above 0 is good for the bettor: it is the change of the expected net win.
    From the effects of single cards follow the best balanced count tags of levels 1 to 4, with their betting
    correlation.

    \b
    Examples:
      baccarat removal --wagers main
      baccarat removal --wagers side/dragon-7 --tags "0 0 0 0 -1 -1 -1 -1 2 2"
      baccarat removal --wagers side/matching-dragon/table-1-a --by rank --decks 6
      baccarat removal --wagers main/player --number 3 --incidences --json
    """
    from analyzer.report.removal_report import removal_report
    from analyzer.study.count_tags import compared_tags
    from analyzer.study.removal import study_removal

    tags = [_tags(text) for text in given]
    study = study_removal(shoe, rulebook, wagers, kind=kind, number=number, required=required, method=method)
    derived, notes = _derived(study, levels)
    compared = [found for listed in tags for found in compared_tags(study, listed)]
    incidences = incidences or "incidences" in output.tables
    output.show(removal_report(study, derived=derived, compared=compared, incidences=incidences, notes=notes))


def _derived(study: RemovalStudy, levels: int | None) -> tuple[list[WagerTags], list[str]]:
    """The tags that are wanted, or a note that says why there are none."""
    from analyzer.study.count_tags import LEVELS, derived_tags, reason_against_deriving

    reason = reason_against_deriving(study)
    if levels is None:
        if reason or len(study.wagers) > FEW_WAGERS:
            return [], [f"No count tags: {reason}."] if reason else []
        levels = len(LEVELS)
    return (derived_tags(study, LEVELS[:levels]), []) if levels else ([], [])


def _tags(text: str) -> list[Fraction]:
    return [amount(word, "--tags") for word in text.replace(",", " ").split()]

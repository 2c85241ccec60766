"""`baccarat shoe`: cards of a coup, and coups of a shoe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options
from analyzer.cli.payment_options import game_option, given_by
from analyzer.cli.progress import progress_bar
from analyzer.errors import ShoeError, UsageError, did_you_mean
from analyzer.game.shoe import LONGEST_COUNT

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game

SHORT_HELP = "Cards of a coup, and how many coups a shoe gives."

BURN_WORDS = ("none", "first-card", "decks")


@click.command(name="shoe", short_help=SHORT_HELP)
@game_option
@shoe_options
@rules_option
@click.option(
    "--burn",
    metavar="none|first-card|decks|K",
    default="first-card",
    show_default=True,
    help="Cards burned at the start: the first card and as many as it counts, one for each deck, or K.",
)
@click.option(
    "--cut",
    type=click.IntRange(min=0),
    default=16,
    show_default=True,
    metavar="K",
    help="Cards behind the cut card.",
)
@click.option(
    "--after-cut",
    type=click.IntRange(0, 100),
    default=1,
    show_default=True,
    metavar="K",
    help="Coups dealt after the one that reaches the cut card.",
)
@click.option(
    "--cut-between",
    type=click.Choice(["previous", "next"]),
    default="previous",
    show_default=True,
    help="The coup a cut card belongs to that comes out between two, in place of a first card.",
)
@click.option(
    "--simulate",
    "shoes",
    type=click.IntRange(min=0),
    metavar="N",
    help="Shuffled shoes to simulate, 0 for none.  [default: 100000; none where all can be counted, or for"
    " more than 100000 cards]",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="K",
    help="What the simulation starts from; the same seed gives the same shoes anywhere.",
)
@output_options
def command(
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    burn: str,
    cut: int,
    after_cut: int,
    cut_between: str,
    shoes: int | None,
    seed: int,
    output: Output,
) -> None:
    r"""Count the cards of a coup, and tell how many coups a shoe gives.

    The cards of a coup are exact, and so are the bounds proven for the mean number of coups.
    The law of the number of coups is exact for small shoes; larger ones are simulated, which is labelled as
    such, with its standard error.

    \b
    Examples:
      baccarat shoe
      baccarat shoe --decks 6 --cut 14 --burn none --after-cut 0
      baccarat shoe --shoe 6,1,1,1,1,1,1,1,1,1 --cut 0 --burn none
      baccarat shoe --simulate 1000000 --seed 7 --json
    """
    from analyzer.report.shoe_report import shoe_report
    from analyzer.study.shoe.shoe_deal import ShoeRules
    from analyzer.study.shoe.shoe_facts import USUAL_SHOES, study_shoe
    from analyzer.study.shoe.shoe_simulation import require_number_of_shoes, require_seed

    if shoes:
        with given_by("--simulate"):
            require_number_of_shoes(shoes)
    with given_by("--seed"):
        require_seed(seed)
    rules = ShoeRules(_cards_burned(burn, shoe), cut, after_cut, cut_between)
    with progress_bar(USUAL_SHOES if shoes is None else shoes, "shoes") as progress:
        facts = study_shoe(shoe, rulebook, rules, shoes=shoes, seed=seed, progress=progress)
    output.show(shoe_report(facts))


def _cards_burned(text: str, shoe: Shoe) -> int | None:
    """Cards burned unseen, or None where the first card tells."""
    if text == "first-card":
        return None
    if text == "none":
        return 0
    if text == "decks":
        if shoe.with_replacement:
            raise UsageError(
                "a card for each of infinitely many decks cannot be burned",
                where="--burn decks",
                mend="leave --burn out, as burned cards change nothing here, or give a number of decks",
            )
        if shoe.decks is None:
            raise ShoeError(
                "these cards are no full decks",
                where="--burn decks",
                mend="give the cards burned as a number",
            )
        return shoe.decks
    if re.fullmatch(r"[0-9]+", text) and len(text) <= LONGEST_COUNT:
        return int(text)
    raise UsageError(
        f'"{text[:40]}" is no way to burn cards',
        where="--burn",
        mend=did_you_mean(text, BURN_WORDS) or f"give {', '.join(BURN_WORDS)} or a number of cards",
    )

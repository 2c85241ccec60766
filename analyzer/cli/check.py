"""`baccarat check`: somebody's numbers against the exact law."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import game_option, is_given
from analyzer.cli.study_options import jackpot_option
from analyzer.errors import CheckError, UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.wager.wager import Wager

SHORT_HELP = "Somebody's figures or counts against the exact law."

KINDS = ("--claim and --claims", "--counts", "--coups", "--turnover or --difference")


@click.command(name="check", short_help=SHORT_HELP)
@click.option(
    "--claim",
    "claims",
    multiple=True,
    metavar="TEXT",
    help='A published figure, such as "banker edge 8 decks = 1.06%"; can be repeated.',
)
@click.option("--claims", "claims_file", metavar="FILE", help="A list of published figures, TOML or CSV.")
@click.option("--strict", is_flag=True, help="A figure that agrees only by another convention fails too.")
@click.option(
    "--counts",
    metavar="TEXT|FILE|-",
    help='Counts of simulated coups, such as "player 44310, banker 46102, tie 9588", or a file of them.',
)
@click.option("--coups", metavar="FILE|-", help="Listed coups, one a line, to be replayed and counted.")
@click.option("--alternatives", is_flag=True, help="Other games that counts may fit, even if these do fit.")
@click.option("--turnover", metavar="FILE|-", help="Actual win and turnover by stake, as CSV.")
@click.option(
    "--difference", metavar="EDGE", help="How many rounds show an edge that is off by so much: 0.5%."
)
@click.option(
    "--confidence", multiple=True, metavar="CHANCE", help="For --difference.  [default: 95% and 99%]"
)
@click.option("--power", metavar="CHANCE", help="For --difference: chance to notice it.  [default: 80%]")
@game_option
@shoe_options
@rules_option
@wagers_option
@jackpot_option
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    claims: tuple[str, ...],
    claims_file: str | None,
    strict: bool,
    counts: str | None,
    coups: str | None,
    alternatives: bool,
    turnover: str | None,
    difference: str | None,
    confidence: tuple[str, ...],
    power: str | None,
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    output: Output,
) -> None:
    r"""Compare somebody's numbers with the exact law, and say by how much they are wrong.

    A published figure is judged at its printed digits: it agrees, agrees only by another convention (ties
    left out, another number of decks, 9 for 1 instead of 9 to 1, cut off instead of rounded, ...), or is
    wrong; without a number of decks it is tried for 8, 6, infinite and 1.
    The exit code is 1 if anything is wrong.

    \b
    Examples:
      baccarat check --claim "banker 5% edge 8 decks = 1.06%"
      baccarat check --claims figures.toml --format markdown
      baccarat check --counts "player 44310, banker 46102, tie 9588"
      baccarat check --coups coups.csv --decks 6
      baccarat check --turnover night.csv --wagers main/banker --difference 0.5%
    """
    given = (bool(claims) or claims_file is not None, counts is not None, coups is not None)
    _require_one((*given, turnover is not None or difference is not None))
    _require_use(claims=given[0], counts=any(given[1:]), difference=difference is not None)
    if counts is not None:
        from analyzer.cli.check_counts import check_counts

        agree = check_counts(counts, shoe=shoe, rulebook=rulebook, output=output, alternatives=alternatives)
    elif coups is not None:
        from analyzer.cli.check_counts import check_coups

        agree = check_coups(coups, shoe=shoe, rulebook=rulebook, output=output, alternatives=alternatives)
    elif turnover is not None or difference is not None:
        from analyzer.cli.check_counts import check_turnover

        agree = check_turnover(
            turnover,
            shoe=shoe,
            rulebook=rulebook,
            wagers=wagers,
            output=output,
            difference=difference,
            confidence=confidence,
            power=power,
        )
    else:
        from analyzer.cli.check_claims import check_claims

        names_shoe = any(map(is_given, ("game_name", "decks", "shoe_text", "remove")))
        agree = check_claims(
            claims,
            claims_file,
            shoe=shoe if names_shoe else None,
            rulebook=rulebook,
            wagers=wagers if is_given("game_name") or is_given("wagers") else [],
            strict=strict,
            output=output,
        )
    if not agree:
        ctx.exit(CheckError.exit_code)


def _require_one(given: tuple[bool, ...]) -> None:
    named = [kind for kind, is_there in zip(KINDS, given, strict=True) if is_there]
    if len(named) == 1:
        return
    what = "several kinds of numbers are given" if named else "nothing is given to check"
    raise UsageError(what, where=", ".join(named), mend=f"give one of {', '.join(KINDS)}")


def _require_use(*, claims: bool, counts: bool, difference: bool) -> None:
    """Refuse an option that changes nothing for the numbers that are given."""
    for name, is_used, kinds in (
        ("strict", claims, "--claim and --claims"),
        ("alternatives", counts, "--counts and --coups"),
        ("confidence", difference, "--difference"),
        ("power", difference, "--difference"),
    ):
        if is_given(name) and not is_used:
            raise UsageError(
                "this option changes nothing here", where=f"--{name}", mend=f"it goes with {kinds}"
            )
    if is_given("jackpot") and not is_given("wagers") and not is_given("game_name"):
        raise UsageError(
            "it is not said whose jackpot it is",
            where="--jackpot",
            mend="name the wager: --wagers side/dragon-dragon",
        )

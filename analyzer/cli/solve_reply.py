"""`baccarat solve reply`: the best reply of one side to a play of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, shoe_options
from analyzer.cli.payment_options import solved_commission

if TYPE_CHECKING:
    from analyzer.game.shoe import Shoe

SIDES = ("player", "banker")

SHORT_HELP = "The best reply of one side to a given play of the other."


@click.command(name="reply", short_help=SHORT_HELP)
@click.argument("rules", metavar="SLUG|FILE")
@click.option("--side", type=click.Choice(SIDES), default="banker", show_default=True, help="Who replies.")
@click.option(
    "--play",
    default="",
    metavar="PLAY|FILE",
    help='How the other side plays, such as "player 5: 1/2"; what the replying side does need not be told.',
)
@click.option(
    "--commission",
    default="0",
    show_default=True,
    metavar="RATE",
    help="What the replying side pays of its wins.",
)
@click.option(
    "--mixing",
    metavar="CHOICE",
    help='Let the probability of one choice go from 0 to 1, such as "player 5".'
    "  [default: the other side's only one]",
)
@shoe_options
@output_options
def command(
    rules: str, side: str, play: str, commission: str, mixing: str | None, shoe: Shoe, output: Output
) -> None:
    r"""Find what one side should do if it knows how the other plays.

    The answer is exact: what is best in each situation, where both actions are equally good, and the expected
    net win of a stake on the side's own hand; in csv and json also what each action is worth. With --mixing
    it says at which probabilities of one choice of the other side the best reply changes.

    \b
    Examples:
      baccarat solve reply chemin-de-fer/totals --play "player 5: 1/2" --decks infinite
      baccarat solve reply chemin-de-fer/banker-cards --play "player 5: 9/11" --commission 5%
      baccarat solve reply chemin-de-fer/totals --side player --play standard --mixing "banker 6 none"
    """
    from analyzer.library.catalog import load_rulebook
    from analyzer.play.policy_text import parse_policy, situation_named
    from analyzer.report.replies_report import replies_report
    from analyzer.study.choices.replies import require_chooser, study_replies

    rulebook = load_rulebook(rules)
    rulebook.require_complete()
    require_chooser(rulebook, side)
    policy = parse_policy(play, rulebook, replying=side)
    chosen = None if mixing is None else situation_named(mixing, rulebook)
    rate = solved_commission(commission)
    output.show(replies_report(study_replies(shoe, policy, side, rate, chosen)))

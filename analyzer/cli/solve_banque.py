"""`baccarat solve banque`: two Players who cooperate against one Banker."""

from __future__ import annotations

import click

from analyzer.cli.options import Output, output_options
from analyzer.cli.payment_options import amount, given_by

SHORT_HELP = "Baccara banque: two cooperating Players against one Banker."


@click.command(name="banque", short_help=SHORT_HELP)
@click.option(
    "--share",
    default="1/2",
    show_default=True,
    metavar="PART,…",
    help="Player 1's part of the stakes, from 0 to 1; several are answered one after another.",
)
@output_options
def command(share: str, output: Output) -> None:
    r"""Solve baccara banque exactly, cards dealt with replacement.

    One Banker plays against two Players, who agree before the coup on a lottery over what they do on 5. The
    answer is their best lottery, Banker's best play against it, and what the Players win together.

    \b
    Examples:
      baccarat solve banque
      baccarat solve banque --share 1/2,3/5,9/10
      baccarat solve banque --share 40% --json
    """
    from analyzer.play.games.banque import require_share, solve_banque
    from analyzer.report.banque_report import banque_report

    shares = list(dict.fromkeys(amount(word.strip(), "--share") for word in share.split(",")))
    for part in shares:
        with given_by("--share"):
            require_share(part)
    output.show(banque_report([solve_banque(part) for part in shares]))

"""`baccarat commission`: what a commission in whole coins costs, stake by stake."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options
from analyzer.cli.payment_options import Paying, amount, payment_options
from analyzer.cli.study_options import method_option
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe

USUAL_STAKES = "1,2,5,10,15,20,25,50,75,100,500"
MOST_STAKES = 10_000
SHORT_HELP = "What a commission in whole coins costs, by stake."


@click.command(name="commission", short_help=SHORT_HELP)
@click.option("--rate", default="5%", show_default=True, metavar="RATE", help="Rate of the commission.")
@click.option(
    "--base",
    type=click.Choice(["winnings", "stake", "everything handed back"]),
    default="winnings",
    show_default=True,
    help="What the rate is taken of.",
)
@click.option(
    "--pays", default="1 to 1", show_default=True, metavar="ODDS", help="What Banker pays before it."
)
@click.option(
    "--stakes",
    default=USUAL_STAKES,
    show_default=True,
    metavar="N,N-N,...",
    help="Stakes and ranges of whole stakes.",
)
@payment_options
@shoe_options
@rules_option
@method_option
@output_options
def command(
    rate: str,
    base: str,
    pays: str,
    stakes: str,
    paying: Paying,
    shoe: Shoe,
    rulebook: Rulebook,
    method: str,
    output: Output,
) -> None:
    r"""Show what a commission on winning Banker bets really costs for each stake.

    A table takes its commission in coins, rounded or not less than some amount, so the edge depends on the
    stake.

    \b
    Examples:
      baccarat commission --coin 1 --round-commission down
      baccarat commission --coin 5 --round-payout up --stakes 5-50
      baccarat commission --minimum-commission 1 --stakes 10,20,100
    """
    from analyzer.report.commission_report import commission_report
    from analyzer.study.commission import study_commission
    from analyzer.wager.odds import Commission, Pay

    study = study_commission(
        shoe,
        rulebook,
        Commission(amount(rate, "--rate"), base),
        stakes_of(stakes),
        pays=Pay.parse(pays),
        payments=paying.payments(),
        method=method,
    )
    output.show(commission_report(study, method))


def stakes_of(text: str) -> list[Fraction]:
    """The stakes of a text such as `5,10-12,0.50`.

    Raises
    ------
    UsageError
        A part is no amount, or there are too many.

    Examples
    --------
    >>> [str(stake) for stake in stakes_of("5, 10-12, 0.50")]
    ['5', '10', '11', '12', '1/2']
    """
    found: list[Fraction] = []
    for word in text.split(","):
        bounds = re.fullmatch(r"\s*(\d{1,9})\s*-\s*(\d{1,9})\s*", word)
        if bounds is None:
            found.append(amount(word, "--stakes"))
            continue
        numbers: Any = range(int(bounds[1]), int(bounds[2]) + 1)
        if len(numbers) + len(found) > MOST_STAKES or not numbers:
            raise UsageError(
                f'"{word.strip()}" is no range of at most {MOST_STAKES} stakes',
                where="--stakes",
                mend="give the smaller stake first: 5-50",
            )
        found += map(Fraction, numbers)
    return list(dict.fromkeys(found))

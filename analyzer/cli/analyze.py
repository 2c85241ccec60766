"""`baccarat analyze`: outcomes and wagers of one shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import (
    Paying,
    amount,
    at_jackpot,
    game_option,
    is_given,
    jackpot_size,
    payment_options,
)
from analyzer.cli.play_option import play_option
from analyzer.cli.progress import progress_bar
from analyzer.cli.warn import warn_of_unreachable
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.play.policy import Policy
    from analyzer.report.model import Report
    from analyzer.wager.wager import Wager


@click.command(name="analyze", short_help="Exact probabilities and house edges for one shoe.")
@game_option
@shoe_options
@rules_option
@wagers_option
@play_option
@click.option(
    "--method",
    type=click.Choice(["enumeration", "graph", "forms"]),
    default="enumeration",
    show_default=True,
    help="The road to the counts; all give the same numbers.",
)
@click.option("--lines/--no-lines", default=None, help="Show every pay line.  [default: for up to 6 wagers]")
@click.option("--joint", is_flag=True, help="Show the joint probabilities of the final totals.")
@click.option(
    "--stake", metavar="AMOUNT", help="Amount staked on every wager, for commissions and payouts in coins."
)
@payment_options
@jackpot_size
@output_options
def command(
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    policy: Policy | None,
    method: str,
    lines: bool | None,
    joint: bool,
    stake: str | None,
    paying: Paying,
    jackpot: str | None,
    output: Output,
) -> None:
    r"""Work out exactly who wins how often, and what every wager is worth.

    \b
    Examples:
      baccarat analyze
      baccarat analyze --decks 6 --remove "K 9♠ 4h" --wagers main
      baccarat analyze --shoe 128,32,32,32,32,32,32,32,32,32 --as fraction
      baccarat analyze --rules my-rules.toml --wagers main,my-bet.toml -o report.md
      baccarat analyze --game macau-no-commission
      baccarat analyze --stake 25 --coin 1 --round-commission down
      baccarat analyze --wagers side/dragon-dragon --jackpot 100000
      baccarat analyze --rules baccarat-gold --play "player 5: 2/3"
      baccarat analyze --rules chemin-de-fer/totals --play "like standard; player 5: 9/11"
    """
    from analyzer.report.analysis_report import analysis_report
    from analyzer.study.analysis import analyze

    if stake is not None:
        wagers = _at_stake(wagers, stake, paying, game)
    elif paying.is_given:
        raise UsageError("coins and roundings matter only for a stake", mend="give --stake too: --stake 25")
    wagers = at_jackpot(wagers, jackpot)
    if game is not None and not is_given("wagers"):
        required = []
    with progress_bar(len(wagers), "wagers") as progress:
        analysis = analyze(shoe, rulebook, wagers, method, required, progress, policy)
    for wager in wagers if policy is None else ():
        law = analysis.laws.get(wager.slug)
        if wager.slug in required and law is not None and not all(line.ways for line in law.lines[:-1]):
            warn_of_unreachable(wager, rulebook)
    if "lines" in output.tables:
        lines = True
    joint = joint or "totals" in output.tables or "joint" in output.tables
    report = analysis_report(analysis, lines=lines, joint=joint)
    output.show(_with_table(report, game, stake, paying, jackpot))


def _at_stake(wagers: list[Wager], stake: str, paying: Paying, game: Game | None) -> list[Wager]:
    from analyzer.wager.commission import at_stake

    payments = paying.payments(game.payments if game else None)
    return [at_stake(wager, amount(stake, "--stake"), payments) for wager in wagers]


def _with_table(
    report: Report, game: Game | None, stake: str | None, paying: Paying, jackpot: str | None
) -> Report:
    """The report, saying at which table, for which stake and which jackpot it was worked out."""
    title, inputs = report.title, dict(report.inputs)
    if game is not None:
        title = f"{game.title}; {title}"
        inputs["game"] = game.slug
    if stake is not None:
        from analyzer.report.commission_report import payments_input, payments_text

        payments = paying.payments(game.payments if game else None)
        title = f"{title}; stake {stake}, paid {payments_text(payments)}"
        inputs |= {"stake": str(amount(stake, "--stake")), "payments": payments_input(payments)}
    if jackpot is not None:
        title = f"{title}; jackpot {jackpot}"
        inputs["jackpot"] = str(amount(jackpot, "--jackpot"))
    return report._replace(title=title, inputs=inputs)

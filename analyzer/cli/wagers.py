"""`baccarat wagers`: the wagers of the library, and one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyzer.cli.groups import Group
from analyzer.cli.options import Output, output_options, rules_option, shoe_options
from analyzer.cli.payment_options import at_jackpot, jackpot_size
from analyzer.cli.warn import warn_of_unreachable
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe


@click.group(name="wagers", cls=Group, short_help="List and show wagers.")
def command() -> None:
    """List and show wagers.

    A wager is named by its slug in the library or by the path of a TOML file.
    """


@command.command("list", short_help="All wagers of the library.")
@click.option("--family", metavar="WORDS", help="Only wagers whose family has these words in it.")
@click.option("--source", metavar="WORDS", help="Only wagers whose source has these words in it.")
@output_options
def list_wagers(family: str | None, source: str | None, output: Output) -> None:
    """List the wagers of the library; the part of a name before the last / is a group."""
    from analyzer.library.catalog import load_wager, wager_slugs
    from analyzer.report.wagers_report import wagers_report

    wagers = [load_wager(slug) for slug in wager_slugs()]
    families = sorted({wager.family for wager in wagers})
    if family is not None:
        wagers = [wager for wager in wagers if family.casefold() in wager.family.casefold()]
        if not wagers:
            raise UsageError(
                f'no family of wagers has "{family}" in its name',
                where="--family",
                mend=f"they are {'; '.join(families)}",
            )
    if source is not None:
        wagers = [wager for wager in wagers if source.casefold() in wager.source.casefold()]
        if not wagers:
            raise UsageError(f'no wager of these has "{source}" in its source', where="--source")
    output.show(wagers_report(wagers))


@command.command("show", short_help="One wager: its pay table, its exact law, where it comes from.")
@click.argument("name", metavar="SLUG|FILE")
@shoe_options
@rules_option
@jackpot_size
@output_options
def show_wager(name: str, shoe: Shoe, rulebook: Rulebook, jackpot: str | None, output: Output) -> None:
    """Show the pay lines of a wager, how often each of them wins, and where it is described."""
    from analyzer.library.catalog import load_wager
    from analyzer.report.wagers_report import wager_report
    from analyzer.study.analysis import analyze

    [wager] = at_jackpot([load_wager(name)], jackpot)
    output.show(wager_report(wager, analyze(shoe, rulebook, [wager])))


@command.command("facts", short_help="What the conditions of pay lines can ask.")
@output_options
def list_facts(output: Output) -> None:
    """List all facts, functions and sets of cards that a condition can name."""
    from analyzer.report.conditions_report import conditions_report

    output.show(conditions_report())


@command.command("check", short_help="Whether files are right, and whether each line can pay.")
@click.argument("names", metavar="SLUG|FILE...", nargs=-1, required=True)
@rules_option
def check_wagers(names: tuple[str, ...], rulebook: Rulebook) -> None:
    """Check wagers without working out what they are worth.

    A line that no coup reaches, because lines above it take all of them, is warned of.
    """
    from analyzer.library.catalog import load_wager

    for name in names:
        wager = load_wager(name)
        warned = warn_of_unreachable(wager, rulebook)
        click.echo(f"{name}: {'some lines never pay' if warned else 'every line can pay'}")

"""`baccarat rules`: the rulebooks of the library, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from analyzer.cli.groups import Group
from analyzer.cli.options import STANDARD_STREAM, Output, output_options
from analyzer.cli.study_options import method_option, shoes_option
from analyzer.errors import CheckError, UsageError

if TYPE_CHECKING:
    from analyzer.game.shoe import Shoe

ERRORS_IN_THE_WILD = ("deviations/", "wrong/")
MAIN_BETS = "main/player,main/banker,main/tie"


@click.group(name="rules", cls=Group, short_help="List, show and check rulebooks.")
def command() -> None:
    """List, show and check rulebooks.

    A rulebook is named by its slug in the library or by the path of a TOML file or a CSV grid.
    """


@command.command("list", short_help="All rulebooks of the library.")
@output_options
def list_rulebooks(output: Output) -> None:
    """List all rulebooks of the library, with where they are documented."""
    from analyzer.library.catalog import load_rulebook, rulebook_slugs
    from analyzer.report.rules_report import rulebooks_report

    output.show(rulebooks_report([load_rulebook(slug) for slug in rulebook_slugs()]))


@command.command("show", short_help="One rulebook: its tableau, and every switch in words.")
@click.argument("name", metavar="SLUG|FILE")
@click.option("--toml", is_flag=True, help="Print it as a TOML file, to start one's own from.")
@output_options
def show_rulebook(name: str, toml: bool, output: Output) -> None:
    """Show when Player and Banker draw, and every other switch in words."""
    from analyzer.library.catalog import load_rulebook

    rulebook = load_rulebook(name)
    if toml:
        from analyzer.game.rulebook_file import to_toml

        click.echo(to_toml(rulebook), nl=False)
        return
    from analyzer.report.rules_report import rulebook_report

    output.show(rulebook_report(rulebook))


@command.command("lint", short_help="What is missing, contradictory or unusual in rulebooks.")
@click.argument("names", nargs=-1, metavar="[SLUG|FILE]...")
@output_options
@click.pass_context
def lint_rulebooks(ctx: click.Context, names: tuple[str, ...], output: Output) -> None:
    """Name what is missing, contradictory or unusual in rulebooks, and exit with 1 if there is anything.

    A file is linted even if it is too wrong to be played.
    A document, by its file or as document-001, is asked the twelve questions of Québec's by-law.
    Without a name, all rulebooks of the library are checked.
    """
    from analyzer.library.catalog import rulebook_slugs
    from analyzer.library.linting import lint_named
    from analyzer.report.rules_report import lint_report

    linted = [lint_named(name) for name in names or rulebook_slugs()]
    output.show(lint_report(linted))
    if any(item.findings for item in linted):
        ctx.exit(CheckError.exit_code)


@command.command("diff", short_help="Two rulebooks cell by cell.")
@click.argument("first", metavar="SLUG|FILE")
@click.argument("second", metavar="SLUG|FILE", default="standard")
@output_options
def diff_rulebooks(first: str, second: str, output: Output) -> None:
    r"""Show what one rulebook does where another, usually the standard, does something else.

    \b
    Examples:
      baccarat rules diff documents/000-r1
      baccarat rules diff my-table.csv documents/003-r1
    """
    from analyzer.game.compare import compare
    from analyzer.library.catalog import load_rulebook
    from analyzer.report.rules_diff_report import rules_diff_report

    books = load_rulebook(first), load_rulebook(second)
    output.show(rules_diff_report(*books, compare(*books)))


@command.command("compare", short_help="Rulebooks beside the standard, and what they cost.")
@click.argument("names", nargs=-1, metavar="[SLUG|FILE]...")
@click.option("--against", metavar="SLUG|FILE", default="standard", show_default=True, help="The standard.")
@click.option(
    "--wagers",
    "wagers_text",
    metavar="SLUG|GROUP|FILE,...",
    default=MAIN_BETS,
    help="The wagers, separated by commas.  [default: Player, Banker and Tie]",
)
@shoes_option
@method_option
@output_options
def compare_rulebooks(
    names: tuple[str, ...], against: str, wagers_text: str, shoes: Sequence[Shoe], method: str, output: Output
) -> None:
    r"""Put rulebooks beside the standard: in how much they differ, and by how much every wager changes.

    Without a name these are the rule errors of the library, found in print and in programs; without --decks
    there are 8 decks.

    \b
    Examples:
      baccarat rules compare
      baccarat rules compare documents/000-r1 my-rules.toml --decks 6,8,infinite
    """
    from analyzer.game.shoe import Shoe
    from analyzer.library.catalog import load_rulebook, load_wagers, rulebook_slugs
    from analyzer.report.rules_compared_report import rules_compared_report
    from analyzer.study.rules_compared import compare_rules

    chosen = names or [slug for slug in rulebook_slugs() if slug.startswith(ERRORS_IN_THE_WILD)]
    rulebooks = [load_rulebook(name) for name in dict.fromkeys(chosen)]
    dealt = shoes or [Shoe.from_decks(8)]
    compared = compare_rules(rulebooks, load_rulebook(against), dealt, load_wagers(wagers_text), method)
    output.show(rules_compared_report(compared, method))


@command.command("convert", short_help="A tableau by rows, by columns or as a grid.")
@click.argument("name", metavar="SLUG|FILE")
@click.option(
    "--to",
    "form",
    type=click.Choice(["rows", "columns", "grid"]),
    required=True,
    help="By Banker's totals, by Player's third card, or as a CSV grid of D and S.",
)
@click.option("-o", "--output", "path", metavar="FILE", help="Write to a file.")
def convert_rulebook(name: str, form: str, path: str | None) -> None:
    r"""Rewrite a rulebook by rows (TOML), by columns (TOML) or as an 8 by 11 grid of D and S (CSV).

    A grid holds the tableau alone; rules that differ from the usual ones elsewhere cannot be told by one.

    \b
    Examples:
      baccarat rules convert standard --to grid
      baccarat rules convert my-table.csv --to columns -o my-rules.toml
    """
    from analyzer.game.rulebook_file import is_grid, to_toml
    from analyzer.game.tableau_forms import whole_grid_text
    from analyzer.library.catalog import load_rulebook
    from analyzer.report.write import write_file

    is_printed = path in (None, STANDARD_STREAM)
    if path is not None and not is_printed and is_grid(path) != (form == "grid"):
        suffix = ".csv" if form == "grid" else ".toml"
        raise UsageError(
            f"{form} could not be read back from this file", where=path, mend=f"end it in {suffix}"
        )
    rulebook = load_rulebook(name)
    text = whole_grid_text(rulebook) if form == "grid" else to_toml(rulebook, form)
    if path is None or is_printed:
        click.echo(text, nl=False)
    else:
        write_file(path, text)

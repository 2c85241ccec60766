"""`baccarat plot`: pictures of rules, shoes and wagers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import (
    STANDARD_STREAM,
    require_standard_output,
    rules_option,
    shoe_options,
    wagers_option,
)
from analyzer.cli.payment_options import at_jackpot, game_option, jackpot_size
from analyzer.errors import UsageError, did_you_mean
from analyzer.report.write import check_path, format_of_path, write_file

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.wager.wager import Wager

SHORT_HELP = "Pictures: tableau, totals, laws, edges, decks, removal, flows."

NAMES = {
    "tableau": "who draws when, as a coloured grid; --against marks what differs",
    "totals": "joint probabilities of the final totals",
    "margins": "by how much the winner wins",
    "law": "probability and worth of every line of one wager",
    "edges": "house edges of all wagers on one axis",
    "decks": "house edge by number of decks",
    "removal": "what a missing card does for the bettor",
    "flow": "a coup in four steps, as wide as it is likely",
    "graph": "the whole decision graph, a column for each card",
}
"""Kept here too, so that the help needs no matplotlib; a test holds the two equal."""

KINDS = {"svg": ".svg", "png": ".png", "pdf": ".pdf"}
PRINTED = "svg"
"""The kind that is text."""

HELP = (
    "Draw a picture; its NAME is one of:\n\n\b\n"
    + "\n".join(f"  {name:8} {shows}" for name, shows in NAMES.items())
    + "\n\nThe colours can be told apart by everybody, and an SVG says in words what it shows.\n\n\b\n"
    "Examples:\n"
    "  baccarat plot tableau --rules documents/000-r1 -o tableau.svg\n"
    "  baccarat plot edges --wagers all -o edges.pdf\n"
    "  baccarat plot decks --wagers main,side/dragon-7 -o decks.png\n"
    "  baccarat plot law --wagers side/dragon-bonus-player > law.svg"
)


def _known_name(ctx: click.Context, param: click.Parameter, name: str) -> str:
    if name not in NAMES:
        raise UsageError(
            f'there is no picture "{name}"',
            where="baccarat plot",
            mend=did_you_mean(name, NAMES) or f"choose one of {', '.join(NAMES)}",
        )
    return name


@click.command(name="plot", short_help=SHORT_HELP, help=HELP)
@click.argument("name", metavar="NAME", callback=_known_name)
@game_option
@shoe_options
@rules_option
@wagers_option
@click.option(
    "--against",
    metavar="SLUG|FILE",
    default="standard",
    show_default=True,
    help="Rules whose differences the tableau marks.",
)
@jackpot_size
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(KINDS)),
    help="Kind of picture.  [default: svg]",
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    help=f"Write to a file; its suffix ({' '.join(KINDS.values())}) chooses the kind.",
)
def command(
    name: str,
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    against: str,
    jackpot: str | None,
    kind: str | None,
    path: str | None,
) -> None:
    """Draw a picture."""
    path = None if path == STANDARD_STREAM else path
    kind = chosen_kind(kind, path)
    from analyzer.library.catalog import load_rulebook
    from analyzer.report.plots import PLOTS, Question

    wagers = at_jackpot(wagers, jackpot)
    other = load_rulebook(against)
    question = Question(rulebook, shoe, tuple(wagers), None if other.sha256 == rulebook.sha256 else other)
    put_picture(PLOTS[name].prepare(question).draw(kind), path)


def chosen_kind(kind: str | None, path: str | None) -> str:
    """The kind of picture that is asked for by name or by the suffix of its file.

    Raises
    ------
    UsageError
        The suffix stands for none, or a picture that is no text is to be printed.
    """
    if path is not None:
        kind = kind or format_of_path(path, KINDS)
        check_path(path)
        return kind
    require_standard_output()
    kind = kind or PRINTED
    if kind != PRINTED:
        raise UsageError(
            f"{kind} is no text to print", where="--format", mend=f"name a file: -o picture.{kind}"
        )
    return kind


def put_picture(drawn: bytes, path: str | None) -> None:
    """Write a picture to a file, or one that is text to standard output."""
    if path is None:
        sys.stdout.write(drawn.decode())
    else:
        write_file(path, drawn)

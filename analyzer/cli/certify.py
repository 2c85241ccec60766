"""`baccarat certify`: a claim that others can check."""

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
from analyzer.cli.payment_options import game_option

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.wager.wager import Wager

SHORT_HELP = "Write the ways of wagers as a claim that others can check."


@click.command(name="certify", short_help=SHORT_HELP)
@game_option
@shoe_options
@rules_option
@wagers_option
@click.option("-o", "--output", "path", metavar="FILE", help="Write to a file; a claim is JSON.")
def command(
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    path: str | None,
) -> None:
    r"""Write rules, shoe and wagers with the ways behind every line into one file.

    The file holds the rules cell by cell and the conditions as text, so it can be checked without this one.
    `baccarat verify` does that along a road of its own.

    \b
    Examples:
      baccarat certify -o claim.json
      baccarat certify --decks 6 --wagers main,side/dragon-7 -o claim.json
      baccarat certify --game macau-no-commission -o claim.json
    """
    from analyzer.report.claim import claim_json
    from analyzer.report.write import check_path, write_file
    from analyzer.study.analysis import analyze

    if path not in (None, STANDARD_STREAM):
        check_path(path)
    # A claim leaves nothing out in silence: what the shoe cannot answer is an error.
    analysis = analyze(shoe, rulebook, wagers, required=[wager.slug for wager in wagers])
    text = claim_json(analysis)
    if path is None or path == STANDARD_STREAM:
        require_standard_output()
        sys.stdout.write(text)
    else:
        write_file(path, text)

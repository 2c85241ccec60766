"""`baccarat games`: what is offered as a table, rules, decks and main wagers together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from analyzer.cli.groups import Group
from analyzer.cli.options import Output, output_options
from analyzer.cli.study_options import method_option, shoes_option

if TYPE_CHECKING:
    from analyzer.game.shoe import Shoe

SHORT_HELP = "Tables as law and houses offer them: rules, decks, wagers."


@click.group(name="games", cls=Group, short_help=SHORT_HELP)
def command() -> None:
    """Tables as law and houses offer them: rules, decks and main wagers together.

    A game is named by its slug or the path of a TOML file; `baccarat analyze --game SLUG` analyses it.
    """


@command.command("list", short_help="All games of the library.")
@output_options
def list_games(output: Output) -> None:
    """List all games of the library."""
    from analyzer.library.games import game_slugs, load_game
    from analyzer.report.games_report import games_report

    output.show(games_report([load_game(slug) for slug in game_slugs()]))


@command.command("show", short_help="One game: rules, decks and wagers, with their edges.")
@click.argument("name", metavar="SLUG|FILE")
@shoes_option
@method_option
@output_options
def show_game(name: str, shoes: Sequence[Shoe], method: str, output: Output) -> None:
    """Show the rules, decks and wagers of a game, and the edges for each of its numbers of decks."""
    from analyzer.library.games import load_game
    from analyzer.report.games_report import game_report
    from analyzer.study.games import study_games

    (result,) = study_games([load_game(name)], shoes, method)
    output.show(game_report(result, method))


@command.command("compare", short_help="Games side by side.")
@click.argument("names", nargs=-1, metavar="[SLUG|FILE]...")
@shoes_option
@method_option
@output_options
def compare_games(names: tuple[str, ...], shoes: Sequence[Shoe], method: str, output: Output) -> None:
    """Put the edges of games side by side, each with its usual number of decks.

    Without a name, all games of the library are compared.
    """
    from analyzer.library.games import game_slugs, load_game
    from analyzer.report.games_report import games_compared_report
    from analyzer.study.games import study_games, usual_shoe

    games = [load_game(name) for name in dict.fromkeys(names or game_slugs())]
    results = [study_games([game], shoes or [usual_shoe(game)], method)[0] for game in games]
    output.show(games_compared_report(results, method))

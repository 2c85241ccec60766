"""`baccarat odds`: chances and wagers once something of a coup is known."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from analyzer.cli.known_options import Told, known_options
from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import game_option
from analyzer.cli.study_options import jackpot_option
from analyzer.errors import ShoeError, UsageError
from analyzer.report.write import check_path, format_of_path, write_file

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.study.odds.known import KnownStudy
    from analyzer.wager.wager import Wager

SHORT_HELP = "Chances and wagers once something of a coup is known."

PICTURES = {"svg": ".svg", "png": ".png", "pdf": ".pdf"}
GRAPH_FILES = PICTURES | {
    "dot": ".dot",
    "graphml": ".graphml",
    "json": ".json",
    "mermaid": ".mmd",
}


@click.command(name="odds", short_help=SHORT_HELP)
@known_options
@click.option("--seen", metavar="CARDS", help="Cards seen before this coup, taken out of the shoe.")
@click.option("--unseen-burn", type=int, metavar="K", help="So many cards left the shoe unseen.")
@game_option
@shoe_options
@rules_option
@wagers_option
@jackpot_option
@click.option("--lines/--no-lines", default=None, help="Show every pay line.  [default: for up to 6 wagers]")
@click.option(
    "--graph",
    metavar="FILE",
    help="Draw what can still happen, or write it for programs;"
    f" the suffix ({' '.join(GRAPH_FILES.values())}) chooses.",
)
@output_options
def command(
    told: Told,
    seen: str | None,
    unseen_burn: int | None,
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    lines: bool | None,
    graph: str | None,
    output: Output,
) -> None:
    r"""Work out what follows from all that is known of one coup, exactly.

    The shoe holds the cards of the coup; what was dealt before goes into --seen.
    A card is a word: a rank or card (K, 9♠), points (0, 0..5), high (6 to 9), low, red, hearts, one of
    several ({6,7}), several at once (red&high), or ? for a card that is not known.

    \b
    Examples:
      baccarat odds --player "K 7" --banker 6
      baccarat odds --player "3 3" --banker "2 K" --third 8
      baccarat odds --player-total 6 --wagers main,side/dragon-7
      baccarat odds --player high --fifth red --graph coup.svg
      baccarat odds --known "banker.first.value == 0 and player.two_cards_suited"
      baccarat odds --left 60 --holding 9:3 --seen "K K 8"
    """
    from analyzer.report.odds_report import odds_report
    from analyzer.study.odds.known import study_known

    kind = _kind_of_graph(graph)
    if (
        graph is not None
        and output.path is not None
        and os.path.abspath(graph) == os.path.abspath(output.path)
    ):
        raise UsageError(
            "graph and answer would go to the same file",
            where=f"--graph {graph}, --output {output.path}",
            mend="name two files",
        )
    if told.left is not None and unseen_burn is not None:
        raise UsageError(
            "the number of cards left is known, so burned cards are counted already",
            where="--left and --unseen-burn",
            mend="give one of them",
        )
    if seen is not None:
        shoe = _without(shoe, seen)
    study = study_known(
        shoe,
        rulebook,
        told.knowledge(rulebook),
        wagers,
        told.part_left(rulebook),
        unseen_burn,
        required,
    )
    if kind in PICTURES and not study.next_cards:
        raise UsageError("the coup is over, so there is nothing to draw", where=f"--graph {graph}")
    output.show(odds_report(study, lines=lines))
    if graph is not None and kind is not None:
        _write_graph(study, graph, kind)


def _kind_of_graph(path: str | None) -> str | None:
    if path is None:
        return None
    try:
        kind = format_of_path(path, GRAPH_FILES)
    except UsageError as error:
        suffixes = " ".join(GRAPH_FILES.values())
        raise UsageError(error.what, where=f"--graph {path}", mend=f"end it in {suffixes}") from None
    check_path(path)
    return kind


def _without(shoe: Shoe, seen: str) -> Shoe:
    try:
        return shoe - seen
    except ShoeError as error:
        raise ShoeError(error.what, where="--seen", mend=error.mend) from None


def _write_graph(study: KnownStudy, path: str, kind: str) -> None:
    view = study.graph.view("; ".join(study.knowledge.texts))
    if kind in PICTURES:
        from analyzer.report.plots import graph_of

        write_file(path, graph_of(view).draw(kind))
        return
    from analyzer.deal.graph_export import graph_lines
    from analyzer.report.graph_report import graph_head

    write_file(path, graph_lines(view, kind, graph_head(view)))

"""`baccarat graph`: every deal path of a rulebook, for drawing and for other programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import (
    STANDARD_STREAM,
    Output,
    require_standard_output,
    rules_option,
    shoe_options,
)
from analyzer.errors import UsageError
from analyzer.report.model import NumberStyle
from analyzer.report.write import FORMATS as REPORT_FORMATS
from analyzer.report.write import check_path, format_of_path, usual_digits, write_file

if TYPE_CHECKING:
    from analyzer.deal.graph_view import View
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe

FORMATS = {
    "dot": ".dot",
    "graphml": ".graphml",
    "json": ".json",
    "mermaid": ".mmd",
}
"""Formats of the graph for programs, and the suffix of their files."""

PICTURES = {"svg": ".svg", "png": ".png", "pdf": ".pdf"}
NO_TEXT = ("png", "pdf")
LAYOUTS = ("layers", "graphviz")

GRAPH_FORMATS = FORMATS | PICTURES
ALL_FORMATS = (*GRAPH_FORMATS, *(name for name in REPORT_FORMATS if name not in GRAPH_FORMATS))


@click.command(name="graph", short_help="Every deal path as a graph, for drawing and for programs.")
@rules_option
@shoe_options
@click.option("--no-weights", is_flag=True, help="Leave the shoe out: no ways and no probabilities.")
@click.option(
    "--view",
    type=click.Choice(["totals", "full"]),
    default="totals",
    show_default=True,
    help="Totals only, or every node.",
)
@click.option("--summary", is_flag=True, help="Only count nodes, edges, deal paths and outcomes.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(ALL_FORMATS),
    help=f"How it is written: {', '.join(GRAPH_FORMATS)}; the summary as {', '.join(REPORT_FORMATS)}."
    "  [default: dot, summary as table]",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--layout",
    type=click.Choice(LAYOUTS),
    default=LAYOUTS[0],
    show_default=True,
    help="Who places a picture's nodes: layers as wide as they are likely, or Graphviz (extra `graphviz`).",
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    help=f"Write to a file; its suffix ({' '.join(GRAPH_FORMATS.values())}) chooses the format.",
)
def command(
    rulebook: Rulebook,
    shoe: Shoe,
    no_weights: bool,
    view: str,
    summary: bool,
    format_name: str | None,
    as_json: bool,
    layout: str,
    path: str | None,
) -> None:
    r"""Write the decision graph: a node is what matters for the rest of a coup, an edge deals a point value.

    Ways and probabilities are exact and belong to the shoe; what it cannot deal is left out.

    \b
    Examples:
      baccarat graph -o graph.svg
      baccarat graph | dot -Tsvg -o graph.svg
      baccarat graph --view full --decks 6 -o graph.graphml
      baccarat graph --rules my-rules.toml --no-weights --format mermaid
      baccarat graph --view full --summary
    """
    path = None if path == STANDARD_STREAM else path
    chosen = _chosen_format(format_name, as_json, summary, path)
    from analyzer.deal.graph import DecisionGraph
    from analyzer.deal.graph_export import graph_lines
    from analyzer.deal.graph_view import view_of
    from analyzer.report.graph_report import graph_head, graph_summary

    bare = DecisionGraph(rulebook)
    graph = bare if no_weights else bare.weigh(shoe)
    if summary:
        numbers = NumberStyle(digits=usual_digits(chosen))
        Output(chosen, path, numbers).show(graph_summary(graph, view))
        return
    shown = view_of(graph, view)
    if chosen in PICTURES:
        from analyzer.cli.plot import put_picture

        put_picture(_picture(shown, chosen, layout), path)
        return
    lines = graph_lines(shown, chosen, graph_head(shown))
    if path is None:
        sys.stdout.writelines(lines)
    else:
        write_file(path, lines)


def _picture(view: View, kind: str, layout: str) -> bytes:
    if layout == "graphviz":
        from analyzer.report.graphviz_layout import graphviz_picture

        return graphviz_picture(view, kind)
    from analyzer.report.plots import graph_of

    return graph_of(view).draw(kind)


def _chosen_format(format_name: str | None, as_json: bool, summary: bool, path: str | None) -> str:
    """The format asked for by name or by the suffix of the file, if the answer can be written in it."""
    if as_json and format_name not in (None, "json"):
        raise UsageError(f"two formats are asked for, json and {format_name}", where="--json and --format")
    formats = REPORT_FORMATS if summary else GRAPH_FORMATS
    chosen = "json" if as_json else format_name
    if path is None:
        require_standard_output()
    else:
        chosen = chosen or format_of_path(path, formats)
        check_path(path)
    chosen = chosen or next(iter(formats))
    if path is None and chosen in NO_TEXT and chosen in formats:
        raise UsageError(
            f"{chosen} is no text to print", where="--format", mend=f"name a file: -o graph.{chosen}"
        )
    if chosen not in formats:
        what = "the summary is" if summary else "without --summary the answer is"
        raise UsageError(f"{what} no {chosen}", where="--format", mend=f"choose one of {', '.join(formats)}")
    return chosen

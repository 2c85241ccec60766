"""The decision graph: what its JSON says about itself, and its size as a report."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from analyzer import __version__
from analyzer.deal.graph import DecisionGraph
from analyzer.deal.graph_view import View, view_of
from analyzer.deal.weighed_graph import WeighedGraph
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.json_format import GENERATOR
from analyzer.report.model import (
    COUNT,
    MACHINES,
    PEOPLE,
    PROBABILITY,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Table,
)

SCHEMA = "baccarat/graph"
SUMMARY_SCHEMA = "baccarat/graph-summary"
VERSION = 1
METHOD = "graph"

_WINNERS = {"player": "player.wins", "banker": "banker.wins", "tie": "tie"}


class Size(NamedTuple):
    """How many nodes and edges a view has."""

    view: str
    nodes: int
    edges: int


def graph_head(view: View) -> dict[str, Any]:
    """What stands before the graph in a JSON document: schema, generator and inputs, as in every other."""
    return {
        "schema": {"name": SCHEMA, "version": VERSION},
        "generator": {"name": GENERATOR, "version": __version__},
        "inputs": _inputs(view.rulebook, view.shoe),
        "method": METHOD,
        "exact": True,
    }


def graph_summary(graph: DecisionGraph | WeighedGraph, view_name: str) -> Report:
    """Nodes, edges and deal paths of a graph, and with a shoe the ways behind each outcome."""
    weighed = None if isinstance(graph, DecisionGraph) else graph
    rulebook = graph.rulebook if isinstance(graph, DecisionGraph) else graph.graph.rulebook
    size = _size(graph, view_name)
    paths = {outcome: graph.count_paths({_WINNERS[outcome]: True}) for outcome in OUTCOMES}
    ways = weighed.outcomes() if weighed else {}
    facts = (
        Fact("view", "View", size.view),
        Fact("nodes", "Nodes", size.nodes, COUNT),
        Fact("edges", "Edges", size.edges, COUNT),
        Fact("paths", "Deal paths", sum(paths.values()), COUNT),
    )
    title = f"{rulebook.title}; {weighed.shoe.describe()}" if weighed else rulebook.title
    return Report(
        name=SUMMARY_SCHEMA,
        version=VERSION,
        title=f"Decision graph: {title}",
        inputs=_inputs(rulebook, weighed.shoe if weighed else None),
        method=METHOD,
        sections=(Facts("size", "Size", facts), _outcomes_table(paths, ways)),
        data={
            **({"total_ways": str(weighed.total_ways)} if weighed else {}),
            "view": size.view,
            "nodes": str(size.nodes),
            "edges": str(size.edges),
            "paths": str(sum(paths.values())),
            "outcomes": [_outcome_tree(outcome, paths[outcome], ways) for outcome in OUTCOMES],
        },
    )


def _inputs(rulebook: Rulebook, shoe: Shoe | None) -> dict[str, Any]:
    return {"rules": rules_input(rulebook), **({"shoe": shoe_input(shoe)} if shoe else {})}


def _size(graph: DecisionGraph | WeighedGraph, view_name: str) -> Size:
    if view_name != "full":
        view = view_of(graph, view_name)
        return Size(view_name, len(view.nodes), sum(1 for _ in view.edges))
    if isinstance(graph, DecisionGraph):
        return Size(view_name, graph.network.number_of_nodes(), graph.network.number_of_edges())
    return Size(view_name, sum(map(bool, graph.ways)), sum(bool(edge.probability) for edge in graph.edges()))


def _outcomes_table(paths: dict[str, int], ways: dict[str, int]) -> Table:
    columns = [
        Column("outcome", "", audience=MACHINES),
        Column("name", "Outcome", audience=PEOPLE),
        Column("paths", "Deal paths", COUNT),
    ]
    rows: list[tuple[Cell, ...]] = [(outcome, outcome.capitalize(), paths[outcome]) for outcome in OUTCOMES]
    if ways:
        total = sum(ways.values())
        columns += [Column("ways", "Ways", COUNT), Column("probability", "Probability", PROBABILITY)]
        rows = [(*row, ways[str(row[0])], Fraction(ways[str(row[0])], total)) for row in rows]
    return Table("outcomes", "Outcomes", tuple(columns), rows)


def _outcome_tree(outcome: str, paths: int, ways: dict[str, int]) -> dict[str, Any]:
    tree: dict[str, Any] = {"outcome": outcome, "paths": str(paths)}
    if ways:
        tree |= {"ways": str(ways[outcome]), "probability": Fraction(ways[outcome], sum(ways.values()))}
    return tree

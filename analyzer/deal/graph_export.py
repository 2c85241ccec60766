"""The decision graph as text for other programs: Graphviz, GraphML readers, JSON readers, Mermaid.

Each format is written line by line, so that even the full graph needs no second copy in memory.
Ways and probabilities are exact and therefore text; percentages in drawings are rounded from them.
The order is that of the view, so the same graph is the same file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any
from xml.sax.saxutils import escape

from analyzer.deal.graph_view import View, ViewEdge, ViewNode, printable
from analyzer.exact import percent_text

DIGITS_IN_DRAWINGS = 4
MERMAID_USUAL_EDGES = 500
"""Mermaid refuses more edges unless its setting `maxEdges` is raised; a file cannot raise it by itself."""

# The colours of baccarat scoreboards: Player blue, Banker red, tie green.
_COLOURS = {"player": "#cfe2ff", "banker": "#ffd6d6", "tie": "#d5f0d5"}

_GRAPHML_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_GRAPHML_TYPES = {bool: "boolean", int: "int", str: "string"}

Scalar = str | int | bool


def graph_lines(view: View, format_name: str, head: Mapping[str, Any] | None = None) -> Iterator[str]:
    r"""A view in a format, line by line, each with its line end.

    Parameters
    ----------
    view : View
    format_name : {"dot", "graphml", "json", "mermaid"}
    head : mapping, optional
        What a JSON document says before the graph; the other formats have no place for it.

    Examples
    --------
    >>> from analyzer.deal.graph import DecisionGraph
    >>> from analyzer.deal.graph_view import view_of
    >>> from analyzer.library.catalog import load_rulebook
    >>> lines = graph_lines(view_of(DecisionGraph(load_rulebook("standard"))), "mermaid")
    >>> [line.strip() for line in lines if line.startswith("  n0")][:2]
    ['n0["Player\'s first card"]', 'n0 -->|"0"| n1']
    """
    return node_link(view, head or {}) if format_name == "json" else _WRITERS[format_name](view)


def dot(view: View) -> Iterator[str]:
    """The view in the language of Graphviz."""
    yield f"digraph {_dot_quoted(view.title)} {{\n"
    yield f"  label={_dot_quoted(view.title)};\n  labelloc=t;\n  rankdir=LR;\n  node [shape=box];\n"
    for number, node in enumerate(view.nodes):
        attributes = {"label": _drawn(node, "\n"), **_exact(node)}
        if outcome := node.fields.get("outcome"):
            attributes |= {"style": "filled", "fillcolor": _COLOURS[str(outcome)]}
        yield f"  {number} [{_dot_attributes(attributes)}];\n"
    for edge in view.edges:
        attributes = {"label": _drawn(edge, "\n"), **_exact(edge)}
        yield f"  {edge.source} -> {edge.target} [{_dot_attributes(attributes)}];\n"
    yield "}\n"


def mermaid(view: View) -> Iterator[str]:
    """The view as a Mermaid flow chart."""
    edges = sum(1 for _ in view.edges)
    yield "flowchart LR\n"
    # Braces in a comment can be taken for settings (%%{ … }%%).
    yield f"  %% {view.title.translate({ord('{'): '(', ord('}'): ')'})}\n"
    if edges > MERMAID_USUAL_EDGES:
        yield f"  %% {edges} edges: to draw them, raise the settings maxEdges and maxTextSize\n"
    for number, node in enumerate(view.nodes):
        yield f'  n{number}["{_mermaid_text(_drawn(node, "<br>"))}"]\n'
    for edge in view.edges:
        yield f'  n{edge.source} -->|"{_mermaid_text(_drawn(edge, "<br>"))}"| n{edge.target}\n'
    for outcome, colour in _COLOURS.items():
        ends = [place for place, node in enumerate(view.nodes) if node.fields.get("outcome") == outcome]
        if ends:
            yield f"  classDef {outcome} fill:{colour}\n"
            yield f"  class {','.join(f'n{place}' for place in ends)} {outcome}\n"


def graphml(view: View) -> Iterator[str]:
    """The view as GraphML."""
    kinds: dict[tuple[str, str], str] = {("graph", name): "string" for name in _about(view)}
    for node in view.nodes:
        for name, value in _node_data(node).items():
            kinds.setdefault(("node", name), _GRAPHML_TYPES[type(value)])
    for edge in islice(view.edges, 1):
        kinds |= {("edge", name): _GRAPHML_TYPES[type(value)] for name, value in _edge_data(edge).items()}
    keys = {key: f"d{place}" for place, key in enumerate(kinds)}
    yield _GRAPHML_HEAD
    for (element, name), kind in kinds.items():
        yield f'  <key id="{keys[element, name]}" for="{element}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '  <graph edgedefault="directed">\n'
    yield from _graphml_data("graph", _about(view), keys)
    for number, node in enumerate(view.nodes):
        yield f'    <node id="{number}">\n'
        yield from _graphml_data("node", _node_data(node), keys)
        yield "    </node>\n"
    for edge in view.edges:
        yield f'    <edge source="{edge.source}" target="{edge.target}">\n'
        yield from _graphml_data("edge", _edge_data(edge), keys)
        yield "    </edge>\n"
    yield "  </graph>\n</graphml>\n"


def node_link(view: View, head: Mapping[str, Any]) -> Iterator[str]:
    """The view as node-link JSON, one node or edge a line; networkx reads it with `node_link_graph`.

    That reader passes over the head, which says what program made the graph from what.
    """
    yield "{\n"
    for key, value in {**head, "directed": True, "multigraph": False, "graph": _about(view)}.items():
        yield f"  {_json(key)}: {_json(value)},\n"
    yield '  "nodes": [\n'
    yield from _comma_lines({"id": number, **_node_data(node)} for number, node in enumerate(view.nodes))
    yield '  ],\n  "edges": [\n'
    yield from _comma_lines(
        {"source": edge.source, "target": edge.target, **_edge_data(edge)} for edge in view.edges
    )
    yield "  ]\n}\n"


_WRITERS: dict[str, Callable[[View], Iterator[str]]] = {"dot": dot, "graphml": graphml, "mermaid": mermaid}
GRAPH_FORMATS = ("dot", "graphml", "json", "mermaid")


def _about(view: View) -> dict[str, Scalar]:
    about: dict[str, Scalar] = {"name": view.title, "view": view.name, "rules_sha256": view.rulebook.sha256}
    if view.rulebook.slug:
        about["rules"] = printable(view.rulebook.slug)
    if view.known:
        about["known"] = printable(view.known)
    if view.shoe:
        about |= {"shoe": view.shoe.describe(), "total_ways": str(view.nodes[0].ways or view.shoe.total_ways)}
    return about


def _node_data(node: ViewNode) -> dict[str, Scalar]:
    return {"label": node.label, **node.fields, **_exact(node)}


def _edge_data(edge: ViewEdge) -> dict[str, Scalar]:
    return {"value": edge.value, **_exact(edge)}


def _exact(weighed: ViewNode | ViewEdge) -> dict[str, str]:
    if weighed.ways is None:
        return {}
    return {"ways": str(weighed.ways), "probability": str(weighed.probability)}


def _drawn(shown: ViewNode | ViewEdge, line_break: str) -> str:
    """What a drawing says at a node or an edge."""
    lines = [shown.label if isinstance(shown, ViewNode) else str(shown.value)]
    if isinstance(shown, ViewNode) and shown.fields.get("dealt"):
        lines.append(f"dealt {shown.fields['dealt']}")
    if shown.probability is not None:
        lines.append(percent_text(shown.probability, DIGITS_IN_DRAWINGS))
    return line_break.join(lines)


def _dot_attributes(attributes: dict[str, str]) -> str:
    return " ".join(f"{name}={_dot_quoted(value)}" for name, value in attributes.items())


def _dot_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _mermaid_text(text: str) -> str:
    return text.replace("#", "#35;").replace('"', "#quot;")


def _graphml_data(element: str, data: dict[str, Scalar], keys: dict[tuple[str, str], str]) -> Iterator[str]:
    for name, value in data.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield f'      <data key="{keys[element, name]}">{escape(text)}</data>\n'


def _comma_lines(rows: Iterator[dict[str, Scalar]]) -> Iterator[str]:
    before = ""
    for row in rows:
        yield f"{before}    {_json(row)}"
        before = ",\n"
    yield "\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

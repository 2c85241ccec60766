import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import networkx
import pytest
from hypothesis import given, settings

from analyzer.deal.graph import DecisionGraph
from analyzer.deal.graph_export import GRAPH_FORMATS, graph_lines
from analyzer.deal.graph_view import View, view_of
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from tests.strategies import rulebooks

few = settings(max_examples=max(6, settings.default.max_examples // 8))

HOSTILE_TITLE = 'The "house"\\ <rules> & more; #1 [x]\n{y}\0|--> %%{'


def graph_text(view: View, format_name: str) -> str:
    """A view in a format, as one text."""
    return "".join(graph_lines(view, format_name))


@pytest.fixture(scope="module")
def graph() -> DecisionGraph:
    return DecisionGraph(load_rulebook("standard"))


@pytest.fixture(scope="module", params=["full", "totals"])
def view(request: pytest.FixtureRequest, graph: DecisionGraph) -> View:
    # Eight decks in full take seconds to read back; the last cards of a shoe have every kind of node too.
    shoe = (
        Shoe.from_decks(8) if request.param == "totals" else Shoe.from_counts([4, 2, 0, 2, 0, 1, 0, 0, 1, 1])
    )
    return view_of(graph.weigh(shoe), request.param)


@pytest.fixture(scope="module")
def totals(graph: DecisionGraph) -> View:
    return view_of(graph.weigh(Shoe.from_decks(8)), "totals")


def read_json(text: str) -> networkx.DiGraph:
    return networkx.node_link_graph(json.loads(text, parse_float=refuse), edges="edges")


def refuse(text: str) -> None:
    raise AssertionError(f"{text} is no exact number")


def assert_same(read: networkx.DiGraph, view: View) -> None:
    """What was read back is the view, with ways and probabilities as text."""
    assert read.is_directed()
    expected = view.network()
    for _, data in [*expected.nodes(data=True), *((None, data) for *_, data in expected.edges(data=True))]:
        data.update({name: str(data[name]) for name in ("ways", "probability") if name in data})
    assert dict(read.nodes(data=True)) == dict(expected.nodes(data=True))
    assert list(read.edges(data=True)) == list(expected.edges(data=True))


def test_json_reads_back_as_the_same_network(view: View) -> None:
    read = read_json(graph_text(view, "json"))
    assert_same(read, view)
    assert read.graph["total_ways"] == str(view.shoe.total_ways)


def test_graphml_reads_back_as_the_same_network(view: View) -> None:
    read = networkx.parse_graphml(graph_text(view, "graphml"), node_type=int)
    assert_same(read, view)
    assert read.graph["name"] == view.title


def test_exact_numbers_are_text(totals: View) -> None:
    document = json.loads(graph_text(totals, "json"))
    assert document["nodes"][0]["ways"] == "4998398275503360"
    assert document["edges"][0] | {"target": 0} == {
        "source": 0, "target": 0, "value": 0, "ways": "1537968700154880", "probability": "4/13"
    }  # fmt: skip
    first = [edge for edge in document["edges"] if edge["source"] == 0]
    assert sum(Fraction(edge["probability"]) for edge in first) == 1


def test_without_a_shoe_nothing_is_weighed(graph: DecisionGraph) -> None:
    view = view_of(graph, "totals")
    for format_name in GRAPH_FORMATS:
        text = graph_text(view, format_name)
        assert "ways" not in text
        assert "%" not in text.replace("%%", "")
    assert_same(read_json(graph_text(view, "json")), view)
    assert_same(networkx.parse_graphml(graph_text(view, "graphml"), node_type=int), view)


@pytest.mark.slow
@few
@given(rulebooks())
def test_every_rulebook_reads_back(rulebook: Rulebook) -> None:
    view = view_of(DecisionGraph(rulebook), "totals")
    assert_same(read_json(graph_text(view, "json")), view)
    assert_same(networkx.parse_graphml(graph_text(view, "graphml"), node_type=int), view)
    assert_is_dot(graph_text(view, "dot"), view)
    assert_is_mermaid(graph_text(view, "mermaid"), view)


def test_the_same_graph_is_the_same_file(totals: View) -> None:
    again = view_of(DecisionGraph(load_rulebook("standard")).weigh(Shoe.from_decks(8)), "totals")
    for format_name in GRAPH_FORMATS:
        assert graph_text(again, format_name) == graph_text(totals, format_name)


@pytest.mark.parametrize("format_name", GRAPH_FORMATS)
def test_a_graph_is_written_line_by_line(totals: View, format_name: str) -> None:
    lines = graph_lines(totals, format_name)
    assert isinstance(lines, Iterator)
    assert "".join(lines) == graph_text(totals, format_name)
    assert graph_text(totals, format_name).endswith("\n")


DOT_TEXT = r'"(?:[^"\\]|\\.)*"'
DOT_ATTRIBUTES = rf"\[\w+={DOT_TEXT}(?: \w+={DOT_TEXT})*\]"


def assert_is_dot(text: str, view: View) -> None:
    head, title, *look, last = text.removesuffix("\n").split("\n")
    look, statements = look[:3], look[3:]
    assert re.fullmatch(rf"digraph {DOT_TEXT} {{", head)
    assert re.fullmatch(rf"  label={DOT_TEXT};", title)
    assert [*look, last] == ["  labelloc=t;", "  rankdir=LR;", "  node [shape=box];", "}"]
    nodes = [line for line in statements if re.fullmatch(rf"  \d+ {DOT_ATTRIBUTES};", line)]
    edges = [line for line in statements if re.fullmatch(rf"  \d+ -> \d+ {DOT_ATTRIBUTES};", line)]
    assert len(nodes) == len(view.nodes)
    assert len(edges) == sum(1 for _ in view.edges)
    assert len(nodes) + len(edges) == len(statements)


def assert_is_mermaid(text: str, view: View) -> None:
    first, *lines = text.removesuffix("\n").split("\n")
    assert first == "flowchart LR"
    forms = {
        "comment": r"  %% [^\n]*",
        "node": r'  n\d+\["[^"]*"\]',
        "edge": r'  n\d+ -->\|"[^"]*"\| n\d+',
        "class": r"  classDef \w+ fill:#[0-9a-f]{6}|  class n\d+(?:,n\d+)* \w+",
    }
    counts = dict.fromkeys(forms, 0)
    for line in lines:
        counts[next(name for name, form in forms.items() if re.fullmatch(form, line))] += 1
    assert counts["node"] == len(view.nodes)
    assert counts["edge"] == sum(1 for _ in view.edges)


def test_dot_and_mermaid_have_a_line_for_every_node_and_edge(view: View) -> None:
    assert_is_dot(graph_text(view, "dot"), view)
    assert_is_mermaid(graph_text(view, "mermaid"), view)


@pytest.mark.skipif(shutil.which("gvpr") is None, reason="Graphviz is not installed")
def test_graphviz_reads_the_dot_file(view: View) -> None:
    program = 'BEG_G { printf("%s: %d %d", $G.name, nNodes($G), nEdges($G)) }'
    run = subprocess.run(
        ["gvpr", program], input=graph_text(view, "dot"), capture_output=True, text=True, check=True
    )
    assert run.stdout == f"{view.title}: {len(view.nodes)} {sum(1 for _ in view.edges)}"
    assert run.stderr == ""


def test_the_head_of_the_json_is_passed_over_by_readers(totals: View) -> None:
    text = "".join(graph_lines(totals, "json", {"generator": {"name": "x"}}))
    assert json.loads(text)["generator"] == {"name": "x"}
    assert_same(read_json(text), totals)


def test_a_title_of_any_characters_does_no_harm() -> None:
    rulebook = replace(load_rulebook("standard"), title=HOSTILE_TITLE)
    view = view_of(DecisionGraph(rulebook), "totals")
    title = 'The "house"\\ <rules> & more; #1 [x] {y} |--> %%{'
    assert view.title == title
    assert read_json(graph_text(view, "json")).graph["name"] == title
    assert networkx.parse_graphml(graph_text(view, "graphml")).graph["name"] == title
    assert graph_text(view, "dot").startswith('digraph "The \\"house\\"\\\\ <rules>')
    assert graph_text(view, "mermaid").splitlines()[1] == (
        '  %% The "house"\\ <rules> & more; #1 [x] (y) |--> %%('
    )


def test_mermaid_says_when_a_drawing_program_must_be_told_to_draw_so_much(totals: View) -> None:
    assert "%% 3370 edges: to draw them, raise the settings maxEdges" in graph_text(totals, "mermaid")


def test_labels_say_what_is_known_and_what_comes_next(totals: View) -> None:
    labels = {node.label for node in totals.nodes}
    assert {
        "Player's first card",
        "Player 5: Banker's first card",
        "Player 5, Banker 3: Player's second card",
        "Player 5, Banker 3: Banker's second card",
        "Player 5, Banker 3: Player draws",
        "Player stands on 6, Banker 5: Banker draws",
        "Player 6 in three cards, Banker 3: Banker draws",
        "Player 6, Banker 3: Player wins",
        "Player 9, Banker 9: tie",
    } <= labels
    assert len(labels) == len(totals.nodes)

"""`baccarat graph` writes the decision graph for drawing and for other programs."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from jsonschema import Draft202012Validator

import analyzer
from analyzer.cli.graph import FORMATS
from analyzer.deal.graph_export import GRAPH_FORMATS

Baccarat = Callable[..., tuple[int, str, str]]


def test_every_format_can_be_asked_for() -> None:
    assert tuple(FORMATS) == GRAPH_FORMATS


@pytest.mark.slow
@pytest.mark.parametrize(("format_name", "suffix"), FORMATS.items())
def test_a_file_gets_what_the_format_would_print(
    format_name: str, suffix: str, tmp_path: Path, baccarat: Baccarat
) -> None:
    path = tmp_path / f"graph{suffix}"
    assert baccarat("graph", "-o", str(path)) == (0, "", "")
    code, out, err = baccarat("graph", "--format", format_name)
    assert (code, err) == (0, "")
    assert path.read_text(encoding="utf-8") == out


def test_the_json_carries_exact_ways_that_add_up(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("graph", "--format", "json", "--decks", "1")
    graph = json.loads(out, parse_float=pytest.fail)
    ends = [node for node in graph["nodes"] if node["stage"] == "end"]
    assert sum(int(node["ways"]) for node in ends) == int(graph["graph"]["total_ways"])
    leaving: dict[int, Fraction] = {}
    for edge in graph["edges"]:
        leaving[edge["source"]] = leaving.get(edge["source"], Fraction(0)) + Fraction(edge["probability"])
    assert set(leaving.values()) == {Fraction(1)}


def test_without_weights_there_is_no_shoe_in_it(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("graph", "--format", "json", "--no-weights")
    graph = json.loads(out)
    assert "shoe" not in graph["graph"]
    assert not any("ways" in node for node in graph["nodes"])


def test_what_the_shoe_cannot_deal_is_left_out(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("graph", "--view", "full", "--json", "--shoe", "6,0,0,0,0,0,0,0,0,0")
    graph = json.loads(out)
    assert len(graph["nodes"]) == 7
    assert {edge["probability"] for edge in graph["edges"]} == {"1"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [(), ("--no-weights",), ("--view", "full", "--rules", "seven-up", "--decks", "6")],
    ids=" ".join,
)
def test_the_json_is_node_link_and_says_where_it_comes_from(
    arguments: tuple[str, ...], baccarat: Baccarat
) -> None:
    code, out, err = baccarat("graph", "--json", *arguments)
    assert (code, err) == (0, "")
    document = json.loads(out, parse_float=pytest.fail)
    schema = Path(analyzer.__file__).parent / "report" / "schemas" / "graph.json"
    problems = Draft202012Validator(json.loads(schema.read_text(encoding="utf-8"))).iter_errors(document)
    assert not [f"{problem.json_path}: {problem.message}" for problem in problems]
    assert ("shoe" in document["inputs"]) == ("--no-weights" not in arguments)
    network = networkx.node_link_graph(document, edges="edges")
    assert network.number_of_nodes() == len(document["nodes"])
    assert network.number_of_edges() == len(document["edges"])


def test_the_summary_counts_what_the_graph_has(baccarat: Baccarat) -> None:
    code, out, err = baccarat("graph", "--summary", "--view", "full", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)["data"]
    assert (data["nodes"], data["edges"], data["paths"]) == ("14514", "111200", "339400")
    assert [outcome["ways"] for outcome in data["outcomes"]] == [
        "2230518282592256", "2292252566437888", "475627426473216"
    ]  # fmt: skip


def test_the_summary_without_weights_has_paths_and_no_ways(baccarat: Baccarat) -> None:
    code, out, err = baccarat("graph", "--summary", "--no-weights")
    assert (code, err) == (0, "")
    assert "339400" in out
    assert "Ways" not in out


def test_the_summary_of_a_short_shoe_counts_only_what_it_can_deal(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("graph", "--summary", "--view", "full", "--json", "--shoe", "6,0,0,0,0,0,0,0,0,0")
    data = json.loads(out)["data"]
    assert (data["nodes"], data["edges"], data["paths"]) == ("7", "6", "1")


def test_the_summary_goes_to_a_file_in_the_format_of_its_suffix(tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "summary.csv"
    assert baccarat("graph", "--summary", "-o", str(path)) == (0, "", "")
    assert '"paths","339400"' in path.read_text(encoding="utf-8")


def test_the_graphml_is_xml(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("graph", "--format", "graphml")
    assert ElementTree.fromstring(out).tag.endswith("graphml")


@pytest.mark.slow
def test_the_full_view_is_the_larger_one(tmp_path: Path, baccarat: Baccarat) -> None:
    full = tmp_path / "full.json"
    assert baccarat("graph", "--view", "full", "--no-weights", "-o", str(full)) == (0, "", "")
    _, totals, _ = baccarat("graph", "--format", "json", "--no-weights")
    assert len(json.loads(full.read_text())["nodes"]) > 10 * len(json.loads(totals)["nodes"])


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["-o", "graph.svgz"], 2, ".graphml"),
        (["-o", "missing/graph.dot"], 2, "does not exist"),
        (["--format", "png"], 2, "png"),
        (["--view", "half"], 2, "half"),
        (["--format", "table"], 2, "dot, graphml, json, mermaid"),
        (["--summary", "--format", "dot"], 2, "table, markdown, csv, json"),
        (["--summary", "-o", "graph.dot"], 2, ".csv"),
        (["--json", "--format", "dot"], 2, "two formats"),
        (["--shoe", "1,1,1"], 3, "10, 13 or 52"),
    ],
)
def test_graph_refuses(arguments: list[str], code: int, word: str, baccarat: Baccarat) -> None:
    found, out, err = baccarat("graph", *arguments)
    assert (found, out) == (code, "")
    assert word in err
    assert len(err.splitlines()) <= 3

"""The decision graph of the coups that remain is the decision graph, from where they part."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.graph import DecisionGraph
from analyzer.deal.graph_view import View, view_of
from analyzer.deal.rooted_view import RootedGraph, rooted_graph
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.odds.counting import Counting
from analyzer.study.odds.knowledge import Knowledge
from tests.knowing import knowing

EIGHT_DECKS = Shoe.from_decks(8)
STANDARD = load_rulebook("standard")


def rooted(knowledge: Knowledge, rulebook: Rulebook = STANDARD, shoe: Shoe = EIGHT_DECKS) -> RootedGraph:
    return rooted_graph(rulebook, shoe, Counting(shoe, rulebook, knowledge).fact_ways)


def content(view: View) -> tuple[dict[str, object], dict[object, object]]:
    nodes = {node.label: (dict(node.fields), node.ways, node.probability) for node in view.nodes}
    labels = [node.label for node in view.nodes]
    edges = {
        (labels[edge.source], edge.value, labels[edge.target]): (edge.ways, edge.probability)
        for edge in view.edges
    }
    return nodes, edges


@pytest.mark.parametrize(
    "changes",
    [
        {"tableau_key": "banker second card", "deal_order": "PPBB"},
        {"player_first_card": 6, "banker_natural": "its hand stands", "equal_two_card_totals": "tie"},
    ],
    ids=["keyed by the second card", "a first card that is fixed"],
)
def test_where_nothing_is_known_it_is_the_whole_graph(changes: dict[str, object]) -> None:
    rulebook, shoe = replace(STANDARD, **changes), Shoe.from_decks(1)
    graph = rooted_graph(rulebook, shoe, lambda facts: fact_ways(shoe, rulebook, facts).ways)
    assert content(graph.view()) == content(view_of(DecisionGraph(rulebook).weigh(shoe)))


def test_every_edge_leads_to_a_later_node() -> None:
    view = rooted(knowing(player="high")).view()
    assert all(edge.source < edge.target for edge in view.edges)


def test_it_starts_where_the_known_cards_end() -> None:
    graph = rooted(knowing(player="K 7", banker="6"))
    assert graph.root[:5] == ("B2", 7, 6, 2, 1)
    assert len(graph.ways) == 17
    view = graph.view("K 7, 6")
    assert view.title == "Punto banco, the standard third-card rule, 8 decks; K 7, 6"
    assert (view.nodes[0].probability, view.nodes[0].ways) == (1, graph.total_ways)


def test_a_card_known_by_value_is_certain_whatever_else_is_not_known_of_it() -> None:
    assert rooted(knowing(player="0", banker="{9♠,9♥}")).root[:3] == ("P2", 0, 9)


def test_a_known_card_behind_an_unknown_one_is_still_to_come() -> None:
    graph = rooted(knowing(player="K 7", third="8"))
    assert graph.root.stage == "B1"
    values = {value for (source, value, _) in graph.edges if source.stage in ("P3", "B3")}
    assert values == {8}


def test_a_finished_coup_has_one_node() -> None:
    graph = rooted(knowing(player="3 3", banker="2 4"))
    assert (graph.root.outcome, len(graph.ways), len(graph.edges)) == ("tie", 1, 0)


@pytest.mark.parametrize(
    "words", [{"player": "3 2", "banker": "? high"}, {"fifth": "red", "banker_total": "5"}, {"sixth": "9"}]
)
def test_what_flows_in_flows_out_and_all_ends_make_the_coups_that_remain(words: dict[str, str]) -> None:
    graph = rooted(knowing(**words))
    leaving: dict[object, int] = {}
    for (source, _, _), ways in graph.edges.items():
        leaving[source] = leaving.get(source, 0) + ways
    assert all(ways == graph.ways[node] for node, ways in leaving.items())
    ends = sum(ways for node, ways in graph.ways.items() if node.stage == "end")
    assert ends == graph.total_ways
    assert all(0 < edge.probability <= 1 for edge in graph.view().edges)


def test_the_conditional_graph_is_the_part_of_the_weighed_graph_behind_the_present_node() -> None:
    """Known cards in a row leave the shoe, so chances behind them are those of the weighed graph."""
    weighed = DecisionGraph(STANDARD).weigh(EIGHT_DECKS)
    number = 0
    for value in (0, 6, 7):
        number = dict(weighed.graph.targets(number))[value]
    chances = {number: Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    for source in range(number, len(weighed.graph.nodes)):
        chance = chances.get(source)
        node = weighed.graph.nodes[source]
        if chance is None:
            continue
        if node.stage == "end":
            ends[node.player, node.banker] = ends.get((node.player, node.banker), Fraction(0)) + chance
        for edge in weighed.edges_from(source):
            chances[edge.target] = chances.get(edge.target, Fraction(0)) + chance * edge.probability
    graph = rooted(knowing(player="0 7", banker="6"))
    assert ends == {
        (node.player, node.banker): Fraction(ways, graph.total_ways)
        for node, ways in graph.ways.items()
        if node.stage == "end"
    }

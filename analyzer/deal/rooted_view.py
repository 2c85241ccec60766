"""The decision graph of the coups that remain once something is known, from where they part.

Whatever is known, of whatever card, only the ways change: they are those of the coups that remain.
So the graph is put together from counts that somebody else makes, of what lies on the table before each card.
Nodes with the same stage and totals are one, as in the totals view.
Cards that are certain by value are dealt first as far as they lie one after the other, and the graph starts
behind them: that is the present situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from analyzer.deal.graph_view import View, ViewEdge, ViewNode, ends_last, label, totals_only
from analyzer.deal.steps import END, Node, Steps
from analyzer.game.coup import NOT_DEALT, POSITION_NAMES
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import DRAWS, TABLEAU_KEYS, Rulebook
from analyzer.game.shoe import Shoe

Answers = Mapping[tuple[int | bool, ...], int]
Count = Callable[[Sequence[Fact]], Answers]
"""Ways behind every combination of answers to some facts, of the coups that remain."""

VALUE_FACTS = {
    name: FACTS[f"{hand}.{ordinal}.value"]
    for name, hand, ordinal in zip(
        POSITION_NAMES,
        ("player", "banker") * 3,
        ("first", "first", "second", "second", "third", "third"),
        strict=True,
    )
}
"""What asks for the point value of the card at a stage."""

Edge = tuple[Node, int, Node]


@dataclass(frozen=True)
class RootedGraph:
    """The situations that can follow from the present one.

    Attributes
    ----------
    root : Node
        The present situation.
    ways : mapping of Node to int
        Six-card sequences that pass through each node; the root has them all.
    edges : mapping of (Node, int, Node) to int
        Six-card sequences that pass along each edge, by source, point value and target.
    """

    rulebook: Rulebook
    shoe: Shoe
    root: Node
    ways: Mapping[Node, int]
    edges: Mapping[Edge, int]

    @property
    def total_ways(self) -> int:
        """Ways of all coups that remain."""
        return self.ways[self.root]

    def view(self, known: str = "") -> View:
        """The graph as it is drawn and written, with what is known in its title."""
        nodes = sorted(self.ways, key=lambda node: (_place(node), ends_last(node)))
        places = {node: place for place, node in enumerate(nodes)}
        shown = [
            ViewNode(label(node), _fields(node), self.ways[node], Fraction(self.ways[node], self.total_ways))
            for node in nodes
        ]
        edges = sorted(
            ViewEdge(places[source], places[target], value, ways, Fraction(ways, self.ways[source]))
            for (source, value, target), ways in self.edges.items()
        )
        return View("totals", self.rulebook, self.shoe, shown, lambda: edges, known)


def rooted_graph(rulebook: Rulebook, shoe: Shoe, count: Count) -> RootedGraph:
    """The graph of the coups that somebody counts.

    Parameters
    ----------
    rulebook : Rulebook
    shoe : Shoe
        It is named in drawings.
    count : callable
        Ways behind every combination of answers to some facts.

    Examples
    --------
    >>> from analyzer.deal.enumerate import fact_ways
    >>> from analyzer.library.catalog import load_rulebook
    >>> rulebook, shoe = load_rulebook(), Shoe.from_counts([0] * 6 + [5, 0, 0, 1])
    >>> graph = rooted_graph(rulebook, shoe, lambda facts: fact_ways(shoe, rulebook, facts).ways)
    >>> graph.root.stage, graph.total_ways, len(graph.ways)
    ('P1', 720, 17)
    """
    steps = _Steps(rulebook)
    edges: dict[Edge, int] = {}
    for node, value, ways in (
        *_first_cards(steps, count),
        *_bankers_second(count),
        *_player_draws(rulebook, count),
        *_banker_draws(count),
    ):
        edge = steps.edge(node, value)
        edges[edge] = edges.get(edge, 0) + ways
    return _rooted(rulebook, shoe, steps.start, edges)


def present_node(rulebook: Rulebook, count: Count) -> Node:
    """The situation in which coups that somebody counts part: behind all cards in a row that are certain.

    Examples
    --------
    >>> from analyzer.deal.enumerate import fact_ways
    >>> from analyzer.library.catalog import load_rulebook
    >>> rulebook, shoe = load_rulebook(), Shoe.from_counts([0] * 6 + [6, 0, 0, 0])
    >>> present_node(rulebook, lambda facts: fact_ways(shoe, rulebook, facts).ways).outcome
    'tie'
    """
    steps = _Steps(rulebook)
    node = steps.start
    while node.stage != END:
        values = count([VALUE_FACTS[node.stage]])
        if len(values) > 1:
            break
        ((value,),) = values
        *_, node = steps.edge(node, value)
    return node


class _Steps:
    """Steps of a coup between nodes that keep only stage and totals, each worked out once."""

    def __init__(self, rulebook: Rulebook) -> None:
        steps = Steps(rulebook)
        self.start = totals_only(steps.start())
        self.edge = cache(lambda node, value: (node, value, totals_only(steps.after(node, value))))


def _first_cards(steps: _Steps, count: Count) -> Iterator[tuple[Node, int, int]]:
    """The first cards one by one, up to Banker's second card, which is the last in every order."""
    order = []
    node = steps.start
    while node.stage != "B2":
        order.append(node.stage)
        *_, node = steps.edge(node, 0)
    for values, ways in count([VALUE_FACTS[stage] for stage in order]).items():
        node = steps.start
        for value in values:
            yield node, value, ways
            *_, node = steps.edge(node, value)


def _bankers_second(count: Count) -> Iterator[tuple[Node, int, int]]:
    facts = [FACTS["player.two_card_total"], VALUE_FACTS["B1"], VALUE_FACTS["B2"]]
    for (player, banker, value), ways in count(facts).items():
        yield Node("B2", player, banker, 2, 1, dealt=()), value, ways


def _player_draws(rulebook: Rulebook, count: Count) -> Iterator[tuple[Node, int, int]]:
    """Player's third card, by both two-card totals and, if that is the key, Banker's second card."""
    facts = [FACTS["player.two_card_total"], FACTS["banker.two_card_total"], VALUE_FACTS["P3"]]
    is_keyed = rulebook.tableau_key == TABLEAU_KEYS[2]
    if is_keyed:
        facts.append(VALUE_FACTS["B2"])
    for (player, banker, third, *key), ways in count(facts).items():
        if third != NOT_DEALT:
            node = Node("P3", player, banker, 2, 2, dealt=())
            if is_keyed:
                node = node._replace(banker_draws=rulebook.banker_cell(banker, key[0]) == DRAWS)
            yield node, third, ways


def _banker_draws(count: Count) -> Iterator[tuple[Node, int, int]]:
    """Banker's third card, by the totals and Player's number of cards."""
    names = ("player.total", "player.cards", "banker.two_card_total")
    for (player, cards, banker, third), ways in count(
        [*(FACTS[name] for name in names), VALUE_FACTS["B3"]]
    ).items():
        if third != NOT_DEALT:
            yield Node("B3", player, banker, cards, 2, dealt=()), third, ways


def _rooted(rulebook: Rulebook, shoe: Shoe, start: Node, edges: Mapping[Edge, int]) -> RootedGraph:
    """The graph without the situations before the one in which the coups part."""
    out: dict[Node, list[Edge]] = {}
    for edge in edges:
        out.setdefault(edge[0], []).append(edge)
    total_ways = sum(edges[edge] for edge in out[start])
    root, passed = start, set()
    while len(out.get(root, ())) == 1:
        passed.add(root)
        root = out[root][0][2]
    kept = {edge: ways for edge, ways in edges.items() if edge[0] not in passed}
    node_ways = {root: total_ways}
    for (_, _, target), ways in kept.items():
        node_ways[target] = node_ways.get(target, 0) + ways
    return RootedGraph(rulebook, shoe, root, node_ways, kept)


def _place(node: Node) -> int:
    """Every edge leads to a later place: by number of cards, and the ends last."""
    return 7 if node.stage == END else node.player_cards + node.banker_cards


def _fields(node: Node) -> dict[str, str | int | bool]:
    """What a node knows, by name."""
    known = node._asdict()
    if node.stage == END:
        del known["player_cards"], known["banker_cards"]
    del known["dealt"]
    return {name: value for name, value in known.items() if value not in (None, "")}

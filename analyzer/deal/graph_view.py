"""What a drawing or an export of the decision graph shows: nodes with labels, edges, ways and probabilities.

The full view has every node of the graph.
The totals view forgets which cards have left the shoe and merges all nodes with the same stage and totals,
which leaves a few hundred; the ways of merged nodes and edges are added up, and an edge's probability is the
ratio of ways.
With a shoe, both leave out what it cannot deal, so the last cards of a shoe make a graph that fits on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.deal.graph import DecisionGraph
from analyzer.deal.steps import END, Node
from analyzer.errors import UsageError
from analyzer.game.rulebook import TIE, Rulebook

if TYPE_CHECKING:
    from analyzer.deal.weighed_graph import WeighedGraph
    from analyzer.game.shoe import Shoe

VIEWS = ("full", "totals")

_CARD_NAMES = {"1": "first card", "2": "second card"}
_HAND_NAMES = {"P": "Player", "B": "Banker"}
_IN_CARDS = {2: "two cards", 3: "three cards"}


class ViewNode(NamedTuple):
    """One node of a view.

    Attributes
    ----------
    label : str
        The node in words, such as `Player 5, Banker 3: Player draws`.
    fields : mapping of str to str, int or bool
        What the node knows, by the names of `Node`; what it does not know is left out.
    ways : int or None
        Ordered six-card sequences that pass through; None without a shoe.
    probability : Fraction or None
        Share of all coups that pass through.
    """

    label: str
    fields: Mapping[str, str | int | bool]
    ways: int | None = None
    probability: Fraction | None = None


class ViewEdge(NamedTuple):
    """One edge of a view: a card of a point value is dealt.

    Attributes
    ----------
    source, target : int
        Places of nodes in the view.
    value : int
    ways : int or None
        Ordered six-card sequences that pass along; None without a shoe.
    probability : Fraction or None
        Chance of the edge once its source is reached.
    """

    source: int
    target: int
    value: int
    ways: int | None = None
    probability: Fraction | None = None


@dataclass(frozen=True)
class View:
    """A decision graph as it is drawn or written.

    Attributes
    ----------
    name : {"full", "totals"}
    rulebook : Rulebook
    shoe : Shoe or None
    nodes : sequence of ViewNode
        The first is the start, and every edge leads to a later node.
    list_edges : callable
        Lists all edges, by source and then by point value.
    known : str
        What is known of the coups that are shown, if they are not all.
    """

    name: str
    rulebook: Rulebook
    shoe: Shoe | None
    nodes: Sequence[ViewNode]
    list_edges: Callable[[], Iterable[ViewEdge]]
    known: str = ""

    @property
    def title(self) -> str:
        """Rulebook, shoe and what is known in a few words."""
        return f"{self.headline}; {printable(self.known)}" if self.known else self.headline

    @property
    def headline(self) -> str:
        """Rulebook and shoe in a few words."""
        rules = printable(self.rulebook.title)
        return f"{rules}, {self.shoe.describe()}" if self.shoe else rules

    @property
    def edges(self) -> Iterator[ViewEdge]:
        """All edges, by source and then by point value."""
        return iter(self.list_edges())

    def network(self) -> Any:
        """The view as a networkx DiGraph; labels, fields, ways and probabilities are attributes."""
        import networkx

        network = networkx.DiGraph(name=self.title)
        for number, node in enumerate(self.nodes):
            network.add_node(number, label=node.label, **node.fields, **_weights(node))
        for edge in self.edges:
            network.add_edge(edge.source, edge.target, value=edge.value, **_weights(edge))
        return network


def _weights(weighed: ViewNode | ViewEdge) -> dict[str, int | Fraction | None]:
    return {} if weighed.ways is None else {"ways": weighed.ways, "probability": weighed.probability}


def view_of(graph: DecisionGraph | WeighedGraph, name: str = "totals") -> View:
    """A view of a decision graph, with weights if the graph is weighed.

    Raises
    ------
    UsageError
        There is no view of that name.

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> view = view_of(DecisionGraph(load_rulebook("standard")).weigh(Shoe.infinite()))
    >>> len(view.nodes), view.nodes[-1].label, view.nodes[-1].probability
    (437, 'Player 9, Banker 9: tie', Fraction(53233, 4826809))
    """
    if name not in VIEWS:
        raise UsageError(f'there is no view "{name}"', mend=f"the views are {' and '.join(VIEWS)}")
    bare, weighed = (graph, None) if isinstance(graph, DecisionGraph) else (graph.graph, graph)
    return (full_view if name == "full" else totals_view)(bare, weighed)


def full_view(graph: DecisionGraph, weighed: WeighedGraph | None) -> View:
    """The view that shows every node."""
    kept = _kept(graph, weighed)
    places = {number: place for place, number in enumerate(kept)}
    nodes = [
        _view_node(graph.nodes[number], weighed, weighed.ways[number] if weighed else None) for number in kept
    ]

    def list_edges() -> Iterator[ViewEdge]:
        for edge in _all_edges(graph, weighed):
            yield edge._replace(source=places[edge.source], target=places[edge.target])

    return View("full", graph.rulebook, weighed.shoe if weighed else None, nodes, list_edges)


def totals_view(graph: DecisionGraph, weighed: WeighedGraph | None) -> View:
    """The view that merges all nodes with the same stage and totals."""
    merged = {number: totals_only(graph.nodes[number]) for number in _kept(graph, weighed)}
    shown = sorted(dict.fromkeys(merged.values()), key=ends_last)
    places = {node: place for place, node in enumerate(shown)}
    place_of = {number: places[node] for number, node in merged.items()}
    ways = [0] * len(places)
    for number, place in place_of.items():
        ways[place] += weighed.ways[number] if weighed else 0
    edge_ways: dict[tuple[int, int, int], int] = {}
    for edge in _all_edges(graph, weighed):
        key = (place_of[edge.source], edge.value, place_of[edge.target])
        edge_ways[key] = edge_ways.get(key, 0) + (edge.ways or 0)
    nodes = [_view_node(node, weighed, ways[place] if weighed else None) for node, place in places.items()]
    edges = [
        ViewEdge(source, target, value, count, Fraction(count, ways[source]))
        if weighed
        else ViewEdge(source, target, value)
        for (source, value, target), count in sorted(edge_ways.items())
    ]
    return View("totals", graph.rulebook, weighed.shoe if weighed else None, nodes, lambda: edges)


def _kept(graph: DecisionGraph, weighed: WeighedGraph | None) -> list[int]:
    """Numbers of the nodes that a view shows."""
    return [number for number in range(len(graph.nodes)) if weighed is None or weighed.ways[number]]


def _all_edges(graph: DecisionGraph, weighed: WeighedGraph | None) -> Iterator[ViewEdge]:
    """The edges that a view shows, between numbers of the graph."""
    if weighed:
        return (ViewEdge(*edge) for edge in weighed.edges() if edge.ways)
    return (
        ViewEdge(source, target, value)
        for source in range(len(graph.nodes))
        for value, target in graph.targets(source)
    )


def totals_only(node: Node) -> Node:
    """What a node keeps in the totals view."""
    merged = node._replace(player_two_card_total=None, banker_two_card_total=None, dealt=())
    # Who drew matters before the end, where it explains what comes next, and no longer at the end.
    return merged._replace(player_cards=0, banker_cards=0) if node.stage == END else merged


def printable(text: str) -> str:
    r"""A text as one line without characters that no format can hold.

    Examples
    --------
    >>> printable("Punto\n banco\0")
    'Punto banco'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def ends_last(node: Node) -> tuple[int, ...]:
    """Sort key: the other nodes as they come, then the ends by their totals."""
    return (1, node.player, node.banker) if node.stage == END else (0,)


def _view_node(node: Node, weighed: WeighedGraph | None, ways: int | None) -> ViewNode:
    fields: dict[str, str | int | bool] = {}
    for name, value in node._asdict().items():
        if isinstance(value, tuple):
            value = " ".join(str(card) for card, count in enumerate(value) for _ in range(count))
        is_forgotten = name.endswith("_cards") and value == 0 and node.stage == END
        if value not in (None, "") and not is_forgotten:
            fields[name] = value
    share = Fraction(ways or 0, weighed.total_ways) if weighed else None
    return ViewNode(label(node), fields, ways, share)


def label(node: Node) -> str:
    """A node in words.

    Examples
    --------
    >>> label(Node("P3", 5, 3, 2, 2)), label(Node("B2", 5, 3, 2, 1))
    ('Player 5, Banker 3: Player draws', "Player 5, Banker 3: Banker's second card")
    >>> label(Node("B3", 7, 3, 2, 2)), label(Node("B3", 7, 3, 3, 2))
    ('Player stands on 7, Banker 3: Banker draws', 'Player 7 in three cards, Banker 3: Banker draws')
    >>> label(Node("end", 8, 2, 2, 2, outcome="player"))
    'Player 8 in two cards, Banker 2 in two cards: Player wins'
    """
    player, banker = f"Player {node.player}", f"Banker {node.banker}"
    if node.stage == END:
        verdict = "tie" if node.outcome == TIE else f"{node.outcome.capitalize()} wins"
        if node.player_cards:
            player += f" in {_IN_CARDS[node.player_cards]}"
            banker += f" in {_IN_CARDS[node.banker_cards]}"
        return f"{player}, {banker}: {verdict}"
    if node.stage == "B3":
        stood = node.player_cards == 2
        player = f"Player stands on {node.player}" if stood else f"{player} in three cards"
        return f"{player}, {banker}: Banker draws"
    if node.stage == "P3":
        reply = {True: ", then Banker draws", False: ", then Banker stands", None: ""}[node.banker_draws]
        return f"{player}, {banker}: Player draws{reply}"
    hands = [text for text, cards in ((player, node.player_cards), (banker, node.banker_cards)) if cards]
    next_card = f"{_HAND_NAMES[node.stage[0]]}'s {_CARD_NAMES[node.stage[1]]}"
    return f"{', '.join(hands)}: {next_card}" if hands else next_card

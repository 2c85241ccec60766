"""The decision graph with the exact ways of one shoe.

Ways are pushed from the start to the ends: an edge that deals value v has (count of v − used) ways to do so.
A coup that ends before six cards counts every continuation, so the ways of all ends add up to N(N−1)…(N−5).
With replacement nothing is used up, and the sum is the sixth power of the smallest whole proportions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

from analyzer.deal.graph import DecisionGraph, Event, answering
from analyzer.deal.graph_paths import DealPath, list_paths, paths_behind
from analyzer.deal.steps import END, Node
from analyzer.game.facts import Fact
from analyzer.game.rulebook import OUTCOMES
from analyzer.game.shoe import LEAST_CARDS, Shoe


class WeighedEdge(NamedTuple):
    """One card dealt.

    Attributes
    ----------
    source, target : int
        Numbers of nodes.
    value : int
        Point value of the card.
    ways : int
        Ordered six-card sequences that pass along the edge.
    probability : Fraction
        Chance of the value once the source is reached; 0 where the source cannot be reached.
    """

    source: int
    target: int
    value: int
    ways: int
    probability: Fraction


class GraphWays(NamedTuple):
    """Ways behind the answers to some facts.

    Attributes
    ----------
    ways : dict of tuple to int
        Answers in the order of the facts; combinations that cannot be dealt are left out.
    total_ways : int
        Sum of all ways.
    """

    ways: dict[tuple[int | bool, ...], int]
    total_ways: int


class WeighedGraph:
    """Every node of a decision graph with its ways, and every edge with its probability.

    Attributes
    ----------
    graph : DecisionGraph
    shoe : Shoe
    ways : tuple of int
        Ordered six-card sequences that pass through each node; the start has them all.
    total_ways : int

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> weighed = DecisionGraph(load_rulebook("standard")).weigh(Shoe.from_decks(8))
    >>> weighed.outcomes()
    {'player': 2230518282592256, 'banker': 2292252566437888, 'tie': 475627426473216}
    >>> next(weighed.edges()).probability
    Fraction(4, 13)
    """

    def __init__(self, graph: DecisionGraph, shoe: Shoe) -> None:
        self.graph = graph
        self.shoe = shoe
        self.total_ways = shoe.total_ways
        self._counts = shoe.value_counts(graph.rulebook.card_values)
        self._size = sum(self._counts)
        # Point values can be in smaller proportions than the ranks, in which the total of the shoe is stated.
        self._scale = self.total_ways // self._rests(0)
        self._chance = cache(Fraction)
        self._beginnings = self._push()
        self.ways = tuple(
            beginnings * self._rests(self._cards_dealt(node))
            for beginnings, node in zip(self._beginnings, graph.nodes, strict=True)
        )

    def edges(self) -> Iterator[WeighedEdge]:
        """Every edge with its ways and probability, by source and then by point value."""
        for source in range(len(self.graph.nodes)):
            yield from self.edges_from(source)

    def edges_from(self, source: int) -> Iterator[WeighedEdge]:
        """The edges out of one node, by point value."""
        node = self.graph.nodes[source]
        cards = self._cards_dealt(node)
        beginnings = self._beginnings[source]
        per_card = beginnings * self._rests(cards + 1) if node.stage != END else 0
        remaining = self._size if self.shoe.with_replacement else self._size - cards
        for value, target in self.graph.targets(source):
            left = self._left(node, value) if beginnings else 0
            yield WeighedEdge(source, target, value, per_card * left, self._chance(left, remaining))

    def probability(self, source: int, target: int) -> Fraction:
        """Chance that a node is next once another is reached; 0 where there is no edge or no way to it."""
        chances = (edge.probability for edge in self.edges_from(source) if edge.target == target)
        return sum(chances, Fraction(0))

    def fact_ways(self, facts: Sequence[Fact | str]) -> GraphWays:
        """Ways behind every combination of answers to some facts.

        Raises
        ------
        ShoeError
            A fact asks for more than the graph keeps; the message names it.
        WagerError
            There is no fact of a name.

        Examples
        --------
        >>> from analyzer.game.shoe import Shoe
        >>> from analyzer.library.catalog import load_rulebook
        >>> weighed = DecisionGraph(load_rulebook("standard")).weigh(Shoe.infinite())
        >>> weighed.fact_ways(["tie"])
        GraphWays(ways={(False,): 4366208, (True,): 460601}, total_ways=4826809)
        """
        asked = answering(facts)
        ways: dict[tuple[int | bool, ...], int] = {}
        for number, end in self.graph.ends:
            if self.ways[number]:
                row = tuple(answer(end) for answer in asked)
                ways[row] = ways.get(row, 0) + self.ways[number]
        return GraphWays(dict(sorted(ways.items())), self.total_ways)

    def outcomes(self) -> dict[str, int]:
        """Ways behind player, banker and tie."""
        ways = dict.fromkeys(OUTCOMES, 0)
        for number, end in self.graph.ends:
            ways[end.outcome] += self.ways[number]
        return ways

    def count_paths(self, event: Event | None = None) -> int:
        """Number of deal paths that this shoe can deal, of all or of those that end in an event."""
        return paths_behind(self.graph, event, self._dealable)[0]

    def paths(self, event: Event | None = None) -> Iterator[DealPath]:
        """Deal paths that this shoe can deal, each with its ways, in ascending order of the values."""
        behind = paths_behind(self.graph, event, self._dealable)
        listed = list_paths(self.graph, behind, self._dealable)
        return (path._replace(ways=self._ways_of(path)) for path in listed)

    def _push(self) -> list[int]:
        """Ordered beginnings that lead to each node."""
        beginnings = [0] * len(self.graph.nodes)
        beginnings[0] = self._scale
        for source, node in enumerate(self.graph.nodes):
            here = beginnings[source]
            if here:
                for value, target in self.graph.targets(source):
                    beginnings[target] += here * self._left(node, value)
        return beginnings

    def _left(self, node: Node, value: int) -> int:
        return self._counts[value] - (0 if self.shoe.with_replacement else node.dealt[value])

    def _dealable(self, node: Node, value: int) -> bool:
        return self._left(node, value) > 0

    def _rests(self, cards: int) -> int:
        """Ordered continuations up to six cards after so many."""
        if self.shoe.with_replacement:
            return int(self._size ** (LEAST_CARDS - cards))
        return perm(self._size - cards, LEAST_CARDS - cards)

    def _cards_dealt(self, node: Node) -> int:
        """Cards that have left the shoe; a fixed first card never was in it."""
        return node.player_cards + node.banker_cards - self.graph.nodes[0].player_cards

    def _ways_of(self, path: DealPath) -> int:
        dealt = [value for _, value in path.cards][self.graph.nodes[0].player_cards :]
        ways = self._scale * self._rests(len(dealt))
        for place, value in enumerate(dealt):
            ways *= self._counts[value] - (0 if self.shoe.with_replacement else dealt[:place].count(value))
        return ways

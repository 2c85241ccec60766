"""Deal paths through the decision graph: counted without listing them, listed one at a time.

A path is one order of point values.
Paths are counted backwards, from the ends to the start, so that every node knows how many wanted paths begin
there; walking forward, a listing enters only nodes that have some, and never runs into a dead end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from analyzer.deal.graph import DecisionGraph, Event, happens
from analyzer.deal.steps import END, Node
from analyzer.game.rulebook import BANKER, PLAYER, Rulebook

_KEY_NAMES = {
    "player third card": "Player's third card",
    "player new total": "Player's new total",
    "banker second card": "Banker's second card",
}

Dealable = Callable[[Node, int], bool]
"""Whether a point value can still be dealt at a node."""


class Decision(NamedTuple):
    """What one hand did after four cards, and why.

    Attributes
    ----------
    hand : {"player", "banker"}
    total : int
        Its two-card total.
    draws : bool
    reason : str
        What Banker looked at.
    """

    hand: str
    total: int
    draws: bool
    reason: str = ""

    def __str__(self) -> str:
        words = f"{self.hand.capitalize()} {'draws' if self.draws else 'stands'} on {self.total}"
        return f"{words}, {self.reason}" if self.reason else words


class DealPath(NamedTuple):
    """One order in which point values can come out, ending in a finished coup.

    Attributes
    ----------
    cards : tuple of (str, int)
        Position (P1, B1, …) and point value in the order of the deal.
        A first Player card that is fixed stands first, though it does not come from the shoe.
    decisions : tuple of Decision
        Player's and Banker's; none if the coup ends at once.
    end : Node
        How it ends.
    ways : int or None
        Ordered six-card sequences of the shoe that begin with these values; None without a shoe.
    """

    cards: tuple[tuple[str, int], ...]
    decisions: tuple[Decision, ...]
    end: Node
    ways: int | None = None

    def __str__(self) -> str:
        cards = ", ".join(f"{position} {value}" for position, value in self.cards)
        return f"{cards}: {'; '.join(map(str, self.decisions)) or 'no third cards'}"


def paths_behind(
    graph: DecisionGraph, event: Event | None = None, dealable: Dealable | None = None
) -> list[int]:
    """Number of deal paths from each node to the ends that belong to an event."""
    belongs = happens(event)
    counts = [0] * len(graph.nodes)
    for number in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[number]
        if node.stage == END:
            counts[number] = int(belongs(node))
        elif dealable is None:
            counts[number] = sum(counts[target] for target in graph.network.adj[number])
        else:
            counts[number] = sum(
                counts[target] for value, target in graph.targets(number) if dealable(node, value)
            )
    return counts


def list_paths(
    graph: DecisionGraph, behind: Sequence[int], dealable: Dealable | None = None
) -> Iterator[DealPath]:
    """Deal paths along nodes that have some behind them, in ascending order of the point values."""
    start = graph.nodes[0]
    fixed = (("P1", start.player),) if start.player_cards else ()

    def walk(number: int, cards: tuple[tuple[str, int], ...]) -> Iterator[DealPath]:
        node = graph.nodes[number]
        if node.stage == END:
            yield DealPath(cards, _decisions(graph.rulebook, dict(cards), node), node)
            return
        for value, target in graph.targets(number):
            if behind[target] and (dealable is None or dealable(node, value)):
                yield from walk(target, (*cards, (node.stage, value)))

    if behind[0]:
        yield from walk(0, fixed)


def _decisions(rulebook: Rulebook, dealt: dict[str, int], end: Node) -> tuple[Decision, ...]:
    player_total, banker_total = (dealt[f"{hand}1"] + dealt[f"{hand}2"] for hand in "PB")
    player_total, banker_total = player_total % 10, banker_total % 10
    if rulebook.ends_at_once(player_total, banker_total):
        return ()
    reason = "Player stood"
    if "P3" in dealt:
        key = rulebook.key(dealt["P3"], end.player, dealt["B2"])
        reason = f"{_KEY_NAMES[rulebook.tableau_key]} {key}"
    return (
        Decision(PLAYER, player_total, "P3" in dealt),
        Decision(BANKER, banker_total, "B3" in dealt, reason),
    )

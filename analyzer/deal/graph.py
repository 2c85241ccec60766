"""The decision graph: every deal path of a rulebook, with equal futures merged.

The graph knows no shoe.
A node keeps what matters for the rest of the coup and nothing else: which card comes next, both totals so
far, and how many cards of each point value have left the shoe, because they are missing for the next card.
What the tableau looks at (third card, new total, Banker's second card) is forgotten once it has decided,
so only the decision is kept.
The end of a coup forgets the single cards: it is told apart by what settlement asks, the totals of both hands
before and after third cards and their numbers of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer.deal.steps import END, Node, Steps
from analyzer.errors import AnalyzerError, ShoeError, WagerError, did_you_mean
from analyzer.game.coup import NOT_DEALT, VALUE
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import BANKER, NATURALS, PLAYER, TIE, Rulebook

if TYPE_CHECKING:
    from analyzer.deal.graph_paths import DealPath
    from analyzer.deal.weighed_graph import WeighedGraph
    from analyzer.game.shoe import Shoe

Answers = Mapping[str, int | bool]
Event = Callable[[Answers], bool] | Answers
"""Some finished coups: a claim about their answers, or the answers they must give."""


class DecisionGraph:
    """Every deal path of a rulebook.

    Parameters
    ----------
    rulebook : Rulebook
        Who draws when; no cell that can be reached may be undefined.

    Attributes
    ----------
    nodes : list of Node
        In the order in which they are reached: 0 is the start, and every edge leads to a higher number.
    network : networkx.DiGraph
        Numbers of `nodes`, each with the fields of its `Node`; an edge deals the point value `value`.
        Only values that some rank has are dealt.

    Raises
    ------
    RulebookError
        Cells that can be reached are undefined; the message names them.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> graph = DecisionGraph(load_rulebook("standard"))
    >>> graph.count_paths(), graph.count_paths({"tie": True})
    (339400, 34100)
    >>> print(next(graph.paths({"banker.cards": 3, "player.total": 7})))
    P1 0, B1 0, P2 0, B2 0, P3 7, B3 0: Player draws on 0; Banker draws on 0, Player's third card 7
    """

    def __init__(self, rulebook: Rulebook) -> None:
        import networkx

        rulebook.require_playable()
        self.rulebook = rulebook
        self.nodes: list[Node] = []
        self.network = networkx.DiGraph()
        self._steps = Steps(rulebook)
        self._point_values = sorted(set(rulebook.card_values))
        self._numbers: dict[Node, int] = {}
        self._unfold()

    @property
    def ends(self) -> Iterator[tuple[int, Node]]:
        """Number and node of every way in which a coup can end."""
        return ((number, node) for number, node in enumerate(self.nodes) if node.stage == END)

    def weigh(self, shoe: Shoe) -> WeighedGraph:
        """The graph with the exact ways of a shoe at every node.

        Raises
        ------
        ShoeError
            The shoe does not know the point values of this rulebook.
        """
        from analyzer.deal.weighed_graph import WeighedGraph

        return WeighedGraph(self, shoe)

    def count_paths(self, event: Event | None = None) -> int:
        """Number of deal paths, of all or of those that end in an event, without listing them."""
        from analyzer.deal.graph_paths import paths_behind

        return paths_behind(self, event)[0]

    def paths(self, event: Event | None = None) -> Iterator[DealPath]:
        """Deal paths, all or those that end in an event, one at a time.

        They come in ascending order of their point values, first card first.
        """
        from analyzer.deal.graph_paths import list_paths, paths_behind

        return list_paths(self, paths_behind(self, event))

    def targets(self, number: int) -> Iterator[tuple[int, int]]:
        """Point value and target of every edge out of a node, in ascending order of the values."""
        return ((edge["value"], target) for target, edge in self.network.adj[number].items())

    def _unfold(self) -> None:
        # The list grows while it is walked, so nodes come level by level and edges always lead forward.
        self._number(self._steps.start())
        last_cards: dict[Node, tuple[int, ...]] = {}
        for source, node in enumerate(self.nodes):
            if node.stage == END:
                continue
            if node.stage == "B3":
                # Where the last card leads does not depend on the cards dealt before it.
                key = node._replace(dealt=())
                targets = last_cards.get(key) or last_cards.setdefault(key, self._successors(node))
            else:
                targets = self._successors(node)
            edges = zip(self._point_values, targets, strict=True)
            self.network.add_edges_from((source, target, {"value": value}) for value, target in edges)

    def _number(self, node: Node) -> int:
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.network.add_node(number, **node._asdict())
        return number

    def _successors(self, node: Node) -> tuple[int, ...]:
        return tuple(self._number(self._steps.after(node, value)) for value in self._point_values)


def _third_card(total: int, two_card_total: int | None, cards: int) -> int:
    return (total - (two_card_total or 0)) % 10 if cards == 3 else NOT_DEALT


ANSWERS: dict[str, Callable[[Node], int | bool]] = {
    "player.total": lambda end: end.player,
    "banker.total": lambda end: end.banker,
    "player.two_card_total": lambda end: end.player_two_card_total or 0,
    "banker.two_card_total": lambda end: end.banker_two_card_total or 0,
    "player.cards": lambda end: end.player_cards,
    "banker.cards": lambda end: end.banker_cards,
    "player.natural": lambda end: end.player_two_card_total in NATURALS,
    "banker.natural": lambda end: end.banker_two_card_total in NATURALS,
    "player.wins": lambda end: end.outcome == PLAYER,
    "banker.wins": lambda end: end.outcome == BANKER,
    "tie": lambda end: end.outcome == TIE,
    "player.third.value": lambda end: _third_card(end.player, end.player_two_card_total, end.player_cards),
    "banker.third.value": lambda end: _third_card(end.banker, end.banker_two_card_total, end.banker_cards),
    "margin": lambda end: abs(end.player - end.banker),
    "cards": lambda end: end.player_cards + end.banker_cards,
}
"""The facts that the end of a coup can answer, by name."""


class _EndAnswers(dict[str, int | bool]):
    """Answers by the name of the fact; asked for another fact they say why there is none."""

    def __missing__(self, name: str) -> int | bool:
        answering([name])
        raise KeyError(name)


def answers(end: Node) -> Answers:
    """Every answer of one end of a coup, by the name of the fact."""
    return _EndAnswers({name: answer(end) for name, answer in ANSWERS.items()})


def happens(event: Event | None) -> Callable[[Node], bool]:
    """Whether an end of a coup belongs to an event; None is every coup.

    Raises
    ------
    ShoeError, WagerError
        The event asks for a fact that the graph cannot answer.
    """
    if event is None:
        return lambda end: True
    if isinstance(event, Mapping):
        wanted = [(answer, event[name]) for name, answer in zip(event, answering(list(event)), strict=True)]
        return lambda end: all(answer(end) == value for answer, value in wanted)
    return lambda end: event(answers(end))


def answering(facts: Sequence[Fact | str]) -> list[Callable[[Node], int | bool]]:
    """What answers each fact at the end of a coup.

    Raises
    ------
    ShoeError
        A fact looks closer at the cards than the graph, which deals point values and forgets them at the end.
    WagerError
        There is no fact of a name.
    """
    asked = []
    for fact in facts:
        name = fact if isinstance(fact, str) else fact.name
        if name not in ANSWERS:
            raise _refusal(name, FACTS.get(name) if isinstance(fact, str) else fact)
        asked.append(ANSWERS[name])
    return asked


def _refusal(name: str, fact: Fact | None) -> AnalyzerError:
    if fact is None:
        return WagerError(f"the decision graph knows no fact {name}", mend=did_you_mean(name, ANSWERS))
    finer = sorted({detail for details in fact.needs.values() for detail in details} - {VALUE})
    if finer:
        what = f"the decision graph deals point values, but {name} looks at more: {', '.join(finer)}"
    else:
        what = f"the decision graph forgets the single cards of a finished coup, but {name} looks at them"
    return ShoeError(what, mend='use the method "enumeration"')

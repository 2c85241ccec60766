"""Which choices a coup passes, told from its cards.

A coup passes at most one situation of Player and one of Banker in which there is a choice.
So what a wager is worth under a policy follows from at most four ordinary rulebooks, those in which Player
and Banker always draw or always stand on their choices: of the coups of each of them a share counts, the
probability that both sides play so in the situations that the coup passes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.inquiry import Answer
from analyzer.game.coup import HANDS, VALUE, CoupView
from analyzer.game.facts import FACTS, Fact, detailed
from analyzer.game.rulebook import BANKER, CARDS, CHOICE, DRAWS, PLAYER, STANDS, Rulebook
from analyzer.play.decision_table import ACTIONS, BankerSituation, PlayerSituation
from analyzer.play.policy import forced, situations

IMPOSSIBLE = -1
"""Stands where no coup has such cards."""

_NO_THIRD = 10
_PAIRS = tuple((low, high) for low in range(10) for high in range(low, 10))
_PAIR_NUMBERS = np.array([[_PAIRS.index((min(a, b), max(a, b))) for b in range(10)] for a in range(10)])

Labels = NDArray[Any]


class Visit(NamedTuple):
    """The situations that a coup passes in which there is a choice; None where there is none."""

    player: PlayerSituation | None
    banker: BankerSituation | None


@dataclass(frozen=True, eq=False)
class Visits:
    """The choices that coups pass under one of the rulebooks without choices.

    Attributes
    ----------
    rulebook : Rulebook
        The rulebook with choices.
    player_action, banker_action : {"D", "S"}
        What each side does wherever it may choose.
    """

    rulebook: Rulebook
    player_action: str
    banker_action: str

    @cached_property
    def forced(self) -> Rulebook:
        """The rulebook without choices."""
        player, banker = self.rulebook.cells_of_kind(CHOICE)
        return forced(
            self.rulebook,
            dict.fromkeys(player, self.player_action),
            dict.fromkeys(banker, self.banker_action),
        )

    @cached_property
    def facts(self) -> tuple[Fact, Fact, Fact]:
        """What tells the choices that a coup passes: both hands as they are seen, and Player's third card."""
        return (
            seen_fact(self.rulebook, PLAYER),
            seen_fact(self.rulebook, BANKER),
            FACTS["player.third.value"],
        )

    def labels(self, label: Callable[[Visit], int]) -> Labels:
        """For each answer to the three facts the label of the visit, or `IMPOSSIBLE`."""
        return np.array([*map(label, self.listed), IMPOSSIBLE])[self.places]

    def labelled(self, label: Callable[[Visit], int]) -> Fact:
        """The label of the visit as one fact."""
        labels = self.labels(label)

        def ask(view: CoupView) -> Any:
            # A third card that is not dealt has the value −1: the last of the labels.
            return labels[tuple(fact.ask(view) for fact in self.facts)]

        looks = dict.fromkeys((*HANDS[PLAYER], *HANDS[BANKER][:2]), VALUE)
        return Fact("visit", "number", detailed(looks), ask)

    @cached_property
    def listed(self) -> list[Visit]:
        """The different visits."""
        return list(self._found[0])

    @cached_property
    def places(self) -> Labels:
        """For each answer to the three facts the place of the visit in `listed`, or `IMPOSSIBLE`."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[dict[Visit, int], Labels]:
        found: dict[Visit, int] = {}
        hands = [_hands(self.rulebook, hand) for hand in (PLAYER, BANKER)]
        places = np.full((len(hands[0]), len(hands[1]), _NO_THIRD + 1), IMPOSSIBLE)
        known = {None, *situations(self.rulebook)}
        for (row, player), (column, banker) in product(*map(enumerate, hands)):
            for third, visit in self._visits(player, banker):
                # Hands that no cards of these rules make lead to situations that never come up.
                if known.issuperset(visit):
                    places[row, column, third] = found.setdefault(visit, len(found))
        return found, places

    def _visits(self, player: _Hand, banker: _Hand) -> Iterator[tuple[int, Visit]]:
        """What is visited with these hands, for each third card of Player that there can be."""
        if self.rulebook.ends_at_once(player.total, banker.total):
            yield _NO_THIRD, Visit(None, None)
            return
        chooses = self.rulebook.player_cell(player.total) == CHOICE
        visited = PlayerSituation(player.total, player.cards, ACTIONS) if chooses else None
        draws = self.forced.player_cell(player.total) == DRAWS
        for third in range(10) if draws else (None,):
            key = None if third is None else self.rulebook.key(third, (player.total + third) % 10, 0)
            is_choice = self.rulebook.banker_cell(banker.total, key) == CHOICE
            chosen = BankerSituation(banker.total, banker.cards, third, ACTIONS) if is_choice else None
            yield _NO_THIRD if third is None else third, Visit(visited, chosen)


class _Hand(NamedTuple):
    """A two-card hand as its side sees it."""

    total: int
    cards: tuple[int, int] | None


def _hands(rulebook: Rulebook, hand: str) -> list[_Hand]:
    """The hands that a side tells apart, in the order of the answers to its fact."""
    if _sees_cards(rulebook, hand):
        return [_Hand(sum(cards) % 10, cards) for cards in _PAIRS]
    return [_Hand(total, None) for total in range(10)]


def _sees_cards(rulebook: Rulebook, hand: str) -> bool:
    return rulebook.has_choice(hand) and rulebook.sees(hand) == CARDS


def seen_fact(rulebook: Rulebook, hand: str) -> Fact:
    """What a side sees of its two cards: the total, or the number of the pair without its order."""
    if not _sees_cards(rulebook, hand):
        return FACTS[f"{hand}.two_card_total"]
    first, second, _ = HANDS[hand]

    def pair(view: CoupView) -> Any:
        return _PAIR_NUMBERS[view.value(first), view.value(second)]

    return Fact(f"{hand}.cards_seen", "number", detailed({first: VALUE, second: VALUE}), pair, symmetric=True)


def all_visits(rulebook: Rulebook) -> list[Visits]:
    """The rulebooks without choices that are played instead, one where a side has no choice at all."""
    actions = [ACTIONS if rulebook.has_choice(hand) else (STANDS,) for hand in (PLAYER, BANKER)]
    return [Visits(rulebook, *both) for both in product(*actions)]


Asked = tuple[int | None, ...]
"""Answers to the three facts so far."""


class VisitInquiry:
    """What the visits of coups are labelled with, as an inquiry; coups with unwanted labels are not counted.

    Parameters
    ----------
    visits : Visits
    label : callable
        A whole number for each visit, 0 or more.
    unwanted : collection of int
        Labels of coups that are not counted.
    """

    def __init__(self, visits: Visits, label: Callable[[Visit], int], unwanted: Collection[int] = ()) -> None:
        self.facts = visits.facts
        self.labels = visits.labels(label)
        self._unwanted = frozenset(unwanted)
        self.start = self._settled((None,) * len(self.facts))

    def open(self, state: int | Asked) -> list[int]:
        """Facts that still matter to the label."""
        if isinstance(state, int):
            return []
        return [fact for fact, answer in enumerate(state) if answer is None]

    def after(self, state: int | Asked, fact: int, answer: Answer) -> int | Asked:
        """The state after one more answer: the label, as soon as it is clear."""
        if isinstance(state, int):
            return state
        return self._settled((*state[:fact], int(answer), *state[fact + 1 :]))

    def is_ruled_out(self, state: int | Asked) -> bool:
        """Whether the label is clear and unwanted."""
        return isinstance(state, int) and state in self._unwanted

    def _settled(self, asked: Asked) -> int | Asked:
        # A third card that is not dealt has the value −1: the last of the labels.
        left = self.labels[tuple(slice(None) if answer is None else answer for answer in asked)]
        possible = np.unique(left[left != IMPOSSIBLE])
        return int(possible[0]) if len(possible) == 1 else asked

"""Ways behind every pair of decisions of a coup: what a game with choices is solved from.

A rulebook with choices leaves some cells of Player or of Banker to whoever holds the hand.
What a side knows when it decides is its *situation*: for Player the two-card total or the two cards, for
Banker the same and whether Player stood or which third card Player drew.
A coup is decided by the first four cards, or it passes one situation of each side; so everything that a way
of playing can change stands in one table of ways, by Player's situation and action and Banker's.

The ways count ordered six-card sequences, as everywhere: a coup that ends after four or five cards is
continued with cards that nobody looks at.
They are computed in int64, which is exact: every intermediate number counts some of the sequences, so none is
above the number of all of them, and where that is not below 2⁶³ (from 1,451 cards on) Python's integers take
over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.game.rulebook import (
    BANKER,
    CARDS,
    CHOICE,
    DRAWS,
    OUTCOMES,
    PLAYER,
    STANDS,
    TABLEAU_KEYS,
    Rulebook,
)
from analyzer.game.shoe import Shoe

Array = NDArray[Any]

Ways = tuple[int, int, int]
"""Ways in which Player wins, Banker wins, and neither does."""

Decisions = tuple[int, str, int, str]
"""Place of Player's situation, Player's action, place of Banker's situation, Banker's action."""

ACTIONS = (DRAWS, STANDS)

BANKER_SECOND_CARD = TABLEAU_KEYS[2]
"""The key of a tableau for which the order of Banker's cards matters."""

_TOO_MANY_WAYS = 2**63
_VALUES = np.arange(10)
_STOOD = 10
"""Stands for Player's third card where he stood and places are needed."""


class PlayerSituation(NamedTuple):
    """What Player knows when he decides.

    Attributes
    ----------
    total : int
        The two-card total.
    cards : tuple of two int, or None
        Point values of the two cards, ascending, where Player sees them and may choose.
    actions : tuple of str
        D (draw) and S (stand) where he may choose, else the one that the rules prescribe.
    """

    total: int
    cards: tuple[int, int] | None
    actions: tuple[str, ...]


class BankerSituation(NamedTuple):
    """What Banker knows when he decides.

    Attributes
    ----------
    total : int
        The two-card total.
    cards : tuple of two int, or None
        Point values of the two cards, ascending, where Banker sees them and may choose.
    third : int or None
        Point value of Player's third card, None if Player stood.
    actions : tuple of str
        D (draw) and S (stand) where he may choose, else the one that the rules prescribe.
    """

    total: int
    cards: tuple[int, int] | None
    third: int | None
    actions: tuple[str, ...]


@dataclass(frozen=True)
class DecisionTable:
    """Everything that the ways of playing can change in a coup.

    Attributes
    ----------
    player : tuple of PlayerSituation
        Player's situations that can come up, by total and cards.
    banker : tuple of BankerSituation
        Banker's, by total, cards and Player's third card (none before 0).
    ways : mapping of (int, str, int, str) to (int, int, int)
        For Player's situation (its place in `player`) and action, then Banker's, the ways in which Player
        wins, Banker wins and neither does; what cannot happen is left out.
    decided : (int, int, int)
        The same for the coups that the first four cards decide.
    total_ways : int
        All ordered six-card sequences.
    """

    player: tuple[PlayerSituation, ...]
    banker: tuple[BankerSituation, ...]
    ways: Mapping[Decisions, Ways]
    decided: Ways
    total_ways: int

    @cached_property
    def player_choices(self) -> tuple[int, ...]:
        """Places of the situations in which Player chooses."""
        return tuple(place for place, situation in enumerate(self.player) if len(situation.actions) > 1)

    @cached_property
    def banker_choices(self) -> tuple[int, ...]:
        """Places of the situations in which Banker chooses."""
        return tuple(place for place, situation in enumerate(self.banker) if len(situation.actions) > 1)


def decision_table(rulebook: Rulebook, shoe: Shoe) -> DecisionTable:
    """The ways behind every pair of decisions.

    Parameters
    ----------
    rulebook : Rulebook
        Its cells `C` are choices; without any, every situation has one action.
    shoe : Shoe

    Returns
    -------
    DecisionTable

    Raises
    ------
    RulebookError
        A cell that can be reached is undefined.
    ShoeError
        The shoe does not know the point values of this rulebook.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> table = decision_table(load_rulebook("standard"), Shoe.from_decks(8))
    >>> table.banker[3]
    BankerSituation(total=0, cards=None, third=2, actions=('D',))
    >>> table.decided[0] + sum(player for player, _, _ in table.ways.values())
    2230518282592256
    """
    rulebook.require_complete()
    deal = _Deal(rulebook, shoe)
    player, player_place = _player_situations(rulebook, deal)
    banker, banker_place = _banker_situations(rulebook, deal)
    ways: Array = np.zeros((len(player), len(banker), len(ACTIONS), len(OUTCOMES)), dtype=deal.dtype)
    cells = np.array([rulebook.player_cell(total) for total in deal.player_total.tolist()])
    for action, ways_of, columns in (
        (STANDS, deal.ways_after_standing, banker_place[..., _STOOD:]),
        (DRAWS, deal.ways_after_drawing, banker_place[..., :_STOOD]),
    ):
        possible = deal.goes_on & ((cells == action) | (cells == CHOICE))[:, None]
        for number, banker_action in enumerate(ACTIONS):
            counted = np.where(possible[..., None, None], ways_of(banker_action), 0)
            place: Any = player_place[:, None, None], columns, number
            np.add.at(ways, place, counted)
    return _table_of(player, banker, ways, deal.decided(), shoe.total_ways)


def _table_of(
    player: Sequence[PlayerSituation],
    banker: Sequence[BankerSituation],
    ways: Array,
    decided: Sequence[int],
    total_ways: int,
) -> DecisionTable:
    """The table, without situations and actions that cannot come up."""
    allowed = np.array([[action in situation.actions for action in ACTIONS] for situation in banker])
    happens = (ways != 0).any(axis=-1) & allowed
    rows, columns = np.flatnonzero(happens.any(axis=(1, 2))), np.flatnonzero(happens.any(axis=(0, 2)))
    kept_player = tuple(player[row] for row in rows.tolist())
    kept_banker = tuple(banker[column] for column in columns.tolist())
    ways, happens = ways[np.ix_(rows, columns)], happens[np.ix_(rows, columns)]
    actions = [STANDS if situation.third is None else DRAWS for situation in kept_banker]
    table = {
        (row, actions[column], column, ACTIONS[number]): _as_ways(counted)
        for (row, column, number), counted in zip(
            np.argwhere(happens).tolist(), ways[happens].tolist(), strict=True
        )
    }
    return DecisionTable(kept_player, kept_banker, table, _as_ways(decided), total_ways)


def _as_ways(counted: Sequence[int]) -> Ways:
    player, banker, tie = counted
    return player, banker, tie


def _player_situations(rulebook: Rulebook, deal: _Deal) -> tuple[list[PlayerSituation], Array]:
    """Player's situations in order, and the place among them for each hand."""
    sees_cards = rulebook.sees(PLAYER) == CARDS
    found = []
    for cards, total in zip(deal.player_cards.tolist(), deal.player_total.tolist(), strict=True):
        cell = rulebook.player_cell(total)
        seen = (min(cards), max(cards)) if sees_cards and cell == CHOICE else None
        found.append(PlayerSituation(total, seen, _actions(cell)))
    listed = sorted(set(found), key=lambda situation: (situation.total, situation.cards or ()))
    place = {situation: number for number, situation in enumerate(listed)}
    return listed, np.array([place[situation] for situation in found])


def _banker_situations(rulebook: Rulebook, deal: _Deal) -> tuple[list[BankerSituation], Array]:
    """Banker's situations in order, and the place among them for both hands and a third card or none."""
    sees_cards = rulebook.sees(BANKER) == CARDS
    found: dict[BankerSituation, int] = {}
    place = np.empty((*deal.goes_on.shape, _STOOD + 1), dtype=np.int64)
    for number, cards in enumerate(deal.banker_cards.tolist()):
        total = sum(cards) % 10
        for third in (*_VALUES.tolist(), None):
            for key, where in _keys(rulebook, deal.player_total, third, cards[1]):
                cell = rulebook.banker_cell(total, key)
                seen = (min(cards), max(cards)) if sees_cards and cell == CHOICE else None
                situation = BankerSituation(total, seen, third, _actions(cell))
                column = _STOOD if third is None else third
                place[where, number, column] = found.setdefault(situation, len(found))
    listed = sorted(found, key=_banker_order)
    renumbered = np.empty(len(found), dtype=np.int64)
    for new, situation in enumerate(listed):
        renumbered[found[situation]] = new
    return listed, renumbered[place]


def _keys(
    rulebook: Rulebook, player_total: Array, third: int | None, banker_second: int
) -> Iterator[tuple[int | None, Array | slice]]:
    """The columns of the tableau that follow a third card, each with the Player's hands that lead there."""
    if third is None:
        yield None, slice(None)
        return
    new_total: Any = (player_total + third) % 10
    keys = np.broadcast_to(rulebook.key(third, new_total, banker_second), player_total.shape)
    for key in np.unique(keys).tolist():
        yield key, np.flatnonzero(keys == key)


def _banker_order(situation: BankerSituation) -> tuple[Any, ...]:
    third = -1 if situation.third is None else situation.third
    return situation.total, situation.cards or (), third, situation.actions


def _actions(cell: str) -> tuple[str, ...]:
    return ACTIONS if cell == CHOICE else (cell,)


class _Deal:
    """Two-card hands by point value, in how many ways they are dealt, and how the coup can go on.

    Arrays have an axis for Player's hands and one for Banker's, then, where third cards count, one for
    Player's and one for Banker's; the last one is for the outcome.
    """

    def __init__(self, rulebook: Rulebook, shoe: Shoe) -> None:
        counts = shoe.value_counts(rulebook.card_values)
        self.rulebook = rulebook
        self.dtype: type = np.int64 if shoe.total_ways < _TOO_MANY_WAYS else object
        self.counts = np.array(counts, dtype=self.dtype)
        self.size = sum(counts)
        self.used_up = 0 if shoe.with_replacement else 1
        first = rulebook.player_first_card
        fixed = None if first is None else rulebook.card_values[first]
        self.player_cards = _hands(in_order=fixed is not None)
        if fixed is not None:
            self.player_cards = self.player_cards[self.player_cards[:, 0] == fixed]
        self.banker_cards = _hands(in_order=rulebook.tableau_key == BANKER_SECOND_CARD)
        self.player_total = self.player_cards.sum(axis=1) % 10
        self.banker_total = self.banker_cards.sum(axis=1) % 10
        self.goes_on = ~np.array(
            [
                [rulebook.ends_at_once(player, banker) for banker in self.banker_total.tolist()]
                for player in self.player_total.tolist()
            ]
        )
        self.dealt = 4 if fixed is None else 3
        self._deal_four(from_shoe=self.player_cards if fixed is None else self.player_cards[:, 1:])

    def _deal_four(self, from_shoe: Array) -> None:
        """Ways to deal both hands, and how many cards of each point value are left for the next card."""
        left = np.broadcast_to(self.counts, (*self.goes_on.shape, 10))
        ways = self._orders(self.player_cards)[:, None] * self._orders(self.banker_cards)[None, :]
        for cards in [*from_shoe.T[:, :, None], *self.banker_cards.T[:, None, :]]:
            card = np.broadcast_to(cards, ways.shape)[..., None]
            ways = ways * np.take_along_axis(left, card, axis=-1)[..., 0]
            left = left - self.used_up * (card == _VALUES)
        self.four, self.left = ways, left

    def _orders(self, hands: Array) -> Array:
        """In how many orders each hand can come."""
        if len(hands) != len(_hands(in_order=False)):
            return np.ones(len(hands), dtype=self.dtype)
        return np.where(hands[:, 0] == hands[:, 1], 1, 2).astype(self.dtype)

    def decided(self) -> Sequence[int]:
        """Ways of the coups that the first four cards decide, by outcome."""
        ways = np.where(self.goes_on, 0, self.four) * self._unseen(0)
        player, banker = self.player_total[:, None], self.banker_total[None, :]
        by_outcome = self._by_outcome(ways, player, banker, 2, 2)
        return tuple(by_outcome.sum(axis=(0, 1)).tolist())

    def ways_after_standing(self, banker_action: str) -> Array:
        """Ways behind each outcome if Player stands; the axis of his third card has length 1."""
        player, banker = self.player_total[:, None, None], self.banker_total[None, :, None]
        if banker_action == STANDS:
            return self._by_outcome(self.four[..., None] * self._unseen(0), player, banker, 2, 2)
        ways = self.four[..., None] * self.left * self._unseen(1)
        by_card = self._by_outcome(ways, player, (banker + _VALUES) % 10, 2, 3)
        return np.asarray(by_card.sum(axis=2, keepdims=True))

    def ways_after_drawing(self, banker_action: str) -> Array:
        """Ways behind each outcome if Player draws, by his third card."""
        player = (self.player_total[:, None, None] + _VALUES) % 10
        banker = self.banker_total[None, :, None]
        five = self.four[..., None] * self.left
        if banker_action == STANDS:
            return self._by_outcome(five * self._unseen(1), player, banker, 3, 2)
        last = self.left[..., None, :] - self.used_up * np.eye(10, dtype=np.int64)
        six = five[..., None] * last * self._unseen(2)
        totals = player[..., None], (banker[..., None] + _VALUES) % 10
        return np.asarray(self._by_outcome(six, *totals, 3, 3).sum(axis=3))

    def _unseen(self, third_cards: int) -> int:
        """Ways to deal the cards that nobody looks at, after so many third cards."""
        ways = 1
        for dealt in range(self.dealt + third_cards, 6):
            ways *= self.size - self.used_up * dealt
        return ways

    def _by_outcome(self, ways: Array, player: Array, banker: Array, *cards: int) -> Array:
        """Ways by outcome, on a new last axis, from final totals and numbers of cards."""
        outcomes = np.array(
            [
                [OUTCOMES.index(self.rulebook.outcome(one, other, *cards)) for other in range(10)]
                for one in range(10)
            ]
        )
        return np.asarray(ways[..., None] * (outcomes[player, banker][..., None] == np.arange(len(OUTCOMES))))


def _hands(*, in_order: bool) -> Array:
    """All hands of two cards; those that differ only in the order once, unless the order matters."""
    hands = np.indices((10, 10)).reshape(2, -1).T
    return hands if in_order else hands[hands[:, 0] <= hands[:, 1]]

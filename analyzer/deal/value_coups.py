"""Every finished coup of a rulebook by point values, as arrays: what forms are compiled from.

The coups are listed by plain array loops: first four cards, then Player's third card, then Banker's.
Nothing here knows a shoe, and nothing is shared with the decision graph or with enumeration.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.multisets import MOST_CARDS, card_keys, places
from analyzer.errors import ShoeError
from analyzer.game.coup import (
    BANKER_1,
    BANKER_2,
    BANKER_3,
    HANDS,
    NOT_DEALT,
    OUTCOME_NUMBER,
    PLAYER_1,
    PLAYER_2,
    PLAYER_3,
    POSITIONS,
    Among,
)
from analyzer.game.rulebook import BANKER, DRAWS, PLAYER, Rulebook

Values = NDArray[Any]

MOST_RULEBOOKS_KEPT = 4


class ValueCoups:
    """All finished coups by point values, at once; a `CoupView` whose answers are arrays.

    Attributes
    ----------
    values : integer array of shape (6, n_coups)
        Point values by position, `NOT_DEALT` where there is no card.
    shoe_cards : integer array of shape (n_coups,)
        How many cards come from the shoe: 4 to 6, or one fewer where Player's first card is fixed.
    multiset : integer array of shape (n_coups,)
        Place of those cards among the multisets of their size.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.values = _all_coups(rulebook)
        from_shoe = self.values
        if rulebook.player_first_card is not None:
            from_shoe = np.delete(self.values, PLAYER_1, axis=0)
        self.shoe_cards = (from_shoe != NOT_DEALT).sum(axis=0)
        keys = card_keys(from_shoe).sum(axis=0)
        self.multiset = np.empty(keys.shape, dtype=np.int64)
        for size in range(3, MOST_CARDS + 1):
            chosen = self.shoe_cards == size
            self.multiset[chosen] = places(keys[chosen], size)
        self.outcome = _outcomes(rulebook)[
            self.total(PLAYER), self.total(BANKER), 1 * self.is_dealt(PLAYER_3), 1 * self.is_dealt(BANKER_3)
        ]

    @property
    def shape(self) -> tuple[int]:
        """Shape of every array of answers."""
        return (len(self.shoe_cards),)

    def value(self, position: int) -> Values:
        """Point value of the card at a position."""
        return np.asarray(self.values[position])

    def is_dealt(self, position: int) -> NDArray[np.bool_]:
        """Whether there is a card at a position."""
        return np.asarray(self.values[position] != NOT_DEALT)

    def total(self, hand: str) -> Values:
        """Final total of a hand."""
        third = HANDS[hand][2]
        drawn = np.where(self.is_dealt(third), self.values[third], 0)
        return np.asarray((self.two_card_total(hand) + drawn) % 10)

    def two_card_total(self, hand: str) -> Values:
        """Total of a hand's first two cards."""
        first, second, _ = HANDS[hand]
        return np.asarray((self.values[first] + self.values[second]) % 10)

    def among(self, position: int, cards: Among) -> Any:
        """Refuse: point values do not tell the cards apart."""
        self._refuse()

    def rank(self, position: int) -> Any:
        """Refuse: point values do not tell the ranks apart."""
        self._refuse()

    def suit(self, position: int) -> Any:
        """Refuse: point values do not tell the suits apart."""
        self._refuse()

    def colour(self, position: int) -> Any:
        """Refuse: point values do not tell the colours apart."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise ShoeError("integer forms know point values only, no ranks or suits", mend="use enumeration")


@lru_cache(maxsize=MOST_RULEBOOKS_KEPT)
def value_coups(rulebook: Rulebook) -> ValueCoups:
    """Every finished coup of a rulebook; the last few are kept.

    Raises
    ------
    RulebookError
        A cell that can be reached is undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> coups = value_coups(load_rulebook("standard"))
    >>> coups.shape, (coups.outcome == 0).sum()
    ((339400,), np.int64(34100))
    """
    rulebook.require_playable()
    return ValueCoups(rulebook)


def _all_coups(rulebook: Rulebook) -> Values:
    cards = np.indices((10,) * 4, dtype=np.int8).reshape(4, -1)
    coups = np.full((len(POSITIONS), cards.shape[1]), NOT_DEALT, dtype=np.int8)
    coups[[PLAYER_1, BANKER_1, PLAYER_2, BANKER_2]] = cards
    if rulebook.player_first_card is not None:
        coups = coups[:, cards[0] == rulebook.card_values[rulebook.player_first_card]]

    player_total = (coups[PLAYER_1] + coups[PLAYER_2]) % 10
    banker_total = (coups[BANKER_1] + coups[BANKER_2]) % 10
    over = np.array([[rulebook.ends_at_once(player, banker) for banker in range(10)] for player in range(10)])
    goes_on = ~over[player_total, banker_total]
    player_draws = np.array([rulebook.player_cell(total) == DRAWS for total in range(10)])
    draws = goes_on & player_draws[player_total]

    stood = _banker_plays(coups[:, goes_on & ~draws], rulebook)
    drawn = _banker_plays(_one_more(coups[:, draws], PLAYER_3), rulebook)
    return np.concatenate([coups[:, ~goes_on], *stood, *drawn], axis=1)


def _banker_plays(coups: Values, rulebook: Rulebook) -> tuple[Values, Values]:
    third = coups[PLAYER_3]
    new_total = (coups[PLAYER_1] + coups[PLAYER_2] + third) % 10
    key = np.where(third == NOT_DEALT, 10, rulebook.key(third, new_total, coups[BANKER_2]))
    banker_draws = np.array(
        [[rulebook.banker_cell(total, key) == DRAWS for key in (*range(10), None)] for total in range(10)]
    )
    draws = banker_draws[(coups[BANKER_1] + coups[BANKER_2]) % 10, key]
    return coups[:, ~draws], _one_more(coups[:, draws], BANKER_3)


def _one_more(coups: Values, position: int) -> Values:
    longer = np.repeat(coups, 10, axis=1)
    longer[position] = np.tile(np.arange(10, dtype=np.int8), coups.shape[1])
    return longer


def _outcomes(rulebook: Rulebook) -> NDArray[np.int8]:
    """Outcome numbers by Player's total, Banker's total, and whether each hand has a third card."""
    outcomes = [
        OUTCOME_NUMBER[rulebook.outcome(player, banker, player_cards, banker_cards)]
        for player in range(10)
        for banker in range(10)
        for player_cards in (2, 3)
        for banker_cards in (2, 3)
    ]
    return np.array(outcomes, dtype=np.int8).reshape(10, 10, 2, 2)

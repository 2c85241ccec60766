"""The ways in which a coup can end: which third cards are dealt, and when.

Every hand has a place for a third card, and the rules say whether that card is dealt.
The places may be filled in any order, so coups that end alike are counted apart from the others.
It is then known from the start which cards lie on the table.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.game.cards import card
from analyzer.game.coup import (
    BANKER_1,
    BANKER_2,
    BANKER_3,
    FIFTH,
    HANDS,
    OUTCOME_NUMBER,
    PLAYER_1,
    PLAYER_2,
    PLAYER_3,
    SIXTH,
)
from analyzer.game.rulebook import BANKER, DRAWS, PLAYER, TABLEAU_KEYS, Rulebook

FIRST_FOUR = frozenset((PLAYER_1, BANKER_1, PLAYER_2, BANKER_2))
TOTALS = range(10)


class Total(NamedTuple):
    """Points of a hand's first so many cards, modulo 10."""

    hand: str
    cards: int

    @property
    def positions(self) -> tuple[int, ...]:
        """The cards that are added up."""
        return HANDS[self.hand][: self.cards]


_KEYS: dict[str, Total | int] = dict(zip(TABLEAU_KEYS, (PLAYER_3, Total(PLAYER, 3), BANKER_2), strict=True))


@dataclass(frozen=True, eq=False)
class Ending:
    """Coups in which the same third cards are dealt.

    Attributes
    ----------
    dealt : set of positions
        The first four cards and the third cards that are dealt, of those that any fact looks at.
    happens : boolean array of shape (10, 10, 10)
        Whether a coup ends so, by Player's and Banker's two-card totals and the key of the tableau.
    """

    rulebook: Rulebook
    dealt: frozenset[int]
    happens: NDArray[np.bool_]

    @cached_property
    def axes(self) -> dict[int, Total | int]:
        """What decides whether a coup ends so: for each axis that matters, a total or the place of a card."""
        axes: tuple[Total | int, ...] = (Total(PLAYER, 2), Total(BANKER, 2), _KEYS[self.rulebook.tableau_key])
        return {
            number: axis
            for number, axis in enumerate(axes)
            if (self.happens != self.happens.take([0], axis=number)).any()
        }

    @property
    def fixed(self) -> int | None:
        """The place whose card does not come from the shoe, if any."""
        return None if self.rulebook.player_first_card is None else PLAYER_1

    def place(self, position: int) -> int:
        """Where the card at a position lies: the fifth and sixth card may be third cards of a hand."""
        thirds = [third for third in (PLAYER_3, BANKER_3) if third in self.dealt]
        following = (*thirds, FIFTH, SIXTH)
        return following[position - FIFTH] if position in (FIFTH, SIXTH) else position

    @property
    def fixed_card(self) -> int:
        """A card of the rank that lies in the fixed place."""
        return card(self.rulebook.player_first_card or 0, 0)

    @cached_property
    def outcomes(self) -> NDArray[Any]:
        """Who wins, by final totals: 1 Player, −1 Banker, 0 tie; shape (10, 10)."""
        cards = [2 + (third in self.dealt) for third in (PLAYER_3, BANKER_3)]
        outcome = self.rulebook.outcome
        return np.array(
            [[OUTCOME_NUMBER[outcome(player, banker, *cards)] for banker in TOTALS] for player in TOTALS],
            dtype=np.int64,
        )


def endings(rulebook: Rulebook, thirds: Collection[int]) -> list[Ending]:
    """The different endings of a coup, told apart by some of the third cards.

    Parameters
    ----------
    rulebook : Rulebook
    thirds : collection of positions
        Third cards that any fact looks at.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = endings(load_rulebook("standard"), {PLAYER_3, BANKER_3})
    >>> [sorted(ending.dealt - FIRST_FOUR) for ending in found]
    [[], [5], [4], [4, 5]]
    """
    drawn = _drawn(rulebook)
    found = [(FIRST_FOUR, np.ones((10, 10, 10), dtype=np.bool_))]
    for third in sorted(thirds):
        found = [
            (dealt | {third} if is_dealt else dealt, happens & (drawn[third] == is_dealt))
            for dealt, happens in found
            for is_dealt in (False, True)
        ]
    return [Ending(rulebook, dealt, happens) for dealt, happens in found if happens.any()]


def _drawn(rulebook: Rulebook) -> dict[int, NDArray[np.bool_]]:
    """Whether each hand draws, by two-card totals and key; Player's choice is the same for every key."""
    drawn = {third: np.zeros((10, 10, 10), dtype=np.bool_) for third in (PLAYER_3, BANKER_3)}
    for player in TOTALS:
        for banker in TOTALS:
            if rulebook.ends_at_once(player, banker):
                continue
            if rulebook.player_cell(player) == DRAWS:
                drawn[PLAYER_3][player, banker] = True
                cells = [rulebook.banker_cell(banker, key) for key in TOTALS]
            else:
                cells = [rulebook.banker_cell(banker, None)] * len(TOTALS)
            drawn[BANKER_3][player, banker] = [cell == DRAWS for cell in cells]
    return drawn

"""Every sequence of six cards by point value, card by card in the order in which they leave the shoe.

Whoever knows something of single cards asks where each card lies: that the third card is a 7, that the fifth
is high, whichever hand it goes to.
So here all 10⁶ sequences are listed, each with the coup that it makes and the exact number of ways to deal
it: ∏ n(n−1)…(n−m+1) over the point values, where m is how often the sequence holds a value and n how often
the shoe does; with replacement ∏ nᵐ.
A coup that needs fewer than six cards leaves the last ones unseen, but they have their place all the same.

The listing stands alone: it shares the rulebook, the shoe and the facts with graph, enumeration and forms,
and nothing else, so it checks their answers to conditional questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

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
    VALUE,
    Among,
)
from analyzer.game.facts import Fact
from analyzer.game.rulebook import BANKER, DEAL_ORDERS, DRAWS, PLAYER, Rulebook
from analyzer.game.shoe import LEAST_CARDS, Shoe

Integers = NDArray[Any]

POINT_VALUES = 10
CUBE = (POINT_VALUES,) * LEAST_CARDS
"""Shape of an array with one place for every sequence, an axis for each card."""

LEAST_OVERFLOW = 2**63

_FIRST_FOUR = {
    DEAL_ORDERS[0]: (PLAYER_1, BANKER_1, PLAYER_2, BANKER_2),
    DEAL_ORDERS[1]: (PLAYER_1, PLAYER_2, BANKER_1, BANKER_2),
}
_MOST_RULEBOOKS_KEPT = 2


def first_places(rulebook: Rulebook) -> tuple[int, ...]:
    """Where the first cards of the shoe go, before any third card: positions of a coup in the order dealt.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> first_places(load_rulebook("standard")), first_places(load_rulebook("seven-up"))
    ((0, 1, 2, 3), (1, 2, 3))
    """
    order = _FIRST_FOUR[rulebook.deal_order]
    return order if rulebook.player_first_card is None else tuple(p for p in order if p != PLAYER_1)


class SequenceCoups:
    """The coups that all sequences make, as a `CoupView` whose answers are arrays of shape (10,)*6.

    Parameters
    ----------
    rulebook : Rulebook
        Who draws when; no cell that can be reached may be undefined.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        rulebook.require_playable()
        self.rulebook = rulebook
        cards: list[Integers] = list(np.indices(CUBE, dtype=np.int8, sparse=True))
        places = first_places(rulebook)
        self._values: dict[int, Integers] = dict(zip(places, cards, strict=False))
        if rulebook.player_first_card is not None:
            fixed = rulebook.card_values[rulebook.player_first_card]
            self._values[PLAYER_1] = np.full((1,) * LEAST_CARDS, fixed, dtype=np.int8)
        fifth, sixth = cards[len(places) : len(places) + 2]
        player_draws, banker_draws = self._draws(fifth)
        self._values[PLAYER_3] = np.where(player_draws, fifth, NOT_DEALT)
        taken = np.where(player_draws, sixth, fifth)
        self._values[BANKER_3] = np.where(banker_draws, taken, NOT_DEALT)

    def _draws(self, fifth: Integers) -> tuple[Integers, Integers]:
        """Whether Player draws, and whether Banker does."""
        rulebook = self.rulebook
        totals = self.two_card_total(PLAYER), self.two_card_total(BANKER)
        values = range(POINT_VALUES)
        over = np.array([[rulebook.ends_at_once(player, banker) for banker in values] for player in values])
        goes_on = ~over[totals]
        player = np.array([rulebook.player_cell(total) == DRAWS for total in values])[totals[0]] & goes_on
        # Column 10 of the tableau stands for "Player stood" here.
        key = rulebook.key(fifth, (totals[0] + fifth) % 10, self._values[BANKER_2])  # type: ignore[arg-type]
        tableau = np.array(
            [[rulebook.banker_cell(total, key) == DRAWS for key in (*values, None)] for total in values]
        )
        return player, tableau[totals[1], np.where(player, key, POINT_VALUES)] & goes_on

    @cached_property
    def outcome(self) -> Integers:
        """1 where Player wins, −1 where Banker wins, 0 on a tie."""
        values = range(POINT_VALUES)
        numbers = np.array(
            [
                [
                    [
                        [
                            OUTCOME_NUMBER[self.rulebook.outcome(player, banker, 2 + drew, 2 + banker_drew)]
                            for banker_drew in (0, 1)
                        ]
                        for drew in (0, 1)
                    ]
                    for banker in values
                ]
                for player in values
            ],
            dtype=np.int8,
        )
        drawn = (self.is_dealt(third).astype(np.int8) for third in (PLAYER_3, BANKER_3))
        return np.asarray(numbers[self.total(PLAYER), self.total(BANKER), *drawn])

    def value(self, position: int) -> Integers:
        """Point value of the card at a position, `NOT_DEALT` where there is none."""
        return self._values[position]

    def is_dealt(self, position: int) -> Integers:
        """Whether there is a card at a position."""
        return np.asarray(self._values[position] != NOT_DEALT)

    def total(self, hand: str) -> Integers:
        """Final total of a hand."""
        third = self._values[HANDS[hand][2]]
        return np.asarray((self.two_card_total(hand) + np.maximum(third, 0)) % 10)

    def two_card_total(self, hand: str) -> Integers:
        """Total of a hand's first two cards."""
        first, second, _ = HANDS[hand]
        return np.asarray((self._values[first] + self._values[second]) % 10)

    def among(self, position: int, cards: Among) -> Any:
        """Refuse: point values do not tell the cards apart."""
        _refuse()

    def rank(self, position: int) -> Any:
        """Refuse: point values do not tell the ranks apart."""
        _refuse()

    def suit(self, position: int) -> Any:
        """Refuse: point values do not tell the suits apart."""
        _refuse()

    def colour(self, position: int) -> Any:
        """Refuse: point values do not tell the colours apart."""
        _refuse()


def _refuse() -> NoReturn:
    raise ShoeError("six-card sequences are known by point value only, without ranks and suits")


@lru_cache(maxsize=_MOST_RULEBOOKS_KEPT)
def sequence_coups(rulebook: Rulebook) -> SequenceCoups:
    """The coups that all sequences make under a rulebook; the last few are kept.

    Raises
    ------
    RulebookError
        A cell that can be reached is undefined.
    """
    return SequenceCoups(rulebook)


def sequence_ways(shoe: Shoe, rulebook: Rulebook) -> Integers:
    """In how many ways a shoe deals every sequence of six point values.

    Returns
    -------
    array of shape (10,)*6
        int64 where the sum of all ways is below 2⁶³ (up to 1,450 cards), Python integers above.

    Raises
    ------
    ShoeError
        The shoe does not know the point values of this rulebook.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> ways = sequence_ways(Shoe.from_decks(8), load_rulebook())
    >>> int(ways[9, 9, 9, 8, 0, 0]), int(ways.sum()) == Shoe.from_decks(8).total_ways
    (15480913920, True)
    """
    counts = shoe.value_counts(rulebook.card_values)
    # A product of the first few factors is at most the sum of all ways, so no step overflows either.
    dtype = np.int64 if shoe.total_ways < LEAST_OVERFLOW else object
    cards = list(np.indices(CUBE, dtype=np.int8, sparse=True))
    left_of = np.array(counts, dtype=dtype)
    ways: Integers = np.ones((1,) * LEAST_CARDS, dtype=dtype)
    for place, card in enumerate(cards):
        used: Integers = np.zeros((1,) * LEAST_CARDS, dtype=np.int8)
        if not shoe.with_replacement:
            for earlier in cards[:place]:
                used = used + (earlier == card)
        # What is left falls by one with every use, so it is 0 once before it could be below 0.
        ways = ways * (left_of[card] - used)
    return ways


def answers_of(rulebook: Rulebook, facts: Sequence[Fact]) -> dict[str, Integers]:
    """The answers of all sequences to some facts, by the name of the fact, as arrays that broadcast together.

    Raises
    ------
    ShoeError
        A fact looks at ranks or suits.
    """
    for fact in facts:
        if any(set(details) - {VALUE} for details in fact.needs.values()):
            raise ShoeError(
                f"{fact.name} looks at ranks or suits, and six-card sequences are known by point value only",
                mend="name wagers that ask for point values and totals only",
            )
    coups = sequence_coups(rulebook)
    return {fact.name: np.asarray(fact.ask(coups)) for fact in facts}


def ways_by(ways: Integers, key: Integers, size: int) -> Integers:
    """Ways added up by a key that every sequence has.

    Parameters
    ----------
    ways : array of shape (10,)*6
    key : integer array that broadcasts to that shape
        Whole numbers from 0 to `size` − 1.
    size : int

    Returns
    -------
    array of shape (size,)

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> coups = sequence_coups(load_rulebook())
    >>> ways_by(sequence_ways(Shoe.infinite(), load_rulebook()), coups.outcome + 1, 3).tolist()
    [2212744, 460601, 2153464]
    """
    sums = np.zeros(size, dtype=ways.dtype)
    np.add.at(sums, np.broadcast_to(key, CUBE).ravel(), ways.ravel())
    return sums


def placed(ways: Integers, places: Sequence[int]) -> Integers:
    """Ways added up over all cards but those in some places.

    Parameters
    ----------
    ways : array of shape (10,)*6
    places : sequence of int
        Places in the order dealt, 0 to 5, ascending.

    Returns
    -------
    array of shape (10,)*len(places)

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> ways = sequence_ways(Shoe.from_decks(8), load_rulebook())
    >>> [int(behind) for behind in placed(ways, [4])[[0, 7]]]
    [1537968700154880, 384492175038720]
    """
    others = tuple(place for place in range(LEAST_CARDS) if place not in places)
    return np.asarray(ways.sum(axis=others))

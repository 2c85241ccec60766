"""Coups per shoe by dealing shuffled shoes: for shoes that are too large to be counted.

Nothing here is exact but the arithmetic: what was dealt is counted in whole numbers, its mean is a fraction
and its standard error the root of one, so there is no floating point and nothing to round on the way.

The same seed gives the same shoes on any machine.
Only the raw 64-bit outputs of PCG64 are used, whose stream numpy keeps, and not its shuffles, which it may
improve at any time.
A card's random number has its kind in place of the four lowest bits, and a shoe is shuffled by sorting its
numbers; a list of whole numbers can be sorted in one way only, so the method of sorting does not matter.
Two of 416 cards have the same 60 random bits in less than one of 10¹³ shoes; their order is then not random.

References
----------
NumPy reference: compatibility policy of `numpy.random`, and compatibility guarantee of `PCG64`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.sequences import first_places
from analyzer.deal.value_coups import value_coups
from analyzer.errors import ShoeError
from analyzer.game.coup import BANKER_3, NOT_DEALT, PLAYER_3
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.shoe.shoe_deal import FIRST_CARD, Kind, ShoeRules, kinds, most_cards_of_a_coup, starts

CARDS_AT_ONCE = 2_000_000
MOST_CARDS_OF_A_SHOE = 100_000
MOST_SHOES = 10_000_000
KIND_BITS = 4
LARGEST_SEED = 2**128 - 1


@dataclass(frozen=True)
class Sample:
    """How often each number came up.

    Examples
    --------
    >>> sample = Sample({80: 1, 81: 2, 83: 1})
    >>> sample.size, sample.mean, sample.variance, sample.standard_error_square
    (4, Fraction(325, 4), Fraction(19, 12), Fraction(19, 48))
    """

    times: Mapping[int, int]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(self.times.values())

    @property
    def mean(self) -> Fraction:
        """Their mean."""
        return Fraction(sum(number * times for number, times in self.times.items()), self.size)

    @property
    def variance(self) -> Fraction:
        """The unbiased estimate of their variance."""
        squares = sum(number**2 * times for number, times in self.times.items())
        return (squares - self.size * self.mean**2) / (self.size - 1)

    @property
    def standard_error_square(self) -> Fraction:
        """Square of the standard error of the mean."""
        return self.variance / self.size

    def frequency(self, number: int) -> Fraction:
        """Part of the numbers that are this one."""
        return Fraction(self.times.get(number, 0), self.size)

    def frequency_error_square(self, number: int) -> Fraction:
        """Square of the standard error of a frequency."""
        frequency = self.frequency(number)
        return frequency * (1 - frequency) / (self.size - 1)


@dataclass(frozen=True)
class Simulation:
    """What came of dealing shuffled shoes.

    Attributes
    ----------
    shoes, seed : int
    coups : Sample
        Coups of each shoe.
    cards_left : Sample
        Cards left in each shoe.
    coup_cards : Sample
        Cards of every coup of every shoe.
        Coups of one shoe are no independent sample, so their mean has no standard error here.
    """

    shoes: int
    seed: int
    coups: Sample
    cards_left: Sample
    coup_cards: Sample


def simulate(
    shoe: Shoe,
    rulebook: Rulebook,
    rules: ShoeRules,
    shoes: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Deal so many shuffled shoes to their end.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    rules : ShoeRules
    shoes : int
        At least 2.
    seed : int
        From 0 to 2¹²⁸ − 1.
    progress : callable, optional
        Called with the shoes dealt and the shoes to deal.

    Raises
    ------
    ShoeError
        The shoe cannot be dealt so, or it is too large; or there are too few or too many shoes, or the seed
        is not in its range.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = simulate(Shoe.from_decks(8), load_rulebook(), ShoeRules(), 100, seed=1)
    >>> found.coups.mean, found.cards_left.size
    (Fraction(8073, 100), 100)
    """
    starts(shoe, rulebook, rules)
    require_number_of_shoes(shoes)
    require_seed(seed)
    _require_size(shoe)
    listed = [kind for kind in kinds(shoe, rulebook) if kind.count]
    deck = np.repeat(np.arange(len(listed), dtype=np.uint64), [kind.count for kind in listed])
    source = np.random.PCG64(seed)
    taken = cards_taken(rulebook)
    tallies = [np.zeros(1, dtype=np.int64) for _ in range(3)]
    at_once = max(1, CARDS_AT_ONCE // shoe.size)
    for first in range(0, shoes, at_once):
        number = min(at_once, shoes - first)
        found = _deal(_shuffled(deck, number, source), listed, taken, rules, most_cards_of_a_coup(rulebook))
        tallies = [_added(tally, counted) for tally, counted in zip(tallies, found, strict=True)]
        if progress:
            progress(first + number, shoes)
    return Simulation(shoes, seed, *map(_sample, tallies))


def require_number_of_shoes(shoes: int) -> None:
    """Refuse to simulate too few or too many shoes.

    Raises
    ------
    ShoeError
    """
    if not 2 <= shoes <= MOST_SHOES:
        raise ShoeError(f"{shoes} shoes cannot be simulated", mend=f"give 2 to {MOST_SHOES}")


def require_seed(seed: int) -> None:
    """Refuse what is no seed.

    Raises
    ------
    ShoeError
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise ShoeError(f"{seed} cannot be a seed", mend="give a whole number from 0 to 2^128 - 1")


def _require_size(shoe: Shoe) -> None:
    if shoe.size > MOST_CARDS_OF_A_SHOE:
        raise ShoeError(
            f"a shoe of {shoe.size} cards is too large to be simulated",
            mend=f"simulate none, --simulate 0, or give at most {MOST_CARDS_OF_A_SHOE} cards",
        )


def _shuffled(deck: NDArray[np.uint64], number: int, source: np.random.PCG64) -> NDArray[np.intp]:
    """Kinds of the cards of so many shoes, a row a shoe, in the order dealt."""
    drawn: NDArray[np.uint64] = source.random_raw(number * len(deck)).reshape(number, len(deck))
    drawn = (drawn >> np.uint64(KIND_BITS) << np.uint64(KIND_BITS)) | deck
    drawn.sort(axis=1)
    return (drawn & np.uint64(2**KIND_BITS - 1)).astype(np.intp)


def cards_taken(rulebook: Rulebook) -> NDArray[np.int8]:
    """Cards that a coup takes from the shoe, by the point values of the next cards.

    Returns
    -------
    integer array of shape (10**n,)
        By the number that the next n cards are the digits of, n as long as the longest coup: 6, or 5 where
        Player's first card is fixed.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> taken = cards_taken(load_rulebook())
    >>> int(taken[990_000]), int(taken[123_456])
    (4, 5)
    """
    coups, longest = value_coups(rulebook), most_cards_of_a_coup(rulebook)
    number = np.zeros(coups.shape, dtype=np.int64)
    for position in (*first_places(rulebook), PLAYER_3, BANKER_3):
        value = coups.value(position).astype(np.int64)
        number = np.where(value == NOT_DEALT, number, 10 * number + value)
    taken = np.zeros(10**longest, dtype=np.int8)
    for cards in range(longest - 2, longest + 1):
        taken.reshape(10**cards, -1)[number[coups.shoe_cards == cards]] = cards
    if not taken.all():
        raise ArithmeticError("some cards are no coup")
    return taken


def _deal(
    shuffled: NDArray[np.intp],
    listed: list[Kind],
    taken: NDArray[np.int8],
    rules: ShoeRules,
    longest: int,
) -> tuple[NDArray[Any], ...]:
    """Coups and cards left of each shoe, and the cards of every coup, as counts of each number."""
    number, size = shuffled.shape
    values = np.array([kind.value for kind in listed], dtype=np.int32)[shuffled]
    ahead = np.zeros((number, size - longest + 1), dtype=np.int32)
    for place in range(longest):
        ahead = 10 * ahead + values[:, place : size - longest + 1 + place]
    next_coup = taken[ahead]
    if rules.burn is FIRST_CARD:
        gone = 1 + np.array([kind.pips for kind in listed])[shuffled[:, 0]]
    else:
        gone = np.full(number, rules.burn)
    coups = np.zeros(number, dtype=np.int64)
    to_follow = np.full(number, rules.after_cut)
    coup_cards = np.zeros(longest + 1, dtype=np.int64)
    active = np.arange(number)
    while True:
        left = size - gone[active]
        is_reached = left <= rules.left_when_reached
        goes_on = (left >= longest) & (~is_reached | (to_follow[active] > 0))
        active, is_reached = active[goes_on], is_reached[goes_on]
        if not len(active):
            break
        cards = next_coup[active, gone[active]]
        to_follow[active] -= is_reached
        gone[active] += cards
        coups[active] += 1
        coup_cards += np.bincount(cards, minlength=longest + 1)
    return np.bincount(coups), np.bincount(size - gone), coup_cards


def _added(tally: NDArray[np.int64], counted: NDArray[np.int64]) -> NDArray[np.int64]:
    longer = np.zeros(max(len(tally), len(counted)), dtype=np.int64)
    longer[: len(tally)] += tally
    longer[: len(counted)] += counted
    return longer


def _sample(tally: NDArray[np.int64]) -> Sample:
    return Sample({number: int(tally[number]) for number in np.flatnonzero(tally).tolist()})

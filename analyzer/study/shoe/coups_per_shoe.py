"""The exact law of the number of coups in a shoe, for shoes that are small enough.

A shoe is told apart by how many cards of each point value are left, and every order of its point values is
equally likely.
The orders that begin with the same finished coups are counted together: a composition keeps, for each number
of coups so far, in how many orders its missing cards can have been dealt as so many finished coups.
Orders are whole numbers throughout; they are divided once, by the number of all orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.multisets import MOST_CARDS, multisets
from analyzer.deal.value_coups import value_coups
from analyzer.game.rulebook import Rulebook
from analyzer.study.shoe.shoe_deal import (
    ShoeRules,
    Start,
    coups_after_cut,
    least_cards_of_a_coup,
    most_cards_of_a_coup,
)

MOST_COMPOSITIONS = 6_000
"""Shoes that pass through more compositions than this are not dealt exactly."""

MOST_NUMBERS = 4_000_000
"""Nor those for which more numbers would have to be kept: compositions by coups so far and to follow."""

LARGEST_INT64 = 2**63 - 1
MOST_RULEBOOKS_KEPT = 4


@dataclass(frozen=True)
class CoupsLaw:
    """How many coups a shoe gives, exactly.

    Attributes
    ----------
    joint : dict of (int, int) to Fraction
        Probability of each number of coups together with the cards left in the shoe.
    is_dealt : tuple of Fraction
        Probability that the first, the second, … coup is dealt.
    cards : tuple of Fraction
        Mean cards of the first, the second, … coup, one that is not dealt counted as none.

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.study.shoe.shoe_deal import starts
    >>> rules, shoe = ShoeRules(0, 0, 0), Shoe.from_counts([5, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    >>> law = coups_law(starts(shoe, load_rulebook(), rules), rules, load_rulebook())
    >>> law.coups, law.mean
    ({1: Fraction(1, 42), 2: Fraction(41, 42)}, Fraction(83, 42))
    """

    joint: dict[tuple[int, int], Fraction]
    is_dealt: tuple[Fraction, ...]
    cards: tuple[Fraction, ...]

    @property
    def coups(self) -> dict[int, Fraction]:
        """Probability of each number of coups."""
        return self._added(0)

    @property
    def cards_left(self) -> dict[int, Fraction]:
        """Probability of each number of cards left in the shoe."""
        return self._added(1)

    @property
    def mean(self) -> Fraction:
        """Expected number of coups."""
        return sum((coups * chance for (coups, _), chance in self.joint.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Variance of the number of coups."""
        squares = sum((coups**2 * chance for (coups, _), chance in self.joint.items()), Fraction(0))
        return squares - self.mean**2

    @property
    def mean_left(self) -> Fraction:
        """Expected number of cards left."""
        return sum((left * chance for (_, left), chance in self.joint.items()), Fraction(0))

    def _added(self, place: int) -> dict[int, Fraction]:
        added: dict[int, Fraction] = {}
        for key, chance in sorted(self.joint.items(), key=lambda item: item[0][place]):
            added[key[place]] = added.get(key[place], Fraction(0)) + chance
        return added


@dataclass(frozen=True, eq=False)
class CoupContents:
    """What finished coups take from a shoe: cards by point value, and in how many orders.

    Attributes
    ----------
    contents : integer array of shape (n_contents, 10)
    cards : integer array of shape (n_contents,)
        How many they are.
    orders : integer array of shape (n_contents,)
        Orders of these point values that are a finished coup.
    """

    contents: NDArray[np.int64]
    cards: NDArray[np.int64]
    orders: NDArray[np.int64]

    def within(self, counts: Sequence[int]) -> CoupContents:
        """Those that some cards hold."""
        fits = (self.contents <= np.array(counts, dtype=np.int64)).all(axis=1)
        return CoupContents(self.contents[fits], self.cards[fits], self.orders[fits])


@lru_cache(maxsize=MOST_RULEBOOKS_KEPT)
def coup_contents(rulebook: Rulebook) -> CoupContents:
    """What every finished coup of a rulebook takes from the shoe.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = coup_contents(load_rulebook())
    >>> found.contents.shape, int(found.orders.sum())
    ((6958, 10), 339400)
    """
    coups = value_coups(rulebook)
    parts = []
    for cards in range(least_cards_of_a_coup(rulebook), MOST_CARDS + 1):
        listed = multisets(cards)
        orders = np.bincount(coups.multiset[coups.shoe_cards == cards], minlength=len(listed))
        found = orders > 0
        parts.append((listed[found], np.full(found.sum(), cards, dtype=np.int64), orders[found]))
    contents, cards_taken, orders_of_contents = map(np.concatenate, zip(*parts, strict=True))
    return CoupContents(contents, cards_taken, orders_of_contents)


def is_small(
    found: Sequence[Start],
    rules: ShoeRules,
    rulebook: Rulebook,
    most_compositions: int = MOST_COMPOSITIONS,
) -> bool:
    """Whether the law of coups is counted exactly for a shoe that begins in one of some ways."""
    compositions = [prod(count + 1 for count in start.counts) for start in found]
    numbers = [
        number * _most_coups(s, rules, rulebook) for number, s in zip(compositions, found, strict=True)
    ]
    phases = coups_after_cut(rules, rulebook)[1] + 1
    return sum(compositions) <= most_compositions and max(numbers) * phases <= MOST_NUMBERS


def coups_law(found: Sequence[Start], rules: ShoeRules, rulebook: Rulebook) -> CoupsLaw:
    """The exact law of coups of a shoe that begins in one of some ways.

    Parameters
    ----------
    found : sequence of Start
        What `starts` gives for the shoe and the same rules.
    rules : ShoeRules
    rulebook : Rulebook
    """
    joint: dict[tuple[int, int], Fraction] = {}
    most = max(_most_coups(start, rules, rulebook) for start in found)
    is_dealt, cards = [Fraction(0)] * most, [Fraction(0)] * most
    for start in found:
        dealt = _Dealing(start, rules, rulebook)
        weight = start.probability / dealt.orders(start.counts)
        for key, orders in dealt.joint.items():
            joint[key] = joint.get(key, Fraction(0)) + weight * orders
        for coup, (orders, taken) in enumerate(zip(dealt.is_dealt, dealt.cards, strict=True)):
            is_dealt[coup] += weight * orders
            cards[coup] += weight * taken
    while not is_dealt[-1]:
        is_dealt.pop()
        cards.pop()
    return CoupsLaw(dict(sorted(joint.items())), tuple(is_dealt), tuple(cards))


def _most_coups(start: Start, rules: ShoeRules, rulebook: Rulebook) -> int:
    return -(-start.in_front // least_cards_of_a_coup(rulebook)) + coups_after_cut(rules, rulebook)[1]


class _Dealing:
    """All orders of one start of a shoe, dealt composition by composition, fullest first.

    `_prefixes[composition, to_follow, coups]` counts the orders in which the missing cards are so many
    finished coups; `to_follow` is how many more come once the cut card is reached.
    """

    def __init__(self, start: Start, rules: ShoeRules, rulebook: Rulebook) -> None:
        self._contents = coup_contents(rulebook).within(start.counts)
        self._start, self._rules, self._needed = start, rules, most_cards_of_a_coup(rulebook)
        follow = coups_after_cut(rules, rulebook)[1]
        self._list_compositions(start.counts)
        coups = _most_coups(start, rules, rulebook)
        self.joint: dict[tuple[int, int], int] = {}
        self.is_dealt, self.cards = [0] * coups, [0] * coups
        fits = self.orders(start.counts) <= LARGEST_INT64
        self._prefixes: NDArray[Any] = np.zeros(
            (len(self._compositions), follow + 1, coups + 1), dtype=np.int64 if fits else object
        )
        self._prefixes[-1, follow, 0] = 1
        for place in np.argsort(-self._compositions.sum(axis=1), kind="stable").tolist():
            if self._prefixes[place].any():
                self._deal_from(place)

    @staticmethod
    def orders(counts: Sequence[int]) -> int:
        """In how many orders cards of these point values can lie."""
        return factorial(sum(counts)) // prod(map(factorial, counts))

    def _list_compositions(self, counts: Sequence[int]) -> None:
        """Compositions by mixed-radix number, so that taking cards out is a subtraction."""
        radices = [count + 1 for count in counts]
        self._weights = np.array([prod(radices[place + 1 :]) for place in range(len(radices))])
        self._compositions = np.indices(radices).reshape(len(radices), -1).T
        self._taken = self._contents.contents @ self._weights
        listed = [self.orders(row) for row in self._compositions.tolist()]
        self._orders = np.array(listed, dtype=object)

    def _deal_from(self, place: int) -> None:
        left = int(self._compositions[place].sum()) - self._start.unseen
        is_reached = left <= self._rules.left_when_reached
        for to_follow, prefixes in enumerate(self._prefixes[place]):
            if left < self._needed or (is_reached and to_follow == 0):
                self._end(prefixes, place, left)
            elif prefixes.any():
                self._deal_one(prefixes, place, to_follow - is_reached)

    def _end(self, prefixes: NDArray[Any], place: int, left: int) -> None:
        for coups in np.flatnonzero(prefixes).tolist():
            orders = int(prefixes[coups]) * self._orders[place]
            self.joint[coups, left] = self.joint.get((coups, left), 0) + orders

    def _deal_one(self, prefixes: NDArray[Any], place: int, to_follow: int) -> None:
        contents = self._contents
        fits = np.flatnonzero((contents.contents <= self._compositions[place]).all(axis=1))
        targets, orders = place - self._taken[fits], contents.orders[fits]
        # Different contents lead to different compositions, so no target is named twice.
        self._prefixes[targets, to_follow, 1:] += orders[:, None] * prefixes[:-1]
        cards = int((contents.cards[fits] * orders).astype(object) @ self._orders[targets])
        for coup in np.flatnonzero(prefixes).tolist():
            self.is_dealt[coup] += int(prefixes[coup]) * self._orders[place]
            self.cards[coup] += int(prefixes[coup]) * cards

"""The cards of a shoe as classes that count as one, at whatever detail is asked for.

Facts ask for the point value, rank, colour or suit of a card, or whether it is among some cards.
All cards that agree in the details in use form one class: 10 classes for the value, 20 for value and colour,
40 for value and suit, 52 for rank and suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.game.cards import (
    CARDS_PER_DECK,
    COLOUR_OF_SUIT,
    SUITS_PER_RANK,
    rank_of,
    suit_of,
)
from analyzer.game.coup import COLOUR, RANK, SUIT, VALUE, Among
from analyzer.game.shoe import COUNTS_PER_DETAIL, LEAST_CARDS, Shoe

Details = frozenset[str]
Integers = NDArray[Any]

_CARD_OF_VALUE = (9 * SUITS_PER_RANK, *range(0, 9 * SUITS_PER_RANK, SUITS_PER_RANK))
_EXAMPLE_CARDS = {
    "value": _CARD_OF_VALUE,
    "rank": tuple(range(0, CARDS_PER_DECK, SUITS_PER_RANK)),
    "card": tuple(range(CARDS_PER_DECK)),
}
"""One card for each count of a shoe; where suits or ranks are not told apart, any such card will do."""


def shoe_detail(detail: str, card_values: Sequence[int]) -> str:
    """How a shoe must be known for a detail of its cards: by value, by rank or by card.

    Examples
    --------
    >>> from analyzer.game.cards import STANDARD_CARD_VALUES, parse_cards
    >>> shoe_detail("colour", STANDARD_CARD_VALUES)
    'card'
    >>> shoe_detail(Among(parse_cards("9♠ 9♥ 9♦ 9♣")), STANDARD_CARD_VALUES)
    'value'
    """
    if isinstance(detail, Among):
        for kind in (lambda card: card_values[rank_of(card)], rank_of):
            inside = {kind(card) for card in detail.cards}
            if all((kind(card) in inside) == (card in detail.cards) for card in range(CARDS_PER_DECK)):
                return "value" if kind is not rank_of else "rank"
        return "card"
    return {VALUE: "value", RANK: "rank"}.get(detail, "card")


def finest(shoe_details: Iterable[str]) -> str:
    """The one of several shoe details that answers for all of them."""
    return max(shoe_details, key=COUNTS_PER_DETAIL.__getitem__, default="value")


class CardClasses:
    """The classes into which some details part the cards, in ascending order of their first card.

    Attributes
    ----------
    counts : tuple of int
        Cards left in each class.
    members : list of list of int
        Kinds of cards in each class, by their number in the stock.
    """

    def __init__(self, stock: Stock, details: Details) -> None:
        self._stock = stock
        parted: dict[tuple[int, ...], list[int]] = {}
        ordered = sorted(details)
        for kind, card in enumerate(stock.cards):
            parted.setdefault(tuple(stock.look(card, detail) for detail in ordered), []).append(kind)
        self.members = list(parted.values())
        self.counts = tuple(sum(stock.counts[kind] for kind in kinds) for kinds in self.members)
        self._maps: dict[int, Integers] = {}
        self._looks: dict[str, Integers | None] = {}

    def __len__(self) -> int:
        return len(self.members)

    @cached_property
    def of_kind(self) -> list[int]:
        """Class of each kind of card."""
        classes = [0] * len(self._stock.cards)
        for number, kinds in enumerate(self.members):
            for kind in kinds:
                classes[kind] = number
        return classes

    def look(self, detail: str) -> Integers | None:
        """What a detail says of each class; None if it tells cards of one class apart."""
        if detail not in self._looks:
            cards = self._stock.cards
            seen = [{self._stock.look(cards[kind], detail) for kind in kinds} for kinds in self.members]
            is_told = all(len(answers) == 1 for answers in seen)
            told = np.array([min(answers) for answers in seen], dtype=np.int64)
            self._looks[detail] = told if is_told else None
        return self._looks[detail]

    def map_to(self, coarser: CardClasses) -> Integers:
        """Class of the coarser parting in which each class lies."""
        if id(coarser) not in self._maps:
            codes = [coarser.of_kind[kinds[0]] for kinds in self.members]
            self._maps[id(coarser)] = np.array(codes, dtype=np.int8)
        return self._maps[id(coarser)]


class Stock:
    """The cards left to deal, told apart just as far as the facts in use need.

    Parameters
    ----------
    shoe : Shoe
    card_values : 13 whole numbers
        Point value of each rank, ace to king.
    detail : {"value", "rank", "card"}
        How the shoe must be known.

    Attributes
    ----------
    cards, counts : tuple of int
        An example of each kind of card that is left, and how many there are; with replacement the smallest
        whole proportions.
    size : int
        Number of cards.

    Raises
    ------
    ShoeError
        The shoe is not known well enough.

    Examples
    --------
    >>> from analyzer.game.cards import STANDARD_CARD_VALUES
    >>> stock = Stock(Shoe.from_decks(8), STANDARD_CARD_VALUES, "card")
    >>> [len(stock.classes(frozenset(details.split()))) for details in ("value", "value colour", "suit rank")]
    [10, 20, 52]
    """

    def __init__(self, shoe: Shoe, card_values: Sequence[int], detail: str) -> None:
        shoe.require(detail)
        if shoe.detail == "value":
            detail, counts = "value", shoe.value_counts(card_values)
        else:
            detail = finest([detail, "rank"])
            counts = shoe.counts_by(detail)
        left = [number for number, count in enumerate(counts) if count]
        self.cards = tuple(_EXAMPLE_CARDS[detail][number] for number in left)
        self.counts = tuple(counts[number] for number in left)
        self.size = sum(self.counts)
        self.with_replacement = shoe.with_replacement
        self._card_values = tuple(card_values)
        self._classes: dict[Details, CardClasses] = {}

    @property
    def total_ways(self) -> int:
        """Number of ordered six-card sequences."""
        return self.continuations(0)

    def continuations(self, dealt: int) -> int:
        """Number of ordered continuations of so many cards up to six cards."""
        if self.with_replacement:
            return int(self.size ** (LEAST_CARDS - dealt))
        return perm(self.size - dealt, LEAST_CARDS - dealt)

    def beginnings(self, dealt: int) -> int:
        """Number of ordered sequences of so many cards."""
        return int(self.size**dealt) if self.with_replacement else perm(self.size, dealt)

    def classes(self, details: Details) -> CardClasses:
        """The classes into which some details part the cards."""
        if details not in self._classes:
            self._classes[details] = CardClasses(self, details)
        return self._classes[details]

    def look(self, card: int, detail: str) -> int:
        """What a detail says of a card."""
        if isinstance(detail, Among):
            return int(card in detail.cards)
        return {
            VALUE: self._card_values[rank_of(card)],
            RANK: rank_of(card),
            SUIT: suit_of(card),
            COLOUR: COLOUR_OF_SUIT[suit_of(card)],
        }[detail]

"""Words for what is known of one card: `K`, `9♠`, `0`, `high`, `red`, `{6,7}`, `red&high`, or `?`.

K  10  9♠  9h    a rank or a card
0  0..5          point values: none of the ranks is called 0, and a range counts points
high  low        point values 6 to 9, and 0 to 5
red  spades  ♠   a colour or a suit
faces            J, Q, K
{6,7}            one of several words
red&high         all of several words
?                nothing
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from analyzer.errors import ShoeError, did_you_mean
from analyzer.game.cards import (
    CARDS_PER_DECK,
    COLOUR_OF_SUIT,
    COLOURS,
    RANKS,
    SUIT_NAMES,
    SUITS,
    card,
    parse_card,
    rank_of,
    suit_of,
)

NOTHING_KNOWN = "?"
_RANGE = re.compile(r"([0-9])\.\.([0-9])")
_WORDS = re.compile(r"(?:\{[^{}]*\}|[^\s,;{}])+")
_MEND = (
    "write cards apart (K 9♠), each a rank or card, points (0, 6..9), high, low, red, hearts,"
    " a set ({6,7}), or ?"
)


class CardWord(NamedTuple):
    """What is known of one card.

    Attributes
    ----------
    text : str
        As it was written.
    cards : frozenset of int
        The cards (0 to 51) it may be.
    names_card : bool
        Whether the word names a card or a rank; others say something about it.
    """

    text: str
    cards: frozenset[int]
    names_card: bool


ANY_CARD = CardWord(NOTHING_KNOWN, frozenset(range(CARDS_PER_DECK)), names_card=False)
"""What is said of a card of which it matters only that it is dealt."""


def parse_card_word(text: str, card_values: Sequence[int]) -> CardWord | None:
    """What a word says of a card; None for `?`.

    Parameters
    ----------
    text : str
    card_values : 13 whole numbers
        Point value of each rank, ace to king.

    Raises
    ------
    ShoeError
        The word says nothing of a card.

    Examples
    --------
    >>> from analyzer.game.cards import STANDARD_CARD_VALUES, card_names
    >>> card_names(sorted(parse_card_word("{9♠,K&red}", STANDARD_CARD_VALUES).cards))
    '9♠ K♥ K♦'
    >>> len(parse_card_word("high", STANDARD_CARD_VALUES).cards)
    16
    """
    if text == NOTHING_KNOWN:
        return None
    names_card, cards = _named_cards(text)
    if not names_card:
        cards = _any_of(text, card_values)
    if not cards:
        raise ShoeError(f'no card is "{text}"', mend=_MEND)
    return CardWord(text, cards, names_card)


def split_card_words(text: str) -> list[str]:
    """The single words of a text that separates them by blanks, commas or semicolons.

    Raises
    ------
    ShoeError
        A set is not closed.

    Examples
    --------
    >>> split_card_words("K {6, 7}, red")
    ['K', '{6,7}', 'red']
    """
    if re.search(r"[{}]", re.sub(r"\{[^{}]*\}", "", text)):
        raise ShoeError(f'a set in "{text}" is not closed', mend="write {6,7}")
    return [re.sub(r"\s", "", word) for word in _WORDS.findall(text)]


def _named_cards(text: str) -> tuple[bool, frozenset[int]]:
    """The cards of a rank or a single card, and whether the text names one."""
    try:
        rank, suit = parse_card(text)
    except ShoeError:
        return False, frozenset()
    suits = range(len(SUITS)) if suit is None else [suit]
    return True, frozenset(card(rank, one) for one in suits)


def _any_of(text: str, card_values: Sequence[int]) -> frozenset[int]:
    words = text[1:-1].split(",") if text.startswith("{") and text.endswith("}") else [text]
    return frozenset[int]().union(*(_all_of(word.strip(), card_values) for word in words))


def _all_of(text: str, card_values: Sequence[int]) -> frozenset[int]:
    return frozenset(range(CARDS_PER_DECK)).intersection(
        *(_said(word.strip(), card_values) for word in text.split("&"))
    )


def _said(word: str, card_values: Sequence[int]) -> frozenset[int]:
    """The cards of which a single word holds."""
    names_card, cards = _named_cards(word)
    if names_card:
        return cards
    if word.startswith("{") and word.endswith("}"):
        return _any_of(word, card_values)
    span = _RANGE.fullmatch(word)
    if word == "0" or span:
        low, high = (0, 0) if span is None else (int(span[1]), int(span[2]))
        return frozenset(one for one in range(CARDS_PER_DECK) if low <= card_values[rank_of(one)] <= high)
    test = _TESTS.get(word.lower())
    if test is None:
        raise ShoeError(f'"{word}" says nothing of a card', mend=did_you_mean(word.lower(), _TESTS) or _MEND)
    return frozenset(one for one in range(CARDS_PER_DECK) if test(one, card_values))


_Test = Callable[[int, Sequence[int]], bool]


def _is_suit(suit: int) -> _Test:
    return lambda one, _: suit_of(one) == suit


def _is_colour(colour: int) -> _Test:
    return lambda one, _: COLOUR_OF_SUIT[suit_of(one)] == colour


_TESTS: dict[str, _Test] = {
    "high": lambda one, values: values[rank_of(one)] >= 6,
    "low": lambda one, values: values[rank_of(one)] < 6,
    "faces": lambda one, _: RANKS[rank_of(one)] in ("J", "Q", "K"),
    **{name: _is_colour(colour) for colour, name in enumerate(COLOURS)},
    **{name: _is_suit(suit) for suit, name in enumerate(SUIT_NAMES)},
    **{symbol: _is_suit(suit) for suit, symbol in enumerate(SUITS)},
}

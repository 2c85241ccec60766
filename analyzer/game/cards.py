"""Ranks, suits, cards and point values.

A card is a number from 0 to 51, four suits to a rank: its rank is `card // 4` and its suit `card % 4`.
Arrays of cards are then split into ranks and suits by arithmetic alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.errors import ShoeError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("♠", "♥", "♦", "♣")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
COLOURS = ("black", "red")
COLOUR_OF_SUIT = (0, 1, 1, 0)

CARDS_PER_DECK = 52
SUITS_PER_RANK = 4

STANDARD_CARD_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
"""Point value of each rank, ace to king."""

_RANK_TEXTS = {rank: index for index, rank in enumerate(RANKS)} | {"T": 9, "1": 0}
_SUIT_TEXTS = {symbol: index for index, symbol in enumerate(SUITS)} | {
    "s": 0, "h": 1, "d": 2, "c": 3, "S": 0, "H": 1, "D": 2, "C": 3, "♤": 0, "♡": 1, "♢": 2, "♧": 3,
}  # fmt: skip

# Telephones put one after a suit to choose between its plain and its coloured picture.
_VARIATION_SELECTORS = "\ufe0e\ufe0f"


def card(rank: int, suit: int) -> int:
    """The card of a rank (0 to 12) and a suit (0 to 3)."""
    return rank * SUITS_PER_RANK + suit


def rank_of(card: int) -> int:
    """Rank of a card, 0 (ace) to 12 (king)."""
    return card // SUITS_PER_RANK


def suit_of(card: int) -> int:
    """Suit of a card: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card % SUITS_PER_RANK


def card_name(card: int) -> str:
    """A card as people write it.

    Examples
    --------
    >>> card_name(34), card_name(0)
    ('9♦', 'A♠')
    """
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def parse_rank(text: str) -> int:
    """Rank of a text such as `A`, `10`, `T` or `k`.

    Raises
    ------
    ShoeError
        The text names no rank.

    Examples
    --------
    >>> parse_rank("A"), parse_rank("t"), parse_rank("K")
    (0, 9, 12)
    """
    index = _RANK_TEXTS.get(text.strip().upper())
    if index is None:
        raise ShoeError(f'"{text}" is no rank', mend="ranks are A 2 3 4 5 6 7 8 9 10 J Q K")
    return index


def parse_card(text: str) -> tuple[int, int | None]:
    """Rank and suit of a text such as `9♠`, `9s`, `10h` or `K`; the suit is None where none is named.

    Raises
    ------
    ShoeError
        The text names no card.

    Examples
    --------
    >>> parse_card("10h"), parse_card("9♠"), parse_card("K")
    ((9, 1), (8, 0), (12, None))
    """
    body = text.strip().rstrip(_VARIATION_SELECTORS)
    suit = _SUIT_TEXTS.get(body[-1:])
    if suit is not None and len(body) > 1:
        body = body[:-1]
    else:
        suit = None
    index = _RANK_TEXTS.get(body.upper())
    if index is None:
        raise ShoeError(f'"{text}" is no card', mend="write a rank with or without a suit: K, 9♠, 9s, 10h")
    return index, suit


def split_cards(text: str) -> list[str]:
    """The single words of a text that separates them by blanks, commas or semicolons.

    Examples
    --------
    >>> split_cards("K 9♠, 4h; 10")
    ['K', '9♠', '4h', '10']
    """
    return text.replace(",", " ").replace(";", " ").split()


def parse_cards(text: str) -> list[int]:
    """Cards of a text in which every card has its suit.

    Raises
    ------
    ShoeError
        A word names no card, or no suit.

    Examples
    --------
    >>> [card_name(card) for card in parse_cards("K♠ 9h")]
    ['K♠', '9♥']
    """
    found = []
    for word in split_cards(text):
        rank, suit = parse_card(word)
        if suit is None:
            raise ShoeError(f'"{word}" names no suit', mend="write the suit too: 9♠, 9s")
        found.append(card(rank, suit))
    return found


def card_names(cards: Iterable[int]) -> str:
    """Cards as one text, separated by blanks."""
    return " ".join(card_name(card) for card in cards)

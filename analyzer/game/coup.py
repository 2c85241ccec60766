"""A finished coup, and what may be looked at in it.

Facts look at cards only through a `CoupView`, so they answer for one coup as for an array of coups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.game.cards import COLOUR_OF_SUIT, RANKS, card_name, card_names, rank_of, suit_of
from analyzer.game.rulebook import BANKER, PLAYER, TIE, Rulebook

PLAYER_1, BANKER_1, PLAYER_2, BANKER_2, PLAYER_3, BANKER_3 = POSITIONS = range(6)
POSITION_NAMES = ("P1", "B1", "P2", "B2", "P3", "B3")
FIFTH, SIXTH = 6, 7
"""The fifth and sixth card of the shoe: they lie where they lie, whichever hand takes them, if any does."""

PLACE_NAMES = (*POSITION_NAMES, "5", "6")
HANDS = {PLAYER: (PLAYER_1, PLAYER_2, PLAYER_3), BANKER: (BANKER_1, BANKER_2, BANKER_3)}

NOT_DEALT = -1
"""Point value, rank, suit and colour of a third card that was not dealt."""

VALUE, RANK, COLOUR, SUIT = "value", "rank", "colour", "suit"
DETAILS = (VALUE, RANK, COLOUR, SUIT)

OUTCOME_NUMBER = {PLAYER: 1, BANKER: -1, TIE: 0}


class Among(str):
    """A detail of its own making: whether a card is one of some cards.

    It is coarser than rank or suit (two classes of cards instead of 13 or 4), so a fact that only counts
    nines of hearts costs little more than one that counts points.

    Examples
    --------
    >>> from analyzer.game.cards import parse_cards
    >>> Among(parse_cards("9♥ A♠"))
    'among A♠ 9♥'
    """

    cards: frozenset[int]

    def __new__(cls, cards: Iterable[int]) -> Among:
        """The detail of some cards (0 to 51); its text lists them, so equal texts are equal sets."""
        listed = sorted(set(cards))
        made = super().__new__(cls, f"among {card_names(listed)}")
        made.cards = frozenset(listed)
        return made


class CoupView(Protocol):
    """What a fact may look at: one coup (integers) or many (integer arrays of one shape)."""

    @property
    def outcome(self) -> Any:
        """1 where Player wins, −1 where Banker wins, 0 on a tie."""

    def is_dealt(self, position: int) -> bool | Any:
        """Whether there is a card at a position."""

    def total(self, hand: str) -> Any:
        """Final total of a hand, 0 to 9."""

    def two_card_total(self, hand: str) -> Any:
        """Total of a hand's first two cards, 0 to 9."""

    def among(self, position: int, cards: Among) -> Any:
        """Whether the card at a position is one of some cards; false where there is none."""

    def value(self, position: int) -> Any:
        """Point value of the card at a position, `NOT_DEALT` where there is none."""

    def rank(self, position: int) -> Any:
        """Rank 0 to 12 of the card at a position, `NOT_DEALT` where there is none."""

    def suit(self, position: int) -> Any:
        """Suit 0 to 3 of the card at a position, `NOT_DEALT` where there is none."""

    def colour(self, position: int) -> Any:
        """Colour 0 (black) or 1 (red) of the card at a position, `NOT_DEALT` where there is none."""


@dataclass(frozen=True)
class Coup:
    """A finished coup: both hands as cards, and the rulebook it was dealt under.

    Attributes
    ----------
    player, banker : tuple of 2 or 3 int
        Cards (0 to 51) in the order dealt.
    """

    player: tuple[int, ...]
    banker: tuple[int, ...]
    rulebook: Rulebook

    def card(self, position: int) -> int:
        """The card at a position, `NOT_DEALT` where there is none."""
        hand = self.player if position in HANDS[PLAYER] else self.banker
        place = position // 2
        return hand[place] if place < len(hand) else NOT_DEALT

    def names(self, hand: str) -> list[str]:
        """The cards of a hand as people write them; a fixed first card has no suit."""
        names = [card_name(dealt) for dealt in (self.player if hand == PLAYER else self.banker)]
        if hand == PLAYER and self.rulebook.player_first_card is not None:
            names[0] = RANKS[self.rulebook.player_first_card]
        return names

    def is_dealt(self, position: int) -> bool:
        """Whether there is a card at a position."""
        return self.card(position) != NOT_DEALT

    def among(self, position: int, cards: Among) -> bool:
        """Whether the card at a position is one of some cards."""
        return self.card(position) in cards.cards

    def total(self, hand: str) -> int:
        """Final total of a hand."""
        return sum(self.value(position) for position in HANDS[hand] if self.is_dealt(position)) % 10

    def two_card_total(self, hand: str) -> int:
        """Total of a hand's first two cards."""
        return sum(self.value(position) for position in HANDS[hand][:2]) % 10

    def value(self, position: int) -> int:
        """Point value of the card at a position."""
        return self._of(position, lambda card: self.rulebook.card_values[rank_of(card)])

    def rank(self, position: int) -> int:
        """Rank of the card at a position."""
        return self._of(position, rank_of)

    def suit(self, position: int) -> int:
        """Suit of the card at a position."""
        return self._of(position, suit_of)

    def colour(self, position: int) -> int:
        """Colour of the card at a position."""
        return self._of(position, lambda card: COLOUR_OF_SUIT[suit_of(card)])

    def _of(self, position: int, part: Callable[[int], int]) -> int:
        card = self.card(position)
        return NOT_DEALT if card == NOT_DEALT else part(card)

    @property
    def outcome(self) -> int:
        """1 where Player wins, −1 where Banker wins, 0 on a tie."""
        winner = self.rulebook.outcome(
            self.total(PLAYER), self.total(BANKER), len(self.player), len(self.banker)
        )
        return OUTCOME_NUMBER[winner]

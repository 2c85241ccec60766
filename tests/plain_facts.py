"""Every fact and every function a second time, for one coup, as a person at the table would say it.

Cards are numbers from 0 to 51 in the order A♠ A♥ A♦ A♣ 2♠ …; nothing of the code under test is used.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from analyzer.game.rulebook import Rulebook

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
RED = {HEARTS, DIAMONDS}
RANK_NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUIT_NAMES = ["spades", "hearts", "diamonds", "clubs"]

Answer = int | bool | None
"""None is what a card that was not dealt has."""


class Deal(NamedTuple):
    """A finished coup."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    rulebook: Rulebook

    def hand(self, name: str) -> tuple[int, ...]:
        return self.player if name == "player" else self.banker

    def value(self, card: int) -> int:
        return self.rulebook.card_values[card // 4]

    def points(self, cards: tuple[int, ...]) -> int:
        return sum(self.value(card) for card in cards) % 10

    def winner(self) -> str:
        player, banker = self.points(self.player), self.points(self.banker)
        two_naturals = len(self.player) == len(self.banker) == 2 and player >= 8 and banker >= 8
        if player == banker or (two_naturals and self.rulebook.two_naturals == "tie"):
            return "tie"
        return "player" if player > banker else "banker"


def rank(card: int) -> int:
    return card // 4


def suit(card: int) -> int:
    return card % 4


def colour(card: int) -> int:
    return int(suit(card) in RED)


def pair_kind(first: int, second: int) -> str:
    if rank(first) != rank(second):
        return "none"
    if suit(first) == suit(second):
        return "perfect"
    return "coloured" if colour(first) == colour(second) else "mixed"


def of_hand(name: str) -> dict[str, Callable[[Deal], Answer]]:
    facts: dict[str, Callable[[Deal], Answer]] = {
        "wins": lambda deal: deal.winner() == name,
        "total": lambda deal: deal.points(deal.hand(name)),
        "two_card_total": lambda deal: deal.points(deal.hand(name)[:2]),
        "cards": lambda deal: len(deal.hand(name)),
        "natural": lambda deal: deal.points(deal.hand(name)[:2]) in (8, 9),
        "pair": lambda deal: pair_kind(*deal.hand(name)[:2]) != "none",
        "perfect_pair": lambda deal: pair_kind(*deal.hand(name)[:2]) == "perfect",
        "coloured_pair": lambda deal: pair_kind(*deal.hand(name)[:2]) == "coloured",
        "mixed_pair": lambda deal: pair_kind(*deal.hand(name)[:2]) == "mixed",
        "two_cards_suited": lambda deal: len({suit(card) for card in deal.hand(name)[:2]}) == 1,
        "suited": lambda deal: len({suit(card) for card in deal.hand(name)}) == 1,
        "red": lambda deal: {colour(card) for card in deal.hand(name)} == {1},
        "black": lambda deal: {colour(card) for card in deal.hand(name)} == {0},
    }
    for place, ordinal in enumerate(("first", "second", "third")):
        for detail, look in {
            "rank": lambda deal, card: rank(card),
            "suit": lambda deal, card: suit(card),
            "colour": lambda deal, card: colour(card),
            "value": lambda deal, card: deal.value(card),
        }.items():
            facts[f"{ordinal}.{detail}"] = lambda deal, place=place, look=look: (
                look(deal, deal.hand(name)[place]) if place < len(deal.hand(name)) else None
            )
    return {f"{name}.{fact}": ask for fact, ask in facts.items()}


PLAIN_FACTS: Mapping[str, Callable[[Deal], Answer]] = {
    **of_hand("player"),
    **of_hand("banker"),
    "tie": lambda deal: deal.winner() == "tie",
    "margin": lambda deal: abs(deal.points(deal.player) - deal.points(deal.banker)),
    "cards": lambda deal: len(deal.player) + len(deal.banker),
}

PLAIN_SETS: Mapping[str, Callable[[Deal], tuple[int, ...]]] = {
    "player": lambda deal: deal.player,
    "banker": lambda deal: deal.banker,
    "all": lambda deal: deal.player + deal.banker,
    "first_four": lambda deal: deal.player[:2] + deal.banker[:2],
    "player_first_two": lambda deal: deal.player[:2],
    "banker_first_two": lambda deal: deal.banker[:2],
    "third_cards": lambda deal: deal.player[2:] + deal.banker[2:],
}

PLAIN_TESTS: Mapping[str, Callable[[Deal, int], bool]] = {
    "rank in {J, Q, K}": lambda deal, card: RANK_NAMES[rank(card)] in ("J", "Q", "K"),
    "rank not in faces": lambda deal, card: RANK_NAMES[rank(card)] not in ("J", "Q", "K"),
    "rank == 9": lambda deal, card: RANK_NAMES[rank(card)] == "9",
    "rank != 10": lambda deal, card: RANK_NAMES[rank(card)] != "10",
    "value >= 5": lambda deal, card: deal.value(card) >= 5,
    "value == 0 or value in {4..6}": lambda deal, card: deal.value(card) in (0, 4, 5, 6),
    "suit == hearts": lambda deal, card: SUIT_NAMES[suit(card)] == "hearts",
    "colour == red": lambda deal, card: suit(card) in RED,
    "rank in {2..9} and suit != diamonds": lambda deal, card: 1 <= rank(card) <= 8 and suit(card) != DIAMONDS,
    "not (colour == black and value < 3)": lambda deal, card: suit(card) in RED or deal.value(card) >= 3,
}


def is_straight(cards: tuple[int, ...]) -> bool:
    ranks = sorted(rank(card) for card in cards)
    aces_high = sorted(13 if one == 0 else one for one in ranks)
    in_a_row = [list(range(row[0], row[0] + len(row))) == row for row in (ranks, aces_high) if row]
    return len(cards) >= 3 and any(in_a_row)


def rank_counts(cards: tuple[int, ...]) -> Counter[int]:
    return Counter(rank(card) for card in cards)


PLAIN_FUNCTIONS: Mapping[str, Callable[[tuple[int, ...], int], Answer]] = {
    "count": lambda cards, times: len(cards),
    "ranks_with": lambda cards, times: list(rank_counts(cards).values()).count(times),
    "same_suit": lambda cards, times: len({suit(card) for card in cards}) <= 1,
    "same_colour": lambda cards, times: len({colour(card) for card in cards}) <= 1,
    "same_rank": lambda cards, times: len({rank(card) for card in cards}) <= 1,
    "straight": lambda cards, times: is_straight(cards),
}
"""Answers for the cards that pass, and the number of times for `ranks_with`."""

"""What is left of a shoe when only part of that is known: so many cards, so many nines, the rest at random.

Every choice of the cards left that has the known numbers is as likely as every other.
So a sequence of six places is dealt from them as often as one with as many cards of every group; a group that
has T cards in the whole shoe and t among those left has its a cards in the sequence

    t(t−1)…(t−a+1)  instead of  T(T−1)…(T−a+1)

times, and the cards that are in no group are a group too.
So sequences are counted in the whole shoe, told apart by the numbers a alone, and weighed with the product of
these ratios.
A common denominator keeps the ways whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import gcd, perm, prod
from typing import Any

from analyzer.errors import ShoeError, UsageError
from analyzer.game.card_words import CardWord
from analyzer.game.cards import CARDS_PER_DECK
from analyzer.game.coup import BANKER_1, BANKER_2, FIFTH, PLAYER_1, PLAYER_2, SIXTH, Among, CoupView
from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import LEAST_CARDS, Shoe
from analyzer.study.odds.knowledge import cards_told_apart

Tally = tuple[int, ...]
"""How many of a sequence's cards are of each group."""


@dataclass(frozen=True)
class PartLeft:
    """How many cards are left of a shoe, and how many of them are of some groups.

    Attributes
    ----------
    size : int
        Cards left.
    holding : tuple of (CardWord, int)
        Groups of cards that have none in common, each with the number that is left of it.
    """

    size: int
    holding: tuple[tuple[CardWord, int], ...] = ()

    @property
    def text(self) -> str:
        """What is left, in words.

        Examples
        --------
        >>> PartLeft(60, ((CardWord("9", frozenset({32, 33, 34, 35}), True), 3),)).text
        '60 cards left, of 9: 3'
        """
        groups = ", ".join(f"of {word.text}: {number}" for word, number in self.holding)
        return f"{self.size} cards left, {groups}" if groups else f"{self.size} cards left"


class Weighing:
    """How often a sequence is dealt from the cards left, by the groups of its cards.

    Parameters
    ----------
    left : PartLeft
    shoe : Shoe
        The shoe of which they are left.
    rulebook : Rulebook

    Attributes
    ----------
    facts : list of Fact
        How many of the cards of a sequence are of each group.

    Raises
    ------
    ShoeError
        So many cards cannot be left.
    UsageError
        Groups have cards in common, or the shoe deals with replacement.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> nine = CardWord("9", frozenset({32, 33, 34, 35}), True)
    >>> weighing = Weighing(PartLeft(7, ((nine, 1),)), Shoe.from_decks(1), load_rulebook())
    >>> [weighing.weight((nines,)) for nines in (0, 1, 2)]
    [17280, 185760, 0]
    """

    def __init__(self, left: PartLeft, shoe: Shoe, rulebook: Rulebook) -> None:
        if shoe.with_replacement:
            raise UsageError(
                "of an infinite shoe there is no part", where="--left", mend="give a number of decks"
            )
        groups = [cards_told_apart(word, shoe) for word, _ in left.holding]
        _require_apart(groups, left)
        counts = [_count(shoe, cards) for cards in groups]
        numbers = [number for _, number in left.holding]
        _require_that_many(left, shoe, counts)
        self._counts = (*counts, shoe.size - sum(counts))
        self._left = (*numbers, left.size - sum(numbers))
        places = [PLAYER_1, BANKER_1, PLAYER_2, BANKER_2, FIFTH, SIXTH]
        if rulebook.player_first_card is not None:
            places.remove(PLAYER_1)
        self._cards = len(places)
        self._continuations = perm(shoe.size - self._cards, LEAST_CARDS - self._cards)
        self.facts = [_tally_fact(cards, places) for cards in groups]

    def weight(self, tally: Tally) -> int:
        """How often a sequence is dealt from the cards left, for each time from the whole shoe, scaled."""
        groups = zip(self._counts, self._left, (*tally, self._cards - sum(tally)), strict=True)
        return prod(
            perm(left, used) * perm(count - used, min(self._cards, count) - used) if used <= count else 0
            for count, left, used in groups
        )

    def weighed(self, ways: Mapping[tuple[Any, Tally], int]) -> dict[Any, int]:
        """Ways of each state from its ways in the whole shoe by tally, all scaled alike."""
        found: dict[Any, int] = {}
        for (state, tally), behind in ways.items():
            weight = self.weight(tally) // self._common
            if weight:
                found[state] = found.get(state, 0) + behind * weight
        return found

    @cached_property
    def _common(self) -> int:
        """What all weights have in common."""
        return gcd(*(self.weight(tally) for tally in _tallies(len(self.facts), self._cards)))

    @property
    def total_ways(self) -> int:
        """Ways of all sequences, scaled alike."""
        scale = prod(perm(count, min(self._cards, count)) for count in self._counts)
        # A sequence is weighed by the cards that have a place, and goes on in every way up to six cards.
        return scale * perm(sum(self._left), self._cards) * self._continuations // self._common


def _tallies(groups: int, cards: int) -> list[Tally]:
    """All numbers of cards that some groups can have among so many."""
    found: list[Tally] = [()]
    for _ in range(groups):
        found = [(*tally, more) for tally in found for more in range(cards - sum(tally) + 1)]
    return found


def _tally_fact(cards: Among, places: Sequence[int]) -> Fact:
    return Fact(
        f"number of the six cards {cards}",
        "number",
        dict.fromkeys(places, frozenset([cards])),
        partial(_tally, cards=cards, places=tuple(places)),
        symmetric=True,
    )


def _tally(view: CoupView, cards: Among, places: Sequence[int]) -> Any:
    return sum(1 * view.among(place, cards) for place in places)


def _count(shoe: Shoe, cards: Among) -> int:
    """Number of cards of a group in a shoe."""
    if shoe.detail == "card":
        return sum(shoe.counts[card] for card in cards.cards)
    from analyzer.deal.card_classes import shoe_detail
    from analyzer.game.cards import STANDARD_CARD_VALUES, rank_of

    try:
        shoe.require(shoe_detail(cards, STANDARD_CARD_VALUES))
    except ShoeError as error:
        raise ShoeError(error.what, where="--holding", mend=error.mend) from None
    kinds = {rank_of(card) for card in cards.cards}
    if shoe.detail == "value":
        kinds = {STANDARD_CARD_VALUES[kind] for kind in kinds}
    return sum(shoe.counts[kind] for kind in kinds)


def _require_apart(groups: Sequence[Among], left: PartLeft) -> None:
    seen: dict[int, str] = {}
    for cards, (word, _) in zip(groups, left.holding, strict=True):
        for card in cards.cards:
            if card in seen:
                raise UsageError(
                    f"{seen[card]} and {word.text} have cards in common",
                    where="--holding",
                    mend="give groups that have none, such as 9:3 and {6,7}:10",
                )
        seen |= dict.fromkeys(cards.cards, word.text)
    if len(seen) == CARDS_PER_DECK and left.size != sum(number for _, number in left.holding):
        raise ShoeError(
            "the groups hold all cards, and their numbers are not the number of cards left", where="--holding"
        )


def _require_that_many(left: PartLeft, shoe: Shoe, counts: Sequence[int]) -> None:
    if left.size < LEAST_CARDS:
        raise ShoeError(
            f"{left.size} cards left cannot deal a coup",
            where="--left",
            mend=f"leave at least {LEAST_CARDS} cards",
        )
    if left.size > shoe.size:
        raise ShoeError(
            f"{left.size} cards cannot be left of {shoe.size}",
            where="--left",
            mend=f"the shoe is {shoe.describe()}",
        )
    for (word, number), count in zip(left.holding, counts, strict=True):
        if not 0 <= number <= count:
            raise ShoeError(
                f"{number} of {word.text} cannot be left: the shoe has {count}",
                where="--holding",
                mend=f"give a number from 0 to {count}",
            )
    held = sum(number for _, number in left.holding)
    others = shoe.size - sum(counts)
    if not 0 <= left.size - held <= others:
        raise ShoeError(
            f"{left.size} cards left, {held} of them in the groups, leave {left.size - held} others,"
            f" and the shoe has {others}",
            where="--left and --holding",
            mend="give numbers that go together",
        )

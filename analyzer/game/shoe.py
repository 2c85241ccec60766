"""The shoe: an immutable composition, known by card, by rank or by point value only.

A shoe knows as much as it was told.
Asked for more (the suits of a shoe given by ten point counts) it refuses; asked for less it adds counts up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd, perm
from operator import index
from pathlib import Path

from analyzer.errors import ShoeError
from analyzer.game.cards import (
    CARDS_PER_DECK,
    RANKS,
    STANDARD_CARD_VALUES,
    SUITS_PER_RANK,
    card,
    card_name,
    parse_card,
    split_cards,
)

LEAST_CARDS = 6
"""A coup may need six cards; ways are counted over ordered six-card sequences."""

COUNTS_PER_DETAIL = {"value": 10, "rank": len(RANKS), "card": CARDS_PER_DECK}
_DETAIL_OF_LENGTH = {length: detail for detail, length in COUNTS_PER_DETAIL.items()}
_DETAIL_NAMES = {"value": "point value", "rank": "rank", "card": "card"}
_ONE_DECK = {"card": (1,) * CARDS_PER_DECK, "rank": (4,) * len(RANKS), "value": (16,) + (4,) * 9}
_NUMBER = re.compile(r"[+-]?(?:[\d.]+(?:e[+-]?\d+)?|nan|inf(?:inity)?)", re.IGNORECASE)
LONGEST_COUNT = 30
LARGEST_FILE = 1_000_000


@dataclass(frozen=True)
class Shoe:
    """How many of each card, rank or point value are left to deal.

    Build one with `from_decks`, `from_counts`, `from_text`, `from_file` or `infinite`.

    Attributes
    ----------
    detail : {"card", "rank", "value"}
        What the composition is known by.
    counts : tuple of int
        52 counts (A♠ A♥ A♦ A♣ 2♠ …), 13 counts (A to K) or 10 counts (point values 0 to 9).
    with_replacement : bool
        Every card goes back before the next is dealt, so only the proportions of the counts matter;
        they are kept in lowest terms.

    Examples
    --------
    >>> shoe = Shoe.from_decks(8)
    >>> shoe.size, shoe.value_counts()
    (416, (128, 32, 32, 32, 32, 32, 32, 32, 32, 32))
    >>> (shoe - "9♦ 9♦").rank_counts()[8]
    30
    """

    detail: str
    counts: tuple[int, ...]
    with_replacement: bool = False

    def __post_init__(self) -> None:
        if self.detail not in COUNTS_PER_DETAIL or len(self.counts) != COUNTS_PER_DETAIL[self.detail]:
            raise ShoeError(
                f"a shoe needs 10, 13 or 52 counts, not {len(self.counts)}",
                mend="give point values 0 to 9, ranks A to K, or cards A♠ A♥ A♦ A♣ 2♠ …",
            )
        for place, count in enumerate(self.counts):
            if isinstance(count, bool) or not isinstance(count, int):
                raise ShoeError(f"{count!r} is not a whole number of cards", where=self._place_name(place))
            if count < 0:
                raise ShoeError("a count below 0 cannot be", where=self._place_name(place))
            if count >= 10**LONGEST_COUNT:
                raise ShoeError(f"a count has at most {LONGEST_COUNT} digits", where=self._place_name(place))
        if self.with_replacement:
            object.__setattr__(self, "counts", _in_lowest_terms(self.counts))
        elif self.size < LEAST_CARDS:
            raise ShoeError(
                f"a shoe of {self.size} cards cannot deal a coup", mend=f"leave at least {LEAST_CARDS} cards"
            )
        if self.size == 0:
            raise ShoeError("a shoe without cards cannot deal a coup", mend="give at least one count above 0")

    @classmethod
    def from_decks(cls, decks: int) -> Shoe:
        """A full shoe of so many decks.

        Raises
        ------
        ShoeError
            The number of decks is not a whole number of at least one.
        """
        if isinstance(decks, bool) or not isinstance(decks, int) or decks < 1:
            raise ShoeError(
                f"a shoe of {decks!r} decks cannot be", mend='give 1 or more decks, or "infinite"'
            )
        return cls("card", (decks,) * CARDS_PER_DECK)

    @classmethod
    def infinite(cls) -> Shoe:
        """Dealing with replacement from full decks: every rank has 1 chance in 13."""
        return cls("card", (1,) * CARDS_PER_DECK, with_replacement=True)

    @classmethod
    def from_counts(cls, counts: Iterable[int], *, with_replacement: bool = False) -> Shoe:
        """A shoe of 10 point value counts, 13 rank counts or 52 card counts.

        Examples
        --------
        >>> Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3]).total_ways
        720
        """
        # Integers of numpy and sympy become plain ones; a truth value stays what it is, to be refused.
        whole = (c if isinstance(c, bool) or not hasattr(c, "__index__") else index(c) for c in counts)
        listed = tuple(whole)
        return cls(_DETAIL_OF_LENGTH.get(len(listed), "value"), listed, with_replacement)

    @classmethod
    def from_text(cls, text: str) -> Shoe:
        """A shoe of counts (`128,32,…`) or of listed cards (`K♠ 9h 4d …`).

        Counts or cards are separated by commas, semicolons or blanks; `#` starts a comment.
        A text of ranks that could be counts as well (`9 8 7 6 5 4`) is taken for counts.

        Raises
        ------
        ShoeError
            A word is neither a count nor a card, or their number is not one of 10, 13 and 52.
        """
        lines = text.removeprefix("\ufeff").splitlines()
        words = split_cards("\n".join(line.split("#")[0] for line in lines))
        if not words:
            raise ShoeError("the shoe is empty", mend="give 10, 13 or 52 counts, or a list of cards")
        numbers = {word for word in words if _NUMBER.fullmatch(word)}
        if numbers.issuperset(words) or not numbers <= {"1", *RANKS}:
            return cls.from_counts(_whole_number(word, place) for place, word in enumerate(words, start=1))
        return cls.from_cards(words)

    @classmethod
    def from_cards(cls, words: Sequence[str]) -> Shoe:
        """A shoe of listed cards; one card without its suit makes it a shoe known by rank."""
        parsed = [parse_card(word) for word in words]
        if any(suit is None for _, suit in parsed):
            counts = [0] * len(RANKS)
            for rank, _ in parsed:
                counts[rank] += 1
            return cls("rank", tuple(counts))
        counts = [0] * CARDS_PER_DECK
        for rank, suit in parsed:
            counts[card(rank, suit or 0)] += 1
        return cls("card", tuple(counts))

    @classmethod
    def from_file(cls, path: str | Path) -> Shoe:
        """A shoe from a text file, in the forms of `from_text`.

        Raises
        ------
        ShoeError
            The file cannot be read or holds no shoe.
        """
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read(LARGEST_FILE + 1)
        except OSError as error:
            raise ShoeError(f"the shoe cannot be read: {error.strerror}", where=str(path)) from None
        except UnicodeDecodeError:
            raise ShoeError(
                "the shoe is not a text in UTF-8", where=str(path), mend="save it as UTF-8"
            ) from None
        if len(text) > LARGEST_FILE:
            raise ShoeError("the file is too large to be one shoe", where=str(path))
        try:
            return cls.from_text(text)
        except ShoeError as error:
            where = f"{path}, {error.where}" if error.where else str(path)
            raise ShoeError(error.what, where=where, mend=error.mend) from None

    @property
    def size(self) -> int:
        """Number of cards left to deal."""
        return sum(self.counts)

    @property
    def total_ways(self) -> int:
        """Number of ordered six-card sequences, N(N−1)…(N−5).

        With replacement it is N⁶, where N is the sum of the proportions by rank: 13⁶ for full decks.
        """
        if not self.with_replacement:
            return perm(self.size, LEAST_CARDS)
        return int(sum(self.value_counts()) ** LEAST_CARDS)

    def counts_by(self, detail: str) -> tuple[int, ...]:
        """The counts at a detail: 52 by card, 13 by rank or 10 by (usual) point value."""
        return {"card": self.card_counts, "rank": self.rank_counts, "value": self.value_counts}[detail]()

    @cached_property
    def decks(self) -> int | None:
        """Number of decks if the shoe is full, else None."""
        if self.with_replacement:
            return None
        per_deck = _ONE_DECK[self.detail]
        decks = self.counts[-1] // per_deck[-1]
        return decks if decks and self.counts == tuple(decks * count for count in per_deck) else None

    def describe(self) -> str:
        """The shoe in a few words.

        Examples
        --------
        >>> Shoe.from_decks(8).describe(), Shoe.infinite().describe()
        ('8 decks', 'infinite decks')
        """
        if self.with_replacement:
            full = self.counts == _in_lowest_terms(_ONE_DECK[self.detail])
            return "infinite decks" if full else "dealt with replacement"
        if self.decks:
            return f"{self.decks} deck{'s' if self.decks > 1 else ''}"
        return f"{self.size} cards known by {_DETAIL_NAMES[self.detail]}"

    def card_counts(self) -> tuple[int, ...]:
        """52 counts, one for each card.

        Raises
        ------
        ShoeError
            The shoe is not known by card.
        """
        self.require("card")
        return self.counts

    def rank_counts(self) -> tuple[int, ...]:
        """13 counts, ace to king; with replacement their proportions in lowest terms.

        Raises
        ------
        ShoeError
            The shoe is known only by point value.
        """
        self.require("rank")
        if self.detail == "rank":
            return self.counts
        firsts = range(0, CARDS_PER_DECK, SUITS_PER_RANK)
        counts = tuple(sum(self.counts[first : first + SUITS_PER_RANK]) for first in firsts)
        return _in_lowest_terms(counts) if self.with_replacement else counts

    def value_counts(self, card_values: Sequence[int] = STANDARD_CARD_VALUES) -> tuple[int, ...]:
        """10 counts, one for each point value, that add up to the counts by rank where those are known.

        Parameters
        ----------
        card_values : 13 whole numbers, optional
            Point value of each rank, ace to king.

        Raises
        ------
        ShoeError
            The shoe is known only by point value and the ranks have other values than usual.
        """
        if self.detail == "value":
            if tuple(card_values) != STANDARD_CARD_VALUES:
                raise ShoeError(
                    "the shoe is known only by point value, and the rulebook values the ranks differently",
                    mend="give the shoe by rank or by card",
                )
            return self.counts
        counts = [0] * 10
        for rank, count in enumerate(self.rank_counts()):
            counts[card_values[rank]] += count
        return tuple(counts)

    def knows(self, detail: str) -> bool:
        """Whether the shoe can be asked at a detail (card, rank or value)."""
        return COUNTS_PER_DETAIL[detail] <= COUNTS_PER_DETAIL[self.detail]

    def require(self, detail: str) -> None:
        """Refuse when the shoe is not known well enough.

        Raises
        ------
        ShoeError
            The shoe is known by less than the detail asked for.
        """
        if not self.knows(detail):
            missing = "suits" if detail == "card" else "ranks"
            raise ShoeError(
                f"the shoe is known only by {_DETAIL_NAMES[self.detail]}, so it has no {missing}",
                mend=f"give the shoe by {detail} ({COUNTS_PER_DETAIL[detail]} counts)",
            )

    def __sub__(self, removed: str | Iterable[str]) -> Shoe:
        """The shoe without some cards.

        A card named without its suit leaves a shoe that is known by rank.

        Raises
        ------
        ShoeError
            A card is not there to be removed, or fewer than six cards would be left.
        """
        words = split_cards(removed) if isinstance(removed, str) else list(removed)
        parsed = [parse_card(word) for word in words]
        if self.with_replacement:
            raise ShoeError(
                "an infinite shoe stays as it is when cards are removed", mend="give a number of decks"
            )
        detail = self.detail
        if detail == "card" and any(suit is None for _, suit in parsed):
            detail = "rank"
        counts = list(self.counts_by(detail))
        for word, (rank, suit) in zip(words, parsed, strict=True):
            place = {"card": card(rank, suit or 0), "rank": rank, "value": STANDARD_CARD_VALUES[rank]}[detail]
            if counts[place] == 0:
                raise ShoeError(f"there is no {word} left to remove", mend=f"the shoe is {self.describe()}")
            counts[place] -= 1
        return Shoe(detail, tuple(counts))

    def _place_name(self, place: int) -> str:
        name = (
            str(place)
            if self.detail == "value"
            else RANKS[place]
            if self.detail == "rank"
            else card_name(place)
        )
        return f"count {place + 1} ({name})"


def _in_lowest_terms(counts: tuple[int, ...]) -> tuple[int, ...]:
    divisor = gcd(*counts) or 1
    return tuple(count // divisor for count in counts)


def _whole_number(word: str, place: int) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,100}", word):
        raise ShoeError(f'"{word[:40]}" is not a whole number of cards', where=f"count {place}")
    return int(word)

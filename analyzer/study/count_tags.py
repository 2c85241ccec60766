"""Count tags: whole numbers that a counter adds up, one for each card that leaves the shoe.

A count is as good for a wager as its tags are like the effects of removal: the betting correlation of tags t
with effects e, over n cards of each kind, is

    Σ n·(t − t̄)·(e − ē) / √( Σ n·(t − t̄)² · Σ n·(e − ē)² ).

Its square is a fraction, so tags are compared exactly.
Balanced tags add up to 0 over full decks.
Among those of a level L (from −L to L) the best are found without trying all: whatever the tags, only
B = Σ n·t, Q = Σ n·t² and S = Σ n·t·e matter, so kind by kind the largest S is kept for every B and Q that can
be reached; at the end B must be 0 and S²/Q as large as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import ShoeError
from analyzer.game.cards import CARDS_PER_DECK, RANKS, STANDARD_CARD_VALUES, rank_of
from analyzer.game.shoe import COUNTS_PER_DETAIL
from analyzer.study.removal import CARD, RANK, VALUE, RemovalStudy

LEVELS = (1, 2, 3, 4)
MOST_CARDS_PER_SET = 52
"""Tags are derived where the shoe repeats a set of at most so many cards, such as a deck."""


@dataclass(frozen=True)
class Correlation:
    """An exact correlation.

    Attributes
    ----------
    square : Fraction
    negative : bool
        Whether tags are high where effects are low.
    """

    square: Fraction
    negative: bool = False

    @property
    def signed_square(self) -> Fraction:
        """The square with the sign of the correlation, which compares as the correlation does."""
        return -self.square if self.negative else self.square


@dataclass(frozen=True)
class Tags:
    """Tags of a count with their betting correlation.

    Attributes
    ----------
    tags : tuple of int or Fraction
        One for each kind of card.
    correlation : Correlation or None
        None if the tags or the effects are all the same.
    """

    tags: tuple[int | Fraction, ...]
    correlation: Correlation | None


@dataclass(frozen=True)
class WagerTags:
    """Tags for one wager.

    Attributes
    ----------
    slug : str
        The wager.
    level : int or None
        The level for which they are the best; None if they were given.
    tags : Tags or None
        None if no tags correlate with the effects.
    """

    slug: str
    level: int | None
    tags: Tags | None


def derived_tags(study: RemovalStudy, levels: Sequence[int] = LEVELS) -> list[WagerTags]:
    """The best balanced tags of some levels for every wager.

    Raises
    ------
    ShoeError
        Tags cannot be derived from these effects.

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> from analyzer.study.removal import study_removal
    >>> study = study_removal(Shoe.from_decks(8), load_rulebook(), load_wagers("side/dragon-7"))
    >>> derived_tags(study, [2])[0].tags.tags
    (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
    """
    reason = reason_against_deriving(study)
    if reason:
        raise ShoeError(reason)
    return [
        WagerTags(wager.slug, level, best_tags(study.counts, _effects(study, wager.slug), level))
        for wager in study.wagers
        for level in levels
    ]


def reason_against_deriving(study: RemovalStudy) -> str | None:
    """Why no tags can be derived from some effects; None if they can."""
    if study.number != 1:
        return "tags are derived from the effects of single cards"
    if study.kind == CARD:
        return "tags are derived by point value or by rank"
    if not has_sets(study.counts):
        return "balanced tags are derived for full decks"
    return None


def compared_tags(study: RemovalStudy, tags: Sequence[int | Fraction]) -> list[WagerTags]:
    """How well given tags, by point value 0 to 9 or by rank A to K, do for every wager.

    Raises
    ------
    ShoeError
        The tags are not 10 or 13, or tell apart ranks that the effects do not.
    """
    given = _tags_by_kind(tags, study.kind)
    found = []
    for wager in study.wagers:
        effects = _effects(study, wager.slug)
        found.append(
            WagerTags(wager.slug, None, Tags(tuple(tags), correlation(study.counts, effects, given)))
        )
    return found


def _effects(study: RemovalStudy, slug: str) -> list[Fraction]:
    """Effects of all kinds; those of which no card is left do not count, whatever stands for them."""
    return [effect or Fraction(0) for effect in study.effects(slug)]


def _tags_by_kind(tags: Sequence[int | Fraction], kind: str) -> list[int | Fraction]:
    """A tag for each kind of card."""
    if len(tags) not in (COUNTS_PER_DETAIL[VALUE], COUNTS_PER_DETAIL[RANK]):
        raise ShoeError(
            f"a count has 10 or 13 tags, not {len(tags)}",
            mend="give one for each point value 0 to 9, or for each rank A to K",
        )
    by_rank = list(tags)
    if len(tags) == COUNTS_PER_DETAIL[VALUE]:
        if kind == VALUE:
            return by_rank
        by_rank = [tags[value] for value in STANDARD_CARD_VALUES]
    if kind == RANK:
        return by_rank
    if kind == CARD:
        return [by_rank[rank_of(card)] for card in range(CARDS_PER_DECK)]
    by_value = {value: by_rank[rank] for rank, value in enumerate(STANDARD_CARD_VALUES)}
    if any(by_value[value] != by_rank[rank] for rank, value in enumerate(STANDARD_CARD_VALUES)):
        raise ShoeError(
            f"the tags tell apart {', '.join(RANKS[9:])}, and the effects do not",
            mend="tell the cards apart by rank",
        )
    return [by_value[value] for value in range(COUNTS_PER_DETAIL[VALUE])]


def correlation(
    counts: Sequence[int], effects: Sequence[Fraction], tags: Sequence[int | Fraction]
) -> Correlation | None:
    """The betting correlation of tags with effects; None if either are all the same.

    Parameters
    ----------
    counts : sequence of int
        Cards of each kind; kinds without cards do not count.
    effects : sequence of Fraction
        Effects of removal.
    tags : sequence of int or Fraction

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> correlation([4, 1, 1], [Fraction(0), half, -half], [0, 1, -1])
    Correlation(square=Fraction(1, 1), negative=False)
    """
    together = _covariance(counts, effects, tags)
    spreads = _covariance(counts, effects, effects) * _covariance(counts, tags, tags)
    if spreads == 0:
        return None
    return Correlation(together**2 / spreads, negative=together < 0)


def _covariance(
    counts: Sequence[int], one: Sequence[int | Fraction], other: Sequence[int | Fraction]
) -> Fraction:
    """Covariance times the square of the number of cards."""
    cards = sum(counts)
    products = sum(
        (count * Fraction(a) * b for count, a, b in zip(counts, one, other, strict=True)), Fraction(0)
    )
    sums = [
        sum((count * Fraction(a) for count, a in zip(counts, numbers, strict=True)), Fraction(0))
        for numbers in (one, other)
    ]
    return cards * products - sums[0] * sums[1]


def has_sets(counts: Sequence[int]) -> bool:
    """Whether tags can be derived for so many cards of each kind: they repeat a small set of cards.

    Examples
    --------
    >>> has_sets([128, *[32] * 9]), has_sets([128, *[32] * 8, 31])
    (True, False)
    """
    return sum(counts) // gcd(*counts) <= MOST_CARDS_PER_SET


def best_tags(counts: Sequence[int], effects: Sequence[Fraction], level: int) -> Tags | None:
    """The balanced tags of a level with the highest betting correlation.

    Parameters
    ----------
    counts : sequence of int
        Cards of each kind; see `has_sets`.
    effects : sequence of Fraction
        Effects of removal.
    level : int
        The largest tag, 1 to 4.

    Returns
    -------
    Tags or None
        Among equally good tags those with the smallest squares; None if no tags correlate with the effects.

    Examples
    --------
    >>> best_tags([4, 1, 1, 1], [Fraction(0), Fraction(5, 8), Fraction(-1, 8), Fraction(-1, 2)], 2).tags
    (0, 1, 0, -1)
    """
    in_set = [count // gcd(*counts) for count in counts]
    denominator = lcm(*(effect.denominator for effect in effects))
    gains = [count * int(effect * denominator) for count, effect in zip(in_set, effects, strict=True)]
    search = _Search(in_set, gains, level)
    tags = search.best()
    return None if tags is None else Tags(tags, correlation(counts, effects, tags))


class _Search:
    """The largest S for every B and Q, kind by kind."""

    def __init__(self, counts: Sequence[int], gains: Sequence[int], level: int) -> None:
        self._counts, self._gains = counts, gains
        self._tags = sorted(range(-level, level + 1), key=abs)
        self._middle = level * sum(counts)
        self._nothing = -1 - 2 * level * sum(map(abs, gains))
        """Below every S that can be reached; it stands where none can."""
        shape = (2 * self._middle + 1, level**2 * sum(counts) + 1)
        self._sums: NDArray[np.object_] = np.full(shape, self._nothing, dtype=object)
        self._sums[self._middle, 0] = 0
        self._chosen = [self._with(count, gain) for count, gain in zip(counts, gains, strict=True)]

    def _with(self, count: int, gain: int) -> NDArray[np.int8]:
        """Take one more kind in, and say which tag was best for every B and Q."""
        before = self._sums
        self._sums = np.full(before.shape, self._nothing, dtype=object)
        chosen = np.zeros(before.shape, dtype=np.int8)
        for tag in self._tags:
            shift, square = count * tag, count * tag**2
            rows, columns = before.shape
            source = before[max(0, -shift) : rows - max(0, shift), : columns - square]
            place = (slice(max(0, shift), rows + min(0, shift)), slice(square, None))
            with_tag = source + gain * tag
            better = (source != self._nothing) & (with_tag > self._sums[place])
            self._sums[place] = np.where(better, with_tag, self._sums[place])
            chosen[place] = np.where(better, tag, chosen[place])
        return chosen

    def best(self) -> tuple[int, ...] | None:
        """The tags with B = 0 and the largest S²/Q, the smallest Q first."""
        balanced = enumerate(self._sums[self._middle].tolist())
        found = [(Fraction(total * total, square), -square) for square, total in balanced if total > 0]
        return self._traced(-max(found)[1]) if found else None

    def _traced(self, square: int) -> tuple[int, ...]:
        tags: list[int] = []
        balance = self._middle
        for count, chosen in zip(reversed(self._counts), reversed(self._chosen), strict=True):
            tag = int(chosen[balance, square])
            tags.append(tag)
            balance -= count * tag
            square -= count * tag**2
        return tuple(reversed(tags))

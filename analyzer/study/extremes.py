"""The best and the worst that can be left of a shoe: sub-shoes with the lowest and the highest house edge.

How many cards
    Only sub-shoes of exactly the fewest cards that are allowed have to be looked at.
    A wager's expectation is the mean of its expectations after one more card, drawn at random, is taken out,
    because a coup does not care from which part of a shuffled shoe it is dealt.
    So from any larger shoe some card can be taken that makes the wager no worse, and some that makes it no
    better.
How they are searched
    Where there are few of these sub-shoes, all are counted, and what is found is proven.
    Where there are more, a search climbs from many starts: from each it goes to the best of all sub-shoes
    that differ by 1, 2, 4, 8, … cards of one kind exchanged for as many of another, until none is better.
    Where cards are told apart by point value or by rank, the best of all is then tried against all exchanges
    of two cards at once.
    What is found is at least as good as every such neighbour, but may not be the best of all.

The edges are exact in either case: integer forms count them, and enumeration counts those found once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.pair_ways import asks_for_pairs_only, pair_detail
from analyzer.errors import RulebookError, ShoeError, WagerError
from analyzer.game.coup import RANK
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import LEAST_CARDS, Shoe
from analyzer.study.analysis import Unanswerable, analyze
from analyzer.study.many_shoes import house_edges
from analyzer.study.removal import needed_detail
from analyzer.study.sub_shoes import (
    MOST_PAIRED_KINDS,
    Shoes,
    all_sub_shoes,
    neighbours,
    number_of_sub_shoes,
    starts,
    steps,
    two_at_once,
)
from analyzer.wager.wager import Wager

MOST_LISTED = 1_000_000
"""So many sub-shoes are counted one by one."""

BLOCK = 50_000

FAVOURABLE, UNFAVOURABLE = -1, 1


@dataclass(frozen=True)
class Extreme:
    """One sub-shoe that was found.

    Attributes
    ----------
    shoe : Shoe
    house_edge : Fraction
    is_proven : bool
        Whether all sub-shoes were counted, so that none is more extreme.
    examined : int
        How many sub-shoes were counted to find it.
    """

    shoe: Shoe
    house_edge: Fraction
    is_proven: bool
    examined: int


@dataclass(frozen=True)
class WagerExtremes:
    """The extremes of one wager.

    Attributes
    ----------
    house_edge : Fraction
        Of the whole shoe.
    favourable, unfavourable : Extreme
        The sub-shoes with the lowest and the highest house edge.
    """

    wager: Wager
    house_edge: Fraction
    favourable: Extreme
    unfavourable: Extreme


@dataclass(frozen=True)
class ExtremesStudy:
    """The extremes of some wagers.

    Attributes
    ----------
    cards : int
        The fewest cards that are left.
    """

    rulebook: Rulebook
    shoe: Shoe
    cards: int
    wagers: tuple[WagerExtremes, ...]
    unanswerable: tuple[Unanswerable, ...]


def study_extremes(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    cards: int,
    *,
    required: Sequence[str] = (),
    most_listed: int = MOST_LISTED,
) -> ExtremesStudy:
    """The most and the least favourable sub-shoes with at least so many cards, for every wager.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
        Bets that need only point values, or only the pairs of the first two cards.
    cards : int
        The fewest cards that are left.
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if they cannot be.
    most_listed : int, optional
        Up to so many sub-shoes are all counted.

    Raises
    ------
    ShoeError
        The shoe has no such sub-shoes, or a required wager looks closer at the cards than can be searched.
    WagerError
        What a required wager pays depends on a jackpot.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = study_extremes(Shoe.from_decks(8), load_rulebook(), load_wagers("main/tie"), 6)
    >>> best = study.wagers[0].favourable
    >>> best.shoe.counts, best.house_edge, best.is_proven
    ((0, 0, 0, 0, 0, 0, 0, 0, 0, 6), Fraction(-8, 1), True)
    """
    _require_sub_shoes(shoe, cards)
    groups: dict[str, list[Wager]] = {}
    unanswerable = []
    for wager in wagers:
        try:
            groups.setdefault(_detail(wager, rulebook, shoe), []).append(wager)
        except (ShoeError, RulebookError, WagerError) as error:
            if wager.slug in required:
                what = f"{wager.slug}: {error.what}"
                raise type(error)(what, where=error.where, mend=error.mend) from None
            unanswerable.append(Unanswerable(wager, error.what))
    found: dict[str, WagerExtremes] = {}
    for detail, group in groups.items():
        search = _Search(shoe, rulebook, detail, cards)
        for wager, extremes in zip(group, search.extremes(group, most_listed), strict=True):
            found[wager.slug] = extremes
    ordered = tuple(found[wager.slug] for wager in wagers if wager.slug in found)
    return ExtremesStudy(rulebook, shoe, cards, ordered, tuple(unanswerable))


def _require_sub_shoes(shoe: Shoe, cards: int) -> None:
    if shoe.with_replacement:
        raise ShoeError("an infinite shoe has no sub-shoes", mend="give a number of decks")
    if not LEAST_CARDS <= cards <= shoe.size:
        raise ShoeError(
            f"{cards} cards cannot be left of {shoe.size} for a coup",
            mend=f"leave {LEAST_CARDS} to {shoe.size}",
        )


def _detail(wager: Wager, rulebook: Rulebook, shoe: Shoe) -> str:
    """By what the cards are told apart for a wager.

    Raises
    ------
    ShoeError
        The shoe is not known well enough, or the wager cannot be counted for many shoes at once.
    WagerError
        It pays a share of a jackpot.
    """
    detail = needed_detail(wager, rulebook)
    if asks_for_pairs_only(wager.facts):
        detail = "rank" if pair_detail(wager.facts) == RANK else "card"
    shoe.require(detail)
    # Refuses here rather than in the middle of a search.
    house_edges([Shoe.from_decks(1).counts_by(detail)], [wager], rulebook)
    return detail


class _Search:
    """A search among the sub-shoes of one shoe, its cards told apart by one detail."""

    def __init__(self, shoe: Shoe, rulebook: Rulebook, detail: str, cards: int) -> None:
        self._shoe, self._rulebook, self._detail, self._cards = shoe, rulebook, detail, cards
        self._counts = shoe.counts_by(detail)
        largest = max(min(max(self._counts), cards), 1)
        self._steps = steps(self._counts, [2**power for power in range(largest.bit_length())])
        self._double_steps = two_at_once(self._counts) if len(self._counts) <= MOST_PAIRED_KINDS else None
        self._examined = 0

    def extremes(self, wagers: Sequence[Wager], most_listed: int) -> list[WagerExtremes]:
        """The extremes of wagers that tell the cards apart by this detail."""
        before = analyze(Shoe(self._detail, self._counts), self._rulebook, wagers)
        if number_of_sub_shoes(self._counts, self._cards) <= most_listed:
            found = self._listed(wagers)
        else:
            found = [
                (self._climbed(wager, FAVOURABLE), self._climbed(wager, UNFAVOURABLE)) for wager in wagers
            ]
        return [
            WagerExtremes(wager, before.law(wager.slug).house_edge, *extremes)
            for wager, extremes in zip(wagers, found, strict=True)
        ]

    def _listed(self, wagers: Sequence[Wager]) -> list[tuple[Extreme, Extreme]]:
        shoes = all_sub_shoes(self._counts, self._cards)
        best: list[dict[int, tuple[int, int]]] = [{} for _ in wagers]
        for first in range(0, len(shoes), BLOCK):
            edges = self._edges(shoes[first : first + BLOCK], wagers)
            for column, known in zip(edges.T, best, strict=True):
                for direction in (FAVOURABLE, UNFAVOURABLE):
                    place = int(np.argmax(column * direction))
                    found = int(column[place]) * direction, first + place
                    if direction not in known or found[0] > known[direction][0]:
                        known[direction] = found
        return [
            (
                self._extreme(wager, shoes[known[FAVOURABLE][1]], len(shoes), is_proven=True),
                self._extreme(wager, shoes[known[UNFAVOURABLE][1]], len(shoes), is_proven=True),
            )
            for wager, known in zip(wagers, best, strict=True)
        ]

    def _climbed(self, wager: Wager, direction: int) -> Extreme:
        self._examined = 0
        best, value = self._climb(starts(self._counts, self._cards), wager, direction)
        while self._double_steps is not None:
            around, _ = neighbours(best[None], self._double_steps, self._counts)
            values = self._values(around, wager, direction)
            if not len(values) or values.max() <= value:
                break
            best, value = self._climb(around[[int(np.argmax(values))]], wager, direction)
        return self._extreme(wager, best, self._examined, is_proven=False)

    def _climb(self, shoes: Shoes, wager: Wager, direction: int) -> tuple[Shoes, int]:
        """The best that is reached from some starts."""
        values = self._values(shoes, wager, direction)
        top = int(np.argmax(values))
        best, best_value = shoes[top], int(values[top])
        at_once = max(1, BLOCK // len(self._steps))
        while len(shoes):
            higher = [
                self._higher(
                    shoes[first : first + at_once], values[first : first + at_once], wager, direction
                )
                for first in range(0, len(shoes), at_once)
            ]
            reached = np.concatenate([places for places, _ in higher])
            shoes, chosen = np.unique(reached, axis=0, return_index=True)
            values = np.concatenate([their_values for _, their_values in higher])[chosen]
            if len(shoes) and values.max() > best_value:
                top = int(np.argmax(values))
                best, best_value = shoes[top], int(values[top])
        return best, best_value

    def _higher(
        self, shoes: Shoes, values: NDArray[Any], wager: Wager, direction: int
    ) -> tuple[Shoes, NDArray[Any]]:
        """The best neighbour of each of some sub-shoes, where it is better than they are."""
        around, origin = neighbours(shoes, self._steps, self._counts)
        reached = self._values(around, wager, direction)
        firsts = np.flatnonzero(np.diff(origin, prepend=-1))
        peaks = [
            first + int(np.argmax(part))
            for first, part in zip(firsts, np.split(reached, firsts[1:]), strict=True)
        ]
        climbing = [place for place in peaks if reached[place] > values[origin[place]]]
        return around[climbing], reached[climbing]

    def _values(self, shoes: Shoes, wager: Wager, direction: int) -> NDArray[Any]:
        self._examined += len(shoes)
        return self._edges(shoes, [wager])[:, 0] * direction

    def _edges(self, shoes: Shoes, wagers: Sequence[Wager]) -> NDArray[Any]:
        """House edges over one common denominator, because all shoes are of one size."""
        edges: NDArray[Any] = house_edges(shoes, wagers, self._rulebook).numerators
        return edges

    def _extreme(self, wager: Wager, counts: Shoes, examined: int, *, is_proven: bool) -> Extreme:
        shoe = Shoe.from_counts(counts.tolist())
        edge = house_edges([shoe.counts], [wager], self._rulebook).fraction(0, wager.slug)
        if analyze(shoe, self._rulebook, [wager]).law(wager.slug).house_edge != edge:
            raise ArithmeticError(f"enumeration and forms disagree about {wager.slug}")
        return Extreme(shoe, edge, is_proven, examined)

"""Sub-shoes of a given number of cards: all of them where they are few enough, and steps between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Shoes = NDArray[np.int64]

RANDOM_STARTS = 24
SEED = 20
MOST_PAIRED_KINDS = 13
"""Kinds of cards that are few enough to look at every two of them: ranks are, single cards are not."""


def number_of_sub_shoes(counts: Sequence[int], cards: int) -> int:
    """How many compositions of so many cards a shoe has.

    Parameters
    ----------
    counts : sequence of int
        Cards of each kind in the shoe.
    cards : int

    Examples
    --------
    >>> number_of_sub_shoes([128, *[32] * 9], 6), number_of_sub_shoes([1, 1, 5], 5)
    (5005, 4)
    """
    ways = [1] + [0] * cards
    for count in counts:
        ways = [sum(ways[max(0, total - count) : total + 1]) for total in range(cards + 1)]
    return ways[cards]


def all_sub_shoes(counts: Sequence[int], cards: int) -> Shoes:
    """Every composition of so many cards, in ascending order of their first counts.

    Examples
    --------
    >>> all_sub_shoes([1, 1, 5], 5).tolist()
    [[0, 0, 5], [0, 1, 4], [1, 0, 4], [1, 1, 3]]
    """
    found: Shoes = np.zeros((1, 0), dtype=np.int64)
    left = np.array([cards])
    for place, count in enumerate(counts):
        behind = sum(counts[place + 1 :])
        least, most = np.maximum(left - behind, 0), np.minimum(left, count)
        choices = most - least + 1
        found, left = np.repeat(found, choices, axis=0), np.repeat(left, choices)
        firsts = np.repeat(np.cumsum(choices) - choices, choices)
        taken = np.arange(len(left)) - firsts + np.repeat(least, choices)
        found, left = np.column_stack([found, taken]), left - taken
    return found


def starts(counts: Sequence[int], cards: int) -> Shoes:
    """Compositions to start a search from, the same every time.

    They are the one in proportion to the shoe, those with as much as possible of one kind or (by point value
    and by rank) of two kinds in equal parts, and some at random.
    """
    held = np.array(counts, dtype=np.int64)
    kinds = np.flatnonzero(held)
    wanted = [held / held.sum()]
    for one in kinds:
        for other in kinds[kinds >= one] if len(kinds) <= MOST_PAIRED_KINDS else [one]:
            shares = np.zeros(len(held))
            shares[one] += 1
            shares[other] += 1
            wanted.append(shares / 2)
    random = np.random.default_rng(SEED)
    wanted += list(random.dirichlet(np.where(held > 0, 0.5, 1e-9), RANDOM_STARTS))
    return np.unique([_nearest(shares, held, cards) for shares in wanted], axis=0)


def _nearest(shares: NDArray[np.float64], held: Shoes, cards: int) -> Shoes:
    """A composition of about these shares; what there are too few cards for is made up from the others."""
    chosen = np.minimum((shares * cards).astype(np.int64), held)
    while (missing := cards - int(chosen.sum())) > 0:
        room = held - chosen
        wanted = np.where(room > 0, shares * cards - chosen, -np.inf)
        place = int(np.argmax(wanted))
        chosen[place] += min(missing, int(room[place]), max(1, int(wanted[place])))
    return chosen


def steps(counts: Sequence[int], sizes: Sequence[int]) -> Shoes:
    """Exchanges of some cards of one kind for as many of another, as differences of counts."""
    kinds = len(counts)
    found = []
    for size in sizes:
        for out in range(kinds):
            for into in range(kinds):
                if out != into:
                    step = np.zeros(kinds, dtype=np.int64)
                    step[out], step[into] = -size, size
                    found.append(step)
    return np.array(found)


def two_at_once(counts: Sequence[int]) -> Shoes:
    """Exchanges of two cards for two others, of the same kind or not."""
    single = steps(counts, [1])
    doubled: Shoes = np.unique((single[:, None] + single).reshape(-1, len(counts)), axis=0)
    return doubled


def neighbours(shoes: Shoes, changes: Shoes, counts: Sequence[int]) -> tuple[Shoes, NDArray[Any]]:
    """The compositions one step away from each of some others, and from which of them."""
    reached = (shoes[:, None] + changes).reshape(-1, len(counts))
    origin = np.repeat(np.arange(len(shoes)), len(changes))
    possible = ((reached >= 0) & (reached <= np.array(counts))).all(axis=1)
    return reached[possible], origin[possible]

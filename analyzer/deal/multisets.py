"""Multisets of point values, the monomials of an integer form.

A multiset says how many cards of each point value some dealt cards hold.
The number of ordered ways to draw listed cards from a shoe depends on their multiset m alone: it is the
product of the falling factorials of the counts, n(n−1)…(n−m+1) for each point value.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

POINT_VALUES = 10
MOST_CARDS = 6

_WEIGHTS = np.array([(MOST_CARDS + 1) ** value for value in range(POINT_VALUES)], dtype=np.int64)
"""The key of a multiset is the sum of its cards' weights; no multiset of up to six cards shares its key."""


@cache
def multisets(size: int) -> NDArray[np.int64]:
    """All multisets of a size, as counts per point value; six cards have C(15, 6) = 5,005.

    Examples
    --------
    >>> multisets(6).shape, multisets(1)[:2].tolist()
    ((5005, 10), [[1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]])
    """
    listed = np.array(list(combinations_with_replacement(range(POINT_VALUES), size)), dtype=np.int64)
    return np.asarray((listed[:, :, None] == np.arange(POINT_VALUES)).sum(axis=1))


def card_keys(values: NDArray[np.int8]) -> NDArray[np.int64]:
    """Weights of cards by their point value; a card that was not dealt weighs nothing."""
    return np.where(values < 0, 0, _WEIGHTS[values])


def multiset_keys(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Keys of multisets, given as rows of counts per point value."""
    return np.asarray(counts @ _WEIGHTS)


def places(keys: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Places of multisets of one size, given by their keys, among all multisets of that size."""
    order, sorted_keys = _sorted_keys(size)
    return order[np.searchsorted(sorted_keys, keys)]


@cache
def with_one_more(size: int) -> NDArray[np.int64]:
    """Places of the multisets that one more card makes: a row per multiset, a column per point value."""
    return places(multiset_keys(multisets(size))[:, None] + _WEIGHTS, size + 1)


@cache
def orderings() -> NDArray[np.int64]:
    """In how many orders each multiset of six cards can be dealt."""
    return np.array(
        [factorial(MOST_CARDS) // prod(map(factorial, row)) for row in multisets(MOST_CARDS).tolist()]
    )


@cache
def _sorted_keys(size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    keys = multiset_keys(multisets(size))
    order = np.argsort(keys)
    return order, keys[order]

"""A form cut into six small matrix products.

The ten point values fall into two groups of five, and each group into a pair and a triple of values.
A monomial of degree six (a multiset of six cards) is written as a short side times a long side:

=================  =======================================================================================
short side         long side
=================  =======================================================================================
1                  degree 6 in one pair, in one triple, or 3 in a pair and 3 in the triple of its group
a group, degree 1  degree 5 in the other group, in the own triple or in the own pair
a group, degree 2  degree 4 in the other group, in the own triple or in the own pair
first, degree 3    degree 3 in the second group
=================  =======================================================================================

So only 76 short sides are multiplied one by one, and the rest is matrix products.
What lies in one group alone needs the own pair and triple: a short side in the pair goes with the triple and
the other way round, so that no monomial has to be made of all five values at degree 6, of which there are 210
a group.

Monomials are made from those of fewer values, degree by degree, as outer products over rows of shoes.
Every array has a shoe per column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.multisets import MOST_CARDS, POINT_VALUES, multiset_keys
from analyzer.deal.multisets import places as places_of

Array = NDArray[Any]
Step = tuple[Array, Array, Array]
Product = Callable[[Array, Array, Array], None]

GROUPS: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))
PAIR, TRIPLE = slice(0, 2), slice(2, 5)


def monomials(values: tuple[int, ...], degree: int) -> Array:
    """Exponents of all monomials of a degree in some point values, in the order in which the steps make them.

    Returns
    -------
    integer array of shape (n_monomials, 10)

    Examples
    --------
    >>> monomials((0, 1), 2)[:, :2].tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    if len(values) == 1:
        return degree * np.eye(POINT_VALUES, dtype=np.int64)[list(values)]
    # One value before a few others; a pair before a triple.
    cut = 2 if len(values) == 5 else 1
    parts = [
        _outer(monomials(values[:cut], first), monomials(values[cut:], degree - first))
        for first in range(degree + 1)
    ]
    return np.concatenate(parts)


def _outer(first: Array, second: Array) -> Array:
    return (first[:, None] + second[None]).reshape(-1, POINT_VALUES)


@dataclass(frozen=True, eq=False)
class Block:
    """One matrix product: which monomials its rows and columns stand for.

    Attributes
    ----------
    places : integer array of shape (n_short, n_long)
        Multisets that short sides make with long sides.
    counts : array of bool of shape (n_short, n_long)
        Where a multiset counts here; elsewhere it is another short side's.
    """

    places: Array
    counts: Array

    @classmethod
    def of(cls, short: Array, long_sides: list[tuple[Array, Array]]) -> Block:
        """The block of some short sides, and of long sides with the short sides that may take them."""
        columns = np.concatenate([long for long, _ in long_sides])
        counts = [np.repeat(allowed[:, None], len(long), axis=1) for long, allowed in long_sides]
        found = places_of(multiset_keys(short[:, None] + columns[None]), MOST_CARDS)
        return cls(found, np.concatenate(counts, axis=1))


@cache
def blocks() -> tuple[Block, ...]:
    """The six matrix products, in the order of `Workspace.long_sides`."""
    constant = monomials(GROUPS[0], 0)
    everything = np.array([True])
    halves = []
    for group in GROUPS:
        pair, triple = group[PAIR], group[TRIPLE]
        halves += [monomials(triple, 6), monomials(pair, 6), _outer(monomials(pair, 3), monomials(triple, 3))]
    first, second = GROUPS
    middle = monomials(second, 3)
    return (
        Block.of(constant, [(half, everything) for half in halves]),
        *(_mixed(first, second, degree) for degree in (1, 2)),
        Block.of(monomials(first, 3), [(middle, np.ones(len(middle), dtype=bool))]),
        *(_mixed(second, first, degree) for degree in (1, 2)),
    )


def _mixed(group: tuple[int, ...], other: tuple[int, ...], degree: int) -> Block:
    pair, triple = list(group[PAIR]), list(group[TRIPLE])
    short = monomials(group, degree)
    in_pair = np.asarray(~short[:, triple].any(axis=1))
    in_triple = np.asarray(~short[:, pair].any(axis=1))
    long_degree = MOST_CARDS - degree
    return Block.of(
        short,
        [
            (monomials(other, long_degree), np.ones(len(short), dtype=bool)),
            (monomials(group[TRIPLE], long_degree), in_pair),
            (monomials(group[PAIR], long_degree), in_triple),
        ],
    )


class Panel:
    """The coefficients of a few forms as the left sides of the matrix products.

    Attributes
    ----------
    matrices : list of arrays of shape (n_short · n_forms, n_long)
        All forms of the first short side come first, then those of the next.
    """

    def __init__(self, coefficients: Array) -> None:
        self.n_forms = len(coefficients)
        self.matrices = []
        for block in blocks():
            by_form = np.where(block.counts, coefficients[:, block.places], 0)
            matrix = by_form.swapaxes(0, 1).reshape(-1, block.places.shape[1])
            self.matrices.append(np.ascontiguousarray(matrix, dtype=np.float64))


class Workspace:
    """Room for a block of shoes: their monomials, and what the matrix products leave.

    Everything is laid out and every multiplication listed once, so that a block costs little more than its
    arithmetic.

    Parameters
    ----------
    n_shoes : int
        Shoes in a block.
    dtype : type
        Numbers to compute with.
    n_forms : int
        Most forms of a panel.
    """

    def __init__(self, n_shoes: int, dtype: type, n_forms: int) -> None:
        self.n_shoes = n_shoes
        self.falling: Array = np.ones((MOST_CARDS + 1, POINT_VALUES, n_shoes), dtype)
        self.left: Array = np.empty((POINT_VALUES, n_shoes), dtype)
        self.products: Array = np.empty((n_monomials(5, 3) * n_forms, n_shoes), dtype)
        self.found: Array = np.empty((n_forms, n_shoes), dtype)

        def room(*parts: tuple[int, int]) -> list[Array]:
            """Room for monomials of both groups, cut into parts given by number of values and degree."""
            sizes = [n_monomials(values, degree) for values, degree in parts]
            whole: Array = np.ones((2, sum(sizes), n_shoes), dtype)
            return [whole, *np.split(whole, list(accumulate(sizes))[:-1], axis=1)]

        _, *inner = room(*((2, degree) for degree in range(7)))
        _, *pairs = room(*((2, degree) for degree in range(4)))
        _, *triples = room(*((3, degree) for degree in range(4)))
        short, *groups = room(*((5, degree) for degree in range(4)))
        four, *parts_of_four = room((5, 4), (3, 4), (2, 4))
        five, *parts_of_five = room((5, 5), (3, 5), (2, 5))
        whole_six: Array = np.ones((2, n_monomials(3, 6) + n_monomials(2, 6) + _HALVES, n_shoes), dtype)
        parts_of_six = np.split(whole_six, [n_monomials(3, 6), n_monomials(3, 6) + n_monomials(2, 6)], axis=1)
        # The long side of one group holds what the other group makes, hence the turn.
        groups += [parts_of_four[0][::-1], parts_of_five[0][::-1]]
        triples += [parts_of_four[1], parts_of_five[1], parts_of_six[0]]
        pairs += [parts_of_four[2], parts_of_five[2], parts_of_six[1]]

        powers = self.falling.reshape(MOST_CARDS + 1, 2, 5, n_shoes).transpose(1, 2, 0, 3)
        middle = [powers[:, 2, degree : degree + 1] for degree in range(7)]
        self.steps = [
            *_pair_steps(powers[:, 3], powers[:, 4], inner),
            *_pair_steps(powers[:, 0], powers[:, 1], pairs),
            *_outer_steps(middle, inner, triples),
            *_outer_steps(pairs, triples, groups),
            _outer_step(pairs[3], triples[3], parts_of_six[2]),
        ]
        self.long_sides = [
            whole_six.reshape(-1, n_shoes), five[0], four[0], short[1, -n_monomials(5, 3) :], five[1],
            four[1],
        ]  # fmt: skip
        ends = list(accumulate(n_monomials(5, degree) for degree in range(4)))
        one, ones, twos, threes = (slice(*bounds) for bounds in pairwise([0, *ends]))
        self.short_sides = [
            short[0, one], short[0, ones], short[0, twos], short[0, threes], short[1, ones], short[1, twos]
        ]  # fmt: skip

    def fill(self, counts: Array) -> None:
        """Make the monomials of some shoes; columns that are left over belong to empty shoes."""
        falling = self.falling
        falling[1, :, len(counts) :] = 0
        falling[1, :, : len(counts)] = counts.T
        for used in range(1, MOST_CARDS):
            np.subtract(falling[1], used, out=self.left)
            np.multiply(falling[used], self.left, out=falling[used + 1])
        for first, second, out in self.steps:
            np.multiply(first, second, out=out)

    def sizes(self) -> Array:
        """Cards left in each shoe."""
        return np.asarray(np.add.reduce(self.falling[1], axis=0))

    def apply(self, panel: Panel, product: Product) -> Array:
        """Ways behind the forms of a panel, a row per form; they are overwritten by the next panel."""
        found = self.found[: panel.n_forms]
        found[...] = 0
        for matrix, short_side, long_side in zip(
            panel.matrices, self.short_sides, self.long_sides, strict=True
        ):
            # One product after the other, so that each is still in the cache when it is added up.
            products = self.products[: len(matrix)]
            product(matrix, long_side, products)
            by_short_side = products.reshape(len(short_side), panel.n_forms, self.n_shoes)
            by_short_side *= short_side[:, None]
            found += np.add.reduce(by_short_side, axis=0)
        return found


def n_monomials(values: int, degree: int) -> int:
    """How many monomials of a degree there are in so many point values."""
    return comb(values + degree - 1, degree)


_HALVES = n_monomials(2, 3) * n_monomials(3, 3)


def _pair_steps(first: Array, second: Array, out: list[Array]) -> Iterator[Step]:
    for degree in range(1, len(out)):
        yield first[:, : degree + 1], second[:, degree::-1], out[degree]


def _outer_steps(first: list[Array], second: list[Array], out: list[Array]) -> Iterator[Step]:
    for degree in range(1, len(out)):
        stop = 0
        for part in range(degree + 1):
            start, stop = stop, stop + first[part].shape[1] * second[degree - part].shape[1]
            yield _outer_step(first[part], second[degree - part], out[degree][:, start:stop])


def _outer_step(first: Array, second: Array, out: Array) -> Step:
    target = out.reshape(2, first.shape[1], second.shape[1], -1)
    return first[:, :, None], second[:, None], target

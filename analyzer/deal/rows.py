"""Rows of coups with their ways; equal rows become one.

Rows are equal when all their columns are, so the columns are packed into one whole number for each row.
Ways are added as they are, int64 or Python integers; nothing here passes through a float.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.card_classes import Details

Integers = NDArray[Any]

LARGEST_KEY = 2**62
WIDEST_COLUMN = 2**31


class Column(NamedTuple):
    """Name of a column: the card at a place, a total of a hand, or the state of the inquiry."""

    what: str
    which: Any = None

    @classmethod
    def card(cls, place: int) -> Column:
        """Class of the card at a place."""
        return cls("card", place)


@dataclass(frozen=True)
class Rows:
    """A table of coups, complete or not.

    Attributes
    ----------
    columns : mapping of Column to integer array
        What is told apart.
    ways : integer array
        Ordered sequences of cards behind each row.
    known : mapping of position to set of details
        How finely each card in place is told apart.
    """

    columns: Mapping[Column, Integers]
    ways: Integers
    known: Mapping[int, Details] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ways)

    def chunks(self, length: int) -> Iterator[Rows]:
        """The rows in parts of at most so many."""
        if len(self) <= length:
            yield self
            return
        for first in range(0, len(self), length):
            part = slice(first, first + length)
            columns = {column: codes[part] for column, codes in self.columns.items()}
            yield replace(self, columns=columns, ways=self.ways[part])

    def where(self, is_chosen: Integers) -> Rows:
        """The rows that are chosen."""
        columns = {column: codes[is_chosen] for column, codes in self.columns.items()}
        return replace(self, columns=columns, ways=self.ways[is_chosen])

    def merged(self) -> Rows:
        """The different rows, each with the ways of all that are equal to it."""
        if len(self) < 2:
            return self
        packing = Packing(list(self.columns.values()), len(self))
        if packing.size <= packing.dense_size:
            sums = np.zeros(packing.size, dtype=self.ways.dtype)
            np.add.at(sums, packing.keys, self.ways)
            keys = np.flatnonzero(sums)
            ways = sums[keys]
        else:
            order = np.argsort(packing.keys)
            ordered = packing.keys[order]
            starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
            keys = ordered[starts]
            ways = np.add.reduceat(self.ways[order], starts)
        columns = dict(zip(self.columns, packing.columns_of(keys), strict=True))
        return replace(self, columns=columns, ways=ways)


STATE = Column("state")


def joined(parts: Sequence[Rows]) -> Rows:
    """All rows of several tables with the same columns."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    columns = {column: np.concatenate([part.columns[column] for part in parts]) for column in first.columns}
    return replace(first, columns=columns, ways=np.concatenate([part.ways for part in parts]))


class Packing:
    """Several columns as one whole number for each row, and back.

    Parameters
    ----------
    columns : sequence of integer arrays of equal length
    length : int
        That length.

    Attributes
    ----------
    keys : int64 array
        Equal where all columns are equal.
    size : int
        Every key is below it.
    dense_size : int
        Up to this size a place for every possible key costs no more than sorting the keys.
    """

    def __init__(self, columns: Sequence[Integers], length: int) -> None:
        self.keys: Integers = np.zeros(length, dtype=np.int64)
        self.size = 1
        self.dense_size = 4 * length + 4096
        self._steps: list[tuple[int, int, Integers | None, Integers | None, np.dtype[Any]]] = []
        for codes in columns:
            self._add(codes)

    def _add(self, codes: Integers) -> None:
        dtype = codes.dtype
        low, width, seen, before = 0, 1, None, None
        if len(codes):
            low = int(codes.min())
            width = int(codes.max()) - low + 1
        if width > WIDEST_COLUMN:
            seen, codes = np.unique(codes, return_inverse=True)
            low, width = 0, len(seen)
        if self.size * width > LARGEST_KEY:
            before, self.keys = np.unique(self.keys, return_inverse=True)
            self.size = len(before)
        if width > 1:
            self.keys = self.keys * width + codes
            if low:
                self.keys -= low
            self.size *= width
        self._steps.append((low, width, seen, before, dtype))

    def distinct(self) -> tuple[list[Integers], Integers]:
        """The different rows of the columns, and for each row its number among them."""
        if self.size > self.dense_size:
            keys, number_of_row = np.unique(self.keys, return_inverse=True)
            return self.columns_of(keys), number_of_row
        keys = np.flatnonzero(np.bincount(self.keys, minlength=self.size))
        number_of_key = np.zeros(self.size, dtype=np.int32)
        number_of_key[keys] = np.arange(len(keys))
        return self.columns_of(keys), number_of_key[self.keys]

    def groups(self, per_group: int) -> tuple[Integers, Integers]:
        """Some keys that cover all rows, and for each row the number of its key among them.

        Keys without a row are among them where that is cheaper than finding those that have one; every key
        will cost room for so many numbers.
        """
        if self.size * per_group <= self.dense_size:
            return np.arange(self.size), self.keys
        return np.unique(self.keys, return_inverse=True)

    def columns_of(self, keys: Integers) -> list[Integers]:
        """The columns behind some keys."""
        columns = []
        for low, width, seen, before, dtype in reversed(self._steps):
            keys, codes = np.divmod(keys, width) if width > 1 else (keys, np.zeros(len(keys), dtype=np.int64))
            columns.append((codes + low).astype(dtype) if seen is None else seen[codes])
            if before is not None:
                keys = before[keys]
        return columns[::-1]

"""Many shoes in one array: checked once, with the row named that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import ShoeError
from analyzer.game.cards import CARDS_PER_DECK, RANKS, STANDARD_CARD_VALUES, SUITS_PER_RANK, card_name
from analyzer.game.shoe import COUNTS_PER_DETAIL, LEAST_CARDS

Counts = NDArray[Any]

LARGEST_INT64_COUNT = 2**50
"""Larger counts are kept as Python integers, so that no sum of counts can overflow."""

_DETAIL_OF_COLUMNS = {columns: detail for detail, columns in COUNTS_PER_DETAIL.items()}


@dataclass(frozen=True, eq=False)
class ShoeArray:
    """A shoe per row, all known by the same detail.

    Make one with `ShoeArray.read`.

    Attributes
    ----------
    detail : {"card", "rank", "value"}
        What the compositions are known by.
    counts : integer array of shape (n_shoes, 52), (n_shoes, 13) or (n_shoes, 10)
        Cards left.
    sizes : integer array of shape (n_shoes,)
        Cards left in all.
    """

    detail: str
    counts: Counts
    sizes: Counts

    @classmethod
    def read(cls, shoes: Any) -> ShoeArray:
        """The shoes of an array or of a list of rows.

        Parameters
        ----------
        shoes : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
            Cards left per point value, rank or card; whole numbers stored as floats will do.

        Raises
        ------
        ShoeError
            The array has another shape, or a row is no shoe; the message names the first such row, counted
            from 0.

        Examples
        --------
        >>> ShoeArray.read([[8] * 10, [0] * 9 + [5]])
        Traceback (most recent call last):
        analyzer.errors.ShoeError: a shoe of 5 cards cannot deal a coup
          in row 1
          leave at least 6 cards
        """
        if isinstance(shoes, cls):
            return shoes
        array = _as_array(shoes)
        detail = _DETAIL_OF_COLUMNS[array.shape[1]]
        counts = _whole(array, detail)
        sizes = counts.sum(axis=1, dtype=counts.dtype)
        short = np.flatnonzero(sizes < LEAST_CARDS)
        if short.size:
            raise ShoeError(
                f"a shoe of {sizes[short[0]]} cards cannot deal a coup",
                where=f"row {short[0]}",
                mend=f"leave at least {LEAST_CARDS} cards",
            )
        return cls(detail, counts, sizes)

    def __len__(self) -> int:
        return len(self.counts)

    def card_counts(self) -> Counts:
        """Counts per card, a row per shoe.

        Raises
        ------
        ShoeError
            The shoes are not known by card.
        """
        return self._at_least("card")

    def rank_counts(self) -> Counts:
        """Counts per rank, a row per shoe.

        Raises
        ------
        ShoeError
            The shoes are known only by point value.
        """
        counts = self._at_least("rank")
        if self.detail == "rank":
            return counts
        ranks: Counts = counts.reshape(-1, len(RANKS), SUITS_PER_RANK).sum(axis=2, dtype=counts.dtype)
        return ranks

    def value_counts(self, card_values: Sequence[int] = STANDARD_CARD_VALUES) -> Counts:
        """Counts per point value, a row per shoe.

        Raises
        ------
        ShoeError
            The shoes are known only by point value and the ranks have other values than usual.
        """
        if self.detail == "value":
            if tuple(card_values) != STANDARD_CARD_VALUES:
                raise ShoeError(
                    "the shoes are known only by point value, and the rulebook values the ranks differently",
                    mend=f"give {len(RANKS)} or {CARDS_PER_DECK} columns",
                )
            return self.counts
        ranks = self.rank_counts()
        values: Counts = np.zeros((len(ranks), 10), dtype=ranks.dtype)
        for rank, value in enumerate(card_values):
            values[:, value] += ranks[:, rank]
        return values

    def _at_least(self, detail: str) -> Counts:
        if COUNTS_PER_DETAIL[self.detail] < COUNTS_PER_DETAIL[detail]:
            missing = "suits" if detail == "card" else "ranks"
            raise ShoeError(
                f"the shoes are known only by {'rank' if self.detail == 'rank' else 'point value'}, "
                f"so they have no {missing}",
                mend=f"give {COUNTS_PER_DETAIL[detail]} columns",
            )
        return self.counts


def _as_array(shoes: Any) -> NDArray[Any]:
    mend = "give a row of 10, 13 or 52 counts per shoe"
    try:
        array = np.asarray(shoes)
    except (ValueError, OverflowError):
        raise ShoeError("the rows have different lengths", where=_uneven_row(shoes), mend=mend) from None
    if array.ndim != 2:
        raise ShoeError(f"an array of {array.ndim} dimensions is no list of shoes", mend=mend)
    if array.shape[1] not in _DETAIL_OF_COLUMNS:
        raise ShoeError(f"a shoe has 10, 13 or 52 counts, not {array.shape[1]}", where="every row", mend=mend)
    return array


def _uneven_row(shoes: Any) -> str:
    lengths = [len(row) if isinstance(row, Sequence | np.ndarray) else None for row in shoes]
    return next((f"row {number}" for number, length in enumerate(lengths) if length != lengths[0]), "")


def _whole(array: NDArray[Any], detail: str) -> Counts:
    """Counts as int64, or as Python integers where they are large."""
    message = "{count} is not a whole number of cards"
    if array.dtype.kind == "O":
        odd = [
            [isinstance(count, bool) or not isinstance(count, int | np.integer) for count in row]
            for row in array
        ]
        _refuse_first(np.array(odd, dtype=bool).reshape(array.shape), array, detail, message)
        array = np.array([[int(count) for count in row] for row in array], dtype=object).reshape(array.shape)
    elif array.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            _refuse_first(~(np.floor(array) == array) | ~np.isfinite(array), array, detail, message)
    elif array.dtype.kind not in "iu":
        _refuse_first(np.ones(array.shape, dtype=bool), array, detail, message)
    _refuse_first(array < 0, array, detail, "{count} cards is less than none")
    if array.size and array.max() > LARGEST_INT64_COUNT:
        return np.array([[int(count) for count in row] for row in array.tolist()], dtype=object)
    return array.astype(np.int64)


def _refuse_first(wrong: NDArray[np.bool_], array: NDArray[Any], detail: str, message: str) -> None:
    if not wrong.any():
        return
    row, column = (int(place) for place in np.argwhere(wrong)[0])
    name = {"value": str(column), "rank": RANKS[column % len(RANKS)], "card": card_name(column)}[detail]
    raise ShoeError(message.format(count=array[row, column]), where=f"row {row}, column {column} ({name})")

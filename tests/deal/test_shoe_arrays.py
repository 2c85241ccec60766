"""Arrays of shoes: what is taken, what is refused, and which row is to blame."""

from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.errors import ShoeError
from analyzer.game.shoe import Shoe

FULL = [128, *[32] * 9]
CARD_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 1, 1)


def with_count(count: Any) -> list[list[Any]]:
    """Three shoes, the second of which has a strange number of fours."""
    return [list(FULL), [*FULL[:4], count, *FULL[5:]], list(FULL)]


@pytest.mark.parametrize(
    "shoes",
    [
        [FULL],
        (tuple(FULL),),
        np.array([FULL], dtype=np.uint8),
        np.array([FULL], dtype=np.uint64),
        np.array([FULL], dtype=np.float64),
        np.array([FULL], dtype=object),
        np.array([FULL], dtype=np.int16)[:, ::1],
        np.asfortranarray(np.array([FULL, FULL]))[:1],
    ],
    ids=lambda shoes: getattr(getattr(shoes, "dtype", None), "name", type(shoes).__name__),
)
def test_whole_numbers_of_any_kind_are_taken(shoes: Any) -> None:
    read = ShoeArray.read(shoes)
    assert read.counts.tolist() == [FULL]
    assert read.counts.dtype == np.int64
    assert read.sizes.tolist() == [416]


def test_the_array_of_the_caller_is_left_alone() -> None:
    shoes = np.array([FULL])
    ShoeArray.read(shoes).value_counts()[0, 0] = 0
    assert shoes.tolist() == [FULL]


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (nan, "nan is not a whole number of cards"),
        (inf, "inf is not a whole number of cards"),
        (31.5, r"31\.5 is not a whole number of cards"),
        (Fraction(1, 2), "1/2 is not a whole number of cards"),
        (None, "None is not a whole number of cards"),
        ("32", "32 is not a whole number of cards"),
        (-1, "-1 cards is less than none"),
        (-1.0, r"-1\.0 cards is less than none"),
        (-(10**30), "-10+ cards is less than none"),
    ],
)
def test_a_count_that_cannot_be_names_its_row(count: Any, message: str) -> None:
    shoes = np.array(with_count(count), dtype=object if isinstance(count, str) else None)
    with pytest.raises(ShoeError, match=message) as refused:
        ShoeArray.read(shoes)
    assert refused.value.where == "row 1, column 4 (4)"


def test_truths_are_no_counts() -> None:
    with pytest.raises(ShoeError, match="True is not a whole number"):
        ShoeArray.read(np.ones((3, 10), dtype=bool))
    with pytest.raises(ShoeError, match="True is not a whole number"):
        ShoeArray.read(np.array(with_count(True), dtype=object))


def test_texts_are_no_counts() -> None:
    with pytest.raises(ShoeError, match="128 is not a whole number"):
        ShoeArray.read([[str(count) for count in FULL]])


@pytest.mark.parametrize(
    ("column", "columns", "name"), [(12, 13, "K"), (9, 13, "10"), (51, 52, "K♣"), (0, 52, "A♠"), (9, 10, "9")]
)
def test_columns_are_named_as_people_know_them(column: int, columns: int, name: str) -> None:
    shoes = np.ones((2, columns), dtype=int)
    shoes[1, column] = -3
    with pytest.raises(ShoeError) as refused:
        ShoeArray.read(shoes)
    assert refused.value.where == f"row 1, column {column} ({name})"


def test_five_cards_are_too_few() -> None:
    with pytest.raises(ShoeError, match="5 cards cannot deal a coup") as refused:
        ShoeArray.read([FULL, [1] * 5 + [0] * 5, [0] * 10])
    assert refused.value.where == "row 1"
    assert ShoeArray.read([[1] * 6 + [0] * 4]).sizes.tolist() == [6]


@pytest.mark.parametrize("columns", [0, 1, 9, 11, 12, 14, 51, 53])
def test_another_number_of_columns_is_refused(columns: int) -> None:
    with pytest.raises(ShoeError, match=f"10, 13 or 52 counts, not {columns}"):
        ShoeArray.read(np.ones((2, columns), dtype=int))


@pytest.mark.parametrize("shoes", [FULL, 5, [[FULL]], np.ones((2, 2, 10))])
def test_something_else_than_rows_is_refused(shoes: Any) -> None:
    with pytest.raises(ShoeError, match="dimensions is no list of shoes"):
        ShoeArray.read(shoes)


def test_rows_of_different_lengths_are_refused_by_name() -> None:
    with pytest.raises(ShoeError, match="different lengths") as refused:
        ShoeArray.read([FULL, FULL, FULL[:9]])
    assert refused.value.where == "row 2"


def test_no_shoes_are_no_error() -> None:
    assert len(ShoeArray.read(np.ones((0, 10), dtype=int))) == 0


def test_counts_beyond_64_bits_are_kept() -> None:
    huge = 10**30
    read = ShoeArray.read([[huge, *FULL[1:]], FULL])
    assert read.counts.dtype == object
    assert read.sizes.tolist() == [huge + 9 * 32, 416]
    near = ShoeArray.read(np.array([[2**63 + 5] * 10], dtype=np.uint64))
    assert near.sizes.tolist() == [10 * (2**63 + 5)]


@pytest.mark.parametrize(
    "card_values", [Shoe.from_decks(1).value_counts.__func__.__defaults__[0], CARD_VALUES]
)
def test_coarser_counts_are_those_of_single_shoes(card_values: tuple[int, ...]) -> None:
    random = np.random.default_rng(4)
    for columns in (13, 52):
        shoes = random.integers(0, 9, (5, columns)) + 1
        read = ShoeArray.read(shoes)
        singles = [Shoe.from_counts(row) for row in shoes.tolist()]
        assert read.value_counts(card_values).tolist() == [
            list(shoe.value_counts(card_values)) for shoe in singles
        ]
        assert read.rank_counts().tolist() == [list(shoe.rank_counts()) for shoe in singles]


def test_more_than_is_known_is_refused() -> None:
    by_value, by_rank = ShoeArray.read([FULL]), ShoeArray.read([[4] * 13])
    with pytest.raises(ShoeError, match="known only by point value, so they have no ranks"):
        by_value.rank_counts()
    with pytest.raises(ShoeError, match="known only by rank, so they have no suits"):
        by_rank.card_counts()
    with pytest.raises(ShoeError, match="values the ranks differently"):
        by_value.value_counts(CARD_VALUES)

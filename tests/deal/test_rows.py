from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.deal.rows import Column, Packing, Rows, joined

small = st.integers(-3, 3)
wide = st.integers(-(2**62), 2**62)
tables = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.tuples(*[small | wide] * width), min_size=1, max_size=30)
)


def columns_of(table: list[tuple[int, ...]]) -> list[np.ndarray]:
    return [np.array(column) for column in zip(*table, strict=True)]


@given(tables)
def test_packed_columns_come_back(table: list[tuple[int, ...]]) -> None:
    packing = Packing(columns_of(table), len(table))
    assert list(zip(*(column.tolist() for column in packing.columns_of(packing.keys)), strict=True)) == table
    assert 0 <= packing.keys.min() <= packing.keys.max() < packing.size


def test_many_columns_that_do_not_fit_into_one_number_are_told_apart() -> None:
    columns = [np.arange(1_000) // 2 % (place + 7) for place in range(60)]
    packing = Packing(columns, 1_000)
    found = packing.columns_of(packing.keys)
    assert all((one == other).all() for one, other in zip(columns, found, strict=True))
    assert len(np.unique(packing.keys)) == 500


@given(tables, st.integers(1, 10**6))
def test_groups_cover_every_row(table: list[tuple[int, ...]], per_group: int) -> None:
    packing = Packing(columns_of(table), len(table))
    keys, group = packing.groups(per_group)
    assert (keys[group] == packing.keys).all()


@pytest.mark.parametrize("dtype", [np.int64, object])
@given(table=tables)
def test_equal_rows_become_one(dtype: type, table: list[tuple[int, ...]]) -> None:
    ways = np.array([1 + 10**17 * (number % 3) for number in range(len(table))], dtype=dtype)
    names = [Column("answer", number) for number in range(len(table[0]))]
    merged = Rows(dict(zip(names, columns_of(table), strict=True)), ways).merged()
    expected: Counter[tuple[int, ...]] = Counter()
    for row, behind in zip(table, ways.tolist(), strict=True):
        expected[row] += behind
    rows = zip(*(merged.columns[name].tolist() for name in names), strict=True)
    found = list(zip(rows, merged.ways.tolist(), strict=True))
    assert dict(found) == expected
    assert len(found) == len(expected)


def test_parts_joined_are_the_whole() -> None:
    rows = Rows({Column.card(2): np.arange(10)}, np.arange(10) ** 2, {2: frozenset({"rank"})})
    parts = list(rows.chunks(3))
    assert [len(part) for part in parts] == [3, 3, 3, 1]
    whole = joined(parts)
    assert whole.ways.tolist() == rows.ways.tolist()
    assert whole.columns[Column.card(2)].tolist() == list(range(10))
    assert whole.known == rows.known

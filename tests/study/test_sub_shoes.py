"""Sub-shoes: all of them, none twice, and steps that stay among them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.study.sub_shoes import (
    all_sub_shoes,
    neighbours,
    number_of_sub_shoes,
    starts,
    steps,
    two_at_once,
)

shoes = st.lists(st.integers(0, 4), min_size=2, max_size=5).filter(lambda counts: sum(counts) >= 1)


@given(shoes, st.data())
def test_all_sub_shoes_are_listed_once_and_counted(counts: list[int], data: st.DataObject) -> None:
    cards = data.draw(st.integers(0, sum(counts)))
    expected = [
        list(taken) for taken in product(*(range(count + 1) for count in counts)) if sum(taken) == cards
    ]
    assert all_sub_shoes(counts, cards).tolist() == expected
    assert number_of_sub_shoes(counts, cards) == len(expected)


@given(shoes, st.data())
def test_a_search_starts_inside_the_shoe(counts: list[int], data: st.DataObject) -> None:
    cards = data.draw(st.integers(1, sum(counts)))
    found = starts(counts, cards)
    assert len(found) >= 1
    assert (found.sum(axis=1) == cards).all()
    assert ((found >= 0) & (found <= counts)).all()
    assert (found == starts(counts, cards)).all()


def test_a_search_starts_with_as_much_as_possible_of_every_kind() -> None:
    found = starts([4, 4, 4], 3).tolist()
    assert all([3 if place == kind else 0 for place in range(3)] in found for kind in range(3))
    assert [1, 1, 1] in found


@pytest.mark.parametrize("counts", [[2, 2, 2], [5, 0, 1, 3]])
def test_neighbours_differ_by_one_exchange_and_stay_inside(counts: list[int]) -> None:
    here = np.array([[1, 0, 1], [2, 2, 0]]) if len(counts) == 3 else np.array([[2, 0, 1, 0], [0, 0, 0, 3]])
    found, origin = neighbours(here, steps(counts, [1]), counts)
    for shoe, place in zip(found, origin, strict=True):
        assert sorted(shoe - here[place]) == [-1, *[0] * (len(counts) - 2), 1]
    expected = sum(
        (shoe[out] > 0) and (shoe[into] < counts[into])
        for shoe in here
        for out in range(len(counts))
        for into in range(len(counts))
        if out != into
    )
    assert len(found) == expected


def test_two_exchanges_reach_what_one_does_not() -> None:
    changes = {tuple(change) for change in two_at_once([9] * 4).tolist()}
    assert {(-1, -1, 1, 1), (-2, 2, 0, 0), (-1, 1, 0, 0), (-2, 1, 1, 0)} <= changes
    assert all(sum(change) == 0 for change in changes)

"""The simplex method in fractions, against all corners of small programs."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.play.solver.exact_simplex import minimise

SMALL = st.integers(-3, 3)


def corners(row: list[int], right_side: int, bounds: list[int]) -> list[list[Fraction]]:
    """All corners of a box cut by one equation: all variables but one stand at a bound."""
    found = []
    for free in range(len(row)):
        others = [place for place in range(len(row)) if place != free]
        for ends in product((0, 1), repeat=len(others)):
            point = [Fraction(0)] * len(row)
            for place, end in zip(others, ends, strict=True):
                point[place] = Fraction(end * bounds[place])
            rest = right_side - sum(one * other for one, other in zip(row, point, strict=True))
            if row[free]:
                point[free] = rest / row[free]
            if 0 <= point[free] <= bounds[free] and (row[free] or not rest):
                found.append(point)
    return found


@given(
    row=st.lists(SMALL, min_size=3, max_size=3),
    right_side=SMALL,
    cost=st.lists(SMALL, min_size=3, max_size=3),
    bounds=st.lists(st.integers(0, 2), min_size=3, max_size=3),
)
@settings(max_examples=80)
def test_the_optimum_is_the_best_corner(
    row: list[int], right_side: int, cost: list[int], bounds: list[int]
) -> None:
    found = minimise(cost, [row], [right_side], bounds)
    costs = [
        sum((one * other for one, other in zip(cost, corner, strict=True)), Fraction(0))
        for corner in corners(row, right_side, bounds)
    ]
    assert (found is None) == (not costs)
    if found is not None:
        assert found.value == min(costs)
        assert sum(one * other for one, other in zip(row, found.variables, strict=True)) == right_side
        assert all(0 <= one <= bound for one, bound in zip(found.variables, bounds, strict=True))


@given(
    rows=st.lists(st.lists(SMALL, min_size=4, max_size=4), min_size=2, max_size=2),
    point=st.lists(st.fractions(0, 1, max_denominator=4), min_size=4, max_size=4),
    cost=st.lists(SMALL, min_size=4, max_size=4),
)
def test_reduced_costs_prove_the_optimum(
    rows: list[list[int]], point: list[Fraction], cost: list[int]
) -> None:
    right_side = [sum(one * other for one, other in zip(row, point, strict=True)) for row in rows]
    found = minimise(cost, rows, right_side, [1] * 4)
    assert found is not None
    for value, rate in zip(found.variables, found.reduced_costs, strict=True):
        assert rate >= 0 or value == 1
        assert rate <= 0 or value == 0
    gaps = [one - other for one, other in zip(cost, found.reduced_costs, strict=True)]
    spanned = [*rows, gaps]
    for places in combinations(range(4), 3):
        a, b, c = ([row[place] for place in places] for row in spanned)
        assert (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
            == 0
        )


def test_a_cost_without_end_is_refused() -> None:
    with pytest.raises(ArithmeticError, match="least cost"):
        minimise([-1], [[0]], [0], [None])


def test_rows_that_contradict_each_other_have_no_solution() -> None:
    assert minimise([0], [[1], [1]], [0, 1], [None]) is None

"""Polynomials and their quotients: exact arithmetic, limits, and real zeros that are isolated for certain."""

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from math import perm, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.deal.polynomials import Approach, Polynomial, RationalFunction, total

ONE = Polynomial.of(1)

fractions = st.fractions(-20, 20, max_denominator=12)
polynomials = st.lists(fractions, max_size=6).map(lambda listed: Polynomial.of(*listed))
places = st.integers(-9, 9) | fractions


def from_zeros(*zeros: int | Fraction) -> Polynomial:
    return prod((Polynomial.of(-zero, 1) for zero in zeros), start=ONE)


def function(numerator: Polynomial, denominator: Polynomial = ONE) -> RationalFunction:
    return RationalFunction.reduced(numerator, denominator)


@given(polynomials, polynomials, fractions, places)
def test_arithmetic_is_that_of_the_values(
    one: Polynomial, other: Polynomial, number: Fraction, place: Fraction
) -> None:
    assert (one + other)(place) == one(place) + other(place)
    assert (one - other)(place) == one(place) - other(place)
    assert (one * other)(place) == one(place) * other(place)
    assert one.times(number)(place) == number * one(place)
    assert total([one, other, one]) == other + one.times(2)


@given(polynomials)
def test_a_polynomial_is_the_one_through_its_points(polynomial: Polynomial) -> None:
    assert Polynomial.through({place: polynomial(place) for place in range(6)}) == polynomial


@given(st.lists(fractions, max_size=5))
def test_the_leading_coefficient_is_never_zero(coefficients: list[Fraction]) -> None:
    polynomial = Polynomial.of(*coefficients, 0, 0)
    assert polynomial.degree == len(polynomial.coefficients) - 1
    assert polynomial.leading or polynomial == Polynomial.of()


@given(st.integers(1, 60), st.integers(0, 6), st.integers(1, 9))
def test_falling_factorials_are_ways_to_draw(slope: int, factors: int, decks: int) -> None:
    assert Polynomial.falling(slope, factors)(decks) == perm(slope * decks, factors)


@given(polynomials, polynomials.filter(lambda polynomial: polynomial.coefficients), polynomials, places)
def test_a_quotient_in_lowest_terms_has_the_same_values(
    top: Polynomial, bottom: Polynomial, common: Polynomial, place: Fraction
) -> None:
    if not common.coefficients:
        return
    reduced = function(top * common, bottom * common)
    coefficients = (*reduced.numerator.coefficients, *reduced.denominator.coefficients)
    assert all(coefficient.denominator == 1 for coefficient in coefficients)
    assert reduced.denominator.leading > 0
    assert reduced == function(top, bottom)
    if bottom(place):
        assert reduced(place) == top(place) / bottom(place)


def test_where_the_denominator_is_zero_there_is_no_value() -> None:
    assert function(ONE, from_zeros(3))(3) is None
    with pytest.raises(ZeroDivisionError):
        function(ONE, Polynomial.of())


@pytest.mark.parametrize(
    ("numerator", "denominator", "limit", "approach"),
    [
        (Polynomial.of(11, 4), Polynomial.of(-1, 52), Fraction(1, 13), Approach(1, Fraction(36, 169))),
        (Polynomial.of(5), Polynomial.of(0, 0, 2), Fraction(0), Approach(2, Fraction(5, 2))),
        (Polynomial.of(0, 0, 3), Polynomial.of(1, 0, 1), Fraction(3), Approach(2, Fraction(-3))),
        (Polynomial.of(7), ONE, Fraction(7), None),
        (Polynomial.of(), ONE, Fraction(0), None),
        (Polynomial.of(0, 1), ONE, None, None),
    ],
)
def test_limits_and_how_they_are_approached(
    numerator: Polynomial, denominator: Polynomial, limit: Fraction | None, approach: Approach | None
) -> None:
    found = function(numerator, denominator)
    assert (found.limit, found.approach) == (limit, approach)


@given(st.lists(st.fractions(1, 30, max_denominator=7), min_size=1, max_size=4), st.sampled_from([1, -3]))
def test_all_zeros_are_found_with_the_signs_around_them(zeros: list[Fraction], factor: int) -> None:
    nowhere_zero = Polynomial.of(1, 0, 1)
    found = function(from_zeros(*zeros).times(factor) * nowhere_zero).zeros(1, 4)
    assert [(zero.low, zero.high) for zero in found] == [(zero, zero) for zero in sorted(set(zeros))]
    assert found[-1].after == (1 if factor > 0 else -1)
    for zero in found:
        times = zeros.count(zero.low)
        if zero.before is not None:
            assert zero.changes_sign == (times % 2 == 1)
        else:
            assert zero.low == 1
            assert not zero.changes_sign
    for zero, next_zero in pairwise(found):
        assert zero.after == next_zero.before


def test_irrational_zeros_are_right_to_the_last_digit() -> None:
    (zero,) = function(Polynomial.of(-2, 0, 1)).zeros(1, 30)
    assert zero.decimal == "1.414213562373095048801688724210"
    assert zero.low**2 < 2 < zero.high**2
    assert (zero.before, zero.after) == (-1, 1)


def test_zeros_of_two_factors_that_lie_close_together_are_told_apart() -> None:
    near = Polynomial.of(-200000000001, 0, 100000000000)
    found = function(Polynomial.of(-2, 0, 1) * near).zeros(1, 3)
    assert [zero.decimal for zero in found] == ["1.414", "1.414"]
    assert found[0].high < found[1].low


def test_zeros_below_the_beginning_do_not_count() -> None:
    assert function(Polynomial.of(-2, 0, 1)).zeros(2) == ()
    assert function(from_zeros(Fraction(1, 2), -3)).zeros(1) == ()
    assert function(Polynomial.of()).zeros(1) == ()


def test_formulas_can_be_read_by_programs() -> None:
    edge = function(Polynomial.of(0, 11, 4), Polynomial.of(0, 3, -156, 0))
    assert edge.text == "(-4*d - 11)/(3*(52*d - 1))"
    assert edge.latex == r"\frac{- 4 d - 11}{3 \left(52 d - 1\right)}"
    assert function(Polynomial.of(1, 2)).text == "2*d + 1"
    assert Polynomial.of().text == "0"


def test_formulas_are_the_same_text_in_every_process() -> None:
    program = (
        "from analyzer.deal.polynomials import *;"
        "f = RationalFunction.reduced(Polynomial.falling(4, 3) - Polynomial.falling(3, 4),"
        " Polynomial.falling(52, 6));"
        "print(f.text, f.latex, f.zeros(1))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "271828")
    }
    assert len(texts) == 1

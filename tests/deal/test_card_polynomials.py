"""Forms as polynomials in the ten card counts give the ways of any shoe, and their derivatives are right."""

from math import perm, prod

import numpy as np
import pytest

from analyzer.deal.card_polynomials import VARIABLES, CardPolynomials
from analyzer.deal.forms import outcome_forms
from analyzer.deal.polynomials import Polynomial
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook

STANDARD = outcome_forms(load_rulebook())
POLYNOMIALS = CardPolynomials.of(STANDARD)
RANDOM = np.random.default_rng(5)


@pytest.mark.parametrize("most", [3, 40, 10**6])
def test_the_ways_of_any_shoe_are_those_of_the_form(most: int) -> None:
    for _ in range(4):
        shoe = [int(count) for count in RANDOM.integers(0, most, 10)]
        shoe[0] += 6
        assert POLYNOMIALS.values(shoe) == STANDARD.ways(Shoe.from_counts(shoe))


def test_there_are_no_terms_that_are_zero_everywhere_and_none_twice() -> None:
    assert len(set(POLYNOMIALS.exponents)) == len(POLYNOMIALS.exponents) == 8007
    assert POLYNOMIALS.coefficients.any(axis=0).all()
    assert {sum(exponents) for exponents in POLYNOMIALS.exponents} == set(range(1, 7))


def test_the_highest_degree_comes_first() -> None:
    degrees = [sum(exponents) for exponents in POLYNOMIALS.exponents]
    assert degrees == sorted(degrees, reverse=True)
    assert POLYNOMIALS.exponents[0] == (6, *[0] * 9)


def test_all_lines_add_up_to_the_falling_factorial_of_the_size() -> None:
    added = POLYNOMIALS.coefficients.sum(axis=0)
    by_degree = dict.fromkeys(range(7), 0)
    for exponents, coefficient in zip(POLYNOMIALS.exponents, added.tolist(), strict=True):
        if sum(power > 0 for power in exponents) == 1 and exponents[0]:
            by_degree[exponents[0]] = coefficient
    assert [by_degree[power] for power in range(7)] == list(Polynomial.falling(1, 6).coefficients)
    assert sum(POLYNOMIALS.values([128, *[32] * 9])) == perm(416, 6)


@pytest.mark.parametrize("place", range(10))
def test_derivatives_are_those_along_each_count(place: int) -> None:
    """A polynomial of degree 6 in one count is known by seven values, and so is its derivative."""
    shoe = [9, 4, 3, 4, 2, 4, 1, 4, 5, 4]
    derivative = POLYNOMIALS.derivative(place).values(shoe)
    for line in range(3):
        along = {
            step: POLYNOMIALS.values([*shoe[:place], step, *shoe[place + 1 :]])[line] for step in range(7)
        }
        coefficients = Polynomial.through(along).coefficients
        slope = Polynomial.of(*[power * number for power, number in enumerate(coefficients)][1:])
        assert derivative[line] == slope(shoe[place])


def test_the_gradient_keeps_to_the_theorem_of_euler() -> None:
    """Counts times derivatives add up to each term times its degree."""
    gradient = POLYNOMIALS.gradient()
    assert len(gradient) == len(VARIABLES)
    counts = (128, *[32] * 9)
    terms = zip(POLYNOMIALS.exponents, POLYNOMIALS.coefficients[0].tolist(), strict=True)
    assert sum(count * part.values(counts)[0] for count, part in zip(counts, gradient, strict=True)) == sum(
        sum(exponents) * coefficient * prod(map(pow, counts, exponents)) for exponents, coefficient in terms
    )


def test_rules_with_a_fixed_card_have_polynomials_too() -> None:
    forms = outcome_forms(load_rulebook("seven-up"))
    shoe = [10, 3, 0, 5, 1, 2, 4, 6, 2, 1]
    assert CardPolynomials.of(forms).values(shoe) == forms.ways(Shoe.from_counts(shoe))

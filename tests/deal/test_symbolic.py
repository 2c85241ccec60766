"""Counts as polynomials in the number of decks, by two roads, and against single shoes."""

from fractions import Fraction
from math import perm

import pytest

from analyzer.deal.forms import outcome_forms, wager_forms
from analyzer.deal.polynomials import Polynomial, total
from analyzer.deal.symbolic import COUNTED_DECKS, TOTAL_WAYS, form_by_decks, ways_by_decks
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager

RULEBOOKS = ["standard", "seven-up", "bahamian", "wrong/keyed-on-new-total-naturals-tie"]


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_forms_multiplied_out_reproduce_the_counts_of_1_to_50_decks(slug: str) -> None:
    forms = outcome_forms(load_rulebook(slug))
    polynomials = form_by_decks(forms)
    for decks in range(1, 51):
        ways = tuple(polynomial(decks) for polynomial in polynomials)
        assert ways == forms.ways(Shoe.from_decks(decks))
        assert sum(ways) == TOTAL_WAYS(decks) == perm(52 * decks, 6)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_leading_coefficients_are_the_counts_of_infinite_decks(slug: str) -> None:
    forms = outcome_forms(load_rulebook(slug))
    infinite = forms.ways(Shoe.infinite())
    leading = [polynomial.leading for polynomial in form_by_decks(forms)]
    assert leading == [Fraction(ways * 52**6, 13**6) for ways in infinite]


def test_all_lines_of_a_wager_add_up_to_everything() -> None:
    lines = form_by_decks(wager_forms(load_rulebook(), load_wager("side/dragon-bonus-player")))
    assert total(lines) == TOTAL_WAYS
    assert max(line.degree for line in lines) == 6


def counts(polynomial: Polynomial) -> dict[int, int]:
    return {decks: int(polynomial(decks)) for decks in COUNTED_DECKS}


@pytest.mark.parametrize("degree", range(1, 7))
def test_the_polynomial_behind_some_counts_is_found(degree: int) -> None:
    polynomial = Polynomial.falling(4, degree)
    share = Fraction(4**6, 52**6) if degree == 6 else Fraction(0)
    assert ways_by_decks(counts(polynomial), share) == polynomial


@pytest.mark.parametrize("decks", COUNTED_DECKS)
def test_one_wrong_count_is_noticed(decks: int) -> None:
    polynomial = Polynomial.falling(4, 6)
    wrong = counts(polynomial)
    wrong[decks] += 1
    with pytest.raises(ArithmeticError, match="not those of one polynomial"):
        ways_by_decks(wrong, Fraction(4**6, 52**6))


def test_a_degree_above_6_is_noticed() -> None:
    with pytest.raises(ArithmeticError, match="not those of one polynomial"):
        ways_by_decks(counts(Polynomial.falling(4, 7)), Fraction(4**6, 52**6))


def test_a_wrong_infinite_count_is_noticed() -> None:
    with pytest.raises(ArithmeticError, match="infinite"):
        ways_by_decks(counts(Polynomial.falling(4, 6)), Fraction(1, 2))


def test_too_few_shoes_are_refused() -> None:
    with pytest.raises(ArithmeticError, match="too few"):
        ways_by_decks(dict.fromkeys(COUNTED_DECKS[:-1], 0), Fraction(0))

"""Tests of counts, against every possible count of few coups."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.deal.totals import TotalWays, total_ways
from analyzer.errors import NumberError
from analyzer.exact import decimal_text, root_sum_text
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.check.counts import (
    AGREES,
    DIFFERS,
    IMPOSSIBLE,
    MOST_EXACT,
    UNLIKELY,
    CellTest,
    ChiSquare,
    Counts,
    CountsTest,
    chi_square,
    compare_counts,
    exact_multinomial,
)

WAYS = st.lists(st.integers(0, 50), min_size=3, max_size=3).filter(any)
COUNTS = st.tuples(*[st.integers(0, 4)] * 3).filter(any)


@pytest.fixture(scope="module")
def standard() -> TotalWays:
    return total_ways(Shoe.from_decks(8), load_rulebook())


def p_by_brute_force(observed: tuple[int, ...], ways: list[int]) -> Fraction:
    """Every sequence of outcomes, one by one."""
    coups, total = sum(observed), sum(ways)
    chance_of: dict[tuple[int, ...], Fraction] = {}
    for sequence in product(range(3), repeat=coups):
        counted = tuple(sequence.count(place) for place in range(3))
        chance = Fraction(1)
        for place in sequence:
            chance *= Fraction(ways[place], total)
        chance_of[counted] = chance_of.get(counted, Fraction(0)) + chance
    return sum(chance for chance in chance_of.values() if chance <= chance_of[observed])


@given(st.tuples(*[st.integers(0, 2)] * 3).filter(any), WAYS)
def test_the_exact_test_adds_up_everything_that_is_no_likelier(
    observed: tuple[int, ...], ways: list[int]
) -> None:
    assert exact_multinomial(observed, ways) == p_by_brute_force(observed, ways)


def test_the_likeliest_count_has_a_p_value_of_one() -> None:
    assert exact_multinomial([10, 10, 10], [7, 7, 7]) == 1


@given(COUNTS, WAYS.filter(all))
def test_chi_square_is_the_sum_of_squares_over_expectations(
    observed: tuple[int, ...], ways: list[int]
) -> None:
    coups, total = sum(observed), sum(ways)
    expected = [Fraction(coups * behind, total) for behind in ways]
    by_hand = sum((count - e) ** 2 / e for count, e in zip(observed, expected, strict=True))
    found = chi_square(observed, ways)
    assert (found.statistic, found.degrees) == (by_hand, 2)


def test_two_degrees_of_freedom_leave_an_exponential() -> None:
    # χ² = 10 with 2 degrees: exp(−5)
    assert chi_square([10, 20, 30], [1, 1, 1]).p_value.text(12) == "0.006737946999"


def test_what_cannot_happen_has_no_statistic() -> None:
    found = chi_square([1, 1, 0], [1, 0, 1])
    assert (found.statistic, found.p_value) == (None, None)
    assert chi_square([1, 0, 1], [1, 0, 1]).degrees == 1


def test_small_cells_go_together() -> None:
    # 100 coups expect 1, 2, 3, 4 and 90: the first three go together to 6, and 4 is too few by itself.
    found = chi_square([2, 2, 2, 4, 90], [1, 2, 3, 4, 90], pool=True)
    assert (found.cells, found.pooled) == (2, 4)
    assert chi_square([5, 95], [5, 95], pool=True).pooled == 0


def test_few_of_a_kind_take_the_next_larger_cell_with_them() -> None:
    found = chi_square([1, 9, 90], [1, 9, 90], pool=True)
    assert (found.cells, found.pooled) == (2, 2)


def test_the_example_of_one_hundred_thousand_coups(standard: TotalWays) -> None:
    found = compare_counts(Counts((44310, 46102, 9588)), standard)
    expected = [100_000 * Fraction(ways, sum(standard.outcomes)) for ways in standard.outcomes]
    by_hand = sum((o - e) ** 2 / e for o, e in zip((44310, 46102, 9588), expected, strict=True))
    assert (found.outcomes.statistic, found.verdict, found.exact) == (by_hand, AGREES, None)
    assert decimal_text(by_hand, 6) == "4.049416"


def test_verdicts_change_at_their_levels(standard: TotalWays) -> None:
    verdicts = {
        compare_counts(Counts((player, 91_000 - player, 9_000)), standard).verdict
        for player in range(44_000, 45_500, 50)
    }
    assert verdicts == {DIFFERS}
    # e coups too many give χ² = e²(1/44,625 + 1/45,860): 5.99 at 368, 9.21 at 457.
    at = {
        extra: compare_counts(Counts((44_625 + extra, 45_859 - extra, 9_516)), standard).verdict
        for extra in (0, 360, 375, 450, 465)
    }
    assert at == {0: AGREES, 360: AGREES, 375: UNLIKELY, 450: UNLIKELY, 465: DIFFERS}


def test_few_coups_are_judged_by_the_exact_test(standard: TotalWays) -> None:
    few, many = Counts((MOST_EXACT, 0, 0)), Counts((MOST_EXACT + 1, 0, 0))
    assert compare_counts(few, standard).exact is not None
    assert compare_counts(many, standard).exact is None
    # Nothing is less likely than four ties.
    four = compare_counts(Counts((0, 0, 4)), standard)
    assert four.exact == Fraction(sum(standard.outcomes[2:]), sum(standard.outcomes)) ** 4
    assert four.p_values[0].text(6) == "8.198684e-5"
    assert four.outcomes.p_value.text(6) == "5.502162e-9"


def test_two_tests_share_what_a_level_leaves(standard: TotalWays) -> None:
    expected = [[round(100_000 * int(w) / sum(standard.outcomes)) for w in row] for row in standard.joint]
    fair = compare_counts(Counts.of_joint(expected), standard)
    assert (fair.tests, fair.verdict, fair.joint.degrees) == (2, AGREES, 99)
    expected[0][1] += 110  # χ² is then 24 more in one cell of some 490
    expected[1][0] -= 110
    assert compare_counts(Counts.of_joint(expected), standard).verdict == AGREES
    expected[0][1] += 150
    assert compare_counts(Counts.of_joint(expected), standard).verdict == DIFFERS


def test_a_chance_below_a_level_is_not_enough_where_two_tests_are_made(standard: TotalWays) -> None:
    counts = Counts((450, 450, 100))
    alone = ChiSquare(Fraction(97, 10), cells=3)  # p is 0.0078, between 1% and half of it
    one = CountsTest(counts, standard, (), alone, None, None)
    two = CountsTest(counts, standard, (), alone, None, ChiSquare(Fraction(99), cells=100))
    assert (one.verdict, two.verdict) == (DIFFERS, UNLIKELY)


def test_something_that_the_shoe_cannot_deal() -> None:
    tens_only = total_ways(Shoe.from_counts([9, 0, 0, 0, 0, 0, 0, 0, 0, 0]), load_rulebook())
    assert compare_counts(Counts((0, 0, 5)), tens_only).verdict == AGREES
    assert compare_counts(Counts((1, 0, 4)), tens_only).verdict == IMPOSSIBLE


def test_wilson_s_published_interval() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I, method 3: 81 of 263 has 0.2553 to 0.3662.
    middle, square = CellTest("hits", 81, 263, Fraction(1, 3)).interval(95)
    assert root_sum_text(middle, square, negative=True, digits=4) == "0.2553"
    assert root_sum_text(middle, square, digits=4) == "0.3662"


def test_totals_tell_the_outcome() -> None:
    counted = [[1] * 10 for _ in range(10)]
    assert Counts.of_joint(counted).outcomes == (45, 45, 10)


def test_totals_do_not_tell_how_two_naturals_are_settled() -> None:
    """A 9 beats an 8 in a list of totals, even under rules by which two naturals tie."""
    law = total_ways(Shoe.from_decks(8), load_rulebook("wrong/keyed-on-new-total-naturals-tie"))
    total = sum(law.outcomes)
    expected = [[round(Fraction(100_000 * int(ways), total)) for ways in row] for row in law.joint]
    found = compare_counts(Counts.of_joint(expected), law)
    assert found.verdict == AGREES
    assert compare_counts(Counts(found.counts.outcomes), law).verdict == DIFFERS


@pytest.mark.parametrize("outcomes", [(0, 0, 0), (10**9, 1, 0)])
def test_no_coups_and_too_many(outcomes: tuple[int, ...]) -> None:
    with pytest.raises(NumberError):
        Counts(outcomes)

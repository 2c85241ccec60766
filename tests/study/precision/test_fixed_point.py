"""Sums of rounds in fixed point lie where exact sums are, and say how far off they can be."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.exact import Between
from analyzer.study.precision import fixed_point
from analyzer.study.precision.fixed_point import Masses, Steps, exact_sum, sum_of_rounds


def plain_sum(steps: Steps, rounds: int) -> dict[int, Fraction]:
    """The distribution by a dictionary of fractions, one round after the other."""
    found = {0: Fraction(1)}
    for _ in range(rounds):
        more: dict[int, Fraction] = {}
        for value, probability in found.items():
            for step, ways in steps.ways.items():
                part = probability * Fraction(ways, steps.total_ways)
                more[value + step] = more.get(value + step, Fraction(0)) + part
        found = more
    return found


@st.composite
def laws(draw: st.DrawFn) -> Steps:
    ways = draw(st.dictionaries(st.integers(-9, 40), st.integers(1, 10**9), min_size=1, max_size=5))
    return Steps(ways, sum(ways.values()))


def fixed_sum(steps: Steps, rounds: int, digits: int) -> Masses:
    """Never the exact road."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fixed_point, "MOST_EXACT_ROUNDS", 0)
        return sum_of_rounds(steps, rounds, digits)


@given(laws(), st.integers(1, 12))
def test_the_exact_sum_is_what_a_dictionary_of_fractions_gives(steps: Steps, rounds: int) -> None:
    masses = exact_sum(steps, rounds)
    assert masses.lost == 0
    found = {masses.first + place: units for place, units in enumerate(masses.units) if units}
    assert {value: Fraction(units, masses.scale) for value, units in found.items()} == plain_sum(
        steps, rounds
    )


@given(laws(), st.integers(1, 12), st.integers(0, 20))
def test_every_probability_lies_between_its_bounds(steps: Steps, rounds: int, digits: int) -> None:
    masses, plain = fixed_sum(steps, rounds, digits), plain_sum(steps, rounds)
    assert 0 <= masses.error < Fraction(1, 10**digits)
    total = Fraction(0)
    for value in range(min(plain) - 1, max(plain) + 2):
        total += plain.get(value, 0)
        for number, truth in (
            (masses.at(value), plain.get(value, Fraction(0))),
            (masses.at_most(value), total),
            (masses.at_least(value + 1), 1 - total),
        ):
            low, high = number if isinstance(number, Between) else (number, number)
            assert low <= truth <= high


@given(laws(), st.integers(1, 12), st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=200))
def test_a_quantile_is_the_first_value_with_enough_below_it(
    steps: Steps, rounds: int, share: Fraction
) -> None:
    plain = plain_sum(steps, rounds)
    added = Fraction(0)
    for value in sorted(plain):
        added += plain[value]
        if added >= share:
            break
    assert exact_sum(steps, rounds).quantile(share) == (value, value)
    early, late = fixed_sum(steps, rounds, 12).quantile(share)
    assert early <= value <= late


def test_a_quantile_that_rounding_decides_is_given_as_two_values() -> None:
    """The first of two equally likely results is a median, but no rounded sum can know that."""
    steps = Steps({0: 1, 1: 2}, 3)
    masses = fixed_sum(Steps({0: 3, 1: 3}, 6), 1, 3)
    assert masses.lost == 0
    third = fixed_sum(steps, 1, 3)
    assert third.lost > 0
    assert third.quantile(Fraction(1, 3)) == (0, 1)


def test_many_rounds_are_right_to_all_digits_wanted() -> None:
    """Binomial probabilities have a closed form to be held against."""
    from math import comb

    steps, rounds = Steps({0: 2, 1: 1}, 3), 3_000
    masses = sum_of_rounds(steps, rounds, 30)
    assert 0 < masses.error < Fraction(1, 10**30)
    for hits in (900, 1_000, 1_111):
        low, high = masses.at(hits)
        assert low <= Fraction(comb(rounds, hits) * 2 ** (rounds - hits), 3**rounds) <= high


def test_progress_counts_up_to_the_rounds() -> None:
    done: list[int] = []
    sum_of_rounds(Steps({0: 1, 1: 1}, 2), 1_000, 5, done.append)
    assert done == sorted(done)
    assert done[-1] == 1_000


@pytest.mark.parametrize(
    ("steps", "rounds", "digits", "reason"),
    [
        (Steps({0: 1, 1: 1}, 2), 0, 5, "0 rounds"),
        (Steps({0: 1, 1: 1}, 2), 10**14, 5, "too much"),
        (Steps({0: 1, 10**6: 1, 10**6 + 1: 1}, 3), 10**4, 5, "too much"),
        (Steps({0: 1, 1: 1}, 2), 10**6, 10_000, "too much"),
    ],
)
def test_what_cannot_be_added_up_is_refused(steps: Steps, rounds: int, digits: int, reason: str) -> None:
    with pytest.raises(NumberError, match=reason):
        sum_of_rounds(steps, rounds, digits)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1), Fraction(1, 10**9)])
def test_a_quantile_beyond_what_is_known_is_refused(share: Fraction) -> None:
    with pytest.raises(NumberError, match="quantile"):
        Masses(0, [49_999_999, 49_999_999], 10**8).quantile(share)

"""Lengths of streaks: every sequence, the closed formula and both roads agree."""

from fractions import Fraction
from itertools import groupby, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.exact import Between
from analyzer.study.precision import fixed_point
from analyzer.study.precision.fixed_point import Number
from analyzer.study.sessions.streak_lengths import Chances, Streaks, Without, none_exactly

few = st.integers(1, 9)


@st.composite
def any_chances(draw: st.DrawFn, with_pause: bool = True) -> Chances:
    pause = st.integers(0, 9) if with_pause else st.just(0)
    return Chances(draw(few), draw(few), draw(pause))


def streaks_of(sequence: tuple[str, ...]) -> list[int]:
    """Lengths of the streaks of hits in a sequence whose pauses are passed over."""
    acting = [coup for coup in sequence if coup != "pause"]
    return [len(list(coups)) for coup, coups in groupby(acting) if coup == "hit"]


def of_all_sequences(chances: Chances, rounds: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Chance of each longest streak, and expected number of streaks of each length, over 3^n sequences."""
    ways = {"hit": chances.hit, "end": chances.end, "pause": chances.pause}
    longest = dict.fromkeys(range(rounds + 1), Fraction(0))
    number = dict.fromkeys(range(rounds + 1), Fraction(0))
    for sequence in product(ways, repeat=rounds):
        probability = Fraction(1)
        for coup in sequence:
            probability *= Fraction(ways[coup], chances.total_ways)
        lengths = streaks_of(sequence)
        longest[max(lengths, default=0)] += probability
        for length in lengths:
            number[length] += probability
    return longest, number


def none_by_formula(hit: Fraction, rounds: int, length: int) -> Fraction:
    """De Moivre's series: none at all, less and plus the ways to place one, two, … streaks."""

    def placed(coups: int) -> Fraction:
        loss = (1 - hit) * hit**length
        return sum(
            (
                comb(coups - number * length, number) * (-loss) ** number
                for number in range(coups // (length + 1) + 1)
            ),
            Fraction(0),
        )

    return placed(rounds) - (hit**length * placed(rounds - length) if rounds >= length else 0)


def bounds(number: Number) -> tuple[Fraction, Fraction]:
    return (number.low, number.high) if isinstance(number, Between) else (number, number)


def on_the_fast_road(chances: Chances, rounds: int, digits: int) -> Streaks:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fixed_point, "MOST_EXACT_ROUNDS", 0)
        streaks = Streaks(chances, rounds, digits)
        streaks._acting_coups()
    assert not streaks.is_exact
    return streaks


@settings(max_examples=20)
@given(any_chances(), st.integers(1, 7))
def test_few_coups_are_what_all_their_sequences_give(chances: Chances, rounds: int) -> None:
    longest, number = of_all_sequences(chances, rounds)
    streaks = Streaks(chances, rounds, 9)
    for length in range(rounds + 1):
        row = streaks.of_length(length)
        assert row.longest == longest[length]
        assert row.at_least == sum(longest[other] for other in range(length, rounds + 1))
        if length:
            low, high = bounds(row.expected)
            assert low <= sum(number[other] for other in range(length, rounds + 1)) <= high


@given(any_chances(with_pause=False), st.integers(1, 60), st.integers(1, 20))
def test_the_recurrence_is_de_moivres_formula(chances: Chances, rounds: int, length: int) -> None:
    assert none_exactly(chances, rounds, length) == none_by_formula(chances.next_hit, rounds, length)


@given(any_chances(with_pause=False), st.integers(0, 300), st.integers(1, 9), st.integers(6, 40))
def test_doubling_brackets_the_formula(chances: Chances, rounds: int, length: int, digits: int) -> None:
    scale = 10**digits
    low, high = (
        road.none(road.window(rounds))
        for road in (Without(chances.next_hit, length, scale, rounded_up) for rounded_up in (False, True))
    )
    assert low <= none_by_formula(chances.next_hit, rounds, length) * scale <= high
    assert high - low <= 4 * (rounds + 2) * (length + 2)


@settings(max_examples=60)
@given(any_chances(), st.integers(1, 90), st.integers(1, 12), st.integers(5, 30))
def test_the_fast_road_brackets_the_exact_one(
    chances: Chances, rounds: int, length: int, digits: int
) -> None:
    fast, exact = on_the_fast_road(chances, rounds, digits), Streaks(chances, rounds, digits)
    for name in ("longest", "at_least", "expected"):
        low, high = bounds(getattr(fast.of_length(length), name))
        truth_low, truth_high = bounds(getattr(exact.of_length(length), name))
        assert low <= truth_low <= truth_high <= high
        assert high - low < Fraction(1, 10**digits)


@pytest.mark.parametrize("chances", [Chances(1, 1, 0), Chances(5, 4, 1), Chances(1, 1, 18)])
@pytest.mark.parametrize("rounds", [101, 2_000])
def test_the_lengths_shown_leave_out_nothing_that_can_be_seen(chances: Chances, rounds: int) -> None:
    streaks = Streaks(chances, rounds, 12)
    rows = streaks.lengths()
    assert [row.length for row in rows] == list(range(rows[0].length, rows[-1].length + 1))
    unseen = Fraction(1, 10**12)
    assert bounds(streaks.none_of(rows[0].length))[1] < unseen
    assert bounds(rows[-1].at_least)[0] < unseen <= bounds(rows[-2].at_least)[0]
    assert sum(bounds(row.longest)[0] for row in rows) <= 1
    assert 1 - sum(bounds(row.longest)[1] for row in rows) < 2 * unseen


def test_a_long_streak_among_many_coups_is_right_to_all_digits() -> None:
    """20 heads in a row among 100,000 tosses."""
    low, high = Streaks(Chances(1, 1, 0), 100_000, 20).of_length(20).at_least
    loss = Fraction(1, 2**21)

    def placed(coups: int) -> Fraction:
        # Terms alternate and fall, so the truth lies between two of these sums; the 30th is below 10^-40.
        return sum(comb(coups - 20 * number, number) * (-loss) ** number for number in range(30))

    truth = 1 - placed(100_000) + placed(100_000 - 20) / 2**20
    assert low - Fraction(1, 10**30) <= truth <= high + Fraction(1, 10**30)
    assert high - low < Fraction(1, 10**20)


@pytest.mark.parametrize("rounds", [20, 500])
def test_what_never_or_always_hits_is_answered(rounds: int) -> None:
    never, always = Streaks(Chances(0, 1, 0), rounds, 10), Streaks(Chances(1, 0, 0), rounds, 10)
    assert never.of_length(1).at_least == 0
    assert bounds(always.of_length(rounds).at_least)[1] == 1
    assert bounds(always.of_length(rounds).at_least)[0] > 1 - Fraction(1, 10**10)
    assert always.of_length(rounds).expected == 1
    assert always.of_length(rounds + 1).at_least == 0

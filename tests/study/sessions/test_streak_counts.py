"""The number of streaks: every sequence, closed formulas and both roads agree."""

from fractions import Fraction
from itertools import groupby, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.exact import Between
from analyzer.study.precision import fixed_point
from analyzer.study.precision.fixed_point import Number
from analyzer.study.sessions.streak_counts import StreakCounts, count_streaks
from analyzer.study.sessions.streak_lengths import Chances, Streaks
from analyzer.study.sessions.streaks import TIE_MODES, chances_of

OUTCOMES = {"player": 45, "banker": 46, "tie": 9}


@st.composite
def any_chances(draw: st.DrawFn, most_pauses: int = 9) -> Chances:
    hit = draw(st.integers(0, 9))
    return Chances(hit, draw(st.integers(0 if hit else 1, 9)), draw(st.integers(0, most_pauses)))


def bounds(number: Number) -> tuple[Fraction, Fraction]:
    return (number.low, number.high) if isinstance(number, Between) else (number, number)


def on_the_fast_road(chances: Chances, rounds: int, digits: int) -> StreakCounts:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fixed_point, "MOST_EXACT_ROUNDS", 0)
        return count_streaks(chances, rounds, digits)


def seen_in(sequence: tuple[str, ...], side: str, ties: str) -> int:
    """Streaks of a side, by reading coups as a bettor at the table would."""
    if side != "tie" and ties == "skipped":
        sequence = tuple(coup for coup in sequence if coup != "tie")
    going_on = {side, "tie"} if ties == "counted" else {side}
    return sum(is_hit for is_hit, _ in groupby(sequence, key=lambda coup: coup in going_on))


@pytest.mark.parametrize("side", OUTCOMES)
@pytest.mark.parametrize("ties", TIE_MODES)
@pytest.mark.parametrize("rounds", [1, 2, 5, 7])
def test_the_law_is_what_all_sequences_give(side: str, ties: str, rounds: int) -> None:
    expected: dict[int, int] = {}
    for sequence in product(OUTCOMES, repeat=rounds):
        ways = 1
        for coup in sequence:
            ways *= OUTCOMES[coup]
        number = seen_in(sequence, side, ties)
        expected[number] = expected.get(number, 0) + ways
    counts = count_streaks(chances_of(OUTCOMES, side, ties), rounds, 10)
    law = {number: Fraction(ways, 100**rounds) for number, ways in sorted(expected.items())}
    assert dict(counts.law()) == law
    mean = sum(number * probability for number, probability in law.items())
    assert counts.mean == mean
    assert counts.variance == sum((number - mean) ** 2 * probability for number, probability in law.items())


@given(any_chances(most_pauses=0), st.integers(1, 60))
def test_without_pauses_streaks_are_placed_among_the_ends(chances: Chances, rounds: int) -> None:
    """Of i hits and m - i ends, r streaks are C(i-1, r-1)·C(m-i+1, r) ways to place them."""
    counts = count_streaks(chances, rounds, 10)
    placed = dict.fromkeys(range(1, (rounds + 1) // 2 + 1), 0)
    for hits in range(1, rounds + 1):
        ways = chances.hit**hits * chances.end ** (rounds - hits)
        for number in placed:
            placed[number] += comb(hits - 1, number - 1) * comb(rounds - hits + 1, number) * ways
    for number, ways in placed.items():
        assert counts.masses.at(number) == Fraction(ways, chances.total_ways**rounds)


@settings(max_examples=40)
@given(any_chances(), st.integers(1, 70), st.integers(3, 20))
def test_the_fast_road_brackets_the_exact_one(chances: Chances, rounds: int, digits: int) -> None:
    fast, exact = on_the_fast_road(chances, rounds, digits), count_streaks(chances, rounds, digits)
    assert not exact.masses.lost
    for number in range(rounds + 1):
        low, high = bounds(fast.masses.at(number))
        assert low <= exact.masses.at(number) <= high
    for name in ("mean", "variance"):
        low, high = bounds(getattr(fast, name))
        assert low <= getattr(exact, name) <= high
        assert high - low < Fraction(1, 10**digits)
    low, high = exact.deviation
    assert low**2 <= exact.variance <= high**2


@pytest.mark.parametrize("chances", [Chances(5, 4, 0), Chances(5, 4, 1), Chances(0, 1, 0)])
@pytest.mark.parametrize("rounds", [101, 20_000])
def test_many_coups_have_the_mean_of_the_other_formula(chances: Chances, rounds: int) -> None:
    counts = count_streaks(chances, rounds, 12)
    low, high = bounds(counts.mean)
    other_low, other_high = bounds(Streaks(chances, rounds, 12).expected(1))
    assert low <= other_high
    assert other_low <= high
    assert high - low < Fraction(1, 10**12)


def test_the_variance_of_many_coups_is_that_of_its_formula() -> None:
    """Beginnings next to each other exclude each other, all others are independent."""
    rounds, hit, end = 20_000, Fraction(5, 9), Fraction(4, 9)
    begin = hit * end
    mean = hit + (rounds - 1) * begin
    pairs = 2 * (hit * begin * (rounds - 2) + begin**2 * comb(rounds - 2, 2))
    low, high = bounds(count_streaks(Chances(5, 4, 0), rounds, 12).variance)
    assert low <= mean + pairs - mean**2 <= high
    assert high - low < Fraction(1, 10**18)


def test_numbers_that_cannot_be_seen_are_left_out() -> None:
    counts = count_streaks(Chances(5, 4, 1), 5_000, 6)
    law = counts.law()
    assert [number for number, _ in law] == list(range(law[0][0], law[-1][0] + 1))
    unseen = Fraction(1, 10**6)
    assert bounds(counts.masses.at(law[0][0] - 1))[0] < unseen <= bounds(law[0][1])[0]
    assert bounds(counts.masses.at(law[-1][0] + 1))[0] < unseen <= bounds(law[-1][1])[0]


def test_more_digits_than_can_be_worked_out_are_refused() -> None:
    with pytest.raises(NumberError, match="too much to add up"):
        count_streaks(Chances(5, 4, 0), 10_000_000, 3_000)

from dataclasses import replace
from fractions import Fraction
from statistics import fmean, pvariance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import WagerError
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay
from analyzer.wager.wager_file import read

EIGHT_DECKS = 4998398275503360
BANKER, PLAYER, TIE = 2292252566437888, 2230518282592256, 475627426473216

pays = st.sampled_from(
    [Fraction(net) for net in ("-1", "-1/2", "0", "1/2", "19/20", "1", "8", "11", "40", "250", "7/3")]
)


def law(*lines: tuple[str | Fraction, int]) -> Law:
    named = [LawLine(f"line {number}", Pay.parse(pays), ways) for number, (pays, ways) in enumerate(lines)]
    return Law(tuple(named), sum(line.ways for line in named))


@st.composite
def laws(draw: st.DrawFn) -> Law:
    lines = draw(st.lists(st.tuples(pays, st.integers(0, 30)), min_size=1, max_size=6))
    return law(*lines, (draw(pays), draw(st.integers(1, 30))))


def outcomes(some: Law) -> list[Fraction]:
    """Every single way of a small law, as its net win."""
    return [line.pays.net for line in some.lines for _ in range(line.ways)]


BANKER_BET = law(("19 to 20", BANKER), ("push", TIE), ("lose", PLAYER))
PLAYER_BET = law(("1 to 1", PLAYER), ("push", TIE), ("lose", BANKER))
TIE_8 = law(("8 to 1", TIE), ("lose", BANKER + PLAYER))
TIE_9 = law(("9 to 1", TIE), ("lose", BANKER + PLAYER))
PAIR = law(("11 to 1", 31), ("lose", 384))


def test_the_edges_of_the_main_bets_are_exact() -> None:
    assert BANKER_BET.total_ways == EIGHT_DECKS
    assert BANKER_BET.house_edge == Fraction(114753351728, 10847218479825)
    assert PLAYER_BET.house_edge == Fraction(241149546272, 19524993263685)
    assert TIE_8.house_edge == Fraction(103841353768, 723147898655)
    assert PAIR.house_edge == Fraction(43, 415)


def test_the_deviations_of_the_main_bets_are_the_published_ones() -> None:
    assert BANKER_BET.standard_deviation(4) == "0.9274"
    assert PLAYER_BET.standard_deviation(4) == "0.9512"
    assert TIE_9.standard_deviation(4) == "2.9343"


def test_the_edges_without_ties_are_the_published_ones() -> None:
    edges = [bet.edge_per_resolved_bet for bet in (BANKER_BET, PLAYER_BET)]
    assert [round(edge * 1_000_000) for edge in edges if edge] == [11692, 13650]
    assert TIE_8.edge_per_resolved_bet == TIE_8.house_edge


def test_frequencies_count_wins_and_pushes_by_what_they_pay() -> None:
    assert BANKER_BET.hit_frequency == Fraction(BANKER, EIGHT_DECKS)
    assert BANKER_BET.push_frequency == Fraction(TIE, EIGHT_DECKS)
    half = law(("1/2", 3), ("0", 5), ("-1/2", 7), ("push", 11))
    assert (half.hit_frequency, half.push_frequency) == (Fraction(3, 26), Fraction(16, 26))


@given(laws())
def test_moments_are_those_of_the_single_ways(some: Law) -> None:
    listed = outcomes(some)
    mean = sum(listed) / Fraction(len(listed))
    third = sum((net - mean) ** 3 for net in listed) / len(listed)
    assert some.expected_net == mean
    assert some.variance == pvariance(listed)
    assert some.skewness_sign == (third > 0) - (third < 0)
    if some.variance:
        assert some.skewness_square == third**2 / some.variance**3
        deviations = [float(net - mean) for net in listed]
        skewness = fmean(one**3 for one in deviations) / fmean(one**2 for one in deviations) ** 1.5
        assert float(some.skewness(8) or "") == pytest.approx(skewness, abs=1e-6)
    else:
        assert some.skewness_square is None
        assert some.skewness() is None


@given(laws(), st.integers(0, 60))
def test_a_standard_deviation_is_right_to_its_last_digit(some: Law, digits: int) -> None:
    text = some.standard_deviation(digits)
    root, half = Fraction(text), Fraction(1, 2 * 10**digits)
    assert len(text.partition(".")[2]) == digits
    assert max(root - half, 0) ** 2 <= some.variance <= (root + half) ** 2


@given(laws())
def test_what_a_law_says_fits_together(some: Law) -> None:
    lines = range(len(some.lines))
    assert some.rtp + some.house_edge == 1
    assert sum(some.probability(line) for line in lines) == 1
    assert sum(some.contribution(line) for line in lines) == some.expected_net == -some.house_edge
    losses = Fraction(sum(ways for net, ways in some.distribution if net < 0), some.total_ways)
    assert some.hit_frequency + some.push_frequency + losses == 1
    if some.edge_per_resolved_bet is None:
        assert some.push_frequency == 1
    else:
        assert some.edge_per_resolved_bet * (1 - some.push_frequency) == some.house_edge


@given(laws())
def test_lines_that_pay_the_same_can_be_one_line(some: Law) -> None:
    merged = law(*some.distribution)
    assert merged.distribution == some.distribution
    assert all(ways > 0 for _, ways in some.distribution)
    assert sorted({net for net, _ in some.distribution}, reverse=True) == [
        net for net, _ in some.distribution
    ]
    for name in ("house_edge", "variance", "skewness_square", "hit_frequency", "push_frequency"):
        assert getattr(merged, name) == getattr(some, name)


@given(laws(), st.data())
def test_at_its_break_even_pay_a_wager_has_no_edge(some: Law, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(some.lines) - 1))
    pay = some.break_even_pay(place)
    if pay is None:
        assert some.lines[place].ways == 0
    elif pay >= -1:
        lines = list(some.lines)
        lines[place] = replace(lines[place], pays=Pay(pay))
        assert Law(tuple(lines), some.total_ways).house_edge == 0


@given(laws(), st.data())
def test_at_fair_odds_a_bet_on_one_line_has_no_edge(some: Law, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(some.lines) - 1))
    ways = some.lines[place].ways
    to_one = some.fair_to_one(place)
    if to_one is None:
        assert ways == 0
    else:
        assert law((to_one, ways), ("lose", some.total_ways - ways)).house_edge == 0
        assert to_one + 1 == 1 / some.probability(place)


def test_a_bet_that_always_pushes_has_no_resolved_bets() -> None:
    always = law(("push", 7))
    assert always.edge_per_resolved_bet is None
    assert (always.house_edge, always.variance, always.skewness_sign) == (0, 0, 0)
    assert always.standard_deviation(2) == "0.00"


def test_a_small_negative_skewness_is_not_rounded_to_minus_zero() -> None:
    left = law(("1 to 1", 500_001), ("lose", 500_000))
    assert left.skewness_sign == -1
    assert left.skewness(4) == "0.0000"
    assert left.skewness(8) == "-0.00000200"


def test_counts_beyond_64_bits_stay_exact() -> None:
    huge = 10**60
    some = law(("8 to 1", huge), ("lose", 9 * huge + 1))
    assert some.house_edge == Fraction(huge + 1, 10 * huge + 1)
    assert some.distribution == ((Fraction(8), huge), (Fraction(-1), 9 * huge + 1))


def test_counts_of_an_array_become_whole_numbers() -> None:
    line = LawLine("tie", Pay.parse("8 to 1"), np.int64(2**62))  # type: ignore[arg-type]
    assert type(line.ways) is int
    with pytest.raises(TypeError):
        LawLine("tie", Pay.parse("8 to 1"), 1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ways", "total", "what"),
    [
        ([3, 4], 8, "add up to 7, not 8"),
        ([-1, 9], 8, "has -1 ways"),
        ([0, 0], 0, "add up to 0"),
        ([], 0, "add up"),
    ],
)
def test_ways_that_do_not_add_up_are_refused(ways: list[int], total: int, what: str) -> None:
    lines = [LawLine(f"line {index}", Pay.parse("push"), count) for index, count in enumerate(ways)]
    with pytest.raises(WagerError, match=what):
        Law(tuple(lines), total)


def test_the_law_of_a_wager_follows_its_lines() -> None:
    lucky = read({
        "title": "Lucky 6",
        "otherwise": "lose",
        "line": [
            {"label": "two", "when": "banker.total == 6 and banker.cards == 2", "pays": "12 to 1"},
            {"label": "three", "when": "banker.total == 6", "pays": "20 to 1"},
        ],
    })  # fmt: skip
    assert [(line.label, line.ways) for line in Law.of(lucky, [5, 7, 24], 36).lines] == [
        ("two", 5),
        ("three", 7),
        ("otherwise", 24),
    ]
    with pytest.raises(ValueError, match="zip"):
        Law.of(lucky, [5, 31], 36)

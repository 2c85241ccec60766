"""Wins against expectation, and how many rounds show a difference."""

from fractions import Fraction
from math import comb

import pytest

from analyzer.errors import AnalyzerError, NumberError
from analyzer.study.check.turnover import (
    Judged,
    Record,
    judge,
    read_records,
    rounds_needed,
)
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay


def law(win: str, hits: int, total: int) -> Law:
    lines = LawLine("win", Pay.parse(win), hits), LawLine("otherwise", Pay.parse("lose"), total - hits)
    return Law(lines, total_ways=total)


def records(text: str) -> list[Record]:
    return read_records(enumerate(text.splitlines(), start=1), "night.csv")


def test_expectations_and_variances_of_levels_add_up() -> None:
    red = law("1 to 1", 18, 38)
    found = judge(
        [Record(2, Fraction(5), 100, Fraction(30)), Record(3, Fraction(50), 10, Fraction(-50))], {"": red}
    )
    edge, variance = Fraction(1, 19), Fraction(360, 361)
    first, second = (level.judged for level in found.levels)
    assert (first.expected, first.variance) == (500 * edge, 100 * 25 * variance)
    assert (second.expected, second.variance) == (500 * edge, 10 * 2_500 * variance)
    assert found.overall == Judged(Fraction(1_000), Fraction(-20), 1_000 * edge, (2_500 + 25_000) * variance)
    assert found.overall.z_square == (-20 - 1_000 * edge) ** 2 / (27_500 * variance)
    assert found.overall.is_below


def test_the_normal_curve_is_near_the_exact_binomial_one() -> None:
    # In 1,000 rounds at even chances the house is more than 49 units up where heads come at most 475 times.
    judged = judge([Record(2, Fraction(1), 1_000, Fraction(49))], {"": law("1 to 1", 1, 2)}).overall
    exact = Fraction(sum(comb(1_000, heads) for heads in range(476)), 2**1_000)
    assert abs(Fraction(judged.p_as_high.text(10)) - exact) < Fraction(1, 10_000)
    high, low, both = (Fraction(p.text(12)) for p in (judged.p_as_high, judged.p_as_low, judged.p_two_sided))
    assert (high + low, both) == (1, 2 * high)


@pytest.mark.parametrize(
    ("deviations", "two_sided", "one_sided"),
    [
        ("1.64", ("within", "within"), ("within", "within")),
        ("1.65", ("within", "within"), ("above", "within")),
        ("1.96", ("above", "within"), ("above", "within")),
        ("2.32", ("above", "within"), ("above", "within")),
        ("2.33", ("above", "within"), ("above", "above")),
        ("-2.57", ("below", "within"), ("below", "below")),
        ("-2.58", ("below", "below"), ("below", "below")),
    ],
)
def test_verdicts_turn_at_the_printed_quantiles(
    deviations: str, two_sided: tuple[str, str], one_sided: tuple[str, str]
) -> None:
    # 1.95996, 2.57583, and on one side 1.64485, 2.32635
    judged = Judged(Fraction(1), Fraction(deviations), Fraction(0), Fraction(1))
    levels = Fraction(95, 100), Fraction(99, 100)
    assert tuple(judged.verdict(level) for level in levels) == two_sided
    assert tuple(judged.verdict(level, sides=1) for level in levels) == one_sided


def test_a_level_that_is_out_by_itself_is_told_though_the_whole_is_not() -> None:
    red = law("1 to 1", 18, 38)
    quiet = Record(2, Fraction(1_000), 10_000, Fraction(526_316))
    loud = Record(3, Fraction(1), 100, Fraction(60))
    found = judge([quiet, loud], {"": red})
    assert found.overall.verdict(Fraction(99, 100)) == "within"
    assert [level.record for level in found.outside] == [loud]
    assert not found.passes
    assert judge([quiet], {"": red}).passes


def test_of_many_levels_one_may_be_out_by_chance() -> None:
    coin = law("1 to 1", 1, 2)
    out = Record(2, Fraction(1), 10_000, Fraction(270))  # z is 2.7: beyond 99%, not beyond a fifth of 1%
    assert not judge([out], {"": coin}).passes
    others = [Record(line, Fraction(1), 10_000, Fraction(0)) for line in range(3, 7)]
    assert judge([out, *others], {"": coin}).outside == ()


def test_a_wager_that_never_varies_is_met_or_not() -> None:
    always = law("1 to 1", 0, 10)
    assert judge([Record(2, Fraction(1), 5, Fraction(5))], {"": always}).passes
    missed = judge([Record(2, Fraction(1), 5, Fraction(4))], {"": always}).overall
    assert (missed.p_two_sided, missed.verdict(Fraction(95, 100))) == (None, "below")


@pytest.mark.parametrize(
    ("confidence", "power", "sides", "rounds"),
    [
        # (1.959964 + 0.841621)² = 7.848880 and (1.644854 + 1.281552)² = 8.563847, times 10,000
        ("0.95", "0.80", 2, 78_489),
        ("0.95", "0.90", 1, 85_639),
        ("0.99", "0.50", 2, 66_349),
    ],
)
def test_rounds_needed_by_printed_quantiles(confidence: str, power: str, sides: int, rounds: int) -> None:
    found = rounds_needed(Fraction(1), Fraction(1, 100), Fraction(confidence), Fraction(power), sides)
    assert found.rounds == rounds


def test_rounds_grow_with_the_variance_and_with_the_square_of_the_difference() -> None:
    def rounds(variance: int, difference: Fraction) -> int:
        return rounds_needed(Fraction(variance), difference, Fraction(95, 100), Fraction(4, 5), 2).rounds

    assert rounds(100, Fraction(1, 100)) == rounds(1, Fraction(1, 1_000)) == 7_848_880


@pytest.mark.parametrize(
    ("difference", "confidence", "power"),
    [("0", "0.95", "0.8"), ("0.01", "95", "0.8"), ("0.01", "0.95", "1"), ("0.01", "0.95", "0.02")],
)
def test_what_is_no_chance_is_refused(difference: str, confidence: str, power: str) -> None:
    with pytest.raises(NumberError):
        rounds_needed(Fraction(1), Fraction(difference), Fraction(confidence), Fraction(power), 2)


@pytest.mark.parametrize(
    "text",
    [
        "stake,turnover,win\n25,1000,30",
        "rounds;stake;returned\n40;25;970",
        "Turnover,Rounds,House win\n1000,40,30",
        "stake,turnover,rounds,win,returned\n25,1000,40,30,970",
    ],
)
def test_two_of_three_columns_are_enough(text: str) -> None:
    assert records(text) == [Record(2, Fraction(25), 40, Fraction(30))]


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("", "the file is empty", None),
        ("stake,turnover,win", "there are no rows below the header", None),
        ("stake,win\n25,3", "columns are missing", 1),
        ("stake,turnovr,win\n1,1,1", '"turnovr" is no column that is known', 1),
        ("stake,bet,win\n1,1,1", 'the column "stake" is there twice', 1),
        ("stake,turnover,win\n25,1010,3", "a turnover of 1010 is no whole number of stakes of 25", 2),
        ("stake,turnover,rounds,win\n25,1000,41,3", "the turnover is not the stake times the rounds", 2),
        ("stake,turnover,win,returned\n25,1000,3,3", "win and returned do not add up to the turnover", 2),
        ("stake,turnover,win\n-25,1000,3", "stakes and rounds are above 0", 2),
        ("stake,turnover,win\n0,1000,3", "stakes and rounds are above 0", 2),
        ("stake,turnover,win\n25,x,3", '"x" is not a number', 2),
        ("stake,turnover,win\n25,1000", "2 columns are too few", 2),
        ("stake,turnover,win\n25,1,000,3", "4 columns are too many", 2),
    ],
)
def test_a_record_that_is_wrong_is_named(text: str, what: str, line: int | None) -> None:
    with pytest.raises(AnalyzerError) as caught:
        records(text)
    where = "night.csv" if line is None else f"night.csv, line {line}"
    assert (caught.value.what, caught.value.where) == (what, where)

"""Tails and quantiles against printed tables and against mpmath, which works them out another way."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.exact import decimal_text
from analyzer.study.precision import tails
from analyzer.study.precision.enclosure import Bounds
from analyzer.study.precision.tails import chi_square_tail, normal_quantile, normal_tail, two_sided

# Abramowitz and Stegun, Handbook of Mathematical Functions, Table 26.8: percentage points of chi-square.
POINTS = {
    (1, "0.05"): "3.84146",
    (1, "0.01"): "6.63490",
    (2, "0.05"): "5.99147",
    (2, "0.01"): "9.21034",
    (3, "0.05"): "7.81473",
    (3, "0.001"): "16.266",
    (10, "0.05"): "18.3070",
    (10, "0.01"): "23.2093",
    (30, "0.05"): "43.7729",
    (99, "0.05"): "123.225",
}


@pytest.fixture
def mpmath() -> Any:
    found = pytest.importorskip("mpmath")
    with found.workdps(60):
        yield found


def half_a_unit(text: str) -> Fraction:
    return Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


@pytest.mark.parametrize(("degrees", "level"), POINTS)
def test_printed_percentage_points(degrees: int, level: str) -> None:
    printed = POINTS[degrees, level]
    point, unit = Fraction(printed), 3 * half_a_unit(printed)
    assert not chi_square_tail(point - unit, degrees).is_below(Fraction(level))
    assert chi_square_tail(point + unit, degrees).is_below(Fraction(level))


@given(st.fractions(0, 300, max_denominator=1_000), st.integers(1, 30), st.integers(4, 25))
def test_the_chi_square_tail_lies_between_its_bounds(value: Fraction, degrees: int, digits: int) -> None:
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(60):
        expected = mpmath.gammainc(
            mpmath.mpf(degrees) / 2, mpmath.mpf(value.numerator) / value.denominator / 2, regularized=True
        )
        bounds = chi_square_tail(value, degrees).bounds(digits)
        # mpmath itself is right to some 55 digits here.
        slack = expected * mpmath.mpf(10) ** -50
        assert mpmath.mpf(str(bounds.low)) <= expected + slack
        assert mpmath.mpf(str(bounds.high)) >= expected - slack
        assert mpmath.mpf(str(bounds.high)) - mpmath.mpf(str(bounds.low)) <= mpmath.mpf(10) ** (4 - digits)


@pytest.mark.parametrize("square", [Fraction(70), Fraction(85), Fraction(130)])
def test_series_and_continued_fraction_are_the_same(
    square: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both() -> list[Bounds]:
        found = []
        for limit in (1_000, 0):
            monkeypatch.setattr(tails, "SERIES_UP_TO", limit - 20)
            found.append(normal_tail(square).bounds(20))
        return found

    series, fraction = both()
    assert series != fraction
    assert max(series.low, fraction.low) <= min(series.high, fraction.high)


@pytest.mark.parametrize(
    ("z", "text"),
    [("0", "0.5000000000"), ("1", "0.1586552539"), ("3", "0.0013498980"), ("10", "7.6198530242e-24")],
)
def test_printed_normal_tails(z: str, text: str) -> None:
    assert normal_tail(Fraction(z) ** 2).text(10) == text


def test_a_very_small_tail_is_still_right(mpmath: Any) -> None:
    text = normal_tail(Fraction(10_000)).text(12)
    expected = mpmath.erfc(100 / mpmath.sqrt(2)) / 2
    assert text.endswith("e-2174")
    assert abs(mpmath.mpf(text) / expected - 1) < mpmath.mpf(10) ** -12


def test_both_sides_are_twice_one_side() -> None:
    square = Fraction(5, 3)
    assert two_sided(square).text(15) == decimal_text(2 * Fraction(normal_tail(square).text(25)), 15)


@pytest.mark.parametrize(
    "probability", ["0.975", "0.995", "0.95", "0.8", "0.5000000001", "0.0001", "0.999999999999"]
)
def test_quantiles_are_right_to_thirty_digits(probability: str, mpmath: Any) -> None:
    expected = mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.mpf(probability) - 1)
    found = normal_quantile(Fraction(probability)).text(30)
    assert abs(mpmath.mpf(found) - expected) <= mpmath.mpf(10) ** -30 / 2 * (1 + mpmath.mpf(10) ** -9)


def test_the_middle_and_a_quantile_beside_it() -> None:
    assert normal_quantile(Fraction(1, 2)).text(5) == "0.00000"
    beside = normal_quantile(Fraction(1, 2) + Fraction(1, 10**40))
    assert beside.text(45).startswith("0." + "0" * 39 + "25066")


@pytest.mark.parametrize("probability", ["0", "1", "1.5", "-1"])
def test_what_is_no_probability_has_no_quantile(probability: str) -> None:
    with pytest.raises(NumberError, match="between 0 and 1"):
        normal_quantile(Fraction(probability))

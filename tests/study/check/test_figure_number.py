"""A number in print is read in every form, and an exact value is brought to the same form and digits."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.study.check.figure_number import (
    CUT_OFF,
    DECIMAL,
    FRACTION,
    ODDS_FOR,
    ODDS_TO,
    ONE_IN,
    PERCENT,
    ROUNDED,
    ROUNDED_UP,
    Measure,
    find_printed,
    read_printed,
)


@pytest.mark.parametrize(
    ("text", "form", "value", "digits"),
    [
        ("1.06%", PERCENT, Fraction(106, 10_000), 2),
        ("-1.06 %", PERCENT, Fraction(-106, 10_000), 2),
        ("−1.06%", PERCENT, Fraction(-106, 10_000), 2),
        ("5 percent", PERCENT, Fraction(5, 100), 0),
        ("1,06%", PERCENT, Fraction(106, 10_000), 2),
        ("0.0106", DECIMAL, Fraction(106, 10_000), 4),
        (".5", DECIMAL, Fraction(1, 2), 1),
        ("0,446", DECIMAL, Fraction(446, 1_000), 3),
        ("2,292,252", DECIMAL, Fraction(2_292_252), 0),
        ("2'292'252", DECIMAL, Fraction(2_292_252), 0),
        ("4.998e15", DECIMAL, Fraction(4_998 * 10**12), 3),
        ("4.998 × 10^15", DECIMAL, Fraction(4_998 * 10**12), 3),
        ("1.0579e-02", DECIMAL, Fraction(10_579, 10**6), 4),
        ("1.06 x 10^-2", DECIMAL, Fraction(106, 10**4), 2),
        ("43/415", FRACTION, Fraction(43, 415), 0),
        ("-43/415", FRACTION, Fraction(-43, 415), 0),
        ("1 in 13.39", ONE_IN, Fraction(100, 1339), 2),
        ("1/13.39", ONE_IN, Fraction(100, 1339), 2),
        ("9.51 to 1", ODDS_TO, Fraction(100, 1051), 2),
        ("9.51:1", ODDS_TO, Fraction(100, 1051), 2),
        ("10.51 for 1", ODDS_FOR, Fraction(100, 1051), 2),
        ("19 to 2", FRACTION, Fraction(2, 21), 0),
    ],
)
def test_a_number_is_read_in_its_form(text: str, form: str, value: Fraction, digits: int) -> None:
    number = read_printed(text)
    assert number is not None
    assert (number.form, number.value, number.digits) == (form, value, digits)


@pytest.mark.parametrize("text", ["0.1000000000000000055511151231257827", "0.10000000000000001"])
def test_the_nearest_binary_float_is_rounded(text: str) -> None:
    assert read_printed(text).rounding_of(Measure(Fraction(1, 10))) == ROUNDED
    assert read_printed(text[:-3] + "999").rounding_of(Measure(Fraction(1, 11))) is None


@pytest.mark.parametrize(
    "text", ["", "edge", "1.2.3", "12a", "1/0", "1%%", "1 in", "--1", "1e3%", "1e999", "9" * 300]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert read_printed(text) is None


def test_numbers_are_found_among_words() -> None:
    found = [number.literal for _, _, number in find_printed("pays 8 to 1, about 14.36% or 1 in 10.5 coups")]
    assert found == ["8 to 1", "14.36%", "1 in 10.5"]


@pytest.mark.parametrize(
    ("text", "value", "rounding"),
    [
        ("12.5%", Fraction(1, 8), ROUNDED),
        ("12.50%", Fraction(1, 8), ROUNDED),
        ("12%", Fraction(1, 8), ROUNDED),
        ("13%", Fraction(1, 8), ROUNDED),
        ("0.12", Fraction(1, 8), ROUNDED),
        ("0.13", Fraction(1, 8), ROUNDED),
        ("0.14", Fraction(1, 8), None),
        ("0.66", Fraction(2, 3), CUT_OFF),
        ("0.67", Fraction(2, 3), ROUNDED),
        ("0.34", Fraction(1, 3), ROUNDED_UP),
        ("-0.66", Fraction(-2, 3), CUT_OFF),
        ("-0.67", Fraction(2, 3), None),
        ("0.67", Fraction(-2, 3), None),
        ("-0.0", Fraction(1, 100), ROUNDED),
        ("2/3", Fraction(2, 3), ROUNDED),
        ("2/3", Fraction(67, 100), None),
        ("1 in 1.5", Fraction(2, 3), ROUNDED),
        ("0.5 to 1", Fraction(2, 3), ROUNDED),
        ("1.5 for 1", Fraction(2, 3), ROUNDED),
        ("1 in 1", Fraction(0), None),
        ("1.235e3", Fraction(12345, 10), ROUNDED),
        ("1.234e3", Fraction(12345, 10), ROUNDED),
        ("1.233e3", Fraction(12345, 10), None),
        ("1,234,567,890,123,450", Fraction(1234567890123446), ROUNDED),
        ("1,234,567,890,123,450", Fraction(1234567890123444), None),
        ("0.30000000000000004", Fraction(0.1 + 0.2), ROUNDED),
        ("0.30000000000000004", Fraction(3, 10), None),
    ],
)
def test_how_a_value_becomes_the_number_in_print(text: str, value: Fraction, rounding: str | None) -> None:
    number = read_printed(text)
    assert number is not None
    assert number.rounding_of(Measure(value)) == rounding


def test_a_root_is_compared_by_its_square() -> None:
    root = Measure(Fraction(2), is_root=True)
    texts = ("1.41421", "1.41422", "1.414214", "-1.41421", "1.4142135623730950488", "141.421%", "7/5")
    numbers = [read_printed(text) for text in texts]
    assert [number and number.rounding_of(root) for number in numbers] == [
        ROUNDED,
        ROUNDED_UP,
        ROUNDED,
        None,
        ROUNDED,
        ROUNDED,
        None,
    ]
    assert read_printed("1.5").off_by(root) == "+0.086"


@pytest.mark.parametrize(
    ("text", "value", "right", "off_by"),
    [
        ("1.07%", Fraction(106, 10_000), "1.06%", "+0.0100%"),
        ("0.01", Fraction(1, 8), "0.12", "-0.1150"),
        ("1 in 9.5", Fraction(1, 8), "1 in 8.0", "+1.500"),
        ("9 to 1", Fraction(1, 8), "7 to 1", "+2"),
        ("9 for 1", Fraction(1, 8), "8 for 1", "+1"),
        ("1/9", Fraction(1, 8), "1/8", "-1/72"),
        ("1,000", Fraction(1_234), "1,234", "-234"),
        ("1.2e3", Fraction(1_500), "1.5e3", "-0.300"),
        ("1 in 9", Fraction(0), "never", ""),
    ],
)
def test_the_right_value_stands_in_the_same_form(text: str, value: Fraction, right: str, off_by: str) -> None:
    number = read_printed(text)
    assert number is not None
    assert (number.text_of(Measure(value)), number.off_by(Measure(value))) == (right, off_by)


@given(st.fractions(-2, 2), st.integers(0, 8), st.sampled_from(["{}", "{}%"]))
def test_the_right_value_agrees_when_it_is_printed(value: Fraction, digits: int, frame: str) -> None:
    pattern = read_printed(frame.format("0." + "1" * digits if digits else "1"))
    text = pattern.text_of(Measure(value))
    assert read_printed(text).rounding_of(Measure(value)) == ROUNDED


@given(st.fractions(0, 100), st.integers(0, 6))
def test_a_root_agrees_with_what_is_printed_of_it(square: Fraction, digits: int) -> None:
    root = Measure(square, is_root=True)
    assert read_printed(root.text(digits)).rounding_of(root) == ROUNDED

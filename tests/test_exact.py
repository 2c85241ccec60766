import copy
import pickle
import sys
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.exact import (
    LONGEST_NUMBER,
    MOST_DIGITS,
    STYLES,
    Between,
    Exact,
    decimal_text,
    exact,
    fraction_text,
    number_text,
    odds_text,
    one_in_text,
    percent_text,
    rounded,
    square_root_text,
)

THIRD = Fraction(1, 3)
NO_NUMBERS = """
    - + / % . -/ 1e5 1E5 0.1e-3 nan NaN inf -Infinity 1_000 1,000 0,95 1/2/3 0.1.2 1/-2 --1 +-1 0x10 ½ −3
    ٣ １ ٠.٥ 1٣ five 5%% %5 1/.5 1/2. 8to1 $5 1j
"""
fractions = st.fractions(max_denominator=10**12)
squares = st.fractions(min_value=0, max_denominator=10**9)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("19/20", Fraction(19, 20)),
        ("0.95", Fraction(19, 20)),
        ("5%", Fraction(1, 20)),
        ("1/2%", Fraction(1, 200)),
        ("-3", Fraction(-3)),
        ("+3", Fraction(3)),
        ("- 3", Fraction(-3)),
        ("-0", Fraction(0)),
        ("007", Fraction(7)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("-.5 %", Fraction(-1, 200)),
        (" 6 / 8\n", Fraction(3, 4)),
        ("9" * LONGEST_NUMBER, Fraction(10**LONGEST_NUMBER - 1)),
    ],
)
def test_a_text_is_read_exactly(text: str, value: Fraction) -> None:
    assert exact(text) == value


@pytest.mark.parametrize("number", [0, -7, 10**50, THIRD, Fraction(-4, 2)])
def test_whole_numbers_and_fractions_pass_unchanged(number: int | Fraction) -> None:
    value = exact(number)
    assert isinstance(value, Fraction)
    assert value == number


@given(fractions)
def test_the_text_of_a_fraction_is_read_back(value: Fraction) -> None:
    assert exact(fraction_text(value)) == value


@pytest.mark.parametrize("text", ["1/0", "0/0", "-3/000", "1/" + "0" * 900])
def test_a_division_by_zero_is_refused(text: str) -> None:
    with pytest.raises(NumberError, match="divides by zero") as caught:
        exact(text)
    assert len(caught.value.what) < 80


@pytest.mark.parametrize(
    "text",
    [
        *NO_NUMBERS.split(),
        "",
        " ",
        "1 000",
        "0. 5",
        "8 to 1",
        "1\n2",
        "1\u00a0/2",
        "9" * (LONGEST_NUMBER + 1),
        "x" * 10**6,
    ],
)
def test_what_is_not_plainly_a_number_is_refused(text: str) -> None:
    with pytest.raises(NumberError, match="is not a number") as caught:
        exact(text)
    assert len(caught.value.lines()) == 2
    assert len(caught.value.what) < 80


@pytest.mark.parametrize("number", [0.5, 1.0, float("nan"), True, None, Decimal("0.5"), 1j, b"1", [1]])
def test_a_binary_float_and_other_objects_are_refused_with_a_hint(number: object) -> None:
    with pytest.raises(NumberError, match="is not an exact number") as caught:
        exact(number)
    assert '"0.95"' in caught.value.mend


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 8), 2, "-0.12"),
        (Fraction(-3, 8), 2, "-0.38"),
        (Fraction(1, 2), 0, "0"),
        (Fraction(3, 2), 0, "2"),
        (Fraction(-5, 2), 0, "-2"),
        (Fraction(25, 1000), 2, "0.02"),
        (Fraction(25001, 10**6), 2, "0.03"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(9999, 10000), 3, "1.000"),
        (Fraction(-9999, 10000), 3, "-1.000"),
        (-12, 1, "-12.0"),
        (0, 0, "0"),
    ],
)
def test_decimals_are_rounded_half_to_even(value: int | Fraction, digits: int, text: str) -> None:
    assert decimal_text(value, digits) == text


@given(fractions, st.integers(0, 40))
def test_decimals_agree_with_decimal_arithmetic(value: Fraction, digits: int) -> None:
    context = Context(prec=200, rounding=ROUND_HALF_EVEN)
    # More places than are needed to tell a tie, at a denominator of 12 digits, from what is next to it.
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    expected = quotient.quantize(Decimal(1).scaleb(-digits), context=context)
    assert Decimal(decimal_text(value, digits)) == expected
    assert Decimal(decimal_text(value, digits)).as_tuple().exponent == -digits


def test_a_percentage_is_rounded_once() -> None:
    # Rounded to 4 decimals first it would be 0.1234 and then 12.34%.
    assert percent_text(Fraction(12345, 10**5), 2) == "12.34%"
    assert percent_text(Fraction(123450001, 10**9), 2) == "12.35%"


def expected_root(square: Fraction, digits: int) -> str:
    """Round the root by comparing squares of whole numbers only."""
    floor = isqrt(square.numerator * 10 ** (2 * digits) // square.denominator)
    twice_scaled, middle = 4 * square * 10 ** (2 * digits), (2 * floor + 1) ** 2
    nearest = floor + (twice_scaled > middle or (twice_scaled == middle and floor % 2))
    whole, decimals = divmod(nearest, 10**digits)
    return f"{whole}.{decimals:0{digits}d}" if digits else str(whole)


@given(squares, st.integers(0, 200))
def test_a_root_is_right_to_the_last_digit(square: Fraction, digits: int) -> None:
    assert square_root_text(square, digits) == expected_root(square, digits)


@given(st.fractions(min_value=0, max_denominator=10**6), st.integers(0, 60))
def test_the_root_of_a_square_is_rounded_like_the_number_itself(root: Fraction, digits: int) -> None:
    assert square_root_text(root * root, digits) == decimal_text(root, digits)


@pytest.mark.parametrize(
    ("square", "digits", "text"),
    [
        (0, 3, "0.000"),
        (2, 0, "1"),
        (3, 0, "2"),
        (Fraction(1, 4), 0, "0"),
        (Fraction(9, 4), 0, "2"),
        (Fraction(25, 4), 0, "2"),
        (Fraction(1, 10**8), 3, "0.000"),
        (2, 50, "1.41421356237309504880168872420969807856967187537695"),
    ],
)
def test_known_roots(square: int | Fraction, digits: int, text: str) -> None:
    assert square_root_text(square, digits) == text


@pytest.mark.parametrize("square", [-1, Fraction(-1, 10**30)])
def test_a_negative_number_has_no_root(square: int | Fraction) -> None:
    with pytest.raises(NumberError, match="no square root"):
        square_root_text(square)


@pytest.mark.parametrize(
    "write", [decimal_text, percent_text, square_root_text, odds_text, one_in_text, rounded]
)
@pytest.mark.parametrize("digits", [-1, MOST_DIGITS + 1, 1.5, True, None])
def test_an_impossible_number_of_digits_is_refused(write: object, digits: object) -> None:
    with pytest.raises(NumberError, match="number of digits"):
        write(THIRD, digits)


@pytest.mark.parametrize("write", [decimal_text, square_root_text, percent_text])
def test_the_most_digits_can_be_had(write: object) -> None:
    text = write(Fraction(1, 9), MOST_DIGITS)
    assert len(text.strip("%").split(".")[1]) == MOST_DIGITS


def test_numbers_longer_than_python_likes_to_print_are_printed() -> None:
    assert sys.get_int_max_str_digits() < 5000
    assert fraction_text(10**5000) == "1" + "0" * 5000
    assert fraction_text(Fraction(1, 10**5000)) == "1/1" + "0" * 5000
    assert decimal_text(-(10**5000), 1) == "-1" + "0" * 5000 + ".0"


@pytest.mark.parametrize(
    ("style", "texts"),
    [
        ("fraction", ("1/8", "0", "1", "-1/8", "3")),
        ("decimal", ("0.12", "0.00", "1.00", "-0.12", "3.00")),
        ("percent", ("12.50%", "0.00%", "100.00%", "-12.50%", "300.00%")),
        ("odds", ("7.00 to 1", "never", "0.00 to 1", "-0.12", "3.00")),
        ("one-in", ("1 in 8.00", "never", "1 in 1.00", "-0.12", "3.00")),
    ],
)
def test_every_style(style: str, texts: tuple[str, ...]) -> None:
    values = (Fraction(1, 8), 0, 1, Fraction(-1, 8), 3)
    assert tuple(number_text(value, style, 2) for value in values) == texts


def test_the_styles_above_are_all_there_are() -> None:
    assert STYLES == ("fraction", "decimal", "percent", "odds", "one-in")
    with pytest.raises(NumberError, match='no style "percnt"') as caught:
        number_text(THIRD, "percnt")
    assert caught.value.mend == 'did you mean "percent"?'


# Exact fractions that can be formatted


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("", "31/415"),
        ("frac", "31/415"),
        ("%", "7.469880%"),
        (".6%", "7.469880%"),
        (".0%", "7%"),
        ("f", "0.074699"),
        (".3f", "0.075"),
        ("1in", "1 in 13.39"),
        (".4in", "1 in 13.3871"),
        ("odds", "12.39 to 1"),
        (".0odds", "12 to 1"),
        (">12.2%", "       7.47%"),
        ("*<10frac", "31/415****"),
        ("^121in", " 1 in 13.39 "),
    ],
)
def test_an_exact_fraction_is_formatted_in_every_style(spec: str, text: str) -> None:
    assert format(Exact(31, 415), spec) == text


def test_an_exact_fraction_is_the_fraction() -> None:
    third = Exact(1, 3)
    assert (third, hash(third), repr(third), str(third)) == (
        Fraction(1, 3),
        hash(Fraction(1, 3)),
        repr(Fraction(1, 3)),
        str(Fraction(1, 3)),
    )
    assert {third: 1}[Fraction(1, 3)] == 1
    assert type(third + 1) is Fraction
    assert pickle.loads(pickle.dumps(third)) == copy.copy(third) == third


def test_an_exact_fraction_is_rounded_half_to_even_from_its_exact_value() -> None:
    assert [format(Exact(n, 8), ".2f") for n in (1, 3, -1)] == ["0.12", "0.38", "-0.12"]
    assert format(Exact(1, 3), ".50f") == "0." + 50 * "3"


def test_a_format_that_fractions_do_not_know_is_an_error() -> None:
    with pytest.raises((TypeError, ValueError)):
        format(Exact(1, 3), "nonsense")


# Numbers between two bounds


@given(st.fractions(-3, 3, max_denominator=10**9), st.integers(0, 12), st.integers(0, 12), st.booleans())
def test_a_number_between_two_shows_only_digits_that_both_have(
    low: Fraction, width: int, digits: int, percent: bool
) -> None:
    high = low + Fraction(1, 10**width)
    style = "percent" if percent else "decimal"
    text = Between(low, high).text(style, digits)
    if " to " in text:
        assert number_text(low, style, 0) != number_text(high, style, 0)
        first, last = map(exact, text.split(" to "))
        assert first <= low <= high <= last
    else:
        shown = len(text.rstrip("%").partition(".")[2])
        assert text == number_text(low, style, shown) == number_text(high, style, shown)
        assert shown == digits or number_text(low, style, shown + 1) != number_text(high, style, shown + 1)


@given(st.fractions(0, 1, max_denominator=10**6), st.sampled_from(STYLES), st.integers(0, 9))
def test_a_number_between_itself_and_itself_is_written_as_itself(
    number: Fraction, style: str, digits: int
) -> None:
    assert Between(number, number).text(style, digits) == number_text(number, style, digits)

"""Bounds hold what they bound, and a text is given only when both bounds agree on it."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.study.precision.enclosure import Arithmetic, Bounds, Real

NUMBERS = st.fractions(min_value=-50, max_value=50, max_denominator=1_000)
ABOVE_ZERO = st.fractions(min_value=Fraction(1, 1_000), max_value=50, max_denominator=1_000)
DIGITS = st.integers(3, 30)


def holds(bounds: Bounds, value: Fraction) -> bool:
    return Fraction(bounds.low) <= value <= Fraction(bounds.high)


@given(NUMBERS, NUMBERS, DIGITS)
def test_sums_and_products_lie_between_their_bounds(one: Fraction, other: Fraction, digits: int) -> None:
    work = Arithmetic(digits)
    mine, others = work.of(one), work.of(other)
    assert holds(work.add(mine, others), one + other)
    assert holds(work.subtract(mine, others), one - other)
    assert holds(work.multiply(mine, others), one * other)
    if other:
        assert holds(work.divide(mine, others), one / other)


@given(ABOVE_ZERO, DIGITS)
def test_a_root_squared_and_a_logarithm_undone_hold_the_number(number: Fraction, digits: int) -> None:
    work = Arithmetic(digits)
    root = work.sqrt(work.of(number))
    assert holds(work.multiply(root, root), number)
    assert holds(work.exp(work.ln(work.of(number))), number)


@pytest.mark.parametrize("digits", [3, 20, 60])
def test_pi_is_pi(digits: int) -> None:
    pi = Fraction("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
    bounds = Arithmetic(digits).pi()
    assert holds(bounds, pi)
    assert bounds.high - bounds.low < Decimal(10) ** (1 - digits) * 3


def test_a_text_waits_until_both_bounds_agree() -> None:
    asked = []

    def bounds(digits: int) -> Bounds:
        asked.append(digits)
        wide = Fraction(1, 3) if digits < 40 else Fraction(0)
        return Bounds(
            Arithmetic(digits).of(Fraction(1, 7)).low, Arithmetic(digits).of(Fraction(1, 7) + wide).high
        )

    assert Real(bounds).text(3) == "0.143"
    assert len(asked) > 1


def test_what_cannot_be_told_is_not_told() -> None:
    eighth = Real(
        lambda digits: Bounds(Decimal("0.125") - Decimal(10) ** -9, Decimal("0.125") + Decimal(10) ** -9)
    )
    assert eighth.text(5) == "0.12500"
    with pytest.raises(NumberError, match="too near"):
        eighth.text(2)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        ("0.001", "0.001"),
        ("0.00099949", "9.995e-4"),
        ("0.00099996", "1.000e-3"),
        ("0.5", "0.500"),
        ("0", "0.000"),
    ],
)
def test_a_small_chance_has_a_power_of_ten(chance: str, text: str) -> None:
    assert Real.of(Fraction(chance), is_chance=True).text(3) == text


def test_numbers_that_are_no_chances_have_none() -> None:
    assert Real.of(Fraction("0.00001")).text(3) == "0.000"


def test_limits_and_whole_numbers() -> None:
    third = Real(lambda digits: Arithmetic(digits).of(Fraction(1, 3)))
    assert third.is_below(Fraction(1, 2))
    assert not third.is_below(Fraction(1, 4))
    assert Real.of(Fraction(7, 2)).rounded_up() == 4
    tiny = Real(lambda digits: Arithmetic(digits).exp(Arithmetic(digits).of(-1_000_000)))
    assert tiny.is_below(Fraction(1, 100))

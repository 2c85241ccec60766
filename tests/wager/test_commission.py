"""Commissions and payouts in whole coins, and a least commission."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cli import payment_options
from analyzer.errors import WagerError
from analyzer.library.catalog import load_wager
from analyzer.wager.commission import DIRECTIONS, Payments, at_stake, before_commission, in_coins
from analyzer.wager.odds import COMMISSION_BASES, Commission, Pay

FIVE_PERCENT = Commission(Fraction(1, 20))
EVEN = Fraction(1)

amounts = st.fractions(min_value=0, max_value=1000, max_denominator=100)
coins = st.fractions(min_value=Fraction(1, 100), max_value=100, max_denominator=100)


def taken(stake: int, **how: object) -> Fraction:
    return Payments(**how).commission(Fraction(stake), EVEN, FIVE_PERCENT)  # type: ignore[arg-type]


# Rounding


@given(amounts, coins)
def test_rounding_keeps_to_coins_and_near_the_amount(amount: Fraction, coin: Fraction) -> None:
    down, up, nearest = (in_coins(amount, coin, way) for way in ("down", "up", "nearest"))
    assert in_coins(amount, coin, "exactly") == amount
    assert down <= amount <= up
    assert up - down in (0, coin)
    assert nearest in (down, up)
    assert abs(nearest - amount) <= coin / 2
    assert all((value / coin).denominator == 1 for value in (down, up, nearest))


def test_the_larger_coin_is_taken_where_two_are_equally_near() -> None:
    assert in_coins(Fraction(1, 2), Fraction(1), "nearest") == 1


@pytest.mark.parametrize(
    ("stake", "way", "expected"),
    [
        (25, "down", "1"),
        (25, "up", "2"),
        (25, "nearest", "1"),
        (30, "nearest", "2"),
        (20, "up", "1"),
        (10, "down", "0"),
        (25, "exactly", "1.25"),
    ],
)
def test_a_commission_is_rounded_to_the_coin(stake: int, way: str, expected: str) -> None:
    assert taken(stake, coin=Fraction(1), round_commission=way) == Fraction(expected)


def test_the_least_commission_is_taken_of_small_wins() -> None:
    assert taken(10, minimum=Fraction(1)) == 1
    assert taken(20, minimum=Fraction(1)) == 1
    assert taken(40, minimum=Fraction(1)) == 2
    assert taken(5, minimum=Fraction(1, 4), coin=Fraction(1), round_commission="down") == Fraction(1, 4)


def test_nothing_is_taken_of_what_does_not_win() -> None:
    assert Payments(minimum=Fraction(1)).commission(Fraction(10), Fraction(0), FIVE_PERCENT) == 0
    assert Payments(minimum=Fraction(1)).net(Fraction(10), Fraction(-1), FIVE_PERCENT) == -1


def test_a_payout_is_made_up_to_the_next_chip() -> None:
    # New South Wales, rule 5.7.
    payments = Payments(coin=Fraction(5, 2), round_payout="up")
    assert payments.net(Fraction(25), EVEN, FIVE_PERCENT) == 1
    assert payments.net(Fraction(50), EVEN, FIVE_PERCENT) == Fraction("47.5") / 50
    assert payments.net(Fraction(25), Fraction(8)) == 8


# Bases


@pytest.mark.parametrize(
    ("base", "left"), [("winnings", "1.9"), ("stake", "1.95"), ("everything handed back", "1.85")]
)
def test_the_base_decides_what_is_left_of_two_to_one(base: str, left: str) -> None:
    assert Payments().net(Fraction(10), Fraction(2), Commission(Fraction(1, 20), base)) == Fraction(left)


@given(
    st.fractions(min_value=Fraction(1, 10), max_value=50, max_denominator=20),
    st.fractions(min_value=0, max_value=Fraction(1, 2), max_denominator=100),
    st.sampled_from(COMMISSION_BASES),
)
def test_what_was_won_is_told_from_what_is_left(net: Fraction, rate: Fraction, base: str) -> None:
    commission = Commission(rate, base)
    assert before_commission(net - commission.taken(net), commission) == net


# Whole wagers


def test_a_stake_changes_only_the_lines_that_win() -> None:
    banker = load_wager("main/banker")
    paid = at_stake(banker, Fraction(25), Payments(coin=Fraction(1), round_commission="down"))
    assert [line.pays.to_one_text for line in paid.lines] == ["24 to 25", "push", "lose"]
    assert at_stake(banker, Fraction(25), Payments()) == banker


def test_odds_are_no_commission() -> None:
    odds = load_wager("main/banker-19-to-20")
    assert at_stake(odds, Fraction(25), Payments(coin=Fraction(1), round_commission="down")) == odds
    paid = at_stake(odds, Fraction(25), Payments(coin=Fraction(1), round_payout="down"))
    assert paid.lines[0].pays == Pay(Fraction(23, 25))


@given(st.integers(1, 10_000))
def test_rounding_down_never_costs_the_bettor(stake: int) -> None:
    banker = load_wager("main/banker")
    payments = Payments(coin=Fraction(1), round_commission="down")
    paid = at_stake(banker, Fraction(stake), payments).lines[0].pays.net
    assert Fraction(19, 20) <= paid <= 1
    assert (paid == Fraction(19, 20)) == (stake % 20 == 0)


# What is refused


@pytest.mark.parametrize("coin", ["0", "-1", "-1/4"])
def test_a_coin_that_is_none_is_refused(coin: str) -> None:
    with pytest.raises(WagerError, match=r"a coin of .* cannot be"):
        Payments(coin=Fraction(coin), round_payout="up")


def test_rounding_needs_a_coin_and_a_direction() -> None:
    with pytest.raises(WagerError, match="no coin to round to"):
        Payments(round_commission="down")
    with pytest.raises(WagerError, match="nothing is rounded"):
        Payments(coin=Fraction(1), round_commission="sideways")
    with pytest.raises(WagerError, match="least commission"):
        Payments(minimum=Fraction(-1))


@pytest.mark.parametrize("rate", [Fraction(101, 100), Fraction(-1, 100)])
def test_a_rate_above_the_whole_is_refused(rate: Fraction) -> None:
    with pytest.raises(WagerError, match=r"a commission of .*% cannot be"):
        Commission(rate)


def test_a_commission_of_more_than_was_won_is_refused() -> None:
    with pytest.raises(WagerError, match="a commission of 20 is more than a stake of 10 wins"):
        taken(10, minimum=Fraction(20))
    with pytest.raises(WagerError, match="leaves nothing"):
        before_commission(Fraction(0), Commission(Fraction(1)))


@pytest.mark.parametrize("stake", [0, -5])
def test_a_stake_that_is_none_is_refused(stake: int) -> None:
    with pytest.raises(WagerError, match=r"a stake of .* cannot be"):
        at_stake(load_wager("main/banker"), Fraction(stake), Payments())


def test_the_options_know_the_same_directions() -> None:
    assert payment_options.DIRECTIONS == DIRECTIONS

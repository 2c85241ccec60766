from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, WagerError
from analyzer.wager.odds import COMMISSION_BASES, HANDED_BACK, LONGEST_PAY, STAKE, WINNINGS, Commission, Pay

nets = st.fractions(min_value=-1, max_value=10**6, max_denominator=10**6)
EVEN_MONEY = Pay.parse("1 to 1")


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("1 to 1", Fraction(1)),
        ("19 to 20", Fraction(19, 20)),
        ("0.95 to 1", Fraction(19, 20)),
        ("3 to 2", Fraction(3, 2)),
        ("8to1", Fraction(8)),
        (" 8  TO\t1 ", Fraction(8)),
        ("9 for 1", Fraction(8)),
        ("1.95 for 1", Fraction(19, 20)),
        ("5 for 2", Fraction(3, 2)),
        ("1 for 1", Fraction(0)),
        ("0.5 for 1", Fraction(-1, 2)),
        ("0 for 1", Fraction(-1)),
        ("-1 to 2", Fraction(-1, 2)),
        ("push", Fraction(0)),
        ("Push", Fraction(0)),
        ("lose", Fraction(-1)),
        ("half loss", Fraction(-1, 2)),
        ("half  loss", Fraction(-1, 2)),
        ("0.95", Fraction(19, 20)),
        ("19/20", Fraction(19, 20)),
        ("2.5", Fraction(5, 2)),
        ("-1", Fraction(-1)),
        (8, Fraction(8)),
        (Fraction(19, 20), Fraction(19, 20)),
    ],
)
def test_a_pay_is_the_net_win_to_one(text: str | int | Fraction, net: Fraction) -> None:
    assert Pay.parse(text).net == net


def test_a_pay_keeps_what_its_author_wrote() -> None:
    assert Pay.parse("9 for 1").literal == "9 for 1"
    assert Pay.parse(" 0.95  to 1 ").literal == "0.95 to 1"
    assert Pay.parse(Fraction(19, 20)).literal == "19 to 20"


def test_pays_of_the_same_net_win_are_equal() -> None:
    assert len({Pay.parse(text) for text in ("9 for 1", "8 to 1", "8", 8)}) == 1
    assert Pay.parse(Pay.parse("9 for 1")).literal == "9 for 1"


@pytest.mark.parametrize(
    ("text", "to_one", "for_one"),
    [
        ("8 to 1", "8 to 1", "9 for 1"),
        ("0.95", "19 to 20", "39 for 20"),
        ("1.5", "3 to 2", "5 for 2"),
        ("28.7 to 1", "28.7 to 1", "29.7 for 1"),
        ("1/3", "1 to 3", "4 for 3"),
        ("1000/3", "1000 to 3", "1003 for 3"),
        ("-1/4", "-1 to 4", "3 for 4"),
        ("-0.875001", "-0.875001 to 1", "0.124999 for 1"),
        ("push", "push", "push"),
        ("lose", "lose", "lose"),
        ("-0.5", "half loss", "half loss"),
    ],
)
def test_a_pay_is_told_to_one_and_for_one(text: str, to_one: str, for_one: str) -> None:
    pay = Pay.parse(text)
    assert (pay.to_one_text, pay.for_one_text, str(pay)) == (to_one, for_one, to_one)


@given(nets)
def test_every_text_of_a_pay_can_be_read_back(net: Fraction) -> None:
    pay = Pay(net)
    assert Pay.parse(pay.to_one_text) == Pay.parse(pay.for_one_text) == Pay.parse(pay.literal) == pay


@given(nets)
def test_odds_for_one_include_the_stake(net: Fraction) -> None:
    top, bottom = (net + 1).as_integer_ratio()
    assert Pay.parse(f"{top} for {bottom}").net == net


@pytest.mark.parametrize("given_pay", [0.95, float("nan"), True, False])
def test_a_binary_float_is_refused_with_a_hint(given_pay: object) -> None:
    for make in (Pay.parse, Pay):
        with pytest.raises(WagerError, match="not an exact") as refused:
            make(given_pay)  # type: ignore[arg-type]
        assert "0.95" in refused.value.mend


@pytest.mark.parametrize(
    "text", ["8 pour 1", "8:1", "8 la 1", "8 zu 1", "8 a 1", "8-1", "8–1", "8 по 1", "8 :1"]
)
def test_odds_that_do_not_say_to_or_for_are_explained(text: str) -> None:
    with pytest.raises(WagerError, match="whether the stake is part of it") as refused:
        Pay.parse(text)
    assert '"8 to 1"' in refused.value.mend
    assert '"8 for 1"' in refused.value.mend
    assert "net 7 to 1" in refused.value.mend


@pytest.mark.parametrize("text", ["-2", "-1.0001", "-2 to 1", "-0.1 for 1", -5, Fraction(-3, 2)])
def test_more_than_the_stake_cannot_be_lost(text: str | int | Fraction) -> None:
    with pytest.raises(WagerError, match="loses more than the stake"):
        Pay.parse(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "the pay is empty"),
        ("  ", "the pay is empty"),
        ("jack pot", '"jack pot" is no pay'),
        ("8 to 1 to 1", "is no pay"),
        ("to 1", "is no pay"),
        ("8 to", "is no pay"),
        ("1e5 to 1", "is no pay"),
        ("1/0", "is no pay"),
        ("8:0", "is no pay"),
        ("8 to 0", "pays for a stake of 0"),
        ("8 to -1", "pays for a stake of -1"),
        ("1/0 to 1", "divides by zero"),
        ("95%", "does not say of what"),
        ("8" * 50, "more digits"),
        ("0." + "0" * 50 + "1", "more digits"),
        ("8." + "0" * LONGEST_PAY + "1", "is no pay"),
        pytest.param("9" * 10**6, "is no pay", id="1 MB"),
        pytest.param(10**5000, "more digits", id="5,001 digits"),
        pytest.param(-(10**5000), "more digits", id="minus 5,001 digits"),
        ([8, 1], "a list is no number"),
        (None, "a NoneType is no number"),
    ],
)
def test_what_is_no_pay_is_refused(text: object, what: str) -> None:
    with pytest.raises(WagerError, match=what) as refused:
        Pay.parse(text)  # type: ignore[arg-type]
    assert refused.value.mend
    assert all(len(line) < 200 for line in refused.value.lines())


@given(st.text(st.sampled_from("0123456789./%+-: tofrpushle")) | st.text())
def test_any_text_is_a_pay_or_a_wager_error(text: str) -> None:
    try:
        assert Pay.parse(text).net >= -1
    except AnalyzerError as error:
        assert isinstance(error, WagerError)  # noqa: PT017


@pytest.mark.parametrize(
    ("base", "net", "left"),
    [
        (WINNINGS, "1 to 1", Fraction(19, 20)),
        (STAKE, "1 to 1", Fraction(19, 20)),
        (HANDED_BACK, "1 to 1", Fraction(9, 10)),
        (WINNINGS, "8 to 1", Fraction(38, 5)),
        (STAKE, "8 to 1", Fraction(159, 20)),
        (HANDED_BACK, "8 to 1", Fraction(151, 20)),
    ],
)
def test_commission_is_taken_of_its_base(base: str, net: str, left: Fraction) -> None:
    pay = Commission(Fraction(1, 20), base).after(Pay.parse(net))
    assert pay.net == left
    assert pay.literal == f"{net} less 5% of {base}"


@pytest.mark.parametrize("base", COMMISSION_BASES)
@pytest.mark.parametrize("pays", ["push", "lose", "half loss"])
def test_nothing_is_kept_of_a_bet_that_does_not_win(base: str, pays: str) -> None:
    pay = Pay.parse(pays)
    assert Commission(Fraction(1, 20), base).after(pay) is pay


@given(nets, st.fractions(0, 1), st.sampled_from(COMMISSION_BASES), st.integers(1, 10**6))
def test_commission_grows_with_the_stake(net: Fraction, rate: Fraction, base: str, stake: int) -> None:
    commission = Commission(rate, base)
    assert commission.taken(net, Fraction(stake)) == stake * commission.taken(net)


@given(nets, st.sampled_from(COMMISSION_BASES))
def test_no_commission_leaves_a_pay_as_it_is(net: Fraction, base: str) -> None:
    assert Commission(Fraction(0), base).after(Pay(net)).net == net


@given(nets)
def test_a_commission_of_everything_handed_back_leaves_a_lost_stake(net: Fraction) -> None:
    left = Commission(Fraction(1), HANDED_BACK).after(Pay(net)).net
    assert left == (-1 if net > 0 else net)


def test_a_commission_that_cannot_be_is_refused() -> None:
    for rate, what in (
        (Fraction(101, 100), "101.00% cannot be"),
        (-1, "cannot be"),
        (0.05, "not an exact number"),
    ):
        with pytest.raises(WagerError, match=what):
            Commission(rate)  # type: ignore[arg-type]
    with pytest.raises(WagerError, match='commission of "profit"') as refused:
        Commission(Fraction(1, 20), "profit")
    assert HANDED_BACK in refused.value.mend

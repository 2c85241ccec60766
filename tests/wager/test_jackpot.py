from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import WagerError
from analyzer.wager.jackpot import JackpotEdge, wager_at_jackpot
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay
from analyzer.wager.wager_file import read

jackpots = st.fractions(min_value=0, max_value=10**6, max_denominator=100)
pays = st.sampled_from(["jackpot", "10% of jackpot", "1/3 of jackpot for one", "8 to 1", "push", "lose"])
laws = st.lists(st.tuples(pays, st.integers(0, 10**6)), min_size=1, max_size=5).filter(
    lambda lines: any(ways for _, ways in lines)
)


def law(*lines: tuple[str, int]) -> Law:
    made = (LawLine(f"line {place}", Pay.parse(text), ways) for place, (text, ways) in enumerate(lines))
    return Law(tuple(made), sum(ways for _, ways in lines))


@pytest.mark.parametrize(
    ("text", "fixed", "share", "written", "net"),
    [
        ("jackpot", 0, 1, "jackpot", "jackpot"),
        ("Jackpot to 1", 0, 1, "jackpot", "jackpot"),
        ("jackpot for one", -1, 1, "jackpot for one", "jackpot - 1"),
        ("10% of jackpot", 0, Fraction(1, 10), "10% of jackpot", "1/10 jackpot"),
        ("0.1 of the jackpot for 1", -1, Fraction(1, 10), "10% of jackpot for one", "1/10 jackpot - 1"),
        ("1/3 of  jackpot", 0, Fraction(1, 3), "1/3 of jackpot", "1/3 jackpot"),
        ("100% of jackpot", 0, 1, "jackpot", "jackpot"),
    ],
)
def test_a_pay_can_be_a_share_of_a_jackpot(
    text: str, fixed: int, share: Fraction, written: str, net: str
) -> None:
    pay = Pay.parse(text)
    assert (pay.fixed, pay.share) == (fixed, share)
    assert pay.to_one_text == pay.for_one_text == written
    assert pay.net_text == net
    assert Pay.parse(written) == pay
    assert pay.is_win
    assert not pay.is_push


@pytest.mark.parametrize(
    "text",
    ["110% of jackpot", "0% of jackpot", "-10% of jackpot", "half of jackpot", "jackpot 5", "1/0 of jackpot"],
)
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(WagerError) as refused:
        Pay.parse(text)
    assert refused.value.mend


def test_a_share_has_no_net_win_before_the_jackpot_has_a_size() -> None:
    pay = Pay.parse("10% of jackpot for one")
    with pytest.raises(WagerError, match="depends on the jackpot"):
        _ = pay.net
    assert pay.at_jackpot(Fraction(500)).net == 49
    assert Pay.parse("8 to 1").at_jackpot(Fraction(500)).net == 8


def law_at_jackpot(law: Law, jackpot: Fraction) -> Law:
    """A law once its jackpot has a size."""
    return replace(law, lines=tuple(replace(line, pays=line.pays.at_jackpot(jackpot)) for line in law.lines))


@given(laws, jackpots)
def test_the_edge_is_linear_in_the_jackpot(lines: list[tuple[str, int]], jackpot: Fraction) -> None:
    progressive = law(*lines)
    edge = JackpotEdge.of(progressive)
    assert law_at_jackpot(progressive, jackpot).house_edge == edge.at(jackpot)
    assert law_at_jackpot(progressive, Fraction(0)).house_edge == edge.without_jackpot


@given(laws)
def test_nobody_has_an_edge_at_the_break_even_jackpot(lines: list[tuple[str, int]]) -> None:
    progressive = law(*lines)
    edge = JackpotEdge.of(progressive)
    if edge.break_even is None:
        assert edge.per_unit == 0
    elif edge.break_even >= 0:
        assert law_at_jackpot(progressive, edge.break_even).house_edge == 0


def test_hits_and_pushes_need_no_size() -> None:
    progressive = law(("jackpot", 1), ("10% of jackpot for one", 2), ("push", 3), ("lose", 4))
    assert progressive.has_jackpot
    assert (progressive.hit_frequency, progressive.push_frequency) == (Fraction(3, 10), Fraction(3, 10))
    for ask in ("house_edge", "variance", "rtp", "distribution"):
        with pytest.raises(WagerError, match="depends on the jackpot"):
            getattr(progressive, ask)


def test_a_negative_jackpot_is_refused() -> None:
    data = {"title": "Six", "otherwise": "lose", "line": [{"when": "cards == 6", "pays": "jackpot"}]}
    with pytest.raises(WagerError, match="a jackpot of -1 cannot be"):
        wager_at_jackpot(read(data), Fraction(-1))
    assert wager_at_jackpot(read(data), Fraction(7)).lines[0].pays.net == 7

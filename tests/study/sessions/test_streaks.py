"""Streaks of a side: what ties do, and bets on the next coups."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.sessions.streak_lengths import Chances
from analyzer.study.sessions.streaks import (
    TIE_MODES,
    chances_of,
    checked_pays,
    mean_wait,
    streak_law,
    study_streaks,
)
from analyzer.wager.odds import Pay

STANDARD = load_rulebook()
EIGHT = Shoe.from_decks(8)
OUTCOMES = {"player": 45, "banker": 46, "tie": 9}


def pays(**table: str) -> list[tuple[int, Pay]]:
    return [(int(name.removeprefix("of_")), Pay.parse(text)) for name, text in table.items()]


@pytest.mark.parametrize(
    ("side", "ties", "chances"),
    [
        ("banker", "breaks", Chances(46, 54, 0)),
        ("banker", "skipped", Chances(46, 45, 9)),
        ("banker", "counted", Chances(55, 45, 0)),
        ("player", "breaks", Chances(45, 55, 0)),
        ("player", "skipped", Chances(45, 46, 9)),
        ("player", "counted", Chances(54, 46, 0)),
    ],
)
def test_what_a_tie_does(side: str, ties: str, chances: Chances) -> None:
    found = chances_of(OUTCOMES, side, ties)
    assert found.next_hit == chances.next_hit
    assert found.pausing == chances.pausing


@pytest.mark.parametrize("ties", TIE_MODES)
def test_a_streak_of_ties_is_ended_by_all_other_coups(ties: str) -> None:
    assert chances_of(OUTCOMES, "tie", ties) == Chances(9, 91, 0)


def settled(streak: int, table: list[tuple[int, Pay]]) -> Fraction:
    """What a bet pays on a number of coups won in a row, by reading the table from the top."""
    net = Fraction(-1)
    for length, pay in table:
        if streak >= length:
            net = pay.net
    return net


@given(st.integers(1, 9), st.integers(1, 9), st.lists(st.integers(1, 6), min_size=1, max_size=3, unique=True))
def test_a_bet_is_worth_what_all_sequences_give(hit: int, end: int, lengths: list[int]) -> None:
    table = [(length, Pay(Fraction(2**length))) for length in sorted(lengths)]
    expected = Fraction(0)
    for coups in product([True, False], repeat=max(lengths)):
        streak = coups.index(False) if False in coups else len(coups)
        ways = Fraction(1)
        for won in coups:
            ways *= Fraction(hit if won else end, hit + end)
        expected += ways * settled(streak, table)
    law = streak_law(Chances(hit, end, 5), table)
    assert law.expected_net == expected


def test_a_pay_that_breaks_even_leaves_no_edge() -> None:
    law = streak_law(Chances(1, 1, 0), pays(of_3="5 to 1", of_5="20 to 1"))
    assert [line.label for line in law.lines] == ["5 in a row", "3 to 4 in a row", "fewer"]
    pay = law.break_even_pay(1)
    assert streak_law(Chances(1, 1, 0), [(3, Pay(pay)), (5, Pay(Fraction(20)))]).house_edge == 0


def test_a_longer_streak_may_pay_the_same() -> None:
    same = pays(of_3="8 to 1", of_4="8 to 1")
    assert checked_pays(same) == same
    edges = {streak_law(Chances(1, 1, 0), table).house_edge for table in (same, same[:1])}
    assert len(edges) == 1


def test_three_in_a_row_with_eight_decks_is_the_cube_of_the_next_one() -> None:
    study = study_streaks(EIGHT, STANDARD, 80, ties="breaks", pays=pays(of_3="8 to 1"))
    banker = Fraction(8954111587648, 19524993263685)
    assert study.law.hit_frequency == banker**3
    assert study.law.house_edge == 1 - 9 * banker**3
    assert study.asked.length == 3


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9), st.integers(1, 6))
def test_the_mean_wait_solves_its_equations(hit: int, end: int, pause: int, length: int) -> None:
    """With a streak of j going on, one coup passes, and it is j + 1, 0 or still j."""
    chances = Chances(hit, end, pause)
    total = chances.total_ways
    waits = [Fraction(0)] * (length + 1)
    waits[0] = mean_wait(chances, length)
    for going_on in range(length):
        # total·w(j) = total + hit·w(j+1) + end·w(0) + pause·w(j)
        waits[going_on + 1] = ((total - pause) * waits[going_on] - total - end * waits[0]) / hit
    assert waits[length] == 0


def test_a_side_that_never_wins_is_answered() -> None:
    """With nothing but tens every coup is a tie."""
    tens = Shoe.from_counts([10, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    study = study_streaks(tens, STANDARD, 20, ties="breaks", pays=pays(of_3="8 to 1"))
    assert (study.asked.at_least, study.asked.expected, study.mean_wait) == (0, 0, None)
    assert (study.law.house_edge, study.law.break_even_pay(0)) == (1, None)
    with pytest.raises(WagerError, match="every coup is a tie"):
        study_streaks(tens, STANDARD, 20, ties="skipped")


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({"of_3": "8 to 1", "of_03": "9 to 1"}, "two pays"),
        ({"of_4": "5 to 1", "of_3": "6 to 1"}, "a streak of 4 pays 5 to 1, and the shorter one of 3 6 to 1"),
        ({"of_3": "lose"}, "no win"),
        ({"of_3": "push"}, "no win"),
        ({"of_3": "jackpot"}, "depends on the jackpot"),
    ],
)
def test_pays_that_contradict_each_other_are_refused(table: dict[str, str], reason: str) -> None:
    with pytest.raises(WagerError, match=reason):
        checked_pays(pays(**table))


def test_what_cannot_be_is_refused() -> None:
    for options, reason in (({"rounds": 0}, "0 coups"), ({"length": 0}, "streak of 0")):
        with pytest.raises(NumberError, match=reason):
            study_streaks(EIGHT, STANDARD, **({"rounds": 5} | options))
    with pytest.raises(NumberError, match="streak of 0"):
        checked_pays(pays(of_0="8 to 1"))
    with pytest.raises(WagerError, match='streaks know no "bankr"') as refused:
        study_streaks(EIGHT, STANDARD, 5, side="bankr")
    assert refused.value.mend == 'did you mean "banker"?'
    with pytest.raises(WagerError, match='streaks know no "skip"'):
        study_streaks(EIGHT, STANDARD, 5, ties="skip")

"""Ruin: carried on round by round, with a target, and in the end; each against a second road."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import NumberError, WagerError
from analyzer.exact import Between
from analyzer.study.precision.fixed_point import Number, Steps, sum_of_rounds
from analyzer.study.sessions.ladder import Ladder, ladder_of
from analyzer.study.sessions.ruin import study_ruin
from analyzer.study.sessions.ruin_in_the_end import ruin_ever, ruin_or_goal
from analyzer.study.sessions.ruin_within import ruin_within
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay


def holds(number: Number | None, truth: Fraction, digits: int = 0) -> bool:
    """Whether a number is bracketed, and so tightly."""
    if not isinstance(number, Between):
        return number == truth
    return number.low <= truth <= number.high and number.high - number.low < Fraction(1, 10**digits)


def plain_ruin(ladder: Ladder, rounds: int) -> tuple[Fraction, Fraction]:
    """Probabilities of ruin and of the goal within some rounds, by a dictionary of fractions."""
    alive = {ladder.start: Fraction(1)}
    ruined = reached = Fraction(0)
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for height, probability in alive.items():
            for step, ways in ladder.steps.ways.items():
                part = probability * Fraction(ways, ladder.steps.total_ways)
                if height + step < 1:
                    ruined += part
                elif ladder.goal is not None and height + step >= ladder.goal:
                    reached += part
                else:
                    after[height + step] = after.get(height + step, Fraction(0)) + part
        alive = after
    return ruined, reached


def solved_ruin(ladder: Ladder) -> Fraction:
    """Probability of ruin before the goal, by solving the equations of all heights in fractions."""
    size = ladder.goal - 1
    rows = []
    for height in range(1, ladder.goal):
        row = [Fraction(0)] * (size + 1)
        row[height - 1] += 1
        for step, ways in ladder.steps.ways.items():
            part = Fraction(ways, ladder.steps.total_ways)
            if height + step < 1:
                row[size] += part
            elif height + step < ladder.goal:
                row[height + step - 1] -= part
        rows.append(row)
    for place in range(size):
        pivot = next(row for row in rows[place:] if row[place])
        rows.remove(pivot)
        pivot = [part / pivot[place] for part in pivot]
        rows = [[part - row[place] * lead for part, lead in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(place, pivot)
    return rows[ladder.start - 1][size]


@st.composite
def ladders(draw: st.DrawFn, with_goal: bool = False) -> Ladder:
    """Ladders on which a bet can be won and lost."""
    ways = {
        draw(st.integers(-5, -1)): draw(st.integers(1, 20)),
        draw(st.integers(1, 6)): draw(st.integers(1, 20)),
    }
    ways |= draw(st.dictionaries(st.integers(-5, 6), st.integers(1, 20), max_size=2))
    start = draw(st.integers(1, 8))
    goal = start + draw(st.integers(1, 8)) if with_goal else None
    return Ladder(Steps(ways, sum(ways.values())), start, goal)


@given(ladders() | ladders(with_goal=True), st.integers(1, 15), st.integers(0, 25))
def test_ruin_within_some_rounds_is_what_fractions_give(ladder: Ladder, rounds: int, digits: int) -> None:
    ruined, reached = ruin_within(ladder, rounds, digits)
    plain_ruined, plain_reached = plain_ruin(ladder, rounds)
    assert holds(ruined, plain_ruined, digits)
    assert reached is None if ladder.goal is None else holds(reached, plain_reached, digits)


@settings(max_examples=50)
@given(ladders(with_goal=True), st.integers(0, 25))
def test_leaving_heights_out_solves_the_equations(ladder: Ladder, digits: int) -> None:
    ruined, reached = ruin_or_goal(ladder, digits)
    solved = solved_ruin(ladder)
    assert holds(ruined, solved, digits)
    assert holds(reached, 1 - solved, digits)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 30), st.integers(1, 9), st.integers(1, 9))
def test_even_money_with_pushes_has_the_classical_formula(
    wins: int, losses: int, pushes: int, start: int, further: int
) -> None:
    ladder = Ladder(
        Steps({1: wins, -1: losses} | ({0: pushes} if pushes else {}), wins + losses + pushes),
        start,
        start + further,
    )
    ratio = Fraction(losses, wins)
    whole = start + further
    reached = Fraction(start, whole) if ratio == 1 else (1 - ratio**start) / (1 - ratio**whole)
    assert holds(ruin_or_goal(ladder, 12)[1], reached, 12)
    assert ruin_ever(Ladder(ladder.steps, start, None), 12) == min(ratio**start, Fraction(1))


@settings(max_examples=15)
@given(st.integers(1, 40), st.integers(0, 5), st.integers(0, 30), st.integers(1, 12), st.integers(101, 300))
def test_reflection_gives_what_is_carried_on_round_by_round(
    wins: int, more: int, pushes: int, start: int, rounds: int
) -> None:
    """A target that cannot be reached makes no difference to ruin, but takes the mirror away."""
    losses = wins + more
    steps = Steps({1: wins, -1: losses} | ({0: pushes} if pushes else {}), wins + losses + pushes)
    mirrored, _ = ruin_within(Ladder(steps, start, None), rounds, 10)
    carried, reached = ruin_within(Ladder(steps, start, start + rounds + 1), rounds, 10)
    assert holds(reached, Fraction(0), 10)
    assert max(mirrored.low, carried.low) <= min(mirrored.high, carried.high)
    assert max(mirrored.high - mirrored.low, carried.high - carried.low) < Fraction(1, 10**10)


def test_a_million_rounds_of_even_money_end_in_ruin_as_often_as_their_end_says() -> None:
    """Without an advantage on either side the chance of ruin is that of ending below it, twice counted."""
    fair = Steps({1: 1, -1: 1}, 2)
    ruined, _ = ruin_within(Ladder(fair, 700, None), 10**6, 12)
    end = sum_of_rounds(fair, 10**6, 12)
    low, high = end.at_most(-700)
    also_low, also_high = end.at_most(-701)
    assert ruined.low <= high + also_high
    assert low + also_low <= ruined.high
    assert ruined.high - ruined.low < Fraction(1, 10**12)


@settings(max_examples=40)
@given(ladders())
def test_ruin_in_the_end_is_above_ruin_within_many_rounds_and_below_it_with_a_far_target(
    ladder: Ladder,
) -> None:
    ever = ruin_ever(ladder, 20)
    low, high = ever if isinstance(ever, Between) else (ever, ever)
    assert ruin_within(ladder, 60, 12)[0].low <= high
    assert ruin_or_goal(Ladder(ladder.steps, ladder.start, ladder.start + 40), 12)[0].low <= high
    if ladder.drift > 0:
        assert 0 <= low <= high < 1
        if ladder.down == 1:
            assert high - low < Fraction(1, 10**20)
            # The chance from one height is that from height 1 as often as there are heights.
            one = ruin_ever(Ladder(ladder.steps, 1, None), 30)
            first = one if isinstance(one, Fraction) else (one.low + one.high) / 2
            assert abs(first**ladder.start - low) < Fraction(1, 10**18)
    else:
        assert ever == 1


def test_bounds_of_a_wager_with_half_losses_hold_its_ruin() -> None:
    """With a far target ruin is less likely by the chance to come back from there, which is tiny."""
    ladder = Ladder(Steps({-2: 3, -1: 1, 3: 6}, 10), 5, None)
    low, high = ruin_ever(ladder, 12)
    near = ruin_or_goal(Ladder(ladder.steps, 5, 400), 20)[0]
    assert low <= near.low <= near.high <= high
    assert high - low < Fraction(1, 5)


def test_no_loss_no_ruin() -> None:
    ladder = Ladder(Steps({0: 1, 1: 1}, 2), 3, None)
    assert ruin_within(ladder, 50, 5) == (0, None)
    assert ruin_ever(ladder, 5) == 0
    ruined, reached = ruin_or_goal(Ladder(ladder.steps, 3, 9), 5)
    assert holds(ruined, Fraction(0), 5)
    assert holds(reached, Fraction(1), 5)
    assert ruin_or_goal(Ladder(Steps({0: 1}, 1), 3, 9), 5) == (0, 0)


def law_of(*lines: tuple[str, int]) -> Law:
    parts = tuple(LawLine(pays, Pay.parse(pays), ways) for pays, ways in lines)
    return Law(parts, sum(ways for _, ways in lines))


BANKER = law_of(("19 to 20", 46), ("push", 9), ("lose", 45))


@pytest.mark.parametrize(
    ("bankroll", "start"), [("1", 1), ("1.04", 1), ("1.05", 2), ("2", 21), ("1.95", 20), ("100", 1981)]
)
def test_ruin_is_to_have_less_than_a_stake_left(bankroll: str, start: int) -> None:
    """Height 1 is left with a bankroll from 1 to 1.04: any loss on the lattice of 0.05 ends it."""
    assert ladder_of(BANKER, Fraction(bankroll)).start == start


def test_the_target_is_reached_by_the_amount_itself() -> None:
    ladder = ladder_of(BANKER, Fraction(2), Fraction("2.95"))
    assert ladder.goal - ladder.start == 19
    assert ladder_of(BANKER, Fraction(2), Fraction("2.96")).goal - ladder.start == 20


def test_one_stake_is_lost_or_doubled_in_one_round() -> None:
    ruin = study_ruin(law_of(("1 to 1", 2), ("lose", 3)), 1, Fraction(1), Fraction(2))
    assert holds(ruin.within_rounds, Fraction(3, 5), 10)
    assert holds(ruin.reached_within_rounds, Fraction(2, 5), 10)
    assert holds(ruin.ever, Fraction(3, 5), 10)


def test_a_long_closed_form_is_given_as_a_decimal() -> None:
    steps = Steps({1: 10**30 + 1, -1: 10**30}, 2 * 10**30 + 1)
    number = ruin_ever(Ladder(steps, 1_000, None), 10)
    assert isinstance(number, Between)
    assert holds(number, Fraction(10**30, 10**30 + 1) ** 1_000, 10)


def test_what_is_too_much_is_refused_with_what_would_do() -> None:
    steps = Steps({19: 46, 0: 9, -20: 45}, 100)
    with pytest.raises(NumberError, match="round by round") as refused:
        ruin_within(Ladder(steps, 2_000, None), 10**6, 10)
    assert refused.value.mend == "give at most about 10,000 rounds with this bankroll"
    with pytest.raises(NumberError, match="too many to be worked through"):
        ruin_or_goal(Ladder(steps, 10**6, 2 * 10**6), 10)


@pytest.mark.slow
def test_a_target_far_above_what_the_rounds_can_reach_costs_no_work() -> None:
    """Nor does what lies far below: without the target, reflection gives the same."""
    steps = Steps({1: 4, 0: 1, -1: 5}, 10)
    ruined, reached = ruin_within(Ladder(steps, 100, 10**6), 1_000, 10)
    [mirrored, _] = ruin_within(Ladder(steps, 100, None), 1_000, 10)
    assert isinstance(ruined, Between)
    assert isinstance(mirrored, Between)
    assert ruined.low <= mirrored.high
    assert mirrored.low <= ruined.high
    assert ruined.high - ruined.low < Fraction(1, 10**10)
    assert holds(reached, Fraction(0), 10)


@pytest.mark.parametrize(("bankroll", "target"), [("0.99", None), ("5", "5"), ("5", "4")])
def test_a_bankroll_below_a_stake_and_a_target_not_above_it_are_refused(
    bankroll: str, target: str | None
) -> None:
    with pytest.raises(WagerError):
        ladder_of(BANKER, Fraction(bankroll), None if target is None else Fraction(target))


@pytest.mark.parametrize("goal", [None, 10**13])
def test_a_bankroll_that_the_rounds_cannot_lose_needs_no_work(goal: int | None) -> None:
    """Each of 100 rounds loses at most 20 steps and wins at most 19."""
    ladder = Ladder(Steps({-20: 1, 19: 1}, 2), 2_001, goal)
    assert ruin_within(ladder, 100, 10) == (0, None if goal is None else 0)
    [ruined, _] = ruin_within(Ladder(ladder.steps, 2_000, None), 100, 10)
    assert holds(ruined, Fraction(1, 2**100))
    [ruined, reached] = ruin_within(Ladder(ladder.steps, 2_001, 2_020), 1, 10)
    assert holds(ruined, Fraction(0))
    assert holds(reached, Fraction(1, 2))


def test_the_rounds_that_would_do_are_some() -> None:
    steps = Steps({-1: 3, 1: 1, 2: 1}, 5)
    with pytest.raises(NumberError) as refused:
        ruin_within(Ladder(steps, 10**9, None), 2 * 10**9, 10)
    assert "at most about 900,000,000 rounds" in str(refused.value.mend)


def test_a_great_advantage_is_carried_on_round_by_round() -> None:
    """By reflection the mirror images would be 9^d times as likely, and what was rounded off with them."""
    ladder = Ladder(Steps({-1: 1, 1: 9}, 10), 1, None)
    [ruined, _] = ruin_within(ladder, 120, 10)
    assert holds(ruined, plain_ruin(ladder, 120)[0], digits=10)

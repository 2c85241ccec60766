"""Published figures about streaks, sessions and ruin."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.exact import Between, square_root_text
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.precision.fixed_point import Steps, sum_of_rounds
from analyzer.study.sessions.ladder import Ladder
from analyzer.study.sessions.ruin_in_the_end import ruin_ever, ruin_or_goal
from analyzer.study.sessions.ruin_within import ruin_within
from analyzer.study.sessions.streaks import streak_law, study_streaks
from analyzer.wager.odds import Pay
from tests.published.figures import half_up

PUBLISHED = tomllib.loads(Path(__file__).with_name("sessions.toml").read_text(encoding="utf-8"))
STANDARD = load_rulebook()


@pytest.mark.parametrize("side", ["banker", "player"])
def test_the_wizards_table_of_runs(side: str) -> None:
    table = PUBLISHED["wizard_runs"]
    printed = table[side].split()
    shoe = Shoe.from_decks(table["decks"])
    chances = study_streaks(shoe, STANDARD, 1, side=side).chances
    # Pays do not matter here; one line for each length tells how likely exactly so many in a row are.
    law = streak_law(chances, [(length, Pay(Fraction(length))) for length in range(1, len(printed))])
    probabilities = [law.probability(place) for place in range(len(printed))][::-1]
    # The line "fewer" is a streak of none; from the end the lines are those of 0, 1, 2, … in a row.
    assert [half_up(probability, 8) for probability in probabilities] == list(map(Fraction, printed))


def test_exact_numbers_of_wins_among_a_thousand_bets() -> None:
    table = PUBLISHED["wins_of_1000"]
    chance = Fraction(table["chance"])
    wins = sum_of_rounds(
        Steps({1: chance.numerator, 0: chance.denominator - chance.numerator}, 1_000), 1_000, 8
    )
    found = {number: wins.at(int(number)).text("percent", 3) for number in table["percent"]}
    assert found == {number: f"{percent}%" for number, percent in table["percent"].items()}


def test_three_in_a_row_in_a_shoe() -> None:
    study = study_streaks(Shoe.infinite(), STANDARD, 81, ties="breaks")
    assert half_up(study.asked.at_least * 100, 2) == Fraction(PUBLISHED["three_in_a_shoe"]["percent"])


def test_huygens_fifth_problem() -> None:
    one, other = map(int, PUBLISHED["huygens"]["odds"])
    ruined, reached = ruin_or_goal(Ladder(Steps({1: 27, -1: 15, 0: 174}, 216), 12, 24), 15)
    assert isinstance(ruined, Between)
    assert ruined.low <= Fraction(one, one + other) <= ruined.high
    assert reached.low <= Fraction(other, one + other) <= reached.high


@pytest.mark.parametrize("start", [1, 2, 7])
def test_two_coins(start: int) -> None:
    steps = Steps({2: 1, 1: 1, -1: 2}, 4)
    # (sqrt(3) - 1)^z = a + b·sqrt(3) in whole numbers
    whole, roots = 1, 0
    for _ in range(start):
        whole, roots = 3 * roots - whole, whole - roots
    value = whole + roots * Fraction(square_root_text(3, 40))
    assert ruin_ever(Ladder(steps, start, None), 20).text(digits=20) == Between(value, value).text(digits=20)


def test_two_coins_within_five_games() -> None:
    ruined, _ = ruin_within(Ladder(Steps({2: 1, 1: 1, -1: 2}, 4), 1, None), 5, 12)
    assert ruined.low <= Fraction(PUBLISHED["two_coins"]["within_five_from_one"]) <= ruined.high


def test_bold_or_timid_at_roulette() -> None:
    _, reached = ruin_or_goal(Ladder(Steps({1: 18, -1: 20}, 38), 20, 40), 6)
    assert reached.text(digits=3) == PUBLISHED["roulette"]["reached"]

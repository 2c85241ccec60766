"""`baccarat streaks` says how long one side goes on winning, and what a bet on it is worth."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from analyzer.cli.streaks import SIDES, TIES
from analyzer.exact import percent_text
from analyzer.game.rulebook import OUTCOMES
from analyzer.report.tables import PAGE_WIDTH
from analyzer.study.sessions.streaks import TIE_MODES

Baccarat = Callable[..., tuple[int, str, str]]


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("streaks", *arguments)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    return out


def data(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    return json.loads(shown_json(baccarat, *arguments))["data"]


def shown_json(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("streaks", *arguments, "--json")
    assert (code, err) == (0, "")
    return out


def test_the_options_offer_what_the_study_knows() -> None:
    assert sorted(SIDES) == sorted(OUTCOMES)
    assert sorted(TIES) == sorted(TIE_MODES)


@pytest.mark.parametrize(
    ("ties", "words"),
    [
        ("skipped", "ties are passed over"),
        ("breaks", "a tie ends a streak"),
        ("counted", "a tie makes a streak longer"),
    ],
)
def test_what_a_tie_does_is_said_in_words(ties: str, words: str, baccarat: Baccarat) -> None:
    out = shown(baccarat, "--ties", ties)
    assert words in out
    assert "Under independence" in out


def test_a_single_coup_has_one_streak_or_none(baccarat: Baccarat) -> None:
    answer = data(baccarat, "--rounds", "1", "--side", "tie", "--length", "1")
    tie = "619306544887/6508331087895"
    assert [row["longest"]["fraction"] for row in answer["lengths"]] == [
        "5889024543008/6508331087895",
        tie,
    ]
    assert answer["asked"]["at_least"]["fraction"] == answer["next_hit"]["fraction"] == tie


def test_a_bet_is_shown_with_its_edge(baccarat: Baccarat) -> None:
    out = shown(baccarat, "--ties", "breaks", "--pays", "3: 8 to 1", "--table", "worth")
    edge = 1 - 9 * Fraction(8954111587648, 19524993263685) ** 3
    assert f"House edge          {percent_text(edge, 6)}" in out
    answer = data(baccarat, "--ties", "breaks", "--pays", "3: 8 to 1, 4: 20 to 1")
    assert [line["pays"] for line in answer["bet"]["lines"]] == ["20", "8", "-1"]
    assert answer["asked"]["length"] == "3"


def test_without_pays_only_fair_ones_are_shown(baccarat: Baccarat) -> None:
    bet = data(baccarat, "--length", "5")["bet"]
    assert bet["house_edge"] is None
    banker, player = 2292252566437888, 2230518282592256
    fair = Fraction(banker + player, banker) ** 5 - 1
    assert bet["lines"][0]["fair"]["fraction"] == str(fair)
    assert bet["lines"][0]["pays"] is None
    assert "House edge" not in shown(baccarat, "--length", "5")


@pytest.mark.parametrize("rounds", ["9", "3000"])
def test_the_law_of_the_number_of_streaks_is_for_programs(rounds: str, baccarat: Baccarat) -> None:
    options = ("--side", "player", "--rounds", rounds)
    out = shown(baccarat, *options)
    assert "How many streaks there are" in out
    assert "The number of streaks" not in out
    counts = data(baccarat, *options)["counts"]
    code, rows, _ = baccarat("streaks", *options, "--format", "csv", "--table", "counts_law")
    listed = [line.replace('"', "").split(",") for line in rows.splitlines()[1:]]
    assert code == 0
    assert [(row["streaks"], row["probability"]["decimal"]) for row in counts["law"]] == [
        (number, decimal) for number, _, decimal in listed
    ]
    assert abs(1 - sum(Fraction(decimal) for _, _, decimal in listed)) < Fraction(1, 10**6)


def test_a_game_gives_rules_and_decks(baccarat: Baccarat) -> None:
    seven_up = shown_json(baccarat, "--game", "seven-up")
    assert json.loads(seven_up) == json.loads(shown_json(baccarat, "--rules", "seven-up", "--decks", "6"))
    assert "8 decks" in shown(baccarat, "--game", "seven-up", "--decks", "8")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--rounds", "0"], 2, "0 is not in the range"),
        (["--rounds", "10000001"], 3, "10000001 coups cannot be played"),
        (["--length", "0"], 2, "0 is not in the range"),
        (["--length", "101"], 3, "a streak of 101 coups cannot be"),
        (["--length", "100", "--decks", "1000000"], 3, "too many digits with this shoe"),
        (["--rounds", "200", "--ties", "counted", "--shoe", "10,0,0,0,0,0,0,0,0,0"], 3, "too long to list"),
        (["--game", "seven"], 3, "no game"),
        (["--side", "bank"], 2, "bank"),
        (["--ties", "skip"], 2, "skip"),
        (["--pays", "3: 8:1"], 3, "does not say whether the stake is part of it"),
        (["--pays", "8 to 1"], 2, "does not say which streak pays what"),
        (["--pays", ""], 2, "does not say which streak pays what"),
        (["--pays", "³: 8 to 1"], 2, "does not say which streak pays what"),
        (["--pays", "0: 8 to 1"], 3, "a streak of 0 coups cannot be"),
        (["--pays", "3: 8 to 1, 3: 9 to 1"], 3, "two pays"),
        (["--pays", "3: 8 to 1, 4: 7 to 1"], 3, "and the shorter one"),
        (["--pays", "3: jackpot"], 3, "depends on the jackpot"),
        (["--shoe", "10,0,0,0,0,0,0,0,0,0"], 3, "every coup is a tie"),
    ],
)
def test_what_cannot_be_is_refused_in_three_lines(
    arguments: list[str], code: int, message: str, baccarat: Baccarat
) -> None:
    found, out, err = baccarat("streaks", *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert len(err.splitlines()) <= 3

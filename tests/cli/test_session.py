"""`baccarat session` says what comes of many rounds, with certain digits only."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("session", *arguments)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    return out


def answer(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    return json.loads(shown_json(baccarat, *arguments))


def shown_json(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("session", *arguments, "--json")
    assert (code, err) == (0, "")
    return out


def test_the_answer_says_that_it_takes_rounds_as_independent(baccarat: Baccarat) -> None:
    assert "Under independence: every round is dealt from the whole shoe." in shown(
        baccarat, "--wagers", "main/tie"
    )
    assert answer(baccarat, "--wagers", "main/tie")["data"]["independent"] is True


def test_few_rounds_are_exact_and_say_so(baccarat: Baccarat) -> None:
    assert "Probabilities are exact." in shown(baccarat, "--wagers", "main/tie", "--rounds", "100")
    document = answer(baccarat, "--wagers", "main/tie", "--rounds", "1")
    assert document["exact"] is True
    [tie] = document["data"]["wagers"]
    assert tie["ahead"]["fraction"] == "619306544887/6508331087895"
    assert tie["error_bound"] == "0"


def test_many_rounds_say_how_far_off_they_can_be(baccarat: Baccarat) -> None:
    assert "Rounding moves no probability by more than 10^-1" in shown(
        baccarat, "--wagers", "main/tie", "--rounds", "101"
    )
    document = answer(baccarat, "--wagers", "main/tie", "--rounds", "101")
    assert document["exact"] is False
    assert "fraction" not in document["data"]["wagers"][0]["ahead"]


@pytest.mark.parametrize("digits", ["0", "3", "6", "40"])
def test_more_digits_only_add_digits(digits: str, baccarat: Baccarat) -> None:
    """Ahead after 200 rounds of Player, to 50 digits, is what fewer digits are rounded from."""
    from analyzer.exact import decimal_text, exact

    def ahead(digits: str) -> str:
        document = answer(baccarat, "--wagers", "main/player", "--rounds", "200", "--digits", digits)
        return document["data"]["wagers"][0]["ahead"]["decimal"]

    assert ahead(digits) == decimal_text(exact(ahead("50")), int(digits))


def test_a_bankroll_shows_ruin_and_the_target(baccarat: Baccarat) -> None:
    out = shown(
        baccarat, "--wagers", "main/player", "--rounds", "10", "--stake", "25", "--bankroll", "50",
        "--target", "100", "--table", "ruin",
    )  # fmt: skip
    assert "A bankroll of 50, and a target of 100" in out
    ruin = answer(
        baccarat, "--wagers", "main/player", "--stake", "25", "--bankroll", "50", "--target", "100"
    )["data"]["wagers"][0]["ruin"]
    assert (ruin["bankroll"], ruin["target"]) == ("50", "100")
    added = float(ruin["ruin_in_the_end"]["decimal"]) + float(ruin["target_in_the_end"]["decimal"])
    assert abs(added - 1) < 1e-9


def test_without_an_advantage_ruin_is_certain_in_the_end(baccarat: Baccarat) -> None:
    ruin = answer(baccarat, "--wagers", "main/banker", "--rounds", "5", "--bankroll", "3")["data"]["wagers"][
        0
    ]["ruin"]
    assert ruin["ruin_in_the_end"] == {"fraction": "1", "decimal": "1.0000000000"}
    assert ruin["target_in_the_end"] is None


@pytest.mark.parametrize(
    ("arguments", "left_out", "answered"),
    [
        ("--rounds 30000 --bankroll 100", {"within the rounds": "round by round"}, {"ruin_in_the_end"}),
        (
            "--rounds 30 --bankroll 1000000 --target 2000000",
            {"in the end": "too many to be worked through"},
            {"ruin_within_rounds", "target_within_rounds"},
        ),
        (
            "--rounds 30000 --bankroll 25000 --target 50000",
            {"within the rounds": "round by round", "in the end": "too many to be worked through"},
            set(),
        ),
    ],
)
def test_what_of_a_bankroll_is_too_much_work_is_left_out_with_a_note_and_nothing_else(
    arguments: str, left_out: dict[str, str], answered: set[str], baccarat: Baccarat
) -> None:
    words = (*arguments.split(), "--wagers", "main/banker", "--digits", "2")
    [banker] = answer(baccarat, *words)["data"]["wagers"]
    ruin = banker["ruin"]
    assert banker["ahead"]["decimal"].startswith("0.")
    assert {key for key in ruin if key.startswith(("ruin", "target_")) and ruin[key]} == answered
    assert [part["question"] for part in ruin["left_out"]] == list(left_out)
    assert all(part["reason"].endswith(left_out[part["question"]]) for part in ruin["left_out"])
    out = " ".join(shown(baccarat, *words, "--table", "ruin").split())
    for part in ruin["left_out"]:
        assert f"is left out {part['question']}: {part['reason']}; {part['mend']}." in out


def test_the_same_amount_is_shown_once_however_it_is_written(baccarat: Baccarat) -> None:
    [tie] = answer(baccarat, "--wagers", "main/tie", "--amounts", "5,5.0,10/2,7")["data"]["wagers"]
    assert [row["amount"] for row in tie["amounts"]] == ["5", "7"]


def test_every_result_is_listed_when_asked_for(baccarat: Baccarat) -> None:
    out = shown(
        baccarat, "--wagers", "main/tie", "--rounds", "2", "--distribution", "--table", "distribution"
    )
    assert [line.split()[-2] for line in out.splitlines()[5:]] == ["-2", "7", "16"]
    assert answer(baccarat, "--wagers", "main/tie")["data"]["wagers"][0]["distribution"] is None


def test_a_game_brings_its_rules_decks_and_wagers(baccarat: Baccarat) -> None:
    inputs = answer(baccarat, "--game", "seven-up", "--rounds", "3")["inputs"]
    assert inputs["rules"]["slug"] == "seven-up"
    assert inputs["wagers"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("--rounds 0", 2, "0 is not in the range"),
        ("--rounds x", 2, "'x' is no whole number"),
        ("--stake 0", 3, "a stake of 0 cannot be"),
        ("--stake 0,5", 2, '"0,5" is not a number'),
        ("--amounts -5", 3, "-5 is no amount"),
        ("--amounts 5,x", 2, '"x" is not a number'),
        ("--wins 81", 2, "no number of rounds that can be won"),
        ("--wins -1", 2, "no number of rounds that can be won"),
        ("--target 5", 2, "a target needs a bankroll"),
        ("--bankroll 5 --stake 10", 3, "too small to play"),
        ("--bankroll 5 --target 4", 3, "not above the bankroll"),
        ("--wagers side/dragon-dragon", 3, "depends on the jackpot"),
        ("--wagers main/tye", 3, "tie"),
        ("--rounds 1000000000000 --wagers main/banker", 3, "too much to add up"),
        ("--rounds 5000 --distribution --wagers main/banker", 2, "too many to list"),
    ],
)
def test_what_cannot_be_is_refused_in_three_lines(
    arguments: str, code: int, message: str, baccarat: Baccarat
) -> None:
    found, out, err = baccarat("session", *arguments.split())
    assert (found, out) == (code, "")
    assert message in err
    assert len(err.splitlines()) <= 3

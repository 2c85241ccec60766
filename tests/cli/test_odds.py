"""`baccarat odds` answers from all that is known, and refuses what cannot be."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]

WITHIN = 5.0
"""Seconds for a whole process: a second on a quiet machine, with room for a busy one."""


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("odds", *arguments)
    assert (code, err) == (0, "")
    return out


def data(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    return json.loads(shown(baccarat, *arguments, "--json"))["data"]


def test_the_cards_in_hand_are_answered(baccarat: Baccarat) -> None:
    out = shown(baccarat, "--player", "K 7", "--banker", "6")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    for line in (
        "Now                          Player 7, Banker 6: Banker's second card",
        "Player   1516241682432   66.165166%  28146/42539",
        "Banker has a natural 8: no third cards   177557471232    7.748184%  32/413",
        "Player, 1 to 1         -43.614095%       -49.161345%  143.614095%  66.165166%  11.283763%  0.834831",
    ):
        assert line in out


def test_third_is_the_next_card_after_four(baccarat: Baccarat) -> None:
    answer = data(baccarat, "--player", "3 3", "--banker", "2 K", "--third", "8")
    assert (answer["situation"], answer["next_cards"]) == ("Player 6, Banker 0: Player wins", [])
    assert [outcome["fraction"] for outcome in answer["outcomes"]] == ["1", "0", "0"]


def test_a_third_card_that_is_not_known_is_dealt_all_the_same(baccarat: Baccarat) -> None:
    for told, condition in (
        (("--third", "?"), "cards >= 5"),
        (("--player", "? ? ?"), "player.cards == 3"),
        (("--banker", "? ? ?"), "banker.cards == 3"),
    ):
        assert data(baccarat, *told) == data(baccarat, "--known", condition)


def test_seen_cards_leave_the_shoe(baccarat: Baccarat) -> None:
    seen = data(baccarat, "--seen", "K 9♠", "--player", "9")
    removed = data(baccarat, "--remove", "K 9♠", "--player", "9")
    assert seen == removed
    assert seen != data(baccarat, "--player", "9")


def test_a_card_named_more_closely_than_the_shoe_is_known_is_said(baccarat: Baccarat) -> None:
    out = shown(baccarat, "--seen", "K", "--player", "K♠", "--table", "situation")
    assert "The shoe is known by rank, so K♠ is any card of its rank." in out
    assert "is any card" not in shown(baccarat, "--player", "K♠", "--table", "situation")
    twice = shown(baccarat, "--seen", "K", "--player", "K♠ K♠", "--table", "situation")
    assert twice.count("is any card") == 1


def test_burned_cards_are_shown_to_change_nothing(baccarat: Baccarat) -> None:
    out = shown(baccarat, "--player", "9", "--unseen-burn", "3")
    assert "3 cards burned unseen: they change nothing." in out
    burned, usual = (data(baccarat, "--player", "9", *more) for more in (("--unseen-burn", "3"), ()))
    together = burned["unseen_burn"]["together"]
    assert [together[item["outcome"]]["fraction"] for item in usual["outcomes"]] == [
        item["fraction"] for item in usual["outcomes"]
    ]
    assert usual["unseen_burn"] is None


def test_part_of_the_cards_left_is_enough(baccarat: Baccarat) -> None:
    out = shown(baccarat, "--left", "60", "--holding", "9:3", "--table", "outcomes")
    assert "60 cards left, of 9: 3" in out
    assert "3830066704582358/8584993012698075" in out


def test_a_game_gives_its_rules_decks_and_wagers(baccarat: Baccarat) -> None:
    game = data(baccarat, "--player", "8", "--game", "macau-no-commission")
    assert [wager["wager"] for wager in game["wagers"]][1] == "main/banker-half-on-6"
    assert game["outcomes"] == data(baccarat, "--player", "8", "--wagers", "main/tie")["outcomes"]


def test_any_wager_has_its_conditional_law(baccarat: Baccarat) -> None:
    (pair,) = data(baccarat, "--player", "9♥ red", "--wagers", "pairs/player-pair")["wagers"]
    assert pair["hit_frequency"]["fraction"] == "5/69"


@pytest.mark.parametrize("suffix", ["svg", "dot", "graphml", "json", "mmd"])
def test_what_can_still_happen_is_drawn(suffix: str, baccarat: Baccarat, tmp_path: Path) -> None:
    path = tmp_path / f"coup.{suffix}"
    shown(baccarat, "--player", "K 7", "--banker", "6", "--graph", str(path))
    text = path.read_text(encoding="utf-8")
    if suffix != "svg":
        assert "Player 7, Banker 6: Banker's second card" in text.replace("&apos;", "'")
    assert "Player's first card is K" in text.replace("&apos;", "'").replace("&#x27;", "'")


def test_a_narrow_picture_says_all_that_is_known(baccarat: Baccarat, tmp_path: Path) -> None:
    path = tmp_path / "coup.svg"
    shown(baccarat, "--player", "3 3", "--banker", "2 K", "--graph", str(path))
    words = re.findall("<!-- (.+) -->", path.read_text(encoding="utf-8"))
    known = "Player's first card is 3; Player's second card is 3; Banker's first card is 2; "
    assert f"{known}Banker's second card is K" in " ".join(words)


def test_a_finished_coup_has_a_graph_but_no_picture(baccarat: Baccarat, tmp_path: Path) -> None:
    over = ("--player", "3 3", "--banker", "2 4", "--graph")
    for suffix in ("dot", "graphml", "json", "mmd"):
        shown(baccarat, *over, str(tmp_path / f"coup.{suffix}"))
    code, out, err = baccarat("odds", *over, str(tmp_path / "coup.svg"))
    assert (code, out) == (2, "")
    assert "the coup is over" in err


@pytest.mark.parametrize(
    ("code", "arguments", "what"),
    [
        (3, ["--decks", "1", "--player", "9♠ 9♠"], "9♠ is known twice, and the shoe has 1"),
        (2, ["--player", "K 7", "--player-total", "6"], "Player's cards K 7 make 7, not 6"),
        (3, ["--player", "K 8", "--third", "8"], "the rules deal no such third card: Player has a natural 8"),
        (3, ["--unseen-burn", "-1"], "-1 cards cannot be burned"),
        (3, ["--left", "-5"], "-5 cards left cannot deal a coup"),
        (3, ["--left", "60", "--holding", "9:-1"], "-1 of 9 cannot be left"),
        (2, ["--left", "60", "--holding", "9"], '"9" does not say which cards and how many'),
        (2, ["--holding", "9:3"], "it is not said how many cards are left"),
        (2, ["--left", "60", "--holding", "?:3"], "? names no cards"),
        (2, ["--left", "60", "--unseen-burn", "3"], "burned cards are counted already"),
        (3, ["--seen", "9♠ 9♠", "--decks", "1"], "there is no 9♠ left to remove"),
        (3, ["--player", "hig"], '"hig" says nothing of a card'),
        (2, ["--player", "K 7 8 9"], "4 cards are named"),
        (2, ["--player", ""], "no card is named"),
        (2, ["--fifth", "?"], "? says nothing of a card"),
        (3, ["--player", "9 9 ?"], "the rules deal no such third card"),
        (3, ["--left", "60", "--holding", "9:1", "--player", "9 9"], "9; 60 cards left, of 9: 1"),
        (2, ["--player", "K", "--graph", "a.json", "-o", "./a.json"], "would go to the same file"),
        (2, ["--player-total", "12"], '"12" is no total'),
        (2, ["--player-total", "9-6"], '"9-6" is no total'),
        (3, ["--known", "player.totl == 5"], "no fact is called `player.totl`"),
        (2, ["--graph", "coup.txt"], 'the suffix ".txt" stands for no format'),
    ],
)
def test_what_cannot_be_is_refused_in_three_lines(
    code: int, arguments: list[str], what: str, baccarat: Baccarat
) -> None:
    exit_code, out, err = baccarat("odds", *arguments)
    assert (exit_code, out) == (code, "")
    assert what in err
    assert len(err.splitlines()) == 3


def test_a_conditional_question_is_answered_at_once(
    process: Callable[..., CompletedProcess[bytes]],
) -> None:
    start = time.monotonic()
    run = process("odds", "--player", "high", "--fifth", "red", "--known", "banker.first.value == 0")
    assert run.returncode == 0
    assert time.monotonic() - start < WITHIN

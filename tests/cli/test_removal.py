"""`baccarat removal` and `baccarat extremes` show exact effects, tags and extremes."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat(*arguments)
    assert (code, err) == (0, "")
    return out


def data(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    return json.loads(shown(baccarat, *arguments, "--json"))["data"]


def test_effects_and_the_best_tags_are_shown(baccarat: Baccarat) -> None:
    out = shown(baccarat, "removal", "--wagers", "main/tie,side/dragon-7")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    rows = [line.split() for line in out.splitlines()]
    assert ["4", "32", "-0.004352%", "0.007600%", "-0.003248%"] in rows
    assert ["2", *"0000", *["-1"] * 4, "2", "2", "0.964189"] in rows


def test_given_tags_are_compared(baccarat: Baccarat) -> None:
    tags = "0 0 0 0 -1 -1 -1 -1 2 2"
    out = shown(baccarat, "removal", "--wagers", "side/dragon-7", "--levels", "0", "--tags", tags)
    assert "Best balanced" not in out
    assert "0 0 0 0 -1 -1 -1 -1 2 2     0.964189" in out


def test_the_effects_in_json_add_up_to_nothing(baccarat: Baccarat) -> None:
    answer = data(baccarat, "removal", "--wagers", "main/banker", "--remove", "K 9 9")
    added = sum(
        int(removal["count"]) * Fraction(removal["wagers"][0]["effect"]["fraction"])
        for removal in answer["removals"]
    )
    assert added == 0
    assert answer["best_tags"] == []


def test_why_there_are_no_tags_is_said(baccarat: Baccarat) -> None:
    assert "No count tags: balanced tags are derived for full decks." in shown(
        baccarat, "removal", "--wagers", "main/tie", "--remove", "K"
    )
    assert "No count tags: tags are derived from the effects of single cards." in shown(
        baccarat, "removal", "--wagers", "main/tie", "--number", "2"
    )


def test_incidences_are_shown_when_asked_for(baccarat: Baccarat) -> None:
    question = ("removal", "--wagers", "main/tie", "--by", "rank")
    assert "1034132990550016" not in shown(baccarat, *question)
    assert "1034132990550016" in shown(baccarat, *question, "--incidences")
    assert "1034132990550016" in shown(baccarat, *question, "--table", "incidences")


def test_cards_can_be_told_apart_one_by_one(baccarat: Baccarat) -> None:
    answer = data(baccarat, "removal", "--decks", "1", "--wagers", "main/tie", "--by", "card")
    assert len(answer["removals"]) == 52
    assert answer["removals"][1]["kind"] == "A♥"


def test_the_extremes_of_a_small_shoe_are_proven(baccarat: Baccarat) -> None:
    out = shown(baccarat, "extremes", "--wagers", "main/banker,main/tie", "--cards", "6")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    assert "Tie, 8 to 1            best            -800.000000%" in out
    (banker, _) = data(baccarat, "extremes", "--wagers", "main/banker,main/tie", "--cards", "6")["wagers"]
    assert banker["favourable"]["proven"] is True
    assert sum(map(int, banker["favourable"]["shoe"]["counts"])) == 6


@pytest.mark.parametrize("cards", ["5", "417"])
def test_a_shoe_without_such_sub_shoes_is_refused(cards: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("extremes", "--cards", cards)
    assert (code, out) == (3, "")
    assert f"{cards} cards cannot be left of 416" in err

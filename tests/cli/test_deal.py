"""`baccarat deal` replays listed cards."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Baccarat = Callable[..., tuple[int, str, str]]

CARDS = "K♠ 3♥ 7♦ 2♣ 9♠"
TWO_COUPS = f"{CARDS} 5♦ 8♦ 7♠ 8♠ 9♦ 9♥ 9♣"


def coups(baccarat: Baccarat, *arguments: str) -> list[dict[str, Any]]:
    code, out, err = baccarat("deal", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)["data"]["coups"]


def test_every_decision_is_explained(baccarat: Baccarat) -> None:
    code, out, err = baccarat("deal", *CARDS.split())
    assert (code, err) == (0, "")
    for text in (
        "Player has 7 and stands",
        "Banker has 5, Player stood: draws 9♠",
        "Player 7, Banker 4: Player wins",
    ):
        assert text in out


@pytest.mark.parametrize("arguments", [[CARDS], CARDS.split(), ["Ks,3h,7d,2c,9s"], ["Ks 3h", "7d 2c 9s"]])
def test_cards_can_be_listed_in_several_ways(arguments: list[str], baccarat: Baccarat) -> None:
    assert coups(baccarat, *arguments) == coups(baccarat, CARDS)


def test_cards_are_read_from_a_file_or_from_standard_input(
    tmp_path: Path, baccarat: Baccarat, process: Callable[..., Any]
) -> None:
    path = tmp_path / "cards.txt"
    path.write_text(CARDS.replace("7♦", "7♦ # the third card\n"), encoding="utf-8")
    assert coups(baccarat, str(path)) == coups(baccarat, CARDS)
    with path.open("rb") as file:
        run = process("deal", "-", "--json", stdin=file)
    assert json.loads(run.stdout)["data"]["coups"] == coups(baccarat, CARDS)


def test_one_coup_is_dealt_unless_all_are_asked_for(baccarat: Baccarat) -> None:
    assert [coup["outcome"] for coup in coups(baccarat, TWO_COUPS)] == ["player"]
    assert [coup["outcome"] for coup in coups(baccarat, TWO_COUPS, "--all")] == ["player", "banker"]


def test_cards_that_are_left_are_listed(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("deal", "--all", TWO_COUPS)
    assert out.endswith("Cards left\n9♥ 9♣\n")


def test_other_rules_deal_another_coup(baccarat: Baccarat) -> None:
    cards = "2♠ 5♥ 3♦ K♣ 4♠ 9♦"
    assert coups(baccarat, cards) != coups(baccarat, cards, "--rules", "deviations/player-stands-on-5")

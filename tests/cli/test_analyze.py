"""`baccarat analyze` says what is true, and says it so that it can be read."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]

EIGHT_DECKS = {"player": 2230518282592256, "banker": 2292252566437888, "tie": 475627426473216}
EIGHT_DECK_EDGES = {
    "main/player": "241149546272/19524993263685",
    "main/banker": "114753351728/10847218479825",
    "main/tie": "103841353768/723147898655",
    "pairs/player-pair": "43/415",
    "pairs/banker-pair": "43/415",
}


def data(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    code, out, err = baccarat("analyze", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)["data"]


def ways(answer: dict[str, Any]) -> dict[str, int]:
    return {item["outcome"]: int(item["ways"]) for item in answer["outcomes"]}


def edges(answer: dict[str, Any]) -> dict[str, str]:
    return {wager["wager"]: wager["house_edge"]["fraction"] for wager in answer["wagers"]}


def test_without_options_it_is_eight_decks_the_standard_rules_and_five_wagers(baccarat: Baccarat) -> None:
    answer = data(baccarat)
    assert answer["total_ways"] == "4998398275503360"
    assert ways(answer) == EIGHT_DECKS
    assert edges(answer) == EIGHT_DECK_EDGES
    assert list(edges(answer)) == list(EIGHT_DECK_EDGES)
    assert answer["unanswerable"] == []


def test_an_infinite_shoe_counts_in_powers_of_thirteen(baccarat: Baccarat) -> None:
    answer = data(baccarat, "--decks", "infinite")
    assert answer["total_ways"] == str(13**6)
    assert ways(answer) == {"banker": 2212744, "player": 2153464, "tie": 460601}


@pytest.mark.parametrize("decks", ["1", "100", "1000"])
def test_ways_add_up_for_every_number_of_decks(decks: str, baccarat: Baccarat) -> None:
    answer = data(baccarat, "--decks", decks)
    total = int(answer["total_ways"])
    assert sum(ways(answer).values()) == total
    assert sum(int(item["ways"]) for item in answer["joint"]) == total
    for wager in answer["wagers"]:
        assert sum(int(line["ways"]) for line in wager["lines"]) == int(wager["total_ways"])


def test_contributions_add_up_to_the_expected_net_win(baccarat: Baccarat) -> None:
    for wager in data(baccarat)["wagers"]:
        added = sum(Fraction(line["contribution"]["fraction"]) for line in wager["lines"])
        assert added == -Fraction(wager["house_edge"]["fraction"])


@pytest.mark.parametrize(
    ("arguments", "same_as"),
    [
        (
            ["--shoe", "128,32,32,32,32,32,32,32,32,32", "--wagers", "main"],
            ["--decks", "8", "--wagers", "main"],
        ),
        (["--shoe", ",".join(["32"] * 13)], []),
        (["--shoe", " ".join(["8"] * 52)], []),
        (["--decks", "+8"], []),
        (["--remove", ""], []),
        (["--method", "graph", "--wagers", "main"], ["--wagers", "main"]),
    ],
)
def test_the_same_shoe_is_the_same_however_it_is_given(
    arguments: list[str], same_as: list[str], baccarat: Baccarat
) -> None:
    assert data(baccarat, *arguments) == data(baccarat, *same_as)


def test_a_shoe_can_be_listed_card_by_card(baccarat: Baccarat) -> None:
    answer = data(baccarat, "--shoe", "9♠ 9♥ K♠, K♥; 2d 3c")
    assert answer["total_ways"] == "720"


def test_removed_cards_are_gone(baccarat: Baccarat) -> None:
    assert data(baccarat, "--decks", "1", "--remove", "K 9♠ 4h")["total_ways"] == str(
        49 * 48 * 47 * 46 * 45 * 44
    )


def test_a_shoe_is_read_from_a_file_or_from_standard_input(
    tmp_path: Path, baccarat: Baccarat, process: Callable[..., Any]
) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text("# point values 0 to 9\n16, 4, 4, 4, 4\n4, 4, 4, 4, 4\n", encoding="utf-8-sig")
    expected = data(baccarat, "--shoe", str(path), "--wagers", "main")
    assert ways(expected) == ways(data(baccarat, "--decks", "1"))
    with path.open("rb") as file:
        run = process("analyze", "--shoe", "-", "--wagers", "main", "--json", stdin=file)
    assert json.loads(run.stdout)["data"] == expected


def test_a_default_wager_the_shoe_cannot_answer_is_listed_with_the_reason(baccarat: Baccarat) -> None:
    shoe = ["--shoe", "128,32,32,32,32,32,32,32,32,32"]
    answer = data(baccarat, *shoe)
    assert list(edges(answer)) == ["main/player", "main/banker", "main/tie"]
    assert [item["wager"] for item in answer["unanswerable"]] == ["pairs/player-pair", "pairs/banker-pair"]
    assert all("rank" in item["reason"] for item in answer["unanswerable"])
    _, out, _ = baccarat("analyze", *shoe)
    assert "cannot answer" in out


def test_a_wager_of_a_group_is_not_asked_for_by_name(baccarat: Baccarat) -> None:
    answer = data(baccarat, "--shoe", "128,32,32,32,32,32,32,32,32,32", "--wagers", "main/tie,pairs")
    assert list(edges(answer)) == ["main/tie"]
    assert {item["wager"].split("/")[0] for item in answer["unanswerable"]} == {"pairs"}


def test_ones_own_rules_and_wagers_are_read_from_files(tmp_path: Path, baccarat: Baccarat) -> None:
    rules, wager = tmp_path / "rules.toml", tmp_path / "nine.toml"
    _, toml, _ = baccarat("rules", "show", "standard", "--toml")
    rules.write_text(toml)
    wager.write_text(
        'title = "Tie"\nsource = "me"\notherwise = "lose"\n[[line]]\nwhen = "tie"\npays = "9 for 1"\n'
    )
    answer = data(baccarat, "--rules", str(rules), "--wagers", f"main/tie,{wager}")
    assert set(edges(answer).values()) == {EIGHT_DECK_EDGES["main/tie"]}
    assert answer["wagers"][1]["wager"] == str(wager)


@pytest.mark.parametrize(
    "arguments", [[], ["--joint"], ["--decks", "1000"], ["--digits", "12"], ["--as", "odds"]]
)
def test_tables_fit_the_page(arguments: list[str], baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", *arguments)
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH


def test_pay_lines_and_joint_totals_are_shown_when_asked_for(baccarat: Baccarat) -> None:
    _, plain, _ = baccarat("analyze")
    _, short, _ = baccarat("analyze", "--no-lines")
    _, long, _ = baccarat("analyze", "--lines", "--joint")
    assert "Pay lines" in plain
    assert "Pay lines" not in short
    assert "Final totals" not in plain
    assert "Final totals" in long


@pytest.mark.parametrize("table", ["outcomes", "wagers", "lines", "totals"])
def test_a_table_that_is_asked_for_is_shown_alone(table: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("analyze", "--table", table, "--no-lines")
    assert (code, err) == (0, "")
    assert sum(title in out for title in ("Outcomes", "Final totals", "\nWagers\n", "Pay lines")) == 1


@pytest.mark.parametrize("suffix", ["txt", "md", "csv", "json"])
def test_the_answer_looks_as_it_did(suffix: str, tmp_path: Path, baccarat: Baccarat) -> None:
    """A difference that is meant is taken over by writing the file anew: `baccarat analyze -o FILE`."""
    baccarat("analyze", "-o", str(tmp_path / f"analyze.{suffix}"))
    snapshot = Path(__file__).parents[1] / "snapshots" / f"analyze.{suffix}"
    assert (tmp_path / f"analyze.{suffix}").read_text("utf-8") == snapshot.read_text("utf-8")

"""`--play` and `baccarat solve rules`: what is asked, answered and refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.game.rulebook_file import to_toml
from analyzer.library.catalog import load_rulebook

Baccarat = Callable[..., tuple[int, str, str]]
PLAYED = "like standard; player 5: 9/11; banker 6 none: 859/2288"


def test_a_play_is_analysed_exactly(baccarat: Baccarat) -> None:
    code, out, _ = baccarat(
        *("analyze", "--rules", "chemin-de-fer/totals", "--decks", "infinite"),
        *("--play", PLAYED, "--wagers", "main/player", "--json"),
    )
    answer = json.loads(out)
    assert code == 0
    assert answer["data"]["wagers"][0]["house_edge"]["fraction"] == "679568/53094899"
    assert answer["inputs"]["play"].startswith("player 5: 9/11; banker 0-2 none,0-9: D;")
    assert answer["data"]["total_ways"] == str(13**6 * 11 * 2288)


def test_the_text_says_how_it_is_played_and_what_ways_count(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--rules", "baccarat-gold", "--play", "player 5: 2/3")
    assert "played player 5: 2/3" in out.splitlines()[0]
    assert "3 times" in out


@pytest.mark.parametrize(
    ("arguments", "code", "lines"),
    [
        (
            ["analyze", "--rules", "baccarat-gold"],
            3,
            ["error: the rules leave a choice on: Player 5", "  in rulebook baccarat-gold"],
        ),
        (["analyze", "--play", "player 5: D"], 2, ["error: these rules leave no choice to be played"]),
        (
            ["analyze", "--rules", "baccarat-gold", "--play", "playr 5: D"],
            3,
            ['error: "playr" is no side', "  in --play", '  did you mean "player"?'],
        ),
        (
            ["analyze", "--rules", "baccarat-gold", "--play", "player 5: D", "--method", "graph"],
            2,
            ["error: the graph does not keep what a chooser has seen", "  in --method"],
        ),
        (["solve", "rules", "chemin-de-fer/totals"], 2, ["error: both sides choose under these rules"]),
        (
            ["solve", "rules", "baccarat-golld"],
            3,
            ['error: there is no rulebook "baccarat-golld"', '  did you mean "baccarat-gold"?'],
        ),
    ],
)
def test_what_is_refused(arguments: list[str], code: int, lines: list[str], baccarat: Baccarat) -> None:
    found, out, err = baccarat(*arguments)
    assert (found, out) == (code, "")
    shown = err.splitlines()
    assert len(shown) <= 3
    assert all(one.startswith(other) for one, other in zip(shown, lines, strict=False))


@pytest.mark.parametrize("command", ["graph", "report", "decks", "forms", "removal", "break-even"])
def test_other_commands_point_to_playing_and_solving(command: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat(command, "--rules", "baccarat-gold")
    assert (code, out) == (3, "")
    assert "the rules leave a choice on: Player 5" in err
    assert "`baccarat analyze --play`" in err
    assert "`baccarat solve`" in err


def test_solving_names_the_best_play_for_each_wager(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("solve", "rules", "documents/003-r1-o1")
    assert code == 0
    assert "Player 6 stands; Player 7 stands" in out
    assert "-23336649856/1501922558745" in out


def test_many_choices_that_are_played_alike_are_told_together(baccarat: Baccarat, tmp_path: Path) -> None:
    """Banker may choose wherever the tableau stands."""
    file = tmp_path / "free.toml"
    tableau = tuple(row.replace("S", "C") for row in load_rulebook("standard").tableau)
    file.write_text(
        to_toml(replace(load_rulebook("standard"), tableau=tableau, banker_sees="total")), "utf-8"
    )
    code, out, _ = baccarat("solve", "rules", str(file), "--wagers", "main/banker", "--format", "markdown")
    assert code == 0
    assert (
        "Draws on: Banker 4, third card 1; Banker 6, Player stood. Stands on: Banker 3, third card 8;" in out
    )


def test_nothing_to_decide_is_said_and_edges_are_given(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("solve", "rules", "standard")
    assert code == 0
    assert "nothing to decide" in out
    assert "114753351728/10847218479825" in out


def test_rules_with_choices_are_compared_but_for_their_edges(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("rules", "compare", "baccarat-gold", "--decks", "1", "--wagers", "main/tie")
    assert code == 0
    assert out.splitlines()[-1].split("  ") == ["baccarat-gold", "Player 5 (a choice)"]


def test_a_wager_with_a_jackpot_is_named_until_its_size_is_given(baccarat: Baccarat) -> None:
    arguments = ("solve", "rules", "baccarat-gold", "--wagers", "main/tie,side/dragon-dragon")
    code, _, err = baccarat(*arguments)
    assert code == 3
    assert "in side/dragon-dragon" in err
    assert baccarat(*arguments, "--jackpot", "5000")[0] == 0


# The best reply


@pytest.mark.parametrize("mixing", ["", "player", "player 4", "banker 6"])
def test_a_slip_in_mixing_is_placed_there(mixing: str, baccarat: Baccarat) -> None:
    arguments = ("solve", "reply", "chemin-de-fer/totals", "--play", "player 5: D")
    code, _, err = baccarat(*arguments, "--mixing", mixing)
    assert code == 3
    assert err.splitlines()[1] == "  in --mixing"


def test_the_best_reply_is_a_grid_with_break_points(baccarat: Baccarat) -> None:
    code, out, _ = baccarat(
        *("solve", "reply", "chemin-de-fer/totals", "--play", "player 5: 9/11", "--decks", "infinite")
    )
    assert code == 0
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line[:1].isdigit()}
    assert rows["6"] == ["=", *"······DD··"]
    assert rows["71/176"][-6:] == ["third", "card", "9", "draws", "from", "here"]
    assert "679568/53094899" in out


def test_the_best_reply_of_one_who_sees_cards_has_a_row_for_each_pair(baccarat: Baccarat) -> None:
    _, out, _ = baccarat(
        *("solve", "reply", "chemin-de-fer/both-cards", "--side", "player", "--play", "like standard"),
        *("--mixing", "banker 3+3 none", "--json"),
    )
    answer = json.loads(out)["data"]
    assert [choice["cards"] for choice in answer["choices"]] == [[0, 5], [1, 4], [2, 3], [6, 9], [7, 8]]
    assert answer["break_points"]["mixing"]["cards"] == [3, 3]


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["baccarat-gold", "--side", "banker", "--play", "player 5: D"], 2, "Banker has no choice"),
        (["chemin-de-fer/totals"], 3, "the play does not say what happens on: Player 5"),
        (
            ["chemin-de-fer/totals", "--play", "player 5: D", "--commission", "1"],
            2,
            "a commission of 1 is not at least 0 and below 1",
        ),
        (
            ["chemin-de-fer/totals", "--play", "player 5: D", "--mixing", "banker 6 none"],
            2,
            "Banker replies, so it is Player who mixes",
        ),
        (
            ["chemin-de-fer/totals", "--side", "player", "--play", "standard", "--mixing", "banker 6"],
            3,
            '"banker 6" names several choices',
        ),
        (["documents/003-r1-z2"], 3, "the rules do not say what happens on"),
        (["standard"], 2, "these rules leave no choice: there is nothing to decide"),
        (["baccarat-gold"], 2, "Banker has no choice"),
    ],
)
def test_what_reply_refuses(arguments: list[str], code: int, problem: str, baccarat: Baccarat) -> None:
    found, out, err = baccarat("solve", "reply", *arguments)
    assert (found, out) == (code, "")
    assert err.startswith(f"error: {problem}")
    assert len(err.splitlines()) <= 3

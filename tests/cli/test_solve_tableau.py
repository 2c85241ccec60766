"""`baccarat solve tableau`: each question once, and words where there is no formula."""

import json
from collections.abc import Callable

import pytest

from analyzer.cli import solve_tableau
from analyzer.game.rulebook import SEES

Baccarat = Callable[..., tuple[int, str, str]]

BOUNDS = ("--banker-sees", "total", "--decks", "8", "--formulas", "--table", "bounds")


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("solve", "tableau", *arguments)
    assert (code, err) == (0, "")
    return out


@pytest.mark.slow
def test_a_tableau_that_no_play_makes_right_for_many_decks_is_said_to_be_one(baccarat: Baccarat) -> None:
    out = shown(baccarat, *BOUNDS, "--rules", "baccarat-gold-stands-on-5")
    said = " ".join(out.split())
    for commission in ("no", "5%"):
        assert (
            f"If Banker sees his total, with {commission} commission, no interval of play on 5 is proved"
            " to make the tableau right for many decks."
        ) in said
    assert "─" not in out
    assert "no interval" not in shown(baccarat, *BOUNDS, "--commission", "0")


def test_a_commission_given_twice_is_one_question(baccarat: Baccarat) -> None:
    arguments = ("--banker-sees", "total", "--decks", "8", "--commission", "0,5%,0%,1/20", "--json")
    questions = json.loads(shown(baccarat, *arguments))["data"]["questions"]
    assert [question["commission"] for question in questions] == ["0", "1/20"]


@pytest.mark.parametrize("commission", ["1", "-5%", "0,2"])
def test_a_commission_that_cannot_be_is_wrong_usage(commission: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("solve", "tableau", "--commission", commission)
    assert (code, out) == (2, "")
    assert "is not at least 0 and below 1\n  in --commission\n" in err


def test_the_help_names_what_a_rulebook_lets_a_chooser_see() -> None:
    assert tuple(word for word in SEES if word) == solve_tableau.SEES

"""`baccarat shoe` says what is exact and what is simulated, and never the one for the other."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]

SMALL = ("--shoe", "10,1,0,2,0,1,0,2,0,1", "--cut", "0", "--burn", "none")


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat("shoe", *arguments)
    assert (code, err) == (0, "")
    return out


def answer(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    return json.loads(shown(baccarat, *arguments, "--json"))


def test_a_full_shoe_has_exact_cards_of_a_coup_and_labelled_simulated_coups(baccarat: Baccarat) -> None:
    out = shown(baccarat, "--simulate", "500")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    assert "5  1516734808780800   30.344417%  411869680/1357316181" in out
    assert "any      1893735611458560  1516734808780800  1587927855264000    4.938819" in out
    assert out.count("simulated, 500 shoes, seed 1") == 3
    assert "standard error" in out
    assert "Not exact" in out


def test_json_marks_what_is_simulated(baccarat: Baccarat) -> None:
    simulated = answer(baccarat, "--simulate", "50", "--burn", "none")
    assert simulated["exact"] is False
    assert [simulated["data"][part]["exact"] for part in ("coup", "bounds", "simulation")] == [
        True,
        True,
        False,
    ]
    assert simulated["data"]["law"] is None
    exact = answer(baccarat, *SMALL)
    assert exact["exact"] is True
    assert exact["data"]["law"]["exact"] is True
    assert exact["data"]["simulation"] is None


def test_the_exact_law_of_a_small_shoe_is_shown(baccarat: Baccarat) -> None:
    out = shown(baccarat, *SMALL)
    assert "    3   82.014015%  558253/680680" in out
    assert "simulated" not in out
    law = answer(baccarat, *SMALL)["data"]["law"]
    assert sum(Fraction(row["probability"]["fraction"]) for row in law["coups"]) == 1


def test_a_page_does_not_call_simulated_figures_exact(baccarat: Baccarat) -> None:
    exact, simulated = (shown(baccarat, "--simulate", shoes, "--format", "html") for shoes in ("0", "50"))
    assert "every value is exact" in exact
    assert "every value is exact" not in simulated


def test_a_game_gives_its_rules_and_decks(baccarat: Baccarat) -> None:
    arguments = ("--simulate", "0", "--table", "cards")
    assert shown(baccarat, "--game", "campione", *arguments) == shown(baccarat, "--decks", "6", *arguments)


def test_the_same_seed_gives_the_same_bytes(baccarat: Baccarat) -> None:
    first, again, other = (
        shown(baccarat, "--simulate", "50", "--seed", seed, "--burn", "none", "--json") for seed in "112"
    )
    assert first == again != other


@pytest.mark.parametrize(
    ("burn", "written", "left"),
    [("none", "0", 416), ("decks", "8", 408), ("20", "20", 396)],
)
def test_ways_to_burn_cards(burn: str, written: str, left: int, baccarat: Baccarat) -> None:
    found = answer(baccarat, "--burn", burn, "--simulate", "0")
    assert found["inputs"]["dealing"]["burn"] == written
    in_front = left - 16
    assert found["data"]["bounds"]["always"]["low"]["fraction"] == str(-(-in_front // 6) + 1)


def test_a_fixed_first_card_is_said_to_be_one_of_the_cards(baccarat: Baccarat) -> None:
    arguments = ("--simulate", "0", "--burn", "none", "--table", "cards")
    assert "does not come from the shoe" in shown(baccarat, "--rules", "seven-up", *arguments)
    assert "does not come from the shoe" not in shown(baccarat, *arguments)


def test_an_infinite_shoe_has_no_number_of_coups(baccarat: Baccarat) -> None:
    found = answer(baccarat, "--decks", "infinite")["data"]
    assert found["coup"]["cards"][0]["probability"]["fraction"] == "64/169"
    assert found["bounds"] is found["law"] is found["simulation"] is None
    assert "gives no number of coups" in shown(baccarat, "--decks", "infinite")
    assert "gives no number of coups" not in shown(baccarat, "--simulate", "0")


def test_a_shoe_too_large_to_be_simulated_says_so_and_gives_what_is_proven(baccarat: Baccarat) -> None:
    """1924 decks are the first with more than 100,000 cards."""
    found = answer(baccarat, "--decks", "1924")
    assert found["exact"] is True
    assert found["inputs"]["simulation"] is found["data"]["simulation"] is None
    assert Fraction(found["data"]["bounds"]["exchangeability"]["low"]["fraction"]) > 19_000
    note = "A shoe of 100,048 cards is too large to be simulated"
    assert note in " ".join(shown(baccarat, "--decks", "1924").split())
    assert note[:20] not in shown(baccarat, "--decks", "1923", "--simulate", "0")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--cut", "416"], 3, ["416 cards behind the cut card"]),
        (["--burn", "416"], 3, ["cannot be burned"]),
        (["--burn", "401"], 3, ["no coup can be dealt", "burn fewer"]),
        (["--burn", "frist-card"], 2, ["frist-card", "--burn", 'did you mean "first-card"?']),
        (["--burn", "-1"], 2, ['"-1"', "--burn"]),
        (["--burn", "decks", "--remove", "K"], 3, ["no full decks", "--burn decks"]),
        (["--shoe", "6,1,1,0,0,0,0,0,0,0"], 3, ["16 cards behind the cut card leave none of 8"]),
        (["--seed", "-1"], 2, ["--seed", "-1"]),
        (["--decks", "infinite", "--burn", "decks"], 2, ["infinitely many decks", "--burn decks"]),
        (["--seed", "9" * 40], 2, ["cannot be a seed", "--seed"]),
        (["--seed", "9" * 40, "--simulate", "0"], 2, ["cannot be a seed"]),
        (["--simulate", "1"], 2, ["1 shoes cannot be simulated", "--simulate"]),
        (["--simulate", "10000001"], 2, ["10000001 shoes cannot be simulated"]),
        (["--decks", "2000", "--simulate", "2"], 3, ["too large to be simulated", "--simulate 0"]),
        (["--simulate", "many"], 2, ["--simulate", "many"]),
        (["--after-cut", "101"], 2, ["--after-cut"]),
        (["--rules", "documents/004-g3"], 3, ["do not say"]),
    ],
    ids=lambda part: " ".join(map(str, part))[:40] if isinstance(part, list) else None,
)
def test_what_cannot_be_is_refused(
    arguments: list[str], code: int, words: list[str], baccarat: Baccarat
) -> None:
    found, out, err = baccarat("shoe", *arguments)
    assert (found, out) == (code, "")
    assert len(err.splitlines()) <= 3
    assert all(word in err for word in words), err

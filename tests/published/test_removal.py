"""Published effects of removal on Player's chances with eight decks, and in how many sequences a rank stands.

What is published as incidences are pairs of a six-card sequence that Player wins and a position in it that
holds the rank.
"""

import re
from fractions import Fraction
from functools import cache

import pytest

from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.removal import Removal, study_removal
from tests.published.figures import Figure, figures, half_up

EFFECTS = [figure for figure in figures() if figure.quantity == "effect_of_removal"]
FOURS = {1: "-0.0000435175", 2: "-0.0000870460", 3: "-0.0001305855"}
INCIDENCES = {
    "4": 1_036_330_148_130_816,
    "10": 1_035_362_791_243_776,
    "J": 1_035_362_791_243_776,
    "Q": 1_035_362_791_243_776,
    "K": 1_035_362_791_243_776,
    "A": 1_034_132_990_550_016,
    "3": 1_032_891_882_528_768,
}


@cache
def removals(kind: str, number: int = 1) -> dict[str, Removal]:
    study = study_removal(
        Shoe.from_decks(8), load_rulebook(), load_wagers("main/player"), kind=kind, number=number
    )
    return {removal.name: removal for removal in study.removals}


@pytest.mark.parametrize("figure", EFFECTS, ids=[figure.name for figure in EFFECTS])
def test_the_published_effect(figure: Figure) -> None:
    value = re.search(r"of value (\d)", figure.bet)[1]
    assert figure.agrees_with(removals("value")[value].outcomes["player"])


@pytest.mark.parametrize("number", FOURS)
def test_one_two_and_three_fours_removed(number: int) -> None:
    effect = removals("value", number)["4"].outcomes["player"]
    assert half_up(effect, 10) == Fraction(FOURS[number])


@pytest.mark.parametrize("rank", INCIDENCES)
def test_in_how_many_sequences_that_player_wins_a_rank_stands(rank: str) -> None:
    assert removals("rank")[rank].incidences["player"] == INCIDENCES[rank]


def test_incidences_of_all_ranks_add_up_to_six_a_sequence() -> None:
    added = sum(removal.incidences["player"] for removal in removals("rank").values())
    assert added == 6 * 2_230_518_282_592_256


def test_every_published_effect_is_tested() -> None:
    assert len(EFFECTS) == 3

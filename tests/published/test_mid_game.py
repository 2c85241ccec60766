"""Published chances in the middle of a coup, eight decks: after two cards and after three."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.exact import exact
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.odds.counting import Counting
from tests.knowing import knowing
from tests.published.figures import half_up

PUBLISHED = tomllib.loads(Path(__file__).with_name("mid_game.toml").read_text(encoding="utf-8"))
OUTCOMES = [FACTS["player.wins"], FACTS["banker.wins"]]


def table(name: str) -> list[list[str]]:
    return [row.split() for row in PUBLISHED[name].strip().splitlines()]


def chances(**words: str) -> list[Fraction]:
    """Player wins, Banker wins, tie."""
    counting = Counting(Shoe.from_decks(8), load_rulebook(), knowing(**words))
    ways = counting.fact_ways(OUTCOMES)
    total = sum(ways.values())
    return [
        Fraction(ways.get(answers, 0), total) for answers in ((True, False), (False, True), (False, False))
    ]


def is_printed(value: Fraction, printed: str) -> bool:
    """Whether a value is the one printed: six decimals, of which the source drops some last zeros."""
    return half_up(value, 6) == exact(printed)


@pytest.mark.parametrize("total", range(10))
def test_chances_by_players_two_card_total(total: int) -> None:
    printed = table("after_two_cards")[total]
    assert all(map(is_printed, chances(player_total=str(total)), printed))


@pytest.mark.parametrize("card", range(8))
def test_chance_of_player_by_bankers_first_card(card: int) -> None:
    printed = table("after_three_cards")[card]
    found = [chances(player_total=str(total), banker=f"{card}..{card}")[0] for total in range(10)]
    assert [is_printed(value, text) for value, text in zip(found, printed, strict=True)] == [True] * 10

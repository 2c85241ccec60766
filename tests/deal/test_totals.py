"""Totals by masks are those of the integer forms, for rulebooks and shoes of every kind."""

import pytest
from hypothesis import given, settings

from analyzer.deal.forms import fact_ways, outcome_forms
from analyzer.deal.totals import total_ways
from analyzer.errors import RulebookError
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from tests.strategies import games


def by_forms(shoe: Shoe, rulebook: Rulebook) -> dict[tuple[int, int], int]:
    ways, _ = fact_ways(shoe, rulebook, [FACTS["player.total"], FACTS["banker.total"]])
    return {(int(player), int(banker)): behind for (player, banker), behind in ways.items()}


@settings(max_examples=5)
@given(games())
def test_forms_give_the_same(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    found = total_ways(shoe, rulebook)
    joint = {
        (player, banker): int(found.joint[player, banker])
        for player in range(10)
        for banker in range(10)
        if found.joint[player, banker]
    }
    forms = outcome_forms(rulebook).ways(shoe)
    # With replacement the proportions may be in lower terms, so that all ways have a factor in common.
    factor, rest = divmod(sum(forms), sum(found.outcomes))
    assert rest == 0
    assert tuple(factor * ways for ways in found.outcomes) == forms
    assert {totals: factor * ways for totals, ways in joint.items()} == by_forms(shoe, rulebook)


@pytest.mark.parametrize("decks", [27, 28, 1_000])
def test_shoes_around_the_limit_of_int64(decks: int) -> None:
    standard = load_rulebook()
    assert total_ways(Shoe.from_decks(decks), standard).outcomes == outcome_forms(standard).ways(
        Shoe.from_decks(decks)
    )


def test_an_open_rulebook_is_refused() -> None:
    with pytest.raises(RulebookError):
        total_ways(Shoe.from_decks(8), load_rulebook("documents/002-r3"))

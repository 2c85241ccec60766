"""The games, dealt from the shoes that they are offered with."""

import pytest

from analyzer.game.shoe import Shoe
from analyzer.library.games import game_slugs, load_game
from analyzer.study.games import study_games, usual_shoe


@pytest.mark.parametrize("slug", game_slugs())
def test_every_wager_of_a_game_is_answered(slug: str) -> None:
    game = load_game(slug)
    (result,) = study_games([game], [usual_shoe(game)])
    assert list(result.analyses[0].laws) == list(game.wagers)
    assert not result.analyses[0].unanswerable


def test_a_game_is_dealt_from_all_its_shoes() -> None:
    (result,) = study_games([load_game("super-6")])
    assert [analysis.shoe.decks for analysis in result.analyses] == [8, 6]
    (other,) = study_games([load_game("super-6")], [Shoe.infinite()])
    assert len(other.analyses) == 1

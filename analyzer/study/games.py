"""The games of the library, dealt from the shoes that they are offered with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.game.shoe import Shoe
from analyzer.library.games import Game
from analyzer.study.analysis import METHODS, Analysis, analyze


@dataclass(frozen=True)
class GameResult:
    """A game with its analysis for each shoe."""

    game: Game
    analyses: tuple[Analysis, ...]


def usual_shoe(game: Game) -> Shoe:
    """The shoe that a game is usually dealt from."""
    return Shoe.from_decks(game.decks[0])


def study_games(
    games: Iterable[Game], shoes: Sequence[Shoe] = (), method: str = METHODS[0]
) -> list[GameResult]:
    """Outcomes and laws of the wagers of some games.

    Parameters
    ----------
    games : iterable of Game
    shoes : sequence of Shoe, optional
        The shoes; if there are none, each game's own numbers of decks.
    method : {"enumeration", "graph"}

    Examples
    --------
    >>> from analyzer.library.games import load_game
    >>> (result,) = study_games([load_game("super-6")])
    >>> [analysis.law("main/banker-half-on-6").house_edge for analysis in result.analyses]
    [Fraction(284694798368, 19524993263685), Fraction(716053792, 49219825655)]
    """
    results = []
    for game in games:
        rulebook, wagers = game.rulebook(), game.load_wagers()
        dealt = tuple(shoes) or tuple(Shoe.from_decks(decks) for decks in game.decks)
        analyses = tuple(analyze(shoe, rulebook, wagers, method) for shoe in dealt)
        results.append(GameResult(game, analyses))
    return results

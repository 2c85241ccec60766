"""The best play of one side: exact, and no pure policy is better by ordinary analysis."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from analyzer.errors import RulebookError, UsageError, WagerError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.play.best_reply import Worth, best_reply
from analyzer.play.decision_table import decision_table
from analyzer.play.policy import Policy, names, situations
from analyzer.study.analysis import analyze
from analyzer.study.choices.best_play import MOST_COMPARED, BestPlay, best_plays
from tests.play.test_policy import as_rulebook

MAIN = "main/player,main/banker,main/tie"
EIGHT = Shoe.from_decks(8)


def best(slug: str | Rulebook, wagers: str = MAIN, shoe: Shoe = EIGHT) -> dict[str, BestPlay]:
    rulebook = load_rulebook(slug) if isinstance(slug, str) else slug
    return {play.wager.slug: play for play in best_plays(rulebook, shoe, load_wagers(wagers)).plays}


@pytest.mark.parametrize(
    ("slug", "wager", "play", "edge"),
    [
        ("baccarat-gold", "main/player", "player 5: D", Fraction(223960199503, 19524993263685)),
        ("baccarat-gold", "main/banker", "player 5: S", Fraction(896210516597, 97624966318425)),
        ("baccarat-gold", "main/tie-9", "player 5: D", Fraction(191658872857, 3904998652737)),
        # Drawing on 6 or 7 never helps Player; as literally printed the table even favours him.
        ("documents/003-r1-o1", "main/player", "player 6,7: S", Fraction(-23336649856, 1501922558745)),
        ("documents/003-r1-o1", "main/banker", "player 6,7: D", Fraction(-653954228848, 97624966318425)),
        ("documents/003-r2-o1", "main/player", "player 6,7: S", Fraction(241149546272, 19524993263685)),
        (
            "documents/003-r2-o1",
            "main/banker",
            "player 6,7: D",
            Fraction(-11265495955967, 390499865273700),
        ),
        ("documents/003-r2-e1-o1", "main/tie", "player 6,7: D", Fraction(-795617850728, 2169443695965)),
    ],
)
def test_the_best_play_and_its_exact_edge(slug: str, wager: str, play: str, edge: Fraction) -> None:
    found = best(slug, wager)[wager].best
    assert (str(found.policy), found.law.house_edge) == (play, edge)


@pytest.mark.parametrize("slug", ["baccarat-gold", "documents/003-r1-o1", "documents/003-r2-e1-o1"])
def test_no_pure_policy_is_better_by_ordinary_analysis(slug: str) -> None:
    rulebook, wagers = load_rulebook(slug), load_wagers(f"{MAIN},side/dragon-bonus-player")
    found = best_plays(rulebook, EIGHT, wagers)
    edges: dict[str, dict[str, Fraction]] = {wager.slug: {} for wager in wagers}
    listed = situations(rulebook)
    for actions in product((Fraction(1), Fraction(0)), repeat=len(listed)):
        policy = Policy.of(rulebook, dict(zip(listed, actions, strict=True)))
        for wager, law in analyze(EIGHT, as_rulebook(policy), wagers).laws.items():
            edges[wager][str(policy)] = law.house_edge
    for play in found.plays:
        of_wager = edges[play.wager.slug]
        assert play.best.law.house_edge == min(of_wager.values()) == of_wager[str(play.best.policy)]
        assert {str(one.policy): one.law.house_edge for one in play.compared} == of_wager


def test_it_is_the_best_reply_by_the_table_of_decisions() -> None:
    rulebook = load_rulebook("documents/003-r1-o1")
    policy = Policy.of(rulebook, dict.fromkeys(situations(rulebook), Fraction(0)))
    reply = best_reply(decision_table(rulebook, EIGHT), "player", policy, Worth.of_side("player"))
    play = best("documents/003-r1-o1")["main/player"]
    assert -play.best.law.house_edge == reply.value
    assert play.choices == reply.choices


def test_banker_alone_may_choose_too_seeing_his_cards() -> None:
    """More policies than anybody would list: the best one, and the two plainest beside it."""
    rulebook = replace(
        load_rulebook("standard"), tableau=("C" * 11,) * 8, banker_sees="cards", slug="free banker"
    )
    shoe = Shoe.from_decks(6)
    found = best_plays(rulebook, shoe, load_wagers("main/banker"))
    (play,) = found.plays
    policy = Policy.of(rulebook, dict.fromkeys(situations(rulebook), Fraction(0)))
    reply = best_reply(
        decision_table(rulebook, shoe), "banker", policy, Worth.of_side("banker", Fraction(1, 20))
    )
    assert found.side == "banker"
    assert -play.best.law.house_edge == reply.value
    assert 2 ** len(play.choices) > MOST_COMPARED
    assert [set(one.policy.chances.values()) for one in play.compared] == [{1}, {0}]


def test_a_choice_that_makes_no_difference_is_a_tie() -> None:
    play = best("baccarat-gold", "pairs/player-pair")["pairs/player-pair"]
    assert [(names([choice.situation]), choice.best) for choice in play.choices] == [
        (["Player 5"], ("D", "S"))
    ]
    assert {one.law.house_edge for one in play.compared} == {Fraction(43, 415)}


def test_without_choices_there_is_nothing_to_decide_and_the_edges_are_given() -> None:
    found = best_plays(load_rulebook("standard"), EIGHT, load_wagers("main/banker"))
    (play,) = found.plays
    assert (found.side, play.choices) == (None, ())
    assert play.best.law.house_edge == Fraction(114753351728, 10847218479825)


def test_two_choosers_play_a_game() -> None:
    with pytest.raises(UsageError, match="both sides choose"):
        best_plays(load_rulebook("chemin-de-fer/totals"), EIGHT, [])


def test_undefined_cells_are_refused() -> None:
    with pytest.raises(RulebookError, match="do not say"):
        best_plays(load_rulebook("documents/003-r1-z2"), EIGHT, [])


def test_a_jackpot_without_a_size_is_refused() -> None:
    with pytest.raises(WagerError, match="jackpot"):
        best("baccarat-gold", "side/dragon-dragon")

"""The three roads to a count lead to the same number, on any shoe and under any rules."""

from hypothesis import given, settings

from analyzer.deal import enumerate as enumeration
from analyzer.deal import forms
from analyzer.deal.graph import DecisionGraph
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from tests.strategies import games

JOINT = [
    FACTS[name] for name in ("player.total", "banker.total", "player.cards", "banker.cards", "player.wins")
]


# Unfolding a rulebook takes a quarter of a second.
@settings(max_examples=max(10, settings.default.max_examples // 5))
@given(games())
def test_graph_enumeration_and_forms_agree(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    by_graph = DecisionGraph(rulebook).weigh(shoe).fact_ways(JOINT)
    by_enumeration = enumeration.fact_ways(shoe, rulebook, JOINT)
    by_forms = forms.fact_ways(shoe, rulebook, JOINT)
    assert by_graph == (by_enumeration.ways, by_enumeration.total_ways) == by_forms
    assert by_enumeration.total_ways == shoe.total_ways


@settings(max_examples=max(10, settings.default.max_examples // 5))
@given(games())
def test_the_detail_in_which_cards_are_told_apart_changes_no_count(game: tuple[Shoe, Rulebook]) -> None:
    """Asked together with ranks or suits, totals are counted on finer classes of cards."""
    shoe, rulebook = game
    coarse = enumeration.fact_ways(shoe, rulebook, JOINT)
    fixed = rulebook.player_first_card is not None
    finer = {"value": [], "rank": ["player.third.rank", "banker.pair"], "card": ["banker.perfect_pair"]}[
        shoe.detail
    ]
    finer += ["player.third.suit"] * (shoe.detail == "card" and not fixed)
    fine = enumeration.fact_ways(shoe, rulebook, [*JOINT, *(FACTS[name] for name in finer)])
    ways: dict[tuple[int | bool, ...], int] = {}
    for answers, behind in fine.ways.items():
        ways[answers[: len(JOINT)]] = ways.get(answers[: len(JOINT)], 0) + behind
    assert {answers: behind * coarse.total_ways for answers, behind in ways.items()} == {
        answers: behind * fine.total_ways for answers, behind in coarse.ways.items()
    }

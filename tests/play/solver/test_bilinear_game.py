"""The numbers of the game, against the table of ways they come from."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.game.shoe import Shoe
from analyzer.play.decision_table import DecisionTable, decision_table
from analyzer.play.games.chemin_de_fer import rulebook_of
from analyzer.play.solver.bilinear_game import bilinear_game

TABLE = decision_table(rulebook_of("B3"), Shoe.from_counts([5, 1, 2, 1, 0, 4, 3, 2, 1, 1]))
GAME = bilinear_game(TABLE)
CHANCES = st.fractions(0, 1, max_denominator=5)


def expected(table: DecisionTable, player: list[Fraction], banker: list[Fraction]) -> list[Fraction]:
    """Ways in which Player wins and in which Banker wins, from the table itself."""
    won = [Fraction(number) for number in table.decided[:2]]
    for (row, action, column, banker_action), ways in table.ways.items():
        chance = Fraction(1)
        for value, situation, chosen in (
            (player[row], table.player[row], action),
            (banker[column], table.banker[column], banker_action),
        ):
            if len(situation.actions) > 1:
                chance *= value if chosen == "D" else 1 - value
        won = [one + chance * more for one, more in zip(won, ways[:2], strict=True)]
    return won


@given(seed=st.randoms(use_true_random=False))
@settings(max_examples=3)
def test_the_game_is_worth_what_the_table_says(seed: object) -> None:
    chance = [Fraction(seed.randrange(6), 5) for _ in range(len(GAME.player) + len(GAME.banker))]
    player, banker = chance[: len(GAME.player)], chance[len(GAME.player) :]
    by_row, by_column = [Fraction(0)] * len(TABLE.player), [Fraction(0)] * len(TABLE.banker)
    for places, value in zip(GAME.player, player, strict=True):
        for place in places:
            by_row[place] = value
    for places, value in zip(GAME.banker, banker, strict=True):
        for place in places:
            by_column[place] = value
    won = expected(TABLE, by_row, by_column)
    assert [GAME.gains(1, 0).at(player, banker), GAME.gains(0, 1).at(player, banker)] == won


def test_only_the_mean_counts_where_situations_are_one() -> None:
    table = decision_table(rulebook_of("A3"), Shoe.infinite())
    game = bilinear_game(table)
    (places,), (weights,) = game.player, game.player_weights
    assert [table.player[place].cards for place in places] == [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)]
    banker = [Fraction(1, 3)] * len(table.banker)
    one, other = [Fraction(0)] * len(table.player), [Fraction(0)] * len(table.player)
    one[places[0]] = Fraction(1, weights[0])
    other[places[1]] = Fraction(1, weights[1])
    assert expected(table, one, banker) == expected(table, other, banker)


@pytest.mark.parametrize("side", ["player", "banker"])
def test_without_choices_of_a_side_it_has_no_variables(side: str) -> None:
    rules = rulebook_of("B1")
    fixed = {"player": {"player": "DDDDDDSS"}, "banker": {"tableau": ("D" * 11,) * 4 + ("S" * 11,) * 4}}
    game = bilinear_game(decision_table(replace(rules, **fixed[side]), Shoe.from_decks(1)))
    assert getattr(game, side) == ()

"""The walk along the commissions, against the equilibria of single commissions."""

from fractions import Fraction
from itertools import islice

from analyzer.game.shoe import Shoe
from analyzer.play.decision_table import decision_table
from analyzer.play.formulas.commission_bounds import place_between
from analyzer.play.formulas.commission_walk import walk_commissions
from analyzer.play.games.chemin_de_fer import rulebook_of, solve_chemin_de_fer
from analyzer.play.solver.bilinear_game import bilinear_game

SHOE = Shoe.from_decks(6)


def test_with_several_probabilities_of_player_every_stretch_has_its_equilibrium() -> None:
    table = decision_table(rulebook_of("B3"), SHOE)
    first, second = islice(walk_commissions(bilinear_game(table), table), 2)
    assert (first.low.low, first.high) == (0, second.low)
    for stretch in (first, second):
        commission = place_between(stretch.low.high, stretch.high.low) + Fraction(1, 10_000)
        (found,) = solve_chemin_de_fer("B3", SHOE, commission).equilibria
        choices = [cell.value for cell in found.player.probabilities if len(cell.situation.actions) > 1]
        assert [function(commission) for function in stretch.player] == choices
        assert stretch.player_net == found.player_net[0]
        assert stretch.banker_net(commission) == found.banker_net[0]


def test_the_walk_agrees_with_the_order_of_all_places_where_player_has_one_probability() -> None:
    from analyzer.play.formulas.commission_formulas import solve_for_every_commission

    table = decision_table(rulebook_of("A1"), Shoe.infinite())
    walked = tuple(walk_commissions(bilinear_game(table), table))
    assert walked == solve_for_every_commission("A1", Shoe.infinite()).stretches

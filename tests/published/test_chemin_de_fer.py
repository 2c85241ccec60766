"""Published solutions of baccara chemin de fer."""

import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from analyzer.game.shoe import Shoe
from analyzer.play.decision_table import decision_table
from analyzer.play.formulas.commission_formulas import solve_for_every_commission
from analyzer.play.games.chemin_de_fer import rulebook_of, solve_chemin_de_fer
from analyzer.play.solver.solution import in_whole_numbers

PUBLISHED = tomllib.loads(Path(__file__).with_name("chemin_de_fer.toml").read_text(encoding="utf-8"))


def test_the_solution_with_replacement() -> None:
    printed = PUBLISHED["infinite"]
    solved = solve_chemin_de_fer("A1", Shoe.infinite())
    (found,) = solved.equilibria
    (draws,) = [cell.value for cell in found.player.probabilities if cell.is_mixed]
    (mixed,) = [cell for cell in found.banker.probabilities if cell.is_mixed]
    assert (solved.value, draws) == (Fraction(printed["value"]), Fraction(printed["player_draws"]))
    assert (mixed.situation.total, mixed.situation.third) == (6, None)
    assert mixed.value == Fraction(printed["banker_draws_on_6"])
    whole = in_whole_numbers(found.kernel.player_net, solved.table.total_ways)
    assert whole == (Fraction(printed["kernel_factor"]), printed["kernel"])


@pytest.mark.parametrize("model", ["A1", "B2", "B3"])
def test_the_numbers_of_choices(model: str) -> None:
    table = decision_table(rulebook_of(model), Shoe.infinite() if model == "A1" else Shoe.from_decks(6))
    choices = {"player": len(table.player_choices), "banker": len(table.banker_choices)}
    assert choices == PUBLISHED["strategies"][model]


def test_up_to_a_tenth_the_equilibrium_is_unique_but_for_single_commissions() -> None:
    stretches = [
        stretch
        for stretch in solve_for_every_commission("B2", Shoe.from_decks(6)).stretches
        if stretch.low.low < Fraction(1, 10)
    ]
    assert all(one.high == other.low for one, other in pairwise(stretches))

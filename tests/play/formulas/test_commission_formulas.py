"""Formulas in the commission, against the equilibria of single commissions."""

from fractions import Fraction
from itertools import pairwise

import pytest

from analyzer.errors import UsageError
from analyzer.game.shoe import Shoe
from analyzer.play.formulas.commission_formulas import Stretch, solve_for_every_commission
from analyzer.play.games.chemin_de_fer import solve_chemin_de_fer


def inside(stretch: Stretch) -> Fraction:
    """A commission with a small denominator inside a stretch."""
    parts = 1
    while not stretch.low.high < Fraction(int(stretch.low.high * parts) + 1, parts) < stretch.high.low:
        parts += 1
    return Fraction(int(stretch.low.high * parts) + 1, parts)


@pytest.mark.parametrize(
    ("model", "shoe", "most"),
    [("A1", Shoe.infinite(), 4), ("B1", Shoe.from_decks(6), 4), ("B2", Shoe.from_decks(2), 1)],
)
def test_the_formulas_give_the_only_equilibrium_of_each_commission(model: str, shoe: Shoe, most: int) -> None:
    for stretch in solve_for_every_commission(model, shoe).stretches[:most]:
        commission = inside(stretch)
        (found,) = solve_chemin_de_fer(model, shoe, commission).equilibria
        (player,) = [cell.value for cell in found.player.probabilities if len(cell.situation.actions) > 1]
        assert stretch.player[0](commission) == player
        assert (stretch.player_net, stretch.banker_net(commission)) == (
            found.player_net[0],
            found.banker_net[0],
        )
        mixed = {cell.situation: cell.value for cell in found.banker.probabilities if cell.is_mixed}
        assert mixed == dict.fromkeys(stretch.mixes_on, stretch.mixes)
        assert set(stretch.draws) == {
            cell.situation for cell in found.banker.probabilities if cell.value == 1
        }


@pytest.mark.parametrize(
    ("counts", "model"),
    [([1, 1, 3, 4, 1, 3, 4, 3, 2, 4], "B1"), ([3, 1, 1, 3, 1, 3, 2, 0, 4, 1], "B2")],
)
def test_where_stretches_overlap_every_equilibrium_has_its_formula(counts: list[int], model: str) -> None:
    shoe = Shoe.from_counts(counts)
    stretches = solve_for_every_commission(model, shoe).stretches
    (low, high) = next(
        (other.low.high, one.high.low) for one, other in pairwise(stretches) if one.high.low > other.low.high
    )
    commission = (low + high) / 2
    here = [one for one in stretches if one.low.high < commission < one.high.low]
    found = solve_chemin_de_fer(model, shoe, commission).equilibria
    assert len(here) > 1
    assert sorted((one.player_net, one.banker_net(commission)) for one in here) == sorted(
        (one.player_net[0], one.banker_net[0]) for one in found
    )


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([4, 0, 1, 0, 0, 0, 1, 1, 0, 1], "two equally good actions"),
        ([1, 4, 4, 1, 1, 1, 1, 0, 0, 0], "at every commission"),
    ],
)
def test_where_many_strategies_do_as_well_at_every_commission_no_formulas_are_claimed(
    counts: list[int], reason: str
) -> None:
    with pytest.raises(UsageError, match=reason):
        solve_for_every_commission("B1", Shoe.from_counts(counts))


def test_the_stretches_follow_one_another_from_0_to_1() -> None:
    stretches = solve_for_every_commission("B1", Shoe.from_decks(8)).stretches
    assert (stretches[0].low.low, stretches[-1].high.high) == (0, 1)
    assert [one.high for one in stretches[:-1]] == [one.low for one in stretches[1:]]


def test_an_irrational_bound_lies_where_its_polynomial_changes_sign() -> None:
    bound = solve_for_every_commission("A1", Shoe.infinite()).stretches[0].high
    assert bound.polynomial == (151, -1159, 610)
    low, high = (
        sum(coefficient * place**power for power, coefficient in enumerate(bound.polynomial))
        for place in (bound.low, bound.high)
    )
    assert low * high < 0


def test_at_a_commission_of_0_the_formula_is_the_published_solution() -> None:
    first = solve_for_every_commission("A1", Shoe.infinite()).stretches[0]
    assert (first.player[0](0), first.mixes) == (Fraction(9, 11), Fraction(859, 2288))

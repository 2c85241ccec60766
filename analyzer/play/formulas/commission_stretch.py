"""One equilibrium as a function of the commission, on a stretch on which it stays in the same situations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from analyzer.deal.polynomials import Polynomial, RationalFunction
from analyzer.play.decision_table import BankerSituation, DecisionTable
from analyzer.play.formulas.commission_bounds import Bound, Line
from analyzer.play.solver.bilinear_game import BilinearGame


class Stretch(NamedTuple):
    """One equilibrium on a stretch of commissions.

    Attributes
    ----------
    low, high : Bound
    player : tuple of RationalFunction
        Probabilities with which Player draws where he may choose.
    mixes_on : tuple of BankerSituation
        Where Banker mixes, all alike; none where both sides' strategies are pure.
    mixes : Fraction or None
        With what probability he draws there.
    draws : tuple of BankerSituation
        Where Banker always draws.
    player_net : Fraction
        What Player expects to win; it does not depend on the commission.
    banker_net : RationalFunction
    """

    low: Bound
    high: Bound
    player: tuple[RationalFunction, ...]
    mixes_on: tuple[BankerSituation, ...]
    mixes: Fraction | None
    draws: tuple[BankerSituation, ...]
    player_net: Fraction
    banker_net: RationalFunction


class Mixing(NamedTuple):
    """Where the sides mix: one variable of each.

    Attributes
    ----------
    player, banker : int
        Their variables.
    above, below : Line
        Player's probability is the one line over the other.
    draws : Fraction
        Banker's probability.
    """

    player: int
    banker: int
    above: Line
    below: Line
    draws: Fraction


def stretch_of(
    game: BilinearGame,
    table: DecisionTable,
    bounds: tuple[Bound, Bound],
    player: Sequence[bool],
    banker: Sequence[bool],
    mixing: Mixing | None,
) -> Stretch:
    """The formulas of an equilibrium.

    Parameters
    ----------
    game : BilinearGame
    table : DecisionTable
        The table of that game.
    bounds : tuple of Bound
    player, banker : sequence of bool
        Whether a side draws, by variable; False where it mixes.
    mixing : Mixing or None
        None if nobody mixes.
    """
    values = [Fraction(int(draws)) for draws in banker]
    tops, bottom = [Polynomial.of(int(draws)) for draws in player], Polynomial.of(1)
    mixes_on: tuple[int, ...] = ()
    if mixing is not None:
        values[mixing.banker], mixes_on = mixing.draws, game.banker[mixing.banker]
        bottom = Polynomial.of(*mixing.below)
        tops = [top * bottom for top in tops]
        tops[mixing.player] = Polynomial.of(*mixing.above)
    # Where Player mixes, he wins the same with every probability, as well with 0.
    player_net = Fraction(game.gains(1, -1).by_player(values).at(player)) / game.total_ways
    losses, wins = game.gains(-1, 0).by_player(values), game.gains(0, 1).by_player(values)
    banker_net = Polynomial.of(losses.constant + wins.constant, -wins.constant) * bottom
    for top, loss, win in zip(tops, losses.coefficients, wins.coefficients, strict=True):
        banker_net += Polynomial.of(loss + win, -win) * top
    drawn = sorted(
        place for places, draws in zip(game.banker, banker, strict=True) if draws for place in places
    )
    return Stretch(
        *bounds,
        tuple(RationalFunction.reduced(top, bottom) for top in tops),
        tuple(table.banker[place] for place in mixes_on),
        None if mixing is None else mixing.draws,
        tuple(table.banker[place] for place in drawn),
        player_net,
        RationalFunction.reduced(banker_net, bottom.times(game.total_ways)),
    )

"""Chemin de fer for every commission at once: equilibria as functions of the rate.

Where Player has one probability p to choose (models 1 and 2, and 3 with replacement), everything is seen in
one picture.
In his j-th situation Banker is indifferent at

    p_j(a) = -((1-a) c_j - c'_j) / ((1-a) G_j - G'_j),

a quotient of linear functions of the commission a, where c and G come from Banker's wins, c' and G' from
Player's.
What Player gains by drawing does not depend on a.
So on a stretch of commissions on which the places p_j keep their order, and none comes into or leaves the
interval from 0 to 1, the equilibria stay in the same situations, and p runs along one of the p_j.
All commissions at which the order can change are zeros of polynomials of degree 2 at most; between two
neighbours of them one commission tells for all.
Where Player has several probabilities to choose, `commission_walk` goes from stretch to stretch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from analyzer.game.shoe import Shoe
from analyzer.play.decision_table import DecisionTable, PlayerSituation, decision_table
from analyzer.play.formulas.commission_bounds import (
    Bound,
    Line,
    linear,
    place_between,
    primitive,
    product_of,
    rational,
    zeros,
)
from analyzer.play.formulas.commission_stretch import Mixing, Stretch, stretch_of
from analyzer.play.formulas.commission_walk import refusal, walk_commissions
from analyzer.play.games.chemin_de_fer import check_shoe, rulebook_of
from analyzer.play.solver.bilinear_game import BilinearGame, Form, bilinear_game
from analyzer.play.solver.solution import one_of


@dataclass(frozen=True)
class EveryCommission:
    """The game for all commissions from 0 to below 1.

    Attributes
    ----------
    model : str
    shoe : Shoe
    choices : tuple of PlayerSituation
        Where Player may choose; one without cards if all hands of its total are the same.
    stretches : tuple of Stretch
        In ascending order; where several overlap there are several equilibria.
    is_complete : bool
        Whether there is proven to be no other equilibrium inside the stretches.
    """

    model: str
    shoe: Shoe
    choices: tuple[PlayerSituation, ...]
    stretches: tuple[Stretch, ...]
    is_complete: bool


_NOTHING: Line = (0, 0)
"""The line that is zero at every commission."""


class _Pattern(NamedTuple):
    """An equilibrium without its numbers: p is 0, 1 or the place of a situation of Banker; and who draws."""

    player: int | None
    mixes_on: int | None
    draws: tuple[bool, ...]


def solve_for_every_commission(model: str, shoe: Shoe) -> EveryCommission:
    """All equilibria as functions of the commission, except at the bounds of stretches, where more may meet.

    Raises
    ------
    ShoeError
        The shoe is not dealt as the model says.
    UsageError
        Equilibria do not follow single formulas, as some shoes of few cards have it.

    Examples
    --------
    >>> solved = solve_for_every_commission("A1", Shoe.infinite())
    >>> [(stretch.player[0](0), stretch.mixes) for stretch in solved.stretches[:2]]
    [(Fraction(9, 11), Fraction(859, 2288)), (Fraction(9, 11), Fraction(811, 2288))]
    """
    check_shoe(model, shoe)
    table = decision_table(rulebook_of(model), shoe)
    game = bilinear_game(table)
    choices = tuple(one_of(table.player, places) for places in game.player)
    is_complete = len(choices) == 1
    stretches = _stretches(_Search(game), table) if is_complete else walk_commissions(game, table)
    return EveryCommission(model, shoe, choices, tuple(stretches), is_complete)


class _Search:
    """Where Banker changes sides, as functions of the commission.

    Banker's situations in which one action is better for every p and every commission are settled once.
    """

    def __init__(self, game: BilinearGame) -> None:
        self.game = game
        losses, wins = game.gains(-1, 0).banker, game.gains(0, 1).banker
        both = list(zip(losses, wins, strict=True))
        # What drawing gains Banker at p = 0 and per p, each with its coefficients of the powers 0 and 1 of a.
        at_zero = [linear(loss.constant, win.constant) for loss, win in both]
        slope = [linear(loss.coefficients[0], win.coefficients[0]) for loss, win in both]
        signs = [_signs(*lines) for lines in zip(at_zero, slope, strict=True)]
        self.contested = [place for place, (least, greatest) in enumerate(signs) if least <= 0 <= greatest]
        self.always = [least > 0 for least, _ in signs]
        self.at_zero = [at_zero[place] for place in self.contested]
        self.slope = [slope[place] for place in self.contested]
        gain = game.gains(1, -1).player[0]
        effects = tuple(gain.coefficients[place] for place in self.contested)
        self.player_gain = Form(gain.at(self.always), effects)

    def bounds(self) -> list[Bound]:
        """All commissions between 0 and 1 at which the places at which Banker changes sides change order."""
        found: set[Bound] = set()
        for zero, slope in zip(self.at_zero, self.slope, strict=True):
            one = (zero[0] + slope[0], zero[1] + slope[1])
            if _NOTHING in (zero, one):
                raise refusal("Banker has two equally good actions at every commission")
            for line in (zero, one, slope):
                found.update(zeros(primitive(line)))
        for place, other in combinations(range(len(self.contested)), 2):
            first = product_of(self.at_zero[place], self.slope[other])
            second = product_of(self.at_zero[other], self.slope[place])
            difference = primitive([a - b for a, b in zip(first, second, strict=True)])
            if not difference:
                raise refusal("Banker changes sides in two situations at once at every commission")
            found.update(bound for bound in zeros(difference) if self._may_be_inside(place, bound))
        listed = sorted(found, key=lambda bound: bound.low)
        if any(one.high >= other.low for one, other in pairwise(listed)):
            raise refusal("two commissions are too close to be told apart")
        return listed

    def _may_be_inside(self, place: int, bound: Bound) -> bool:
        """Whether Banker may change sides between p = 0 and p = 1 at a bound; outside it does not matter."""
        zeros, slopes = (
            sorted(line[0] + line[1] * commission for commission in (bound.low, bound.high))
            for line in (self.at_zero[place], self.slope[place])
        )
        if slopes[0] <= 0 <= slopes[1]:
            return True
        places = [-zero / slope for zero in zeros for slope in slopes]
        return max(places) >= 0 and min(places) <= 1

    def patterns(self, commission: Fraction) -> list[_Pattern]:
        """The equilibria at a commission at which no two places fall together."""
        constants = [zero[0] + zero[1] * commission for zero in self.at_zero]
        slopes = [line[0] + line[1] * commission for line in self.slope]
        draws = [constant > 0 for constant in constants]
        places = sorted(
            (-constant / slope, place)
            for place, (constant, slope) in enumerate(zip(constants, slopes, strict=True))
            if slope and 0 < -constant / slope < 1
        )
        found = []
        gain = self.player_gain.at(draws)
        if gain < 0:
            found.append(_Pattern(0, None, tuple(draws)))
        for _, place in places:
            before = gain
            draws[place] = not draws[place]
            effect = self.player_gain.coefficients[place]
            gain += effect if draws[place] else -effect
            if not gain:
                raise refusal("Player is indifferent on a whole stretch of probabilities")
            if (before > 0) != (gain > 0):
                others = tuple(draw and other != place for other, draw in enumerate(draws))
                found.append(_Pattern(None, place, others))
        if gain > 0:
            found.append(_Pattern(1, None, tuple(draws)))
        return found


def _signs(zero: Line, slope: Line) -> tuple[int, int]:
    """The least and the greatest that drawing gains Banker, over all p and all commissions."""
    corners = [zero[0] + a * zero[1] + p * (slope[0] + a * slope[1]) for a in (0, 1) for p in (0, 1)]
    return min(corners), max(corners)


def _stretches(search: _Search, table: DecisionTable) -> Iterator[Stretch]:
    start, end = rational(Fraction(0)), rational(Fraction(1))
    going: dict[_Pattern, Bound] = {}
    found: list[tuple[_Pattern, Bound, Bound]] = []
    for low, high in pairwise([start, *search.bounds(), end]):
        now = search.patterns(place_between(low.high, high.low))
        for pattern in [one for one in going if one not in now]:
            found.append((pattern, going.pop(pattern), low))
        for pattern in now:
            going.setdefault(pattern, low)
    found += [(pattern, low, end) for pattern, low in going.items()]
    for pattern, low, high in sorted(found, key=lambda item: (item[1].low, item[2].low)):
        yield _stretch(search, table, pattern, low, high)


def _stretch(search: _Search, table: DecisionTable, pattern: _Pattern, low: Bound, high: Bound) -> Stretch:
    """The formulas of an equilibrium."""
    banker = [*search.always]
    for place, draws in zip(search.contested, pattern.draws, strict=True):
        banker[place] = draws
    mixing = None
    if pattern.mixes_on is not None:
        number = pattern.mixes_on
        zero, slope = search.at_zero[number], search.slope[number]
        mixes = -Fraction(search.player_gain.at(pattern.draws)) / search.player_gain.coefficients[number]
        mixing = Mixing(0, search.contested[number], (-zero[0], -zero[1]), slope, mixes)
    return stretch_of(search.game, table, (low, high), [pattern.player == 1], banker, mixing)

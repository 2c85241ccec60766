"""Equilibria for every commission where Player has several probabilities to choose: from stretch to stretch.

At one commission all equilibria are found.
If there is one, and each side mixes in one situation at most, its formulas hold as far as no other situation
of Banker, with Player's probability following its formula, changes sides; where that happens a polynomial of
degree 2 at most is zero.
Beyond that place the search begins anew.
So every formula is proven to be an equilibrium on all of its stretch; that there is no other is proven at the
commissions from which the search set out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.errors import UsageError
from analyzer.play.decision_table import DecisionTable
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
from analyzer.play.solver.bilinear_game import BilinearGame
from analyzer.play.solver.equilibria import Equilibria, find_equilibria


def walk_commissions(game: BilinearGame, table: DecisionTable) -> Iterator[Stretch]:
    """The equilibrium on stretches from 0 to 1, in ascending order.

    Raises
    ------
    UsageError
        At a commission there are several equilibria, or a side mixes in several situations.
    """
    yield from _Walk(game, table).stretches(rational(Fraction(0)), rational(Fraction(1)))


class _Walk:
    def __init__(self, game: BilinearGame, table: DecisionTable) -> None:
        self.game, self.table = game, table
        losses, wins = game.gains(-1, 0).banker, game.gains(0, 1).banker
        # What drawing gains Banker if Player stands, and per probability of Player, by commission.
        self.gains: list[tuple[Line, list[Line]]] = [
            (
                linear(loss.constant, win.constant),
                [linear(*pair) for pair in zip(loss.coefficients, win.coefficients, strict=True)],
            )
            for loss, win in zip(losses, wins, strict=True)
        ]

    def stretches(self, low: Bound, high: Bound) -> Iterator[Stretch]:
        """The equilibrium between two commissions."""
        commission = place_between(low.high, high.low)
        found = find_equilibria(self.game, commission)
        if len(found) != 1 or not (found[0].player.is_single and found[0].banker.is_single):
            raise refusal(f"at a commission of {commission} there are several equilibria")
        player = [value == 1 for value in found[0].player.point]
        banker = [value == 1 for value in found[0].banker.point]
        mixing = self._mixing(found[0])
        bounds = [low, *self._changes(player, mixing), high]
        start = max((one for one in bounds if one.high < commission), key=lambda one: one.high)
        end = min((one for one in bounds if one.low > commission), key=lambda one: one.low)
        start, end = (low if start.high <= low.high else start), (high if end.low >= high.low else end)
        if start != low:
            yield from self.stretches(low, start)
        yield stretch_of(self.game, self.table, (start, end), player, banker, mixing)
        if end != high:
            yield from self.stretches(end, high)

    def _mixing(self, found: Equilibria) -> Mixing | None:
        player = [place for place, value in enumerate(found.player.point) if 0 < value < 1]
        banker = [place for place, value in enumerate(found.banker.point) if 0 < value < 1]
        if not player and not banker:
            return None
        if len(player) != 1 or len(banker) != 1:
            raise refusal("a side mixes in several situations")
        (row,), (column,) = player, banker
        pure = [int(value) if value in (0, 1) else 0 for value in found.player.point]
        zero, slopes = self._line(column, pure), self.gains[column][1]
        above = (-zero[0], -zero[1])
        return Mixing(row, column, above, slopes[row], found.banker.point[column])

    def _line(self, column: int, player: list[int]) -> Line:
        """What drawing gains Banker in a situation if Player plays a pure strategy."""
        zero, slopes = self.gains[column]
        return (
            zero[0] + sum(line[0] for line, value in zip(slopes, player, strict=True) if value),
            zero[1] + sum(line[1] for line, value in zip(slopes, player, strict=True) if value),
        )

    def _changes(self, player: list[bool], mixing: Mixing | None) -> Iterator[Bound]:
        """Commissions at which a situation of Banker changes sides, or Player's probability is 0 or 1."""
        pure = [int(draws) for draws in player]
        for column, (_, slopes) in enumerate(self.gains):
            zero = self._line(column, pure)
            if mixing is None:
                yield from zeros(primitive(zero))
            elif column != mixing.banker:
                # The gain times what stands below the bar of Player's probability.
                first, second = (
                    product_of(zero, mixing.below),
                    product_of(slopes[mixing.player], mixing.above),
                )
                yield from zeros(primitive([one + other for one, other in zip(first, second, strict=True)]))
        if mixing is not None:
            above, below = mixing.above, mixing.below
            for line in (above, below, (below[0] - above[0], below[1] - above[1])):
                yield from zeros(primitive(line))


def refusal(reason: str) -> UsageError:
    """The error that a game has no formulas, or not these."""
    return UsageError(
        f"there are no formulas here: {reason}",
        where="--commission symbol",
        mend="give the commission as a number",
    )

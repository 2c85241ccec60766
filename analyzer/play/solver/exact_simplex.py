"""Linear programs in fractions: the simplex method with bounded variables.

    minimise cost · x   where   rows · x = right side   and   0 ≤ x ≤ bound

The programs of this project have few rows and some dozen variables, so a full tableau of fractions is quick.
The pivots follow Bland's rule (the first variable that improves enters, the first that blocks leaves), under
which the method cannot run in circles: it ends, and what it ends with is optimal, not nearly so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

Number = int | Fraction


class Optimum(NamedTuple):
    """A solution of a linear program.

    Attributes
    ----------
    value : Fraction
        The least cost.
    variables : tuple of Fraction
    reduced_costs : tuple of Fraction
        By how much the cost rises per unit of each variable, the rows being kept.
    """

    value: Fraction
    variables: tuple[Fraction, ...]
    reduced_costs: tuple[Fraction, ...]


@dataclass
class _Tableau:
    rows: list[list[Fraction]]
    values: list[Fraction]
    basis: list[int]
    bounds: list[Number | None]
    at_bound: set[int]

    def minimise(self, cost: Sequence[Number]) -> list[Fraction]:
        """Pivot until no variable improves the cost; the reduced costs are returned."""
        reduced = [Fraction(one) for one in cost]
        for row, basic in enumerate(self.basis):
            self._clear(reduced, row, basic)
        while (entering := self._improving(reduced)) is not None:
            self._bring_in(entering)
            if entering in self.basis:
                self._clear(reduced, self.basis.index(entering), entering)
        return reduced

    def _clear(self, reduced: list[Fraction], row: int, basic: int) -> None:
        factor = reduced[basic]
        if factor:
            for column, number in enumerate(self.rows[row]):
                if number:
                    reduced[column] -= factor * number

    def _improving(self, reduced: Sequence[Fraction]) -> int | None:
        for column, rate in enumerate(reduced):
            if rate and self.bounds[column] != 0 and (rate > 0) == (column in self.at_bound):
                return column
        return None

    def _bring_in(self, entering: int) -> None:
        direction = -1 if entering in self.at_bound else 1
        step, leaving = self.bounds[entering], None
        for row, basic in enumerate(self.basis):
            rate = direction * self.rows[row][entering]
            bound = self.bounds[basic]
            if rate > 0:
                possible = self.values[row] / rate
            elif rate < 0 and bound is not None:
                possible = (self.values[row] - bound) / rate
            else:
                continue
            first = leaving is not None and possible == step and basic < self.basis[leaving]
            if step is None or possible < step or first:
                step, leaving = possible, row
        if step is None:
            raise ArithmeticError("a linear program without a least cost")
        for row in range(len(self.basis)):
            self.values[row] -= direction * step * self.rows[row][entering]
        if leaving is None:
            self.at_bound ^= {entering}
            return
        self._pivot(
            leaving, entering, start=self.bounds[entering] if direction < 0 else 0, step=direction * step
        )

    def _pivot(self, leaving: int, entering: int, start: Number | None, step: Number) -> None:
        old = self.basis[leaving]
        if self.values[leaving] != 0:
            self.at_bound.add(old)
        self.at_bound.discard(entering)
        pivot = self.rows[leaving][entering]
        self.rows[leaving] = [number / pivot if number else number for number in self.rows[leaving]]
        for row, numbers in enumerate(self.rows):
            factor = numbers[entering]
            if row != leaving and factor:
                self.rows[row] = [
                    one - factor * other if other else one
                    for one, other in zip(numbers, self.rows[leaving], strict=True)
                ]
        self.basis[leaving] = entering
        self.values[leaving] = Fraction(start or 0) + step

    def variables(self) -> list[Fraction]:
        """All variables."""
        found = [
            Fraction(bound or 0) if column in self.at_bound else Fraction(0)
            for column, bound in enumerate(self.bounds)
        ]
        for basic, value in zip(self.basis, self.values, strict=True):
            found[basic] = value
        return found


def minimise(
    cost: Sequence[Number],
    rows: Sequence[Sequence[Number]],
    right_side: Sequence[Number],
    bounds: Sequence[Number | None],
) -> Optimum | None:
    """The least cost, or None where no variables keep to rows and bounds.

    Parameters
    ----------
    cost : sequence of number
    rows : sequence of sequence of number
        Coefficients, a row for each equation.
    right_side : sequence of number
    bounds : sequence of number or None
        The greatest value of each variable; None where there is none.

    Raises
    ------
    ArithmeticError
        The cost has no least value.

    Examples
    --------
    >>> minimise([-1, -1, 0], [[1, 3, 1]], [2], [1, 1, None])
    Optimum(value=Fraction(-4, 3), variables=(Fraction(1, 1), Fraction(1, 3), Fraction(0, 1)), \
reduced_costs=(Fraction(-2, 3), Fraction(0, 1), Fraction(1, 3)))
    """
    count, extra = len(cost), len(rows)
    signs = [-1 if number < 0 else 1 for number in right_side]
    tableau = _Tableau(
        [
            [Fraction(sign * one) for one in row] + [Fraction(int(other == place)) for other in range(extra)]
            for place, (sign, row) in enumerate(zip(signs, rows, strict=True))
        ],
        [Fraction(sign * number) for sign, number in zip(signs, right_side, strict=True)],
        list(range(count, count + extra)),
        [*bounds, *[None] * extra],
        set(),
    )
    tableau.minimise([0] * count + [1] * extra)
    if any(tableau.variables()[count:]):
        return None
    # From here on what stood in for the rows has to stay 0.
    tableau.bounds[count:] = [0] * extra
    reduced = tableau.minimise([*cost, *[0] * extra])
    found = tableau.variables()[:count]
    value = sum((one * other for one, other in zip(cost, found, strict=True)), Fraction(0))
    return Optimum(value, tuple(found), tuple(reduced[:count]))

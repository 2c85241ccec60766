"""All strategies that do equally well: probabilities between bounds that keep to linear conditions.

Most sets hold one strategy.
Where a set holds more, it is given exactly: by its conditions, and by the least and the greatest value of
every probability, found by linear programs in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from analyzer.play.solver.bilinear_game import Form, Number
from analyzer.play.solver.exact_simplex import minimise

AT_MOST, AT_LEAST, EQUAL = ("<=", ">=", "=")
"""How a form compares with 0."""


class Condition(NamedTuple):
    """That a form is at most, at least or equal to 0."""

    form: Form
    relation: str

    def holds(self, probabilities: Sequence[Number]) -> bool:
        """Whether some probabilities keep to it."""
        return _keeps(self.relation, value := self.form.at(probabilities), value)

    def holds_everywhere(self, low: Sequence[Number], high: Sequence[Number]) -> bool:
        """Whether all probabilities between bounds keep to it."""
        return _keeps(self.relation, *self.form.between(low, high))

    def holds_nowhere(self, low: Sequence[Number], high: Sequence[Number]) -> bool:
        """Whether none do."""
        least, greatest = self.form.between(low, high)
        return (self.relation != AT_LEAST and least > 0) or (self.relation != AT_MOST and greatest < 0)


def _keeps(relation: str, least: Number, greatest: Number) -> bool:
    return (relation == AT_LEAST or greatest <= 0) and (relation == AT_MOST or least >= 0)


@dataclass(frozen=True)
class StrategySet:
    """Probabilities of drawing that do equally well.

    Attributes
    ----------
    low, high : tuple of Fraction
        The least and the greatest value of each probability in the set.
    point : tuple of Fraction
        One strategy of the set, from its inside.
    conditions : tuple of Condition
        What holds in the set beyond the bounds, and together with them describes it.
    """

    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...]
    point: tuple[Fraction, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def is_single(self) -> bool:
        """Whether the set holds one strategy."""
        return self.low == self.high

    def holds(self, probabilities: Sequence[Number]) -> bool:
        """Whether a strategy is in the set."""
        bounded = zip(self.low, probabilities, self.high, strict=True)
        return all(low <= value <= high for low, value, high in bounded) and all(
            condition.holds(probabilities) for condition in self.conditions
        )

    def holds_all_of(self, other: StrategySet) -> bool:
        """Whether all strategies between the bounds of another set are in this one."""
        return (
            all(low <= least for low, least in zip(self.low, other.low, strict=True))
            and all(high >= greatest for high, greatest in zip(self.high, other.high, strict=True))
            and (
                (self.conditions, self.low, self.high) == (other.conditions, other.low, other.high)
                or all(condition.holds_everywhere(other.low, other.high) for condition in self.conditions)
            )
        )

    def between(self, form: Form) -> tuple[Fraction, Fraction]:
        """The least and the greatest value of a form in the set."""
        if self.is_single:
            return Fraction(form.at(self.point)), Fraction(form.at(self.point))
        opposite = [-one for one in form.coefficients]
        least = _least(form.coefficients, self.low, self.high, self.conditions)
        greatest = _least(opposite, self.low, self.high, self.conditions)
        assert least is not None
        assert greatest is not None
        return Fraction(form.at(least)), Fraction(form.at(greatest))


def strategy_set(
    low: Sequence[Number], high: Sequence[Number], conditions: Sequence[Condition]
) -> StrategySet | None:
    """The strategies between bounds that keep to conditions; None if there are none.

    Examples
    --------
    >>> half_in_all = Condition(Form(Fraction(-1, 2), (1, 2)), EQUAL)
    >>> found = strategy_set([0, 0], [1, 1], [half_in_all])
    >>> found.low == (0, 0), found.high == (Fraction(1, 2), Fraction(1, 4)), found.is_single
    (True, True, False)
    """
    if any(condition.holds_nowhere(low, high) for condition in conditions):
        return None
    binding = [condition for condition in conditions if not condition.holds_everywhere(low, high)]
    if not binding:
        middle = tuple(Fraction(one + other) / 2 for one, other in zip(low, high, strict=True))
        return StrategySet(tuple(map(Fraction, low)), tuple(map(Fraction, high)), middle)
    corners = list(_corners(low, high, binding))
    if not corners:
        return None
    columns = list(zip(*corners, strict=True))
    least, greatest = tuple(map(min, columns)), tuple(map(max, columns))
    middle = tuple(sum(column, Fraction(0)) / len(column) for column in columns)
    left = tuple(condition for condition in binding if not condition.holds_everywhere(least, greatest))
    return StrategySet(least, greatest, middle, left)


def _corners(
    low: Sequence[Number], high: Sequence[Number], conditions: Sequence[Condition]
) -> Iterator[tuple[Fraction, ...]]:
    """For every probability that is not given, a corner where it is least and one where it is greatest."""
    for place, bounds in enumerate(zip(low, high, strict=True)):
        if bounds[0] < bounds[1]:
            for sign in (1, -1):
                corner = _least(_unit(len(low), place, sign), low, high, conditions)
                if corner is None:
                    return
                yield corner


def _unit(size: int, place: int, sign: int) -> list[Number]:
    return [sign if other == place else 0 for other in range(size)]


def _least(
    cost: Sequence[Number],
    low: Sequence[Number],
    high: Sequence[Number],
    conditions: Sequence[Condition],
) -> tuple[Fraction, ...] | None:
    """The probabilities of least cost between bounds and under conditions; None if there are none."""
    free = [place for place, bounds in enumerate(zip(low, high, strict=True)) if bounds[0] < bounds[1]]
    slacks = [place for place, condition in enumerate(conditions) if condition.relation != EQUAL]
    rows = [
        [
            *(condition.form.coefficients[place] for place in free),
            *((1 if condition.relation == AT_MOST else -1) * (place == slack) for slack in slacks),
        ]
        for place, condition in enumerate(conditions)
    ]
    optimum = minimise(
        [*(cost[place] for place in free), *[0] * len(slacks)],
        rows,
        [-condition.form.at(low) for condition in conditions],
        [*(high[place] - low[place] for place in free), *[None] * len(slacks)],
    )
    if optimum is None:
        return None
    found = [Fraction(value) for value in low]
    for place, value in zip(free, optimum.variables, strict=False):
        found[place] += value
    return tuple(found)

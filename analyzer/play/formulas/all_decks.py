"""Statements about every number of decks d, proved by the signs of polynomials in d.

Ways of a full shoe are polynomials in d (`analyzer.deal.symbolic`), so what a decision gains is one too.
That it is good from some d on is proved by coefficients; for the few smaller d it is evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from analyzer.deal.polynomials import Polynomial, RationalFunction
from analyzer.game.rulebook import ranges_text


@dataclass(frozen=True)
class Decks:
    """A set of numbers of decks: some listed ones, and perhaps all from one on.

    Examples
    --------
    >>> str(Decks((1, 2, 3, 5), 9)), str(Decks((), 1)), str(Decks((), None))
    ('1-3, 5 and from 9 on', 'all', 'none')
    """

    listed: tuple[int, ...]
    from_on: int | None

    def __str__(self) -> str:
        if self.from_on == 1:
            return "all"
        listed = ranges_text(self.listed)
        if self.from_on is None:
            return listed or "none"
        return f"{listed} and from {self.from_on} on" if listed else f"from {self.from_on} on"

    @classmethod
    def where(cls, holds: Sequence[bool], for_all_beyond: bool) -> Decks:
        """The numbers from 1 on for which something holds, and whether it does for all beyond."""
        places = [decks for decks, found in enumerate(holds, 1) if found]
        if not for_all_beyond:
            return cls(tuple(places), None)
        first = len(holds) + 1
        while places and places[-1] == first - 1:
            first = places.pop()
        return cls(tuple(places), first)


class Line(NamedTuple):
    """A polynomial in d that also depends on a probability, and on that linearly.

    Attributes
    ----------
    fixed : Polynomial
        Its value for the probability 0.
    slope : Polynomial
        What is added times the probability.
    """

    fixed: Polynomial
    slope: Polynomial

    @property
    def zero(self) -> RationalFunction:
        """The probability for which it is zero, by d."""
        return RationalFunction.reduced(self.fixed.times(-1), self.slope)

    def at(self, probability: RationalFunction) -> Polynomial:
        """Its value for a probability that depends on d, times the denominator of that."""
        return self.fixed * probability.denominator + self.slope * probability.numerator


def hold_from(conditions: Sequence[Polynomial], *, strictly: bool = False) -> int | None:
    """The least number of decks from which on polynomials are proved to be at least 0, or above it.

    Parameters
    ----------
    conditions : sequence of Polynomial
    strictly : bool, optional
        Whether they must be above 0.

    Returns
    -------
    int or None
        At least 1; None if it is not so for many decks.

    Examples
    --------
    >>> conditions = [Polynomial.of(6, -5, 1), Polynomial.of(-1, 1)]
    >>> hold_from(conditions), hold_from(conditions, strictly=True)
    (1, 4)
    >>> hold_from([Polynomial.of(1, -1)]) is None
    True
    """
    place = 1
    for condition in conditions:
        if condition.leading < 0 or (strictly and not condition.coefficients):
            return None
        place = condition.settles_at(place)
        # Shifted by the place no coefficient is negative, so above 0 there is above 0 for all beyond.
        place += strictly and not condition(place)
    return first_of_run(conditions, place, strictly=strictly)


def first_of_run(conditions: Sequence[Polynomial], last: int, *, strictly: bool = False) -> int:
    """The least number of decks from which on, up to a last one, polynomials are at least 0, or above it."""
    first = last
    while first > 1 and all(_holds(condition(first - 1), strictly) for condition in conditions):
        first -= 1
    return first


def _holds(value: Fraction, strictly: bool) -> bool:
    return value > 0 if strictly else value >= 0

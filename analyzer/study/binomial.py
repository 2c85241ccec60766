"""Exact bands for how often something happens in many independent rounds.

The number of hits in N rounds is binomial.
Its limits are found by adding up its probabilities in whole numbers: the largest one is scaled to a power of
two, the others follow by their ratios, rounded down.
Each rounding loses less than one unit, so a bound on all that is lost is known, and a limit is given only if
that bound cannot move it; otherwise the scale is squared and everything is done again.
The limits are therefore exact, although no probability is.
Few rounds are added up without any rounding, because only there a limit can lie on the edge exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from analyzer.errors import NumberError

FIRST_SCALE = 96
"""Bits to which the largest probability is scaled at first."""

LARGEST_SCALE = 2**14
FEW_ROUNDS = 200
MOST_ROUNDS = 10**9


class Band(NamedTuple):
    """The fewest and the most hits that are still in a band."""

    low: int
    high: int


def hits_band(rounds: int, probability: Fraction, level: Fraction) -> Band:
    """The central band of a binomial number of hits.

    Fewer hits than the lower limit, and more than the upper one, each have at most half of what the level
    leaves; both limits are the narrowest of which that is true.

    Parameters
    ----------
    rounds : int
        Number of independent rounds, at most 1,000,000,000.
    probability : Fraction
        Chance of a hit in one round.
    level : Fraction
        What the band holds at least, such as 95/100.

    Raises
    ------
    NumberError
        There are too many rounds, or the level or the probability is none.

    Examples
    --------
    >>> hits_band(10, Fraction(1, 2), Fraction(9, 10))
    Band(low=2, high=8)
    >>> hits_band(10_000_000, Fraction(43, 415), Fraction(95, 100))
    Band(low=1034256, high=1038034)
    """
    if not 0 <= rounds <= MOST_ROUNDS:
        raise NumberError(f"{rounds} rounds cannot be added up", mend=f"give at most {MOST_ROUNDS:,}")
    if not 0 <= probability <= 1 or not 0 < level < 1:
        raise NumberError("a probability and a level lie between 0 and 1")
    if probability in (0, 1):
        certain = rounds * int(probability)
        return Band(certain, certain)
    outside = (1 - level) / 2
    bits = FIRST_SCALE
    while bits <= LARGEST_SCALE:
        units = (
            _exact_units(rounds, probability)
            if rounds <= FEW_ROUNDS
            else _scaled_units(rounds, probability, bits)
        )
        low, high = units.lower_limit(outside), units.upper_limit(outside)
        if low is not None and high is not None:
            return Band(low, high)
        bits *= 2
    raise NumberError("a limit of the band lies too near to the edge to be told", mend="give another level")


def _exact_units(rounds: int, probability: Fraction) -> _Units:
    top, bottom = probability.numerator, probability.denominator - probability.numerator
    listed = [comb(rounds, hits) * top**hits * bottom ** (rounds - hits) for hits in range(rounds + 1)]
    return _Units(0, listed, 0)


def _scaled_units(rounds: int, probability: Fraction, bits: int) -> _Units:
    """Probabilities around the most likely number of hits, in units of which the largest has 2^bits."""
    mode = min(rounds, (rounds + 1) * probability.numerator // probability.denominator)
    below = list(_falling(rounds, probability, mode, -1, 1 << bits))
    above = list(_falling(rounds, probability, mode, 1, 1 << bits))
    # A unit is too small by less than the steps to it, and so is each that was left out as smaller than 1.
    lost = (max(len(below), len(above)) + 1) * (rounds + 1)
    return _Units(mode - len(below), [*reversed(below), 1 << bits, *above], lost)


def _falling(rounds: int, probability: Fraction, mode: int, step: int, unit: int) -> Iterator[int]:
    """Units of the next numbers of hits, away from the mode, as long as there is anything to them."""
    top, bottom = probability.numerator, probability.denominator - probability.numerator
    hits = mode
    while True:
        if step > 0:
            up, down = (rounds - hits) * top, (hits + 1) * bottom
        else:
            up, down = hits * bottom, (rounds - hits + 1) * top
        unit = unit * up // down
        if unit == 0:
            return
        hits += step
        yield unit


class _Units:
    """Numbers of hits in a row, from the first on, with units in proportion to their probabilities.

    Their sum is too small by less than `lost`.
    """

    def __init__(self, first: int, units: list[int], lost: int) -> None:
        self.first = first
        self.units = units
        self.total = sum(units)
        self.lost = lost

    def lower_limit(self, outside: Fraction) -> int | None:
        """The largest number with at most so much probability below it; None if that cannot be told."""
        place = self._first_beyond(self.units, outside)
        return None if place is None else self.first + place

    def upper_limit(self, outside: Fraction) -> int | None:
        """The smallest number with at most so much probability above it; None if that cannot be told."""
        place = self._first_beyond(self.units[::-1], outside)
        return None if place is None else self.first + len(self.units) - 1 - place

    def _first_beyond(self, units: list[int], outside: Fraction) -> int | None:
        """How many units from one end stay within a share of the total."""
        top, bottom = outside.numerator, outside.denominator
        added = 0
        for place, unit in enumerate(units):
            added += unit
            if added * bottom > (self.total + self.lost) * top:  # nothing lost could bring it back below
                within = added - unit + self.lost
                return place if within * bottom <= self.total * top else None
        return None

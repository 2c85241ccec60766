"""What can be proven about the expected number of coups of a shoe of any size.

Let the coups of a shoe take C₁, C₂, … cards, S = C₁ + … + C_T in all until the cut card is reached in coup T.
At least D cards have to be taken to reach it, so D ≤ S ≤ D + b − 1, where a coup takes a to b cards (4 to 6).
Let M_k be the mean cards of a coup dealt from what is left after k coups, and μ = M₀.

Exchangeability
    Every order of the cards is equally likely, so whole coups may change places as long as they are dealt for
    certain.
    The first m = ⌈D/b⌉ coups are: they all take μ cards in the mean, any two of them have the same covariance
    c, so their sum R has mean mμ and variance m·Var C₁ + m(m − 1)c.
    What is missing after them, D − R, takes at least (D − R)/b and at most (D − R + e)/a more coups, where
    e = max(a − 1, bm − D); hence m + (D − mμ)/b ≤ E T ≤ m + (D − mμ + e)/a.
Optional stopping
    M is a martingale, because the mean over the next card is the mean itself.
    So is Σ_{k≤n} (C_k − M_{k−1}), and Σ_{k≤n} M_{k−1} = n M_n − Σ_{k≤n} k (M_k − M_{k−1}), so

        E S = E(T·M_T) = μ E T + Cov(T, M_T).

    Wald's identity, E S = μ E T, is therefore wrong here by that covariance, which can be bounded.
    M_T varies no more than M does later, with a fixed number r of cards left; that variance is a sum over all
    compositions of r cards.
    T lies within dR' + e/2a of m + (1/a + 1/b)R'/2 + e/2a, where R' = D − R and d = (1/a − 1/b)/2, so
    the root of its mean square distance from some number is at most
    (1/a + 1/b)/2·√Var R + √(d² Var R + (d E R' + e/2a)²).
    The product of both roots bounds the covariance (Cauchy and Schwarz).

All ends are fractions: a root is rounded up at its twelfth decimal and the ends of a band outwards at their
sixth, so they stay bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations_with_replacement
from math import ceil, comb, floor, isqrt, perm
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.forms import Forms, answer_forms
from analyzer.deal.many_shoes import ways_of_forms
from analyzer.deal.multisets import MOST_CARDS, POINT_VALUES
from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.game.cards import STANDARD_CARD_VALUES
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.study.shoe.coups_per_shoe import coup_contents
from analyzer.study.shoe.shoe_deal import (
    ShoeRules,
    Start,
    coups_after_cut,
    least_cards_of_a_coup,
    most_cards_of_a_coup,
)

MOST_CARDS_LEFT = 9
"""The martingale is compared with itself at so many cards left, at most: there are 48,620 compositions."""

MOST_CARDS_COUNTED = 1_450
"""Larger shoes are left to exchangeability: their ways do not fit into machine integers."""

ROOT_SCALE = 10**12
END_SCALE = 10**6
MOST_RULEBOOKS_KEPT = 4


@dataclass(frozen=True)
class Band:
    """Two numbers between which the expected number of coups is proven to lie."""

    low: Fraction
    high: Fraction

    def outward(self) -> Band:
        """The band with its ends rounded outwards at the sixth decimal.

        Examples
        --------
        >>> Band(Fraction(1, 3), Fraction(2, 3)).outward()
        Band(low=Fraction(333333, 1000000), high=Fraction(666667, 1000000))
        """
        return Band(
            Fraction(floor(self.low * END_SCALE), END_SCALE), Fraction(ceil(self.high * END_SCALE), END_SCALE)
        )


@dataclass(frozen=True)
class CoupBounds:
    """What is proven about the coups of a shoe.

    Attributes
    ----------
    always : Band
        The fewest and the most coups whatever the order of the cards.
    exchangeability : Band
        Of the expected number of coups, from those that are dealt for certain.
    optional_stopping : Band or None
        Of the same, from E S = E(T·M_T); None where fewer cards than a coup may need can be left when the cut
        card is reached, or where the shoe is too large.
    """

    always: Band
    exchangeability: Band
    optional_stopping: Band | None

    @property
    def best(self) -> Band:
        """All of them together."""
        bands = [band for band in (self.always, self.exchangeability, self.optional_stopping) if band]
        return Band(max(band.low for band in bands), min(band.high for band in bands))


def coup_bounds(found: Sequence[Start], rules: ShoeRules, rulebook: Rulebook) -> CoupBounds:
    """What is proven about the coups of a shoe that begins in one of some ways.

    Parameters
    ----------
    found : sequence of Start
        What `starts` gives for the shoe and the same rules.
    rules : ShoeRules
    rulebook : Rulebook

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.study.shoe.shoe_deal import starts
    >>> found = starts(Shoe.from_decks(8), load_rulebook(), ShoeRules(0, 16, 0))
    >>> bounds = coup_bounds(found, ShoeRules(0, 16, 0), load_rulebook())
    >>> bounds.always, f"{float(bounds.best.low):.2f} to {float(bounds.best.high):.2f}"
    (Band(low=Fraction(67, 1), high=Fraction(100, 1)), '80.78 to 82.22')
    """
    provers = [_Prover(start, rules, rulebook) for start in found]
    weights = [start.probability for start in found]
    stopped = [prover.optional_stopping() for prover in provers]
    return CoupBounds(
        Band(
            min(prover.certain for prover in provers) + provers[0].followed.low,
            max(prover.most for prover in provers) + provers[0].followed.high,
        ),
        _mean([prover.exchangeability() for prover in provers], weights).outward(),
        None if None in stopped else _mean([band for band in stopped if band], weights).outward(),
    )


def _mean(bands: Sequence[Band], weights: Sequence[Fraction]) -> Band:
    pairs = list(zip(bands, weights, strict=True))
    return Band(
        sum((weight * band.low for band, weight in pairs), Fraction(0)),
        sum((weight * band.high for band, weight in pairs), Fraction(0)),
    )


class _Prover:
    """Bounds for one start of a shoe, in the letters of the module's docstring."""

    def __init__(self, start: Start, rules: ShoeRules, rulebook: Rulebook) -> None:
        self._start, self._rulebook = start, rulebook
        self._a, self._b = least_cards_of_a_coup(rulebook), most_cards_of_a_coup(rulebook)
        self.certain = -(-start.in_front // self._b)
        self.most = -(-start.in_front // self._a)
        self._surplus = max(self._a - 1, self._b * self.certain - start.in_front)
        self._cards = sum(start.counts)
        first = _mean_cards([start.counts], rulebook)
        self._mean, self._square = first.mean(0), first.mean(0, power=2)
        self.followed = Band(*map(Fraction, coups_after_cut(rules, rulebook)))

    def exchangeability(self) -> Band:
        """From the coups that are dealt for certain."""
        missing = self._start.in_front - self.certain * self._mean
        return Band(
            self.certain + max(missing / self._b, Fraction(0)) + self.followed.low,
            self.certain + (missing + self._surplus) / self._a + self.followed.high,
        )

    def optional_stopping(self) -> Band | None:
        """From E S = E(T·M_T)."""
        left = self._cards - (self._start.in_front + self._b - 1)
        if left < MOST_CARDS or self._cards > MOST_CARDS_COUNTED:
            return None
        fewest = min(left, MOST_CARDS_LEFT)
        spread = _root_above(variance_of_mean_cards(self._start.counts, fewest, self._rulebook))
        covariance = spread * self._distance_of_coups()
        front = self._start.in_front
        return Band(
            (front - covariance) / self._mean + self.followed.low,
            (front + self._b - 1 + covariance) / self._mean + self.followed.high,
        )

    def _distance_of_coups(self) -> Fraction:
        """At least the root mean square distance of T from some number."""
        total = self.certain * (self._square - self._mean**2)
        if self.certain > 1:
            pairs = self.certain * (self.certain - 1)
            total += pairs * covariance_of_two_coups(self._start.counts, self._rulebook)
        near, far = Fraction(1, self._b), Fraction(1, self._a)
        half = (far - near) / 2
        shift = half * (self._start.in_front - self.certain * self._mean) + far * self._surplus / 2
        return (far + near) / 2 * _root_above(total) + _root_above(half**2 * total + shift**2)


def covariance_of_two_coups(counts: Sequence[int], rulebook: Rulebook) -> Fraction:
    """Covariance of the cards of two coups that are both dealt for certain from a shoe.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> covariance_of_two_coups((6, 0, 0, 0, 0, 0, 0, 0, 0, 6), load_rulebook())
    Fraction(-4, 1089)
    """
    size, first = sum(counts), coup_contents(rulebook).within(counts)
    ways = first.orders.astype(object) * _products(perm, counts, first.contents)
    second = _mean_cards(np.array(counts, dtype=np.int64) - first.contents, rulebook).added
    product = Fraction(0)
    for number in np.unique(first.cards).tolist():
        chosen = first.cards == number
        sequences = perm(size, number) * perm(size - number, MOST_CARDS)
        product += Fraction(number * int(ways[chosen] @ second[chosen]), sequences)
    return product - _mean_cards([counts], rulebook).mean(0) ** 2


def variance_of_mean_cards(counts: Sequence[int], left: int, rulebook: Rulebook) -> Fraction:
    """Variance of the mean cards of a coup when so many cards, 6 to 9, are left of a shoe.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> variance_of_mean_cards((6, 0, 0, 0, 0, 0, 0, 0, 0, 6), 6, load_rulebook())
    Fraction(170, 7623)
    """
    size, (small, added) = sum(counts), _small_shoes(left, rulebook)
    ways = _products(comb, counts, small)
    # Mean of the square less square of the mean, which is that of the full shoe.
    square = Fraction(int(ways @ (added * added)), comb(size, left) * perm(left, MOST_CARDS) ** 2)
    return square - _mean_cards([counts], rulebook).mean(0) ** 2


@dataclass(frozen=True, eq=False)
class _MeanCards:
    """Cards of the next coup added up over all six-card sequences, for many shoes."""

    ways: NDArray[Any]
    cards: tuple[int, ...]

    @property
    def added(self) -> NDArray[np.object_]:
        return np.asarray(self.ways.astype(object) @ np.array(self.cards, dtype=object))

    def mean(self, row: int, power: int = 1) -> Fraction:
        ways = self.ways[row].tolist()
        return Fraction(sum(w * c**power for w, c in zip(ways, self.cards, strict=True)), sum(ways))


def _mean_cards(shoes: Any, rulebook: Rulebook) -> _MeanCards:
    """Cards of the next coup for shoes known by point value in play."""
    cards, forms = _card_forms(rulebook)
    (ways,) = ways_of_forms(ShoeArray.read(shoes), [forms])
    return _MeanCards(ways, cards)


@lru_cache(maxsize=MOST_RULEBOOKS_KEPT)
def _card_forms(rulebook: Rulebook) -> tuple[tuple[int, ...], Forms]:
    """Numbers of cards that coups take from the shoe, and the forms behind them."""
    answers, forms = answer_forms(rulebook, [FACTS["cards"]])
    fixed = int(rulebook.player_first_card is not None)
    # The shoes here are counted by point value in play, whatever ranks have it.
    by_value = replace(rulebook, card_values=STANDARD_CARD_VALUES)
    return tuple(int(cards) - fixed for (cards,) in answers), Forms(by_value, forms.coefficients)


@lru_cache(maxsize=MOST_RULEBOOKS_KEPT)
def _small_shoes(size: int, rulebook: Rulebook) -> tuple[NDArray[np.int64], NDArray[np.object_]]:
    """All compositions of so many cards, and for each the cards of the next coup, added up."""
    listed = np.array(list(combinations_with_replacement(range(POINT_VALUES), size)), dtype=np.int64)
    shoes = np.stack([(listed == value).sum(axis=1) for value in range(POINT_VALUES)], axis=1)
    return shoes, _mean_cards(shoes, rulebook).added


def _products(count: Any, counts: Sequence[int], chosen: NDArray[np.int64]) -> NDArray[np.object_]:
    """Products over the point values of a count of what is chosen of them, for many choices."""
    tables = [
        np.array([count(number, taken) for taken in range(int(chosen.max()) + 1)], dtype=object)
        for number in counts
    ]
    return reduce(mul, (table[chosen[:, value]] for value, table in enumerate(tables)))


def _root_above(square: Fraction) -> Fraction:
    """A fraction that is at least the root, and hardly more."""
    scaled = square * ROOT_SCALE**2
    return Fraction(isqrt(scaled.numerator // scaled.denominator) + 1, ROOT_SCALE)

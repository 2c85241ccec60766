"""Counts as polynomials in the number of decks.

A full shoe of d decks holds 4d cards of a rank and d of each card.
Six cards in given places can be dealt in a number of ways that is a product of falling factorials of such
counts, six factors in all, so every count of ways is a polynomial in d of degree 6 at most.
It is 0 at d = 0, so the counts of six shoes determine it.
More shoes than that are counted, and dealing with replacement as well, which the coefficient of d⁶ must
agree with: a wrong count anywhere would show.
A form knows the same polynomial without counting a single shoe, by multiplying the falling factorials out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache

import numpy as np

from analyzer.deal.forms import Forms
from analyzer.deal.multisets import MOST_CARDS, POINT_VALUES, multisets
from analyzer.deal.polynomials import Polynomial, total
from analyzer.game.cards import CARDS_PER_DECK, SUITS_PER_RANK

MOST_DEGREE = MOST_CARDS

COUNTED_DECKS = tuple(range(1, MOST_DEGREE + 3))
"""Shoes to count: six determine a polynomial, and two more would show a wrong count."""

TOTAL_WAYS = Polynomial.falling(CARDS_PER_DECK, MOST_CARDS)
"""All ordered six-card sequences of d decks: 52d(52d−1)…(52d−5)."""


def ways_by_decks(counts: Mapping[int, int | Fraction], with_replacement: Fraction) -> Polynomial:
    """The polynomial behind the counts of some full shoes.

    Parameters
    ----------
    counts : mapping of int to int
        Ways by number of decks, for at least `COUNTED_DECKS`.
    with_replacement : Fraction
        Probability of the same event with infinite decks.

    Raises
    ------
    ArithmeticError
        The counts are not those of one polynomial of degree 6.

    Examples
    --------
    >>> pairs = {decks: 4 * decks * (4 * decks - 1) * (52 * decks - 2) for decks in COUNTED_DECKS}
    >>> ways_by_decks(pairs, Fraction(0)).text
    '8*d*(4*d - 1)*(26*d - 1)'
    """
    points = {0: 0, **counts}
    if not points.keys() >= {0, *COUNTED_DECKS}:
        raise ArithmeticError("too few shoes are counted to determine a polynomial")
    listed = list(points.items())
    found = Polynomial.through(dict(listed[: MOST_DEGREE + 1]))
    if any(found(decks) != ways for decks, ways in listed[MOST_DEGREE + 1 :]):
        raise ArithmeticError("the counts are not those of one polynomial")
    if _coefficient(found, MOST_DEGREE) != with_replacement * CARDS_PER_DECK**MOST_DEGREE:
        raise ArithmeticError("the counts do not lead to those of infinite decks")
    return found


def form_by_decks(forms: Forms) -> tuple[Polynomial, ...]:
    """The ways behind each line as polynomials in the number of decks, multiplied out from the forms.

    Examples
    --------
    >>> from analyzer.deal.forms import wager_forms
    >>> from analyzer.library.catalog import load_rulebook, load_wager
    >>> form_by_decks(wager_forms(load_rulebook("standard"), load_wager("main/tie")))[0](8)
    Fraction(475627426473216, 1)
    """
    ranks = np.bincount(forms.rulebook.card_values, minlength=POINT_VALUES).tolist()
    alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place, multiset in enumerate(multisets(MOST_CARDS).tolist()):
        kinds = sorted((ranks[value], used) for value, used in enumerate(multiset) if used)
        alike.setdefault(tuple(kinds), []).append(place)
    coefficients = forms.coefficients.astype(np.int64)
    by_kind = {kinds: coefficients[:, places].sum(axis=1).tolist() for kinds, places in alike.items()}
    return tuple(
        total(_dealt(kinds).times(sums[line]) for kinds, sums in by_kind.items())
        for line in range(len(coefficients))
    )


@cache
def _dealt(kinds: Iterable[tuple[int, int]]) -> Polynomial:
    """Ways to deal so many cards of values that so many ranks have."""
    product = Polynomial.of(1)
    for ranks, used in kinds:
        product *= Polynomial.falling(SUITS_PER_RANK * ranks, used)
    return product


def _coefficient(polynomial: Polynomial, power: int) -> Fraction:
    return polynomial.coefficients[power] if power <= polynomial.degree else Fraction(0)

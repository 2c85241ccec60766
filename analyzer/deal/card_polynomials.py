"""Forms as polynomials in the ten card counts, for other programs to evaluate.

A form is a sum of products of falling factorials of the counts; multiplied out, it is a polynomial in
c0, …, c9 with whole coefficients, of degree 6 and with up to 8,007 terms.
It gives the ways of any shoe, and its derivatives say how they grow with each count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.forms import Forms
from analyzer.deal.multisets import MOST_CARDS, POINT_VALUES, multisets
from analyzer.deal.polynomials import Polynomial

VARIABLES = tuple(f"c{value}" for value in range(POINT_VALUES))

Exponents = tuple[int, ...]
Terms = dict[Exponents, NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class CardPolynomials:
    """Several polynomials in the ten card counts, over the same monomials.

    Attributes
    ----------
    exponents : tuple of tuple of int
        The monomials, the highest degree first: for each the powers of c0 to c9.
    coefficients : integer array of shape (n_polynomials, n_monomials)
        Below 2⁶³ by far: the absolute values of all add up to less than 10⁶·6!.
    """

    exponents: tuple[Exponents, ...]
    coefficients: NDArray[np.int64]

    @classmethod
    def of(cls, forms: Forms) -> CardPolynomials:
        """The polynomials of the lines of some forms.

        Examples
        --------
        >>> from analyzer.deal.forms import wager_forms
        >>> from analyzer.library.catalog import load_rulebook, load_wager
        >>> tie = CardPolynomials.of(wager_forms(load_rulebook("standard"), load_wager("main/tie")))
        >>> len(tie.exponents), tie.values([128, *[32] * 9])
        (8007, (475627426473216, 4522770849030144))
        """
        columns = forms.coefficients.T.astype(np.int64)
        terms: Terms = dict(zip(map(tuple, multisets(MOST_CARDS).tolist()), columns, strict=True))
        for place in range(POINT_VALUES):
            terms = _multiplied_out(terms, place)
        return cls._of_terms(terms, len(forms.coefficients))

    @classmethod
    def _of_terms(cls, terms: Terms, number: int) -> CardPolynomials:
        kept = sorted(
            (exponents for exponents, column in terms.items() if column.any()),
            key=lambda exponents: (-sum(exponents), [-power for power in exponents]),
        )
        columns = [terms[exponents] for exponents in kept]
        shape = (0, number)
        stacked = np.array(columns, dtype=np.int64) if columns else np.zeros(shape, dtype=np.int64)
        return cls(tuple(kept), stacked.T)

    def values(self, counts: Sequence[int]) -> tuple[int, ...]:
        """The exact values for some counts."""
        monomials = [
            prod(count**power for count, power in zip(counts, exponents, strict=True) if power)
            for exponents in self.exponents
        ]
        return tuple(
            sum(int(coefficient) * monomial for coefficient, monomial in zip(row, monomials, strict=True))
            for row in self.coefficients.tolist()
        )

    def derivative(self, place: int) -> CardPolynomials:
        """The derivatives with respect to one count.

        Parameters
        ----------
        place : int
            The point value.
        """
        terms: Terms = {}
        for exponents, column in zip(self.exponents, self.coefficients.T, strict=True):
            if power := exponents[place]:
                terms[(*exponents[:place], power - 1, *exponents[place + 1 :])] = column * power
        return self._of_terms(terms, len(self.coefficients))

    def gradient(self) -> tuple[CardPolynomials, ...]:
        """The derivatives with respect to each count."""
        return tuple(self.derivative(place) for place in range(POINT_VALUES))


def _multiplied_out(terms: Terms, place: int) -> Terms:
    """Terms with the falling factorials of one count written as powers of it."""
    found: Terms = {}
    for exponents, column in terms.items():
        before, used, after = exponents[:place], exponents[place], exponents[place + 1 :]
        for power, factor in _falling_factorial(used):
            key = (*before, power, *after)
            known = found.get(key)
            found[key] = column * factor if known is None else known + column * factor
    return found


@cache
def _falling_factorial(factors: int) -> list[tuple[int, int]]:
    """The powers in n(n − 1)… of so many factors, with their coefficients."""
    coefficients = Polynomial.falling(1, factors).coefficients
    return [(power, int(coefficient)) for power, coefficient in enumerate(coefficients) if coefficient]

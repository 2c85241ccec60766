"""Which of many forms have to be evaluated, when the others are sums and differences of them.

The lines of a wager add up to all coups, so one of them is the total less the others; and bets share lines
("Banker wins", "tie", "Player wins with a natural").
Relations are looked for modulo a prime in a projection of the forms to a few random numbers, which may
suggest a wrong one but never hides one; each is then checked exactly, so none that is used is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.multisets import orderings

TOTAL = -1
"""In place of a form: the total ways, which need no form."""

PRIME = 2**31 - 1
LARGEST_FACTOR = 8

Term = tuple[int, int]


@dataclass(frozen=True)
class Basis:
    """What to evaluate, and how to put the lines together.

    Attributes
    ----------
    independent : list of int
        Lines whose forms are evaluated.
    sums : list of list of (int, int)
        For each line its terms: a whole factor, and a place in `independent` or `TOTAL`.
    """

    independent: list[int]
    sums: list[list[Term]]


def find_basis(coefficients: NDArray[np.int16]) -> Basis:
    """Evaluate as few lines as possible, and the rarest first.

    Parameters
    ----------
    coefficients : integer array of shape (n_lines, 5005)

    Examples
    --------
    >>> first = np.arange(5005, dtype=np.int16) % 2
    >>> both = np.array([first, orderings() - first, first])
    >>> find_basis(both)
    Basis(independent=[0], sums=[[(1, 0)], [(1, -1), (-1, 0)], [(1, 0)]])
    """
    rarest_first = np.argsort(coefficients.sum(axis=1, dtype=np.int64), kind="stable").tolist()
    relations = _Relations(coefficients)
    independent: list[int] = []
    sums: list[list[Term]] = [[] for _ in coefficients]
    for line in rarest_first:
        terms = relations.explain(line, place=len(independent))
        if terms is None or not _holds(coefficients, line, independent, terms):
            terms = [(1, len(independent))]
            independent.append(line)
        sums[line] = terms
    return Basis(independent, sums)


def _holds(coefficients: NDArray[np.int16], line: int, independent: list[int], terms: list[Term]) -> bool:
    explained = np.zeros(coefficients.shape[1], dtype=np.int64)
    for factor, place in terms:
        explained += factor * (orderings() if place == TOTAL else coefficients[independent[place]])
    return bool((explained == coefficients[line]).all())


class _Relations:
    """Echelon form, modulo a prime, of the lines found independent, each with what it is made of.

    A row is the projection of a form, followed by its factors of the total and of every independent line so
    far.
    """

    def __init__(self, coefficients: NDArray[np.int16]) -> None:
        n_lines, n_multisets = coefficients.shape
        self.width = n_lines + 8
        random = np.random.default_rng(0).integers(0, PRIME, (n_multisets, self.width)).astype(np.float64)
        # The coefficients of a form add up to at most 10⁶, and 10⁶ · 2³¹ is below 2⁵³: BLAS adds up exactly.
        all_forms = np.vstack([orderings(), coefficients]).astype(np.float64)
        self.projected = (all_forms @ random).astype(np.int64) % PRIME
        self.rows = np.zeros((0, self.width + n_lines + 1), dtype=np.int64)
        self.pivots: list[int] = []
        self.places: list[int] = []
        self._add(0, TOTAL)

    def explain(self, line: int, place: int) -> list[Term] | None:
        """Terms that make up a line, total first; None if it is new, and then it is known by its place."""
        terms = self._add(line + 1, place)
        if terms is None or any(abs(factor) > LARGEST_FACTOR for factor, _ in terms):
            return None
        return terms

    def _add(self, form: int, place: int) -> list[Term] | None:
        row = np.zeros(self.rows.shape[1], dtype=np.int64)
        row[: self.width] = self.projected[form]
        row = self._reduced(row)
        if not row[: self.width].any():
            factors = -row[self.width :] % PRIME
            factors[factors > PRIME // 2] -= PRIME
            return [(int(factors[known]), self.places[known]) for known in np.flatnonzero(factors)]
        row[self.width + len(self.places)] = 1
        self.places.append(place)
        pivot = int(np.flatnonzero(row[: self.width])[0])
        row = row * pow(int(row[pivot]), -1, PRIME) % PRIME
        self.rows = (self.rows - self.rows[:, pivot, None] * row) % PRIME
        self.rows = np.vstack([self.rows, row])
        self.pivots.append(pivot)
        return None

    def _reduced(self, row: NDArray[np.int64]) -> NDArray[np.int64]:
        parts = row[self.pivots][:, None] * self.rows % PRIME
        return np.asarray((row - parts.sum(axis=0)) % PRIME)

"""Many shoes through the same integer forms: blocks of shoes, small matrix products, exact by proof.

A few hundred shoes at a time are taken through the matrix products of `form_blocks`, so that everything they
need stays in the cache, and the blocks are shared out among threads.

Why the counts are exact
    All coefficients and falling factorials are whole numbers of at least 0, and nothing is ever subtracted
    but 1 from a count that is then multiplied by 0 where it was 0.
    What a form adds up to, and every part of that sum, is at most (N)₆ = N(N−1)…(N−5), the number of ordered
    six-card sequences.
    What comes out of a matrix product is a sum over the ways to draw k ≥ 3 cards from one group, each with at
    most 6!/k! orderings among six cards, so at most 120·(N)₃, 30·(N)₄, 6·(N)₅ or (N)₆.
    That is at most (N)₆ from 10 cards on, and small below.
    Lines that are sums and differences of others are put together afterwards, in integers.

    - Up to 458 cards (N)₆ is below 2⁵³, so each product and each partial sum is a whole number that a float64
      holds exactly, whatever the order in which BLAS adds and whether it fuses multiplication and addition.
      (This takes BLAS to form sums of products, as every common one does, and not to use Strassen's
      differences.)
    - Up to 1,450 cards (N)₆ is below 2⁶³.
      Everything is computed modulo 2⁶⁴, where no overflow on the way can do harm, and the result is read as
      the whole number below 2⁶³ that it is.
      A matrix product splits its entries into halves of 32 bits, so that BLAS sums stay below
      2³²·153·720 < 2⁵³ for each half.
    - Above that the entries are Python's integers.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.form_basis import TOTAL, find_basis
from analyzer.deal.form_blocks import Panel, Product, Workspace
from analyzer.deal.multisets import MOST_CARDS

Array = NDArray[Any]

MOST_CARDS_FLOAT = 458
MOST_CARDS_INT64 = 1_450

FORMS_AT_ONCE = 16


@dataclass(frozen=True)
class Arithmetic:
    """Numbers the kernel can compute with, and how it multiplies matrices of them."""

    dtype: type
    result: type
    product: Product
    block: int
    lets_go_of_the_interpreter: bool = True


def _float_product(coefficients: Array, monomials: Array, out: Array) -> None:
    np.matmul(coefficients, monomials, out=out)


def _wrapping_product(coefficients: Array, monomials: Array, out: Array) -> None:
    high = coefficients @ (monomials >> 32).astype(np.float64)
    low = coefficients @ (monomials & 0xFFFF_FFFF).astype(np.float64)
    np.add(high.astype(np.uint64) << 32, low.astype(np.uint64), out=out)


def _python_product(coefficients: Array, monomials: Array, out: Array) -> None:
    out[...] = coefficients.astype(np.int64).astype(object) @ monomials


FLOAT64 = Arithmetic(np.float64, np.int64, _float_product, block=1024)
INT64 = Arithmetic(np.uint64, np.int64, _wrapping_product, block=256)
PYTHON = Arithmetic(object, object, _python_product, block=32, lets_go_of_the_interpreter=False)


def arithmetic_for(cards: int) -> Arithmetic:
    """The fastest arithmetic that is exact for shoes of up to so many cards.

    Examples
    --------
    >>> from math import perm
    >>> arithmetic_for(458) is FLOAT64, perm(458, 6) < 2**53 < perm(459, 6)
    (True, True)
    >>> arithmetic_for(1_450) is INT64, perm(1_450, 6) < 2**63 < perm(1_451, 6)
    (True, True)
    """
    if cards <= MOST_CARDS_FLOAT:
        return FLOAT64
    return INT64 if cards <= MOST_CARDS_INT64 else PYTHON


class FormKernel:
    """The forms of some lines, ready for many shoes.

    Parameters
    ----------
    coefficients : integer array of shape (n_lines, 5005)
        In the order of `multisets(6)`; none is negative or above 720.
    """

    def __init__(self, coefficients: Array) -> None:
        self.n_lines = len(coefficients)
        self.basis = find_basis(coefficients)
        evaluated = coefficients[self.basis.independent]
        self.n_forms = len(evaluated)
        starts = range(0, self.n_forms, FORMS_AT_ONCE)
        self.panels = [(start, Panel(evaluated[start : start + FORMS_AT_ONCE])) for start in starts]

    def evaluate(self, counts: Array, arithmetic: Arithmetic, workers: int = 1) -> Array:
        """Ways behind each line for each shoe.

        Parameters
        ----------
        counts : integer array of shape (n_shoes, 10)
            Cards left per point value.
        arithmetic : Arithmetic
            One that is exact for the largest of the shoes.
        workers : int
            Number of threads; numpy lets go of the interpreter while it computes.

        Returns
        -------
        integer array of shape (n_lines, n_shoes)
        """
        ways: Array = np.empty((self.n_lines, len(counts)), dtype=arithmetic.result)
        block = min(arithmetic.block, max(len(counts), 1))
        pending = deque(range(0, len(counts), block))

        def take_blocks() -> None:
            workspace = Workspace(block, arithmetic.dtype, min(self.n_forms, FORMS_AT_ONCE))
            while True:
                try:
                    start = pending.popleft()
                except IndexError:
                    return
                shoes = slice(start, start + block)
                self._run(counts[shoes], arithmetic, workspace, ways[:, shoes])

        from threadpoolctl import threadpool_limits

        threads = min(workers, len(pending)) if arithmetic.lets_go_of_the_interpreter else 1
        # The blocks are the parallel work, and too small for BLAS to share out.
        with threadpool_limits(1, user_api="blas"):
            if threads > 1:
                with ThreadPoolExecutor(threads) as pool:
                    try:
                        for finished in [pool.submit(take_blocks) for _ in range(threads)]:
                            finished.result()
                    finally:
                        # After an error or Ctrl-C the other threads end with the block they are at.
                        pending.clear()
            else:
                take_blocks()
        return ways

    def _run(self, shoes: Array, arithmetic: Arithmetic, workspace: Workspace, ways: Array) -> None:
        workspace.fill(shoes)
        # The total ways come last, where the place `TOTAL` finds them.
        known: Array = np.empty((self.n_forms + 1, len(shoes)), dtype=arithmetic.result)
        for first, panel in self.panels:
            found = workspace.apply(panel, arithmetic.product)
            known[first : first + panel.n_forms] = found[:, : len(shoes)]
        known[TOTAL] = total_ways(workspace.sizes()[: len(shoes)], arithmetic.dtype)
        self._add_up(known, ways)

    def _add_up(self, known: Array, ways: Array) -> None:
        for line, terms in zip(ways, self.basis.sums, strict=True):
            for number, (factor, place) in enumerate(terms):
                if number == 0:
                    np.multiply(known[place], factor, out=line)
                elif factor == -1:
                    np.subtract(line, known[place], out=line)
                else:
                    np.add(line, known[place] if factor == 1 else known[place] * factor, out=line)
            if not terms:
                line[...] = 0


def total_ways(sizes: Array, dtype: type) -> Array:
    """Ordered six-card sequences of shoes, N(N−1)…(N−5)."""
    sizes = sizes.astype(dtype)
    total = sizes.copy()
    for used in range(1, MOST_CARDS):
        total *= sizes - used
    return total

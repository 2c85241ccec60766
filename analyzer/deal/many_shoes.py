"""Ways behind wagers for many shoes: integer forms for point values, closed forms for pairs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.form_kernel import (
    FLOAT64,
    INT64,
    MOST_CARDS_FLOAT,
    MOST_CARDS_INT64,
    PYTHON,
    FormKernel,
    arithmetic_for,
)
from analyzer.deal.forms import Forms, Settlement, outcome_forms, wager_forms
from analyzer.deal.pair_ways import answers_of_kinds, asks_for_pairs_only, pair_detail, pair_ways
from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.game.rulebook import Rulebook

Ways = NDArray[Any]

MOST_KERNELS_KEPT = 8


def outcome_ways(shoes: Any, rulebook: Rulebook, *, workers: int | None = None) -> Ways:
    """Ways behind Player, Banker and Tie, for many shoes at once.

    Parameters
    ----------
    shoes : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
        Cards left per point value 0 to 9, per rank A to K, or per card A♠ A♥ A♦ A♣ 2♠ …; each row holds at
        least 6 cards.
    rulebook : Rulebook
        Who draws when.
    workers : int, optional
        Number of threads; all cores by default.

    Returns
    -------
    integer array of shape (n_shoes, 3)
        Ordered six-card sequences, columns Player, Banker, Tie; a row sums to N(N-1)...(N-5).
        If a row has more than 1,450 cards the array holds Python integers.

    Raises
    ------
    ShoeError
        A row has fewer than 6 cards, or a count that is negative or not whole; the message names the row.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> outcome_ways([[128, *[32] * 9], [3, 0, 0, 0, 0, 0, 0, 0, 0, 3]], load_rulebook("standard"))
    array([[2230518282592256, 2292252566437888,  475627426473216],
           [             216,              216,              288]])
    """
    return ways_of_forms(ShoeArray.read(shoes), [outcome_forms(rulebook)], workers=workers)[0]


def line_ways(
    shoes: Any, wagers: Sequence[Settlement], rulebook: Rulebook, *, workers: int | None = None
) -> list[Ways]:
    """Ways behind every line of some wagers, for many shoes at once.

    Parameters
    ----------
    shoes : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
        As for `outcome_ways`; bets on pairs need ranks, bets on perfect pairs cards.
    wagers : sequence of Wager
        Bets that need only point values, or only the pairs of the first two cards.
        Lines that several of them share are counted once.
    rulebook : Rulebook
        Who draws when.
    workers : int, optional
        Number of threads; all cores by default.

    Returns
    -------
    list of integer arrays of shape (n_shoes, n_lines)
        One per wager, a column per line; a row sums to N(N-1)...(N-5).

    Raises
    ------
    ShoeError
        A row is no shoe, or a wager looks closer at the cards than the shoes or this road to the counts know.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> wagers = load_wagers("main/tie,pairs/player-pair")
    >>> line_ways([[4] * 13], wagers, load_rulebook("standard"))
    [array([[ 1372227328, 13285907072]]), array([[  862243200, 13795891200]])]
    """
    read = ShoeArray.read(shoes)
    by_pairs = [asks_for_pairs_only(wager.facts) for wager in wagers]
    forms = [wager_forms(rulebook, wager) for wager, pairs in zip(wagers, by_pairs, strict=True) if not pairs]
    from_forms = iter(ways_of_forms(read, forms, workers=workers))
    return [
        _pair_line_ways(read, wager, rulebook) if pairs else next(from_forms)
        for wager, pairs in zip(wagers, by_pairs, strict=True)
    ]


def ways_of_forms(shoes: ShoeArray, forms: Sequence[Forms], *, workers: int | None = None) -> list[Ways]:
    """Ways behind the lines of several forms of one rulebook, for many shoes at once.

    Returns
    -------
    list of integer arrays of shape (n_shoes, n_lines)
        One per element of `forms`.
    """
    if not forms:
        return []
    kernel = _kernel(tuple(forms))
    counts = shoes.value_counts(forms[0].rulebook.card_values)
    ways = _by_size(kernel, counts, shoes.sizes, workers or _cores())
    ends = np.cumsum([len(form.coefficients) for form in forms])
    return np.split(ways.T, ends[:-1], axis=1)


def _by_size(kernel: FormKernel, counts: NDArray[Any], sizes: NDArray[Any], workers: int) -> NDArray[Any]:
    """Every shoe in the fastest arithmetic that is exact for its size."""
    largest = arithmetic_for(int(sizes.max(initial=0)))
    if largest is FLOAT64:
        return kernel.evaluate(counts, FLOAT64, workers)
    ways: Ways = np.empty((kernel.n_lines, len(counts)), dtype=largest.result)
    small, large = sizes <= MOST_CARDS_FLOAT, sizes > MOST_CARDS_INT64
    for arithmetic, chosen in ((FLOAT64, small), (INT64, ~small & ~large), (PYTHON, large)):
        if chosen.any():
            part = counts[chosen] if arithmetic is PYTHON else counts[chosen].astype(np.int64)
            ways[:, chosen] = kernel.evaluate(part, arithmetic, workers)
    return ways


@lru_cache(maxsize=MOST_KERNELS_KEPT)
def _kernel(forms: tuple[Forms, ...]) -> FormKernel:
    return FormKernel(np.vstack([form.coefficients for form in forms]))


def _pair_line_ways(shoes: ShoeArray, wager: Settlement, rulebook: Rulebook) -> Ways:
    by_kind = pair_ways(shoes, rulebook, pair_detail(wager.facts))
    ways: Ways = np.zeros((len(wager.lines), len(shoes)), dtype=by_kind.dtype)
    for player, row in enumerate(answers_of_kinds(rulebook, wager.facts)):
        for banker, answers in enumerate(row):
            ways[wager.line_of(answers)] += by_kind[player, banker]
    return ways.T


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

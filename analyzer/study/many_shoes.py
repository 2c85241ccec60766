"""Many shoes at once: ways behind outcomes and pay lines, and exact house edges, a row per shoe.

These are the functions for scripts: they take the rulebook and the wagers by name, and arrays of shoes as
they come out of a file, and they answer hundreds of thousands of shoes a second without ever rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal import many_shoes
from analyzer.deal.form_kernel import total_ways
from analyzer.deal.many_shoes import Ways
from analyzer.deal.multisets import MOST_CARDS
from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.game.rulebook import Rulebook
from analyzer.library.catalog import DEFAULT_RULEBOOK, load_rulebook, load_wagers
from analyzer.wager.jackpot import require_known_pays
from analyzer.wager.wager import Wager

LARGEST_INT64 = 2**63 - 1

MAIN_WAGERS = "main/player,main/banker,main/tie"


@dataclass(frozen=True, eq=False)
class HouseEdges:
    """Exact house edges of some wagers for many shoes.

    Attributes
    ----------
    wagers : tuple of Wager
        In the order of the columns.
    numerators : integer array of shape (n_shoes, n_wagers)
        Each edge times the denominator of its row.
    denominators : integer array of shape (n_shoes,)
        The total ways of the shoe times `pay_denominator`.
    pay_denominator : int
        The least common denominator of everything that the wagers pay.
    """

    wagers: tuple[Wager, ...]
    numerators: Ways
    denominators: Ways
    pay_denominator: int

    def fraction(self, row: int, slug: str) -> Fraction:
        """The exact edge of one wager for one shoe.

        Raises
        ------
        KeyError
            No wager has this slug.
        """
        column = next((place for place, wager in enumerate(self.wagers) if wager.slug == slug), None)
        if column is None:
            raise KeyError(slug)
        return Fraction(int(self.numerators[row, column]), int(self.denominators[row]))

    @property
    def approx(self) -> NDArray[np.float64]:
        """The edges as binary floats, for plots and sorting only."""
        numerators, denominators = self.numerators.astype(np.float64), self.denominators.astype(np.float64)
        return np.asarray(numerators / denominators[:, None])

    def columns(self) -> dict[str, NDArray[Any]]:
        """The table by column names: one denominator, then each wager's numerator and float `_approx`."""
        columns: dict[str, NDArray[Any]] = {"house_edge_denominator": self.denominators}
        approx = self.approx
        for place, wager in enumerate(self.wagers):
            name = wager.slug or wager.title
            columns[f"{name} house_edge_numerator"] = self.numerators[:, place]
            columns[f"{name} house_edge_approx"] = approx[:, place]
        return columns


def outcome_ways(
    shoes: Any, rulebook: Rulebook | str = DEFAULT_RULEBOOK, *, workers: int | None = None
) -> Ways:
    """Ways behind Player, Banker and Tie, for many shoes at once.

    Parameters
    ----------
    shoes : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
        Cards left per point value 0 to 9, per rank A to K, or per card A♠ A♥ A♦ A♣ 2♠ …; each row holds at
        least 6 cards.
    rulebook : Rulebook or slug
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
    >>> outcome_ways([[128, *[32] * 9]])
    array([[2230518282592256, 2292252566437888,  475627426473216]])
    """
    return many_shoes.outcome_ways(shoes, _rulebook(rulebook), workers=workers)


def line_ways(
    shoes: Any,
    wagers: str | Sequence[Wager] = MAIN_WAGERS,
    rulebook: Rulebook | str = DEFAULT_RULEBOOK,
    *,
    workers: int | None = None,
) -> list[Ways]:
    """Ways behind every line of some wagers, for many shoes at once.

    Parameters
    ----------
    shoes : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
        As for `outcome_ways`; bets on pairs need ranks, bets on perfect pairs cards.
    wagers : str or sequence of Wager
        Slugs, groups and files, or wagers; point values or pairs must be enough to settle them.
    rulebook : Rulebook or slug
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
        A row is no shoe, or a wager looks closer at the cards than the shoes know or can be counted here.

    Examples
    --------
    >>> line_ways([[4] * 13], "main/tie,pairs/player-pair")
    [array([[ 1372227328, 13285907072]]), array([[  862243200, 13795891200]])]
    """
    return many_shoes.line_ways(shoes, _wagers(wagers), _rulebook(rulebook), workers=workers)


def house_edges(
    shoes: Any,
    wagers: str | Sequence[Wager] = MAIN_WAGERS,
    rulebook: Rulebook | str = DEFAULT_RULEBOOK,
    *,
    workers: int | None = None,
) -> HouseEdges:
    """Exact house edges of some wagers, for many shoes at once.

    Parameters
    ----------
    shoes : integer array of shape (n_shoes, 10), (n_shoes, 13) or (n_shoes, 52)
        As for `line_ways`.
    wagers : str or sequence of Wager
        As for `line_ways`.
    rulebook : Rulebook or slug
        Who draws when.
    workers : int, optional
        Number of threads; all cores by default.

    Returns
    -------
    HouseEdges
        Whole numerators over one denominator per shoe; Python integers where 64 bits are not enough.

    Raises
    ------
    ShoeError
        A row is no shoe, or a wager looks closer at the cards than the shoes know or can be counted here.
    WagerError
        A wager pays a share of a jackpot.

    Examples
    --------
    >>> edges = house_edges([[128, *[32] * 9], [128, *[32] * 8, 31]], "main/banker")
    >>> edges.fraction(0, "main/banker")
    Fraction(114753351728, 10847218479825)
    >>> edges.pay_denominator, edges.approx.round(6).tolist()
    (20, [[0.010579], [0.010602]])
    """
    chosen = tuple(_wagers(wagers))
    for wager in chosen:
        require_known_pays(wager)
    read = ShoeArray.read(shoes)
    ways = many_shoes.line_ways(read, chosen, _rulebook(rulebook), workers=workers)
    return edges_of_ways(chosen, ways, read.sizes)


def edges_of_ways(wagers: Sequence[Wager], ways: Sequence[Ways], sizes: NDArray[Any]) -> HouseEdges:
    """Exact house edges of some wagers from the ways behind their lines, as `line_ways` gives them.

    Parameters
    ----------
    wagers : sequence of Wager
    ways : sequence of integer arrays of shape (n_shoes, n_lines)
        One per wager.
    sizes : integer array of shape (n_shoes,)
        Cards left in each shoe.
    """
    pay_denominator = lcm(*(line.pays.net.denominator for wager in wagers for line in wager.lines))
    # A numerator is a mean of pays times the denominator, so the largest pay bounds it.
    largest_pay = max([Fraction(1), *(abs(line.pays.net) for wager in wagers for line in wager.lines)])
    largest_total = perm(int(sizes.max(initial=0)), MOST_CARDS)
    dtype = np.int64 if largest_total * pay_denominator * largest_pay <= LARGEST_INT64 else object
    numerators: Ways = np.zeros((len(sizes), len(wagers)), dtype=dtype)
    for place, (wager, line_ways_of_wager) in enumerate(zip(wagers, ways, strict=True)):
        for line, behind in zip(wager.lines, line_ways_of_wager.T, strict=True):
            numerators[:, place] -= behind.astype(dtype) * int(line.pays.net * pay_denominator)
    denominators = total_ways(sizes, dtype) * pay_denominator
    return HouseEdges(tuple(wagers), numerators, denominators, pay_denominator)


def _rulebook(rulebook: Rulebook | str) -> Rulebook:
    return load_rulebook(rulebook) if isinstance(rulebook, str) else rulebook


def _wagers(wagers: str | Sequence[Wager]) -> Sequence[Wager]:
    return load_wagers(wagers) if isinstance(wagers, str) else wagers

"""Final totals under many rulebooks for one shoe: sequences are weighed once, and a rulebook is a mask.

The ways of all sequences of six point values are added up by what decides a coup: both two-card totals,
Banker's second card, and the fifth and sixth card.
A rulebook then only says which of those sums end where, so the next rulebook costs a few thousand additions.
Its counts are sums of whole numbers below N(N−1)…(N−5), which int64 holds for up to 1,450 cards; larger shoes
are counted in Python's integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.form_kernel import MOST_CARDS_INT64
from analyzer.game.rulebook import BANKER, DRAWS, OUTCOMES, PLAYER, TIE, Rulebook
from analyzer.game.shoe import Shoe

Ways = NDArray[Any]

TOTALS = range(10)
MOST_TABLES_KEPT = 16

_SUMS = np.add.outer(np.arange(10), np.arange(10)) % 10
_EACH = np.arange(10)[None, :]
_MISSING = np.subtract.outer(np.arange(10), np.arange(10)) % 10
"""By a final total and a two-card total the card that makes one of the other."""


@dataclass(frozen=True, eq=False)
class TotalWays:
    """Ways behind both final totals, and behind the outcomes.

    Attributes
    ----------
    joint : integer array of shape (10, 10)
        By Player's and by Banker's final total.
    outcomes : tuple of int
        Player, Banker and Tie.
    """

    joint: Ways
    outcomes: tuple[int, ...]


def total_ways(shoe: Shoe, rulebook: Rulebook) -> TotalWays:
    """Ways behind every pair of final totals.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        The shoe does not know the point values of this rulebook.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> ways = total_ways(Shoe.from_decks(8), load_rulebook("standard"))
    >>> ways.outcomes, int(ways.joint[7, 7])
    ((2230518282592256, 2292252566437888, 475627426473216), 101717538899968)
    """
    rulebook.require_playable()
    fixed = rulebook.player_first_card
    first = None if fixed is None else rulebook.card_values[fixed]
    return _table(shoe, rulebook.card_values, first).of(rulebook)


@lru_cache(maxsize=MOST_TABLES_KEPT)
def _table(shoe: Shoe, card_values: tuple[int, ...], first: int | None) -> _Table:
    counts = shoe.value_counts(card_values)
    kind = np.int64 if sum(counts) <= MOST_CARDS_INT64 else object
    stock = np.array(counts, dtype=kind)
    return _Table(stock, shoe.with_replacement, first)


class _Table:
    """Ways of the first four, five and six cards by what decides a coup.

    Axes are Player's two-card total, Banker's, Banker's second card, then the fifth and the sixth card.
    """

    def __init__(self, stock: Ways, with_replacement: bool, first: int | None) -> None:
        self.six = np.zeros((10,) * 5, dtype=stock.dtype)
        if first is None:
            for one in TOTALS:
                self.six += stock[one] * _behind_first(stock, with_replacement, [one], one)
        else:
            # Five cards come from the shoe, and a sixth that nobody looks at.
            last = stock.sum() if with_replacement else stock.sum() - 5
            self.six += last * _behind_first(stock, with_replacement, [], first)
        self.five = self.six.sum(axis=4)
        self.four = self.five.sum(axis=(2, 3))

    def of(self, rulebook: Rulebook) -> TotalWays:
        ends = np.array(
            [[rulebook.ends_at_once(player, banker) for banker in TOTALS] for player in TOTALS], dtype=bool
        )
        draws = np.array([rulebook.player_cell(total) == DRAWS for total in TOTALS])
        joint = np.where(ends, self.four, 0)
        four = np.where(ends | draws[:, None], 0, self.four)
        joint += self._player_stood(rulebook, four, ends | draws[:, None])
        joint += self._player_drew(rulebook, ~ends & draws[:, None])
        if joint.sum() != self.four.sum():
            raise ArithmeticError("ways were lost or counted twice")
        return TotalWays(joint, self._outcomes(rulebook, joint))

    def _player_stood(self, rulebook: Rulebook, four: Ways, elsewhere: NDArray[np.bool_]) -> Ways:
        banker = np.array([rulebook.banker_cell(total, None) == DRAWS for total in TOTALS])
        joint = np.where(banker, 0, four)
        fifth = np.where(elsewhere[:, :, None] | ~banker[None, :, None], 0, self.five.sum(axis=2))
        return np.asarray(joint + fifth[:, _EACH, _MISSING].sum(axis=2))

    def _player_drew(self, rulebook: Rulebook, reached: NDArray[np.bool_]) -> Ways:
        banker = reached[:, :, None, None] & banker_draws(rulebook)
        stands = np.where(reached[:, :, None, None] & ~banker, self.five, 0).sum(axis=2)
        draws = np.where(banker[..., None], self.six, 0).sum(axis=2)
        sixth = draws[_EACH, :, _MISSING].sum(axis=1)
        return np.asarray(stands[_EACH, :, _MISSING].sum(axis=1) + sixth[:, _EACH, _MISSING].sum(axis=2))

    def _outcomes(self, rulebook: Rulebook, joint: Ways) -> tuple[int, ...]:
        ways = dict.fromkeys(OUTCOMES, 0)
        for player in TOTALS:
            for banker in TOTALS:
                winner = PLAYER if player > banker else BANKER if banker > player else TIE
                ways[winner] += int(joint[player, banker])
        for player, banker in ((8, 9), (9, 8)):
            # Both hands stand on naturals, so the only question is how the two are settled.
            settled = rulebook.outcome(player, banker, 2, 2)
            usual = PLAYER if player > banker else BANKER
            moved = int(self.four[player, banker])
            ways[usual] -= moved
            ways[settled] += moved
        return tuple(ways[outcome] for outcome in OUTCOMES)


def banker_draws(rulebook: Rulebook) -> NDArray[np.bool_]:
    """Whether Banker draws after Player drew.

    Returns
    -------
    array of shape (10, 10, 10, 10)
        By Player's two-card total, Banker's, Banker's second card and Player's third card.
    """
    cells = np.array(
        [[rulebook.banker_cell(total, key) == DRAWS for key in TOTALS] for total in TOTALS], dtype=bool
    )
    player, banker, second, third = np.indices((10,) * 4)
    return np.asarray(cells[banker, rulebook.key(third, _SUMS[player, third], second)])


def _behind_first(stock: Ways, with_replacement: bool, dealt: list[int], first: int) -> Ways:
    """Ways of the five cards after Player's first one, by the axes of a table.

    `dealt` holds that card if it came from the shoe.
    """
    player, banker, second, fifth, sixth = np.ogrid[:10, :10, :10, :10, :10]
    listed: list[Any] = [(player - first) % 10, (banker - second) % 10, second, fifth, sixth]
    before: list[Any] = list(dealt)
    ways: Any = 1
    for value in listed:
        left = stock[value]
        if not with_replacement:
            for other in before:
                left = left - (value == other)
        ways = ways * left
        before.append(value)
    return np.asarray(ways)

"""Counted coups against the exact law: chi-square, the exact multinomial test, z and intervals.

The chi-square statistic is an exact fraction, and its p-value is right to every digit that is asked for.
For few coups the multinomial test needs no approximation: it adds up the chances of everything that is no
more likely than what was counted, in whole numbers.
Both take the coups for independent, which they are if each comes from a fresh shoe.

References
----------
E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
Statistical Association 22 (1927): the intervals.
W. G. Cochran, Some methods for strengthening the common χ² tests, Biometrics 10 (1954): cells with small
expectations are pooled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import comb, gcd

from analyzer.deal.totals import TOTALS, TotalWays
from analyzer.errors import NumberError
from analyzer.game.rulebook import OUTCOMES
from analyzer.study.binomial import MOST_ROUNDS, Band, hits_band
from analyzer.study.precision.enclosure import Real
from analyzer.study.precision.tails import chi_square_tail, two_sided
from analyzer.study.volatility import NORMAL_QUANTILES

LEVELS = (95, 99)
"""Confidence of the verdicts and intervals, in percent."""

MOST_EXACT = 300
"""Coups up to which the multinomial test is made."""

LEAST_EXPECTED = 5
"""Cells of a chi-square test that expect less are pooled."""

AGREES, UNLIKELY, DIFFERS, IMPOSSIBLE = VERDICTS = ("agrees", "unlikely", "differs", "impossible")
"""A verdict is unlikely where 95% confidence is exceeded but not 99%, and differs where 99% is."""


@dataclass(frozen=True)
class Counts:
    """Counted coups.

    Attributes
    ----------
    outcomes : tuple of 3 int
        Player, Banker and Tie.
    joint : tuple of 10 tuples of 10 int, or None
        By Player's and by Banker's final total, if those were counted.
    by_totals : bool
        Whether the outcomes were read off the totals, of which the higher one wins: nobody sees there how the
        rules settle two naturals.

    Raises
    ------
    NumberError
        There are no coups, or more than 1,000,000,000.
    """

    outcomes: tuple[int, ...]
    joint: tuple[tuple[int, ...], ...] | None = None
    by_totals: bool = False

    def __post_init__(self) -> None:
        if self.coups == 0:
            raise NumberError("no coups are counted, so there is nothing to check", mend="count at least one")
        if self.coups > MOST_ROUNDS:
            raise NumberError(f"{self.coups} coups are too many", mend=f"give at most {MOST_ROUNDS:,}")

    @classmethod
    def of_joint(cls, joint: Sequence[Sequence[int]]) -> Counts:
        """Coups counted by both final totals; the higher one wins.

        Examples
        --------
        >>> counted = [[0] * 10 for _ in range(10)]
        >>> counted[7][6] = 3
        >>> Counts.of_joint(counted).outcomes
        (3, 0, 0)
        """
        return cls(_higher_wins(joint), tuple(map(tuple, joint)), by_totals=True)

    def law(self, ways: TotalWays) -> tuple[int, ...]:
        """Ways of Player, Banker and Tie as these outcomes were counted."""
        return _higher_wins(ways.joint.tolist()) if self.by_totals else ways.outcomes

    @cached_property
    def coups(self) -> int:
        """Number of coups."""
        return sum(self.outcomes)


def _higher_wins(joint: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Player, Banker and Tie of what is told apart by both totals."""
    outcomes = [0, 0, 0]
    for player in TOTALS:
        for banker in TOTALS:
            outcomes[0 if player > banker else 1 if banker > player else 2] += joint[player][banker]
    return tuple(outcomes)


@dataclass(frozen=True)
class CellTest:
    """How often something was counted, beside its probability.

    Attributes
    ----------
    name : str
    observed : int
    coups : int
    probability : Fraction
    """

    name: str
    observed: int
    coups: int
    probability: Fraction

    @property
    def share(self) -> Fraction:
        """Its part of all coups."""
        return Fraction(self.observed, self.coups)

    @property
    def expected(self) -> Fraction:
        """How often it is expected."""
        return self.coups * self.probability

    @property
    def z_square(self) -> Fraction | None:
        """Square of the distance in standard deviations; None where it is certain or cannot happen."""
        variance = self.expected * (1 - self.probability)
        return (self.observed - self.expected) ** 2 / variance if variance else None

    @property
    def is_below(self) -> bool:
        """Whether it was counted less often than expected."""
        return self.observed < self.expected

    @property
    def p_value(self) -> Real | None:
        """Chance of being at least as far away on either side, from the normal curve."""
        return None if self.z_square is None else two_sided(self.z_square)

    def interval(self, level: int) -> tuple[Fraction, Fraction]:
        """Wilson's interval of the probability: its middle, and the square of half its width.

        Examples
        --------
        >>> middle, square = CellTest("tie", 10, 100, Fraction(1, 10)).interval(95)
        >>> from analyzer.exact import root_sum_text
        >>> root_sum_text(middle, square, negative=True, digits=6), root_sum_text(middle, square, digits=6)
        ('0.055229', '0.174366')
        """
        z_square = NORMAL_QUANTILES[level] ** 2
        whole = 1 + z_square / self.coups
        middle = (self.share + z_square / (2 * self.coups)) / whole
        inside = self.share * (1 - self.share) / self.coups + z_square / (4 * self.coups**2)
        return middle, z_square * inside / whole**2

    def band(self, level: int) -> Band:
        """The exact central band of how often it is counted."""
        return hits_band(self.coups, self.probability, Fraction(level, 100))


@dataclass(frozen=True)
class ChiSquare:
    """Pearson's test.

    Attributes
    ----------
    statistic : Fraction or None
        None where something was counted that cannot happen.
    cells : int
        Number of cells after pooling.
    pooled : int
        Number of cells that went together into one.
    """

    statistic: Fraction | None
    cells: int
    pooled: int = 0

    @property
    def degrees(self) -> int:
        """Degrees of freedom."""
        return self.cells - 1

    @cached_property
    def p_value(self) -> Real | None:
        """Chance of at least such a statistic; None where there is one cell only, or it is not defined."""
        if self.statistic is None or self.degrees == 0:
            return None
        return chi_square_tail(self.statistic, self.degrees)


def chi_square(observed: Sequence[int], ways: Sequence[int], *, pool: bool = False) -> ChiSquare:
    """Pearson's test of counts against ways.

    Parameters
    ----------
    observed, ways : sequence of int
    pool : bool, optional
        Whether cells that expect less than 5 go together into one, with larger ones if it needs them.

    Examples
    --------
    >>> chi_square([10, 20, 30], [1, 1, 1]).statistic
    Fraction(10, 1)
    >>> chi_square([5, 94, 1], [4, 95, 1], pool=True)
    ChiSquare(statistic=Fraction(4, 19), cells=2, pooled=2)
    """
    coups, total = sum(observed), sum(ways)
    if any(count and not behind for count, behind in zip(observed, ways, strict=True)):
        return ChiSquare(None, sum(map(bool, ways)))
    cells = sorted(((behind, count) for count, behind in zip(observed, ways, strict=True) if behind))
    pooled = _pooled_cells(cells, coups, total) if pool else 0
    if pooled > 1:
        together = cells[:pooled]
        cells = [(sum(way for way, _ in together), sum(count for _, count in together)), *cells[pooled:]]
    # Σ (o − e)²/e = Σ o²/e − n, and all e = n·w/W have the denominator W in common.
    squares = sum((Fraction(count * count, behind) for behind, count in cells), Fraction(0))
    return ChiSquare(squares * total / coups - coups, len(cells), pooled if pooled > 1 else 0)


def _pooled_cells(cells: list[tuple[int, int]], coups: int, total: int) -> int:
    """How many of the smallest cells go together."""
    added = 0
    for place, (behind, _) in enumerate(cells):
        alone_is_enough = behind * coups >= LEAST_EXPECTED * total
        if alone_is_enough and (place == 0 or added * coups >= LEAST_EXPECTED * total):
            return place
        added += behind
    return len(cells)


def exact_multinomial(observed: Sequence[int], ways: Sequence[int]) -> Fraction:
    """Chance of everything that is no more likely than what was counted, for three outcomes.

    Parameters
    ----------
    observed : sequence of 3 int
    ways : sequence of 3 int

    Examples
    --------
    >>> exact_multinomial([2, 0, 0], [1, 1, 2])
    Fraction(1, 8)
    """
    coups = sum(observed)
    divisor = gcd(*ways)
    # The likeliest outcome comes last, so that its ways can be divided by.
    (first, seen), (second, also_seen), (last, _) = sorted(
        (behind // divisor, count) for behind, count in zip(ways, observed, strict=True)
    )

    def of_row(one: int) -> Iterator[int]:
        """Likelihoods of so many of the first outcome and more and more of the second, as whole numbers."""
        chance = comb(coups, one) * first**one * last ** (coups - one)
        for two in range(coups - one + 1):
            yield chance
            chance = chance * (second * (coups - one - two)) // (last * (two + 1))

    limit = next(islice(of_row(seen), also_seen, None))
    unlikely = sum(chance for one in range(coups + 1) for chance in of_row(one) if chance <= limit)
    return Fraction(unlikely, (sum(ways) // divisor) ** coups)


@dataclass(frozen=True)
class CountsTest:
    """Counts beside the law of one rulebook and shoe.

    Attributes
    ----------
    counts : Counts
    ways : TotalWays
    cells : tuple of CellTest
        Player, Banker and Tie.
    outcomes : ChiSquare
    exact : Fraction or None
        p-value of the exact multinomial test; None for many coups.
    joint : ChiSquare or None
        Of both final totals.
    """

    counts: Counts
    ways: TotalWays
    cells: tuple[CellTest, ...]
    outcomes: ChiSquare
    exact: Fraction | None
    joint: ChiSquare | None

    @property
    def tests(self) -> int:
        """Number of tests on which the verdict rests."""
        return 1 if self.joint is None else 2

    @cached_property
    def p_values(self) -> tuple[Real, ...]:
        """p-values on which the verdict rests: the exact one, where there is one, before chi-square."""
        outcomes = self.outcomes.p_value if self.exact is None else Real.of(self.exact, is_chance=True)
        joint = None if self.joint is None else self.joint.p_value
        return tuple(found for found in (outcomes, joint) if found is not None)

    @cached_property
    def verdict(self) -> str:
        """agrees, unlikely, differs or impossible.

        Where two tests are made, each has half of what a level leaves.
        """
        made = [self.outcomes, *([] if self.joint is None else [self.joint])]
        if any(test.statistic is None for test in made):
            return IMPOSSIBLE
        for level, verdict in ((99, DIFFERS), (95, UNLIKELY)):
            limit = Fraction(100 - level, 100 * self.tests)
            if any(p_value.is_below(limit) for p_value in self.p_values):
                return verdict
        return AGREES


def compare_counts(counts: Counts, ways: TotalWays) -> CountsTest:
    """Counts beside the law of one rulebook and shoe.

    Examples
    --------
    >>> from analyzer.deal.totals import total_ways
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> law = total_ways(Shoe.from_decks(8), load_rulebook())
    >>> found = compare_counts(Counts((44310, 46102, 9588)), law)
    >>> found.outcomes.p_value.text(6), found.verdict
    ('0.132032', 'agrees')
    """
    law = counts.law(ways)
    total = sum(law)
    cells = tuple(
        CellTest(name, observed, counts.coups, Fraction(behind, total))
        for name, observed, behind in zip(OUTCOMES, counts.outcomes, law, strict=True)
    )
    few = counts.coups <= MOST_EXACT
    exact = exact_multinomial(counts.outcomes, law) if few else None
    return CountsTest(counts, ways, cells, chi_square(counts.outcomes, law), exact, joint_test(counts, ways))


def joint_test(counts: Counts, ways: TotalWays) -> ChiSquare | None:
    """Chi-square of both final totals, with small cells pooled; None where they were not counted."""
    if counts.joint is None:
        return None
    listed = [count for row in counts.joint for count in row]
    return chi_square(listed, [int(behind) for behind in ways.joint.ravel()], pool=True)

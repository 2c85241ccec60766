"""How far results stray from what is expected: volatility index, bands of the return, hits of every line.

A band of the return to player over N rounds is the return plus or minus z·SD/√N, from the normal curve.
Where a win is rare and large that curve is a rough guide: skewness γ moves a limit by about γ(z² − 1)/(6√N)
standard deviations of the mean (Cornish and Fisher, 1938).
A band is called rough where that is more than 1/50, and the exact binomial band stands beside every one.

References
----------
UK Gambling Commission, live return to player performance monitoring: volatility as a standard deviation, and
a tolerance derived from it and the volume of play.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analyzer.study.binomial import Band, hits_band
from analyzer.wager.law import Law

NORMAL_QUANTILES = {
    90: Fraction("1.644853627"),
    95: Fraction("1.959963985"),
    99: Fraction("2.575829304"),
}
"""Half-widths of the central part of the normal curve, in standard deviations, by its percentage.

They are right to nine decimals; laboratories print 1.645, 1.96 and 2.576 for them, which moves a volatility
index by up to one in its fourth decimal.
"""

ROUNDS = (10**4, 10**6, 10**7)
BAND_LEVELS = (95, 99)
ROUGH_SHIFT = Fraction(1, 50)


@dataclass(frozen=True)
class ReturnBand:
    """Where the return to player lies after so many rounds with one unit staked in each.

    Attributes
    ----------
    rounds : int
    level : int
        In percent.
    half_width_square : Fraction
        Square of half the width of the normal band.
    is_rough : bool
        Whether skewness makes the normal band a rough guide.
    hits : Band
        Exact binomial band of the number of winning bets.
    returns : tuple of Fraction, or None
        The return at both ends of that band, if the bet has one win and one loss and nothing else.
    """

    rounds: int
    level: int
    half_width_square: Fraction
    is_rough: bool
    hits: Band
    returns: tuple[Fraction, Fraction] | None


@dataclass(frozen=True)
class LineHits:
    """How often a line pays in so many rounds: expected, and the exact 95% band."""

    rounds: int
    expected: Fraction
    band: Band


def volatility_index_square(law: Law, level: int) -> Fraction:
    """Square of the volatility index, the half-width of a band for a single round.

    Examples
    --------
    >>> from analyzer.exact import square_root_text
    >>> from analyzer.wager.law import LawLine
    >>> from analyzer.wager.odds import Pay
    >>> lines = LawLine("pair", Pay.parse("11 to 1"), 31), LawLine("otherwise", Pay.parse("lose"), 384)
    >>> square_root_text(volatility_index_square(Law(lines, total_ways=415), 90), 4)
    '5.1893'
    """
    return NORMAL_QUANTILES[level] ** 2 * law.variance


def normal_is_rough(law: Law, level: int, rounds: int) -> bool:
    """Whether skewness moves the limits of the normal band by more than 1/50 of its standard deviation."""
    skewness_square = law.skewness_square
    if skewness_square is None:
        return False
    shift = (NORMAL_QUANTILES[level] ** 2 - 1) / 6
    return skewness_square * shift**2 / rounds > ROUGH_SHIFT**2


def return_band(law: Law, level: int, rounds: int) -> ReturnBand:
    """The normal band of the return, and the exact one of the hits behind it.

    Examples
    --------
    >>> from analyzer.wager.law import LawLine
    >>> from analyzer.wager.odds import Pay
    >>> lines = LawLine("seven", Pay.parse("40 to 1"), 1), LawLine("otherwise", Pay.parse("lose"), 43)
    >>> band = return_band(Law(lines, total_ways=44), 95, 10_000)
    >>> band.is_rough, band.hits, band.returns
    (True, Band(low=199, high=257), (Fraction(8159, 10000), Fraction(10537, 10000)))
    """
    hits = hits_band(rounds, law.hit_frequency, Fraction(level, 100))
    return ReturnBand(
        rounds,
        level,
        NORMAL_QUANTILES[level] ** 2 * law.variance / rounds,
        normal_is_rough(law, level, rounds),
        hits,
        _returns(law, hits, rounds),
    )


def _returns(law: Law, hits: Band, rounds: int) -> tuple[Fraction, Fraction] | None:
    nets = [net for net, _ in law.distribution]
    if len(nets) != 2 or not nets[1] <= 0 < nets[0]:
        return None
    low, high = (1 + (nets[0] * won + nets[1] * (rounds - won)) / rounds for won in hits)
    return low, high


def line_hits(probability: Fraction, rounds: int) -> LineHits:
    """How often something of a probability happens in so many rounds.

    Examples
    --------
    >>> line_hits(Fraction(1, 1_000), 10_000)
    LineHits(rounds=10000, expected=Fraction(10, 1), band=Band(low=4, high=17))
    """
    return LineHits(rounds, probability * rounds, hits_band(rounds, probability, Fraction(95, 100)))

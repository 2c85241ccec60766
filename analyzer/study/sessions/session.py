"""A session: what a bettor has won or lost after so many rounds with the same stake on the same wager.

Rounds are taken as independent, each dealt from the shoe that is given.
In a real shoe they are not quite, because the cards of one round are missing in the next; how many rounds a
shoe gives, and how they hang together, is not asked here.

The net result is a sum of independent net wins, which all lie on a lattice: the least of them plus whole
numbers of steps, a step being the greatest amount of which all differences are multiples.
Its distribution is worked out on that lattice, exactly for few rounds and with a known error for many
(`analyzer.study.precision.fixed_point`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from analyzer.errors import WagerError
from analyzer.exact import fraction_text
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import Unanswerable, analyze
from analyzer.study.binomial import Band, hits_band
from analyzer.study.precision.fixed_point import Masses, Number, Progress, Steps, sum_of_rounds
from analyzer.study.sessions.ruin import Ruin, study_ruin
from analyzer.wager.jackpot import require_known_pays
from analyzer.wager.law import Law
from analyzer.wager.wager import Wager

SHARES = tuple(Fraction(percent, 100) for percent in (1, 5, 10, 25, 50, 75, 90, 95, 99))
BAND_LEVELS = (90, 95, 99)
MULTIPLES = (1, 2, 3)
"""Amounts that are looked at if none are given, in standard deviations of the result."""


@dataclass(frozen=True)
class NetResult:
    """The distribution of a net result on its lattice.

    Attributes
    ----------
    masses : Masses
        Probabilities of whole numbers of steps.
    least : Fraction
        The net result of no step.
    step : Fraction
    """

    masses: Masses
    least: Fraction
    step: Fraction

    def at_least(self, amount: Fraction) -> Number:
        """Probability of a net result of at least an amount."""
        return self.masses.at_least(ceil((amount - self.least) / self.step))

    def at_most(self, amount: Fraction) -> Number:
        """Probability of a net result of at most an amount."""
        return self.masses.at_most(floor((amount - self.least) / self.step))

    def within(self, low: Fraction, high: Fraction) -> Number:
        """Probability of a net result from one amount to another."""
        steps = ceil((low - self.least) / self.step), floor((high - self.least) / self.step)
        return self.masses.within(*steps)

    def quantile(self, share: Fraction) -> tuple[Fraction, Fraction]:
        """The smallest result that is not exceeded with at least a probability, as in `Masses.quantile`."""
        early, late = self.masses.quantile(share)
        return self._amount(early), self._amount(late)

    def results(self) -> list[tuple[Fraction, Number]]:
        """All results with a probability that is kept, the least first."""
        masses = self.masses
        return [
            (self._amount(value), masses.number(units))
            for value, units in enumerate(masses.units, masses.first)
            if units
        ]

    def _amount(self, value: int) -> Fraction:
        return self.least + self.step * value


@dataclass(frozen=True)
class AmountChance:
    """How likely it is to win or to lose at least an amount, and to stay within it."""

    amount: Fraction
    win_at_least: Number
    lose_at_least: Number
    within: Number


@dataclass(frozen=True)
class WagerSession:
    """A session with one wager.

    Attributes
    ----------
    law : Law
        Of one round, per unit staked.
    stake : Fraction
    net : NetResult
        What is won or lost in all.
    wins : Masses
        Of the number of rounds won.
    wins_band : Band
        Exact 95% band of that number.
    chances : tuple of AmountChance
    exact_wins : dict of int to Number
        Probability of some exact numbers of rounds won.
    ruin : Ruin or None
        What becomes of a bankroll, if one is given.
    """

    wager: Wager
    law: Law
    rounds: int
    stake: Fraction
    net: NetResult
    wins: Masses
    wins_band: Band
    chances: tuple[AmountChance, ...]
    exact_wins: Mapping[int, Number]
    ruin: Ruin | None

    @property
    def ahead(self) -> Number:
        """Probability of a net win."""
        return self.net.at_least(
            self.net.step * (floor(-self.net.least / self.net.step) + 1) + self.net.least
        )

    @property
    def even(self) -> Number:
        """Probability of a net result of nothing."""
        return self.net.within(Fraction(0), Fraction(0))

    @property
    def behind(self) -> Number:
        """Probability of a net loss."""
        return self.net.at_most(self.net.step * (ceil(-self.net.least / self.net.step) - 1) + self.net.least)

    @property
    def mean(self) -> Fraction:
        """Expected net result."""
        return self.law.expected_net * self.rounds * self.stake

    @property
    def variance(self) -> Fraction:
        """Variance of the net result."""
        return self.law.variance * self.rounds * self.stake**2

    @property
    def best(self) -> Fraction:
        """The most that can be won."""
        return self.law.distribution[0][0] * self.rounds * self.stake

    @property
    def worst(self) -> Fraction:
        """The most that can be lost, as a net result."""
        return self.law.distribution[-1][0] * self.rounds * self.stake

    @property
    def error(self) -> Fraction:
        """The most by which any probability of a net result or a number of wins is too small."""
        return max(self.net.masses.error, self.wins.error)

    @property
    def is_exact(self) -> bool:
        """Whether all probabilities are exact."""
        return not self.error and (self.ruin is None or self.ruin.is_exact)

    def quantiles(self) -> list[tuple[Fraction, tuple[Fraction, Fraction]]]:
        """One-sided quantiles of the net result."""
        return [(share, self.net.quantile(share)) for share in SHARES]

    def bands(self) -> list[tuple[int, tuple[Fraction, Fraction], tuple[Fraction, Fraction]]]:
        """Central bands: less than the lower end, and more than the upper one, come with at most half each.

        Returns
        -------
        list of tuple
            Level in percent, and both ends.
        """
        found = []
        for level in BAND_LEVELS:
            outside = (1 - Fraction(level, 100)) / 2
            found.append((level, self.net.quantile(outside), self.net.quantile(1 - outside)))
        return found


@dataclass(frozen=True)
class SessionStudy:
    """Sessions with some wagers.

    Attributes
    ----------
    wagers : tuple of WagerSession
    unanswerable : tuple of Unanswerable
        Wagers that the shoe cannot answer.
    """

    shoe: Shoe
    rulebook: Rulebook
    rounds: int
    stake: Fraction
    digits: int
    wagers: tuple[WagerSession, ...]
    unanswerable: tuple[Unanswerable, ...]


def study_session(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    rounds: int,
    *,
    stake: Fraction = Fraction(1),
    digits: int = 10,
    amounts: Sequence[Fraction] = (),
    wins: Sequence[int] = (),
    bankroll: Fraction | None = None,
    target: Fraction | None = None,
    required: Sequence[str] = (),
    progress: Progress | None = None,
) -> SessionStudy:
    """What comes of independent rounds with the same stake on the same wager, for some wagers.

    Parameters
    ----------
    shoe : Shoe
        From which every round is dealt.
    rulebook : Rulebook
    wagers : sequence of Wager
    rounds : int
    stake : Fraction, optional
    digits : int, optional
        Digits after the point to which probabilities are wanted where they are not exact.
    amounts : sequence of Fraction, optional
        To win or lose at least so much; if not given, one, two and three standard deviations.
    wins : sequence of int, optional
        Numbers of rounds won whose probability is wanted.
    bankroll, target : Fraction, optional
        With what the bettor begins, and at what he stops.
    required : sequence of str, optional
        Slugs of wagers that must be answered.
    progress : callable, optional
        Called with the number of rounds that are done, of all wagers together.

    Raises
    ------
    NumberError
        There are too few or too many rounds, or a quantile cannot be told.
    RulebookError, ShoeError
        The rules cannot be played, or a required wager asks for more than the shoe knows.
    WagerError
        A wager pays a jackpot whose size is open, or a stake, an amount or a bankroll cannot be.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = study_session(Shoe.infinite(), load_rulebook(), load_wagers("main/tie"), 2)
    >>> [tie] = study.wagers
    >>> tie.net.results()[0], tie.ahead == 1 - tie.behind, tie.worst, tie.best
    ((Fraction(-2, 1), Fraction(19063772299264, 23298085122481)), True, Fraction(-2, 1), Fraction(16, 1))
    """
    if stake <= 0:
        raise WagerError(f"a stake of {fraction_text(stake)} cannot be", mend="give an amount above 0")
    for amount in amounts:
        if amount < 0:
            raise WagerError(
                f"{fraction_text(amount)} is no amount to win or to lose", mend="give amounts from 0 up"
            )
    _check_before_counting(wagers)
    analysis = analyze(shoe, rulebook, wagers, required=required)
    sessions: list[WagerSession] = []
    for slug, law in analysis.laws.items():
        wager = next(wager for wager in wagers if wager.slug == slug)
        before = len(sessions) * rounds_to_report(rounds, 1, bankroll)
        reported = None if progress is None else _after(progress, before)
        sessions.append(
            _session(wager, law, rounds, stake, digits, amounts, wins, bankroll, target, reported)
        )
    return SessionStudy(shoe, rulebook, rounds, stake, digits, tuple(sessions), analysis.unanswerable)


def rounds_to_report(rounds: int, wagers: int, bankroll: Fraction | None) -> int:
    """The number of rounds that progress counts up to: a bankroll is carried through them once more."""
    return rounds * wagers * (1 if bankroll is None else 2)


def _after(progress: Progress, done: int) -> Progress:
    return lambda rounds: progress(done + rounds)


def _check_before_counting(wagers: Sequence[Wager]) -> None:
    if not wagers:
        raise WagerError("no wager is named")
    for wager in wagers:
        require_known_pays(wager)


def _session(
    wager: Wager,
    law: Law,
    rounds: int,
    stake: Fraction,
    digits: int,
    amounts: Sequence[Fraction],
    wins: Sequence[int],
    bankroll: Fraction | None,
    target: Fraction | None,
    progress: Progress | None,
) -> WagerSession:
    ruin = None
    if bankroll is not None:
        in_stakes = None if target is None else target / stake
        ruin = study_ruin(law, rounds, bankroll / stake, in_stakes, digits, progress)
        progress = None if progress is None else _after(progress, rounds)
    net = net_result(law, rounds, stake, digits, progress)
    won = wins_of(law, rounds, digits)
    chances = [
        AmountChance(amount, net.at_least(amount), net.at_most(-amount), net.within(-amount, amount))
        for amount in amounts or _usual_amounts(law.variance * rounds, stake)
    ]
    return WagerSession(
        wager,
        law,
        rounds,
        stake,
        net,
        won,
        hits_band(rounds, law.hit_frequency, Fraction(95, 100)),
        tuple(chances),
        {number: won.at(number) for number in wins},
        ruin,
    )


def _usual_amounts(variance: Fraction, stake: Fraction) -> list[Fraction]:
    """Whole multiples of the stake nearest above one, two and three standard deviations."""
    from math import isqrt

    stakes = (isqrt(floor(multiple**2 * variance)) + 1 for multiple in MULTIPLES)
    return [stake * number for number in dict.fromkeys(stakes)]


def net_result(
    law: Law, rounds: int, stake: Fraction, digits: int, progress: Progress | None = None
) -> NetResult:
    """The distribution of the net result of independent rounds.

    Examples
    --------
    >>> from analyzer.wager.law import LawLine
    >>> from analyzer.wager.odds import Pay
    >>> lines = LawLine("win", Pay.parse("19 to 20"), 1), LawLine("otherwise", Pay.parse("lose"), 1)
    >>> net = net_result(Law(lines, total_ways=2), 2, Fraction(1), 10)
    >>> net.step, net.at_least(Fraction(0)), net.quantile(Fraction(1, 2))
    (Fraction(39, 20), Fraction(1, 4), (Fraction(-1, 20), Fraction(-1, 20)))
    """
    least = law.distribution[-1][0]
    step = common_step([net - least for net, _ in law.distribution])
    ways = {int((net - least) / step): ways for net, ways in law.distribution}
    masses = sum_of_rounds(_reduced(ways), rounds, digits, progress)
    return NetResult(masses, least * rounds * stake, step * stake)


def wins_of(law: Law, rounds: int, digits: int) -> Masses:
    """The distribution of the number of rounds won."""
    won = sum(ways for net, ways in law.distribution if net > 0)
    counted = {1: won, 0: law.total_ways - won}
    return sum_of_rounds(_reduced({value: ways for value, ways in counted.items() if ways}), rounds, digits)


def common_step(amounts: Sequence[Fraction]) -> Fraction:
    """The greatest amount of which all are whole multiples, or 1 if all are zero.

    Examples
    --------
    >>> common_step([Fraction("1.95"), Fraction(1)])
    Fraction(1, 20)
    """
    bottom = lcm(*(amount.denominator for amount in amounts))
    top = gcd(*(int(amount * bottom) for amount in amounts))
    return Fraction(top, bottom) if top else Fraction(1)


def _reduced(ways: Mapping[int, int]) -> Steps:
    """The same probabilities in the smallest whole numbers."""
    common = gcd(*ways.values())
    reduced = {value: behind // common for value, behind in ways.items()}
    return Steps(reduced, sum(reduced.values()))

"""How long streaks get in many coups, and how many there are.

A coup is a *hit* if it makes a streak longer, an *end* if it ends it, and a *pause* if it does neither.
Coups are independent.

For few coups everything is counted exactly, coup by coup, by the length of the streak that is going on.
For many coups without pauses let a(m) be the probability that coup m is an end and no streak of k coups came
before it; coup 0 counts as an end.
With the chance s of a hit and f of an end, the streak that ended there had some length l below k:

    a(m) = Σ f·sˡ·a(m-1-l),  0 ≤ l < k.

Cutting the coups after coup m at the ends before and after the cut doubles their number:

    a(m+n) = Σ a(m-i)·f·s^(i+j-1)·a(n-j),  0 ≤ i, 1 ≤ j ≤ k-i.

All terms are positive, so the sums are worked out twice in fixed point, always rounded down and always
rounded up, and the truth lies between.
If there are pauses, the number of the other coups is binomial, and the answer is the mean over it; what the
binomial probabilities lack (`precision.fixed_point`) is added to the upper bound, as if no streak came
there.

References
----------
A. de Moivre, The Doctrine of Chances (2nd edition, 1738), problem LXXXVIII, on runs of a given length;
W. Feller, An Introduction to Probability Theory and Its Applications, volume 1 (3rd edition, 1968), chapter
XIII.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, gcd
from operator import mul

from analyzer.errors import NumberError
from analyzer.exact import Between
from analyzer.study.precision.fixed_point import (
    MOST_EXACT_ROUNDS,
    SPARE_DIGITS,
    Masses,
    Number,
    Steps,
    are_few,
    sum_of_rounds,
)

MOST_LENGTH = 150
"""Of many coups, longer streaks are not listed: the work grows with the third power of the longest."""

MOST_GROWTH = 4
"""Errors may grow by e^4, which is less than two digits."""


@dataclass(frozen=True)
class Chances:
    """Ways of one coup to make a streak longer, to end it, or neither.

    Attributes
    ----------
    hit, end, pause : int
        Not all coups are pauses.

    Examples
    --------
    >>> Chances.reduced(46, 46, 8), Chances(1, 1, 1).next_hit
    (Chances(hit=23, end=23, pause=4), Fraction(1, 2))
    """

    hit: int
    end: int
    pause: int

    @classmethod
    def reduced(cls, hit: int, end: int, pause: int) -> Chances:
        """The same chances in the smallest whole numbers."""
        common = gcd(hit, end, pause)
        return cls(hit // common, end // common, pause // common)

    @property
    def total_ways(self) -> int:
        """Sum of all."""
        return self.hit + self.end + self.pause

    @property
    def next_hit(self) -> Fraction:
        """Chance that the next coup that is no pause makes the streak longer."""
        return Fraction(self.hit, self.hit + self.end)

    @property
    def pausing(self) -> Fraction:
        """Chance of a pause."""
        return Fraction(self.pause, self.total_ways)


@dataclass(frozen=True)
class LengthChance:
    """One length of a streak.

    Attributes
    ----------
    length : int
    longest : Number
        Probability that the longest streak has exactly this length.
    at_least : Number
        Probability that a streak of this length, or a longer one, comes at all.
    expected : Number or None
        Expected number of streaks of this length or longer; None for length 0.
    """

    length: int
    longest: Number
    at_least: Number
    expected: Number | None


class Streaks:
    """Streaks in a number of coups.

    Parameters
    ----------
    chances : Chances
    rounds : int
        Number of coups, pauses among them.
    digits : int
        Digits after the point to which probabilities are wanted where they are not exact.

    Examples
    --------
    >>> [str(length.longest) for length in Streaks(Chances(1, 1, 0), 3, 10).lengths()]
    ['1/8', '1/2', '1/4', '1/8']
    >>> Streaks(Chances(1, 1, 0), 1_000_000, 12).of_length(20).at_least.text(digits=12)
    '0.379253961389'
    """

    def __init__(self, chances: Chances, rounds: int, digits: int) -> None:
        self.chances = chances
        self.rounds = rounds
        self.digits = digits
        self.is_exact = are_few(rounds, chances.total_ways)
        self._found: dict[int, Number] = {}
        self._acting: Masses | None = None

    def lengths(self) -> list[LengthChance]:
        """Lengths of the longest streak that are likely enough to be seen in the digits wanted.

        If they are not exact, the first is the longest one that is reached for certain to all digits wanted.

        Raises
        ------
        NumberError
            Streaks get too long to be listed.
        """
        seen = Fraction(1, 10**self.digits)
        first = 0
        if not self.is_exact:
            self._check_lengths(seen)
            first = self._expected_often()
        while first and _high(self.none_of(first)) >= seen:
            first -= 1
        found = []
        for length in range(first, self.rounds + 1):
            found.append(self.of_length(length))
            if _low(found[-1].at_least) < seen:
                break
        return found

    def _check_lengths(self, seen: Fraction) -> None:
        """Refuse sides that hardly ever fail to win."""
        length = min(MOST_LENGTH, self.rounds)
        if self.rounds * self.chances.next_hit**length >= seen:
            raise NumberError(
                f"among {self.rounds} coups streaks of more than {MOST_LENGTH} can be seen, too long to list",
                mend=f"give at most {MOST_EXACT_ROUNDS} coups, or fewer digits",
            )

    def _expected_often(self) -> int:
        """The longest length of which so many are expected that a row without any would not be seen."""
        acting = self.rounds * (1 - self.chances.pausing)
        hit = self.chances.next_hit
        length = 0
        while length < self.rounds and acting * (1 - hit) * hit ** (length + 1) > 3 * self.digits:
            length += 1
        return length

    def of_length(self, length: int) -> LengthChance:
        """What there is to know about one length."""
        shorter, not_longer = self.none_of(length), self.none_of(length + 1)
        expected = self.expected(length) if length else None
        return LengthChance(length, _difference(not_longer, shorter), _complement(shorter), expected)

    def none_of(self, length: int) -> Number:
        """Probability that no streak of a length comes."""
        if length not in self._found:
            self._found[length] = self._none_of(length)
        return self._found[length]

    def _none_of(self, length: int) -> Number:
        if length == 0:
            return Fraction(0)
        if length > self.rounds or not self.chances.hit:
            return Fraction(1)
        if self.is_exact:
            return none_exactly(self.chances, self.rounds, length)
        acting = self._acting_coups()
        low, high = mean_of_none(self.chances.next_hit, length, acting, self._scale)
        return Between(low, min(high + acting.error, Fraction(1)))

    @property
    def _scale(self) -> int:
        return int(10 ** (self.digits + SPARE_DIGITS + 2 * len(str(self.rounds))))

    def _acting_coups(self) -> Masses:
        """The distribution of the number of coups that are no pause."""
        if self._acting is None:
            acting = self.chances.hit + self.chances.end
            ways = {1: acting, 0: self.chances.pause} if self.chances.pause else {1: acting}
            digits = self.digits + len(str(self.rounds))
            self._acting = sum_of_rounds(Steps(ways, self.chances.total_ways), self.rounds, digits)
        return self._acting

    def expected(self, length: int) -> Number:
        """Expected number of streaks of a length above 0, or longer.

        Of r coups that are no pause, the first can begin such a streak with probability s^k, and each of the
        r - k that are left with f·s^k, as an end must come before it.
        """
        hit = self.chances.next_hit
        if not self.chances.pause:
            return _streaks_in(self.rounds, length, hit)
        acting = self._acting_coups()
        coups = range(acting.first, acting.last + 1)
        enough = [
            (number, units) for number, units in zip(coups, acting.units, strict=True) if number >= length
        ]
        kept = sum(units for _, units in enough)
        weighted = sum((number - length) * units for number, units in enough)
        found = hit**length * (kept + (1 - hit) * weighted) / acting.scale
        if not acting.lost:
            return found
        return Between(found, found + acting.error * _streaks_in(self.rounds, length, hit))


def _streaks_in(coups: int, length: int, hit: Fraction) -> Fraction:
    if coups < length:
        return Fraction(0)
    return hit**length * (1 + (coups - length) * (1 - hit))


def none_exactly(chances: Chances, rounds: int, length: int) -> Fraction:
    """Probability that no streak of a length comes, by the ways of each streak that may be going on.

    Examples
    --------
    >>> none_exactly(Chances(1, 1, 1), 2, 2)
    Fraction(8, 9)
    """
    going_on = [1] + [0] * (length - 1)
    for _ in range(rounds):
        ended = sum(going_on) * chances.end
        longer = [0, *(ways * chances.hit for ways in going_on[:-1])]
        going_on = [more + ways * chances.pause for more, ways in zip(longer, going_on, strict=True)]
        going_on[0] += ended
    return Fraction(sum(going_on), chances.total_ways**rounds)


def mean_of_none(hit: Fraction, length: int, acting: Masses, scale: int) -> tuple[Fraction, Fraction]:
    """Bounds of the probability of no streak, over the kept numbers of coups that are no pause.

    From one number of coups above k to the next the probability of no streak, A(m), falls by
    f·s^k·A(m-k-1).
    That is a difference, so errors grow by a factor of at most 1 + f·s^k a coup; where that comes to more
    than `MOST_GROWTH` in all, the sums of positive terms are taken for every number of coups.
    """
    down, up = (Without(hit, length, scale, rounded_up) for rounded_up in (False, True))
    low, high = down.window(acting.first), up.window(acting.first)
    loss = (1 - hit) * hit**length
    if acting.first <= length or loss * len(acting.units) > MOST_GROWTH:
        totals = [0, 0]
        for units in acting.units:
            totals[0] += units * down.none(low)
            totals[1] += units * up.none(high)
            low, high = down.next(low), up.next(high)
    else:
        totals = _weighted_by_falling(down.history(low), up.history(high), loss, acting, scale)
    return Fraction(totals[0], acting.scale * scale), Fraction(totals[1], acting.scale * scale)


def _weighted_by_falling(
    lows: list[int], highs: list[int], loss: Fraction, acting: Masses, scale: int
) -> list[int]:
    """Sums of lower and of upper bounds of A(m), weighted; the histories end with the first m."""
    back = len(lows)
    least, most = loss * scale // 1, -(-loss * scale // 1)
    for _ in acting.units[1:]:
        lows.append(lows[-1] + (-most * highs[-back]) // scale)
        highs.append(highs[-1] - least * lows[-1 - back] // scale)
    return [sum(map(mul, acting.units, bounds[back - 1 :])) for bounds in (lows, highs)]


class Without:
    """Probabilities a(m) of an end at coup m and no streak of a length before it, in fixed point.

    Parameters
    ----------
    hit : Fraction
        Chance that a coup makes a streak longer.
    length : int
        Of the streak that must not come.
    scale : int
        Units of a probability of 1.
    rounded_up : bool
        Whether everything is rounded up, or everything down.

    Examples
    --------
    >>> down, up = (Without(Fraction(1, 3), 2, 10**6, rounded_up) for rounded_up in (False, True))
    >>> down.none(down.window(100)), up.none(up.window(100))
    (92, 95)
    >>> none_exactly(Chances(1, 2, 0), 100, 2) * 10**6 // 1
    93
    """

    def __init__(self, hit: Fraction, length: int, scale: int, rounded_up: bool) -> None:
        self.length = length
        self.scale = scale
        self.is_rounded_up = rounded_up
        streaks = [hit**place * scale for place in range(length)]
        breaks = [(1 - hit) * part for part in streaks]
        self._streaks = [ceil(part) if rounded_up else floor(part) for part in streaks]
        self._breaks = [ceil(part) if rounded_up else floor(part) for part in breaks]

    def _divided(self, number: int, divisor: int) -> int:
        return -(-number // divisor) if self.is_rounded_up else number // divisor

    def window(self, coups: int) -> list[int]:
        """a(coups), a(coups - 1), … as far back as doubling needs; before coup 0 there is nothing."""
        if coups <= 4 * self.length:
            found = [self.scale] + [0] * (2 * self.length - 1)
            for _ in range(coups):
                found = self.next(found)
            return found
        half = self.window(coups // 2)
        found = [self._together(half, back) for back in range(2 * self.length)]
        return self.next(found) if coups % 2 else found

    def next(self, window: list[int]) -> list[int]:
        """The window one coup later."""
        return [self._divided(sum(map(mul, self._breaks, window)), self.scale), *window[:-1]]

    def none(self, window: list[int]) -> int:
        """Probability of no streak up to the last coup of a window."""
        return self._divided(sum(map(mul, self._streaks, window)), self.scale)

    def history(self, window: list[int]) -> list[int]:
        """The same up to each of the last coups, one more than the streak has, in their order."""
        return [self.none(window[back:]) for back in range(self.length, -1, -1)]

    def _together(self, half: list[int], back: int) -> int:
        """a(2n - back) from the window of n, cut in the middle."""
        first, second = (back + 1) // 2, back // 2
        before = list(map(mul, self._streaks, half[first : first + self.length]))
        # After a longer streak before the cut, only shorter ones fit behind it.
        after = accumulate(map(mul, self._breaks, half[second + 1 :]))
        return self._divided(sum(map(mul, reversed(before), after)), self.scale**3)


def _low(number: Number) -> Fraction:
    return number.low if isinstance(number, Between) else number


def _high(number: Number) -> Fraction:
    return number.high if isinstance(number, Between) else number


def _between(low: Fraction, high: Fraction) -> Number:
    return low if low == high else Between(low, high)


def _complement(number: Number) -> Number:
    return _between(1 - _high(number), 1 - _low(number))


def _difference(more: Number, less: Number) -> Number:
    return _between(max(_low(more) - _high(less), Fraction(0)), _high(more) - _low(less))

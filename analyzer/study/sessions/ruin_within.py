"""Ruin within a number of rounds: the heights of a bankroll, carried on round by round.

What falls to height 0 or reaches the goal is set aside.
All probabilities stand in the fields of one large whole number, so that a round is a few products of it with
small numbers.
Heights whose probability is below one unit are empty fields, and those at the lower end are left off, so a
bankroll far above ruin takes no more work than its spread.
They are rounded down only, so what they lack to 1 is a bound of the error, as in
`analyzer.study.precision.fixed_point`.

For many rounds with pays of 1 to 1 and pushes only, without a target and without an advantage, the end of
all rounds is enough: every path that was ruined and ends d steps above ruin has a mirror image that ends d
steps below, and is (p/q)^d times as likely as that, with the chances p of a win and q of a loss.

References
----------
W. Feller, An Introduction to Probability Theory and Its Applications, volume 1 (3rd edition, 1968), chapter
III.1, on reflection.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from analyzer.errors import NumberError
from analyzer.exact import Between
from analyzer.study.precision.fixed_point import (
    MOST_EXACT_ROUNDS,
    RARE_WINS,
    SPARE_DIGITS,
    Number,
    Progress,
    sum_of_rounds,
)
from analyzer.study.sessions.ladder import Ladder

MOST_ROUND_WORK = 600_000_000
"""Heights times rounds that are carried on round by round, which takes about a minute."""

ROUNDS_BETWEEN_REPORTS = 200
ROUNDS_BETWEEN_TRIMS = 16


def ruin_within(
    ladder: Ladder, rounds: int, digits: int, progress: Progress | None = None
) -> tuple[Number, Number | None]:
    """Probabilities of ruin, and of reaching the goal, within some rounds.

    Raises
    ------
    NumberError
        The rounds are too many to be carried on one by one.
    """
    is_too_high = ladder.start > rounds * ladder.down
    is_too_far = ladder.goal is None or ladder.goal - ladder.start > rounds * ladder.up
    if is_too_high and is_too_far:
        return Fraction(0), None if ladder.goal is None else Fraction(0)
    if rounds > MOST_EXACT_ROUNDS and ladder.can_be_mirrored:
        return _ruin_by_reflection(ladder, rounds, digits, progress), None
    height = _checked_height(ladder, rounds, digits)
    carried = _Carried(ladder, rounds, digits, height)
    for done in range(rounds):
        if not carried.heights:
            break
        carried.play()
        if done % ROUNDS_BETWEEN_TRIMS == 0:
            carried.trim()
        if progress is not None and done % ROUNDS_BETWEEN_REPORTS == 0:
            progress(done)
    return carried.ruined_number(), None if ladder.goal is None else carried.reached_number()


def _ruin_by_reflection(ladder: Ladder, rounds: int, digits: int, progress: Progress | None) -> Number:
    """Probability of ruin from where the rounds end.

    What is lost there counts twice, for a path and for its image.
    The d-th power of p/q is too small by less than 2·d units, because it is rounded down d times and so is
    p/q itself.
    """
    end = sum_of_rounds(ladder.steps, rounds, digits, progress)
    scale = end.scale
    ratio = ladder.steps.ways[1] * scale // ladder.steps.ways[-1]
    ruined = 0
    below = 0
    weight = scale
    for units in reversed(end.units[: max(1 - ladder.start - end.first, 0)]):
        ruined += units * (scale if below == 0 else scale + weight)
        below += 1
        weight = weight * ratio // scale
    low = Fraction(ruined, scale**2)
    return Between(low, low + Fraction(2 * (end.lost + below), scale))


def _checked_height(ladder: Ladder, rounds: int, digits: int) -> int:
    """Heights that are carried on, if that takes a sensible time."""
    height = _typical_height(ladder, rounds, digits)
    if height * rounds > MOST_ROUND_WORK:
        raise NumberError(
            f"ruin within {rounds} rounds is more than can be carried on round by round",
            mend=f"give at most about {_rounds_that_fit(ladder, rounds, digits):,} rounds with this bankroll",
        )
    return height


def _typical_height(ladder: Ladder, rounds: int, digits: int) -> int:
    """Heights that have a probability worth keeping at once, in some rounds."""
    deviations = isqrt(5 * (digits + SPARE_DIGITS)) + 2
    reach = deviations * isqrt(int(rounds * ladder.steps.variance) + 1)
    top = ladder.start + min(rounds * ladder.up, reach) if ladder.goal is None else ladder.goal
    return min(top, 2 * reach + RARE_WINS * ladder.steps.span)


def _rounds_that_fit(ladder: Ladder, rounds: int, digits: int) -> int:
    too_few_for_ruin = 0 if ladder.goal is not None else (ladder.start - 1) // ladder.down
    while _typical_height(ladder, rounds, digits) * rounds > MOST_ROUND_WORK and rounds > too_few_for_ruin:
        rounds = max(rounds * 4 // 5, too_few_for_ruin)
    return int(str(rounds)[0]) * int(10 ** (len(str(rounds)) - 1))


class _Carried:
    """The heights of a bankroll with their probabilities, in the fields of one whole number.

    A probability of 1 is 2^bits units, and so are the chances of a round.
    A field holds a sum of products of both, which is at most 2^(2·bits).
    """

    def __init__(self, ladder: Ladder, rounds: int, digits: int, height: int) -> None:
        wanted = (10 ** (digits + SPARE_DIGITS)).bit_length()
        self.bits = wanted + (rounds * (height + len(ladder.steps.ways))).bit_length()
        self.field = 2 * self.bits + 1
        self.goal = ladder.goal
        self.below = max(ladder.down, 0)
        self.lowest = ladder.start
        self.moves = [
            ((step + self.below) * self.field, (ways << self.bits) // ladder.steps.total_ways)
            for step, ways in ladder.steps.ways.items()
        ]
        self.unit = 1 << self.bits
        self.heights = self.unit
        self.ruined = self.reached = 0
        self._mask = 0
        self._mask_fields = 0

    def play(self) -> None:
        """One round: the lowest field is `lowest` before it, and `below` heights lower after it."""
        moved = 0
        for shift, chance in self.moves:
            moved += (self.heights * chance) << shift
        moved = (moved >> self.bits) & self._whole_units(moved.bit_length())
        self.lowest -= self.below
        if self.lowest < 1:
            fallen = (1 - self.lowest) * self.field
            self.ruined += self._sum(moved & ((1 << fallen) - 1))
            moved >>= fallen
            self.lowest = 1
        self.heights = moved
        if self.goal is not None:
            alive = (self.goal - self.lowest) * self.field
            self.reached += self._sum(self.heights >> alive)
            self.heights &= (1 << alive) - 1

    def trim(self) -> None:
        """Leave off the empty fields at the lower end."""
        empty = ((self.heights & -self.heights).bit_length() - 1) // self.field
        if empty > 0:
            self.heights >>= empty * self.field
            self.lowest += empty

    def _whole_units(self, length: int) -> int:
        """A mask that leaves of every field what is at least one unit."""
        fields = length // self.field + 1
        if fields > self._mask_fields:
            self._mask_fields = 2 * fields
            one = (1 << (self.field - self.bits)) - 1
            every = ((1 << (self.field * self._mask_fields)) - 1) // ((1 << self.field) - 1)
            self._mask = one * every
        return self._mask

    def _sum(self, fields: int) -> int:
        """The sum of all fields, which is less than the largest number that a field can hold."""
        return int(fields % ((1 << self.field) - 1))

    def _number(self, units: int) -> Number:
        kept = self.ruined + self.reached + self._sum(self.heights)
        return Between(Fraction(units, self.unit), Fraction(units + self.unit - kept, self.unit))

    def ruined_number(self) -> Number:
        """Probability of ruin so far."""
        return self._number(self.ruined)

    def reached_number(self) -> Number:
        """Probability that the goal was reached so far."""
        return self._number(self.reached)

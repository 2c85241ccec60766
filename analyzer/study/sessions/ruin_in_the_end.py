"""Ruin in the end: before a target is reached, or ever.

Before a target
    The heights in between are left out one after the other.
    If height s moves to j with probability p(s, j) and stays with p(s, s), every other height i gets
    p(i, j) + p(i, s)·p(s, j)/(1 - p(s, s)) instead: the game looked at only while it is not at s.
    At last the height at the start goes to ruin or to the target.
    Nothing is subtracted except p(s, s) from 1, whose lower bound is used; so every number stays a lower
    bound, and what the last two lack to 1 is a bound of their error.

Without a target
    A bettor without an advantage is ruined with certainty.
    With one, let r be the root below 1 of E r^X = 1, where X is what a round adds, in steps.
    Then r^height is a martingale; it ends between 1 and r^(1-down) at ruin, and goes to 0 without it, so
    r^(h+down-1) ≤ P(ruin from h) ≤ r^h.
    If a loss is a single step, as with pays in whole stakes, both ends are the same; with pays of 1 to 1 and
    pushes, r is the chance of a loss over the chance of a win.

References
----------
W. Feller, An Introduction to Probability Theory and Its Applications, volume 1 (3rd edition, 1968), chapter
XIV; W. K. Grassmann, M. I. Taksar and D. P. Heyman, Regenerative analysis and steady state distributions for
Markov chains (Operations Research 33, 1985), on leaving states out without subtraction.
"""

from __future__ import annotations

from fractions import Fraction

from analyzer.errors import NumberError
from analyzer.exact import Between
from analyzer.study.precision.fixed_point import MOST_DIGITS_OF_A_FRACTION, SPARE_DIGITS, Number
from analyzer.study.sessions.ladder import Ladder

MOST_STATE_WORK = 40_000_000
"""Products that leaving out all heights may take, about ten seconds."""

RUINED, REACHED = 0, -1
"""The two ends of the game, among the heights, which begin with 1."""


def ruin_or_goal(ladder: Ladder, digits: int) -> tuple[Number, Number]:
    """Probabilities of ruin and of the goal, whichever comes first.

    Raises
    ------
    NumberError
        There are too many heights.

    Examples
    --------
    >>> from analyzer.study.precision.fixed_point import Steps
    >>> ruined, reached = ruin_or_goal(Ladder(Steps({-1: 1, 0: 1, 1: 1}, 3), 1, 3), 10)
    >>> ruined.text(), reached.text()
    ('0.6666666667', '0.3333333333')
    """
    assert ladder.goal is not None
    if set(ladder.steps.ways) == {0}:
        return Fraction(0), Fraction(0)
    _check_heights(ladder)
    unit = 10 ** (digits + SPARE_DIGITS + 2 * len(str(ladder.goal)))
    rows, sources = _moves(ladder, unit)
    order = [*range(ladder.goal - 1, ladder.start, -1), *range(1, ladder.start)]
    for height in order:
        _leave_out(height, rows, sources, unit)
    row = rows[ladder.start]
    staying = unit - row.get(ladder.start, 0)
    ruined, reached = (Fraction(row.get(end, 0), staying) for end in (RUINED, REACHED))
    return Between(ruined, 1 - reached), Between(reached, 1 - ruined)


def _check_heights(ladder: Ladder) -> None:
    """Refuse a ladder with too many heights to be left out one by one."""
    if ladder.goal is None:
        return
    if ladder.goal * max(ladder.down, 1) * max(ladder.up, 1) > MOST_STATE_WORK:
        raise NumberError(
            f"there are {ladder.goal:,} amounts between ruin and the target, too many to be worked through",
            mend="give a smaller target, or larger stakes",
        )


def _moves(ladder: Ladder, unit: int) -> tuple[dict[int, dict[int, int]], dict[int, set[int]]]:
    """Chances of going from each height to each other, rounded down, and from where each can be reached."""
    goal = ladder.goal
    assert goal is not None
    chances = {step: ways * unit // ladder.steps.total_ways for step, ways in ladder.steps.ways.items()}
    rows: dict[int, dict[int, int]] = {}
    sources: dict[int, set[int]] = {height: set() for height in range(1, goal)}
    for height in range(1, goal):
        row = rows[height] = {}
        for step, chance in chances.items():
            after = height + step
            end = RUINED if after < 1 else REACHED if after >= goal else after
            row[end] = row.get(end, 0) + chance
            if end > 0:
                sources[end].add(height)
    return rows, sources


def _leave_out(height: int, rows: dict[int, dict[int, int]], sources: dict[int, set[int]], unit: int) -> None:
    """Look at the game only while it is not at a height."""
    row = rows.pop(height)
    leaving = unit - row.pop(height, 0)
    coming = sources.pop(height)
    coming.discard(height)
    for end in row:
        if end > 0:
            sources[end].discard(height)
            sources[end] |= coming
    for source in coming:
        there = rows[source]
        through = there.pop(height)
        for end, chance in row.items():
            there[end] = there.get(end, 0) + through * chance // leaving


def ruin_ever(ladder: Ladder, digits: int) -> Number:
    """Probability of ruin in the end, if the bettor never stops by himself.

    Examples
    --------
    >>> from analyzer.study.precision.fixed_point import Steps
    >>> ruin_ever(Ladder(Steps({-1: 2, 1: 3}, 5), 4, None), 10)
    Fraction(16, 81)
    >>> ruin_ever(Ladder(Steps({-1: 3, 2: 2}, 5), 3, None), 10).text(digits=10)
    '0.5571891388'
    """
    if ladder.down == 0:
        return Fraction(0)
    if ladder.drift <= 0:
        return Fraction(1)
    if (ladder.down, ladder.up) == (1, 1):
        ratio = Fraction(ladder.steps.ways[-1], ladder.steps.ways[1])
        if ladder.start * len(str(ratio.denominator)) <= MOST_DIGITS_OF_A_FRACTION:
            return ratio**ladder.start
    bits = (10 ** (digits + SPARE_DIGITS)).bit_length() + ladder.start.bit_length() + ladder.down.bit_length()
    root = _root_below_one(ladder, bits)
    unit = 1 << bits
    low = _power(root, ladder.start + ladder.down - 1, bits, up=False)
    high = _power(root + 1, ladder.start, bits, up=True)
    return Between(Fraction(low, unit), Fraction(high, unit))


def _root_below_one(ladder: Ladder, bits: int) -> int:
    """The root of E r^X = 1 below 1, in units of 2^-bits, rounded down.

    E r^X - 1 is convex, infinite at 0, zero at 1 and rising there, so it is above zero below the root and
    below zero between the root and 1.
    """
    low, high = 0, 1 << bits
    while high - low > 1:
        middle = (low + high) // 2
        if _excess(ladder, middle, bits) > 0:
            low = middle
        else:
            high = middle
    return low


def _excess(ladder: Ladder, root: int, bits: int) -> int:
    """E r^X - 1 times r^down and the total ways, in units of a power of two."""
    down, up = ladder.down, ladder.up
    parts = [ways * root ** (step + down) << bits * (up - step) for step, ways in ladder.steps.ways.items()]
    return int(sum(parts) - (ladder.steps.total_ways * root**down << bits * up))


def _power(base: int, exponent: int, bits: int, *, up: bool) -> int:
    """A power of a number up to 1, in units of 2^-bits, rounded in one direction throughout."""
    rounding = (1 << bits) - 1 if up else 0
    found = 1 << bits
    for digit in bin(exponent)[2:]:
        found = (found * found + rounding) >> bits
        if digit == "1":
            found = (found * base + rounding) >> bits
    return found

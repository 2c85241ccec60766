"""Streaks of one side: how long and how many they get, and what a bet on the next coups is worth.

Coups are taken as independent, each dealt from the shoe that is given.
What a tie does to a streak is a matter of convention:

breaks
    a tie ends a streak, as any coup does that the side does not win;
skipped
    a tie is passed over: the coups before it and after it stand side by side;
counted
    a tie makes a streak longer, as a win of the side does.

References
----------
Washington State Register 13-19-057 (2013), a petition for a wager that the Player or the Banker hand wins the
next three coups; it gives no pays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import NumberError, WagerError, did_you_mean
from analyzer.exact import Between
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import analyze
from analyzer.study.sessions.streak_counts import StreakCounts, count_streaks
from analyzer.study.sessions.streak_lengths import Chances, LengthChance, Streaks
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import LOSE, Pay

BREAKS, SKIPPED, COUNTED = TIE_MODES = ("breaks", "skipped", "counted")
TIE = "tie"

LONGEST_STREAK = 100
"""A streak wager or a question about a longer one is a slip."""

MOST_DIGITS_OF_A_CHANCE = 2_000
"""The variance of a bet has twice as many, and Python does not write whole numbers of any length."""

MOST_ROUNDS = 10**7


@dataclass(frozen=True)
class StreakStudy:
    """Streaks of one side.

    Attributes
    ----------
    side : {"player", "banker", "tie"}
    ties : {"breaks", "skipped", "counted"}
    chances : Chances
    lengths : tuple of LengthChance
        From the longest length that comes all but certainly to the last that is worth showing.
    asked : LengthChance
        The length that was asked about.
    counts : StreakCounts
        How many streaks come, of whatever length.
    law : Law
        Of a bet that the side wins the next coups, by how many in a row it wins.
    pays_given : bool
        Whether its pays were given; else it pays even money.
    """

    shoe: Shoe
    rulebook: Rulebook
    rounds: int
    side: str
    ties: str
    digits: int
    chances: Chances
    lengths: tuple[LengthChance, ...]
    asked: LengthChance
    counts: StreakCounts
    law: Law
    pays_given: bool

    @property
    def error(self) -> Fraction:
        """The most by which any probability may be wrong."""
        numbers = [number for row in (*self.lengths, self.asked) for number in (row.longest, row.at_least)]
        widths = [number.high - number.low for number in numbers if isinstance(number, Between)]
        return max(*widths, self.counts.masses.error, Fraction(0))

    @property
    def is_exact(self) -> bool:
        """Whether everything is exact."""
        return not self.counts.masses.lost and not any(
            isinstance(number, Between)
            for row in (*self.lengths, self.asked)
            for number in (row.longest, row.at_least, row.expected)
        )

    @property
    def mean_wait(self) -> Fraction | None:
        """Coups that are expected until the first streak of the length asked about; None if none comes."""
        return mean_wait(self.chances, self.asked.length)


def chances_of(outcomes: Mapping[str, int], side: str, ties: str) -> Chances:
    """What one coup does to a streak of a side, with a convention for ties.

    Parameters
    ----------
    outcomes : mapping of str to int
        Ways behind player, banker and tie.
    side : {"player", "banker", "tie"}
    ties : {"breaks", "skipped", "counted"}
        Of no account for a streak of ties, which all other coups end.

    Raises
    ------
    WagerError
        There is no such side or convention, or every coup is passed over.

    Examples
    --------
    >>> chances_of({"player": 45, "banker": 46, "tie": 9}, "banker", "skipped")
    Chances(hit=46, end=45, pause=9)
    """
    for name, known in ((side, OUTCOMES), (ties, TIE_MODES)):
        if name not in known:
            raise WagerError(f'streaks know no "{name}"', mend=did_you_mean(name, known) or ", ".join(known))
    hit, tie = outcomes[side], outcomes[TIE]
    other = sum(outcomes.values()) - hit
    if side == TIE or ties == BREAKS:
        return Chances.reduced(hit, other, 0)
    if ties == COUNTED:
        return Chances.reduced(hit + tie, other - tie, 0)
    if hit + other == tie:
        raise WagerError("every coup is a tie with this shoe, and all of them are passed over")
    return Chances.reduced(hit, other - tie, tie)


def study_streaks(
    shoe: Shoe,
    rulebook: Rulebook,
    rounds: int,
    *,
    side: str = "banker",
    ties: str = SKIPPED,
    length: int = 3,
    pays: Sequence[tuple[int, Pay]] = (),
    digits: int = 10,
) -> StreakStudy:
    """Streaks of one side in independent coups, and a bet on them.

    Parameters
    ----------
    shoe : Shoe
        From which every coup is dealt.
    rulebook : Rulebook
    rounds : int
        Number of coups, ties among them.
    side : {"player", "banker", "tie"}, optional
    ties : {"breaks", "skipped", "counted"}, optional
    length : int, optional
        The length to ask about.
    pays : sequence of tuple of int and Pay, optional
        What a bet on the next coups pays, by the number of them that are won in a row.
    digits : int, optional
        Digits after the point to which probabilities are wanted where they are not exact.

    Raises
    ------
    NumberError
        The rounds or the length cannot be.
    RulebookError, ShoeError
        The rules cannot be played with this shoe.
    WagerError
        There is no such side or convention, or the pays contradict each other.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> shoe = Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3])
    >>> study = study_streaks(shoe, load_rulebook(), 4, side="player", ties="breaks")
    >>> study.chances.next_hit, study.asked.at_least, study.law.fair_to_one(0)
    (Fraction(3, 10), Fraction(459, 10000), Fraction(973, 27))
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise NumberError(f"{rounds} coups cannot be played", mend=f"give 1 to {MOST_ROUNDS:,}")
    _check_length(length)
    table = checked_pays(pays) if pays else [(length, Pay(Fraction(1)))]
    chances = chances_of(analyze(shoe, rulebook).outcomes, side, ties)
    longest = max(length, table[-1][0])
    if longest * len(str(chances.total_ways)) > MOST_DIGITS_OF_A_CHANCE:
        raise NumberError(
            f"chances of {longest} in a row have too many digits with this shoe", mend="give a shorter streak"
        )
    streaks = Streaks(chances, rounds, digits)
    return StreakStudy(
        shoe,
        rulebook,
        rounds,
        side,
        ties,
        digits,
        chances,
        tuple(streaks.lengths()),
        streaks.of_length(length),
        count_streaks(chances, rounds, digits),
        streak_law(chances, table),
        bool(pays),
    )


def _check_length(length: int) -> None:
    if not 1 <= length <= LONGEST_STREAK:
        raise NumberError(f"a streak of {length} coups cannot be", mend=f"give 1 to {LONGEST_STREAK:,}")


def checked_pays(pays: Sequence[tuple[int, Pay]]) -> list[tuple[int, Pay]]:
    """The pays of a streak wager, the shortest streak first.

    Raises
    ------
    NumberError
        A length cannot be.
    WagerError
        A length has two pays, a longer streak pays less than a shorter one, or a pay is no win.
    """
    listed = sorted(pays, key=lambda item: item[0])
    best: tuple[int, Pay] | None = None
    for length, pay in listed:
        _check_length(length)
        if pay.net <= 0:
            raise WagerError(f"a streak of {length} pays {pay}, which is no win", mend='write "3: 8 to 1"')
        if best is not None and length == best[0]:
            raise WagerError(f"a streak of {length} has two pays, {best[1]} and {pay}")
        if best is not None and pay.net < best[1].net:
            raise WagerError(f"a streak of {length} pays {pay}, and the shorter one of {best[0]} {best[1]}")
        best = length, pay
    return listed


def streak_law(chances: Chances, pays: Sequence[tuple[int, Pay]]) -> Law:
    """The law of a bet that is made before a coup, and paid by how many coups are won from then on.

    It is settled at the first break, or when the longest streak of the pay table is reached.

    Parameters
    ----------
    chances : Chances
    pays : sequence of tuple of int and Pay
        The shortest streak first.

    Examples
    --------
    >>> law = streak_law(Chances(1, 1, 0), [(3, Pay.parse("6 to 1")), (4, Pay.parse("8 to 1"))])
    >>> [(line.label, line.ways) for line in law.lines], law.house_edge
    ([('4 in a row', 1), ('exactly 3 in a row', 1), ('fewer', 14)], Fraction(0, 1))
    """
    longest = pays[-1][0]
    total = chances.hit + chances.end

    def ways_of_at_least(length: int) -> int:
        return int(chances.hit**length * total ** (longest - length))

    lines = []
    more = 0
    for length, pay in reversed(pays):
        so_many = ways_of_at_least(length)
        following = [other for other, _ in pays if other > length]
        label = f"{length} in a row"
        if following:
            label = (
                f"exactly {label}"
                if following[0] == length + 1
                else f"{length} to {following[0] - 1} in a row"
            )
        lines.append(LawLine(label, pay, so_many - more))
        more = so_many
    lines.append(LawLine("fewer", Pay(LOSE), total**longest - more))
    return Law(tuple(lines), total**longest)


def mean_wait(chances: Chances, length: int) -> Fraction | None:
    """Coups that are expected until a streak has a length; None if it never has.

    Examples
    --------
    >>> mean_wait(Chances(1, 1, 0), 3)
    Fraction(14, 1)
    """
    hit = chances.next_hit
    if not hit:
        return None
    coups = sum(1 / hit**place for place in range(1, length + 1))
    return coups / (1 - chances.pausing)

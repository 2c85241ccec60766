"""What a house won, by stake, against what it should have won: the form of a test laboratory.

The house's win from n rounds at one stake s is a sum of n independent nets.
It is expected to be n·s·edge, with the variance n·s²·σ², where edge and σ² are those of the wager's law,
exact fractions both; levels are independent, so their expectations and variances add up.
The distance from what is expected, in standard deviations, is judged by the normal curve.

To see that an edge is off by d at a confidence, with a power to notice it, takes

    n = ((z_confidence + z_power)·σ / d)²

rounds at one stake, rounded up; the quantiles are worked out until that whole number is certain.

References
----------
UK Gambling Commission, live return to player performance monitoring: tolerances from volatility and turnover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import AnalyzerError, NumberError, did_you_mean
from analyzer.exact import exact
from analyzer.study.check.counts_file import require_width, split_cells
from analyzer.study.precision.enclosure import Arithmetic, Bounds, Real
from analyzer.study.precision.tails import normal_quantile, normal_tail, two_sided
from analyzer.study.volatility import normal_is_rough
from analyzer.wager.law import Law

LEVELS = (Fraction(95, 100), Fraction(99, 100))
USUAL_POWER = Fraction(80, 100)
MOST_ROUNDS = 10**15

WITHIN, BELOW, ABOVE = VERDICTS = ("within", "below", "above")

_COLUMNS = {
    "stake": "stake", "level": "stake", "bet": "stake", "denomination": "stake",
    "turnover": "turnover", "wagered": "turnover", "handle": "turnover",
    "rounds": "rounds", "bets": "rounds", "coups": "rounds", "games": "rounds",
    "win": "win", "house_win": "win",
    "returned": "returned", "paid": "returned", "payout": "returned",
    "wager": "wager",
}  # fmt: skip


class TurnoverError(AnalyzerError):
    """A record of turnover that cannot be read."""


@dataclass(frozen=True)
class Record:
    """What was staked and won at one stake.

    Attributes
    ----------
    line : int
        Line of the file.
    stake : Fraction
    rounds : int
    win : Fraction
        What the house kept; negative if it lost.
    wager : str
        Slug of the wager, or an empty text for the usual one.
    """

    line: int
    stake: Fraction
    rounds: int
    win: Fraction
    wager: str = ""

    @property
    def turnover(self) -> Fraction:
        """All that was staked."""
        return self.stake * self.rounds


@dataclass(frozen=True)
class Judged:
    """A win beside what is expected.

    Attributes
    ----------
    turnover, win, expected, variance : Fraction
    """

    turnover: Fraction
    win: Fraction
    expected: Fraction
    variance: Fraction

    @property
    def z_square(self) -> Fraction | None:
        """Square of the distance in standard deviations; None where the win cannot vary."""
        return (self.win - self.expected) ** 2 / self.variance if self.variance else None

    @property
    def is_below(self) -> bool:
        """Whether the house won less than expected."""
        return self.win < self.expected

    @property
    def p_two_sided(self) -> Real | None:
        """Chance of being at least as far away on either side."""
        return None if self.z_square is None else two_sided(self.z_square)

    @property
    def p_as_low(self) -> Real | None:
        """Chance of a win at most so high."""
        return None if self.z_square is None else normal_tail(self.z_square, negative=not self.is_below)

    @property
    def p_as_high(self) -> Real | None:
        """Chance of a win at least so high."""
        return None if self.z_square is None else normal_tail(self.z_square, negative=self.is_below)

    def verdict(self, level: Fraction, *, sides: int = 2) -> str:
        """within, below or above the limits of a level.

        Parameters
        ----------
        level : Fraction
        sides : {1, 2}
            Whether all that the level leaves is on the side on which the win lies, or half of it.

        Examples
        --------
        >>> low = Judged(Fraction(1000), Fraction(-20), Fraction(10), Fraction(300))
        >>> low.verdict(Fraction(95, 100), sides=1), low.verdict(Fraction(95, 100), sides=2)
        ('below', 'within')
        """
        if self.z_square is None:
            return WITHIN if self.win == self.expected else BELOW if self.is_below else ABOVE
        if normal_tail(self.z_square).is_below((1 - level) / sides):
            return BELOW if self.is_below else ABOVE
        return WITHIN


@dataclass(frozen=True)
class JudgedLevel:
    """One record, judged.

    Attributes
    ----------
    record : Record
    law : Law
    judged : Judged
    is_rough : bool
        Whether skewness makes the normal curve a rough guide at so few rounds.
    """

    record: Record
    law: Law
    judged: Judged
    is_rough: bool


@dataclass(frozen=True)
class TurnoverStudy:
    """All records, and all together."""

    levels: tuple[JudgedLevel, ...]
    overall: Judged

    @property
    def outside(self) -> tuple[JudgedLevel, ...]:
        """Levels that are outside the limits of 99% by themselves, although there are so many of them."""
        level = 1 - (1 - LEVELS[-1]) / len(self.levels)
        return tuple(one for one in self.levels if one.judged.verdict(level) != WITHIN)

    @property
    def passes(self) -> bool:
        """Whether neither the whole nor a level is outside the limits of 99%."""
        return self.overall.verdict(LEVELS[-1]) == WITHIN and not self.outside


def judge(records: Sequence[Record], laws: Mapping[str, Law]) -> TurnoverStudy:
    """Records beside the laws of their wagers.

    Examples
    --------
    >>> from analyzer.wager.law import LawLine
    >>> from analyzer.wager.odds import Pay
    >>> lines = LawLine("heads", Pay.parse("1 to 1"), 1), LawLine("otherwise", Pay.parse("lose"), 1)
    >>> coin = Law(lines, total_ways=2)
    >>> found = judge([Record(2, Fraction(5), 400, Fraction(150))], {"": coin})
    >>> found.overall.expected, found.overall.z_square, found.overall.verdict(Fraction(95, 100))
    (Fraction(0, 1), Fraction(9, 4), 'within')
    """
    levels = []
    for record in records:
        law = laws[record.wager]
        judged = Judged(
            record.turnover,
            record.win,
            record.turnover * law.house_edge,
            record.rounds * record.stake**2 * law.variance,
        )
        levels.append(JudgedLevel(record, law, judged, normal_is_rough(law, 95, record.rounds)))
    added = [
        sum((getattr(level.judged, name) for level in levels), Fraction(0))
        for name in ("turnover", "win", "expected", "variance")
    ]
    return TurnoverStudy(tuple(levels), Judged(*added))


@dataclass(frozen=True)
class RoundsNeeded:
    """How many rounds show a difference.

    Attributes
    ----------
    sides : {1, 2}
    confidence, power : Fraction
    z_confidence, z_power : Real
    rounds : int
    """

    sides: int
    confidence: Fraction
    power: Fraction
    z_confidence: Real
    z_power: Real
    rounds: int


def rounds_needed(
    variance: Fraction, difference: Fraction, confidence: Fraction, power: Fraction, sides: int
) -> RoundsNeeded:
    """How many rounds at one stake show that an edge is off by so much.

    Parameters
    ----------
    variance : Fraction
        Of the net win per unit staked.
    difference : Fraction
        Of the edge.
    confidence : Fraction
        Chance of no alarm where nothing is wrong.
    power : Fraction
        Chance of an alarm where the edge is off by the difference.
    sides : {1, 2}
        Whether an alarm on one side only is waited for, or on both.

    Raises
    ------
    NumberError
        A chance is none, or the power is not above what a false alarm has anyway.

    Examples
    --------
    >>> rounds_needed(Fraction(1), Fraction(1, 100), Fraction(95, 100), Fraction(80, 100), 2).rounds
    78489
    """
    if not 0 < confidence < 1 or not 0 < power < 1 or difference == 0:
        raise NumberError("a confidence and a power lie between 0 and 1, and a difference is not 0")
    if power <= (1 - confidence) / sides:
        raise NumberError("a power so low needs no rounds at all", mend="give a power above 1 − confidence")
    level = normal_quantile(1 - (1 - confidence) / sides)
    noticed = normal_quantile(power)

    def bounds(digits: int) -> Bounds:
        work = Arithmetic(digits)
        together = work.add(level.bounds(digits), noticed.bounds(digits))
        square = work.multiply(together, together)
        return work.multiply(square, work.of(variance / difference**2))

    return RoundsNeeded(sides, confidence, power, level, noticed, Real(bounds).rounded_up())


def read_records(rows: Iterable[tuple[int, str]], where: str) -> list[Record]:
    """Records of a CSV file: a header, then a row for each stake.

    Parameters
    ----------
    rows : iterable of (int, str)
        Lines and rows; the columns are two of stake, turnover and rounds, then win (what the house kept) or
        returned (what bettors got back, stakes included), and perhaps wager.
    where : str
        Name of the file, for messages.

    Raises
    ------
    TurnoverError
        A column is missing or unknown, or a row does not add up; the message names its line.

    Examples
    --------
    >>> rows = [(1, "stake,turnover,win"), (2, "25,100000,1130.50")]
    >>> read_records(rows, "night.csv")
    [Record(line=2, stake=Fraction(25, 1), rounds=4000, win=Fraction(2261, 2), wager='')]
    """
    listed = iter(rows)
    first = next(listed, None)
    if first is None:
        raise TurnoverError("the file is empty", where=where, mend="begin with a header: stake,turnover,win")
    separator = next((mark for mark in (",", ";", "\t") if mark in first[1]), "")
    names = split_cells(first[1], separator)
    places = _places(names, f"{where}, line {first[0]}")
    records = []
    for line, row in listed:
        cells = split_cells(row, separator)
        require_width(cells, len(names), f"{where}, line {line}")
        records.append(_record(line, cells, places, f"{where}, line {line}"))
    if not records:
        raise TurnoverError("there are no rows below the header", where=where)
    return records


def _places(names: list[str], where: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, written in enumerate(names):
        name = written.strip().lower().replace(" ", "_")
        known = _COLUMNS.get(name)
        if known is None:
            mend = did_you_mean(name, _COLUMNS) or "columns are stake, turnover, rounds, win, returned, wager"
            raise TurnoverError(
                f'"{written.strip()[:40]}" is no column that is known', where=where, mend=mend
            )
        if known in places:
            raise TurnoverError(f'the column "{known}" is there twice', where=where)
        places[known] = place
    if len({"stake", "turnover", "rounds"} & set(places)) < 2 or not {"win", "returned"} & set(places):
        raise TurnoverError(
            "columns are missing",
            where=where,
            mend="give two of stake, turnover, rounds, and win or returned",
        )
    return places


def _record(line: int, cells: list[str], places: dict[str, int], where: str) -> Record:
    if len(cells) <= max(places.values()):
        raise TurnoverError(f"{len(cells)} columns are too few", where=where)
    values = {name: _amount(cells[place], where) for name, place in places.items() if name != "wager"}
    stake, rounds = values.get("stake"), values.get("rounds")
    turnover = values.get("turnover")
    if stake is None:
        stake = _divided(turnover, rounds, where)
    if rounds is None:
        rounds = _divided(turnover, stake, where)
    if turnover is not None and stake * rounds != turnover:
        raise TurnoverError("the turnover is not the stake times the rounds", where=where)
    if stake <= 0 or rounds <= 0 or rounds > MOST_ROUNDS:
        raise TurnoverError("stakes and rounds are above 0", where=where)
    if rounds.denominator != 1:
        raise TurnoverError(
            f"a turnover of {turnover} is no whole number of stakes of {stake}",
            where=where,
            mend="give each stake a row of its own, or the rounds",
        )
    kept = [values["win"]] if "win" in values else []
    kept += [stake * rounds - values["returned"]] if "returned" in values else []
    if len(set(kept)) > 1:
        raise TurnoverError("win and returned do not add up to the turnover", where=where)
    wager = cells[places["wager"]].strip() if "wager" in places else ""
    return Record(line, stake, int(rounds), kept[0], wager)


def _divided(turnover: Fraction | None, by: Fraction | None, where: str) -> Fraction:
    if not by or turnover is None:
        raise TurnoverError("stakes and rounds are above 0", where=where)
    return turnover / by


def _amount(text: str, where: str) -> Fraction:
    try:
        return exact(text)
    except NumberError as error:
        raise TurnoverError(
            error.what, where=where, mend="write amounts without separators: 1130.50"
        ) from None

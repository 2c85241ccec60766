"""What a house won, by stake, against what it should have won, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from analyzer.exact import percent_text
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.report.commission_report import amount_text
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    NUMBER,
    RATE,
    ROOT,
    Cell,
    Column,
    Prose,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.check.turnover import LEVELS, Judged, JudgedLevel, RoundsNeeded, TurnoverStudy
from analyzer.wager.wager import Wager

SCHEMA = "baccarat/check-turnover"
VERSION = 1

Needed = Sequence[tuple[Wager, Fraction, Sequence[RoundsNeeded]]]

ALL = "all"


def turnover_report(
    shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager], study: TurnoverStudy | None, needed: Needed
) -> Report:
    """A report of turnover and win.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
    study : TurnoverStudy or None
        None if no record was given.
    needed : sequence of (Wager, Fraction, sequence of RoundsNeeded)
        Rounds that show a difference, which is the second part.
    """
    titles = ", ".join(dict.fromkeys(wager.title for wager in wagers))
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{rulebook.title}; {shoe.describe()}; {titles}",
        inputs={
            "rules": rules_input(rulebook),
            "shoe": shoe_input(shoe),
            "wagers": wagers_input(wagers),
        },
        method="enumeration",
        sections=tuple(_sections(study, needed)),
        data={
            "levels": [] if study is None else [_level_tree(level) for level in study.levels],
            "overall": None if study is None else _judged_tree(study.overall),
            "rounds_needed": [
                _needed_tree(wager, difference, item) for wager, difference, items in needed for item in items
            ],
        },
    )


def _sections(study: TurnoverStudy | None, needed: Needed) -> Iterator[Section]:
    if study is not None:
        yield Prose("conclusion", "Conclusion", _conclusion(study))
        yield _levels_table(study)
        yield _verdicts_table(study)
    if needed:
        yield _needed_table(needed)


def _conclusion(study: TurnoverStudy) -> tuple[str, ...]:
    told = []
    for level in reversed(LEVELS):
        if (verdict := study.overall.verdict(level)) != "within":
            told.append(
                f"The win of all levels is {verdict} the limits of {percent_text(level, 0)}, two-sided."
            )
            break
    else:
        told.append("The win of all levels is within the limits of 95% and of 99%, two-sided.")
    told += [
        f"At a stake of {amount_text(one.record.stake)} it is {one.judged.verdict(LEVELS[-1])} the limits of"
        f" 99%, even as one of {len(study.levels)} levels."
        for one in study.outside
        if len(study.levels) > 1
    ]
    judged = study.overall
    if not study.passes and abs(judged.turnover - judged.win - judged.expected) < abs(
        judged.win - judged.expected
    ):
        told.append(
            "The win is nearer to what bettors should have got back than to what the house should keep:"
            " if it is that, name the column returned."
        )
    return tuple(told)


def _rows(study: TurnoverStudy) -> Iterator[tuple[str, str, Judged]]:
    for level in study.levels:
        yield amount_text(level.record.stake), f"{level.record.rounds}", level.judged
    yield ALL, f"{sum(level.record.rounds for level in study.levels)}", study.overall


def _levels_table(study: TurnoverStudy) -> Table:
    columns = (
        Column("stake", "Stake", COUNT),
        Column("rounds", "Rounds", COUNT),
        Column("turnover", "Turnover", COUNT),
        Column("win", "House's win", COUNT),
        Column("expected", "Expected", NUMBER),
        Column("standard_deviation", "SD", ROOT),
        Column("actual_edge", "Actual edge", RATE),
        Column("edge", "Exact edge", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            stake,
            rounds,
            amount_text(judged.turnover),
            amount_text(judged.win),
            judged.expected,
            Root(judged.variance),
            judged.win / judged.turnover,
            judged.expected / judged.turnover,
        )
        for stake, rounds, judged in _rows(study)
    ]
    notes = ["The win is what the house kept; every round at a level is taken to have the same stake."]
    rough = [amount_text(level.record.stake) for level in study.levels if level.is_rough]
    if rough:
        notes.append(
            f"The normal curve is rough at stakes of {', '.join(rough)}: few rounds of a skew wager."
        )
    return Table("levels", "Turnover and win", columns, rows, tuple(notes))


def _verdicts_table(study: TurnoverStudy) -> Table:
    columns = (
        Column("stake", "Stake", COUNT),
        Column("z", "z", ROOT),
        Column("p", "p", ROOT),
        Column("p_as_low", "p, so low", ROOT),
        Column("p_as_high", "p, so high", ROOT),
        *(
            Column(f"{key}_{level * 100}", f"{level * 100}% {words}")
            for level in LEVELS
            for key, words in (("two_sided", "two"), ("one_sided", "one"))
        ),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            stake,
            _z(judged),
            judged.p_two_sided,
            judged.p_as_low,
            judged.p_as_high,
            *(judged.verdict(level, sides=sides) for level in LEVELS for sides in (2, 1)),
        )
        for stake, _, judged in _rows(study)
    ]
    notes = (
        "z counts standard deviations from what is expected; a negative one is a win that is too low.",
        "p and the verdicts under two are two-sided; one leaves all of 5% or 1% to the side of the win.",
    )
    return Table("verdicts", "Verdicts", columns, rows, notes)


def _z(judged: Judged) -> Root | None:
    return None if judged.z_square is None else Root(judged.z_square, negative=judged.is_below)


def _needed_table(needed: Needed) -> Table:
    columns = (
        Column("wager", "Wager", grouped=True),
        Column("difference", "Difference", RATE),
        Column("confidence", "Confidence"),
        Column("sides", "Sides"),
        Column("power", "Power"),
        Column("z_confidence", "z", ROOT),
        Column("z_power", "z of power", ROOT),
        Column("rounds", "Rounds", COUNT),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            wager.title,
            difference,
            _percent(item.confidence),
            "two" if item.sides == 2 else "one",
            _percent(item.power),
            item.z_confidence,
            item.z_power,
            item.rounds,
        )
        for wager, difference, items in needed
        for item in items
    ]
    notes = (
        "So many rounds at one stake show an edge that is off by the difference, with that power.",
        "z and z of power are the normal quantiles of confidence and power.",
    )
    return Table("rounds_needed", "Rounds needed", columns, rows, notes)


def _percent(share: Fraction) -> str:
    return f"{amount_text(share * 100)}%"


def _level_tree(level: JudgedLevel) -> dict[str, Any]:
    return {
        "stake": level.record.stake,
        "rounds": str(level.record.rounds),
        "house_edge": level.law.house_edge,
        "variance": level.law.variance,
        "is_rough": level.is_rough,
        **_judged_tree(level.judged),
    }


def _judged_tree(judged: Judged) -> dict[str, Any]:
    return {
        "turnover": judged.turnover,
        "win": judged.win,
        "expected_win": judged.expected,
        "standard_deviation": Root(judged.variance),
        "z": _z(judged),
        "p_two_sided": judged.p_two_sided,
        "p_as_low": judged.p_as_low,
        "p_as_high": judged.p_as_high,
        "verdicts": [
            {"level": _percent(level), "sides": sides, "verdict": judged.verdict(level, sides=sides)}
            for level in LEVELS
            for sides in (2, 1)
        ],
    }


def _needed_tree(wager: Wager, difference: Fraction, item: RoundsNeeded) -> dict[str, Any]:
    return {
        "wager": wager.slug,
        "difference": difference,
        "confidence": item.confidence,
        "sides": item.sides,
        "power": item.power,
        "z_confidence": item.z_confidence,
        "z_power": item.z_power,
        "rounds": str(item.rounds),
    }

"""Streaks of one side as a report: the longest of them, how many, and a bet on the next coups."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyzer.exact import Between, percent_text
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    NUMBER,
    PROBABILITY,
    RATE,
    ROOT,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.report.session_report import INDEPENDENCE, error_text
from analyzer.study.precision.fixed_point import Number
from analyzer.study.sessions.streak_counts import StreakCounts
from analyzer.study.sessions.streak_lengths import LengthChance
from analyzer.study.sessions.streaks import StreakStudy

SCHEMA = "baccarat/streaks"
VERSION = 1
METHOD = "recurrence"

TIE_WORDS = {
    "breaks": "a tie ends a streak",
    "skipped": "ties are passed over",
    "counted": "a tie makes a streak longer",
}


def streaks_report(study: StreakStudy) -> Report:
    """A report of the streaks of one side."""
    coups = "1 coup" if study.rounds == 1 else f"{study.rounds} coups"
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}; streaks of {study.side} in {coups}",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "rounds": str(study.rounds),
            "side": study.side,
            "ties": study.ties,
        },
        method=METHOD,
        sections=tuple(_sections(study)),
        data=_tree(study),
        exact=study.is_exact,
    )


def _sections(study: StreakStudy) -> Iterator[Section]:
    yield _about(study)
    yield _lengths_table(study)
    yield _counts_table(study.counts)
    yield _law_table(study.counts)
    yield _bet_table(study)
    if study.pays_given:
        yield Facts(
            "worth",
            "What the bet is worth",
            (
                Fact("house_edge", "House edge", study.law.house_edge, RATE),
                Fact("house_edge_exactly", "House edge exactly", study.law.house_edge, FRACTION),
                Fact("hit_frequency", "Wins", study.law.hit_frequency, PROBABILITY),
                Fact("standard_deviation", "SD", Root(study.law.variance), ROOT),
            ),
        )


def _about(study: StreakStudy) -> Facts:
    asked = study.asked
    row = f"{asked.length} in a row"
    facts = [
        Fact("side", "Side", study.side),
        Fact("ties", "Ties", TIE_WORDS[study.ties] if study.side != "tie" else "make the streak"),
        Fact("next_hit", "Chance of the next one", study.chances.next_hit, PROBABILITY),
        Fact("next_in_a_row", f"The next {row}", study.chances.next_hit**asked.length, PROBABILITY),
        Fact("comes", f"{row} at least once", asked.at_least, PROBABILITY),
        Fact("expected", f"Streaks of {asked.length} or more", asked.expected, NUMBER),
        Fact("mean_wait", f"Coups until the first {row}", study.mean_wait, NUMBER),
    ]
    if study.ties == "skipped" and study.side != "tie":
        facts[2] = facts[2]._replace(name="Chance of the next one, ties aside")
    return Facts("about", "About", tuple(facts), (INDEPENDENCE, error_text(study.error)))


def _lengths_table(study: StreakStudy) -> Table:
    columns = (
        Column("length", "Longest streak", COUNT),
        Column("longest", "Probability", PROBABILITY),
        Column("at_least", "As long or longer", PROBABILITY),
        Column("expected", "Streaks expected", NUMBER),
    )
    rows: list[tuple[Cell, ...]] = [
        (row.length, row.longest, row.at_least, row.expected) for row in study.lengths
    ]
    notes = ["Streaks expected are of this length or longer."]
    if study.lengths[0].length:
        notes.append("Shorter ones are the longest with a probability of 0 to all digits shown.")
    return Table("lengths", "The longest streak, and how many there are", columns, rows, tuple(notes))


def _counts_table(counts: StreakCounts) -> Table:
    quantiles = counts.quantiles()
    columns = (
        Column("mean", "Mean", NUMBER),
        Column("standard_deviation", "SD", ROOT),
        *(Column(f"quantile_{int(share * 100)}", percent_text(share, 0), COUNT) for share, _ in quantiles),
    )
    row: tuple[Cell, ...] = (counts.mean, _deviation(counts), *(_ends_text(ends) for _, ends in quantiles))
    notes = (
        "Streaks of any length, a single coup among them.",
        "Below a percentage: the smallest number that is not exceeded with at least this probability.",
    )
    return Table("counts", "How many streaks there are", columns, [row], notes)


def _deviation(counts: StreakCounts) -> Root | Between:
    variance = counts.variance
    return Root(variance) if isinstance(variance, Fraction) else counts.deviation


def _ends_text(ends: tuple[int, int]) -> str:
    return " or ".join(map(str, dict.fromkeys(ends)))


def _law_table(counts: StreakCounts) -> Table:
    columns = (Column("streaks", "Streaks", COUNT), Column("probability", "Probability", PROBABILITY))
    return Table("counts_law", "The number of streaks", columns, counts.law(), audience=MACHINES)


def _bet_table(study: StreakStudy) -> Table:
    law = study.law
    columns = (
        Column("line", "The next coups"),
        Column("pays", "Pays"),
        Column("probability", "Probability", PROBABILITY),
        Column("fair", "Fair, to one", NUMBER),
        Column("break_even", "Break-even, to one", NUMBER),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, line in enumerate(law.lines):
        wins = line.pays.is_win
        rows.append(
            (
                line.label,
                _pays_text(study, wins, line.pays.literal),
                law.probability(place),
                law.fair_to_one(place) if wins else None,
                law.break_even_pay(place) if wins and study.pays_given else None,
            )
        )
    notes = ["A fair pay leaves a bet on this line alone without an edge."]
    if study.pays_given:
        notes.append("A break-even pay does so for the whole bet, the other lines as they are.")
    return Table("bet", "A bet that the side wins the next coups", columns, rows, tuple(notes))


def _pays_text(study: StreakStudy, wins: bool, literal: str) -> str | None:
    return literal if study.pays_given or not wins else None


def _tree(study: StreakStudy) -> dict[str, Any]:
    law, chances = study.law, study.chances
    return {
        "independent": True,
        "error_bound": str(study.error),
        "next_hit": chances.next_hit,
        "pausing": chances.pausing,
        "asked": {**_length_tree(study.asked), "mean_wait": study.mean_wait},
        "lengths": [_length_tree(row) for row in study.lengths],
        "counts": _counts_tree(study.counts),
        "bet": {
            "pays_given": study.pays_given,
            "house_edge": law.house_edge if study.pays_given else None,
            "variance": law.variance if study.pays_given else None,
            "lines": [
                {
                    "label": line.label,
                    "pays": str(line.pays.net) if study.pays_given or not line.pays.is_win else None,
                    "probability": law.probability(place),
                    "fair": law.fair_to_one(place),
                    "break_even": law.break_even_pay(place) if study.pays_given else None,
                }
                for place, line in enumerate(law.lines)
            ],
        },
    }


def _counts_tree(counts: StreakCounts) -> dict[str, Any]:
    return {
        "mean": counts.mean,
        "variance": counts.variance,
        "standard_deviation": _deviation(counts),
        "quantiles": [
            {"share": str(share), "from": str(early), "to": str(late)}
            for share, (early, late) in counts.quantiles()
        ],
        "law": [{"streaks": str(number), "probability": probability} for number, probability in counts.law()],
    }


def _length_tree(row: LengthChance) -> dict[str, str | Number | None]:
    return {
        "length": str(row.length),
        "longest": row.longest,
        "at_least": row.at_least,
        "expected": row.expected,
    }

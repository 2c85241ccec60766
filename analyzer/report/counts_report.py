"""Counted or listed coups against the exact law, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.exact import fraction_text
from analyzer.game.rulebook import OUTCOMES
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    NUMBER,
    PEOPLE,
    PROBABILITY,
    ROOT,
    Cell,
    Column,
    Fact,
    Facts,
    Prose,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.check.counts import LEVELS, MOST_EXACT, CellTest, ChiSquare
from analyzer.study.check.counts_check import CountsStudy
from analyzer.study.check.culprits import Ranked, Ranking
from analyzer.study.check.listed_coups import BrokenCoup, ListedCoups
from analyzer.study.precision.enclosure import Real

SCHEMA = "baccarat/check-counts"
VERSION = 1
MOST_RULES_TOLD = 12

_INDEPENDENT = (
    "The tests take the coups for independent, as they are if each comes from a fresh shoe.",
    "p is the chance of as much or more; below 1/1000 it has a power of ten: 2.5e-6 is 0.0000025.",
)


def counts_report(study: CountsStudy) -> Report:
    """A report of counted coups."""
    coups = study.test.counts.coups
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}; {coups:,} coup{'' if coups == 1 else 's'}",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "coups": str(coups),
        },
        method="totals" if study.listed is None else "replay",
        sections=tuple(_sections(study)),
        data=_tree(study),
    )


def _sections(study: CountsStudy) -> Iterator[Section]:
    yield Prose("conclusion", "Conclusion", study.conclusion())
    if study.listed is not None:
        yield from _replay_sections(study.listed)
    yield _outcomes_table(study)
    yield _tests_table(study)
    yield _intervals_table(study)
    if study.ranking is not None and study.ranking.best:
        yield _ranking_table(study.ranking, study.listed is not None and study.listed.broken > 0)


def _replay_sections(listed: ListedCoups) -> Iterator[Section]:
    facts = [
        Fact("coups", "Coups", listed.coups, COUNT),
        Fact("broken", "Break the rules", listed.broken, COUNT),
    ]
    facts += _first_facts("first_broken", "By the rules", listed.first_broken)
    if listed.claims is not None:
        facts.append(Fact("wrong_claims", "Claimed outcomes that are wrong", listed.wrong_claims, COUNT))
        facts += _first_facts("first_wrong_claim", "By the cards", listed.first_wrong_claim)
    yield Facts("replay", "Replay", tuple(facts))
    if listed.rules_broken:
        columns = (Column("rule", "By the rules"), Column("coups", "Coups that break it", COUNT))
        more = len(listed.rules_broken) - MOST_RULES_TOLD
        notes = (f"{more} more rules are broken, by fewer coups.",) if more > 0 else ()
        shown = listed.rules_broken[:MOST_RULES_TOLD]
        yield Table("rules_broken", "Rules that are broken", columns, shown, notes)
    if listed.claims is not None and listed.wrong_claims:
        by_cards = (Column(name, f"{name.capitalize()} by the cards", COUNT) for name in OUTCOMES)
        rows: list[tuple[Cell, ...]] = [
            (name.capitalize(), *row) for name, row in zip(OUTCOMES, listed.claims, strict=True)
        ]
        yield Table("claims", "Claimed outcomes", (Column("claimed", "Claimed"), *by_cards), rows)


def _first_facts(key: str, name: str, coup: BrokenCoup | None) -> list[Fact]:
    if coup is None:
        return []
    return [
        Fact(f"{key}_line", "First of them", f"line {coup.line}: {coup.cards}"),
        Fact(f"{key}_rule", name, coup.rule),
    ]


def _outcomes_table(study: CountsStudy) -> Table:
    columns = (
        Column("outcome", "Outcome"),
        Column("counted", "Counted", COUNT),
        Column("expected", "Expected", NUMBER),
        Column("z", "z", ROOT),
        Column("p", "p, two-sided", ROOT),
        *(
            column
            for level in LEVELS
            for column in (
                Column(f"band_{level}", f"{level}% band", audience=PEOPLE),
                Column(f"band_{level}_low", "", COUNT, MACHINES),
                Column(f"band_{level}_high", "", COUNT, MACHINES),
            )
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for cell in study.test.cells:
        bands: list[Cell] = []
        for level in LEVELS:
            low, high = cell.band(level)
            bands += [f"{low} to {high}", low, high]
        name = cell.name.capitalize()
        rows.append((name, cell.observed, cell.expected, _z(cell), cell.p_value, *bands))
    notes = ("The bands are exact, from the binomial law: each side leaves out at most half of the rest.",)
    return Table("outcomes", "Outcomes", columns, rows, notes)


def _z(cell: CellTest) -> Root | None:
    return None if cell.z_square is None else Root(cell.z_square, negative=cell.is_below)


def _tests_table(study: CountsStudy) -> Table:
    columns = (
        Column("test", "Test"),
        Column("statistic", "χ²", NUMBER),
        Column("degrees", "Degrees of freedom", COUNT),
        Column("p", "p", ROOT),
        Column("exactly", "χ² exactly", FRACTION, MACHINES),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, test.statistic, test.degrees, test.p_value, test.statistic) for name, test in _tests(study)
    ]
    notes = list(_INDEPENDENT)
    if study.test.exact is not None:
        exact = Real.of(study.test.exact, is_chance=True)
        rows.insert(0, ("Outcomes, exact multinomial", None, None, exact, None))
        notes.insert(0, f"Up to {MOST_EXACT} coups the verdict rests on the exact test, not on χ².")
    if study.test.joint is not None and study.test.joint.pooled:
        notes.insert(
            0, f"{study.test.joint.pooled} pairs of totals that are rare went together into one cell."
        )
    if study.test.tests > 1:
        notes.insert(0, "Two tests are made, so each has half of what a level leaves.")
    return Table("tests", "Tests", columns, rows, tuple(notes))


def _tests(study: CountsStudy) -> list[tuple[str, ChiSquare]]:
    listed = [("Outcomes, chi-square", study.test.outcomes)]
    if study.test.joint is not None:
        listed.append(("Both final totals, chi-square", study.test.joint))
    return listed


def _intervals_table(study: CountsStudy) -> Table:
    columns = (
        Column("outcome", "Outcome"),
        Column("share", "Counted", PROBABILITY),
        Column("probability", "Exact probability", PROBABILITY),
        *(
            Column(f"{end}_{level}", f"{level}% {words}", ROOT)
            for level in LEVELS
            for end, words in (("low", "from"), ("high", "to"))
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for cell in study.test.cells:
        ends: list[Cell] = []
        for level in LEVELS:
            middle, square = cell.interval(level)
            ends += [Root(square, negative=True, plus=middle), Root(square, plus=middle)]
        rows.append((cell.name.capitalize(), cell.share, cell.probability, *ends))
    notes = (
        "The intervals for the probability behind the counts are Wilson's, with z = 1.959963985 and z ="
        " 2.575829304.",
    )
    return Table("intervals", "Confidence intervals", columns, rows, notes)


def _ranking_table(ranking: Ranking, broken: bool) -> Table:
    """Other games, ranked by the coups that break their rules if any do, else by likelihood."""
    columns = [
        Column("game", "A game in which …", wraps=True),
        Column("library", "In the library", wraps=True),
        Column("broken", "Coups that break it", COUNT)
        if broken
        else Column("orders", "Orders of magnitude better", ROOT),
        Column("p", "Its p", ROOT),
        *([] if broken else [Column("fits", "Fits")]),
    ]
    rows: list[tuple[Cell, ...]] = []
    for item in ranking.best:
        measure = item.broken if broken else item.likelihood
        fits = () if broken else ("yes" if item.fits else "no",)
        rows.append((_game_text(item), ", ".join(item.slugs), measure, _least(item), *fits))
    notes = (
        f"{ranking.tried} games were tried, and the best of so many looks better than it is.",
        *(() if broken else ("How much better a game fits is the ratio of likelihoods, in powers of ten.",)),
    )
    return Table("fits", "Other games, the best first", tuple(columns), rows, notes)


def _game_text(item: Ranked) -> str:
    return "; or ".join([item.candidate.text, *(one.text for one in item.also if not one.slug)])


def _least(item: Ranked) -> Real | None:
    """The p-value on which its verdict rests."""
    return item.test.p_values[-1] if item.test.p_values else None


def _tree(study: CountsStudy) -> dict[str, Any]:
    return {
        "verdict": study.test.verdict,
        "passes": study.passes,
        "conclusion": list(study.conclusion()),
        "outcomes": [_cell_tree(cell) for cell in study.test.cells],
        "exact_multinomial": _exact_tree(study),
        "chi_square": _chi_square_tree(study.test.outcomes),
        "joint_chi_square": None if study.test.joint is None else _chi_square_tree(study.test.joint),
        "alternatives": None if study.ranking is None else _ranking_tree(study.ranking),
        "replay": None if study.listed is None else _replay_tree(study.listed),
    }


def _cell_tree(cell: CellTest) -> dict[str, Any]:
    intervals = []
    for level in LEVELS:
        middle, square = cell.interval(level)
        low, high = cell.band(level)
        intervals.append(
            {
                "level": level,
                "low": Root(square, negative=True, plus=middle),
                "high": Root(square, plus=middle),
                "band": {"low": str(low), "high": str(high)},
            }
        )
    return {
        "outcome": cell.name,
        "counted": str(cell.observed),
        "probability": cell.probability,
        "expected": cell.expected,
        "z": _z(cell),
        "p_value": cell.p_value,
        "intervals": intervals,
    }


def _exact_tree(study: CountsStudy) -> dict[str, Any] | None:
    exact = study.test.exact
    if exact is None:
        return None
    # Text already: the fraction may have more digits than Python turns into text.
    return {"fraction": fraction_text(exact), "p_value": Real.of(exact, is_chance=True)}


def _chi_square_tree(test: ChiSquare) -> dict[str, Any]:
    return {
        "statistic": test.statistic,
        "degrees_of_freedom": test.degrees,
        "cells": test.cells,
        "pooled": test.pooled,
        "p_value": test.p_value,
    }


def _ranking_tree(ranking: Ranking) -> dict[str, Any]:
    return {
        "tried": ranking.tried,
        "as_good": ranking.as_good,
        "best": [
            {
                "kind": item.candidate.kind,
                "game": item.candidate.text,
                "also": [one.text for one in item.also],
                "library": list(item.slugs),
                "rules": rules_input(item.candidate.rulebook),
                "shoe": item.candidate.shoe.describe(),
                "broken": str(item.broken),
                "orders_of_magnitude": item.likelihood,
                "p_value": _least(item),
                "fits": item.fits,
            }
            for item in ranking.best
        ],
    }


def _replay_tree(listed: ListedCoups) -> dict[str, Any]:
    return {
        "broken": str(listed.broken),
        "first_broken": _coup_tree(listed.first_broken),
        "rules_broken": [{"rule": rule, "coups": str(coups)} for rule, coups in listed.rules_broken],
        "claims": None if listed.claims is None else _claims_tree(listed.claims),
        "wrong_claims": str(listed.wrong_claims),
        "first_wrong_claim": _coup_tree(listed.first_wrong_claim),
        "totals": [[str(count) for count in row] for row in listed.counts.joint or ()],
    }


def _claims_tree(claims: tuple[tuple[int, ...], ...]) -> list[dict[str, Any]]:
    return [
        {"claimed": name, **{other: str(count) for other, count in zip(OUTCOMES, row, strict=True)}}
        for name, row in zip(OUTCOMES, claims, strict=True)
    ]


def _coup_tree(coup: BrokenCoup | None) -> dict[str, Any] | None:
    return None if coup is None else {"line": str(coup.line), "cards": coup.cards, "rule": coup.rule}

"""Rulebooks beside a standard, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.game.rulebook import OUTCOMES
from analyzer.report.documents_tree import differences_tree, ways_tree
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import COUNT, MACHINES, PROBABILITY, RATE, Cell, Column, Report, Section, Table
from analyzer.study.analysis import Analysis
from analyzer.study.rules_compared import RulesCompared, RulesResult

SCHEMA = "baccarat/rules-compared"
VERSION = 1


def rules_compared_report(compared: RulesCompared, method: str) -> Report:
    """What each rulebook changes."""
    first = compared.of_standard[0]
    return Report(
        SCHEMA,
        VERSION,
        f"Rulebooks beside {compared.standard.slug or compared.standard.title}",
        {
            "standard": rules_input(compared.standard),
            "rulebooks": [rules_input(result.rulebook) for result in compared.results],
            "shoes": [shoe_input(analysis.shoe) for analysis in compared.of_standard],
            "wagers": wagers_input(first.wagers),
        },
        method,
        tuple(_sections(compared)),
        {
            "standard": [_analysis_tree(compared, analysis, None) for analysis in compared.of_standard],
            "rulebooks": [_tree(compared, result) for result in compared.results],
        },
    )


def _sections(compared: RulesCompared) -> Iterator[Section]:
    yield _rulebooks_table(compared)
    yield _edges_table(compared)
    yield _outcomes_table(compared)
    missing: list[tuple[Cell, ...]] = [
        (result.rulebook.slug, ", ".join(result.missing)) for result in compared.results if result.missing
    ]
    if missing:
        columns = (Column("rules", "Rules"), Column("missing", "Not told", wraps=True))
        yield Table("missing", "Rulebooks that cannot be played", columns, missing)


def _rulebooks_table(compared: RulesCompared) -> Table:
    columns = (
        Column("rules", "Rules"),
        Column("title", "What it is", wraps=True),
        Column("differences", "Differences", COUNT),
        Column("source", "Source", wraps=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            result.rulebook.slug,
            result.rulebook.title,
            _number(result),
            result.rulebook.source,
        )
        for result in compared.results
    ]
    note = "Differences are cells, Banker's decisions where tables look at different things, and switches."
    return Table("rulebooks", "", columns, rows, (note,))


def _number(result: RulesResult) -> int:
    differences = result.differences
    in_player = sum(cell.column is None for cell in differences.cells)
    return in_player + differences.tableau_count + len(differences.switches)


def _edges_table(compared: RulesCompared) -> Table:
    columns = (
        Column("rules", "Rules", grouped=True),
        Column("shoe", "Shoe", grouped=True),
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager"),
        Column("house_edge", "House edge", RATE),
        Column("change", "Change", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            result.rulebook.slug,
            analysis.shoe.describe(),
            wager.slug,
            wager.title,
            analysis.law(wager.slug).house_edge,
            compared.edge_change(analysis, place, wager.slug),
        )
        for result in compared.results
        for place, analysis in enumerate(result.analyses)
        for wager in analysis.wagers
    ]
    note = "What is above 0 is what the house wins by the change."
    return Table("edges", "House edges, and how they change", columns, rows, (note,))


def _outcomes_table(compared: RulesCompared) -> Table:
    columns = (
        Column("rules", "Rules", grouped=True),
        Column("shoe", "Shoe"),
        *(Column(f"{outcome}_ways", "", COUNT, MACHINES) for outcome in OUTCOMES),
        *(Column(outcome, outcome.capitalize(), PROBABILITY) for outcome in OUTCOMES),
        *(Column(f"{outcome}_change", "Change", RATE) for outcome in OUTCOMES),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            result.rulebook.slug,
            analysis.shoe.describe(),
            *(analysis.outcomes[outcome] for outcome in OUTCOMES),
            *(analysis.probability(outcome) for outcome in OUTCOMES),
            *(compared.outcome_change(analysis, place, outcome) for outcome in OUTCOMES),
        )
        for result in compared.results
        for place, analysis in enumerate(result.analyses)
    ]
    return Table("outcomes", "Outcomes, and how they change", columns, rows)


def _tree(compared: RulesCompared, result: RulesResult) -> dict[str, Any]:
    return {
        **rules_input(result.rulebook),
        "source": result.rulebook.source,
        "note": result.rulebook.note,
        "differences": differences_tree(result.differences),
        "missing": list(result.missing),
        "shoes": [
            _analysis_tree(compared, analysis, place) for place, analysis in enumerate(result.analyses)
        ],
    }


def _analysis_tree(compared: RulesCompared, analysis: Analysis, place: int | None) -> dict[str, Any]:
    """One analysis; at a place of the shoes also what changes."""
    outcomes, wagers = [], []
    for outcome, ways in analysis.outcomes.items():
        tree: dict[str, Any] = {"outcome": outcome, **ways_tree(ways, analysis.total_ways)}
        if place is not None:
            tree["change"] = compared.outcome_change(analysis, place, outcome)
        outcomes.append(tree)
    for wager in analysis.wagers:
        tree = {"slug": wager.slug, "house_edge": analysis.law(wager.slug).house_edge}
        if place is not None:
            tree["change"] = compared.edge_change(analysis, place, wager.slug)
        wagers.append(tree)
    return {
        "shoe": analysis.shoe.describe(),
        "total_ways": str(analysis.total_ways),
        "outcomes": outcomes,
        "wagers": wagers,
    }

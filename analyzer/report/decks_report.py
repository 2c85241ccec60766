"""Wagers as functions of the number of decks, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyzer.deal.polynomials import Zero
from analyzer.deal.symbolic import TOTAL_WAYS
from analyzer.exact import DEFAULT_DIGITS, fraction_text
from analyzer.report.formulas import (
    TEXT_NOTATION,
    asymptote,
    decks_input,
    decks_text,
    formula,
    function_tree,
    polynomial_tree,
)
from analyzer.report.inputs import rules_input, wagers_input
from analyzer.report.model import (
    MACHINES,
    PEOPLE,
    RATE,
    Cell,
    Column,
    Fact,
    Facts,
    Prose,
    Report,
    Section,
    Table,
)
from analyzer.study.decks import DecksStudy, WagerByDecks

SCHEMA = "baccarat/decks"
VERSION = 1
METHOD = "interpolation"

FEW_WAGERS = 6
"""So many wagers have their formulas shown without being asked."""

SIGNS = {-1: "below 0", 0: "0", 1: "above 0"}


def decks_report(
    study: DecksStudy,
    decks: Sequence[int | None],
    *,
    formulas: bool | None = None,
    notation: str = TEXT_NOTATION,
    digits: int = DEFAULT_DIGITS,
) -> Report:
    """A report of wagers by the number of decks.

    Parameters
    ----------
    study : DecksStudy
    decks : sequence of int or None
        Numbers of decks of the table; None stands for infinitely many.
    formulas : bool, optional
        Whether formulas are shown to people; if not given, it depends on how many wagers there are.
    notation : {"text", "latex"}
        How people see them.
    digits : int, optional
        Digits of the places where an edge is zero.
    """
    if formulas is None:
        formulas = len(study.wagers) <= FEW_WAGERS
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; house edge by number of decks",
        inputs={
            "rules": rules_input(study.rulebook),
            "decks": decks_input(decks),
            "wagers": wagers_input(
                [*(item.wager for item in study.wagers), *(item.wager for item in study.unanswerable)]
            ),
        },
        method=METHOD,
        sections=tuple(_sections(study, decks, formulas, notation, digits)),
        data=_tree(study, decks, digits),
    )


def _sections(
    study: DecksStudy, decks: Sequence[int | None], formulas: bool, notation: str, digits: int
) -> Iterator[Section]:
    yield _wide_table(study, decks)
    yield _long_table(study, decks)
    if formulas:
        yield _outcomes_facts(study, notation)
        for item in study.wagers:
            yield _formula_facts(item, notation, digits)
    else:
        yield _changes_prose(study, digits)
    yield _formulas_table(study)
    if study.unanswerable:
        columns = (Column("slug", "", audience=MACHINES), Column("wager", "Wager"), Column("reason", "Why"))
        rows = [(item.wager.slug, item.wager.title, item.reason) for item in study.unanswerable]
        yield Table("unanswerable", "Wagers no full shoe can answer", columns, rows)


def _wide_table(study: DecksStudy, decks: Sequence[int | None]) -> Table:
    columns = (
        Column("decks", "Decks"),
        *(Column(item.wager.slug, item.wager.title, RATE) for item in study.wagers),
    )
    rows: list[tuple[Cell, ...]] = [
        (decks_text(number), *(item.edge(number) for item in study.wagers)) for number in decks
    ]
    empty = any(item.less_per_jackpot_unit is not None for item in study.wagers)
    notes = ("Jackpots are empty here; give them a size with --jackpot.",) if empty else ()
    return Table("decks", "House edge", columns, rows, notes, PEOPLE)


def _long_table(study: DecksStudy, decks: Sequence[int | None]) -> Table:
    columns = (Column("slug", ""), Column("decks", ""), Column("house_edge", "", RATE))
    rows: list[tuple[Cell, ...]] = [
        (item.wager.slug, decks_text(number), item.edge(number)) for item in study.wagers for number in decks
    ]
    return Table("edges", "House edge", columns, rows, audience=MACHINES)


def _outcomes_facts(study: DecksStudy, notation: str) -> Facts:
    facts = [
        Fact(outcome, f"{outcome.capitalize()} ways", formula(ways, notation))
        for outcome, ways in study.outcomes.items()
    ]
    all_ways = Fact("total_ways", "All ways", formula(TOTAL_WAYS, notation))
    notes = ("d is the number of decks. Ways count ordered sequences of six cards.",)
    return Facts("outcomes", "Outcomes", (*facts, all_ways), notes)


def _formula_facts(item: WagerByDecks, notation: str, digits: int) -> Facts:
    limit = item.house_edge.limit
    facts = [
        Fact("house_edge", "House edge", formula(item.house_edge, notation)),
        Fact("limit", "Infinite decks", limit, RATE),
        Fact("approach", "For many decks", asymptote(item.house_edge, notation)),
        Fact("changes", "Changes sign", _changes_text(item, digits)),
        *(
            Fact(f"ways_{place}", f"Ways: {line.label}", formula(ways, notation))
            for place, (line, ways) in enumerate(zip(item.wager.lines, item.line_ways, strict=True))
        ),
    ]
    per_unit = item.less_per_jackpot_unit
    notes: tuple[str, ...] = ()
    if per_unit is not None:
        facts.insert(1, Fact("less_per_jackpot_unit", "Less per jackpot unit", formula(per_unit, notation)))
        notes = ("The edge is that of an empty jackpot; each unit of the stake in it lowers the edge.",)
    return Facts(item.wager.slug, item.wager.title, tuple(facts), notes)


def _changes_text(item: WagerByDecks, digits: int) -> str:
    zeros = item.house_edge.zeros(1, digits)
    if not item.house_edge.numerator.coefficients:
        return "never; the edge is 0 for every number of decks"
    if not zeros:
        return "never, for any real number of decks from 1 on"
    return "; ".join(map(_zero_text, zeros))


def _zero_text(zero: Zero) -> str:
    place = fraction_text(zero.low) if zero.low == zero.high else zero.decimal
    if zero.changes_sign and zero.before is not None:
        return f"at d = {place}, from {SIGNS[zero.before]} to {SIGNS[zero.after]}"
    return f"at d = {place} it is 0, and {SIGNS[zero.after]} beyond"


def _changes_prose(study: DecksStudy, digits: int) -> Prose:
    """What is left of the formulas where they are not shown: the wagers whose edge changes its sign."""
    found = [
        f"{item.wager.title}: {_changes_text(item, digits)}."
        for item in study.wagers
        if item.house_edge.zeros(1, digits)
    ]
    return Prose("changes", "Edges that change sign", tuple(found) or ("None, for any number of decks.",))


def _formulas_table(study: DecksStudy) -> Table:
    columns = (Column("slug", ""), Column("of", ""), Column("text", ""), Column("latex", ""))
    rows: list[tuple[Cell, ...]] = []
    for item in study.wagers:
        for name, function in (
            ("house edge", item.house_edge),
            ("less per jackpot unit", item.less_per_jackpot_unit),
        ):
            if function is not None:
                rows.append((item.wager.slug, name, function.text, function.latex))
        for line, ways in zip(item.wager.lines, item.line_ways, strict=True):
            rows.append((item.wager.slug, f"ways: {line.label}", ways.text, ways.latex))
    return Table("formulas", "Formulas", columns, rows, audience=MACHINES)


def _tree(study: DecksStudy, decks: Sequence[int | None], digits: int) -> dict[str, Any]:
    return {
        "total_ways": polynomial_tree(TOTAL_WAYS),
        "outcomes": [
            {"outcome": outcome, "ways": polynomial_tree(ways)} for outcome, ways in study.outcomes.items()
        ],
        "wagers": [_wager_tree(item, decks, digits) for item in study.wagers],
        "unanswerable": [{"wager": item.wager.slug, "reason": item.reason} for item in study.unanswerable],
    }


def _wager_tree(item: WagerByDecks, decks: Sequence[int | None], digits: int) -> dict[str, Any]:
    return {
        "wager": item.wager.slug,
        "title": item.wager.title,
        "lines": [
            {
                "label": line.label,
                "pays": line.pays.to_one_text,
                "net": None if line.pays.share else str(line.pays.net),
                "ways": polynomial_tree(ways),
            }
            for line, ways in zip(item.wager.lines, item.line_ways, strict=True)
        ],
        "house_edge": function_tree(item.house_edge),
        "less_per_jackpot_unit": None
        if item.less_per_jackpot_unit is None
        else function_tree(item.less_per_jackpot_unit),
        "zeros": [
            {
                "decks": zero.decimal,
                "from": str(zero.low),
                "to": str(zero.high),
                "sign_before": zero.before,
                "sign_after": zero.after,
            }
            for zero in item.house_edge.zeros(1, digits)
        ],
        "checked_by_forms": item.checked_by_forms,
        "values": [{"decks": decks_text(number), "house_edge": item.edge(number)} for number in decks],
    }

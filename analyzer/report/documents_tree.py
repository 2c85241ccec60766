"""Documents as JSON trees: what they say, how they can be read, and what each reading implies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from analyzer.game.compare import CellDifference, Differences
from analyzer.library.documents import Document
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import Rounded
from analyzer.study.documents import CellVerdict, DocumentResult, ReadingResult, ScheduleEdges, ShoeResult


def document_head(document: Document) -> dict[str, Any]:
    """A document by name."""
    return {
        "document": document.slug,
        "title": document.title,
        "language": document.language,
        "source": document.source,
        "decks": list(document.decks),
        "decks_stated": document.decks_stated,
        "payouts_missing": list(document.payouts_missing),
    }


def document_tree(result: DocumentResult) -> dict[str, Any]:
    """A document with everything it says and every reading of it."""
    document = result.document
    return {
        **document_head(document),
        "note": document.note,
        "states": list(document.states),
        "leaves_open": list(document.leaves_open),
        "rejected": list(document.rejected),
        "switches": [
            {
                "switch": switch.name,
                "about": switch.about,
                "options": [
                    {
                        "option": option.name,
                        "kind": option.kind,
                        "text": option.text,
                        "evidence": option.evidence,
                    }
                    for option in switch.options
                ],
            }
            for switch in document.switches
        ],
        "rules_document": [
            {
                "item": item.number,
                "question": item.question,
                "status": item.status,
                "where": item.where,
            }
            for item in document.items
        ],
        "readings": [_reading_tree(reading) for reading in result.readings],
    }


def _reading_tree(result: ReadingResult) -> dict[str, Any]:
    return {
        "reading": result.reading.name,
        "kind": result.reading.kind,
        "rules": rules_input(result.rulebook),
        "differences": differences_tree(result.differences),
        "refused": list(result.missing) or None,
        "shoes": [_shoe_tree(shoe) for shoe in result.shoes],
    }


def _shoe_tree(result: ShoeResult) -> dict[str, Any]:
    return {
        "shoe": shoe_input(result.shoe),
        "total_ways": str(result.total_ways),
        "outcomes": [
            {
                "outcome": outcome,
                **ways_tree(ways, result.total_ways),
                "change": result.change(outcome),
            }
            for outcome, ways in result.outcomes.items()
        ],
        "favours": {"side": result.favours, "by": abs(result.shift)},
        "schedules": [_schedule_tree(schedule) for schedule in result.schedules],
    }


def ways_tree(ways: int, total_ways: int) -> dict[str, Any]:
    """Ways with their probability."""
    probability = Fraction(ways, total_ways)
    return {"ways": str(ways), "fraction": str(probability), "decimal": Rounded(probability)}


def _schedule_tree(schedule: ScheduleEdges) -> dict[str, Any]:
    payout = schedule.payout
    commission = payout.commission
    return {
        "payouts": payout.name,
        "kind": payout.kind,
        "pays": {
            "player": payout.player.to_one_text,
            "banker": payout.banker_after_commission.to_one_text,
            "tie": payout.tie.to_one_text,
        },
        "commission": None if commission is None else {"rate": str(commission.rate), "base": commission.base},
        "on_tie": {"name": schedule.on_tie.name, "fate": schedule.on_tie.fate},
        "edges": dict(schedule.edges),
    }


def differences_tree(differences: Differences) -> dict[str, Any]:
    """In what a rulebook differs from another."""
    decisions = differences.decisions
    return {
        "tableau": differences.tableau_count,
        "cells": [_cell_tree(cell) for cell in differences.cells],
        "decisions": None
        if decisions is None
        else {"differing": len(decisions.differing), "compared": decisions.compared},
        "switches": [
            {"switch": name, "first": first, "second": second} for name, first, second in differences.switches
        ],
    }


def _cell_tree(cell: CellDifference) -> dict[str, Any]:
    return {
        "hand": cell.hand,
        "total": cell.total,
        "column": cell.column,
        "first": cell.first,
        "second": cell.second,
    }


def verdicts_tree(verdicts: Sequence[CellVerdict]) -> list[dict[str, Any]]:
    """What the documents say about each cell."""
    return [
        {"total": cell.total, "column": cell.column, "verdict": cell.verdict, "cells": _copy(cell.cells)}
        for cell in verdicts
    ]


def _copy(cells: Mapping[str, str]) -> dict[str, str]:
    return dict(cells)

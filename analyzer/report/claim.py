"""A claim: rules, shoe and wagers with the ways behind every line, for somebody else to check.

It holds all that a check needs, so that one needs nothing of this program: the rules cell by cell, the shoe
card by card, the conditions of the lines as text, and the ways of every line.
Where point values decide a wager, the ways are given for every multiset of six point values too.
`verify_claim.py` checks a claim and shares no code with what made it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from math import perm, prod
from typing import Any

import numpy as np

from analyzer.deal.forms import wager_forms
from analyzer.deal.multisets import MOST_CARDS, multisets
from analyzer.game.cards import RANKS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.json_format import report_json
from analyzer.report.model import DIGITS_FOR_MACHINES, NumberStyle, Report
from analyzer.study.analysis import Analysis, looks_past_values
from analyzer.wager.law import Law
from analyzer.wager.wager import Wager

SCHEMA = "baccarat/claim"
VERSION = 1


def claim_json(analysis: Analysis) -> str:
    """The claim that an analysis makes of its wagers, as a JSON document.

    Raises
    ------
    ArithmeticError
        Two roads give different ways, so that there is nothing to claim.
    """
    data: dict[str, Any] = {"wagers": [_wager_tree(wager, analysis) for wager in analysis.wagers]}
    report = Report(
        SCHEMA,
        VERSION,
        "",
        {
            "rules": _rules_tree(analysis.rulebook),
            "shoe": shoe_input(analysis.shoe),
            "wagers": wagers_input(analysis.wagers),
        },
        analysis.method,
        (),
        data,
    )
    numbers = NumberStyle(digits=DIGITS_FOR_MACHINES)
    written = json.loads(report_json(report, numbers))
    data["sha256"] = hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()
    return report_json(report, numbers)


def _rules_tree(rulebook: Rulebook) -> dict[str, Any]:
    first = rulebook.player_first_card
    return {
        **rules_input(rulebook),
        "player": rulebook.player,
        "tableau": list(rulebook.tableau),
        "tableau_key": rulebook.tableau_key,
        "player_natural": rulebook.player_natural,
        "banker_natural": rulebook.banker_natural,
        "two_naturals": rulebook.two_naturals,
        "equal_two_card_totals": rulebook.equal_two_card_totals,
        "card_values": list(rulebook.card_values),
        "player_first_card": None if first is None else RANKS[first],
    }


def _wager_tree(wager: Wager, analysis: Analysis) -> dict[str, Any]:
    law = analysis.laws[wager.slug]
    by_multiset = _ways_by_multiset(wager, law, analysis.rulebook, analysis.shoe)
    return {
        "slug": wager.slug,
        "title": wager.title,
        "total_ways": str(law.total_ways),
        "house_edge": None if law.has_jackpot else str(law.house_edge),
        "lines": [
            {
                "label": line.label,
                "when": line.when.text if line.when else None,
                "net": None if line.pays.share else str(line.pays.net),
                "ways": str(counted.ways),
                "ways_by_multiset": ways,
            }
            for line, counted, ways in zip(wager.lines, law.lines, by_multiset, strict=True)
        ],
    }


def _ways_by_multiset(wager: Wager, law: Law, rulebook: Rulebook, shoe: Shoe) -> Sequence[list[str] | None]:
    """The ways of each line for each multiset of six point values, in the order of `multisets(6)`."""
    if looks_past_values(wager):
        return [None] * len(wager.lines)
    take = pow if shoe.with_replacement else perm
    # A road to the same ways that differs from the one of the law, and is held against it here.
    forms = wager_forms(rulebook, wager)
    if forms.ways(shoe) != tuple(line.ways for line in law.lines):
        raise ArithmeticError(f"two roads give different ways for {wager.slug}")
    counts = shoe.value_counts(rulebook.card_values)
    dealt = [
        prod(take(count, used) for count, used in zip(counts, row, strict=True))
        for row in multisets(MOST_CARDS).tolist()
    ]
    ways = forms.coefficients.astype(object) * np.array(dealt, dtype=object)
    return [[str(number) for number in line] for line in ways]

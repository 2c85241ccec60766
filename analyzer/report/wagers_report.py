"""Wagers of the library as reports: the list of them, and one with its pay table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from analyzer.report.analysis_report import law_tree, worth_of
from analyzer.report.inputs import rules_input, shoe_input, wager_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    NUMBER,
    ONE_IN,
    PROBABILITY,
    RATE,
    ROOT,
    Cell,
    Column,
    Fact,
    Facts,
    Prose,
    Report,
    Section,
    Table,
)
from analyzer.study.analysis import Analysis
from analyzer.wager.law import Law
from analyzer.wager.wager import PayLine, Wager

VERSION = 1
OTHERWISE = "otherwise"


def wagers_report(wagers: Sequence[Wager]) -> Report:
    """The wagers of the library, one a line."""
    columns = (
        Column("slug", "Wager"),
        Column("title", "Title", wraps=True),
        Column("family", "Family"),
        Column("source", "Source", audience=MACHINES),
    )
    rows = [(wager.slug, wager.title, wager.family, wager.source) for wager in wagers]
    trees = [{**wager_input(wager), "family": wager.family, "source": wager.source} for wager in wagers]
    table = Table("wagers", "", columns, rows)
    return Report("baccarat/wagers", VERSION, "Wagers", {}, "library", (table,), {"wagers": trees})


def wager_report(wager: Wager, analysis: Analysis) -> Report:
    """One wager: its pay table and its exact law.

    Parameters
    ----------
    wager : Wager
    analysis : Analysis
        Of this wager; where the shoe cannot answer it, the reason stands in place of the law.
    """
    columns = (
        Column("line", "Line", wraps=True),
        Column("when", "When", wraps=True),
        Column("pays", "Pays"),
        Column("pays_for_one", "Stake included"),
    )
    rows = [(line.label, _when(line), line.pays.to_one_text, line.pays.for_one_text) for line in wager.lines]
    decks = ", ".join(map(str, wager.decks))
    facts = Facts(
        "about",
        "About",
        (
            Fact("family", "Family", wager.family or None),
            Fact("decks", "Decks", decks or None),
            *_offered_facts(wager),
            Fact("source", "Source", wager.source or None),
            Fact("slug", "Name", wager.slug or None),
        ),
    )
    sections: list[Section] = [
        Table("lines", "Pay lines", columns, rows, ("The first line that holds pays.",)),
        *_law_sections(wager, analysis),
        facts,
    ]
    if wager.note:
        sections.append(Prose("note", "Note", (wager.note,)))
    return Report(
        "baccarat/wager",
        VERSION,
        wager.title,
        {
            "rules": rules_input(analysis.rulebook),
            "shoe": shoe_input(analysis.shoe),
            "wagers": wagers_input([wager]),
        },
        analysis.method,
        tuple(sections),
        {"wager": _wager_tree(wager), "law": _law(wager, analysis)},
    )


def _offered_facts(wager: Wager) -> Iterator[Fact]:
    """When a bet is offered, if that is during a coup."""
    if wager.offered is not None:
        yield Fact("open_cards", "Open cards", " ".join(wager.offered.sees))
        yield Fact("offered", "Offered when", wager.offered.when.text)


def _edge_facts(wager: Wager, law: Law) -> Iterator[Fact]:
    if wager.offered is not None:
        yield Fact("edge_when_offered", "Edge when offered", edge_when_offered(law), RATE)


def edge_when_offered(law: Law) -> Fraction | None:
    """House edge per bet made, from the law over whole coups of a bet that is offered during a coup.

    It is None if the bet is never offered; the first line of such a law is that of coups without an offer.
    """
    offered = 1 - law.probability(0)
    return law.house_edge / offered if offered else None


def _offered_tree(wager: Wager) -> dict[str, Any] | None:
    offered = wager.offered
    return None if offered is None else {"sees": list(offered.sees), "when": offered.when.text}


def _law(wager: Wager, analysis: Analysis) -> dict[str, Any] | None:
    return next((law_tree(slug, wager.title, law) for slug, law in analysis.laws.items()), None)


def _law_sections(wager: Wager, analysis: Analysis) -> Iterator[Section]:
    where = f"{analysis.rulebook.title}; {analysis.shoe.describe()}"
    for law in analysis.laws.values():
        yield _law_table(law, where)
        worth = worth_of(law)
        yield Facts(
            "worth",
            "Worth",
            (
                Fact("house_edge", "House edge", worth["house_edge"], RATE),
                Fact("exactly", "Exactly", worth["house_edge"], FRACTION),
                *_edge_facts(wager, law),
                Fact("rtp", "RTP", worth["rtp"], RATE),
                Fact("hit_frequency", "Wins", law.hit_frequency, PROBABILITY),
                Fact("push_frequency", "Pushes", law.push_frequency, PROBABILITY),
                Fact("standard_deviation", "SD", worth["standard_deviation"], ROOT),
            ),
        )
    for item in analysis.unanswerable:
        yield Prose("unanswerable", "No law", (f"{where}: {item.reason}.",))


def _law_table(law: Law, where: str) -> Table:
    columns = (
        Column("line", "Line", wraps=True),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("one_in", "How often", ONE_IN),
        Column("contribution", "Contribution", RATE),
        Column("break_even_pay", "Breaks even at", NUMBER),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            line.label,
            line.ways,
            law.probability(place),
            law.probability(place),
            None if line.pays.share else law.contribution(place),
            None if law.has_jackpot else law.break_even_pay(place),
        )
        for place, line in enumerate(law.lines)
    ]
    notes = (where, "Breaks even at: the net win of the line, to one, at which the wager has no edge.")
    return Table("law", "Exact law", columns, rows, notes)


def _when(line: PayLine) -> str:
    return OTHERWISE if line.when is None else line.when.text


def _wager_tree(wager: Wager) -> dict[str, Any]:
    return {
        **wager_input(wager),
        "family": wager.family,
        "source": wager.source,
        "note": wager.note,
        "decks": list(wager.decks),
        "offered": _offered_tree(wager),
        "lines": [
            {
                "label": line.label,
                "when": _when(line),
                "pays": line.pays.to_one_text,
                "pays_for_one": line.pays.for_one_text,
                "net": line.pays.net_text,
            }
            for line in wager.lines
        ],
    }

"""The first chapters of a mathematics report: what is reported on, and the rules with worked examples."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer import __version__
from analyzer.exact import percent_text
from analyzer.game.cards import RANKS, card_names
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.report import plots
from analyzer.report.commission_report import amount_text, payments_input, payments_text
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.json_format import GENERATOR
from analyzer.report.model import MACHINES, Chapter, Column, Fact, Facts, Prose, Section, Table
from analyzer.report.rules_report import banker_table, player_table, switches
from analyzer.study.table_study import TableStudy, WagerStudy
from analyzer.wager.commission import Payments
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class Subject:
    """What a report is about, besides what was computed.

    Attributes
    ----------
    title, source, note : str
        Of the game or document, if it is one of the library.
    names : mapping of str to str
        What was named for it, such as its game, for the inputs.
    roundings : mapping of str to str
        How the table rounds according to its source, by the names of `Payments`.
    missing : tuple of str
        What its source would have to say before edges could be given.
    table_maximum : Fraction or None
        The largest stake on one wager.
    positions : int
        How many bettors may make every wager.
    standard : Rulebook or None
        The rules whose differences are marked.
    """

    title: str = ""
    source: str = ""
    note: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    roundings: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    table_maximum: Fraction | None = None
    positions: int = 1
    standard: Rulebook | None = None


def shoe_sha256(shoe: Shoe) -> str:
    """Fingerprint of all counts of a shoe.

    Examples
    --------
    >>> shoe_sha256(Shoe.from_decks(8))[:16]
    '8effee37e32e381e'
    """
    known = [shoe.detail, [str(count) for count in shoe.counts], shoe.with_replacement]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()


def report_inputs(study: TableStudy, subject: Subject) -> dict[str, Any]:
    """What the report was worked out from, with a fingerprint of each part and one of everything."""
    analysis = study.analysis
    inputs: dict[str, Any] = {
        "rules": rules_input(analysis.rulebook),
        "shoe": {**shoe_input(analysis.shoe), "sha256": shoe_sha256(analysis.shoe)},
        "wagers": wagers_input(analysis.wagers),
        "payments": payments_input(study.payments),
        **subject.names,
    }
    parts = [
        inputs["rules"]["sha256"],
        inputs["shoe"]["sha256"],
        [wager["sha256"] for wager in inputs["wagers"]],
        inputs["payments"],
    ]
    inputs["sha256"] = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    return inputs


def identity_sections(study: TableStudy, subject: Subject, inputs: Mapping[str, Any]) -> Iterator[Section]:
    """Rules, shoe, wagers, payments, sources and fingerprints."""
    yield Chapter("identification", "What is reported on")
    yield _about(study, subject, inputs)
    if study.analysis.wagers:
        yield _pay_tables(study.analysis.wagers)
        yield _settlement_table(study)
    if subject.missing:
        yield Prose("missing", "What is missing", _missing_text(subject.missing))
    if study.analysis.unanswerable:
        columns = (
            Column("slug", "", audience=MACHINES),
            Column("wager", "Wager", wraps=True),
            Column("reason", "Why", wraps=True),
        )
        rows = [(item.wager.slug, item.wager.title, item.reason) for item in study.analysis.unanswerable]
        yield Table("unanswerable", "Wagers this shoe cannot answer", columns, rows)
    yield _fingerprints(inputs)


def _missing_text(missing: Sequence[str]) -> tuple[str, ...]:
    return (
        "No edge can be given, because the source does not say:",
        *(f"– {item}" for item in missing),
        "Everything in this report that needs no payouts is given all the same.",
    )


def _about(study: TableStudy, subject: Subject, inputs: Mapping[str, Any]) -> Facts:
    analysis = study.analysis
    shoe = analysis.shoe
    rulebook = analysis.rulebook
    counts = ", ".join(str(count) for count in shoe.value_counts()) if _has_usual_values(rulebook) else None
    facts = [
        Fact("game", "Game", subject.title or None),
        Fact("game_source", "Source of the game", subject.source or None),
        Fact("rules", "Rules", rulebook.title),
        Fact("rules_slug", "Name of the rules", rulebook.slug or None),
        Fact("rules_source", "Source of the rules", rulebook.source or None),
        Fact("shoe", "Shoe", shoe.describe()),
        Fact("cards", "Cards", "dealt with replacement" if shoe.with_replacement else str(shoe.size)),
        Fact("value_counts", "Cards by point value 0 to 9", counts),
        Fact("total_ways", "Ways in all", _total_text(shoe, analysis.total_ways)),
        Fact("payments", "Paid", payments_text(study.payments)),
        Fact("roundings", "Rounding in the source", _roundings_text(subject.roundings, study.payments)),
        Fact("method", "Counted by", f"{analysis.method}, exactly; only decimals are rounded"),
        Fact("program", "Program", f"{GENERATOR} {__version__}"),
        Fact("note", "Note", subject.note or None),
    ]
    return Facts("about", "Table", tuple(fact for fact in facts if fact.value is not None))


def _has_usual_values(rulebook: Rulebook) -> bool:
    return rulebook.card_values == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0) and len(RANKS) == 13


def _total_text(shoe: Shoe, total: int) -> str:
    """All ordered six-card sequences, and how that number comes about.

    Examples
    --------
    >>> _total_text(Shoe.from_decks(1), Shoe.from_decks(1).total_ways)
    '14658134400 ordered sequences of six cards, 52 · 51 · 50 · 49 · 48 · 47'
    """
    if shoe.with_replacement:
        return f"{total} ordered sequences of six cards"
    factors = " · ".join(str(shoe.size - used) for used in range(6))
    return f"{total} ordered sequences of six cards, {factors}"


def _roundings_text(roundings: Mapping[str, str], payments: Payments) -> str | None:
    if not roundings:
        return None
    told = ", ".join(f"{name.removeprefix('round_')} {way}" for name, way in roundings.items() if way)
    return (
        told if payments.coin is not None else f"{told}; the source names no coin, so nothing is rounded here"
    )


def _pay_tables(wagers: Sequence[Wager]) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("line", "Event", wraps=True),
        Column("when", "Condition", wraps=True),
        Column("to_one", "Pays to 1"),
        Column("for_one", "Pays for 1"),
    )
    rows = [
        (
            wager.slug,
            wager.title,
            line.label,
            "otherwise" if line.when is None else line.when.text,
            line.pays.to_one_text,
            line.pays.for_one_text,
        )
        for wager in wagers
        for line in wager.lines
    ]
    notes = (
        "The first condition that holds pays.",
        "To 1: the stake comes back on top; for 1: it is included.",
    )
    return Table("pay_tables", "Pay tables", columns, rows, notes)


def _settlement_table(study: TableStudy) -> Table:
    on_tie = {item.wager.slug: tie_text(item) for item in study.wagers}
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("on_tie", "When the coup is a tie", wraps=True),
        Column("commission", "Commission"),
        Column("base", "Taken of"),
        Column("source", "Source", wraps=True),
    )
    rows = [
        (
            wager.slug,
            wager.title,
            on_tie.get(wager.slug),
            None if wager.commission is None else f"{percent_text(wager.commission.rate * 1, 2)}",
            None if wager.commission is None else wager.commission.base,
            wager.source or None,
        )
        for wager in study.analysis.wagers
    ]
    return Table("settlement", "Ties and commissions", columns, rows)


def tie_text(study: WagerStudy) -> str:
    """What a wager does on a tie, as it follows from its pay table and the rules."""
    if not study.on_tie:
        return "no tie can be dealt"
    pays = [pay.to_one_text for pay in study.on_tie]
    if len(pays) == 1:
        return pays[0]
    return f"{', '.join(pays[:-1])} or {pays[-1]}, by the cards"


def _fingerprints(inputs: Mapping[str, Any]) -> Table:
    rows = [("rules", inputs["rules"]["sha256"]), ("shoe", inputs["shoe"]["sha256"])]
    rows += [(f"wager {wager['slug'] or wager['title']}", wager["sha256"]) for wager in inputs["wagers"]]
    rows.append(("everything", inputs["sha256"]))
    note = "Of what decides a result: not of titles and sources. The last one also covers how the table pays."
    return Table(
        "fingerprints", "Fingerprints", (Column("of", "Of"), Column("sha256", "sha256")), rows, (note,)
    )


def rules_sections(study: TableStudy, subject: Subject) -> Iterator[Section]:
    """The drawing rules as picture and tables, every other switch in words, and worked examples."""
    rulebook = study.analysis.rulebook
    yield Chapter("rules", "Rules")
    other = subject.standard
    if other is not None and (other.sha256 == rulebook.sha256 or other.tableau_key != rulebook.tableau_key):
        other = None
    yield plots.tableau(rulebook, other).picture("tableau")
    yield player_table(rulebook)
    yield banker_table(rulebook)
    yield switches(rulebook)
    if rulebook.note:
        yield Prose("rules_note", "Note on the rules", (rulebook.note,))
    yield _examples_table(study)


def _examples_table(study: TableStudy) -> Table:
    columns = (
        Column("example", "Example", grouped=True, wraps=True),
        Column("cards", "Cards in the order dealt", grouped=True, wraps=True),
        Column("step", "What happens", wraps=True),
    )
    rows = [
        (example.title, card_names(example.cards), step.text)
        for example in study.examples
        for step in example.replay.steps
        if step.card is None or "draws" in step.text
    ]
    return Table("examples", "Worked examples", columns, rows)


def money(amount: Fraction) -> str:
    """An amount of money in the unit of the stakes."""
    return amount_text(amount)

"""Tables about the readings of documents: probabilities, edges, what is refused, and contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.library.documents import Document
from analyzer.report.model import (
    COUNT,
    MACHINES,
    PEOPLE,
    PROBABILITY,
    RATE,
    Cell,
    Column,
    Table,
)
from analyzer.study.documents import AGREED, BY_TOTAL, CellVerdict, DocumentResult, ReadingResult, ShoeResult

OUTCOMES = ("player", "banker", "tie")


def differs_text(result: ReadingResult) -> str:
    """In what a reading differs from the standard: cells or situations, Player's totals and switches.

    Examples
    --------
    >>> from analyzer.library.documents import load_document
    >>> from analyzer.study.documents import study_documents
    >>> (studied,) = study_documents([load_document("001")])
    >>> [differs_text(result) for result in studied.readings]
    ['80 of 480 situations', '1 cell', 'nothing']
    """
    differences = result.differences
    decisions = differences.decisions
    cells = sum(cell.column is not None for cell in differences.cells)
    parts = [f"{cells} cell{'' if cells == 1 else 's'}"] if cells else []
    if decisions is not None:
        parts.append(f"{len(decisions.differing)} of {decisions.compared} situations")
    parts += [f"Player {cell.total}" for cell in differences.cells if cell.column is None]
    parts += [name for name, _, _ in differences.switches if name not in _NOT_RULES]
    return ", ".join(parts) or "nothing"


_NOT_RULES = ("the tableau looks at", "deal order")
"""Switches that the number of situations tells of, or that change no probability."""


def readings_table(results: Sequence[DocumentResult]) -> Table:
    """Every reading that can be played, for every shoe."""
    columns = (
        Column("document", "Document", grouped=True),
        Column("reading", "Reading", grouped=True),
        Column("kind", "Kind"),
        Column("rulebook", "Rulebook", audience=MACHINES),
        Column("differs", "Differs in", wraps=True),
        Column("differing_cells", "", COUNT, MACHINES),
        Column("decks", "Shoe"),
        *(Column(f"{outcome}_ways", "", COUNT, MACHINES) for outcome in OUTCOMES),
        *(Column(outcome, outcome.capitalize(), PROBABILITY) for outcome in OUTCOMES),
        Column("shift", "To Player", RATE),
        Column("favours", "", audience=MACHINES),
    )
    rows = [
        _reading_row(result, reading, shoe)
        for result in results
        for reading in result.readings
        for shoe in reading.shoes
    ]
    notes = (
        "Differs in: against the standard rules.",
        "To Player: by how much it moves Player's lead over Banker; below 0 it favours Banker.",
    )
    return Table("readings", "Readings", columns, rows, notes)


def _reading_row(result: DocumentResult, reading: ReadingResult, shoe: ShoeResult) -> tuple[Cell, ...]:
    return (
        short(result.document),
        reading.reading.name,
        reading.reading.kind,
        reading.rulebook.slug,
        differs_text(reading),
        reading.differences.tableau_count,
        shoe.shoe.describe(),
        *(shoe.outcomes[outcome] for outcome in OUTCOMES),
        *(shoe.probability(outcome) for outcome in OUTCOMES),
        shoe.shift,
        shoe.favours,
    )


def ways_table(result: DocumentResult) -> Table:
    """Ways of every reading that can be played; machines have them beside the probabilities."""
    columns = (
        Column("reading", "Reading", grouped=True),
        Column("decks", "Shoe"),
        *(Column(outcome, outcome.capitalize(), COUNT) for outcome in OUTCOMES),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            reading.reading.name,
            shoe.shoe.describe(),
            *(shoe.outcomes[outcome] for outcome in OUTCOMES),
        )
        for reading in result.readings
        for shoe in reading.shoes
    ]
    note = "Ways count ordered sequences of six cards."
    return Table("ways", "Ways", columns, rows, (note,), PEOPLE)


def short(document: Document) -> str:
    """A document's number if it is one of the library, else its name.

    Examples
    --------
    >>> from analyzer.library.documents import load_document
    >>> short(load_document("003"))
    '003'
    """
    return document.slug.removeprefix("document-")


def refused_table(results: Sequence[DocumentResult]) -> Table:
    """Every reading that cannot be played, and every document without payouts, with what is missing."""
    columns = (
        Column("document", "Document", grouped=True),
        Column("reading", "Reading", grouped=True),
        Column("missing", "What is missing", wraps=True),
    )
    rows = [
        (short(result.document), refused.reading.name, missing)
        for result in results
        for refused in result.refused
        for missing in refused.missing
    ]
    rows += [
        (short(result.document), "edges of any reading", missing)
        for result in results
        for missing in result.document.payouts_missing
    ]
    return Table("refused", "Refused", columns, rows)


def payouts_table(document: Document) -> Table:
    """What the bets pay in each reading of the payout sentences."""
    columns = (
        Column("payouts", "Payouts"),
        Column("kind", "Kind"),
        Column("player", "Player"),
        Column("banker", "Banker"),
        Column("tie", "Tie"),
        Column("text", "Meaning", wraps=True),
        Column("evidence", "Evidence", wraps=True),
    )
    rows = [
        (
            payout.name,
            payout.kind,
            payout.player.to_one_text,
            payout.banker_after_commission.to_one_text,
            payout.tie.to_one_text,
            payout.text,
            payout.evidence,
        )
        for payout in document.payouts
    ]
    return Table("payouts", "Payouts", columns, rows, ("Pays are to one, after the commission.",))


def edges_table(results: Sequence[DocumentResult]) -> Table:
    """House edges under every schedule of payouts."""
    columns = (
        Column("document", "Document", grouped=True),
        Column("reading", "Reading", grouped=True),
        Column("decks", "Shoe", grouped=True),
        Column("payouts", "Payouts"),
        Column("on_tie", "On a tie"),
        *(Column(outcome, f"{outcome.capitalize()} edge", RATE) for outcome in OUTCOMES),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            short(result.document),
            reading.reading.name,
            shoe.shoe.describe(),
            schedule.payout.name,
            schedule.on_tie.fate,
            *(schedule.edges[outcome] for outcome in OUTCOMES),
        )
        for result in results
        for reading in result.readings
        for shoe in reading.shoes
        for schedule in shoe.schedules
    ]
    note = "House edges per unit staked; a negative edge favours the bettor."
    return Table("edges", "Edges", columns, rows, (note,))


def points_table(documents: Sequence[Document]) -> Table:
    """What the documents say about everything but the table of cells."""
    columns = (
        Column("point", "Point", wraps=True),
        *(Column(document.slug.replace("-", "_"), short(document), wraps=True) for document in documents),
    )
    rows = [
        ("decks", *(_decks(document) for document in documents)),
        *(
            (f"{bet.capitalize()} pays", *(_pays(document, bet) for document in documents))
            for bet in OUTCOMES
        ),
        ("commission", *(_commissions(document) for document in documents)),
        ("bets on a tie", *(_either(fate.fate for fate in document.on_tie) for document in documents)),
        *(_switch_rows(documents)),
    ]
    return Table("points", "What they say", columns, rows)


def _decks(document: Document) -> str:
    return _either(map(str, document.decks)) if document.decks_stated else "not stated"


def _pays(document: Document, bet: str) -> str:
    chosen = [
        payout.banker_after_commission if bet == "banker" else getattr(payout, bet)
        for payout in document.payouts
    ]
    return _either(pay.to_one_text for pay in chosen) or "not stated"


def _commissions(document: Document) -> str:
    if not document.payouts:
        return "not stated"
    taken = (payout.commission for payout in document.payouts)
    return _either("none" if item is None else f"{item.rate * 100}% of {item.base}" for item in taken)


def _either(texts: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(texts))


def _switch_rows(documents: Sequence[Document]) -> list[tuple[str, ...]]:
    """What the readings that stand for the documents do with naturals and equal totals."""
    books = [document.rulebook(document.reading(document.compared_reading)) for document in documents]
    return [
        ("table looks at", *(book.tableau_key for book in books)),
        ("other readings", *(", ".join(_others(document)) or "none" for document in documents)),
    ]


def _others(document: Document) -> list[str]:
    """Options of a document's switches beside those of the reading that stands for it."""
    named = set(document.compared_reading.split("/"))
    return [
        option.name for switch in document.switches for option in switch.options if option.name not in named
    ]


def cells_table(verdicts: Sequence[CellVerdict]) -> Table:
    """The cells that the documents, each in the reading that stands for it, do not agree on."""
    slugs = list(verdicts[0].cells) if verdicts else []
    columns = (
        Column("total", "Banker", COUNT),
        Column("column", "Third card"),
        *(Column(slug.replace("-", "_"), slug.removeprefix("document-")) for slug in slugs),
        Column("verdict", "Verdict"),
    )
    rows: list[tuple[Cell, ...]] = [
        (cell.total, cell.column, *cell.cells.values(), cell.verdict)
        for cell in verdicts
        if cell.verdict != AGREED
    ]
    notes = [f"On the other {len(verdicts) - len(rows)} cells all agree; ? is not told."]
    if any(BY_TOTAL in cell.cells.values() for cell in verdicts):
        notes.append("By total: it depends on Player's two-card total too.")
    return Table("cells", "Cells on which they do not agree", columns, rows, tuple(notes))

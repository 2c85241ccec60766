"""What the documents imply: every reading, for every shoe and schedule of payouts, next to the standard.

A reading that leaves cells undefined is refused by naming them.
A document that states no payouts still has its probabilities; only its edges are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.errors import RulebookError
from analyzer.game.compare import Differences, compare
from analyzer.game.rulebook import (
    BANKER,
    COLUMNS,
    DRAWS,
    PLAYER,
    ROWS,
    TABLEAU_KEYS,
    TIE,
    UNDEFINED,
    Rulebook,
)
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.library.documents import STANDARD, Document, OnTie, Payout, Reading
from analyzer.study.analysis import METHODS, analyze
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import LOSE, PUSH, Pay

AGREED, OPEN, DISPUTED = VERDICTS = ("agreed", "left open", "disputed")
BY_TOTAL = "by total"
"""What stands for a cell that a table keyed on Player's new total decides now so, now so."""

_FATES = {"push": PUSH, "lose": LOSE}


@dataclass(frozen=True)
class ScheduleEdges:
    """House edges of the three main bets under one schedule of payouts."""

    payout: Payout
    on_tie: OnTie
    edges: Mapping[str, Fraction]


@dataclass(frozen=True)
class ShoeResult:
    """One reading dealt from one shoe, next to the standard rules dealt from the same.

    Attributes
    ----------
    outcomes, standard : mapping of outcome to int
        Ways behind player, banker and tie under the reading and under the standard rules.
    schedules : tuple of ScheduleEdges
        Empty if the document states no payouts.
    """

    shoe: Shoe
    outcomes: Mapping[str, int]
    standard: Mapping[str, int]
    schedules: tuple[ScheduleEdges, ...]

    @property
    def total_ways(self) -> int:
        """What all ways add up to."""
        return sum(self.outcomes.values())

    def probability(self, outcome: str) -> Fraction:
        """Probability of an outcome."""
        return Fraction(self.outcomes[outcome], self.total_ways)

    def change(self, outcome: str) -> Fraction:
        """By how much an outcome is more probable than under the standard rules."""
        return self.probability(outcome) - Fraction(self.standard[outcome], sum(self.standard.values()))

    @cached_property
    def shift(self) -> Fraction:
        """By how much Player's lead over Banker differs from the standard; positive favours Player."""
        return self.change(PLAYER) - self.change(BANKER)

    @property
    def favours(self) -> str | None:
        """The side that the difference favours; None if neither."""
        if self.shift == 0:
            return None
        return PLAYER if self.shift > 0 else BANKER


@dataclass(frozen=True)
class ReadingResult:
    """One reading: what differs from the standard, and what it implies, or why it is refused."""

    reading: Reading
    rulebook: Rulebook
    differences: Differences
    missing: tuple[str, ...]
    shoes: tuple[ShoeResult, ...]


@dataclass(frozen=True)
class DocumentResult:
    """A document with all its readings."""

    document: Document
    readings: tuple[ReadingResult, ...]

    @property
    def refused(self) -> list[ReadingResult]:
        """Readings that cannot be played."""
        return [result for result in self.readings if result.missing]


@dataclass(frozen=True)
class CellVerdict:
    """What the documents, each in the reading that stands for it, say about one cell."""

    total: int
    column: str
    cells: Mapping[str, str]

    @property
    def verdict(self) -> str:
        """agreed, left open (by some, the others agree) or disputed."""
        said = set(self.cells.values()) - {UNDEFINED}
        if len(said) > 1 or BY_TOTAL in said:
            return DISPUTED
        return OPEN if UNDEFINED in self.cells.values() else AGREED


def study_documents(
    documents: Iterable[Document], shoes: Sequence[Shoe] = (), method: str = METHODS[0]
) -> list[DocumentResult]:
    """Every reading of some documents.

    Parameters
    ----------
    documents : iterable of Document
    shoes : sequence of Shoe, optional
        The shoes; if there are none, each document's own numbers of decks.
    method : {"enumeration", "graph"}

    Examples
    --------
    >>> from analyzer.library.documents import load_document
    >>> (result,) = study_documents([load_document("000")])
    >>> [(item.reading.name, item.differences.tableau_count) for item in result.readings]
    [('R1', 14), ('R2', 0)]
    >>> result.readings[1].shoes[0].outcomes
    {'player': 392220492728832, 'banker': 403095751234560, 'tie': 83552962932288}
    """
    counter = _Counter(method)
    return [_document_result(document, shoes, counter) for document in documents]


class _Counter:
    """Counts the outcomes of each pair of rules and shoe once."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.known: dict[tuple[str, Shoe], dict[str, int]] = {}
        self.standard = load_rulebook(STANDARD)

    def outcomes(self, rulebook: Rulebook, shoe: Shoe) -> dict[str, int]:
        key = (rulebook.sha256, shoe)
        if key not in self.known:
            self.known[key] = analyze(shoe, rulebook, method=self.method).outcomes
        return self.known[key]


def _document_result(document: Document, shoes: Sequence[Shoe], counter: _Counter) -> DocumentResult:
    dealt = tuple(shoes) or tuple(Shoe.from_decks(decks) for decks in document.decks)
    return DocumentResult(
        document, tuple(_reading_result(document, reading, dealt, counter) for reading in document.readings)
    )


def _reading_result(
    document: Document, reading: Reading, shoes: Sequence[Shoe], counter: _Counter
) -> ReadingResult:
    rulebook = document.rulebook(reading)
    missing = document.missing(reading)
    results = () if missing else tuple(_shoe_result(document, rulebook, shoe, counter) for shoe in shoes)
    return ReadingResult(reading, rulebook, compare(rulebook, counter.standard), missing, results)


def _shoe_result(document: Document, rulebook: Rulebook, shoe: Shoe, counter: _Counter) -> ShoeResult:
    outcomes = counter.outcomes(rulebook, shoe)
    schedules = tuple(
        ScheduleEdges(payout, on_tie, edges_of(outcomes, payout, on_tie.fate))
        for payout in document.payouts
        for on_tie in document.on_tie
    )
    return ShoeResult(shoe, outcomes, counter.outcomes(counter.standard, shoe), schedules)


def edges_of(outcomes: Mapping[str, int], payout: Payout, fate: str) -> dict[str, Fraction]:
    """House edges of Player, Banker and Tie, from the ways of the outcomes.

    Parameters
    ----------
    outcomes : mapping of outcome to int
        Ways behind player, banker and tie.
    payout : Payout
        What the bets pay.
    fate : {"push", "lose"}
        What a tie does to bets on Player and Banker.
    """
    pays = {PLAYER: payout.player, BANKER: payout.banker_after_commission, TIE: payout.tie}
    return {bet: _law(bet, pays[bet], outcomes, _FATES[fate]).house_edge for bet in pays}


def _law(bet: str, pays: Pay, outcomes: Mapping[str, int], fate: Fraction) -> Law:
    lines = [
        LawLine(outcome, pays if outcome == bet else Pay(fate if outcome == TIE else LOSE), ways)
        for outcome, ways in outcomes.items()
    ]
    return Law(tuple(lines), sum(outcomes.values()))


def require_payouts(document: Document) -> None:
    """Refuse edges where the document states no payouts.

    Raises
    ------
    RulebookError
        With everything that is missing.
    """
    if document.payouts_missing:
        raise RulebookError(
            f"no edge can be given; the text does not say: {'; '.join(document.payouts_missing)}",
            where=document.slug,
            mend="its probabilities need no payouts: `baccarat documents show`",
        )


def cell_verdicts(documents: Iterable[Document]) -> list[CellVerdict]:
    """What the documents say about each cell of Banker's table, each in its literal reading.

    Examples
    --------
    >>> from analyzer.library.documents import document_slugs, load_document
    >>> verdicts = cell_verdicts(map(load_document, document_slugs()))
    >>> [cell.column for cell in verdicts if cell.total == 3 and cell.verdict == "agreed"]
    ['6', '7']
    """
    rulebooks = {
        document.slug: document.rulebook(document.reading(document.compared_reading))
        for document in documents
    }
    return [
        CellVerdict(total, column, {slug: _cell(book, total, column) for slug, book in rulebooks.items()})
        for total in ROWS
        for column in COLUMNS
    ]


def _cell(rulebook: Rulebook, total: int, column: str) -> str:
    """D, S or ? for a third card, or that it depends on Player's total or Banker's own card too."""
    if column == "none":
        return rulebook.banker_cell(total, None)
    third = int(column)
    if rulebook.tableau_key == TABLEAU_KEYS[0]:
        return rulebook.banker_cell(total, third)
    players = [row for row in ROWS if rulebook.player[row] == DRAWS]
    found = {
        rulebook.banker_cell(total, rulebook.key(third, (player + third) % 10, own))
        for player in players
        for own in range(10)
    }
    return found.pop() if len(found) == 1 else BY_TOTAL

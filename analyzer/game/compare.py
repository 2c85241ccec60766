"""In what two rulebooks differ: cells, and, where their tables look at different things, decisions.

Two tables that look at the same key are compared cell by cell.
A table that looks at Player's new total has no cells in common with one that looks at the third card.
There the decisions are compared instead: what Banker does for each of Player's two-card totals, Banker's
total and third card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.game.cards import RANKS
from analyzer.game.rulebook import (
    CHOICE,
    COLUMNS,
    DRAWS,
    ROWS,
    STANDS,
    TABLEAU_KEYS,
    UNDEFINED,
    Rulebook,
)

CELL_WORDS = {DRAWS: "draws", STANDS: "stands", CHOICE: "chooses", UNDEFINED: "is not told"}

_SWITCH_NAMES = {
    "tableau_key": "the tableau looks at",
    "player_natural": "a natural of Player",
    "banker_natural": "a natural of Banker",
    "two_naturals": "two naturals",
    "equal_two_card_totals": "equal two-card totals",
    "card_values": "card values",
    "player_first_card": "Player's fixed first card",
    "deal_order": "deal order",
    "player_sees": "Player, where he chooses, sees his",
    "banker_sees": "Banker, where he chooses, sees his",
}


@dataclass(frozen=True)
class CellDifference:
    """One cell in which two rulebooks differ, by two-card total; Player's part has no column."""

    hand: str
    total: int
    column: str | None
    first: str
    second: str

    @property
    def place(self) -> str:
        """The cell in words."""
        if self.column is None:
            return f"Player {self.total}"
        return f"Banker {self.total}, " + ("Player stood" if self.column == "none" else f"key {self.column}")


@dataclass(frozen=True)
class DecisionDifferences:
    """In how many situations after a draw Banker decides differently.

    Attributes
    ----------
    differing : tuple of tuples of int
        Player's two-card total, Banker's total, third card, and Banker's second card if a table looks at it.
    compared : int
        Number of situations compared.
    """

    differing: tuple[tuple[int, ...], ...]
    compared: int


@dataclass(frozen=True)
class Differences:
    """Everything in which two rulebooks differ; decisions only where the tables look at different things."""

    cells: tuple[CellDifference, ...]
    switches: tuple[tuple[str, str, str], ...]
    decisions: DecisionDifferences | None

    def __bool__(self) -> bool:
        return bool(self.cells or self.switches or (self.decisions and self.decisions.differing))

    @property
    def tableau_count(self) -> int:
        """Number of differing cells of the tableau and differing decisions."""
        in_columns = sum(cell.column is not None for cell in self.cells)
        return in_columns + (len(self.decisions.differing) if self.decisions else 0)


def compare(first: Rulebook, second: Rulebook) -> Differences:
    """Everything in which two rulebooks differ.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = compare(load_rulebook("documents/000-r1"), load_rulebook("standard"))
    >>> len(found.cells), found.cells[0].place, found.cells[0].first, found.cells[0].second
    (14, 'Banker 3, key 0', 'S', 'D')
    """
    cells = [*_player_cells(first, second)]
    decisions = None
    if first.tableau_key == second.tableau_key:
        cells += _tableau_cells(first, second, COLUMNS)
    else:
        cells += _tableau_cells(first, second, COLUMNS[:1])
        decisions = _decisions(first, second)
    return Differences(tuple(cells), tuple(_switches(first, second)), decisions)


def _player_cells(first: Rulebook, second: Rulebook) -> Iterator[CellDifference]:
    for total, (mine, other) in enumerate(zip(first.player, second.player, strict=True)):
        if mine != other:
            yield CellDifference("player", total, None, mine, other)


def _tableau_cells(first: Rulebook, second: Rulebook, columns: tuple[str, ...]) -> Iterator[CellDifference]:
    for total, column, mine, other in first.differences(second):
        if column in columns:
            yield CellDifference("banker", total, column, mine, other)


def _decisions(first: Rulebook, second: Rulebook) -> DecisionDifferences:
    """Banker's decisions in every situation in which Player draws under both rulebooks."""
    players = [total for total in ROWS if first.player[total] == second.player[total] == DRAWS]
    own_card_matters = TABLEAU_KEYS[2] in (first.tableau_key, second.tableau_key)
    differing = []
    compared = 0
    for player in players:
        for banker in ROWS:
            for third in range(10):
                for own in range(10) if own_card_matters else (0,):
                    compared += 1
                    cells = [
                        book.banker_cell(banker, book.key(third, (player + third) % 10, own))
                        for book in (first, second)
                    ]
                    if cells[0] != cells[1]:
                        situation = (player, banker, third)
                        differing.append((*situation, own) if own_card_matters else situation)
    return DecisionDifferences(tuple(differing), compared)


def _switches(first: Rulebook, second: Rulebook) -> Iterator[tuple[str, str, str]]:
    for name, words in _SWITCH_NAMES.items():
        mine, other = getattr(first, name), getattr(second, name)
        if mine != other:
            yield words, _switch_text(mine), _switch_text(other)


def _switch_text(value: str | int | tuple[int, ...] | None) -> str:
    """A switch in words; a rank is the only one that is kept as a number."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, int):
        return RANKS[value]
    return value or "none"

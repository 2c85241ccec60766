"""Two rulebooks cell by cell, as a report."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.game.compare import CELL_WORDS, CellDifference, Differences
from analyzer.game.rulebook import Rulebook, ranges_text
from analyzer.report.documents_tree import differences_tree
from analyzer.report.inputs import rules_input
from analyzer.report.model import COUNT, Cell, Column, Report, Section, Table

VERSION = 1
MOST_SITUATIONS = 480
"""More situations than a table of the third card and both totals has are only counted."""


def rules_diff_report(first: Rulebook, second: Rulebook, differences: Differences) -> Report:
    """What one rulebook does where another does something else."""
    return Report(
        "baccarat/rules-diff",
        VERSION,
        _title(first, second, differences),
        {"first": rules_input(first), "second": rules_input(second)},
        "comparison",
        tuple(_sections(first, second, differences)),
        {"differences": differences_tree(differences)},
    )


def _title(first: Rulebook, second: Rulebook, differences: Differences) -> str:
    names = f"{first.slug or first.title} and {second.slug or second.title}"
    return f"{names} differ" if differences else f"{names} are the same"


def _sections(first: Rulebook, second: Rulebook, differences: Differences) -> Iterator[Section]:
    names = (first.slug or "first", second.slug or "second")
    if differences.cells:
        yield _cells_table(names, differences)
    if differences.decisions:
        yield _situations_table(names, first, second, differences)
    if differences.switches:
        columns = (Column("switch", "Switch"), Column("first", names[0]), Column("second", names[1]))
        yield Table("switches", "Switches", columns, list(differences.switches))


def _cells_table(names: tuple[str, str], differences: Differences) -> Table:
    columns = (
        Column("cell", "Cell"),
        Column("first", names[0], wraps=True),
        Column("second", names[1], wraps=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (_place(cell), CELL_WORDS[cell.first], CELL_WORDS[cell.second]) for cell in differences.cells
    ]
    number = len(rows)
    return Table("cells", f"{number} cell{'' if number == 1 else 's'}", columns, rows)


def _place(cell: CellDifference) -> str:
    if cell.column is None:
        return f"Player {cell.total}"
    return f"Banker {cell.total}, " + ("Player stood" if cell.column == "none" else cell.column)


def _situations_table(
    names: tuple[str, str], first: Rulebook, second: Rulebook, differences: Differences
) -> Table:
    """Situations in which Banker decides differently, third cards in a row together."""
    decisions = differences.decisions
    assert decisions is not None
    columns = (
        Column("player", "Player", COUNT, grouped=True),
        Column("banker", "Banker", COUNT),
        Column("third_cards", "Third card"),
        Column("first", names[0], wraps=True),
        Column("second", names[1], wraps=True),
    )
    grouped: dict[tuple[int, int, str, str], list[int]] = {}
    for situation in decisions.differing if decisions.compared <= MOST_SITUATIONS else ():
        player, banker, third = situation[:3]
        cells = [
            CELL_WORDS[book.banker_cell(banker, book.key(third, (player + third) % 10, 0))]
            for book in (first, second)
        ]
        grouped.setdefault((player, banker, cells[0], cells[1]), []).append(third)
    rows: list[tuple[Cell, ...]] = [
        (player, banker, ranges_text(thirds), mine, other)
        for (player, banker, mine, other), thirds in grouped.items()
    ]
    number = len(decisions.differing)
    title = f"{number} of {decisions.compared} situations after Player drew"
    note = "The tables look at different things, so Banker's decisions are compared instead of cells."
    return Table("situations", title, columns, rows, (note,))

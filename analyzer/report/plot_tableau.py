"""The third-card rule as a coloured grid, with the cells marked in which another rulebook differs."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.game.rulebook import CHOICE, DRAWS, ROWS, STANDS, UNDEFINED, Rulebook
from analyzer.report import plot_style as style
from analyzer.report.rules_report import KEY_TITLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 5.6
CELL_WIDTH, CELL_HEIGHT = 0.38, 0.29
LEFT, TOP = 1.12, 0.12
GAP = 0.35
"""Cells between "Player stood" and the keys, so that the two are not read as one row of numbers."""

_FILL = {DRAWS: style.BLUE, STANDS: "#dfe5ea", CHOICE: style.GREEN, UNDEFINED: style.YELLOW}
_LETTER_COLOURS = {
    DRAWS: style.ON_DARK,
    STANDS: style.ON_LIGHT,
    CHOICE: style.ON_LIGHT,
    UNDEFINED: style.ON_LIGHT,
}
_WORDS = {DRAWS: "draws", STANDS: "stands", CHOICE: "chooses", UNDEFINED: "not told"}

PANEL_HEIGHT, LEGEND_HEIGHT, LINE_HEIGHT = 3.72, 0.34, 0.18
"""Inches that one rulebook takes, the room below it included, the legend, and a line of a title."""

_LETTERS_OF_TITLE = 58


def tableau_figure(rulebook: Rulebook, other: Rulebook | None = None) -> Figure:
    """A rulebook's two drawing rules as grids.

    Parameters
    ----------
    rulebook : Rulebook
    other : Rulebook, optional
        Cells in which this one differs are marked, with what it has there.
        Where the two tables look at different things there is no cell to compare; then both are drawn.
    """
    both = other is not None and other.tableau_key != rulebook.tableau_key
    panels = [rulebook, other] if both and other else [rulebook]
    height = TOP + sum(PANEL_HEIGHT + LINE_HEIGHT * len(_name(book)) for book in panels) + LEGEND_HEIGHT
    figure = style.new_figure(WIDTH, height)
    axes = style.bare(style.canvas(figure, 0, 0, 0, 0))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(height, 0)
    top = TOP
    for book in panels:
        top = _draw_panel(axes, top, book, None if both else other)
    _draw_legend(axes, height - 0.24, (rulebook, other), marked=other is not None and not both)
    return figure


def _draw_panel(axes: Axes, top: float, rulebook: Rulebook, other: Rulebook | None) -> float:
    title = _name(rulebook)
    axes.text(0.1, top, "\n".join(title), va="top", weight="bold", linespacing=1.3)
    row = top + 0.14 + LINE_HEIGHT * len(title)
    end = row - 0.14 + PANEL_HEIGHT
    axes.text(LEFT - 0.12, row + 0.09, "Player's total", ha="right", va="center", size=style.SMALL)
    _headings(axes, row, {column: str(column) for column in ROWS}, start=0)
    row += 0.2
    for total in ROWS:
        differing = other.player[total] if other else None
        _cell(axes, _left(total, start=0), row, rulebook.player[total], differing)

    row += CELL_HEIGHT + 0.24
    axes.text(_left(0) + CELL_WIDTH / 2, row, "Player", size=style.SMALL, va="center", ha="center")
    key = KEY_TITLES[rulebook.tableau_key].removeprefix("by ").removeprefix("the ")
    axes.text(_left(1), row, f"Player drew: {key}", size=style.SMALL, va="center")
    row += 0.1
    _headings(axes, row, {0: "stood"} | {column: str(column - 1) for column in range(1, 11)})
    row += 0.2
    axes.text(LEFT - 0.12, row - 0.11, "Banker's total", ha="right", va="center", size=style.SMALL)
    for total in ROWS:
        middle = row + CELL_HEIGHT / 2
        axes.text(LEFT - 0.12, middle, str(total), ha="right", va="center", size=style.SMALL)
        for column, cell in enumerate(rulebook.tableau[total]):
            differing = other.tableau[total][column] if other else None
            _cell(axes, _left(column), row, cell, differing)
        row += CELL_HEIGHT
    return end


def _name(rulebook: Rulebook) -> list[str]:
    """The title in at most two lines."""
    return textwrap.wrap(rulebook.title or rulebook.slug, _LETTERS_OF_TITLE, max_lines=2, placeholder=" …")


def _left(column: int, start: int = 1) -> float:
    """Left edge of a column; those from `start` on stand apart from the first."""
    return LEFT + (column + (GAP if start and column >= start else 0)) * CELL_WIDTH


def _headings(axes: Axes, top: float, names: Mapping[int, str], start: int = 1) -> None:
    for column, name in names.items():
        middle = _left(column, start) + CELL_WIDTH / 2
        axes.text(middle, top + 0.09, name, ha="center", va="center", size=style.SMALL)


def _cell(axes: Axes, left: float, top: float, cell: str, other: str | None) -> None:
    from matplotlib.patches import Polygon, Rectangle

    corner, inner = (left + 0.012, top + 0.012), (CELL_WIDTH - 0.024, CELL_HEIGHT - 0.024)
    axes.add_patch(Rectangle(corner, *inner, facecolor=_FILL[cell], edgecolor="none"))
    middle = (left + CELL_WIDTH / 2, top + CELL_HEIGHT / 2 + 0.005)
    letter = "·" if cell == STANDS else cell
    axes.text(
        *middle, letter, ha="center", va="center", color=_LETTER_COLOURS[cell], weight="bold", size=style.SIZE
    )
    if other is not None and other != cell:
        right = left + CELL_WIDTH - 0.012
        flag = [(right, top + 0.012), (right - 0.15, top + 0.012), (right, top + 0.162)]
        axes.add_patch(Polygon(flag, facecolor=style.ORANGE, edgecolor="none"))
        axes.add_patch(
            Rectangle(
                corner, *inner, facecolor="none", edgecolor=style.ORANGE, linewidth=2, joinstyle="miter"
            )
        )


def _draw_legend(
    axes: Axes, top: float, rulebooks: tuple[Rulebook, Rulebook | None], *, marked: bool
) -> None:
    used = {cell for book in rulebooks if book for cell in "".join((book.player, *book.tableau))}
    kinds = [cell for cell in _WORDS if cell in used or cell in (DRAWS, STANDS)]
    is_full = len(kinds) == len(_WORDS)
    left = 0.1 if is_full else 0.6
    for cell in kinds:
        _cell(axes, left, top - CELL_HEIGHT / 2, cell, None)
        axes.text(left + CELL_WIDTH + 0.06, top, _WORDS[cell], va="center", size=style.SMALL)
        left += 0.95
    other = rulebooks[1]
    if marked and other is not None:
        name = other.slug or other.title
        _cell(axes, left, top - CELL_HEIGHT / 2, STANDS, DRAWS)
        text = "differs" if is_full else f"differs from {name if len(name) <= 24 else name[:23] + '…'}"
        axes.text(left + CELL_WIDTH + 0.06, top, text, va="center", size=style.SMALL)


def tableau_description(rulebook: Rulebook, other: Rulebook | None = None) -> str:
    """The tableau in words, a sentence for each row.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> print(tableau_description(load_rulebook("standard"))[:81])
    Player draws on 0, 1, 2, 3, 4, 5. Banker 0 draws always. Banker 1 draws always. B
    """
    player = ", ".join(str(total) for total in ROWS if rulebook.player[total] == DRAWS) or "nothing"
    sentences = [f"Player draws on {player}."]
    if chosen := [str(total) for total in ROWS if rulebook.player[total] == CHOICE]:
        sentences.append(f"Player may choose on {', '.join(chosen)}.")
    for total, cells in enumerate(rulebook.tableau):
        if set(cells) == {DRAWS}:
            when = "draws always"
        elif DRAWS not in cells:
            when = "never draws"
        else:
            when = f"draws {_places(cells, DRAWS)}"
        if set(cells) != {CHOICE}:
            sentences.append(f"Banker {total} {when}.")
        if CHOICE in cells:
            sentences.append(f"Banker {total} may choose {_places(cells)}.")
    if other is not None and other.tableau_key == rulebook.tableau_key:
        count = sum(1 for _ in rulebook.differences(other))
        sentences.append(f"{count} cells of Banker's table differ from {other.slug or other.title}.")
    return " ".join(sentences)


def _places(cells: str, kind: str = CHOICE) -> str:
    """Where a row has cells of a kind, in words."""
    keys = ", ".join(str(key) for key, cell in enumerate(cells[1:]) if cell == kind)
    parts = ["when Player stood"] if cells[0] == kind else []
    parts += [f"on {keys}"] if keys else []
    return " and ".join(parts)

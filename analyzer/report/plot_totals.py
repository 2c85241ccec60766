"""Final totals of both hands as a heat map, and the margins by which they win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.game.rulebook import BANKER, PLAYER, TIE
from analyzer.report import plot_style as style
from analyzer.study.analysis import Analysis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CELL_WIDTH, CELL_HEIGHT = 0.43, 0.31
TOTALS = range(10)
_LEGEND = "Percent of all coups. Framed: ties. Below the frame Player is higher, above it Banker."
LIGHTEST, DARKEST = (0.945, 0.965, 0.985), (0.02, 0.22, 0.42)


def joint_totals(analysis: Analysis) -> dict[tuple[int, int], float]:
    """Chance of each pair of final totals, Player's first."""
    chances = {(player, banker): 0.0 for player in TOTALS for banker in TOTALS}
    for row in analysis.joint:
        chances[row.player_total, row.banker_total] += row.ways / analysis.total_ways
    return chances


def margins(analysis: Analysis) -> dict[tuple[str, int], float]:
    """Chance of each winner and margin; all ties together have the margin 0."""
    chances = {(winner, margin): 0.0 for winner in (PLAYER, BANKER) for margin in range(1, 10)}
    chances[TIE, 0] = 0.0
    for row in analysis.joint:
        totals = (row.player_total, row.banker_total)
        winner = analysis.rulebook.outcome(*totals, row.player_cards, row.banker_cards)
        margin = 0 if winner == TIE else abs(totals[0] - totals[1])
        chances[winner, margin] += row.ways / analysis.total_ways
    return chances


def totals_figure(analysis: Analysis) -> Figure:
    """Chance of each pair of final totals in percent, Player's down and Banker's across."""
    left, top = 0.92, 0.62
    width, height = left + 11.35 * CELL_WIDTH + 0.1, top + 11.35 * CELL_HEIGHT + 0.35
    figure = style.new_figure(width, height)
    axes = style.bare(style.canvas(figure, 0, 0, 0, 0))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    chances = joint_totals(analysis)
    _headings(axes, left, top)
    largest = max(chances.values())
    for (player, banker), chance in chances.items():
        corner = (left + banker * CELL_WIDTH, top + player * CELL_HEIGHT)
        _cell(axes, corner, chance, chance / largest, is_tie=player == banker)
    apart = 10.35
    for total in TOTALS:
        by_player = sum(chances[total, banker] for banker in TOTALS)
        by_banker = sum(chances[player, total] for player in TOTALS)
        _cell(axes, (left + apart * CELL_WIDTH, top + total * CELL_HEIGHT), by_player, 0)
        _cell(axes, (left + total * CELL_WIDTH, top + apart * CELL_HEIGHT), by_banker, 0)
    axes.text(
        left, height - 0.14, _LEGEND,
        size=style.TINY, va="center", color=style.FAINT,
    )  # fmt: skip
    return figure


def _headings(axes: Axes, left: float, top: float) -> None:
    middle = left + 5 * CELL_WIDTH
    axes.text(middle, 0.22, "Banker's final total", ha="center", va="center", size=style.SMALL)
    axes.text(
        0.46, top + 5 * CELL_HEIGHT, "Player's final total", ha="center", va="center", rotation=90,
        size=style.SMALL,
    )  # fmt: skip
    for total in TOTALS:
        across = left + (total + 0.5) * CELL_WIDTH
        axes.text(across, top - 0.14, str(total), ha="center", va="center", size=style.SMALL)
        down = top + (total + 0.5) * CELL_HEIGHT
        axes.text(left - 0.14, down, str(total), ha="center", va="center", size=style.SMALL)
    axes.text(left + 10.85 * CELL_WIDTH, top - 0.14, "all", ha="center", va="center", size=style.SMALL)
    axes.text(left - 0.14, top + 10.85 * CELL_HEIGHT, "all", ha="center", va="center", size=style.SMALL)


def _cell(
    axes: Axes, corner: tuple[float, float], chance: float, share: float, *, is_tie: bool = False
) -> None:
    from matplotlib.patches import Rectangle

    left, top = corner
    inside = (left + 0.008, top + 0.008)
    size = (CELL_WIDTH - 0.016, CELL_HEIGHT - 0.016)
    colour = tuple(light + (dark - light) * share for light, dark in zip(LIGHTEST, DARKEST, strict=True))
    axes.add_patch(Rectangle(inside, *size, facecolor=colour, edgecolor="none"))
    if is_tie:
        axes.add_patch(
            Rectangle(
                inside, *size, facecolor="none", edgecolor=style.GREEN, linewidth=1.6, joinstyle="miter"
            )
        )
    text_colour = style.readable_on(colour)
    axes.text(
        left + CELL_WIDTH / 2, top + CELL_HEIGHT / 2 + 0.005, percent(chance),
        ha="center", va="center", size=style.TINY, color=text_colour,
    )  # fmt: skip


def percent(chance: float) -> str:
    """A chance in percent with as many decimals as fit into a cell.

    Examples
    --------
    >>> percent(0.0123), percent(0.1), percent(0.0), percent(0.000001), percent(1.0)
    ('1.23', '10.0', '–', '<0.01', '100')
    """
    if chance == 0:
        return "–"
    if chance < 0.00005:
        return "<0.01"
    if chance >= 0.9995:
        return f"{chance * 100:.0f}"
    return f"{chance * 100:.1f}" if chance >= 0.09995 else f"{chance * 100:.2f}"


def totals_description(analysis: Analysis) -> str:
    """The heat map in words: the most and the least likely pairs of totals."""
    chances = {pair: chance for pair, chance in joint_totals(analysis).items() if chance}
    ranked = sorted(chances, key=lambda pair: (-chances[pair], pair))

    def told(pair: tuple[int, int]) -> str:
        return f"Player {pair[0]} and Banker {pair[1]} ({chances[pair]:.2%})"

    most = ", ".join(map(told, ranked[:3]))
    least = told(ranked[-1])
    return f"Grid of the final totals 0 to 9 of both hands. Most likely: {most}. Least likely: {least}."


def margins_figure(analysis: Analysis) -> Figure:
    """Chance of each margin: Player's wins to the left, ties in the middle, Banker's wins to the right."""
    chances = margins(analysis)
    bars = [
        *((PLAYER, margin) for margin in range(9, 0, -1)),
        (TIE, 0),
        *((BANKER, margin) for margin in range(1, 10)),
    ]
    places = [*range(-9, 0), 0, *range(1, 10)]
    heights = [chances[bar] * 100 for bar in bars]
    figure = style.new_figure(5.6, 2.7)
    axes = style.canvas(figure, 0.5, 0.62, 0.1, 0.2)
    colours = [style.OUTCOME_COLOURS[winner] for winner, _ in bars]
    axes.bar(places, heights, width=0.82, color=colours, linewidth=0)
    axes.set_xlim(-9.7, 9.7)
    axes.set_ylim(0, max(heights) * 1.12)
    axes.set_xticks(places, ["tie" if winner == TIE else str(margin) for winner, margin in bars])
    axes.tick_params(axis="x", length=0)
    axes.set_ylabel("percent of coups")
    axes.grid(axis="y")
    for place, height in zip(places, heights, strict=True):
        axes.text(
            place, height + max(heights) * 0.015, percent(height / 100).removeprefix("0") or "–",
            ha="center", va="bottom", size=6,
        )  # fmt: skip
    for middle, winner, words in ((-5, PLAYER, "Player wins by"), (5, BANKER, "Banker wins by")):
        axes.annotate(
            f"{words}\n{analysis.outcomes[winner] / analysis.total_ways:.2%} in all",
            (middle, 0), (0, -19), textcoords="offset points", ha="center", va="top", size=style.SMALL,
            color=style.INK,
        )  # fmt: skip
    tie = analysis.outcomes[TIE] / analysis.total_ways
    axes.annotate(
        f"\n{tie:.2%}", (0, 0), (0, -19), textcoords="offset points", ha="center", va="top", size=style.SMALL
    )
    return figure


def margins_description(analysis: Analysis) -> str:
    """The margins in words."""
    chances = margins(analysis)
    tie = f"Ties: {chances[TIE, 0]:.2%}."
    sides = []
    for winner in (PLAYER, BANKER):
        told = ", ".join(f"{margin}: {chances[winner, margin]:.2%}" for margin in range(1, 10))
        sides.append(f"{winner.capitalize()} wins by {told}.")
    return " ".join([*sides, tie])

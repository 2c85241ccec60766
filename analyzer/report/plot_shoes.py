"""How house edges change with the shoe: by the number of decks, and when one card is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import WagerError
from analyzer.game.cards import RANKS
from analyzer.report import plot_style as style
from analyzer.report.plot_wagers import percent_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 2
WIDTH, PANEL_HEIGHT, CAPTION_HEIGHT = 6.4, 1.75, 0.3
LEFT_OF_AXES = 0.6
"""Inches left of the axes that a title may use too."""

MOST_PANELS = 12


class Curve(NamedTuple):
    """House edges of one wager by number of decks; None stands for infinitely many."""

    title: str
    edges: dict[int | None, float]


class Bars(NamedTuple):
    """What the house edge of one wager loses when one card of each kind is missing."""

    title: str
    changes: dict[str, float]


def _panels(number: int, caption: str) -> tuple[Figure, list[Axes]]:
    if not number:
        raise WagerError("there is no wager to draw", mend="name wagers that the shoe can answer")
    if number > MOST_PANELS:
        raise WagerError(
            f"{number} wagers do not fit into one picture", mend=f"name at most {MOST_PANELS}: --wagers main"
        )
    rows = -(-number // COLUMNS)
    columns = min(number, COLUMNS)
    width = WIDTH if columns > 1 else WIDTH * 0.62
    height = rows * PANEL_HEIGHT + CAPTION_HEIGHT
    figure = style.new_figure(width, height)
    figure.text(0.1 / width, 1 - 0.18 / height, caption, size=style.TINY, color=style.FAINT, va="center")
    panel = width / columns
    axes = [
        style.canvas(
            figure,
            panel * (place % columns) + 0.72,
            height - CAPTION_HEIGHT - PANEL_HEIGHT * (place // columns + 1) + 0.32,
            width - panel * (place % columns + 1) + 0.12,
            CAPTION_HEIGHT + PANEL_HEIGHT * (place // columns) + 0.34,
        )
        for place in range(number)
    ]
    return figure, axes


def _titled(axes: Axes, title: str) -> None:
    figure = axes.get_figure(root=True)
    assert figure is not None
    width = figure.get_figwidth() * axes.get_position().width
    shown = style.fitted(title, width + LEFT_OF_AXES, style.SMALL, "bold")
    axes.set_title(shown, size=style.SMALL, weight="bold", x=-LEFT_OF_AXES / width, pad=6)


def decks_figure(curves: Sequence[Curve], marked: int | None = None) -> Figure:
    """A small picture for each wager: house edge against the number of decks.

    Each has its own scale, because the edges of different wagers differ by far more than decks make.

    Parameters
    ----------
    curves : sequence of Curve
    marked : int, optional
        Number of decks to name with its edge.

    Raises
    ------
    WagerError
        There is nothing to draw, or too much for one picture.
    """
    caption = "house edge by number of decks; dashed: infinitely many decks"
    figure, panels = _panels(len(curves), caption)
    for axes, curve in zip(panels, curves, strict=True):
        _draw_curve(axes, curve, marked)
    return figure


def _draw_curve(axes: Axes, curve: Curve, marked: int | None) -> None:
    finite = {decks: edge * 100 for decks, edge in curve.edges.items() if decks is not None}
    infinite = curve.edges.get(None)
    far = max(finite, default=1) + 1.4
    axes.plot(list(finite), list(finite.values()), color=style.BLUE, linewidth=1.2, marker="o", markersize=3)
    values = list(finite.values())
    if infinite is not None:
        values.append(infinite * 100)
        axes.axhline(infinite * 100, color=style.ORANGE, linewidth=0.9, linestyle=(0, (4, 2)))
        axes.plot([far], [infinite * 100], color=style.ORANGE, marker="D", markersize=3.6)
    low, high = min(values), max(values)
    reach = (high - low) or abs(high) * 0.2 or 1.0
    axes.set_ylim(low - reach * 0.18, high + reach * 0.3)
    axes.set_xlim(min(finite, default=0) - 0.6, far + 0.6)
    ticks = [decks for decks in (1, 2, 4, 6, 8, 10, 12) if decks in finite] or sorted(finite)[:6]
    names = [*map(str, ticks), *(["∞"] if infinite is not None else [])]
    axes.set_xticks([*ticks, *([far] if infinite is not None else [])], names)
    _percent_ticks(axes)
    if marked in finite:
        edge = finite[marked]
        axes.plot([marked], [edge], marker="o", markersize=6.5, markerfacecolor="none", color=style.BLUE)
        above = edge < (low + high) / 2 or infinite is None or edge >= infinite * 100
        axes.annotate(
            f"{marked}: {edge:.4f}%", (marked, edge), (0, 7 if above else -8), textcoords="offset points",
            ha="center", va="bottom" if above else "top", size=style.TINY,
        )  # fmt: skip
    _titled(axes, curve.title)


def _percent_ticks(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(4))
    low, high = axes.get_ylim()
    ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    decimals = next((digits for digits in range(12) if step >= 0.999 * 10**-digits), 12)
    if abs(step * 10**decimals - round(step * 10**decimals)) > 0.01:
        decimals += 1
    axes.set_yticks(ticks, [f"{tick + 0.0:.{decimals}f}%".replace("-", "−") for tick in ticks])
    axes.grid(axis="y")


def decks_description(curves: Sequence[Curve]) -> str:
    """The curves in words."""
    sentences = []
    for curve in curves:
        told = ", ".join(
            f"{'infinite decks' if decks is None else decks}: {edge:.4%}"
            for decks, edge in curve.edges.items()
        )
        sentences.append(f"{curve.title}, house edge by number of decks: {told}.")
    return " ".join(sentences)


def removal_figure(wagers: Sequence[Bars]) -> Figure:
    """A small picture for each wager: what a missing card does for the bettor, by kind of card.

    Raises
    ------
    WagerError
        There is nothing to draw, or too much for one picture.
    """
    caption = "what the bettor gains per unit staked when one card is missing"
    figure, panels = _panels(len(wagers), caption)
    for axes, bars in zip(panels, wagers, strict=True):
        places = range(len(bars.changes))
        gains = [change * 100 for change in bars.changes.values()]
        colours = [style.BLUE if gain >= 0 else style.ORANGE for gain in gains]
        axes.bar(places, gains, width=0.76, color=colours, linewidth=0)
        reach = max(map(abs, gains)) or 1.0
        axes.set_ylim(min(0.0, *gains) - reach * 0.12, max(0.0, *gains) + reach * 0.12)
        axes.axhline(0, color=style.FAINT, linewidth=0.6)
        axes.spines["bottom"].set_visible(False)
        axes.set_xticks(*_card_ticks(list(bars.changes)))
        axes.tick_params(axis="x", length=0)
        if not any(gains):
            axes.text(
                0.5,
                0.62,
                "no card makes a difference",
                transform=axes.transAxes,
                ha="center",
                size=style.TINY,
            )
            axes.set_yticks([0], ["0%"])
        else:
            _percent_ticks(axes)
        _titled(axes, bars.title)
    return figure


def _card_ticks(names: list[str]) -> tuple[list[float], list[str]]:
    """Where to name the cards: each kind, or of 52 cards each rank.

    Examples
    --------
    >>> _card_ticks(["A", "2", "3"])
    ([0.0, 1.0, 2.0], ['A', '2', '3'])
    """
    if len(names) <= len(RANKS):
        return [float(place) for place in range(len(names))], names
    ranks = [name.rstrip("♠♥♦♣") for name in names]
    first = {rank: ranks.index(rank) for rank in ranks}
    return [place + (ranks.count(rank) - 1) / 2 for rank, place in first.items()], list(first)


def removal_description(wagers: Sequence[Bars]) -> str:
    """The bars in words."""
    sentences = []
    for bars in wagers:
        told = ", ".join(f"{card} {percent_text(change * 100)}" for card, change in bars.changes.items())
        sentences.append(f"{bars.title}, what the bettor gains when one card is missing: {told}.")
    return " ".join(sentences)

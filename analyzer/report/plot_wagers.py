"""The law of one wager, line by line, and the house edges of many wagers on one axis."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import WagerError
from analyzer.report import plot_style as style
from analyzer.wager.law import Law

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW_HEIGHT = 0.24
LAW_WIDTH, LABEL_WIDTH, PAYS_WIDTH = 3.75, 1.95, 0.72
EDGES_WIDTH, TITLE_WIDTH = 3.45, 2.8
FEW_WAGERS = 12
"""So many wagers are ordered by edge alone; more are grouped by family."""

_WIN, _PUSH, _LOSS = style.BLUE, style.GREY, style.ORANGE


def law_figure(title: str, law: Law) -> Figure:
    """Probability of every line on a logarithmic axis, and what each adds to the expected net win.

    Parameters
    ----------
    title : str
        Nothing where it is said beside the picture already.
    law : Law
    """
    rows = len(law.lines)
    top = 0.6 if title else 0.3
    labels = min(LABEL_WIDTH, max(style.text_width(line.label) for line in law.lines)) + PAYS_WIDTH + 0.2
    width, height = labels + LAW_WIDTH, top + rows * ROW_HEIGHT + 0.42
    figure = style.new_figure(width, height)
    if title:
        shown_title = style.fitted(title, width - 0.3, style.SIZE, "bold")
        figure.text(0.12 / width, 1 - 0.2 / height, shown_title, weight="bold", va="center")
    chances = [float(law.probability(place)) for place in range(rows)]
    left = style.canvas(figure, labels, 0.42, 1.95, top)
    _draw_chances(left, law, chances)
    right = style.canvas(figure, width - 1.75, 0.42, 0.12, top)
    _draw_contributions(right, law)
    for axes, heading in (
        (left, "pays"),
        (left, "probability, one in so many"),
        (right, "adds to the net win"),
    ):
        is_beside = heading == "pays"
        axes.annotate(
            heading, (0, 1), (-5 if is_beside else 0, 5), xycoords="axes fraction",
            textcoords="offset points", size=style.TINY, color=style.FAINT,
            ha="right" if is_beside else "left",
        )  # fmt: skip
    return figure


def _colour(net: object) -> str:
    return _WIN if net > 0 else _PUSH if net == 0 else _LOSS  # type: ignore[operator]


def _rows_of(axes: Axes, rows: int) -> None:
    axes.set_ylim(rows - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


def _draw_chances(axes: Axes, law: Law, chances: list[float]) -> None:
    smallest = min(chance for chance in chances if chance > 0)
    lowest = 10 ** min(-2, floor(log10(smallest)))
    axes.set_xscale("log")
    # Room on the right for the text behind the longest bar.
    axes.set_xlim(lowest, (1 / lowest) ** 0.55)
    places = range(len(chances))
    shown = [chance or lowest for chance in chances]
    axes.barh(places, shown, height=0.66, linewidth=0, color=[_colour(line.pays.net) for line in law.lines])
    for place, chance in enumerate(chances):
        told = "never" if chance == 0 else f"{_one_in(1 / chance)}"
        axes.annotate(
            told,
            (max(chance, lowest), place),
            (4, 0),
            textcoords="offset points",
            va="center",
            size=style.TINY,
        )
    axes.set_yticks(places, [style.fitted(line.label, LABEL_WIDTH) for line in law.lines])
    axes.tick_params(axis="y", pad=PAYS_WIDTH * style.POINTS_PER_INCH)
    for place, line in enumerate(law.lines):
        axes.annotate(
            style.fitted(str(line.pays), PAYS_WIDTH - 0.1), (0, place), (-5, 0),
            xycoords=("axes fraction", "data"), textcoords="offset points", va="center", ha="right",
            size=style.SMALL,
        )  # fmt: skip
    powers = round(log10(lowest))
    exponents = range(0, powers - 1, -(1 + (-powers - 1) // 4))
    axes.set_xticks(
        [10.0**exponent for exponent in exponents], [_power_text(exponent) for exponent in exponents]
    )
    axes.minorticks_off()
    _rows_of(axes, len(chances))


def _one_in(rounds: float) -> str:
    """One in so many, with as many digits as help.

    Examples
    --------
    >>> _one_in(2.18), _one_in(59.3), _one_in(1234567.8)
    ('1 in 2.2', '1 in 59', '1 in 1,234,568')
    """
    return f"1 in {rounds:.1f}" if rounds < 10 else f"1 in {rounds:,.0f}"


def _power_text(exponent: int) -> str:
    """A power of ten as a percentage.

    Examples
    --------
    >>> _power_text(0), _power_text(-2), _power_text(-5)
    ('100%', '1%', '0.001%')
    """
    return percent_text(10.0 ** (exponent + 2))


def _draw_contributions(axes: Axes, law: Law) -> None:
    added = [float(law.contribution(place)) * 100 for place in range(len(law.lines))]
    places = range(len(added))
    axes.barh(places, added, height=0.66, linewidth=0, color=[_colour(line.pays.net) for line in law.lines])
    reach = max(map(abs, added)) or 1
    axes.set_xlim(-reach * 2.3, reach * 2.3)
    axes.axvline(0, color=style.FAINT, linewidth=0.6)
    for place, percent in enumerate(added):
        side = -1 if percent < 0 else 1
        axes.annotate(
            f"{percent:+.2f}%" if percent else "0", (percent, place), (3 * side, 0),
            textcoords="offset points", va="center", ha="right" if side < 0 else "left", size=style.TINY,
        )  # fmt: skip
    axes.set_yticks([])
    axes.set_xticks([0], [f"sum {-float(law.house_edge):+.4%}"])
    _rows_of(axes, len(added))


def law_description(title: str, law: Law) -> str:
    """The law of a wager in words."""
    lines = ", ".join(
        f"{line.label} pays {line.pays} with probability {float(law.probability(place)):.4%}"
        for place, line in enumerate(law.lines)
    )
    return f"{title}: {lines}. House edge {float(law.house_edge):.4%}."


def percent_text(percent: float) -> str:
    """A percentage with as many digits as tell it from its neighbours.

    Examples
    --------
    >>> [percent_text(percent) for percent in (14.3596, 1.0579, 0.0123456, 0.00001, 0.0, -2.5, 120.0)]
    ['14.36%', '1.058%', '0.0123%', '0.00001%', '0%', '-2.500%', '120%']
    """
    size = abs(percent)
    if size == 0 or (size >= 1 and percent == round(percent)) or size >= 100:
        return f"{percent:.0f}%"
    decimals = 2 if size >= 10 else 3 if size >= 1 else 2 - floor(log10(size))
    text = f"{percent:.{decimals}f}"
    return (text.rstrip("0") if size < 1 else text) + "%"


class NamedEdge(NamedTuple):
    """A wager's house edge with its title and family."""

    title: str
    family: str
    edge: float


def edges_figure(edges: Sequence[NamedEdge]) -> Figure:
    """House edges of wagers as dots on one logarithmic axis.

    Edges of nothing or less have no place on such an axis and stand at its left end as open dots.

    Raises
    ------
    WagerError
        There is no wager to show.
    """
    if not edges:
        raise WagerError("there is no wager to draw", mend="name wagers that the shoe can answer")
    rows = _ordered(edges)
    row_height = ROW_HEIGHT if len(rows) <= 2 * FEW_WAGERS else 0.8 * ROW_HEIGHT
    height = 0.75 + len(rows) * row_height
    names = [row.title if isinstance(row, NamedEdge) else row for row in rows]
    labels = min(TITLE_WIDTH, max(style.text_width(name) for name in names)) + 0.25
    figure = style.new_figure(labels + EDGES_WIDTH, height)
    axes = style.canvas(figure, labels, 0.5, 0.15, 0.25)
    positive = [edge.edge * 100 for edge in edges if edge.edge > 0]
    lowest, highest = (min(positive), max(positive)) if positive else (0.1, 1.0)
    bounds = (lowest / 2.2, highest * 2.6)
    axes.set_xscale("log")
    axes.set_xlim(*bounds)
    for place, row in enumerate(rows):
        if isinstance(row, NamedEdge):
            _draw_edge(axes, place, row.edge * 100, bounds[0])
    axes.set_yticks(range(len(rows)), [style.fitted(name, TITLE_WIDTH) for name in names])
    axes.tick_params(axis="y", pad=7)
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        if isinstance(row, str):
            label.set_fontweight("bold")
    _rows_of(axes, len(rows))
    ticks = [tick for tick in _ROUND_PERCENTS if bounds[0] <= tick <= bounds[1]]
    if len(ticks) > MOST_TICKS:
        ticks = [tick for tick in ticks if round(log10(tick), 6).is_integer()]
    ticks = ticks[:: 1 + len(ticks) // MOST_TICKS]
    axes.set_xticks(ticks, [percent_text(tick) for tick in ticks])
    axes.minorticks_off()
    axes.tick_params(axis="x", top=len(rows) > 2 * FEW_WAGERS, labeltop=len(rows) > 2 * FEW_WAGERS)
    axes.set_xlabel("house edge, logarithmic")
    return figure


MOST_TICKS = 8
_ROUND_PERCENTS = [digit * 10.0**exponent for exponent in range(-6, 5) for digit in (1, 2, 5)]


def _ordered(edges: Sequence[NamedEdge]) -> list[NamedEdge | str]:
    """Rows from the smallest edge to the largest, under their families if there are many."""
    ranked = sorted(edges, key=lambda edge: (edge.edge, edge.title))
    if len(edges) <= FEW_WAGERS:
        return list(ranked)
    rows: list[NamedEdge | str] = []
    for family in sorted({edge.family for edge in ranked}, key=lambda name: (name != "main", name)):
        rows += [family or "other", *(edge for edge in ranked if edge.family == family)]
    return rows


def _draw_edge(axes: Axes, place: int, percent: float, lowest: float) -> None:
    is_edge = percent > 0
    at = percent if is_edge else lowest
    axes.plot([lowest, at], [place, place], color=style.LINES, linewidth=0.8, zorder=1)
    axes.plot(
        [at], [place], marker="o" if is_edge else "<", markersize=4.5, clip_on=False, zorder=3,
        color=style.BLUE, markerfacecolor=style.BLUE if is_edge else style.PAPER,
    )  # fmt: skip
    axes.annotate(
        percent_text(percent), (at, place), (6, 0), textcoords="offset points", va="center", size=style.TINY
    )


def edges_description(edges: Sequence[NamedEdge]) -> str:
    """The edges in words, smallest first; of many, the first and the last ten."""
    ranked = sorted(edges, key=lambda edge: (edge.edge, edge.title))
    told = [f"{edge.title} {edge.edge:.4%}" for edge in ranked]
    if len(told) > 20:
        told = [*told[:10], "…", *told[-10:]]
    return f"House edges from the smallest to the largest: {', '.join(told)}."

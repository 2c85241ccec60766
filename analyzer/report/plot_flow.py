"""Flows from left to right: a coup in four steps, and the whole decision graph in its totals view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from analyzer.deal.graph_view import View, ViewEdge
from analyzer.deal.steps import END, STAGES
from analyzer.errors import UsageError
from analyzer.game.rulebook import OUTCOMES
from analyzer.report import plot_style as style
from analyzer.report.layered_layout import Box, Flow, Key, Layout, Ribbon, lay_out
from analyzer.report.plot_wagers import percent_text
from analyzer.study.coup_flow import BOTH, NO_CARD, ONLY_BANKER, ONLY_PLAYER, CoupFlow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path

RIBBON_STRENGTH = 0.38


class Look(NamedTuple):
    """How a node is shown."""

    name: str
    colour: str


def draw_layout(
    axes: Axes,
    layout: Layout,
    looks: Mapping[Key, Look],
    *,
    lefts: Sequence[float],
    node_width: float,
    size: float,
    ribbon_colours: Mapping[Key, str] | None = None,
) -> None:
    """Draw the boxes and ribbons of a layout.

    Parameters
    ----------
    axes : matplotlib Axes
        With inches as units, the second one downwards.
    layout : Layout
    looks : mapping of key to Look
        Of every node.
    lefts : sequence of float
        Left edge of each layer.
    node_width : float
    size : float
        Of the names, in points.
    ribbon_colours : mapping of key to str, optional
        By target node; otherwise a ribbon has the colour of its target.
    """
    from matplotlib.collections import PathCollection
    from matplotlib.patches import Rectangle

    colours = ribbon_colours or {key: look.colour for key, look in looks.items()}
    ribbons = sorted(layout.ribbons, key=lambda ribbon: -ribbon.width)
    outlines = [_outline(ribbon, layout.boxes, lefts, node_width) for ribbon in ribbons]
    axes.add_collection(
        PathCollection(
            outlines,
            facecolors=[colours[ribbon.final_target] for ribbon in ribbons],
            alpha=RIBBON_STRENGTH,
            linewidths=0,
        )
    )
    for key, look in looks.items():
        box = layout.boxes[key]
        if not box.height:
            continue
        corner = (lefts[box.layer], box.top)
        axes.add_patch(Rectangle(corner, node_width, box.height, facecolor=look.colour, edgecolor="none"))
        axes.text(
            corner[0] + node_width / 2, box.top + box.height / 2, look.name, ha="center", va="center",
            size=size, color=_on(look.colour), linespacing=1.15,
        )  # fmt: skip


def _on(colour: str) -> str:
    return style.readable_on(tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)))


def _outline(ribbon: Ribbon, boxes: Mapping[Key, Box], lefts: Sequence[float], node_width: float) -> Path:
    """A ribbon of constant width that leaves and arrives level."""
    from matplotlib.path import Path

    source, target = boxes[ribbon.source], boxes[ribbon.target]
    start = lefts[source.layer] + (node_width if source.is_node else node_width / 2)
    end = lefts[target.layer] + (0 if target.is_node else node_width / 2)
    middle, half = (start + end) / 2, ribbon.width / 2
    above, below = ribbon.start - half, ribbon.start + half
    above_at_end, below_at_end = ribbon.end - half, ribbon.end + half
    return Path(
        [
            (start, above),
            (middle, above),
            (middle, above_at_end),
            (end, above_at_end),
            (end, below_at_end),
            (middle, below_at_end),
            (middle, below),
            (start, below),
            (start, above),
        ],
        [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY],
    )


def share_text(chance: float) -> str:
    """A share of all coups as a percentage with two decimals, or as many as a small one needs.

    Examples
    --------
    >>> share_text(0.15), share_text(0.0000123)
    ('15.00%', '0.00123%')
    """
    return f"{chance:.2%}" if chance >= 0.0001 else percent_text(chance * 100)


def _inches(width: float, height: float) -> tuple[Figure, Axes]:
    figure = style.new_figure(width, height)
    axes = style.bare(style.canvas(figure, 0, 0, 0, 0))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    return figure, axes


FLOW_WIDTH, FLOW_HEIGHT, FLOW_TOP = 6.6, 4.9, 0.45
_CARD_WORDS = {
    BOTH: "both draw",
    ONLY_BANKER: "only Banker draws",
    ONLY_PLAYER: "only Player draws",
    NO_CARD: "no third card",
}


def coup_flow_figure(flow: CoupFlow) -> Figure:
    """A coup in four steps: Player's two cards, Banker's two cards, third cards, outcome."""
    figure, axes = _inches(FLOW_WIDTH, FLOW_TOP + FLOW_HEIGHT + 0.12)
    layers: list[list[Key]] = [
        [("player", total) for total in range(10)],
        [("banker", total) for total in range(10)],
        list(_CARD_WORDS),
        list(OUTCOMES),
    ]
    totals = {
        key: sum(chance for steps, chance in flow.chances.items() if key in steps)
        for keys in layers
        for key in keys
    }
    layers = [[key for key in keys if totals[key]] for keys in layers]
    flows = [
        Flow(source, target, chance)
        for steps, chance in flow.chances.items()
        for source, target in pairwise(steps)
    ]
    layout = lay_out(layers, flows, height=FLOW_HEIGHT, least_height=0.17, gap=0.1, sweeps=0)
    looks: dict[Key, Look] = {}
    for key, chance in totals.items():
        if not chance:
            continue
        share = share_text(chance)
        if isinstance(key, tuple):
            looks[key] = Look(f"{key[1]}\u2003{share}", style.OUTCOME_COLOURS[key[0]])
        elif key in OUTCOMES:
            looks[key] = Look(f"{str(key).capitalize()}\n{share}", style.OUTCOME_COLOURS[str(key)])
        else:
            looks[key] = Look(f"{_CARD_WORDS[str(key)]}\n{share}", style.GREY)
    for box in layout.boxes.values():
        box.top += FLOW_TOP
    shifted = [
        ribbon._replace(start=ribbon.start + FLOW_TOP, end=ribbon.end + FLOW_TOP) for ribbon in layout.ribbons
    ]
    node_width = 0.98
    lefts = [0.12 + place * (FLOW_WIDTH - 0.24 - node_width) / 3 for place in range(4)]
    draw_layout(
        axes, Layout(layout.boxes, shifted), looks, lefts=lefts, node_width=node_width, size=style.TINY
    )
    for left, heading in zip(
        lefts, ("Player's two cards", "Banker's two cards", "Third cards", "Outcome"), strict=True
    ):
        axes.text(
            left + node_width / 2, 0.22, heading, ha="center", va="center", size=style.TINY, weight="bold"
        )
    return figure


def coup_flow_description(flow: CoupFlow) -> str:
    """The flow in words."""
    told = []
    for cards, words in _CARD_WORDS.items():
        chance = sum(chance for steps, chance in flow.chances.items() if steps[2] == cards)
        told.append(f"{words} {chance:.2%}")
    outcomes = [
        f"{outcome} {sum(chance for steps, chance in flow.chances.items() if steps[3] == outcome):.2%}"
        for outcome in OUTCOMES
    ]
    return (
        "Flow of all coups from the two-card totals of both hands over the third cards to the outcome. "
        f"Third cards: {', '.join(told)}. Outcomes: {', '.join(outcomes)}."
    )


MOST_NODES = 1_000
GRAPH_NODE_WIDTH, GRAPH_NODE_HEIGHT, GRAPH_GAP, GRAPH_TOP = 1.05, 0.105, 0.03, 0.75
IN_TWO_CARDS = 2
GRAPH_STEP, GRAPH_MARGIN = 3.3, 0.5
LETTERS_PER_INCH, MOST_LINES, LINE_HEIGHT = 12, 6, 0.17
_STAGE_TITLES = {
    "P1": "Player's first card",
    "B1": "Banker's first card",
    "P2": "Player's second card",
    "B2": "Banker's second card",
    "P3": "Player draws",
    "B3": "Banker draws",
    END: "Final totals",
}


def require_readable(view: View) -> None:
    """Refuse a view with too many nodes for a picture.

    Raises
    ------
    UsageError
        It has.
    """
    if len(view.nodes) > MOST_NODES:
        raise UsageError(
            f"a picture of {len(view.nodes):,} nodes could not be read",
            mend="draw the totals view: --view totals",
        )


def graph_figure(view: View) -> Figure:
    """The decision graph, a column for each card, with edges as wide as their probabilities.

    Without a shoe every point value is drawn as equally likely.
    """
    stages = [stage for stage in STAGES if any(node.fields["stage"] == stage for node in view.nodes)]
    stages.sort(
        key=lambda stage: min(place for place, node in enumerate(view.nodes) if node.fields["stage"] == stage)
    )
    chances = _reach(view)
    layers = [
        sorted(
            (place for place, node in enumerate(view.nodes) if node.fields["stage"] == stage),
            key=lambda place: _natural_order(view, place),
        )
        for stage in stages
    ]
    flows = [Flow(edge.source, edge.target, chance) for edge, chance in chances]
    rows = max(map(len, layers)) * 1.25 + 6
    height = max(4.0, rows * (GRAPH_NODE_HEIGHT + GRAPH_GAP) * 1.15)
    layout = lay_out(layers, flows, height=height, least_height=GRAPH_NODE_HEIGHT, gap=GRAPH_GAP)
    return _graph_picture(view, layout, stages, height)


def _graph_picture(view: View, layout: Layout, stages: Sequence[str], height: float) -> Figure:
    width = 2 * GRAPH_MARGIN + GRAPH_STEP * (len(stages) - 1) + GRAPH_NODE_WIDTH
    known = wrap(view.known, int(width * LETTERS_PER_INCH), max_lines=MOST_LINES, placeholder=" …")
    top = GRAPH_TOP + LINE_HEIGHT * max(len(known) - 1, 0)
    figure, axes = _inches(width, height + top + 0.2)
    for box in layout.boxes.values():
        box.top += top
    shifted = [ribbon._replace(start=ribbon.start + top, end=ribbon.end + top) for ribbon in layout.ribbons]
    lefts = [GRAPH_MARGIN + GRAPH_STEP * layer for layer in range(len(stages))]
    looks: dict[Key, Look] = {}
    for place, node in enumerate(view.nodes):
        looks[place] = Look(_node_text(view, place, layout.boxes[place].weight), _node_colour(node.fields))
    draw_layout(
        axes, Layout(layout.boxes, shifted), looks, lefts=lefts, node_width=GRAPH_NODE_WIDTH, size=5.5
    )
    for left, stage in zip(lefts, stages, strict=True):
        axes.text(
            left + GRAPH_NODE_WIDTH / 2, top - 0.12, _STAGE_TITLES[stage], ha="center", va="center",
            size=style.SIZE, weight="bold",
        )  # fmt: skip
    headline = style.fitted(view.headline, width - GRAPH_MARGIN, 12, "bold")
    axes.text(GRAPH_MARGIN, 0.24, headline, size=12, weight="bold", va="center")
    for number, line in enumerate(known):
        axes.text(GRAPH_MARGIN, 0.46 + LINE_HEIGHT * number, line, size=style.SIZE, va="center")
    return figure


def _reach(view: View) -> list[tuple[ViewEdge, float]]:
    """Every edge with the share of all coups that pass along it."""
    total = view.nodes[0].ways
    if total:
        return [(edge, (edge.ways or 0) / total) for edge in view.edges]
    edges = list(view.edges)
    leaving: dict[int, int] = {}
    for edge in edges:
        leaving[edge.source] = leaving.get(edge.source, 0) + 1
    reached = [0.0] * len(view.nodes)
    reached[0] = 1.0
    shares = []
    for edge in edges:
        share = reached[edge.source] / leaving[edge.source]
        reached[edge.target] += share
        shares.append((edge, share))
    return shares


def _natural_order(view: View, place: int) -> tuple[int, ...]:
    fields = view.nodes[place].fields
    names = ("player", "banker", "player_cards", "banker_cards")
    return tuple(int(fields.get(name, 0)) for name in names)


def _node_text(view: View, place: int, chance: float) -> str:
    fields = view.nodes[place].fields
    has_cards = any(fields.get(name) != 0 for name in ("player_cards", "banker_cards"))
    if place == 0 and not (view.known and has_cards):
        return "start"
    totals = f"P{fields['player']} B{fields['banker']}"
    if fields["stage"] == "P1" or (fields["stage"] == "B1" and fields.get("banker_cards") == 0):
        totals = f"P{fields['player']}"
    marks = {True: " then B draws", False: " then B stands"}
    if "banker_draws" in fields:
        totals += marks[bool(fields["banker_draws"])]
    if fields["stage"] == "B3":
        drew = "stood" if fields["player_cards"] == IN_TWO_CARDS else "drew"
        totals = f"P{fields['player']} {drew}, B{fields['banker']}"
    return f"{totals}\u2002{share_text(chance)}" if view.shoe else totals


def _node_colour(fields: Mapping[str, str | int | bool]) -> str:
    stage = str(fields["stage"])
    if stage == END:
        return style.OUTCOME_COLOURS[str(fields["outcome"])]
    return style.OUTCOME_COLOURS["player" if stage.startswith("P") else "banker"]

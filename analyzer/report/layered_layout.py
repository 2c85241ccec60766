"""Places for the nodes and ribbons of a flow that runs through layers, from left to right.

The method is the usual one for layered graphs (Sugiyama, Tagawa and Toda, 1981): a ribbon that passes a layer
gets a place in it, the order inside each layer is improved by moving nodes to the mean place of their
neighbours, and the order with the fewest crossings is kept.
Ribbons to the same node share their place on the way, so that a thousand edges do not need a thousand lanes.
Nothing here is random, and equal means keep the order that the nodes came in.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

SWEEPS = 8

Key = Hashable


class Flow(NamedTuple):
    """A ribbon from one node to another of a later layer."""

    source: Key
    target: Key
    weight: float


@dataclass
class Box:
    """Where a node stands; one that only lets ribbons pass is no node of the graph.

    Attributes
    ----------
    layer : int
    weight : float
        What passes through.
    top, height : float
        Measured downwards from the top of the picture.
    is_node : bool
    """

    layer: int
    weight: float = 0.0
    top: float = 0.0
    height: float = 0.0
    is_node: bool = True
    flows_in: list[int] = field(default_factory=list, repr=False)
    flows_out: list[int] = field(default_factory=list, repr=False)


class Ribbon(NamedTuple):
    """One ribbon between two layers that follow each other: its middle at both ends, and its width."""

    source: Key
    target: Key
    start: float
    end: float
    width: float
    final_target: Key


class Layout(NamedTuple):
    """Every box by its key, and the ribbons between them."""

    boxes: Mapping[Key, Box]
    ribbons: Sequence[Ribbon]


class _Pass(NamedTuple):
    """Key of the place in which ribbons to a node pass a layer."""

    target: Key
    layer: int


def lay_out(
    layers: Sequence[Sequence[Key]],
    flows: Iterable[Flow],
    *,
    height: float,
    least_height: float = 0.0,
    gap: float = 0.0,
    sweeps: int = SWEEPS,
) -> Layout:
    """Places of nodes and ribbons.

    Parameters
    ----------
    layers : sequence of sequences of keys
        The nodes, in the order in which they stand until crossings say otherwise.
    flows : iterable of Flow
        From a layer to a later one.
    height : float
        Height of the picture.
    least_height : float, optional
        Height that every node has at least, so that a name fits into it.
    gap : float, optional
        Least distance of two boxes in a layer.
    sweeps : int, optional
        How often the order is improved; none keeps it.

    Examples
    --------
    >>> layout = lay_out([["deal"], ["win", "lose"]], [Flow("deal", "win", 0.25), Flow("deal", "lose", 0.75)],
    ...                  height=10.0, gap=2.0)
    >>> layout.boxes["lose"].height
    6.0
    """
    boxes = {key: Box(layer) for layer, keys in enumerate(layers) for key in keys}
    steps = _steps(boxes, flows)
    for place, step in enumerate(steps):
        boxes[step.source].flows_out.append(place)
        boxes[step.target].flows_in.append(place)
    for box in boxes.values():
        into, out = (sum(steps[place].weight for place in places) for places in (box.flows_in, box.flows_out))
        box.weight = max(into, out)
    orders = _orders(boxes, len(layers))
    if sweeps:
        orders = _with_fewer_crossings(orders, boxes, steps, sweeps)
    scale = _stack(orders, boxes, height, least_height, gap)
    return Layout(boxes, _ribbons(boxes, steps, scale))


class _Step(NamedTuple):
    source: Key
    target: Key
    weight: float
    final_target: Key


def _steps(boxes: dict[Key, Box], flows: Iterable[Flow]) -> list[_Step]:
    """The flows cut into steps from layer to layer, those with the same ends added up."""
    weights: dict[tuple[Key, Key, Key], float] = {}
    for flow in flows:
        source: Key = flow.source
        for layer in range(boxes[flow.source].layer + 1, boxes[flow.target].layer + 1):
            target: Key = flow.target
            if layer < boxes[flow.target].layer:
                target = _Pass(flow.target, layer)
                boxes.setdefault(target, Box(layer, is_node=False))
            key = (source, target, flow.target)
            weights[key] = weights.get(key, 0.0) + flow.weight
            source = target
    return [_Step(source, target, weight, final) for (source, target, final), weight in weights.items()]


def _orders(boxes: Mapping[Key, Box], number: int) -> list[list[Key]]:
    orders: list[list[Key]] = [[] for _ in range(number)]
    for key, box in boxes.items():
        orders[box.layer].append(key)
    return orders


def _with_fewer_crossings(
    orders: list[list[Key]], boxes: Mapping[Key, Box], steps: Sequence[_Step], sweeps: int
) -> list[list[Key]]:
    best, fewest = orders, _crossings(orders, steps, boxes)
    for sweep in range(sweeps):
        forward = sweep % 2 == 0
        orders = _swept(orders, boxes, steps, forward=forward)
        crossings = _crossings(orders, steps, boxes)
        if crossings < fewest:
            best, fewest = orders, crossings
    return best


def _swept(
    orders: list[list[Key]], boxes: Mapping[Key, Box], steps: Sequence[_Step], *, forward: bool
) -> list[list[Key]]:
    """The orders with every box at the mean place of its neighbours in the layer before or behind it."""
    orders = list(orders)
    layers = range(1, len(orders)) if forward else range(len(orders) - 2, -1, -1)
    for layer in layers:
        beside = orders[layer - 1 if forward else layer + 1]
        places = {key: place for place, key in enumerate(beside)}
        mean: dict[Key, float] = {}
        for own, key in enumerate(orders[layer]):
            box = boxes[key]
            touching = [steps[place] for place in (box.flows_in if forward else box.flows_out)]
            weight = sum(step.weight for step in touching)
            mean[key] = (
                sum(places[step.source if forward else step.target] * step.weight for step in touching)
                / weight
                if weight
                else own * len(beside) / len(orders[layer])
            )
        orders[layer] = sorted(orders[layer], key=mean.__getitem__)
    return orders


def _crossings(orders: list[list[Key]], steps: Sequence[_Step], boxes: Mapping[Key, Box]) -> int:
    """Number of pairs of ribbons that cross."""
    places = {key: place for order in orders for place, key in enumerate(order)}
    by_layer: dict[int, list[tuple[int, int]]] = {}
    for step in steps:
        ends = (places[step.source], places[step.target])
        by_layer.setdefault(boxes[step.source].layer, []).append(ends)
    crossings = 0
    for ends_of_layer in by_layer.values():
        seen: list[int] = []
        for _, target in sorted(ends_of_layer):
            crossings += len(seen) - bisect_right(seen, target)
            insort(seen, target)
    return crossings


def _stack(
    orders: list[list[Key]], boxes: Mapping[Key, Box], height: float, least_height: float, gap: float
) -> float:
    """Give every box its top and height; the boxes of a layer fill the height.  Returns height per weight."""

    def needed(order: list[Key], scale: float) -> float:
        return sum(_height(boxes[key], scale, least_height) for key in order) + gap * (len(order) - 1)

    heaviest = max((box.weight for box in boxes.values()), default=0.0)
    low, high = 0.0, height / heaviest if heaviest else 0.0
    for _ in range(60):
        middle = (low + high) / 2
        if max(needed(order, middle) for order in orders) <= height:
            low = middle
        else:
            high = middle
    for order in orders:
        spare = (height - needed(order, low)) / (len(order) + 1)
        top = spare
        for key in order:
            box = boxes[key]
            box.top, box.height = top, _height(box, low, least_height)
            top += box.height + gap + spare
    return low


def _height(box: Box, scale: float, least_height: float) -> float:
    return max(box.weight * scale, least_height) if box.is_node else box.weight * scale


def _ribbons(boxes: Mapping[Key, Box], steps: Sequence[_Step], scale: float) -> list[Ribbon]:
    starts = _ports(boxes, steps, scale, leaving=True)
    ends = _ports(boxes, steps, scale, leaving=False)
    return [
        Ribbon(step.source, step.target, starts[place], ends[place], step.weight * scale, step.final_target)
        for place, step in enumerate(steps)
    ]


def _ports(
    boxes: Mapping[Key, Box], steps: Sequence[_Step], scale: float, *, leaving: bool
) -> dict[int, float]:
    """Middle of each ribbon where it leaves or reaches a box, in the order of the other ends."""

    def other_end(place: int) -> float:
        box = boxes[steps[place].target if leaving else steps[place].source]
        return box.top + box.height / 2

    ports: dict[int, float] = {}
    for box in boxes.values():
        places = sorted(box.flows_out if leaving else box.flows_in, key=other_end)
        used = sum(steps[place].weight for place in places) * scale
        at = box.top + (box.height - used) / 2
        for place in places:
            width = steps[place].weight * scale
            ports[place] = at + width / 2
            at += width
    return ports

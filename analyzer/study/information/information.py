"""What it is worth to know something of the cards before the bet is made.

A bettor sees marks on some cards (`marks`) and backs the best of some wagers, or none.
For each situation s that can be told apart, and each wager, the gain G is the sum over all six-card sequences
in s of their ways times the wager's net win.
The bettor's edge on it is G/ways(s), and the mean edge over all coups

    Σ over s of max(0, max over the wagers of G) / total ways.

A finer marking splits situations, and the maximum of a sum is at most the sum of the maxima: to see more
never costs anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.sequences import LEAST_OVERFLOW, Integers, placed, sequence_ways
from analyzer.errors import UsageError, WagerError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.information.marks import POINT_VALUES, Marking, Marks
from analyzer.study.information.sequence_lines import line_of_sequences
from analyzer.wager.wager import Wager

MOST_LISTED = 10_000
"""Where more situations can be told apart they are counted but not listed."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Situation:
    """What the bettor can see, and what to do then.

    Attributes
    ----------
    seen : tuple of tuple of int
        The group of point values seen at each marked place.
    ways : int
        Ordered six-card sequences that look so.
    edges : tuple of Fraction
        The bettor's edge on each wager.
    best : int or None
        Number of the wager to back; None where none has an edge for the bettor.
    """

    seen: Marks
    ways: int
    edges: tuple[Fraction, ...]
    best: int | None

    @property
    def edge(self) -> Fraction:
        """The bettor's edge on what is backed, 0 where nothing is."""
        return Fraction(0) if self.best is None else self.edges[self.best]


@dataclass(frozen=True)
class Backed:
    """How one wager is used.

    Attributes
    ----------
    wager : Wager
    ways : int
        Ordered six-card sequences in whose situation it is backed.
    edge : Fraction or None
        The bettor's mean edge when it is; None if it never is.
    blind : Fraction
        The bettor's edge on it without any information.
    """

    wager: Wager
    ways: int
    edge: Fraction | None
    blind: Fraction


@dataclass(frozen=True)
class Information:
    """What a marking is worth.

    Attributes
    ----------
    count : int
        Number of situations that can be told apart and can happen.
    situations : tuple of Situation
        All of them in the order of the marks; empty where there are more than `MOST_LISTED`.
    mean_edge : Fraction
        The bettor's edge per coup, one unit on the best wager or none.
    mean_edge_always : Fraction
        The same if some wager has to be backed in every coup.
    backed : tuple of Backed
        How each wager is used.
    """

    shoe: Shoe
    rulebook: Rulebook
    wagers: tuple[Wager, ...]
    marking: Marking
    total_ways: int
    count: int
    situations: tuple[Situation, ...]
    mean_edge: Fraction
    mean_edge_always: Fraction
    backed: tuple[Backed, ...]

    @property
    def bet_frequency(self) -> Fraction:
        """How often anything is backed."""
        return Fraction(sum(item.ways for item in self.backed), self.total_ways)

    @property
    def edge_per_bet(self) -> Fraction | None:
        """The bettor's edge per unit staked; None if nothing is ever backed."""
        return self.mean_edge / self.bet_frequency if self.bet_frequency else None

    @property
    def blind_edge(self) -> Fraction:
        """The bettor's edge per coup without any information."""
        return max(Fraction(0), *(item.blind for item in self.backed))


@dataclass(frozen=True)
class Labelling:
    """Two marks and what they are worth.

    Attributes
    ----------
    marked : tuple of int
        Point values that carry the one mark; 0 and the others carry the other.
    mean_edge : Fraction
        The bettor's edge per coup.
    """

    marked: tuple[int, ...]
    mean_edge: Fraction

    @property
    def marks(self) -> Marks:
        """Both groups."""
        return self.marked, tuple(value for value in POINT_VALUES if value not in self.marked)


@dataclass(frozen=True)
class BestLabelling:
    """All ways to share the ten point values between two marks.

    Attributes
    ----------
    places : tuple of int
        The cards that carry the two marks.
    others : mapping of int to Marks
        What is seen of other cards.
    labellings : tuple of Labelling
        All 511, the best first.
    best : Information
        What the first is worth in detail.
    """

    places: tuple[int, ...]
    others: Mapping[int, Marks]
    labellings: tuple[Labelling, ...]
    best: Information


def study_information(
    shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager], marking: Marking
) -> Information:
    """What a marking is worth to a bettor who backs the best of some wagers, or none.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        A wager looks at ranks or suits, or the shoe does not know the point values.
    WagerError
        No wager is named, or a wager pays a jackpot whose size is open.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> from analyzer.study.information.marks import marks_of
    >>> wagers = load_wagers("main/player,main/banker")
    >>> high = Marking({1: marks_of("6789")})
    >>> study = study_information(Shoe.from_decks(8), load_rulebook(), wagers, high)
    >>> [(one.seen, wagers[one.best].slug) for one in study.situations]
    [(((6, 7, 8, 9),), 'main/player'), (((0, 1, 2, 3, 4, 5),), 'main/banker')]
    >>> from analyzer.exact import percent_text
    >>> percent_text(study.mean_edge, 5)
    '6.76475%'
    """
    gains = Gains.of(shoe, rulebook, wagers, marking.places)
    return _information(shoe, rulebook, wagers, marking, gains)


def study_best_labelling(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    places: Sequence[int],
    others: Mapping[int, Marks] | None = None,
    progress: Progress | None = None,
) -> BestLabelling:
    """The best way to share the ten point values between two marks, by trying all 511.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
    places : sequence of int
        The cards that carry the two marks, 1 to 6 in the order dealt.
    others : mapping of int to Marks, optional
        What is seen of other cards.
    progress : callable, optional
        Called with the number of labellings that are done and the number of all.

    Raises
    ------
    RulebookError, ShoeError, WagerError
        As for `study_information`.
    UsageError
        No card is to be marked, or one is marked already.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> wagers = load_wagers("main/player,main/banker,main/tie")
    >>> study_best_labelling(Shoe.from_decks(8), load_rulebook(), wagers, [1, 2, 3, 4]).labellings[0].marked
    (4, 5, 6, 7, 8, 9)
    """
    seen = dict(others or {})
    for place in seen.keys() & set(places):
        raise UsageError(f"card {place} is marked and seen otherwise too")
    if not places:
        raise UsageError("no card is to be marked")
    listed = [Labelling(marked, Fraction(0)) for marked in _two_groups()]
    marking = Marking(seen | dict.fromkeys(places, listed[0].marks))
    gains = Gains.of(shoe, rulebook, wagers, marking.places)
    labellings = []
    for done, labelling in enumerate(listed, start=1):
        marks = [seen.get(place, labelling.marks) for place in marking.places]
        labellings.append(replace(labelling, mean_edge=gains.seen_by(marks).mean_edge))
        if progress is not None:
            progress(done, len(listed))
    # Equal ones stay in the order in which they were listed, fewer marked values first.
    labellings.sort(key=lambda labelling: -labelling.mean_edge)
    marking = Marking(seen | dict.fromkeys(places, labellings[0].marks))
    best = _information(shoe, rulebook, wagers, marking, gains)
    return BestLabelling(tuple(sorted(places)), seen, tuple(labellings), best)


def _two_groups() -> Iterator[tuple[int, ...]]:
    """The group without 0 of every way to share out the values: 2⁹ − 1."""
    others = POINT_VALUES[1:]
    return (group for size in range(1, len(others) + 1) for group in combinations(others, size))


@dataclass(frozen=True, eq=False)
class Gains:
    """Ways and gains of some wagers by what is seen at some places.

    Attributes
    ----------
    ways : integer array of shape (n,)*k
        Ways behind what is seen at k places; at first that is one of ten point values at each.
    gains : integer array of shape (n_wagers, n, …)
        Ways times net win, in units of 1/scale.
    scale : int
        Common denominator of the net wins.
    """

    ways: Integers
    gains: Integers
    scale: int
    total_ways: int

    @classmethod
    def of(cls, shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager], places: Sequence[int]) -> Gains:
        """The gains by the point values of the cards at some places, 1 to 6."""
        if not wagers:
            raise WagerError("no wager is named")
        ways = sequence_ways(shoe, rulebook)
        axes = [place - 1 for place in places]
        nets = [[line.pays.net for line in wager.lines] for wager in wagers]
        scale = lcm(*(net.denominator for row in nets for net in row))
        largest = max(abs(int(net * scale)) for row in nets for net in row)
        # The gains of all situations together are at most the total ways times the largest net win.
        # That is 0 where every line pushes, and the ways themselves have to fit even then.
        dtype = np.int64 if shoe.total_ways * max(largest, 1) < LEAST_OVERFLOW else object
        gains = []
        for wager, row in zip(wagers, nets, strict=True):
            by_net = _ways_by_net(wager, row, rulebook, ways, axes)
            weighted = (behind.astype(dtype) * int(net * scale) for net, behind in by_net.items())
            gains.append(sum(weighted, np.zeros((len(POINT_VALUES),) * len(axes), dtype=dtype)))
        return cls(placed(ways, axes), np.array(gains, dtype=dtype), scale, shoe.total_ways)

    def seen_by(self, marks: Sequence[Marks]) -> Gains:
        """The same when at each place only the mark of the card is seen."""
        ways, gains = self.ways, self.gains
        for axis, groups in enumerate(marks):
            ways = np.stack([ways.take(group, axis).sum(axis=axis) for group in groups], axis)
            gains = np.stack([gains.take(group, axis + 1).sum(axis=axis + 1) for group in groups], axis + 1)
        return Gains(ways, gains, self.scale, self.total_ways)

    @cached_property
    def most(self) -> Integers:
        """The gain on the best wager, in every situation."""
        return np.asarray(self.gains.max(axis=0))

    @cached_property
    def best(self) -> NDArray[np.intp]:
        """Number of the wager with the highest gain, the first of equals, −1 where none is above 0."""
        return np.where(self.most > 0, self.gains.argmax(axis=0), -1)

    @property
    def mean_edge(self) -> Fraction:
        """The bettor's edge per coup, one unit on the best wager or none."""
        return self.edge(np.maximum(self.most, 0).sum(), self.total_ways)

    def edge(self, gain: Any, ways: Any) -> Fraction:
        """A gain per unit staked."""
        return Fraction(int(gain), self.scale * int(ways))


def _ways_by_net(
    wager: Wager, nets: Sequence[Fraction], rulebook: Rulebook, ways: Integers, axes: Sequence[int]
) -> dict[Fraction, Integers]:
    """Ways behind each net win of a wager, by the point values at some places."""
    line = line_of_sequences(rulebook, wager)
    found: dict[Fraction, Integers] = {}
    for number, net in enumerate(nets):
        behind = placed(ways * (line == number), axes)
        found[net] = found[net] + behind if net in found else behind
    return found


def _information(
    shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager], marking: Marking, gains: Gains
) -> Information:
    marks = list(marking.marks.values())
    seen = gains.seen_by(marks)
    possible = seen.ways > 0
    count = int(possible.sum())
    return Information(
        shoe,
        rulebook,
        tuple(wagers),
        marking,
        seen.total_ways,
        count,
        tuple(_situations(marks, seen)) if count <= MOST_LISTED else (),
        seen.mean_edge,
        seen.edge(seen.most.sum(), seen.total_ways),
        tuple(_backed(number, wager, seen) for number, wager in enumerate(wagers)),
    )


def _situations(marks: Sequence[Marks], seen: Gains) -> Iterator[Situation]:
    for place in zip(*np.nonzero(seen.ways), strict=True):
        ways = int(seen.ways[place])
        best = int(seen.best[place])
        yield Situation(
            tuple(groups[number] for groups, number in zip(marks, place, strict=True)),
            ways,
            tuple(seen.edge(gain, ways) for gain in seen.gains[:, *place]),
            None if best < 0 else best,
        )


def _backed(number: int, wager: Wager, seen: Gains) -> Backed:
    chosen = seen.best == number
    ways = int(seen.ways[chosen].sum())
    gain = seen.gains[number]
    return Backed(
        wager,
        ways,
        seen.edge(gain[chosen].sum(), ways) if ways else None,
        seen.edge(gain.sum(), seen.total_ways),
    )

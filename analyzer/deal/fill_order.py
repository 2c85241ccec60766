"""In which order the places of the six cards are filled, and what is remembered of each card.

The number of ways to have given cards in given places does not depend on the order in which the places are
filled, so the order is free, and it decides the cost.
A card is drawn from classes that are fine enough for every question about its own place and for every place
that is filled later, because what is left of a class is known only if cards before were told apart as well.
Afterwards a card is remembered no finer than open questions and the places still to be filled demand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from analyzer.deal.card_classes import Details
from analyzer.deal.endings import Total
from analyzer.game.coup import FIFTH, HANDS, RANK, SIXTH, VALUE


@dataclass(frozen=True)
class Question:
    """What must be known of the cards until something can be answered.

    Attributes
    ----------
    looks : mapping of position to details
        Cards that are looked at one by one.
    totals : set of Total
        Totals that are looked at.
    symmetric : bool
        The answer stays the same when a hand's first two cards change places.
    """

    looks: Mapping[int, Details] = field(default_factory=dict)
    totals: frozenset[Total] = frozenset()
    symmetric: bool = True

    def positions(self, fixed: int | None) -> frozenset[int]:
        """The places that must be filled before it can be answered."""
        added = {position for total in self.totals for position in total.positions}
        return frozenset(self.looks) | added - {fixed}

    def allows_pair(self, first: int, second: int) -> bool:
        """Whether two cards may be remembered without their order."""
        look = self.looks.get(first)
        return look == self.looks.get(second) and (self.symmetric or look is None)


Block = tuple[int, ...]
"""A place, or both places of a hand's first two cards, filled at once and without their order."""


@dataclass(frozen=True)
class Step:
    """One block to fill.

    Attributes
    ----------
    block : tuple of one or two positions
    details : set of str
        What tells the classes apart from which the cards are drawn.
    looks : mapping of position to details
        What open questions ask of the cards in place afterwards.
    keeps : mapping of position to details
        What is remembered of the cards in place: `looks`, and what the places still to be filled need.
    totals : set of Total
        Totals that are remembered.
    """

    block: Block
    details: Details
    looks: Mapping[int, Details]
    keeps: Mapping[int, Details]
    totals: frozenset[Total]


NOTHING: Details = frozenset()


class FillOrder:
    """The cheapest order for some questions.

    Parameters
    ----------
    questions : sequence of Question
    classes : callable
        Number of classes of cards that a set of details tells apart.
    removes : bool
        Cards leave the shoe, so that earlier cards matter to later ones.
    fixed : int, optional
        A place whose card does not come from the shoe.
    filled : collection of positions, optional
        Places that are filled already.

    Attributes
    ----------
    start : Step
        What is remembered before anything more is filled.
    steps : tuple of Step
    pairs : list of pairs of positions
        Cards that are remembered without their order.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        classes: Callable[[Details], int],
        removes: bool,
        fixed: int | None = None,
        filled: Collection[int] = (),
    ) -> None:
        self._classes = classes
        self._removes = removes
        self._filled = frozenset(filled)
        asked = [(question, question.positions(fixed)) for question in questions]
        self._questions = [(question, places) for question, places in asked if not places <= self._filled]
        self._needs = self._needs_of_places()
        blocks = self._blocks(self._needs.keys() - self._filled)
        self._before = self._blocks(self._filled)
        self.pairs = [block for block in (*self._before, *blocks) if len(block) == 2]
        self.start = self._step((), frozenset(), blocks)
        self.steps = self._cheapest(blocks)

    def _needs_of_places(self) -> dict[int, Details]:
        needs: dict[int, Details] = {}
        for question, positions in self._questions:
            added = {position for total in question.totals for position in total.positions}
            for position in positions:
                value = {VALUE} if position in added else NOTHING
                needs[position] = needs.get(position, NOTHING) | question.looks.get(position, NOTHING) | value
        return needs

    def _blocks(self, places: Collection[int]) -> list[Block]:
        """Pairs where no question tells a hand's first two cards apart, and the other places one by one."""
        blocks: list[Block] = []
        for first, second, third in HANDS.values():
            is_pair = first in places and second in places
            if is_pair and all(question.allows_pair(first, second) for question, _ in self._questions):
                blocks.append((first, second))
            else:
                blocks.extend((place,) for place in (first, second) if place in places)
            if third in places:
                blocks.append((third,))
        blocks.extend((place,) for place in (FIFTH, SIXTH) if place in places)
        return blocks

    def _cheapest(self, blocks: list[Block]) -> tuple[Step, ...]:
        """Steps of the cheapest order, by way of the cheapest order of every set of blocks.

        What is remembered after a set is filled does not depend on the order in which that was done.
        """
        reached: dict[frozenset[Block], tuple[int, int, tuple[Step, ...]]] = {
            frozenset(): (0, self._rows((), self.start), ())
        }
        for _ in blocks:
            further: dict[frozenset[Block], tuple[int, int, tuple[Step, ...]]] = {}
            for filled, (cost, rows, steps) in reached.items():
                for block in blocks:
                    if block in filled:
                        continue
                    now = filled | {block}
                    rest = [other for other in blocks if other not in now]
                    step = self._step(block, now, rest)
                    is_last_card = not rest and len(block) == 1
                    added = rows * (len(filled) if is_last_card else self._options(block, step.details))
                    if now not in further or cost + added < further[now][0]:
                        further[now] = (cost + added, self._rows(now, step), (*steps, step))
            reached = further
        (_, _, steps), *_ = reached.values()
        return steps

    def _step(self, block: Block, filled: frozenset[Block], rest: Iterable[Block]) -> Step:
        places = [*self._filled, *(place for other in filled for place in other)]
        later = NOTHING.union(*(self._needs[place] for other in rest for place in other))
        open_questions = [question for question, positions in self._questions if not positions <= set(places)]
        looks = {
            place: NOTHING.union(*(question.looks.get(place, NOTHING) for question in open_questions))
            for place in places
        }
        keeps = {place: looks[place] | later if self._removes else looks[place] for place in places}
        totals = frozenset[Total]().union(*(question.totals for question in open_questions))
        own = NOTHING.union(*(self._needs[place] for place in block))
        return Step(block, own | later if self._removes else own, looks, keeps, totals)

    def _options(self, block: Block, details: Details) -> int:
        classes = self._classes(details)
        return classes * (classes + 1) // 2 if len(block) == 2 else classes

    def _rows(self, filled: Iterable[Block], step: Step) -> int:
        """About how many rows are told apart."""
        cards = prod(self._options(block, step.keeps[block[0]]) for block in (*self._before, *filled))
        totals = [
            total
            for total in step.totals
            if any(place in step.keeps and not {VALUE, RANK} & step.keeps[place] for place in total.positions)
        ]
        return cards * int(10 ** len(totals))

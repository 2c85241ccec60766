"""Fill the places of the six cards, one after another, in all coups at once.

A table of rows grows place by place: each row says which cards lie in the places filled so far, as finely as
needed, and how many ordered sequences of cards lead there.
A fact is answered as soon as the cards it looks at are in place.
Then everything that no open question needs is forgotten, and rows that have become equal are added up.

The last card is not dealt row by row.
The number of cards left of a class is its count less those in the row, so for any set of rows

    Σ ways · (count − used)  =  count · Σ ways − Σ ways · used,

and rows that differ only in the cards they have used are added up before the last place is filled.

Every number of ways is a count of ordered sequences of at most k cards, where k places are filled, so it lies
between 0 and N(N−1)…(N−k+1).
Where that is below 2⁶³ (for six places: N ≤ 1,450, or with replacement N ≤ 1,448) the counts are int64.
They come about by adding, subtracting and multiplying only, which int64 does modulo 2⁶⁴; so even where an
operation on the way wraps round, a result in that range is the number itself.
Above that the counts are Python integers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.deal.card_classes import CardClasses, Details, Integers, Stock
from analyzer.deal.endings import Ending, Total
from analyzer.deal.fill_order import NOTHING, Block, FillOrder, Question, Step
from analyzer.deal.inquiry import States
from analyzer.deal.rows import STATE, Column, Packing, Rows, joined
from analyzer.deal.rows_view import RowsView, question_of
from analyzer.game.coup import VALUE
from analyzer.game.rulebook import PLAYER

LARGEST_INT64 = 2**63 - 1
ROWS_AT_ONCE = 2**20
OBJECTS_AT_ONCE = 2**18
"""Rows laid out at the same time; Python integers take more room."""

Known = Mapping[int, Details]


class Options:
    """The different ways to fill a block with cards of some classes.

    Attributes
    ----------
    chosen : dict of position to integer array
        Class of the card at each place of the block.
    """

    def __init__(self, block: Block, classes: CardClasses) -> None:
        self.block = block
        self.classes = classes
        every = range(len(classes))
        if len(block) == 1:
            chosen = [np.array(every, dtype=np.int8)]
        else:
            pairs = [(low, high) for low in every for high in every[low:]]
            chosen = list(np.array(pairs, dtype=np.int8).reshape(-1, 2).T)
        self.chosen = dict(zip(block, chosen, strict=True))

    def __len__(self) -> int:
        return len(self.chosen[self.block[0]])

    def values(self, place: int) -> Integers:
        """Point value of the card at a place."""
        return values_of(self.classes)[self.chosen[place]]

    def ways(self, left: Integers, is_removed: bool) -> Integers:
        """Ordered ways to fill the block, from the cards left of each class; shape (rows, options)."""
        if len(self.block) == 1:
            return left
        first, second = self.chosen.values()
        again = first == second
        ways: Integers = left[:, first] * (2 - again) * (left[:, second] - again * is_removed)
        return ways


def values_of(classes: CardClasses) -> Integers:
    """Point value of each class."""
    values = classes.look(VALUE)
    assert values is not None
    return values.astype(np.int8)


class Stage:
    """How far some rows have come.

    Parameters
    ----------
    order : FillOrder
    asks : frozenset of int
        Facts for whose sake the order was chosen.
    done : Step
        The last step that was taken, or the start.
    rest : tuple of Step
    """

    def __init__(self, order: FillOrder, asks: frozenset[int], done: Step, rest: tuple[Step, ...]) -> None:
        self.order = order
        self.asks = asks
        self.done = done
        self.rest = rest

    @property
    def is_before_last_card(self) -> bool:
        """Whether nothing is left to fill but one place."""
        return len(self.rest) == 1 and len(self.rest[0].block) == 1

    @cached_property
    def next(self) -> Stage:
        """The stage after the next step of the same order."""
        return Stage(self.order, self.asks, self.rest[0], self.rest[1:])


class Filling:
    """All coups with one ending, told apart as an inquiry needs.

    Parameters
    ----------
    stock : Stock
        The cards left.
    ending : Ending
        Which third cards are dealt.
    states : States
        What is to be found out.
    """

    def __init__(self, stock: Stock, ending: Ending, states: States[Any]) -> None:
        self._stock = stock
        self._ending = ending
        self._states = states
        self._facts = states.inquiry.facts
        self._questions = [question_of(fact, ending) for fact in self._facts]
        self._places = [question.positions(ending.fixed) for question in self._questions]
        self._starts: dict[tuple[frozenset[int], frozenset[int]], Stage] = {}
        self._demands: dict[frozenset[int], object] = {}
        self._first = self._counted(self._answered(self._first_row()))
        self._start = self._start_of(frozenset(), self._asked_in(self._first))
        is_small = stock.beginnings(sum(len(step.block) for step in self._start.rest)) <= LARGEST_INT64
        self._dtype = np.dtype(np.int64 if is_small else object)
        self._rows_at_once = ROWS_AT_ONCE if is_small else OBJECTS_AT_ONCE

    def count(self) -> Iterator[tuple[int, int]]:
        """Numbers of states with the ordered six-card sequences behind them; a state may come again."""
        if not len(self._first):
            return
        rows = self._told_apart(self._first, {}, self._start.done.totals, ())
        for ended in self._ended(replace(rows, ways=rows.ways.astype(self._dtype)), self._start):
            continuations = self._stock.continuations(len(ended.known))
            for number, ways in zip(ended.columns[STATE].tolist(), ended.ways.tolist(), strict=True):
                yield number, ways * continuations

    def _start_of(self, filled: frozenset[int], asks: frozenset[int]) -> Stage:
        """The cheapest way on for rows in which some places are filled and some facts still matter."""
        known = (filled, asks)
        if known not in self._starts:
            order = FillOrder(
                [*(self._questions[number] for number in sorted(asks)), self._rule()],
                lambda details: len(self._stock.classes(details)),
                removes=not self._stock.with_replacement,
                fixed=self._ending.fixed,
                filled=filled,
            )
            self._starts[known] = Stage(order, asks, order.start, order.steps)
        return self._starts[known]

    def _rule(self) -> Question:
        """What must be known before it is sure that a coup ends so."""
        axes = self._ending.axes.values()
        places = [axis for axis in axes if not isinstance(axis, Total)]
        totals = frozenset(axis for axis in axes if isinstance(axis, Total))
        return Question(dict.fromkeys(places, frozenset({VALUE})), totals, symmetric=False)

    def _first_row(self) -> Rows:
        """One row without a card; a fixed first card already counts."""
        value = 0 if self._ending.fixed is None else self._stock.look(self._ending.fixed_card, VALUE)
        totals = frozenset[Total]().union(*(question.totals for question in [*self._questions, self._rule()]))
        columns = {
            Column("total", total): np.array([value if total.hand == PLAYER else 0], dtype=np.int8)
            for total in totals
        }
        return Rows({STATE: np.zeros(1, dtype=np.int32), **columns}, np.array([1]))

    def _ended(self, rows: Rows, stage: Stage) -> Iterator[Rows]:
        """What becomes of rows that are told apart just as a stage asks, as far as it matters."""
        if not stage.rest:
            yield rows
            return
        parts: dict[Stage, list[Rows]] = {}
        for filled in self._filled(rows, stage):
            for part, asks in self._parted(self._answered(filled)):
                further = self._further(stage, frozenset(part.known), asks)
                settled = self._told_apart(part, further.done.keeps, further.done.totals, further.order.pairs)
                if further.is_before_last_card:
                    yield from self._ended(settled, further)
                else:
                    parts.setdefault(further, []).append(settled.merged())
        for further, settled_parts in parts.items():
            yield from self._ended(joined(settled_parts).merged(), further)

    def _further(self, stage: Stage, filled: frozenset[int], asks: frozenset[int]) -> Stage:
        """The stage after the next step: in the same order, unless facts do not matter any more."""
        if asks == {number for number in stage.asks if not self._places[number] <= filled}:
            return stage.next
        return self._start_of(filled, asks)

    def _filled(self, rows: Rows, stage: Stage) -> Iterator[Rows]:
        """The rows with the next block filled, a part at a time."""
        step = stage.rest[0]
        options = Options(step.block, self._stock.classes(step.details))
        if stage.is_before_last_card:
            yield from self._last_card_filled(rows, stage, options)
            return
        for part in rows.chunks(max(1, self._rows_at_once // max(1, len(options)))):
            yield self._laid_out(part, self._ways(part, options), step, options)

    def _last_card_filled(self, rows: Rows, stage: Stage, options: Options) -> Iterator[Rows]:
        """Fill a single last place, for all rows together that differ only in the cards they have used."""
        classes, done = options.classes, stage.done
        asked = self._told_apart(rows, done.looks, done.totals, stage.order.pairs)
        packing = Packing(list(asked.columns.values()), len(rows))
        keys, group = packing.groups(len(classes))
        if len(keys) * len(classes) > 8 * self._rows_at_once and len(rows) > 1:
            for half in rows.chunks((len(rows) + 1) // 2):
                yield from self._last_card_filled(half, stage, options)
            return
        ways = np.zeros((len(keys), len(classes)), dtype=self._dtype)
        if not self._stock.with_replacement:
            for codes in self._codes(rows, classes):
                np.subtract.at(ways.reshape(-1), group * len(classes) + codes, rows.ways)
        sums = np.zeros(len(keys), dtype=self._dtype)
        np.add.at(sums, group, rows.ways)
        ways += sums[:, None] * self._counts(classes)
        columns = dict(zip(asked.columns, packing.columns_of(keys), strict=True))
        yield self._laid_out(Rows(columns, sums, asked.known), ways, stage.rest[0], options)

    def _ways(self, rows: Rows, options: Options) -> Integers:
        """Ways behind every row with every option, of shape (rows, options)."""
        left = np.repeat(self._counts(options.classes)[None, :], len(rows), axis=0)
        is_removed = not self._stock.with_replacement
        if is_removed:
            every_row = np.arange(len(rows))
            for codes in self._codes(rows, options.classes):
                left[every_row, codes] -= 1
        return rows.ways[:, None] * options.ways(left, is_removed)

    def _counts(self, classes: CardClasses) -> Integers:
        return np.array(classes.counts, dtype=self._dtype)

    def _codes(self, rows: Rows, classes: CardClasses) -> Iterator[Integers]:
        """The class in which each card in place lies."""
        for place, details in rows.known.items():
            yield self._stock.classes(details).map_to(classes)[rows.columns[Column.card(place)]]

    def _laid_out(self, rows: Rows, ways: Integers, step: Step, options: Options) -> Rows:
        """One row for every row and option that can happen."""
        totals = self._new_totals(rows, options)
        possible: Integers = ways != 0
        happens = self._happens(rows, totals, options)
        if happens is not None:
            possible &= happens
        row, option = np.nonzero(possible)
        columns = {column: codes[row] for column, codes in rows.columns.items() if column not in totals}
        columns |= {column: codes[possible] for column, codes in totals.items()}
        columns |= {Column.card(place): codes[option] for place, codes in options.chosen.items()}
        return Rows(columns, ways[possible], {**rows.known, **dict.fromkeys(step.block, step.details)})

    def _new_totals(self, rows: Rows, options: Options) -> dict[Column, Integers]:
        """Totals to which a block adds, of shape (rows, options)."""
        totals = {}
        for column, before in rows.columns.items():
            added = set(options.block) & set(column.which.positions if column.what == "total" else ())
            if added:
                points = sum(options.values(place) for place in added) % 10
                totals[column] = (before[:, None] + points) % 10
        return totals

    def _happens(self, rows: Rows, totals: Mapping[Column, Integers], options: Options) -> Integers | None:
        """Whether the coup can still end so, as far as it is decided; None where nothing new is decided."""
        axes = self._ending.axes
        in_place = {*rows.known, *options.block, self._ending.fixed}
        decided = {number for number, axis in axes.items() if in_place.issuperset(_places(axis))}
        if not any(set(_places(axes[number])) & set(options.block) for number in decided):
            return None
        happens: Integers = self._ending.happens
        index: Integers = np.zeros((1, 1), dtype=np.int16)
        for number in range(happens.ndim):
            if number not in decided:
                happens = np.logical_or.reduce(happens, axis=number, keepdims=True)
                continue
            index = index * 10 + self._axis(axes[number], rows, totals, options)
        return happens.reshape(-1)[index]

    def _axis(
        self, axis: Total | int, rows: Rows, totals: Mapping[Column, Integers], options: Options
    ) -> Integers:
        """What an axis says, of a shape that fits (rows, options)."""
        if isinstance(axis, Total):
            column = Column("total", axis)
            return totals[column] if column in totals else rows.columns[column][:, None]
        if axis in options.block:
            return options.values(axis)[None, :]
        return values_of(self._stock.classes(rows.known[axis]))[rows.columns[Column.card(axis)]][:, None]

    def _answered(self, rows: Rows) -> Rows:
        """The rows in the states to which all facts lead whose cards are in place by now."""
        answers = {
            number: self._answer(rows, number)
            for number in sorted(self._asked_in(rows))
            if self._places[number] <= rows.known.keys()
        }
        if not answers:
            return rows
        packing = Packing([rows.columns[STATE], *answers.values()], len(rows))
        (states, *given), combination = packing.distinct()
        after = [
            self._states.after_all(state, answers, said)
            for state, *said in zip(states.tolist(), *(said.tolist() for said in given), strict=True)
        ]
        return replace(rows, columns={**rows.columns, STATE: np.array(after, dtype=np.int32)[combination]})

    def _answer(self, rows: Rows, number: int) -> Integers:
        fact = self._facts[number]
        answer = np.asarray(
            fact.ask(RowsView(fact, self._questions[number], self._stock, self._ending, rows))
        )
        if answer.dtype.kind not in "biu":
            raise TypeError(f"{fact.name} answers with {answer.dtype}, not with whole numbers or booleans")
        return np.broadcast_to(answer, len(rows))

    def _asked_in(self, rows: Rows) -> frozenset[int]:
        """Facts that matter in any of the rows."""
        present = np.flatnonzero(np.bincount(rows.columns[STATE]))
        return frozenset[int]().union(*(self._states.open(state) for state in present.tolist()))

    def _parted(self, rows: Rows) -> Iterator[tuple[Rows, frozenset[int]]]:
        """The rows in parts that ask for different details of the cards, each with the facts it asks."""
        rows = self._counted(rows)
        states = rows.columns[STATE]
        present = np.flatnonzero(np.bincount(states))
        asks: dict[object, set[int]] = {}
        demands = {state: self._demand(self._states.open(state)) for state in present.tolist()}
        for state, demand in demands.items():
            asks.setdefault(demand, set()).update(self._states.open(state))
        numbers = {demand: number for number, demand in enumerate(asks)}
        number_of_state = np.zeros(int(states.max(initial=0)) + 1, dtype=np.int32)
        for state, demand in demands.items():
            number_of_state[state] = numbers[demand]
        for demand, number in numbers.items():
            part = rows if len(numbers) == 1 else rows.where(number_of_state[states] == number)
            yield part, frozenset(asks[demand])

    def _counted(self, rows: Rows) -> Rows:
        """The rows without those that the inquiry rules out."""
        states = rows.columns[STATE]
        present = np.flatnonzero(np.bincount(states))
        ruled_out = [state for state in present.tolist() if self._states.is_ruled_out(state)]
        return rows.where(np.isin(states, ruled_out, invert=True)) if ruled_out else rows

    def _demand(self, asks: frozenset[int]) -> object:
        """What some facts together look at."""
        if asks not in self._demands:
            looks: dict[int, Details] = {}
            totals: set[Total] = set()
            for number in asks:
                totals |= self._questions[number].totals
                for place, details in self._questions[number].looks.items():
                    looks[place] = looks.get(place, NOTHING) | details
            self._demands[asks] = (frozenset(looks.items()), frozenset(totals))
        return self._demands[asks]

    def _told_apart(
        self, rows: Rows, details: Known, totals: Collection[Total], pairs: Sequence[Block]
    ) -> Rows:
        """The rows with every card told apart no finer than it needs to be, and without other totals."""
        columns = {
            column: codes
            for column, codes in rows.columns.items()
            if column == STATE or (column.what == "total" and column.which in totals)
        }
        for place, known in rows.known.items():
            if not details.get(place):
                continue
            codes = rows.columns[Column.card(place)]
            if details[place] != known:
                codes = self._stock.classes(known).map_to(self._stock.classes(details[place]))[codes]
            columns[Column.card(place)] = codes
        for first, second in (tuple(map(Column.card, pair)) for pair in pairs):
            if first in columns and second in columns:
                low, high = (
                    np.minimum(columns[first], columns[second]),
                    np.maximum(columns[first], columns[second]),
                )
                columns[first], columns[second] = low, high
        return Rows(columns, rows.ways, {place: details.get(place, NOTHING) for place in rows.known})


def _places(axis: Total | int) -> tuple[int, ...]:
    return axis.positions if isinstance(axis, Total) else (axis,)

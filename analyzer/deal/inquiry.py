"""What is to be found out about a coup, as a machine that is fed answers to facts.

Which fact can be answered first depends on the order in which cards are looked at, so an inquiry takes the
answers in any order.
It says at any time which answers still matter.
A fact that no longer does costs nothing more: the cards are then told apart no finer than the others need,
and where none is left they are forgotten.
This is what keeps bets on suits cheap.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cache, partial
from typing import Any, Generic, Protocol, TypeVar

from analyzer.game.facts import Fact

Answer = int | bool
State = TypeVar("State", bound=Hashable)


class Inquiry(Protocol[State]):
    """Something to be found out about a coup.

    A state holds all that matters of the answers so far; equal states are the same from then on.
    """

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts that may be asked, which are then called by their number."""

    @property
    def start(self) -> State:
        """The state before any answer."""

    def open(self, state: State) -> Collection[int]:
        """Numbers of the facts whose answers still matter."""

    def after(self, state: State, fact: int, answer: Answer) -> State:
        """The state after one more answer."""

    def is_ruled_out(self, state: State) -> bool:
        """Whether coups in this state are not to be counted."""


class EveryAnswer:
    """The plainest inquiry: all answers to some facts; its states are tuples, in which None is no answer yet.

    Parameters
    ----------
    facts : sequence of Fact
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.facts = facts
        self.start: tuple[Answer | None, ...] = (None,) * len(facts)

    def open(self, state: tuple[Answer | None, ...]) -> list[int]:
        """Every fact without an answer."""
        return [number for number, answer in enumerate(state) if answer is None]

    def after(self, state: tuple[Answer | None, ...], fact: int, answer: Answer) -> tuple[Answer | None, ...]:
        """The state with the answer in its place."""
        return (*state[:fact], answer, *state[fact + 1 :])

    def is_ruled_out(self, state: tuple[Answer | None, ...]) -> bool:
        """Every coup counts."""
        return False


class Jointly:
    """Several inquiries into the same coups; a state has a part for each of them.

    Coups that one of them rules out are not counted, and facts that several ask are asked once.

    Parameters
    ----------
    inquiries : sequence of Inquiry

    Examples
    --------
    >>> from analyzer.game.facts import FACTS
    >>> both = Jointly([EveryAnswer([FACTS["tie"]]), EveryAnswer([FACTS["margin"], FACTS["tie"]])])
    >>> [fact.name for fact in both.facts], both.after(both.start, 0, True)
    (['tie', 'margin'], ((True,), (None, True)))
    """

    def __init__(self, inquiries: Sequence[Inquiry[Any]]) -> None:
        self._inquiries = inquiries
        found = {fact.name: fact for inquiry in inquiries for fact in inquiry.facts}
        self.facts = list(found.values())
        numbers = {name: number for number, name in enumerate(found)}
        self._numbers = [[numbers[fact.name] for fact in inquiry.facts] for inquiry in inquiries]
        self._own = [{number: own for own, number in enumerate(listed)} for listed in self._numbers]
        self._open = [cache(partial(_open_facts, inquiry)) for inquiry in inquiries]
        self.start: tuple[Any, ...] = tuple(inquiry.start for inquiry in inquiries)

    def open(self, state: tuple[Any, ...]) -> set[int]:
        """The facts that matter to any of the inquiries."""
        parts = zip(self._open, self._numbers, state, strict=True)
        return {numbers[own] for open_facts, numbers, part in parts for own in open_facts(part)}

    def after(self, state: tuple[Any, ...], fact: int, answer: Answer) -> tuple[Any, ...]:
        """The state after one more answer; an inquiry hears only answers that matter to it."""
        parts = zip(self._inquiries, self._open, self._own, state, strict=True)
        return tuple(
            inquiry.after(part, own[fact], answer) if fact in own and own[fact] in open_facts(part) else part
            for inquiry, open_facts, own, part in parts
        )

    def is_ruled_out(self, state: tuple[Any, ...]) -> bool:
        """Whether any of the inquiries rules the coups out."""
        parts = zip(self._inquiries, state, strict=True)
        return any(inquiry.is_ruled_out(part) for inquiry, part in parts)


def _open_facts(inquiry: Inquiry[Any], part: Any) -> frozenset[int]:
    return frozenset(inquiry.open(part))


class States(Generic[State]):
    """The states of an inquiry that have come up, by number.

    Parameters
    ----------
    inquiry : Inquiry

    Attributes
    ----------
    listed : list of states
        The state of each number; the first is the start.
    """

    def __init__(self, inquiry: Inquiry[State]) -> None:
        self.inquiry = inquiry
        self.listed: list[State] = []
        self._numbers: dict[State, int] = {}
        self._open: list[frozenset[int]] = []
        self._ruled_out: list[bool] = []
        self._after: dict[tuple[int, int, Answer], int] = {}
        self._number(inquiry.start)

    def open(self, number: int) -> frozenset[int]:
        """The facts that still matter in a state."""
        return self._open[number]

    def is_ruled_out(self, number: int) -> bool:
        """Whether coups in a state are not to be counted."""
        return self._ruled_out[number]

    def after(self, number: int, fact: int, answer: Answer) -> int:
        """The state after an answer; an answer that does not matter changes nothing."""
        if fact not in self._open[number]:
            return number
        step = (number, fact, answer)
        if step not in self._after:
            self._after[step] = self._number(self.inquiry.after(self.listed[number], fact, answer))
        return self._after[step]

    @property
    def rules_out(self) -> bool:
        """Whether any state that came up is not to be counted."""
        return any(self._ruled_out)

    def after_all(self, number: int, facts: Iterable[int], answers: Iterable[Answer]) -> int:
        """The state after several answers."""
        for fact, answer in zip(facts, answers, strict=True):
            number = self.after(number, fact, answer)
        return number

    def _number(self, state: State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self.listed)
            self.listed.append(state)
            self._open.append(frozenset(self.inquiry.open(state)))
            self._ruled_out.append(self.inquiry.is_ruled_out(state))
        return self._numbers[state]

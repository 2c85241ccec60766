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
from typing import Generic, Protocol, TypeVar

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
        self._after: dict[tuple[int, int, Answer], int] = {}
        self._number(inquiry.start)

    def open(self, number: int) -> frozenset[int]:
        """The facts that still matter in a state."""
        return self._open[number]

    def after(self, number: int, fact: int, answer: Answer) -> int:
        """The state after an answer; an answer that does not matter changes nothing."""
        if fact not in self._open[number]:
            return number
        step = (number, fact, answer)
        if step not in self._after:
            self._after[step] = self._number(self.inquiry.after(self.listed[number], fact, answer))
        return self._after[step]

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
        return self._numbers[state]

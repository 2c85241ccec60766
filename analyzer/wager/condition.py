"""The small language in which pay lines say when they win.

    banker.wins and banker.total == 7 and banker.cards == 3
    not tie and 4 <= margin <= 9
    count(all, rank in {J, Q, K}) == 6

A condition is read once, into closures over the answers to its facts; its text is never run as Python.
`grammar.py` reads the text, `kinds.py` refuses what makes no sense, and here the names get their meaning.

A card that was not dealt equals nothing, is in no set, and is neither above nor below anything.
So `!=` and `not in` hold for it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.errors import ConditionError, did_you_mean
from analyzer.game.coup import DETAILS, POSITIONS
from analyzer.game.facts import FACTS, Fact
from analyzer.wager.claim import Asked, Claim, joined
from analyzer.wager.functions import CARD_SETS, CARD_TEST, CARDS, FUNCTIONS, TIMES, CardTest, Function
from analyzer.wager.grammar import Node, parse, written
from analyzer.wager.kinds import LITERALS, NAMED_SETS, Ask, Part, Reader


@dataclass(frozen=True)
class Condition:
    """When a pay line holds.

    Make one with `Condition.parse`; two conditions are equal if their texts are.

    Attributes
    ----------
    text : str
        As it was written.
    facts : tuple of Fact
        What has to be known about a coup, in the order of the text.
    claim : Claim
        What it claims about the answers to these facts.

    Examples
    --------
    >>> condition = Condition.parse("banker.wins and 4 <= margin <= 9")
    >>> [fact.name for fact in condition.facts]
    ['banker.wins', 'margin']
    >>> condition.holds({"banker.wins": True, "margin": 5})
    True
    """

    text: str
    facts: tuple[Fact, ...] = field(compare=False, repr=False)
    claim: Claim = field(compare=False, repr=False)
    _ask: Ask = field(compare=False, repr=False)

    @classmethod
    def parse(cls, text: str, facts: Mapping[str, Fact] = FACTS) -> Condition:
        """The condition that a text states.

        Parameters
        ----------
        text : str
            A condition in the language of this module.
        facts : mapping of str to Fact, optional
            The facts that it may name.

        Raises
        ------
        ConditionError
            The text is no condition, names an unknown fact, or compares things of different kinds.
        """
        if not isinstance(text, str):
            raise ConditionError(f"a condition is a text, not {type(text).__name__}")
        reader = _CoupReader(text, facts)
        return cls(text, *reader.read())

    def holds(self, answers: Mapping[str, int | bool]) -> bool:
        """Whether it holds for a coup.

        Parameters
        ----------
        answers : mapping of str to int or bool
            The answer to each of its facts, by name.

        Raises
        ------
        KeyError
            A fact has no answer.
        """
        return bool(self._ask(answers))

    def holds_in(self, answers: Mapping[str, Any]) -> Any:
        """Whether it holds in each of many coups, whose answers are arrays of one length."""
        return self._ask(answers)


class _CoupReader(Reader):
    """Reads conditions on a coup: names are facts, calls are facts about sets of cards."""

    def __init__(self, text: str, facts: Mapping[str, Fact]) -> None:
        super().__init__(text)
        self.facts = facts
        self.used: dict[str, Fact] = {}

    def read(self) -> tuple[tuple[Fact, ...], Claim, Ask]:
        whole = self.truth(parse(self.text), "a condition")
        return tuple(self.used.values()), whole.claim, whole.ask

    def fact(self, node: Node, fact: Fact) -> Part:
        self.used.setdefault(fact.name, fact)
        part = Part(node, fact.kind, operator.itemgetter(fact.name), (fact.name,))
        if not fact.implies:
            return part
        first = (Asked((implied.name,), operator.itemgetter(implied.name)) for implied in fact.implies)
        return part._replace(joint=joined("and", (*first, part.claim)))

    def named(self, node: Node) -> Part:
        fact = self.facts.get(node.text)
        if fact is None:
            raise self.error(f"no fact is called {self.shown(node)}", node, self.hint(node.text))
        return self.fact(node, fact)

    def hint(self, name: str) -> str:
        if name in FUNCTIONS:
            return f"it is called with arguments: {_usage(name)}"
        if name in DETAILS:
            return f"it is asked of one card at a time: count(all, {name} == …)"
        if name in NAMED_SETS:
            return f"it is a set, and can only follow in: rank in {name}"
        about = [known for known in self.facts if known.startswith(name + ".")]
        if about:
            return f"say what of it: {', '.join(about[:4])}"
        if name in CARD_SETS:
            return f"count in it: count({name}, rank == 7)"
        return _nearest(name, [*self.facts, *FUNCTIONS, *LITERALS])

    def called(self, node: Node) -> Part:
        function = FUNCTIONS.get(node.text)
        if function is None:
            hint = _nearest(node.text, FUNCTIONS)
            if node.text in self.facts:
                hint = f"write {node.text} without brackets"
            raise self.error(f"no function is called `{node.text[:40]}`", node, hint)
        if not function.least_arguments <= len(node.parts) <= function.most_arguments:
            raise self.error(
                f"{function.name} takes {_numbers(function)}, not {len(node.parts)}", node, _usage(node.text)
            )
        read: dict[str, Callable[[Node], Any]] = {
            CARDS: self.cards,
            TIMES: self.times,
            CARD_TEST: self.card_test,
        }
        arguments = [
            read[parameter](argument)
            for parameter, argument in zip(function.parameters, node.parts, strict=False)
        ]
        return self.fact(node, function.fact(written(node), *arguments))

    def cards(self, node: Node) -> tuple[int, ...]:
        cards = CARD_SETS.get(node.text) if node.kind == "name" else None
        if cards is None:
            hint = did_you_mean(node.text, CARD_SETS) or f"the sets of cards are {', '.join(CARD_SETS)}"
            raise self.error(f"{self.shown(node)} is no set of cards", node, hint)
        return cards

    def times(self, node: Node) -> int:
        if node.kind != "number" or not 1 <= int(node.text) <= len(POSITIONS):
            raise self.error(
                f"{self.shown(node)} is no number of times",
                node,
                f"write a number from 1 to {len(POSITIONS)}",
            )
        return int(node.text)

    def card_test(self, node: Node) -> CardTest:
        reader = _CardReader(self.text, self.facts)
        holds = reader.truth(node, "the test of a card").ask
        if not reader.used:
            raise self.error(
                f"{self.shown(node)} asks nothing of a card", node, "ask for rank, value, suit or colour"
            )
        return CardTest(frozenset(reader.used), holds)


class _CardReader(Reader):
    """Reads tests of one card: names are its rank, value, suit and colour."""

    def __init__(self, text: str, facts: Mapping[str, Fact]) -> None:
        super().__init__(text)
        self.facts = facts
        self.used: set[str] = set()

    def named(self, node: Node) -> Part:
        if node.text in self.facts:
            raise self.error(
                f"{self.shown(node)} is asked of a coup, not of one card",
                node,
                "ask for rank, value, suit or colour",
            )
        if node.text not in DETAILS:
            hint = _nearest(node.text, [*DETAILS, *LITERALS])
            raise self.error(f"nothing of a card is called {self.shown(node)}", node, hint)
        self.used.add(node.text)
        return Part(node, node.text, operator.itemgetter(node.text), (node.text,))

    def called(self, node: Node) -> Part:
        raise self.error(
            f"{self.shown(node)} cannot be asked of one card", node, "ask for rank, value, suit or colour"
        )


def _numbers(function: Function) -> str:
    numbers = sorted({function.least_arguments, function.most_arguments})
    return f"{' or '.join(map(str, numbers))} argument{'s' if numbers[-1] > 1 else ''}"


def _usage(name: str) -> str:
    examples = {CARDS: "all", TIMES: "2", CARD_TEST: "rank == 7"}
    return f"{name}({', '.join(examples[parameter] for parameter in FUNCTIONS[name].parameters)})"


def _nearest(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name; one that differs in case alone comes first."""
    names = list(known)
    same = [other for other in names if other.casefold() == name.casefold()]
    return did_you_mean(same[0] if same else name[:100], names)

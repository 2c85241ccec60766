"""The kinds of the parts of a condition: which parts fit together, and what they come to.

Every part is a number, a truth, a point value, a rank, a suit or a colour.
Only parts of one kind are compared, where a point value is also a number; so what can be read makes sense.
A tree is compiled to closures over the answers that its names have.
They use arithmetic, comparison and `& | ^` alone, so answers may be single values or arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, NamedTuple

from analyzer.errors import ConditionError, did_you_mean
from analyzer.game.cards import COLOURS, RANKS, SUIT_NAMES
from analyzer.game.coup import COLOUR, DETAILS, NOT_DEALT, RANK, SUIT, VALUE
from analyzer.wager.claim import Asked, Claim, joined, negated
from analyzer.wager.grammar import Node, error_at, parse

NUMBER, TRUTH = "number", "truth"
KIND_NAMES = {
    NUMBER: "a number",
    TRUTH: "a truth",
    VALUE: "a point value",
    RANK: "a rank",
    SUIT: "a suit",
    COLOUR: "a colour",
}

LITERALS: dict[str, tuple[str, int]] = {
    "true": (TRUTH, True),
    "false": (TRUTH, False),
    **{name: (RANK, index) for index, name in enumerate(RANKS) if not name.isdigit()},
    **{name: (SUIT, index) for index, name in enumerate(SUIT_NAMES)},
    **{name: (COLOUR, index) for index, name in enumerate(COLOURS)},
}
"""Names that stand for themselves; the ranks 2 to 10 are written as numbers."""

NAMED_SETS = {"faces": "{J, Q, K}"}
"""Sets that have a name of their own."""

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
_ORDERED = (NUMBER, VALUE)

Answers = Mapping[str, Any]
Ask = Callable[[Answers], Any]


class Part(NamedTuple):
    """A part of a condition whose kind is known.

    Attributes
    ----------
    node : Node
        Where it stands.
    kind : str
        What it comes to.
    ask : callable
        Its value, from the answers to the facts.
    facts : tuple of str
        The facts it asks.
    constant : int or None
        Its value if it asks none.
    joint : Claim or None
        How a truth is made of other truths, if it is.
    """

    node: Node
    kind: str
    ask: Ask
    facts: tuple[str, ...] = ()
    constant: int | None = None
    joint: Claim | None = None

    @property
    def claim(self) -> Claim:
        """What a truth claims."""
        if self.joint is not None:
            return self.joint
        return Asked(self.facts, self.ask) if self.facts else bool(self.ask({}))

    @property
    def is_bare_number(self) -> bool:
        """Whether it is a plain number, which can also stand for a rank or a point value."""
        return self.kind == NUMBER and self.constant is not None

    @property
    def may_be_missing(self) -> bool:
        """Whether it is asked of a card, which may not have been dealt."""
        return self.kind in DETAILS and self.constant is None


def _constant(node: Node, kind: str, value: int) -> Part:
    return Part(node, kind, lambda answers: value, constant=value)


def _facts(*parts: Part) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fact for part in parts for fact in part.facts))


class Reader:
    """Finds the kind of every part of a condition and compiles it.

    What names and calls mean differs between conditions on a coup and tests of one card: subclasses say it.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def named(self, node: Node) -> Part:
        """The part behind a name that is no literal."""
        raise NotImplementedError

    def called(self, node: Node) -> Part:
        """The part behind a call."""
        raise NotImplementedError

    def error(self, what: str, node: Node, mend: str = "") -> ConditionError:
        """An error that points at a node."""
        return error_at(what, self.text, node.start, node.end, mend)

    def shown(self, node: Node) -> str:
        """A node as it was written, for a message."""
        text = " ".join(self.text[node.start : node.end].split())
        return f"`{text if len(text) <= 40 else text[:37] + '...'}`"

    def part(self, node: Node) -> Part:
        """A node with its kind."""
        if node.kind == "number":
            return _constant(node, NUMBER, int(node.text))
        if node.kind == "name":
            literal = LITERALS.get(node.text)
            return _constant(node, *literal) if literal else self.named(node)
        return {
            "call": self.called,
            "not": self.negated,
            "and": self.joined,
            "or": self.joined,
            "compare": self.compared,
            "in": self.contained,
            "not in": self.contained,
            "sum": self.summed,
            "minus": self.summed,
        }[node.kind](node)

    def truth(self, node: Node, wanted_by: str) -> Part:
        """A part that must be true or false."""
        part = self.part(node)
        if part.kind != TRUTH:
            raise self.error(
                f"{self.shown(node)} is {KIND_NAMES[part.kind]}, but {wanted_by} must be true or false",
                node,
                _comparison_hint(part),
            )
        return part

    def negated(self, node: Node) -> Part:
        """A part with `not` before it."""
        part = self.truth(node.parts[0], "what follows `not`")
        ask = part.ask
        return Part(node, TRUTH, lambda answers: True ^ ask(answers), part.facts, joint=negated(part.claim))

    def joined(self, node: Node) -> Part:
        """Parts joined by `and` or by `or`."""
        parts = [self.truth(part, f"what `{node.kind}` joins") for part in node.parts]
        return self.joint(node, node.kind, parts)

    def compared(self, node: Node) -> Part:
        """A comparison or a chain of them."""
        parts = [self.part(part) for part in node.parts]
        pairs = [
            Part(node, TRUTH, self.pair(left, sign, right), _facts(left, right))
            for left, sign, right in zip(parts, node.signs, parts[1:], strict=False)
        ]
        return pairs[0] if len(pairs) == 1 else self.joint(node, "and", pairs)

    def joint(self, node: Node, word: str, parts: list[Part]) -> Part:
        """Truths joined by a word."""
        asks = [part.ask for part in parts]
        join = operator.and_ if word == "and" else operator.or_
        return Part(
            node,
            TRUTH,
            lambda answers: reduce(join, [ask(answers) for ask in asks]),
            _facts(*parts),
            joint=joined(word, tuple(part.claim for part in parts)),
        )

    def pair(self, left: Part, sign: str, right: Part) -> Ask:
        """The comparison of two parts."""
        left, right = self.fitted(left, right), self.fitted(right, left)
        self.require_one_kind(left, right, "only things of one kind can be compared")
        if sign not in ("==", "!=") and left.kind not in _ORDERED:
            raise self.error(
                f"{self.shown(left.node)} is {KIND_NAMES[left.kind]}, and {left.kind}s have no order",
                left.node,
                "list those that count: rank in {9, 10, J, Q, K}"
                if left.kind == RANK
                else "compare with == or !=",
            )
        if sign == "!=":
            equal = self.pair(left, "==", right)
            return lambda answers: True ^ equal(answers)
        compare, ask_left, ask_right = _COMPARE[sign], left.ask, right.ask
        missing = [part.ask for part in (left, right) if part.may_be_missing]
        has_constant = left.constant is not None or right.constant is not None
        if not missing or (sign == "==" and has_constant):  # no constant equals NOT_DEALT
            return lambda answers: compare(ask_left(answers), ask_right(answers))

        def of_dealt_cards(answers: Answers) -> Any:
            dealt = [ask(answers) != NOT_DEALT for ask in missing]
            return reduce(operator.and_, dealt, compare(ask_left(answers), ask_right(answers)))

        return of_dealt_cards

    def require_one_kind(self, left: Part, right: Part, mend: str) -> None:
        """Refuse two parts that cannot be compared."""
        if left.kind != right.kind and not (left.kind in _ORDERED and right.kind in _ORDERED):
            raise self.error(
                f"{self.shown(left.node)} is {KIND_NAMES[left.kind]}, "
                f"{self.shown(right.node)} is {KIND_NAMES[right.kind]}",
                right.node,
                mend,
            )

    def fitted(self, part: Part, other: Part) -> Part:
        """A bare number as the rank or point value that the other side makes of it."""
        if not part.is_bare_number or other.kind not in (RANK, VALUE):
            return part
        number = part.constant or 0
        if other.kind == RANK:
            if str(number) not in RANKS:
                raise self.error(f"{number} is no rank", part.node, "ranks are A 2 3 4 5 6 7 8 9 10 J Q K")
            return _constant(part.node, RANK, RANKS.index(str(number)))
        if number not in range(10):
            raise self.error(
                f"{number} is no point value", part.node, "point values are 0 to 9; 10, J, Q, K are 0"
            )
        return _constant(part.node, VALUE, number)

    def contained(self, node: Node) -> Part:
        """A part followed by `in` or `not in` and a set."""
        left = self.part(node.parts[0])
        if left.kind == TRUTH:
            raise self.error(f"{self.shown(left.node)} is a truth, and no set holds truths", left.node)
        intervals = self.intervals(node.parts[1], left)
        ask = left.ask

        def is_in(answers: Answers) -> Any:
            answer = ask(answers)
            tests = [
                answer == low if low == high else (answer >= low) & (answer <= high)
                for low, high in intervals
            ]
            return reduce(operator.or_, tests)

        ask_in = is_in if node.kind == "in" else lambda answers: True ^ is_in(answers)
        return Part(node, TRUTH, ask_in, left.facts)

    def intervals(self, node: Node, left: Part) -> list[tuple[int, int]]:
        """What a set holds, as few intervals of whole numbers."""
        if node.kind == "name":
            if node.text not in NAMED_SETS:
                hint = did_you_mean(node.text, NAMED_SETS) or "write a set: {J, Q, K}"
                raise self.error(f"{self.shown(node)} is no set", node, hint)
            named = parse(f"rank in {NAMED_SETS[node.text]}").parts[1]
            elements = [part._replace(start=node.start, end=node.end) for part in named.parts]
        else:
            elements = list(node.parts)
        merged: list[tuple[int, int]] = []
        for low, high in sorted(self.interval(element, left) for element in elements):
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
            else:
                merged.append((low, high))
        return merged

    def interval(self, element: Node, left: Part) -> tuple[int, int]:
        """One element or range of a set, of the kind of what stands left of `in`."""
        ends = []
        for node in element.parts if element.kind == "range" else (element,):
            part = self.fitted(self.part(node), left)
            if part.constant is None:
                raise self.error(f"{self.shown(node)} is asked, and a set holds plain values only", node)
            self.require_one_kind(left, part, f"a set after {KIND_NAMES[left.kind]} holds {left.kind}s")
            ends.append(part.constant)
        if element.kind == "range" and left.kind in (SUIT, COLOUR):
            raise self.error(f"{left.kind}s have no order, so there is no range of them", element)
        if ends[0] > ends[-1]:
            raise self.error(
                f"the range {self.shown(element)} runs backwards", element, "write the lower end first"
            )
        return ends[0], ends[-1]

    def summed(self, node: Node) -> Part:
        """Numbers added and subtracted."""
        parts = [self.part(part) for part in node.parts]
        for part in parts:
            if part.kind != NUMBER:
                raise self.error(
                    f"{self.shown(part.node)} is {KIND_NAMES[part.kind]}, and only numbers can be added",
                    part.node,
                )
        signs = ("-",) if node.kind == "minus" else ("+", *node.signs)
        terms = [
            (part.ask, operator.sub if sign == "-" else operator.add)
            for part, sign in zip(parts, signs, strict=True)
        ]

        def ask(answers: Answers) -> Any:
            return reduce(lambda total, term: term[1](total, term[0](answers)), terms, 0)

        constant = ask({}) if all(part.constant is not None for part in parts) else None
        return Part(node, NUMBER, ask, _facts(*parts), constant)


def _comparison_hint(part: Part) -> str:
    if part.constant is not None:
        return "to allow several values, write a set: player.total in {6, 7}"
    return {
        NUMBER: "compare it: ... == 6",
        VALUE: "compare it: ... == 6",
        RANK: "compare it: ... == K",
        SUIT: "compare it: ... == hearts",
        COLOUR: "compare it: ... == red",
    }[part.kind]

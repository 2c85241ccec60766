"""The grammar of conditions: from a text to a tree, and back.

    condition   = conjunction {"or" conjunction}
    conjunction = negation {"and" negation}
    negation    = {"not"} comparison
    comparison  = sum [comparator sum {comparator sum} | ["not"] "in" (set | name)]
    sum         = signed {("+" | "-") signed}
    signed      = {"-"} (number | name | name "(" condition {"," condition} ")" | "(" condition ")")
    set         = "{" element {"," element} "}"
    element     = signed [".." signed]

What the names mean, and which of these trees make sense, is not decided here but in `condition.py`.
Repetition is read by loops and nesting has a limit, so no text can exhaust the stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from analyzer.errors import ConditionError

LONGEST_CONDITION = 10_000
LONGEST_NUMERAL = 9
MOST_NESTING = 30
EXCERPT = 30
"""Characters shown on either side of the place of an error."""

COMPARATORS = ("<", "<=", "==", "!=", ">=", ">")
WORDS = ("and", "or", "not", "in")

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)"
    r"|(?P<sign><=|>=|==|!=|\.\.|[<>+\-(){},])"
    r"|(?P<strange>&&|\|\||<>|=<|=>|\*\*|//|.)",
    re.ASCII | re.DOTALL,
)
_HINTS = {
    "=": "write ==", "&&": "write and", "||": "write or", "&": "write and", "|": "write or", "!": "write not",
    "<>": "write !=", "≠": "write !=", "≤": "write <=", "=<": "write <=", "≥": "write >=", "=>": "write >=",
    "♠": "write spades", "♥": "write hearts", "♦": "write diamonds", "♣": "write clubs",
    "*": "conditions add and subtract, no more", "/": "conditions add and subtract, no more",
    "%": "conditions add and subtract, no more", '"': "names need no quotes", "'": "names need no quotes",
    "[": "a set has braces: {J, Q, K}",
}  # fmt: skip


class Token(NamedTuple):
    """One word, number or sign of a condition; the last has the kind "end"."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.start + len(self.text)


class Node(NamedTuple):
    """One part of a condition.

    Attributes
    ----------
    kind : str
        number, name, call, not, and, or, compare, in, not in, set, range, sum or minus.
    start, end : int
        Where it stands in the text.
    parts : tuple of Node
        Its operands, elements or arguments.
    text : str
        The number or the name.
    signs : tuple of str
        The comparators between the operands, or the signs between the terms.
    """

    kind: str
    start: int
    end: int
    parts: tuple[Node, ...] = ()
    text: str = ""
    signs: tuple[str, ...] = ()


def error_at(what: str, text: str, start: int, end: int, mend: str = "") -> ConditionError:
    """An error that points at a place of a condition.

    Examples
    --------
    >>> print(error_at("no such fact", "tie and plyer.wins", 8, 18))
    no such fact
      in column 9 of: tie and »plyer.wins«
    """
    before, marked, after = text[:start], text[start:end], text[end:]
    column = f"column {start - before.rfind(chr(10))}"
    if "\n" in before:
        column = f"line {before.count(chr(10)) + 1}, {column}"
    if len(before) > EXCERPT:
        before = "…" + before[-EXCERPT:]
    if len(marked) > 2 * EXCERPT:
        marked = marked[: 2 * EXCERPT] + "…"
    if len(after) > EXCERPT:
        after = after[:EXCERPT] + "…"
    excerpt = re.sub(r"\s+", " ", f"{before}»{marked}«{after}")
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in excerpt)
    return ConditionError(what, where=f"{column} of: {shown}", mend=mend)


def parse(text: str) -> Node:
    """The tree of a condition.

    Raises
    ------
    ConditionError
        The text is no condition; the message points at the column.

    Examples
    --------
    >>> parse("tie and margin == 0").kind
    'and'
    """
    return _Parser(text).whole()


def _tokens(text: str) -> list[Token]:
    if len(text) > LONGEST_CONDITION:
        raise ConditionError(
            f"the condition has {len(text):,} characters",
            mend=f"write it in at most {LONGEST_CONDITION:,}, or split it into several lines",
        )
    tokens = []
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup or "", match.group()
        if kind == "strange":
            shown = word if word.isprintable() else repr(word)[1:-1]
            raise error_at(f'"{shown}" cannot stand here', text, *match.span(), _HINTS.get(word, ""))
        if kind == "number" and "." in word:
            whole = word.split(".")[0][:LONGEST_NUMERAL]
            raise error_at(
                f"{word[:20]} is not a whole number", text, *match.span(), f"write > {whole} for > {whole}.5"
            )
        if kind == "number" and len(word) > LONGEST_NUMERAL:
            raise error_at("the number is too large", text, *match.span())
        if kind != "space":
            tokens.append(Token(word if kind == "name" and word in WORDS else kind, word, match.start()))
    return [*tokens, Token("end", "", len(text.rstrip()))]


class _Parser:
    """Recursive descent, one method for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.place = 0
        self.nesting = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.place]

    def accept(self, *texts: str) -> Token | None:
        """Step over the next token if it is one of these words or signs."""
        token = self.token
        if token.text not in texts or token.kind == "end":
            return None
        self.place += 1
        return token

    def whole(self) -> Node:
        if self.token.kind == "end":
            raise ConditionError(
                "the condition is empty", mend="write when the line holds: banker.total == 6"
            )
        node = self.condition()
        if self.token.kind != "end":
            raise self.unexpected("and, or, a comparison or the end")
        return node

    def condition(self) -> Node:
        return self.joined("or", lambda: self.joined("and", self.negation))

    def joined(self, word: str, operand: Callable[[], Node]) -> Node:
        parts = [operand()]
        while self.accept(word):
            parts.append(operand())
        return parts[0] if len(parts) == 1 else Node(word, parts[0].start, parts[-1].end, tuple(parts))

    def negation(self) -> Node:
        start, negated = self.token.start, False
        while self.accept("not"):
            negated = not negated
        node = self.comparison()
        return Node("not", start, node.end, (node,)) if negated else node

    def comparison(self) -> Node:
        parts, signs = [self.sum()], []
        while sign := self.accept(*COMPARATORS):
            signs.append(sign.text)
            parts.append(self.sum())
        if signs:
            return Node("compare", parts[0].start, parts[-1].end, tuple(parts), signs=tuple(signs))
        negated = self.token.kind == "not" and self.tokens[self.place + 1].kind == "in"
        if negated:
            self.place += 1
        if not self.accept("in"):
            return parts[0]
        known = self.set()
        return Node("not in" if negated else "in", parts[0].start, known.end, (parts[0], known))

    def sum(self) -> Node:
        parts, signs = [self.signed()], []
        while sign := self.accept("+", "-"):
            signs.append(sign.text)
            parts.append(self.signed())
        if not signs:
            return parts[0]
        return Node("sum", parts[0].start, parts[-1].end, tuple(parts), signs=tuple(signs))

    def signed(self) -> Node:
        start, negative = self.token.start, False
        while self.accept("-"):
            negative = not negative
        node = self.primary()
        return Node("minus", start, node.end, (node,)) if negative else node

    def primary(self) -> Node:
        token = self.token
        if token.kind == "number":
            self.place += 1
            return Node("number", token.start, token.end, text=str(int(token.text)))
        if token.kind == "name":
            self.place += 1
            if self.token.text == "(":
                return self.call(token)
            return Node("name", token.start, token.end, text=token.text)
        if token.text == "(":
            return self.bracketed(token, self.condition, ")")[0]
        if token.text == "{":
            raise error_at("a set can only follow in", self.text, token.start, token.end, "rank in {J, Q, K}")
        raise self.unexpected("a fact, a number or a bracket")

    def call(self, name: Token) -> Node:
        arguments = self.bracketed(self.token, self.condition, ")")
        return Node("call", name.start, self.tokens[self.place - 1].end, arguments, name.text)

    def set(self) -> Node:
        token = self.token
        if token.kind == "name":
            self.place += 1
            return Node("name", token.start, token.end, text=token.text)
        if token.text != "{":
            raise self.unexpected("a set: {J, Q, K}")
        elements = self.bracketed(token, self.element, "}")
        return Node("set", token.start, self.tokens[self.place - 1].end, elements)

    def element(self) -> Node:
        low = self.signed()
        if not self.accept(".."):
            return low
        high = self.signed()
        return Node("range", low.start, high.end, (low, high))

    def bracketed(self, opening: Token, inside: Callable[[], Node], closing: str) -> tuple[Node, ...]:
        """What stands between two brackets; only a single condition in plain round ones."""
        self.nesting += 1
        if self.nesting > MOST_NESTING:
            raise error_at(
                f"brackets are nested more than {MOST_NESTING} deep", self.text, opening.start, opening.end
            )
        is_list = closing == "}" or self.tokens[self.place - 1].kind == "name"
        self.place += 1
        parts = [inside()]
        while is_list and self.accept(","):
            parts.append(inside())
        if not self.accept(closing):
            if self.token.kind == "end":
                raise error_at("the bracket is never closed", self.text, opening.start, opening.end)
            raise self.unexpected(f"{closing} or a comma" if is_list else closing)
        self.nesting -= 1
        return tuple(parts)

    def unexpected(self, wanted: str) -> ConditionError:
        token = self.token
        if token.kind == "end":
            return error_at(
                "the condition stops too early", self.text, token.start, token.end, f"expected {wanted}"
            )
        return error_at(
            f'"{token.text[:40]}" cannot stand here', self.text, token.start, token.end, f"expected {wanted}"
        )


_LEVELS = {"or": 1, "and": 2, "not": 3, "compare": 4, "in": 4, "not in": 4, "sum": 5, "minus": 6}
"""How tightly each kind of node binds; what is not listed needs no brackets."""


def written(node: Node) -> str:
    """A tree as a text, in one way for all texts that have this tree.

    Examples
    --------
    >>> written(parse("4<=(margin)<= 9 and(not  tie)"))
    '4 <= margin <= 9 and not tie'
    """

    def inner(part: Node) -> str:
        text = written(part)
        return f"({text})" if _LEVELS.get(part.kind, 9) <= _LEVELS[node.kind] else text

    if node.kind in ("number", "name"):
        return node.text
    if node.kind == "call":
        return f"{node.text}({', '.join(map(written, node.parts))})"
    if node.kind == "set":
        return f"{{{', '.join(map(written, node.parts))}}}"
    if node.kind == "range":
        return "..".join(map(written, node.parts))
    if node.kind in ("not", "minus"):
        return ("not " if node.kind == "not" else "-") + inner(node.parts[0])
    if node.kind in ("and", "or", "in", "not in"):
        return f" {node.kind} ".join(map(inner, node.parts))
    first, *rest = map(inner, node.parts)
    return " ".join([first, *(f"{sign} {part}" for sign, part in zip(node.signs, rest, strict=True))])

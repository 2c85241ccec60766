"""What is left of a condition once some of the answers are known.

A condition claims something about a coup: claims about the answers to facts, joined by `and`, `or` and `not`.
Some answers may settle it before the others are known: a hand that is not of one suit is no suited three-card
8, whatever its total.
Claims are equal if they ask the same of what is still unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Answer = int | bool


class Asked(NamedTuple):
    """A claim about the answers to some facts.

    Attributes
    ----------
    facts : tuple of str
        Facts without an answer yet, by name.
    ask : callable
        Whether it holds, from all answers by name.
    known : tuple of (str, answer)
        The other answers.
    """

    facts: tuple[str, ...]
    ask: Callable[[Mapping[str, Any]], Any]
    known: tuple[tuple[str, Answer], ...] = ()

    def rest(self, answers: Mapping[str, Answer]) -> Claim:
        """The claim once more answers are known."""
        given = [(fact, answers[fact]) for fact in self.facts if fact in answers]
        if not given:
            return self
        known = tuple(sorted((*self.known, *given)))
        unknown = tuple(fact for fact in self.facts if fact not in answers)
        return Asked(unknown, self.ask, known) if unknown else bool(self.ask(dict(known)))


class Negated(NamedTuple):
    """The opposite of a claim."""

    claim: Claim

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts without an answer yet."""
        return facts_of(self.claim)

    def rest(self, answers: Mapping[str, Answer]) -> Claim:
        """The claim once more answers are known."""
        return negated(rest_of(self.claim, answers))


class Joined(NamedTuple):
    """Claims of which all must hold (`and`), or one (`or`)."""

    word: str
    claims: tuple[Claim, ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts without an answer yet."""
        return tuple(dict.fromkeys(fact for claim in self.claims for fact in facts_of(claim)))

    def rest(self, answers: Mapping[str, Answer]) -> Claim:
        """The claim once more answers are known."""
        return joined(self.word, tuple(rest_of(claim, answers) for claim in self.claims))


Claim = bool | Asked | Negated | Joined


def negated(claim: Claim) -> Claim:
    """The opposite of a claim, settled if the claim is."""
    return not claim if isinstance(claim, bool) else Negated(claim)


def joined(word: str, claims: tuple[Claim, ...]) -> Claim:
    """Claims joined by `and` or by `or`, without those that make no difference.

    Examples
    --------
    >>> joined("and", (True, False)), joined("or", (False, False)), joined("or", ())
    (False, False, False)
    """
    decisive = word == "or"
    if any(claim is decisive for claim in claims):
        return decisive
    left = tuple(claim for claim in claims if not isinstance(claim, bool))
    if not left:
        return not decisive
    return left[0] if len(left) == 1 else Joined(word, left)


def rest_of(claim: Claim, answers: Mapping[str, Answer]) -> Claim:
    """A claim once some answers are known; True or False as soon as they settle it.

    Examples
    --------
    >>> from analyzer.wager.condition import Condition
    >>> claim = Condition.parse("player.red and player.total == 8").claim
    >>> rest_of(claim, {"player.red": False})
    False
    >>> facts_of(rest_of(claim, {"player.red": True}))
    ('player.total',)
    """
    return claim if isinstance(claim, bool) else claim.rest(answers)


def facts_of(claim: Claim) -> tuple[str, ...]:
    """Facts whose answers still matter to a claim."""
    return () if isinstance(claim, bool) else claim.facts

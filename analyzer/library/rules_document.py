"""The twelve things that a table game's rules document must state, as Québec's by-law lists them.

By-law respecting casino games, chapter S-13.1, r. 3.1, section 11, subparagraphs 1 to 12.
The questions are put in words of our own; those that the by-law asks only where they apply say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.game.lint import Finding

STATED, IN_PART, SILENT = STATUSES = ("stated", "in part", "silent")

QUESTIONS = {
    "players": "how many may play at the table at most (if there is a limit)",
    "standing": "whether one may play standing, and how",
    "cards": "number, values and kind of the cards",
    "object": "the object of the game and how it is played",
    "wagers": "which wagers there are and when each may be made",
    "commission": "when a commission is due, how much, and on which wager",
    "options": "what a player may decide during the game",
    "dealer": "how the dealer must play (if there is a rule)",
    "bank": "when and how a player may hold the bank (if that happens)",
    "handling": "how the cards must be handled for the outcome to count",
    "settlement": "when a wager wins, loses or pushes",
    "payouts": "the odds that winning wagers pay, and how they are paid",
}
"""What is asked, by the key that a document file answers it under, in the by-law's order."""


@dataclass(frozen=True)
class RulesItem:
    """How far a document answers one of the twelve questions.

    Attributes
    ----------
    number : int
        Subparagraph of the by-law, 1 to 12.
    status : {"stated", "in part", "silent"}
    where : str
        The sentences that answer it, and what is left.
    """

    number: int
    key: str
    status: str
    where: str = ""

    @property
    def question(self) -> str:
        """What is asked."""
        return QUESTIONS[self.key]


def read_items(table: Mapping[str, Any]) -> tuple[RulesItem, ...]:
    """The answers of a document file; empty if it gives none."""
    if not table:
        return ()
    return tuple(
        RulesItem(number, key, table[key]["status"], table[key].get("where", ""))
        for number, key in enumerate(QUESTIONS, start=1)
    )


def findings(items: Sequence[RulesItem]) -> Iterator[Finding]:
    """What lint has to say about the twelve items: those that are not stated, or only in part."""
    for item in items:
        if item.status == STATED:
            continue
        said = "is not stated" if item.status == SILENT else f"is stated in part: {item.where}"
        yield Finding(f"rules_document.{item.key}", f"item {item.number} of 12, {item.question}, {said}")

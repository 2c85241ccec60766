"""The language of conditions as a report: everything that a pay line can ask, from the facts' own meanings.

The reference page `docs/reference/conditions.md` is this report in Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import BANKER, PLAYER
from analyzer.report.model import Column, Prose, Report, Section, Table
from analyzer.wager.functions import CARD_SET_MEANINGS, CARD_TEST, FUNCTIONS, TIMES, Function
from analyzer.wager.kinds import NAMED_SETS

SCHEMA = "baccarat/conditions"
VERSION = 1

RULES = (
    "A pay line holds when its condition does; the first line that holds pays. "
    "A condition compares facts with ==, !=, <, <=, >= and >, also in chains (4 <= margin <= 9), puts them "
    "in sets (player.total in {6, 7}), adds and subtracts numbers, and joins all this with and, or and not.",
    "Ranks are A, 2 to 10, J, Q and K, suits spades, hearts, diamonds and clubs, colours red and black, "
    "point values 0 to 9. Only things of one kind are compared, and a point value is a number. "
    "A set lists values or ranges: {A, 2..9, K}; ranks run upwards from the ace.",
    "A third card that was not dealt equals nothing and is in no set, so != and not in hold for it.",
)

EXAMPLES = (
    ("Banker wins with a three-card 7", "banker.wins and banker.total == 7 and banker.cards == 3"),
    ("a win of either side by 4 to 9", "not tie and 4 <= margin <= 9"),
    ("the two totals make more than 9", "player.total + banker.total > 9"),
    ("exactly one hand has a perfect pair", "player.perfect_pair != banker.perfect_pair"),
    (
        "Player's king and queen of one suit",
        "player.two_cards_suited and not player.pair and count(player_first_two, rank in {K, Q}) == 2",
    ),
    ("every card is red", "player.red and banker.red"),
    ("five or six cards of one rank", "ranks_with(all, 5) + ranks_with(all, 6) == 1"),
    ("three of one rank and two of another", "ranks_with(all, 3) == 1 and ranks_with(all, 2) >= 1"),
    ("the first four are a straight flush", "straight(first_four) and same_suit(first_four)"),
    ("three nines of one suit", "count(first_four, rank == 9) == 3 and same_suit(first_four, rank == 9)"),
    ("a pair of tens, jacks, queens or kings", "ranks_with(first_four, 2, rank in {10..K}) == 1"),
    ("an 8 as Player's third card", "player.third.value == 8"),
)
"""What people say, and how it is written."""


def conditions_report() -> Report:
    """The language of conditions."""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title="Conditions of pay lines",
        inputs={},
        method="library",
        sections=tuple(_sections()),
        data={
            "facts": [_fact_tree(fact) for fact in FACTS.values()],
            "functions": [_function_tree(function) for function in FUNCTIONS.values()],
            "sets_of_cards": [
                {"name": name, "meaning": meaning} for name, meaning in CARD_SET_MEANINGS.items()
            ],
            "named_sets": [{"name": name, "stands_for": set_} for name, set_ in NAMED_SETS.items()],
            "examples": [{"what": what, "condition": condition} for what, condition in EXAMPLES],
        },
    )


def _sections() -> Iterator[Section]:
    yield Prose("rules", "", RULES)
    columns = (Column("name", "Fact"), Column("kind", "Kind"), Column("meaning", "Meaning", wraps=True))
    of_coup = [fact for name, fact in FACTS.items() if "." not in name]
    of_player = [fact for name, fact in FACTS.items() if name.startswith(f"{PLAYER}.")]
    yield Table("coup", "Facts of the coup", columns, [_fact_row(fact) for fact in of_coup])
    notes = (f"The same with {BANKER} in place of {PLAYER}.",)
    yield Table("hand", "Facts of one hand", columns, [_fact_row(fact) for fact in of_player], notes)
    yield Table(
        "functions",
        "Functions",
        (
            Column("call", "Call"),
            Column("kind", "Kind"),
            Column("meaning", "Meaning", wraps=True),
            Column("example", "Example", wraps=True),
        ),
        [
            (_call(function), function.kind, function.meaning, function.example)
            for function in FUNCTIONS.values()
        ],
        (
            "TEST is a condition on one card, in which rank, value, suit and colour are its own; "
            "with it, only cards that pass count.",
        ),
    )
    yield Table(
        "sets",
        "Sets of cards",
        (Column("name", "Set"), Column("meaning", "Cards", wraps=True)),
        list(CARD_SET_MEANINGS.items()),
        ("Third cards are in a set only if they were dealt.",),
    )
    yield Table(
        "named_sets", "Sets with a name", (Column("name", "Set"), Column("stands_for", "Stands for")),
        list(NAMED_SETS.items()),
    )  # fmt: skip
    yield Table(
        "examples",
        "Examples",
        (Column("what", "To say"), Column("condition", "Write", wraps=True)),
        list(EXAMPLES),
    )


def _fact_row(fact: Fact) -> tuple[str, str, str]:
    return fact.name, fact.kind, fact.meaning


def _call(function: Function) -> str:
    """How a function is called, arguments that may be left out in brackets."""
    names = {TIMES: "N", CARD_TEST: "TEST"}
    arguments = ["SET", *(names[parameter] for parameter in function.parameters[1:])]
    if function.least_arguments < function.most_arguments:
        arguments[-1] = f"[{arguments[-1]}]"
    return f"{function.name}({', '.join(arguments)})"


def _fact_tree(fact: Fact) -> dict[str, Any]:
    return {"name": fact.name, "kind": fact.kind, "meaning": fact.meaning}


def _function_tree(function: Function) -> dict[str, Any]:
    return {
        "name": function.name,
        "call": _call(function),
        "kind": function.kind,
        "meaning": function.meaning,
        "example": function.example,
    }

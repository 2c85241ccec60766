"""The facts that can be asked about a finished coup.

A fact uses arithmetic and comparison only, on what a `CoupView` shows of the cards.
So the same function answers for one coup and for an array of coups.
Each fact says which card positions it looks at and in what detail; enumeration then tells apart just that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import and_
from typing import Any

from analyzer.game.cards import COLOURS
from analyzer.game.coup import (
    BANKER_3,
    COLOUR,
    DETAILS,
    HANDS,
    NOT_DEALT,
    PLAYER_3,
    RANK,
    SUIT,
    VALUE,
    CoupView,
)
from analyzer.game.rulebook import BANKER, PLAYER


@dataclass(frozen=True)
class Fact:
    """One thing that can be asked about a finished coup.

    Attributes
    ----------
    name : str
        As it is written in conditions.
    kind : {"number", "truth", "value", "rank", "suit", "colour"}
        What it is compared with.
    needs : mapping of position to set of details
        The cards it looks at, and what of each; `frozenset()` means only whether the card was dealt.
    ask : callable
        The answer for a view; booleans or integers, scalars or arrays.
    by_totals : bool
        Point values matter only as one total of each hand: its final total if the value of its third card is
        needed, else its two-card total; enumeration then forgets the single values.
    symmetric : bool
        The answer stays the same when a hand's first two cards change places; enumeration then counts both
        orders at once.
    implies : tuple of Fact
        Truths about fewer cards that hold whenever this one does; if one fails, this one need not be asked.
    meaning : str
        One sentence for the reference page.
    """

    name: str
    kind: str
    needs: Mapping[int, frozenset[str]] = field(hash=False, compare=False)
    ask: Callable[[CoupView], Any] = field(hash=False, compare=False)
    by_totals: bool = field(default=False, compare=False, kw_only=True)
    symmetric: bool = field(default=False, compare=False, kw_only=True)
    implies: tuple[Fact, ...] = field(default=(), compare=False, kw_only=True)
    meaning: str = field(default="", compare=False)


FACTS: dict[str, Fact] = {}
"""Every fact that conditions know, by name."""

Needs = Mapping[int, str | None]
"""The detail looked at in each position, None if only whether there is a card."""


def _fact(
    name: str,
    kind: str,
    needs: Needs,
    ask: Callable[[CoupView], Any],
    meaning: str,
    implies: tuple[Fact, ...] = (),
) -> None:
    """Name a fact that uses point values only as totals, and treats a hand's first two cards alike."""
    FACTS[name] = Fact(
        name, kind, detailed(needs), ask, meaning, by_totals=True, symmetric=True, implies=implies
    )


def detailed(needs: Mapping[int, str | None]) -> dict[int, frozenset[str]]:
    """Needs with one detail in each position as needs with a set of them.

    Examples
    --------
    >>> detailed({0: "rank", 4: None})
    {0: frozenset({'rank'}), 4: frozenset()}
    """
    return {position: frozenset([detail] if detail else []) for position, detail in needs.items()}


_VALUES: dict[str, dict[int, str | None]] = {hand: dict.fromkeys(HANDS[hand], VALUE) for hand in HANDS}


def _name_total_facts(hand: str, name: str) -> None:
    first, second, third = HANDS[hand]
    two_values: Needs = {first: VALUE, second: VALUE}
    _fact(f"{hand}.total", "number", _VALUES[hand], lambda view: view.total(hand),
          f"{name}'s final total, 0 to 9.")  # fmt: skip
    _fact(f"{hand}.two_card_total", "number", two_values, lambda view: view.two_card_total(hand),
          f"Total of {name}'s first two cards, 0 to 9.")  # fmt: skip
    _fact(f"{hand}.cards", "number", {third: None}, lambda view: 2 + 1 * view.is_dealt(third),
          f"Number of {name}'s cards, 2 or 3.")  # fmt: skip
    _fact(f"{hand}.natural", "truth", two_values, lambda view: view.two_card_total(hand) >= 8,
          f"{name}'s first two cards total 8 or 9.")  # fmt: skip


def _name_pair_facts(hand: str, name: str) -> None:
    first, second, _ = HANDS[hand]

    def alike(view: CoupView, *details: str) -> Any:
        looks = (getattr(view, detail) for detail in details)
        return reduce(and_, (look(first) == look(second) for look in looks))

    def needs(*details: str) -> dict[int, frozenset[str]]:
        return dict.fromkeys((first, second), frozenset(details))

    def pair_fact(kind: str, details: tuple[str, ...], ask: Callable[[CoupView], Any], meaning: str) -> None:
        FACTS[f"{hand}.{kind}"] = Fact(
            f"{hand}.{kind}",
            "truth",
            needs(*details),
            ask,
            f"{name}'s first two cards {meaning}.",
            symmetric=True,
        )

    pair_fact("pair", (RANK,), lambda view: alike(view, RANK),
              "have the same rank; 10, J, Q and K are four ranks")  # fmt: skip
    pair_fact("perfect_pair", (RANK, SUIT), lambda view: alike(view, RANK, SUIT),
              "have the same rank and the same suit")  # fmt: skip
    pair_fact("coloured_pair", (RANK, SUIT),
              lambda view: alike(view, RANK, COLOUR) & (True ^ alike(view, SUIT)),
              "have the same rank and colour, but two suits")  # fmt: skip
    pair_fact("mixed_pair", (RANK, COLOUR), lambda view: alike(view, RANK) & (True ^ alike(view, COLOUR)),
              "have the same rank, and one is red and one black")  # fmt: skip
    pair_fact("two_cards_suited", (SUIT,), lambda view: alike(view, SUIT),
              "are of one suit")  # fmt: skip


def _name_whole_hand_facts(hand: str, name: str) -> None:
    first, second, third = HANDS[hand]

    def suited(view: CoupView) -> Any:
        suit, last = view.suit(first), view.suit(third)
        return (suit == view.suit(second)) & ((last == suit) | (last == NOT_DEALT))

    def coloured(view: CoupView, colour: int) -> Any:
        last = view.colour(third)
        both = (view.colour(first) == colour) & (view.colour(second) == colour)
        return both & ((last == colour) | (last == NOT_DEALT))

    suits: Needs = dict.fromkeys(HANDS[hand], SUIT)
    colours: Needs = dict.fromkeys(HANDS[hand], COLOUR)
    _fact(f"{hand}.suited", "truth", suits, suited, f"All of {name}'s cards, two or three, are of one suit.",
          implies=(FACTS[f"{hand}.two_cards_suited"],))  # fmt: skip
    for colour, of_colour in enumerate(COLOURS):
        _fact(f"{hand}.{of_colour}", "truth", colours, partial(coloured, colour=colour),
              f"All of {name}'s cards, two or three, are {of_colour}.")  # fmt: skip


def _name_card_facts(hand: str, name: str) -> None:
    for place, (position, ordinal) in enumerate(zip(HANDS[hand], ORDINALS, strict=True)):
        for detail in DETAILS:
            fact = f"{hand}.{ordinal}.{detail}"
            meaning = f"{DETAIL_NAMES[detail]} of {name}'s {ordinal} card"
            FACTS[fact] = Fact(
                fact,
                detail,
                detailed({position: detail}),
                partial(_look, detail=detail, position=position),
                f"{meaning}, which may not have been dealt." if place == 2 else f"{meaning}.",
            )


def _look(view: CoupView, detail: str, position: int) -> Any:
    return getattr(view, detail)(position)


ORDINALS = ("first", "second", "third")
DETAIL_NAMES = {VALUE: "Point value", RANK: "Rank", COLOUR: "Colour", SUIT: "Suit"}

_ALL_VALUES = _VALUES[PLAYER] | _VALUES[BANKER]
_fact("player.wins", "truth", _ALL_VALUES, lambda view: view.outcome == 1, "Player wins the coup.")
_fact("banker.wins", "truth", _ALL_VALUES, lambda view: view.outcome == -1, "Banker wins the coup.")
_fact("tie", "truth", _ALL_VALUES, lambda view: view.outcome == 0, "The coup is a tie.")
_fact("margin", "number", _ALL_VALUES, lambda view: abs(view.total(PLAYER) - view.total(BANKER)),
      "Difference of the final totals, 0 to 9.")  # fmt: skip
_fact("cards", "number", {PLAYER_3: None, BANKER_3: None},
      lambda view: 4 + 1 * view.is_dealt(PLAYER_3) + 1 * view.is_dealt(BANKER_3),
      "Number of cards of both hands, 4 to 6.")  # fmt: skip
for _hand, _name in ((PLAYER, "Player"), (BANKER, "Banker")):
    _name_total_facts(_hand, _name)
    _name_pair_facts(_hand, _name)
    _name_whole_hand_facts(_hand, _name)
    _name_card_facts(_hand, _name)

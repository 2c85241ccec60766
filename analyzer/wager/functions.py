"""What conditions can ask about a whole set of cards: `count(all, rank in {J, Q, K})`.

A call with its arguments is a fact of its own: the text of the call names it.
Every function sees a card as a label (its rank, its suit, …), or as nothing where the card does not pass the
test or was not dealt, and it looks at no more of the cards than these labels take.
To add a function, add an entry to `FUNCTIONS`; the grammar and the checks of its arguments are there already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple

from analyzer.game.cards import CARDS_PER_DECK, COLOUR_OF_SUIT, RANKS, rank_of, suit_of
from analyzer.game.coup import (
    BANKER_1,
    BANKER_2,
    BANKER_3,
    COLOUR,
    HANDS,
    NOT_DEALT,
    PLAYER_1,
    PLAYER_2,
    PLAYER_3,
    POSITIONS,
    RANK,
    SUIT,
    VALUE,
    Among,
    CoupView,
)
from analyzer.game.facts import Fact
from analyzer.game.rulebook import BANKER, PLAYER

CARDS, TIMES, CARD_TEST = "cards", "times", "card test"

CARD_SETS: dict[str, tuple[int, ...]] = {
    "player": HANDS[PLAYER],
    "banker": HANDS[BANKER],
    "all": tuple(POSITIONS),
    "first_four": (PLAYER_1, BANKER_1, PLAYER_2, BANKER_2),
    "player_first_two": (PLAYER_1, PLAYER_2),
    "banker_first_two": (BANKER_1, BANKER_2),
    "third_cards": (PLAYER_3, BANKER_3),
}
"""Positions of the cards that a set names; those not dealt are left out when a coup is looked at.

No set tells a hand's first two cards apart, so no function does.
"""

CARD_SET_MEANINGS = {
    "player": "all cards of Player's hand",
    "banker": "all cards of Banker's hand",
    "all": "all cards of both hands",
    "first_four": "the first two cards of both hands",
    "player_first_two": "Player's first two cards",
    "banker_first_two": "Banker's first two cards",
    "third_cards": "the third cards of both hands",
}

_NOTHING = NOT_DEALT
_PARTS: Mapping[str, Callable[[int], int]] = {
    RANK: rank_of,
    SUIT: suit_of,
    COLOUR: lambda card: COLOUR_OF_SUIT[suit_of(card)],
}


class CardTest(NamedTuple):
    """A condition on one card.

    Attributes
    ----------
    needs : frozenset of {"value", "rank", "colour", "suit"}
        What it looks at.
    holds : callable
        Whether it holds for a card given as a mapping of these details; scalars or arrays.
    """

    needs: frozenset[str]
    holds: Callable[[Mapping[str, Any]], Any]

    def cards(self) -> list[int] | None:
        """The cards (0 to 51) that pass; None if that depends on point values, which rulebooks set."""
        if VALUE in self.needs:
            return None
        return [
            card
            for card in range(CARDS_PER_DECK)
            if self.holds({detail: _PARTS[detail](card) for detail in self.needs})
        ]


class Labels(NamedTuple):
    """How a function sees cards.

    Attributes
    ----------
    needs : frozenset of details
        What must be known of a card to label it.
    look : callable
        The label of the card at a position of a view, -1 for nothing; scalar or array.
    """

    needs: frozenset[str]
    look: Callable[[CoupView, int], Any]


def labels_of(detail: str | None, test: CardTest | None) -> Labels:
    """The labels that a detail gives to the cards that pass a test; without a detail all have the label 0.

    Examples
    --------
    >>> from analyzer.game.coup import Coup
    >>> from analyzer.library.catalog import load_rulebook
    >>> nines = CardTest(frozenset({"rank"}), lambda card: card["rank"] == 8)
    >>> coup = Coup((32, 33), (35, 0), load_rulebook())
    >>> [labels_of("suit", nines).look(coup, position) for position in range(4)]
    [0, 3, 1, -1]
    """
    if test is None:
        assert detail is not None
        return Labels(frozenset({detail}), lambda view, position: getattr(view, detail)(position))
    passing = test.cards()
    if passing is None:
        return Labels(
            test.needs | ({detail} if detail else frozenset()),
            partial(_look_and_test, detail=detail, test=test),
        )
    part = _PARTS[detail] if detail else lambda card: 0
    cards: dict[int, list[int]] = {}
    for card in passing:
        cards.setdefault(part(card), []).append(card)
    groups = {label: Among(alike) for label, alike in cards.items()}

    def look(view: CoupView, position: int) -> Any:
        return (
            sum((label - _NOTHING) * view.among(position, group) for label, group in groups.items())
            + _NOTHING
        )

    return Labels(frozenset(groups.values()), look)


def _look_and_test(view: CoupView, position: int, detail: str | None, test: CardTest) -> Any:
    looked_at = {name: getattr(view, name)(position) for name in test.needs}
    is_dealt = next(iter(looked_at.values())) != NOT_DEALT
    label = getattr(view, detail)(position) if detail else 0
    return (label - _NOTHING) * (is_dealt & test.holds(looked_at)) + _NOTHING


class Function(NamedTuple):
    """Something that conditions can call.

    Attributes
    ----------
    name : str
        As it is called.
    parameters : tuple of {"cards", "times", "card test"}
        What it is called with, in this order.
    kind : str
        Kind of its answer, as in `Fact`.
    detail : str or None
        What of a card is its label.
    answer : callable
        The answer from the labels of the cards of the set, and the number of times if the function takes one.
    example : str
        A condition that calls it.
    meaning : str
        What it answers, for the reference page.
    needs_test : bool
        Whether the test of the cards must be given; if not, it may be, and without it all cards count.
    passes_on : bool
        Whether a truth about some cards is one about any part of them.
    """

    name: str
    parameters: tuple[str, ...]
    kind: str
    detail: str | None
    answer: Callable[..., Any]
    example: str
    meaning: str
    needs_test: bool = False
    passes_on: bool = False

    @property
    def most_arguments(self) -> int:
        """Number of arguments with those that may be left out."""
        return len(self.parameters)

    @property
    def least_arguments(self) -> int:
        """Number of arguments without those that may be left out."""
        return len(self.parameters) - (self.parameters[-1] == CARD_TEST and not self.needs_test)

    def fact(self, name: str, cards: tuple[int, ...], *arguments: Any) -> Fact:
        """The fact of one call.

        Parameters
        ----------
        name : str
            Text of the call.
        cards : tuple of positions
        *arguments
            What follows the set of cards: a number of times, a `CardTest`.
        """
        test = arguments[-1] if arguments and isinstance(arguments[-1], CardTest) else None
        labels = labels_of(self.detail, test)
        others = arguments if test is None else arguments[:-1]

        def ask(view: CoupView) -> Any:
            return self.answer([labels.look(view, position) for position in cards], *others)

        needs = dict.fromkeys(cards, labels.needs)
        parts = _parts(cards) if self.passes_on else []
        implies = tuple(self.fact(f"{name} of {part}", part, *arguments) for part in parts)
        return Fact(name, self.kind, needs, ask, self.meaning, symmetric=True, implies=implies)


def _parts(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Parts of a set of cards: a hand's first two, a third card, and two of these together."""
    pieces = [
        tuple(sorted({*places} & {*cards}))
        for first, second, third in HANDS.values()
        for places in ((first, second), (third,))
    ]
    pieces = [piece for piece in pieces if piece]
    joint = [tuple(sorted((*one, *other))) for place, one in enumerate(pieces) for other in pieces[:place]]
    return [part for part in (*pieces, *joint) if 1 < len(part) < len(cards)]


def _count(labels: Iterable[Any]) -> Any:
    return sum(1 * (label != _NOTHING) for label in labels)


def _alike(labels: list[Any]) -> Any:
    """Whether no two labels differ; nothing differs from nothing."""
    differ = [
        (one != other) & (one != _NOTHING) & (other != _NOTHING)
        for place, one in enumerate(labels)
        for other in labels[:place]
    ]
    return True ^ reduce(or_, differ)


def _occurring(labels: list[Any], times: int) -> Any:
    """How many labels occur exactly so many times."""
    same = [sum(1 * (one == other) for other in labels) for one in labels]
    exactly = [(one != _NOTHING) & (many == times) for one, many in zip(labels, same, strict=True)]
    return sum(1 * card for card in exactly) // times


def _straight(ranks: list[Any]) -> Any:
    """Whether all cards follow each other, the ace before 2 or after the king."""
    cards = _count(ranks)
    is_row = False
    for low in range(len(RANKS)):
        # 13 stands for the ace once more; it comes last, so no window reaches round the corner.
        ranks_held = (_some(ranks, rank % len(RANKS)) for rank in range(low, min(low + len(ranks), 14)))
        is_row |= sum(held & (step < cards) for step, held in enumerate(ranks_held)) == cards
    return (cards >= 3) & is_row


def _some(labels: list[Any], wanted: int) -> Any:
    return reduce(or_, (label == wanted for label in labels))


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function(
            "count", (CARDS, CARD_TEST), "number", None, _count, "count(all, rank in {J, Q, K}) == 6",
            "Number of cards of a set that pass a test.", needs_test=True,
        ),
        Function(
            "ranks_with", (CARDS, TIMES, CARD_TEST), "number", RANK, _occurring, "ranks_with(all, 3) == 2",
            "How many ranks occur exactly so many times, 1 to 6, in a set of cards.",
        ),
        Function(
            "same_suit", (CARDS, CARD_TEST), "truth", SUIT, _alike, "same_suit(first_four, rank == 9)",
            "Whether all cards of a set are of one suit; true of one card or none.", passes_on=True,
        ),
        Function(
            "same_colour", (CARDS, CARD_TEST), "truth", COLOUR, _alike, "same_colour(player)",
            "Whether all cards of a set are of one colour; true of one card or none.", passes_on=True,
        ),
        Function(
            "same_rank", (CARDS, CARD_TEST), "truth", RANK, _alike, "same_rank(player)",
            "Whether all cards of a set are of one rank; true of one card or none.", passes_on=True,
        ),
        Function(
            "straight", (CARDS,), "truth", RANK, _straight, "straight(first_four)",
            "Whether all cards of a set, at least three, follow each other in rank, the ace low or high.",
        ),
    )
}  # fmt: skip
"""Every function that conditions know, by name."""

"""Facts that the package does not have, to try every kind of need."""

from collections.abc import Iterable

from analyzer.game.cards import RANKS, parse_cards
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

FIRST_FOUR = (PLAYER_1, BANKER_1, PLAYER_2, BANKER_2)
HEARTS = Among(parse_cards(" ".join(f"{rank}♥" for rank in RANKS)))
NINES = [Among(parse_cards(f"9{suit}")) for suit in "♠♥♦♣"]
PICTURES = Among(parse_cards(" ".join(f"{rank}{suit}" for rank in "JQK" for suit in "♠♥♦♣")))
SIXES = Among(parse_cards("6♠ 6♥ 6♦ 6♣"))


def needs(positions: Iterable[int], *details: str) -> dict[int, frozenset[str]]:
    return dict.fromkeys(positions, frozenset(details))


def count(name: str, positions: Iterable[int], *sets: Among) -> Fact:
    """How many cards are in each set, as one decimal number."""
    places = tuple(positions)

    def ask(view: CoupView) -> object:
        counts = [sum(1 * view.among(position, cards) for position in places) for cards in sets]
        return sum(number * 10**place for place, number in enumerate(counts))

    return Fact(name, "number", needs(places, *sets), ask, symmetric=True)


def all_red(view: CoupView) -> object:
    red = True
    for position in POSITIONS:
        red = red & (view.colour(position) != 0)
    return red


def of_one_suit(view: CoupView) -> object:
    same = True
    for position in POSITIONS[1:]:
        suit = view.suit(position)
        same = same & ((suit == view.suit(PLAYER_1)) | (suit == NOT_DEALT))
    return same


def equal_ranks(positions: tuple[int, ...]) -> Fact:
    """Number of pairs of equal ranks among some cards."""

    def ask(view: CoupView) -> object:
        ranks = [view.rank(position) for position in positions]
        return sum(
            1 * ((one == other) & (one != NOT_DEALT))
            for place, one in enumerate(ranks)
            for other in ranks[:place]
        )

    return Fact(f"equal ranks {positions}", "number", needs(positions, RANK), ask, symmetric=True)


MORE_FACTS = (
    Fact("all red", "truth", needs(POSITIONS, COLOUR), all_red, symmetric=True),
    Fact("of one suit", "truth", needs(POSITIONS, SUIT), of_one_suit, symmetric=True),
    count("hearts", POSITIONS, HEARTS),
    count("nines by suit", FIRST_FOUR, *NINES),
    count("pictures", POSITIONS, PICTURES),
    count("sixes", HANDS[BANKER], SIXES),
    equal_ranks(POSITIONS),
    equal_ranks(FIRST_FOUR),
    Fact(
        "player's first card beats the second",
        "truth",
        needs((PLAYER_1, PLAYER_2), RANK),
        lambda view: view.rank(PLAYER_1) > view.rank(PLAYER_2),
    ),
    Fact(
        "banker's last cards",
        "number",
        needs((BANKER_2, BANKER_3), VALUE),
        lambda view: 100 * view.value(BANKER_2) + view.value(BANKER_3),
    ),
    Fact(
        "suits of the third cards",
        "number",
        needs((PLAYER_3, BANKER_3), SUIT),
        lambda view: 1_000 * view.suit(PLAYER_3) - view.suit(BANKER_3),
        symmetric=True,
    ),
    Fact(
        "all totals from single values",
        "number",
        needs(POSITIONS, VALUE),
        lambda view: (
            view.total(PLAYER)
            + 10 * view.total(BANKER)
            + 100 * view.two_card_total(PLAYER)
            + 1_000 * view.outcome
        ),
        symmetric=True,
    ),
    Fact(
        "player's third card and banker's colours",
        "number",
        {PLAYER_3: frozenset([RANK, SUIT]), **needs((BANKER_1, BANKER_2), COLOUR)},
        lambda view: (
            100 * view.rank(PLAYER_3)
            + 10 * view.suit(PLAYER_3)
            + view.colour(BANKER_1)
            + view.colour(BANKER_2)
        ),
        symmetric=True,
    ),
    Fact(
        "player stands on a total with a rank",
        "number",
        {**needs((PLAYER_1, PLAYER_2), VALUE), BANKER_1: frozenset([RANK]), PLAYER_3: frozenset()},
        lambda view: (
            1_000 * view.is_dealt(PLAYER_3) + 100 * view.two_card_total(PLAYER) + view.rank(BANKER_1)
        ),
        by_totals=True,
    ),
)

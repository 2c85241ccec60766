"""Random conditions, each with what it means said a second time in plain Python."""

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

from tests.plain_facts import (
    PLAIN_FACTS,
    PLAIN_FUNCTIONS,
    PLAIN_SETS,
    PLAIN_TESTS,
    RANK_NAMES,
    SUIT_NAMES,
    Answer,
    Deal,
)

Look = Callable[[Deal], Answer]


class Said(NamedTuple):
    """A condition in the language of wagers, and when it holds."""

    text: str
    holds: Callable[[Deal], bool]


HAND_TRUTHS = (
    "wins", "natural", "pair", "perfect_pair", "coloured_pair", "mixed_pair", "two_cards_suited", "suited",
    "red", "black",
)  # fmt: skip
TRUTHS = ["tie", *(f"{hand}.{name}" for hand in ("player", "banker") for name in HAND_TRUTHS)]
NUMBERS = ["margin", "cards", *(f"{hand}.{name}" for hand in ("player", "banker")
           for name in ("total", "two_card_total", "cards"))]  # fmt: skip
PLACES = [f"{hand}.{place}" for hand in ("player", "banker") for place in ("first", "second", "third")]
LITERALS = {
    "rank": dict(zip(RANK_NAMES, range(13), strict=True)),
    "suit": dict(zip(SUIT_NAMES, range(4), strict=True)),
    "colour": {"black": 0, "red": 1},
    "value": {str(value): value for value in range(10)},
}


def truths() -> st.SearchStrategy[Said]:
    return st.sampled_from(TRUTHS).map(lambda name: Said(name, lambda deal: bool(PLAIN_FACTS[name](deal))))


def numbers() -> st.SearchStrategy[tuple[str, Look]]:
    return st.sampled_from([(name, PLAIN_FACTS[name]) for name in NUMBERS]) | calls(["count", "ranks_with"])


@st.composite
def calls(draw: st.DrawFn, names: list[str]) -> tuple[str, Look]:
    name = draw(st.sampled_from(names))
    cards = draw(st.sampled_from([*PLAIN_SETS]))
    times = draw(st.integers(1, 3)) if name == "ranks_with" else 0
    test = draw(st.sampled_from([*PLAIN_TESTS, *([] if name == "count" else [None] * len(PLAIN_TESTS))]))
    if name == "straight":
        test = None
    text = ", ".join([cards, *([str(times)] if times else []), *([test] if test else [])])

    def look(deal: Deal) -> Answer:
        dealt = PLAIN_SETS[cards](deal)
        passing = tuple(card for card in dealt if test is None or PLAIN_TESTS[test](deal, card))
        return PLAIN_FUNCTIONS[name](passing, times)

    return f"{name}({text})", look


@st.composite
def comparisons(draw: st.DrawFn) -> Said:
    (left, one), (right, other) = draw(numbers()), draw(numbers())
    limit = draw(st.integers(0, 9))
    return draw(
        st.sampled_from(
            [
                Said(f"{left} >= {limit}", lambda deal: one(deal) >= limit),
                Said(f"{left} == {limit % 4}", lambda deal: one(deal) == limit % 4),
                Said(f"{left} + {right} > {limit}", lambda deal: one(deal) + other(deal) > limit),
                Said(f"{left} < {right}", lambda deal: one(deal) < other(deal)),
                Said(f"{left} in {{1, 3, 6..9}}", lambda deal: one(deal) in (1, 3, 6, 7, 8, 9)),
            ]
        )
    )


@st.composite
def comparisons_of_cards(draw: st.DrawFn) -> Said:
    """One card compared with a plain rank, suit, colour or value, or with another card."""
    detail = draw(st.sampled_from([*LITERALS]))
    place, other = (f"{draw(st.sampled_from(PLACES))}.{detail}" for _ in range(2))
    look, look_other = PLAIN_FACTS[place], PLAIN_FACTS[other]
    wanted = draw(st.lists(st.sampled_from([*LITERALS[detail]]), min_size=1, max_size=4, unique=True))
    values = [LITERALS[detail][word] for word in wanted]

    def same(deal: Deal) -> bool:
        return look(deal) is not None and look(deal) == look_other(deal)

    return draw(
        st.sampled_from(
            [
                Said(f"{place} == {wanted[0]}", lambda deal: look(deal) == values[0]),
                Said(f"{place} != {wanted[0]}", lambda deal: look(deal) != values[0]),
                Said(f"{place} in {{{', '.join(wanted)}}}", lambda deal: look(deal) in values),
                Said(f"{place} not in {{{', '.join(wanted)}}}", lambda deal: look(deal) not in values),
                Said(f"{place} == {other}", same),
                Said(f"{place} != {other}", lambda deal: not same(deal)),
            ]
        )
    )


def called_truths() -> st.SearchStrategy[Said]:
    made = calls(["same_suit", "same_colour", "same_rank", "straight"])
    return made.map(lambda call: Said(call[0], lambda deal: bool(call[1](deal))))


def joined(parts: st.SearchStrategy[Said]) -> st.SearchStrategy[Said]:
    def both(pair: tuple[Said, Said]) -> Said:
        one, other = pair
        return Said(f"({one.text}) and ({other.text})", lambda deal: one.holds(deal) and other.holds(deal))

    def either(pair: tuple[Said, Said]) -> Said:
        one, other = pair
        return Said(f"({one.text}) or ({other.text})", lambda deal: one.holds(deal) or other.holds(deal))

    def negated(one: Said) -> Said:
        return Said(f"not ({one.text})", lambda deal: not one.holds(deal))

    pairs = st.tuples(parts, parts)
    return pairs.map(both) | pairs.map(either) | parts.map(negated)


def conditions() -> st.SearchStrategy[Said]:
    """Conditions of one to a few parts."""
    leaves = truths() | comparisons() | comparisons_of_cards() | called_truths()
    return st.recursive(leaves, joined, max_leaves=4)

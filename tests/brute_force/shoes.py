"""Tiny shoes of every kind, small enough to be dealt in every order."""

from hypothesis import strategies as st

from analyzer.game.shoe import LEAST_CARDS, Shoe

COUNTS = {"value": 10, "rank": 13, "card": 52}


@st.composite
def tiny_shoes(draw: st.DrawFn, detail: str, most_kinds: int = 4, most_of_a_kind: int = 3) -> Shoe:
    """Shoes of 6 to 12 cards (or a few proportions, dealt with replacement), known at one detail."""
    kinds = draw(st.lists(st.integers(0, COUNTS[detail] - 1), min_size=1, max_size=most_kinds, unique=True))
    counts = [0] * COUNTS[detail]
    for kind in kinds:
        counts[kind] = draw(st.integers(1, most_of_a_kind))
    with_replacement = draw(st.sampled_from([False, False, False, True]))
    if not with_replacement:
        counts[kinds[0]] += max(0, LEAST_CARDS - sum(counts))
    return Shoe(detail, tuple(counts), with_replacement)

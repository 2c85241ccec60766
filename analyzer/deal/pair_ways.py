"""Pairs of both hands in closed form, for many shoes at once.

The first two cards of a hand are no pair, a mixed pair (one rank, two colours), a coloured pair (one rank and
colour, two suits) or a perfect pair (one rank and suit); by rank alone, no pair or a pair.
Pairs do not depend on who draws when, so every count is a polynomial of degree four in the counts of the
cards.
Two ordered draws without replacement give equal cards of class x in (n_x)₂ = n_x(n_x−1) ways.
If Player's pair is by class x and Banker's by a class y that is as coarse or coarser, with y(x) the class
around x,

    ways = Σ_x (n_x)₂ · [ Σ_y (n_y)₂ − (n_y(x))₂ + (n_y(x)−2)₂ ]
         = Σ_x (n_x)₂ · [ Σ_y (n_y)₂ − 4·n_y(x) + 6 ],

times (N−4)(N−5) for two cards that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.form_kernel import MOST_CARDS_INT64
from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.errors import RulebookError
from analyzer.game.cards import COLOUR_OF_SUIT, RANKS, SUITS_PER_RANK, card
from analyzer.game.coup import COLOUR, HANDS, RANK, SUIT, Coup
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import Rulebook

Array = NDArray[Any]

PAIR_FACTS = frozenset(
    f"{hand}.{name}" for hand in HANDS for name in ("pair", "mixed_pair", "coloured_pair", "perfect_pair")
)
"""Facts that nothing but the kinds of the two pairs can answer."""

_BLACK, _RED, _OTHER_BLACK = 0, 1, 3
_EXAMPLES = {
    RANK: ((card(0, _BLACK), card(1, _RED)), (card(0, _BLACK), card(0, _BLACK))),
    SUIT: (
        (card(0, _BLACK), card(1, _RED)),
        (card(0, _BLACK), card(0, _RED)),
        (card(0, _BLACK), card(0, _OTHER_BLACK)),
        (card(0, _BLACK), card(0, _BLACK)),
    ),
}
"""One example of each kind of first two cards: no pair, then each kind of pair, the rarest last."""

_CLASS_AROUND = {
    (1, 1): [0],
    (2, 1): [0, 0],
    (4, 1): [0, 0, 0, 0],
    (2, 2): [0, 1],
    (4, 2): list(COLOUR_OF_SUIT),
    (4, 4): [0, 1, 2, 3],
}
"""By how many classes a finer and a coarser look tell apart in a rank: the coarser class of each finer."""


def asks_for_pairs_only(facts: Sequence[Fact]) -> bool:
    """Whether closed forms can answer some facts, at least one of which looks past point values."""
    return bool(facts) and all(fact.name in PAIR_FACTS and FACTS.get(fact.name) is fact for fact in facts)


def pair_detail(facts: Sequence[Fact]) -> str:
    """How closely facts about pairs look at the cards: `rank` or `suit`."""
    details = {detail for fact in facts for needed in fact.needs.values() for detail in needed}
    return SUIT if details & {SUIT, COLOUR} else RANK


def answers_of_kinds(rulebook: Rulebook, facts: Sequence[Fact]) -> list[list[dict[str, int | bool]]]:
    """Answers to facts about pairs: a row per kind of Player's first two cards, a column per Banker's."""
    examples = _EXAMPLES[pair_detail(facts)]
    return [
        [{fact.name: bool(fact.ask(Coup(player, banker, rulebook))) for fact in facts} for banker in examples]
        for player in examples
    ]


def pair_ways(shoes: ShoeArray, rulebook: Rulebook, detail: str) -> Array:
    """Ways behind every kind of pair of both hands, for many shoes at once.

    Parameters
    ----------
    shoes : ShoeArray
        Known by rank or by card.
    rulebook : Rulebook
        It matters only if it fixes Player's first card.
    detail : {"rank", "suit"}
        How closely to look.

    Returns
    -------
    integer array of shape (n_kinds, n_kinds, n_shoes)
        Ordered six-card sequences by kind of Player's and of Banker's first two cards: no pair and pair, or
        no pair, mixed, coloured and perfect pair.

    Raises
    ------
    ShoeError
        The shoes are known by less than the detail.
    RulebookError
        Player's first card is fixed, so its suit is not known.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> shoes = ShoeArray.read([[8] * 52])
    >>> kinds = pair_ways(shoes, load_rulebook("standard"), "suit")[:, :, 0]
    >>> kinds[3].sum(), kinds.sum()
    (np.int64(84310332357888), np.int64(4998398275503360))
    """
    if rulebook.player_first_card is not None and detail == SUIT:
        raise RulebookError(
            "Player's first card is fixed and has no suit, so nobody can say what kind of pair it makes",
            mend="ask for pairs by rank",
        )
    classes = _classes(shoes, detail)
    at_least = _pairs_at_least(classes, shoes, rulebook)
    exactly = at_least.copy()
    exactly[:-1] -= at_least[1:]
    by_banker = exactly.copy()
    by_banker[:, :-1] -= exactly[:, 1:]
    return by_banker


def _classes(shoes: ShoeArray, detail: str) -> list[Array]:
    """Counts by ever finer classes, each laid out as (rank, part of a rank, shoe)."""
    exact_type = np.int64 if int(shoes.sizes.max(initial=0)) <= MOST_CARDS_INT64 else object
    if detail == RANK:
        return [shoes.rank_counts().astype(exact_type).T.reshape(len(RANKS), 1, -1)]
    cards = shoes.card_counts().astype(exact_type).T.reshape(len(RANKS), SUITS_PER_RANK, -1)
    colours = np.zeros((len(RANKS), 2, cards.shape[2]), dtype=exact_type)
    for suit, colour in enumerate(COLOUR_OF_SUIT):
        colours[:, colour] += cards[:, suit]
    return [cards.sum(axis=1, keepdims=True), colours, cards]


def _pairs_at_least(classes: list[Array], shoes: ShoeArray, rulebook: Rulebook) -> Array:
    """Ways in which both hands have at least some kind of pair, kind 0 being any two cards."""
    sizes = shoes.sizes.astype(classes[0].dtype)
    fixed = rulebook.player_first_card
    dealt = 4 if fixed is None else 3
    unseen = _falling(sizes - dealt, 6 - dealt)
    pairs = [_falling(counts, 2).sum(axis=(0, 1)) for counts in classes]
    at_least = np.empty((len(classes) + 1, len(classes) + 1, len(sizes)), dtype=sizes.dtype)
    at_least[0, 0] = _falling(sizes, dealt)
    for kind, number in enumerate(pairs, start=1):
        at_least[0, kind] = number * _falling(sizes - 2, dealt - 2)
        at_least[kind, 0] = (
            at_least[0, kind] if fixed is None else classes[0][fixed, 0] * _falling(sizes - 1, 2)
        )
    for finer in range(len(classes)):
        for coarser in range(finer + 1):
            if fixed is None:
                both = _both(classes[finer], classes[coarser], pairs[coarser])
            else:
                matching = classes[0][fixed, 0]
                both = matching * (pairs[0] - 2 * (matching - 1))
            at_least[finer + 1, coarser + 1] = at_least[coarser + 1, finer + 1] = both
    result: Array = at_least * unseen
    return result


def _both(finer: Array, coarser: Array, coarser_pairs: Array) -> Array:
    around = coarser[:, _CLASS_AROUND[finer.shape[1], coarser.shape[1]]]
    both: Array = (_falling(finer, 2) * (coarser_pairs - 4 * around + 6)).sum(axis=(0, 1))
    return both


def _falling(counts: Array, factors: int) -> Array:
    product = np.ones_like(counts)
    for used in range(factors):
        product = product * (counts - used)
    return product

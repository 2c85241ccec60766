"""Forms for many shoes and enumeration of each of them give the same counts, digit for digit.

The everyday run compares 2,000 shoes; with HYPOTHESIS_PROFILE=thorough it is 10,000.
"""

import os
from functools import cache

import numpy as np
import pytest

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.many_shoes import outcome_ways
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import (
    CELLS,
    COLUMNS,
    ON_EQUAL_TOTALS,
    ON_NATURAL,
    ON_TWO_NATURALS,
    ROWS,
    TABLEAU_KEYS,
    Rulebook,
)
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, rulebook_slugs

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
PARTS = 20
SHOES_PER_PART = 500 if THOROUGH else 100
SHOES_PER_RULEBOOK = 25
FACTS_ASKED = [FACTS["player.wins"], FACTS["banker.wins"]]


@cache
def library() -> list[Rulebook]:
    """Every rulebook of the library that can be played."""
    loaded = [load_rulebook(slug) for slug in rulebook_slugs()]
    return [rulebook for rulebook in loaded if not rulebook.left_open()]


def random_rulebook(random: np.random.Generator) -> Rulebook:
    def cells(number: int) -> str:
        return "".join(random.choice(list(CELLS[:2]), number))

    return Rulebook(
        title="random",
        player=cells(len(ROWS)),
        tableau=tuple(cells(len(COLUMNS)) for _ in ROWS),
        tableau_key=str(random.choice(TABLEAU_KEYS)),
        player_natural=str(random.choice(ON_NATURAL)),
        banker_natural=str(random.choice(ON_NATURAL)),
        two_naturals=str(random.choice(ON_TWO_NATURALS)),
        equal_two_card_totals=str(random.choice(ON_EQUAL_TOTALS)),
        card_values=tuple(random.integers(0, 10, 13).tolist()),
        player_first_card=[None, int(random.integers(13))][int(random.integers(2))],
    )


def random_shoes(random: np.random.Generator, number: int) -> np.ndarray:
    """Shoes by rank of 6 to 1,500 cards, as many small ones as large ones; some lack whole ranks."""
    sizes = np.exp(random.uniform(np.log(6), np.log(1_500), number)).round().astype(int)
    shares = random.dirichlet(np.full(13, 0.5), number)
    shares[::2] = 1 / 13
    return np.array(
        [random.multinomial(size, share) for size, share in zip(sizes, shares, strict=True)], dtype=np.int64
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_all_shoes_and_rulebooks(part: int) -> None:
    random = np.random.default_rng(part)
    for number in range(SHOES_PER_PART // SHOES_PER_RULEBOOK):
        known = library()[(part * 7 + number) % len(library())]
        rulebook = known if number % 2 else random_rulebook(random)
        shoes = random_shoes(random, SHOES_PER_RULEBOOK)
        ways = outcome_ways(shoes, rulebook)
        for row, counts in enumerate(shoes.tolist()):
            expected = fact_ways(Shoe.from_counts(counts), rulebook, FACTS_ASKED).ways
            keys = ((True, False), (False, True), (False, False))
            assert ways[row].tolist() == [expected.get(key, 0) for key in keys], (rulebook, counts)

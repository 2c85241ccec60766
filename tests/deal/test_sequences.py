"""Six-card sequences against the other roads, and against all orders of tiny shoes."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.sequences import (
    CUBE,
    answers_of,
    first_places,
    placed,
    sequence_coups,
    sequence_ways,
    ways_by,
)
from analyzer.errors import ShoeError
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from tests.brute_force.all_orders import finished_coups, ways_of
from tests.brute_force.shoes import tiny_shoes
from tests.strategies import games, rulebooks

STANDARD = load_rulebook()
TINY = Shoe.from_counts([2, 0, 1, 0, 0, 1, 0, 0, 2, 1])


def counted(shoe: Shoe, rulebook: Rulebook, names: list[str]) -> dict[tuple[int | bool, ...], int]:
    """Ways behind the answers to some facts."""
    answers = answers_of(rulebook, [FACTS[name] for name in names])
    shifted = [np.broadcast_to(answer, CUBE).astype(np.int64) + 1 for answer in answers.values()]
    key = sum(column * 11**place for place, column in enumerate(shifted))
    behind = ways_by(sequence_ways(shoe, rulebook), key, 11 ** len(names))
    digits = (
        (int(code) // 11**place % 11 - 1 for place in range(len(names))) for code in behind.nonzero()[0]
    )
    return dict(zip(map(tuple, digits), behind[behind.nonzero()].tolist(), strict=True))


def test_every_order_of_a_tiny_shoe_is_counted() -> None:
    cards = [value for value, count in enumerate(TINY.value_counts()) for _ in range(count)]
    orders = Counter(permutations(cards, 6))
    ways = sequence_ways(TINY, STANDARD)
    assert {tuple(map(int, place)): int(ways[tuple(place)]) for place in np.argwhere(ways)} == orders


def test_with_replacement_every_card_is_dealt_anew() -> None:
    shoe = Shoe.from_counts([3, 0, 1, 0, 0, 2, 0, 0, 0, 0], with_replacement=True)
    ways = sequence_ways(shoe, STANDARD)
    for values in product((0, 2, 5), repeat=6):
        assert ways[values] == prod({0: 3, 2: 1, 5: 2}[value] for value in values)
    assert ways.sum() == 6**6


@pytest.mark.parametrize("decks", [1, 8, 27, 28, 1_000])
def test_ways_add_up_and_are_python_integers_where_64_bits_are_too_few(decks: int) -> None:
    shoe = Shoe.from_decks(decks)
    ways = sequence_ways(shoe, STANDARD)
    assert ways.sum() == shoe.total_ways
    assert ways.dtype == (np.int64 if shoe.size <= 1_450 else object)


@settings(max_examples=6)
@given(games())
def test_answers_are_those_of_enumeration(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    names = ["player.first.value", "banker.third.value", "player.wins", "tie"]
    facts = [FACTS[name] for name in names]
    told = fact_ways(shoe, rulebook, facts).ways
    assert counted(shoe, rulebook, names) == told


@settings(max_examples=5)
@given(tiny_shoes("value"), rulebooks())
def test_answers_are_those_of_every_order(shoe: Shoe, rulebook: Rulebook) -> None:
    rulebook = replace(rulebook, card_values=STANDARD.card_values)
    names = ["banker.second.value", "player.third.value", "cards", "banker.wins"]
    assert counted(shoe, rulebook, names) == ways_of(shoe, rulebook, [FACTS[name] for name in names])


@pytest.mark.parametrize(("order", "positions"), [("PBPB", (0, 1, 2, 3)), ("PPBB", (0, 2, 1, 3))])
def test_cards_lie_where_the_deal_puts_them(order: str, positions: tuple[int, ...]) -> None:
    rulebook = replace(STANDARD, deal_order=order)
    assert first_places(rulebook) == positions
    dealt = (1, 2, 3, 4, 5, 6)
    for card, position in zip(dealt, positions, strict=False):
        assert np.broadcast_to(sequence_coups(rulebook).value(position), CUBE)[dealt] == card


def test_a_fixed_first_card_does_not_come_from_the_shoe() -> None:
    seven_up = load_rulebook("seven-up")
    assert first_places(seven_up) == (1, 2, 3)
    assert set(np.unique(sequence_coups(seven_up).value(0))) == {7}
    names = ["player.total", "banker.total", "cards"]
    facts = [FACTS[name] for name in names]
    assert counted(Shoe.from_decks(6), seven_up, names) == fact_ways(Shoe.from_decks(6), seven_up, facts).ways


def test_the_fifth_card_goes_to_banker_when_player_stands() -> None:
    coups = sequence_coups(STANDARD)
    # Player 6, Banker 5: Player stands, Banker draws the fifth card.
    place = (6, 5, 0, 0, 4, 9)
    thirds = [np.broadcast_to(coups.value(position), CUBE)[place] for position in (4, 5)]
    assert thirds == [-1, 4]
    assert np.broadcast_to(coups.total("banker"), CUBE)[place] == 9


def test_cards_in_some_places_are_as_likely_as_in_others() -> None:
    ways = sequence_ways(Shoe.from_decks(1), STANDARD)
    assert (placed(ways, [0, 1]) == placed(ways, [4, 5])).all()
    assert placed(ways, [2]).sum() == ways.sum()


def test_brute_force_and_sequences_count_the_same_coups() -> None:
    ways = {"player": 0, "banker": 0, "tie": 0}
    for coup, behind in finished_coups(TINY, STANDARD):
        ways[{1: "player", -1: "banker", 0: "tie"}[coup.outcome]] += behind
    counted_ways = ways_by(sequence_ways(TINY, STANDARD), sequence_coups(STANDARD).outcome + 1, 3)
    assert counted_ways.tolist() == [ways["banker"], ways["tie"], ways["player"]]


def test_ranks_are_refused() -> None:
    with pytest.raises(ShoeError, match="looks at ranks or suits"):
        answers_of(STANDARD, [FACTS["player.pair"]])
    coups = sequence_coups(STANDARD)
    for look in (coups.rank, coups.suit, coups.colour):
        with pytest.raises(ShoeError, match="by point value only"):
            look(0)

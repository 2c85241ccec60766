"""Simulated shoes: the same everywhere for a seed, and near the exact law where there is one."""

import statistics
from fractions import Fraction

import numpy as np
import pytest

from analyzer.errors import ShoeError
from analyzer.game.replay import deal
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.shoe import shoe_simulation
from analyzer.study.shoe.coups_per_shoe import coups_law
from analyzer.study.shoe.shoe_deal import ShoeRules, starts
from analyzer.study.shoe.shoe_simulation import Sample, Simulation, cards_taken, simulate
from tests.study.shoe.whole_shoes import CARD_OF_VALUE

STANDARD = load_rulebook()
SEVEN_UP = load_rulebook("seven-up")
EIGHT_DECKS = Shoe.from_decks(8)


@pytest.mark.parametrize(
    ("counts", "rules", "rulebook", "seed"),
    [
        ([9, 1, 1, 2, 0, 1, 1, 2, 0, 1], ShoeRules(0, 0, 0), STANDARD, 1),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(3, 8, 2), STANDARD, 2),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(0, 13, 1, "next"), STANDARD, 5),
        ([0, 12, 10, 6, 0, 0, 0, 0, 0, 0], ShoeRules(None, 8, 1), STANDARD, 3),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(0, 7, 1), SEVEN_UP, 4),
    ],
)
def test_the_exact_law_is_within_five_standard_errors(
    counts: list[int], rules: ShoeRules, rulebook: Rulebook, seed: int
) -> None:
    shoe = Shoe.from_counts(counts)
    law = coups_law(starts(shoe, rulebook, rules), rules, rulebook)
    found = simulate(shoe, rulebook, rules, 20_000, seed)
    assert law.variance
    assert (found.coups.mean - law.mean) ** 2 < 25 * law.variance / found.shoes
    assert (found.cards_left.mean - law.mean_left) ** 2 < 25 * found.cards_left.standard_error_square
    assert found.coups.times.keys() <= law.coups.keys()
    assert found.cards_left.times.keys() <= law.cards_left.keys()
    for number, chance in law.coups.items():
        error = chance * (1 - chance) / found.shoes
        assert (found.coups.frequency(number) - chance) ** 2 <= 25 * error


def test_all_cards_of_a_shoe_are_accounted_for() -> None:
    found = simulate(EIGHT_DECKS, STANDARD, ShoeRules(8, 14, 1), 500, 1)
    dealt = sum(cards * times for cards, times in found.coup_cards.times.items())
    left = sum(cards * times for cards, times in found.cards_left.times.items())
    assert dealt + left == 500 * (416 - 8)
    assert found.coup_cards.size == sum(coups * times for coups, times in found.coups.times.items())


def test_the_shoes_of_a_seed_are_these() -> None:
    """What the generator gives, and what is made of it, must never change."""
    drawn = np.random.PCG64(1).random_raw(2).tolist()
    assert drawn == [9_441_442_522_235_856_127, 17_532_960_557_476_522_086]
    found = simulate(EIGHT_DECKS, STANDARD, ShoeRules(), 20, 1)
    assert found.coups.times == {78: 1, 79: 3, 80: 1, 81: 6, 82: 6, 83: 3}


def test_another_seed_gives_other_shoes() -> None:
    first, other = (simulate(EIGHT_DECKS, STANDARD, ShoeRules(), 200, seed) for seed in (1, 2))
    assert first.coups != other.coups


def test_the_shoes_do_not_depend_on_how_many_are_dealt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[int, int]] = []

    def found() -> Simulation:
        steps.clear()
        return simulate(EIGHT_DECKS, STANDARD, ShoeRules(), 50, 3, progress=lambda *step: steps.append(step))

    at_once = found()
    assert steps == [(50, 50)]
    monkeypatch.setattr(shoe_simulation, "CARDS_AT_ONCE", 20 * 416)
    assert found() == at_once
    assert steps == [(20, 50), (40, 50), (50, 50)]


@pytest.mark.parametrize("slug", ["standard", "seven-up", "wrong/keyed-on-new-total"])
def test_the_cards_that_a_coup_takes_are_those_of_a_replay(slug: str) -> None:
    rulebook = load_rulebook(slug)
    taken = cards_taken(rulebook)
    digits = len(str(len(taken))) - 1
    for number in range(7, len(taken), len(taken) // 500):
        cards = [CARD_OF_VALUE[int(digit)] for digit in str(number).zfill(digits)]
        assert taken[number] == deal(cards, rulebook).cards_used


def test_a_sample_has_the_mean_and_variance_of_its_numbers() -> None:
    sample = Sample({3: 2, 4: 1, 7: 2})
    numbers = [3, 3, 4, 7, 7]
    assert sample.mean == Fraction(sum(numbers), 5)
    assert sample.variance == statistics.variance(map(Fraction, numbers))
    assert sample.standard_error_square == sample.variance / 5
    assert (sample.frequency(7), sample.frequency(5)) == (Fraction(2, 5), 0)
    assert sample.frequency_error_square(7) == statistics.variance([Fraction(n == 7) for n in numbers]) / 5


@pytest.mark.parametrize(
    ("shoe", "shoes", "seed", "words"),
    [
        (EIGHT_DECKS, 1, 1, "1 shoes cannot be simulated"),
        (EIGHT_DECKS, 10**8, 1, "100000000 shoes cannot be simulated"),
        (EIGHT_DECKS, 10, -1, "-1 cannot be a seed"),
        (EIGHT_DECKS, 10, 2**128, "cannot be a seed"),
        (Shoe.from_decks(2_000), 10, 1, "104000 cards is too large"),
    ],
)
def test_what_cannot_be_simulated_is_refused(shoe: Shoe, shoes: int, seed: int, words: str) -> None:
    with pytest.raises(ShoeError, match=words):
        simulate(shoe, STANDARD, ShoeRules(), shoes, seed)


def test_a_small_shoe_is_refused_where_the_cut_card_leaves_nothing() -> None:
    with pytest.raises(ShoeError, match="behind the cut card"):
        simulate(Shoe.from_counts([6, 1, 1, 1, 1, 1, 1, 0, 0, 0]), STANDARD, ShoeRules(0, 16, 0), 10, 1)

"""The exact law of coups per shoe is what dealing every order gives, and coups may change places."""

from fractions import Fraction
from math import factorial

import pytest

from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.shoe.coups_per_shoe import CoupsLaw, coups_law, is_small
from analyzer.study.shoe.shoe_deal import ShoeRules, starts
from analyzer.study.shoe.shoe_facts import coup_cards
from tests.study.shoe.whole_shoes import dealt, joint_law, orders

STANDARD = load_rulebook()
SEVEN_UP = load_rulebook("seven-up")
TINY = [7, 0, 0, 2, 0, 0, 1, 0, 0, 1]
SMALL = [9, 1, 1, 2, 0, 1, 1, 2, 0, 1]


def law_of(counts: list[int], rules: ShoeRules, rulebook: Rulebook = STANDARD) -> CoupsLaw:
    return coups_law(starts(Shoe.from_counts(counts), rulebook, rules), rules, rulebook)


@pytest.mark.parametrize(
    ("counts", "rules", "rulebook"),
    [
        (TINY, ShoeRules(0, 0, 0), STANDARD),
        ([3, 0, 0, 0, 2, 0, 1, 0, 0, 3], ShoeRules(0, 3, 0), STANDARD),
        ([10, 0, 0, 1, 0, 0, 0, 2, 0, 0], ShoeRules(1, 7, 1), STANDARD),
        ([9, 0, 2, 0, 0, 0, 0, 0, 2, 0], ShoeRules(0, 8, 2), STANDARD),
        ([9, 0, 2, 0, 0, 0, 0, 0, 2, 0], ShoeRules(0, 9, 0, "next"), STANDARD),
        ([9, 0, 2, 0, 0, 0, 0, 0, 2, 0], ShoeRules(0, 9, 0, "previous"), STANDARD),
        ([7, 0, 0, 2, 0, 0, 2, 0, 0, 0], ShoeRules(0, 0, 0, "next"), STANDARD),
        ([0, 8, 3, 1, 0, 0, 0, 0, 0, 0], ShoeRules(None, 2, 1), STANDARD),
        ([7, 0, 0, 2, 0, 0, 2, 0, 0, 0], ShoeRules(0, 6, 1), SEVEN_UP),
    ],
)
def test_every_order_of_a_tiny_shoe(counts: list[int], rules: ShoeRules, rulebook: Rulebook) -> None:
    law = law_of(counts, rules, rulebook)
    assert law.joint == joint_law(counts, rulebook, rules)
    assert sum(law.coups.values()) == sum(law.cards_left.values()) == 1


def test_mean_and_variance_are_those_of_every_order() -> None:
    rules = ShoeRules(0, 0, 0)
    law = law_of(TINY, rules)
    shoes = [dealt(order, STANDARD, rules) for order in orders(TINY)]
    mean = Fraction(sum(len(shoe.coups) for shoe in shoes), len(shoes))
    assert law.mean == mean
    assert law.variance == sum((len(shoe.coups) - mean) ** 2 for shoe in shoes) / len(shoes) != 0
    assert law.mean_left == Fraction(sum(shoe.left for shoe in shoes), len(shoes))
    for coup, (is_dealt, cards) in enumerate(zip(law.is_dealt, law.cards, strict=True)):
        taken = [shoe.coups[coup] for shoe in shoes if len(shoe.coups) > coup]
        assert (is_dealt, cards) == (Fraction(len(taken), len(shoes)), Fraction(sum(taken), len(shoes)))


def test_every_coup_that_is_dealt_for_certain_takes_as_many_cards_in_the_mean_as_the_first() -> None:
    law = law_of(SMALL, ShoeRules(0, 0, 0))
    mean = coup_cards(Shoe.from_counts(SMALL), STANDARD).mean()
    certain = [cards for chance, cards in zip(law.is_dealt, law.cards, strict=True) if chance == 1]
    assert certain == [mean] * 3
    assert law.is_dealt[3] < 1
    assert law.cards[3] / law.is_dealt[3] != mean


def test_coups_that_are_dealt_for_certain_may_change_places() -> None:
    shoes = [dealt(order, STANDARD, ShoeRules(0, 0, 0)) for order in orders([8, 0, 0, 1, 0, 0, 2, 1, 0, 0])]
    pairs = [shoe.coups[:2] for shoe in shoes]
    assert len(set(pairs)) > 4
    assert all(pairs.count((first, second)) == pairs.count((second, first)) for first, second in set(pairs))


def test_unseen_burned_cards_do_not_change_a_coup_that_is_dealt_for_certain() -> None:
    without, burned = (law_of(SMALL, ShoeRules(burn, 0, 0)) for burn in (0, 3))
    assert burned.cards[:2] == without.cards[:2]
    assert burned.mean < without.mean


def test_cards_beyond_machine_integers_are_counted_as_well() -> None:
    counts = [18, 18, 15, 0, 0, 0, 0, 0, 0, 0]
    # At most five cards are left, so even the orders of those that are dealt are too many.
    assert factorial(46) // (factorial(16) ** 2 * factorial(14)) >= 2**63
    law = law_of(counts, ShoeRules(0, 0, 0))
    assert sum(law.joint.values()) == 1
    mean = coup_cards(Shoe.from_counts(counts), STANDARD).mean()
    assert law.cards[:5] == (mean,) * 5


def test_only_small_shoes_are_counted() -> None:
    rules = ShoeRules(0, 0, 0)
    assert is_small(starts(Shoe.from_counts(SMALL), STANDARD, rules), rules, STANDARD)
    assert not is_small(starts(Shoe.from_decks(1), STANDARD, rules), rules, STANDARD)
    long = Shoe.from_counts([4_000, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    assert not is_small(starts(long, STANDARD, ShoeRules(0, 500, 99)), ShoeRules(0, 500, 99), STANDARD)

"""What is proven about coups per shoe holds for shoes that can be dealt in every order."""

from collections import Counter
from fractions import Fraction

import pytest

from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.shoe.coup_bounds import (
    Band,
    CoupBounds,
    coup_bounds,
    covariance_of_two_coups,
    variance_of_mean_cards,
)
from analyzer.study.shoe.coups_per_shoe import coups_law
from analyzer.study.shoe.shoe_deal import ShoeRules, starts
from analyzer.study.shoe.shoe_facts import coup_cards
from tests.study.shoe.whole_shoes import dealt, orders

STANDARD = load_rulebook()
SEVEN_UP = load_rulebook("seven-up")
TINY = [9, 0, 0, 1, 0, 0, 2, 1, 0, 0]


def bounds_of(shoe: Shoe, rules: ShoeRules, rulebook: Rulebook = STANDARD) -> CoupBounds:
    return coup_bounds(starts(shoe, rulebook, rules), rules, rulebook)


def mean_cards(values: tuple[int, ...]) -> Fraction:
    counts = Counter(values)
    mean = coup_cards(Shoe.from_counts([counts[value] for value in range(10)]), STANDARD).mean()
    assert mean is not None
    return mean


@pytest.mark.parametrize(
    ("counts", "rules", "rulebook"),
    [
        ([9, 1, 1, 2, 0, 1, 1, 2, 0, 1], ShoeRules(0, 0, 0), STANDARD),
        ([9, 1, 1, 2, 0, 1, 1, 2, 0, 1], ShoeRules(0, 11, 0), STANDARD),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(0, 11, 1), STANDARD),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(3, 8, 2), STANDARD),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(0, 13, 1, "next"), STANDARD),
        ([20, 0, 0, 4, 0, 0, 0, 0, 4, 4], ShoeRules(0, 13, 1), STANDARD),
        ([0, 12, 10, 6, 0, 0, 0, 0, 0, 0], ShoeRules(None, 11, 1), STANDARD),
        ([12, 3, 2, 0, 0, 0, 2, 2, 0, 2], ShoeRules(0, 11, 1), SEVEN_UP),
    ],
)
def test_the_exact_mean_lies_in_every_band(counts: list[int], rules: ShoeRules, rulebook: Rulebook) -> None:
    shoe = Shoe.from_counts(counts)
    bounds = bounds_of(shoe, rules, rulebook)
    law = coups_law(starts(shoe, rulebook, rules), rules, rulebook)
    assert bounds.always.low <= min(law.coups) <= max(law.coups) <= bounds.always.high
    assert bounds.exchangeability.low <= law.mean <= bounds.exchangeability.high
    if rules.behind_cut >= 11:
        assert bounds.optional_stopping is not None
        assert bounds.optional_stopping.low <= law.mean <= bounds.optional_stopping.high
    assert bounds.best.low <= law.mean <= bounds.best.high


@pytest.mark.parametrize("burn", [0, None])
def test_the_mean_of_a_full_shoe_is_known_to_within_one_and_a_half_coups(burn: int | None) -> None:
    bounds = bounds_of(Shoe.from_decks(8), ShoeRules(burn, 16, 1))
    assert bounds.best == bounds.optional_stopping
    assert bounds.best.high - bounds.best.low < Fraction(3, 2)
    assert bounds.exchangeability.high - bounds.exchangeability.low < 7


def test_walds_identity_misses_a_covariance_which_is_within_its_bound() -> None:
    counts, rules = [12, 0, 0, 0, 0, 0, 0, 3, 0, 1], ShoeRules(0, 11, 0)
    shoes = [dealt(order, STANDARD, rules) for order in orders(counts)]
    left = [tuple(sorted(shoe.left_when_reached or ())) for shoe in shoes]
    mean_of = {values: mean_cards(values) for values in set(left)}
    mean = coup_cards(Shoe.from_counts(counts), STANDARD).mean() or Fraction(0)
    cards = Fraction(sum(sum(shoe.coups) for shoe in shoes), len(shoes))
    coups = Fraction(sum(shoe.coups_when_reached for shoe in shoes), len(shoes))
    products = sum(
        shoe.coups_when_reached * mean_of[values] for shoe, values in zip(shoes, left, strict=True)
    )
    assert cards == products / len(shoes)
    covariance = cards - coups * mean
    assert covariance != 0
    band = bounds_of(Shoe.from_counts(counts), rules).optional_stopping
    assert band is not None
    in_front, overshoot = 5, 5
    assert abs(covariance) < in_front - band.low * mean
    assert abs(covariance) < band.high * mean - in_front - overshoot


def test_the_covariance_is_bounded_by_how_far_coups_stray() -> None:
    counts, rules, overshoot, fewest_left = [23, 0, 0, 0, 0, 0, 0, 0, 0, 1], ShoeRules(0, 12, 0), 5, 7
    shoe = Shoe.from_counts(counts)
    band, mean = bounds_of(shoe, rules).optional_stopping, coup_cards(shoe, STANDARD).mean()
    assert band is not None
    assert mean is not None
    # Two coups of six cards reach the cut card exactly, so one that is shorter makes it three.
    bound = ((band.high - band.low) * mean - overshoot) / 2
    law = coups_law(starts(shoe, STANDARD, rules), rules, STANDARD)
    assert set(law.coups) == {2, 3}
    assert 0 < law.variance * variance_of_mean_cards(counts, fewest_left, STANDARD) <= bound**2


def test_the_covariance_of_two_coups_is_that_of_every_order() -> None:
    shoes = [dealt(order, STANDARD, ShoeRules(0, 0, 0)) for order in orders(TINY)]
    first, second = (Fraction(sum(shoe.coups[place] for shoe in shoes), len(shoes)) for place in (0, 1))
    product = Fraction(sum(shoe.coups[0] * shoe.coups[1] for shoe in shoes), len(shoes))
    assert first == second
    assert covariance_of_two_coups(TINY, STANDARD) == product - first * second != 0


@pytest.mark.parametrize("left", [6, 9])
def test_the_variance_of_the_mean_cards_is_that_of_every_order(left: int) -> None:
    ends = Counter(tuple(sorted(order[-left:])) for order in orders(TINY))
    total = sum(ends.values())
    means = {values: mean_cards(values) for values in ends}
    mean = sum((times * means[values] for values, times in ends.items()), Fraction(0)) / total
    assert mean == coup_cards(Shoe.from_counts(TINY), STANDARD).mean()
    variance = (
        sum((times * (means[values] - mean) ** 2 for values, times in ends.items()), Fraction(0)) / total
    )
    assert variance_of_mean_cards(TINY, left, STANDARD) == variance != 0


def test_the_stopped_mean_needs_the_cards_of_a_coup_behind_the_last_one() -> None:
    shoe = Shoe.from_decks(8)
    assert bounds_of(shoe, ShoeRules(0, 10, 0)).optional_stopping is None
    assert bounds_of(shoe, ShoeRules(1, 10, 0)).optional_stopping is not None
    assert bounds_of(Shoe.from_decks(30), ShoeRules(0, 16, 0)).optional_stopping is None


def test_ends_are_rounded_outwards() -> None:
    assert Band(Fraction(-1, 3), Fraction(1)).outward() == Band(Fraction("-0.333334"), Fraction(1))

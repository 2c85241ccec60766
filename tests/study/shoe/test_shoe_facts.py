"""Cards of a coup: by both roads the same, and in the right part of an answer."""

from fractions import Fraction

import pytest

from analyzer.deal.forms import fact_ways
from analyzer.errors import ShoeError
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.shoe.shoe_deal import ShoeRules
from analyzer.study.shoe.shoe_facts import coup_cards, study_shoe

STANDARD = load_rulebook()
SMALL = Shoe.from_counts([8, *[1] * 9])


@pytest.mark.parametrize("rules", ["standard", "seven-up", "wrong/keyed-on-new-total"])
def test_cards_of_a_coup_are_counted_alike_by_forms(rules: str) -> None:
    rulebook, shoe = load_rulebook(rules), Shoe.from_decks(6)
    cards = coup_cards(shoe, rulebook)
    facts = [FACTS["cards"], FACTS["player.wins"], FACTS["tie"]]
    by_forms, total = fact_ways(shoe, rulebook, facts)
    for (number, player_wins, is_tie), ways in by_forms.items():
        outcome = "player" if player_wins else "tie" if is_tie else "banker"
        assert cards.ways[int(number), outcome] == ways
    assert sum(cards.ways.values()) == cards.total_ways == total


def test_moments_follow_from_the_ways() -> None:
    cards = coup_cards(Shoe.from_decks(8), STANDARD)
    chances = {number: cards.probability(number) for number in cards.numbers}
    mean = sum(number * chance for number, chance in chances.items())
    assert cards.mean() == mean
    assert cards.variance == sum((number - mean) ** 2 * chance for number, chance in chances.items())
    weighted = sum(
        Fraction(cards.ways_of(outcome=outcome), cards.total_ways) * (cards.mean(outcome) or 0)
        for outcome in ("player", "banker", "tie")
    )
    assert weighted == mean


def test_an_outcome_that_cannot_be_has_no_mean() -> None:
    assert coup_cards(Shoe.from_counts([6, *[0] * 9]), STANDARD).mean("player") is None


def test_a_large_shoe_is_simulated_and_a_small_one_counted() -> None:
    large = study_shoe(Shoe.from_decks(1), STANDARD, ShoeRules(0), shoes=20)
    assert large.law is None
    assert large.simulation
    assert large.simulation.shoes == 20
    small = study_shoe(SMALL, STANDARD, ShoeRules(0, 0, 0))
    assert small.law
    assert small.simulation is None


def test_a_small_shoe_is_simulated_when_asked_for_and_a_large_one_not_when_not() -> None:
    assert study_shoe(SMALL, STANDARD, ShoeRules(0, 0, 0), shoes=5).simulation
    assert study_shoe(Shoe.from_decks(1), STANDARD, ShoeRules(0), shoes=0).simulation is None


def test_an_infinite_shoe_has_cards_of_a_coup_and_no_number_of_coups() -> None:
    facts = study_shoe(Shoe.infinite(), STANDARD, ShoeRules())
    # Two cards are 6 or 7 in 32 of 169 cases, and as often 8 or 9: (1 − 137²/169²) + 32²/169² = 64/169.
    assert facts.cards.probability(4) == Fraction(64, 169)
    assert facts.bounds is facts.law is facts.simulation is None


def test_an_infinite_shoe_cannot_be_simulated_to_its_end() -> None:
    with pytest.raises(ShoeError, match="never dealt to its end"):
        study_shoe(Shoe.infinite(), STANDARD, ShoeRules(), shoes=5)

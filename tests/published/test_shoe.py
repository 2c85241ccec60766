"""Published chances of four, five and six cards, and the burned cards and cut card of published rules.

The rules of dealing are those of https://wizardofodds.com/games/baccarat/basics/: the first card says how
many are burned, a ten or face card ten; the cut card goes 16 cards from the end; the hand in which it comes
out is finished and one more is dealt, or none if it comes out in place of a first card.
"""

import re

import pytest

from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.shoe.shoe_deal import ShoeRules
from analyzer.study.shoe.shoe_facts import coup_cards
from tests.published.figures import Figure, figures
from tests.study.shoe.whole_shoes import dealt

STANDARD = load_rulebook()
CARDS = re.compile(r"total cards = (\d)")
CHANCES = [figure for figure in figures() if CARDS.match(figure.bet)]


@pytest.mark.parametrize("figure", CHANCES, ids=[figure.name for figure in CHANCES])
def test_the_published_chance_of_a_number_of_cards(figure: Figure) -> None:
    number = int(CARDS.match(figure.bet)[1])
    assert figure.agrees_with(coup_cards(Shoe.from_decks(figure.decks), STANDARD).probability(number))


def test_every_published_chance_is_tested() -> None:
    assert {(figure.decks, figure.bet[-1]) for figure in CHANCES} == {
        (6, "4"),
        (6, "5"),
        (8, "5"),
        (8, "6"),
    }


def test_one_more_coup_follows_a_cut_card_in_a_coup_and_none_one_that_takes_a_first_cards_place() -> None:
    naturals = (0, 1, 8, 0)
    in_place_of_a_first_card = naturals * 2 + (0,) * 16
    in_the_middle_of_a_coup = naturals * 2 + (0,) * 15
    assert len(dealt(in_place_of_a_first_card, STANDARD, ShoeRules(0, 16, 1)).coups) == 3
    assert len(dealt(in_the_middle_of_a_coup, STANDARD, ShoeRules(0, 16, 1)).coups) == 3


def test_the_coup_in_which_the_cut_card_comes_out_can_be_the_last() -> None:
    """The rule of https://en.wikipedia.org/wiki/Baccarat: a cut card before the seventh-last card."""
    rules = ShoeRules(0, 7, 0, "next")
    assert len(dealt((0, 1, 8, 0) * 2 + (0,) * 7, STANDARD, rules).coups) == 3
    assert len(dealt((0, 1, 8, 0) * 2 + (0,) * 6, STANDARD, rules).coups) == 2

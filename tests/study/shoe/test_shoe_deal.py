"""How a shoe begins and ends: every rule is taken as it is written, and what cannot be is refused."""

from fractions import Fraction

import pytest

from analyzer.errors import ShoeError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.shoe.shoe_deal import ShoeRules, coups_after_cut, starts

STANDARD = load_rulebook()
SEVEN_UP = load_rulebook("seven-up")
EIGHT_DECKS = Shoe.from_decks(8)


def test_the_first_card_is_known_to_be_gone_and_tens_burn_ten() -> None:
    found = {start.unseen: start for start in starts(EIGHT_DECKS, STANDARD, ShoeRules())}
    assert found[10].probability == Fraction(4, 13)
    assert found[10].counts == (127, *[32] * 9)
    assert found[10].in_front == 415 - 10 - 16
    assert found[3].counts == (128, 32, 32, 31, *[32] * 6)
    assert sum(start.probability for start in found.values()) == 1


@pytest.mark.parametrize(("burn", "in_front"), [(0, 402), (8, 394)])
def test_cards_burned_unseen_stay_among_the_unknown_ones(burn: int, in_front: int) -> None:
    (start,) = starts(EIGHT_DECKS, STANDARD, ShoeRules(burn, 14))
    assert start.counts == EIGHT_DECKS.value_counts()
    assert (start.unseen, start.in_front) == (burn, in_front)


def test_a_shoe_known_by_point_value_begins_like_one_known_by_card() -> None:
    by_value = Shoe.from_counts(EIGHT_DECKS.value_counts())
    in_order = {(s.counts, s.unseen): s.probability for s in starts(by_value, STANDARD, ShoeRules())}
    assert in_order == {
        (s.counts, s.unseen): s.probability for s in starts(EIGHT_DECKS, STANDARD, ShoeRules())
    }


def test_without_a_cut_card_the_shoe_is_dealt_while_a_coup_is_certain_to_have_its_cards() -> None:
    assert [start.in_front for start in starts(EIGHT_DECKS, STANDARD, ShoeRules(0, 0))] == [411]
    assert [start.in_front for start in starts(EIGHT_DECKS, SEVEN_UP, ShoeRules(0, 0))] == [412]


@pytest.mark.parametrize(
    ("behind", "asked", "expected"),
    [(16, 1, (1, 1)), (11, 1, (1, 1)), (10, 1, (0, 1)), (6, 1, (0, 1)), (5, 1, (0, 0)), (16, 9, (1, 3))],
)
def test_how_many_coups_can_follow_the_cut_card(behind: int, asked: int, expected: tuple[int, int]) -> None:
    assert coups_after_cut(ShoeRules(0, behind, asked), STANDARD) == expected


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (ShoeRules(0, 416), "416 cards behind the cut card"),
        (ShoeRules(416, 0), "416 cards cannot be burned of 416"),
        (ShoeRules(401, 16), "no coup can be dealt of 416 cards with 401 burned and 16 behind"),
        (ShoeRules(None, 406), "no coup can be dealt of 416 cards with 11 burned"),
    ],
)
def test_a_shoe_without_room_for_a_coup_is_refused(rules: ShoeRules, words: str) -> None:
    with pytest.raises(ShoeError, match=words):
        starts(EIGHT_DECKS, STANDARD, rules)


def test_an_infinite_shoe_has_no_end() -> None:
    with pytest.raises(ShoeError, match="never dealt to its end"):
        starts(Shoe.infinite(), STANDARD, ShoeRules())


def test_a_cut_card_belongs_to_a_coup_that_there_is() -> None:
    with pytest.raises(ShoeError, match="last"):
        ShoeRules(0, 0, 0, "last")


@pytest.mark.parametrize("numbers", [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_numbers_below_0_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ShoeError, match="-1 c"):
        ShoeRules(*numbers)

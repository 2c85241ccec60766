from fractions import Fraction

import pytest

from analyzer.deal.enumerate import fact_ways
from analyzer.errors import RulebookError, ShoeError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.wager.settling import line_ways, settled_ways
from analyzer.wager.wager import Wager

STANDARD = load_rulebook("standard")


def by_line(shoe: Shoe, wagers: list[Wager]) -> list[list[int]]:
    ways, _ = settled_ways(shoe, STANDARD, wagers)
    counted = [[0] * len(wager.lines) for wager in wagers]
    for lines, behind in ways.items():
        for of_wager, line in zip(counted, lines, strict=True):
            of_wager[line] += behind
    return counted


def from_answers(shoe: Shoe, wagers: list[Wager]) -> list[list[int]]:
    facts = {fact.name: fact for wager in wagers for fact in wager.facts}
    return line_ways(wagers, list(facts), fact_ways(shoe, STANDARD, list(facts.values())).ways)


@pytest.mark.parametrize("decks", [1, 8, 30])
@pytest.mark.parametrize("names", ["main", "side/naturals", "pairs/perfect-pairs-25-250,main/tie"])
def test_both_ways_to_the_lines_give_the_same_counts(names: str, decks: int) -> None:
    shoe, wagers = Shoe.from_decks(decks), load_wagers(names)
    assert by_line(shoe, wagers) == from_answers(shoe, wagers)


def test_counts_beyond_64_bits_stay_whole_numbers() -> None:
    shoe, wagers = Shoe.from_decks(1_000), load_wagers("main")
    counted = from_answers(shoe, wagers)
    assert counted == by_line(shoe, wagers)
    assert {sum(lines) for lines in counted} == {shoe.total_ways}
    assert shoe.total_ways > 2**63


def test_with_replacement_both_ways_agree() -> None:
    for names in ("main", "side/lucky-8-player"):
        wagers = load_wagers(names)
        assert by_line(Shoe.infinite(), wagers) == from_answers(Shoe.infinite(), wagers)


def test_uneven_suits_are_exact() -> None:
    """Without nines of diamonds nobody can win on one; the other nines are as likely as they were."""
    wager = load_wager("side/lucky-nines-binion")
    labels = [line.label for line in wager.lines]
    one_nine = labels.index("one nine of diamonds")
    shoe = Shoe.from_decks(1)
    ((*_, whole),) = [by_line(shoe, [wager])[0][one_nine : one_nine + 1]]
    assert Fraction(whole, shoe.total_ways) == Fraction(4 * 48 * 47 * 46, 52 * 51 * 50 * 49)
    assert by_line(shoe - "9♦", [wager])[0][one_nine] == 0


def test_three_removed_cards_change_a_suited_hand_as_they_should() -> None:
    """Player's two cards of one suit: 13 · 12 in each suit, and 10 · 9 where three diamonds are gone."""
    wager = load_wager("pairs/royal-match-2-player")
    shoe = Shoe.from_decks(1) - "9♦ 8♦ 7♦"
    lines = by_line(shoe, [wager])[0]
    suited = sum(lines[:-1])
    assert Fraction(suited, shoe.total_ways) == Fraction(3 * 13 * 12 + 10 * 9, 49 * 48)


def test_a_shoe_without_suits_cannot_answer_for_suits() -> None:
    with pytest.raises(ShoeError, match="suits"):
        settled_ways(Shoe.from_counts([32] * 13), STANDARD, [load_wager("pairs/player-perfect-pair")])


def test_a_fixed_first_card_has_no_suit_to_ask_for() -> None:
    with pytest.raises(RulebookError, match="fixed"):
        settled_ways(Shoe.from_decks(6), load_rulebook("seven-up"), [load_wager("pairs/player-perfect-pair")])

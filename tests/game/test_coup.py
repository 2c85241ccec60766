from dataclasses import replace

from analyzer.game.cards import parse_cards
from analyzer.game.coup import (
    BANKER_3,
    NOT_DEALT,
    PLAYER_1,
    PLAYER_3,
    POSITION_NAMES,
    POSITIONS,
    Among,
    Coup,
)
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.rulebook import BANKER, PLAYER, Rulebook

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)


def coup(player: str, banker: str, rulebook: Rulebook = STANDARD) -> Coup:
    return Coup(tuple(parse_cards(player)), tuple(parse_cards(banker)), rulebook)


def test_positions_are_in_the_order_of_dealing() -> None:
    whole = coup("A♠ 2♥ 3♦", "4♣ 5♠ 6♥")
    assert POSITION_NAMES == ("P1", "B1", "P2", "B2", "P3", "B3")
    assert [whole.value(position) for position in POSITIONS] == [1, 4, 2, 5, 3, 6]
    assert [whole.rank(position) for position in POSITIONS] == [0, 3, 1, 4, 2, 5]
    assert [whole.suit(position) for position in POSITIONS] == [0, 3, 1, 0, 2, 1]
    assert [whole.colour(position) for position in POSITIONS] == [0, 0, 1, 0, 1, 1]


def test_a_fixed_first_card_is_named_without_a_suit() -> None:
    seven_up = coup("7♠ 2♥", "4♣ 7♦", replace(STANDARD, player_first_card=6))
    assert (seven_up.names(PLAYER), seven_up.names(BANKER)) == (["7", "2♥"], ["4♣", "7♦"])


def test_a_card_that_was_not_dealt_has_nothing() -> None:
    short = coup("A♠ 2♥", "4♣ 5♠")
    for position in (PLAYER_3, BANKER_3):
        assert not short.is_dealt(position)
        asked = (short.card, short.value, short.rank, short.suit, short.colour)
        assert {ask(position) for ask in asked} == {NOT_DEALT}
    assert all(short.is_dealt(position) for position in range(4))


def test_values_are_those_of_the_rulebook() -> None:
    values = (*range(1, 10), 0, 1, 2, 3)
    courts = coup("J♠ Q♥", "K♣ 9♠", replace(STANDARD, card_values=values))
    assert [courts.value(position) for position in range(4)] == [1, 3, 2, 9]
    assert (courts.total(PLAYER), courts.total(BANKER)) == (3, 2)


def test_some_cards_are_a_detail_that_is_known_by_its_text() -> None:
    nines = Among(parse_cards("9♥ 9♠ 9♥"))
    assert nines == Among(parse_cards("9♠ 9♥")) == "among 9♠ 9♥"
    assert nines.cards == frozenset(parse_cards("9♠ 9♥"))
    whole = coup("9♥ 2♠", "9♦ 9♠")
    assert [whole.among(position, nines) for position in POSITIONS] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]
    assert whole.card(PLAYER_1) in nines.cards

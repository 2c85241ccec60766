"""Words for what is known of a card."""

import pytest

from analyzer.errors import ShoeError
from analyzer.game.card_words import parse_card_word, split_card_words
from analyzer.game.cards import STANDARD_CARD_VALUES, card_names, parse_cards

ALL_ONES = (1,) * 13


def cards(word: str) -> str:
    return card_names(sorted(parse_card_word(word, STANDARD_CARD_VALUES).cards))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("9s", "9♠"),
        ("k", "K♠ K♥ K♦ K♣"),
        ("0&clubs", "10♣ J♣ Q♣ K♣"),
        ("faces&♥", "J♥ Q♥ K♥"),
        ("{9♠,K&red}", "9♠ K♥ K♦"),
        ("8..9&black", "8♠ 8♣ 9♠ 9♣"),
        ("{A,2}&low&diamonds", "A♦ 2♦"),
        ("high&♠", "6♠ 7♠ 8♠ 9♠"),
        ("HIGH&Spades", "6♠ 7♠ 8♠ 9♠"),
    ],
)
def test_a_word_means_cards(word: str, meant: str) -> None:
    assert cards(word) == meant
    assert parse_cards(meant)


def test_a_card_that_is_not_known_may_be_any() -> None:
    assert parse_card_word("?", STANDARD_CARD_VALUES) is None


def test_points_are_those_of_the_rulebook() -> None:
    assert len(parse_card_word("1..1", ALL_ONES).cards) == 52
    with pytest.raises(ShoeError, match='no card is "high"'):
        parse_card_word("high", ALL_ONES)


@pytest.mark.parametrize("word", ["9", "9♠", "T"])
def test_a_named_card_is_told_from_something_said_about_it(word: str) -> None:
    assert parse_card_word(word, STANDARD_CARD_VALUES).names_card
    assert not parse_card_word("{" + word + "}", STANDARD_CARD_VALUES).names_card


@pytest.mark.parametrize("word", ["Z", "11", "", "red&black", "{}", "9..6", "9&", "0♠"])
def test_a_word_that_means_no_card_is_refused(word: str) -> None:
    with pytest.raises(ShoeError):
        parse_card_word(word, STANDARD_CARD_VALUES)


def test_the_nearest_word_is_offered() -> None:
    with pytest.raises(ShoeError) as error:
        parse_card_word("harts", STANDARD_CARD_VALUES)
    assert error.value.mend == 'did you mean "hearts"?'


@pytest.mark.parametrize(
    ("text", "words"),
    [("K,7", ["K", "7"]), ("{6, 7} red&{8,9};?", ["{6,7}", "red&{8,9}", "?"]), ("", [])],
)
def test_words_are_split_outside_of_sets(text: str, words: list[str]) -> None:
    assert split_card_words(text) == words


@pytest.mark.parametrize("text", ["{6,7", "6}", "{{6},7}"])
def test_a_set_must_be_closed(text: str) -> None:
    with pytest.raises(ShoeError, match="not closed"):
        split_card_words(text)

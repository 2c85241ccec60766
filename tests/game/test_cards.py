import pytest

from analyzer.errors import ShoeError
from analyzer.game.cards import (
    CARDS_PER_DECK,
    COLOUR_OF_SUIT,
    COLOURS,
    RANKS,
    STANDARD_CARD_VALUES,
    SUIT_NAMES,
    SUITS,
    card,
    card_name,
    card_names,
    parse_card,
    parse_cards,
    parse_rank,
    rank_of,
    split_cards,
    suit_of,
)

DECK = range(CARDS_PER_DECK)


def test_every_card_is_its_rank_and_its_suit() -> None:
    assert [card(rank, suit) for rank in range(13) for suit in range(4)] == list(DECK)
    assert all(card(rank_of(one), suit_of(one)) == one for one in DECK)


def test_the_name_of_every_card_is_read_back() -> None:
    assert len({card_name(one) for one in DECK}) == CARDS_PER_DECK
    assert parse_cards(card_names(DECK)) == list(DECK)


def test_point_values_are_those_of_baccarat() -> None:
    assert dict(zip(RANKS, STANDARD_CARD_VALUES, strict=True)) == {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
        "10": 0, "J": 0, "Q": 0, "K": 0,
    }  # fmt: skip


def test_hearts_and_diamonds_are_red() -> None:
    red = [name for name, colour in zip(SUIT_NAMES, COLOUR_OF_SUIT, strict=True) if COLOURS[colour] == "red"]
    assert red == ["hearts", "diamonds"]


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("A", "A", None),
        ("1", "A", None),
        ("1s", "A", "♠"),
        ("10", "10", None),
        ("T", "10", None),
        ("td", "10", "♦"),
        ("10♥", "10", "♥"),
        ("kS", "K", "♠"),
        ("9C", "9", "♣"),
        ("9♢", "9", "♦"),
        ("Q♠\ufe0e", "Q", "♠"),
        ("Q♥\ufe0f", "Q", "♥"),
        (" 2h\n", "2", "♥"),
    ],
)
def test_a_card_is_read_however_people_write_it(text: str, rank: str, suit: str | None) -> None:
    assert parse_card(text) == (RANKS.index(rank), None if suit is None else SUITS.index(suit))


@pytest.mark.parametrize(
    ("suit", "spellings"), list(zip(SUITS, ["♠♤sS", "♥♡hH", "♦♢dD", "♣♧cC"], strict=True))
)
def test_every_spelling_of_a_suit(suit: str, spellings: str) -> None:
    assert {parse_card(f"9{spelling}")[1] for spelling in spellings} == {SUITS.index(suit)}


@pytest.mark.parametrize(
    "text", ["", " ", "s", "S", "♠", "0", "11", "ace", "9 s", "9♠♠", "♠9", "9x", "-9", "ß", "1٣", "🂡"]
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ShoeError, match="is no card") as caught:
        parse_card(text)
    assert "9♠" in caught.value.mend


@pytest.mark.parametrize("text", ["", "11", "0", "A♠", "joker"])
def test_what_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(ShoeError, match="is no rank") as caught:
        parse_rank(text)
    assert "A 2 3 4 5 6 7 8 9 10 J Q K" in caught.value.mend


def test_every_rank_is_read_in_capitals_and_small_letters() -> None:
    assert (
        [parse_rank(rank) for rank in RANKS]
        == [parse_rank(rank.lower()) for rank in RANKS]
        == list(range(13))
    )


@pytest.mark.parametrize("text", ["K 9♠ 4h", "K,9♠,4h", "K, 9♠; 4h,", "\tK\n9♠\r\n4h"])
def test_cards_are_separated_by_blanks_commas_and_semicolons(text: str) -> None:
    assert split_cards(text) == ["K", "9♠", "4h"]


def test_a_card_without_its_suit_is_refused_where_suits_matter() -> None:
    with pytest.raises(ShoeError, match='"9" names no suit'):
        parse_cards("K♠ 9")

from collections.abc import Callable
from math import perm
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import ShoeError
from analyzer.game.cards import CARDS_PER_DECK, STANDARD_CARD_VALUES, card_name, rank_of
from analyzer.game.shoe import LARGEST_FILE, LONGEST_COUNT, Shoe

BY_CARD = Shoe.from_decks(8)
BY_RANK = Shoe.from_counts([32] * 13)
BY_VALUE = Shoe.from_counts([128] + [32] * 9)

card_counts = st.lists(st.integers(0, 40), min_size=52, max_size=52).filter(lambda counts: sum(counts) >= 6)


def counts_text(counts: object) -> str:
    return ",".join(map(str, counts))


@pytest.mark.parametrize(
    ("shoe", "detail"),
    [(BY_CARD, "card"), (BY_RANK, "rank"), (BY_VALUE, "value")],
    ids=["card", "rank", "value"],
)
def test_the_same_decks_at_three_details(shoe: Shoe, detail: str) -> None:
    assert shoe.detail == detail
    assert shoe.size == 416
    assert shoe.total_ways == 4_998_398_275_503_360
    assert shoe.decks == 8
    assert shoe.value_counts() == (128, *[32] * 9)


@given(card_counts)
def test_a_coarser_detail_adds_the_finer_one_up(counts: list[int]) -> None:
    shoe = Shoe.from_counts(counts)
    ranks = [sum(counts[one] for one in range(52) if rank_of(one) == rank) for rank in range(13)]
    values = [
        sum(count for count, value in zip(ranks, STANDARD_CARD_VALUES, strict=True) if value == points)
        for points in range(10)
    ]
    assert shoe.card_counts() == tuple(counts)
    assert shoe.rank_counts() == Shoe.from_counts(ranks).rank_counts() == tuple(ranks)
    assert shoe.value_counts() == Shoe.from_counts(values).value_counts() == tuple(values)
    assert shoe.total_ways == perm(sum(counts), 6)


def test_a_rulebook_may_value_ranks_differently() -> None:
    values = (*STANDARD_CARD_VALUES[:10], 1, 2, 3)
    assert BY_CARD.value_counts(values) == BY_RANK.value_counts(values) == (32, 64, 64, 64, *[32] * 6)
    with pytest.raises(ShoeError, match="known only by point value"):
        BY_VALUE.value_counts(values)


@pytest.mark.parametrize(
    ("shoe", "ask", "missing", "counts"),
    [
        (BY_RANK, Shoe.card_counts, "suits", "52 counts"),
        (BY_VALUE, Shoe.card_counts, "suits", "52 counts"),
        (BY_VALUE, Shoe.rank_counts, "ranks", "13 counts"),
    ],
)
def test_a_shoe_refuses_what_it_was_not_told(
    shoe: Shoe, ask: Callable[[Shoe], object], missing: str, counts: str
) -> None:
    with pytest.raises(ShoeError, match=f"no {missing}") as caught:
        ask(shoe)
    assert counts in caught.value.mend


def test_what_a_shoe_knows() -> None:
    known = [
        [shoe.knows(detail) for detail in ("card", "rank", "value")] for shoe in (BY_CARD, BY_RANK, BY_VALUE)
    ]
    assert known == [[True, True, True], [False, True, True], [False, False, True]]


def test_equal_shoes_are_one_key_and_others_are_not() -> None:
    assert {Shoe.from_decks(8), Shoe.from_counts([8] * 52), Shoe.from_text("8 " * 52)} == {BY_CARD}
    assert len({BY_CARD, BY_RANK, BY_VALUE, Shoe.from_decks(6), Shoe.infinite()}) == 5


def test_asking_for_the_decks_does_not_change_a_shoe() -> None:
    shoe = Shoe.from_decks(3)
    assert shoe.decks == 3
    assert shoe == Shoe.from_decks(3)
    assert hash(shoe) == hash(Shoe.from_decks(3))


def test_a_shoe_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        BY_CARD.counts = (1,) * 52


# Dealing with replacement


@pytest.mark.parametrize("counts", [[1] * 52, [7] * 52, [4] * 13, [1] * 13, [16] + [4] * 9, [4] + [1] * 9])
def test_an_infinite_shoe_keeps_proportions_only(counts: list[int]) -> None:
    shoe = Shoe.from_counts(counts, with_replacement=True)
    assert shoe.value_counts() == (4, *[1] * 9)
    assert shoe.total_ways == 13**6
    assert shoe.describe() == "infinite decks"
    assert shoe.decks is None
    if len(counts) >= 13:
        assert shoe.rank_counts() == (1,) * 13


def test_infinite_shoes_of_the_same_proportions_are_equal() -> None:
    assert Shoe.from_counts([7] * 52, with_replacement=True) == Shoe.infinite()
    assert Shoe.from_counts([2, *[0] * 9], with_replacement=True).counts == (1, *[0] * 9)
    assert Shoe.infinite() != Shoe.from_decks(1)


@given(card_counts.filter(any))
def test_the_counts_of_an_infinite_shoe_add_up_to_its_ways(counts: list[int]) -> None:
    shoe = Shoe.from_counts(counts, with_replacement=True)
    assert sum(shoe.rank_counts()) ** 6 == sum(shoe.value_counts()) ** 6 == shoe.total_ways
    assert sum(shoe.card_counts()) % sum(shoe.rank_counts()) == 0


def test_an_uneven_infinite_shoe_is_named_otherwise() -> None:
    assert Shoe.from_counts([3, *[1] * 9], with_replacement=True).describe() == "dealt with replacement"


def test_an_infinite_shoe_needs_a_card() -> None:
    assert Shoe.from_counts([0] * 9 + [1], with_replacement=True).size == 1
    with pytest.raises(ShoeError, match="without cards"):
        Shoe.from_counts([0] * 10, with_replacement=True)


# Building and refusing


@pytest.mark.parametrize("decks", [0, -1, 1.0, 0.5, True, "8", None, float("nan")])
def test_a_number_of_decks_that_cannot_be_is_refused(decks: object) -> None:
    with pytest.raises(ShoeError, match="decks cannot be"):
        Shoe.from_decks(decks)


@pytest.mark.parametrize("decks", [1, 100, 1000, 10**9, 10**LONGEST_COUNT - 1])
def test_many_decks_are_counted_exactly(decks: int) -> None:
    assert Shoe.from_decks(decks).total_ways == perm(52 * decks, 6)


@pytest.mark.parametrize("length", [0, 1, 9, 11, 12, 14, 51, 53, 1000])
def test_only_10_13_or_52_counts_are_a_shoe(length: int) -> None:
    with pytest.raises(ShoeError, match=f"10, 13 or 52 counts, not {length}"):
        Shoe.from_counts([1] * length)


@pytest.mark.parametrize("count", [-1, 1.0, 0.5, True, None, "1", float("nan"), 10**LONGEST_COUNT])
@pytest.mark.parametrize(
    ("length", "place"), [(10, "count 10 (9)"), (13, "count 13 (K)"), (52, "count 52 (K♣)")]
)
def test_a_count_that_cannot_be_is_refused_by_its_place(count: object, length: int, place: str) -> None:
    with pytest.raises(ShoeError) as caught:
        Shoe.from_counts([8] * (length - 1) + [count])
    assert caught.value.where == place


def test_counts_may_come_from_an_array() -> None:
    shoe = Shoe.from_counts(np.array(BY_VALUE.counts))
    assert shoe == BY_VALUE
    assert {type(count) for count in shoe.counts} == {int}
    with pytest.raises(ShoeError, match="not a whole number"):
        Shoe.from_counts(np.ones(10))


def test_six_cards_are_enough_and_five_are_not() -> None:
    assert Shoe.from_counts([6] + [0] * 9).total_ways == 720
    with pytest.raises(ShoeError, match="a shoe of 5 cards"):
        Shoe.from_counts([5] + [0] * 9)


# Texts and files


@given(card_counts)
def test_the_counts_of_a_text_are_read_back(counts: list[int]) -> None:
    assert Shoe.from_text(counts_text(counts)) == Shoe.from_counts(counts)


@pytest.mark.parametrize(
    "text",
    [
        "128,32,32,32,32,32,32,32,32,32",
        "128;32;32;32;32;32;32;32;32;32",
        " 128 32\t32 32 32\n32 32 32 32 32\n",
        "128, 32, 32, 32, 32,\r\n32, 32, 32, 32, 32\r\n",
        "# eight decks\n128 # tens\n32 32 32 32 32 32 32 32 32 # 1, 2, 3",
        "\ufeff128 32 32 32 32 32 32 32 32 32",
        "+128 032 32 32 32 32 32 32 32 32",
    ],
    ids=["commas", "semicolons", "blanks", "CRLF", "comments", "BOM", "signs"],
)
def test_counts_are_read_however_people_write_them(text: str, tmp_path: Path) -> None:
    assert Shoe.from_text(text) == BY_VALUE
    file = tmp_path / "shoe.txt"
    file.write_bytes(text.encode())
    assert Shoe.from_file(file) == Shoe.from_file(str(file)) == BY_VALUE


def test_a_shoe_of_listed_cards_is_known_by_card() -> None:
    shoe = Shoe.from_text("K♠ Ks, 10h; 9♦ A♣\n4c # the rest")
    assert (shoe.detail, shoe.size) == ("card", 6)
    assert {card_name(one): count for one, count in enumerate(shoe.counts) if count} == {
        "A♣": 1, "4♣": 1, "9♦": 1, "10♥": 1, "K♠": 2,
    }  # fmt: skip


def test_one_card_without_its_suit_makes_a_shoe_known_by_rank() -> None:
    shoe = Shoe.from_text("K♠ K 10h 9 A♣ 4c")
    assert shoe.rank_counts() == (1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 2)
    with pytest.raises(ShoeError, match="no suits"):
        shoe.card_counts()


@pytest.mark.parametrize(
    ("text", "what", "where"),
    [
        ("", "the shoe is empty", ""),
        ("# nothing\n , ;", "the shoe is empty", ""),
        ("1 2 3 4 5 6 7 8 9 10 11", "10, 13 or 52 counts, not 11", ""),
        ("9 8 7 6 5 4", "10, 13 or 52 counts, not 6", ""),
        ("9 -1 8 8 8 8 8 8 8 8", "below 0", "count 2 (1)"),
        ("9 1.5 8 8 8 8 8 8 8 8", '"1.5" is not a whole number', "count 2"),
        ("9 1e3 8 8 8 8 8 8 8 8", '"1e3" is not a whole number', "count 2"),
        ("9 NaN 8 8 8 8 8 8 8 8", '"NaN" is not a whole number', "count 2"),
        ("9 -inf 8 8 8 8 8 8 8 8", '"-inf" is not a whole number', "count 2"),
        ("nan " * 10, '"nan" is not a whole number', "count 1"),
        ("٣ " * 10, '"٣" is not a whole number', "count 1"),
        ("128 32 x 32 32 32 32 32 32 32", '"x" is not a whole number', "count 3"),
        ("1_0 0 0 0 0 0 0 0 0 0", '"1_0" is not a whole number', "count 1"),
        ("1" + "0" * LONGEST_COUNT + " 0" * 9, "at most 30 digits", "count 1 (0)"),
        ("9" * 5000 + " 0" * 9, "is not a whole number", "count 1"),
        ("5 0 0 0 0 0 0 0 0 0", "a shoe of 5 cards", ""),
        ("K♠ K♥ K♦ K♣ 9", "a shoe of 5 cards", ""),
        ("K♠ K♥ K♦ K♣ 9 joker", '"joker" is no card', ""),
    ],
)
def test_a_text_that_is_no_shoe_is_refused_by_its_place(
    text: str, what: str, where: str, tmp_path: Path
) -> None:
    with pytest.raises(ShoeError, match=what) as caught:
        Shoe.from_text(text)
    assert caught.value.where == where
    file = tmp_path / "shoe.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ShoeError, match=what) as caught:
        Shoe.from_file(file)
    assert caught.value.where == (f"{file}, {where}" if where else str(file))
    assert len(str(caught.value)) < 300 + len(str(file))


def test_a_count_may_have_thirty_digits() -> None:
    assert Shoe.from_text("9" * LONGEST_COUNT + " 0" * 9).size == 10**LONGEST_COUNT - 1


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\xff\xfe1\x002\x00", "not a text in UTF-8"),
        (b"1 " * (LARGEST_FILE // 2 + 1), "too large"),
        (b"", "the shoe is empty"),
    ],
    ids=["UTF-16", "large", "empty"],
)
def test_a_file_that_is_no_shoe_is_refused(content: bytes, what: str, tmp_path: Path) -> None:
    file = tmp_path / "shoe.txt"
    file.write_bytes(content)
    with pytest.raises(ShoeError, match=what) as caught:
        Shoe.from_file(file)
    assert caught.value.where == str(file)


def test_a_file_of_the_size_allowed_is_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "shoe.txt"
    text = "128 32 32 32 32 32 32 32 32 32"
    file.write_text(" " * (LARGEST_FILE - len(text)) + text, encoding="utf-8")
    assert Shoe.from_file(file) == BY_VALUE


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.txt"):
        with pytest.raises(ShoeError, match="cannot be read"):
            Shoe.from_file(path)


# Removing cards


def test_removing_cards_with_suits_keeps_the_suits() -> None:
    shoe = BY_CARD - "9♦ 9d K♠"
    assert (shoe.detail, shoe.size) == ("card", 413)
    assert shoe.card_counts()[34] == 6
    assert BY_CARD.size == 416


def test_removing_a_card_without_its_suit_forgets_the_suits() -> None:
    shoe = BY_CARD - ["9", "K♠"]
    assert shoe == Shoe.from_counts([32] * 8 + [31, 32, 32, 32, 31])


def test_removing_from_a_shoe_known_by_less() -> None:
    assert (BY_RANK - "9♦ 9").rank_counts()[8] == 30
    assert (BY_VALUE - "10 J Q♠ K A").value_counts() == (124, 31, *[32] * 8)


def test_removing_nothing_changes_nothing() -> None:
    assert BY_CARD - "" == BY_CARD - [] == BY_CARD


@given(st.lists(st.sampled_from(range(CARDS_PER_DECK)), max_size=46, unique=True))
def test_a_deck_without_cards_is_the_shoe_of_the_others(removed: list[int]) -> None:
    others = [card_name(one) for one in range(CARDS_PER_DECK) if one not in removed]
    assert Shoe.from_decks(1) - [card_name(one) for one in removed] == Shoe.from_cards(others)


@pytest.mark.parametrize(
    ("shoe", "cards", "what"),
    [
        (Shoe.from_decks(1), "K♠ K♠", "no K♠ left"),
        (Shoe.from_decks(1), "K K K K K♠", "no K♠ left"),
        (Shoe.from_decks(1), "K♠ K♠ K K K", "no K left"),
        (Shoe.from_counts([0] + [1] * 9), "Q", "no Q left"),
        (Shoe.from_counts([6] + [0] * 9), "Q", "a shoe of 5 cards"),
        (BY_CARD, "K ♠", '"♠" is no card'),
        (Shoe.infinite(), "K", "infinite shoe"),
    ],
)
def test_cards_that_cannot_be_removed_are_refused(shoe: Shoe, cards: str, what: str) -> None:
    with pytest.raises(ShoeError, match=what):
        shoe - cards


@pytest.mark.parametrize(
    ("shoe", "words"),
    [
        (Shoe.from_decks(1), "1 deck"),
        (Shoe.from_decks(2), "2 decks"),
        (BY_CARD, "8 decks"),
        (BY_RANK, "8 decks"),
        (BY_VALUE, "8 decks"),
        (Shoe.infinite(), "infinite decks"),
        (BY_CARD - "9♦", "415 cards known by card"),
        (BY_CARD - "9", "415 cards known by rank"),
        (BY_VALUE - "9", "415 cards known by point value"),
        (Shoe.from_counts([4] * 10), "40 cards known by point value"),
        (Shoe.from_counts([6] + [0] * 9), "6 cards known by point value"),
    ],
)
def test_a_shoe_describes_itself(shoe: Shoe, words: str) -> None:
    assert shoe.describe() == words

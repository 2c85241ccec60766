"""What a line of a file of shoes says, and what is said about lines that are no shoes."""

import warnings

import pytest

from analyzer.errors import ShoeError
from analyzer.game.cards import RANKS, card_name
from analyzer.game.shoe import Shoe
from analyzer.study.batch.batch_rows import LONGEST_LINE, Layout, find_layout, read_rows

VALUES = Layout("value", order=tuple(range(10)))
FULL = "128,32,32,32,32,32,32,32,32,32"


def layout_of(text: str, decks: int | None = None) -> Layout:
    return find_layout(text.encode().split(b"\n"), decks)


def bad(text: bytes, layout: Layout = VALUES) -> list[tuple[str, str]]:
    return [(row.place, row.what) for row in read_rows(text, 1, layout).bad]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(("columns", "detail"), [(10, "value"), (13, "rank"), (52, "card")])
def test_the_number_of_columns_says_what_is_counted(columns: int, detail: str, separator: str) -> None:
    layout = layout_of(separator.join(["8"] * columns))
    assert (layout.detail, layout.separator, layout.has_header) == (detail, separator, False)


def test_a_header_may_name_ranks_and_cards_in_any_order() -> None:
    layout = layout_of("K,Q,J,T,9,8,7,6,5,4,3,2,A\n" + ",".join("0123456789abc"))
    assert layout.has_header
    assert [RANKS[place] for place in layout.order] == list(reversed(RANKS))
    cards = [card_name(card) for card in range(51, -1, -1)]
    assert layout_of(",".join(cards)).order == tuple(range(51, -1, -1))


@pytest.mark.parametrize("columns", [10, 13, 52])
def test_a_header_may_count_the_columns(columns: int) -> None:
    layout = layout_of(",".join(map(str, range(columns))))
    assert (layout.has_header, layout.order) == (True, tuple(range(columns)))


def test_a_first_row_of_ten_different_small_counts_is_a_shoe() -> None:
    assert not layout_of("9,8,7,6,5,4,3,2,1,0").has_header


def test_columns_are_put_in_order() -> None:
    layout = layout_of("1,2,3,4,5,6,7,8,9,0")
    for text in (b"32,32,32,32,32,32,32,32,32,128\n", b'"32",32,32,32,32,32,32,32,32,128\n'):
        assert read_rows(text, 1, layout).counts.tolist() == [[128, *[32] * 9]]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("", "", "there is no shoe in it"),
        ("\n  \n", "", "there is no shoe in it"),
        ("1,2,3", "line 1", "the row has 3 columns, not 10, 13 or 52"),
        ("\n4", "line 2", "the row has 1 column, not 10, 13 or 52"),
        (
            "zero,one,two,3a,four,five,six,seven,eight,nine",
            "line 1, column 1",
            '"zero" is no name of a column',
        ),
        ("A,A,3,4,5,6,7,8,9,10,J,Q,K", None, None),
        ("A,two,x3,y,z,v,w,u,t,s,J,Q,K", "line 1, column 2", '"two" is no name of a column'),
    ],
)
def test_a_file_without_shoes_is_refused(text: str, place: str | None, what: str | None) -> None:
    if what is None:
        assert not layout_of(text).has_header
        return
    with pytest.raises(ShoeError) as caught:
        layout_of(text)
    assert caught.value.where == place
    assert caught.value.what.startswith(what)


def test_the_first_row_that_can_be_a_shoe_decides() -> None:
    assert layout_of("oops\n1,2\n" + ",".join("4" * 13)).detail == "rank"


def test_a_decimal_comma_is_named() -> None:
    with pytest.raises(ShoeError, match="decimal points"):
        layout_of(",".join(["32,0"] * 10))
    semicolons = layout_of(";".join(["32"] * 10))
    row = read_rows(b"128,0;" + b"32;" * 8 + b"32\n", 1, semicolons).bad[0]
    assert (row.place, row.what) == ("line 1, column 1 (0)", '"128,0" is not a whole number of cards')
    assert "decimal comma" in row.mend


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("NaN", '"NaN" is not a whole number of cards'),
        ("inf", '"inf" is not a whole number of cards'),
        ("12.5", '"12.5" is not a whole number of cards'),
        ("1e2", '"1e2" is not a whole number of cards'),
        ("1_0", '"1_0" is not a whole number of cards'),
        ("٣", '"٣" is not a whole number of cards'),
        ("0x10", '"0x10" is not a whole number of cards'),
        ("-1", '"-1" cards is less than none'),
        ("", "the cell is empty"),
        ("9" * 31, "a count has at most 30 digits"),
    ],
)
def test_a_cell_that_is_no_count_is_named_by_line_and_column(cell: str, what: str) -> None:
    text = f"{FULL}\n128,32,{cell},32,32,32,32,32,32,32\n{FULL}\n".encode()
    rows = read_rows(text, 1, VALUES)
    assert [(row.place, row.what) for row in rows.bad] == [("line 2, column 3 (2)", what)]
    assert rows.lines == [1, 3]
    assert rows.counts.tolist() == [[128, *[32] * 9]] * 2


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"5,0,0,0,0,0,0,0,0,0", "a shoe of 5 cards cannot deal a coup"),
        (b"0,0,0,0,0,0,0,0,0,0", "a shoe of 0 cards cannot deal a coup"),
        (b"1,2,3,4,5,6,7,8,9", "the row has 9 columns, not 10"),
        (b"1,2,3,4,5,6,7,8,9,9,", "the row has 11 columns, not 10"),
        (b"1;2;3;4;5;6;7;8;9;9", "the row has 1 column, not 10"),
        (b"1,2,\xff,4,5,6,7,8,9,9", "the line is not text in UTF-8"),
        (b"1" * (LONGEST_LINE + 1), "the line is longer than 65,536 bytes"),
    ],
)
def test_a_row_that_is_no_shoe_is_named_by_its_line(text: bytes, what: str) -> None:
    assert bad(b"\n" + text + b"\n") == [("line 2", what)]


@pytest.mark.parametrize(
    "text",
    [
        f"{FULL}\r\n",
        f" {FULL.replace(',', ' , ')} \n",
        f"{FULL.replace('32', '+32')}\n",
        f"{FULL.replace('32', '32.0')}\n",
        f"{FULL.replace('32', '032.')}\n",
        '"' + FULL.replace(",", '","') + '"\r\n',
    ],
    ids=repr,
)
def test_spreadsheets_write_the_same_shoe_in_many_ways(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows = read_rows(text.encode(), 1, VALUES)
    assert (rows.lines, rows.counts.tolist(), rows.bad) == ([1], [[128, *[32] * 9]], [])


def test_the_fast_way_and_the_careful_way_read_the_same() -> None:
    fast = read_rows(f"{FULL}\n6,0,0,0,0,0,0,0,0,0\n".encode(), 5, VALUES)
    careful = read_rows(f"{FULL}\n6,0,0,0,0,0,0,0,0,+0\n".encode(), 5, VALUES)
    assert fast.lines == careful.lines == [5, 6]
    assert fast.counts.tolist() == careful.counts.tolist()
    assert fast.counts.dtype == careful.counts.dtype


def test_empty_lines_are_no_rows_but_are_counted() -> None:
    rows = read_rows(f"\n{FULL}\n\r\n \n{FULL}\n".encode(), 10, VALUES)
    assert (rows.lines, rows.bad) == ([11, 14], [])


def test_counts_beyond_64_bits_stay_exact() -> None:
    large = 10**29 + 1
    assert read_rows(f"{large},1,1,1,1,1,1,1,1,1\n".encode(), 1, VALUES).counts.tolist() == [
        [large, *[1] * 9]
    ]


# Removed cards


def test_removed_cards_leave_the_rest_of_the_decks() -> None:
    layout = layout_of("removed\nK 9h", decks=8)
    assert (layout.has_header, layout.detail) == (True, "rank")
    texts = ["K 9h 4d", "K,9h,4d", '"K; 9♥; 4♦"', "K♣ 9h 4d"]
    rows = read_rows("\n".join(texts).encode() + b"\n", 1, layout)
    expected = list((Shoe.from_decks(8) - "K 9h 4d").rank_counts())
    assert (rows.counts.tolist(), rows.bad) == ([expected] * 4, [])


def test_an_empty_quoted_cell_removes_no_card() -> None:
    rows = read_rows(b'""\n\n', 1, Layout("rank", decks=1))
    assert (rows.lines, rows.counts.tolist()) == ([1], [[4] * 13])


def test_suits_are_kept_where_they_are_needed() -> None:
    rows = read_rows("9♠\n9\n".encode(), 1, Layout("card", decks=1))
    assert rows.counts.sum() == 51
    assert [(row.place, row.what) for row in rows.bad] == [
        ("line 2", "a card names no suit, and the wagers look at suits")
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Kx", '"Kx" is no card'),
        ("9♠ 9♠", "there is no 9♠ left to remove"),
        ("K K K K K", "there is no K left to remove"),
        (
            " ".join(f"{rank} {rank} {rank} {rank}" for rank in RANKS[:12]),
            "a shoe of 4 cards cannot deal a coup",
        ),
    ],
)
def test_cards_that_cannot_be_removed_are_named(text: str, what: str) -> None:
    assert bad(f"A\n{text}\n".encode(), Layout("rank", decks=1)) == [("line 2", what)]


def test_a_misspelt_card_in_the_first_row_is_no_header() -> None:
    assert not layout_of("Kx", decks=8).has_header

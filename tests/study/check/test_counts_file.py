"""Counts as people write them, and files that are refused at their line."""

import io

import pytest

from analyzer.errors import AnalyzerError
from analyzer.study.batch.batch_files import read_blocks
from analyzer.study.check.counts import Counts
from analyzer.study.check.counts_file import CountsError, layout_of, parse_counts, read_counts, rows_of


def read(text: str | bytes) -> Counts:
    content = text if isinstance(text, bytes) else text.encode()
    rows = rows_of(read_blocks(io.BytesIO(content), 2, "f.csv"), "f.csv")
    first = next(rows)
    layout = layout_of(first[1], f"f.csv, line {first[0]}")
    return read_counts(rows if layout.has_header else iter([first, *rows]), layout, "f.csv")


@pytest.mark.parametrize(
    "text",
    [
        "player 7, banker 8, tie 2",
        "tie 2 banker 8 player 7",
        "P=7;B=8;T=2",
        "b: 8, p: 7, t: 2",
        "7 player, 8 banker, 2 ties",
        "Punto 7 Banco 8 Égalité 2",
    ],
)
def test_counts_are_read_in_any_order_and_with_any_words(text: str) -> None:
    assert parse_counts(text).outcomes == (7, 8, 2)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("player -7, banker 8, tie 2", "a count of -7 is below 0"),
        ("plaer 7, banker 8, tie 2", '"plaer" is no outcome'),
        ("player 7, banker 8", "tie is not counted"),
        ("player 7", "banker and tie are not counted"),
        ("player 7, p 7, banker 8, tie 2", '"p" is counted twice'),
        ("player 7.5, banker 8, tie 2", '"7.5" is no whole number'),
        ("player 1e5, banker 8, tie 2", '"1e5" is no whole number'),
        ("player, banker, tie", '"banker" is no whole number'),
        ("", '"" is no list of counts'),
        ("player 0, banker 0, tie 0", "no coups are counted, so there is nothing to check"),
    ],
)
def test_what_is_no_count_is_refused(text: str, what: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        parse_counts(text)
    assert caught.value.what == what


@pytest.mark.parametrize(
    "text",
    [
        "P\nB\nB\n\nT # a comment\n",
        "outcome\nplayer\nbanker\nbanker\ntie",
        "player,banker,tie\n1,1,0\n0,1,1",
        "Tie;Banker;Player\n1;2;1",
        "winner,n\nbanker,2\ntie,1\nplayer,1",
        "player,1\nbanker,2\ntie,1",
        "coup,outcome,shoe\n1,P,1\n2,B,1\n3,B,1\n4,T,2",
        b"\xef\xbb\xbfP\r\nB\r\nB\r\nT\r\n",
    ],
)
def test_every_layout_of_outcomes(text: str | bytes) -> None:
    assert read(text) == Counts((1, 2, 1))


@pytest.mark.parametrize(
    "text",
    ["player total,banker total\n7,6\n7,6\n0,0", "banker_total;player_total;count\n6;7;2\n0;0;1.0"],
)
def test_totals_are_counted(text: str) -> None:
    found = read(text)
    assert (found.outcomes, found.joint[7][6], found.joint[0][0]) == ((2, 0, 1), 2, 1)


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("P\nB\nX", '"X" is no outcome', 3),
        ("player,banker,tie\n1,2", "2 columns are too few", 2),
        ("player,banker,tie\n44,310,46102,9588", "4 columns are too many", 2),
        ("player,44,310", "the first line does not say what the columns are", 1),
        ("player,44\nbanker,46,102", "3 columns are too many", 2),
        ("player,banker,tie\n1,-2,3", "a count of -2 is below 0", 2),
        ("player,banker,tie\n1,,3", '"" is no whole number', 2),
        ("player total,banker total\n7,6\n10,6", "a total of 10 cannot be", 3),
        ("player,banker,teh\n1,2,3", '"teh" is no column that is known', 1),
        ("player,player,tie\n1,2,3", 'the column "player" is named twice', 1),
        ("player,banker\n1,2", "columns are missing", 1),
        ("7,6,3", "the first line does not say what the columns are", 1),
        (b"P\n\xc3\x28\n", "a line is no text in UTF-8", 2),
    ],
)
def test_a_row_that_is_wrong_is_named(text: str | bytes, what: str, line: int) -> None:
    with pytest.raises(CountsError) as caught:
        read(text)
    assert (caught.value.what, caught.value.where) == (what, f"f.csv, line {line}")
    assert len(caught.value.lines()) <= 3

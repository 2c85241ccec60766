import pytest

from analyzer.errors import UsageError
from analyzer.study.information.marks import OPEN, Marking, Marks, marks_of, marks_text, places_of


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("6789", ((6, 7, 8, 9), (0, 1, 2, 3, 4, 5))),
        ("6-9", ((6, 7, 8, 9), (0, 1, 2, 3, 4, 5))),
        ("9 0", ((9,), (0,), (1, 2, 3, 4, 5, 6, 7, 8))),
        ("0,1-3;89", ((0,), (1, 2, 3), (8, 9), (4, 5, 6, 7))),
        ("97 | 0-68", ((7, 9), (0, 1, 2, 3, 4, 5, 6, 8))),
        ("0-46-8", ((0, 1, 2, 3, 4, 6, 7, 8), (5, 9))),
    ],
)
def test_marks_are_groups_and_the_rest(text: str, marks: Marks) -> None:
    assert marks_of(text) == marks


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("6789 9", '9 carries two marks, "6789" and "9"'),
        ("66", "names a point value twice"),
        ("4-65", "names a point value twice"),
        ("high", "no group of point values"),
        ("K", "no group of point values"),
        ("9-", "no group of point values"),
        ("8-6", "no group of point values"),
        ("7٣", "no group of point values"),
        (" , ", "no mark is named"),
    ],
)
def test_marks_that_cannot_be_are_refused(text: str, what: str) -> None:
    with pytest.raises(UsageError, match=what) as refused:
        marks_of(text)
    assert refused.value.where == "--marks"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("7", "there is no card 7"),
        ("0", "there is no card 0"),
        ("P1", '"P1" is no card'),
        ("1,1", "card 1 is named twice"),
        ("-1", '"-1" is no card'),
        (",", "no card is named"),
        ("99999999999999999999", "is no card"),
    ],
)
def test_places_that_are_none_are_refused(text: str, what: str) -> None:
    with pytest.raises(UsageError, match=what) as refused:
        places_of(text, "--positions")
    assert refused.value.where == "--positions"


def test_places_stand_in_the_order_dealt() -> None:
    assert places_of("5, 1;3", "--exposed") == [1, 3, 5]
    assert Marking({5: OPEN, 1: OPEN}).places == (1, 5)


@pytest.mark.parametrize(
    ("marks", "what"),
    [
        ({}, "no card is marked"),
        ({7: OPEN}, "there is no card 7"),
        ({1: (tuple(range(10)),)}, "the same mark on card 1"),
        ({1: ((1, 2), (3, 4))}, "do not share out"),
        ({1: ((0, 1, 2, 3, 4, 5), (5, 6, 7, 8, 9))}, "do not share out"),
    ],
)
def test_a_marking_that_tells_nothing_is_refused(marks: dict[int, Marks], what: str) -> None:
    with pytest.raises(UsageError, match=what):
        Marking(marks)


def test_a_marking_says_what_it_is() -> None:
    marking = Marking({1: marks_of("6789"), 2: marks_of("6789"), 6: OPEN})
    assert marking.describe() == "cards 1, 2: 6-9 | 0-5; card 6: open"
    assert marking.places == (1, 2, 6)
    assert marks_text(OPEN) == "open"

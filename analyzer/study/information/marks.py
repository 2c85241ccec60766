"""What somebody sees of single cards: marks on their backs, or their faces.

A mark is a group of point values that look alike.
Where the edges of high cards are turned round, 6 to 9 carry one mark and all others another; where a card
lies open, every point value is a mark of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analyzer.errors import UsageError
from analyzer.game.rulebook import ranges_text
from analyzer.game.shoe import LEAST_CARDS

POINT_VALUES = range(10)
PLACES = range(1, LEAST_CARDS + 1)
"""The six cards of a coup in the order in which they leave the shoe."""

Marks = tuple[tuple[int, ...], ...]
"""Groups of point values, which share all ten among them."""

OPEN: Marks = tuple((value,) for value in POINT_VALUES)
"""The marks of a card that lies open."""


@dataclass(frozen=True)
class Marking:
    """Which cards of a coup carry marks, and what marks.

    Attributes
    ----------
    marks : mapping of int to Marks
        For each marked place, 1 to 6, the groups of point values that can be told apart.

    Raises
    ------
    UsageError
        No card is marked, a place is none, or a card carries a single mark, so that nothing can be told.

    Examples
    --------
    >>> Marking({1: marks_of("6789")}).describe()
    'card 1: 6-9 | 0-5'
    >>> Marking({5: OPEN, 1: marks_of("6789")}).places
    (1, 5)
    """

    marks: Mapping[int, Marks]

    def __post_init__(self) -> None:
        if not self.marks:
            raise UsageError("no card is marked", mend="say which cards are marked: --positions 1,2")
        for place in self.marks:
            _check_place(place)
        object.__setattr__(self, "marks", dict(sorted(self.marks.items())))
        for place, marks in self.marks.items():
            if sorted(value for group in marks for value in group) != list(POINT_VALUES):
                raise UsageError(f"the marks of card {place} do not share out the point values 0 to 9")
            if len(marks) == 1:
                raise UsageError(
                    f"all point values carry the same mark on card {place}, so nothing can be told apart",
                    mend='name the values of one mark and leave others out: --marks "6789"',
                )

    @property
    def places(self) -> tuple[int, ...]:
        """The marked places in the order dealt."""
        return tuple(self.marks)

    def describe(self) -> str:
        """The marks in a few words; places with the same marks stand together."""
        alike: dict[Marks, list[int]] = {}
        for place, marks in self.marks.items():
            alike.setdefault(marks, []).append(place)
        return "; ".join(f"{cards_text(places)}: {marks_text(marks)}" for marks, places in alike.items())


def cards_text(places: Iterable[int]) -> str:
    """Some places as people name them.

    Examples
    --------
    >>> cards_text([1]), cards_text([1, 2, 3, 5])
    ('card 1', 'cards 1-3, 5')
    """
    listed = list(places)
    return f"card{'s' if len(listed) > 1 else ''} {ranges_text(listed)}"


def marks_text(marks: Marks) -> str:
    """Marks in one line.

    Examples
    --------
    >>> marks_text(marks_of("0 6789")), marks_text(OPEN)
    ('0 | 6-9 | 1-5', 'open')
    """
    return "open" if set(marks) == set(OPEN) else " | ".join(map(group_text, marks))


def group_text(group: Iterable[int]) -> str:
    """The point values of one mark, runs of them as ranges.

    Examples
    --------
    >>> group_text([0, 1, 2, 7, 9])
    '0-2, 7, 9'
    """
    return ranges_text(group)


def marks_of(text: str) -> Marks:
    """The marks of a text that lists groups of point values, separated by blanks or commas.

    The values that are not named carry one more mark.

    Raises
    ------
    UsageError
        A word is no group of point values, or a value carries two marks.

    Examples
    --------
    >>> marks_of("6789"), marks_of("6-9")
    (((6, 7, 8, 9), (0, 1, 2, 3, 4, 5)), ((6, 7, 8, 9), (0, 1, 2, 3, 4, 5)))
    >>> marks_of("0, 1-3, 89")
    ((0,), (1, 2, 3), (8, 9), (4, 5, 6, 7))
    """
    words = [word for word in re.split(r"[\s,;|]+", text) if word]
    groups = [_group(word) for word in words]
    mark_of: dict[int, str] = {}
    for word, group in zip(words, groups, strict=True):
        for value in group:
            if mark_of.setdefault(value, word) is not word:
                raise UsageError(
                    f'{value} carries two marks, "{mark_of[value]}" and "{word}"',
                    where="--marks",
                    mend="name every point value once",
                )
    if not groups:
        raise UsageError("no mark is named", where="--marks", mend='name point values: --marks "6789"')
    rest = tuple(value for value in POINT_VALUES if value not in mark_of)
    return (*groups, rest) if rest else tuple(groups)


def places_of(text: str, option: str) -> list[int]:
    """The places of a text such as `1,3,5`.

    Raises
    ------
    UsageError
        A word is no place, or a place is named twice.
    """
    places: list[int] = []
    for word in filter(None, re.split(r"[\s,;]+", text)):
        if not re.fullmatch(r"[0-9]{1,3}", word, re.ASCII):
            raise UsageError(f'"{word[:40]}" is no card of a coup', where=option, mend=_PLACES)
        place = int(word)
        _check_place(place, option)
        if place in places:
            raise UsageError(f"card {place} is named twice", where=option)
        places.append(place)
    if not places:
        raise UsageError("no card is named", where=option, mend=_PLACES)
    return sorted(places)


_PLACES = "cards are named 1 to 6, in the order in which they leave the shoe: 1,2"


def _check_place(place: int, option: str = "") -> None:
    if place not in PLACES:
        raise UsageError(f"there is no card {place} in a coup", where=option, mend=_PLACES)


def _group(word: str) -> tuple[int, ...]:
    """The values of a word such as `6789` or `6-9`."""
    values: list[int] = []
    for part in re.findall(r"[0-9]-[0-9]|[0-9]", word):
        first, _, last = part.partition("-")
        values += range(int(first), int(last or first) + 1)
    if not re.fullmatch(r"(?:[0-9]-[0-9]|[0-9])+", word, re.ASCII) or not values:
        raise UsageError(
            f'"{word[:40]}" is no group of point values',
            where="--marks",
            mend='write the values 0 to 9 of one mark together: --marks "6789", or "0 1-3 89" for more',
        )
    if len(set(values)) < len(values):
        raise UsageError(f'"{word[:40]}" names a point value twice', where="--marks")
    return tuple(sorted(values))

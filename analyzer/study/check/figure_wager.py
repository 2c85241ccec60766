"""Which wager of the library the words of a published figure mean.

A wager is known by the words of its slug and its title, then by those of its note, where other names of it
stand, then by those of one of its pay lines.
Of the wagers that know all words, the one whose name says least besides them is meant; the numbers in a slug,
which tell pay tables apart, count last, so that `tie` is the Tie at 8 to 1, then the one at 9 to 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from analyzer.errors import FigureError, nearest
from analyzer.library.catalog import load_wager, wager_slugs
from analyzer.study.check.figure_words import name_words, percentage_of
from analyzer.wager.odds import Pay
from analyzer.wager.wager import Wager

FOLDERS = ("main", "pairs", "side")
"""Folders of the library in the order in which a name is looked for in them; others come last."""

OWN = -len(FOLDERS) - 1
"""What is added to the place of a person's own wagers, so that it is below 0."""

MOST_CANDIDATES = 8

_PAY = re.compile(r"[\d.]+ (?:to|for) [\d.]+")
_NAMES = re.compile(r"\b(?:[A-Z]\w*|\d+)\b")
"""Words of a note that may be names: `Also Fortune 7, Tiger 7, Monkey 7`."""


@dataclass(frozen=True)
class Subject:
    """What a figure is about.

    Attributes
    ----------
    wager : Wager
    line : str
        Label of a pay line, if the figure is about one.
    net : Fraction or None
        Net win to one of that line, or of the only one that wins, where it is not the wager's own.
    equally_named : bool
        Whether the words name this wager no less than the first one.
    """

    wager: Wager
    line: str = ""
    net: Fraction | None = None
    equally_named: bool = True

    @property
    def title(self) -> str:
        """The wager, with the line and the pay that are meant."""
        parts = [self.wager.title, self.line]
        if self.net is not None:
            parts.append(f"at {Pay(self.net).to_one_text}")
        return ", ".join(filter(None, parts))


@dataclass(frozen=True)
class _Known:
    """A wager with the words that it is known by, and its place among the folders."""

    wager: Wager
    place: int
    slug: frozenset[str]
    name: frozenset[str]
    folder: frozenset[str]
    note: frozenset[str]
    lines: tuple[tuple[str, frozenset[str]], ...]


def subjects_of(words: Sequence[str], pay: Pay | None = None, own: Sequence[Wager] = ()) -> list[Subject]:
    """What words may mean, the likeliest first, with others of its folder that know the words as well.

    Parameters
    ----------
    words : sequence of str
        As `name_words` gives them.
    pay : Pay, optional
        What the wager, or the line, is said to pay.
    own : sequence of Wager
        Wagers that are looked through before those of the library.

    Raises
    ------
    FigureError
        No wager knows the words; the nearest one is named.

    Examples
    --------
    >>> [subject.wager.slug for subject in subjects_of(name_words("tie"))][:2]
    ['main/tie', 'main/tie-9']
    >>> subjects_of(name_words("tie"), Pay.parse("10 for 1"))[0].wager.slug
    'main/tie-9'
    >>> subjects_of(name_words("Fortune 7"))[0].title
    'Dragon 7, 40 to 1'
    >>> subjects_of(name_words("dragn 7"))
    Traceback (most recent call last):
    analyzer.errors.FigureError: there is no wager "dragn 7"
      did you mean "side/dragon-7"?
    """
    wanted = frozenset(words)
    if not wanted:
        raise FigureError("it does not say which wager it is about", mend="name it: player, tie, dragon 7")
    told = wanted | frozenset(name_words(pay.to_one_text if pay else ""))
    ranked = _ranked(wanted, told, own)
    rate = next((rate for word in words if (rate := percentage_of(word)) is not None), None)
    if not ranked and rate is not None:
        ranked = [
            (rank, Subject(item.wager, net=1 - rate))
            for rank, item in _ranked(frozenset(word for word in wanted if not word.endswith("%")), told, own)
            if item.wager.commission and not item.line
        ]
    if not ranked:
        raise _unknown(words, own)
    if pay is not None:
        ranked = _at_pay(ranked, pay, words)
    best, first = ranked[0]
    folder = first.wager.slug.rpartition("/")[0]
    near = [
        Subject(item.wager, item.line, item.net, equally_named=rank == best)
        for rank, item in ranked
        if rank[:3] == best[:3] and item.wager.slug.rpartition("/")[0] == folder
    ]
    return near[:MOST_CANDIDATES]


_Rank = tuple[int, ...]


def _ranked(
    wanted: frozenset[str], told: frozenset[str], own: Sequence[Wager]
) -> list[tuple[_Rank, Subject]]:
    """The wagers that know all words, each with a rank that is the lower the better it is named.

    Words that are told otherwise, as those of a pay, need not be known, but do not count as left out either.
    """
    found: dict[tuple[str, str], tuple[_Rank, Subject]] = {}
    for item in (*_of_person(tuple(own)), *_library()):
        missing = wanted - item.name - item.folder
        is_of_library = item.place >= 0
        beside = item.slug - told
        numbers = sum(word.isdigit() for word in beside)
        left_out = len(beside) - numbers, item.place, numbers, len(item.name - told)
        if missing <= item.note:
            rank = (0, is_of_library, len(missing), *left_out)
            found.setdefault((item.wager.slug, ""), (rank, Subject(item.wager)))
            continue
        for label, words in item.lines:
            if missing <= words:
                rank = (1, is_of_library, len(words - told), *left_out)
                found.setdefault((item.wager.slug, label), (rank, Subject(item.wager, label)))
    return sorted(found.values(), key=lambda pair: pair[0])


def _at_pay(
    ranked: Iterable[tuple[_Rank, Subject]], pay: Pay, words: Sequence[str]
) -> list[tuple[_Rank, Subject]]:
    """The wagers that pay so, before those whose only win could be paid so."""
    as_they_are, changed = [], []
    for rank, subject in ranked:
        paid = [line for line in subject.wager.lines if line.pays.is_win]
        if subject.line:
            paid = [line for line in subject.wager.lines if line.label == subject.line]
        if any(line.pays == pay for line in paid):
            as_they_are.append((rank, subject))
        elif len(paid) == 1 and not paid[0].pays.share:
            changed.append((rank, Subject(subject.wager, subject.line, pay.net)))
    if not as_they_are and not changed:
        raise FigureError(
            f'no line of "{" ".join(words)}" pays {pay.to_one_text}', mend="leave the pay out, or name a line"
        )
    return as_they_are or changed


def is_known_word(word: str, own: Sequence[Wager] = ()) -> bool:
    """Whether a word stands in the name of a wager, or in that of one of its lines."""
    everybody = (*_of_person(tuple(own)), *_library())
    return any(word in item.name or any(word in told for _, told in item.lines) for item in everybody)


@cache
def _library() -> tuple[_Known, ...]:
    wagers = [load_wager(slug) for slug in wager_slugs()]
    return tuple(_known(wager, _place(wager.slug)) for wager in wagers)


@cache
def _of_person(wagers: tuple[Wager, ...]) -> tuple[_Known, ...]:
    return tuple(_known(wager, _place(wager.slug) + OWN) for wager in wagers)


def _place(slug: str) -> int:
    folder = slug.split("/")[0]
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)


def _known(wager: Wager, place: int) -> _Known:
    *folders, last = wager.slug.removesuffix(".toml").split("/")
    slug = frozenset(name_words(last.replace("-", " ")))
    return _Known(
        wager,
        place,
        slug,
        slug | frozenset(name_words(_PAY.sub("", wager.title))),
        frozenset(name_words(" ".join(folders).replace("-", " "))),
        frozenset(name_words(" ".join(_NAMES.findall(wager.note)))),
        tuple((line.label, frozenset(name_words(line.label))) for line in wager.lines),
    )


def _unknown(words: Sequence[str], own: Sequence[Wager]) -> FigureError:
    """The error of words that no wager knows, with the wager that the nearest known words name."""
    everybody = (*_of_person(tuple(own)), *_library())
    vocabulary = sorted({word for item in everybody for word in item.name | item.folder})
    mended = [word if word in vocabulary else nearest(word, vocabulary) for word in words]
    meant = frozenset(filter(None, mended))
    close = _ranked(meant, meant, own) if meant else []
    if not close:
        shared = [(len(item.name & set(mended)), -len(item.name), item) for item in everybody]
        most = max(shared, key=lambda row: row[:2])
        slug = most[2].wager.slug if most[0] else ""
    else:
        slug = close[0][1].wager.slug
    hint = f'did you mean "{slug}"?' if slug else "see `baccarat wagers list`"
    return FigureError(f'there is no wager "{" ".join(words)}"', mend=hint)

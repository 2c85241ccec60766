"""Published figures against the exact law, each at its printed digits.

A figure agrees if the exact value, rounded to as many digits, is the one in print.
If it does not, the conventions of `figure_reading` are tried one at a time, the likeliest first; then two
together, if the number has enough digits that two changes are not likely to hit it by chance: three where one
of them only concerns how the number is written, else four.
What no convention explains is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice

from analyzer.errors import AnalyzerError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.check.figure import Figure
from analyzer.study.check.figure_number import ROUNDED, Measure
from analyzer.study.check.figure_reading import (
    DECKS,
    DECKS_WHERE_NONE_IS_NAMED,
    Convention,
    Laws,
    Reading,
    conventions,
    measure,
    shoe_of_decks,
    tried,
)
from analyzer.study.check.figure_wager import Subject

AGREES, BY_CONVENTION, WRONG = VERDICTS = ("agrees", "only by another convention", "wrong")

LEAST_DIGITS = 2
LEAST_DIGITS_FOR_TWO_OF_FORM = 3
LEAST_DIGITS_FOR_TWO = 4
MOST_ALSO = 5

HIT_BY_CHANCE = ("percentage", "odds", "wager")
"""Conventions that, as cutting off and rounding up, explain every other number of a single digit."""

EXCLUSIVE = (
    *(
        {family}
        for family in ("sign", "ties", "percentage", "odds", "sides", "decks", "pays", "wager", "stake")
    ),
    *({family} for family in ("line", "counted")),
    {"wager", "pays"},
    {"wager", "decks"},
    {"stake", "sign"},
)
"""Conventions that are not tried together: of one family, or at odds with each other, or too far-fetched."""

MANY_WAGERS = 5
"""Wagers from which on it pays to count them together, before it is known whether all are needed."""


ROUNDING_TEXTS = {"cut off": "cut off, not rounded", "rounded up": "rounded up"}


@dataclass(frozen=True)
class Answer:
    """The exact value for one number of decks, where a figure names none.

    Attributes
    ----------
    shoe : Shoe
    exact : Measure or None
    fits : bool
        Whether the figure agrees with it.
    """

    shoe: Shoe
    exact: Measure | None
    fits: bool


@dataclass(frozen=True)
class CheckedFigure:
    """What came of a figure.

    Attributes
    ----------
    figure : Figure
    rulebook : Rulebook
    reading : Reading
        The figure at its word; where it leaves something open, with what fits or lies nearest.
    exact : Measure or None
        The exact value under that reading; None if there is none.
    verdict : {"agrees", "only by another convention", "wrong"}
    by : str
        The convention by which it agrees, or what it was compared with if its words leave that open.
    also : tuple of str
        Other single conventions by which it agrees too.
    answers : tuple of Answer
        For 8, 6, infinite and 1 decks, if it names no number.
    """

    figure: Figure
    rulebook: Rulebook
    reading: Reading
    exact: Measure | None
    verdict: str
    by: str = ""
    also: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def right(self) -> str:
        """The exact value in the form and with the digits of the figure."""
        return "" if self.exact is None else self.figure.printed.text_of(self.exact)

    @property
    def off_by(self) -> str:
        """By how much a wrong figure is too large, in its own form."""
        if self.exact is None or self.verdict != WRONG:
            return ""
        return self.figure.printed.off_by(self.exact)


@dataclass(frozen=True)
class _Base:
    """A figure at its word, with its exact value and how that becomes the number in print."""

    reading: Reading
    exact: Measure | None
    rounding: str | None


def check_figures(
    figures: Sequence[Figure],
    rulebook: Rulebook,
    shoe: Shoe | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[CheckedFigure]:
    """Compare published figures with the exact law.

    Parameters
    ----------
    figures : sequence of Figure
    rulebook : Rulebook
        For the figures that have none of their own.
    shoe : Shoe, optional
        For the figures that name no number of decks; without it these are tried for 8, 6, infinite and 1.
    progress : callable, optional
        Called with the number of figures that are done and the number of all.

    Raises
    ------
    AnalyzerError
        A shoe or a rulebook cannot answer for a figure, or what its wager pays depends on a jackpot.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.study.check.figure import read_figure
    >>> claims = "banker edge 8 decks = 1.06%", "banker edge 8 decks = 1.17%", "banker edge 8 decks = 1.6%"
    >>> for checked in check_figures([read_figure(claim) for claim in claims], load_rulebook()):
    ...     print(checked.verdict, checked.by, checked.right)
    agrees  1.06%
    only by another convention ties and other pushes left out 1.06%
    wrong  1.1%
    """
    laws = Laws()
    _prepare(((figure, _shoes(figure, shoe)) for figure in figures), rulebook, laws)
    questions = [_Question(figure, figure.rulebook or rulebook, shoe, laws) for figure in figures]
    others = [shoe_of_decks(decks) for decks in DECKS]
    _prepare(((item.figure, others) for item in questions if not item.agrees), rulebook, laws)
    checked = []
    for number, question in enumerate(questions, start=1):
        checked.append(question.checked())
        if progress is not None:
            progress(number, len(figures))
    return checked


def _prepare(wanted: Iterable[tuple[Figure, Sequence[Shoe]]], rulebook: Rulebook, laws: Laws) -> None:
    """Count what many figures ask for together: most of the work on wagers that look alike is the same."""
    alike: dict[tuple[Rulebook, Shoe], dict[str, Subject]] = {}
    for figure, shoes in wanted:
        for shoe in shoes:
            for subject in figure.subjects[:1]:
                asked = alike.setdefault((figure.rulebook or rulebook, shoe), {})
                asked[subject.wager.slug] = subject
    for (rules, shoe), asked in alike.items():
        if len(asked) >= MANY_WAGERS:
            laws.prepare(rules, shoe, asked.values())


def _shoes(figure: Figure, shoe: Shoe | None) -> list[Shoe]:
    """The shoes that a figure may be about."""
    named = figure.shoe or shoe
    return [named] if named else [shoe_of_decks(decks) for decks in DECKS_WHERE_NONE_IS_NAMED]


class _Question:
    """A figure with what it is compared by."""

    def __init__(self, figure: Figure, rulebook: Rulebook, shoe: Shoe | None, laws: Laws) -> None:
        self.figure = figure
        self.rulebook = rulebook
        self.laws = laws
        self.digits = figure.printed.significant_digits
        self.names_decks = figure.shoe is not None or shoe is not None
        self.bases = self._bases(_shoes(figure, shoe))

    def _bases(self, shoes: Sequence[Shoe]) -> list[_Base]:
        """The figure at its word: for every wager that its words name equally well, and every shoe."""
        figure = self.figure
        named: list[Subject | None] = [subject for subject in figure.subjects if subject.equally_named]
        bases = []
        for subject in named or [None]:
            for shoe in shoes:
                reading = Reading(
                    subject, figure.quantity, shoe, figure.ties_left_out, figure.printed, level=figure.level
                )
                exact = self._exact(reading)
                rounding = None if exact is None else figure.printed.rounding_of(exact)
                bases.append(_Base(reading, exact, rounding))
        return bases

    def _exact(self, reading: Reading) -> Measure | None:
        """The exact value of a reading, or the error with the figure that asks for it."""
        try:
            return measure(reading, self.rulebook, self.laws)
        except AnalyzerError as error:
            raise type(error)(error.what, where=f'"{self.figure.text}"', mend=error.mend) from None

    @property
    def agrees(self) -> bool:
        """Whether the figure agrees at its word."""
        return any(base.rounding == ROUNDED for base in self.bases)

    def checked(self) -> CheckedFigure:
        """What comes of the figure."""
        answers = () if self.names_decks else self._answers()
        for base in self.bases:
            if base.rounding == ROUNDED:
                return self._with(base, AGREES, self._left_open(base, answers), (), answers)
        # Everything small is cut off to 0, so a 0 proves nothing.
        found = list(self._by_one()) if self.figure.printed.amount else []
        if not found and self.digits >= LEAST_DIGITS_FOR_TWO_OF_FORM:
            found = list(islice(self._by_two(), 1))
        if found:
            (base, by), *rest = found
            also = tuple(dict.fromkeys(text for _, text in rest if text != by))
            return self._with(base, BY_CONVENTION, by, also[:MOST_ALSO], answers)
        base = min(self.bases, key=lambda base: _distance(self.figure, base))
        return self._with(base, WRONG, self._left_open(base, answers), (), answers)

    def _with(
        self, base: _Base, verdict: str, by: str, also: tuple[str, ...], answers: tuple[Answer, ...]
    ) -> CheckedFigure:
        return CheckedFigure(self.figure, self.rulebook, base.reading, base.exact, verdict, by, also, answers)

    def _answers(self) -> tuple[Answer, ...]:
        first = self.bases[0].reading.subject
        return tuple(
            Answer(base.reading.shoe, base.exact, base.rounding == ROUNDED)
            for base in self.bases
            if base.reading.subject == first
        )

    def _left_open(self, base: _Base, answers: Sequence[Answer]) -> str:
        """What the words of the figure leave open, and what it was compared with."""
        texts = []
        subject = base.reading.subject
        if subject and any(other.reading.subject != subject for other in self.bases):
            texts.append(subject.title)
        if answers:
            alike = [other for other in self.bases if other.reading.subject == subject]
            fitting = [other.reading.shoe.describe() for other in alike if other.rounding == ROUNDED]
            texts.append(f"with {_listed(fitting or [base.reading.shoe.describe()])}")
        return ", ".join(texts)

    def _by_one(self) -> Iterator[tuple[_Base, str]]:
        """Every single convention by which the figure agrees."""
        for base in self.bases:
            if base.rounding is not None and self.digits >= LEAST_DIGITS:
                yield base, ROUNDING_TEXTS[base.rounding] + self._for_shoe(base)
        for base in self.bases:
            self.laws.prepare(self.rulebook, base.reading.shoe, self.figure.subjects)
            known = {base.exact}  # two conventions may come to the same: one of them is enough
            for convention in self._conventions(base):
                exact = tried(convention.reading, self.rulebook, self.laws)
                if exact is None or (exact in known and not convention.is_of_form):
                    continue
                if convention.reading.printed.rounding_of(exact) == ROUNDED:
                    known.add(exact)
                    names_shoe = convention.family == "decks"
                    yield base, convention.text + ("" if names_shoe else self._for_shoe(base))

    def _by_two(self) -> Iterator[tuple[_Base, str]]:
        """Every two conventions by which the figure agrees together, those on how it is written first."""
        for base in self.bases:
            found = self._conventions(base)
            for convention in found:
                exact = tried(convention.reading, self.rulebook, self.laws) if convention.is_of_form else None
                rounding = exact and convention.reading.printed.rounding_of(exact)
                if rounding in ROUNDING_TEXTS:
                    yield base, f"{convention.text}; {ROUNDING_TEXTS[rounding]}"
            pairs = combinations(found, 2)
            for one, other in sorted(pairs, key=lambda pair: -pair[0].is_of_form - pair[1].is_of_form):
                if {one.family, other.family} in EXCLUSIVE or not self._is_telling(one, other):
                    continue
                reading = _both(base.reading, one, other)
                exact = tried(reading, self.rulebook, self.laws)
                if exact and reading.printed.rounding_of(exact) == ROUNDED:
                    yield base, f"{one.text}; {other.text}"

    def _is_telling(self, one: Convention, other: Convention) -> bool:
        """Whether the number has enough digits that two changes would hardly hit it by chance."""
        of_form = one.is_of_form + other.is_of_form
        is_easy = of_form == 2 or (of_form == 1 and self.names_decks)
        return self.digits >= (LEAST_DIGITS_FOR_TWO_OF_FORM if is_easy else LEAST_DIGITS_FOR_TWO)

    def _conventions(self, base: _Base) -> list[Convention]:
        found = conventions(
            base.reading,
            self.figure.subjects,
            names_decks=self.names_decks,
            names_pay=self.figure.names_pay,
        )
        return [
            convention
            for convention in found
            if self.digits >= LEAST_DIGITS or convention.family not in HIT_BY_CHANCE
        ]

    def _for_shoe(self, base: _Base) -> str:
        return "" if self.names_decks else f", with {base.reading.shoe.describe()}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _both(reading: Reading, one: Convention, other: Convention) -> Reading:
    """A reading with two things changed: what each of the two differs in."""
    changes = {
        name: value
        for convention in (one, other)
        for name, value in vars(convention.reading).items()
        if value != getattr(reading, name)
    }
    return replace(reading, **changes)


def _distance(figure: Figure, base: _Base) -> Fraction:
    """How far a base lies from the number in print; what has no value lies farthest."""
    value = figure.printed.value
    if base.exact is None or value is None:
        return Fraction(10**30)
    if not base.exact.is_root:
        return abs(base.exact.value - value)
    return abs(base.exact.value - value * abs(value))

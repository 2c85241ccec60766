"""Readings of a published figure: what exactly it may count, and the exact value under each.

The first reading takes the figure at its word.
A convention changes one thing about it, as people who print figures do: they leave ties out, count another
number of decks, take 9 for 1 for 9 to 1, or write a percentage without its sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb, perm

from analyzer.errors import AnalyzerError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import analyze
from analyzer.study.check.figure_number import DECIMAL, ODDS_FOR, ODDS_TO, ONE_IN, PERCENT, Measure, Printed
from analyzer.study.check.figure_wager import Subject
from analyzer.study.check.figure_words import (
    CONTRIBUTION,
    DEVIATION,
    EDGE,
    NET,
    PROBABILITY,
    PUSH,
    QUANTILE,
    RTP,
    SKEWNESS,
    VARIANCE,
    VOLATILITY,
    WAYS,
    Level,
)
from analyzer.study.precision.tails import normal_quantile
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay

WITHOUT_ORDER = {
    "sets of two cards for each hand": lambda cards: comb(cards, 2) * comb(cards - 2, 2),
    "sets of four cards": lambda cards: comb(cards, 4),
    "sets of two cards": lambda cards: comb(cards, 2),
    "ordered pairs of cards": lambda cards: perm(cards, 2),
    "ordered sequences of four cards": lambda cards: perm(cards, 4),
}
"""What else people count where a coup does not need all six cards."""

DECKS = (8, 6, None, 1, 4, 2, 7, 5, 3)
"""Numbers of decks in the order in which they are thought of; None is infinitely many."""

DIGITS_OF_A_QUANTILE = 40

DECKS_WHERE_NONE_IS_NAMED = (8, 6, None, 1)


@dataclass(frozen=True)
class Reading:
    """One way to take a figure.

    Attributes
    ----------
    subject : Subject or None
        None where the figure is about no wager.
    quantity : str
    shoe : Shoe
    per_resolved : bool
        Whether pushes are left out.
    printed : Printed
        The number; its form is part of the reading.
    sign : {1, -1}
    scale : Fraction
        What the exact value is multiplied by: 100 for a percentage without its sign.
    stake_apart : int
        What is added to the net win of every winning line: -1 if what is to one was meant for one.
    counted : str
        What is counted instead of six-card sequences, a key of `WITHOUT_ORDER`.
    first_line : bool
        Whether a probability is that of the first line, not that of a net win.
    level : Level or None
        Of a volatility index or a quantile.
    """

    subject: Subject | None
    quantity: str
    shoe: Shoe
    per_resolved: bool
    printed: Printed
    sign: int = 1
    scale: Fraction = Fraction(1)
    stake_apart: int = 0
    counted: str = ""
    first_line: bool = False
    level: Level | None = None


@dataclass(frozen=True)
class Convention:
    """One thing that a reading takes otherwise than a figure says.

    Attributes
    ----------
    family : str
        Of the things that exclude each other.
    text : str
        For people.
    reading : Reading
    is_of_form : bool
        Whether it only concerns how the number is written.
    """

    family: str
    text: str
    reading: Reading
    is_of_form: bool = False


class Laws:
    """Laws of wagers by rulebook and shoe, each counted once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Rulebook, Shoe, str], Law] = {}

    def prepare(self, rulebook: Rulebook, shoe: Shoe, subjects: Iterable[Subject]) -> None:
        """Count the wagers of many figures at once."""
        wagers = {subject.wager.slug: subject.wager for subject in subjects}
        new = [wager for slug, wager in wagers.items() if (rulebook, shoe, slug) not in self._known]
        if new:
            for slug, law in analyze(shoe, rulebook, new).laws.items():
                self._known[rulebook, shoe, slug] = law

    def law(self, rulebook: Rulebook, shoe: Shoe, subject: Subject) -> Law:
        """The law of a wager.

        Raises
        ------
        AnalyzerError
            The shoe or the rulebook cannot answer for it.
        """
        key = rulebook, shoe, subject.wager.slug
        if key not in self._known:
            wager = subject.wager
            self._known[key] = analyze(shoe, rulebook, [wager], required=[wager.slug]).law(wager.slug)
        return self._known[key]


def measure(reading: Reading, rulebook: Rulebook, laws: Laws) -> Measure | None:
    """The exact value under a reading; None if it has none.

    Raises
    ------
    AnalyzerError
        The shoe or the rulebook cannot answer, or what is paid depends on a jackpot.
    """
    if reading.quantity == QUANTILE:
        return Measure(_quantile(reading.level))
    if reading.subject is None:
        return Measure(Fraction(reading.shoe.total_ways))
    law = laws.law(rulebook, reading.shoe, reading.subject)
    found = _value(_paid(law, reading), reading)
    return None if found is None else found.times(reading.scale * reading.sign)


def _quantile(level: Level | None) -> Fraction:
    """How many standard deviations a limit of a normal curve lies from its middle, to 40 digits."""
    return _quantile_below(level.below) if level else Fraction(1)


@cache
def _quantile_below(share: Fraction) -> Fraction:
    return Fraction(normal_quantile(share).text(DIGITS_OF_A_QUANTILE))


def _paid(law: Law, reading: Reading) -> Law:
    """The law with the pays that the reading takes."""
    subject = reading.subject
    if subject is None or (subject.net is None and not reading.stake_apart):
        return law
    lines = []
    for line in law.lines:
        pays = line.pays
        if subject.net is not None and (line.label == subject.line if subject.line else pays.is_win):
            pays = Pay(subject.net)
        if reading.stake_apart and pays.is_win:
            pays = Pay(pays.net + reading.stake_apart)
        lines.append(LawLine(line.label, pays, line.ways))
    return Law(tuple(lines), law.total_ways)


def _value(law: Law, reading: Reading) -> Measure | None:
    quantity = reading.quantity
    if quantity in (EDGE, NET, RTP):
        edge = law.edge_per_resolved_bet if reading.per_resolved else law.house_edge
        if edge is None:
            return None
        return Measure({EDGE: edge, NET: -edge, RTP: 1 - edge}[quantity])
    if quantity in (VARIANCE, DEVIATION, VOLATILITY):
        spread = Measure(law.variance, is_root=quantity != VARIANCE)
        return spread.times(_quantile(reading.level)) if quantity == VOLATILITY else spread
    if quantity == SKEWNESS:
        square = law.skewness_square
        return None if square is None else Measure(square, True, law.skewness_sign < 0)
    if quantity == PUSH:
        return Measure(law.push_frequency)
    index = _line(law, reading)
    if quantity == CONTRIBUTION:
        return Measure(law.contribution(index or 0))
    probability = law.hit_frequency if index is None else law.probability(index)
    if quantity == WAYS:
        return Measure(probability * _all(law, reading))
    resolved = 1 - law.push_frequency if reading.per_resolved else Fraction(1)
    return Measure(probability / resolved) if resolved and probability <= resolved else None


def _line(law: Law, reading: Reading) -> int | None:
    label = reading.subject.line if reading.subject else ""
    if label:
        return [line.label for line in law.lines].index(label)
    return 0 if reading.first_line else None


def _all(law: Law, reading: Reading) -> int:
    """How many of what is counted there are."""
    return WITHOUT_ORDER[reading.counted](reading.shoe.size) if reading.counted else law.total_ways


def conventions(
    reading: Reading, subjects: Sequence[Subject], *, names_decks: bool, names_pay: bool
) -> Iterator[Convention]:
    """Everything that may be taken otherwise, the likeliest first.

    Parameters
    ----------
    reading : Reading
        The figure at its word.
    subjects : sequence of Subject
        All that its words may mean.
    names_decks : bool
        Whether it names a number of decks.
    names_pay : bool
        Whether it says what the wager pays; if it does not, another pay table is likelier than a wrong one.
    """
    yield from _sign(reading)
    yield from _ties(reading)
    yield from _percentage(reading)
    yield from _odds(reading)
    yield from _sides(reading)
    yield from _decks(reading, names_decks)
    if names_pay:
        yield from _pays(reading, names_pay)
    yield from _others(reading, subjects)
    if not names_pay:
        yield from _pays(reading, names_pay)
    yield from _counting(reading)


def _sign(reading: Reading) -> Iterator[Convention]:
    if reading.quantity in (EDGE, NET, CONTRIBUTION):
        whose = {
            EDGE: "the bettor's expected net win, not the house's edge",
            NET: "the house's edge, not the bettor's expected net win",
            CONTRIBUTION: "the house's share, not the bettor's",
        }
        yield Convention(
            "sign", f"sign: {whose[reading.quantity]}", replace(reading, sign=-1), is_of_form=True
        )


def _ties(reading: Reading) -> Iterator[Convention]:
    if reading.subject and reading.quantity in (EDGE, NET, RTP, PROBABILITY):
        text = "ties and other pushes counted" if reading.per_resolved else "ties and other pushes left out"
        yield Convention("ties", text, replace(reading, per_resolved=not reading.per_resolved))


def _percentage(reading: Reading) -> Iterator[Convention]:
    if reading.quantity in (WAYS, DEVIATION, VARIANCE, SKEWNESS, VOLATILITY, QUANTILE):
        return
    if reading.printed.form == DECIMAL:
        text, scale = "a percentage without its sign", Fraction(100)
    elif reading.printed.form == PERCENT:
        text, scale = "a fraction of one with a percent sign", Fraction(1, 100)
    else:
        return
    yield Convention("percentage", text, replace(reading, scale=scale), is_of_form=True)


def _odds(reading: Reading) -> Iterator[Convention]:
    """Odds are to one, and for one or one in so many, with the stake."""
    texts = {ODDS_TO: (ODDS_FOR, "for one, not to one"), ODDS_FOR: (ODDS_TO, "to one, not for one")}
    texts[ONE_IN] = (ODDS_TO, "odds to one, not one in so many")
    if reading.printed.form in texts:
        form, text = texts[reading.printed.form]
        yield Convention(
            "odds", text, replace(reading, printed=reading.printed.in_form(form)), is_of_form=True
        )


def _sides(reading: Reading) -> Iterator[Convention]:
    level = reading.level
    if level is not None:
        text = "two-sided, not one-sided" if level.one_sided else "one-sided, not two-sided"
        other = Level(level.share, one_sided=not level.one_sided)
        yield Convention("sides", text, replace(reading, level=other))


def _decks(reading: Reading, names_decks: bool) -> Iterator[Convention]:
    if reading.quantity == QUANTILE:
        return
    for decks in DECKS:
        shoe = shoe_of_decks(decks)
        if shoe != reading.shoe and (names_decks or decks not in DECKS_WHERE_NONE_IS_NAMED):
            instead = f" instead of {reading.shoe.describe()}" if names_decks else ""
            yield Convention("decks", f"{shoe.describe()}{instead}", replace(reading, shoe=shoe))


def _pays(reading: Reading, names_pay: bool) -> Iterator[Convention]:
    subject = reading.subject
    if subject is None or reading.quantity in (PROBABILITY, PUSH, WAYS):
        return
    net = subject.net if subject.net is not None else _only_win(subject)
    for apart, one, other in ((-1, "for", "to"), (1, "to", "for")):
        if net is None:
            text = f"odds {one} one, not {other} one"
        elif net <= 1:
            continue
        elif names_pay:
            shown = Pay(net).to_one_text if apart == -1 else Pay(net).for_one_text
            number, _, stake = shown.split(" ")
            text = f"{number} {one} {stake} instead of {number} {other} {stake}"
        else:
            text = f"paid {Pay(net + apart).to_one_text} instead of {Pay(net).to_one_text}"
        yield Convention("pays", text, replace(reading, stake_apart=apart))
    if subject.wager.commission or "no commission" in subject.wager.title.casefold():
        free = replace(subject, net=Fraction(1))
        yield Convention("pays", "every win paid 1 to 1", replace(reading, subject=free))


def _only_win(subject: Subject) -> Fraction | None:
    wins = {line.pays.fixed for line in subject.wager.lines if line.pays.is_win}
    return wins.pop() if len(wins) == 1 else None


def _others(reading: Reading, subjects: Sequence[Subject]) -> Iterator[Convention]:
    """Other wagers that the words may mean; who wins does not depend on what a wager pays."""
    for subject in subjects:
        if subject != reading.subject:
            yield Convention("wager", f"the wager {subject.title}", replace(reading, subject=subject))


def _counting(reading: Reading) -> Iterator[Convention]:
    if reading.quantity == RTP:
        yield Convention("stake", "without the stake", replace(reading, quantity=NET))
    if reading.quantity == NET:
        yield Convention("stake", "with the stake, as a return", replace(reading, quantity=RTP))
    if reading.quantity in (WAYS, PROBABILITY) and reading.subject and not reading.subject.line:
        label = reading.subject.wager.lines[0].label
        yield Convention("line", f'the line "{label}" alone', replace(reading, first_line=True))
    if reading.quantity == WAYS and not reading.shoe.with_replacement:
        for counted in WITHOUT_ORDER:
            yield Convention("counted", f"counted in {counted}", replace(reading, counted=counted))


def shoe_of_decks(decks: int | None) -> Shoe:
    """A shoe of so many decks; of infinitely many for None."""
    return Shoe.infinite() if decks is None else Shoe.from_decks(decks)


def tried(reading: Reading, rulebook: Rulebook, laws: Laws) -> Measure | None:
    """The exact value under a reading that nobody has to be able to answer."""
    try:
        return measure(reading, rulebook, laws)
    except AnalyzerError:
        return None

"""A published figure: what it is said to measure, of which wager and how many decks, and the number in print.

A figure comes as a line of text, `banker 5% edge 8 decks = 1.06%`, whose words may stand in any order, or in
parts from a list; the parts are read by the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.errors import FigureError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.check.figure_number import Printed, find_printed, plain_text, read_printed
from analyzer.study.check.figure_wager import Subject, is_known_word, subjects_of
from analyzer.study.check.figure_words import (
    EDGE,
    NET,
    QUANTILE,
    QUANTITIES,
    VOLATILITY,
    WAYS,
    Description,
    Level,
)
from analyzer.wager.wager import Wager

LONGEST_TEXT = 400
TOTAL_WORDS = {"all", "possible", "different", "six", "6", "card"}

_EQUALS = re.compile(r"(?:[=≈~]|\b(?:is|are|equals|was)\b)(?P<value>[^=≈~]*)$")
_COMMISSION = re.compile(r"\d+(?:\.\d+)?\s*(?:%|percent|per cent)(?=\s*(?:commission|comm\b|vig\b))")
_UNDERSCORE = re.compile(r"_(?!\d)|(?<!\d)_")
_DIGIT = re.compile(r"\d")
_LOOKS_LIKE_A_VALUE = re.compile(r"[%./,]|\bin\b")


@dataclass(frozen=True)
class Figure:
    """One published figure.

    Attributes
    ----------
    text : str
        As it is shown.
    subjects : tuple of Subject
        What it may be about, the likeliest first; empty if it is about none, as all ways of a shoe are.
    quantity : str
        What it measures, one of `QUANTITIES`.
    ties_left_out : bool
        Whether it says that it is per resolved bet.
    shoe : Shoe or None
        None if it names no number of decks.
    printed : Printed
        The number.
    level : Level or None
        Of a volatility index or a quantile.
    names_pay : bool
        Whether it says what the wager pays.
    id : str
        Its name in a list.
    source : str
        Where it is printed.
    rulebook : Rulebook or None
        None for the usual one.
    """

    text: str
    subjects: tuple[Subject, ...]
    quantity: str
    ties_left_out: bool
    shoe: Shoe | None
    printed: Printed
    level: Level | None = None
    names_pay: bool = False
    id: str = ""
    source: str = ""
    rulebook: Rulebook | None = None


def read_figure(text: str, own: Sequence[Wager] = ()) -> Figure:
    """The figure that a line of text states.

    Parameters
    ----------
    text : str
        Words for the wager, what is measured, the number of decks and the number, in any order.
    own : sequence of Wager
        Wagers that are looked through before those of the library.

    Raises
    ------
    FigureError
        It has no number or several, or its words name no wager or nothing to measure.

    Examples
    --------
    >>> figure = read_figure("tie at 8 to 1, house edge 14.36% with eight decks")
    >>> figure.subjects[0].wager.slug, figure.quantity, figure.shoe.describe(), figure.printed.literal
    ('main/tie', 'house edge', '8 decks', '14.36%')
    >>> read_figure("tie probability 6 decks")
    Traceback (most recent call last):
    analyzer.errors.FigureError: it has no number to check
      in "tie probability 6 decks"
      add one: tie probability = 9.52%
    """
    shown = " ".join(text.split())
    if len(shown) > LONGEST_TEXT:
        raise FigureError(f"a claim is longer than {LONGEST_TEXT} characters", mend="give one figure in it")
    description = Description(_UNDERSCORE.sub(" ", plain_text(shown)))
    try:
        ties_left_out = description.take_ties_left_out()
        shoe = description.take_decks()
        printed = _take_number(description)
        return _described(shown, description, printed, shoe, ties_left_out, own)
    except FigureError as error:
        raise FigureError(error.what, where=f'"{_short(shown)}"', mend=error.mend) from None


def figure_of_parts(
    subjects: Sequence[Subject], quantity: str, value: str, shoe: Shoe | None, text: str
) -> Figure:
    """The figure of what a list gives in parts.

    Parameters
    ----------
    subjects : sequence of Subject
    quantity : str
        In words, such as `house edge excluding ties`.
    value : str
        The number in print.
    shoe : Shoe or None
    text : str
        As it is shown.

    Raises
    ------
    FigureError
        The words name nothing that is measured, or the value is no number.

    Examples
    --------
    >>> figure = figure_of_parts(subjects_of(["tie"]), "edge_excluding_ties", "14.36%", None, "Tie")
    >>> figure.quantity, figure.ties_left_out
    ('house edge', True)
    """
    description = Description(plain_text(quantity).replace("_", " "))
    ties_left_out = description.take_ties_left_out()
    measured = description.take_quantity()
    level = description.take_level() if measured in (VOLATILITY, QUANTILE) else None
    if not measured:
        raise FigureError(f'"{_short(quantity)}" is nothing that is measured', mend=_measured())
    if description.words():
        raise FigureError(
            f'"{" ".join(description.words())}" in the quantity is not understood', mend=_measured()
        )
    printed = read_printed(value)
    if printed is None:
        raise FigureError(f'"{_short(value)}" is not a number', mend="write 1.06%, 0.0106, 43/415 or 1 in 13")
    return Figure(text, tuple(subjects), measured, ties_left_out, shoe, printed, level, names_pay=True)


def _described(
    shown: str,
    description: Description,
    printed: Printed,
    shoe: Shoe | None,
    ties_left_out: bool,
    own: Sequence[Wager],
) -> Figure:
    """The figure, once number, decks and ties are taken out of its words."""
    pay = description.take_pay()
    whole_text = description.text
    quantity = description.take_quantity()
    level = description.take_level() if quantity in (VOLATILITY, QUANTILE) else None
    words = description.words()
    if quantity == NET and not words and "player" in whole_text:
        quantity, words = EDGE, ("player",)  # "player's edge" is the edge of the bet on Player
    if not quantity:
        raise FigureError("it does not say what the number measures", mend=_measured())
    if quantity == QUANTILE:
        return Figure(shown, (), QUANTILE, False, Shoe.infinite(), printed, level)
    if quantity == WAYS and set(words) <= TOTAL_WORDS and pay is None:
        return Figure(shown, (), WAYS, False, shoe, printed)
    try:
        subjects = subjects_of(words, pay, own)
    except FigureError:
        strange = [word for word in words if _DIGIT.search(word) and not is_known_word(word, own)]
        if strange:
            raise _several([*strange, printed.literal]) from None
        raise
    return Figure(
        shown, tuple(subjects), quantity, ties_left_out, shoe, printed, level, names_pay=pay is not None
    )


def _take_number(description: Description) -> Printed:
    """The number behind the last `=`; without one, the last that looks like a value and is no pay."""
    behind = _EQUALS.search(description.text)
    if behind and _DIGIT.search(behind["value"]):
        found = list(find_printed(behind["value"]))
        if len(found) > 1:
            raise _several([number.literal for _, _, number in found])
        if found:
            start, end, printed = found[0]
            rest = f"{behind['value'][:start]} ; {behind['value'][end:]}"
            description.text = f"{description.text[: behind.start()]} ; {rest}"
            return printed
    masked = _COMMISSION.sub(lambda match: "_" * len(match[0]), description.text)
    found = list(find_printed(masked))
    if not found:
        words = " ".join(re.sub("[;=].*", "", description.text).split())
        raise FigureError(
            "it has no number to check", mend=f"add one: {words or 'tie probability 8 decks'} = 9.52%"
        )
    telling = [item for item in found if _LOOKS_LIKE_A_VALUE.search(item[2].literal)]
    no_pays = [item for item in found if not item[2].form.startswith("odds")]
    start, end, printed = (telling or no_pays or found)[-1]
    description.text = f"{description.text[:start]} ; {description.text[end:]}"
    return printed


def _several(numbers: Sequence[str]) -> FigureError:
    return FigureError(
        f"it has several numbers: {', '.join(numbers)}",
        mend='give one figure in a claim, with "=" before its number',
    )


def _measured() -> str:
    return f"say one of: {', '.join(QUANTITIES)}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."

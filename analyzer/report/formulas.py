"""Formulas in reports: polynomials and quotients of polynomials as text, LaTeX and coefficients."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from analyzer.deal.polynomials import UNKNOWN, Polynomial, RationalFunction
from analyzer.exact import fraction_text, percent_text
from analyzer.report.model import Formula

TEXT_NOTATION, LATEX_NOTATION = NOTATIONS = ("text", "latex")

INFINITE = "infinite"

MOST_DIGITS_OF_A_RATE = 4
"""After the point of a percentage; a commission that needs more is shown as a fraction."""

WIDEST_FRACTION = 60
"""Letters of a numerator that still stands above a bar; a longer one needs a line that can be broken."""


def formula(function: Polynomial | RationalFunction, notation: str = TEXT_NOTATION) -> Formula | str:
    r"""A formula in a notation; in text it is set properly where a report is LaTeX.

    Examples
    --------
    >>> edge = RationalFunction.reduced(Polynomial.of(11, 4), Polynomial.of(-1, 52))
    >>> formula(edge), formula(edge, "latex")
    (Formula(text='(4*d + 11)/(52*d - 1)', latex='\\frac{4 d + 11}{52 d - 1}'), '\\frac{4 d + 11}{52 d - 1}')
    """
    return function.latex if notation == LATEX_NOTATION else Formula(function.text, _in_a_line(function))


def _in_a_line(function: Polynomial | RationalFunction) -> str:
    """LaTeX that can be broken: with plain brackets, and no bar below a long numerator."""
    latex = function.latex
    if isinstance(function, RationalFunction) and len(function.numerator.latex) > WIDEST_FRACTION:
        latex = f"({function.numerator.latex}) / ({function.denominator.latex})"
    return latex.replace(r"\left(", "(").replace(r"\right)", ")")


def asymptote(function: RationalFunction, notation: str = TEXT_NOTATION) -> Formula | str:
    """What a function comes to for many decks, as `many_decks` says it, in a notation."""
    if function.limit is None or notation == LATEX_NOTATION:
        return many_decks(function, notation)
    return Formula(many_decks(function), many_decks(function, LATEX_NOTATION))


def many_decks(function: RationalFunction, notation: str = TEXT_NOTATION) -> str:
    r"""What a function comes to for many decks: its limit, and the first term still missing from it.

    Examples
    --------
    >>> edge = RationalFunction.reduced(Polynomial.of(11, 4), Polynomial.of(-1, 52))
    >>> many_decks(edge), many_decks(edge, "latex")
    ('1/13 + 36/(169*d) + O(1/d**2)', '\\frac{1}{13} + \\frac{36}{169 d} + O(d^{-2})')
    """
    limit, approach = function.limit, function.approach
    if limit is None:
        return "it grows without bound"
    if approach is None:
        return _fraction(limit, notation)
    sign = "-" if approach.coefficient < 0 else "+"
    term = _fraction(abs(approach.coefficient), notation, approach.order)
    order = approach.order + 1
    rest = f"O({UNKNOWN}^{{-{order}}})" if notation == LATEX_NOTATION else f"O(1/{UNKNOWN}**{order})"
    first = [_fraction(limit, notation), sign] if limit else ["-"] if sign == "-" else []
    return " ".join([*first, term, "+", rest])


def _fraction(value: Fraction, notation: str, order: int = 0) -> str:
    """A number over a power of the unknown."""
    top, bottom = value.numerator, value.denominator
    if notation == LATEX_NOTATION:
        power = f"{UNKNOWN}^{{{order}}}" if order > 1 else UNKNOWN * order
        below = " ".join([*([str(bottom)] if bottom > 1 or not order else []), *([power] if power else [])])
        if below == "1":
            return str(top)
        return rf"{'-' if top < 0 else ''}\frac{{{abs(top)}}}{{{below}}}"
    power = f"{UNKNOWN}**{order}" if order > 1 else UNKNOWN * order
    if not order:
        return fraction_text(value)
    return f"{top}/{power}" if bottom == 1 else f"{top}/({bottom}*{power})"


def polynomial_tree(polynomial: Polynomial) -> dict[str, Any]:
    """A polynomial as a JSON tree, the coefficient of the power 0 first."""
    return {
        "coefficients": coefficient_texts(polynomial),
        "text": polynomial.text,
        "latex": polynomial.latex,
    }


def function_tree(function: RationalFunction) -> dict[str, Any]:
    """A quotient of polynomials with its limit and the order of its approach, as a JSON tree."""
    approach = function.approach
    return {
        "numerator": coefficient_texts(function.numerator),
        "denominator": coefficient_texts(function.denominator),
        "text": function.text,
        "latex": function.latex,
        "limit": function.limit,
        "approach": None
        if approach is None
        else {"order": approach.order, "coefficient": approach.coefficient},
    }


def coefficient_texts(polynomial: Polynomial) -> list[str]:
    """Coefficients as text, that of the power 0 first."""
    return [fraction_text(coefficient) for coefficient in polynomial.coefficients] or ["0"]


def rate_text(rate: Fraction) -> str:
    """A commission as a percentage if few digits tell it exactly, else as a fraction.

    Examples
    --------
    >>> [rate_text(Fraction(text)) for text in ("1/20", "1/40", "1/3")]
    ['5%', '2.5%', '1/3']
    """
    for digits in range(MOST_DIGITS_OF_A_RATE + 1):
        if 10 ** (digits + 2) % rate.denominator == 0:
            return percent_text(rate, digits)
    return fraction_text(rate)


def decks_text(decks: int | None) -> str:
    """A number of decks; None stands for infinitely many."""
    return INFINITE if decks is None else str(decks)


def decks_input(decks: Sequence[int | None]) -> list[str]:
    """Numbers of decks as a JSON tree."""
    return [decks_text(number) for number in decks]

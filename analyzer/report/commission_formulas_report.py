"""Chemin de fer for every commission, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from analyzer.deal.polynomials import Polynomial, RationalFunction
from analyzer.exact import fraction_text
from analyzer.play.formulas.commission_bounds import Bound
from analyzer.play.formulas.commission_formulas import EveryCommission
from analyzer.play.formulas.commission_stretch import Stretch
from analyzer.play.games.chemin_de_fer import rulebook_of
from analyzer.report.chemin_de_fer_report import short_text
from analyzer.report.formulas import coefficient_texts, decks_text
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import PEOPLE, PROBABILITY, RATE, Cell, Column, Formula, Report, Rounded, Table
from analyzer.report.situations import situation_text, situation_tree

SCHEMA = "baccarat/commission-formulas"
VERSION = 1
ORDER, WALK = METHODS = (
    "order of the places at which Banker changes sides",
    "equilibria from stretch to stretch",
)

COMMISSION = "a"
"""What the commission is called in formulas."""


def commission_formulas_report(solved: Sequence[EveryCommission]) -> Report:
    """A report of one model for every commission, for one shoe or several."""
    first = solved[0]
    described = first.shoe.describe() if len(solved) == 1 else "by number of decks"
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"Baccara chemin de fer, model {first.model}, for every commission {COMMISSION}; {described}",
        inputs={
            "rules": rules_input(rulebook_of(first.model)),
            "model": first.model,
            "shoes": [shoe_input(item.shoe) for item in solved],
        },
        method=ORDER if first.is_complete else WALK,
        sections=(_strategies_table(solved), _values_table(solved), _changes_table(solved)),
        data={"solutions": [_tree(item) for item in solved]},
    )


def formula_text(function: RationalFunction) -> Formula:
    r"""A function of the commission, with the constant of what stands below the bar above 0.

    Examples
    --------
    >>> from analyzer.deal.polynomials import Polynomial
    >>> formula_text(RationalFunction.reduced(Polynomial.of(-9, 1), Polynomial.of(-11, 6)))
    Formula(text='(9 - a)/(11 - 6*a)', latex='\\frac{9 - \\alpha}{11 - 6 \\alpha}')
    """
    above, below = function.numerator.coefficients, function.denominator.coefficients
    sign = next(-1 if number < 0 else 1 for number in below if number)
    texts, latex = (
        [_polynomial_text([sign * number for number in part], symbol, times) for part in (above, below)]
        for symbol, times in ((COMMISSION, "*"), (r"\alpha", " "))
    )
    if len(below) == 1 and abs(below[0]) == 1:
        return Formula(texts[0], latex[0])
    if len(below) == 1:
        return Formula(f"({texts[0]})/{texts[1]}", rf"\frac{{{latex[0]}}}{{{latex[1]}}}")
    return Formula(f"({texts[0]})/({texts[1]})", rf"\frac{{{latex[0]}}}{{{latex[1]}}}")


def _polynomial_text(coefficients: Sequence[Fraction], symbol: str, times: str) -> str:
    text = ""
    for power, number in enumerate(coefficients):
        if not number:
            continue
        letters = symbol if power == 1 else f"{symbol}^{power}"
        size = fraction_text(abs(number))
        term = size if power == 0 else letters if abs(number) == 1 else f"{size}{times}{letters}"
        sign = "-" if number < 0 else "+"
        text += f" {sign} {term}" if text else f"-{term}" if number < 0 else term
    return text or "0"


def bound_text(bound: Bound) -> str:
    """A bound exactly: a fraction, or the polynomial that is zero there.

    Examples
    --------
    >>> bound_text(Bound((151, -1159, 610), Fraction(1, 8), Fraction(1, 7)))
    '151 - 1159*a + 610*a^2 = 0'
    """
    if isinstance(bound.value, Fraction):
        return fraction_text(bound.value)
    return f"{_polynomial_text([*map(Fraction, bound.polynomial)], COMMISSION, '*')} = 0"


def _each(solved: Sequence[EveryCommission]) -> Iterator[tuple[str, Stretch]]:
    for item in solved:
        for stretch in item.stretches:
            yield decks_text(None if item.shoe.with_replacement else item.shoe.decks), stretch


_STRETCH = (
    Column("decks", "Decks", grouped=True),
    Column("low", "From", PROBABILITY),
    Column("high", "to", PROBABILITY),
)


def _strategies_table(solved: Sequence[EveryCommission]) -> Table:
    columns = (
        *_STRETCH,
        *(
            Column(f"player_{number}", f"Player draws on {short_text(situation)}")
            for number, situation in enumerate(solved[0].choices)
        ),
        Column("mixes_on", "Banker mixes on", wraps=True),
        Column("mixes", "drawing", PROBABILITY),
        Column("mixes_exactly", "Exactly", audience=PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            decks,
            stretch.low.value,
            stretch.high.value,
            *map(formula_text, stretch.player),
            "; ".join(map(situation_text, stretch.mixes_on)) or None,
            stretch.mixes,
            None if stretch.mixes is None else fraction_text(stretch.mixes),
        )
        for decks, stretch in _each(solved)
    ]
    notes = (
        f"{COMMISSION} is the commission on Banker's wins, from 0 to below 1. Every line is an equilibrium on"
        + (
            " its stretch, and there is no other inside; at a bound those of both sides hold."
            if solved[0].is_complete
            else " its stretch; at one commission of each stretch it is proven that there is no other."
        ),
    )
    return Table("strategies", "Equilibria by commission", columns, rows, notes)


def _values_table(solved: Sequence[EveryCommission]) -> Table:
    columns = (
        *_STRETCH,
        Column("ends", "Ends exactly at", wraps=True),
        Column("player_net", "Player's net win", RATE),
        Column("banker_net", "Banker's net win", wraps=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            decks,
            stretch.low.value,
            stretch.high.value,
            bound_text(stretch.high),
            stretch.player_net,
            formula_text(stretch.banker_net),
        )
        for decks, stretch in _each(solved)
    ]
    return Table("values", "What the sides expect to win", columns, rows)


def _changes_table(solved: Sequence[EveryCommission]) -> Table:
    columns = (
        *_STRETCH[:2],
        Column("draws", "Banker now draws on", wraps=True),
        Column("stands", "Banker now stands on", wraps=True),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in solved:
        decks = decks_text(None if item.shoe.with_replacement else item.shoe.decks)
        for before, after in zip(item.stretches, item.stretches[1:], strict=False):
            drew, draws_some = {*before.draws}, {*after.draws, *after.mixes_on}
            draws = "; ".join(situation_text(one) for one in after.draws if one not in drew)
            stopped = (one for one in (*before.draws, *before.mixes_on) if one not in draws_some)
            stands = "; ".join(map(situation_text, stopped))
            rows.append((decks, after.low.value, draws or None, stands or None))
    return Table("changes", "Where Banker's strategy changes", columns, rows)


def _tree(item: EveryCommission) -> dict[str, Any]:
    return {
        "shoe": shoe_input(item.shoe),
        "complete": item.is_complete,
        "stretches": [
            {
                "low": _bound_tree(stretch.low),
                "high": _bound_tree(stretch.high),
                "player_draws": [
                    {**situation_tree(situation), **_function_tree(function)}
                    for situation, function in zip(item.choices, stretch.player, strict=True)
                ],
                "banker_mixes_on": [situation_tree(situation) for situation in stretch.mixes_on],
                "banker_mixes": stretch.mixes,
                "banker_draws": [situation_tree(situation) for situation in stretch.draws],
                "player_net": stretch.player_net,
                "banker_net": _function_tree(stretch.banker_net),
            }
            for stretch in item.stretches
        ],
    }


def _bound_tree(bound: Bound) -> dict[str, Any]:
    return {
        "polynomial": coefficient_texts(Polynomial.of(*bound.polynomial)),
        "rational": isinstance(bound.value, Fraction),
        "value": Rounded(bound.value),
    }


def _function_tree(function: RationalFunction) -> dict[str, Any]:
    return {
        "numerator": coefficient_texts(function.numerator),
        "denominator": coefficient_texts(function.denominator),
        "text": formula_text(function).text,
    }

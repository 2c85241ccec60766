"""Formulas in reports say what they mean, in both notations."""

from fractions import Fraction

import pytest

from analyzer.cli.deck_options import NOTATIONS as OF_THE_COMMANDS
from analyzer.deal.polynomials import Polynomial, RationalFunction
from analyzer.report.formulas import (
    NOTATIONS,
    coefficient_texts,
    formula,
    function_tree,
    many_decks,
    polynomial_tree,
)
from analyzer.report.latex_format import report_latex
from analyzer.report.model import Fact, Facts, Formula, NumberStyle, Report
from analyzer.report.tables import report_text


def function(numerator: list[int], denominator: list[int]) -> RationalFunction:
    return RationalFunction.reduced(Polynomial.of(*numerator), Polynomial.of(*denominator))


def test_the_commands_know_the_notations() -> None:
    assert OF_THE_COMMANDS == NOTATIONS


@pytest.mark.parametrize(
    ("numerator", "denominator", "text", "latex"),
    [
        (
            [11, 4],
            [-1, 52],
            "1/13 + 36/(169*d) + O(1/d**2)",
            r"\frac{1}{13} + \frac{36}{169 d} + O(d^{-2})",
        ),
        ([0, 0, 3], [1, 0, 1], "3 - 3/d**2 + O(1/d**3)", r"3 - \frac{3}{d^{2}} + O(d^{-3})"),
        ([-5], [0, 2], "- 5/(2*d) + O(1/d**2)", r"- \frac{5}{2 d} + O(d^{-2})"),
        ([5], [0, 1], "5/d + O(1/d**2)", r"\frac{5}{d} + O(d^{-2})"),
        ([-7], [2], "-7/2", r"-\frac{7}{2}"),
        ([0, 1], [1], "it grows without bound", "it grows without bound"),
    ],
)
def test_many_decks_are_told_by_the_limit_and_the_next_term(
    numerator: list[int], denominator: list[int], text: str, latex: str
) -> None:
    assert [many_decks(function(numerator, denominator), notation) for notation in NOTATIONS] == [text, latex]


def test_a_report_in_latex_sets_formulas_in_lines_that_can_be_broken() -> None:
    long = formula(function([5, *[123456789] * 6], [-1, 52]))
    assert isinstance(long, Formula)
    assert long.latex.endswith("+ 5) / (52 d - 1)")
    assert r"\left" not in formula(function([-20, 9, 5], [7])).latex
    facts = Facts("edge", "Edge", (Fact("edge", "Edge", formula(function([11, 4], [-1, 52]))),))
    report = Report("baccarat/decks", 1, "", {}, "", (facts,), {})
    assert r"Edge & $\frac{4 d + 11}{52 d - 1}$ \\" in report_latex(report, NumberStyle())
    assert "Edge  (4*d + 11)/(52*d - 1)" in report_text(report, NumberStyle())


def test_trees_carry_coefficients_from_the_lowest_power_on() -> None:
    assert polynomial_tree(Polynomial.of(0, Fraction(1, 2)))["coefficients"] == ["0", "1/2"]
    assert coefficient_texts(Polynomial.of()) == ["0"]
    tree = function_tree(function([11, 4], [-1, 52]))
    assert (tree["numerator"], tree["denominator"]) == (["11", "4"], ["-1", "52"])
    assert tree["approach"] == {"order": 1, "coefficient": Fraction(36, 169)}
    assert function_tree(function([7], [2]))["approach"] is None

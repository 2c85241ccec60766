"""Wagers as polynomials in the ten card counts, for other programs to evaluate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.deal.card_polynomials import VARIABLES, CardPolynomials
from analyzer.report.inputs import rules_input, wagers_input
from analyzer.report.model import COUNT, MACHINES, PEOPLE, Cell, Column, Report, Section, Table
from analyzer.study.card_forms import CardForm, CardFormsStudy

SCHEMA = "baccarat/forms"
VERSION = 1
METHOD = "forms"

CHECK_COUNTS = (128, *[32] * 9)
"""Eight decks, whose ways stand beside every polynomial so that whoever evaluates it can see it is right."""


def card_forms_report(study: CardFormsStudy) -> Report:
    """A report of the polynomials of some wagers."""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; ways as polynomials in the card counts",
        inputs={
            "rules": rules_input(study.rulebook),
            "wagers": wagers_input(
                [*(item.wager for item in study.wagers), *(item.wager for item in study.unanswerable)]
            ),
        },
        method=METHOD,
        sections=tuple(_sections(study)),
        data={
            "variables": list(VARIABLES),
            "check_counts": [str(count) for count in CHECK_COUNTS],
            "wagers": [_wager_tree(item) for item in study.wagers],
            "unanswerable": [
                {"wager": item.wager.slug, "reason": item.reason} for item in study.unanswerable
            ],
        },
    )


def _sections(study: CardFormsStudy) -> Iterator[Section]:
    columns = (
        Column("wager", "Wager", grouped=True),
        Column("line", "Line", wraps=True),
        Column("terms", "Terms", COUNT),
        Column("check", "Ways of 8 decks", COUNT),
    )
    rows: list[tuple[Cell, ...]] = [
        (item.wager.title, line.label, int((row != 0).sum()), check)
        for item in study.wagers
        for line, row, check in zip(
            item.wager.lines,
            item.polynomials.coefficients,
            item.polynomials.values(CHECK_COUNTS),
            strict=True,
        )
    ]
    notes = (
        "c0 to c9 are the cards left of each point value. The polynomials themselves are too long for a page:"
        " use --json or --format csv.",
    )
    yield Table("lines", "Polynomials", columns, rows, notes, PEOPLE)
    yield _terms_table(study)
    if study.unanswerable:
        reasons = (
            Column("slug", "", audience=MACHINES),
            Column("wager", "Wager"),
            Column("reason", "Why", wraps=True),
        )
        listed = [(item.wager.slug, item.wager.title, item.reason) for item in study.unanswerable]
        yield Table("unanswerable", "Wagers that point values do not answer", reasons, listed)


def _terms_table(study: CardFormsStudy) -> Table:
    columns = (
        Column("slug", ""),
        Column("line", ""),
        Column("derivative", ""),
        *(Column(name, "", COUNT) for name in VARIABLES),
        Column("coefficient", "", COUNT),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in study.wagers:
        for name, polynomials in (("", item.polynomials), *zip(VARIABLES, item.gradient, strict=False)):
            rows += _term_rows(item, name, polynomials)
    return Table("terms", "Terms", columns, rows, audience=MACHINES)


def _term_rows(item: CardForm, derivative: str, polynomials: CardPolynomials) -> Iterator[tuple[Cell, ...]]:
    for line, row in zip(item.wager.lines, polynomials.coefficients.tolist(), strict=True):
        for exponents, coefficient in zip(polynomials.exponents, row, strict=True):
            if coefficient:
                yield (item.wager.slug, line.label, derivative, *exponents, coefficient)


def _wager_tree(item: CardForm) -> dict[str, Any]:
    checks = item.polynomials.values(CHECK_COUNTS)
    return {
        "wager": item.wager.slug,
        "title": item.wager.title,
        "lines": [
            {
                "label": line.label,
                "pays": line.pays.to_one_text,
                "net": None if line.pays.share else str(line.pays.net),
                "check_ways": str(check),
            }
            for line, check in zip(item.wager.lines, checks, strict=True)
        ],
        "ways": _polynomials_tree(item.polynomials),
        "gradient": [
            {"variable": variable, **_polynomials_tree(derivative)}
            for variable, derivative in zip(VARIABLES, item.gradient, strict=False)
        ],
    }


def _polynomials_tree(polynomials: CardPolynomials) -> dict[str, Any]:
    """Monomials as the powers of c0 to c9, a digit each, and their coefficients for each line."""
    return {
        "monomials": ["".join(map(str, exponents)) for exponents in polynomials.exponents],
        "coefficients": [list(map(str, row)) for row in polynomials.coefficients.tolist()],
    }

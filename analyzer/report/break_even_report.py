"""Break-even pays, commissions and jackpots, for one shoe or as functions of the number of decks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from analyzer.deal.polynomials import RationalFunction
from analyzer.exact import fraction_text, percent_text
from analyzer.report.formulas import (
    TEXT_NOTATION,
    asymptote,
    decks_input,
    decks_text,
    formula,
    function_tree,
)
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    FRACTION,
    MACHINES,
    NUMBER,
    PEOPLE,
    RATE,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Section,
    Table,
)
from analyzer.study.break_even import BreakEven, BreakEvenStudy, Term
from analyzer.study.decks import at_decks

SCHEMA = "baccarat/break-even"
DECKS_SCHEMA = "baccarat/break-even-by-decks"
VERSION = 1


class _Item(NamedTuple):
    """One term of a wager: what it is about, what stands there now, and what it would have to be."""

    wager: BreakEven
    key: str
    name: str
    kind: str
    now: str
    term: Term | None


def break_even_report(
    study: BreakEvenStudy,
    *,
    lines: Collection[str] = (),
    decks: Sequence[int | None] = (),
    notation: str = TEXT_NOTATION,
) -> Report:
    """A report of break-even terms.

    Parameters
    ----------
    study : BreakEvenStudy
    lines : collection of str, optional
        Labels of the lines to show; if none are given, all lines that win.
        The JSON tree holds all lines in any case.
    decks : sequence of int or None, optional
        For functions of the number of decks, the numbers of the table; None stands for infinitely many.
    notation : {"text", "latex"}
        How people see formulas.
    """
    of = "without an edge" if study.edge == 0 else f"with a house edge of {_edge_text(study.edge)}"
    where = "by number of decks" if study.shoe is None else study.shoe.describe()
    inputs: dict[str, Any] = {"rules": rules_input(study.rulebook)}
    if study.shoe is None:
        inputs["decks"] = decks_input(decks)
    else:
        inputs["shoe"] = shoe_input(study.shoe)
    inputs |= {
        "wagers": wagers_input(
            [*(item.wager for item in study.wagers), *(item.wager for item in study.unanswerable)]
        ),
        "edge": str(study.edge),
    }
    items = list(_items(study, lines))
    sections = _shoe_sections(items) if study.shoe else _deck_sections(items, decks, notation)
    return Report(
        name=DECKS_SCHEMA if study.shoe is None else SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; terms {of}; {where}",
        inputs=inputs,
        method=study.method,
        sections=(*sections, *_unanswerable(study)),
        data={
            "wagers": [_wager_tree(item, decks) for item in study.wagers],
            "unanswerable": [
                {"wager": item.wager.slug, "reason": item.reason} for item in study.unanswerable
            ],
        },
    )


def _edge_text(edge: Fraction) -> str:
    """A wanted edge as people write it."""
    digits = next((digits for digits in range(7) if (edge * 10 ** (digits + 2)).denominator == 1), None)
    return fraction_text(edge) if digits is None else percent_text(edge, digits)


def _items(study: BreakEvenStudy, lines: Collection[str]) -> Iterator[_Item]:
    for item in study.wagers:
        if item.house_edge is None:
            yield _Item(item, "jackpot", "jackpot, in units of the stake", NUMBER, "", item.jackpot)
            continue
        for place, (line, pay) in enumerate(zip(item.wager.lines, item.pays, strict=True)):
            if line.label in lines or (not lines and line.pays.net > 0):
                yield _Item(item, f"pay_{place}", line.label, NUMBER, line.pays.to_one_text, pay)
        commission = item.commission
        if not lines and (item.wager.commission or _is_possible_rate(commission.rate)):
            name = f"commission on {commission.now.base}"
            yield _Item(item, "commission", name, RATE, _edge_text(commission.now.rate), commission.rate)


def _is_possible_rate(rate: Term | None) -> bool:
    value = rate.limit if isinstance(rate, RationalFunction) else rate
    return value is not None and 0 <= value <= 1


def _shoe_sections(items: Sequence[_Item]) -> Iterator[Section]:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True),
        Column("term", "Term", wraps=True),
        Column("now", "Now"),
        Column("break_even", "Would be", NUMBER),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    for key, title, kinds, notes in (
        ("pays", "Pays, to one", ("pay",), ("Each line for itself, all others as they pay now.",)),
        ("commissions", "Commissions", ("commission",), ()),
        ("jackpots", "Jackpots", ("jackpot",), ()),
    ):
        chosen = [item for item in items if item.key.split("_")[0] in kinds]
        if not chosen:
            continue
        shown = (*columns[:4], columns[4]._replace(kind=chosen[0].kind), columns[5])
        rows: list[tuple[Cell, ...]] = [
            (item.wager.wager.slug, item.wager.wager.title, item.name, item.now, *[_cell(item.term)] * 2)
            for item in chosen
        ]
        yield Table(key, title, shown, rows, (*notes, *_impossible_notes(key, chosen)))


def _cell(term: Term | None) -> Fraction | None:
    assert not isinstance(term, RationalFunction)
    return term


def _impossible_notes(key: str, items: Sequence[_Item]) -> Iterator[str]:
    values = [value for item in items if (value := _cell(item.term)) is not None]
    if key == "pays" and any(value < -1 for value in values):
        yield "A pay below -1 is none: the line would have to take more than the stake."
    if key == "commissions" and any(not 0 <= value <= 1 for value in values):
        yield "A rate below 0 is none: the wager has such an edge even without a commission."


def _deck_sections(items: Sequence[_Item], decks: Sequence[int | None], notation: str) -> Iterator[Section]:
    yield _wide_table(items, decks)
    long_columns = (
        Column("slug", ""),
        Column("term", ""),
        Column("decks", ""),
        Column("break_even", "", NUMBER),
    )
    long_rows: list[tuple[Cell, ...]] = [
        (item.wager.wager.slug, item.name, decks_text(number), _at(item.term, number))
        for item in items
        for number in decks
    ]
    yield Table("terms", "Terms", long_columns, long_rows, audience=MACHINES)
    for wager in dict.fromkeys(id(item.wager) for item in items):
        own = [item for item in items if id(item.wager) == wager]
        yield _formula_facts(own, notation)


def _wide_table(items: Sequence[_Item], decks: Sequence[int | None]) -> Table:
    """A row per number of decks, for people."""
    columns = (
        Column("decks", "Decks"),
        *(
            Column(f"{item.wager.wager.slug} {item.key}", f"{item.wager.wager.title}: {item.name}", item.kind)
            for item in items
        ),
    )
    rows: list[tuple[Cell, ...]] = [
        (decks_text(number), *(_at(item.term, number) for item in items)) for number in decks
    ]
    return Table("decks", "By number of decks", columns, rows, ("Pays are to one.",), PEOPLE)


def _at(term: Term | None, decks: int | None) -> Fraction | None:
    return at_decks(term, decks) if isinstance(term, RationalFunction) else term


def _formula_facts(items: Sequence[_Item], notation: str) -> Facts:
    facts = []
    for item in items:
        function = item.term
        if isinstance(function, RationalFunction):
            facts.append(Fact(item.key, item.name, formula(function, notation)))
            facts.append(Fact(f"{item.key}_many", "  for many decks", asymptote(function, notation)))
    wager = items[0].wager.wager
    return Facts(wager.slug, wager.title, tuple(facts))


def _unanswerable(study: BreakEvenStudy) -> Iterator[Section]:
    if study.unanswerable:
        columns = (Column("slug", "", audience=MACHINES), Column("wager", "Wager"), Column("reason", "Why"))
        rows = [(item.wager.slug, item.wager.title, item.reason) for item in study.unanswerable]
        yield Table("unanswerable", "Wagers this shoe cannot answer", columns, rows)


def _wager_tree(item: BreakEven, decks: Sequence[int | None]) -> dict[str, Any]:
    return {
        "wager": item.wager.slug,
        "title": item.wager.title,
        "house_edge": _term_tree(item.house_edge, decks),
        "lines": [
            {"label": line.label, "pays": line.pays.to_one_text, "break_even": _term_tree(pay, decks)}
            for line, pay in zip(item.wager.lines, item.pays, strict=True)
        ],
        "commission": {
            "base": item.commission.now.base,
            "now": str(item.commission.now.rate),
            "break_even": _term_tree(item.commission.rate, decks),
        },
        "jackpot": _term_tree(item.jackpot, decks),
    }


def _term_tree(term: Term | None, decks: Sequence[int | None]) -> Any:
    """A term as a JSON tree: an exact value, or a formula with its values."""
    if not isinstance(term, RationalFunction):
        return term
    values = [{"decks": decks_text(number), "value": at_decks(term, number)} for number in decks]
    return {**function_tree(term), "values": values}

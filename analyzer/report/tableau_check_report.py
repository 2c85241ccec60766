"""How good a tableau is, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.exact import fraction_text
from analyzer.game.rulebook import CARDS, ranges_text
from analyzer.play.decision_table import BankerSituation
from analyzer.play.formulas.tableau_formulas import Bound, TableauByDecks
from analyzer.play.games.tableau_check import Reply, TableauCheck
from analyzer.report.formulas import decks_input, decks_text, formula, function_tree, rate_text
from analyzer.report.inputs import rules_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    PEOPLE,
    PROBABILITY,
    RATE,
    Cell,
    Column,
    Prose,
    Report,
    Section,
    Table,
)
from analyzer.report.situations import situation_text, situation_tree

SCHEMA = "baccarat/tableau-check"
VERSION = 1
METHOD = "best replies"

ACTION_NAMES = {"D": "draws", "S": "stands"}

Checks = Mapping[int | None, TableauCheck]
"""One question about a tableau, by number of decks; None stands for infinitely many."""


def tableau_check_report(questions: Sequence[Checks], formulas: Sequence[TableauByDecks] = ()) -> Report:
    """A report of a tableau beside Banker's best replies.

    Parameters
    ----------
    questions : sequence of mappings of int or None to TableauCheck
        The same numbers of decks with each commission and for each thing that Banker sees.
    formulas : sequence of TableauByDecks, optional
        The same questions for every number of decks.
    """
    decks = list(questions[0])
    first = questions[0][decks[0]]
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{first.rulebook.title}; each cell of the tableau beside Banker's best reply",
        inputs={"rules": rules_input(first.rulebook), "decks": decks_input(decks)},
        method=METHOD,
        sections=tuple(_sections(questions, formulas)),
        data={
            "questions": [_question_tree(checks) for checks in questions],
            "formulas": [_formulas_tree(item) for item in formulas],
        },
    )


def _sections(questions: Sequence[Checks], formulas: Sequence[TableauByDecks]) -> Iterator[Section]:
    yield _summary(questions)
    yield _faults_for_people(questions)
    yield _faults_for_machines(questions)
    if formulas:
        yield _bounds_section(formulas)
        yield _formulas_table(formulas)


def _question_columns() -> tuple[Column, Column]:
    return Column("banker_sees", "Banker sees", grouped=True), Column(
        "commission", "Commission", grouped=True
    )


def _summary(questions: Sequence[Checks]) -> Table:
    columns = (
        *_question_columns(),
        Column("decks", "Decks"),
        Column("mistakes", "Mistakes", COUNT),
        Column("cost", "Cost a coup", RATE),
        Column("from", "Right from", PROBABILITY),
        Column("to", "to", PROBABILITY),
        Column("exactly", "Exactly", audience=PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for checks in questions:
        for decks, check in checks.items():
            ends = check.optimal_for
            exactly = None if ends is None else " to ".join(map(fraction_text, ends))
            cells = decks_text(decks), len(check.faults), check.cost, *(ends or (None, None)), exactly
            rows.append((*_asked(check), *cells))
    notes = (
        "In a mistake Banker would do better with the other action, against Player's rule;"
        " the cost of all of them is in stakes a coup.",
        "The tableau is a best reply of Banker's if Player draws on 5 with a probability in the interval"
        + (", and strictly inside his only one." if _only_inside(questions) else "."),
    )
    return Table("tableau", "Is the tableau right?", columns, rows, notes)


def _only_inside(questions: Sequence[Checks]) -> bool:
    """Whether every interval has only the tableau as a best reply inside."""
    checks = [check for asked in questions for check in asked.values() if check.optimal_for is not None]
    return bool(checks) and all(check.is_only_best_reply for check in checks)


def _asked(question: TableauCheck | TableauByDecks) -> tuple[str, str]:
    """What Banker sees, and the commission."""
    commission = rate_text(question.commission) if question.commission else "none"
    return ("his cards" if question.banker_sees == CARDS else "his total"), commission


def _faults_for_people(questions: Sequence[Checks]) -> Table:
    columns = (
        *_question_columns(),
        Column("situation", "Banker has"),
        Column("tableau", "Tableau"),
        Column("decks", "Decks", wraps=True),
        Column("cost", "Costs at most", RATE),
        Column("with", "with"),
    )
    rows: list[tuple[Cell, ...]] = []
    for checks in questions:
        for situation, found in _by_situation(checks).items():
            dearest = max(found, key=lambda decks: found[decks].cost)
            reply = found[dearest]
            rows.append(
                (
                    *_asked(next(iter(checks.values()))),
                    situation_text(situation),
                    ACTION_NAMES[reply.prescribed],
                    _listed(found),
                    reply.cost,
                    decks_text(dearest),
                )
            )
    return Table(
        "mistakes", "Mistakes of the tableau", columns, rows, ("The other action would be better.",), PEOPLE
    )


def _by_situation(checks: Checks) -> dict[BankerSituation, dict[int | None, Reply]]:
    """The faults of a question, by situation and number of decks."""
    found: dict[BankerSituation, dict[int | None, Reply]] = {}
    for decks, check in checks.items():
        for reply in check.faults:
            found.setdefault(reply.situation, {})[decks] = reply
    return dict(sorted(found.items(), key=lambda item: _order(item[0])))


def _order(situation: BankerSituation) -> tuple[Any, ...]:
    return situation.total, -1 if situation.third is None else situation.third, situation.cards or ()


def _listed(decks: Mapping[int | None, Reply]) -> str:
    finite = ranges_text(sorted(number for number in decks if number is not None))
    return ", ".join([*([finite] if finite else []), *([decks_text(None)] if None in decks else [])])


def _faults_for_machines(questions: Sequence[Checks]) -> Table:
    columns = (
        Column("banker_sees", ""),
        Column("commission", ""),
        Column("decks", ""),
        Column("total", "", COUNT),
        Column("cards", ""),
        Column("third", ""),
        Column("tableau", ""),
        Column("best", ""),
        Column("cost", "", RATE),
    )
    rows: list[tuple[Cell, ...]] = []
    for checks in questions:
        for decks, check in checks.items():
            for reply in check.faults:
                _, cards, third, _ = reply.situation
                rows.append(
                    (
                        check.banker_sees,
                        fraction_text(check.commission),
                        decks_text(decks),
                        reply.situation.total,
                        "" if cards is None else "{} {}".format(*cards),
                        "none" if third is None else str(third),
                        reply.prescribed,
                        reply.best,
                        reply.cost,
                    )
                )
    return Table("mistakes", "Mistakes", columns, rows, audience=MACHINES)


def _bounds_section(formulas: Sequence[TableauByDecks]) -> Table | Prose:
    title = "For which play on 5 the tableau is right, by number of decks"
    columns = (
        *_question_columns(),
        Column("end", "Right"),
        Column("situation", "Banker is indifferent with"),
        Column("formula", "Probability that Player draws on 5", wraps=True),
        Column("limit", "Limit", FRACTION),
        Column("holds", "Holds for decks"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            *_asked(item),
            name,
            situation_text(bound.situation),
            formula(bound.probability),
            bound.probability.limit,
            _from_on(item),
        )
        for item in formulas
        for name, bound in (("from", item.low), ("to", item.high))
        if bound is not None
    ]
    texts = tuple(text for item in formulas if (text := _open_ends_text(item)))
    if not rows:
        return Prose("bounds", title, texts)
    note = "d is the number of decks. Each formula is proved for every number of decks that is named."
    return Table("bounds", title, columns, rows, (note, *texts))


def _open_ends_text(item: TableauByDecks) -> str:
    """What the formulas leave unsaid: that there is no interval, or that an end of it is 0 or 1."""
    sees, commission = _asked(item)
    asked = f"If Banker sees {sees}, with {commission if item.commission else 'no'} commission"
    if item.bounds_from is None:
        return f"{asked}, no interval of play on 5 is proved to make the tableau right for many decks."
    ends = [text for text, bound in (("begins at 0", item.low), ("ends at 1", item.high)) if bound is None]
    return f"{asked}, the interval {' and '.join(ends)}, for decks: {_from_on(item)}." if ends else ""


def _from_on(item: TableauByDecks) -> str:
    return "all" if item.bounds_from == 1 else f"from {item.bounds_from} on"


def _formulas_table(formulas: Sequence[TableauByDecks]) -> Table:
    columns = (
        *_question_columns(),
        Column("situation", "Banker has"),
        Column("tableau", "Tableau"),
        Column("decks", "A mistake for decks"),
        Column("formula", "What drawing wins more than standing, in stakes a coup", wraps=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            *_asked(item),
            situation_text(reply.situation),
            ACTION_NAMES[reply.prescribed],
            str(reply.faulty),
            formula(reply.advantage),
        )
        for item in formulas
        for reply in sorted(item.replies, key=lambda reply: _order(reply.situation))
    ]
    return Table("formulas", "Mistakes as functions of the number of decks", columns, rows)


def _question_tree(checks: Checks) -> dict[str, Any]:
    first = next(iter(checks.values()))
    return {
        "banker_sees": first.banker_sees,
        "commission": fraction_text(first.commission),
        "decks": [
            {
                "decks": decks_text(decks),
                "cost": check.cost,
                "best_reply_for": None
                if check.optimal_for is None
                else dict(zip(("from", "to"), check.optimal_for, strict=True)),
                "only_best_reply_inside": check.is_only_best_reply,
                "mistakes": [_reply_tree(reply) for reply in check.faults],
            }
            for decks, check in checks.items()
        ],
    }


def _reply_tree(reply: Reply) -> dict[str, Any]:
    return {
        **situation_tree(reply.situation),
        "tableau": reply.prescribed,
        "best": reply.best,
        "cost": reply.cost,
        "advantage_of_drawing": reply.advantage,
    }


def _formulas_tree(item: TableauByDecks) -> dict[str, Any]:
    return {
        "banker_sees": item.banker_sees,
        "commission": fraction_text(item.commission),
        "bounds_hold_from": item.bounds_from,
        "low": _bound_tree(item.low),
        "high": _bound_tree(item.high),
        "mistakes": [
            {
                **situation_tree(reply.situation),
                "tableau": reply.prescribed,
                "decks": str(reply.faulty),
                "advantage_of_drawing": function_tree(reply.advantage),
            }
            for reply in item.replies
        ],
    }


def _bound_tree(bound: Bound | None) -> dict[str, Any] | None:
    if bound is None:
        return None
    return {"indifferent": situation_tree(bound.situation), "probability": function_tree(bound.probability)}

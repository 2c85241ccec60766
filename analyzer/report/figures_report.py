"""Published figures against the exact law, as a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from analyzer.exact import fraction_text
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import (
    COUNT,
    MACHINES,
    PEOPLE,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.check.figure_check import AGREES, VERDICTS, CheckedFigure
from analyzer.study.check.figure_number import Measure
from analyzer.study.check.figure_words import QUANTILE

SCHEMA = "baccarat/figures"
VERSION = 1


def figures_report(checked: Sequence[CheckedFigure], rulebook: Rulebook, shoe: Shoe | None = None) -> Report:
    """A report of published figures that were checked.

    Parameters
    ----------
    checked : sequence of CheckedFigure
    rulebook : Rulebook
        For the figures that have none of their own.
    shoe : Shoe, optional
        For the figures that name no number of decks.
    """
    return Report(
        name=SCHEMA,
        version=VERSION,
        title="Published figures against the exact law",
        inputs={"rules": rules_input(rulebook), "shoe": None if shoe is None else shoe_input(shoe)},
        method="enumeration",
        sections=tuple(_sections(checked)),
        data={
            "figures": [_tree(item) for item in checked],
            "summary": {"figures": str(len(checked)), **_numbers(checked)},
        },
    )


def _numbers(checked: Sequence[CheckedFigure]) -> dict[str, str]:
    found = Counter(item.verdict for item in checked)
    keys = ("agree", "by_convention", "wrong")
    return {key: str(found[verdict]) for key, verdict in zip(keys, VERDICTS, strict=True)}


def _sections(checked: Sequence[CheckedFigure]) -> Iterator[Section]:
    yield _figures_table(checked)
    if any(item.answers for item in checked):
        yield _decks_table(checked)
    numbers = _numbers(checked)
    facts = [Fact("figures", "Figures", len(checked), COUNT)]
    names = ("Agree", "Agree only by another convention", "Wrong")
    facts += [
        Fact(key, name, int(number), COUNT)
        for (key, number), name in zip(numbers.items(), names, strict=True)
    ]
    yield Facts("summary", "Summary", tuple(facts))


def _figures_table(checked: Sequence[CheckedFigure]) -> Table:
    columns = (
        Column("id", "", audience=MACHINES),
        Column("claim", "Figure", wraps=True),
        Column("rules", "", audience=MACHINES),
        Column("slug", "", audience=MACHINES),
        Column("line", "", audience=MACHINES),
        Column("quantity", "", audience=MACHINES),
        Column("shoe", "", audience=MACHINES),
        Column("printed", "", audience=MACHINES),
        Column("verdict", "Verdict", wraps=True),
        Column("by", "", audience=MACHINES),
        Column("also", "", audience=MACHINES),
        Column("right", "Exact"),
        Column("exact", "", audience=MACHINES),
        Column("off_by", "Off by", audience=MACHINES),
        Column("because", "Why", audience=PEOPLE, wraps=True),
        Column("source", "", audience=MACHINES),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in checked:
        subject = item.reading.subject
        rows.append(
            (
                item.figure.id,
                item.figure.text,
                item.rulebook.slug,
                subject.wager.slug if subject else "",
                subject.line if subject else "",
                item.reading.quantity,
                _shoe_text(item),
                item.figure.printed.literal,
                item.verdict,
                item.by,
                "; ".join(item.also),
                item.right,
                _exact_text(item.exact),
                item.off_by,
                _because(item),
                item.figure.source,
            )
        )
    notes = ("The exact value stands with the digits of the figure, taken at its word.",)
    return Table("figures", "Figures", columns, rows, notes)


def _shoe_text(item: CheckedFigure) -> str:
    return "" if item.reading.quantity == QUANTILE else item.reading.shoe.describe()


def _because(item: CheckedFigure) -> str:
    """For people: by what a figure agrees, or by how much it is wrong."""
    if item.off_by:
        return f"off by {item.off_by}{f' ({item.by})' if item.by else ''}"
    also = f" (or {', or '.join(item.also)})" if item.also else ""
    return f"{item.by}{also}"


def _decks_table(checked: Sequence[CheckedFigure]) -> Table:
    columns = (
        Column("id", "", audience=MACHINES),
        Column("claim", "Figure", grouped=True, wraps=True),
        Column("shoe", "Decks"),
        Column("right", "Exact"),
        Column("exact", "", audience=MACHINES),
        Column("fits", "Fits"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.figure.id,
            item.figure.text,
            answer.shoe.describe(),
            "" if answer.exact is None else item.figure.printed.text_of(answer.exact),
            _exact_text(answer.exact),
            "yes" if answer.fits else "no",
        )
        for item in checked
        for answer in item.answers
    ]
    return Table("decks", "Figures that name no number of decks", columns, rows)


def _exact_text(exact: Measure | None) -> str:
    """The exact value as a fraction; of a root, its square."""
    if exact is None:
        return ""
    text = fraction_text(exact.value)
    return f"{'-' if exact.negative else ''}sqrt({text})" if exact.is_root else text


def _number(exact: Measure | None) -> Fraction | Root | None:
    if exact is None:
        return None
    return Root(exact.value, negative=exact.negative) if exact.is_root else exact.value


def _tree(item: CheckedFigure) -> dict[str, Any]:
    figure, reading = item.figure, item.reading
    subject = reading.subject
    return {
        "id": figure.id,
        "claim": figure.text,
        "source": figure.source,
        "rules": item.rulebook.slug,
        "wager": subject.wager.slug if subject else None,
        "line": (subject.line or None) if subject else None,
        "net": fraction_text(subject.net) if subject and subject.net is not None else None,
        "quantity": reading.quantity,
        "per_resolved_bet": reading.per_resolved,
        "shoe": _shoe_text(item) or None,
        "names_decks": figure.shoe is not None,
        "printed": figure.printed.literal,
        "verdict": item.verdict,
        "agrees": item.verdict == AGREES,
        "by": item.by,
        "also": list(item.also),
        "right": item.right,
        "exact": _number(item.exact),
        "off_by": item.off_by or None,
        "answers": [
            {
                "shoe": answer.shoe.describe(),
                "exact": _number(answer.exact),
                "fits": answer.fits,
            }
            for answer in item.answers
        ],
    }

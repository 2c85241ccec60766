"""What follows from what is known of a coup, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyzer.deal.graph_view import label
from analyzer.game.rulebook import OUTCOMES
from analyzer.report.analysis_report import FEW_WAGERS, analysis_sections, analysis_tree
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    PEOPLE,
    PROBABILITY,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Section,
    Table,
)
from analyzer.study.odds.knowledge import cards_told_apart
from analyzer.study.odds.known import KnownStudy
from analyzer.study.odds.part_left import PartLeft
from analyzer.study.odds.unseen import UnseenBurn

SCHEMA = "baccarat/odds"
VERSION = 1


def odds_report(study: KnownStudy, *, lines: bool | None = None) -> Report:
    """A report of what follows from what is known.

    Parameters
    ----------
    study : KnownStudy
    lines : bool, optional
        Whether every pay line is shown; if not given, it depends on how many wagers there are.
    """
    analysis = study.analysis
    if lines is None:
        lines = len(analysis.laws) <= FEW_WAGERS
    known = list(study.knowledge.texts)
    return Report(
        name=SCHEMA,
        version=VERSION,
        title="; ".join([analysis.rulebook.title, analysis.shoe.describe(), *_left_texts(study)]),
        inputs={
            "rules": rules_input(analysis.rulebook),
            "shoe": shoe_input(analysis.shoe),
            "wagers": wagers_input(analysis.wagers),
            "known": known,
            "left": None if study.left is None else _left_tree(study.left),
            "unseen_burn": None if study.burned is None else str(study.burned),
        },
        method=analysis.method,
        sections=tuple(_sections(study, lines)),
        data={
            **analysis_tree(analysis),
            "known_probability": study.share,
            "situation": label(study.present),
            "next_cards": [
                {
                    "value": card.value,
                    "ways": str(card.ways),
                    "probability": Fraction(card.ways, analysis.total_ways),
                    **{outcome: Fraction(card.outcomes[outcome], card.ways) for outcome in OUTCOMES},
                }
                for card in study.next_cards
            ],
            "decisions": [
                {
                    "who": decision.who or None,
                    "text": decision.text,
                    "ways": str(decision.ways),
                    "probability": Fraction(decision.ways, analysis.total_ways),
                }
                for decision in study.decisions
            ],
            "unseen_burn": None if study.burn is None else _burn_tree(study.burn),
        },
    )


def _left_texts(study: KnownStudy) -> Iterator[str]:
    if study.left is not None:
        yield study.left.text
    if study.burned is not None:
        yield f"{study.burned} burned unseen"


def _left_tree(left: PartLeft) -> dict[str, Any]:
    return {
        "cards": str(left.size),
        "holding": [{"cards": word.text, "number": str(number)} for word, number in left.holding],
    }


def _burn_tree(burn: UnseenBurn) -> dict[str, Any]:
    return {
        "value": burn.value,
        "cases": [
            {"burned": burned, "probability": share, **{name: chances[name] for name in OUTCOMES}}
            for burned, share, chances in burn.cases
        ],
        "together": {name: burn.together(name) for name in OUTCOMES},
    }


def _sections(study: KnownStudy, lines: bool) -> Iterator[Section]:
    yield _situation(study)
    first, *others = analysis_sections(study.analysis, lines, joint=False, ways_note=_ways_note(study))
    yield first
    if study.next_cards:
        yield _next_cards_table(study)
    if study.decisions:
        yield _decisions_table(study)
    yield from others
    if study.burn is not None:
        yield _burn_table(study.burn)


def _ways_note(study: KnownStudy) -> str:
    total = study.analysis.total_ways
    if study.left is not None:
        return f"Ways are in proportion to the chances; all together they are {total}."
    if not study.knowledge.texts:
        return f"Ways count ordered sequences of six cards; there are {total}."
    return f"Ways count the ordered sequences of six cards that agree with what is known; there are {total}."


def _situation(study: KnownStudy) -> Facts:
    known = [
        Fact(f"known_{place}", "Known" if place == 1 else "and", text)
        for place, text in enumerate(study.knowledge.texts, start=1)
    ]
    notes = list(dict.fromkeys(_coarser_cards(study)))
    if study.burned is not None:
        notes.append(_burn_note(study))
    return Facts(
        "situation",
        "Situation",
        (
            *known,
            Fact("situation", "Now", label(study.present)),
            Fact("known_probability", "Chance of all that is known", study.share, PROBABILITY),
        ),
        tuple(notes),
    )


def _coarser_cards(study: KnownStudy) -> Iterator[str]:
    """Cards that are named more closely than the shoe is known."""
    shoe = study.analysis.shoe
    for known in study.knowledge.cards:
        if cards_told_apart(known.word, shoe).cards != known.word.cards:
            kind = {"rank": "rank", "value": "point value"}[shoe.detail]
            yield f"The shoe is known by {kind}, so {known.word.text} is any card of its {kind}."


def _burn_note(study: KnownStudy) -> str:
    cards = f"{study.burned} card{'s' if study.burned != 1 else ''} burned unseen"
    if study.burn is None:
        return f"{cards}: they change nothing, because every order of the shoe is as likely as every other."
    if any(study.burn.together(name) != study.analysis.probability(name) for name in OUTCOMES):
        raise ArithmeticError("cards burned unseen changed the chances")
    cases = len(study.burn.cases)
    return (
        f"{cards}: they change nothing. Worked out for each of the {cases} possible numbers of"
        f" {study.burn.value}s among them and added up, the chances are the same fractions."
    )


def _next_cards_table(study: KnownStudy) -> Table:
    columns = (
        Column("value", "Next card counts", COUNT),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        *(Column(outcome, outcome.capitalize(), PROBABILITY) for outcome in OUTCOMES),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            card.value,
            card.ways,
            Fraction(card.ways, study.analysis.total_ways),
            *(Fraction(card.outcomes[outcome], card.ways) for outcome in OUTCOMES),
        )
        for card in study.next_cards
    ]
    return Table("next_cards", f"What comes next: {label(study.present)}", columns, rows)


def _decisions_table(study: KnownStudy) -> Table:
    columns = (
        Column("decision", "Decision", wraps=True),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    shares = [Fraction(decision.ways, study.analysis.total_ways) for decision in study.decisions]
    rows: list[tuple[Cell, ...]] = [
        (decision.text, decision.ways, share, share)
        for decision, share in zip(study.decisions, shares, strict=True)
    ]
    return Table("decisions", "What the rules decide", columns, rows)


def _burn_table(burn: UnseenBurn) -> Table:
    columns = (
        Column("burned", f"{burn.value}s burned", COUNT),
        Column("probability", "Probability", PROBABILITY),
        *(Column(outcome, outcome.capitalize(), PROBABILITY) for outcome in OUTCOMES),
    )
    rows: list[tuple[Cell, ...]] = [
        (burned, share, *(chances[outcome] for outcome in OUTCOMES)) for burned, share, chances in burn.cases
    ]
    return Table("unseen_burn", "Cards burned unseen, case by case", columns, rows)

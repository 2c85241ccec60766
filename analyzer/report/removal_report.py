"""Effects of removal, count tags and incidences, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyzer.exact import fraction_text
from analyzer.game.rulebook import OUTCOMES
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    PEOPLE,
    RATE,
    ROOT,
    Cell,
    Column,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.count_tags import Correlation, WagerTags
from analyzer.study.removal import Removal, RemovalStudy

SCHEMA = "baccarat/removal"
VERSION = 1

KIND_HEADINGS = {"value": "Value", "rank": "Rank", "card": "Card"}


def removal_report(
    study: RemovalStudy,
    *,
    derived: Sequence[WagerTags] = (),
    compared: Sequence[WagerTags] = (),
    incidences: bool = False,
    notes: Sequence[str] = (),
) -> Report:
    """A report of effects of removal.

    Parameters
    ----------
    study : RemovalStudy
    derived : sequence of WagerTags, optional
        The best tags of some levels.
    compared : sequence of WagerTags, optional
        Given tags.
    incidences : bool, optional
        Whether the incidences are shown; the JSON tree holds them in any case.
    notes : sequence of str, optional
        What is to be said below the effects.
    """
    cards = "one card" if study.number == 1 else f"{study.number} cards of a kind"
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()} without {cards}",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "wagers": wagers_input([*study.wagers, *(item.wager for item in study.unanswerable)]),
            "by": study.kind,
            "number": str(study.number),
        },
        method=study.method,
        sections=tuple(_sections(study, derived, compared, incidences, notes)),
        data=_tree(study, derived, compared),
    )


def _sections(
    study: RemovalStudy,
    derived: Sequence[WagerTags],
    compared: Sequence[WagerTags],
    incidences: bool,
    notes: Sequence[str],
) -> Iterator[Section]:
    yield _outcomes_table(study)
    if study.wagers:
        yield _wide_table(study, notes)
        yield _long_table(study)
    titles = {wager.slug: wager.title for wager in study.wagers}
    if derived:
        yield _tags_table("tags", "Best balanced count tags", study, derived, titles)
    if compared:
        yield _tags_table("compared", "Given tags", study, compared, titles)
    if incidences:
        yield _incidences_table(study)
    if study.unanswerable:
        columns = (
            Column("slug", "", audience=MACHINES),
            Column("wager", "Wager"),
            Column("reason", "Why", wraps=True),
        )
        rows = [(item.wager.slug, item.wager.title, item.reason) for item in study.unanswerable]
        yield Table("unanswerable", "Wagers without effects", columns, rows)


def _kind_columns(study: RemovalStudy) -> tuple[Column, Column]:
    return Column("kind", KIND_HEADINGS[study.kind]), Column("count", "Cards", COUNT)


def _outcomes_table(study: RemovalStudy) -> Table:
    columns = (*_kind_columns(study), *(Column(outcome, outcome.capitalize(), RATE) for outcome in OUTCOMES))
    rows: list[tuple[Cell, ...]] = [
        (removal.name, removal.count, *(removal.outcomes.get(outcome) for outcome in OUTCOMES))
        for removal in study.removals
    ]
    return Table("outcomes", "Change of the probability of each outcome", columns, rows)


def _wide_table(study: RemovalStudy, notes: Sequence[str]) -> Table:
    columns = (
        *_kind_columns(study),
        *(Column(wager.slug, wager.title, RATE) for wager in study.wagers),
    )
    rows: list[tuple[Cell, ...]] = [
        (removal.name, removal.count, *(removal.wagers.get(wager.slug) for wager in study.wagers))
        for removal in study.removals
    ]
    title = "Change of the expected net win of each wager"
    note = "What is above 0 is good for the bettor."
    return Table("effects", title, columns, rows, (note, *notes), PEOPLE)


def _long_table(study: RemovalStudy) -> Table:
    columns = (
        Column("slug", ""),
        *_kind_columns(study),
        Column("effect", "", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (wager.slug, removal.name, removal.count, removal.wagers.get(wager.slug))
        for wager in study.wagers
        for removal in study.removals
    ]
    return Table("effects", "Effects", columns, rows, audience=MACHINES)


def _tags_table(
    key: str, title: str, study: RemovalStudy, found: Sequence[WagerTags], titles: dict[str, str]
) -> Table:
    given = found[0].level is None
    names = [removal.name for removal in study.removals]
    if given:
        names = ["tags"]
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True),
        *([] if given else [Column("level", "Level", COUNT)]),
        *(Column(name, name.capitalize(), "text" if given else COUNT) for name in names),
        Column("correlation", "Correlation", ROOT),
        Column("square", "", FRACTION, MACHINES),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in found:
        tags: list[Cell] = [None] * len(names)
        if item.tags is not None:
            texts = list(map(fraction_text, item.tags.tags))
            tags = [" ".join(texts)] if given else [*texts]
        correlation = None if item.tags is None else item.tags.correlation
        level = [] if given else [item.level]
        square = None if correlation is None else correlation.signed_square
        rows.append((item.slug, titles[item.slug], *level, *tags, _root(correlation), square))
    return Table(key, title, columns, rows)


def _root(correlation: Correlation | None) -> Root | None:
    return None if correlation is None else Root(correlation.square, negative=correlation.negative)


def _incidences_table(study: RemovalStudy) -> Table:
    columns = (*_kind_columns(study), *(Column(outcome, outcome.capitalize(), COUNT) for outcome in OUTCOMES))
    rows: list[tuple[Cell, ...]] = [
        (removal.name, removal.count, *(removal.incidences[outcome] for outcome in OUTCOMES))
        for removal in study.removals
    ]
    notes = (
        "Pairs of a six-card sequence with that outcome and a position in it that holds such a card,"
        " before anything is removed.",
    )
    return Table("incidences", "Incidences", columns, rows, notes)


def _tree(study: RemovalStudy, derived: Sequence[WagerTags], compared: Sequence[WagerTags]) -> dict[str, Any]:
    return {
        "outcomes": [
            {"outcome": outcome, "probability": study.probabilities[outcome]} for outcome in OUTCOMES
        ],
        "wagers": [
            {"wager": wager.slug, "title": wager.title, "expected_net": study.expected_net[wager.slug]}
            for wager in study.wagers
        ],
        "removals": [_removal_tree(study, removal) for removal in study.removals],
        "best_tags": [{"wager": item.slug, "level": item.level, **_tags_tree(item)} for item in derived],
        "given_tags": [{"wager": item.slug, **_tags_tree(item)} for item in compared],
        "unanswerable": [{"wager": item.wager.slug, "reason": item.reason} for item in study.unanswerable],
    }


def _removal_tree(study: RemovalStudy, removal: Removal) -> dict[str, Any]:
    return {
        "kind": removal.name,
        "count": str(removal.count),
        "outcomes": [
            {
                "outcome": outcome,
                "effect": removal.outcomes.get(outcome),
                "incidences": str(removal.incidences[outcome]),
            }
            for outcome in OUTCOMES
        ],
        "wagers": [{"wager": wager.slug, "effect": removal.wagers.get(wager.slug)} for wager in study.wagers],
    }


def _tags_tree(item: WagerTags) -> dict[str, Any]:
    if item.tags is None:
        return {"tags": None, "correlation": None, "signed_square": None}
    correlation = item.tags.correlation
    return {
        "tags": list(map(fraction_text, item.tags.tags)),
        "correlation": _root(correlation),
        "signed_square": None if correlation is None else str(correlation.signed_square),
    }

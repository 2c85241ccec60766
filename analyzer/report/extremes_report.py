"""The most and the least favourable sub-shoes, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.game.shoe import Shoe
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    PEOPLE,
    RATE,
    Cell,
    Column,
    Report,
    Section,
    Table,
)
from analyzer.study.extremes import Extreme, ExtremesStudy, WagerExtremes
from analyzer.study.removal import kind_name

SCHEMA = "baccarat/extremes"
VERSION = 1
METHOD = "forms"


def extremes_report(study: ExtremesStudy) -> Report:
    """A report of the extremes of some wagers."""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}, at least {study.cards} cards left",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "wagers": wagers_input(
                [*(item.wager for item in study.wagers), *(item.wager for item in study.unanswerable)]
            ),
            "cards": str(study.cards),
        },
        method=METHOD,
        sections=tuple(_sections(study)),
        data={
            "wagers": [_wager_tree(item) for item in study.wagers],
            "unanswerable": [
                {"wager": item.wager.slug, "reason": item.reason} for item in study.unanswerable
            ],
        },
    )


def _sections(study: ExtremesStudy) -> Iterator[Section]:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True),
        Column("which", "For the bettor"),
        Column("house_edge", "House edge", RATE),
        Column("cards", "Cards left", wraps=True, audience=PEOPLE),
        Column("counts", "", audience=MACHINES),
        Column("proven", "Proven"),
        Column("examined", "Examined", COUNT),
        Column("exactly", "House edge exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            which,
            extreme.house_edge,
            cards_text(extreme.shoe),
            ",".join(map(str, extreme.shoe.counts)),
            "yes" if extreme.is_proven else "no",
            extreme.examined,
            extreme.house_edge,
        )
        for item in study.wagers
        for which, extreme in (("best", item.favourable), ("worst", item.unfavourable))
    ]
    notes = (
        f"An extreme over all sub-shoes with at least {study.cards} cards is reached with exactly so many.",
        "Where it is not proven, it was found by a search: no exchange of cards of one kind for as many of"
        " another makes it better.",
    )
    yield Table("extremes", "Extremes", columns, rows, notes)
    if study.unanswerable:
        reasons = (
            Column("slug", "", audience=MACHINES),
            Column("wager", "Wager"),
            Column("reason", "Why", wraps=True),
        )
        listed = [(item.wager.slug, item.wager.title, item.reason) for item in study.unanswerable]
        yield Table("unanswerable", "Wagers that cannot be searched", reasons, listed)


def cards_text(shoe: Shoe) -> str:
    """What is left of each kind of card, without the kinds that are gone.

    Examples
    --------
    >>> cards_text(Shoe.from_counts([0, 0, 0, 0, 0, 0, 0, 8, 6, 0]))
    '7: 8, 8: 6'
    """
    return ", ".join(
        f"{kind_name(shoe.detail, place)}: {count}" for place, count in enumerate(shoe.counts) if count
    )


def _wager_tree(item: WagerExtremes) -> dict[str, Any]:
    return {
        "wager": item.wager.slug,
        "title": item.wager.title,
        "house_edge": item.house_edge,
        "favourable": _extreme_tree(item.favourable),
        "unfavourable": _extreme_tree(item.unfavourable),
    }


def _extreme_tree(extreme: Extreme) -> dict[str, Any]:
    return {
        "shoe": shoe_input(extreme.shoe),
        "house_edge": extreme.house_edge,
        "proven": extreme.is_proven,
        "examined": str(extreme.examined),
    }

"""What marks on cards are worth, as a report."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from analyzer.deal.sequences import first_places
from analyzer.game.coup import POSITION_NAMES
from analyzer.game.rulebook import Rulebook
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    PEOPLE,
    PROBABILITY,
    RATE,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Section,
    Table,
)
from analyzer.study.information.information import (
    MOST_LISTED,
    BestLabelling,
    Information,
    Labelling,
    Situation,
)
from analyzer.study.information.marks import Marks, cards_text, group_text

SCHEMA = "baccarat/information"
VERSION = 1
METHOD = "sequences"

LABELLINGS_SHOWN = 10
NO_BET = "no bet"


def information_report(study: Information) -> Report:
    """A report of what a marking is worth."""
    return _report(study, study.marking.describe(), (), study.marking.marks, None)


def best_labelling_report(study: BestLabelling) -> Report:
    """A report of the best two marks, and how good the next ones are."""
    title = f"best two marks on {cards_text(study.places)}"
    if study.others:
        title += f"; open: {cards_text(study.others)}"
    return _report(study.best, title, (_labellings_table(study),), study.others, study)


def _report(
    study: Information,
    title: str,
    first: tuple[Section, ...],
    given: Mapping[int, Marks],
    labelling: BestLabelling | None,
) -> Report:
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}; {title}",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "wagers": wagers_input(study.wagers),
            "marks": _marks_tree(given),
            "best_labelling_of": None if labelling is None else list(labelling.places),
        },
        method=METHOD,
        sections=(*first, _worth(study), _backed_table(study), _situations_table(study)),
        data={
            "marks": _marks_tree(study.marking.marks),
            "situation_count": str(study.count),
            "mean_edge": study.mean_edge,
            "mean_edge_always": study.mean_edge_always,
            "blind_edge": study.blind_edge,
            "bet_frequency": study.bet_frequency,
            "edge_per_bet": study.edge_per_bet,
            "wagers": [
                {
                    "wager": item.wager.slug,
                    "title": item.wager.title,
                    "ways": str(item.ways),
                    "frequency": Fraction(item.ways, study.total_ways),
                    "edge": item.edge,
                    "blind_edge": item.blind,
                }
                for item in study.backed
            ],
            "situations": [_situation_tree(study, situation) for situation in study.situations],
            "labellings": None if labelling is None else [*map(_labelling_tree, labelling.labellings)],
        },
    )


def _worth(study: Information) -> Facts:
    return Facts(
        "worth",
        "What it is worth to the bettor",
        (
            Fact("marks", "Marks", study.marking.describe()),
            Fact("situations", "Situations", study.count, COUNT),
            Fact("mean_edge", "Mean edge", study.mean_edge, RATE),
            Fact("mean_edge_exactly", "Mean edge exactly", study.mean_edge, FRACTION),
            Fact("bet_frequency", "Bets are made", study.bet_frequency, PROBABILITY),
            Fact("edge_per_bet", "Edge per bet made", study.edge_per_bet, RATE),
            Fact("mean_edge_always", "Mean edge, betting always", study.mean_edge_always, RATE),
            Fact("blind_edge", "Mean edge without marks", study.blind_edge, RATE),
        ),
        (
            "Edges are the bettor's: above 0 the bettor gains."
            " The mean is over all coups, those without a bet included.",
        ),
    )


def _backed_table(study: Information) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager"),
        Column("frequency", "Backed", PROBABILITY),
        Column("edge", "Edge when backed", RATE),
        Column("blind_edge", "Edge without marks", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            Fraction(item.ways, study.total_ways),
            item.edge,
            item.blind,
        )
        for item in study.backed
    ]
    return Table("wagers", "Wagers", columns, rows)


def _situations_table(study: Information) -> Table:
    *first, last = (Column(f"card_{place}", heading) for place, heading in _headings(study).items())
    columns = (
        *(column._replace(grouped=True) for column in first),
        last,
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("slug", "", audience=MACHINES),
        Column("wager", "Best wager"),
        Column("edge", "Edge", RATE),
        Column("exactly", "Edge exactly", FRACTION, PEOPLE),
        *(
            Column(f"edge_{number}", f"Edge on {wager.title}", RATE, MACHINES)
            for number, wager in enumerate(study.wagers, start=1)
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for situation in study.situations:
        wager = None if situation.best is None else study.wagers[situation.best]
        rows.append(
            (
                *map(group_text, situation.seen),
                situation.ways,
                Fraction(situation.ways, study.total_ways),
                "" if wager is None else wager.slug,
                NO_BET if wager is None else wager.title,
                situation.edge,
                situation.edge,
                *situation.edges,
            )
        )
    notes = ("Point values seen on each marked card, numbered in the order in which they leave the shoe.",)
    if not study.situations:
        notes = (f"More than {MOST_LISTED} situations are not listed.",)
    return Table("situations", "Situations", columns, rows, notes)


def _headings(study: Information) -> dict[int, str]:
    """What each marked card is called."""
    names = place_names(study.rulebook)
    return {
        place: f"Card {place}, {names[place]}" if place in names else f"Card {place}"
        for place in study.marking.places
    }


def place_names(rulebook: Rulebook) -> dict[int, str]:
    """Where the first cards go, by their number in the order dealt.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> place_names(load_rulebook())
    {1: 'P1', 2: 'B1', 3: 'P2', 4: 'B2'}
    """
    places = first_places(rulebook)
    return {number: POSITION_NAMES[position] for number, position in enumerate(places, start=1)}


def _labellings_table(study: BestLabelling) -> Table:
    columns = (
        Column("marked", "One mark"),
        Column("other", "Other mark"),
        Column("mean_edge", "Mean edge", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (*map(group_text, labelling.marks), labelling.mean_edge, labelling.mean_edge)
        for labelling in study.labellings[:LABELLINGS_SHOWN]
    ]
    notes = (
        f"The best {len(rows)} of {len(study.labellings)} ways to share ten point values between two marks.",
    )
    return Table("labellings", "Best marks", columns, rows, notes)


def _marks_tree(marks: Mapping[int, Marks]) -> list[dict[str, Any]]:
    return [{"card": place, "groups": [list(group) for group in groups]} for place, groups in marks.items()]


def _situation_tree(study: Information, situation: Situation) -> dict[str, Any]:
    return {
        "seen": [list(group) for group in situation.seen],
        "ways": str(situation.ways),
        "probability": Fraction(situation.ways, study.total_ways),
        "best": None if situation.best is None else study.wagers[situation.best].slug,
        "edge": situation.edge,
        "edges": list(situation.edges),
    }


def _labelling_tree(labelling: Labelling) -> dict[str, Any]:
    return {"marked": list(labelling.marked), "mean_edge": labelling.mean_edge}

"""Bets that are offered during a coup, as a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from analyzer.game.coup import HANDS, POSITION_NAMES
from analyzer.game.rulebook import BANKER, PLAYER
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
    Report,
    Section,
    Table,
)
from analyzer.study.in_round import InRound, InRoundStudy, Seen
from analyzer.wager.law import Law
from analyzer.wager.wager import Wager

SCHEMA = "baccarat/in-round"
VERSION = 1
METHOD = "sequences"

HIDDEN = "hidden"


def in_round_report(study: InRoundStudy, *, cards: bool = False) -> Report:
    """A report of bets that are offered during a coup.

    Parameters
    ----------
    study : InRoundStudy
    cards : bool, optional
        Whether every situation is listed by its cards for people too.
    """
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}; bets offered during the coup",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "wagers": wagers_input([*(offer.wager for offer in study.offers), *study.never]),
        },
        method=METHOD,
        sections=tuple(_sections(study, cards)),
        data={
            "wagers": [_offer_tree(offer, study.shoe.total_ways) for offer in study.offers],
            "never": [wager.slug for wager in study.never],
        },
    )


def _sections(study: InRoundStudy, cards: bool) -> Iterator[Section]:
    yield _wagers_table(study)
    yield _totals_table(study)
    if cards:
        yield _cards_table(study)
    if study.never:
        columns = (Column("slug", "", audience=MACHINES), Column("wager", "Wager"))
        listed = [(wager.slug, wager.title) for wager in study.never]
        yield Table("never", "Never offered with this shoe and these rules", columns, listed)


def _wagers_table(study: InRoundStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("offered", "Offered", PROBABILITY),
        Column("house_edge", "House edge", RATE),
        Column("situations", "Situations", COUNT),
        Column("lowest", "Lowest edge", RATE),
        Column("lowest_cards", "Where", wraps=True),
        Column("highest", "Highest edge", RATE),
        Column("highest_cards", "Where", wraps=True),
        Column("exactly", "House edge exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for offer in study.offers:
        best, worst = offer.most_favourable, offer.least_favourable
        rows.append(
            (
                offer.wager.slug,
                offer.wager.title,
                offer.probability,
                offer.law.house_edge,
                len(offer.seen),
                best.law.house_edge,
                _cards_text(best),
                worst.law.house_edge,
                _cards_text(worst),
                offer.law.house_edge,
            )
        )
    notes = (
        "House edge per bet made, whenever it is offered; lowest and highest over all situations that differ"
        " in the point values seen.",
    )
    return Table("wagers", "Wagers", columns, rows, notes)


def _situations_table(
    key: str, title: str, laws: Iterable[tuple[Wager, str, str, Law]], total_ways: int, *notes: str
) -> Table:
    """Laws by what is seen of Player's and of Banker's hand."""
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True),
        Column("player", "Player"),
        Column("banker", "Banker"),
        Column("pays", "Pays"),
        Column("ways", "", COUNT, MACHINES),
        Column("probability", "Offered", PROBABILITY),
        Column("wins", "Wins", PROBABILITY),
        Column("pushes", "", PROBABILITY, MACHINES),
        Column("house_edge", "House edge", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            wager.slug,
            wager.title,
            player,
            banker,
            _pays(law),
            law.total_ways,
            Fraction(law.total_ways, total_ways),
            law.hit_frequency,
            law.push_frequency,
            law.house_edge,
        )
        for wager, player, banker, law in laws
    ]
    return Table(key, title, columns, rows, notes)


def _pays(law: Law) -> str:
    """What is paid where something is won."""
    return ", ".join(
        dict.fromkeys(line.pays.to_one_text for line in law.lines if line.ways and line.pays.is_win)
    )


def _totals_table(study: InRoundStudy) -> Table:
    laws = (
        (offer.wager, _total_text(row.player), _total_text(row.banker), row.law)
        for offer in study.offers
        for row in offer.by_totals
    )
    return _situations_table("totals", "By the totals of the cards seen", laws, study.shoe.total_ways)


def _cards_table(study: InRoundStudy) -> Table:
    laws = (
        (offer.wager, _hand_text(one, PLAYER), _hand_text(one, BANKER), one.law)
        for offer in study.offers
        for one in offer.seen
    )
    note = "Point values; a hand's first two in ascending order where their order does not matter."
    return _situations_table("cards", "By the cards seen", laws, study.shoe.total_ways, note)


def _total_text(total: int | None) -> str:
    return HIDDEN if total is None else str(total)


def _hand_text(seen: Seen, hand: str) -> str:
    """The cards of a hand that lie open."""
    names = [POSITION_NAMES[position] for position in HANDS[hand]]
    return " ".join(str(seen.cards[name]) for name in names if name in seen.cards) or HIDDEN


def _cards_text(seen: Seen) -> str:
    """All cards that lie open."""
    named = (("Player", PLAYER), ("Banker", BANKER))
    return "; ".join(
        f"{name} {_hand_text(seen, hand)}" for name, hand in named if seen.total(hand) is not None
    )


def _offer_tree(offer: InRound, total_ways: int) -> dict[str, Any]:
    return {
        "wager": offer.wager.slug,
        "title": offer.wager.title,
        "sees": list(offer.offered.sees),
        "when": offer.offered.when.text,
        **_law_tree(offer.law, total_ways),
        "totals": [
            {"player": row.player, "banker": row.banker, **_law_tree(row.law, total_ways)}
            for row in offer.by_totals
        ],
        "situations": [{"cards": dict(one.cards), **_law_tree(one.law, total_ways)} for one in offer.seen],
    }


def _law_tree(law: Law, total_ways: int) -> dict[str, Any]:
    return {
        "ways": str(law.total_ways),
        "probability": Fraction(law.total_ways, total_ways),
        "wins": law.hit_frequency,
        "pushes": law.push_frequency,
        "house_edge": law.house_edge,
    }

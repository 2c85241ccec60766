"""Rulebooks as reports: the list of them, one with every switch in words, and what lint has to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES
from analyzer.game.rulebook import (
    BANKER,
    CHOICE,
    COLUMNS,
    PLAYER,
    ROWS,
    STANDS,
    TOTAL,
    Rulebook,
)
from analyzer.library.linting import Linted
from analyzer.report.inputs import rules_input
from analyzer.report.model import MACHINES, Column, Fact, Facts, Prose, Report, Section, Table

VERSION = 1
LEGEND = "D draws, · stands, ? the rules do not say."
LEGEND_WITH_CHOICES = "D draws, · stands, C may choose, ? the rules do not say."

_SHOWN_CELLS = {STANDS: "·"}
KEY_TITLES = {
    "player third card": "by the point value of Player's third card",
    "player new total": "by Player's new total",
    "banker second card": "by the point value of Banker's second card",
}
_SWITCH_WORDS = {
    "player_natural": {
        "ends the coup": "an 8 or 9 of Player on two cards ends the coup",
        "its hand stands": "an 8 or 9 of Player on two cards makes Player stand; Banker plays on",
    },
    "banker_natural": {
        "ends the coup": "an 8 or 9 of Banker on two cards ends the coup",
        "its hand stands": "an 8 or 9 of Banker on two cards makes Banker stand; Player plays on",
    },
    "two_naturals": {
        "higher wins": "of two naturals the higher one wins",
        "tie": "two naturals tie, even a 9 against an 8",
    },
    "equal_two_card_totals": {
        "play on": "equal totals on two cards are played on by the drawing rules",
        "tie": "equal totals on two cards end the coup as a tie",
    },
    "deal_order": {
        "PBPB": "one card to each hand in turn, Player first",
        "PPBB": "two cards to Player, then two to Banker",
    },
}
_SWITCH_NAMES = {
    "player_natural": "Player's natural",
    "banker_natural": "Banker's natural",
    "two_naturals": "Two naturals",
    "equal_two_card_totals": "Equal totals",
    "deal_order": "Order of the deal",
}


def rulebooks_report(rulebooks: Sequence[Rulebook]) -> Report:
    """The rulebooks of the library, one a line."""
    columns = (
        Column("slug", "Rulebook"),
        Column("title", "Title", wraps=True),
        Column("source", "Source", audience=MACHINES),
        Column("sha256", "", audience=MACHINES),
    )
    rows = [(rulebook.slug, rulebook.title, rulebook.source, rulebook.sha256) for rulebook in rulebooks]
    trees = [{**rules_input(rulebook), "source": rulebook.source} for rulebook in rulebooks]
    table = Table("rulebooks", "", columns, rows)
    return Report("baccarat/rulebooks", VERSION, "Rulebooks", {}, "library", (table,), {"rulebooks": trees})


def rulebook_report(rulebook: Rulebook) -> Report:
    """One rulebook: both drawing rules as grids and every switch in words."""
    return Report(
        "baccarat/rulebook",
        VERSION,
        rulebook.title,
        {"rules": rules_input(rulebook)},
        "rulebook",
        tuple(_rulebook_sections(rulebook)),
        {"rulebook": rulebook_tree(rulebook)},
    )


def _rulebook_sections(rulebook: Rulebook) -> list[Section]:
    sections: list[Section] = [player_table(rulebook), banker_table(rulebook), switches(rulebook)]
    if rulebook.choices():
        sections.append(Prose("choices", "Who may choose", tuple(choices_text(rulebook))))
    if rulebook.undefined_cells():
        sections.append(Prose("undefined", "What the rules do not say", tuple(rulebook.undefined_cells())))
    if rulebook.note:
        sections.append(Prose("note", "Note", (rulebook.note,)))
    return sections


def choices_text(rulebook: Rulebook) -> list[str]:
    """On what each side may choose, and what it sees.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> choices_text(load_rulebook("baccarat-gold"))
    ['Player sees his total, and may choose on: Player 5']
    """
    lines = []
    for hand, sees in ((PLAYER, "his {}"), (BANKER, "his {}, whether Player drew, and the third card")):
        named = [name for name in rulebook.choices() if name.startswith(hand.capitalize())]
        if named:
            seen = sees.format("total" if rulebook.sees(hand) == TOTAL else "two cards")
            lines.append(f"{hand.capitalize()} sees {seen}, and may choose on: {'; '.join(named)}")
    return lines


def _shown(cells: str) -> tuple[str, ...]:
    return tuple(_SHOWN_CELLS.get(cell, cell) for cell in cells)


def player_table(rulebook: Rulebook) -> Table:
    """When Player draws."""
    columns = (Column("hand", "Two-card total"), *(Column(f"total_{row}", str(row)) for row in ROWS))
    return Table("player", "When Player draws", columns, [("Player", *_shown(rulebook.player))])


def banker_table(rulebook: Rulebook) -> Table:
    """When Banker draws: the tableau."""
    columns = (
        Column("total", "Two-card total"),
        Column("none", "Player stood"),
        *(Column(f"key_{key}", key) for key in COLUMNS[1:]),
    )
    rows = [(str(total), *_shown(cells)) for total, cells in enumerate(rulebook.tableau)]
    title = f"When Banker draws, {KEY_TITLES[rulebook.tableau_key]}"
    return Table("banker", title, columns, rows, (legend(rulebook),))


def legend(rulebook: Rulebook) -> str:
    """What the letters of a rulebook's grid mean."""
    return LEGEND_WITH_CHOICES if CHOICE in "".join((rulebook.player, *rulebook.tableau)) else LEGEND


def switches(rulebook: Rulebook) -> Facts:
    """Every other switch in words."""
    facts = [
        Fact(name, _SWITCH_NAMES[name], words[getattr(rulebook, name)])
        for name, words in _SWITCH_WORDS.items()
    ]
    facts.append(Fact("card_values", "Card values", card_values_text(rulebook.card_values)))
    if rulebook.player_first_card is not None:
        fixed = f"a {RANKS[rulebook.player_first_card]} that does not come from the shoe"
        facts.append(Fact("player_first_card", "Player's first card", fixed))
    facts += [
        Fact("source", "Source", rulebook.source or None),
        Fact("slug", "Name", rulebook.slug or None),
        Fact("sha256", "Fingerprint", f"sha256 {rulebook.sha256}"),
    ]
    return Facts("switches", "Everything else", tuple(facts))


def card_values_text(values: Sequence[int]) -> str:
    """Point values of the ranks in words.

    Examples
    --------
    >>> card_values_text((1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0))
    'ace 1, 2 to 9 their face, 10 J Q K 0'
    """
    usual = "ace 1, 2 to 9 their face, 10 J Q K 0"
    others = [
        f"{rank} {value}"
        for rank, value, standard in zip(RANKS, values, STANDARD_CARD_VALUES, strict=True)
        if value != standard
    ]
    return f"{usual}, except {', '.join(others)}" if others else usual


def rulebook_tree(rulebook: Rulebook) -> dict[str, Any]:
    """A rulebook with every switch, as a JSON tree."""
    first = rulebook.player_first_card
    return {
        **rules_input(rulebook),
        "source": rulebook.source,
        "note": rulebook.note,
        "player": rulebook.player,
        "tableau": list(rulebook.tableau),
        "tableau_key": rulebook.tableau_key,
        **{name: getattr(rulebook, name) for name in _SWITCH_WORDS},
        "card_values": dict(zip(RANKS, rulebook.card_values, strict=True)),
        "player_first_card": None if first is None else RANKS[first],
        "undefined_cells": rulebook.undefined_cells(),
        **_choices_tree(rulebook),
    }


def _choices_tree(rulebook: Rulebook) -> dict[str, Any]:
    """The choices, with what each side that has one sees; nothing where nobody may choose."""
    if not rulebook.choices():
        return {}
    sees = {hand: rulebook.sees(hand) for hand in (PLAYER, BANKER) if rulebook.has_choice(hand)}
    return {"choices": rulebook.choices(), "sees": sees}


def lint_report(linted: Sequence[Linted]) -> Report:
    """What lint found in some rulebooks and documents."""
    named = [(item.name, item.findings) for item in linted]
    rows = [(name, finding.place, finding.text) for name, found in named for finding in found]
    columns = (
        Column("rulebook", "Rulebook", grouped=True),
        Column("place", "Where"),
        Column("finding", "What", wraps=True),
    )
    number = sum(len(found) for _, found in named)
    title = f"{number or 'No'} finding{'' if number == 1 else 's'} in {', '.join(name for name, _ in named)}"
    trees = [
        {
            "rulebook": name,
            "findings": [{"place": finding.place, "text": finding.text} for finding in found],
        }
        for name, found in named
    ]
    sections: tuple[Section, ...] = (Table("findings", "", columns, rows),)
    inputs = {"rules": [rules_input(item.rulebook) for item in linted if item.rulebook]}
    return Report(
        "baccarat/lint", VERSION, title, inputs, "lint", sections if rows else (), {"rulebooks": trees}
    )

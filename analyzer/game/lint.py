"""What is missing, contradictory or unusual in a rulebook.

Nothing here says that a rulebook cannot be played; a wrong table can be analysed like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES
from analyzer.game.rulebook import (
    BANKER,
    CHOICE,
    COLUMNS,
    DRAWS,
    ON_EQUAL_TOTALS,
    ON_NATURAL,
    ON_TWO_NATURALS,
    PLAYER,
    ROWS,
    STANDS,
    TABLEAU_KEYS,
    UNDEFINED,
    Rulebook,
    ranges_text,
)

STANDARD_PLAYER = "DDDDDDSS"

# 58 Pa. Code §631a.11(c)(1) for the column "none", Table 1 for the others.
STANDARD_TABLEAU = (
    # none 0123456789
    "D" "DDDDDDDDDD",
    "D" "DDDDDDDDDD",
    "D" "DDDDDDDDDD",
    "D" "DDDDDDDDSD",
    "D" "SSDDDDDDSS",
    "D" "SSSSDDDDSS",
    "S" "SSSSSSDDSS",
    "S" "SSSSSSSSSS",
)  # fmt: skip

_SWAPPED = str.maketrans({DRAWS: STANDS, STANDS: DRAWS})


@dataclass(frozen=True)
class Finding:
    """One thing lint has to say: where in the rulebook, and what."""

    place: str
    text: str


def lint(rulebook: Rulebook, spoken_of: Collection[tuple[int, str]] = ()) -> list[Finding]:
    """Everything that is undefined, contradictory or unusual in a rulebook.

    Parameters
    ----------
    rulebook : Rulebook
    spoken_of : collection of (Banker total, column)
        Undefined cells that were reported already.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> lint(load_rulebook("standard"))
    []
    """
    return [
        *_undefined(rulebook, spoken_of),
        *_player(rulebook),
        *_not_nested(rulebook),
        *_cells(rulebook),
        *_choices(rulebook),
        *_known_rows(rulebook),
        *_switches(rulebook),
    ]


def _undefined(rulebook: Rulebook, spoken_of: Collection[tuple[int, str]]) -> Iterator[Finding]:
    for total, cell in enumerate(rulebook.player):
        if cell == UNDEFINED:
            yield Finding("player", f"nothing is said about Player's two-card total {total}")
    for row, cells in enumerate(rulebook.tableau):
        missing = [
            name
            for name, cell in zip(COLUMNS, cells, strict=True)
            if cell == UNDEFINED and (row, name) not in spoken_of
        ]
        if missing:
            yield Finding(f"banker.tableau.{row}", f"nothing is said about {_columns_text(missing)}")


def _player(rulebook: Rulebook) -> Iterator[Finding]:
    if not set(rulebook.player) & {UNDEFINED, CHOICE} and rulebook.player != STANDARD_PLAYER:
        drawn = ranges_text(total for total, cell in enumerate(rulebook.player) if cell == DRAWS)
        yield Finding("player", f"Player draws on {drawn or 'nothing'}; the standard is 0-5")


def _not_nested(rulebook: Rulebook) -> Iterator[Finding]:
    for row in ROWS[:-1]:
        upper, lower = rulebook.tableau[row], rulebook.tableau[row + 1]
        stray = [
            name
            for name, above, below in zip(COLUMNS, upper, lower, strict=True)
            if above == STANDS and below == DRAWS
        ]
        if stray:
            yield Finding(
                f"banker.tableau.{row + 1}",
                f"Banker {row + 1} draws on {_columns_text(stray)} although Banker {row} stands there",
            )


def _cells(rulebook: Rulebook) -> Iterator[Finding]:
    if rulebook.tableau_key != TABLEAU_KEYS[0]:
        return
    for row, (cells, standard) in enumerate(zip(rulebook.tableau, STANDARD_TABLEAU, strict=True)):
        for cell, words in (
            (DRAWS, "draws where the standard stands"),
            (STANDS, "stands where the standard draws"),
        ):
            differing = [
                name
                for name, mine, usual in zip(COLUMNS, cells, standard, strict=True)
                if mine == cell and usual != cell
            ]
            if differing:
                yield Finding(f"banker.tableau.{row}", f"Banker {row} {words}: {_columns_text(differing)}")


def _choices(rulebook: Rulebook) -> Iterator[Finding]:
    if totals := [total for total, cell in enumerate(rulebook.player) if cell == CHOICE]:
        yield Finding("player", f"Player may choose on {ranges_text(totals)}")
    for row, cells in enumerate(rulebook.tableau):
        if names := [name for name, cell in zip(COLUMNS, cells, strict=True) if cell == CHOICE]:
            yield Finding(f"banker.tableau.{row}", f"Banker {row} may choose on {_columns_text(names)}")
    for hand in (PLAYER, BANKER):
        if rulebook.sees(hand) and not rulebook.has_choice(hand):
            seen = f"{hand.capitalize()} sees his {rulebook.sees(hand)}"
            yield Finding(f"{hand}.sees", f"{seen}, but has no choice: it makes no difference")


def _known_rows(rulebook: Rulebook) -> Iterator[Finding]:
    for row in range(3, 7):
        cells = rulebook.tableau[row][1:]
        if cells == STANDARD_TABLEAU[row][1:]:
            continue
        for other in range(3, 7):
            if cells == STANDARD_TABLEAU[other][1:]:
                yield Finding(
                    f"banker.tableau.{row}", f"row {row} is the standard row {other}: rotated table?"
                )
            if cells == STANDARD_TABLEAU[other][1:].translate(_SWAPPED):
                whose = "its own standard row" if other == row else f"the standard row {other}"
                yield Finding(f"banker.tableau.{row}", f"row {row} is {whose} with draw and stand exchanged")


def _switches(rulebook: Rulebook) -> Iterator[Finding]:
    if rulebook.tableau_key != TABLEAU_KEYS[0]:
        yield Finding(
            "banker.keyed_by", f"the tableau looks at the {rulebook.tableau_key}, not the third card"
        )
    for name, what in (("player", rulebook.player_natural), ("banker", rulebook.banker_natural)):
        if what != ON_NATURAL[0]:
            yield Finding(f"naturals.{name}", f"a natural of {name.capitalize()} does not end the coup")
    if rulebook.two_naturals != ON_TWO_NATURALS[0]:
        yield Finding("naturals.both", "two naturals tie even when one is 9 and the other 8")
    if rulebook.equal_two_card_totals != ON_EQUAL_TOTALS[0]:
        yield Finding("equal_two_card_totals", "equal two-card totals end the coup as a tie")
    unusual = [
        f"{rank} counts {value}, not {usual}"
        for rank, value, usual in zip(RANKS, rulebook.card_values, STANDARD_CARD_VALUES, strict=True)
        if value != usual
    ]
    if unusual:
        yield Finding("cards.values", "; ".join(unusual))
    if rulebook.player_first_card is not None:
        fixed = RANKS[rulebook.player_first_card]
        yield Finding("cards.player_first_card", f"Player's first card is always {fixed}, not from the shoe")


def _columns_text(names: list[str]) -> str:
    keys = ranges_text(int(name) for name in names if name != "none")
    return " and ".join(filter(None, ["Player stood" if "none" in names else "", keys]))

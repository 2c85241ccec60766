"""Rulebook: one complete third-card rule with every switch.

The tableau is kept as it is printed in law books: a row for each of Banker's two-card totals 0 to 7, a column
for "Player stood" and one for each key 0 to 9.
In each cell stands D (draws), S (stands), C (whoever holds the hand may choose) or ? (the text does not say).
A side that chooses sees its own hand, as a total or as two cards.
Banker also sees whether Player drew, and the third card.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import groupby, product
from operator import itemgetter

from analyzer.errors import RulebookError, several
from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES

DRAWS = "D"
STANDS = "S"
CHOICE = "C"
UNDEFINED = "?"
CELLS = DRAWS + STANDS + CHOICE + UNDEFINED

ROWS = range(8)
"""Two-card totals without a natural."""

COLUMNS = ("none", *(str(key) for key in range(10)))
"""Columns of the tableau: Player stood, then the key 0 to 9."""

NATURALS = (8, 9)

TABLEAU_KEYS = ("player third card", "player new total", "banker second card")
ON_NATURAL = ("ends the coup", "its hand stands")
ON_TWO_NATURALS = ("higher wins", "tie")
ON_EQUAL_TOTALS = ("play on", "tie")
DEAL_ORDERS = ("PBPB", "PPBB")

NOTHING, TOTAL, CARDS = SEES = ("", "total", "cards")
"""What a side that chooses sees of its own hand; nothing where it has no choice."""

PLAYER, BANKER, TIE = "player", "banker", "tie"
OUTCOMES = (PLAYER, BANKER, TIE)


@dataclass(frozen=True)
class Rulebook:
    """Who draws when, and what naturals and equal totals do.

    Attributes
    ----------
    player : str of 8 cells
        What Player does on the two-card totals 0 to 7.
    tableau : tuple of 8 str of 11 cells
        What Banker does; rows are Banker's two-card totals, columns as in `COLUMNS`.
    tableau_key : {"player third card", "player new total", "banker second card"}
        What the columns 0 to 9 of the tableau look at.
    player_natural, banker_natural : {"ends the coup", "its hand stands"}
        What an 8 or 9 on two cards does.
        When it only makes its own hand stand, the other hand plays on; Banker then uses the column "none".
    two_naturals : {"higher wins", "tie"}
        How two naturals are settled.
    equal_two_card_totals : {"play on", "tie"}
        Whether equal two-card totals end the coup at once as a tie.
    card_values : tuple of 13 int
        Point value of each rank, ace to king.
    player_first_card : int or None
        Rank of a first Player card that is fixed and does not come from the shoe, as in 7 Up Baccarat.
    deal_order : {"PBPB", "PPBB"}
        Order of the first four cards; it matters only for replaying a listed shoe.
    player_sees, banker_sees : {"", "total", "cards"}
        What the chooser sees of his own two cards before he chooses.
    """

    title: str
    player: str
    tableau: tuple[str, ...]
    tableau_key: str = TABLEAU_KEYS[0]
    player_natural: str = ON_NATURAL[0]
    banker_natural: str = ON_NATURAL[0]
    two_naturals: str = ON_TWO_NATURALS[0]
    equal_two_card_totals: str = ON_EQUAL_TOTALS[0]
    card_values: tuple[int, ...] = STANDARD_CARD_VALUES
    player_first_card: int | None = None
    deal_order: str = DEAL_ORDERS[0]
    player_sees: str = NOTHING
    banker_sees: str = NOTHING
    source: str = field(default="", compare=False)
    note: str = field(default="", compare=False)
    slug: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        problems = [
            *_cells_problems("player", self.player, len(ROWS)),
            *(
                problem
                for row, cells in enumerate(self.tableau)
                for problem in _cells_problems(f"banker.tableau.{row}", cells, len(COLUMNS))
            ),
        ]
        if len(self.tableau) != len(ROWS):
            problems.append(f"banker.tableau has {len(self.tableau)} rows, not {len(ROWS)}")
        if len(self.card_values) != len(RANKS) or not all(value in range(10) for value in self.card_values):
            problems.append("card_values needs 13 point values from 0 to 9, ace to king")
        if self.player_first_card not in (None, *range(len(RANKS))):
            problems.append(f"player_first_card {self.player_first_card!r} is no rank")
        for name, known in _SWITCHES.items():
            if getattr(self, name) not in known:
                problems.append(f'{name} "{getattr(self, name)}" is not one of {", ".join(known)}')
        if problems:
            raise RulebookError(several(problems), where=f'rulebook "{self.title}"')
        self._check_choosers()

    def _check_choosers(self) -> None:
        where = self.slug or f'rulebook "{self.title}"'
        for hand in (PLAYER, BANKER):
            if self.has_choice(hand) and self.sees(hand) == NOTHING:
                raise RulebookError(
                    f"{hand.capitalize()} has a choice and sees nothing",
                    where=f"{where}, {hand}.sees",
                    mend=f'say what {hand.capitalize()} sees: sees = "{TOTAL}" or sees = "{CARDS}"',
                )
        if self.tableau_key != TABLEAU_KEYS[0] and any(CHOICE in row[1:] for row in self.tableau):
            raise RulebookError(
                f"Banker has a choice that depends on the {self.tableau_key}, which he does not see",
                where=f"{where}, banker.keyed_by",
                mend=f'a tableau with choices looks at the third card: keyed_by = "{TABLEAU_KEYS[0]}"',
            )

    def sees(self, hand: str) -> str:
        """What the side of a hand sees of it before it chooses."""
        return self.player_sees if hand == PLAYER else self.banker_sees

    def has_choice(self, hand: str) -> bool:
        """Whether the side of a hand may choose anywhere."""
        return CHOICE in (self.player if hand == PLAYER else "".join(self.tableau))

    def player_cell(self, total: int) -> str:
        """What Player does on a two-card total when the coup has not ended; a natural stands."""
        return STANDS if total in NATURALS else self.player[total]

    def banker_cell(self, total: int, key: int | None) -> str:
        """What Banker does on a two-card total; the key is None when Player stood; a natural stands."""
        return STANDS if total in NATURALS else self.tableau[total][0 if key is None else key + 1]

    def key(self, third_card: int, new_total: int, banker_second_card: int) -> int:
        """The column key of the tableau after Player drew, from point values."""
        keys = (third_card, new_total, banker_second_card)
        return keys[TABLEAU_KEYS.index(self.tableau_key)]

    def ends_at_once(self, player_total: int, banker_total: int) -> bool:
        """Whether the coup is over after four cards whatever the drawing rules say."""
        return (
            (player_total in NATURALS and self.player_natural == ON_NATURAL[0])
            or (banker_total in NATURALS and self.banker_natural == ON_NATURAL[0])
            or (player_total == banker_total and self.equal_two_card_totals == TIE)
        )

    def outcome(self, player_total: int, banker_total: int, player_cards: int, banker_cards: int) -> str:
        """Who wins with these final totals and numbers of cards: player, banker or tie."""
        if (
            self.two_naturals == TIE
            and player_cards == banker_cards == 2
            and player_total in NATURALS
            and banker_total in NATURALS
        ):
            return TIE
        if player_total == banker_total:
            return TIE
        return PLAYER if player_total > banker_total else BANKER

    def undefined_cells(self) -> list[str]:
        """Names of the cells the text leaves undefined, those left out that no coup can reach.

        Examples
        --------
        >>> from dataclasses import replace
        >>> from analyzer.library.catalog import load_rulebook
        >>> standard = load_rulebook("standard")
        >>> replace(standard, tableau=(*standard.tableau[:7], "SSSSSSSSSS?")).undefined_cells()
        ['Banker 7, third card 9']
        """
        player, banker = self.cells_of_kind(UNDEFINED)
        names = [f"Player {total}" for total in player]
        return names + [f"Banker {total}, {where}" for total, where in self._columns_by_total(banker)]

    def choices(self) -> list[str]:
        """Names of the cells on which somebody may choose, those left out that no coup can reach.

        Examples
        --------
        >>> from analyzer.library.catalog import load_rulebook
        >>> load_rulebook("chemin-de-fer/totals").choices()
        ['Player 5', 'Banker 0-7, Player stood', 'Banker 0-7, third card 0-9']
        """
        player, banker = self.cells_of_kind(CHOICE)
        names = [f"Player {ranges_text(player)}"] if player else []
        alike: dict[str, list[int]] = {}
        for total, where in self._columns_by_total(banker):
            alike.setdefault(where, []).append(total)
        return names + [f"Banker {ranges_text(totals)}, {where}" for where, totals in alike.items()]

    def cells_of_kind(self, kind: str) -> tuple[list[int], list[tuple[int, int | None]]]:
        """The cells of one kind that a coup can reach: Player's totals, and Banker's with their keys."""
        if kind not in "".join((self.player, *self.tableau)):
            return [], []
        player_totals, banker_cells = self._reached()
        player = [total for total in ROWS if total in player_totals and self.player[total] == kind]
        places = [(total, key) for total in ROWS for key in (None, *range(10))]
        banker = [place for place in places if place in banker_cells and self.banker_cell(*place) == kind]
        return player, banker

    def _columns_by_total(self, cells: Iterable[tuple[int, int | None]]) -> Iterator[tuple[int, str]]:
        """Cells of the tableau in words, "Player stood" apart from the keys of each total."""
        for total, places in groupby(cells, key=itemgetter(0)):
            keys = [key for _, key in places]
            if None in keys:
                yield total, "Player stood"
            if numbers := [key for key in keys if key is not None]:
                yield total, f"{_KEY_NAMES[self.tableau_key]} {ranges_text(numbers)}"

    def _reached(self) -> tuple[set[int], set[tuple[int, int | None]]]:
        """Player's two-card totals, and Banker's with their keys, on which somebody has to decide."""
        values = set(self.card_values)
        first = values if self.player_first_card is None else {self.card_values[self.player_first_card]}
        player_hands = {(one + two) % 10 for one in first for two in values}
        banker_hands = {((one + two) % 10, two) for one in values for two in values}
        player_totals: set[int] = set()
        banker_cells: set[tuple[int, int | None]] = set()
        for player_total, (banker_total, banker_second) in product(player_hands, banker_hands):
            if self.ends_at_once(player_total, banker_total):
                continue
            player_totals.add(player_total)
            cell = self.player_cell(player_total)
            if cell != DRAWS:
                banker_cells.add((banker_total, None))
            if cell != STANDS:
                keys = {self.key(third, (player_total + third) % 10, banker_second) for third in values}
                banker_cells.update((banker_total, key) for key in keys)
        return player_totals, banker_cells

    def left_open(self) -> list[str]:
        """Everything that keeps the rules from being played by themselves: undefined cells, then choices."""
        return [*self.undefined_cells(), *(f"{name} (a choice)" for name in self.choices())]

    def require_complete(self) -> None:
        """Refuse a rulebook with undefined cells, naming them all; choices are no gaps.

        Raises
        ------
        RulebookError
            A cell that can be reached is undefined.
        """
        cells = self.undefined_cells()
        if cells:
            raise RulebookError(
                f"the rules do not say what happens on: {several(cells)}",
                where=f"rulebook {self.slug or self.title}",
                mend="say for each of them whether it draws or stands",
            )

    def require_playable(self) -> None:
        """Refuse a rulebook with undefined cells or choices, naming them all.

        Raises
        ------
        RulebookError
            A cell that can be reached is undefined, or somebody may choose on it.
        """
        self.require_complete()
        cells = self.choices()
        if cells:
            raise RulebookError(
                f"the rules leave a choice on: {several(cells)}",
                where=f"rulebook {self.slug or self.title}",
                mend="say how it is played: `baccarat analyze --play`; or find the best play: "
                "`baccarat solve`",
            )

    def differences(self, other: Rulebook) -> Iterator[tuple[int, str, str, str]]:
        """Cells of the tableau in which two rulebooks differ: row, column, own cell, other's cell."""
        for row, (mine, others) in enumerate(zip(self.tableau, other.tableau, strict=True)):
            for column, own_cell, other_cell in zip(COLUMNS, mine, others, strict=True):
                if own_cell != other_cell:
                    yield row, column, own_cell, other_cell

    @property
    def sha256(self) -> str:
        """Fingerprint of all that decides a probability or a replay, and so not of titles and sources."""
        names = [item.name for item in fields(self) if item.compare and item.name not in _NO_RULES]
        rules = {name: getattr(self, name) for name in names}
        for hand in (PLAYER, BANKER):
            if self.has_choice(hand):
                rules[f"{hand}_sees"] = self.sees(hand)
        return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()


_SWITCHES = {
    "tableau_key": TABLEAU_KEYS,
    "player_natural": ON_NATURAL,
    "banker_natural": ON_NATURAL,
    "two_naturals": ON_TWO_NATURALS,
    "equal_two_card_totals": ON_EQUAL_TOTALS,
    "deal_order": DEAL_ORDERS,
    "player_sees": SEES,
    "banker_sees": SEES,
}

_NO_RULES = {"title", "player_sees", "banker_sees"}
"""What decides nothing; what a side sees does where it has a choice."""

_KEY_NAMES = {
    "player third card": "third card",
    "player new total": "Player's new total",
    "banker second card": "Banker's second card",
}


def _cells_problems(name: str, cells: str, length: int) -> Iterator[str]:
    if len(cells) != length:
        yield f"{name} has {len(cells)} cells, not {length}"
    strange = sorted(set(cells) - set(CELLS))
    if strange:
        yield f"{name} has {', '.join(strange)} where only D, S, C and ? can stand"


def ranges_text(numbers: Iterable[int]) -> str:
    """Ascending numbers, three or more in a row as a range.

    Examples
    --------
    >>> ranges_text([0, 1, 2, 3, 8, 9])
    '0-3, 8, 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)

"""Listed coups: each is replayed under a rulebook, and all are counted, however many there are.

A line holds the cards of a coup in the order dealt, with or without suits, and may end with the outcome that
is claimed for it.
What decides a coup is counted in a table of fixed size: both two-card totals, Banker's second card, and the
fifth and sixth card; so a million coups take no more memory than ten.
From that table follow all totals, the rules that were broken, and for any other rulebook how many of the
coups break its rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.totals import TOTALS, banker_draws
from analyzer.errors import ShoeError
from analyzer.game.cards import parse_card
from analyzer.game.replay import banker_text, ending_text, player_text
from analyzer.game.rulebook import DRAWS, OUTCOMES, Rulebook
from analyzer.study.check.counts import Counts
from analyzer.study.check.counts_file import (
    CARD_COLUMNS,
    OUTCOME,
    OUTCOME_WORDS,
    CountsError,
    Layout,
    outcome_place,
    require_width,
    split_cells,
)

NO_CARD = 10
"""Stands for the point value of a card that was not dealt."""

ENDS, BANKER_ALONE, PLAYER_DRAWS = range(3)
MOST_WORDS_KEPT = 1_000

IMPLICIT, EXPLICIT = range(2)
"""Whether it is left to the rules who got a fifth card, or columns say so."""

Tally = NDArray[np.int64]

# A lone T may be a ten, so a tie is written out where no column is named for it.
_CLAIM_WORDS = {
    spelt: place
    for word, place in OUTCOME_WORDS.items()
    if word != "t"
    for spelt in (word, word.upper(), word.capitalize())
}


@dataclass(frozen=True)
class BrokenCoup:
    """A coup that was not dealt by the rules, or not settled by them.

    Attributes
    ----------
    line : int
    cards : str
        As they are listed.
    rule : str
        What the rules say, and the coup does not keep to.
    """

    line: int
    cards: str
    rule: str


@dataclass(frozen=True)
class ListedCoups:
    """Coups that were replayed.

    Attributes
    ----------
    rulebook : Rulebook
    coups : int
    broken : int
        How many break the rules.
    first_broken : BrokenCoup or None
    rules_broken : tuple of (str, int)
        Each rule that was broken, and by how many coups, the most often broken one first.
    counts : Counts
        Outcomes and totals as the cards have them.
    claims : 3 tuples of 3 int, or None
        Coups by the outcome claimed and by the one that the cards have, if any claims were made.
    first_wrong_claim : BrokenCoup or None
    tally : integer array
        By whether columns tell who got a fifth card, both two-card totals, Banker's second card, and the
        fifth and sixth card (Player's and Banker's third card where columns tell).
    """

    rulebook: Rulebook
    coups: int
    broken: int
    first_broken: BrokenCoup | None
    rules_broken: tuple[tuple[str, int], ...]
    counts: Counts
    claims: tuple[tuple[int, ...], ...] | None
    first_wrong_claim: BrokenCoup | None
    tally: Tally

    @property
    def wrong_claims(self) -> int:
        """How many claims are not what the cards have."""
        if self.claims is None:
            return 0
        return sum(
            count for row, counts in enumerate(self.claims) for at, count in enumerate(counts) if at != row
        )


class _Points(dict[str, int]):
    """Point values of cards as they are written; each spelling is read once."""

    def __init__(self, card_values: Sequence[int]) -> None:
        super().__init__()
        self.card_values = card_values

    def __missing__(self, word: str) -> int:
        value = self.card_values[parse_card(word)[0]]
        if len(self) < MOST_WORDS_KEPT:
            self[word] = value
        return value


class CoupReader:
    """Reads coups line by line and counts them.

    Parameters
    ----------
    rulebook : Rulebook
    layout : Layout
    where : str
        Name of the file, for messages.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.study.check.counts_file import layout_of
    >>> reader = CoupReader(load_rulebook(), layout_of("K 3 7 2 9", "coups.txt"), "coups.txt")
    >>> reader.read([(1, "K 3 7 2 9"), (2, "9 9 K K player"), (3, "K 3 2 2 4")])
    >>> found = reader.result()
    >>> found.broken, found.first_broken.line, found.counts.outcomes
    (1, 3, (2, 0, 1))
    >>> found.first_broken.rule
    "Banker has 5, Player's third card counts 4: draws"
    """

    def __init__(self, rulebook: Rulebook, layout: Layout, where: str) -> None:
        rulebook.require_playable()
        self.rulebook, self.layout, self.where = rulebook, layout, where
        self.points = _Points(rulebook.card_values)
        fixed = rulebook.player_first_card
        self.first = [] if fixed is None else [rulebook.card_values[fixed]]
        self.fewest = 4 - len(self.first)
        # Places of P1, B1, P2, B2 among the first four cards.
        self.seats = (0, 1, 2, 3) if rulebook.deal_order == "PBPB" else (0, 2, 1, 3)
        self.plan, self.banker = _plans(rulebook), banker_draws(rulebook).ravel().tolist()
        self.tally = [[0] * (1000 * 121) for _ in (IMPLICIT, EXPLICIT)]
        self.claims = [[0] * 3 for _ in range(3)]
        self.coups = self.broken = 0
        self.first_broken: BrokenCoup | None = None
        self.first_wrong_claim: BrokenCoup | None = None

    def read(self, rows: Iterable[tuple[int, str]]) -> None:
        """Replay some coups.

        Raises
        ------
        CountsError
            A line holds no coup.
        """
        separator, named = self.layout.separator, bool(self.layout.places)
        for line, row in rows:
            claim: int | None = None
            try:
                if named or (separator and (separator * 2 in row or row[-1] == separator or '"' in row)):
                    words, thirds, claim = self._columns(row, line)
                else:
                    words, thirds = (row.replace(separator, " ") if separator else row).split(), None
                    if words[-1] in _CLAIM_WORDS:
                        claim = _CLAIM_WORDS[words.pop()]
                values = [self.points[word] for word in words]
            except ShoeError as error:
                raise CountsError(error.what, where=f"{self.where}, line {line}", mend=error.mend) from None
            if not self.fewest <= len(values) <= self.fewest + 2:
                raise CountsError(
                    f"a coup has {self.fewest} to {self.fewest + 2} cards, not {len(values)}",
                    where=f"{self.where}, line {line}",
                )
            self._count(line, words, self.first + values, thirds, claim)

    def _columns(self, row: str, line: int) -> tuple[list[str], tuple[bool, bool] | None, int | None]:
        """Cards in the order dealt, whether each hand has a third card, and the claim."""
        cells = [cell.strip() for cell in split_cells(row, self.layout.separator)]
        places = self.layout.places
        claim = None
        if places:
            require_width(cells, self.layout.width, f"{self.where}, line {line}")
            cells += [""] * (max(places.values()) + 1 - len(cells))
            if OUTCOME in places and cells[places[OUTCOME]]:
                claim = outcome_place(cells[places[OUTCOME]], f"{self.where}, line {line}")
            hands = [cells[places[name]] if name in places else "" for name in CARD_COLUMNS]
            dealt = [hands[seat] for seat in self.seats][4 - self.fewest :]
            cells = [*dealt, *hands[4:]]
        elif cells[-1] in _CLAIM_WORDS:
            claim = _CLAIM_WORDS[cells.pop()]
        elif cells[-1].lower() in OUTCOME_WORDS and len(cells) > self.fewest + 2:
            claim = OUTCOME_WORDS[cells.pop().lower()]
        cells += [""] * (self.fewest + 2 - len(cells))
        if "" in cells[: self.fewest]:
            raise ShoeError("a card is missing among the first four", mend="only third cards may be left out")
        fifth, sixth, *more = cells[self.fewest :]
        if any(more):
            raise ShoeError(f'"{" ".join(more)[:40]}" follows after the last card')
        return [cell for cell in cells if cell], (bool(fifth), bool(sixth)), claim

    def _count(
        self,
        line: int,
        words: list[str],
        values: list[int],
        thirds: tuple[bool, bool] | None,
        claim: int | None,
    ) -> None:
        seats = self.seats
        second = values[3]
        player = (values[0] + values[seats[2]]) % 10
        banker = (values[seats[1]] + second) % 10
        dealt = len(values)
        fifth = values[4] if dealt > 4 else NO_CARD
        sixth = values[5] if dealt > 5 else NO_CARD
        if thirds is not None and thirds == (False, True):
            fifth, sixth = NO_CARD, fifth
        place = (player * 10 + banker) * 10 + second
        self.coups += 1
        self.tally[IMPLICIT if thirds is None else EXPLICIT][(place * 11 + fifth) * 11 + sixth] += 1
        plan = self.plan[place]
        if plan == ENDS:
            keeps = dealt == 4
        elif plan == BANKER_ALONE:
            keeps = dealt == 5 and (thirds is None or thirds[1])
        else:
            keeps = fifth != NO_CARD and dealt == (6 if self.banker[place * 10 + fifth] else 5)
        if not keeps:
            self.broken += 1
            if self.first_broken is None:
                if thirds is None:
                    fifth, sixth = _hands(self.rulebook, player, banker, fifth, sixth)
                rule = _broken_rule(self.rulebook, player, banker, second, fifth, sixth)
                self.first_broken = BrokenCoup(line, " ".join(words), rule)
        if claim is not None:
            self._compare(line, words, claim, place, fifth, sixth, thirds)

    def _compare(
        self,
        line: int,
        words: list[str],
        claim: int,
        place: int,
        fifth: int,
        sixth: int,
        thirds: tuple[bool, bool] | None,
    ) -> None:
        player, banker = place // 100, place // 10 % 10
        if thirds is None:
            fifth, sixth = _hands(self.rulebook, player, banker, fifth, sixth)
        totals, outcome = _settled(self.rulebook, player, banker, fifth, sixth)
        self.claims[claim][outcome] += 1
        if claim != outcome and self.first_wrong_claim is None:
            says = f"Player {totals[0]}, Banker {totals[1]}: {OUTCOMES[outcome]}, not {OUTCOMES[claim]}"
            self.first_wrong_claim = BrokenCoup(line, " ".join(words), says)

    def result(self) -> ListedCoups:
        """What was found.

        Raises
        ------
        NumberError
            There are no coups.
        """
        tally = np.array(self.tally, dtype=np.int64).reshape(2, 10, 10, 10, 11, 11)
        counts, rules = _counted(tally, self.rulebook)
        claims = tuple(map(tuple, self.claims)) if any(map(any, self.claims)) else None
        return ListedCoups(
            self.rulebook,
            self.coups,
            self.broken,
            self.first_broken,
            rules,
            counts,
            claims,
            self.first_wrong_claim,
            tally,
        )


def _plans(rulebook: Rulebook) -> list[int]:
    """How a coup goes on after four cards, by Player's total, Banker's and Banker's second card."""
    return [_plan(rulebook, player, banker) for player in TOTALS for banker in TOTALS for _ in TOTALS]


def _plan(rulebook: Rulebook, player: int, banker: int) -> int:
    if rulebook.ends_at_once(player, banker):
        return ENDS
    if rulebook.player_cell(player) == DRAWS:
        return PLAYER_DRAWS
    return BANKER_ALONE if rulebook.banker_cell(banker, None) == DRAWS else ENDS


def _hands(rulebook: Rulebook, player: int, banker: int, fifth: int, sixth: int) -> tuple[int, int]:
    """Player's and Banker's third card: a lone fifth card is Player's where his total draws."""
    if sixth == NO_CARD and rulebook.player_cell(player) != DRAWS:
        return NO_CARD, fifth
    return fifth, sixth


def _settled(
    rulebook: Rulebook, player: int, banker: int, player_third: int, banker_third: int
) -> tuple[tuple[int, int], int]:
    """Both final totals and the place of the outcome; a card that was not dealt counts 10, which is 0."""
    totals = (player + player_third) % 10, (banker + banker_third) % 10
    cards = 2 + (player_third != NO_CARD), 2 + (banker_third != NO_CARD)
    return totals, OUTCOMES.index(rulebook.outcome(*totals, *cards))


def _counted(tally: Tally, rulebook: Rulebook) -> tuple[Counts, tuple[tuple[str, int], ...]]:
    joint = [[0] * 10 for _ in TOTALS]
    outcomes = [0, 0, 0]
    broken: dict[str, int] = {}
    for index in np.argwhere(tally).tolist():
        kind, player, banker, second, fifth, sixth = index
        number = int(tally[tuple(index)])
        if kind == IMPLICIT:
            fifth, sixth = _hands(rulebook, player, banker, fifth, sixth)
        totals, outcome = _settled(rulebook, player, banker, fifth, sixth)
        joint[totals[0]][totals[1]] += number
        outcomes[outcome] += number
        rule = _broken_rule(rulebook, player, banker, second, fifth, sixth)
        if rule:
            broken[rule] = broken.get(rule, 0) + number
    counts = Counts(tuple(outcomes), tuple(map(tuple, joint)))
    return counts, tuple(sorted(broken.items(), key=lambda item: (-item[1], item[0])))


def _broken_rule(
    rulebook: Rulebook, player: int, banker: int, second: int, player_third: int, banker_third: int
) -> str:
    """The rule that a coup breaks first, or an empty text."""
    drew = (player_third != NO_CARD, banker_third != NO_CARD)
    if rulebook.ends_at_once(player, banker):
        return ending_text(rulebook, player, banker) if any(drew) else ""
    draws = rulebook.player_cell(player) == DRAWS
    if draws != drew[0]:
        return player_text(player, draws)
    key = rulebook.key(player_third, (player + player_third) % 10, second) if drew[0] else None
    if (rulebook.banker_cell(banker, key) == DRAWS) == drew[1]:
        return ""
    return banker_text(rulebook, banker, key)


def breaking(tally: Tally, rulebook: Rulebook) -> int:
    """How many of some coups break the rules of a rulebook.

    Where it is left to the rules who got a fifth card, five cards are right for either hand.
    """
    ends = np.array([[rulebook.ends_at_once(p, b) for b in TOTALS] for p in TOTALS])[:, :, None]
    draws = np.array([rulebook.player_cell(total) == DRAWS for total in TOTALS])[:, None, None]
    alone = np.array([rulebook.banker_cell(total, None) == DRAWS for total in TOTALS])[None, :, None]
    has_sixth = tally[..., :NO_CARD].sum(axis=-1)
    has_none = tally[..., NO_CARD]
    both = banker_draws(rulebook)
    after = np.where(both, has_sixth[..., :NO_CARD], has_none[..., :NO_CARD]).sum(axis=-1)
    four = has_none[..., NO_CARD]
    five = np.stack([has_none[IMPLICIT, ..., :NO_CARD].sum(axis=-1), has_sixth[EXPLICIT, ..., NO_CARD]])
    kept = np.where(ends, four, np.where(draws, after, np.where(alone, five, four)))
    return int(tally.sum() - kept.sum())

"""What a fact may look at, in all rows of a table at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.deal.card_classes import Details, Stock
from analyzer.deal.endings import Ending, Total
from analyzer.deal.fill_order import NOTHING, Question
from analyzer.deal.rows import Column, Rows
from analyzer.game.coup import COLOUR, FIFTH, HANDS, NOT_DEALT, PLACE_NAMES, RANK, SIXTH, SUIT, VALUE, Among
from analyzer.game.facts import Fact
from analyzer.game.rulebook import BANKER, PLAYER

_FINER = {VALUE: RANK, COLOUR: SUIT}
"""A fact that needs the finer detail may look at the coarser one as well."""


def question_of(fact: Fact, ending: Ending) -> Question:
    """What must be known of the cards before a fact can be answered in coups with one ending."""
    looks = {}
    totals = set()
    for hand, places in HANDS.items():
        dealt = [place for place in places if place in ending.dealt]
        is_final = VALUE in fact.needs.get(places[2], NOTHING)
        for place in dealt:
            details = fact.needs.get(place, NOTHING)
            if fact.by_totals and VALUE in details:
                details -= {VALUE}
                totals.add(Total(hand, len(dealt) if is_final else 2))
            if details and place != ending.fixed:
                looks[place] = details
    for place in (FIFTH, SIXTH):
        if place in fact.needs:
            lies = ending.place(place)
            looks[lies] = looks.get(lies, NOTHING) | fact.needs[place]
    return Question(looks, frozenset(totals), fact.symmetric)


@dataclass(frozen=True)
class RowsView:
    """A `CoupView` of one fact; it refuses what the fact did not say it needs.

    Raises
    ------
    LookupError
        The fact looks at something that it does not list in its needs.
    """

    fact: Fact
    question: Question
    stock: Stock
    ending: Ending
    rows: Rows

    def is_dealt(self, position: int) -> bool:
        """Whether there is a card at a position."""
        self._declared(position)
        return position in self.ending.dealt

    def value(self, position: int) -> Any:
        """Point value of the card at a position."""
        return self._look(position, VALUE)

    def rank(self, position: int) -> Any:
        """Rank of the card at a position."""
        return self._look(position, RANK)

    def suit(self, position: int) -> Any:
        """Suit of the card at a position."""
        return self._look(position, SUIT)

    def colour(self, position: int) -> Any:
        """Colour of the card at a position."""
        return self._look(position, COLOUR)

    def among(self, position: int, cards: Among) -> Any:
        """Whether the card at a position is one of some cards."""
        return self._look(position, cards) == 1

    def total(self, hand: str) -> Any:
        """Final total of a hand."""
        return self._total(hand, sum(self.is_dealt(position) for position in HANDS[hand]))

    def two_card_total(self, hand: str) -> Any:
        """Total of a hand's first two cards."""
        return self._total(hand, 2)

    @property
    def outcome(self) -> Any:
        """1 where Player wins, −1 where Banker wins, 0 on a tie."""
        return self.ending.outcomes[self.total(PLAYER), self.total(BANKER)]

    def _declared(self, position: int) -> Details:
        if position not in self.fact.needs:
            raise self._undeclared(position)
        return self.fact.needs[position]

    def _undeclared(self, position: int, detail: str = "card") -> LookupError:
        place = PLACE_NAMES[position]
        return LookupError(f"{self.fact.name} looks at the {detail} of {place} without saying so")

    def _look(self, position: int, detail: str) -> Any:
        told_apart = self._declared(position) - ({VALUE} if self.fact.by_totals else NOTHING)
        if not told_apart & {detail, _FINER.get(detail)}:
            raise self._undeclared(position, detail)
        if position not in self.ending.dealt and position not in (FIFTH, SIXTH):
            return NOT_DEALT
        position = self.ending.place(position)
        if position == self.ending.fixed:
            return self.stock.look(self.ending.fixed_card, detail)
        told = self.stock.classes(self.rows.known[position]).look(detail)
        assert told is not None
        return told[self.rows.columns[Column.card(position)]]

    def _total(self, hand: str, cards: int) -> Any:
        total = Total(hand, cards)
        if not self.fact.by_totals:
            return sum(self.value(place) for place in total.positions) % 10
        if total not in self.question.totals:
            raise self._undeclared(HANDS[hand][cards - 1], f"{cards}-card total")
        # As wide as everything else a fact sees, so that its arithmetic cannot wrap round.
        return self.rows.columns[Column("total", total)].astype(np.int64)

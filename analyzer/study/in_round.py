"""Bets that are offered during a coup: what each is worth in every situation in which it is offered.

Such a wager says which cards lie open by then, and when it is offered (`Offered`).
What the bettor sees is a node of the coup.
There the wager has a law of its own, over all six-card sequences that look so.
Added up they are its law whenever it is offered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from analyzer.deal.sequences import CUBE, POINT_VALUES, Integers, sequence_coups, sequence_ways, ways_by
from analyzer.errors import UsageError, WagerError, did_you_mean
from analyzer.game.coup import HANDS, POSITION_NAMES
from analyzer.game.rulebook import BANKER, PLAYER, TABLEAU_KEYS, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.information.sequence_lines import line_of_sequences
from analyzer.wager.law import Law, LawLine
from analyzer.wager.wager import SEEN_POSITIONS, Offered, Wager

_KEYED_BY_SECOND_CARD = TABLEAU_KEYS[2]


@dataclass(frozen=True)
class Seen:
    """What lies open when a bet is offered, and what the bet is worth then.

    Attributes
    ----------
    cards : mapping of str to int
        Point value at each open position; a hand's first two ascend where their order does not matter.
    law : Law
        Of the wager, over all sequences that look so.
    """

    cards: Mapping[str, int]
    law: Law

    @property
    def ways(self) -> int:
        """Ordered six-card sequences that look so."""
        return self.law.total_ways

    def total(self, hand: str) -> int | None:
        """Total of a hand's open cards, None where all are hidden."""
        values = [self.cards[name] for name in _names(hand) if name in self.cards]
        return sum(values) % 10 if values else None


@dataclass(frozen=True)
class Totals:
    """All situations with the same totals.

    Attributes
    ----------
    player, banker : int or None
        Total of each hand's open cards, None where they are hidden.
    law : Law
    """

    player: int | None
    banker: int | None
    law: Law


@dataclass(frozen=True)
class InRound:
    """A bet that is offered during a coup.

    Attributes
    ----------
    wager : Wager
    offered : Offered
    law : Law
        Whenever it is offered.
    probability : Fraction
        How often that is.
    seen : tuple of Seen
        Every situation in which it is offered, by the cards.
    """

    wager: Wager
    offered: Offered
    law: Law
    probability: Fraction
    seen: tuple[Seen, ...]

    @cached_property
    def by_totals(self) -> tuple[Totals, ...]:
        """The situations with equal totals taken together, in ascending order."""
        found: dict[tuple[int | None, int | None], list[Law]] = {}
        for one in self.seen:
            found.setdefault((one.total(PLAYER), one.total(BANKER)), []).append(one.law)
        ordered = sorted(found, key=lambda totals: [-1 if total is None else total for total in totals])
        return tuple(Totals(*totals, _added(found[totals])) for totals in ordered)

    @property
    def most_favourable(self) -> Seen:
        """The situation with the lowest house edge, the first of equals."""
        return min(self.seen, key=lambda one: one.law.house_edge)

    @property
    def least_favourable(self) -> Seen:
        """The situation with the highest house edge, the first of equals."""
        return max(self.seen, key=lambda one: one.law.house_edge)


@dataclass(frozen=True)
class InRoundStudy:
    """Bets that are offered during a coup.

    Attributes
    ----------
    offers : tuple of InRound
        Those that can be offered.
    never : tuple of Wager
        Those that this shoe and these rules never bring about.
    """

    shoe: Shoe
    rulebook: Rulebook
    offers: tuple[InRound, ...]
    never: tuple[Wager, ...]


def study_in_round(shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager]) -> InRoundStudy:
    """What bets that are offered during a coup are worth in every situation in which they are.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        A wager looks at ranks or suits, or the shoe does not know the point values.
    WagerError
        No wager is named, or one is not offered during a coup, pays a jackpot whose size is open, or is
        offered by what cannot be seen.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> wagers = load_wagers("insurance/banker-player-hidden")
    >>> (offer,) = study_in_round(Shoe.from_decks(8), load_rulebook(), wagers).offers
    >>> [(row.banker, f"{row.law.house_edge:.4%}") for row in offer.by_totals]
    [(7, '0.2564%'), (8, '14.6347%'), (9, '14.9279%')]
    """
    if not wagers:
        raise WagerError("no wager is named")
    found = [(wager, _in_round(shoe, rulebook, wager)) for wager in wagers]
    return InRoundStudy(
        shoe,
        rulebook,
        tuple(offer for _, offer in found if offer is not None),
        tuple(wager for wager, offer in found if offer is None),
    )


def offered_here(
    shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager], cards: Mapping[str, int]
) -> list[tuple[Wager, Seen]]:
    """Which of some wagers are offered when just these cards lie open, and what they are worth.

    Parameters
    ----------
    shoe : Shoe
        Before the coup.
    rulebook : Rulebook
    wagers : sequence of Wager
        Those that are not offered during a coup are passed over.
    cards : mapping of str to int
        Point value at each open position: `P1` to `P3`, `B1` and `B2`.

    Raises
    ------
    RulebookError, ShoeError, WagerError
        As for `study_in_round`.
    UsageError
        A name is no position that can lie open.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> shoe, wagers = Shoe.from_decks(8), load_wagers("insurance,main")
    >>> here = offered_here(shoe, load_rulebook(), wagers, {"P1": 0, "P2": 3, "B1": 9, "B2": 8})
    >>> [(wager.slug, seen.law.house_edge) for wager, seen in here]
    [('insurance/banker-four-cards', Fraction(15, 103))]
    """
    for name in cards:
        if name not in SEEN_POSITIONS:
            raise UsageError(
                f'"{name}" is no card that can lie open while bets are taken',
                mend=did_you_mean(name, SEEN_POSITIONS) or f"they are {', '.join(SEEN_POSITIONS)}",
            )
    here = []
    for wager in wagers:
        if wager.offered is None or set(wager.offered.sees) != cards.keys():
            continue
        offer = _in_round(shoe, rulebook, wager)
        looks = _sorted_hands(cards) if _order_is_all_the_same(rulebook, wager) else dict(cards)
        here += [(wager, one) for one in (offer.seen if offer else ()) if one.cards == looks]
    return here


def _in_round(shoe: Shoe, rulebook: Rulebook, wager: Wager) -> InRound | None:
    """What a wager is worth where it is offered; None if it never is."""
    offered = wager.offered
    if offered is None:
        raise WagerError(
            f"{wager.slug or wager.title} is a bet on a whole coup, not one that is offered during it",
            mend="see `baccarat wagers list` for the family insurance, or use `baccarat analyze`",
        )
    positions = [POSITION_NAMES.index(name) for name in offered.sees]
    key = _look(rulebook, wager, positions)
    n_lines = len(wager.lines)
    n_looks = POINT_VALUES ** len(positions)
    counted = ways_by(
        sequence_ways(shoe, rulebook), key * n_lines + line_of_sequences(rulebook, wager), n_looks * n_lines
    ).reshape(n_looks, n_lines)
    is_offered = counted[:, 1:].any(axis=1)
    if (is_offered & (counted[:, 0] != 0)).any():
        raise WagerError(
            "what lies open does not decide whether the bet is offered",
            where=f"wager {wager.slug or wager.title}, offered",
            mend="name in `sees` every card that `when` depends on",
        )
    seen = tuple(
        Seen(_cards(int(look), offered.sees), _law(wager, counted[look]))
        for look in np.flatnonzero(is_offered)
    )
    if not seen:
        return None
    law = _added([one.law for one in seen])
    return InRound(wager, offered, law, Fraction(law.total_ways, shoe.total_ways), seen)


def _look(rulebook: Rulebook, wager: Wager, positions: Sequence[int]) -> Integers:
    """What lies open in every sequence, as one number; a digit for each position, the first the highest.

    A card that is not dealt looks like a 0, which does no harm where the bet is not offered then.
    """
    coups = sequence_coups(rulebook)
    values = {position: coups.value(position) for position in positions}
    _require_dealt(rulebook, wager, positions)
    if _order_is_all_the_same(rulebook, wager):
        for first, second, _ in HANDS.values():
            if first in values and second in values:
                low, high = (
                    np.minimum(values[first], values[second]),
                    np.maximum(values[first], values[second]),
                )
                values[first], values[second] = low, high
    key: Integers = np.zeros((1,) * len(CUBE), dtype=np.int32)
    for position in positions:
        key = key * POINT_VALUES + np.maximum(values[position], 0)
    return key


def _require_dealt(rulebook: Rulebook, wager: Wager, positions: Sequence[int]) -> None:
    """Refuse a bet that is offered when a card that it sees is not dealt."""
    coups = sequence_coups(rulebook)
    is_offered = line_of_sequences(rulebook, wager) != 0
    for position in positions:
        if (is_offered & ~coups.is_dealt(position)).any():
            raise WagerError(
                f"the bet is offered in coups in which {POSITION_NAMES[position]} is not dealt",
                where=f"wager {wager.slug or wager.title}, offered",
                mend="say in `when` that the hand has three cards: player.cards == 3",
            )


def _order_is_all_the_same(rulebook: Rulebook, wager: Wager) -> bool:
    """Whether nothing depends on which of a hand's first two cards came first."""
    return rulebook.tableau_key != _KEYED_BY_SECOND_CARD and all(fact.symmetric for fact in wager.facts)


def _cards(look: int, names: Sequence[str]) -> dict[str, int]:
    digits = f"{look:0{len(names)}d}"
    return {name: int(digit) for name, digit in zip(names, digits, strict=True)}


def _sorted_hands(cards: Mapping[str, int]) -> dict[str, int]:
    """The cards with each hand's first two in ascending order."""
    looks = dict(cards)
    for hand in HANDS:
        first, second, _ = _names(hand)
        if first in looks and second in looks:
            looks[first], looks[second] = sorted((looks[first], looks[second]))
    return looks


def _names(hand: str) -> tuple[str, ...]:
    return tuple(POSITION_NAMES[position] for position in HANDS[hand])


def _law(wager: Wager, ways: Integers) -> Law:
    """The law of the lines below the first, which is that of coups in which the bet is not offered."""
    lines = zip(wager.lines[1:], ways[1:], strict=True)
    return Law(tuple(LawLine(line.label, line.pays, int(behind)) for line, behind in lines), int(ways.sum()))


def _added(laws: Sequence[Law]) -> Law:
    """One law of several that share their lines."""
    lines = tuple(
        LawLine(same[0].label, same[0].pays, sum(line.ways for line in same))
        for same in zip(*(law.lines for law in laws), strict=True)
    )
    return Law(lines, sum(law.total_ways for law in laws))

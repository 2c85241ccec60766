"""What is known of one coup before it is over, as a claim about its cards.

Cards have places: Player's first, Banker's first and so on, a third card that a hand takes, and the fifth and
sixth card, which lie where they lie whichever hand takes them, and even if none does.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from analyzer.errors import RulebookError, ShoeError, UsageError
from analyzer.game.card_words import ANY_CARD, CardWord
from analyzer.game.cards import CARDS_PER_DECK, RANKS, STANDARD_CARD_VALUES, rank_of
from analyzer.game.coup import (
    BANKER_1,
    BANKER_2,
    BANKER_3,
    FIFTH,
    HANDS,
    PLACE_NAMES,
    PLAYER_1,
    PLAYER_2,
    PLAYER_3,
    SIXTH,
    Among,
    CoupView,
)
from analyzer.game.facts import FACTS, Fact
from analyzer.game.replay import banker_text, ending_text, player_text
from analyzer.game.rulebook import BANKER, DRAWS, PLAYER, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.wager.claim import Asked, Claim, joined
from analyzer.wager.condition import Condition

PLACE_TEXTS = {
    PLAYER_1: "Player's first card",
    BANKER_1: "Banker's first card",
    PLAYER_2: "Player's second card",
    BANKER_2: "Banker's second card",
    PLAYER_3: "Player's third card",
    BANKER_3: "Banker's third card",
    FIFTH: "the fifth card",
    SIXTH: "the sixth card",
}
EVERY_TOTAL = frozenset(range(10))


@dataclass(frozen=True)
class KnownCard:
    """A card at a place, or what is known of it.

    Attributes
    ----------
    position : int
        A position of a coup, `FIFTH` or `SIXTH`.
    word : CardWord
        Which cards it may be.
    is_dealt : bool
        Whether it is known that a hand takes it; a third card of a hand always is.
    """

    position: int
    word: CardWord
    is_dealt: bool = False

    @property
    def text(self) -> str:
        """What is known, in words."""
        if self.word == ANY_CARD:
            return "a third card is dealt" if self.is_dealt else f"{PLACE_TEXTS[self.position]} is dealt"
        place = "the first third card" if self.is_dealt else PLACE_TEXTS[self.position]
        return f"{place} is {self.word.text}"


@dataclass(frozen=True)
class Knowledge:
    """All that is known of one coup.

    Attributes
    ----------
    cards : tuple of KnownCard
    totals : tuple of (hand, set of int)
        Two-card totals that a hand may have.
    conditions : tuple of Condition
        What else is known, in the language of pay lines.

    Examples
    --------
    >>> from analyzer.game.card_words import parse_card_word
    >>> from analyzer.library.catalog import load_rulebook
    >>> king = KnownCard(PLAYER_1, parse_card_word("K", STANDARD_CARD_VALUES))
    >>> knowledge = Knowledge((king,), ((PLAYER, frozenset({6, 7})),))
    >>> knowledge.texts
    ("Player's first card is K", "Player's two-card total is 6 or 7")
    >>> [fact.name for fact in knowledge.facts(Shoe.from_decks(8))]
    ['P1 among K♠ K♥ K♦ K♣', 'player.two_card_total']
    """

    cards: tuple[KnownCard, ...] = ()
    totals: tuple[tuple[str, frozenset[int]], ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """What is known, a sentence for each part."""
        return (
            *(known.text for known in self.cards),
            *(f"{hand.capitalize()}'s two-card total is {_or(totals)}" for hand, totals in self.totals),
            *(condition.text for condition in self.conditions),
        )

    def facts(self, shoe: Shoe) -> list[Fact]:
        """Everything that has to be asked to see whether a coup is one of those that remain."""
        found = {fact.name: fact for fact, _ in self._card_claims(shoe)}
        if any(known.is_dealt for known in self.cards):
            found["cards"] = FACTS["cards"]
        found |= {name: FACTS[name] for name in (f"{hand}.two_card_total" for hand, _ in self.totals)}
        for condition in self.conditions:
            for fact in condition.facts:
                found |= {one.name: one for one in (*fact.implies, fact)}
        return list(found.values())

    def claim(self, shoe: Shoe) -> Claim:
        """What all remaining coups have in common."""
        claims: list[Claim] = [claim for _, claim in self._card_claims(shoe)]
        if any(known.is_dealt for known in self.cards):
            claims.append(Asked(("cards",), lambda answers: answers["cards"] > 4))
        for hand, totals in self.totals:
            claims.append(_total_claim(f"{hand}.two_card_total", totals))
        return joined("and", (*claims, *(condition.claim for condition in self.conditions)))

    def _card_claims(self, shoe: Shoe) -> Iterator[tuple[Fact, Claim]]:
        for known in self.cards:
            fact = card_fact(known.position, cards_told_apart(known.word, shoe))
            yield fact, Asked((fact.name,), operator.itemgetter(fact.name))

    def require_possible(self, shoe: Shoe, rulebook: Rulebook) -> None:
        """Refuse what plainly cannot be, saying why.

        Raises
        ------
        ShoeError
            A card is known more often than the shoe has it, or is where no card is dealt from the shoe.
        UsageError
            A total is not that of the cards, or a place is named twice.
        RulebookError
            A third card is known where the rules deal none.
        """
        _require_places(self.cards, rulebook)
        _require_detail(self.cards, shoe, rulebook)
        _require_enough_cards(self.cards, shoe)
        self._require_totals(rulebook)
        self._require_third_cards(rulebook)

    def two_card_total(self, hand: str, rulebook: Rulebook) -> int | None:
        """The total of a hand's first two cards, if their point values are known."""
        values = [self._value(position, rulebook) for position in HANDS[hand][:2]]
        known = [value for value in values if value is not None]
        return sum(known) % 10 if len(known) == 2 else None

    def _value(self, position: int, rulebook: Rulebook) -> int | None:
        if position == PLAYER_1 and rulebook.player_first_card is not None:
            return rulebook.card_values[rulebook.player_first_card]
        for known in self.cards:
            values = {rulebook.card_values[rank_of(card)] for card in known.word.cards}
            if known.position == position and len(values) == 1:
                return values.pop()
        return None

    def _require_totals(self, rulebook: Rulebook) -> None:
        for hand, totals in self.totals:
            total = self.two_card_total(hand, rulebook)
            if total is not None and total not in totals:
                words = [known.word.text for known in self.cards if known.position in HANDS[hand][:2]]
                raise UsageError(
                    f"{hand.capitalize()}'s cards {' '.join(words)} make {total}, not {_or(totals)}",
                    where=f"--{hand} and --{hand}-total",
                    mend="leave one of them out, or change it",
                )

    def _require_third_cards(self, rulebook: Rulebook) -> None:
        """Refuse a third card if the rules deal none, whatever the cards are that are not known."""
        asked = [known for known in self.cards if known.is_dealt or known.position in (PLAYER_3, BANKER_3)]
        for known in asked:
            reasons = {
                self._why_not_dealt(known, player, banker, rulebook)
                for player in self._possible_totals(PLAYER, rulebook)
                for banker in self._possible_totals(BANKER, rulebook)
            }
            if "" not in reasons:
                raise RulebookError(
                    f"the rules deal no such third card: {min(reasons, key=lambda why: (len(why), why))}",
                    where=known.text,
                    mend="leave it out, or name it with --fifth if it is known and stays in the shoe",
                )

    def _possible_totals(self, hand: str, rulebook: Rulebook) -> Iterable[int]:
        total = self.two_card_total(hand, rulebook)
        known = [totals for named, totals in self.totals if named == hand]
        return EVERY_TOTAL.intersection(*known) if total is None else [total]

    def _why_not_dealt(self, known: KnownCard, player: int, banker: int, rulebook: Rulebook) -> str:
        """Why the rules do not deal a third card on two-card totals; empty if they may."""
        if rulebook.ends_at_once(player, banker):
            return ending_text(rulebook, player, banker)
        draws = rulebook.player_cell(player) == DRAWS
        if draws and known.position != BANKER_3:
            return ""
        if not draws and known.position == PLAYER_3:
            return player_text(player, draws)
        keys = set(self._keys(player, rulebook)) if draws else {None}
        if any(rulebook.banker_cell(banker, key) == DRAWS for key in keys):
            return ""
        why = banker_text(rulebook, banker, min(keys, key=str))
        return why if draws else f"{player_text(player, draws)}; {why}"

    def _keys(self, player: int, rulebook: Rulebook) -> Iterator[int]:
        """What the tableau can look at once Player has drawn."""
        third, second = (self._value(position, rulebook) for position in (PLAYER_3, BANKER_2))
        for value in set(rulebook.card_values) if third is None else [third]:
            for banker_second in set(rulebook.card_values) if second is None else [second]:
                yield rulebook.key(value, (player + value) % 10, banker_second)


def card_fact(position: int, cards: Among) -> Fact:
    """Whether the card at a place is one of some cards.

    Examples
    --------
    >>> from analyzer.game.cards import parse_cards
    >>> card_fact(FIFTH, Among(parse_cards("9♠"))).name
    '5 among 9♠'
    """
    return Fact(
        f"{PLACE_NAMES[position]} {cards}",
        "truth",
        {position: frozenset([cards])},
        partial(_is_among, position=position, cards=cards),
    )


def _is_among(view: CoupView, position: int, cards: Among) -> Any:
    return view.among(position, cards)


def cards_told_apart(word: CardWord, shoe: Shoe) -> Among:
    """The cards of a word as far as the shoe knows them.

    A card or rank that is named is one of its rank or of its point value if the shoe knows no more.

    Examples
    --------
    >>> from analyzer.game.card_words import parse_card_word
    >>> word = parse_card_word("9♠", STANDARD_CARD_VALUES)
    >>> cards_told_apart(word, Shoe.from_counts([6] * 13))
    'among 9♠ 9♥ 9♦ 9♣'
    """
    if not word.names_card or shoe.detail == "card":
        return Among(word.cards)
    kinds = {_kind(card, shoe.detail) for card in word.cards}
    return Among(card for card in range(CARDS_PER_DECK) if _kind(card, shoe.detail) in kinds)


def _kind(card: int, detail: str) -> int:
    rank = rank_of(card)
    return {"card": card, "rank": rank, "value": STANDARD_CARD_VALUES[rank]}[detail]


def _require_places(cards: tuple[KnownCard, ...], rulebook: Rulebook) -> None:
    positions = [known.position for known in cards]
    for position in positions:
        if positions.count(position) > 1:
            raise UsageError(f"{PLACE_TEXTS[position]} is named twice", mend="name it once")
    for third, place in ((PLAYER_3, FIFTH), (BANKER_3, FIFTH), (BANKER_3, SIXTH)):
        if third in positions and place in positions:
            raise UsageError(
                f"{PLACE_TEXTS[third]} may be {PLACE_TEXTS[place]}, and both are named",
                mend="name a third card by its hand or by its place in the shoe, not by both",
            )
    fixed = rulebook.player_first_card
    if fixed is not None and PLAYER_1 in positions:
        word = next(known.word for known in cards if known.position == PLAYER_1)
        raise RulebookError(
            f"Player's first card is always {RANKS[fixed]} and does not come from the shoe",
            where=f"--player, {word.text}",
            mend=f"write ? for it: --player '? {RANKS[0]}'",
        )


def _require_detail(cards: tuple[KnownCard, ...], shoe: Shoe, rulebook: Rulebook) -> None:
    """Refuse what a shoe cannot answer of a card, such as a colour if it is known by rank."""
    from analyzer.deal.card_classes import shoe_detail

    for known in cards:
        try:
            shoe.require(shoe_detail(cards_told_apart(known.word, shoe), rulebook.card_values))
        except ShoeError as error:
            raise ShoeError(error.what, where=known.text, mend=error.mend) from None


def _require_enough_cards(cards: tuple[KnownCard, ...], shoe: Shoe) -> None:
    """Refuse a card that is named more often than the shoe has it."""
    if shoe.with_replacement:
        return
    counts = shoe.counts
    for known in cards:
        among = cards_told_apart(known.word, shoe).cards
        within = [other for other in cards if cards_told_apart(other.word, shoe).cards <= among]
        if shoe.detail != "card" and not known.word.names_card:
            continue
        kinds = {_kind(card, shoe.detail) for card in among}
        left = sum(counts[kind] for kind in kinds)
        if len(within) > left:
            raise ShoeError(
                f"{known.word.text} is known {_times(len(within))}, and the shoe has {left or 'none'}",
                where="; ".join(other.text for other in within),
                mend=f"the shoe is {shoe.describe()}; the cards of this coup are part of it",
            )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _total_claim(name: str, totals: frozenset[int]) -> Claim:
    return Asked((name,), lambda answers: answers[name] in totals)


def _or(numbers: frozenset[int]) -> str:
    """Numbers in words.

    Examples
    --------
    >>> _or(frozenset({8, 6, 7}))
    '6, 7 or 8'
    """
    *first, last = map(str, sorted(numbers))
    return f"{', '.join(first)} or {last}" if first else last

"""Every ordered sequence of six cards of a tiny shoe, with the coup that it makes and who knows what of it.

Cards that stay in the shoe have their place too, so the fifth and sixth card can be looked at in any coup.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from analyzer.game.coup import FIFTH, POSITIONS, Coup
from analyzer.game.rulebook import Rulebook
from analyzer.study.odds.knowledge import Knowledge
from tests.brute_force.all_orders import _next


class Dealt(NamedTuple):
    """Six cards in the order they leave the shoe, the coup they make, and how many ways there are to it."""

    cards: tuple[int, ...]
    coup: Coup
    ways: int

    def at(self, position: int) -> int:
        """The card at a position, -1 where there is none."""
        if position in POSITIONS:
            return self.coup.card(position)
        fixed = self.coup.rulebook.player_first_card is not None
        return self.cards[4 - fixed + position - FIFTH]


def dealt_sequences(counts: Mapping[int, int], rulebook: Rulebook) -> list[Dealt]:
    """All sequences of six cards with their coups."""
    return [Dealt(cards, _coup(cards, rulebook), ways) for cards, ways in _sequences(counts, (), 1)]


def _sequences(
    counts: Mapping[int, int], cards: tuple[int, ...], ways: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    if len(cards) == 6:
        yield cards, ways
        return
    for card, count in counts.items():
        if count:
            yield from _sequences({**counts, card: count - 1}, (*cards, card), ways * count)


def _coup(cards: Sequence[int], rulebook: Rulebook) -> Coup:
    fixed = rulebook.player_first_card
    player: tuple[int, ...] = () if fixed is None else (4 * fixed,)
    banker: tuple[int, ...] = ()
    for card in cards:
        whose = _next(rulebook, player, banker)
        if whose is None:
            break
        player += (card,) if whose == "player" else ()
        banker += (card,) if whose == "banker" else ()
    return Coup(player, banker, rulebook)


def agrees(dealt: Dealt, knowledge: Knowledge) -> bool:
    """Whether a sequence agrees with all that is known."""
    coup = dealt.coup
    return (
        all(dealt.at(known.position) in known.word.cards for known in knowledge.cards)
        and not any(known.is_dealt and len(coup.player) + len(coup.banker) == 4 for known in knowledge.cards)
        and all(coup.two_card_total(hand) in totals for hand, totals in knowledge.totals)
        and all(
            condition.holds({fact.name: fact.ask(coup) for fact in condition.facts})
            for condition in knowledge.conditions
        )
    )

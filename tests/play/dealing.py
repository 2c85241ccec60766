"""Deal a tiny shoe in every order under a way of playing, splitting at every choice as chance would.

What is played is given as two plain functions of the cards seen, so that nothing is shared with the code
under test but the rulebook's fields.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe

PlayerPlay = Callable[[int, int], Fraction]
"""Probability of drawing from the point values of Player's two cards."""

BankerPlay = Callable[[int, int, int | None], Fraction]
"""The same from Banker's two cards and Player's third card, None if Player stood."""

Hands = tuple[tuple[int, ...], tuple[int, ...]]


def hands_dealt(
    shoe: Shoe, rulebook: Rulebook, player: PlayerPlay, banker: BankerPlay
) -> dict[Hands, Fraction]:
    """Probability of every pair of finished hands, by point values."""
    found: Counter[Hands] = Counter()
    for hands, chance in _dealt(
        list(shoe.value_counts(rulebook.card_values)), shoe, rulebook, player, banker
    ):
        found[hands] += chance
    return dict(found)


def outcomes_dealt(
    shoe: Shoe, rulebook: Rulebook, player: PlayerPlay, banker: BankerPlay
) -> dict[str, Fraction]:
    """Probability of each outcome."""
    found = dict.fromkeys(("player", "banker", "tie"), Fraction(0))
    for (one, other), chance in hands_dealt(shoe, rulebook, player, banker).items():
        found[rulebook.outcome(sum(one) % 10, sum(other) % 10, len(one), len(other))] += chance
    return found


def _dealt(
    counts: list[int], shoe: Shoe, rulebook: Rulebook, player: PlayerPlay, banker: BankerPlay
) -> Iterator[tuple[Hands, Fraction]]:
    fixed = rulebook.player_first_card
    first = () if fixed is None else (rulebook.card_values[fixed],)
    for four, left, chance in _drawn(counts, shoe, 4 - len(first), Fraction(1)):
        dealt = (*first, *four)
        one, other = dealt[:2], dealt[2:]
        total, banker_total = sum(one) % 10, sum(other) % 10
        if rulebook.ends_at_once(total, banker_total):
            yield (one, other), chance
            continue
        draws = _chance(rulebook.player_cell(total), lambda hand=one: player(*hand))
        for third, after, taken in _maybe(left, shoe, draws, chance):
            key = third[0] if third else None
            # Only tableaux keyed by the third card have choices; others are asked for their own key.
            cell_key = None if key is None else rulebook.key(key, (total + key) % 10, other[1])
            cell = rulebook.banker_cell(banker_total, cell_key)
            banker_draws = _chance(cell, lambda hand=other, seen=key: banker(*hand, seen))
            for last, _, reached in _maybe(after, shoe, banker_draws, taken):
                yield (one + third, other + last), reached


def _chance(cell: str, chosen: Callable[[], Fraction]) -> Fraction:
    return chosen() if cell == "C" else Fraction(cell == "D")


def _maybe(
    counts: list[int], shoe: Shoe, draws: Fraction, chance: Fraction
) -> Iterator[tuple[tuple[int, ...], list[int], Fraction]]:
    if draws < 1:
        yield (), counts, chance * (1 - draws)
    if draws > 0:
        yield from _drawn(counts, shoe, 1, chance * draws)


def _drawn(
    counts: list[int], shoe: Shoe, number: int, chance: Fraction, cards: Sequence[int] = ()
) -> Iterator[tuple[tuple[int, ...], list[int], Fraction]]:
    if number == 0:
        yield tuple(cards), counts, chance
        return
    for value, count in enumerate(counts):
        if count:
            left = list(counts)
            left[value] -= 0 if shoe.with_replacement else 1
            share = chance * Fraction(count, sum(counts))
            yield from _drawn(left, shoe, number - 1, share, (*cards, value))

"""Deal a tiny shoe to its end in every order, coup by coup, as a dealer would."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from analyzer.game.replay import deal
from analyzer.game.rulebook import Rulebook
from analyzer.study.shoe.shoe_deal import ShoeRules

CARD_OF_VALUE = [36, *range(0, 36, 4)]
"""A ten, an ace, a two, …"""


class WholeShoe(NamedTuple):
    """One order of a shoe, dealt to its end.

    Attributes
    ----------
    coups : tuple of int
        Cards that each coup takes from the shoe.
    left : int
        Cards left in the shoe.
    left_when_reached : tuple of int, or None
        Point values of the cards left when the cut card is reached.
    coups_when_reached : int
    """

    coups: tuple[int, ...]
    left: int
    left_when_reached: tuple[int, ...] | None
    coups_when_reached: int


def orders(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every order of the point values, each once."""
    if not any(counts):
        yield ()
    for value, count in enumerate(counts):
        if count:
            rest = (*counts[:value], count - 1, *counts[value + 1 :])
            yield from ((value, *order) for order in orders(rest))


def dealt(order: Sequence[int], rulebook: Rulebook, rules: ShoeRules) -> WholeShoe:
    """One order, dealt to its end."""
    burned = (1 + (order[0] or 10)) if rules.burn is None else rules.burn
    cards = [CARD_OF_VALUE[value] for value in order]
    longest = 6 if rulebook.player_first_card is None else 5
    gone, coups, to_follow = burned, [], rules.after_cut
    reached, coups_when_reached = None, 0
    while len(cards) - gone >= longest:
        if reached is not None:
            if not to_follow:
                break
            to_follow -= 1
        coups.append(deal(cards[gone : gone + 6], rulebook).cards_used)
        gone += coups[-1]
        in_front = len(cards) - rules.behind_cut
        if reached is None and (gone > in_front or (gone == in_front and rules.cut_between == "previous")):
            reached, coups_when_reached = tuple(order[gone:]), len(coups)
    return WholeShoe(tuple(coups), len(cards) - gone, reached, coups_when_reached)


def joint_law(counts: Sequence[int], rulebook: Rulebook, rules: ShoeRules) -> dict[tuple[int, int], Fraction]:
    """Probability of each number of coups with each number of cards left."""
    shoes = [dealt(order, rulebook, rules) for order in orders(counts)]
    law: dict[tuple[int, int], Fraction] = {}
    for shoe in shoes:
        key = len(shoe.coups), shoe.left
        law[key] = law.get(key, Fraction(0)) + Fraction(1, len(shoes))
    return law

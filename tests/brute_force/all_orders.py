"""Deal a tiny shoe in every order, card by card, as a dealer would.

The rules are read off the fields of the rulebook, so that nothing is shared with the code under test.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import perm

from analyzer.game.coup import Coup
from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe

EXAMPLES = {
    10: [36, *range(0, 36, 4)],
    13: list(range(0, 52, 4)),
    52: list(range(52)),
}
"""A card for each count of a shoe, by how many counts there are."""


def ways_of(shoe: Shoe, rulebook: Rulebook, facts: Sequence[Fact]) -> dict[tuple[int | bool, ...], int]:
    """Ways behind every combination of answers, each answer given by a single coup."""
    ways: dict[tuple[int | bool, ...], int] = {}
    for coup, behind in finished_coups(shoe, rulebook):
        answers = tuple(fact.ask(coup) for fact in facts)
        ways[answers] = ways.get(answers, 0) + behind
    return ways


def finished_coups(shoe: Shoe, rulebook: Rulebook) -> Iterator[tuple[Coup, int]]:
    """Every coup with the number of ordered six-card sequences that begin with it."""
    left = dict(zip(EXAMPLES[len(shoe.counts)], shoe.counts, strict=True))
    fixed = rulebook.player_first_card
    player = () if fixed is None else (4 * fixed,)
    yield from _dealt(left, rulebook, shoe.with_replacement, player, (), 1, 0)


def _dealt(
    left: Mapping[int, int],
    rulebook: Rulebook,
    with_replacement: bool,
    player: tuple[int, ...],
    banker: tuple[int, ...],
    ways: int,
    dealt: int,
) -> Iterator[tuple[Coup, int]]:
    whose = _next(rulebook, player, banker)
    size = sum(left.values())
    if whose is None:
        rest = size ** (6 - dealt) if with_replacement else perm(size, 6 - dealt)
        yield Coup(player, banker, rulebook), ways * rest
        return
    for card, count in left.items():
        if count:
            yield from _dealt(
                left if with_replacement else {**left, card: count - 1},
                rulebook,
                with_replacement,
                (*player, card) if whose == "player" else player,
                (*banker, card) if whose == "banker" else banker,
                ways * count,
                dealt + 1,
            )


def _next(rulebook: Rulebook, player: tuple[int, ...], banker: tuple[int, ...]) -> str | None:
    """Who gets the next card, or None when the coup is over."""
    if len(player) < 2 or len(banker) < 2:
        return "player" if len(player) <= len(banker) and len(player) < 2 else "banker"
    if len(banker) == 3:
        return None
    values = [[rulebook.card_values[card // 4] for card in hand] for hand in (player, banker)]
    player_total, banker_total = (sum(hand[:2]) % 10 for hand in values)
    if rulebook.player_natural == "ends the coup" and player_total >= 8:
        return None
    if rulebook.banker_natural == "ends the coup" and banker_total >= 8:
        return None
    if rulebook.equal_two_card_totals == "tie" and player_total == banker_total:
        return None
    if len(player) == 2 and player_total < 8 and rulebook.player[player_total] == "D":
        return "player"
    if banker_total >= 8:
        return None
    column = 0
    if len(player) == 3:
        column = (
            1
            + {
                "player third card": values[0][2],
                "player new total": sum(values[0]) % 10,
                "banker second card": values[1][1],
            }[rulebook.tableau_key]
        )
    return "banker" if rulebook.tableau[banker_total][column] == "D" else None

"""A coup in four steps, with the chance of each way through: two-card totals, third cards, outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.deal.enumerate import fact_ways
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import BANKER, PLAYER, Rulebook
from analyzer.game.shoe import Shoe

NO_CARD, ONLY_PLAYER, ONLY_BANKER, BOTH = THIRD_CARDS = ("none", "only player", "only banker", "both")

Step = tuple[str, int] | str

_ASKED = (
    "player.two_card_total",
    "banker.two_card_total",
    "player.cards",
    "banker.cards",
    "player.total",
    "banker.total",
)


@dataclass(frozen=True)
class CoupFlow:
    """Every way through the four steps.

    Attributes
    ----------
    ways : mapping of four steps to int
        The steps are ("player", its two-card total), ("banker", its two-card total), one of `THIRD_CARDS`,
        and the outcome.
    total_ways : int
    """

    ways: Mapping[tuple[Step, Step, Step, Step], int]
    total_ways: int

    @property
    def chances(self) -> dict[tuple[Step, Step, Step, Step], float]:
        """The ways as shares of all, for drawing."""
        return {steps: behind / self.total_ways for steps, behind in self.ways.items()}


def coup_flow(shoe: Shoe, rulebook: Rulebook) -> CoupFlow:
    """The four steps of all coups of a shoe.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> flow = coup_flow(Shoe.from_decks(8), load_rulebook())
    >>> sum(ways for steps, ways in flow.ways.items() if steps[2:] == ("both", "tie"))
    163598426329344
    """
    rulebook.require_playable()
    counted = fact_ways(shoe, rulebook, [FACTS[name] for name in _ASKED])
    ways: dict[tuple[Step, Step, Step, Step], int] = {}
    for answers, behind in sorted(counted.ways.items()):
        if not behind:
            continue
        player, banker, player_cards, banker_cards, player_total, banker_total = map(int, answers)
        third = THIRD_CARDS[(player_cards - 2) + 2 * (banker_cards - 2)]
        outcome = rulebook.outcome(player_total, banker_total, player_cards, banker_cards)
        steps: tuple[Step, Step, Step, Step] = ((PLAYER, player), (BANKER, banker), third, outcome)
        ways[steps] = ways.get(steps, 0) + behind
    return CoupFlow(ways, counted.total_ways)

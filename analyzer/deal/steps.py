"""A coup step by step: what matters for the rest of it, and what each card makes of that."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.game.coup import POSITION_NAMES
from analyzer.game.rulebook import DRAWS, TABLEAU_KEYS, Rulebook

END = "end"
"""Stage of a finished coup; every other stage is the position that the next card goes to."""

STAGES = (*POSITION_NAMES, END)

_ORDER_OF_FOUR = {"PBPB": ("P1", "B1", "P2", "B2"), "PPBB": ("P1", "P2", "B1", "B2")}
_KEYED_BY_SECOND_CARD = TABLEAU_KEYS[2]


class Node(NamedTuple):
    """What matters for the rest of a coup.

    Attributes
    ----------
    stage : {"P1", "B1", "P2", "B2", "P3", "B3", "end"}
        The position that the next card goes to, or `end`.
    player, banker : int
        Totals so far.
    player_cards, banker_cards : int
        Numbers of cards so far.
    player_two_card_total, banker_two_card_total : int or None
        Totals of the first two cards, None before they are dealt.
    banker_draws : bool or None
        Whether Banker will draw, if its own second card has decided that before Player's third card is dealt.
    outcome : {"player", "banker", "tie", ""}
        Who has won; empty before the end.
    dealt : tuple of 10 int
        Cards that have left the shoe, by point value; empty at the end, where it no longer matters.
    """

    stage: str
    player: int = 0
    banker: int = 0
    player_cards: int = 0
    banker_cards: int = 0
    player_two_card_total: int | None = None
    banker_two_card_total: int | None = None
    banker_draws: bool | None = None
    outcome: str = ""
    dealt: tuple[int, ...] = (0,) * 10


class Steps:
    """What each card makes of a coup under a rulebook.

    Parameters
    ----------
    rulebook : Rulebook

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> steps = Steps(load_rulebook("standard"))
    >>> node = steps.start()
    >>> for value in (0, 6, 7, 0):
    ...     node = steps.after(node, value)
    >>> node.stage, node.player, node.banker, node.outcome
    ('end', 7, 6, 'player')
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    def start(self) -> Node:
        """Where every coup starts; a fixed first card is in place already."""
        fixed = self.rulebook.player_first_card
        order = _ORDER_OF_FOUR[self.rulebook.deal_order]
        if fixed is None:
            return Node(order[0])
        return Node(order[1], player=self.rulebook.card_values[fixed], player_cards=1)

    def after(self, node: Node, value: int) -> Node:
        """What dealing a point value makes of a node, with its cards if it has not forgotten them."""
        dealt = node.dealt
        if dealt:
            dealt = (*dealt[:value], dealt[value] + 1, *dealt[value + 1 :])
        if node.stage.startswith("P"):
            total, cards = (node.player + value) % 10, node.player_cards + 1
            after = node._replace(player=total, player_cards=cards, dealt=dealt)
            if cards == 2:
                after = after._replace(player_two_card_total=total)
        else:
            total, cards = (node.banker + value) % 10, node.banker_cards + 1
            after = node._replace(banker=total, banker_cards=cards, dealt=dealt)
            if cards == 2:
                after = after._replace(banker_two_card_total=total)
        if node.stage == "B3":
            return self._end(after)
        if node.stage == "P3":
            return self._after_player_drew(node, after, value)
        order = _ORDER_OF_FOUR[self.rulebook.deal_order]
        if node.stage != order[-1]:
            return after._replace(stage=order[order.index(node.stage) + 1])
        return self._after_four_cards(after, value)

    def _after_four_cards(self, node: Node, banker_second_card: int) -> Node:
        rulebook = self.rulebook
        if rulebook.ends_at_once(node.player, node.banker):
            return self._end(node)
        if rulebook.player_cell(node.player) == DRAWS:
            if rulebook.tableau_key == _KEYED_BY_SECOND_CARD:
                draws = rulebook.banker_cell(node.banker, banker_second_card) == DRAWS
                return node._replace(stage="P3", banker_draws=draws)
            return node._replace(stage="P3")
        return self._banker_plays(node, rulebook.banker_cell(node.banker, None) == DRAWS)

    def _after_player_drew(self, before: Node, node: Node, third_card: int) -> Node:
        draws = before.banker_draws
        if draws is None:
            key = third_card if self.rulebook.tableau_key == TABLEAU_KEYS[0] else node.player
            draws = self.rulebook.banker_cell(node.banker, key) == DRAWS
        return self._banker_plays(node._replace(banker_draws=None), draws)

    def _banker_plays(self, node: Node, draws: bool) -> Node:
        return node._replace(stage="B3") if draws else self._end(node)

    def _end(self, node: Node) -> Node:
        outcome = self.rulebook.outcome(node.player, node.banker, node.player_cards, node.banker_cards)
        return node._replace(stage=END, outcome=outcome, dealt=())

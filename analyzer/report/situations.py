"""What a side knows when it decides, in words and as a JSON tree."""

from __future__ import annotations

from typing import Any

from analyzer.play.decision_table import BankerSituation, PlayerSituation


def situation_text(situation: PlayerSituation | BankerSituation) -> str:
    """A situation in words.

    Examples
    --------
    >>> situation_text(BankerSituation(6, (0, 6), None, ("D", "S")))
    '6 from 0 and 6, Player stood'
    >>> situation_text(PlayerSituation(5, None, ("D", "S")))
    '5'
    """
    cards = "" if situation.cards is None else " from {} and {}".format(*situation.cards)
    if isinstance(situation, PlayerSituation):
        return f"{situation.total}{cards}"
    third = "Player stood" if situation.third is None else f"third card {situation.third}"
    return f"{situation.total}{cards}, {third}"


def situation_tree(situation: PlayerSituation | BankerSituation) -> dict[str, Any]:
    """What a side knows when it decides; Player's third card is null where he stood."""
    tree: dict[str, Any] = {
        "total": situation.total,
        "cards": None if situation.cards is None else list(situation.cards),
    }
    if isinstance(situation, BankerSituation):
        tree["third"] = situation.third
    return tree

"""What is known of a coup, written as on the command line."""

from collections.abc import Sequence

from analyzer.cli.known_options import Told
from analyzer.game.rulebook import Rulebook
from analyzer.library.catalog import load_rulebook
from analyzer.study.odds.knowledge import Knowledge
from analyzer.study.odds.part_left import PartLeft


def knowing(rulebook: Rulebook | None = None, *, known: Sequence[str] = (), **words: str) -> Knowledge:
    """What words say of the cards: `knowing(player="K 7", fifth="high", known=["tie"])`."""
    return told(known=tuple(known), **words).knowledge(rulebook or load_rulebook())


def part_left(cards: int, *holding: str) -> PartLeft:
    """So many cards left, some of them of some kinds: `part_left(60, "9:3")`."""
    return told(left=cards, holding=holding).part_left(load_rulebook())


def told(**given: object) -> Told:
    usual = dict.fromkeys(Told._fields) | {"known": (), "holding": ()}
    return Told(**{**usual, **given})

"""A few coups under each rulebook, told so that a person can check them against the text.

`python -m tests.library.traces` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path

from analyzer.errors import RulebookError
from analyzer.game.cards import RANKS, parse_cards
from analyzer.game.replay import deal
from analyzer.game.rulebook import Rulebook
from analyzer.library.catalog import load_rulebook, rulebook_slugs

SNAPSHOTS = Path(__file__).parents[1] / "snapshots" / "traces"

# Player's two cards, Banker's two, then the cards that come next: Player's third first if he draws.
COUPS = {
    "Player has a natural, Banker 2": ("8♠ K♥", "A♣ A♦", "5♠ 4♥"),
    "Banker has a natural, Player 3": ("2♠ A♥", "9♣ Q♦", "5♠ 4♥"),
    "two naturals, 9 against 8": ("9♠ J♥", "5♣ 3♦", "5♠ 4♥"),
    "equal totals of 6": ("6♠ K♥", "2♣ 4♦", "2♠ 3♥"),
    "equal totals of 5": ("2♠ 3♥", "K♣ 5♦", "2♦ 4♥"),
    "Player has 6, Banker 4": ("K♠ 6♥", "3♣ A♦", "4♠ 2♥"),
    "Player has 7, Banker 5": ("3♠ 4♥", "Q♣ 5♦", "A♠ 9♥"),
    "Player has 7, Banker 6": ("K♠ 7♥", "4♣ 2♦", "A♠ 3♥"),
    "Banker 3 against an 8": ("2♠ 2♥", "K♣ 3♦", "8♠ 6♥"),
    "Banker 3 against a 9": ("A♠ A♥", "2♣ A♦", "9♠ 5♥"),
    "Banker 3 against a 4": ("K♠ Q♥", "10♣ 3♦", "4♠ 5♥"),
    "Banker 4 against a figure": ("2♠ A♥", "K♣ 4♦", "J♠ 7♥"),
    "Banker 4 against an ace": ("K♠ 2♥", "3♣ A♦", "A♠ 9♥"),
    "Banker 4 against a 2": ("K♠ A♥", "2♣ 2♦", "2♠ 3♥"),
    "Banker 5 against a 4": ("A♠ 2♥", "3♣ 2♦", "4♠ 4♦"),
    "Banker 5 against a 9": ("K♠ 4♥", "Q♣ 5♦", "9♠ 2♥"),
    "Banker 6 against a 6": ("A♠ A♥", "3♣ 3♦", "6♠ A♣"),
    "Banker 6 against a 3": ("K♠ 3♥", "Q♣ 6♦", "3♠ 2♥"),
    "Banker 7 against a 5": ("A♠ 3♥", "K♣ 7♦", "5♠ 2♥"),
}


def trace(rulebook: Rulebook) -> str:
    """Every coup under a rulebook, or why there is none."""
    return "\n".join(_lines(rulebook)) + "\n"


def _lines(rulebook: Rulebook) -> Iterator[str]:
    yield rulebook.title
    for name, (player, banker, further) in COUPS.items():
        yield ""
        yield f"{name}: Player {shown(rulebook, player)}, Banker {banker}, then {further}"
        try:
            replay = deal(in_order(rulebook, player, banker, further), rulebook)
        except RulebookError as error:
            yield f"  {error.what}"
            return
        yield from (f"  {step.text}" for step in replay.steps if "is dealt" not in step.text)


def shown(rulebook: Rulebook, player: str) -> str:
    """Player's cards, the first without its suit where it is fixed."""
    if rulebook.player_first_card is None:
        return player
    return f"{RANKS[rulebook.player_first_card]} {player.split()[1]}"


def in_order(rulebook: Rulebook, player: str, banker: str, further: str) -> list[int]:
    """The cards in the order in which the rulebook deals them."""
    hands = {"P": parse_cards(player), "B": parse_cards(banker)}
    cards = [hands[hand].pop(0) for hand in rulebook.deal_order]
    if rulebook.player_first_card is not None:
        cards = cards[1:]
    return cards + parse_cards(further)


def snapshot(slug: str) -> Path:
    """The file that holds the coups of a rulebook."""
    return SNAPSHOTS / f"{slug}.txt"


def traced() -> list[str]:
    """Rulebooks that have traces: all but those with choices, whose coups depend on how they are played."""
    return [slug for slug in rulebook_slugs() if not load_rulebook(slug).choices()]


def write_all() -> None:
    """Write the coups of all rulebooks anew."""
    for slug in traced():
        snapshot(slug).parent.mkdir(parents=True, exist_ok=True)
        snapshot(slug).write_text(trace(load_rulebook(slug)), encoding="utf-8")


if __name__ == "__main__":
    write_all()

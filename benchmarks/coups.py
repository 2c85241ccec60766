"""`baccarat check` on a million listed coups: how long, against what Python takes to read the file."""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES
from analyzer.game.rulebook import DRAWS, Rulebook
from analyzer.library.catalog import load_rulebook

COUPS = 1_000_000
SECONDS = 60
SEED = 1


def listed_coups(rulebook: Rulebook) -> Iterator[str]:
    """Coups dealt from full shoes, a line for each, with the cards by rank and suit."""
    chance = random.Random(SEED)
    shoe = [rank for rank in range(len(RANKS)) for _ in range(4 * 8)]
    for _ in range(COUPS):
        cards = chance.sample(shoe, 6)
        values = [STANDARD_CARD_VALUES[card] for card in cards]
        yield " ".join(f"{RANKS[card]}s" for card in cards[: cards_used(values, rulebook)]) + "\n"


def cards_used(values: list[int], rulebook: Rulebook) -> int:
    """How many cards a coup takes."""
    player, banker = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
    if rulebook.ends_at_once(player, banker):
        return 4
    if rulebook.player_cell(player) != DRAWS:
        return 4 + (rulebook.banker_cell(banker, None) == DRAWS)
    return 5 + (rulebook.banker_cell(banker, values[4]) == DRAWS)


def main() -> int:
    """Print a line; 1 if the target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "coups.txt"
        with source.open("w") as file:
            file.writelines(listed_coups(load_rulebook()))
        command = [sys.executable, "-m", "analyzer", "check", "--coups", str(source)]
        start = time.perf_counter()
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        seconds = time.perf_counter() - start
    reached = code == 0 and seconds < SECONDS
    verdict = "reached" if reached else "MISSED"
    print(f"coups       {COUPS:,} listed coups in {seconds:.0f} s   under {SECONDS} s: {verdict}")
    return int(not reached)


if __name__ == "__main__":
    sys.exit(main())

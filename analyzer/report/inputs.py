"""What an answer was worked out from, as the JSON tree under `inputs`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.wager.wager import Wager

INFINITE = "infinite"


def rules_input(rulebook: Rulebook) -> dict[str, Any]:
    """A rulebook by name and fingerprint."""
    return {"slug": rulebook.slug, "title": rulebook.title, "sha256": rulebook.sha256}


def shoe_input(shoe: Shoe) -> dict[str, Any]:
    """A shoe with all its counts, as text because they may grow without bound.

    Examples
    --------
    >>> shoe_input(Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3]))["counts"]
    ['3', '0', '0', '0', '0', '0', '0', '0', '0', '3']
    """
    if shoe.with_replacement:
        decks: str | None = INFINITE
    else:
        decks = None if shoe.decks is None else str(shoe.decks)
    return {
        "description": shoe.describe(),
        "decks": decks,
        "with_replacement": shoe.with_replacement,
        "known_by": shoe.detail,
        "counts": [str(count) for count in shoe.counts],
    }


def wagers_input(wagers: Iterable[Wager]) -> list[dict[str, Any]]:
    """Wagers by name and fingerprint."""
    return [wager_input(wager) for wager in wagers]


def wager_input(wager: Wager) -> dict[str, Any]:
    """A wager by name and fingerprint, the latter of what decides its settlement: conditions and net wins."""
    lines = [[line.when.text if line.when else None, line.pays.net_text] for line in wager.lines]
    fingerprint = hashlib.sha256(json.dumps(lines).encode()).hexdigest()
    return {"slug": wager.slug, "title": wager.title, "sha256": fingerprint}

"""Warnings on standard error: an answer is given all the same."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from analyzer.cli.complaints import complain
from analyzer.errors import MOST_PROBLEMS_SHOWN

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.wager.wager import Wager


def warn_of_unreachable(wager: Wager, rulebook: Rulebook) -> bool:
    """Warn of pay lines that can never pay, the first few of them; whether there are any."""
    from analyzer.study.reachable import unreachable_lines

    found = list(islice(unreachable_lines(wager, rulebook), MOST_PROBLEMS_SHOWN))
    for line in found:
        complain([line.text, f"  in {wager.slug}"], 0, mark="warning: ")
    return bool(found)

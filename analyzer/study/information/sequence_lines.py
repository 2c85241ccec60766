"""Which line of a wager pays, for every sequence of six point values."""

from __future__ import annotations

import numpy as np

from analyzer.deal.sequences import Integers, answers_of
from analyzer.errors import ShoeError
from analyzer.game.rulebook import Rulebook
from analyzer.wager.wager import Wager


def line_of_sequences(rulebook: Rulebook, wager: Wager) -> Integers:
    """Number of the line that pays, as an array that broadcasts to one place for every sequence.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        The wager looks at ranks or suits; the message names it.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wager
    >>> line = line_of_sequences(load_rulebook(), load_wager("main/tie"))
    >>> int(line[9, 9, 0, 0, 5, 5]), int(line[9, 8, 0, 0, 5, 5])
    (0, 1)
    """
    try:
        answers = answers_of(rulebook, wager.facts)
    except ShoeError as error:
        raise ShoeError(error.what, where=f"wager {wager.slug or wager.title}", mend=error.mend) from None
    line: Integers = np.array(len(wager.lines) - 1, dtype=np.int16)
    for number in reversed(range(len(wager.lines) - 1)):
        condition = wager.lines[number].when
        assert condition is not None
        line = np.where(condition.holds_in(answers), np.int16(number), line)
    return line

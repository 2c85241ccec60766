"""Pay lines that never pay: their condition never holds, or lines above them take every coup it would win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.wager.settling import settled_ways
from analyzer.wager.wager import PayLine, Wager

DECKS_WITH_EVERY_COUP = 6
"""A coup has six cards at most, so from six decks on every coup that any shoe can deal can be dealt."""


@dataclass(frozen=True)
class Unreachable:
    """A pay line that never pays, whatever is in the shoe.

    Attributes
    ----------
    number : int
        Its place among the lines, counted from 1.
    line : PayLine
    hidden_by : tuple of PayLine
        Lines above that pay instead; none if its condition never holds.
    """

    number: int
    line: PayLine
    hidden_by: tuple[PayLine, ...]

    @property
    def text(self) -> str:
        """What is wrong, in one sentence."""
        name = f'line {self.number} "{self.line.label}" never pays'
        if not self.hidden_by:
            return f"{name}: its condition never holds"
        above = " and ".join(f'"{line.label}"' for line in self.hidden_by)
        takes = "takes" if len(self.hidden_by) == 1 else "take"
        return f"{name}: {above} above it {takes} every coup it would win"


def unreachable_lines(wager: Wager, rulebook: Rulebook) -> Iterator[Unreachable]:
    """The lines of a wager that no coup reaches, found by counting all coups of a full shoe.

    The last line, for everything else, may well be left without a coup.

    Parameters
    ----------
    wager : Wager
    rulebook : Rulebook
        The rules under which it is played.

    Raises
    ------
    RulebookError
        The rules leave cells undefined, or leave open what the wager asks.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.wager.wager_file import read
    >>> high = {"label": "6 or more", "when": "banker.total >= 6", "pays": "1 to 1"}
    >>> seven = {"label": "three-card 7", "when": "banker.total == 7 and cards == 6", "pays": "9 to 1"}
    >>> wager = read({"title": "Sevens", "otherwise": "lose", "line": [high, seven]})
    >>> [found.text for found in unreachable_lines(wager, load_rulebook())]
    ['line 2 "three-card 7" never pays: "6 or more" above it takes every coup it would win']
    """
    shoe = Shoe.from_decks(DECKS_WITH_EVERY_COUP)
    settled, _ = settled_ways(shoe, rulebook, [wager])
    reached = {line for (line,) in settled}
    for number, line in enumerate(wager.lines[:-1]):
        if number in reached:
            continue
        alone = Wager(line.label, (line, wager.lines[-1]))
        together, _ = settled_ways(shoe, rulebook, [wager, alone])
        above = sorted({of_wager for of_wager, of_line in together if of_line == 0})
        yield Unreachable(number + 1, line, tuple(wager.lines[place] for place in above))

"""Which line of a wager pays: the counts behind all lines, for several wagers at once.

There are two ways to them.
If the answers to all facts have been counted, the conditions are evaluated on the different answers.
If they have not, the lines themselves are what is asked: as soon as it is clear which line of each wager
pays, the remaining facts do not matter.
The first is cheaper where many wagers ask the same few facts, the second where facts look closely at the
cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.wager.claim import Answer, Claim, facts_of, rest_of
from analyzer.wager.wager import Wager

Open = tuple[tuple[int, Claim], ...]
"""Lines that may still pay, by number, each with what is left of its condition."""

State = tuple[int | Open, ...]
"""For each wager the line that pays, or those that still may."""


class Settling:
    """Which line of each of some wagers pays, as an inquiry; its last states are tuples of line numbers.

    Parameters
    ----------
    wagers : sequence of Wager

    Examples
    --------
    >>> from analyzer.library.catalog import load_wager
    >>> settling = Settling([load_wager("main/tie")])
    >>> [settling.after(settling.start, 0, answer) for answer in (True, False)]
    [(0,), (1,)]
    """

    def __init__(self, wagers: Sequence[Wager]) -> None:
        found: dict[str, Fact] = {
            fact.name: fact for wager in wagers for whole in wager.facts for fact in (*whole.implies, whole)
        }
        self.facts = list(found.values())
        self._numbers = {name: number for number, name in enumerate(found)}
        self.start: State = tuple(
            _open([(number, True if line.when is None else line.when.claim) for number, line in lines])
            for lines in (list(enumerate(wager.lines)) for wager in wagers)
        )

    def open(self, state: State) -> set[int]:
        """Facts that still matter to a line that may pay."""
        return {
            self._numbers[fact]
            for lines in state
            if not isinstance(lines, int)
            for _, claim in lines
            for fact in facts_of(claim)
        }

    def after(self, state: State, fact: int, answer: Answer) -> State:
        """The state after one more answer."""
        answers = {self.facts[fact].name: answer}
        return tuple(
            lines
            if isinstance(lines, int)
            else _open([(number, rest_of(claim, answers)) for number, claim in lines])
            for lines in state
        )

    def is_ruled_out(self, state: State) -> bool:
        """Every coup is settled."""
        return False


def _open(lines: Sequence[tuple[int, Claim]]) -> int | Open:
    """The line that pays, if that is clear, or those that may: a line that holds hides the lines below it."""
    left: list[tuple[int, Claim]] = []
    for number, claim in lines:
        if claim is not False:
            left.append((number, claim))
        if claim is True:
            break
    (first, claim), *_ = left
    return first if claim is True else tuple(left)


def settled_ways(
    shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager]
) -> tuple[dict[tuple[int, ...], int], int]:
    """Ways behind every combination of lines that pay, one for each wager, and their sum.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager

    Raises
    ------
    RulebookError, ShoeError
        The rules cannot be played, or a wager looks closer at the cards than they are known.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> wagers = load_wagers("main/player,main/tie")
    >>> ways, total_ways = settled_ways(Shoe.infinite(), load_rulebook(), wagers)
    >>> ways, total_ways
    ({(2, 1): 2212744, (1, 0): 460601, (0, 1): 2153464}, 4826809)
    """
    from analyzer.deal.enumerate import state_ways

    ways, total_ways = state_ways(shoe, rulebook, Settling(wagers))
    return {tuple(_decided(state)): behind for state, behind in ways.items()}, total_ways


def _decided(state: State) -> Sequence[int]:
    lines = [line for line in state if isinstance(line, int)]
    assert len(lines) == len(state)
    return lines


def line_ways(
    wagers: Sequence[Wager], names: Sequence[str], ways: Mapping[tuple[Answer, ...], int]
) -> list[list[int]]:
    """Ways of every line of some wagers, from the ways behind the answers to all their facts.

    Parameters
    ----------
    wagers : sequence of Wager
    names : sequence of str
        Names of facts, among them all facts of the wagers.
    ways : mapping of tuple to int
        Ways behind the answers, in the order of the names.

    Examples
    --------
    >>> from analyzer.library.catalog import load_wager
    >>> line_ways([load_wager("main/tie")], ["tie"], {(True,): 1, (False,): 9})
    [[1, 9]]
    """
    import numpy as np

    behind = np.array(list(ways.values()), dtype=object)
    columns = zip(*ways, strict=True)
    answers = {name: np.array(column) for name, column in zip(names, columns, strict=True)}
    if sum(ways.values()) < 2**63:
        behind = behind.astype(np.int64)
    counted = []
    for wager in wagers:
        is_open = np.ones(len(behind), dtype=np.bool_)
        counts = []
        for line in wager.lines:
            pays = is_open if line.when is None else is_open & line.when.holds_in(answers)
            counts.append(int(behind[pays].sum()))
            is_open = is_open & ~pays
        counted.append(counts)
    return counted

"""Wager: pay lines over coups; the first line that holds pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from analyzer.errors import WagerError, several
from analyzer.game.coup import BANKER_3, POSITION_NAMES
from analyzer.game.facts import Fact
from analyzer.wager.condition import Condition
from analyzer.wager.odds import Commission, Pay

OTHERWISE = "otherwise"
"""Label of the last line where its author gives none."""

NOT_OFFERED = "not offered"
"""Label of the first line of a bet that is offered during a coup, for the coups in which it is not."""

SEEN_POSITIONS = POSITION_NAMES[:BANKER_3]
"""Cards that can lie open while bets are taken; once the Banker's third card is dealt the coup is over."""


@dataclass(frozen=True)
class PayLine:
    """One line of a pay table.

    Attributes
    ----------
    label : str
        What the line is called in tables.
    when : Condition or None
        When it holds; None is the last line, which takes what the others leave.
    pays : Pay
        Its net win.
    """

    label: str
    when: Condition | None
    pays: Pay


@dataclass(frozen=True)
class Offered:
    """When a bet is offered that is made during a coup.

    Attributes
    ----------
    sees : tuple of str
        The cards that lie open by then, `P1` to `P3` and `B1` and `B2`; all others are hidden or not dealt.
    when : Condition
        In which coups it is offered; what is seen decides that.
    """

    sees: tuple[str, ...]
    when: Condition

    @property
    def line(self) -> PayLine:
        """The line that gives the stake back where the bet is not offered, so cannot be made."""
        return PayLine(NOT_OFFERED, Condition.parse(f"not ({self.when.text})"), Pay.parse("push"))


@dataclass(frozen=True)
class Wager:
    """A bet: its pay lines in order, the last of them for everything else.

    Attributes
    ----------
    title : str
        As it is shown.
    lines : tuple of PayLine
        The first line that holds pays; the last holds always.
    slug : str
        Its name in the library, or the path of a person's own file.
    family : str
        What kind of bet it is, for lists.
    source : str
        Who offers or describes it.
    note : str
        What a reader of the source should know.
    decks : tuple of int
        Numbers of decks for which the pay table is published.
    commission : Commission or None
        What is kept of its winning lines; their pays are what is left of them.
    offered : Offered or None
        When it is offered, if that is during a coup.
        Its first line is then that of the coups in which it is not; they count as a push.

    Examples
    --------
    >>> tie = Wager("Tie", (PayLine("tie", Condition.parse("tie"), Pay.parse("8 to 1")),
    ...                     PayLine("otherwise", None, Pay.parse("lose"))))
    >>> tie.lines[tie.line_of({"tie": False})].label
    'otherwise'
    """

    title: str
    lines: tuple[PayLine, ...]
    slug: str = ""
    family: str = ""
    source: str = ""
    note: str = ""
    decks: tuple[int, ...] = ()
    commission: Commission | None = None
    offered: Offered | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(self.lines))
        problems = [*repeated_labels(line.label for line in self.lines), *self._misplaced_conditions()]
        if problems:
            raise WagerError(several(problems), where=self.slug or f'wager "{self.title}"')

    def _misplaced_conditions(self) -> Iterator[str]:
        if not self.lines or self.lines[-1].when is not None:
            yield "the last line has a condition, so nothing says what happens otherwise"
        for number, line in enumerate(self.lines[:-1], start=1):
            if line.when is None:
                yield f"line {number} has no condition, so the lines below it are never reached"

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What has to be known about a coup to settle the bet, in the order of the lines."""
        found = {fact.name: fact for line in self.lines if line.when for fact in line.when.facts}
        return tuple(found.values())

    def line_of(self, answers: Mapping[str, int | bool]) -> int:
        """Index of the line that pays.

        Parameters
        ----------
        answers : mapping of str to int or bool
            The answer to each of the wager's facts, by name.

        Raises
        ------
        KeyError
            A fact that is needed has no answer.
        """
        return next(
            index for index, line in enumerate(self.lines) if line.when is None or line.when.holds(answers)
        )


def repeated_labels(labels: Iterable[str]) -> Iterator[str]:
    """Problems of labels that name two lines, so that a table could not tell them apart.

    Examples
    --------
    >>> list(repeated_labels(["win", "push", "win"]))
    ['line 3: the label "win" is that of line 1 too']
    """
    first: dict[str, int] = {}
    for number, label in enumerate(labels, start=1):
        if first.setdefault(label, number) != number:
            yield f'line {number}: the label "{label}" is that of line {first[label]} too'

"""Wagers as functions of the number of decks: exact formulas, their limits, and where an edge changes sign.

The counts come from enumeration of full shoes, and the formulas from the counts (`deal.symbolic` says why few
shoes are enough); wagers that look at point values only are compared with their integer forms as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.deal.forms import wager_forms
from analyzer.deal.polynomials import Polynomial, RationalFunction, total
from analyzer.deal.symbolic import COUNTED_DECKS, TOTAL_WAYS, form_by_decks, ways_by_decks
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import Analysis, Progress, Unanswerable, analyze, looks_past_values
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class WagerByDecks:
    """A wager as a function of the number of decks.

    Attributes
    ----------
    wager : Wager
    line_ways : tuple of Polynomial
        Ways behind each line; they add up to 52d(52d−1)…(52d−5).
    checked_by_forms : bool
        Whether its integer form, multiplied out, gave the same polynomials.
    """

    wager: Wager
    line_ways: tuple[Polynomial, ...]
    checked_by_forms: bool

    @cached_property
    def house_edge(self) -> RationalFunction:
        """The house edge as a function of the number of decks; if there is a jackpot, while it is empty."""
        return self._expected([-line.pays.fixed for line in self.wager.lines])

    @cached_property
    def less_per_jackpot_unit(self) -> RationalFunction | None:
        """By how much each unit of the stake in the jackpot lowers the edge; None if there is no jackpot."""
        shares = [line.pays.share for line in self.wager.lines]
        return self._expected(shares) if any(shares) else None

    def _expected(self, values: Sequence[Fraction]) -> RationalFunction:
        """The expectation of a value for each line."""
        weighted = (ways.times(value) for value, ways in zip(values, self.line_ways, strict=True))
        return RationalFunction.reduced(total(weighted), TOTAL_WAYS)

    def edge(self, decks: int | None) -> Fraction:
        """The house edge for so many decks; None stands for infinitely many."""
        value = at_decks(self.house_edge, decks)
        assert value is not None, "an edge is bounded"
        return value


@dataclass(frozen=True)
class DecksStudy:
    """What `study_decks` finds out.

    Attributes
    ----------
    outcomes : dict of str to Polynomial
        Ways behind player, banker and tie.
    wagers : tuple of WagerByDecks
        Those that full shoes can answer.
    unanswerable : tuple of Unanswerable
        The others.
    """

    rulebook: Rulebook
    outcomes: Mapping[str, Polynomial]
    wagers: tuple[WagerByDecks, ...]
    unanswerable: tuple[Unanswerable, ...]


def study_decks(
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    required: Sequence[str] = (),
    progress: Progress | None = None,
) -> DecksStudy:
    """Outcomes and wagers as functions of the number of decks.

    Parameters
    ----------
    rulebook : Rulebook
    wagers : sequence of Wager
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if full shoes cannot.
    progress : callable, optional
        Called with the number of wagers that are counted, over all shoes, and the number to be counted.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined, or a required wager asks for a suit that the rules leave open.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = study_decks(load_rulebook(), load_wagers("main/tie"))
    >>> study.wagers[0].house_edge(8), study.wagers[0].house_edge.limit
    (Fraction(103841353768, 723147898655), Fraction(681400, 4826809))
    """
    shoes = [*map(Shoe.from_decks, COUNTED_DECKS), Shoe.infinite()]
    analyses = []
    for number, shoe in enumerate(shoes):
        analyses.append(analyze(shoe, rulebook, wagers, required=required))
        if progress is not None:
            progress(len(wagers) * (number + 1), len(wagers) * len(shoes))
    *finite, infinite = analyses
    counted = dict(zip(COUNTED_DECKS, finite, strict=True))
    outcomes = {
        outcome: ways_by_decks(
            {decks: analysis.outcomes[outcome] for decks, analysis in counted.items()},
            infinite.probability(outcome),
        )
        for outcome in OUTCOMES
    }
    found = [
        _wager_by_decks(wager, rulebook, counted, infinite) for wager in wagers if wager.slug in infinite.laws
    ]
    return DecksStudy(rulebook, outcomes, tuple(found), infinite.unanswerable)


def at_decks(function: RationalFunction, decks: int | None) -> Fraction | None:
    """The value of a function for so many decks; None stands for infinitely many, and for no value."""
    return function.limit if decks is None else function(decks)


def _wager_by_decks(
    wager: Wager, rulebook: Rulebook, counted: Mapping[int, Analysis], infinite: Analysis
) -> WagerByDecks:
    line_ways = tuple(
        ways_by_decks(
            {decks: analysis.law(wager.slug).lines[place].ways for decks, analysis in counted.items()},
            infinite.law(wager.slug).probability(place),
        )
        for place in range(len(wager.lines))
    )
    if total(line_ways) != TOTAL_WAYS:
        raise ArithmeticError("ways were lost or counted twice")
    has_form = not looks_past_values(wager)
    if has_form and form_by_decks(wager_forms(rulebook, wager)) != line_ways:
        raise ArithmeticError(f"enumeration and forms disagree about {wager.slug}")
    return WagerByDecks(wager, line_ways, has_form)

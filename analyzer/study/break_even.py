"""Break-even terms: the pay of a line, the commission or the jackpot at which a wager has no edge.

The edge of a wager is linear in what one line pays, in the rate of its commission and in the jackpot that
some of its lines share, so each of these terms is a quotient of sums of ways: a fraction for one shoe, and a
rational function of the number of decks.
Any other edge can be wanted as well as none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.deal.polynomials import Polynomial, RationalFunction, total
from analyzer.deal.symbolic import TOTAL_WAYS
from analyzer.errors import WagerError
from analyzer.exact import percent_text
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import METHODS, Unanswerable, analyze
from analyzer.study.decks import study_decks
from analyzer.wager.commission import before_commission
from analyzer.wager.law import Law
from analyzer.wager.odds import WINNINGS, Commission
from analyzer.wager.wager import Wager

NO_EDGE = Fraction(0)
NO_COMMISSION = Commission(Fraction(0), WINNINGS)

Term = Fraction | RationalFunction


@dataclass(frozen=True)
class CommissionTerm:
    """The rate of a commission that gives the wanted edge.

    Attributes
    ----------
    now : Commission
        What is taken now; a wager without a commission is asked about one on its winnings.
    rate : Fraction or RationalFunction or None
        None if there is nothing to take a commission of, or a jackpot; no commission is below 0 or above 1.
    """

    now: Commission
    rate: Term | None


@dataclass(frozen=True)
class BreakEven:
    """The terms of a wager at which it has the wanted edge.

    Attributes
    ----------
    house_edge : Fraction or RationalFunction or None
        As the wager pays now; None if that depends on a jackpot.
    pays : tuple of Fraction or RationalFunction or None
        For each line the net win to one that gives the wanted edge, all other lines as they are.
        It is None if the line is impossible or there is a jackpot; below -1 the line would have to take more
        than the stake.
    commission : CommissionTerm
    jackpot : Fraction or RationalFunction or None
        What must be in the jackpot, in units of the stake; None if there is none, or if it cannot be won.
    """

    wager: Wager
    house_edge: Term | None
    pays: tuple[Term | None, ...]
    commission: CommissionTerm
    jackpot: Term | None


@dataclass(frozen=True)
class BreakEvenStudy:
    """Break-even terms of some wagers.

    Attributes
    ----------
    shoe : Shoe or None
        None if the terms are functions of the number of decks.
    edge : Fraction
        The house edge that is wanted.
    """

    rulebook: Rulebook
    shoe: Shoe | None
    edge: Fraction
    wagers: tuple[BreakEven, ...]
    unanswerable: tuple[Unanswerable, ...]
    method: str


def break_even(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    *,
    edge: Fraction = NO_EDGE,
    required: Sequence[str] = (),
    method: str = METHODS[0],
) -> BreakEvenStudy:
    """Exact break-even terms of some wagers for one shoe.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
    edge : Fraction, optional
        The house edge that is wanted; none if not given.
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if the shoe cannot.
    method : {"enumeration", "graph", "forms"}

    Raises
    ------
    WagerError
        No house edge can be as large as the one wanted.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = break_even(Shoe.from_decks(8), load_rulebook(), load_wagers("main/tie,main/banker"))
    >>> tie, banker = study.wagers
    >>> tie.pays[0], banker.commission.rate
    (Fraction(5889024543008, 619306544887), Fraction(7535923321, 279815987114))
    """
    _require_possible(edge)
    analysis = analyze(shoe, rulebook, wagers, method, required)
    found = [break_even_of(wager, law, edge) for wager in wagers if (law := analysis.laws.get(wager.slug))]
    return BreakEvenStudy(rulebook, shoe, edge, tuple(found), analysis.unanswerable, method)


def break_even_of(wager: Wager, law: Law, edge: Fraction = NO_EDGE) -> BreakEven:
    """The break-even terms of a wager whose law is known already."""
    return _break_even(wager, _Counts([line.ways for line in law.lines], law.total_ways), edge)


def break_even_by_decks(
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    *,
    edge: Fraction = NO_EDGE,
    required: Sequence[str] = (),
) -> BreakEvenStudy:
    """Exact break-even terms of some wagers as functions of the number of decks.

    Parameters
    ----------
    rulebook, wagers, edge, required
        As for `break_even`.

    Raises
    ------
    WagerError
        No house edge can be as large as the one wanted.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = break_even_by_decks(load_rulebook(), load_wagers("pairs/player-pair"))
    >>> study.wagers[0].pays[0].text
    '(48*d)/(4*d - 1)'
    """
    _require_possible(edge)
    study = study_decks(rulebook, wagers, required)
    found = [_break_even(item.wager, _DeckCounts(item.line_ways, TOTAL_WAYS), edge) for item in study.wagers]
    return BreakEvenStudy(rulebook, None, edge, tuple(found), study.unanswerable, "interpolation")


class _Counts:
    """Ways behind the lines of a wager for one shoe."""

    def __init__(self, line_ways: Sequence[Any], total_ways: Any) -> None:
        self._ways = line_ways
        self._total_ways = total_ways

    def house_edge(self, nets: Sequence[Fraction]) -> Any:
        """The house edge if the lines have these net wins."""
        return self._quotient(self._sum([-net for net in nets]), self._total_ways)

    def solve(self, fixed: Sequence[Fraction], slopes: Sequence[Fraction], edge: Fraction) -> Any:
        """The x for which net wins of `fixed + slope * x` give an edge; None if no x changes the edge."""
        return self._quotient(self._sum([-net for net in fixed], -edge), self._sum(slopes))

    def _sum(self, weights: Sequence[Fraction], weight_of_all: Fraction = NO_EDGE) -> Any:
        weighted = [weight * ways for weight, ways in zip(weights, self._ways, strict=True)]
        return sum(weighted) + weight_of_all * self._total_ways

    def _quotient(self, top: Any, bottom: Any) -> Any:
        return Fraction(top, bottom) if bottom else None


class _DeckCounts(_Counts):
    """The same as polynomials in the number of decks."""

    def _sum(self, weights: Sequence[Fraction], weight_of_all: Fraction = NO_EDGE) -> Polynomial:
        weighted = [ways.times(weight) for weight, ways in zip(weights, self._ways, strict=True)]
        return total([*weighted, self._total_ways.times(weight_of_all)])

    def _quotient(self, top: Polynomial, bottom: Polynomial) -> RationalFunction | None:
        return RationalFunction.reduced(top, bottom) if bottom.coefficients else None


def _break_even(wager: Wager, counts: _Counts, edge: Fraction) -> BreakEven:
    nets = [line.pays.fixed for line in wager.lines]
    shares = [line.pays.share for line in wager.lines]
    if any(shares):
        jackpot = counts.solve(nets, shares, edge)
        nothing = CommissionTerm(wager.commission or NO_COMMISSION, None)
        return BreakEven(wager, None, (None,) * len(nets), nothing, jackpot)
    pays = [
        counts.solve(
            _replaced(nets, line, NO_EDGE), _replaced([NO_EDGE] * len(nets), line, Fraction(1)), edge
        )
        for line in range(len(nets))
    ]
    rate = _commission_rate(wager, nets, counts, edge)
    return BreakEven(wager, counts.house_edge(nets), tuple(pays), rate, None)


def _replaced(numbers: Sequence[Fraction], place: int, number: Fraction) -> list[Fraction]:
    return [*numbers[:place], number, *numbers[place + 1 :]]


def _commission_rate(
    wager: Wager, nets: Sequence[Fraction], counts: _Counts, edge: Fraction
) -> CommissionTerm:
    now = wager.commission or NO_COMMISSION
    before = [before_commission(net, now) if net > 0 else net for net in nets]
    whole = Commission(Fraction(1), now.base)
    return CommissionTerm(now, counts.solve(before, [-whole.taken(net) for net in before], edge))


def _require_possible(edge: Fraction) -> None:
    if edge > 1:
        raise WagerError(
            f"no house edge is {percent_text(edge, 2)}", mend="at most the whole stake is lost, which is 100%"
        )

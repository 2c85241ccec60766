"""How good a tableau is, as functions of the number of decks d, and from which d on they hold.

What drawing wins Banker more than standing is, times all ways, a polynomial in d of degree 6 at most.
So the tables of a few full shoes determine it for every d, and its sign from some d on can be proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from analyzer.deal.polynomials import Polynomial, RationalFunction
from analyzer.deal.symbolic import COUNTED_DECKS, TOTAL_WAYS, ways_by_decks
from analyzer.game.rulebook import DRAWS, TOTAL, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.play.decision_table import BankerSituation
from analyzer.play.formulas.all_decks import Decks, Line, hold_from
from analyzer.play.games.tableau_check import FREE_TOTAL, TableauCheck, check_tableau

MANY_DECKS = 1_000
"""So many decks have the bounds that are then proved to hold for fewer and for still more."""


@dataclass(frozen=True)
class ReplyByDecks:
    """One situation of Banker's in which the tableau is a mistake for some number of decks.

    Attributes
    ----------
    situation : BankerSituation
    prescribed : {"D", "S"}
    advantage : RationalFunction
        What drawing wins more than standing, in stakes a coup, against Player's rule.
    faulty : Decks
        The numbers of decks for which another action is better.
    """

    situation: BankerSituation
    prescribed: str
    advantage: RationalFunction
    faulty: Decks


@dataclass(frozen=True)
class Bound:
    """An end of the interval of Player's probabilities on 5 for which the tableau is a best reply.

    Attributes
    ----------
    situation : BankerSituation
        In which Banker is then indifferent.
    probability : RationalFunction
    """

    situation: BankerSituation
    probability: RationalFunction


@dataclass(frozen=True)
class TableauByDecks:
    """A tableau beside best replies, for every number of decks.

    Attributes
    ----------
    replies : tuple of ReplyByDecks
        The situations in which it is a mistake for some number of decks.
    low, high : Bound or None
        Between them the tableau is a best reply, for every number of decks from `bounds_from` on; None if
        there is no such interval for many decks, or if it ends at 0 or 1.
    bounds_from : int or None
        The least number of decks from which on the bounds hold.
    """

    rulebook: Rulebook
    banker_sees: str
    commission: Fraction
    replies: tuple[ReplyByDecks, ...]
    low: Bound | None
    high: Bound | None
    bounds_from: int | None


class _Advantage(NamedTuple):
    """What drawing wins more than standing, times all ways, with the sign of what is prescribed.

    It is at least 0 where the tableau is right, and linear in the probability that Player draws on 5.
    """

    situation: BankerSituation
    prescribed: str
    line: Line

    def against(self, probability: Fraction) -> Polynomial:
        return self.line.fixed + self.line.slope.times(probability)


def tableau_by_decks(
    rulebook: Rulebook, *, banker_sees: str = TOTAL, commission: int | Fraction = 0
) -> TableauByDecks:
    """Compare a tableau with best replies for every number of decks.

    Parameters
    ----------
    rulebook : Rulebook
        Its tableau is keyed by Player's third card.
    banker_sees : {"total", "cards"}, optional
    commission : int or Fraction, optional
        Taken from Banker's wins.

    Raises
    ------
    PlayError, RulebookError
        As for `check_tableau`.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = tableau_by_decks(load_rulebook())
    >>> [(reply.situation.total, reply.situation.third, str(reply.faulty)) for reply in found.replies]
    [(3, 8, '1-3'), (4, 1, 'from 4 on'), (5, 4, '1, 2'), (6, None, 'all')]
    >>> found.high.probability.limit, found.high.probability(8) == check_tableau(
    ...     load_rulebook(), Shoe.from_decks(8)).optimal_for[1]
    (Fraction(9, 11), True)
    """
    counted = {
        decks: check_tableau(rulebook, Shoe.from_decks(decks), banker_sees=banker_sees, commission=commission)
        for decks in COUNTED_DECKS
    }
    infinite = check_tableau(rulebook, Shoe.infinite(), banker_sees=banker_sees, commission=commission)
    advantages = _advantages(counted, infinite)
    by_rule = Fraction(int(rulebook.player_cell(FREE_TOTAL) == DRAWS))
    replies = [_reply(advantage, by_rule) for advantage in advantages]
    many = check_tableau(
        rulebook, Shoe.from_decks(MANY_DECKS), banker_sees=banker_sees, commission=commission
    )
    return TableauByDecks(
        rulebook,
        banker_sees,
        Fraction(commission),
        tuple(reply for reply in replies if reply is not None),
        *_bounds(advantages, many),
    )


def _advantages(counted: dict[int, TableauCheck], infinite: TableauCheck) -> list[_Advantage]:
    found = []
    for place, reply in enumerate(infinite.replies):
        if any(check.replies[place].situation != reply.situation for check in counted.values()):
            raise ArithmeticError("full shoes do not all lead to the same situations")
        sign = 1 if reply.prescribed == DRAWS else -1
        fixed, by_five = (
            ways_by_decks(
                {
                    decks: sign * getattr(check.replies[place], part) * Shoe.from_decks(decks).total_ways
                    for decks, check in counted.items()
                },
                sign * getattr(reply, part),
            )
            for part in ("fixed", "by_five")
        )
        found.append(_Advantage(reply.situation, reply.prescribed, Line(fixed, by_five)))
    return found


def _reply(advantage: _Advantage, by_rule: Fraction) -> ReplyByDecks | None:
    """A situation with the numbers of decks for which the tableau is a mistake; None if for none."""
    by_decks = advantage.against(by_rule)
    last = by_decks.settles_at()
    faulty = Decks.where([by_decks(decks) < 0 for decks in range(1, last)], by_decks.leading < 0)
    if faulty == Decks((), None):
        return None
    sign = 1 if advantage.prescribed == DRAWS else -1
    gained = RationalFunction.reduced(by_decks.times(sign), TOTAL_WAYS)
    return ReplyByDecks(advantage.situation, advantage.prescribed, gained, faulty)


def _bounds(
    advantages: Sequence[_Advantage], many: TableauCheck
) -> tuple[Bound | None, Bound | None, int | None]:
    """Both ends of the interval, as they are for many decks, and from which number of decks that is proved.

    At an end the situation that it comes from is indifferent, and the tableau is right in all others; both
    are conditions on signs of polynomials.
    Between the ends it is then right too, because an advantage is a linear function of the probability.
    """
    if many.optimal_for is None:
        return None, None, None
    low, high = (_bound(advantages, many, end) for end in many.optimal_for)
    ends = [
        RationalFunction.reduced(Polynomial.of(end), Polynomial.of(1)) if bound is None else bound.probability
        for bound, end in zip((low, high), many.optimal_for, strict=True)
    ]
    conditions = [advantage.line.at(end) for advantage in advantages for end in ends]
    conditions += [end.denominator for end in ends]
    settled = hold_from(conditions)
    return (None, None, None) if settled is None else (low, high, settled)


def _bound(advantages: Sequence[_Advantage], many: TableauCheck, end: Fraction) -> Bound | None:
    if end in (0, 1):
        return None
    situation = many.binding(end)[0].situation
    (advantage,) = (item for item in advantages if item.situation == situation)
    return Bound(situation, advantage.line.zero)

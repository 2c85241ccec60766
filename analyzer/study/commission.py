"""What a commission really costs, stake by stake, when a table takes it in whole coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import WagerError
from analyzer.game.rulebook import BANKER, TIE, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import METHODS, analyze
from analyzer.wager.commission import Payments, check_stake
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import LOSE, PUSH, Commission, Pay


@dataclass(frozen=True)
class StakeResult:
    """One stake: what is taken of a win, what is paid, and the edge that follows.

    Attributes
    ----------
    exact : Fraction
        The commission before rounding and minimum.
    taken : Fraction
        What the bettor does not get of the winnings: the commission, and what rounding the payout takes.
    paid : Fraction
        Net win in money.
    """

    stake: Fraction
    exact: Fraction
    taken: Fraction
    paid: Fraction
    law: Law

    @property
    def rate(self) -> Fraction:
        """Part of the winnings that is really taken; negative if rounding gives more than was won."""
        return self.taken / (self.taken + self.paid)


@dataclass(frozen=True)
class CommissionStudy:
    """A bet on Banker under a commission, for several stakes.

    Attributes
    ----------
    unrounded : Law
        The law of the bet if the commission were taken exactly, without coin and minimum.
    """

    rulebook: Rulebook
    shoe: Shoe
    commission: Commission
    pays: Pay
    payments: Payments
    outcomes: Mapping[str, int]
    unrounded: Law
    stakes: tuple[StakeResult, ...]


def study_commission(
    shoe: Shoe,
    rulebook: Rulebook,
    commission: Commission,
    stakes: Sequence[Fraction],
    *,
    pays: Pay | None = None,
    payments: Payments | None = None,
    method: str = METHODS[0],
) -> CommissionStudy:
    """The edge of a bet on Banker for several stakes.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    commission : Commission
        Rate and base.
    stakes : sequence of Fraction
        Amounts staked.
    pays : Pay, optional
        What Banker pays before the commission; even money if not given.
    payments : Payments, optional
        Coin, rounding and least commission; exact if not given.
    method : {"enumeration", "graph"}

    Raises
    ------
    WagerError
        A stake is not positive, Banker does not win anything, or a commission is more than what was won.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> study = study_commission(Shoe.from_decks(8), load_rulebook(), Commission(Fraction(1, 20)),
    ...                          [Fraction(10)], payments=Payments(minimum=Fraction(1)))
    >>> study.stakes[0].law.house_edge
    Fraction(251639081728, 7509612793725)
    """
    pays = pays or Pay(Fraction(1))
    payments = payments or Payments()
    if pays.net <= 0:
        raise WagerError(f'"{pays.literal}" wins nothing to take a commission of', mend='write "1 to 1"')
    outcomes = analyze(shoe, rulebook, method=method).outcomes
    results = []
    for stake in stakes:
        check_stake(stake)
        net = payments.net(stake, pays.net, commission)
        won = stake * pays.net
        exact = commission.taken(pays.net, stake)
        results.append(StakeResult(stake, exact, won - stake * net, stake * net, _law(outcomes, net)))
    unrounded = _law(outcomes, commission.after(pays).net)
    return CommissionStudy(rulebook, shoe, commission, pays, payments, outcomes, unrounded, tuple(results))


def _law(outcomes: Mapping[str, int], net: Fraction) -> Law:
    pays = {BANKER: Pay(net), TIE: Pay(PUSH)}
    lines = [LawLine(outcome, pays.get(outcome, Pay(LOSE)), ways) for outcome, ways in outcomes.items()]
    return Law(tuple(lines), sum(outcomes.values()))

"""What a table really hands out: commissions and payouts in whole coins, and a least commission.

A pay line says what is won per unit; a table pays in chips.
The commission may be rounded to a coin, the payout may be made up to the next chip, and a commission may have
a least amount, so the edge of a bet depends on its stake.
Everything here is exact; the rounded amounts are the ones that are settled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from analyzer.errors import WagerError
from analyzer.exact import fraction_text
from analyzer.wager.odds import HANDED_BACK, LOSE, STAKE, WINNINGS, Commission, Pay
from analyzer.wager.wager import PayLine, Wager

EXACTLY, DOWN, UP, NEAREST = DIRECTIONS = ("exactly", "down", "up", "nearest")
"""Ways to bring an amount to whole coins; `nearest` takes the larger one where two are equally near."""


def in_coins(amount: Fraction, coin: Fraction, direction: str) -> Fraction:
    """An amount in whole coins.

    Examples
    --------
    >>> [in_coins(Fraction(5, 4), Fraction(1, 2), direction) for direction in DIRECTIONS]
    [Fraction(5, 4), Fraction(1, 1), Fraction(3, 2), Fraction(3, 2)]
    """
    coins = amount / coin
    if direction == EXACTLY:
        return amount
    if direction == NEAREST:
        return floor(coins + Fraction(1, 2)) * coin
    return (floor(coins) if direction == DOWN else ceil(coins)) * coin


def before_commission(net: Fraction, commission: Commission) -> Fraction:
    """The net win of which a commission has left this much, to one.

    Raises
    ------
    WagerError
        A commission of the whole leaves nothing, so what was won cannot be told.

    Examples
    --------
    >>> before_commission(Fraction(19, 20), Commission(Fraction(1, 20)))
    Fraction(1, 1)
    """
    rate = commission.rate
    if commission.base == STAKE:
        return net + rate
    if rate == 1:
        raise WagerError("a commission of 100% leaves nothing to tell the winnings from")
    return net / (1 - rate) if commission.base == WINNINGS else (net + rate) / (1 - rate)


@dataclass(frozen=True)
class Payments:
    """How a table pays.

    Attributes
    ----------
    coin : Fraction or None
        The smallest coin or chip; amounts are exact if there is none.
    round_commission : {"exactly", "down", "up", "nearest"}
        How the commission is brought to whole coins.
    round_payout : {"exactly", "down", "up", "nearest"}
        How the payout, after the commission, is brought to whole coins.
    minimum : Fraction
        Least commission of a winning bet.

    Examples
    --------
    >>> payments = Payments(coin=Fraction(1), round_commission="down")
    >>> payments.commission(Fraction(25), Fraction(1), Commission(Fraction(1, 20)))
    Fraction(1, 1)
    """

    coin: Fraction | None = None
    round_commission: str = EXACTLY
    round_payout: str = EXACTLY
    minimum: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.coin is not None and self.coin <= 0:
            raise WagerError(
                f"a coin of {fraction_text(self.coin)} cannot be", mend="give the smallest coin: 1, 0.25"
            )
        if self.minimum < 0:
            raise WagerError(f"a least commission of {fraction_text(self.minimum)} cannot be")
        for direction in (self.round_commission, self.round_payout):
            if direction not in DIRECTIONS:
                raise WagerError(
                    f'nothing is rounded "{direction}"', mend=f"write one of {', '.join(DIRECTIONS)}"
                )
        rounded = {self.round_commission, self.round_payout} != {EXACTLY}
        if rounded and self.coin is None:
            raise WagerError("there is no coin to round to", mend="give the smallest coin, such as 1")

    def commission(self, stake: Fraction, net: Fraction, commission: Commission) -> Fraction:
        """The commission really taken of a winning bet.

        Parameters
        ----------
        stake : Fraction
            Amount staked.
        net : Fraction
            Net win to one before the commission.
        commission : Commission
            Rate and base.

        Raises
        ------
        WagerError
            It is more than what was won.
        """
        if net <= 0:
            return Fraction(0)
        taken = commission.taken(net, stake)
        if self.coin is not None:
            taken = in_coins(taken, self.coin, self.round_commission)
        taken = max(taken, self.minimum)
        handed_back = stake * net + (stake if commission.base == HANDED_BACK else 0)
        if taken > handed_back:
            raise WagerError(
                f"a commission of {fraction_text(taken)} is more than a stake of {fraction_text(stake)} wins",
                mend="give a smaller minimum, a smaller coin or a larger stake",
            )
        return taken

    def net(self, stake: Fraction, net: Fraction, commission: Commission | None = None) -> Fraction:
        """The net win to one that is really paid, after commission and rounding.

        Examples
        --------
        >>> Payments(coin=Fraction(5), round_payout="up").net(Fraction(25), Fraction(19, 20))
        Fraction(1, 1)
        """
        if net <= 0:
            return net
        won = stake * net
        if commission is not None:
            won -= self.commission(stake, net, commission)
        if self.coin is not None:
            won = in_coins(won, self.coin, self.round_payout)
        return won / stake


def at_stake(wager: Wager, stake: Fraction, payments: Payments) -> Wager:
    """A wager with the pays that a table really hands out for a stake.

    Raises
    ------
    WagerError
        The stake is not positive, or a commission is more than what was won.

    Examples
    --------
    >>> from analyzer.library.catalog import load_wager
    >>> banker = at_stake(load_wager("main/banker"), Fraction(10), Payments(minimum=Fraction(1)))
    >>> banker.lines[0].pays.to_one_text
    '9 to 10'
    """
    check_stake(stake)
    return replace(wager, lines=tuple(_line_at_stake(line, wager, stake, payments) for line in wager.lines))


def check_stake(stake: Fraction) -> None:
    """Refuse a stake that is no stake.

    Raises
    ------
    WagerError
        It is not positive.
    """
    if stake <= 0:
        raise WagerError(f"a stake of {fraction_text(stake)} cannot be", mend="give an amount above 0")


def _line_at_stake(line: PayLine, wager: Wager, stake: Fraction, payments: Payments) -> PayLine:
    if line.pays.share or line.pays.net <= 0:  # nobody takes a commission of a jackpot
        return line
    net = line.pays.net
    if wager.commission is not None:
        net = before_commission(net, wager.commission)
    paid = payments.net(stake, net, wager.commission)
    return line if paid == line.pays.net else replace(line, pays=Pay(max(paid, LOSE)))

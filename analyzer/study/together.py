"""Several wagers made on one coup: what they are worth together, and the most that one coup can cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import WagerError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.wager.joint_law import Exposure, JointLaw
from analyzer.wager.law import Law
from analyzer.wager.settling import settled_ways
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class Together:
    """Several wagers on one coup.

    Attributes
    ----------
    joint : JointLaw
        Which lines pay together, and how often.
    stakes : tuple of Fraction
        Amount on each wager.
    law : Law
        Net win of all of them, per unit of everything staked.
    largest_payout, largest_loss : Exposure
        The coup in which most is paid, and the coup in which the house loses most.
    """

    shoe: Shoe
    rulebook: Rulebook
    joint: JointLaw
    stakes: tuple[Fraction, ...]
    law: Law
    largest_payout: Exposure
    largest_loss: Exposure

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers, in the order of the stakes."""
        return self.joint.wagers

    @property
    def staked(self) -> Fraction:
        """Sum of the stakes."""
        return sum(self.stakes, Fraction(0))


def study_together(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    stakes: Sequence[int | Fraction] | None = None,
) -> Together:
    """What several wagers on one coup are worth together.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
    stakes : sequence of int or Fraction, optional
        Amount on each wager; if not given, one on each.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        A wager asks for more than the shoe knows.
    WagerError
        There is no wager, a stake cannot be, or a wager pays a jackpot whose size is open.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> wagers = load_wagers("main/player,main/banker")
    >>> both = study_together(Shoe.from_decks(8), load_rulebook(), wagers, [1, 1])
    >>> both.law.distribution[0], both.largest_loss.amount
    ((Fraction(0, 1), 2706145709065472), Fraction(0, 1))
    """
    if not wagers:
        raise WagerError("no wager is named")
    amounts = tuple(stakes) if stakes is not None else (1,) * len(wagers)
    _check_before_counting(wagers, amounts)
    ways, total_ways = settled_ways(shoe, rulebook, wagers)
    joint = JointLaw(tuple(wagers), ways, total_ways)
    return Together(
        shoe,
        rulebook,
        joint,
        tuple(map(Fraction, joint.checked_stakes(amounts))),
        joint.together(amounts),
        joint.largest_payout(amounts),
        joint.largest_loss(amounts),
    )


def _check_before_counting(wagers: Sequence[Wager], amounts: Sequence[int | Fraction]) -> None:
    """Refuse stakes and open jackpots before the coups are counted, which can take minutes."""
    JointLaw(tuple(wagers), {(0,) * len(wagers): 1}, 1).together(amounts)

"""The best reply of one side to the other's play, and where it changes as that play changes.

Backward induction: a coup passes one situation of each side, so what the replying side should do in one
situation does not depend on what it does in another.
For each of its situations the worth of drawing and of standing is summed over everything that the other side
may hold and do; the better one is the best reply, and where both are equal, either is.

As one probability of the other side changes, the worth of both actions changes linearly, so a best reply
changes at most once, at the root of one linear equation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from analyzer.errors import PlayError
from analyzer.exact import fraction_text
from analyzer.game.rulebook import BANKER, DRAWS, PLAYER, STANDS
from analyzer.play.decision_table import BankerSituation, DecisionTable, PlayerSituation, Ways
from analyzer.play.policy import Policy, Situation

BOTH = (DRAWS, STANDS)


class Worth(NamedTuple):
    """Net win of the replying side per unit staked when Player wins, when Banker wins and on a tie.

    Examples
    --------
    >>> Worth.of_side("banker", commission=Fraction(1, 20))
    Worth(player=Fraction(-1, 1), banker=Fraction(19, 20), tie=Fraction(0, 1))
    """

    player: Fraction
    banker: Fraction
    tie: Fraction

    @classmethod
    def of_side(cls, side: str, commission: Fraction = Fraction(0)) -> Worth:
        """What a stake on one side wins at even money, if its wins pay a commission."""
        win = 1 - Fraction(commission)
        lose, push = Fraction(-1), Fraction(0)
        return cls(win, lose, push) if side == PLAYER else cls(lose, win, push)

    def times(self, ways: Ways) -> Fraction:
        """Net win of so many ways."""
        return self.player * ways[0] + self.banker * ways[1] + self.tie * ways[2]


def require_commission(commission: int | Fraction) -> None:
    """Refuse a commission outside [0, 1).

    Raises
    ------
    PlayError
    """
    if not 0 <= commission < 1:
        raise PlayError(
            f"a commission of {fraction_text(Fraction(commission))} is not at least 0 and below 1",
            mend="give the part of what is won that is paid, such as 5% or 1/20",
        )


class Choice(NamedTuple):
    """What both actions are worth in one situation.

    Attributes
    ----------
    situation : PlayerSituation or BankerSituation
    draws, stands : Fraction
        Net win expected of a coup, counting only coups that come into this situation.
    """

    situation: Situation
    draws: Fraction
    stands: Fraction

    @property
    def best(self) -> tuple[str, ...]:
        """The better action, or both where they are equally good."""
        if self.draws == self.stands:
            return BOTH
        return (DRAWS,) if self.draws > self.stands else (STANDS,)

    @property
    def gain(self) -> Fraction:
        """By how much drawing is better than standing."""
        return self.draws - self.stands


@dataclass(frozen=True)
class BestReply:
    """The best reply of a side.

    Attributes
    ----------
    side : {"player", "banker"}
    choices : tuple of Choice
        Every situation in which it may choose.
    value : Fraction
        Net win expected of a coup with this reply.
    """

    side: str
    choices: tuple[Choice, ...]
    value: Fraction

    @property
    def ties(self) -> tuple[Choice, ...]:
        """Situations in which either action is best."""
        return tuple(choice for choice in self.choices if choice.best == BOTH)


class Interval(NamedTuple):
    """Probabilities between two break-points, and the best reply to all of them."""

    low: Fraction
    high: Fraction
    best: Mapping[Situation, tuple[str, ...]]


@dataclass(frozen=True)
class BreakPoints:
    """How the best reply changes as one probability of drawing goes from 0 to 1.

    Attributes
    ----------
    mixing : PlayerSituation or BankerSituation
        Where the other side draws with that probability.
    points : mapping of Fraction to tuple of situations
        The probabilities at which some best reply changes, and in which situations.
        At the point itself either action is best there.
    intervals : tuple of Interval
        Between them, in ascending order.
    """

    mixing: Situation
    points: Mapping[Fraction, tuple[Situation, ...]]
    intervals: tuple[Interval, ...]


def best_reply(table: DecisionTable, side: str, policy: Policy, worth: Worth | None = None) -> BestReply:
    """The best reply of a side to what a policy says of the other.

    Parameters
    ----------
    table : DecisionTable
    side : {"player", "banker"}
        Who replies; what the policy says of this side does not matter.
    policy : Policy
    worth : Worth, optional
        What the replying side wins; if not given, even money.

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.play.decision_table import decision_table
    >>> from analyzer.play.policy_text import parse_policy
    >>> rulebook = load_rulebook("chemin-de-fer/totals")
    >>> solved = parse_policy("like standard; player 5: 9/11; banker 6 none: 859/2288", rulebook)
    >>> reply = best_reply(decision_table(rulebook, Shoe.infinite()), "banker", solved)
    >>> reply.value, [choice.situation for choice in reply.ties]
    (Fraction(679568, 53094899), [BankerSituation(total=6, cards=None, third=None, actions=('D', 'S'))])
    """
    sums, fixed = _sums(table, side, policy, worth or Worth.of_side(side))
    choices = []
    value = fixed
    for situation, by_action in sums.items():
        if len(situation.actions) == 1:
            value += by_action[situation.actions[0]]
            continue
        choice = Choice(situation, by_action[DRAWS] / table.total_ways, by_action[STANDS] / table.total_ways)
        choices.append(choice)
        value += max(by_action.values())
    return BestReply(side, tuple(choices), value / table.total_ways)


def break_points(
    table: DecisionTable, mixing: Situation, policy: Policy, worth: Worth | None = None
) -> BreakPoints:
    """Where the best reply changes as one probability of the other side goes from 0 to 1.

    Parameters
    ----------
    table : DecisionTable
    mixing : PlayerSituation or BankerSituation
        A situation with a choice; the side that replies is the other one.
    policy : Policy
        What is played in all other situations of the mixing side.
    worth : Worth, optional
        What the replying side wins; if not given, even money.
    """
    side = BANKER if isinstance(mixing, PlayerSituation) else PLAYER
    never = best_reply(table, side, policy.playing(mixing, Fraction(0)), worth)
    always = best_reply(table, side, policy.playing(mixing, Fraction(1)), worth)
    at_ends = [
        (one.situation, one.gain, other.gain)
        for one, other in zip(never.choices, always.choices, strict=True)
    ]
    points: dict[Fraction, list[Situation]] = {}
    for situation, before, after in at_ends:
        if before != after and 0 <= (point := before / (before - after)) <= 1:
            points.setdefault(point, []).append(situation)
    bounds = sorted({Fraction(0), Fraction(1), *points})
    intervals = []
    for low, high in pairwise(bounds):
        middle = (low + high) / 2
        best = {
            situation: Choice(situation, before + (after - before) * middle, Fraction(0)).best
            for situation, before, after in at_ends
        }
        intervals.append(Interval(low, high, best))
    return BreakPoints(mixing, {point: tuple(points[point]) for point in sorted(points)}, tuple(intervals))


def _sums(
    table: DecisionTable, side: str, policy: Policy, worth: Worth
) -> tuple[dict[Situation, dict[str, Fraction]], Fraction]:
    """What each action of a side is worth in ways, and what coups are worth that nobody decides.

    The other side plays as the policy says.
    """
    mine: tuple[Situation, ...] = table.player if side == PLAYER else table.banker
    sums: dict[Situation, dict[str, Fraction]] = {
        situation: dict.fromkeys(situation.actions, Fraction(0)) for situation in mine
    }
    for (player, player_action, banker, banker_action), ways in table.ways.items():
        both: tuple[tuple[PlayerSituation, str], tuple[BankerSituation, str]] = (
            (table.player[player], player_action),
            (table.banker[banker], banker_action),
        )
        own, other = both if side == PLAYER else both[::-1]
        if chance := policy.chance(*other):
            sums[own[0]][own[1]] += chance * worth.times(ways)
    return sums, worth.times(table.decided)

"""What one side should do against a given play of the other, and where that changes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import UsageError
from analyzer.game.rulebook import BANKER, PLAYER, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.play.best_reply import (
    BestReply,
    BreakPoints,
    Worth,
    best_reply,
    break_points,
    require_commission,
)
from analyzer.play.decision_table import BankerSituation, PlayerSituation, decision_table
from analyzer.play.policy import Policy, Situation


@dataclass(frozen=True)
class Replies:
    """The best reply of a side.

    Attributes
    ----------
    policy : Policy
        The play that is replied to; what it says of the replying side does not matter.
    commission : Fraction
        What the replying side pays of its wins.
    reply : BestReply
    break_points : BreakPoints or None
        Where it changes as one probability of the other side goes from 0 to 1.
    """

    rulebook: Rulebook
    shoe: Shoe
    policy: Policy
    commission: Fraction
    reply: BestReply
    break_points: BreakPoints | None


def study_replies(
    shoe: Shoe,
    policy: Policy,
    side: str,
    commission: Fraction = Fraction(0),
    mixing: Situation | None = None,
) -> Replies:
    """The best reply of a side that stakes on its own hand, at even money less a commission on wins.

    Parameters
    ----------
    shoe : Shoe
    policy : Policy
    side : {"player", "banker"}
        Who replies.
    commission : Fraction, optional
        Between 0 and 1.
    mixing : PlayerSituation or BankerSituation, optional
        The situation of the other side whose probability is varied; if not given, its only one.

    Raises
    ------
    UsageError
        The side has no choice, or it is the side itself that would mix.
    PlayError
        The commission is not at least 0 and below 1.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.play.policy_text import parse_policy
    >>> policy = parse_policy("player 5: 1/2", load_rulebook("chemin-de-fer/totals"), replying="banker")
    >>> found = study_replies(Shoe.infinite(), policy, "banker")
    >>> found.reply.value, list(found.break_points.points)[1]
    (Fraction(66152, 4826809), Fraction(71, 176))
    """
    require_chooser(policy.rulebook, side)
    require_commission(commission)
    other = PLAYER if side == BANKER else BANKER
    if mixing is None:
        choices: tuple[Situation, ...] = tuple(policy.player) if other == PLAYER else tuple(policy.banker)
        mixing = choices[0] if len(choices) == 1 else None
    elif not isinstance(mixing, PlayerSituation if other == PLAYER else BankerSituation):
        raise UsageError(
            f"{side.capitalize()} replies, so it is {other.capitalize()} who mixes",
            where="--mixing",
            mend=f"name a choice of {other.capitalize()}",
        )
    table = decision_table(policy.rulebook, shoe)
    worth = Worth.of_side(side, commission)
    return Replies(
        policy.rulebook,
        shoe,
        policy,
        commission,
        best_reply(table, side, policy, worth),
        None if mixing is None else break_points(table, mixing, policy, worth),
    )


def require_chooser(rulebook: Rulebook, side: str) -> None:
    """Refuse a side that has nothing to choose.

    Raises
    ------
    UsageError
        It has no choice, or neither side has one.
    """
    if not rulebook.choices():
        raise UsageError(
            "these rules leave no choice: there is nothing to decide",
            mend="`baccarat solve rules` gives their edges",
        )
    if not rulebook.has_choice(side):
        raise UsageError(
            f"{side.capitalize()} has no choice under these rules", mend="ask for the other side's reply"
        )

"""How good a tableau is: Banker's prescribed actions beside his best replies.

Punto banco deals baccara chemin de fer with both hands bound.
Player draws on 5, and Banker follows a tableau that was once found to be good play.
Here Banker is set free, against a Player who still follows his rule, or who on 5 draws only with some
probability p.

In a situation of Banker's the advantage of drawing is a linear function of p, because Player has a 5 or not.
So the tableau is a best reply for the p of one interval, which the zeros of the advantages cut out of [0, 1].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.errors import RulebookError
from analyzer.game.rulebook import CHOICE, COLUMNS, DRAWS, ROWS, STANDS, TABLEAU_KEYS, TOTAL, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.play.best_reply import require_commission
from analyzer.play.decision_table import BankerSituation, DecisionTable, Ways, decision_table

FREE_TOTAL = 5
"""Player's two-card total on which chemin de fer leaves the choice."""


@dataclass(frozen=True)
class Reply:
    """What the tableau prescribes in one situation of Banker's, and what would be best.

    Attributes
    ----------
    situation : BankerSituation
    prescribed : {"D", "S"}
    advantage : Fraction
        What drawing wins more than standing, in stakes a coup, against Player's rule.
    fixed, by_five : Fraction
        The same if Player never draws on 5, and what is added to it times the probability that he does.
    """

    situation: BankerSituation
    prescribed: str
    advantage: Fraction
    fixed: Fraction
    by_five: Fraction

    @property
    def best(self) -> str:
        """D or S, or both where they are equally good."""
        return DRAWS + STANDS if not self.advantage else DRAWS if self.advantage > 0 else STANDS

    @property
    def cost(self) -> Fraction:
        """What the prescribed action gives away, in stakes a coup."""
        return Fraction(0) if self.prescribed in self.best else abs(self.advantage)

    @property
    def allowed(self) -> tuple[Fraction, Fraction] | None:
        """The probabilities of drawing on 5 for which the prescribed action is best; None if for none."""
        sign = 1 if self.prescribed == DRAWS else -1
        fixed, slope = sign * self.fixed, sign * self.by_five
        if not slope:
            return (Fraction(0), Fraction(1)) if fixed >= 0 else None
        zero = -fixed / slope
        low, high = (
            (max(zero, Fraction(0)), Fraction(1)) if slope > 0 else (Fraction(0), min(zero, Fraction(1)))
        )
        return (low, high) if low <= high else None


@dataclass(frozen=True)
class TableauCheck:
    """A tableau beside Banker's best replies.

    Attributes
    ----------
    rulebook : Rulebook
    shoe : Shoe
    banker_sees : {"total", "cards"}
    commission : Fraction
        Taken from Banker's wins.
    replies : tuple of Reply
        One for each situation that can come up.
    """

    rulebook: Rulebook
    shoe: Shoe
    banker_sees: str
    commission: Fraction
    replies: tuple[Reply, ...]

    @property
    def faults(self) -> tuple[Reply, ...]:
        """Situations in which another action would be better."""
        return tuple(reply for reply in self.replies if reply.cost)

    @property
    def cost(self) -> Fraction:
        """What Banker would win more if he were free, in stakes a coup."""
        return sum((reply.cost for reply in self.replies), Fraction(0))

    @property
    def optimal_for(self) -> tuple[Fraction, Fraction] | None:
        """The probabilities of drawing on 5 for which the whole tableau is best; None if for none."""
        low, high = Fraction(0), Fraction(1)
        for reply in self.replies:
            if reply.allowed is None:
                return None
            low, high = max(low, reply.allowed[0]), min(high, reply.allowed[1])
        return (low, high) if low <= high else None

    @property
    def is_only_best_reply(self) -> bool:
        """Whether the tableau is Banker's only best reply strictly inside `optimal_for`.

        An advantage that is not 0 everywhere has no zero there, because it would change its sign at it.
        """
        ends = self.optimal_for
        everywhere = any(not reply.fixed and not reply.by_five for reply in self.replies)
        return ends is not None and ends[0] < ends[1] and not everywhere

    def binding(self, probability: Fraction) -> tuple[Reply, ...]:
        """Situations in which both actions are equally good if Player draws on 5 with some probability.

        At an end of `optimal_for` inside (0, 1) they are the reason why it ends there.
        """
        return tuple(
            reply
            for reply in self.replies
            if reply.by_five and reply.fixed + reply.by_five * probability == 0
        )


def check_tableau(
    rulebook: Rulebook, shoe: Shoe, *, banker_sees: str = TOTAL, commission: int | Fraction = 0
) -> TableauCheck:
    """Compare each action of a tableau with Banker's best reply.

    Parameters
    ----------
    rulebook : Rulebook
        Its tableau is keyed by Player's third card.
    shoe : Shoe
    banker_sees : {"total", "cards"}, optional
        Whether a free Banker would look at his total or at his two cards.
    commission : int or Fraction, optional
        Taken from Banker's wins, at least 0 and below 1.

    Returns
    -------
    TableauCheck

    Raises
    ------
    PlayError
        The commission is not at least 0 and below 1.
    RulebookError
        A cell is undefined or left to a side, or the tableau is not keyed by Player's third card.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> check = check_tableau(load_rulebook(), Shoe.infinite())
    >>> check.optimal_for
    (Fraction(71, 176), Fraction(9, 11))
    >>> [(reply.situation.total, reply.situation.third, reply.best) for reply in check.faults]
    [(4, 1, 'D'), (6, None, 'D')]
    """
    require_commission(commission)
    _require_comparable(rulebook)
    table = decision_table(set_free(rulebook, banker_sees), shoe)
    nets = net_by_situation(table, commission)
    by_rule = Fraction(int(rulebook.player_cell(FREE_TOTAL) == DRAWS))
    replies = tuple(
        Reply(
            situation,
            rulebook.banker_cell(situation.total, situation.third),
            (fixed + by_five * by_rule) / table.total_ways,
            fixed / table.total_ways,
            by_five / table.total_ways,
        )
        for situation, (fixed, by_five) in zip(table.banker, nets, strict=True)
        if len(situation.actions) > 1
    )
    return TableauCheck(rulebook, shoe, banker_sees, Fraction(commission), replies)


def _require_comparable(rulebook: Rulebook) -> None:
    rulebook.require_playable()
    if rulebook.tableau_key != TABLEAU_KEYS[0]:
        raise RulebookError(
            f"its tableau looks at the {rulebook.tableau_key}, and a free Banker at Player's third card",
            where=f"rulebook {rulebook.slug or rulebook.title}",
            mend=f'compare a tableau with keyed_by = "{TABLEAU_KEYS[0]}"',
        )


def set_free(rulebook: Rulebook, banker_sees: str) -> Rulebook:
    """The rules with Banker free everywhere, and Player free on 5.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> set_free(load_rulebook(), "total").choices()
    ['Player 5', 'Banker 0-7, Player stood', 'Banker 0-7, third card 0-9']
    """
    return replace(
        rulebook,
        player=rulebook.player[:FREE_TOTAL] + CHOICE + rulebook.player[FREE_TOTAL + 1 :],
        tableau=(CHOICE * len(COLUMNS),) * len(ROWS),
        player_sees=TOTAL,
        banker_sees=banker_sees,
        slug="",
    )


def net_by_situation(table: DecisionTable, commission: int | Fraction) -> list[tuple[Fraction, Fraction]]:
    """What drawing wins Banker more than standing, times all ways, by situation of Banker's.

    Returns
    -------
    list of (Fraction, Fraction)
        What holds if Player never draws on 5, and what is to be added times the probability that he does.
    """
    fixed = [Fraction(0)] * len(table.banker)
    by_five = [Fraction(0)] * len(table.banker)
    for player, player_action, banker, ways in _signed(table):
        net = ways[1] * (1 - Fraction(commission)) - ways[0]
        if len(table.player[player].actions) == 1:
            fixed[banker] += net
        elif player_action == DRAWS:
            by_five[banker] += net
        else:
            fixed[banker] += net
            by_five[banker] -= net
    return list(zip(fixed, by_five, strict=True))


def _signed(table: DecisionTable) -> Iterator[tuple[int, str, int, Ways]]:
    """Ways of the table, those in which Banker stands with a minus."""
    for (player, player_action, banker, banker_action), ways in table.ways.items():
        sign = 1 if banker_action == DRAWS else -1
        yield player, player_action, banker, (sign * ways[0], sign * ways[1], sign * ways[2])

"""Baccara banque: one Banker against two Players, cards dealt with replacement.

Two hands play against Banker's, each for its share of the stakes.
If Banker has a natural, or both Players have, the coup ends.
A natural of one Player wins at once, and the coup goes on with the other.
On 5 a Player may choose.
Banker sees his total, what each Player did and their third cards, and may choose everywhere.
Player 2 takes no notice of Player 1's third card.

The Players cooperate: together they draw on 5 by one lottery over the four pairs of actions, agreed on before
the coup (Ethier and Lee call the best such lottery, with Banker's best reply, the correlated cooperative
equilibrium).
That is a zero-sum game of four pure strategies against Banker, whose situations add up:

    V(π) = Σ_a c_a π_a + Σ_j min(0, Σ_a g_ja π_a)

and the least of Banker's maxima is a linear program of four rows.

References
----------
S. N. Ethier and J. Lee, On the Three-Person Game Baccara Banque, Games 6 (2015), 57-78.
F. Downton and C. Lockwood, Computer Studies of Baccarat, II: Baccarat-Banque, Journal of the Royal
Statistical Society A 139 (1976), 356-364.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from analyzer.errors import PlayError
from analyzer.exact import fraction_text
from analyzer.game.cards import STANDARD_CARD_VALUES
from analyzer.game.rulebook import DRAWS, NATURALS, ROWS, STANDS
from analyzer.play.solver.bilinear_game import Form
from analyzer.play.solver.exact_simplex import minimise
from analyzer.play.solver.strategy_set import AT_LEAST, AT_MOST, EQUAL, Condition, StrategySet, strategy_set

Seen = int | str | None
"""What Banker sees of a Player: a third card, that he stood (None), or a natural."""

ACTIONS = (STANDS, DRAWS)

LOTTERY = tuple((one, other) for one in ACTIONS for other in ACTIONS)
"""What both Players do on 5: the first letter is Player 1's."""

FREE_TOTAL = 5
STOOD: Seen = None
NATURAL = "natural"

WEIGHTS = tuple(STANDARD_CARD_VALUES.count(value) for value in range(10))
RANKS = sum(WEIGHTS)


class BanqueSituation(NamedTuple):
    """What Banker knows when he decides: his total, and what each Player did."""

    total: int
    player_1: Seen
    player_2: Seen


@dataclass(frozen=True)
class BanqueSolution:
    """The correlated cooperative equilibrium.

    Attributes
    ----------
    share : Fraction
        Player 1's part of the stakes.
    lottery : dict of (str, str) to Fraction
        With which probability they do what on 5.
    lottery_ranges : dict of (str, str) to (Fraction, Fraction)
        The least and the greatest of each probability over all optimal lotteries.
    banker : dict of BanqueSituation to Fraction
        With which probability Banker draws.
    players_sure : Fraction
        What the lottery wins against Banker's best reply.
    banker_sure : Fraction
        What Banker's play lets the Players win at most; both are the value, which proves both optimal.
    """

    share: Fraction
    lottery: dict[tuple[str, str], Fraction]
    lottery_ranges: dict[tuple[str, str], tuple[Fraction, Fraction]]
    banker: dict[BanqueSituation, Fraction]
    players_sure: Fraction
    banker_sure: Fraction

    @property
    def value(self) -> Fraction:
        """What both Players win together, for stakes of 1 in all."""
        return self.players_sure

    @property
    def is_unique(self) -> bool:
        """Whether no other lottery does as well."""
        return all(low == high for low, high in self.lottery_ranges.values())

    @property
    def mixed(self) -> dict[BanqueSituation, Fraction]:
        """Banker's situations in which he mixes."""
        return {situation: value for situation, value in self.banker.items() if 0 < value < 1}


def require_share(share: Fraction) -> None:
    """Refuse a share of the stakes outside [0, 1].

    Raises
    ------
    PlayError
    """
    if not 0 <= share <= 1:
        raise PlayError(
            f"a share of {fraction_text(share)} is not between 0 and 1",
            mend="give the part of the stakes that is on Player 1: 1/2 or 50%",
        )


def solve_banque(share: Fraction) -> BanqueSolution:
    """The best lottery of two cooperating Players, and Banker's best play against it.

    Parameters
    ----------
    share : Fraction
        Player 1's part of the stakes, from 0 to 1.

    Raises
    ------
    PlayError
        The share is not between 0 and 1.

    Examples
    --------
    Where all is staked on one hand, the other makes no difference to its value in baccara chemin de fer.

    >>> solve_banque(Fraction(1)).value
    Fraction(-679568, 53094899)
    """
    require_share(share)
    stakes = (share.numerator, share.denominator - share.numerator)
    game = _game(stakes)
    banker = _best_play(game)
    lotteries = _all_lotteries(game, banker)
    total = RANKS**_CARDS * sum(stakes)
    return BanqueSolution(
        share,
        dict(zip(LOTTERY, lotteries.point, strict=True)),
        dict(zip(LOTTERY, zip(lotteries.low, lotteries.high, strict=True), strict=True)),
        dict(zip(game.situations, banker, strict=True)),
        game.least(lotteries.point) / total,
        game.greatest(banker) / total,
    )


_CARDS = 9
"""Three cards for each hand, whether or not they are dealt, so that all ways have one total."""


class _Game(NamedTuple):
    """What the Players win together, times all ways and all stakes, which are whole numbers.

    Attributes
    ----------
    situations : tuple of BanqueSituation
    standing : tuple of int
        If Banker stands everywhere, for each pair of actions of the Players.
    drawing : tuple of Form
        For each situation what they win more if Banker draws there, by their lottery.
    """

    situations: tuple[BanqueSituation, ...]
    standing: tuple[int, ...]
    drawing: tuple[Form, ...]

    def least(self, lottery: Sequence[Fraction]) -> Fraction:
        """What a lottery makes sure of."""
        standing = sum(one * other for one, other in zip(lottery, self.standing, strict=True))
        return Fraction(standing + sum(min(0, form.at(lottery)) for form in self.drawing))

    def won(self, pair: int, banker: Sequence[Fraction]) -> Fraction:
        """What one pair of actions wins against a play of Banker."""
        drawn = (form.coefficients[pair] * value for form, value in zip(self.drawing, banker, strict=True))
        return self.standing[pair] + sum(drawn, Fraction(0))

    def greatest(self, banker: Sequence[Fraction]) -> Fraction:
        """What a play of Banker lets the Players win at most."""
        return max(self.won(pair, banker) for pair in range(len(LOTTERY)))


@cache
def _hand(action: str) -> dict[Seen, dict[int, int]]:
    """Final totals of a Player's hand with their weights, out of 13³, by what Banker sees of it.

    A natural is given by its total.
    """
    found: dict[Seen, dict[int, int]] = {}
    for one, two, third in product(range(10), repeat=3):
        total = (one + two) % 10
        seen: Seen = third
        if total in NATURALS:
            seen = NATURAL
        elif total > FREE_TOTAL or (total == FREE_TOTAL and action == STANDS):
            seen = STOOD
        final = (total + third) % 10 if seen == third else total
        finals = found.setdefault(seen, {})
        finals[final] = finals.get(final, 0) + WEIGHTS[one] * WEIGHTS[two] * WEIGHTS[third]
    return found


def _compared(finals: dict[int, int], banker_total: int) -> int:
    """Weight of the finals that beat a total less the weight of those that it beats."""
    return sum(weight * ((final > banker_total) - (final < banker_total)) for final, weight in finals.items())


def _net(action: str, seen: Seen, banker_total: int, banker_action: str) -> int:
    """What a Player wins in a situation of Banker, out of 13⁴: his hand and Banker's third card."""
    finals = _hand(action)[seen]
    if seen == NATURAL:
        return RANKS * sum(finals.values())
    if banker_action == STANDS:
        return RANKS * _compared(finals, banker_total)
    return sum(
        weight * _compared(finals, (banker_total + third) % 10) for third, weight in enumerate(WEIGHTS)
    )


@cache
def _banker_hands() -> tuple[int, ...]:
    """Weight of each two-card total, out of 13²."""
    weights = [0] * 10
    for one, two in product(range(10), repeat=2):
        weights[(one + two) % 10] += WEIGHTS[one] * WEIGHTS[two]
    return tuple(weights)


def _game(stakes: tuple[int, int]) -> _Game:
    seen = [STOOD, *range(10), NATURAL]
    situations = tuple(
        BanqueSituation(total, *pair)
        for total in ROWS
        for pair in product(seen, seen)
        if pair != (NATURAL, NATURAL)
    )
    standing = [_decided(sum(stakes))] * len(LOTTERY)
    drawing = []
    for situation in situations:
        stood, drawn = (
            [_won(stakes, pair, situation, banker_action) for pair in LOTTERY] for banker_action in ACTIONS
        )
        standing = [one + other for one, other in zip(standing, stood, strict=True)]
        drawing.append(Form(0, tuple(one - other for one, other in zip(drawn, stood, strict=True))))
    return _Game(situations, tuple(standing), tuple(drawing))


def _won(
    stakes: tuple[int, int], pair: tuple[str, str], situation: BanqueSituation, banker_action: str
) -> int:
    """What the Players win in a situation with a pair of actions."""
    total = situation.total
    hands = list(zip(pair, (situation.player_1, situation.player_2), strict=True))
    masses = [sum(_hand(action).get(seen, {}).values()) for action, seen in hands]
    if not all(masses):
        return 0
    nets = [_net(action, seen, total, banker_action) for action, seen in hands]
    won = stakes[0] * nets[0] * masses[1] + stakes[1] * masses[0] * nets[1]
    return _banker_hands()[total] * won


def _decided(stakes: int) -> int:
    """What the Players win when the first six cards decide: Banker has a natural, or both Players have."""
    two_cards = dict(enumerate(_banker_hands()))
    beaten = sum(two_cards[total] * _compared(two_cards, total) for total in NATURALS)
    natural = sum(two_cards[total] for total in NATURALS)
    both = sum(two_cards[total] for total in ROWS) * natural**2
    return stakes * (beaten * RANKS**2 + both) * RANKS**3


def _best_play(game: _Game) -> tuple[Fraction, ...]:
    """A best play of Banker: that which lets the Players win least.

    Situations in which one action is better against every lottery are settled beforehand.
    """
    banker = [Fraction(int(max(form.coefficients) <= 0)) for form in game.drawing]
    open_places = [
        place
        for place, form in enumerate(game.drawing)
        if min(form.coefficients) < 0 < max(form.coefficients)
    ]
    pairs = range(len(LOTTERY))
    # What is minimised is the first variable less the second, which no pair of actions may exceed.
    rows = [
        [
            1,
            -1,
            *(-game.drawing[place].coefficients[pair] for place in open_places),
            *(-int(pair == other) for other in pairs),
        ]
        for pair in pairs
    ]
    optimum = minimise(
        [1, -1, *[0] * (len(open_places) + len(LOTTERY))],
        rows,
        [game.won(pair, banker) for pair in pairs],
        [None, None, *[1] * len(open_places), *[None] * len(LOTTERY)],
    )
    assert optimum is not None, "whatever Banker does, there is a most that the Players win"
    for place, value in zip(open_places, optimum.variables[2:], strict=False):
        banker[place] = value
    return tuple(banker)


def _all_lotteries(game: _Game, banker: Sequence[Fraction]) -> StrategySet:
    """All best lotteries: best replies to a best play of Banker to which it is a best reply.

    The situations in which Banker mixes often leave only one; the others are asked if not.
    """
    greatest = game.greatest(banker)
    low = [0] * len(LOTTERY)
    high = [int(game.won(pair, banker) == greatest) for pair in range(len(LOTTERY))]
    certain = Condition(Form(-1, (1,) * len(LOTTERY)), EQUAL)
    replies = list(zip(game.drawing, banker, strict=True))
    mixed = [Condition(form, EQUAL) for form, value in replies if 0 < value < 1]
    found = strategy_set(low, high, [certain, *mixed])
    if found is None or not found.is_single:
        pure = [
            Condition(form, AT_MOST if value else AT_LEAST)
            for form, value in replies
            if value in (0, 1) and min(form.coefficients) < 0 < max(form.coefficients)
        ]
        found = strategy_set(low, high, [certain, *mixed, *pure])
    assert found is not None, "the best lottery answers every best play of Banker"
    return found

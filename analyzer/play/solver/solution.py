"""Solutions situation by situation: with what probability each side draws, and the kernel of the game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import gcd
from typing import NamedTuple, TypeVar

from analyzer.game.rulebook import DRAWS, STANDS
from analyzer.play.decision_table import BankerSituation, DecisionTable, PlayerSituation
from analyzer.play.solver.bilinear_game import BilinearGame, Gains, Number
from analyzer.play.solver.strategy_set import StrategySet

Situation = TypeVar("Situation", PlayerSituation, BankerSituation, PlayerSituation | BankerSituation)

MOST_MIXED = 3
"""Kernels are formed for up to so many situations in which a side mixes."""


class Probability(NamedTuple):
    """With what probability a side draws in one situation.

    Attributes
    ----------
    situation : PlayerSituation or BankerSituation
    value : Fraction
        In the strategy that is shown.
    low, high : Fraction
        The least and the greatest in all strategies that do as well.
    gain : Fraction
        By how much drawing instead of standing changes the side's expected net win, weighed with how often
        the situation comes up; 0 where it mixes.
    """

    situation: PlayerSituation | BankerSituation
    value: Fraction
    low: Fraction
    high: Fraction
    gain: Fraction

    @property
    def is_mixed(self) -> bool:
        """Whether the side neither always draws nor always stands."""
        return 0 < self.value < 1

    @property
    def is_open(self) -> bool:
        """Whether other probabilities do as well."""
        return self.low < self.high


class Mean(NamedTuple):
    """Situations of which only the weighted mean of the probabilities matters.

    Attributes
    ----------
    situations : tuple of PlayerSituation or BankerSituation
    weights : tuple of int
    low, high : Fraction
        The least and the greatest mean that does as well.
    """

    situations: tuple[PlayerSituation | BankerSituation, ...]
    weights: tuple[int, ...]
    low: Fraction
    high: Fraction


class Tie(NamedTuple):
    """A linear condition on several probabilities, or means, of one side: what it compares with 0.

    Attributes
    ----------
    terms : tuple of (PlayerSituation or BankerSituation, number)
        Coefficients; a situation without cards stands for the mean of all hands of its total.
    constant : number
    relation : {"<=", ">=", "="}
    """

    terms: tuple[tuple[PlayerSituation | BankerSituation, Number], ...]
    constant: Number
    relation: str


class Strategy(NamedTuple):
    """Best probabilities of one side.

    Attributes
    ----------
    probabilities : tuple of Probability
        In the order of the table of ways.
    means : tuple of Mean
        What ties the probabilities together where several situations are one and the same to the other side.
    conditions : tuple of Tie
        What ties them together beyond that; only where a strategy is not unique.
    is_unique : bool
        Whether no other strategy does as well.
    """

    probabilities: tuple[Probability, ...]
    means: tuple[Mean, ...]
    conditions: tuple[Tie, ...]
    is_unique: bool


class Kernel(NamedTuple):
    """The game reduced to the actions between which the sides mix.

    Attributes
    ----------
    player_situations, banker_situations : tuple of situations
        Those in which a side mixes; without cards where it mixes with all hands of a total alike.
    player_actions, banker_actions : tuple of str
        Rows and columns: a letter for each of these situations.
    player_net, banker_net : tuple of tuple of Fraction
        What each side expects to win.
    """

    player_situations: tuple[PlayerSituation, ...]
    banker_situations: tuple[BankerSituation, ...]
    player_actions: tuple[str, ...]
    banker_actions: tuple[str, ...]
    player_net: tuple[tuple[Fraction, ...], ...]
    banker_net: tuple[tuple[Fraction, ...], ...]


class Equilibrium(NamedTuple):
    """Strategies that are best against each other.

    Attributes
    ----------
    player, banker : Strategy
    player_net, banker_net : tuple of (Fraction, Fraction)
        The least and the greatest expected net win; they are the same unless strategies that do as well for a
        side are not as good for the other.
    player_best, banker_best : Fraction
        The most that a side can expect against the strategy shown for the other, whatever it does: what it
        expects with the one shown for itself, which is the proof.
    kernel : Kernel or None
        None if nobody mixes, if the probabilities of mixing can be chosen, or if there are too many of them.
    """

    player: Strategy
    banker: Strategy
    player_net: tuple[Fraction, Fraction]
    banker_net: tuple[Fraction, Fraction]
    player_best: Fraction
    banker_best: Fraction
    kernel: Kernel | None


def equilibrium_of(
    table: DecisionTable,
    game: BilinearGame,
    commission: Fraction,
    players: StrategySet,
    bankers: StrategySet,
    player_net: tuple[Fraction, Fraction],
    banker_net: tuple[Fraction, Fraction],
) -> Equilibrium:
    """Equilibria of the game, situation by situation.

    Parameters
    ----------
    table : DecisionTable
    game : BilinearGame
        The game of that table.
    commission : Fraction
        Share of his wins that Banker pays.
    players, bankers : StrategySet
        Strategies of which each of one side is best against each of the other.
    player_net, banker_net : tuple of (Fraction, Fraction)
        The least and the greatest expected net win among them.
    """
    own, others = game.gains(1, -1), game.gains(-1, 1 - commission)
    player_gains = [Fraction(form.at(bankers.point)) / game.total_ways for form in own.player]
    banker_gains = [Fraction(form.at(players.point)) / game.total_ways for form in others.banker]
    player = _strategy(table.player, game.player, game.player_weights, players, player_gains)
    banker = _strategy(table.banker, game.banker, game.banker_weights, bankers, banker_gains)
    single = players.is_single and bankers.is_single
    kernel = _kernel(table, game, (own, others), players, bankers) if single else None
    player_best = Fraction(own.best_of_player(bankers.point)) / game.total_ways
    banker_best = Fraction(others.best_of_banker(players.point)) / game.total_ways
    return Equilibrium(player, banker, player_net, banker_net, player_best, banker_best, kernel)


def _strategy(
    situations: Sequence[PlayerSituation | BankerSituation],
    variables: Sequence[tuple[int, ...]],
    all_weights: Sequence[tuple[int, ...]],
    found: StrategySet,
    gains: Sequence[Fraction],
) -> Strategy:
    """The strategies of a set, situation by situation."""
    cells: dict[int, Probability] = {}
    means = []
    for number, (places, weights) in enumerate(zip(variables, all_weights, strict=True)):
        low, value, high = found.low[number], found.point[number], found.high[number]
        total = sum(weights)
        for place, weight in zip(places, weights, strict=True):
            least = max(Fraction(0), 1 - (1 - low) * total / weight)
            greatest = min(Fraction(1), high * total / weight)
            share = gains[number] * weight / total
            cells[place] = Probability(situations[place], value, least, greatest, share)
        if len(places) > 1 and (low < high or 0 < low < 1):
            means.append(Mean(tuple(situations[place] for place in places), weights, low, high))
    listed = []
    for place, situation in enumerate(situations):
        fixed = Fraction(int(situation.actions == (DRAWS,)))
        listed.append(cells.get(place) or Probability(situation, fixed, fixed, fixed, Fraction(0)))
    names = [one_of(situations, places) for places in variables]
    ties = tuple(
        Tie(
            tuple((name, one) for name, one in zip(names, form.coefficients, strict=True) if one),
            form.constant,
            relation,
        )
        for form, relation in found.conditions
    )
    return Strategy(tuple(listed), tuple(means), ties, not any(cell.is_open for cell in listed))


def _kernel(
    table: DecisionTable,
    game: BilinearGame,
    gains: tuple[Gains, Gains],
    players: StrategySet,
    bankers: StrategySet,
) -> Kernel | None:
    rows = [number for number, value in enumerate(players.point) if 0 < value < 1]
    columns = [number for number, value in enumerate(bankers.point) if 0 < value < 1]
    if not rows or not columns or max(len(rows), len(columns)) > MOST_MIXED:
        return None
    player_actions = ["".join(actions) for actions in product((STANDS, DRAWS), repeat=len(rows))]
    banker_actions = ["".join(actions) for actions in product((STANDS, DRAWS), repeat=len(columns))]
    nets = [
        tuple(
            tuple(
                Fraction(one.at(_pure(players, rows, row), _pure(bankers, columns, column))) / game.total_ways
                for column in banker_actions
            )
            for row in player_actions
        )
        for one in gains
    ]
    return Kernel(
        tuple(one_of(table.player, game.player[number]) for number in rows),
        tuple(one_of(table.banker, game.banker[number]) for number in columns),
        tuple(player_actions),
        tuple(banker_actions),
        *nets,
    )


def one_of(situations: Sequence[Situation], places: Sequence[int]) -> Situation:
    """The situation that a variable stands for, without cards if it stands for several."""
    first = situations[places[0]]
    return first if len(places) == 1 else first._replace(cards=None)


def _pure(strategies: StrategySet, mixed: Sequence[int], actions: str) -> list[Fraction]:
    """A strategy with pure actions where it mixes."""
    values = list(strategies.point)
    for number, action in zip(mixed, actions, strict=True):
        values[number] = Fraction(int(action == DRAWS))
    return values


def in_whole_numbers(
    matrix: Sequence[Sequence[Fraction]], total_ways: int
) -> tuple[Fraction, list[list[int]]]:
    """A matrix as a fraction times whole numbers without a common divisor.

    Examples
    --------
    >>> in_whole_numbers([[Fraction(1, 3), Fraction(-2, 3)]], 6)
    (Fraction(1, 3), [[1, -2]])
    """
    whole = [[int(number * total_ways) for number in row] for row in matrix]
    divisor = gcd(*(number for row in whole for number in row)) or 1
    return Fraction(divisor, total_ways), [[number // divisor for number in row] for row in whole]

"""The zero-sum game, solved exactly: what one side wins the other loses.

If Player draws with probabilities p, Banker replies to it situation by situation, so Player makes sure of

    V(p) = w + Σ_i b_i p_i + Σ_j min(0, c_j + Σ_i G_ij p_i),

a concave function that is linear in pieces, and Banker's probabilities q make sure that he gets no more than

    W(q) = w + Σ_j c_j q_j + Σ_i max(0, b_i + Σ_j G_ij q_j).

The least W is found by a linear program with a row for each choice of Player, whose reduced costs are the p
that make V greatest.
That V(p) = W(q) proves both optimal, whatever way they were found, and so does complementary slackness: a
side mixes only where its two actions are worth the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.play.solver.bilinear_game import BilinearGame, Form, Gains, Number
from analyzer.play.solver.exact_simplex import minimise
from analyzer.play.solver.strategy_set import AT_LEAST, AT_MOST, EQUAL, Condition, StrategySet, strategy_set


@dataclass(frozen=True)
class ZeroSumSolution:
    """Value, all optimal strategies and the proof that they are.

    Attributes
    ----------
    game : BilinearGame
    value : Fraction
        Player's expected net win for a stake of 1 that is paid 1 to 1.
    player, banker : StrategySet
        All optimal probabilities of drawing, by variable of the game.
    player_sure, banker_sure : Fraction
        What Player's strategy gets at least, and what Banker's lets him get at most: both are the value.
    """

    game: BilinearGame
    value: Fraction
    player: StrategySet
    banker: StrategySet
    player_sure: Fraction
    banker_sure: Fraction


def solve_zero_sum(game: BilinearGame) -> ZeroSumSolution:
    """The exact solution.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.play.solver.bilinear_game import bilinear_game
    >>> from analyzer.play.decision_table import decision_table
    >>> gold = replace(load_rulebook("standard"), player="DDDDDCSS", player_sees="total")
    >>> solution = solve_zero_sum(bilinear_game(decision_table(gold, Shoe.from_decks(8))))
    >>> solution.player.point, solution.value == solution.player_sure == solution.banker_sure
    ((Fraction(1, 1),), True)
    """
    gains = game.gains(1, -1)
    player, banker = _one_solution(gains)
    players, bankers = _all_solutions(gains, player, banker)
    total = game.total_ways
    player_sure, banker_sure = _sure(gains, players.point, bankers.point)
    return ZeroSumSolution(
        game,
        Fraction(gains.at(player, banker)) / total,
        players,
        bankers,
        player_sure / total,
        banker_sure / total,
    )


def _one_solution(gains: Gains) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Optimal probabilities of Player and of Banker.

    Banker's situations in which one action is better whatever Player does are settled beforehand.
    """
    rows, columns = len(gains.player), len(gains.banker)
    signs = [form.between([0] * rows, [1] * rows) for form in gains.banker]
    banker = [Fraction(int(greatest < 0)) for _, greatest in signs]
    open_columns = [place for place in range(columns) if signs[place][0] <= 0 <= signs[place][1]]
    # Each row says that Player's gain is a positive part, which costs 1, less a negative part, which is free.
    unit = [[int(row == other) for other in range(rows)] for row in range(rows)]
    equations = [
        [*unit[row], *(-one for one in unit[row]), *(-form.coefficients[place] for place in open_columns)]
        for row, form in enumerate(gains.player)
    ]
    optimum = minimise(
        [*[1] * rows, *[0] * rows, *(gains.banker[place].constant for place in open_columns)],
        equations,
        [form.at(banker) for form in gains.player],
        [*[None] * (2 * rows), *[1] * len(open_columns)],
    )
    assert optimum is not None, "any probabilities of Banker keep to the rows"
    for place, value in zip(open_columns, optimum.variables[2 * rows :], strict=True):
        banker[place] = value
    return optimum.reduced_costs[rows : 2 * rows], tuple(banker)


def _all_solutions(
    gains: Gains, player: Sequence[Fraction], banker: Sequence[Fraction]
) -> tuple[StrategySet, StrategySet]:
    """All optimal strategies: those that, with one of the other side, are best replies to each other."""
    players = _best_replies([-form.at(banker) for form in gains.player], gains.banker, banker)
    opposite = [Form(-form.constant, tuple(-one for one in form.coefficients)) for form in gains.player]
    bankers = _best_replies([form.at(player) for form in gains.banker], opposite, player)
    assert players is not None
    assert bankers is not None
    return players, bankers


def _best_replies(
    losses: Sequence[Number], other_losses: Sequence[Form], other: Sequence[Fraction]
) -> StrategySet | None:
    """Probabilities that lose nothing to a strategy of the other side and leave it nothing better.

    Parameters
    ----------
    losses : sequence of number
        What drawing loses, by situation.
    other_losses : sequence of Form
        What drawing loses the other side, by these probabilities.
    other : sequence of Fraction
        The other side's probabilities.
    """
    low = [int(loss < 0) for loss in losses]
    high = [int(loss <= 0) for loss in losses]
    conditions = [
        Condition(form, AT_LEAST if value == 0 else AT_MOST if value == 1 else EQUAL)
        for form, value in zip(other_losses, other, strict=True)
    ]
    return strategy_set(low, high, conditions)


def _sure(gains: Gains, player: Sequence[Fraction], banker: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """What Player makes sure of, and what Banker makes sure that Player does not exceed."""
    drawn = sum(one * form.constant for one, form in zip(player, gains.player, strict=True))
    least = sum(min(0, form.at(player)) for form in gains.banker)
    banker_drawn = sum(one * form.constant for one, form in zip(banker, gains.banker, strict=True))
    greatest = sum(max(0, form.at(banker)) for form in gains.player)
    return Fraction(gains.base + drawn + least), Fraction(gains.base + banker_drawn + greatest)

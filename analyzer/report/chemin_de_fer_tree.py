"""Chemin de fer solved, as the JSON tree of its report."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from analyzer.game.rulebook import BANKER, PLAYER
from analyzer.play.games.chemin_de_fer import CheminDeFer, punto_banco_net
from analyzer.play.solver.solution import Equilibrium, Kernel, Strategy, in_whole_numbers
from analyzer.report.inputs import shoe_input
from analyzer.report.situations import situation_tree


def solution_tree(solved: CheminDeFer) -> dict[str, Any]:
    """One shoe's solution: everything that is known of it."""
    player, banker = punto_banco_net(solved.shoe, solved.commission)
    return {
        "shoe": shoe_input(solved.shoe),
        "total_ways": str(solved.table.total_ways),
        "equilibria": [_equilibrium_tree(solved, found) for found in solved.equilibria],
        "punto_banco": {"player_net": player, "banker_net": banker},
    }


def _equilibrium_tree(solved: CheminDeFer, found: Equilibrium) -> dict[str, Any]:
    return {
        "player_net": _range_tree(*found.player_net),
        "banker_net": _range_tree(*found.banker_net),
        "player_best": found.player_best,
        "banker_best": found.banker_best,
        "player": _strategy_tree(found.player),
        "banker": _strategy_tree(found.banker),
        "kernel": None if found.kernel is None else _kernel_tree(solved, found.kernel),
    }


def _range_tree(low: Fraction, high: Fraction) -> dict[str, Any]:
    return {"low": low, "high": high}


def _strategy_tree(strategy: Strategy) -> dict[str, Any]:
    return {
        "unique": strategy.is_unique,
        "situations": [
            {
                **situation_tree(cell.situation),
                "may_choose": len(cell.situation.actions) > 1,
                "draws": cell.value,
                **_range_tree(cell.low, cell.high),
                "drawing_gains": cell.gain,
            }
            for cell in strategy.probabilities
        ],
        "means": [
            {
                "situations": [situation_tree(situation) for situation in mean.situations],
                "weights": [str(weight) for weight in mean.weights],
                **_range_tree(mean.low, mean.high),
            }
            for mean in strategy.means
        ],
        "conditions": [
            {
                "coefficients": [
                    {**situation_tree(situation), "coefficient": Fraction(coefficient)}
                    for situation, coefficient in condition.terms
                ],
                "constant": Fraction(condition.constant),
                "relation": condition.relation,
            }
            for condition in strategy.conditions
        ],
    }


def _kernel_tree(solved: CheminDeFer, kernel: Kernel) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "player_situations": [situation_tree(situation) for situation in kernel.player_situations],
        "banker_situations": [situation_tree(situation) for situation in kernel.banker_situations],
        "player_actions": list(kernel.player_actions),
        "banker_actions": list(kernel.banker_actions),
    }
    for name, net in ((PLAYER, kernel.player_net), (BANKER, kernel.banker_net)):
        factor, matrix = in_whole_numbers(net, solved.table.total_ways * solved.commission.denominator)
        tree[f"{name}_net"] = {
            "factor": factor,
            "matrix": [[str(number) for number in row] for row in matrix],
        }
    return tree

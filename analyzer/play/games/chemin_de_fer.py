"""Baccara chemin de fer: the game of two players of which punto banco keeps one way to play.

Player draws on 0 to 4, stands on 6 and 7, and may choose on 5; Banker may choose everywhere; a natural ends
the coup.
A model says how the cards come and what is seen, in the names of the literature: A deals with replacement, B
without; 1 shows both sides their totals, 2 shows Banker his cards, 3 shows both their cards.

In the parlour game what one side wins the other loses.
In the casino game Banker pays a commission on what he wins, so it is no longer a game of zero sum.

References
----------
Kemeny, J. G., Snell, J. L. (1957), Game-theoretic solution of baccarat, Amer. Math. Monthly 64, 465-469.
Downton, F., Lockwood, C. (1975), Computer studies of baccarat, I: chemin-de-fer, J. Roy. Statist. Soc. A 138.
Ethier, S. N., Gámez, C. (2013), A game-theoretic analysis of baccara chemin de fer, Games 4, 711-737.
Ethier, S. N., Lee, J. (2023), A game-theoretic analysis of baccara chemin de fer, II, Games 14, 63.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import ShoeError, UsageError, did_you_mean
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.play.best_reply import require_commission
from analyzer.play.decision_table import DecisionTable, Ways, decision_table
from analyzer.play.solver.bilinear_game import BilinearGame, bilinear_game
from analyzer.play.solver.equilibria import find_equilibria
from analyzer.play.solver.solution import Equilibrium, equilibrium_of
from analyzer.play.solver.zero_sum import solve_zero_sum

WITH_REPLACEMENT, WITHOUT_REPLACEMENT = "A", "B"
MODELS = ("A1", "A2", "A3", "B1", "B2", "B3")
PUNTO_BANCO = "standard"

_RULEBOOKS = {
    "1": "chemin-de-fer/totals",
    "2": "chemin-de-fer/banker-cards",
    "3": "chemin-de-fer/both-cards",
}


@dataclass(frozen=True)
class CheminDeFer:
    """The game solved.

    Attributes
    ----------
    model : str
    shoe : Shoe
    commission : Fraction
        Of what Banker wins; 0 in the parlour game.
    table : DecisionTable
    game : BilinearGame
    equilibria : tuple of Equilibrium
        All of them; without a commission there is one, with all optimal strategies in it.
    """

    model: str
    shoe: Shoe
    commission: Fraction
    table: DecisionTable
    game: BilinearGame
    equilibria: tuple[Equilibrium, ...]

    @property
    def value(self) -> Fraction | None:
        """Player's expected net win, if it is the same in all equilibria."""
        values = {net for found in self.equilibria for net in found.player_net}
        return values.pop() if len(values) == 1 else None


def parse_model(text: str) -> str:
    """The model that is meant.

    Raises
    ------
    UsageError
        There is no such model.

    Examples
    --------
    >>> parse_model("b2")
    'B2'
    """
    name = text.strip().upper()
    if name not in MODELS:
        raise UsageError(
            f'there is no model "{text}"',
            where="--model",
            mend=did_you_mean(name, MODELS) or f"the models are {', '.join(MODELS)}",
        )
    return name


def rulebook_of(model: str) -> Rulebook:
    """The rules of chemin de fer with what a model lets the sides see.

    Examples
    --------
    >>> rulebook_of("B2").player, rulebook_of("B2").banker_sees
    ('DDDDDCSS', 'cards')
    """
    return load_rulebook(_RULEBOOKS[model[1]])


def punto_banco_ways(shoe: Shoe) -> Ways:
    """Ways in which Player wins, Banker wins and neither does at punto banco, the game without choices.

    Examples
    --------
    >>> punto_banco_ways(Shoe.infinite())
    (2153464, 2212744, 460601)
    """
    table = decision_table(load_rulebook(PUNTO_BANCO), shoe)
    player, banker, tie = (sum(column) for column in zip(table.decided, *table.ways.values(), strict=True))
    return player, banker, tie


def punto_banco_net(shoe: Shoe, commission: Fraction) -> tuple[Fraction, Fraction]:
    """What Player and Banker expect to win at punto banco if Banker pays a commission.

    Examples
    --------
    >>> punto_banco_net(Shoe.infinite(), Fraction(1, 20))
    (Fraction(-4560, 371293), Fraction(-256786, 24134045))
    """
    player, banker, _ = punto_banco_ways(shoe)
    total = shoe.total_ways
    return Fraction(player - banker, total), (banker * (1 - commission) - player) / total


def solve_chemin_de_fer(model: str, shoe: Shoe, commission: Fraction = Fraction(0)) -> CheminDeFer:
    """The exact solution of a model: all optimal strategies, or all Nash equilibria if there is a commission.

    Parameters
    ----------
    model : {"A1", "A2", "A3", "B1", "B2", "B3"}
    shoe : Shoe
        Dealt with replacement for the models A, and without for the models B.
    commission : Fraction, optional
        Share of his wins that Banker pays, at least 0 and below 1.

    Raises
    ------
    ShoeError
        The shoe is not dealt as the model says.
    PlayError
        The commission is not at least 0 and below 1.

    Examples
    --------
    >>> solved = solve_chemin_de_fer("A1", Shoe.infinite())
    >>> solved.value, solved.equilibria[0].player.probabilities[5].value
    (Fraction(-679568, 53094899), Fraction(9, 11))
    >>> [cell.value for cell in solved.equilibria[0].banker.probabilities if cell.is_mixed]
    [Fraction(859, 2288)]
    """
    require_commission(commission)
    check_shoe(model, shoe)
    table = decision_table(rulebook_of(model), shoe)
    game = bilinear_game(table)
    if commission == 0:
        solution = solve_zero_sum(game)
        net = solution.value, solution.value
        opposite = -solution.value, -solution.value
        sides = solution.player, solution.banker
        found = [equilibrium_of(table, game, commission, *sides, net, opposite)]
    else:
        found = [
            equilibrium_of(table, game, commission, one.player, one.banker, one.player_net, one.banker_net)
            for one in find_equilibria(game, commission)
        ]
    return CheminDeFer(model, shoe, commission, table, game, tuple(found))


def check_shoe(model: str, shoe: Shoe) -> None:
    """Refuse a shoe that is not dealt as a model says.

    Raises
    ------
    ShoeError
        The model deals with replacement and the shoe without, or the other way round.
    """
    if shoe.with_replacement != (model[0] == WITH_REPLACEMENT):
        other = WITHOUT_REPLACEMENT if model[0] == WITH_REPLACEMENT else WITH_REPLACEMENT
        how = "with" if model[0] == WITH_REPLACEMENT else "without"
        raise ShoeError(
            f"model {model} deals {how} replacement, and the shoe is {shoe.describe()}",
            mend=f"take model {other}{model[1]}, or "
            + ("infinite decks" if model[0] == WITH_REPLACEMENT else "a number of decks"),
        )

"""A coup with choices as a game: both sides' expected results are bilinear in the probabilities of drawing.

Let p_i be the probability that Player draws in his i-th situation with a choice, and q_j the same for Banker.
A coup passes one situation of each side, so the ways in which a side wins are

    W(p, q) = w + Σ_i b_i p_i + Σ_j q_j (c_j + Σ_i G_ij p_i)

with whole numbers w, b_i, c_j and G_ij, which are read off the table of ways.
They are kept for Player's wins and for Banker's wins apart, since what a side gains is a mixture of both.

Two situations of a side whose numbers are proportional are one and the same to the other side, which can only
meet their weighted mean.
That happens to all hands of one total when cards are dealt with replacement; such situations are put together
before the game is solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from analyzer.game.rulebook import DRAWS, STANDS
from analyzer.play.decision_table import DecisionTable

Number = int | Fraction


class Wins(NamedTuple):
    """Ways in which Player wins and ways in which Banker wins, or a change of both."""

    player: int
    banker: int

    def plus(self, other: Sequence[int], times: int = 1) -> Wins:
        """The sum of these and some of those."""
        return Wins(self.player + times * other[0], self.banker + times * other[1])


NO_WINS = Wins(0, 0)


class Form(NamedTuple):
    """A number that depends on probabilities linearly.

    Examples
    --------
    >>> form = Form(1, (2, -3))
    >>> form.at([1, Fraction(1, 3)]), form.between([0, 0], [1, 1])
    (Fraction(2, 1), (-2, 3))
    """

    constant: Number
    coefficients: tuple[Number, ...]

    def at(self, probabilities: Sequence[Number]) -> Number:
        """The value at some probabilities."""
        terms = zip(self.coefficients, probabilities, strict=True)
        return self.constant + sum(one * other for one, other in terms)

    def between(self, low: Sequence[Number], high: Sequence[Number]) -> tuple[Number, Number]:
        """The least and the greatest value where every probability keeps between two bounds."""
        least = greatest = self.constant
        for one, below, above in zip(self.coefficients, low, high, strict=True):
            least += one * (below if one > 0 else above)
            greatest += one * (above if one > 0 else below)
        return least, greatest


class Gains(NamedTuple):
    """What one side gains by the decisions, in ways times what each of them is worth to it.

    Attributes
    ----------
    base : number
        What it gains if every choice is to stand.
    player : tuple of Form
        For each of Player's variables, what it gains if Player draws there, by Banker's probabilities.
    banker : tuple of Form
        For each of Banker's variables, what it gains if Banker draws there, by Player's probabilities.
    """

    base: Number
    player: tuple[Form, ...]
    banker: tuple[Form, ...]

    def at(self, player: Sequence[Number], banker: Sequence[Number]) -> Number:
        """What it gains in all."""
        return self.by_banker(player).at(banker)

    def best_of_player(self, banker: Sequence[Number]) -> Number:
        """The most of it that Player can reach against a strategy of Banker."""
        form = self.by_player(banker)
        return form.between([0] * len(form.coefficients), [1] * len(form.coefficients))[1]

    def best_of_banker(self, player: Sequence[Number]) -> Number:
        """The most of it that Banker can reach against a strategy of Player."""
        form = self.by_banker(player)
        return form.between([0] * len(form.coefficients), [1] * len(form.coefficients))[1]

    def by_banker(self, player: Sequence[Number]) -> Form:
        """What it gains in all against or with some strategy of Player, by Banker's probabilities."""
        drawn = sum(value * form.constant for value, form in zip(player, self.player, strict=True))
        return Form(self.base + drawn, tuple(form.at(player) for form in self.banker))

    def by_player(self, banker: Sequence[Number]) -> Form:
        """What it gains in all against or with some strategy of Banker, by Player's probabilities."""
        drawn = sum(value * form.constant for value, form in zip(banker, self.banker, strict=True))
        return Form(self.base + drawn, tuple(form.at(banker) for form in self.player))


@dataclass(frozen=True)
class BilinearGame:
    """The numbers of the game.

    Attributes
    ----------
    player, banker : tuple of tuple of int
        For each of Player's (Banker's) variables, the places in the table of the situations it stands for.
    player_weights, banker_weights : tuple of tuple of int
        The weights of those situations: the variable is the weighted mean of their probabilities of drawing.
    base : Wins
        The ways if every choice is to stand, decided coups among them.
    player_effect, banker_effect : tuple of Wins
        What drawing with each variable changes if the other side stands wherever it may.
    joint : tuple of tuple of Wins
        What drawing of both changes beyond that, a row for each of Player's variables.
    total_ways : int
    """

    player: tuple[tuple[int, ...], ...]
    banker: tuple[tuple[int, ...], ...]
    player_weights: tuple[tuple[int, ...], ...]
    banker_weights: tuple[tuple[int, ...], ...]
    base: Wins
    player_effect: tuple[Wins, ...]
    banker_effect: tuple[Wins, ...]
    joint: tuple[tuple[Wins, ...], ...]
    total_ways: int

    def gains(self, per_player_win: Number, per_banker_win: Number) -> Gains:
        """What a side gains to which wins of Player and of Banker are worth so much."""

        def worth(wins: Wins) -> Number:
            return per_player_win * wins.player + per_banker_win * wins.banker

        rows = [tuple(map(worth, row)) for row in self.joint]
        columns = list(zip(*rows, strict=True)) or [()] * len(self.banker)
        return Gains(
            worth(self.base),
            tuple(Form(worth(one), row) for one, row in zip(self.player_effect, rows, strict=True)),
            tuple(Form(worth(one), column) for one, column in zip(self.banker_effect, columns, strict=True)),
        )


def bilinear_game(table: DecisionTable) -> BilinearGame:
    """The game of a table of ways, situations that nobody can tell apart by their results put together.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook
    >>> from analyzer.play.decision_table import decision_table
    >>> gold = replace(load_rulebook("standard"), player="DDDDDCSS", player_sees="cards")
    >>> game = bilinear_game(decision_table(gold, Shoe.infinite()))
    >>> game.player_weights, game.player_effect
    (((4, 1, 1, 1, 1),), (Wins(player=-896, banker=-14640),))
    """
    return _put_together(separate_game(table))


def separate_game(table: DecisionTable) -> BilinearGame:
    """The game with a variable for each situation in which there is a choice."""
    rows = {place: number for number, place in enumerate(table.player_choices)}
    columns = {place: number for number, place in enumerate(table.banker_choices)}
    base = NO_WINS.plus(table.decided)
    player, banker = [NO_WINS] * len(rows), [NO_WINS] * len(columns)
    joint = [[NO_WINS] * len(columns) for _ in rows]
    for (row, action, column, banker_action), ways in table.ways.items():
        # A choice to draw has weight p, a choice to stand 1 - p; the product is multiplied out.
        i, j = rows.get(row), columns.get(column)
        stands = i is None or action == STANDS
        banker_stands = j is None or banker_action == STANDS
        sign = 1 if action == DRAWS else -1
        banker_sign = 1 if banker_action == DRAWS else -1
        if stands and banker_stands:
            base = base.plus(ways)
        if i is not None and banker_stands:
            player[i] = player[i].plus(ways, sign)
        if j is not None and stands:
            banker[j] = banker[j].plus(ways, banker_sign)
        if i is not None and j is not None:
            joint[i][j] = joint[i][j].plus(ways, sign * banker_sign)
    return BilinearGame(
        tuple((place,) for place in rows),
        tuple((place,) for place in columns),
        ((1,),) * len(rows),
        ((1,),) * len(columns),
        base,
        tuple(player),
        tuple(banker),
        tuple(map(tuple, joint)),
        table.total_ways,
    )


def _put_together(game: BilinearGame) -> BilinearGame:
    """The game with one variable for situations whose numbers are proportional."""
    rows = _classes([(one, *row) for one, row in zip(game.player_effect, game.joint, strict=True)])
    by_row = [_sum_of(list(game.joint), members) for members, _ in rows]
    columns = _classes([(one, *(row[j] for row in by_row)) for j, one in enumerate(game.banker_effect)])
    turned = [tuple(row[j] for row in by_row) for j in range(len(game.banker))]
    by_column = [_sum_of(turned, members) for members, _ in columns]
    return BilinearGame(
        tuple(tuple(game.player[place][0] for place in members) for members, _ in rows),
        tuple(tuple(game.banker[place][0] for place in members) for members, _ in columns),
        tuple(weights for _, weights in rows),
        tuple(weights for _, weights in columns),
        game.base,
        tuple(_sum_of([(one,) for one in game.player_effect], members)[0] for members, _ in rows),
        tuple(_sum_of([(one,) for one in game.banker_effect], members)[0] for members, _ in columns),
        tuple(tuple(column[i] for column in by_column) for i in range(len(rows))),
        game.total_ways,
    )


def _classes(vectors: Sequence[Sequence[Wins]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Places of the vectors that are positive multiples of one another, with their weights."""
    found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for place, vector in enumerate(vectors):
        numbers = [number for wins in vector for number in wins]
        weight = gcd(*numbers)
        direction = tuple(number // weight for number in numbers) if weight else ()
        found.setdefault(direction, []).append((place, weight or 1))
    classes = []
    for members in found.values():
        divisor = gcd(*(weight for _, weight in members))
        places, weights = zip(*((place, weight // divisor) for place, weight in members), strict=True)
        classes.append((places, weights))
    return classes


def _sum_of(vectors: Sequence[Sequence[Wins]], members: Sequence[int]) -> tuple[Wins, ...]:
    total = [NO_WINS] * len(vectors[0]) if vectors else []
    for place in members:
        total = [one.plus(other) for one, other in zip(total, vectors[place], strict=True)]
    return tuple(total)

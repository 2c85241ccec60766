"""A game with choices whose numbers are polynomials in the number of decks d.

Every number of a bilinear game counts six-card sequences of the shoe, or is a mixture of such counts.
For full shoes of d decks it is therefore a polynomial in d of degree 6 at most, found from a few shoes and
held against more of them and against infinitely many decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from analyzer.deal.polynomials import Polynomial, total
from analyzer.deal.symbolic import COUNTED_DECKS, ways_by_decks
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.play.decision_table import BankerSituation, DecisionTable, PlayerSituation, decision_table
from analyzer.play.formulas.all_decks import Line
from analyzer.play.solver.bilinear_game import BilinearGame, Gains, Number, separate_game
from analyzer.play.solver.equilibria import DRAWS, EITHER

State = int | None
"""STANDS, DRAWS or EITHER of `analyzer.play.solver.equilibria`: the last where a side mixes both."""


class PolynomialForm(NamedTuple):
    """A number that depends on probabilities linearly, for every d.

    Attributes
    ----------
    constant : Polynomial
    coefficients : tuple of Polynomial
    """

    constant: Polynomial
    coefficients: tuple[Polynomial, ...]

    def line(self, states: Sequence[State]) -> Line:
        """It as a function of the one probability that is left open where all others are 0 or 1."""
        drawn = (one for one, state in zip(self.coefficients, states, strict=True) if state == DRAWS)
        mixed = (one for one, state in zip(self.coefficients, states, strict=True) if state is EITHER)
        return Line(self.constant + total(drawn), total(mixed))


class PolynomialGains(NamedTuple):
    """What one side gains by the decisions, in ways times what each of them is worth to it, for every d.

    Attributes
    ----------
    base : Polynomial
        What it gains if every choice is to stand.
    player, banker : tuple of PolynomialForm
        What it gains if Player (Banker) draws in each situation, by the other side's probabilities.
    """

    base: Polynomial
    player: tuple[PolynomialForm, ...]
    banker: tuple[PolynomialForm, ...]

    def at(self, player: Sequence[State], banker: Sequence[State]) -> Polynomial:
        """What it gains if both sides stand where they mix."""
        by_player = (
            form.line(banker).fixed for form, state in zip(self.player, player, strict=True) if state == DRAWS
        )
        by_banker = (form.constant for form, state in zip(self.banker, banker, strict=True) if state == DRAWS)
        return self.base + total(by_player) + total(by_banker)

    def negative(self) -> PolynomialGains:
        """What the other side gains where it gains what this one loses."""
        return PolynomialGains(self.base.times(-1), _negative(self.player), _negative(self.banker))


class PolynomialGame(NamedTuple):
    """A game for every number of decks, with a variable for each situation in which there is a choice.

    Attributes
    ----------
    player_situations : tuple of PlayerSituation
    banker_situations : tuple of BankerSituation
        In which they choose.
    player_gains, banker_gains : PolynomialGains
        What Player (Banker) gains.
    """

    player_situations: tuple[PlayerSituation, ...]
    banker_situations: tuple[BankerSituation, ...]
    player_gains: PolynomialGains
    banker_gains: PolynomialGains


def polynomial_game(rulebook: Rulebook, commission: Fraction) -> PolynomialGame:
    """The game under some rules, if Banker pays a commission on what he wins.

    Raises
    ------
    RulebookError
        A cell that can be reached is undefined.
    ArithmeticError
        Full shoes do not all lead to the same situations.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> game = polynomial_game(load_rulebook("chemin-de-fer/totals"), Fraction(0))
    >>> game.banker_situations[66], game.banker_gains.banker[66].constant.text
    (BankerSituation(total=6, cards=None, third=None, actions=('D', 'S')), \
'-64*d**2*(52*d - 5)*(36864*d**3 - 9312*d**2 + 732*d - 23)')
    """
    tables = {decks: decision_table(rulebook, Shoe.from_decks(decks)) for decks in COUNTED_DECKS}
    infinite = decision_table(rulebook, Shoe.infinite())
    if any(_situations(table) != _situations(infinite) for table in tables.values()):
        raise ArithmeticError("full shoes do not all lead to the same situations")
    games = {decks: separate_game(table) for decks, table in tables.items()}
    limit = separate_game(infinite)
    player_gains = _fitted(games, limit, 1, -1)
    banker_gains = _fitted(games, limit, -1, 1 - commission) if commission else player_gains.negative()
    return PolynomialGame(*_situations(infinite), player_gains, banker_gains)


def _situations(
    table: DecisionTable,
) -> tuple[tuple[PlayerSituation, ...], tuple[BankerSituation, ...]]:
    return (
        tuple(table.player[place] for place in table.player_choices),
        tuple(table.banker[place] for place in table.banker_choices),
    )


def _fitted(
    games: Mapping[int, BilinearGame],
    limit: BilinearGame,
    per_player_win: Number,
    per_banker_win: Number,
) -> PolynomialGains:
    """What a side gains, to which wins of Player and of Banker are worth so much, for every d."""
    gains = {decks: game.gains(per_player_win, per_banker_win) for decks, game in games.items()}
    by_place = {decks: _numbers(gain) for decks, gain in gains.items()}
    expected = _numbers(limit.gains(per_player_win, per_banker_win))
    found = [
        ways_by_decks(
            {decks: numbers[place] for decks, numbers in by_place.items()}, Fraction(number, limit.total_ways)
        )
        for place, number in enumerate(expected)
    ]
    base, *rest = found
    rows, columns = len(limit.player), len(limit.banker)
    constants, joint = rest[: rows + columns], rest[rows + columns :]
    return PolynomialGains(
        base,
        tuple(
            PolynomialForm(constants[row], tuple(joint[row * columns : (row + 1) * columns]))
            for row in range(rows)
        ),
        tuple(
            PolynomialForm(constants[rows + column], tuple(joint[column::columns]))
            for column in range(columns)
        ),
    )


def _numbers(gains: Gains) -> list[Number]:
    """All numbers of a game in one list: base, constants of Player's and Banker's forms, joint ones."""
    return [
        gains.base,
        *(form.constant for form in gains.player),
        *(form.constant for form in gains.banker),
        *(one for form in gains.player for one in form.coefficients),
    ]


def _negative(forms: Iterable[PolynomialForm]) -> tuple[PolynomialForm, ...]:
    return tuple(
        PolynomialForm(form.constant.times(-1), tuple(one.times(-1) for one in form.coefficients))
        for form in forms
    )

"""Optimal play as functions of the number of decks d, and for which d they are proved.

A *pattern* says for each situation whether a side draws, stands or mixes both.
Where one situation of each side mixes, Player's probability p is the one with which Banker gains the same by
both actions in his, and Banker's probability q the one for which Player does.
Both are quotients of polynomials in d, and so are the value and the kernel, the table of results that is left
of the game for the two situations.

The pattern is an equilibrium where p and q lie between 0 and 1 and no other situation gains by the other
action.
These are signs of polynomials in d: from some d on they are proved by coefficients, for the few smaller d by
evaluation.
They are asked to be strict.
If nobody pays commission, no other play is optimal then.
What one side loses the other wins, so all optimal strategies of one side go with all of the other's: each
keeps to the pattern, and leaves the other side indifferent where that mixes, which only one probability does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from analyzer.deal.polynomials import Polynomial, RationalFunction
from analyzer.deal.symbolic import TOTAL_WAYS
from analyzer.errors import PlayError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.play.best_reply import require_commission
from analyzer.play.decision_table import BankerSituation, PlayerSituation, decision_table
from analyzer.play.formulas.all_decks import Line, first_of_run, hold_from
from analyzer.play.formulas.polynomial_game import (
    PolynomialForm,
    PolynomialGains,
    PolynomialGame,
    State,
    polynomial_game,
)
from analyzer.play.solver.bilinear_game import bilinear_game
from analyzer.play.solver.equilibria import DRAWS, EITHER, STANDS, find_equilibria
from analyzer.play.solver.strategy_set import StrategySet
from analyzer.play.solver.zero_sum import solve_zero_sum

MANY_DECKS = (25, 1_000, 1_000_000)
"""Where the pattern is looked for that is then proved; the next one only if that of the first cannot be."""

Kernel = tuple[tuple[RationalFunction, RationalFunction], tuple[RationalFunction, RationalFunction]]
"""Results where Player stands (first row) or draws, and Banker stands (first column) or draws."""


class Pattern(NamedTuple):
    """What each side does in each situation in which it chooses.

    Attributes
    ----------
    player, banker : tuple of STANDS, DRAWS or EITHER
        EITHER where it mixes both.
    """

    player: tuple[State, ...]
    banker: tuple[State, ...]

    @property
    def mixing(self) -> tuple[int, int] | None:
        """Places of the situations in which Player and Banker mix; None if that is not one each."""
        places = [[place for place, state in enumerate(side) if state is EITHER] for side in self]
        return (places[0][0], places[1][0]) if all(len(side) == 1 for side in places) else None

    @property
    def is_pure(self) -> bool:
        """Whether no side mixes."""
        return EITHER not in self.player and EITHER not in self.banker


@dataclass(frozen=True)
class Mixture:
    """The two situations in which the sides mix, and how.

    Attributes
    ----------
    player, banker : int
        Places of the situations among those with a choice.
    player_draws, banker_draws : RationalFunction
        With which probability they draw there.
    player_kernel, banker_kernel : Kernel
        What Player (Banker) wins a coup for each pair of actions there, in stakes.
    """

    player: int
    banker: int
    player_draws: RationalFunction
    banker_draws: RationalFunction
    player_kernel: Kernel
    banker_kernel: Kernel


@dataclass(frozen=True)
class DeckRange:
    """Numbers of decks for which one pattern is optimal.

    Attributes
    ----------
    first : int
    last : int or None
        None if it is optimal for all larger numbers as well.
    pattern : Pattern or None
        None if there is more than one equilibrium.
    player_net, banker_net : RationalFunction or None
        What each side wins a coup, in stakes; None if the pattern does not determine it.
    mixture : Mixture or None
        None if no side mixes, or the pattern does not determine how.
    """

    first: int
    last: int | None
    pattern: Pattern | None
    player_net: RationalFunction | None = None
    banker_net: RationalFunction | None = None
    mixture: Mixture | None = None


@dataclass(frozen=True)
class Tie:
    """Situations that with replacement are one and the same, but do not have one action for many decks.

    Attributes
    ----------
    situations : tuple of situations
        Of one side.
    states : tuple of STANDS, DRAWS or EITHER
        What it does there in the last range.
    weights : tuple of int
        How often they come up with replacement, relative to each other.
    mean : Fraction
        Limit of the weighted mean of the probabilities of drawing: one of those that are optimal with
        replacement.
    """

    situations: tuple[PlayerSituation | BankerSituation, ...]
    states: tuple[State, ...]
    weights: tuple[int, ...]
    mean: Fraction


@dataclass(frozen=True)
class PlayByDecks:
    """Optimal play of both sides for every number of decks.

    Attributes
    ----------
    rulebook : Rulebook
    commission : Fraction
        Taken from Banker's wins.
    player, banker : tuple of situations
        In which they choose.
    ranges : tuple of DeckRange
        From 1 deck on, without a gap; the last has no end.
    ties : tuple of Tie
        For the last range.
    """

    rulebook: Rulebook
    commission: Fraction
    player: tuple[PlayerSituation, ...]
    banker: tuple[BankerSituation, ...]
    ranges: tuple[DeckRange, ...]
    ties: tuple[Tie, ...]


def play_by_decks(rulebook: Rulebook, commission: int | Fraction = 0) -> PlayByDecks:
    """Optimal play under some rules for every number of decks, with proof.

    Parameters
    ----------
    rulebook : Rulebook
        It leaves choices to one side or both.
    commission : int or Fraction, optional
        Taken from Banker's wins, at least 0 and below 1.

    Raises
    ------
    PlayError
        The commission is not at least 0 and below 1, or there is no pattern that can be proved for all large
        numbers of decks.
    RulebookError
        A cell that can be reached is undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = play_by_decks(load_rulebook("chemin-de-fer/totals"))
    >>> [(item.first, item.last) for item in found.ranges]
    [(1, 3), (4, None)]
    >>> last = found.ranges[-1]
    >>> last.mixture.player_draws.limit, last.mixture.banker_draws.limit, last.player_net.limit
    (Fraction(9, 11), Fraction(859, 2288), Fraction(-679568, 53094899))
    """
    require_commission(commission)
    rate = Fraction(commission)
    game = polynomial_game(rulebook, rate)
    ranges = [_last_range(game, rulebook, rate)]
    while ranges[0].first > 1:
        ranges.insert(0, _range_up_to(ranges[0].first - 1, game, rulebook, rate))
    ties = tuple(_ties(ranges[-1], rulebook))
    return PlayByDecks(rulebook, rate, game.player_situations, game.banker_situations, tuple(ranges), ties)


def proved_from(game: PolynomialGame, pattern: Pattern) -> int | None:
    """The least number of decks from which on a pattern is proved an equilibrium; None if it is none.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> gold = polynomial_game(load_rulebook("baccarat-gold"), Fraction(0))
    >>> proved_from(gold, Pattern((DRAWS,), ())), proved_from(gold, Pattern((STANDS,), ()))
    (1, None)
    """
    conditions = _conditions(game, pattern)
    return None if conditions is None else hold_from(conditions, strictly=True)


def _last_range(game: PolynomialGame, rulebook: Rulebook, commission: Fraction) -> DeckRange:
    """The range without an end."""
    for decks in MANY_DECKS:
        pattern = _pattern_of(rulebook, Shoe.from_decks(decks), commission)
        if pattern is not None and (first := proved_from(game, pattern)) is not None:
            return _range(first, None, pattern, game)
    raise PlayError(
        "no pattern of play could be proved for all large numbers of decks",
        mend="leave the formulas out, or ask for another commission",
    )


def _range_up_to(last: int, game: PolynomialGame, rulebook: Rulebook, commission: Fraction) -> DeckRange:
    """The range that ends with a number of decks."""
    pattern = _pattern_of(rulebook, Shoe.from_decks(last), commission)
    conditions = None if pattern is None else _conditions(game, pattern)
    if pattern is None or conditions is None or not all(condition(last) > 0 for condition in conditions):
        return DeckRange(last, last, pattern)
    return _range(first_of_run(conditions, last, strictly=True), last, pattern, game)


def _pattern_of(rulebook: Rulebook, shoe: Shoe, commission: Fraction) -> Pattern | None:
    """The pattern of optimal play for one shoe; None if there is more than one equilibrium."""
    game = bilinear_game(decision_table(rulebook, shoe))
    if commission:
        found = [(one.player, one.banker) for one in find_equilibria(game, commission)]
    else:
        solution = solve_zero_sum(game)
        found = [(solution.player, solution.banker)]
    if len(found) != 1 or not all(strategies.is_single for strategies in found[0]):
        return None
    player, banker = found[0]
    return Pattern(_states(player, game.player), _states(banker, game.banker))


def _states(strategies: StrategySet, places: Sequence[Sequence[int]]) -> tuple[State, ...]:
    """What a side does in each situation, in order."""
    found: dict[int, State] = {}
    for probability, members in zip(strategies.point, places, strict=True):
        state = DRAWS if probability == 1 else STANDS if probability == 0 else EITHER
        found.update(dict.fromkeys(members, state))
    return tuple(state for _, state in sorted(found.items()))


def _conditions(game: PolynomialGame, pattern: Pattern) -> list[Polynomial] | None:
    """What must be above 0 for a pattern to be an equilibrium, and the only one that has this pattern.

    None if the pattern does not say how the sides mix.
    """
    found: list[Polynomial] = []
    draws: list[RationalFunction | None] = [None, None]
    if not pattern.is_pure:
        mixture = _probabilities(game, pattern)
        if mixture is None:
            return None
        draws = list(mixture)
        for one in mixture:
            found += [one.numerator, one.denominator, one.denominator - one.numerator]
    for forms, states, other_states, probability in (
        (game.player_gains.player, pattern.player, pattern.banker, draws[1]),
        (game.banker_gains.banker, pattern.banker, pattern.player, draws[0]),
    ):
        found += _advantages(forms, states, other_states, probability)
    return found


def _advantages(
    forms: Sequence[PolynomialForm],
    states: Sequence[State],
    other_states: Sequence[State],
    probability: RationalFunction | None,
) -> Iterator[Polynomial]:
    """What a side gains by its action over the other, where it does not mix, times a positive number."""
    for form, state in zip(forms, states, strict=True):
        if state is not EITHER:
            line = form.line(other_states)
            gained = line.fixed if probability is None else line.at(probability)
            yield gained if state == DRAWS else gained.times(-1)


def _probabilities(
    game: PolynomialGame, pattern: Pattern
) -> tuple[RationalFunction, RationalFunction] | None:
    """With which probability Player draws where he mixes, and Banker where he does."""
    if pattern.mixing is None:
        return None
    player, banker = pattern.mixing
    by_player: Line = game.banker_gains.banker[banker].line(pattern.player)
    by_banker: Line = game.player_gains.player[player].line(pattern.banker)
    if not by_player.slope.coefficients or not by_banker.slope.coefficients:
        return None
    return by_player.zero, by_banker.zero


def _range(first: int, last: int | None, pattern: Pattern, game: PolynomialGame) -> DeckRange:
    """A range with its formulas."""
    if pattern.is_pure:
        player_net, banker_net = (
            _net(gains.at(*pattern)) for gains in (game.player_gains, game.banker_gains)
        )
        return DeckRange(first, last, pattern, player_net, banker_net)
    draws, places = _probabilities(game, pattern), pattern.mixing
    assert draws is not None, "the conditions of this pattern are known"
    assert places is not None
    corners = [_corners(gains, pattern, *places) for gains in (game.player_gains, game.banker_gains)]
    # A side that mixes is indifferent: Player gets by standing what he gets by drawing, and Banker too.
    player_net = _mean(corners[0][0][0], corners[0][0][1], draws[1])
    banker_net = _mean(corners[1][0][0], corners[1][1][0], draws[0])
    kernels = [_kernel(corner) for corner in corners]
    return DeckRange(first, last, pattern, player_net, banker_net, Mixture(*places, *draws, *kernels))


Corners = tuple[tuple[Polynomial, Polynomial], tuple[Polynomial, Polynomial]]


def _corners(gains: PolynomialGains, pattern: Pattern, player: int, banker: int) -> Corners:
    """What a side gains if Player stands (first row) or draws where he mixes, and Banker stands or draws."""
    both_stand = gains.at(*pattern)
    by_player = gains.player[player].line(pattern.banker)
    by_banker = gains.banker[banker].line(pattern.player).fixed
    player_draws = both_stand + by_player.fixed
    both_draw = player_draws + by_banker + by_player.slope
    return (both_stand, both_stand + by_banker), (player_draws, both_draw)


def _kernel(corners: Corners) -> Kernel:
    (first, second), (third, fourth) = corners
    return (_net(first), _net(second)), (_net(third), _net(fourth))


def _net(gains: Polynomial) -> RationalFunction:
    return RationalFunction.reduced(gains, TOTAL_WAYS)


def _mean(stands: Polynomial, draws: Polynomial, probability: RationalFunction) -> RationalFunction:
    """What a side wins a coup if the other draws with a probability in its situation."""
    weighed = Line(stands, draws - stands).at(probability)
    return RationalFunction.reduced(weighed, probability.denominator * TOTAL_WAYS)


def _ties(last: DeckRange, rulebook: Rulebook) -> Iterator[Tie]:
    """Situations put together with replacement in which a side acts differently for many decks."""
    table = decision_table(rulebook, Shoe.infinite())
    game = bilinear_game(table)
    pattern, mixture = last.pattern, last.mixture
    assert pattern is not None, "the last range has a pattern"
    player_draws, banker_draws = (
        (None, None) if mixture is None else (mixture.player_draws.limit, mixture.banker_draws.limit)
    )
    player = dict(zip(table.player_choices, pattern.player, strict=True))
    banker = dict(zip(table.banker_choices, pattern.banker, strict=True))
    yield from _ties_of(
        table.player, player, player_draws, zip(game.player, game.player_weights, strict=True)
    )
    yield from _ties_of(
        table.banker, banker, banker_draws, zip(game.banker, game.banker_weights, strict=True)
    )


def _ties_of(
    situations: Sequence[PlayerSituation | BankerSituation],
    states: Mapping[int, State],
    mixed: Fraction | None,
    variables: Iterable[tuple[Sequence[int], tuple[int, ...]]],
) -> Iterator[Tie]:
    """Those of one side, which draws with some probability in the limit where it mixes."""
    for places, weights in variables:
        acts = tuple(states[place] for place in places)
        if len(set(acts)) > 1:
            drawn = [mixed if act is EITHER else Fraction(act) for act in acts]
            weighed = sum(
                (weight * draws for weight, draws in zip(weights, drawn, strict=True) if draws), Fraction(0)
            )
            yield Tie(tuple(situations[place] for place in places), acts, weights, weighed / sum(weights))

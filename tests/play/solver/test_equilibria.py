"""The search for equilibria, against trying every state of every situation."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.play.solver.bilinear_game import BilinearGame, Form, Wins
from analyzer.play.solver.equilibria import find_equilibria
from analyzer.play.solver.strategy_set import AT_LEAST, AT_MOST, EQUAL, Condition, StrategySet, strategy_set
from analyzer.play.solver.zero_sum import solve_zero_sum

BOUNDS = {0: (0, 0, AT_MOST), 1: (1, 1, AT_LEAST), None: (0, 1, EQUAL)}

WINS = st.builds(Wins, st.integers(-3, 3), st.integers(-3, 3))


@st.composite
def games(draw: st.DrawFn, rows: int = 2, columns: int = 2) -> BilinearGame:
    """Small games, with many ties."""

    def some(count: int) -> tuple[Wins, ...]:
        return tuple(draw(st.lists(WINS, min_size=count, max_size=count)))

    return BilinearGame(
        tuple((place,) for place in range(rows)),
        tuple((place,) for place in range(columns)),
        ((1,),) * rows,
        ((1,),) * columns,
        draw(WINS),
        some(rows),
        some(columns),
        tuple(some(columns) for _ in range(rows)),
        10,
    )


def conditions(forms: tuple[Form, ...], states: tuple[int | None, ...]) -> list[Condition]:
    return [Condition(form, BOUNDS[state][2]) for form, state in zip(forms, states, strict=True)]


def side(states: tuple[int | None, ...], other: list[Condition]) -> StrategySet | None:
    return strategy_set([BOUNDS[state][0] for state in states], [BOUNDS[state][1] for state in states], other)


@given(game=games(), commission=st.sampled_from([Fraction(0), Fraction(1, 4)]))
@settings(max_examples=25)
def test_no_state_is_left_out(game: BilinearGame, commission: Fraction) -> None:
    found = find_equilibria(game, commission)
    own, others = game.gains(1, -1), game.gains(-1, 1 - commission)
    for player in product(BOUNDS, repeat=2):
        for banker in product(BOUNDS, repeat=2):
            players = side(player, conditions(others.banker, banker))
            bankers = side(banker, conditions(own.player, player))
            if players is not None and bankers is not None:
                assert any(
                    one.player.holds(players.point) and one.banker.holds(bankers.point) for one in found
                )


@given(game=games(rows=1, columns=2))
@settings(max_examples=40)
def test_no_equilibria_are_given_twice(game: BilinearGame) -> None:
    for one, other in permutations(find_equilibria(game, Fraction(1, 4)), 2):
        assert not (one.player.holds_all_of(other.player) and one.banker.holds_all_of(other.banker))


@given(game=games(rows=2, columns=4), commission=st.sampled_from([Fraction(0), Fraction(1, 4)]))
@settings(max_examples=40)
def test_no_pure_deviation_from_an_equilibrium_gains(game: BilinearGame, commission: Fraction) -> None:
    own, others = game.gains(1, -1), game.gains(-1, 1 - commission)
    for found in find_equilibria(game, commission):
        player, banker = found.player.point, found.banker.point
        assert own.at(player, banker) == max(own.at(pure, banker) for pure in product((0, 1), repeat=2))
        assert others.at(player, banker) == max(others.at(player, pure) for pure in product((0, 1), repeat=4))
        assert found.player_net[0] <= own.at(player, banker) / game.total_ways <= found.player_net[1]
        assert found.banker_net[0] <= others.at(player, banker) / game.total_ways <= found.banker_net[1]


@given(game=games(rows=1, columns=4), commission=st.sampled_from([Fraction(0), Fraction(1, 4)]))
@settings(max_examples=60)
def test_no_equilibrium_is_missed_where_player_has_one_probability(
    game: BilinearGame, commission: Fraction
) -> None:
    found = find_equilibria(game, commission)
    (own,), others = game.gains(1, -1).player, game.gains(-1, 1 - commission).banker
    changes = [-form.constant / form.coefficients[0] for form in others if form.coefficients[0]]
    places = sorted({Fraction(0), Fraction(1), *(place for place in changes if 0 < place < 1)})
    between = [(one + other) / 2 for one, other in pairwise(places)]
    for player in (*places, *between):
        gains = [form.at([player]) for form in others]
        ends = [{0, 1} if not gain else {int(gain > 0)} for gain in gains]
        for banker in equilibria_at(player, own, list(product(*ends))):
            assert any(one.player.holds([player]) and one.banker.holds(banker) for one in found)


def equilibria_at(
    player: Fraction, own: Form, replies: list[tuple[int, ...]]
) -> Iterator[tuple[Fraction, ...]]:
    """Pure replies of Banker, and points between two of them, against which a probability is best."""
    for one, other in combinations_with_replacement(replies, 2):
        first, second = Fraction(own.at(one)), Fraction(own.at(other))
        if first * second < 0:
            share = first / (first - second)
            yield tuple((1 - share) * a + share * b for a, b in zip(one, other, strict=True))
        for reply, gain in ((one, first), (other, second)):
            if not gain or player == (gain > 0):
                yield tuple(map(Fraction, reply))


@given(game=games(rows=2, columns=4))
def test_without_a_commission_equilibria_are_the_optimal_strategies(game: BilinearGame) -> None:
    solution = solve_zero_sum(game)
    assert solution.value == solution.player_sure == solution.banker_sure
    for found in find_equilibria(game, Fraction(0)):
        assert found.player_net == (solution.value, solution.value)
        assert solution.player.holds(found.player.point)
        assert solution.banker.holds(found.banker.point)


@given(game=games(rows=2, columns=3))
def test_the_value_is_that_of_the_matrix_of_all_pure_strategies(game: BilinearGame) -> None:
    gains, solution = game.gains(1, -1), solve_zero_sum(game)
    for player in product((0, 1), repeat=2):
        assert gains.at(player, solution.banker.point) <= solution.value * game.total_ways
    for banker in product((0, 1), repeat=3):
        assert gains.at(solution.player.point, banker) >= solution.value * game.total_ways


def test_optimal_sets_hold_all_their_corners() -> None:
    # Player's two situations are worth the same, so only the sum of their probabilities counts.
    zero = Wins(0, 0)
    game = BilinearGame(
        ((0,), (1,)),
        ((0,),),
        ((1,), (1,)),
        ((1,),),
        zero,
        (Wins(0, 1), Wins(0, 1)),
        (Wins(0, 1),),
        ((Wins(2, 0),), (Wins(2, 0),)),
        1,
    )
    solution = solve_zero_sum(game)
    assert not solution.player.is_single
    for player in ((Fraction(1, 2), 0), (0, Fraction(1, 2)), (Fraction(1, 4), Fraction(1, 4))):
        assert solution.player.holds(player)
    assert not solution.player.holds((Fraction(1, 2), Fraction(1, 2)))


@pytest.mark.parametrize("commission", [Fraction(0), Fraction(1, 20)])
def test_pygambit_finds_the_same_in_the_game_of_all_pure_strategies(commission: Fraction) -> None:
    pygambit = pytest.importorskip("pygambit", reason="pygambit is optional: pip install pygambit")
    from analyzer.game.shoe import Shoe
    from analyzer.play.decision_table import decision_table
    from analyzer.play.games.chemin_de_fer import rulebook_of
    from analyzer.play.solver.bilinear_game import bilinear_game

    game = bilinear_game(decision_table(rulebook_of("A1"), Shoe.infinite()))
    (found,) = find_equilibria(game, commission)
    own, others = game.gains(1, -1), game.gains(-1, 1 - commission)
    open_places = [
        place
        for place, form in enumerate(others.banker)
        if min(form.between([0], [1])) <= 0 <= max(form.between([0], [1]))
    ]
    columns = []
    for actions in product((0, 1), repeat=len(open_places)):
        banker = [int(value == 1) for value in found.banker.point]
        for place, action in zip(open_places, actions, strict=True):
            banker[place] = action
        columns.append(banker)
    matrices = [
        [[Fraction(side.at([row], column)) / game.total_ways for column in columns] for row in (0, 1)]
        for side in (own, others)
    ]
    table = pygambit.Game.from_arrays(*matrices)
    solved = pygambit.nash.enummixed_solve(table, rational=True).equilibria
    _, drawing = next(iter(table.players)).strategies
    draws = {Fraction(one[drawing]) for one in solved}
    assert draws == {found.player.point[0]}

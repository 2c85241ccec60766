"""Chemin de fer: no side can do better, to the last digit, and bad questions are refused."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from analyzer.errors import AnalyzerError, PlayError, ShoeError, UsageError
from analyzer.game.shoe import Shoe
from analyzer.play.games.chemin_de_fer import (
    MODELS,
    CheminDeFer,
    parse_model,
    punto_banco_net,
    solve_chemin_de_fer,
)
from analyzer.play.solver.solution import Equilibrium, in_whole_numbers
from tests.play.plain_game import BankerInfo, PlainGame, PlayerInfo

TINY = Shoe.from_counts([2, 1, 0, 1, 1, 1, 1, 0, 0, 1])
LOPSIDED = Shoe.from_counts([5, 1, 2, 1, 0, 4, 3, 2, 1, 1])


def player_of(solved: CheminDeFer, found: Equilibrium) -> dict[PlayerInfo, Fraction]:
    return {
        cell.situation.cards or cell.situation.total: cell.value
        for cell in found.player.probabilities
        if cell.situation.total == 5
    }


def banker_of(found: Equilibrium) -> dict[BankerInfo, Fraction]:
    return {
        (cell.situation.cards or cell.situation.total, cell.situation.third): cell.value
        for cell in found.banker.probabilities
    }


def player_net(player: int, banker: int) -> int:
    return (player > banker) - (player < banker)


def best_for_player(plain: PlainGame, banker: Mapping[BankerInfo, Fraction]) -> Fraction:
    """The most that Player can expect against a strategy of Banker, which is met one situation at a time."""
    best = {info: Fraction(drawn > stands) for info, (stands, drawn) in plain.player_values(banker).items()}
    return plain.net_win(best, banker)


def best_for_banker(plain: PlainGame, player: Mapping[PlayerInfo, Fraction]) -> Fraction:
    """The most that Banker can expect against a strategy of Player."""
    values = plain.banker_values(player)
    return (plain.decided + sum(map(max, values.values()))) / plain.total


QUESTIONS = [
    ("A1", Shoe.infinite(), Fraction(1, 20)),
    ("A3", Shoe.infinite(), Fraction(0)),
    ("B2", Shoe.from_decks(6), Fraction(1, 20)),
    ("B3", Shoe.from_decks(6), Fraction(0)),
    *((model, TINY, rate) for model in ("B1", "B2", "B3") for rate in (Fraction(0), Fraction(1, 3))),
    ("B3", LOPSIDED, Fraction(1, 3)),
]


@pytest.mark.parametrize(("model", "shoe", "commission"), QUESTIONS)
def test_no_deviation_of_either_side_gains_anything(model: str, shoe: Shoe, commission: Fraction) -> None:
    solved = solve_chemin_de_fer(model, shoe, commission)
    whole = commission.denominator

    def banker_net(player: int, banker: int) -> int:
        return (whole - commission.numerator) * (banker > player) - whole * (player > banker)

    own = PlainGame(shoe.value_counts(), model, player_net)
    other = PlainGame(shoe.value_counts(), model, banker_net)
    assert solved.equilibria
    for found in solved.equilibria:
        player, banker = player_of(solved, found), banker_of(found)
        net, banker_gets = own.net_win(player, banker), other.net_win(player, banker) / whole
        assert found.player_net[0] <= net <= found.player_net[1]
        assert found.banker_net[0] <= banker_gets <= found.banker_net[1]
        assert net == best_for_player(own, banker) == found.player_best
        assert banker_gets == best_for_banker(other, player) / whole == found.banker_best


@pytest.mark.parametrize("model", MODELS)
def test_without_a_commission_all_equilibria_have_the_value(model: str) -> None:
    shoe = Shoe.infinite() if model.startswith("A") else Shoe.from_decks(2)
    solved = solve_chemin_de_fer(model, shoe)
    (found,) = solved.equilibria
    assert found.player_net == (solved.value, solved.value)
    assert found.banker_net == (-solved.value, -solved.value)


@pytest.mark.parametrize("model", ["A1", "A2", "A3"])
def test_with_replacement_it_is_no_use_to_see_the_cards(model: str) -> None:
    assert solve_chemin_de_fer(model, Shoe.infinite()).value == Fraction(-679568, 53094899)


def test_with_replacement_only_the_mean_over_the_hands_of_a_total_counts() -> None:
    solved = solve_chemin_de_fer("A3", Shoe.infinite())
    (found,) = solved.equilibria
    (player,), (banker,) = found.player.means, found.banker.means
    assert (player.low, player.high, player.weights) == (Fraction(9, 11), Fraction(9, 11), (4, 1, 1, 1, 1))
    assert (banker.low, banker.high) == (Fraction(859, 2288), Fraction(859, 2288))
    assert not found.player.is_unique
    plain = PlainGame(Shoe.infinite().value_counts(), "A3", player_net)
    extreme = {(0, 5): Fraction(7, 11), (1, 4): 1, (2, 3): 1, (6, 9): 1, (7, 8): 1}
    assert plain.net_win(extreme, banker_of(found)) == solved.value
    low = {cell.situation.cards: cell.low for cell in found.player.probabilities if cell.is_open}
    assert low[0, 5] == extreme[0, 5]


@pytest.mark.parametrize(("model", "decks"), [("B1", 6), ("B2", 1), ("B3", 12)])
def test_without_replacement_each_side_has_one_optimal_strategy(model: str, decks: int) -> None:
    (found,) = solve_chemin_de_fer(model, Shoe.from_decks(decks)).equilibria
    assert (found.player.is_unique, found.banker.is_unique) == (True, True)


def test_the_kernel_has_the_same_value_and_strategies_as_the_game() -> None:
    solved = solve_chemin_de_fer("B2", Shoe.from_decks(6))
    (found,) = solved.equilibria
    (one, two), (three, four) = found.kernel.player_net
    assert solved.value == (one * four - two * three) / (one + four - two - three)
    assert player_of(solved, found)[5] == (one - two) / (one + four - two - three)
    assert (found.kernel.player_actions, found.kernel.banker_actions) == (("S", "D"), ("S", "D"))


def test_what_drawing_gains_agrees_with_what_a_side_does() -> None:
    (found,) = solve_chemin_de_fer("B3", Shoe.from_decks(6), Fraction(1, 20)).equilibria
    for cell in (*found.player.probabilities, *found.banker.probabilities):
        if len(cell.situation.actions) > 1:
            assert (cell.gain > 0, cell.gain < 0) == (cell.value == 1, cell.value == 0)


def test_what_drawing_gains_with_each_hand_adds_up_to_what_it_gains_with_the_total() -> None:
    by_total, by_hand = (
        solve_chemin_de_fer(model, Shoe.infinite(), Fraction(1, 20)).equilibria[0].banker.probabilities
        for model in ("A1", "A2")
    )
    gains = {(cell.situation.total, cell.situation.third): cell.gain for cell in by_total}
    for cell in by_hand:
        gains[cell.situation.total, cell.situation.third] -= cell.gain
    assert not any(gains.values())


def test_punto_banco_beside_it() -> None:
    assert punto_banco_net(Shoe.from_decks(8), Fraction(1, 20)) == (
        -Fraction(241149546272, 19524993263685),
        -Fraction(114753351728, 10847218479825),
    )


def test_a_matrix_of_zeros_is_in_whole_numbers() -> None:
    assert in_whole_numbers([[Fraction(0)]], 720) == (Fraction(1, 720), [[0]])


@pytest.mark.parametrize("name", ["b3", " A1 "])
def test_a_model_is_known_in_any_letters(name: str) -> None:
    assert parse_model(name) in MODELS


@pytest.mark.parametrize(("name", "hint"), [("B4", "did you mean"), ("parlour", "the models are A1, A2")])
def test_another_model_is_refused(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match="no model") as caught:
        parse_model(name)
    assert hint in caught.value.mend


@pytest.mark.parametrize("rate", [Fraction(1), Fraction(-1, 20), Fraction(5)])
def test_a_commission_that_leaves_nothing_or_pays_out_is_refused(rate: Fraction) -> None:
    with pytest.raises(PlayError, match="not at least 0 and below 1"):
        solve_chemin_de_fer("A1", Shoe.infinite(), rate)


@pytest.mark.parametrize(("model", "shoe"), [("A1", Shoe.from_decks(6)), ("B2", Shoe.infinite())])
def test_a_shoe_is_dealt_as_the_model_says(model: str, shoe: Shoe) -> None:
    with pytest.raises(ShoeError, match="replacement"):
        solve_chemin_de_fer(model, shoe)


def test_a_shoe_of_too_few_cards_is_refused() -> None:
    with pytest.raises(AnalyzerError, match="cannot deal a coup"):
        solve_chemin_de_fer("B1", Shoe.from_counts([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]))

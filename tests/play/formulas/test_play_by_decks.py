"""Optimal play by number of decks, held against the solver; its proofs, against play that is not optimal."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from analyzer.deal.polynomials import Polynomial
from analyzer.errors import PlayError
from analyzer.game.rulebook import BANKER, CHOICE, COLUMNS, DRAWS, PLAYER, ROWS, STANDS, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.play.decision_table import BankerSituation, PlayerSituation
from analyzer.play.formulas import play_by_decks as module
from analyzer.play.formulas.all_decks import first_of_run, hold_from
from analyzer.play.formulas.play_by_decks import DeckRange, Pattern, PlayByDecks, play_by_decks, proved_from
from analyzer.play.formulas.polynomial_game import (
    PolynomialForm,
    PolynomialGains,
    PolynomialGame,
    polynomial_game,
)
from analyzer.play.games.chemin_de_fer import rulebook_of, solve_chemin_de_fer
from analyzer.play.solver.equilibria import EITHER
from analyzer.study.analysis import analyze

QUESTIONS = [("B1", "0"), ("B1", "1/20"), pytest.param("B2", "0", marks=pytest.mark.slow)]
COMPARED = {
    ("B1", "0"): [1, 3, *range(4, 11), 50, 400],
    ("B1", "1/20"): [1, 3, 4, 27],
    ("B2", "0"): [1, 6, 9, 10, 16],
}


@cache
def formulas(model: str, commission: str = "0") -> PlayByDecks:
    return play_by_decks(rulebook_of(model), Fraction(commission))


@cache
def totals_game() -> PolynomialGame:
    return polynomial_game(rulebook_of("B1"), Fraction(0))


def range_of(found: PlayByDecks, decks: int) -> DeckRange:
    """The range in which a number of decks lies."""
    return next(item for item in found.ranges if item.last is None or decks <= item.last)


def said(found: PlayByDecks, decks: int) -> tuple[list[Fraction], ...]:
    """What the formulas say of one number of decks: both strategies and both net wins."""
    item = range_of(found, decks)
    return said_by(item, decks)


def said_by(item: DeckRange, decks: int) -> tuple[list[Fraction], ...]:
    assert item.pattern is not None
    assert item.mixture is not None
    assert item.player_net is not None
    assert item.banker_net is not None
    mixed = item.mixture.player_draws(decks), item.mixture.banker_draws(decks)
    strategies = [
        [draws if state is EITHER else Fraction(state) for state in states]
        for states, draws in zip(item.pattern, mixed, strict=True)
    ]
    return *strategies, [item.player_net(decks), item.banker_net(decks)]  # type: ignore[list-item, return-value]


def solved(model: str, commission: str, decks: int) -> tuple[list[Fraction], ...]:
    """The same by the solver."""
    (found,) = solve_chemin_de_fer(model, Shoe.from_decks(decks), Fraction(commission)).equilibria
    assert found.player.is_unique
    assert found.banker.is_unique
    return (
        *(
            [cell.value for cell in side.probabilities if len(cell.situation.actions) > 1]
            for side in (found.player, found.banker)
        ),
        [found.player_net[0], found.banker_net[0]],
    )


@pytest.mark.parametrize(("model", "commission"), QUESTIONS)
def test_formulas_agree_with_the_solver(model: str, commission: str) -> None:
    found = formulas(model, commission)
    for decks in COMPARED[model, commission]:
        assert said(found, decks) == solved(model, commission, decks)


@pytest.mark.parametrize(("model", "commission"), QUESTIONS)
def test_below_its_first_number_of_decks_a_pattern_is_not_optimal(model: str, commission: str) -> None:
    found = formulas(model, commission)
    for before, after in zip(found.ranges, found.ranges[1:], strict=False):
        assert before.last == after.first - 1
        assert before.pattern != after.pattern
    last = found.ranges[-1]
    assert said_by(last, last.first - 1) != solved(model, commission, last.first - 1)


@pytest.mark.slow
def test_the_ranges_of_the_models() -> None:
    ends = {model: [(item.first, item.last) for item in formulas(model).ranges] for model in ("B1", "B2")}
    assert ends == {
        "B1": [(1, 3), (4, None)],
        "B2": [(1, 1), (2, 2), (3, 3), (4, 7), (8, 9), (10, None)],
    }


@pytest.mark.slow
def test_where_player_sees_his_cards_one_pattern_is_optimal_from_9_decks_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the last range is looked for, which spares most of the time."""
    monkeypatch.setattr(module, "_range_up_to", lambda last, *_: DeckRange(1, last, None))
    found = play_by_decks(rulebook_of("B3"))
    assert [item.first for item in found.ranges] == [1, 9]
    for decks in (9, 14):
        assert said(found, decks) == solved("B3", "0", decks)
    assert said_by(found.ranges[-1], 8) != solved("B3", "0", 8)
    last, five = found.ranges[-1], found.ties[0]
    assert last.player_net is not None
    assert last.player_net.limit == Fraction(-679568, 53094899)
    assert [situation.cards for situation in five.situations] == [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)]
    assert (five.states, five.mean) == ((1, EITHER, 0, 1, 1), Fraction(9, 11))


@pytest.mark.parametrize(("model", "commission"), QUESTIONS)
def test_the_limit_is_optimal_with_replacement(model: str, commission: str) -> None:
    found, rate = formulas(model, commission), Fraction(commission)
    last = found.ranges[-1]
    (infinite,) = solve_chemin_de_fer("A" + model[1], Shoe.infinite(), rate).equilibria
    assert last.player_net is not None
    assert last.banker_net is not None
    assert (last.player_net.limit, last.banker_net.limit) == (infinite.player_net[0], infinite.banker_net[0])
    means = {mean.situations: mean.low for side in (infinite.player, infinite.banker) for mean in side.means}
    for tie in found.ties:
        assert means[tie.situations] == tie.mean


@pytest.mark.slow
def test_with_replacement_the_published_solution_of_kemeny_and_snell_is_approached() -> None:
    for model in ("B1", "B2"):
        last = formulas(model).ranges[-1]
        assert last.player_net is not None
        assert last.player_net.limit == Fraction(-679568, 53094899)
    mixture = formulas("B1").ranges[-1].mixture
    assert mixture is not None
    assert mixture.player_draws.limit == Fraction(9, 11)
    assert mixture.banker_draws.limit == Fraction(859, 2288)
    assert [[entry.limit for entry in row] for row in mixture.player_kernel] == [
        [Fraction(16 * number, 13**6) for number in row] for row in ((-4564, -2692), (-3705, -4121))
    ]


@pytest.mark.slow
def test_with_many_decks_banker_tells_apart_what_is_one_with_replacement() -> None:
    six, *others = formulas("B2").ties
    assert not others
    assert [
        (situation.cards, state) for situation, state in zip(six.situations, six.states, strict=True)
    ] == [
        ((0, 6), EITHER),
        ((1, 5), 0),
        ((2, 4), 0),
        ((3, 3), 0),
        ((7, 9), 0),
        ((8, 8), 1),
    ]
    assert six.mean == Fraction(859, 2288)
    assert formulas("B1").ties == ()


@pytest.mark.parametrize("decks", [1, 8])
def test_the_kernel_is_what_bound_hands_win(decks: int) -> None:
    """By ordinary analysis of rulebooks without a choice."""
    item = range_of(formulas("B1"), decks)
    assert item.pattern is not None
    assert item.mixture is not None
    places = iter(item.pattern.banker)
    rows = [[next(places) for _ in COLUMNS] for _ in ROWS]
    for player, action in enumerate((STANDS, DRAWS)):
        for banker, mixed in enumerate((STANDS, DRAWS)):
            letters = {0: STANDS, 1: DRAWS, EITHER: mixed}
            bound = replace(
                load_rulebook(),
                player="DDDDD" + action + "SS",
                tableau=tuple("".join(letters[state] for state in row) for row in rows),
            )
            won = analyze(Shoe.from_decks(decks), bound, [])
            net = won.probability(PLAYER) - won.probability(BANKER)
            assert item.mixture.player_kernel[player][banker](decks) == net
            assert item.mixture.banker_kernel[player][banker](decks) == -net


def test_a_pattern_with_one_wrong_action_is_not_proved() -> None:
    game, pattern = totals_game(), formulas("B1").ranges[-1].pattern
    assert pattern is not None
    assert proved_from(game, pattern) == 4
    for place, state in enumerate(pattern.banker):
        if place in (4, 38, 60, 67):
            wrong = (*pattern.banker[:place], 1 - state, *pattern.banker[place + 1 :])
            assert proved_from(game, Pattern(pattern.player, wrong)) is None


def test_a_pattern_that_mixes_elsewhere_is_not_proved() -> None:
    game, pattern = totals_game(), formulas("B1").ranges[-1].pattern
    assert pattern is not None
    six = pattern.banker.index(EITHER)
    for place in (six - 11, six + 1, six + 7):
        for action in (0, 1):
            wrong = list(pattern.banker)
            wrong[six], wrong[place] = action, EITHER
            assert proved_from(game, Pattern(pattern.player, tuple(wrong))) is None
    for player, banker in (((0,), 0), ((1,), 1)):
        pure = (*pattern.banker[:six], banker, *pattern.banker[six + 1 :])
        assert proved_from(game, Pattern(player, pure)) is None


def test_a_pattern_is_refused_where_it_does_not_say_how_a_side_mixes() -> None:
    game, pattern = totals_game(), formulas("B1").ranges[-1].pattern
    assert pattern is not None
    two = (EITHER, *pattern.banker[1:])
    assert proved_from(game, Pattern(pattern.player, two)) is None
    assert proved_from(game, Pattern((1,), pattern.banker)) is None


def test_where_there_are_several_equilibria_there_is_no_formula() -> None:
    """With this commission Banker is indifferent on 6 just where a Player who always draws begins to mix."""
    commission = Fraction(264092, 590195)
    few, two, many = play_by_decks(rulebook_of("B1"), commission).ranges
    assert two == DeckRange(2, 2, None, None, None, None)
    (found,) = solve_chemin_de_fer("B1", Shoe.from_decks(2), commission).equilibria
    assert not found.banker.is_unique
    assert (few.last, many.first) == (1, 3)
    assert few.pattern is not None
    assert many.pattern is not None


def test_where_more_than_one_situation_mixes_there_is_no_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    open_pattern, real = Pattern((EITHER,), (EITHER,) * 88), module._pattern_of

    def open_for_three(rulebook: Rulebook, shoe: Shoe, commission: Fraction) -> Pattern | None:
        return open_pattern if shoe == Shoe.from_decks(3) else real(rulebook, shoe, commission)

    monkeypatch.setattr(module, "_pattern_of", open_for_three)
    monkeypatch.setattr(module, "polynomial_game", lambda *_: totals_game())
    few, three, many = play_by_decks(rulebook_of("B1")).ranges
    assert (few.first, few.last) == (1, 2)
    assert few.pattern == formulas("B1").ranges[0].pattern
    assert three == DeckRange(3, 3, open_pattern, None, None, None)
    assert many.first == 4


D = Polynomial.of(0, 1)


def small_game(player_is_mixed_at: Fraction, banker_is_mixed_at: Fraction, other: int) -> PolynomialGame:
    """Two situations of Player's and one of Banker's; in his second Player gains so much by drawing, by d."""
    coefficient = D.times(2)
    banker = PolynomialForm(coefficient.times(-player_is_mixed_at), (coefficient, Polynomial.of()))
    player = PolynomialForm(coefficient.times(banker_is_mixed_at), (coefficient.times(-1),))
    return PolynomialGame(
        (PlayerSituation(5, (0, 5), ("D", "S")), PlayerSituation(5, (1, 4), ("D", "S"))),
        (BankerSituation(6, None, None, ("D", "S")),),
        PolynomialGains(Polynomial.of(), (player, PolynomialForm(D.times(other), (Polynomial.of(),))), ()),
        PolynomialGains(Polynomial.of(), (), (banker,)),
    )


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_mixes_with_a_probability_between_0_and_1(side: int) -> None:
    pattern, half = Pattern((EITHER, 1), (EITHER,)), Fraction(1, 2)
    assert proved_from(small_game(half, half, other=1), pattern) == 1
    for wrong in (Fraction(-1, 2), Fraction(0), Fraction(1), Fraction(3, 2)):
        mixed_at = [half, half]
        mixed_at[side] = wrong
        assert proved_from(small_game(*mixed_at, other=1), pattern) is None


def test_players_other_hands_gain_by_what_the_pattern_says() -> None:
    half = Fraction(1, 2)
    for other, state in ((1, 1), (-1, 0)):
        game = small_game(half, half, other)
        assert proved_from(game, Pattern((EITHER, state), (EITHER,))) == 1
        assert proved_from(game, Pattern((EITHER, 1 - state), (EITHER,))) is None


def test_without_a_pattern_for_all_large_numbers_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MANY_DECKS", (1,))
    monkeypatch.setattr(module, "polynomial_game", lambda *_: totals_game())
    with pytest.raises(PlayError, match="no pattern of play could be proved"):
        play_by_decks(rulebook_of("B1"))


def test_where_one_side_chooses_its_best_play_has_a_formula() -> None:
    gold = load_rulebook("baccarat-gold")
    found = play_by_decks(gold, Fraction(1, 20))
    (item,) = found.ranges
    assert (item.first, item.last, item.pattern, item.mixture) == (1, None, Pattern((1,), ()), None)
    won = analyze(Shoe.from_decks(7), replace(gold, player=gold.player.replace(CHOICE, DRAWS)), [])
    assert item.player_net is not None
    assert item.banker_net is not None
    assert item.player_net(7) == won.probability(PLAYER) - won.probability(BANKER)
    assert item.banker_net(7) == won.probability(BANKER) * Fraction(19, 20) - won.probability(PLAYER)


def test_a_commission_is_at_least_0_and_below_1() -> None:
    with pytest.raises(PlayError, match="not at least 0 and below 1"):
        play_by_decks(rulebook_of("B1"), Fraction(1))


def test_signs_are_proved_and_evaluated() -> None:
    parabola = Polynomial.of(6, -5, 1)  # zero at 2 and 3
    assert hold_from([parabola]) == 1
    assert hold_from([parabola], strictly=True) == 4
    assert hold_from([parabola.times(-1)]) is None
    assert hold_from([Polynomial.of()]) == 1
    assert hold_from([Polynomial.of()], strictly=True) is None
    assert hold_from([parabola, Polynomial.of(-20, 1)], strictly=True) == 21
    assert first_of_run([parabola], 9) == 1
    assert first_of_run([parabola], 9, strictly=True) == 4

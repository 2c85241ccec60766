"""Sessions: the net result on its lattice, chances, bands and numbers of wins."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError, ShoeError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.sessions.session import WagerSession, common_step, net_result, study_session
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay

STANDARD = load_rulebook()
EIGHT = Shoe.from_decks(8)
PAYS = ("19 to 20", "1 to 1", "8 to 1", "40 to 1", "push", "half loss", "lose", "2.35", "0.96")


def law_of(*lines: tuple[str, int]) -> Law:
    return Law(
        tuple(LawLine(pays, Pay.parse(pays), ways) for pays, ways in lines), sum(ways for _, ways in lines)
    )


def session(wager: str, rounds: int, **options: object) -> WagerSession:
    [found] = study_session(EIGHT, STANDARD, load_wagers(wager), rounds, **options).wagers
    return found


def plain_results(law: Law, rounds: int) -> dict[Fraction, Fraction]:
    """Net results of all sequences of net wins."""
    found: dict[Fraction, Fraction] = {}
    for nets in product(law.distribution, repeat=rounds):
        net, probability = Fraction(0), Fraction(1)
        for amount, ways in nets:
            net += amount
            probability *= Fraction(ways, law.total_ways)
        found[net] = found.get(net, Fraction(0)) + probability
    return found


@given(
    st.lists(st.tuples(st.sampled_from(PAYS), st.integers(1, 50)), min_size=1, max_size=4), st.integers(1, 4)
)
def test_the_net_result_is_that_of_all_sequences(lines: list[tuple[str, int]], rounds: int) -> None:
    law = law_of(*lines)
    stake = Fraction(5, 2)
    expected = {net * stake: probability for net, probability in plain_results(law, rounds).items()}
    assert dict(net_result(law, rounds, stake, 10).results()) == expected


@pytest.mark.parametrize("rounds", [1, 2, 19, 39, 40])
def test_ahead_even_and_behind_make_up_everything(rounds: int) -> None:
    played = session("main/banker", rounds)
    assert played.ahead + played.even + played.behind == 1


def test_one_round_is_the_law_of_the_wager() -> None:
    banker = session("main/banker", 1, stake=Fraction(100))
    assert banker.ahead == banker.law.hit_frequency
    assert banker.even == banker.law.push_frequency
    assert (banker.worst, banker.best) == (-100, 95)
    assert banker.mean == -100 * banker.law.house_edge


def test_mean_and_variance_are_those_of_the_distribution() -> None:
    played = session("main/banker-half-on-6", 30, stake=Fraction(3))
    results = played.net.results()
    mean = sum(net * probability for net, probability in results)
    assert played.mean == mean
    assert played.variance == sum((net - mean) ** 2 * probability for net, probability in results)


def test_many_rounds_agree_with_few_where_both_can_be_had() -> None:
    """102 rounds are two times 51, which are exact."""
    half = session("main/tie", 51)
    twice = session("main/tie", 102)
    least, step = half.net.least, half.net.step
    results = {int((net - least) / step): chance for net, chance in half.net.results()}
    ahead = sum(
        one * other
        for first, one in results.items()
        for second, other in results.items()
        if 2 * least + (first + second) * step > 0
    )
    low, high = twice.ahead
    assert low <= ahead <= high
    assert high - low < Fraction(1, 10**15)


def test_amounts_are_won_lost_and_kept_within() -> None:
    played = session("main/player", 3, amounts=[Fraction(0), Fraction(2), Fraction(4)])
    nothing, two, four = played.chances
    assert nothing.within == played.even
    assert nothing.win_at_least == played.ahead + played.even
    results = dict(played.net.results())
    assert two.win_at_least == results[2] + results[3]
    assert two.lose_at_least == results[-2] + results[-3]
    assert (four.win_at_least, four.lose_at_least, four.within) == (0, 0, 1)


def test_without_amounts_whole_stakes_above_one_two_and_three_deviations_are_taken() -> None:
    played = session("main/player", 100, stake=Fraction(10))
    assert [chance.amount for chance in played.chances] == [100, 200, 290]
    assert 100**2 > played.variance > 90**2


def test_no_usual_amount_is_taken_twice() -> None:
    assert [chance.amount for chance in session("main/banker", 1).chances] == [1, 2, 3]
    tens = Shoe.from_counts([6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    [certain] = study_session(tens, STANDARD, load_wagers("main/player"), 5).wagers
    assert [chance.amount for chance in certain.chances] == [1]


def test_bands_leave_at_most_half_of_the_rest_on_each_side() -> None:
    played = session("main/banker", 80)
    for level, (low, also_low), (high, also_high) in played.bands():
        outside = (1 - Fraction(level, 100)) / 2
        assert (low, high) == (also_low, also_high)
        assert played.net.at_most(low) >= outside > played.net.at_most(low - played.net.step)
        assert played.net.at_most(high) >= 1 - outside
        assert 1 - played.net.at_most(high) <= outside


def test_a_result_between_two_steps_is_impossible_however_many_rounds() -> None:
    """A tie moves the result by 9, so after 200 rounds it is 9k - 200, which is never 0."""
    assert session("main/tie", 200).even == 0


def test_exact_numbers_of_wins_are_binomial() -> None:
    played = session("pairs/player-pair", 20, wins=[0, 3])
    chance = played.law.hit_frequency
    assert played.exact_wins == {0: (1 - chance) ** 20, 3: 1140 * chance**3 * (1 - chance) ** 17}


def test_a_wager_with_one_result_only_is_certain() -> None:
    """With nothing but tens every coup is a tie of 0 to 0, which is a push for Player."""
    tens = Shoe.from_counts([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2])
    [played] = study_session(tens, STANDARD, load_wagers("main/player"), 5).wagers
    assert (played.even, played.ahead, played.variance) == (1, 0, 0)
    assert played.quantiles()[0][1] == (0, 0)


@pytest.mark.parametrize("rounds", [5, 500])
def test_a_wager_that_never_wins_is_answered(rounds: int) -> None:
    law = law_of(("lose", 3), ("push", 1))
    net = net_result(law, rounds, Fraction(1), 8)
    assert net.at_least(Fraction(1)) in (0, (0, net.masses.error))


def test_what_cannot_be_is_refused() -> None:
    wagers = load_wagers("main/banker")
    for options, reason in (
        ({"stake": Fraction(0)}, "stake of 0"),
        ({"amounts": [Fraction(-1)]}, "no amount"),
        ({"bankroll": Fraction(1), "stake": Fraction(2)}, "too small"),
        ({"bankroll": Fraction(5), "target": Fraction(5)}, "not above"),
    ):
        with pytest.raises(WagerError, match=reason):
            study_session(EIGHT, STANDARD, wagers, 10, **options)
    with pytest.raises(NumberError, match="0 rounds"):
        study_session(EIGHT, STANDARD, wagers, 0)
    with pytest.raises(WagerError, match="no wager"):
        study_session(EIGHT, STANDARD, [], 10)


def test_an_open_jackpot_is_refused_before_anything_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.study.sessions.session.analyze", lambda *_, **__: pytest.fail("counted"))
    with pytest.raises(WagerError, match="depends on the jackpot"):
        study_session(EIGHT, STANDARD, load_wagers("side/dragon-dragon"), 10)


def test_wagers_that_ask_too_much_of_the_shoe_are_told_apart() -> None:
    ranks = Shoe.from_counts([4] * 13)
    wagers = [load_wager("main/tie"), load_wager("pairs/player-perfect-pair")]
    study = study_session(ranks, STANDARD, wagers, 2)
    assert [item.wager.slug for item in study.wagers] == ["main/tie"]
    assert [item.wager.slug for item in study.unanswerable] == ["pairs/player-perfect-pair"]
    with pytest.raises(ShoeError, match="suits"):
        study_session(ranks, STANDARD, wagers, 2, required=["pairs/player-perfect-pair"])


def test_progress_goes_through_all_wagers_and_their_bankrolls() -> None:
    done: list[int] = []
    wagers = load_wagers("main/player,main/tie")
    study_session(EIGHT, STANDARD, wagers, 300, bankroll=Fraction(5), progress=done.append)
    assert done == sorted(done)
    assert done[0] < 300 < 900 <= done[-1] <= 1_200


@given(st.lists(st.fractions(0, 50, max_denominator=60), min_size=1, max_size=6))
def test_the_common_step_divides_all_and_nothing_larger_does(amounts: list[Fraction]) -> None:
    from math import gcd

    step = common_step(amounts)
    multiples = [amount / step for amount in amounts]
    assert all(multiple.denominator == 1 for multiple in multiples)
    assert gcd(*map(int, multiples)) == (1 if any(amounts) else 0)

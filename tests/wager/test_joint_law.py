from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.analysis import analyze
from analyzer.wager.joint_law import JointLaw
from analyzer.wager.settling import settled_ways
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

STANDARD = load_rulebook("standard")
EIGHT_DECKS = Shoe.from_decks(8)
TABLE = "main/player,main/banker,main/tie,side/dragon-7,side/panda-8,pairs/player-pair"


def joint_of(names: str, shoe: Shoe = EIGHT_DECKS) -> JointLaw:
    wagers = load_wagers(names)
    return JointLaw(tuple(wagers), *settled_ways(shoe, STANDARD, wagers))


def wager(*pays: str) -> Wager:
    lines = [
        {"label": f"line {pay}", "when": f"margin == {place}", "pays": pay} for place, pay in enumerate(pays)
    ]
    return read({"title": f"{len(pays)} lines", "otherwise": "lose", "line": lines})


@st.composite
def joints(draw: st.DrawFn) -> JointLaw:
    """Any ways behind any lines of wagers with one or two lines."""
    pay = st.sampled_from(["1 to 1", "8 to 1", "19 to 20", "push", "half loss"])
    wagers = [
        wager(*draw(st.lists(pay, min_size=1, max_size=2, unique=True)))
        for _ in range(draw(st.integers(1, 3)))
    ]
    cells = st.tuples(*(st.integers(0, len(one.lines) - 1) for one in wagers))
    ways = draw(st.dictionaries(cells, st.integers(1, 1_000), min_size=1, max_size=6))
    return JointLaw(tuple(wagers), ways, sum(ways.values()))


def test_each_wager_alone_is_as_it_is_alone() -> None:
    joint = joint_of(TABLE)
    alone = analyze(EIGHT_DECKS, STANDARD, load_wagers(TABLE)).laws
    for place, one in enumerate(joint.wagers):
        assert joint.law(place) == alone[one.slug]


def test_player_and_tie_cannot_both_win() -> None:
    joint = joint_of("main/player,main/tie")
    assert [joint.wagers[0].lines[player].label for player, tie in joint.ways if tie == 0] == ["tie"]


def test_covariance_of_player_and_banker_by_hand() -> None:
    """Net wins are (1, -1), (-1, 19/20) and (0, 0), so E(XY) is -p - 19/20 q."""
    joint = joint_of("main/player,main/banker")
    outcomes = analyze(EIGHT_DECKS, STANDARD).outcomes
    player, banker = (Fraction(outcomes[name], EIGHT_DECKS.total_ways) for name in ("player", "banker"))
    mean_of_products = -player - Fraction(19, 20) * banker
    means = (player - banker) * (Fraction(19, 20) * banker - player)
    assert joint.covariance(0, 1) == joint.covariance(1, 0) == mean_of_products - means


@given(joints())
def test_a_wager_varies_with_itself_as_its_law_says(joint: JointLaw) -> None:
    matrix = joint.covariance_matrix()
    for place, row in enumerate(matrix):
        assert row[place] == joint.law(place).variance
        assert row == [other[place] for other in matrix]


@given(joints(), st.data())
def test_the_sum_has_the_mean_and_variance_of_its_parts(joint: JointLaw, data: st.DataObject) -> None:
    amounts = st.integers(0, 9) | st.fractions(0, 9, max_denominator=20)
    stakes = data.draw(st.lists(amounts, min_size=len(joint.wagers), max_size=len(joint.wagers)).filter(any))
    together, matrix = joint.together(stakes), joint.covariance_matrix()
    staked = sum(map(Fraction, stakes))
    every = range(len(stakes))
    assert together.expected_net * staked == sum(joint.law(one).expected_net * stakes[one] for one in every)
    assert together.variance * staked**2 == sum(
        matrix[one][other] * stakes[one] * stakes[other] for one in every for other in every
    )


@given(joints(), st.data())
def test_no_coup_costs_more_than_the_exposure(joint: JointLaw, data: st.DataObject) -> None:
    stakes = data.draw(st.lists(st.integers(0, 9), min_size=len(joint.wagers), max_size=len(joint.wagers)))
    payout, loss = joint.largest_payout(stakes), joint.largest_loss(stakes)
    nets = [[line.pays.net for line in one.lines] for one in joint.wagers]
    for lines in joint.ways:
        won = [nets[place][line] * stakes[place] for place, line in enumerate(lines)]
        assert sum(won) <= loss.amount <= payout.amount
        assert sum(max(amount, 0) for amount in won) <= payout.amount
    for exposure in (payout, loss):
        assert exposure.ways == joint.ways[exposure.lines]
        won = [nets[place][line] * stakes[place] for place, line in enumerate(exposure.lines)]
        assert exposure.amount in (sum(won), sum(max(amount, 0) for amount in won))


def test_wagers_that_exclude_each_other_are_not_paid_together() -> None:
    joint = joint_of("side/dragon-7,side/panda-8,main/tie")
    assert joint.largest_payout([1, 1, 1]).amount == 40
    assert joint.largest_loss([1, 1, 1]).amount == 38
    kill = joint_of("side/dragon-7,side/kill-ox-tiger")
    most = kill.largest_payout([1, 1])
    assert most.amount == 70  # Banker's three-card 7 beats Player's three-card 6


@pytest.mark.parametrize(
    ("stakes", "what"),
    [
        ([1], "1 stakes for 2 wagers"),
        ([1, -1], "a stake of -1 cannot be"),
        ([1, 0.5], "0.5 is not an exact amount"),
        ([1, True], "True is not an exact amount"),
        ([0, 0], "nothing is staked"),
    ],
)
def test_stakes_that_cannot_be_are_refused(stakes: list[int], what: str) -> None:
    with pytest.raises(WagerError, match=what):
        joint_of("main/player,main/tie").together(stakes)


def test_ways_must_add_up() -> None:
    with pytest.raises(WagerError, match="add up to 3, not 4"):
        JointLaw((wager("1 to 1"),), {(0,): 1, (1,): 2}, total_ways=4)


def test_a_jackpot_without_a_size_has_no_covariance() -> None:
    one = read({"title": "Six", "otherwise": "lose", "line": [{"when": "cards == 6", "pays": "jackpot"}]})
    joint = JointLaw((one,), {(0,): 1, (1,): 9}, total_ways=10)
    with pytest.raises(WagerError, match="depends on the jackpot"):
        joint.covariance(0, 0)
    assert joint.law(0).hit_frequency == Fraction(1, 10)

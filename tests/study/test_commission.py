"""A commission stake by stake."""

from fractions import Fraction

import pytest

from analyzer.errors import WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.commission import CommissionStudy, study_commission
from analyzer.wager.commission import Payments
from analyzer.wager.odds import Commission, Pay

FIVE_PERCENT = Commission(Fraction(1, 20))
EXACT = Fraction(114753351728, 10847218479825)


def study(*stakes: int | str, pays: str = "1 to 1", **how: object) -> CommissionStudy:
    payments = Payments(**how)  # type: ignore[arg-type]
    amounts = [Fraction(stake) for stake in stakes]
    return study_commission(
        Shoe.from_decks(8),
        load_rulebook(),
        FIVE_PERCENT,
        amounts,
        pays=Pay.parse(pays),
        payments=payments,
    )


def test_without_rounding_every_stake_has_the_same_edge() -> None:
    found = study(1, 7, "0.25", 1000)
    assert {result.law.house_edge for result in found.stakes} == {found.unrounded.house_edge} == {EXACT}


def test_a_least_commission_of_one_on_a_stake_of_ten() -> None:
    (result,) = study(10, minimum=Fraction(1)).stakes
    assert result.law.house_edge == Fraction(251639081728, 7509612793725)
    assert (result.exact, result.taken, result.paid) == (Fraction(1, 2), 1, 9)
    assert result.rate == Fraction(1, 10)


def test_rounding_down_makes_twenty_five_a_four_percent_table() -> None:
    (result,) = study(25, coin=Fraction(1), round_commission="down").stakes
    assert result.rate == Fraction(1, 25)
    assert result.law.house_edge == Fraction(2925372930848, 488124831592125)


def test_rounding_the_payout_up_can_leave_no_commission() -> None:
    (result,) = study(25, coin=Fraction(5), round_payout="up").stakes
    assert (result.taken, result.paid) == (0, 25)
    assert result.law.house_edge < 0


def test_edges_fall_and_rise_with_the_stake_but_meet_where_the_coin_fits() -> None:
    found = study(*range(1, 101), coin=Fraction(1), round_commission="nearest")
    assert [result.law.house_edge for result in found.stakes if result.stake % 20 == 0] == [EXACT] * 5
    assert len({result.law.house_edge for result in found.stakes}) > 20


@pytest.mark.parametrize("pays", ["push", "lose"])
def test_a_bet_that_wins_nothing_has_no_commission(pays: str) -> None:
    with pytest.raises(WagerError, match="wins nothing"):
        study(10, pays=pays)

from fractions import Fraction

import pytest

from analyzer.errors import ShoeError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.together import study_together

STANDARD = load_rulebook("standard")


def test_one_unit_is_staked_on_each_wager_unless_stakes_are_given() -> None:
    study = study_together(Shoe.from_decks(8), STANDARD, load_wagers("main/player,main/tie"))
    assert (study.stakes, study.staked) == ((1, 1), 2)
    laws = analyze(Shoe.from_decks(8), STANDARD, load_wagers("main/player,main/tie")).laws
    assert study.law.expected_net * 2 == sum(law.expected_net for law in laws.values())


def test_pairs_and_outcomes_are_counted_together() -> None:
    """A pair says little about the outcome, but not nothing: the covariance is small, and not zero."""
    study = study_together(Shoe.from_decks(8), STANDARD, load_wagers("main/player,pairs/player-pair"))
    covariance = study.joint.covariance(0, 1)
    assert covariance != 0
    assert abs(covariance) < Fraction(1, 4)


def test_suits_of_both_hands_and_totals_can_be_had_together() -> None:
    names = "main/tie,side/lucky-8-player,side/lucky-8-banker,pairs/player-pair"
    study = study_together(Shoe.from_decks(8), STANDARD, load_wagers(names), [1, 1, 1, 1])
    assert study.largest_payout.amount == 8 + 200 + 200 + 11
    assert sum(study.joint.ways.values()) == Shoe.from_decks(8).total_ways


def test_nothing_to_put_together_is_refused() -> None:
    with pytest.raises(WagerError, match="no wager"):
        study_together(Shoe.from_decks(8), STANDARD, [])
    with pytest.raises(ShoeError, match="suits"):
        study_together(Shoe.from_counts([4] * 13), STANDARD, load_wagers("pairs/player-perfect-pair"))


def test_an_open_jackpot_or_a_wrong_stake_is_refused_before_anything_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counting takes minutes for a whole catalogue."""

    def count(*_: object) -> None:
        pytest.fail("the coups were counted")

    monkeypatch.setattr("analyzer.study.together.settled_ways", count)
    with pytest.raises(WagerError, match="depends on the jackpot"):
        study_together(Shoe.from_decks(8), STANDARD, load_wagers("main/tie,side/dragon-dragon"))
    with pytest.raises(WagerError):
        study_together(Shoe.from_decks(8), STANDARD, load_wagers("main/tie"), [-1])

"""Volatility index and bands, against the figures that a laboratory would print."""

from fractions import Fraction
from math import erf, isclose, sqrt

import pytest

from analyzer.exact import decimal_text, root_sum_text, square_root_text
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.volatility import (
    NORMAL_QUANTILES,
    line_hits,
    normal_is_rough,
    return_band,
    volatility_index_square,
)
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay

# Eight decks; computed independently, with the quantiles of the normal curve at full length.
# bet, RTP, volatility index 90%, half-widths: 95% of 10^4, 10^6 and 10^7 rounds, 99% of 10^7 rounds
PRINTED = [
    ("main/banker", "0.989421", "1.5254", "0.018176", "0.001818", "0.000575", "0.000755"),
    ("main/player", "0.987649", "1.5645", "0.018642", "0.001864", "0.000590", "0.000775"),
    ("main/tie", "0.856404", "4.3438", "0.051760", "0.005176", "0.001637", "0.002151"),
    ("side/dragon-7", "0.923887", "10.0087", "0.119261", "0.011926", "0.003771", "0.004956"),
]


@pytest.fixture(scope="module")
def laws() -> dict[str, Law]:
    wagers = load_wagers(",".join(row[0] for row in PRINTED))
    return analyze(Shoe.from_decks(8), load_rulebook(), wagers).laws


@pytest.mark.parametrize(
    ("slug", "rtp", "index", "ten_thousand", "million", "ten_million", "wide"), PRINTED, ids=lambda text: text
)
def test_the_printed_figures(
    slug: str,
    rtp: str,
    index: str,
    ten_thousand: str,
    million: str,
    ten_million: str,
    wide: str,
    laws: dict[str, Law],
) -> None:
    law = laws[slug]
    assert decimal_text(law.rtp, 6) == rtp
    assert square_root_text(volatility_index_square(law, 90), 4) == index
    widths = [return_band(law, *asked).half_width_square for asked in ((95, 10**4), (95, 10**6), (95, 10**7))]
    assert [square_root_text(square, 6) for square in widths] == [ten_thousand, million, ten_million]
    assert square_root_text(return_band(law, 99, 10**7).half_width_square, 6) == wide


@pytest.mark.parametrize(("level", "quantile"), NORMAL_QUANTILES.items())
def test_the_quantiles_hold_what_they_should_of_the_normal_curve(level: int, quantile: Fraction) -> None:
    assert isclose(erf(float(quantile) / sqrt(2)), level / 100, abs_tol=1e-9)


def test_the_normal_band_of_rare_wins_is_rough_for_few_rounds(laws: dict[str, Law]) -> None:
    dragon = laws["side/dragon-7"]
    assert [normal_is_rough(dragon, 95, rounds) for rounds in (10**4, 10**6, 10**7)] == [True, False, False]
    assert not normal_is_rough(laws["main/banker"], 99, 10**4)


def test_225_hits_of_dragon_7_are_expected_in_ten_thousand_rounds(laws: dict[str, Law]) -> None:
    hits = line_hits(laws["side/dragon-7"].hit_frequency, 10**4)
    assert decimal_text(hits.expected, 0) == "225"
    assert hits.band.low < 225 < hits.band.high


def test_the_exact_returns_are_those_at_both_ends_of_the_hits(laws: dict[str, Law]) -> None:
    band = return_band(laws["main/tie"], 95, 10**6)
    assert band.returns == (Fraction(9 * band.hits.low, 10**6), Fraction(9 * band.hits.high, 10**6))


@pytest.mark.parametrize(
    "pays", [("1 to 1", "push", "lose"), ("push", "lose"), ("1 to 1",), ("2 to 1", "1 to 1")]
)
def test_other_bets_have_no_exact_returns(pays: tuple[str, ...]) -> None:
    law = Law(tuple(LawLine(pay, Pay.parse(pay), 1) for pay in pays), len(pays))
    assert return_band(law, 95, 100).returns is None


def test_a_bet_that_never_varies_has_bands_of_no_width() -> None:
    band = return_band(Law((LawLine("sure", Pay.parse("1 to 1"), 5),), 5), 95, 10**4)
    assert (band.half_width_square, band.is_rough, band.hits) == (0, False, (10**4, 10**4))


def test_limits_of_a_band_are_right_to_the_last_digit() -> None:
    assert root_sum_text(Fraction(1, 3), 2, digits=12) == "1.747546895706"
    assert root_sum_text(Fraction(1, 3), 2, negative=True, digits=12) == "-1.080880229040"
    assert root_sum_text(Fraction(1, 2), 4, digits=0) == "2"

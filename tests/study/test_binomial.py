"""Bands of hits, against probabilities added up as fractions."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import NumberError
from analyzer.study import binomial
from analyzer.study.binomial import Band, hits_band

PROBABILITIES = st.fractions(0, 1, max_denominator=60)
LEVELS = st.integers(1, 99).map(lambda percent: Fraction(percent, 100))


def band_by_fractions(rounds: int, probability: Fraction, level: Fraction) -> Band:
    outside = (1 - level) / 2
    chances = [
        comb(rounds, hits) * probability**hits * (1 - probability) ** (rounds - hits)
        for hits in range(rounds + 1)
    ]
    low = max(hits for hits in range(rounds + 1) if sum(chances[:hits]) <= outside)
    high = min(hits for hits in range(rounds + 1) if sum(chances[hits + 1 :]) <= outside)
    return Band(low, high)


@given(st.integers(0, 40), PROBABILITIES, LEVELS)
def test_few_rounds_are_exact(rounds: int, probability: Fraction, level: Fraction) -> None:
    assert hits_band(rounds, probability, level) == band_by_fractions(rounds, probability, level)


@given(st.integers(1, 40), PROBABILITIES, LEVELS)
def test_scaled_units_give_the_same_or_say_that_they_cannot_tell(
    rounds: int, probability: Fraction, level: Fraction
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(binomial, "FEW_ROUNDS", 0)
        patch.setattr(binomial, "LARGEST_SCALE", 2 * binomial.FIRST_SCALE)
        try:
            found = hits_band(rounds, probability, level)
        except NumberError:
            # Only where a limit lies on the edge exactly.
            outside = (1 - level) / 2
            chances = [
                comb(rounds, hits) * probability**hits * (1 - probability) ** (rounds - hits)
                for hits in range(rounds + 1)
            ]
            sums = [sum(chances[:hits]) for hits in range(rounds + 2)]
            assert outside in sums or 1 - outside in sums
            return
    assert found == band_by_fractions(rounds, probability, level)


@pytest.mark.parametrize("few", [0, 1_000])
def test_both_roads_agree_at_a_thousand_rounds(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binomial, "FEW_ROUNDS", few)
    assert hits_band(1_000, Fraction(31, 415), Fraction(95, 100)) == Band(59, 91)


def test_a_limit_on_the_edge_belongs_to_the_band() -> None:
    assert hits_band(3, Fraction(1, 2), Fraction(3, 4)) == Band(1, 2)


@pytest.mark.parametrize(("probability", "hits"), [(0, 0), (1, 7)])
def test_what_is_certain_has_no_width(probability: int, hits: int) -> None:
    assert hits_band(7, Fraction(probability), Fraction(1, 2)) == Band(hits, hits)


@pytest.mark.parametrize(
    ("rounds", "probability", "level"),
    [(-1, "1/2", "1/2"), (10**10, "1/2", "1/2"), (1, "3/2", "1/2"), (1, "1/2", "0"), (1, "1/2", "1")],
)
def test_what_is_no_question_is_refused(rounds: int, probability: str, level: str) -> None:
    with pytest.raises(NumberError):
        hits_band(rounds, Fraction(probability), Fraction(level))

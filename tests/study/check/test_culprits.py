"""Whoever dealt by other rules, or counted wrongly, is found."""

from dataclasses import replace
from fractions import Fraction
from math import floor

import numpy as np
import pytest

from analyzer.deal.totals import TotalWays, total_ways
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.check.counts import Counts
from analyzer.study.check.counts_check import study_counts
from analyzer.study.check.culprits import (
    Ranking,
    candidates,
    cell_changes,
    playable_rulebooks,
    rank,
    switch_changes,
)

EIGHT = Shoe.from_decks(8)
WRONG = [
    "wrong/banker-looks-at-own-card",
    "wrong/banker-natural-overlooked",
    "wrong/banker-stands-when-player-stands",
    "seven-up",
]


@pytest.fixture(scope="module")
def standard() -> Rulebook:
    return load_rulebook()


def dealt(ways: TotalWays, coups: int, seed: int) -> Counts:
    """Coups at random, by both totals."""
    chances = np.array(ways.joint, dtype=float).ravel()
    counted = np.random.default_rng(seed).multinomial(coups, chances / chances.sum())
    return Counts.of_joint(counted.reshape(10, 10).tolist())


def ranking_of(counts: Counts, rulebook: Rulebook, shoe: Shoe = EIGHT, most: int = 3) -> Ranking:
    listed = candidates(rulebook, shoe, with_totals=counts.joint is not None)
    return rank(counts, total_ways(shoe, rulebook), listed, most)


@pytest.mark.parametrize("slug", WRONG)
def test_a_wrong_rulebook_is_the_first_culprit(slug: str, standard: Rulebook) -> None:
    counts = dealt(total_ways(EIGHT, load_rulebook(slug)), 100_000, seed=7)
    found = study_counts(counts, EIGHT, standard)
    assert not found.passes
    first = found.ranking.best[0]
    assert slug in first.slugs
    assert first.fits
    assert f"The counts fit a game in which {first.candidate.text}" in found.conclusion()[-1]


@pytest.mark.parametrize(
    "text",
    [
        "Banker 3 draws against a third card of 8",
        "Banker 6 draws when Player stood",
        "naturals do not end the coup",
        "Banker never draws when Player stood",
    ],
)
def test_one_thing_changed_is_the_first_culprit(text: str, standard: Rulebook) -> None:
    changed = dict([*cell_changes(standard), *switch_changes(standard)])[text]
    found = ranking_of(dealt(total_ways(EIGHT, changed), 1_000_000, seed=11), standard, most=1)
    group = [found.best[0].candidate, *found.best[0].also]
    assert text in [one.text for one in group]


@pytest.mark.parametrize("decks", [1])
def test_another_number_of_decks_is_found(decks: int, standard: Rulebook) -> None:
    counts = dealt(total_ways(Shoe.from_decks(decks), standard), 3_000_000, seed=3)
    assert f"the shoe has {decks} deck" in ranking_of(counts, standard).best[0].candidate.text


def test_swapped_counters_are_found(standard: Rulebook) -> None:
    player, banker, tie = (
        round(100_000 * Fraction(w, EIGHT.total_ways)) for w in total_ways(EIGHT, standard).outcomes
    )
    found = study_counts(Counts((banker, player, tie)), EIGHT, standard)
    assert found.ranking.best[0].candidate.text == "the counters of Player and Banker are swapped"
    assert (
        "the counters of Player and Banker are swapped, 15 orders of magnitude better"
        in found.conclusion()[-1]
    )
    mixed = study_counts(Counts((tie, player, banker)), EIGHT, standard)
    assert mixed.ranking.best[0].candidate.swapped == (2, 0, 1)


def test_swapped_totals_are_found(standard: Rulebook) -> None:
    counts = dealt(total_ways(EIGHT, standard), 100_000, seed=5)
    swapped = Counts.of_joint(list(zip(*counts.joint, strict=True)))
    assert ranking_of(swapped, standard).best[0].candidate.swapped == (1, 0, 2)


@pytest.mark.parametrize("seed", range(2))
def test_fair_coups_pass_and_nobody_is_accused(seed: int, standard: Rulebook) -> None:
    found = study_counts(dealt(total_ways(EIGHT, standard), 100_000, seed=100 + seed), EIGHT, standard)
    assert found.passes
    assert found.ranking is None


def test_the_ratio_of_likelihoods_is_that_of_the_fractions(standard: Rulebook) -> None:
    counts = Counts((3, 5, 2))
    found = ranking_of(counts, standard, most=12)
    own = total_ways(EIGHT, standard).outcomes
    for item in found.best:
        ways = item.candidate.ways.outcomes
        ratio = Fraction(1)
        for count, mine, others in zip(counts.outcomes, ways, own, strict=True):
            ratio *= (Fraction(mine, sum(ways)) / Fraction(others, sum(own))) ** count
        # Its hundredth power lies between the powers of ten that the logarithm lies between.
        hundredths = floor(Fraction(item.likelihood.bounds(20).low) * 100)
        assert Fraction(10) ** hundredths <= ratio**100 < Fraction(10) ** (hundredths + 1)
    scores = [Fraction(item.likelihood.bounds(20).low) for item in found.best]
    assert scores == sorted(scores, reverse=True)


def test_games_with_the_same_law_stand_together(standard: Rulebook) -> None:
    found = ranking_of(Counts((445, 460, 95)), standard, most=500)
    laws = [item.candidate.ways.outcomes for item in found.best if item.candidate.kind != "shoe"]
    assert len(set(laws)) == len(laws)
    assert found.tried >= len(found.best) > 100


def test_nobody_is_accused_of_what_is_exactly_as_likely(standard: Rulebook) -> None:
    swapped = [one for one in candidates(standard, EIGHT) if one.swapped == (1, 0, 2)]
    found = rank(Counts((45, 45, 10)), total_ways(EIGHT, standard), swapped, 1)
    assert found.best[0].likelihood.text(6) == "0.000000"
    study = replace(study_counts(Counts((4_500, 4_500, 3_000)), EIGHT, standard), ranking=found)
    assert study.conclusion()[-1] == "No game that was tried fits better."


def test_impossible_counts_have_no_ratio(standard: Rulebook) -> None:
    tens_only = Shoe.from_counts([9, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    found = study_counts(Counts((45, 46, 9)), tens_only, standard)
    assert found.ranking.best[0].likelihood is None
    assert "which can give these counts at all" in found.conclusion()[-1]


def test_every_playable_rulebook_of_the_library_is_tried(standard: Rulebook) -> None:
    tried = {candidate.slug for candidate in candidates(standard, EIGHT)} - {""}
    assert tried == {rulebook.slug for rulebook in playable_rulebooks()}
    assert len([candidate for candidate in candidates(standard, EIGHT) if candidate.kind == "cell"]) == 96


def test_a_shoe_known_by_value_leaves_out_rulebooks_with_other_values(standard: Rulebook) -> None:
    shoe = Shoe.from_counts([128, *[32] * 9])
    odd = replace(standard, card_values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3), slug="odd")
    listed = [*candidates(standard, shoe), *candidates(odd, shoe)]
    assert rank(Counts((40, 50, 10)), total_ways(shoe, standard), listed, 1).best

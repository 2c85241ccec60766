"""Effects of removal: equal to counting anew, adding up to nothing, and equal to what incidences say."""

from dataclasses import replace
from fractions import Fraction
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import ShoeError, WagerError
from analyzer.game.rulebook import OUTCOMES
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.analysis import METHODS, analyze
from analyzer.study.removal import RemovalStudy, needed_detail, study_removal
from tests.strategies import wrong_rulebooks

STANDARD = load_rulebook()
EIGHT_DECKS = Shoe.from_decks(8)
WAGERS = load_wagers("main/player,main/banker,main/tie,pairs/player-pair,side/matching-dragon/table-1-k")


def effects(study: RemovalStudy) -> dict[str, list[Fraction]]:
    return {wager.slug: list(study.effects(wager.slug)) for wager in study.wagers}


def test_effects_are_those_of_counting_anew() -> None:
    study = study_removal(EIGHT_DECKS, STANDARD, WAGERS)
    assert study.kind == "rank"
    for removal in study.removals[::3]:
        left = analyze(EIGHT_DECKS - removal.name, STANDARD, WAGERS)
        for wager in WAGERS:
            after = left.law(wager.slug).expected_net
            assert removal.wagers[wager.slug] == after - study.expected_net[wager.slug]
        for outcome in OUTCOMES:
            assert removal.outcomes[outcome] == left.probability(outcome) - study.probabilities[outcome]


@pytest.mark.parametrize("kind", ["rank", "card"])
def test_the_effects_of_single_cards_weighted_by_their_counts_add_up_to_nothing(kind: str) -> None:
    shoe = EIGHT_DECKS - "K♠ K♠ 9h 4d 4d 4d 2c"
    wagers = [*WAGERS, *load_wagers("pairs/player-perfect-pair" if kind == "card" else "side/dragon-7")]
    study = study_removal(shoe, STANDARD, wagers, kind=kind)
    for listed in effects(study).values():
        assert sum(count * effect for count, effect in zip(study.counts, listed, strict=True)) == 0
    for outcome in OUTCOMES:
        assert sum(removal.count * removal.outcomes[outcome] for removal in study.removals) == 0


def test_for_eight_decks_128_times_zero_and_32_times_the_others_add_up_to_nothing() -> None:
    study = study_removal(EIGHT_DECKS, STANDARD, load_wagers("main"))
    assert study.counts == (128, *[32] * 9)
    for zero, *others in effects(study).values():
        assert 128 * zero + 32 * sum(others) == 0


# Every example counts up to eleven shoes.
@settings(max_examples=10)
@given(st.lists(st.integers(0, 5), min_size=10, max_size=10).filter(lambda c: sum(c) >= 7), wrong_rulebooks())
def test_incidences_tell_the_effect_without_counting_anew(counts: list[int], rulebook: object) -> None:
    """Without one card of a kind, the sequences that hold that very card are gone."""
    shoe = Shoe.from_counts(counts)
    study = study_removal(shoe, rulebook, [])
    size = shoe.size
    for removal in study.removals:
        for outcome in OUTCOMES if removal.count else ():
            ways = study.probabilities[outcome] * perm(size, 6)
            left = ways - Fraction(removal.incidences[outcome], removal.count)
            effect = left / perm(size - 1, 6) - study.probabilities[outcome]
            assert removal.outcomes[outcome] == effect
        assert sum(removal.incidences.values()) == 6 * removal.count * perm(size - 1, 5)


def test_cards_that_are_not_there_have_no_effect_to_tell() -> None:
    study = study_removal(Shoe.from_counts([9, 1, 0, 1, 1, 1, 1, 1, 1, 1]), STANDARD, load_wagers("main/tie"))
    assert study.effects("main/tie")[2] is None
    assert study.removals[2].outcomes == {}
    several = study_removal(Shoe.from_decks(1), STANDARD, load_wagers("main/tie"), number=5)
    assert [effect is None for effect in several.effects("main/tie")] == [False, *[True] * 9]


@pytest.mark.parametrize("number", [2, 3])
def test_several_cards_of_a_kind_are_removed_at_once(number: int) -> None:
    study = study_removal(EIGHT_DECKS, STANDARD, load_wagers("main/tie"), number=number)
    left = analyze(
        Shoe.from_counts([128, *[32] * 3, 32 - number, *[32] * 5]), STANDARD, load_wagers("main/tie")
    )
    assert study.effects("main/tie")[4] == left.law("main/tie").expected_net - study.expected_net["main/tie"]


@pytest.mark.parametrize("method", METHODS)
def test_every_road_leads_to_the_same_effects(method: str) -> None:
    wagers, shoe = load_wagers("main/tie,main/banker"), Shoe.from_counts([6, *[0] * 8, 3])
    by_method = study_removal(shoe, STANDARD, wagers, method=method)
    assert effects(by_method) == effects(study_removal(shoe, STANDARD, wagers))


def test_cards_are_told_apart_as_closely_as_the_wagers_look() -> None:
    slugs = ("main/tie", "pairs/player-pair", "pairs/player-perfect-pair")
    assert [needed_detail(load_wager(slug), STANDARD) for slug in slugs] == ["value", "rank", "card"]
    for place, detail in enumerate(("value", "rank", "card")):
        wagers = [load_wager(slug) for slug in slugs[: place + 1]]
        assert study_removal(Shoe.from_decks(1), STANDARD, wagers).kind == detail


def test_effects_by_rank_are_the_same_for_all_ranks_of_a_value() -> None:
    by_rank = study_removal(EIGHT_DECKS, STANDARD, load_wagers("main/tie"), kind="rank")
    by_value = study_removal(EIGHT_DECKS, STANDARD, load_wagers("main/tie"), kind="value")
    zero, *others = by_value.effects("main/tie")
    assert by_rank.effects("main/tie") == (*others, *[zero] * 4)


def test_ranks_with_unusual_values_are_removed_by_rank() -> None:
    rulebook = replace(STANDARD, card_values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3))
    study = study_removal(Shoe.from_decks(1), rulebook, load_wagers("main/tie"))
    assert study.kind == "rank"
    assert study.effects("main/tie")[0] == study.effects("main/tie")[10]


def test_wagers_that_look_closer_than_the_effects_are_listed_or_refused() -> None:
    study = study_removal(EIGHT_DECKS, STANDARD, WAGERS, kind="value")
    assert [item.wager.slug for item in study.unanswerable] == [wager.slug for wager in WAGERS[3:]]
    with pytest.raises(ShoeError, match="pairs/player-pair: it looks at ranks"):
        study_removal(EIGHT_DECKS, STANDARD, WAGERS, kind="value", required=["pairs/player-pair"])
    by_value = Shoe.from_counts([128, *[32] * 9])
    assert len(study_removal(by_value, STANDARD, WAGERS).unanswerable) == 2


def test_an_open_jackpot_has_no_effects() -> None:
    wagers = load_wagers("side/dragon-dragon")
    assert len(study_removal(EIGHT_DECKS, STANDARD, wagers).unanswerable) == 1
    with pytest.raises(WagerError, match="depends on the jackpot"):
        study_removal(EIGHT_DECKS, STANDARD, wagers, required=["side/dragon-dragon"])


@pytest.mark.parametrize(
    ("shoe", "number", "words"),
    [
        (Shoe.infinite(), 1, "infinite shoe stays as it is"),
        (EIGHT_DECKS, 0, "0 cards cannot be removed"),
        (Shoe.from_counts([6, *[0] * 9]), 1, "a shoe of 6 cards without 1 of them"),
    ],
)
def test_what_cannot_be_removed_is_refused(shoe: Shoe, number: int, words: str) -> None:
    with pytest.raises(ShoeError, match=words):
        study_removal(shoe, STANDARD, [], number=number)

"""Extremes: no sub-shoe is more extreme than what is proven, and the search finds what is proven."""

from fractions import Fraction

import numpy as np
import pytest

from analyzer.errors import ShoeError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.extremes import WagerExtremes, study_extremes
from analyzer.study.many_shoes import house_edges
from analyzer.study.sub_shoes import all_sub_shoes

STANDARD = load_rulebook()
EIGHT_DECKS = Shoe.from_decks(8)
MAIN = load_wagers("main/player,main/banker,main/tie")
SMALL = Shoe.from_counts([4, 1, 1, 0, 2, 1, 0, 0, 1, 2])


def edges(item: WagerExtremes) -> tuple[Fraction, Fraction]:
    return item.favourable.house_edge, item.unfavourable.house_edge


def test_what_is_proven_is_the_extreme_of_all_sub_shoes_of_any_size() -> None:
    """Those of exactly the fewest cards are enough."""
    study = study_extremes(SMALL, STANDARD, MAIN, 7)
    every = np.concatenate([all_sub_shoes(SMALL.counts, cards) for cards in range(7, SMALL.size + 1)])
    found = house_edges(every, MAIN)
    for item in study.wagers:
        known = [found.fraction(row, item.wager.slug) for row in range(len(every))]
        assert edges(item) == (min(known), max(known))
        assert item.favourable.is_proven
        assert item.favourable.shoe.size == item.unfavourable.shoe.size == 7


@pytest.mark.slow
@pytest.mark.parametrize("cards", [6, 8, 10])
def test_the_search_finds_what_listing_proves(cards: int) -> None:
    wagers = [*MAIN, *load_wagers("side/dragon-7,side/dragon-bonus-player")]
    listed = study_extremes(EIGHT_DECKS, STANDARD, wagers, cards)
    searched = study_extremes(EIGHT_DECKS, STANDARD, wagers, cards, most_listed=0)
    for one, other in zip(listed.wagers, searched.wagers, strict=True):
        assert edges(one) == edges(other)
        assert one.favourable.is_proven
        assert not other.favourable.is_proven


def test_the_search_is_the_same_every_time() -> None:
    first, second = (study_extremes(EIGHT_DECKS, STANDARD, MAIN[2:], 30) for _ in range(2))
    assert first == second


def test_edges_are_those_of_an_analysis() -> None:
    study = study_extremes(EIGHT_DECKS, STANDARD, MAIN[1:2], 60)
    (item,) = study.wagers
    assert item.house_edge == analyze(EIGHT_DECKS, STANDARD, MAIN).law("main/banker").house_edge
    for extreme in (item.favourable, item.unfavourable):
        law = analyze(extreme.shoe, STANDARD, MAIN).law("main/banker")
        assert law.house_edge == extreme.house_edge
        assert extreme.shoe.size == 60
    assert item.favourable.house_edge < item.house_edge < item.unfavourable.house_edge


def test_nothing_but_the_whole_shoe_is_left_of_all_its_cards() -> None:
    (item,) = study_extremes(EIGHT_DECKS, STANDARD, MAIN[2:], 416).wagers
    assert edges(item) == (item.house_edge, item.house_edge)
    assert item.favourable.shoe.counts == (128, *[32] * 9)


def test_pairs_are_searched_by_rank() -> None:
    wagers = load_wagers("pairs/player-pair")
    (item,) = study_extremes(EIGHT_DECKS, STANDARD, wagers, 20).wagers
    assert item.favourable.shoe.detail == "rank"
    assert item.favourable.house_edge == -11
    # Seven ranks of two cards and six of one have the fewest pairs: 14 of 380 ordered ones.
    assert item.unfavourable.house_edge == 1 - 12 * Fraction(14, 380)


def test_perfect_pairs_are_searched_card_by_card() -> None:
    wagers = load_wagers("pairs/player-perfect-pair")
    (item,) = study_extremes(Shoe.from_decks(1), STANDARD, wagers, 50).wagers
    assert item.favourable.shoe.detail == "card"
    assert edges(item) == (1, 1)


def test_what_cannot_be_searched_is_listed_or_refused() -> None:
    wagers = load_wagers("main/tie,side/lucky-match,side/dragon-dragon")
    study = study_extremes(SMALL, STANDARD, wagers, 9)
    assert [item.wager.slug for item in study.wagers] == ["main/tie"]
    assert len(study.unanswerable) == 2
    with pytest.raises(ShoeError, match="side/lucky-match"):
        study_extremes(EIGHT_DECKS, STANDARD, wagers, 9, required=["side/lucky-match"])
    with pytest.raises(WagerError, match="depends on the jackpot"):
        study_extremes(EIGHT_DECKS, STANDARD, wagers, 9, required=["side/dragon-dragon"])


@pytest.mark.parametrize(
    ("shoe", "cards", "words"),
    [(EIGHT_DECKS, 5, "5 cards"), (EIGHT_DECKS, 417, "417 cards"), (Shoe.infinite(), 10, "infinite")],
)
def test_sub_shoes_that_cannot_be_are_refused(shoe: Shoe, cards: int, words: str) -> None:
    with pytest.raises(ShoeError, match=words):
        study_extremes(shoe, STANDARD, MAIN, cards)

"""Enumeration, graph and forms give the same analysis of wagers under every rulebook of the library."""

import pytest

from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers, rulebook_slugs
from analyzer.study.analysis import METHODS, Analysis, analyze

PLAYABLE = [slug for slug in rulebook_slugs() if not load_rulebook(slug).left_open()]
WAGERS = load_wagers("main/banker-half-on-6,side/dragon-bonus-player,side/cards/5")
SHOES = [Shoe.from_counts([9, 3, 0, 5, 7, 2, 4, 8, 6, 1]), Shoe.infinite()]


def answers(analysis: Analysis) -> tuple[object, ...]:
    assert not analysis.unanswerable
    return analysis.outcomes, analysis.joint, analysis.total_ways, analysis.laws


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(
            place, id=slug, marks=[pytest.mark.slow] if slug.startswith(("documents/", "deviations/")) else []
        )
        for place, slug in enumerate(PLAYABLE)
    ],
)
def test_all_methods_agree_on(place: int) -> None:
    """Unfolding a graph takes a while, so the shoes take turns."""
    rulebook, shoe = load_rulebook(PLAYABLE[place]), SHOES[place % len(SHOES)]
    by_enumeration, *others = (answers(analyze(shoe, rulebook, WAGERS, method)) for method in METHODS)
    assert len(others) == 2
    assert all(other == by_enumeration for other in others)

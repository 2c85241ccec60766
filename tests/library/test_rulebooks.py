"""Every rulebook of the library is played, or refused by naming what it leaves open."""

from fractions import Fraction

import pytest

from analyzer.errors import RulebookError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, rulebook_slugs
from analyzer.study.analysis import analyze

PLAYABLE = [slug for slug in rulebook_slugs() if not load_rulebook(slug).left_open()]
CHOOSING = [slug for slug in rulebook_slugs() if load_rulebook(slug).choices()]
OTHERS = [slug for slug in rulebook_slugs() if slug not in (*PLAYABLE, *CHOOSING)]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_the_ways_add_up(slug: str) -> None:
    shoe = Shoe.from_decks(8)
    analysis = analyze(shoe, load_rulebook(slug))
    assert sum(analysis.outcomes.values()) == analysis.total_ways == shoe.total_ways
    assert sum(analysis.probability(outcome) for outcome in analysis.outcomes) == Fraction(1)


@pytest.mark.parametrize("slug", OTHERS)
def test_what_is_not_told_is_never_filled_in(slug: str) -> None:
    with pytest.raises(RulebookError) as caught:
        analyze(Shoe.from_decks(8), load_rulebook(slug))
    assert all(cell in caught.value.what for cell in load_rulebook(slug).undefined_cells())


@pytest.mark.parametrize("slug", CHOOSING)
def test_rules_with_choices_are_refused_with_a_pointer_to_playing_and_solving(slug: str) -> None:
    with pytest.raises(RulebookError) as caught:
        analyze(Shoe.from_decks(8), load_rulebook(slug))
    assert all(cell in caught.value.what for cell in load_rulebook(slug).choices())
    assert "--play" in caught.value.mend
    assert "baccarat solve" in caught.value.mend


def test_the_rulebooks_with_choices_are_these() -> None:
    assert CHOOSING == [
        "baccarat-gold",
        "chemin-de-fer/banker-cards",
        "chemin-de-fer/both-cards",
        "chemin-de-fer/totals",
        "documents/003-r1-e1-o1",
        "documents/003-r1-o1",
        "documents/003-r2-e1-o1",
        "documents/003-r2-o1",
    ]


def test_the_unplayable_rulebooks_are_those_of_the_documents() -> None:
    assert OTHERS == [
        "documents/002-r3",
        "documents/003-r1-z2",
        "documents/003-r2-z2",
        "documents/004-g3",
        "documents/004-g3-h2",
    ]

"""The best count tags are the best of all, and correlations are exact."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import ShoeError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.count_tags import (
    Correlation,
    best_tags,
    compared_tags,
    correlation,
    derived_tags,
    has_sets,
    reason_against_deriving,
)
from analyzer.study.removal import RemovalStudy, study_removal

DRAGON_7_IN_USE = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
"""The tags that bettors on Dragon 7 count with, by point value."""

numbers = st.fractions(-3, 3, max_denominator=9)


@pytest.fixture(scope="module")
def dragon_7() -> RemovalStudy:
    return study_removal(Shoe.from_decks(8), load_rulebook(), load_wagers("side/dragon-7"))


def balanced_effects(counts: list[int], effects: list[Fraction]) -> list[Fraction]:
    mean = sum(count * effect for count, effect in zip(counts, effects, strict=True)) / sum(counts)
    return [effect - mean for effect in effects]


# Every tag of every kind is tried.
@settings(max_examples=15)
@given(
    st.lists(st.integers(1, 4), min_size=2, max_size=5),
    st.data(),
    st.sampled_from([1, 2, 3]),
)
def test_no_other_balanced_tags_correlate_better(counts: list[int], data: st.DataObject, level: int) -> None:
    drawn = data.draw(st.lists(numbers, min_size=len(counts), max_size=len(counts)))
    effects = balanced_effects(counts, drawn)
    found = best_tags(counts, effects, level)
    known = [
        (known, -sum(count * tag**2 for count, tag in zip(counts, tags, strict=True)))
        for tags in product(range(-level, level + 1), repeat=len(counts))
        if sum(count * tag for count, tag in zip(counts, tags, strict=True)) == 0
        and (known := correlation(counts, effects, tags)) is not None
        and known.signed_square > 0
    ]
    if found is None:
        assert not known
        return
    squares = sum(count * tag**2 for count, tag in zip(counts, found.tags, strict=True))
    assert sum(count * tag for count, tag in zip(counts, found.tags, strict=True)) == 0
    assert max(abs(tag) for tag in found.tags) <= level
    best = max((item.signed_square, size) for item, size in known)
    assert (found.correlation.signed_square, -squares) == best


@given(st.lists(numbers, min_size=4, max_size=4), st.lists(numbers, min_size=4, max_size=4), numbers)
def test_a_correlation_does_not_depend_on_scale_and_shift(
    effects: list[Fraction], tags: list[Fraction], shift: Fraction
) -> None:
    counts = [4, 1, 2, 3]
    found = correlation(counts, effects, tags)
    moved = correlation(counts, effects, [3 * tag + shift for tag in tags])
    turned = correlation(counts, effects, [-tag for tag in tags])
    assert found == moved
    if found is None:
        assert turned is None
    else:
        assert 0 <= found.square <= 1
        assert turned.signed_square == -found.signed_square


def test_tags_like_the_effects_correlate_fully() -> None:
    effects = [Fraction(-1, 3), Fraction(2), Fraction(-2, 3)]
    assert correlation([4, 1, 1], effects, effects) == Correlation(Fraction(1))
    assert correlation([4, 1, 1], effects, [1, 1, 1]) is None


def test_the_tags_in_use_for_dragon_7_are_the_best_of_level_2(dragon_7: RemovalStudy) -> None:
    by_level = {item.level: item.tags for item in derived_tags(dragon_7)}
    assert by_level[2].tags == DRAGON_7_IN_USE
    squares = [by_level[level].correlation.square for level in (1, 2, 3, 4)]
    assert squares == sorted(squares)
    (compared,) = compared_tags(dragon_7, DRAGON_7_IN_USE)
    assert compared.tags == by_level[2]


def test_tags_by_rank_are_compared_with_effects_by_value(dragon_7: RemovalStudy) -> None:
    by_rank = (*DRAGON_7_IN_USE[1:], *[0] * 4)
    (compared,) = compared_tags(dragon_7, by_rank)
    (by_value,) = compared_tags(dragon_7, DRAGON_7_IN_USE)
    assert compared.tags.correlation == by_value.tags.correlation
    with pytest.raises(ShoeError, match="10, J, Q, K"):
        compared_tags(dragon_7, (*by_rank[:-1], 1))


@pytest.mark.parametrize("kind", ["rank", "card"])
def test_tags_by_value_are_compared_with_finer_effects(kind: str, dragon_7: RemovalStudy) -> None:
    finer = study_removal(Shoe.from_decks(8), load_rulebook(), load_wagers("side/dragon-7"), kind=kind)
    (by_finer,) = compared_tags(finer, DRAGON_7_IN_USE)
    (by_value,) = compared_tags(dragon_7, DRAGON_7_IN_USE)
    assert by_finer.tags.correlation == by_value.tags.correlation


def test_a_wrong_number_of_tags_is_refused(dragon_7: RemovalStudy) -> None:
    with pytest.raises(ShoeError, match="10 or 13 tags, not 3"):
        compared_tags(dragon_7, (1, 0, -1))


def test_without_effects_there_are_no_tags() -> None:
    study = study_removal(Shoe.from_decks(8), load_rulebook(), load_wagers("pairs/player-pair"))
    assert {item.tags for item in derived_tags(study, [1, 2])} == {None}
    (compared,) = compared_tags(study, DRAGON_7_IN_USE)
    assert compared.tags.correlation is None


@pytest.mark.parametrize(
    ("shoe", "how", "words"),
    [
        (Shoe.from_decks(8), {"number": 2}, "single cards"),
        (Shoe.from_decks(1), {"kind": "card"}, "by point value or by rank"),
        (Shoe.from_decks(8) - "K", {}, "full decks"),
    ],
)
def test_tags_that_cannot_be_derived_say_why(shoe: Shoe, how: dict[str, object], words: str) -> None:
    study = study_removal(shoe, load_rulebook(), load_wagers("main/tie"), **how)
    assert words in reason_against_deriving(study)
    with pytest.raises(ShoeError, match=words):
        derived_tags(study)


def test_full_decks_repeat_a_set_of_cards() -> None:
    assert has_sets([4] * 13)
    assert has_sets([16, *[4] * 9])
    assert not has_sets([128, *[32] * 8, 31])

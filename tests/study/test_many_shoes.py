"""Ways and house edges of many shoes are those of single shoes."""

from dataclasses import replace
from fractions import Fraction
from math import perm

import numpy as np
import pytest

from analyzer.errors import LibraryError, ShoeError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.many_shoes import house_edges, line_ways, outcome_ways
from analyzer.wager.condition import Condition
from analyzer.wager.jackpot import wager_at_jackpot
from analyzer.wager.odds import Pay
from analyzer.wager.wager import PayLine, Wager

RANDOM = np.random.default_rng(11)
CARD_SHOES = RANDOM.integers(0, 9, (6, 52)) + 1
VALUE_SHOES = RANDOM.integers(0, 33, (6, 10)) + 1


def wager(slug: str, *lines: tuple[str, str], otherwise: str = "lose") -> Wager:
    listed = [PayLine(when, Condition.parse(when), Pay.parse(pays)) for when, pays in lines]
    return Wager(slug, (*listed, PayLine("otherwise", None, Pay.parse(otherwise))), slug=slug)


def dragon_bonus(hand: str) -> Wager:
    steps = zip(range(9, 3, -1), (30, 10, 6, 4, 2, 1), strict=True)
    return wager(
        f"{hand} dragon bonus",
        (f"{hand}.wins and {hand}.natural", "1 to 1"),
        ("tie and player.natural and banker.natural", "push"),
        *((f"{hand}.wins and margin == {margin}", f"{pays} to 1") for margin, pays in steps),
    )


PERFECT_PAIRS = wager(
    "perfect pairs",
    ("player.perfect_pair and banker.perfect_pair", "250 to 1"),
    ("player.perfect_pair or banker.perfect_pair", "25 to 1"),
)
USUAL_TABLE = [
    *load_wagers("main/player,main/banker,main/tie,pairs/player-pair,pairs/banker-pair"),
    PERFECT_PAIRS,
    dragon_bonus("player"),
    dragon_bonus("banker"),
]


@pytest.mark.parametrize("slug", ["standard", "bahamian", "wrong/keyed-on-new-total"])
def test_the_usual_table_of_each_shoe_is_that_of_its_analysis(slug: str) -> None:
    ways = line_ways(CARD_SHOES, USUAL_TABLE, slug)
    edges = house_edges(CARD_SHOES, USUAL_TABLE, slug)
    for row, counts in enumerate(CARD_SHOES.tolist()):
        analysis = analyze(Shoe.from_counts(counts), load_rulebook(slug), USUAL_TABLE)
        assert analysis.unanswerable == ()
        for place, bet in enumerate(USUAL_TABLE):
            law = analysis.law(bet.slug)
            assert ways[place][row].tolist() == [line.ways for line in law.lines]
            assert edges.fraction(row, bet.slug) == law.house_edge


def test_the_usual_table_of_eight_decks_has_the_published_edges() -> None:
    edges = house_edges([[8] * 52], USUAL_TABLE)
    percents = (edges.approx[0] * 100).round(2).tolist()
    assert percents == [1.24, 1.06, 14.36, 10.36, 10.36, 6.62, 2.65, 9.37]


def test_infinitely_many_decks_are_approached() -> None:
    edges = house_edges([[10**9] * 52], "main/banker")
    assert abs(edges.fraction(0, "main/banker") - Fraction(1064, 100_000)) < Fraction(1, 100_000)


def test_outcomes_by_value_rank_and_card_are_the_same() -> None:
    by_rank = CARD_SHOES.reshape(-1, 13, 4).sum(axis=2)
    by_value = np.column_stack([by_rank[:, 9:].sum(axis=1), by_rank[:, :9]])
    ways = outcome_ways(CARD_SHOES)
    assert (ways == outcome_ways(by_rank)).all()
    assert (ways == outcome_ways(by_value)).all()
    assert ways.sum(axis=1).tolist() == [perm(int(size), 6) for size in CARD_SHOES.sum(axis=1)]


def test_numerators_that_need_more_than_64_bits_are_python_integers() -> None:
    dear = wager("dear", ("tie", "1000000 to 1"), otherwise="lose")
    edges = house_edges([[8] * 52], [dear])
    assert edges.numerators.dtype == object
    analysis = analyze(Shoe.from_decks(8), load_rulebook(), [dear])
    assert edges.fraction(0, "dear") == analysis.law("dear").house_edge
    assert house_edges([[8] * 52], "main/tie").numerators.dtype == np.int64


def test_the_denominator_is_stated() -> None:
    edges = house_edges(VALUE_SHOES, "main/player,main/banker")
    assert edges.pay_denominator == 20
    assert edges.denominators.tolist() == [20 * perm(int(size), 6) for size in VALUE_SHOES.sum(axis=1)]
    columns = edges.columns()
    assert list(columns) == [
        "house_edge_denominator",
        "main/player house_edge_numerator",
        "main/player house_edge_approx",
        "main/banker house_edge_numerator",
        "main/banker house_edge_approx",
    ]
    assert columns["main/banker house_edge_approx"].dtype == np.float64
    exactly = [float(edges.fraction(row, "main/banker")) for row in range(len(VALUE_SHOES))]
    assert np.allclose(columns["main/banker house_edge_approx"], exactly, rtol=1e-14, atol=0)


def test_no_wagers_and_no_shoes() -> None:
    assert line_ways(VALUE_SHOES, []) == []
    assert house_edges(VALUE_SHOES, []).numerators.shape == (6, 0)
    assert house_edges(np.zeros((0, 10), dtype=int)).numerators.shape == (0, 3)


def test_a_wager_that_is_not_asked_for_is_named() -> None:
    with pytest.raises(KeyError, match="main/tie"):
        house_edges(VALUE_SHOES, "main/player").fraction(0, "main/tie")


def test_names_that_are_unknown_get_the_nearest() -> None:
    with pytest.raises(LibraryError, match="standard"):
        outcome_ways(VALUE_SHOES, "standrad")
    with pytest.raises(LibraryError, match="main/tie"):
        line_ways(VALUE_SHOES, "main/tei")


def test_a_wager_that_needs_more_than_the_shoes_know_is_refused() -> None:
    with pytest.raises(ShoeError, match="no ranks"):
        line_ways(VALUE_SHOES, "pairs/player-pair")
    with pytest.raises(ShoeError, match=r"player\.suited looks at ranks or suits"):
        line_ways(CARD_SHOES, [wager("suited", ("player.suited", "1 to 1"))])


def test_an_edge_needs_the_size_of_a_jackpot() -> None:
    tie = load_wager("main/tie")
    jackpot = replace(tie.lines[0], pays=Pay.parse("10% of jackpot"))
    progressive = replace(tie, lines=(jackpot, *tie.lines[1:]))
    assert (line_ways(VALUE_SHOES, [progressive])[0] == line_ways(VALUE_SHOES, [tie])[0]).all()
    with pytest.raises(WagerError, match="depends on the jackpot") as caught:
        house_edges(VALUE_SHOES, [tie, progressive])
    assert caught.value.where == "main/tie, tie"
    sized = house_edges(VALUE_SHOES, [wager_at_jackpot(progressive, Fraction(80))])
    assert (sized.numerators == house_edges(VALUE_SHOES, [tie]).numerators).all()

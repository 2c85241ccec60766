"""Wagers as functions of the number of decks reproduce the exact counts and the infinite values."""

from fractions import Fraction

import pytest

from analyzer.deal.polynomials import total
from analyzer.deal.symbolic import TOTAL_WAYS
from analyzer.errors import RulebookError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.decks import DecksStudy, study_decks
from analyzer.wager.wager_file import read

WAGERS = load_wagers(
    "main/player,main/banker,main/tie,pairs/player-pair,pairs/perfect-pairs-25-200,side/dragon-bonus-player"
)
JACKPOT = read(
    {
        "title": "Jackpot",
        "otherwise": "lose",
        "line": [
            {"when": "player.perfect_pair", "pays": "10% of jackpot"},
            {"when": "tie", "pays": "2 to 1"},
        ],
    },
    slug="jackpot.toml",
)


@pytest.fixture(scope="module")
def standard() -> DecksStudy:
    return study_decks(load_rulebook(), WAGERS)


@pytest.mark.parametrize("decks", [1, 2, 9, 12, 27, 50])
def test_formulas_reproduce_the_counts_of_every_wager(decks: int, standard: DecksStudy) -> None:
    analysis = analyze(Shoe.from_decks(decks), load_rulebook(), WAGERS)
    for item in standard.wagers:
        law = analysis.law(item.wager.slug)
        assert [ways(decks) for ways in item.line_ways] == [line.ways for line in law.lines]
        assert item.edge(decks) == law.house_edge
    assert {outcome: ways(decks) for outcome, ways in standard.outcomes.items()} == analysis.outcomes


def test_the_limits_are_the_edges_of_infinite_decks(standard: DecksStudy) -> None:
    analysis = analyze(Shoe.infinite(), load_rulebook(), WAGERS)
    for item in standard.wagers:
        assert item.edge(None) == item.house_edge.limit == analysis.law(item.wager.slug).house_edge


def test_the_known_edges_are_the_known_formulas(standard: DecksStudy) -> None:
    edges = {item.wager.slug: item.house_edge for item in standard.wagers}
    assert edges["pairs/player-pair"].text == "(4*d + 11)/(52*d - 1)"
    assert edges["main/tie"](8) == Fraction(103841353768, 723147898655)
    assert edges["main/banker"].limit == Fraction(256786, 24134045)


def test_lines_add_up_and_point_values_are_checked_by_forms(standard: DecksStudy) -> None:
    for item in standard.wagers:
        assert total(item.line_ways) == TOTAL_WAYS
        assert item.checked_by_forms == (not item.wager.slug.startswith("pairs/"))


def test_the_approach_tells_the_edge_of_many_decks(standard: DecksStudy) -> None:
    for item in standard.wagers:
        approach, limit = item.house_edge.approach, item.house_edge.limit
        many = 10**6
        difference = (item.edge(many) - limit) * many**approach.order
        assert abs(difference / approach.coefficient - 1) < Fraction(1, 10**4)


def test_an_edge_changes_its_sign_where_the_formula_says(standard: DecksStudy) -> None:
    zeros = {item.wager.slug: item.house_edge.zeros(1, 10) for item in standard.wagers}
    (zero,) = zeros.pop("pairs/perfect-pairs-25-200")
    assert zero.decimal == "19.7287970507"
    assert (zero.before, zero.after) == (1, -1)
    assert not any(zeros.values())
    pairs = standard.wagers[4]
    assert pairs.edge(19) > 0 > pairs.edge(20)


@pytest.mark.parametrize("slug", ["seven-up", "bahamian", "wrong/keyed-on-new-total-naturals-tie"])
def test_any_rules_have_formulas(slug: str) -> None:
    rulebook, wager = load_rulebook(slug), load_wager("main/tie")
    (item,) = study_decks(rulebook, [wager]).wagers
    for decks in (3, 14):
        law = analyze(Shoe.from_decks(decks), rulebook, [wager]).law("main/tie")
        assert item.edge(decks) == law.house_edge


def test_an_edge_is_linear_in_its_jackpot() -> None:
    (item,) = study_decks(load_rulebook(), [JACKPOT]).wagers
    (fixed,) = study_decks(load_rulebook(), load_wagers("main/tie")).wagers
    assert item.less_per_jackpot_unit(8) == Fraction(1, 10) * Fraction(7, 415)
    assert item.less_per_jackpot_unit.limit == Fraction(1, 520)
    assert fixed.less_per_jackpot_unit is None


def test_a_question_nobody_can_answer_is_listed_or_refused() -> None:
    rulebook, wagers = load_rulebook("seven-up"), load_wagers("pairs/player-perfect-pair")
    study = study_decks(rulebook, wagers)
    assert study.wagers == ()
    assert study.unanswerable[0].wager.slug == "pairs/player-perfect-pair"
    with pytest.raises(RulebookError, match="suit"):
        study_decks(rulebook, wagers, required=["pairs/player-perfect-pair"])


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    study_decks(
        load_rulebook(), load_wagers("main/tie"), progress=lambda done, all_: told.append((done, all_))
    )
    assert told == [(number, 9) for number in range(1, 10)]

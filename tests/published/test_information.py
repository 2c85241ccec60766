"""Published worth of marked and known cards, and chances of insurance bets, at the digits printed."""

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from analyzer.exact import exact
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.in_round import InRound, study_in_round
from analyzer.study.information.information import (
    Information,
    Situation,
    study_best_labelling,
    study_information,
)
from analyzer.study.information.marks import OPEN, Marking, marks_of
from tests.published.figures import half_up

PUBLISHED: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("information.toml").read_text(encoding="utf-8")
)
EIGHT_DECKS = Shoe.from_decks(8)
MAIN = "main/player,main/banker"
FOUR_CARDS = next(case for case in PUBLISHED["marked"] if len(case["cards"]) == 4)
ROWS = [(slug, *row) for slug, rows in PUBLISHED["insurance"].items() if slug != "source" for row in rows]


def assert_printed(value: Fraction, printed: str) -> None:
    """The value rounded as print rounds is the one printed."""
    number = printed.removesuffix("%")
    digits = len(number.partition(".")[2])
    assert half_up(value * (100 if printed != number else 1), digits) == exact(number)


def marked(case: dict[str, Any]) -> Information:
    marking = Marking(dict.fromkeys(case["cards"], marks_of(case["marks"])))
    return study_information(EIGHT_DECKS, load_rulebook(), load_wagers(case["wagers"]), marking)


@pytest.mark.parametrize("case", PUBLISHED["known"], ids=lambda case: f"card {case['cards'][0]}")
def test_the_mean_edge_of_one_known_card(case: dict[str, Any]) -> None:
    for card in case["cards"]:
        study = study_information(EIGHT_DECKS, load_rulebook(), load_wagers(MAIN), Marking({card: OPEN}))
        assert_printed(study.mean_edge, case["mean_edge"])


@pytest.mark.parametrize(
    "case", PUBLISHED["marked"], ids=lambda case: f"{case['marks']} on {len(case['cards'])}"
)
def test_the_mean_edge_of_marked_cards(case: dict[str, Any]) -> None:
    assert_printed(marked(case).mean_edge, case["mean_edge"])


def high_cards(situation: Situation) -> tuple[int, int]:
    """High cards of Player and of Banker."""
    high = [group == (6, 7, 8, 9) for group in situation.seen]
    return sum(high[::2]), sum(high[1::2])


@pytest.mark.parametrize("case", PUBLISHED["hands"], ids=lambda case: f"{case['player_high']} high")
def test_what_to_back_when_four_cards_are_marked(case: dict[str, Any]) -> None:
    study = marked(FOUR_CARDS)
    hands = case["player_high"], case["banker_high"]
    chosen = [one for one in study.situations if high_cards(one) == hands]
    assert_printed(Fraction(sum(one.ways for one in chosen), study.total_ways), case["probability"])
    for one in chosen:
        assert ("" if one.best is None else study.wagers[one.best].slug) == case["wager"]
        assert_printed(one.edge, case["edge"])


def test_how_often_tie_is_backed_when_four_cards_are_marked() -> None:
    study = marked(FOUR_CARDS)
    (tie,) = (item for item in study.backed if item.wager.slug == "main/tie")
    assert_printed(Fraction(tie.ways, study.total_ways), PUBLISHED["tie"]["probability"])


def test_the_best_two_marks_on_four_cards() -> None:
    case = PUBLISHED["best"]
    best = study_best_labelling(EIGHT_DECKS, load_rulebook(), load_wagers(case["wagers"]), case["cards"])
    assert_printed(best.labellings[0].mean_edge, case["mean_edge"])


@cache
def insurance(name: str) -> InRound:
    (offer,) = study_in_round(EIGHT_DECKS, load_rulebook(), [load_wager(f"insurance/{name}")]).offers
    return offer


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]} {row[2]}")
def test_insurance_with_four_cards_open(row: tuple[Any, ...]) -> None:
    name, player, banker, pays, wins, loses, pushes, net = row
    (law,) = (
        found.law for found in insurance(name).by_totals if (found.player, found.banker) == (player, banker)
    )
    (paid,) = {line.pays.net for line in law.lines if line.ways and line.pays.is_win}
    assert paid == exact(pays)
    assert_printed(law.hit_frequency, wins)
    assert_printed(1 - law.hit_frequency - law.push_frequency, loses)
    assert_printed(law.push_frequency, pushes)
    assert_printed(law.expected_net, net)


def test_every_figure_names_its_source() -> None:
    cases = [*PUBLISHED["known"], *PUBLISHED["marked"], *PUBLISHED["hands"]]
    cases += [PUBLISHED[name] for name in ("tie", "best", "insurance")]
    assert {case["source"] for case in cases} == PUBLISHED["sources"].keys()

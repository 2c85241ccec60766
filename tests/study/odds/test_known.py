"""What follows from what is known of a coup."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from analyzer.deal.sequences import first_places, sequence_coups, sequence_ways
from analyzer.game.coup import FIFTH, SIXTH
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.odds.counting import Counting
from analyzer.study.odds.known import KnownStudy, study_known
from tests.knowing import knowing, part_left

EIGHT_DECKS = Shoe.from_decks(8)
STANDARD = load_rulebook("standard")


def study(shoe: Shoe = EIGHT_DECKS, **words: object) -> KnownStudy:
    return study_known(shoe, STANDARD, knowing(**words))


def outcomes(found: KnownStudy) -> tuple[Fraction, ...]:
    return tuple(found.analysis.probability(outcome) for outcome in ("player", "banker", "tie"))


def test_player_k_7_against_a_6() -> None:
    found = study(player="K 7", banker="6")
    assert outcomes(found) == (Fraction(28146, 42539), Fraction(9593, 42539), Fraction(4800, 42539))
    assert found.share == Fraction(32, 416) * Fraction(32, 415) * Fraction(32, 414)


def test_a_finished_coup_is_certain() -> None:
    found = study(player="3 3", banker="2 4")
    assert outcomes(found) == (0, 0, 1)
    assert found.next_cards == ()
    assert [decision.text for decision in found.decisions] == [
        "Player has 6 and stands",
        "Banker has 6, Player stood: stands",
    ]


def test_players_first_card_is_an_8() -> None:
    assert study(player="8").analysis.outcomes == {
        "player": 206_999_120_039_936,
        "banker": 140_506_916_139_008,
        "tie": 36_986_138_859_776,
    }


def test_three_noughts_and_three_nines() -> None:
    found = study(Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3]))
    assert outcomes(found) == (Fraction(3, 10), Fraction(3, 10), Fraction(2, 5))


def test_the_next_card_and_what_comes_of_it() -> None:
    found = study(player="K 7", banker="6")
    assert [card.value for card in found.next_cards] == list(range(10))
    nought, ace, *_ = found.next_cards
    assert (nought.ways, nought.outcomes) == (nought.outcomes["player"], found.next_cards[0].outcomes)
    assert ace.outcomes == {"player": 0, "banker": 0, "tie": ace.ways}
    for outcome, ways in found.analysis.outcomes.items():
        assert sum(card.outcomes[outcome] for card in found.next_cards) == ways


def test_the_next_decision_and_its_reason() -> None:
    found = study(player="3 2", banker="6 K")
    assert found.graph.root.stage == "P3"
    texts = [(decision.who, decision.text) for decision in found.decisions]
    assert texts[0] == ("player", "Player has 5 and draws")
    assert ("banker", "Banker has 6, Player's third card counts 7: draws") in texts
    assert sum(decision.ways for decision in found.decisions if decision.who == "banker") == (
        found.analysis.total_ways
    )


def test_a_coup_that_may_end_after_four_cards_says_why() -> None:
    texts = [decision.text for decision in study(player="K 7", banker="6").decisions]
    assert texts[:3] == [
        "Player has 7 and stands",
        "Banker has a natural 8: no third cards",
        "Banker has a natural 9: no third cards",
    ]
    assert "Banker has 5, Player stood: draws" in texts


def test_bankers_third_card_is_decided_once_players_is() -> None:
    assert {one.who for one in study(player_total="6").decisions} == {"player", "", "banker"}
    assert {one.who for one in study(player_total="5,6").decisions} == {"player", ""}


@pytest.mark.parametrize("third", ["8", "red", "{2,3}"])
def test_a_third_card_is_that_of_whoever_draws_first(third: str) -> None:
    either = study(third=third).analysis
    player = study(player=f"? ? {third}").analysis
    banker = study(banker=f"? ? {third}", known=["player.cards == 2"]).analysis
    for outcome, ways in either.outcomes.items():
        assert ways == player.outcomes[outcome] + banker.outcomes[outcome]


def test_a_card_that_may_stay_in_the_shoe_weighs_coups_that_do_not_deal_it() -> None:
    dealt, known = study(third="8").share, study(fifth="8").share
    assert known == Fraction(1, 13) > dealt


def test_where_nothing_is_known_it_is_the_usual_analysis() -> None:
    wagers = load_wagers("main,pairs/perfect-pairs-25-200")
    usual = analyze(EIGHT_DECKS, STANDARD, wagers)
    found = study_known(EIGHT_DECKS, STANDARD, knowing(), wagers).analysis
    assert (found.outcomes, found.joint, found.laws) == (usual.outcomes, usual.joint, usual.laws)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("standard", {"player": "high", "fifth": "{6,7}"}),
        ("standard", {"banker": "? 0", "player_total": "3..5", "sixth": "9"}),
        ("documents/001-r1", {"player": "low low", "banker_total": "6"}),
        ("seven-up", {"player": "? high", "fifth": "low", "sixth": "0"}),
        ("standard", {"known": ["player.third.value == 8 and banker.two_card_total == 3"]}),
    ],
)
def test_all_sequences_of_values_give_the_same(rules: str, words: dict[str, str]) -> None:
    """The other road lists all sequences of six point values and strikes out those that do not agree."""
    rulebook = load_rulebook(rules)
    knowledge = knowing(rulebook, **words)
    ways, coups = sequence_ways(EIGHT_DECKS, rulebook), sequence_coups(rulebook)
    remain = np.ones(ways.shape, dtype=np.bool_)
    for known in knowledge.cards:
        values = {rulebook.card_values[card // 4] for card in known.word.cards}
        remain &= np.isin(_cards_at(known.position, rulebook), list(values))
    for hand, totals in knowledge.totals:
        remain &= np.isin(coups.two_card_total(hand), list(totals))
    for condition in knowledge.conditions:
        answers = {fact.name: fact.ask(coups) for fact in condition.facts}
        remain &= condition.holds_in(answers)
    expected = {
        outcome: int(ways[remain & (coups.outcome == number)].sum())
        for outcome, number in (("player", 1), ("banker", -1), ("tie", 0))
    }
    found = study_known(EIGHT_DECKS, rulebook, knowledge)
    assert found.analysis.outcomes == expected
    assert found.share == Fraction(sum(expected.values()), int(ways.sum()))


def _cards_at(position: int, rulebook: Rulebook) -> np.ndarray:
    places = first_places(rulebook)
    axis = [*places, FIFTH, SIXTH].index(position)
    return np.arange(10).reshape([-1 if place == axis else 1 for place in range(6)])


def test_all_numbers_of_nines_that_can_be_left_make_the_whole_shoe() -> None:
    shoe = Shoe.from_decks(1)
    added = Fraction(0)
    for nines in range(5):
        counting = Counting(shoe, STANDARD, knowing(), part_left(20, f"9:{nines}"))
        ways = counting.fact_ways([FACTS["player.wins"]])
        likely = Fraction(comb(4, nines) * comb(48, 20 - nines), comb(52, 20))
        added += likely * Fraction(ways[True,], sum(ways.values()))
    whole = Counting(shoe, STANDARD, knowing()).fact_ways([FACTS["player.wins"]])
    assert added == Fraction(whole[True,], shoe.total_ways)


def test_cards_left_at_random_change_nothing() -> None:
    found = study_known(EIGHT_DECKS, STANDARD, knowing(player="high"), left=part_left(60))
    assert outcomes(found) == outcomes(study(player="high"))


def test_cards_burned_unseen_change_nothing_though_every_case_does() -> None:
    found = study_known(EIGHT_DECKS, STANDARD, knowing(player="9"), unseen_burn=5)
    assert found.burn is not None
    assert [burned for burned, _, _ in found.burn.cases] == list(range(6))
    assert sum(share for _, share, _ in found.burn.cases) == 1
    assert len({chances["player"] for _, _, chances in found.burn.cases}) == 6
    for outcome in found.analysis.outcomes:
        assert found.burn.together(outcome) == found.analysis.probability(outcome)


def test_an_immense_shoe_is_answered_as_quickly() -> None:
    shoe = Shoe.from_counts([10**12] * 10)
    found = study_known(shoe, STANDARD, knowing(), left=part_left(10**11, "9:1"))
    assert sum(found.analysis.outcomes.values()) == found.analysis.total_ways
    assert study_known(shoe, STANDARD, knowing(), unseen_burn=10**9).burn is None

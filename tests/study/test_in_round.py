"""Bets offered during a coup, against enumeration and against their laws over whole coups."""

from fractions import Fraction

import pytest

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.graph import DecisionGraph
from analyzer.errors import ShoeError, UsageError, WagerError
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.in_round import offered_here, study_in_round
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

STANDARD = load_rulebook()
EIGHT_DECKS = Shoe.from_decks(8)
INSURANCE = load_wagers("insurance")


def bet(when: str, sees: list[str], wins: str = "player.wins") -> Wager:
    line = {"when": wins, "pays": "2 to 1"}
    offered = {"sees": sees, "when": when}
    return read({"title": "Mine", "otherwise": "lose", "line": [line], "offered": offered}, slug="mine")


def test_whenever_it_is_offered_adds_up_to_whole_coups() -> None:
    laws = analyze(EIGHT_DECKS, STANDARD, INSURANCE).laws
    study = study_in_round(EIGHT_DECKS, STANDARD, INSURANCE)
    assert [offer.wager.slug for offer in study.offers] == list(laws)
    for offer in study.offers:
        law = laws[offer.wager.slug]
        assert law.lines[0].label == "not offered"
        assert offer.probability == 1 - law.probability(0)
        assert [line.ways for line in offer.law.lines] == [line.ways for line in law.lines[1:]]
        assert offer.law.house_edge * offer.probability == law.house_edge


def test_situations_and_totals_share_out_all_offers() -> None:
    for offer in study_in_round(Shoe.from_decks(1), STANDARD, INSURANCE).offers:
        assert sum(one.ways for one in offer.seen) == offer.law.total_ways
        assert sum(row.law.total_ways for row in offer.by_totals) == offer.law.total_ways
        mean = sum(one.ways * one.law.house_edge for one in offer.seen) / offer.law.total_ways
        assert mean == offer.law.house_edge
        lowest, highest = offer.most_favourable.law.house_edge, offer.least_favourable.law.house_edge
        assert lowest <= offer.law.house_edge <= highest


def test_four_open_cards_are_worth_what_enumeration_says() -> None:
    shoe = Shoe.from_decks(2)
    names = ["player.first.value", "player.second.value", "banker.first.value", "banker.second.value"]
    told = fact_ways(shoe, STANDARD, [FACTS[name] for name in (*names, "player.wins", "tie")]).ways
    (offer,) = study_in_round(shoe, STANDARD, [load_wager("insurance/banker-four-cards")]).offers
    for one in offer.seen[::20]:
        player, banker = (sorted((one.cards[f"{hand}1"], one.cards[f"{hand}2"])) for hand in "PB")
        ways = {"wins": 0, "ties": 0, "all": 0}
        for (p1, p2, b1, b2, wins, tie), behind in told.items():
            if sorted((p1, p2)) == player and sorted((b1, b2)) == banker:
                ways["wins"] += behind * wins
                ways["ties"] += behind * tie
                ways["all"] += behind
        assert one.ways == ways["all"]
        assert one.law.hit_frequency == Fraction(ways["wins"], ways["all"])
        assert one.law.push_frequency == Fraction(ways["ties"], ways["all"])


def test_five_open_cards_are_a_node_of_the_decision_graph() -> None:
    weighed = DecisionGraph(STANDARD).weigh(EIGHT_DECKS)
    # Player 2, 2 and then 6, Banker 3, 3: Banker draws on 6 against a 6.
    (number,) = (
        number
        for number, node in enumerate(weighed.graph.nodes)
        if (node.stage, node.player, node.banker) == ("B3", 0, 6)
        and node.dealt == (0, 0, 2, 2, 0, 0, 1, 0, 0, 0)
        and node.player_two_card_total == 4
    )
    tie = sum(
        edge.probability
        for edge in weighed.edges_from(number)
        if weighed.graph.nodes[edge.target].outcome == "tie"
    )
    cards = {"P1": 2, "P2": 2, "P3": 6, "B1": 3, "B2": 3}
    ((wager, seen),) = offered_here(EIGHT_DECKS, STANDARD, INSURANCE, cards)
    assert wager.slug == "insurance/banker-five-cards"
    assert seen.law.expected_net == 9 * tie - 1


@pytest.mark.parametrize(
    ("cards", "slugs"),
    [
        ({"B1": 9, "B2": 9}, ["insurance/banker-player-hidden"]),
        ({"P2": 9, "P1": 0}, ["insurance/player-banker-hidden"]),
        ({"P1": 9, "P2": 6, "B1": 4, "B2": 0}, ["insurance/player-four-cards"]),
        ({"P1": 9, "P2": 0, "B1": 4, "B2": 0}, []),
        ({"P1": 9}, []),
        ({}, []),
        # Banker stands on 6 when Player's third card is a 5, so the coup is over.
        ({"P1": 3, "P2": 2, "P3": 5, "B1": 3, "B2": 3}, []),
    ],
)
def test_what_is_offered_depends_on_what_lies_open(cards: dict[str, int], slugs: list[str]) -> None:
    found = offered_here(EIGHT_DECKS, STANDARD, [*INSURANCE, load_wager("main/tie")], cards)
    assert [wager.slug for wager, _ in found] == slugs


def test_what_is_offered_here_is_what_the_study_lists() -> None:
    (offer,) = study_in_round(EIGHT_DECKS, STANDARD, [load_wager("insurance/player-banker-hidden")]).offers
    ((_, seen),) = offered_here(EIGHT_DECKS, STANDARD, INSURANCE, {"P1": 9, "P2": 8})
    assert seen == next(one for one in offer.seen if one.cards == {"P1": 8, "P2": 9})
    assert (seen.total("player"), seen.total("banker")) == (7, None)


def test_a_position_that_cannot_lie_open_is_refused() -> None:
    with pytest.raises(UsageError, match='"B3" is no card'):
        offered_here(EIGHT_DECKS, STANDARD, INSURANCE, {"B3": 1})


def test_the_order_of_two_cards_is_kept_where_it_matters() -> None:
    first_is_high = bet("player.first.value >= 8", ["P1", "P2"])
    (offer,) = study_in_round(EIGHT_DECKS, STANDARD, [first_is_high]).offers
    assert {tuple(one.cards.values()) for one in offer.seen} == {
        (first, second) for first in (8, 9) for second in range(10)
    }
    ((_, seen),) = offered_here(EIGHT_DECKS, STANDARD, [first_is_high], {"P1": 9, "P2": 1})
    assert seen.cards == {"P1": 9, "P2": 1}


def test_which_card_came_second_matters_where_the_tableau_looks_at_it() -> None:
    own_card = load_rulebook("wrong/banker-looks-at-own-card")
    (offer,) = study_in_round(EIGHT_DECKS, own_card, load_wagers("insurance/banker-four-cards")).offers
    edge = {
        tuple(one.cards[name] for name in ("B1", "B2")): one.law.house_edge
        for one in offer.seen
        if (one.cards["P1"], one.cards["P2"]) == (0, 0)
    }
    # On 4 Banker stands if that card is a 0, and draws if it is a 4.
    assert edge[4, 0] < edge[0, 4]


def test_a_bet_that_is_never_offered_is_said_to_be() -> None:
    study = study_in_round(Shoe.from_counts([9, 0, 0, 0, 0, 0, 0, 0, 0, 0]), STANDARD, INSURANCE)
    assert (study.offers, study.never) == ((), tuple(INSURANCE))


@pytest.mark.parametrize(
    ("wagers", "error", "what"),
    [
        ([], WagerError, "no wager is named"),
        ([load_wager("main/tie")], WagerError, "main/tie is a bet on a whole coup"),
        ([bet("player.two_card_total == 5", ["P1"])], WagerError, "does not decide whether"),
        ([bet("player.total == 5", ["P1", "P2"])], WagerError, "does not decide whether"),
        ([bet("player.two_card_total == 7", ["P1", "P2", "P3"])], WagerError, "P3 is not dealt"),
        ([bet("player.pair", ["P1", "P2"])], ShoeError, "looks at ranks or suits"),
    ],
)
def test_bets_that_cannot_be_offered_so_are_refused(
    wagers: list[Wager], error: type[Exception], what: str
) -> None:
    with pytest.raises(error, match=what):
        study_in_round(EIGHT_DECKS, STANDARD, wagers)

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.game.cards import COLOUR_OF_SUIT, parse_cards, rank_of, suit_of
from analyzer.game.coup import (
    BANKER_3,
    COLOUR,
    HANDS,
    NOT_DEALT,
    PLAYER_3,
    POSITIONS,
    RANK,
    SUIT,
    VALUE,
    Among,
    Coup,
)
from analyzer.game.facts import FACTS
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.rulebook import BANKER, PLAYER, Rulebook
from tests.plain_facts import PLAIN_FACTS, Deal

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)
TWO_NATURALS_TIE = replace(STANDARD, two_naturals="tie")

hands = st.lists(st.integers(0, 51), min_size=2, max_size=3).map(tuple)
coups = st.builds(Coup, hands, hands, st.sampled_from([STANDARD, TWO_NATURALS_TIE]))
alike_hands = st.lists(st.sampled_from([4, 5, 6, 7, 4, 33]), min_size=2, max_size=3).map(tuple)
similar_coups = st.builds(Coup, alike_hands, alike_hands, st.just(STANDARD))
"""Coups of few different cards, so that pairs and suited hands come up."""


def coup(player: str, banker: str, rulebook: Rulebook = STANDARD) -> Coup:
    return Coup(tuple(parse_cards(player)), tuple(parse_cards(banker)), rulebook)


def answers(of: Coup) -> dict[str, int]:
    return {name: fact.ask(of) for name, fact in FACTS.items()}


@pytest.mark.parametrize(
    ("whole", "expected"),
    [
        (
            coup("9♠ 9♥", "K♠ 8♥"),
            {
                "player.total": 8, "player.two_card_total": 8, "player.cards": 2, "player.natural": True,
                "player.pair": True, "player.wins": False, "banker.total": 8, "banker.two_card_total": 8,
                "banker.cards": 2, "banker.natural": True, "banker.pair": False, "banker.wins": False,
                "tie": True, "margin": 0, "cards": 4,
            },
        ),
        (
            coup("2♠ 3♥ 3♦", "K♠ K♥ 7♠"),
            {
                "player.total": 8, "player.two_card_total": 5, "player.cards": 3, "player.natural": False,
                "player.pair": False, "player.wins": True, "banker.total": 7, "banker.two_card_total": 0,
                "banker.cards": 3, "banker.natural": False, "banker.pair": True, "banker.wins": False,
                "tie": False, "margin": 1, "cards": 6,
            },
        ),
        (
            coup("10♠ J♥ K♦", "8♠ A♥"),
            {
                "player.total": 0, "player.two_card_total": 0, "player.cards": 3, "player.natural": False,
                "player.pair": False, "player.wins": False, "banker.total": 9, "banker.two_card_total": 9,
                "banker.cards": 2, "banker.natural": True, "banker.pair": False, "banker.wins": True,
                "tie": False, "margin": 9, "cards": 5,
            },
        ),
        (
            coup("4♠ 4♥", "4♦ 5♣", TWO_NATURALS_TIE),
            {
                "player.total": 8, "player.two_card_total": 8, "player.cards": 2, "player.natural": True,
                "player.pair": True, "player.wins": False, "banker.total": 9, "banker.two_card_total": 9,
                "banker.cards": 2, "banker.natural": True, "banker.pair": False, "banker.wins": False,
                "tie": True, "margin": 1, "cards": 4,
            },
        ),
    ],
    ids=["naturals", "six cards", "five cards", "two naturals tie"],
)  # fmt: skip
def test_the_facts_of_a_coup(whole: Coup, expected: dict[str, int]) -> None:
    found = answers(whole)
    assert {name: found[name] for name in expected} == expected


def test_every_fact_is_described() -> None:
    for name, fact in FACTS.items():
        assert fact.name == name
        assert fact.kind in {"number", "truth", "value", "rank", "suit", "colour"}
        assert fact.meaning.endswith(".")
        assert set(fact.needs) <= set(POSITIONS)


@given(coups)
def test_an_answer_is_of_its_kind(whole: Coup) -> None:
    for name, answer in answers(whole).items():
        assert isinstance(answer, bool) == (FACTS[name].kind == "truth"), name
        assert isinstance(answer, int), name


@given(coups)
def test_exactly_one_of_the_outcomes_holds(whole: Coup) -> None:
    found = answers(whole)
    assert found["player.wins"] + found["banker.wins"] + found["tie"] == 1
    assert whole.outcome == found["player.wins"] - found["banker.wins"]


@given(coups, st.data())
def test_a_fact_looks_at_no_more_than_it_says(whole: Coup, data: st.DataObject) -> None:
    for name, fact in FACTS.items():
        changed = {
            position: whole.card(position)
            if not whole.is_dealt(position)
            else data.draw(
                st.sampled_from(alike(whole.card(position), fact.needs.get(position, frozenset())))
            )
            for position in POSITIONS
        }
        changed |= {third: NOT_DEALT for third in (PLAYER_3, BANKER_3) if third not in fact.needs}
        assert fact.ask(of_cards(changed, whole.rulebook)) == fact.ask(whole), name


def alike(card: int, details: frozenset[str]) -> list[int]:
    """The cards that cannot be told from a card by some details."""
    return [other for other in range(52) if all(seen(other, one) == seen(card, one) for one in details)]


def seen(card: int, detail: str) -> object:
    if isinstance(detail, Among):
        return card in detail.cards
    return {
        VALUE: STANDARD.card_values[rank_of(card)],
        RANK: rank_of(card),
        SUIT: suit_of(card),
        COLOUR: COLOUR_OF_SUIT[suit_of(card)],
    }[detail]


def of_cards(cards: dict[int, int], rulebook: Rulebook) -> Coup:
    player, banker = (
        tuple(cards[position] for position in HANDS[hand] if cards[position] != NOT_DEALT)
        for hand in (PLAYER, BANKER)
    )
    return Coup(player, banker, rulebook)


@given(coups)
def test_a_symmetric_fact_does_not_see_the_order_of_two_cards(whole: Coup) -> None:
    (p1, p2, *p3), (b1, b2, *b3) = whole.player, whole.banker
    for name, fact in FACTS.items():
        if fact.symmetric:
            for player, banker in (
                ((p2, p1, *p3), whole.banker),
                (whole.player, (b2, b1, *b3)),
                ((p2, p1, *p3), (b2, b1, *b3)),
            ):
                assert fact.ask(Coup(player, banker, whole.rulebook)) == fact.ask(whole), name


@given(coups, st.data())
def test_a_fact_by_totals_sees_no_single_values(whole: Coup, data: st.DataObject) -> None:
    for name, fact in FACTS.items():
        details = {detail for needs in fact.needs.values() for detail in needs}
        if fact.by_totals and details <= {VALUE}:
            other = Coup(
                data.draw(hand_like(whole, PLAYER, fact.needs)),
                data.draw(hand_like(whole, BANKER, fact.needs)),
                whole.rulebook,
            )
            assert fact.ask(other) == fact.ask(whole), name


def hand_like(whole: Coup, hand: str, needs: object) -> st.SearchStrategy[tuple[int, ...]]:
    """Hands with as many cards and the same total: the final one if the needs list the third card."""
    held = whole.player if hand == PLAYER else whole.banker
    last = len(held) if HANDS[hand][2] in needs else 2
    total = whole.total(hand) if last == 3 else whole.two_card_total(hand)
    others = st.tuples(*[st.integers(0, 51)] * (len(held) - 1))

    def completed(free: tuple[int, ...]) -> tuple[int, ...]:
        missing = (total - sum(STANDARD.card_values[rank_of(one)] for one in free[: last - 1])) % 10
        rank = STANDARD.card_values.index(missing)
        return (*free[: last - 1], rank * 4, *free[last - 1 :])

    return others.map(completed)


def test_a_fact_answers_for_many_coups_at_once() -> None:
    class Many:
        """Three coups: 9 against 8, 5 and a 3 against 7, 0 and nothing against 0."""

        outcome = np.array([1, 1, 0])

        def value(self, position: int) -> np.ndarray:
            return np.array([[4, 2, 0], [8, 3, 0], [5, 3, 0], [0, 4, 0], [-1, 3, 0], [-1, -1, 0]][position])

        def is_dealt(self, position: int) -> np.ndarray:
            return self.value(position) != NOT_DEALT

        def total(self, hand: str) -> np.ndarray:
            return np.array({PLAYER: [9, 8, 0], BANKER: [8, 7, 0]}[hand])

        def two_card_total(self, hand: str) -> np.ndarray:
            first, second, _ = HANDS[hand]
            return (self.value(first) + self.value(second)) % 10

    found = {
        name: fact.ask(Many()).tolist()
        for name, fact in FACTS.items()
        if {detail for needs in fact.needs.values() for detail in needs} <= {VALUE}
    }
    assert found["player.total"] == [9, 8, 0]
    assert found["player.cards"] == [2, 3, 3]
    assert found["cards"] == [4, 5, 6]
    assert found["banker.natural"] == [True, False, False]
    assert found["margin"] == [1, 1, 0]
    assert found["tie"] == [False, False, True]


@given(coups | similar_coups)
def test_every_fact_says_what_a_person_would(whole: Coup) -> None:
    deal = Deal(whole.player, whole.banker, whole.rulebook)
    expected = {name: NOT_DEALT if (said := PLAIN_FACTS[name](deal)) is None else said for name in FACTS}
    assert answers(whole) == expected


def test_every_fact_is_known_to_the_people() -> None:
    assert set(PLAIN_FACTS) == set(FACTS)


@given(coups | similar_coups)
def test_what_a_fact_implies_holds_when_it_does(whole: Coup) -> None:
    for name, fact in FACTS.items():
        for implied in fact.implies:
            assert not fact.ask(whole) or implied.ask(whole), name
            assert set(implied.needs) < set(fact.needs)


def test_a_pair_is_of_one_kind() -> None:
    kinds = ("perfect_pair", "coloured_pair", "mixed_pair")
    for first in range(52):
        found = answers(Coup((0, first), (1, 2), STANDARD))
        assert sum(found[f"player.{kind}"] for kind in kinds) == found["player.pair"]

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from analyzer.errors import ConditionError
from analyzer.game.cards import parse_cards
from analyzer.game.coup import NOT_DEALT, POSITIONS, RANK, Among, Coup
from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.wager.condition import Condition
from analyzer.wager.functions import CARD_SET_MEANINGS, CARD_SETS, FUNCTIONS
from tests.plain_facts import PLAIN_FUNCTIONS, PLAIN_SETS, PLAIN_TESTS, Deal

RULEBOOK = Rulebook("any", "DDDDDDSS", ("D" * 11,) * 8)


def coups(count: int) -> list[Coup]:
    """Coups of cards from all 52 and from few, so that equal ranks, straights and suited hands come up."""
    dice = random.Random(7)
    packs = [range(52), range(12), [0, 4, 8, 12, 16, 20], [44, 48, 40, 0, 1], [32, 33, 34, 32, 36, 37]]
    hands = [
        [[dice.choice(pack) for _ in range(dice.choice([2, 3]))] for _ in range(2)]
        for pack in packs
        for _ in range(count)
    ]
    return [Coup(tuple(player), tuple(banker), RULEBOOK) for player, banker in hands]


class ManyCoups:
    """The same coups as arrays, as an enumeration looks at them."""

    def __init__(self, listed: list[Coup]) -> None:
        self.listed = listed

    def __getattr__(self, detail: str) -> Any:
        return lambda *looked_at: np.array([getattr(coup, detail)(*looked_at) for coup in self.listed])


def fact_of(call: str) -> Fact:
    kind = FUNCTIONS[call.split("(")[0]].kind
    (fact,) = Condition.parse(call if kind == "truth" else f"{call} > 0").facts
    return fact


def calls() -> Iterator[tuple[str, str, int, str | None]]:
    """Every function with every set, with and without tests: the call, the set, how many times, the test."""
    for name, function in FUNCTIONS.items():
        tests = [*PLAIN_TESTS] if "card test" in function.parameters else []
        for cards in CARD_SETS:
            for test in tests if function.needs_test else [None, *tests]:
                for times in (1, 2, 3) if "times" in function.parameters else (0,):
                    arguments = [cards, *([str(times)] if times else []), *([test] if test else [])]
                    yield f"{name}({', '.join(arguments)})", cards, times, test


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_answers_as_a_person_would(name: str) -> None:
    listed = coups(40)
    many = ManyCoups(listed)
    for call, cards, times, test in calls():
        if not call.startswith(f"{name}("):
            continue
        expected = []
        for coup in listed:
            deal = Deal(coup.player, coup.banker, RULEBOOK)
            passing = [
                card for card in PLAIN_SETS[cards](deal) if test is None or PLAIN_TESTS[test](deal, card)
            ]
            expected.append(PLAIN_FUNCTIONS[name](tuple(passing), times))
        fact = fact_of(call)
        assert [fact.ask(coup) for coup in listed] == expected, call
        assert np.asarray(fact.ask(many)).tolist() == expected, call
        assert all(isinstance(fact.ask(coup), bool) == (fact.kind == "truth") for coup in listed[:5]), call


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_described(name: str) -> None:
    function = FUNCTIONS[name]
    assert function.name == name
    assert function.meaning.endswith(".")
    (fact,) = Condition.parse(function.example).facts
    assert fact.name.startswith(f"{name}(")
    assert fact.kind == function.kind


def test_every_set_of_cards_is_described() -> None:
    assert set(CARD_SET_MEANINGS) == set(CARD_SETS) == set(PLAIN_SETS)


def test_no_function_tells_a_hands_first_two_cards_apart() -> None:
    for call, *_ in calls():
        fact = fact_of(call)
        assert fact.symmetric
        for first, second in ((0, 2), (1, 3)):
            assert fact.needs.get(first) == fact.needs.get(second), call


@pytest.mark.parametrize(
    ("call", "needs"),
    [
        ("count(banker, value == 0)", {1: {"value"}, 3: {"value"}, 5: {"value"}}),
        ("count(third_cards, value > 3 and colour == red)", {4: {"value", "colour"}, 5: {"value", "colour"}}),
        ("same_suit(first_four)", {position: {"suit"} for position in range(4)}),
        ("ranks_with(all, 3)", {position: {RANK} for position in POSITIONS}),
        ("straight(player)", {0: {RANK}, 2: {RANK}, 4: {RANK}}),
        ("ranks_with(player_first_two, 2, value == 0)", {0: {RANK, "value"}, 2: {RANK, "value"}}),
        ("count(player, rank == 9)", {0: {"9♠ 9♥ 9♦ 9♣"}, 2: {"9♠ 9♥ 9♦ 9♣"}, 4: {"9♠ 9♥ 9♦ 9♣"}}),
        ("same_suit(third_cards, rank == 9)", {4: {"9♠", "9♥", "9♦", "9♣"}, 5: {"9♠", "9♥", "9♦", "9♣"}}),
        ("same_colour(third_cards, rank == 9)", {4: {"9♠ 9♣", "9♥ 9♦"}, 5: {"9♠ 9♣", "9♥ 9♦"}}),
    ],
)
def test_a_call_tells_apart_no_more_cards_than_it_must(call: str, needs: dict[int, set[str]]) -> None:
    fact = fact_of(call)
    details = {"value", "rank", "suit", "colour"}
    assert fact.name == call
    assert fact.needs == {
        position: {name if name in details else Among(parse_cards(name)) for name in names}
        for position, names in needs.items()
    }


def test_calls_that_say_the_same_are_one_fact() -> None:
    condition = Condition.parse("count(all,rank in{J,Q,K})==6 or count( all , (rank) in {J, Q, K} ) == 5")
    assert [fact.name for fact in condition.facts] == ["count(all, rank in {J, Q, K})"]
    assert condition.facts == Condition.parse("count(all, rank in {J, Q, K}) == 1").facts


def test_calls_are_numbers() -> None:
    condition = Condition.parse("count(player, rank == 7) + 1 == count(banker, rank == 7)")
    answers = {"count(player, rank == 7)": 1, "count(banker, rank == 7)": 2}
    assert condition.holds(answers)


def test_a_test_looks_at_no_detail_it_does_not_name() -> None:
    class OnlyValues:
        def value(self, position: int) -> int:
            return NOT_DEALT if position >= 4 else 8

    (fact,) = Condition.parse("count(all, value == 8) == 4").facts
    assert fact.ask(OnlyValues()) == 4


@pytest.mark.parametrize(
    "call", ["same_suit(all)", "same_rank(first_four)", "same_colour(player, rank != 9)"]
)
def test_what_a_call_implies_holds_when_it_does(call: str) -> None:
    fact = fact_of(call)
    assert fact.implies
    for coup in coups(100):
        for implied in fact.implies:
            assert set(implied.needs) < set(fact.needs)
            assert not fact.ask(coup) or implied.ask(coup)


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        ("ranks_with(all)", "takes 2 or 3 arguments, not 1", "ranks_with(all, 2, rank == 7)"),
        ("same_suit() ", "cannot stand here", "a fact, a number or a bracket"),
        (
            "same_suit(all, rank == 9, rank == 8)",
            "takes 1 or 2 arguments, not 3",
            "same_suit(all, rank == 7)",
        ),
        ("straight(all, rank == 9)", "takes 1 argument, not 2", "straight(all)"),
        ("count(all) == 1", "takes 2 arguments, not 1", "count(all, rank == 7)"),
        ("ranks_with(all, 0) == 1", "`0` is no number of times", "from 1 to 6"),
        ("ranks_with(all, 7) == 1", "`7` is no number of times", "from 1 to 6"),
        ("ranks_with(all, rank == 9) == 1", "`rank == 9` is no number of times", "from 1 to 6"),
        ("ranks_with(2, all) == 1", "`2` is no set of cards", "first_four"),
        ("same_suit(al)", "`al` is no set of cards", 'did you mean "all"?'),
        ("same_suits(all)", "no function is called `same_suits`", 'did you mean "same_suit"?'),
        ("same_suit(all) == 1", "a truth", ""),
        ("ranks_with(all, 2)", "must be true or false", "compare it"),
        ("same_suit", "no fact is called", "same_suit(all, rank == 7)"),
    ],
)
def test_a_wrong_call_is_explained(text: str, what: str, mend: str) -> None:
    with pytest.raises(ConditionError) as refused:
        Condition.parse(text)
    assert what in refused.value.what
    assert mend in refused.value.mend

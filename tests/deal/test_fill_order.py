from itertools import permutations

import pytest

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.fill_order import Block, FillOrder, Question, Step, Total
from analyzer.game.coup import BANKER_1, BANKER_2, BANKER_3, PLAYER_1, PLAYER_2, PLAYER_3, RANK, SUIT, VALUE
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import BANKER, PLAYER
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from tests.deal.more_facts import MORE_FACTS, needs

CLASSES = {"": 1, "value": 10, "rank": 13, "suit": 4, "suit value": 40, "rank suit": 52}
TOTALS = frozenset(Total(hand, cards) for hand in (PLAYER, BANKER) for cards in (2, 3))


def classes(details: frozenset[str]) -> int:
    """Number of classes of full decks."""
    finest = details - {VALUE} if RANK in details else details
    return CLASSES[" ".join(sorted(finest))]


def order(*questions: Question, removes: bool = True, fixed: int | None = None) -> tuple[Step, ...]:
    return FillOrder(questions, classes, removes, fixed).steps


def test_nothing_asked_is_nothing_filled() -> None:
    assert order(Question()) == ()


def test_totals_are_counted_hand_by_hand_on_point_values() -> None:
    steps = order(Question(totals=TOTALS))
    blocks = [step.block for step in steps]
    assert set(blocks[:2]) == {(PLAYER_1, PLAYER_2), (PLAYER_3,)}
    assert blocks[2:] == [(BANKER_1, BANKER_2), (BANKER_3,)]
    assert all(step.details == {VALUE} for step in steps)


def test_the_hand_whose_suits_matter_comes_first_and_its_suits_are_forgotten() -> None:
    suited = Question(needs((BANKER_1, BANKER_2, BANKER_3), SUIT))
    first, second, *rest = order(Question(totals=TOTALS), suited)
    assert {first.block, second.block} == {(BANKER_1, BANKER_2), (BANKER_3,)}
    assert {first.details, second.details} == {frozenset((SUIT, VALUE))}
    assert set(second.keeps.values()) == {frozenset((VALUE,))}
    assert all(step.details == {VALUE} for step in rest)


def test_a_question_that_tells_two_cards_apart_keeps_their_order() -> None:
    apart = Question(needs((PLAYER_1, PLAYER_2), RANK), symmetric=False)
    assert (PLAYER_1, PLAYER_2) not in [step.block for step in order(Question(totals=TOTALS), apart)]
    one_only = Question(needs((BANKER_2,), RANK))
    assert (BANKER_1, BANKER_2) not in [step.block for step in order(Question(totals=TOTALS), one_only)]


def test_two_ranks_are_counted_on_ranks() -> None:
    (step,) = order(Question(needs((PLAYER_1, PLAYER_2), RANK)))
    assert (step.block, step.details, step.looks) == (
        (PLAYER_1, PLAYER_2),
        {RANK},
        dict.fromkeys((0, 2), frozenset()),
    )


def test_cards_that_stay_in_the_shoe_are_forgotten_at_once() -> None:
    steps = order(Question(totals=TOTALS), removes=False)
    assert all(details == frozenset() for step in steps for details in step.keeps.values())


def test_a_fixed_card_is_not_filled() -> None:
    filled = [place for step in order(Question(totals=TOTALS), fixed=PLAYER_1) for place in step.block]
    assert sorted(filled) == [BANKER_1, PLAYER_2, BANKER_2, PLAYER_3, BANKER_3]


@pytest.mark.parametrize("number", range(0, 24, 5))
@pytest.mark.parametrize(
    "names", [("player.total", "margin", "cards"), ("tie", "banker.suited"), ("player.third.rank", "all red")]
)
def test_the_order_changes_no_count(
    names: tuple[str, ...], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = FACTS | {fact.name: fact for fact in MORE_FACTS}
    facts = [known[name] for name in names]
    shoe = Shoe.from_counts([3 * (card % 5 < 2) for card in range(52)])
    standard = load_rulebook("standard")
    cheapest = fact_ways(shoe, standard, facts)

    def another(self: FillOrder, blocks: list[Block]) -> tuple[Step, ...]:
        every = list(permutations(blocks))
        chosen = every[number % len(every)]
        return tuple(
            self._step(block, frozenset(chosen[: place + 1]), chosen[place + 1 :])
            for place, block in enumerate(chosen)
        )

    monkeypatch.setattr(FillOrder, "_cheapest", another)
    assert fact_ways(shoe, standard, facts) == cheapest

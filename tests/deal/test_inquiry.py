from collections.abc import Collection, Sequence

import numpy as np
import pytest

from analyzer.deal import filling
from analyzer.deal.enumerate import fact_ways, state_ways
from analyzer.deal.inquiry import Answer, EveryAnswer, Jointly, States
from analyzer.game.cards import parse_cards
from analyzer.game.coup import FIFTH, NOT_DEALT, SIXTH, Among
from analyzer.game.facts import FACTS, Fact
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.wager.settling import Settling, settled_ways
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

EIGHT_DECKS = Shoe.from_decks(8)
STANDARD = load_rulebook("standard")


def wager(*conditions: str) -> Wager:
    lines = [{"when": when, "pays": str(place)} for place, when in enumerate(conditions, start=1)]
    return read({"title": "any", "otherwise": "lose", "line": lines})


class FirstTrue:
    """Which of some truths is the first that holds; those after it are not asked."""

    def __init__(self, *names: str) -> None:
        self.facts: Sequence[Fact] = [FACTS[name] for name in names]
        self.start: tuple[Answer | None, ...] = (None,) * len(names)

    def open(self, state: tuple[Answer | None, ...]) -> Collection[int]:
        return [place for place, answer in enumerate(state[: self._first(state)]) if answer is None]

    def after(self, state: tuple[Answer | None, ...], fact: int, answer: Answer) -> tuple[Answer | None, ...]:
        told = (*state[:fact], answer, *state[fact + 1 :])
        return (*told[: self._first(told) + 1], *(None for _ in told[self._first(told) + 1 :]))

    def is_ruled_out(self, state: tuple[Answer | None, ...]) -> bool:
        return False

    @staticmethod
    def _first(state: tuple[Answer | None, ...]) -> int:
        return state.index(True) if True in state else len(state)


def test_states_are_numbered_in_the_order_in_which_they_come_up() -> None:
    states = States(EveryAnswer([FACTS["tie"], FACTS["margin"]]))
    tied = states.after(0, 0, True)
    assert [states.after(tied, 1, 0), states.after(0, 0, True), states.after(0, 0, False)] == [2, 1, 3]
    assert states.listed == [(None, None), (True, None), (True, 0), (False, None)]
    assert states.open(tied) == {1}
    assert states.after_all(0, [0, 1], [True, 0]) == 2


def test_an_answer_that_does_not_matter_changes_nothing() -> None:
    states = States(FirstTrue("tie", "player.suited"))
    tied = states.after(0, 0, True)
    assert states.open(tied) == frozenset()
    assert states.after(tied, 1, False) == tied


class Deaf(EveryAnswer):
    """To it nothing matters."""

    def open(self, state: tuple[Answer | None, ...]) -> list[int]:
        return []

    def after(self, state: tuple[Answer | None, ...], fact: int, answer: Answer) -> tuple[Answer | None, ...]:
        raise AssertionError("it was told what does not matter to it")


def test_of_several_inquiries_each_hears_what_matters_to_it() -> None:
    both = Jointly([Deaf([FACTS["tie"]]), EveryAnswer([FACTS["tie"]])])
    assert both.after(both.start, 0, True) == ((None,), (True,))


@pytest.mark.parametrize("names", [("tie", "player.suited"), ("player.red", "banker.pair", "tie")])
def test_an_inquiry_that_stops_early_counts_the_same(names: tuple[str, ...]) -> None:
    shoe = EIGHT_DECKS - "9♦ 9♦ 9♦ K♠"
    inquiry = FirstTrue(*names)
    found, total_ways = state_ways(shoe, STANDARD, inquiry)
    expected: dict[tuple[Answer | None, ...], int] = {}
    for answers, ways in fact_ways(shoe, STANDARD, inquiry.facts).ways.items():
        first = answers.index(True) if True in answers else len(answers)
        state = (*answers[: first + 1], *(None for _ in answers[first + 1 :]))
        expected[state] = expected.get(state, 0) + ways
    assert found == expected
    assert sum(found.values()) == total_ways


class Watched:
    """Counts the rows that are laid out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows = 0
        laid_out = filling.Filling._laid_out

        def counting(*arguments: object) -> object:
            rows = laid_out(*arguments)
            self.rows += len(rows)
            return rows

        monkeypatch.setattr(filling.Filling, "_laid_out", counting)


def test_cards_are_forgotten_once_the_bet_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    one = wager("player.perfect_pair and banker.perfect_pair")
    watched = Watched(monkeypatch)
    settled_ways(EIGHT_DECKS, STANDARD, [one])
    pruned, watched.rows = watched.rows, 0
    fact_ways(EIGHT_DECKS, STANDARD, one.facts)
    assert pruned * 10 < watched.rows


@pytest.mark.slow
def test_suits_and_ranks_of_all_cards_can_be_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    straight_flush = wager("same_suit(all) and straight(all)")
    ways, total_ways = settled_ways(EIGHT_DECKS, STANDARD, [straight_flush])
    suited, _ = settled_ways(EIGHT_DECKS, STANDARD, [wager("same_suit(all)")])
    assert sum(ways.values()) == total_ways
    assert 0 < ways[0,] < suited[0,]
    assert watched.rows < 20_000_000


def test_all_suits_can_be_counted_by_hand() -> None:
    """Of nines alone every coup is a tie of naturals, so four cards of one suit are all there is."""
    shoe = Shoe.from_counts([0] * 32 + [4, 4, 4, 4] + [0] * 16)
    only_nines, total_ways = settled_ways(shoe, STANDARD, [wager("same_suit(all)")])
    assert only_nines == {(0,): 4 * 4 * 3 * 2 * 1 * 12 * 11, (1,): total_ways - 4 * 4 * 3 * 2 * 1 * 12 * 11}


def test_a_settling_forgets_what_no_line_needs() -> None:
    settling = Settling([wager("player.suited and player.total == 8", "tie")])
    names = [fact.name for fact in settling.facts]
    assert names == ["player.two_cards_suited", "player.suited", "player.total", "tie"]
    mixed = settling.after(settling.start, names.index("player.two_cards_suited"), False)
    assert [names[number] for number in settling.open(mixed)] == ["tie"]
    assert settling.after(mixed, names.index("tie"), True) == (1,)
    assert settling.after(mixed, names.index("tie"), False) == (2,)


def test_states_that_ask_the_same_are_one() -> None:
    settling = Settling([wager("player.total >= 7 and tie")])
    number = [fact.name for fact in settling.facts].index("player.total")
    states = {settling.after(settling.start, number, total) for total in range(10)}
    assert len(states) == 2


def test_numbers_of_states_do_not_grow_with_the_rows() -> None:
    states = States(EveryAnswer([FACTS["tie"]]))
    assert [states.after(0, 0, answer) for answer in np.array([True, False, True]).tolist()] == [1, 2, 1]


def test_inquiries_into_the_same_coups_share_their_facts() -> None:
    first, second = EveryAnswer([FACTS["tie"], FACTS["cards"]]), FirstTrue("player.pair", "tie")
    both = Jointly([first, second])
    assert [fact.name for fact in both.facts] == ["tie", "cards", "player.pair"]
    assert both.open(both.start) == {0, 1, 2}
    paired = both.after(both.start, 2, True)
    assert both.open(paired) == {0, 1}
    tied = both.after(paired, 0, True)
    assert tied == ((True, None), (True, None))


@pytest.mark.parametrize("position", [FIFTH, SIXTH])
def test_a_card_has_its_place_whichever_hand_takes_it(position: int) -> None:
    """Every card of the shoe is a nine as often as every other, whatever the coup makes of it."""
    nine = Among(parse_cards("9♠ 9♥ 9♦ 9♣"))
    fact = Fact("nine", "truth", {position: frozenset([nine])}, lambda view: view.among(position, nine))
    for rules in ("standard", "seven-up", "wrong/keyed-on-new-total"):
        counted = fact_ways(EIGHT_DECKS, load_rulebook(rules), [fact])
        assert counted.ways[True,] * 13 == counted.total_ways


def test_the_fifth_card_is_the_third_card_of_whoever_draws_first() -> None:
    nine = Among(parse_cards("9♠ 9♥ 9♦ 9♣"))
    fact = Fact("nine", "truth", {FIFTH: frozenset([nine])}, lambda view: view.among(FIFTH, nine))
    names = ["player.third.rank", "banker.third.rank"]
    counted = fact_ways(EIGHT_DECKS, STANDARD, [fact, *(FACTS[name] for name in names)])
    for (is_nine, player, banker), _ in counted.ways.items():
        if player != NOT_DEALT:
            assert is_nine == (player == 8)
        elif banker != NOT_DEALT:
            assert is_nine == (banker == 8)

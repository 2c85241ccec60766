import pytest

from analyzer.errors import WagerError
from analyzer.wager.condition import Condition
from analyzer.wager.odds import Pay
from analyzer.wager.wager import PayLine, Wager


def line(label: str, when: str | None, pays: str) -> PayLine:
    return PayLine(label, Condition.parse(when) if when else None, Pay.parse(pays))


def lucky_six() -> Wager:
    return Wager(
        "Lucky 6",
        (
            line("two cards", "banker.wins and banker.total == 6 and banker.cards == 2", "12 to 1"),
            line("three cards", "banker.wins and banker.total == 6", "20 to 1"),
            line("otherwise", None, "lose"),
        ),
    )


@pytest.mark.parametrize(
    ("wins", "total", "cards", "label"),
    [
        (True, 6, 2, "two cards"),
        (True, 6, 3, "three cards"),
        (True, 7, 2, "otherwise"),
        (False, 6, 2, "otherwise"),
    ],
)
def test_the_first_line_that_holds_pays(wins: bool, total: int, cards: int, label: str) -> None:
    wager = lucky_six()
    answers = {"banker.wins": wins, "banker.total": total, "banker.cards": cards}
    assert wager.lines[wager.line_of(answers)].label == label


def test_a_wager_lists_its_facts_once_in_the_order_of_the_lines() -> None:
    assert [fact.name for fact in lucky_six().facts] == ["banker.wins", "banker.total", "banker.cards"]


def test_a_wager_without_conditions_asks_nothing() -> None:
    wager = Wager("free", (line("otherwise", None, "push"),))
    assert wager.facts == ()
    assert wager.line_of({}) == 0


def test_lines_may_be_given_as_a_list() -> None:
    wager = Wager("free", [line("otherwise", None, "push")])  # type: ignore[arg-type]
    assert hash(wager) == hash(Wager("free", (line("otherwise", None, "push"),)))


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ((), "nothing says what happens otherwise"),
        ((line("tie", "tie", "8 to 1"),), "nothing says what happens otherwise"),
        ((line("a", None, "push"), line("b", None, "lose")), "line 1 has no condition"),
        (
            (line("a", "tie", "push"), line("a", None, "lose")),
            'line 2: the label "a" is that of line 1 too',
        ),
    ],
)
def test_lines_that_cannot_settle_a_bet_are_refused(lines: tuple[PayLine, ...], what: str) -> None:
    with pytest.raises(WagerError, match=what) as refused:
        Wager("Tie", lines)
    assert refused.value.where == 'wager "Tie"'

import operator
import random
import re
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import ConditionError, WagerError
from analyzer.game.cards import COLOURS, RANKS, SUIT_NAMES
from analyzer.game.coup import NOT_DEALT
from analyzer.game.facts import FACTS, Fact
from analyzer.wager.condition import Condition
from analyzer.wager.functions import FUNCTIONS
from analyzer.wager.grammar import LONGEST_CONDITION, MOST_NESTING, Node, parse, written

NUMBERS = sorted(name for name, fact in FACTS.items() if fact.kind == "number")
TRUTHS = sorted(name for name, fact in FACTS.items() if fact.kind == "truth")
COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}

Answers = Mapping[str, Any]


class Said(NamedTuple):
    """A condition as a text, and what it means, worked out without the package."""

    text: str
    means: Callable[[Answers], Any]


def card_facts() -> dict[str, Fact]:
    """Facts of every kind about two third cards, as later conditions will ask."""
    return FACTS | {
        f"{hand}.third.{kind}": Fact(f"{hand}.third.{kind}", kind, {}, lambda view: None)
        for hand in ("player", "banker")
        for kind in ("value", "rank", "suit", "colour")
    }


def holds(text: str, **answers: Any) -> bool:
    return Condition.parse(text, card_facts()).holds(
        {name.replace("__", "."): value for name, value in answers.items()}
    )


def spaced(draw: Any, *words: str) -> str:
    blanks = st.sampled_from([" ", "  ", "\n", "\t "])
    return "".join(word + draw(blanks) for word in words)


@st.composite
def numbers(draw: Any, depth: int = 2) -> Said:
    form = draw(st.sampled_from(["fact", "plain", "sum", "minus", "bracket"] if depth else ["fact", "plain"]))
    if form == "fact":
        name = draw(st.sampled_from(NUMBERS))
        return Said(name, lambda answers: answers[name])
    if form == "plain":
        number = draw(st.integers(0, 12))
        return Said(str(number), lambda answers: number)
    inner = draw(numbers(depth - 1))
    if form == "minus":
        return Said(spaced(draw, "-", "(", inner.text, ")"), lambda answers: -inner.means(answers))
    if form == "bracket":
        return Said(spaced(draw, "(", inner.text, ")"), inner.means)
    terms = draw(st.lists(st.tuples(st.sampled_from("+-"), numbers(depth - 1)), min_size=1, max_size=3))
    text = f"({inner.text})" + "".join(f"{sign} ({term.text})" for sign, term in terms)
    return Said(
        text,
        lambda answers: (
            inner.means(answers)
            + sum((1 if sign == "+" else -1) * term.means(answers) for sign, term in terms)
        ),
    )


@st.composite
def comparisons(draw: Any) -> Said:
    parts = draw(st.lists(numbers(), min_size=2, max_size=4))
    signs = [draw(st.sampled_from(sorted(COMPARE))) for _ in parts[1:]]
    words = [parts[0].text]
    for sign, part in zip(signs, parts[1:], strict=True):
        words += [sign, part.text]

    def means(answers: Answers) -> bool:
        values = [part.means(answers) for part in parts]
        return all(COMPARE[sign](*pair) for sign, pair in zip(signs, pairwise(values), strict=True))

    return Said(spaced(draw, *words), means)


@st.composite
def memberships(draw: Any) -> Said:
    left = draw(numbers())
    ranges = draw(st.lists(st.tuples(st.integers(-3, 9), st.integers(0, 4)), min_size=1, max_size=4))
    word = draw(st.sampled_from(["in", "not in", "not  in"]))
    elements = ", ".join(str(low) if not more else f"{low} .. {low + more}" for low, more in ranges)
    held = {low + step for low, more in ranges for step in range(more + 1)}
    return Said(
        f"{left.text} {word} {{{elements}}}",
        lambda answers: (left.means(answers) in held) == (word == "in"),
    )


@st.composite
def truths(draw: Any, depth: int = 3) -> Said:
    simple = ["fact", "literal", "comparison", "membership"]
    form = draw(st.sampled_from([*simple, "not", "and", "or", "equal", "bracket"] if depth else simple))
    if form == "fact":
        name = draw(st.sampled_from(TRUTHS))
        return Said(name, lambda answers: answers[name])
    if form == "literal":
        literal = draw(st.booleans())
        return Said(str(literal).lower(), lambda answers: literal)
    if form == "comparison":
        return draw(comparisons())
    if form == "membership":
        return draw(memberships())
    first = draw(truths(depth - 1))
    if form == "bracket":
        return Said(spaced(draw, "(", first.text, ")"), first.means)
    if form == "not":
        return Said(f"not ({first.text})", lambda answers: not first.means(answers))
    second = draw(truths(depth - 1))
    if form == "equal":
        sign = draw(st.sampled_from(["==", "!="]))
        same = sign == "=="
        return Said(
            f"({first.text}) {sign} ({second.text})",
            lambda answers: (bool(first.means(answers)) == bool(second.means(answers))) == same,
        )
    third = draw(truths(depth - 1))
    join = all if form == "and" else any
    return Said(
        f" {form} ".join(f"({part.text})" for part in (first, second, third)),
        lambda answers: join([part.means(answers) for part in (first, second, third)]),
    )


answers_of_a_coup = st.fixed_dictionaries(
    dict.fromkeys(NUMBERS, st.integers(0, 9)) | dict.fromkeys(TRUTHS, st.booleans())
)


def without_places(node: Node) -> tuple[Any, ...]:
    return node.kind, tuple(map(without_places, node.parts)), node.text, node.signs


@given(truths(), answers_of_a_coup)
def test_a_condition_holds_when_its_words_say_so(said: Said, answers: Answers) -> None:
    assert Condition.parse(said.text).holds(answers) is bool(said.means(answers))


@given(truths(), answers_of_a_coup)
def test_a_condition_asks_no_more_than_its_facts(said: Said, answers: Answers) -> None:
    condition = Condition.parse(said.text)
    asked = {fact.name: answers[fact.name] for fact in condition.facts}
    assert condition.holds(asked) is condition.holds(answers)
    assert list(asked) == sorted(asked, key=lambda name: min(place_of(name, said.text)))


def place_of(name: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text)]


@given(truths())
def test_the_canonical_text_has_the_same_tree(said: Said) -> None:
    tree = parse(said.text)
    again = parse(written(tree))
    assert without_places(again) == without_places(tree)
    assert written(again) == written(tree)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4<=(margin)<= 9 and(not  tie)", "4 <= margin <= 9 and not tie"),
        ("(tie or player.wins)and banker.pair", "(tie or player.wins) and banker.pair"),
        ("tie or (player.wins and banker.pair)", "tie or player.wins and banker.pair"),
        ("not not not tie", "not tie"),
        ("not (tie and player.wins)", "not (tie and player.wins)"),
        ("(not tie) == player.wins", "(not tie) == player.wins"),
        ("margin - (1 - cards) == --3", "margin - (1 - cards) == 3"),
        ("margin in{ 1 ,02..7}", "margin in {1, 2..7}"),
        ("count( all,rank in{J,Q,K} )==6", "count(all, rank in {J, Q, K}) == 6"),
    ],
)
def test_a_text_has_one_canonical_form(text: str, canonical: str) -> None:
    assert written(parse(text)) == canonical


@pytest.mark.parametrize(
    ("elements", "held"),
    [
        ("4", {4}),
        ("1, 3", {1, 3}),
        ("1, 2, 3, 5", {1, 2, 3, 5}),
        ("3, 1..2, 5..5", {1, 2, 3, 5}),
        ("1..8, 2..3", set(range(1, 9))),
        ("-2..0, 9", {-2, -1, 0, 9}),
        ("7, 7", {7}),
    ],
)
def test_a_set_holds_what_is_listed_and_nothing_between(elements: str, held: set[int]) -> None:
    among, outside = (
        Condition.parse(f"margin in {{{elements}}}"),
        Condition.parse(f"margin not in {{{elements}}}"),
    )
    for margin in range(-4, 12):
        assert among.holds({"margin": margin}) is (margin in held)
        assert outside.holds({"margin": margin}) is (margin not in held)


def test_and_binds_tighter_than_or_and_not_looser_than_comparison() -> None:
    said = "tie or player.wins and banker.wins"
    assert Condition.parse(said).holds({"tie": True, "player.wins": False, "banker.wins": False})
    assert not Condition.parse("not margin == 3").holds({"margin": 3})


def test_facts_are_listed_once_in_the_order_of_the_text() -> None:
    condition = Condition.parse(
        "banker.total == 6 and (tie or banker.total == 7) and count(all, rank == 7) == 3"
    )
    assert [fact.name for fact in condition.facts] == ["banker.total", "tie", "count(all, rank == 7)"]
    assert condition.facts[0] is FACTS["banker.total"]


def test_conditions_are_equal_if_their_texts_are() -> None:
    assert Condition.parse("tie") == Condition.parse("tie") != Condition.parse("not tie")
    assert len({Condition.parse("tie"), Condition.parse("tie")}) == 1


def test_a_fact_without_an_answer_is_an_error() -> None:
    with pytest.raises(KeyError, match="margin"):
        Condition.parse("tie or margin == 1").holds({"tie": True})


@pytest.mark.parametrize(
    ("text", "what", "column", "mend"),
    [
        ("", "the condition is empty", None, "banker.total == 6"),
        (" \n", "the condition is empty", None, ""),
        ("margin", "`margin` is a number, but a condition must be true or false", 1, "compare it"),
        ("player.total == hearts", "`player.total` is a number, `hearts` is a suit", 17, ""),
        ("tie == 3", "`tie` is a truth, `3` is a number", 8, ""),
        ("margin == K", "`margin` is a number, `K` is a rank", 11, ""),
        ("player.third.suit == red", "`player.third.suit` is a suit, `red` is a colour", 22, ""),
        ("player.third.rank == margin", "`player.third.rank` is a rank, `margin` is a number", 22, ""),
        ("player.third.rank > 8", "is a rank, and ranks have no order", 1, "rank in {9, 10, J, Q, K}"),
        ("player.third.suit < hearts", "suits have no order", 1, "=="),
        ("tie < player.wins", "truths have no order", 1, "=="),
        ("player.third.rank == 11", "11 is no rank", 22, "A 2 3 4 5 6 7 8 9 10 J Q K"),
        ("player.third.rank == 1", "1 is no rank", 22, "A 2 3"),
        ("player.third.value == 10", "10 is no point value", 23, "0 to 9"),
        ("player.third.value + 1 == 2", "is a point value, and only numbers can be added", 1, ""),
        ("tie + 1 == 2", "`tie` is a truth, and only numbers can be added", 1, ""),
        (
            "player.total == 6 or 7",
            "`7` is a number, but what `or` joins must be true or false",
            22,
            "in {6, 7}",
        ),
        ("not margin", "what follows `not` must be true or false", 5, "compare it"),
        ("plyer.total == 3", "no fact is called `plyer.total`", 1, 'did you mean "player.total"?'),
        ("tie and magrin > 3", "no fact is called `magrin`", 9, 'did you mean "margin"?'),
        ("Tie", "no fact is called `Tie`", 1, 'did you mean "tie"?'),
        ("player.third.rank == k", "no fact is called `k`", 22, 'did you mean "K"?'),
        ("player == 3", "no fact is called `player`", 1, "say what of it: player."),
        ("all == 3", "no fact is called `all`", 1, "count in it"),
        ("rank == K", "no fact is called `rank`", 1, "one card at a time"),
        ("faces == 3", "no fact is called `faces`", 1, "it is a set"),
        ("count == 3", "no fact is called `count`", 1, "count(all, rank == 7)"),
        ("tie(margin) == 3", "no function is called `tie`", 1, "write tie without brackets"),
        ("cuont(all, rank == 7) == 1", "no function is called `cuont`", 1, 'did you mean "count"?'),
        ("count(all) == 1", "count takes 2 arguments, not 1", 1, "count(all, rank == 7)"),
        ("count(al, rank == 7) == 1", "`al` is no set of cards", 7, 'did you mean "all"?'),
        ("count(3, rank == 7) == 1", "`3` is no set of cards", 7, "player, banker, all, first_four"),
        ("count(all, rank) == 1", "`rank` is a rank, but the test of a card must be", 12, "== K"),
        ("count(all, rank == 14) == 1", "14 is no rank", 20, ""),
        ("count(all, tie) == 1", "`tie` is asked of a coup, not of one card", 12, ""),
        ("count(all, true) == 1", "`true` asks nothing of a card", 12, ""),
        ("count(all, color == red) == 1", "nothing of a card is called `color`", 12, "colour"),
        ("count(all, count(all, rank == 7) == 1) == 1", "cannot be asked of one card", 12, ""),
        ("margin in {}", '"}" cannot stand here', 12, "expected a fact, a number"),
        ("margin in 3", '"3" cannot stand here', 11, "expected a set"),
        ("margin in {1, hearts}", "`margin` is a number, `hearts` is a suit", 15, "holds numbers"),
        ("margin in {cards}", "`cards` is asked", 12, ""),
        ("margin in {9..1}", "the range `9..1` runs backwards", 12, "lower end first"),
        ("margin in {1..}", '"}" cannot stand here', 15, ""),
        ("margin in face", "`face` is no set", 11, 'did you mean "faces"?'),
        ("margin in faces", "`margin` is a number, `faces` is a rank", 11, ""),
        ("tie in {true}", "`tie` is a truth, and no set holds truths", 1, ""),
        ("player.third.suit in {spades..clubs}", "suits have no order", 23, ""),
        ("{1, 2} == margin", "a set can only follow in", 1, ""),
        ("margin = 4", '"=" cannot stand here', 8, "write =="),
        ("tie && cards == 4", '"&&" cannot stand here', 5, "write and"),
        ("!tie", '"!" cannot stand here', 1, "write not"),
        ("margin ≥ 4", '"≥" cannot stand here', 8, "write >="),
        ("margin * 2 == 4", '"*" cannot stand here', 8, "add and subtract"),
        ("count(all, suit == ♦) == 1", '"♦" cannot stand here', 20, "write diamonds"),
        ("margin > 9.5", "9.5 is not a whole number", 10, "write > 9 for > 9.5"),
        ("margin == 1234567890", "the number is too large", 11, ""),
        ("tie and", "the condition stops too early", 8, ""),
        ("tie) and", '")" cannot stand here', 4, "expected and, or"),
        ("(tie", "the bracket is never closed", 1, ""),
        ("margin in {1, 2", "the bracket is never closed", 11, ""),
        ("(tie, tie)", '"," cannot stand here', 5, ""),
        ("player.total 3", '"3" cannot stand here', 14, ""),
        ("margin == not tie", '"not" cannot stand here', 11, ""),
        ("player. == 3", '"." cannot stand here', 7, ""),
        ("margin == 3\x1b[31m", '"\\x1b" cannot stand here', 12, ""),
        ("and", '"and" cannot stand here', 1, ""),
    ],
)
def test_an_error_points_at_the_column(text: str, what: str, column: int | None, mend: str) -> None:
    with pytest.raises(ConditionError) as refused:
        Condition.parse(text, card_facts())
    error = refused.value
    assert what in error.what
    assert mend in error.mend
    assert error.where.split(" ", 2)[:2] == (["column", str(column)] if column else [""])
    assert len(error.lines()) <= 3
    assert "\x1b" not in str(error)


def test_an_error_names_the_line_of_a_long_condition() -> None:
    with pytest.raises(ConditionError) as refused:
        Condition.parse("banker.wins\nand (margin == 3\n  or mragin == 4)")
    assert refused.value.where == "line 3, column 6 of: …er.wins and (margin == 3 or »mragin« == 4)"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        pytest.param(
            "(" * 10_000 + "tie" + ")" * 10_000, "the condition has 20,003 characters", id="10,000 brackets"
        ),
        pytest.param("(" * 4_000 + "tie" + ")" * 4_000, "nested more than 30 deep", id="4,000 brackets"),
        pytest.param("count(all, " * 900, "nested more than 30 deep", id="900 calls"),
        pytest.param("tie or " * 150_000 + "tie", "the condition has 1,050,003 characters", id="1 MB"),
        pytest.param("\0" * 2**20, "characters", id="1 MB of nothing"),
        pytest.param("9" * 9_000 + " == margin", "the number is too large", id="9,000 digits"),
        pytest.param("x" * 9_000, "no fact is called", id="9,000 letters"),
        pytest.param("a." * 4_000 + "a", "no fact is called", id="4,000 dots"),
    ],
)
def test_no_text_is_too_long_or_too_deep_for_a_clear_error(text: str, what: str) -> None:
    started = time.monotonic()
    with pytest.raises(ConditionError, match=what) as refused:
        Condition.parse(text)
    assert time.monotonic() - started < 1
    assert all(len(line) < 200 for line in refused.value.lines())


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        pytest.param("(" * MOST_NESTING + "tie" + ")" * MOST_NESTING, True, id="brackets"),
        pytest.param("not " * 2_499 + "tie", False, id="not"),
        pytest.param("not " * 2_498 + "tie", True, id="not not"),
        pytest.param("margin == " + "-" * 4_001 + "1", False, id="minus"),
        pytest.param("tie and " * 1_200 + "tie", True, id="and"),
        pytest.param("margin" + " + 1 - 1" * 1_200 + " == 1", True, id="sum"),
        pytest.param("margin" + " <= margin" * 900, True, id="chain"),
        pytest.param(f"margin in {{{', '.join(map(str, range(1_800)))}}}", True, id="set"),
        pytest.param("tie" + " " * (LONGEST_CONDITION - 3), True, id="blanks"),
    ],
)
def test_what_the_limits_allow_is_read_and_answered(text: str, answer: bool) -> None:
    assert len(text) <= LONGEST_CONDITION
    assert Condition.parse(text).holds({"tie": True, "margin": 1}) is answer


def test_a_condition_is_a_text() -> None:
    for value in (None, 3, True, ["tie"]):
        with pytest.raises(ConditionError, match="a condition is a text"):
            Condition.parse(value)  # type: ignore[arg-type]
    assert issubclass(ConditionError, WagerError)


SIGNS = "( ) { } , .. < <= == != > + - 7 x"
NAMES = "rank suit value colour all first_four faces and or not in true"
WORDS = [*FACTS, *FUNCTIONS, *RANKS, *SUIT_NAMES, *COLOURS, *NAMES.split(), *SIGNS.split()]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=60))
def test_any_text_is_a_condition_or_an_error_that_points_into_it(text: str) -> None:
    error = refusal(text)
    if error is None:
        return
    assert len(error.lines()) <= 3
    place = error.where.split(" of: ")[0]
    line, column = place.split(", ") if "line" in place else ("line 1", place or "column 1")
    rows = text.split("\n")
    assert 1 <= int(line.removeprefix("line ")) <= len(rows)
    assert 1 <= int(column.removeprefix("column ")) <= max(map(len, rows)) + 1


def refusal(text: str) -> ConditionError | None:
    try:
        Condition.parse(text)
    except ConditionError as error:
        return error
    return None


def test_damaged_conditions_never_crash() -> None:
    source = (
        "not tie and 4 <= margin - 1 <= 9 or count(first_four, rank in {A, 2..7, K} and colour != red) == 2"
    )
    dice = random.Random(1)
    refused = []
    for _ in range(3_000):
        text = list(source)
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(text))
            text[place : place + dice.randint(0, 3)] = dice.choice(
                ["", "(", ")", "{", " ", "9", ",", "..", "not "]
            )
        refused.append(refusal("".join(text)))
    assert any(refused)
    assert not all(refused)


def test_a_card_that_was_not_dealt_equals_nothing() -> None:
    missing = {
        f"{hand}__third__{kind}": NOT_DEALT
        for hand in ("player", "banker")
        for kind in ("value", "rank", "suit")
    }
    for text in (
        "player.third.value == 0",
        "player.third.value < 5",
        "player.third.value >= 0",
        "0 <= player.third.value <= 9",
        "player.third.value == banker.third.value",
        "player.third.rank == banker.third.rank",
        "player.third.suit == banker.third.suit",
        "player.third.rank in {A..K}",
        "player.third.value in {0..9}",
        "player.third.value <= banker.third.value",
    ):
        assert not holds(text, **missing), text
        assert holds(f"not ({text})", **missing), text
    assert holds("player.third.rank != K", **missing)
    assert holds("player.third.rank != banker.third.rank", **missing)
    assert holds("player.third.rank not in faces", **missing)
    assert not holds("player.third.value == margin - 1", margin=0, **missing)


def test_cards_that_were_dealt_are_compared() -> None:
    assert holds("player.third.rank == banker.third.rank", player__third__rank=3, banker__third__rank=3)
    assert not holds("player.third.rank == banker.third.rank", player__third__rank=3, banker__third__rank=4)
    assert holds(
        "player.third.value < banker.third.value <= 5", player__third__value=0, banker__third__value=5
    )
    assert holds("player.third.value == margin", player__third__value=4, margin=4)
    assert holds("player.third.colour == red", player__third__colour=1)
    assert not holds("player.third.value < margin", player__third__value=4, margin=4)


@pytest.mark.parametrize("index", range(len(RANKS)), ids=RANKS)
def test_ranks_are_written_as_on_the_card(index: int) -> None:
    rank = RANKS[index]
    for other in range(len(RANKS)):
        answer = {"player__third__rank": other}
        assert holds(f"player.third.rank == {rank}", **answer) is (other == index)
        assert holds(f"{rank} == player.third.rank", **answer) is (other == index)
        assert holds(f"player.third.rank in {{A..{rank}}}", **answer) is (other <= index)
        assert holds("player.third.rank in faces", **answer) is (RANKS[other] in "JQK")


@pytest.mark.parametrize("index", range(len(SUIT_NAMES)), ids=SUIT_NAMES)
def test_suits_are_written_in_words(index: int) -> None:
    for other in range(len(SUIT_NAMES)):
        assert holds(f"player.third.suit == {SUIT_NAMES[index]}", player__third__suit=other) is (
            other == index
        )


def test_a_typical_condition_is_read_fast() -> None:
    text = "banker.wins and banker.total == 7 and banker.cards == 3 and 4 <= margin <= 9"
    times = []
    for _ in range(50):
        started = time.perf_counter()
        Condition.parse(text)
        times.append(time.perf_counter() - started)
    assert min(times) < 0.0005

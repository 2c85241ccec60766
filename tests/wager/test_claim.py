import random

from hypothesis import given
from hypothesis import strategies as st

from analyzer.game.coup import Coup
from analyzer.game.facts import Fact
from analyzer.game.rulebook import Rulebook
from analyzer.wager.claim import Asked, Joined, Negated, facts_of, rest_of
from analyzer.wager.condition import Condition
from tests.brute_force.conditions import Said, conditions

RULEBOOK = Rulebook("any", "DDDDDDSS", ("D" * 11,) * 8)
hands = st.lists(st.integers(0, 51) | st.sampled_from([32, 33, 34, 4, 8]), min_size=2, max_size=3).map(tuple)
coups = st.builds(Coup, hands, hands, st.just(RULEBOOK))


def facts_asked(condition: Condition) -> list[Fact]:
    return [fact for whole in condition.facts for fact in (*whole.implies, whole)]


@given(conditions(), coups, st.randoms(use_true_random=False))
def test_answers_settle_a_claim_in_any_order(said: Said, coup: Coup, dice: random.Random) -> None:
    condition = Condition.parse(said.text)
    answers = {fact.name: fact.ask(coup) for fact in facts_asked(condition)}
    order = list(answers)
    dice.shuffle(order)
    claim = condition.claim
    for name in order:
        claim = rest_of(claim, {name: answers[name]})
    assert claim is condition.holds({fact.name: answers[fact.name] for fact in condition.facts})


@given(conditions(), coups)
def test_all_answers_at_once_do_too(said: Said, coup: Coup) -> None:
    condition = Condition.parse(said.text)
    answers = {fact.name: fact.ask(coup) for fact in facts_asked(condition)}
    assert rest_of(condition.claim, answers) is condition.holds(answers)


@given(conditions())
def test_a_claim_asks_what_its_condition_does(said: Said) -> None:
    condition = Condition.parse(said.text)
    assert set(facts_of(condition.claim)) <= {fact.name for fact in facts_asked(condition)}


def rest(text: str, **answers: int) -> object:
    return rest_of(Condition.parse(text).claim, answers)


def test_what_cannot_matter_any_more_is_dropped() -> None:
    assert rest("tie and margin == 3", tie=False) is False
    assert rest("tie or margin == 3", tie=True) is True
    assert facts_of(rest("tie and (margin == 3 or cards == 4)", tie=True, margin=2)) == ("cards",)  # type: ignore[arg-type]
    assert facts_of(rest("(tie and cards == 4) or margin == 1", tie=False)) == ("margin",)  # type: ignore[arg-type]


def test_a_comparison_keeps_what_it_knows_already() -> None:
    left = rest("margin + cards > 5", margin=2)
    assert isinstance(left, Asked)
    assert (left.facts, left.known) == (("cards",), (("margin", 2),))
    assert left.rest({"cards": 4}) is True


def test_equal_rests_of_one_claim_are_equal() -> None:
    claim = Condition.parse("margin >= 4 and tie").claim
    assert rest_of(claim, {"margin": 5}) == rest_of(claim, {"margin": 9})
    assert hash(rest_of(claim, {"margin": 5})) == hash(rest_of(claim, {"margin": 9}))


def test_a_claim_is_built_like_its_condition() -> None:
    claim = Condition.parse("not (tie or cards == 4)").claim
    assert isinstance(claim, Negated)
    assert isinstance(claim.claim, Joined)
    assert claim.claim.word == "or"


def test_a_chain_is_a_claim_for_each_comparison() -> None:
    claim = Condition.parse("cards <= margin <= player.total").claim
    assert isinstance(claim, Joined)
    assert rest_of(claim, {"cards": 6, "margin": 5}) is False


def test_constants_are_settled_at_once() -> None:
    assert Condition.parse("true").claim is True
    assert Condition.parse("tie and 1 > 2").claim is False

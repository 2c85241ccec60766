"""Best replies: no policy does better, ties are ties, and break-points are where they should be."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.play.best_reply import Worth, best_reply, break_points
from analyzer.play.decision_table import DecisionTable, decision_table
from analyzer.play.policy import Policy, names, situations
from analyzer.play.policy_text import parse_policy
from tests.play.test_policy import policies

TOTALS = load_rulebook("chemin-de-fer/totals")
SOLVED = parse_policy("like standard; player 5: 9/11; banker 6 none: 859/2288", TOTALS)
INFINITE = decision_table(TOTALS, Shoe.infinite())
ON_5 = next(iter(SOLVED.player))
TINY = Shoe.from_text("A 2 4 5 6 9 K")


def value_of(table: DecisionTable, policy: Policy, worth: Worth) -> Fraction:
    """Net win expected of a coup that both sides play as a policy says."""
    value = worth.times(table.decided)
    for (player, player_action, banker, banker_action), ways in table.ways.items():
        both = policy.chance(table.player[player], player_action) * policy.chance(
            table.banker[banker], banker_action
        )
        value += both * worth.times(ways)
    return value / table.total_ways


def with_best(policy: Policy, table: DecisionTable, side: str, worth: Worth, place: int = 0) -> Policy:
    """The policy with a side's best replies; `place` says which action is taken where both are best."""
    for choice in best_reply(table, side, policy, worth).choices:
        action = choice.best[place % len(choice.best)]
        policy = policy.playing(choice.situation, Fraction(action == "D"))
    return policy


WORTHS = st.sampled_from(
    [
        ("player", Worth.of_side("player")),
        ("banker", Worth.of_side("banker", Fraction(1, 20))),
        ("player", Worth(Fraction(-1), Fraction(-1), Fraction(8))),
        ("banker", Worth(Fraction(2), Fraction(-1, 3), Fraction(0))),
    ]
)


@given(policies("DSC"), WORTHS, st.integers(0, 1))
@settings(max_examples=6)
def test_the_value_is_that_of_the_best_play_and_no_change_of_it_gains(
    policy: Policy, case: tuple[str, Worth], place: int
) -> None:
    side, worth = case
    table = decision_table(policy.rulebook, TINY)
    reply = best_reply(table, side, policy, worth)
    best = with_best(policy, table, side, worth, place)
    assert value_of(table, best, worth) == reply.value
    for choice in reply.choices[:: 1 + len(reply.choices) // 5]:
        now = best.draws(choice.situation)
        turned = value_of(table, best.playing(choice.situation, 1 - now), worth)
        assert turned == reply.value - abs(choice.gain)
    assert value_of(table, policy, worth) <= reply.value


def test_no_pure_policy_of_player_beats_the_best_reply() -> None:
    """Every pure policy of a side that sees its cards, by brute force."""
    rulebook = replace(load_rulebook("standard"), player="DDDDDCSS", player_sees="cards")
    table = decision_table(rulebook, Shoe.from_decks(6))
    policy = parse_policy("like standard", rulebook)
    mine = [one for one in situations(rulebook) if one in policy.player]
    values = []
    for actions in product((Fraction(0), Fraction(1)), repeat=len(mine)):
        played = policy
        for one, chance in zip(mine, actions, strict=True):
            played = played.playing(one, chance)
        values.append(value_of(table, played, Worth.of_side("player")))
    assert len(values) == 32
    assert max(values) == best_reply(table, "player", policy).value


def test_the_published_solution_of_chemin_de_fer_is_a_pair_of_best_replies() -> None:
    """Kemeny and Snell 1957: where a side mixes, the other's play makes both actions equally good."""
    player, banker = (best_reply(INFINITE, side, SOLVED) for side in ("player", "banker"))
    assert player.value == -banker.value == Fraction(-679568, 53094899)
    assert names(choice.situation for choice in player.ties) == ["Player 5"]
    assert names(choice.situation for choice in banker.ties) == ["Banker 6, Player stood"]
    assert value_of(INFINITE, SOLVED, Worth.of_side("player")) == player.value


def test_the_break_points_of_players_5_with_replacement() -> None:
    """Between 71/176 and 9/11 the modern tableau is Banker's only best reply (Ethier and Gámez 2013)."""
    found = break_points(INFINITE, ON_5, SOLVED)
    assert {point: names(changed) for point, changed in found.points.items()} == {
        Fraction(1, 16): ["Banker 5, third card 4"],
        Fraction(71, 176): ["Banker 3, third card 9"],
        Fraction(9, 11): ["Banker 6, Player stood"],
        Fraction(107, 112): ["Banker 4, third card 1"],
    }
    standard = parse_policy("standard", TOTALS)
    is_best = [
        all(actions == (("D",) if standard.draws(one) else ("S",)) for one, actions in part.best.items())
        for part in found.intervals
    ]
    assert [(part.low, part.high) for part, best in zip(found.intervals, is_best, strict=True) if best] == [
        (Fraction(71, 176), Fraction(9, 11))
    ]


@pytest.mark.parametrize("shoe", [Shoe.infinite(), Shoe.from_decks(6)], ids=Shoe.describe)
def test_the_reply_of_an_interval_is_the_best_reply_inside_it_and_tied_at_its_ends(shoe: Shoe) -> None:
    table = decision_table(TOTALS, shoe)
    found = break_points(table, ON_5, SOLVED)
    assert [part.high for part in found.intervals[:-1]] == [part.low for part in found.intervals[1:]]
    for part in found.intervals:
        inside = (2 * part.low + part.high) / 3
        reply = best_reply(table, "banker", SOLVED.playing(ON_5, inside))
        assert {choice.situation: choice.best for choice in reply.choices} == dict(part.best)
    for point, changed in found.points.items():
        reply = best_reply(table, "banker", SOLVED.playing(ON_5, point))
        assert {choice.situation for choice in reply.ties} == set(changed)


def test_bankers_mixing_changes_players_best_reply_at_the_published_probability() -> None:
    mixing = next(one for one, chance in SOLVED.banker.items() if chance == Fraction(859, 2288))
    found = break_points(INFINITE, mixing, SOLVED)
    assert list(found.points) == [Fraction(859, 2288)]
    assert [tuple(part.best.values()) for part in found.intervals] == [(("D",),), (("S",),)]


def test_a_reply_that_is_tied_only_when_player_never_stands_changes_there() -> None:
    """Player stands on nothing but some of his fives, so at the end Banker's choice never comes up."""
    tableau = load_rulebook("standard").tableau
    rulebook = replace(
        TOTALS, player="DDDDDCDD", tableau=(*tableau[:6], "C" + tableau[6][1:], tableau[7]), slug=""
    )
    policy = parse_policy("player 5: 1/2; banker 6 none: D", rulebook)
    found = break_points(decision_table(rulebook, Shoe.infinite()), ON_5, policy)
    assert {point: names(changed) for point, changed in found.points.items()} == {
        Fraction(1): ["Banker 6, Player stood"]
    }
    assert [(part.low, part.high, *part.best.values()) for part in found.intervals] == [(0, 1, ("S",))]

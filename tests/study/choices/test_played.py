"""Laws under a policy: weighed rulebooks give what dealing every order gives."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import UsageError
from analyzer.game.rulebook import OUTCOMES
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.play.best_reply import Worth
from analyzer.play.decision_table import BankerSituation, PlayerSituation, decision_table
from analyzer.play.policy import Policy, situations
from analyzer.play.policy_text import parse_policy
from analyzer.study.analysis import Analysis, analyze
from tests.play.dealing import hands_dealt, outcomes_dealt
from tests.play.test_best_reply import value_of
from tests.play.test_policy import policies

ACTIONS = ("D", "S")
TINY = (
    Shoe.from_text("A 2 2 5 6 7 K"),
    Shoe.from_text("3 3 9 9 4 4 J"),
    Shoe.from_counts([2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], with_replacement=True),
)
"""Known by rank at least, since rulebooks may value ranks as they like."""

TOTALS = load_rulebook("chemin-de-fer/totals")
SOLVED = "like standard; player 5: 9/11; banker 6 none: 859/2288"


def dealt_by_hand(shoe: Shoe, policy: Policy) -> dict[str, Fraction]:
    rulebook = policy.rulebook

    def seen(hand: str, one: int, other: int) -> tuple[int, int] | None:
        return (min(one, other), max(one, other)) if rulebook.sees(hand) == "cards" else None

    def player(one: int, other: int) -> Fraction:
        return policy.player[PlayerSituation((one + other) % 10, seen("player", one, other), ACTIONS)]

    def banker(one: int, other: int, third: int | None) -> Fraction:
        cards = seen("banker", one, other)
        return policy.banker[BankerSituation((one + other) % 10, cards, third, ACTIONS)]

    return outcomes_dealt(shoe, rulebook, player, banker)


def chances(analysis: Analysis) -> dict[str, Fraction]:
    return {outcome: Fraction(analysis.probability(outcome)) for outcome in OUTCOMES}


@given(policy=policies(), shoe=st.sampled_from(TINY))
@settings(max_examples=6)
def test_weighing_rulebooks_is_dealing_every_order(policy: Policy, shoe: Shoe) -> None:
    analysis = analyze(shoe, policy.rulebook, policy=policy)
    assert chances(analysis) == dealt_by_hand(shoe, policy)
    assert sum(analysis.outcomes.values()) == analysis.total_ways == analysis.scale * shoe.total_ways


def test_both_roads_and_the_table_of_decisions_agree() -> None:
    rulebook, shoe = replace(load_rulebook("baccarat-gold"), player_sees="cards"), Shoe.from_decks(6)
    policy = parse_policy("like standard; player 2+3: 1/3; player 6+9: 2/7", rulebook)
    wagers = load_wagers("main/player,side/dragon-7")
    found = [
        analyze(shoe, policy.rulebook, wagers, method, policy=policy) for method in ("enumeration", "forms")
    ]
    assert found[0].outcomes == found[1].outcomes
    assert found[0].joint == found[1].joint
    assert [law.house_edge for law in found[0].laws.values()] == [
        law.house_edge for law in found[1].laws.values()
    ]
    table = decision_table(policy.rulebook, shoe)
    assert value_of(table, policy, Worth.of_side("player")) == -found[0].law("main/player").house_edge


@pytest.mark.parametrize(
    ("choosing", "like"),
    [
        ("chemin-de-fer/totals", "standard"),
        ("chemin-de-fer/totals", "deviations/player-stands-on-5"),
        ("chemin-de-fer/both-cards", "deviations/3-8-draws"),
    ],
)
def test_a_pure_policy_is_the_rulebook_that_plays_so(choosing: str, like: str) -> None:
    rulebook, plain = load_rulebook(choosing), load_rulebook(like)
    wagers = load_wagers("main,pairs/player-pair,side/cards")
    shoe = Shoe.from_decks(8)
    played = analyze(shoe, rulebook, wagers, policy=parse_policy(like, rulebook))
    pure = analyze(shoe, plain, wagers)
    assert (played.scale, played.outcomes, played.joint) == (1, pure.outcomes, pure.joint)
    assert played.laws == pure.laws


@pytest.mark.parametrize("slug", ["side/all-black", "pairs/perfect-pairs-25-200", "side/dragon-bonus-player"])
def test_a_mixture_of_two_plays_is_worth_their_mean(slug: str) -> None:
    """With one choice, a law is linear in its probability, whatever the wager looks at."""
    gold, shoe, wagers = load_rulebook("baccarat-gold"), Shoe.from_decks(6), [load_wager(slug)]
    draws, stands, mixed = (
        analyze(shoe, gold, wagers, policy=parse_policy(f"player 5: {play}", gold)).law(slug)
        for play in ("D", "S", "2/7")
    )
    assert draws.house_edge != stands.house_edge or slug.startswith("pairs")
    assert mixed.house_edge == Fraction(2, 7) * draws.house_edge + Fraction(5, 7) * stands.house_edge


def test_baccarat_gold_played_either_way_is_the_rulebook_of_that_way() -> None:
    gold = load_rulebook("baccarat-gold")
    for play, slug in (("D", "baccarat-gold-draws-on-5"), ("S", "baccarat-gold-stands-on-5")):
        played = analyze(Shoe.from_decks(8), gold, policy=parse_policy(f"player 5: {play}", gold))
        assert played.outcomes == analyze(Shoe.from_decks(8), load_rulebook(slug)).outcomes


def test_the_published_value_of_chemin_de_fer_follows_from_the_published_play() -> None:
    """Kemeny and Snell 1957: Player's expected net win with replacement, both sides seeing totals."""
    analysis = analyze(
        Shoe.infinite(), TOTALS, load_wagers("main/player"), policy=parse_policy(SOLVED, TOTALS)
    )
    assert analysis.law("main/player").house_edge == Fraction(679568, 53094899)


def test_hands_dealt_by_hand_are_hands_of_the_analysis() -> None:
    """Final totals and numbers of cards too, not only who wins."""
    policy = parse_policy(SOLVED, TOTALS)
    shoe = TINY[0]

    def player(one: int, other: int) -> Fraction:
        return Fraction(9, 11)

    def banker(one: int, other: int, third: int | None) -> Fraction:
        return policy.banker[BankerSituation((one + other) % 10, None, third, ACTIONS)]

    expected: dict[tuple[int, ...], Fraction] = {}
    for (one, other), chance in hands_dealt(shoe, TOTALS, player, banker).items():
        row = (sum(one) % 10, sum(other) % 10, len(one), len(other))
        expected[row] = expected.get(row, Fraction(0)) + chance
    analysis = analyze(shoe, TOTALS, policy=policy)
    found = {
        (row.player_total, row.banker_total, row.player_cards, row.banker_cards): Fraction(
            row.ways, analysis.total_ways
        )
        for row in analysis.joint
    }
    assert found == {row: chance for row, chance in expected.items() if chance}


def test_the_graph_does_not_know_what_choosers_see() -> None:
    with pytest.raises(UsageError, match="enumeration or by forms"):
        analyze(Shoe.from_decks(8), TOTALS, method="graph", policy=parse_policy("standard", TOTALS))


def test_fixed_first_cards_and_pairs_seen_go_together() -> None:
    rulebook = replace(load_rulebook("chemin-de-fer/both-cards"), player_first_card=6)
    assert len([one for one in situations(rulebook) if isinstance(one, PlayerSituation)]) == 1
    policy = Policy.of(rulebook, dict.fromkeys(situations(rulebook), Fraction(1, 3)))
    assert chances(analyze(TINY[0], rulebook, policy=policy)) == dealt_by_hand(TINY[0], policy)


@pytest.mark.parametrize("slug", ["wrong/keyed-on-new-total", "wrong/banker-looks-at-own-card"])
def test_a_tableau_that_looks_at_something_else_may_leave_a_choice_when_player_stood(slug: str) -> None:
    plain = load_rulebook(slug)
    tableau = tuple("C" + row[1:] for row in plain.tableau)
    rulebook = replace(plain, tableau=tableau, banker_sees="cards", slug="")
    policy = Policy.of(rulebook, dict.fromkeys(situations(rulebook), Fraction(2, 5)))
    for shoe in TINY[:2]:
        assert chances(analyze(shoe, rulebook, policy=policy)) == dealt_by_hand(shoe, policy)


def test_python_takes_a_play_by_its_text() -> None:
    from analyzer.report.notebook import analyze as analyze_by_name

    found = analyze_by_name(decks="infinite", rules="chemin-de-fer/totals", wagers="main/player", play=SOLVED)
    assert found.law("main/player").house_edge == Fraction(679568, 53094899)
    assert "played" in str(found).splitlines()[0]

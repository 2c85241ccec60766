from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.graph import ANSWERS, END, DecisionGraph
from analyzer.deal.graph_paths import DealPath
from analyzer.deal.graph_view import view_of
from analyzer.errors import AnalyzerError, RulebookError, ShoeError, UsageError, WagerError
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.wager.condition import Condition
from tests.brute_force.all_orders import finished_coups, ways_of
from tests.brute_force.shoes import tiny_shoes
from tests.strategies import games, rulebooks, wrong_rulebooks

# Unfolding a rulebook takes a quarter of a second, so these tests try fewer examples than others.
few = settings(max_examples=max(6, settings.default.max_examples // 8))
all_facts = [FACTS[name] for name in ANSWERS]
six_of_each = Shoe.from_counts([6] * 10)


@pytest.fixture(scope="module")
def standard() -> DecisionGraph:
    return DecisionGraph(load_rulebook("standard"))


def changed(**switches: object) -> DecisionGraph:
    """The graph of the standard rules with some switches set otherwise."""
    return DecisionGraph(replace(load_rulebook("standard"), **switches))


def path_of(graph: DecisionGraph, cards: str) -> DealPath:
    """The path that deals these point values, found by listing a shoe of little else."""
    shoe = Shoe.from_counts(
        cards.count(str(value)) + (6 if str(value) == cards[0] else 0) for value in range(10)
    )
    return next(path for path in graph.weigh(shoe).paths() if dealt_by(path) == cards)


def dealt_by(path: DealPath) -> str:
    return "".join(str(value) for _, value in path.cards)


@pytest.mark.parametrize(
    ("shoe", "banker", "player", "tie"),
    [
        (Shoe.from_decks(8), 2292252566437888, 2230518282592256, 475627426473216),
        (Shoe.infinite(), 2212744, 2153464, 460601),
    ],
    ids=["8 decks", "infinite decks"],
)
def test_the_standard_rules_give_the_published_counts(
    standard: DecisionGraph, shoe: Shoe, banker: int, player: int, tie: int
) -> None:
    weighed = standard.weigh(shoe)
    assert weighed.outcomes() == {"player": player, "banker": banker, "tie": tie}
    assert weighed.total_ways == banker + player + tie


@pytest.mark.slow
def test_deal_paths_are_counted_as_if_dealt_one_by_one(standard: DecisionGraph) -> None:
    coups = [coup for coup, _ in finished_coups(six_of_each, standard.rulebook)]
    assert standard.count_paths() == len(coups)
    assert standard.count_paths({"tie": True}) == sum(coup.outcome == 0 for coup in coups)


@pytest.mark.slow
def test_counts_beyond_64_bits_are_exact(standard: DecisionGraph) -> None:
    shoe = Shoe.from_decks(1000)
    expected = ways_of(
        Shoe.from_counts(shoe.value_counts()), standard.rulebook, [FACTS["player.wins"], FACTS["tie"]]
    )
    counted = standard.weigh(shoe).fact_ways(["player.wins", "tie"])
    assert counted.ways == expected
    assert min(expected.values()) > 2**64


def cards_of(path: DealPath) -> frozenset[tuple[str, int]]:
    """What lies where at the end, whatever the order of the deal."""
    return frozenset(path.cards)


def values_dealt(coup: object) -> frozenset[tuple[str, int]]:
    positions = {0: "P1", 1: "B1", 2: "P2", 3: "B2", 4: "P3", 5: "B3"}
    return frozenset((name, coup.value(place)) for place, name in positions.items() if coup.is_dealt(place))


@few
@given(games(tiny_shoes))
def test_every_order_of_a_tiny_shoe_agrees(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    weighed = DecisionGraph(rulebook).weigh(shoe)
    counted = weighed.fact_ways(all_facts)
    expected = ways_of(shoe, rulebook, all_facts)
    assert sum(counted.ways.values()) == counted.total_ways == shoe.total_ways
    # With replacement both are proportions, ours in lowest terms of the ranks.
    scale = sum(expected.values()) // counted.total_ways
    assert scale == 1 or shoe.with_replacement
    assert {answers: ways * scale for answers, ways in counted.ways.items()} == expected

    dealt: Counter[frozenset[tuple[str, int]]] = Counter()
    for coup, ways in finished_coups(shoe, rulebook):
        dealt[values_dealt(coup)] += ways
    listed = {cards_of(path): (path.ways or 0) * scale for path in weighed.paths()}
    assert listed == dealt
    assert weighed.count_paths() == len(dealt)


@few
@given(games())
def test_graph_and_enumeration_agree(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    counted = DecisionGraph(rulebook).weigh(shoe).fact_ways(all_facts)
    enumerated = fact_ways(shoe, rulebook, all_facts)
    assert (counted.ways, counted.total_ways) == (enumerated.ways, enumerated.total_ways)


@few
@given(games(), st.sampled_from(["full", "totals"]))
def test_no_ways_are_lost_or_gained_at_any_node(game: tuple[Shoe, Rulebook], view_name: str) -> None:
    shoe, rulebook = game
    view = view_of(DecisionGraph(rulebook).weigh(shoe), view_name)
    ways = [node.ways or 0 for node in view.nodes]
    arriving, leaving = [shoe.total_ways] + [0] * (len(ways) - 1), [0] * len(ways)
    for edge in view.edges:
        assert edge.source < edge.target
        assert edge.ways * edge.probability.denominator == ways[edge.source] * edge.probability.numerator
        arriving[edge.target] += edge.ways
        leaving[edge.source] += edge.ways
    assert arriving == ways
    for place, node in enumerate(view.nodes):
        if node.fields["stage"] == END:
            leaving[place] += ways[place]
        assert node.probability == Fraction(ways[place], shoe.total_ways)
    assert leaving == ways


@pytest.mark.slow
@few
@given(rulebooks() | wrong_rulebooks())
def test_no_two_nodes_have_the_same_future(rulebook: Rulebook) -> None:
    graph = DecisionGraph(rulebook)
    futures = [
        (node.dealt, tuple(graph.targets(number)))
        for number, node in enumerate(graph.nodes)
        if node.stage != END
    ]
    assert len(set(futures)) == len(futures)
    ends = [tuple(answer(end) for answer in ANSWERS.values()) for _, end in graph.ends]
    assert len(set(ends)) == len(ends)


@pytest.mark.slow
@few
@given(rulebooks() | wrong_rulebooks())
def test_a_node_deals_every_point_value_once(rulebook: Rulebook) -> None:
    graph = DecisionGraph(rulebook)
    values = sorted(set(rulebook.card_values))
    assert networkx.is_directed_acyclic_graph(graph.network)
    assert list(graph.network) == list(range(len(graph.nodes)))
    for number, node in enumerate(graph.nodes):
        assert [value for value, _ in graph.targets(number)] == ([] if node.stage == END else values)


def test_the_network_knows_what_its_nodes_know(standard: DecisionGraph) -> None:
    assert all(standard.network.nodes[number] == node._asdict() for number, node in enumerate(standard.nodes))


def test_a_natural_stops_both_hands(standard: DecisionGraph) -> None:
    assert standard.count_paths({"player.natural": True, "cards": 5}) == 0
    assert standard.count_paths({"banker.natural": True, "cards": 5}) == 0
    assert path_of(standard, "0189").decisions == ()


def test_naturals_can_stop_their_own_hand_only() -> None:
    graph = changed(player_natural="its hand stands", banker_natural="its hand stands")
    assert graph.count_paths({"player.natural": True, "player.cards": 2, "banker.cards": 3})
    assert graph.count_paths({"banker.natural": True, "player.cards": 3, "banker.cards": 2})
    assert graph.count_paths({"player.natural": True, "player.cards": 3}) == 0
    decisions = [str(decision) for decision in path_of(graph, "01825").decisions]
    assert decisions == ["Player stands on 8", "Banker draws on 3, Player stood"]


def test_the_natural_of_one_hand_can_end_the_coup_and_the_others_not() -> None:
    graph = changed(player_natural="its hand stands")
    assert graph.count_paths({"player.natural": True, "cards": 5})
    assert graph.count_paths({"banker.natural": True, "cards": 5}) == 0


def test_two_naturals_can_tie() -> None:
    graph = changed(two_naturals="tie")
    assert path_of(graph, "0098").end.outcome == "tie"
    both = {"player.natural": True, "banker.natural": True}
    assert graph.count_paths(both) == graph.count_paths(both | {"tie": True}) == 400


def test_equal_two_card_totals_can_end_the_coup() -> None:
    path = path_of(changed(equal_two_card_totals="tie"), "1221")
    assert (path.end.outcome, path.decisions) == ("tie", ())


def test_the_tableau_can_look_at_the_players_new_total() -> None:
    path = path_of(changed(tableau_key="player new total"), "00147")
    # A third card 7 would let Banker draw on 4; a new total of 8 does not.
    assert str(path.decisions[1]) == "Banker stands on 4, Player's new total 8"


def test_the_tableau_can_look_at_the_bankers_own_second_card() -> None:
    graph = changed(tableau_key="banker second card")
    assert str(path_of(graph, "010305").decisions[1]) == "Banker draws on 4, Banker's second card 3"
    assert str(path_of(graph, "03010").decisions[1]) == "Banker stands on 4, Banker's second card 1"


def test_the_order_of_the_bankers_cards_is_kept_only_where_it_decides() -> None:
    graph = changed(tableau_key="banker second card")
    replies = {(node.banker, node.banker_draws) for node in graph.nodes if node.stage == "P3"}
    assert {(0, True), (3, True), (3, False), (4, True), (4, False), (7, False)} <= replies
    assert not {(0, False), (7, True)} & replies
    assert all(node.banker_draws is None for node in graph.nodes if node.stage != "P3")


def test_a_fixed_first_card_does_not_come_from_the_shoe() -> None:
    graph = changed(player_first_card=6)
    shoe = Shoe.from_decks(8)
    weighed = graph.weigh(shoe)
    assert graph.nodes[0].stage == "B1"
    assert next(graph.paths()).cards[:2] == (("P1", 7), ("B1", 0))
    assert max(sum(node.dealt) for node in graph.nodes) == 4
    assert sum(weighed.outcomes().values()) == shoe.total_ways
    assert weighed.ways[1] == 128 * shoe.total_ways // 416


def test_the_first_four_cards_are_dealt_in_the_order_of_the_rules() -> None:
    graph = changed(deal_order="PPBB")
    assert [position for position, _ in next(graph.paths()).cards] == ["P1", "P2", "B1", "B2", "P3", "B3"]
    assert graph.weigh(Shoe.infinite()).outcomes() == changed().weigh(Shoe.infinite()).outcomes()


def test_only_point_values_that_a_rank_has_are_dealt() -> None:
    graph = changed(card_values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 5, 5, 5, 5))
    assert [value for value, _ in graph.targets(0)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    with pytest.raises(ShoeError, match="known only by point value"):
        graph.weigh(six_of_each)


def test_undefined_cells_are_refused_by_name() -> None:
    rows = list(load_rulebook("standard").tableau)
    rows[3] = rows[3][:9] + "?" + rows[3][10:]
    with pytest.raises(RulebookError, match="Banker 3, third card 8"):
        changed(tableau=tuple(rows))


def test_cells_that_nobody_reaches_may_be_undefined() -> None:
    graph = changed(player="SSSSSSSS", tableau=("D??????????",) * 8)
    assert graph.count_paths({"player.cards": 3}) == 0
    assert graph.count_paths({"cards": 5})


@pytest.mark.parametrize("decks", [1, 8])
def test_a_node_that_no_shoe_can_reach_has_no_ways_and_no_chances(
    standard: DecisionGraph, decks: int
) -> None:
    weighed = standard.weigh(Shoe.from_decks(decks))
    five_fives = [number for number, node in enumerate(standard.nodes) if node.dealt[5:6] == (5,)]
    assert five_fives
    for number in five_fives:
        assert (weighed.ways[number] == 0) == (decks == 1)
        assert sum(edge.probability for edge in weighed.edges_from(number)) == (decks == 8)


def test_an_edge_has_the_chance_of_its_card(standard: DecisionGraph) -> None:
    weighed = standard.weigh(Shoe.from_decks(8))
    two_kings = next(number for number, node in enumerate(standard.nodes) if node.dealt[0] == 2)
    target = dict(standard.targets(two_kings))[0]
    assert weighed.probability(two_kings, target) == Fraction(126, 414)
    assert weighed.probability(two_kings, 0) == 0


def test_with_replacement_nothing_is_used_up(standard: DecisionGraph) -> None:
    weighed = standard.weigh(Shoe.infinite())
    assert {edge.probability for edge in weighed.edges()} == {Fraction(4, 13), Fraction(1, 13)}


def test_facts_are_answered_in_the_order_asked(standard: DecisionGraph) -> None:
    weighed = standard.weigh(Shoe.from_decks(8))
    one = weighed.fact_ways([FACTS["tie"], FACTS["cards"]]).ways
    other = weighed.fact_ways(["cards", "tie"]).ways
    assert one == {(tie, cards): ways for (cards, tie), ways in other.items()}
    assert weighed.fact_ways([]).ways == {(): weighed.total_ways}


@pytest.mark.parametrize(
    ("fact", "error", "words"),
    [
        ("player.pair", ShoeError, "point values, but player.pair looks at more: rank"),
        ("player.suited", ShoeError, "point values, but player.suited looks at more: suit"),
        (
            "banker.first.value",
            ShoeError,
            "forgets the single cards of a finished coup, but banker.first.value",
        ),
        ("banker.totl", WagerError, 'no fact banker.totl\n  did you mean "banker.total"'),
    ],
)
def test_a_fact_that_the_graph_cannot_answer_is_refused_by_name(
    standard: DecisionGraph, fact: str, error: type[AnalyzerError], words: str
) -> None:
    asked = [FACTS.get(fact, fact)]
    with pytest.raises(error, match=words):
        standard.weigh(Shoe.infinite()).fact_ways(asked)
    with pytest.raises(error, match=words):
        standard.count_paths({fact: 1})
    with pytest.raises(error, match=words):
        standard.count_paths(lambda answers: answers[fact] == 1)


def test_an_event_is_a_claim_or_the_answers_it_wants(standard: DecisionGraph) -> None:
    condition = Condition.parse("banker.total == 7 and banker.cards == 3 and banker.wins")
    count = standard.count_paths({"banker.total": 7, "banker.cards": 3, "banker.wins": True})
    assert count == standard.count_paths(condition.holds) > 0
    assert sum(1 for _ in standard.paths(condition.holds)) == count
    assert all(
        path.end.banker == 7 and path.end.outcome == "banker" for path in standard.paths(condition.holds)
    )


def test_an_event_that_never_happens_has_no_paths(standard: DecisionGraph) -> None:
    assert standard.count_paths({"player.cards": 4}) == 0
    assert list(standard.paths({"player.cards": 4})) == []


def test_paths_come_in_ascending_order_of_their_cards(standard: DecisionGraph) -> None:
    listed = [dealt_by(path) for path in islice(standard.paths({"tie": True}), 5_000)]
    assert listed == sorted(listed)


def test_the_first_path_comes_without_listing_the_others(
    standard: DecisionGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = {"player.two_card_total": 9, "banker.two_card_total": 9}
    paths = standard.paths(event)
    steps = []
    targets = DecisionGraph.targets
    monkeypatch.setattr(
        DecisionGraph, "targets", lambda graph, number: steps.append(number) or targets(graph, number)
    )
    assert dealt_by(next(paths)) == "0099"
    assert len(steps) == 4


def test_a_shoe_lists_only_the_paths_it_can_deal(standard: DecisionGraph) -> None:
    weighed = standard.weigh(Shoe.from_counts([4, 0, 0, 0, 0, 0, 0, 1, 0, 1]))
    listed = list(weighed.paths())
    assert weighed.count_paths() == len(listed)
    assert all(path.ways for path in listed)
    assert sum(path.ways or 0 for path in listed) == weighed.total_ways
    assert not any(dealt_by(path).count("7") > 1 for path in listed)


@pytest.mark.slow
@few
@given(games())
def test_the_totals_view_adds_up_the_ways_of_the_full_view(game: tuple[Shoe, Rulebook]) -> None:
    shoe, rulebook = game
    weighed = DecisionGraph(rulebook).weigh(shoe)
    expected: Counter[tuple[object, ...]] = Counter()
    for node, ways in zip(weighed.graph.nodes, weighed.ways, strict=True):
        cards = (None, None) if node.stage == END else (node.player_cards, node.banker_cards)
        reply = () if node.banker_draws is None else (node.banker_draws,)
        expected[node.stage, node.player, node.banker, *cards, *reply, node.outcome] += ways
    names = ("stage", "player", "banker", "player_cards", "banker_cards")
    view = view_of(weighed, "totals")
    found = {}
    for shown in view.nodes:
        fields = dict(shown.fields)
        known = [fields.pop(name, None) for name in names]
        outcome = fields.pop("outcome", "")
        found[*known, *fields.values(), outcome] = shown.ways
    assert found == +expected
    assert len(view.nodes) < 600


@pytest.mark.parametrize("name", ["full", "totals"])
def test_a_weighed_view_leaves_out_what_the_shoe_cannot_deal(standard: DecisionGraph, name: str) -> None:
    view = view_of(standard.weigh(Shoe.from_counts([6, 0, 0, 0, 0, 0, 0, 1, 0, 0])), name)
    assert all(node.ways for node in view.nodes)
    assert all(edge.ways and edge.value in (0, 7) for edge in view.edges)
    labels = {node.label for node in view.nodes if node.fields["stage"] != END}
    assert "Player 7, Banker 0: Banker's second card" in labels
    assert "Player 7, Banker 7: Banker's second card" not in labels


def test_without_a_shoe_a_view_has_no_weights(standard: DecisionGraph) -> None:
    view = view_of(standard, "totals")
    assert len(view.nodes) == 437
    assert all(node.ways is None and node.probability is None for node in view.nodes)
    assert all(edge.ways is None and edge.probability is None for edge in view.edges)


def test_there_is_no_third_view(standard: DecisionGraph) -> None:
    with pytest.raises(UsageError, match="the views are full and totals"):
        view_of(standard, "ful")

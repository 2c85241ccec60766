"""What marks are worth: against all orders of a tiny shoe, against enumeration, and by what must hold."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.deal.enumerate import fact_ways
from analyzer.errors import ShoeError, UsageError, WagerError
from analyzer.exact import percent_text
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.information.information import Information, study_best_labelling, study_information
from analyzer.study.information.marks import OPEN, Marking, Marks, marks_of
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

STANDARD = load_rulebook()
EIGHT_DECKS = Shoe.from_decks(8)
MAIN = load_wagers("main/player,main/banker")
WITH_TIE = load_wagers("main/player,main/banker,main/tie")
HIGH = marks_of("6789")


def study(marks: Mapping[int, Marks], wagers: list[Wager] = MAIN, shoe: Shoe = EIGHT_DECKS) -> Information:
    return study_information(shoe, STANDARD, wagers, Marking(marks))


def outcome_of(cards: tuple[int, ...]) -> str:
    """The outcome of six point values, the rules told once more and plainly."""
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if player < 8 and banker < 8:
        rest = list(cards[4:])
        third = rest.pop(0) if player <= 5 else None
        draws = {None: 5, 0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
        if third is not None:
            player = (player + third) % 10
        if banker <= draws[third]:
            banker = (banker + rest.pop(0)) % 10
    return "player" if player > banker else "banker" if banker > player else "tie"


@pytest.mark.parametrize("marks", [{1: HIGH, 4: HIGH}, {5: OPEN}, {2: marks_of("0 15"), 6: OPEN}])
def test_every_order_of_a_tiny_shoe_gives_the_same(marks: dict[int, Marks]) -> None:
    shoe = Shoe.from_counts([2, 1, 0, 0, 0, 1, 0, 1, 1, 1])
    pays = {
        "player": (Fraction(1), Fraction(-1), Fraction(-1)),
        "banker": (Fraction(-1), Fraction(19, 20), Fraction(-1)),
        "tie": (Fraction(0), Fraction(0), Fraction(8)),
    }
    cards = [value for value, count in enumerate(shoe.value_counts()) for _ in range(count)]
    gains: dict[tuple[tuple[int, ...], ...], list[Fraction]] = {}
    ways: dict[tuple[tuple[int, ...], ...], int] = {}
    for order in permutations(cards, 6):
        seen = tuple(
            next(group for group in groups if order[place - 1] in group) for place, groups in marks.items()
        )
        ways[seen] = ways.get(seen, 0) + 1
        gain = gains.setdefault(seen, [Fraction(0)] * 3)
        for number, pay in enumerate(pays[outcome_of(order)]):
            gain[number] += pay
    found = study(marks, WITH_TIE, shoe)
    assert {one.seen: one.ways for one in found.situations} == ways
    for one in found.situations:
        assert one.edges == tuple(gain / one.ways for gain in gains[one.seen])
        assert one.edge == max(Fraction(0), *one.edges)
    assert found.mean_edge == sum(max(Fraction(0), *gain) for gain in gains.values()) / shoe.total_ways
    assert found.mean_edge_always == sum(max(gain) for gain in gains.values()) / shoe.total_ways


@pytest.mark.parametrize(("card", "fact"), [(1, "player.first.value"), (4, "banker.second.value")])
def test_an_open_card_gives_what_enumeration_gives(card: int, fact: str) -> None:
    told = fact_ways(EIGHT_DECKS, STANDARD, [FACTS[fact], FACTS["player.wins"], FACTS["banker.wins"]]).ways
    for one in study({card: OPEN}).situations:
        ((value,),) = one.seen
        player, banker = told[value, True, False], told[value, False, True]
        assert one.ways == player + banker + told[value, False, False]
        assert one.edges == (
            Fraction(player - banker, one.ways),
            Fraction(banker * 19 - player * 20, 20 * one.ways),
        )


def test_the_mean_over_situations_is_the_whole() -> None:
    wagers = load_wagers("main/player,main/banker,main/tie,side/dragon-7,side/3-giving-8")
    laws = analyze(EIGHT_DECKS, STANDARD, wagers).laws
    found = study({1: HIGH, 2: marks_of("0 12"), 6: OPEN}, wagers)
    assert sum(one.ways for one in found.situations) == found.total_ways == EIGHT_DECKS.total_ways
    for number, wager in enumerate(wagers):
        mean = sum(one.ways * one.edges[number] for one in found.situations) / found.total_ways
        assert mean == found.backed[number].blind == -laws[wager.slug].house_edge
    backed = [item for item in found.backed if item.edge is not None]
    assert sum(item.edge * item.ways for item in backed) / found.total_ways == found.mean_edge
    assert found.bet_frequency * found.edge_per_bet == found.mean_edge


@settings(max_examples=5)
@given(
    st.lists(st.integers(0, 3), min_size=10, max_size=10).filter(lambda marks: len(set(marks)) > 1),
    st.integers(1, 6),
    st.integers(1, 6),
)
def test_to_see_more_never_costs(labels: list[int], card: int, other: int) -> None:
    groups = tuple(
        tuple(value for value in range(10) if labels[value] == label) for label in sorted(set(labels))
    )
    coarse = study({card: groups}, WITH_TIE).mean_edge
    assert 0 <= coarse <= study({card: OPEN}, WITH_TIE).mean_edge
    assert coarse <= study({card: groups, other: groups}, WITH_TIE).mean_edge
    if len(groups) > 2:
        joined = (groups[0] + groups[1], *groups[2:])
        assert study({card: joined}, WITH_TIE).mean_edge <= coarse


@pytest.mark.parametrize(
    ("card", "edge"),
    [(1, "6.76475%"), (2, "6.40566%"), (3, "6.76475%"), (4, "6.40566%"), (5, "8.97317%"), (6, "9.09759%")],
)
def test_one_known_card_with_eight_decks(card: int, edge: str) -> None:
    assert percent_text(study({card: OPEN}).mean_edge, 5) == edge


def test_two_marks_on_the_first_card_are_worth_as_much_as_its_value() -> None:
    assert study({1: HIGH}).mean_edge == study({1: OPEN}).mean_edge


def test_the_best_labelling_is_the_best_of_all() -> None:
    best = study_best_labelling(EIGHT_DECKS, STANDARD, WITH_TIE, [2, 1])
    assert len({labelling.marked for labelling in best.labellings}) == len(best.labellings) == 511
    for labelling in (*best.labellings[:3], best.labellings[100], best.labellings[-1]):
        assert labelling.mean_edge == study(dict.fromkeys((1, 2), labelling.marks), WITH_TIE).mean_edge
    edges = [labelling.mean_edge for labelling in best.labellings]
    assert edges == sorted(edges, reverse=True)
    assert best.best.mean_edge == edges[0]
    assert best.places == best.best.marking.places == (1, 2)


def test_the_best_labelling_counts_what_is_seen_of_other_cards() -> None:
    best = study_best_labelling(EIGHT_DECKS, STANDARD, MAIN, [2], {1: OPEN})
    marks = best.labellings[0].marks
    assert best.labellings[0].mean_edge == study({1: OPEN, 2: marks}).mean_edge
    assert best.best.marking.marks == {1: OPEN, 2: marks}


def test_progress_is_told_for_every_labelling() -> None:
    told: list[tuple[int, int]] = []
    study_best_labelling(EIGHT_DECKS, STANDARD, MAIN, [1], progress=lambda *done: told.append(done))
    assert told == [(done, 511) for done in range(1, 512)]


def test_counts_are_exact_where_64_bits_are_too_few() -> None:
    immense = Shoe.from_decks(10**6)
    found = study({1: OPEN}, MAIN, immense)
    assert found.total_ways == immense.total_ways > 2**63
    laws = analyze(immense, STANDARD, MAIN).laws
    assert [item.blind for item in found.backed] == [-law.house_edge for law in laws.values()]


def bet_on_tie(pays: str) -> Wager:
    return read({"title": pays, "otherwise": "push", "line": [{"when": "tie", "pays": pays}]}, slug="mine")


def test_large_pays_are_exact_where_64_bits_are_too_few() -> None:
    wager = bet_on_tie("100000 to 1")
    assert 100_000 * EIGHT_DECKS.total_ways >= 2**63 > EIGHT_DECKS.total_ways
    found = study({1: OPEN}, [wager])
    (law,) = analyze(EIGHT_DECKS, STANDARD, [wager]).laws.values()
    assert found.backed[0].blind == found.mean_edge == -law.house_edge


@pytest.mark.parametrize("shoe", [EIGHT_DECKS, Shoe.from_decks(1_000)])
def test_a_wager_that_wins_nothing_is_not_backed(shoe: Shoe) -> None:
    found = study({1: OPEN}, [bet_on_tie("push")], shoe)
    assert [one.best for one in found.situations] == [None] * 10
    assert (found.mean_edge, found.mean_edge_always, found.bet_frequency) == (0, 0, 0)


def test_with_replacement_it_does_not_matter_which_of_a_hands_two_cards_is_seen() -> None:
    first, second = (study({card: OPEN}, MAIN, Shoe.infinite()).mean_edge for card in (1, 3))
    assert first == second


def test_a_value_that_the_shoe_does_not_have_is_never_seen() -> None:
    found = study({1: OPEN}, MAIN, Shoe.from_counts([4, 4, 0, 0, 0, 0, 0, 0, 4, 0]))
    assert [one.seen for one in found.situations] == [((0,),), ((1,),), ((8,),)]
    assert found.count == 3


def test_too_many_situations_are_counted_and_not_listed() -> None:
    found = study(dict.fromkeys(range(1, 6), OPEN))
    assert (found.count, found.situations) == (100_000, ())
    assert found.mean_edge > study(dict.fromkeys(range(1, 5), OPEN)).mean_edge


def test_a_bettor_who_may_only_back_tie_and_knows_one_card_makes_no_bet() -> None:
    found = study({1: OPEN}, [load_wager("main/tie")])
    assert found.mean_edge_always == found.backed[0].blind < 0
    assert found.mean_edge == 0
    assert (found.bet_frequency, found.edge_per_bet, found.backed[0].edge) == (0, None, None)


@pytest.mark.parametrize(
    ("wagers", "error", "what"),
    [
        ([], WagerError, "no wager is named"),
        (load_wagers("pairs/player-pair"), ShoeError, "player.pair looks at ranks or suits"),
        (load_wagers("side/dragon-dragon"), WagerError, "depends on the jackpot"),
    ],
)
def test_wagers_that_cannot_be_answered_are_refused(
    wagers: list[Wager], error: type[Exception], what: str
) -> None:
    with pytest.raises(error, match=what):
        study({1: OPEN}, wagers)


@pytest.mark.parametrize(
    ("places", "others", "what"),
    [([], {}, "no card is to be marked"), ([1], {1: OPEN}, "card 1 is marked"), ([9], {}, "no card 9")],
)
def test_labelling_no_card_is_refused(places: list[int], others: dict[int, Marks], what: str) -> None:
    with pytest.raises(UsageError, match=what):
        study_best_labelling(EIGHT_DECKS, STANDARD, MAIN, places, others)


def test_all_situations_stand_in_the_order_of_the_marks() -> None:
    found = study({1: HIGH, 2: HIGH})
    assert [one.seen for one in found.situations] == list(product(HIGH, HIGH))

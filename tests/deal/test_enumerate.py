from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb, perm

import pytest

from analyzer.deal import enumerate as enumeration
from analyzer.deal import filling
from analyzer.deal.enumerate import FactWays, fact_ways
from analyzer.errors import RulebookError, ShoeError
from analyzer.game.coup import BANKER_1, PLAYER_1, PLAYER_2, PLAYER_3, POSITIONS, RANK, SUIT, VALUE, CoupView
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import PLAYER, Rulebook
from analyzer.game.shoe import Shoe
from tests.deal.more_facts import HEARTS, MORE_FACTS, PICTURES, count, needs

STANDARD = Rulebook(
    "Punto banco",
    "DDDDDDSS",
    (
        "DDDDDDDDDDD",
        "DDDDDDDDDDD",
        "DDDDDDDDDDD",
        "DDDDDDDDDSD",
        "DSSDDDDDDSS",
        "DSSSSDDDDSS",
        "SSSSSSSDDSS",
        "SSSSSSSSSSS",
    ),
)
SEVEN_UP = replace(STANDARD, player_first_card=6)
MORE = {fact.name: fact for fact in MORE_FACTS}
EIGHT_DECKS = 4998398275503360


def asked(shoe: Shoe, *facts: str | Fact, rulebook: Rulebook = STANDARD) -> FactWays:
    return fact_ways(shoe, rulebook, [FACTS[fact] if isinstance(fact, str) else fact for fact in facts])


def outcomes(shoe: Shoe) -> tuple[int, int, int]:
    """Ways behind Banker, Player and Tie."""
    ways = asked(shoe, "banker.wins", "player.wins").ways
    return ways[True, False], ways[False, True], ways[False, False]


@pytest.mark.parametrize(
    ("shoe", "banker", "player", "tie"),
    [
        pytest.param(Shoe.from_decks(8), 2292252566437888, 2230518282592256, 475627426473216, id="8"),
        pytest.param(Shoe.infinite(), 2212744, 2153464, 460601, id="infinite"),
    ],
)
def test_the_standard_game_has_its_known_counts(shoe: Shoe, banker: int, player: int, tie: int) -> None:
    assert outcomes(shoe) == (banker, player, tie)


@pytest.mark.parametrize("decks", [*range(1, 13), 27, 28, 100, 1_000, 10**12])
def test_ways_add_up_to_all_ordered_six_card_sequences(decks: int) -> None:
    shoe = Shoe.from_decks(decks)
    counted = asked(shoe, "player.total", "banker.total", "player.cards", "banker.cards", "tie")
    assert counted.total_ways == sum(counted.ways.values()) == perm(52 * decks, 6)
    assert all(isinstance(ways, int) and ways > 0 for ways in counted.ways.values())


def test_many_decks_come_near_dealing_with_replacement() -> None:
    many, infinite = Shoe.from_decks(10**20), Shoe.infinite()
    for one, other in zip(outcomes(many), outcomes(infinite), strict=True):
        assert abs(Fraction(one, many.total_ways) - Fraction(other, infinite.total_ways)) < Fraction(
            1, 10**20
        )


@pytest.mark.parametrize("decks", range(1, 13))
def test_a_pair_is_two_cards_of_one_rank(decks: int) -> None:
    for pair in ("player.pair", "banker.pair"):
        counted = asked(Shoe.from_decks(decks), pair)
        assert Fraction(counted.ways[True,], counted.total_ways) == Fraction(4 * decks - 1, 52 * decks - 1)


def test_answers_come_in_the_order_of_the_facts_and_in_their_own_kind() -> None:
    shoe = Shoe.from_decks(1)
    one = asked(shoe, "tie", "cards", "tie")
    other = asked(shoe, "cards", "tie")
    assert one.ways == {(tie, cards, tie): ways for (cards, tie), ways in other.ways.items()}
    assert all([type(answer) for answer in answers] == [bool, int, bool] for answers in one.ways)
    assert list(one.ways) == sorted(one.ways)


def test_no_facts_have_one_answer() -> None:
    assert asked(Shoe.from_decks(8)) == FactWays({(): EIGHT_DECKS}, EIGHT_DECKS)


def test_what_cannot_be_dealt_is_left_out() -> None:
    assert asked(Shoe.from_counts([6] + [0] * 9), "tie", "cards").ways == {(True, 6): 720}


def dealt_from(part: Shoe, whole: Shoe) -> int:
    """Ways of the coups whose cards all come from one part of a shoe, continued with any card of it."""
    ways = 0
    for (cards,), behind in asked(part, "cards").ways.items():
        ways += behind // perm(part.size - cards, 6 - cards) * perm(whole.size - cards, 6 - cards)
    return ways


def only(decks: int, *suits: int) -> Shoe:
    return Shoe.from_counts([decks * (card % 4 in suits) for card in range(52)])


def test_a_coup_that_is_all_red_is_dealt_from_the_red_cards() -> None:
    shoe = Shoe.from_decks(8)
    assert asked(shoe, MORE["all red"]).ways[True,] == dealt_from(only(8, 1, 2), shoe)


def test_a_coup_of_one_suit_is_dealt_from_the_cards_of_that_suit() -> None:
    shoe = Shoe.from_decks(8) - "9♦ 9♦ 9♦ K♠"
    parts = [
        Shoe.from_counts([n * (card % 4 == suit) for card, n in enumerate(shoe.counts)]) for suit in range(4)
    ]
    assert asked(shoe, MORE["of one suit"]).ways[True,] == sum(dealt_from(part, shoe) for part in parts)


def test_facts_asked_together_add_up_to_facts_asked_apart() -> None:
    shoe = Shoe.from_decks(1) - "9♦ 8♦ 7♦ K♠"
    together = asked(shoe, "player.suited", "banker.suited", "cards").ways
    apart = asked(shoe, "player.suited", "cards").ways
    for (player, cards), ways in apart.items():
        assert ways == together[player, False, cards] + together[player, True, cards]


def test_nines_among_the_first_four_cards() -> None:
    """Published for 8 decks: 86,016 hands of four cards hold three nines of one suit."""
    ways = asked(Shoe.from_decks(8), MORE["nines by suit"]).ways
    arrangements = perm(4, 4) * perm(412, 2)
    three_of_a_suit = sum(ways[3 * 10**suit,] for suit in range(4))
    assert three_of_a_suit == 4 * comb(8, 3) * 384 * arrangements == 86_016 * arrangements
    assert ways[1111,] == 8**4 * arrangements
    assert ways[0,] == comb(384, 4) * arrangements


def test_a_set_of_cards_costs_a_shoe_no_more_detail_than_it_has() -> None:
    """Pictures are a question of rank, so a shoe known by rank can answer it; hearts are not."""
    by_rank = Shoe.from_counts([32] * 13)
    pictures = count("pictures", POSITIONS, PICTURES)
    assert asked(by_rank, pictures) == asked(Shoe.from_decks(8), pictures)
    assert asked(Shoe.infinite(), pictures).total_ways == 13**6
    with pytest.raises(ShoeError, match="no suits"):
        asked(by_rank, count("hearts", POSITIONS, HEARTS))


@pytest.mark.parametrize(
    ("fact", "total_ways"), [("tie", 13**6), ("player.pair", 13**6), ("player.perfect_pair", 52**6)]
)
def test_with_replacement_total_ways_say_how_closely_cards_were_looked_at(fact: str, total_ways: int) -> None:
    counted = asked(Shoe.infinite(), fact)
    assert counted.total_ways == sum(counted.ways.values()) == total_ways


def test_with_replacement_only_proportions_matter() -> None:
    twice = Shoe.from_counts([2] * 52, with_replacement=True)
    assert asked(twice, "tie", "player.perfect_pair") == asked(Shoe.infinite(), "tie", "player.perfect_pair")


@pytest.mark.parametrize(
    ("shoe", "fact", "missing"),
    [
        (Shoe.from_counts([128] + [32] * 9), "banker.pair", "ranks"),
        (Shoe.from_counts([128] + [32] * 9), "player.suited", "suits"),
        (Shoe.from_counts([32] * 13), "player.suited", "suits"),
        (Shoe.from_counts([32] * 13), "banker.third.colour", "suits"),
    ],
)
def test_a_shoe_refuses_what_it_does_not_know_and_names_the_fact(shoe: Shoe, fact: str, missing: str) -> None:
    with pytest.raises(ShoeError, match=missing) as refused:
        asked(shoe, "tie", fact)
    assert refused.value.where == f"fact {fact}"


def test_a_shoe_known_by_point_value_refuses_other_values_of_ranks() -> None:
    other = replace(STANDARD, card_values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3))
    with pytest.raises(ShoeError, match="values the ranks differently"):
        asked(Shoe.from_counts([128] + [32] * 9), "tie", rulebook=other)


def test_a_rulebook_with_gaps_is_refused() -> None:
    gaps = replace(STANDARD, player="DDDDD?SS")
    with pytest.raises(RulebookError, match="Player 5"):
        asked(Shoe.from_decks(8), "player.pair", rulebook=gaps)


class TestFixedFirstCard:
    def test_it_does_not_come_from_the_shoe(self) -> None:
        counted = asked(Shoe.from_decks(6), "player.first.rank", "player.first.value", rulebook=SEVEN_UP)
        assert counted.ways == {(6, 7): perm(312, 6)}

    def test_it_makes_a_pair_with_the_cards_of_its_rank(self) -> None:
        counted = asked(Shoe.from_decks(6), "player.pair", rulebook=SEVEN_UP)
        assert Fraction(counted.ways[True,], counted.total_ways) == Fraction(24, 312)

    def test_its_rank_is_known_even_where_no_other_is(self) -> None:
        by_value = Shoe.from_counts([96] + [24] * 9)
        assert asked(by_value, "player.first.rank", rulebook=SEVEN_UP).ways == {(6,): perm(312, 6)}
        with pytest.raises(ShoeError, match="ranks"):
            asked(by_value, "player.pair", rulebook=SEVEN_UP)

    @pytest.mark.parametrize(
        "fact", ["player.first.suit", "player.red", "player.perfect_pair", MORE["hearts"]]
    )
    def test_it_has_no_suit(self, fact: str | Fact) -> None:
        with pytest.raises(RulebookError, match=r"looks at the suit of Player's first card") as refused:
            asked(Shoe.from_decks(6), fact, rulebook=SEVEN_UP)
        assert refused.value.where == "rulebook Punto banco"

    def test_the_suits_of_other_cards_can_be_asked_for(self) -> None:
        counted = asked(Shoe.from_decks(6), "banker.suited", "player.second.suit", rulebook=SEVEN_UP)
        assert sum(counted.ways.values()) == perm(312, 6)


class TestLargeShoes:
    """Counts fit into 64 bits up to 1,450 cards; of larger shoes they are Python integers."""

    @pytest.mark.parametrize("cards", [1_450, 1_451])
    def test_the_largest_count_there_can_be_is_right(self, cards: int) -> None:
        only_tens = Shoe.from_counts([cards] + [0] * 9)
        assert asked(only_tens, "player.total", "margin", "cards").ways == {(0, 0, 6): perm(cards, 6)}

    @pytest.mark.parametrize("cards", [1_448, 1_449])
    def test_with_replacement_too(self, cards: int) -> None:
        shoe = Shoe.from_counts([cards - 1, 1] + [0] * 8, with_replacement=True)
        counted = asked(shoe, "player.total", "banker.total", "cards")
        assert counted.total_ways == sum(counted.ways.values()) == cards**6
        # Only six tens leave both hands without a point.
        assert counted.ways[0, 0, 6] == (cards - 1) ** 6

    def test_the_border_is_where_64_bits_end(self) -> None:
        assert perm(1_450, 6) <= filling.LARGEST_INT64 < perm(1_451, 6)
        assert 1_448**6 <= filling.LARGEST_INT64 < 1_449**6

    def test_without_the_border_counts_would_be_wrong(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(filling, "LARGEST_INT64", 2**80)
        with pytest.raises(ArithmeticError):
            asked(Shoe.from_counts([1_451] + [0] * 9), "margin")

    @pytest.mark.parametrize("facts", [["player.total", "banker.total", "cards"], ["player.pair", "margin"]])
    def test_python_integers_give_the_same_counts(
        self, facts: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shoe = Shoe.from_decks(8) - "K 9 9 9 4"
        in_64_bits = asked(shoe, *facts)
        monkeypatch.setattr(filling, "LARGEST_INT64", 0)
        assert asked(shoe, *facts) == in_64_bits


@pytest.mark.parametrize("rows_at_once", [pytest.param(300, marks=pytest.mark.slow), 3_000])
def test_how_many_rows_are_laid_out_at_once_does_not_matter(
    rows_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoe = Shoe.from_counts([2, 0, 1, 0] * 13)
    facts = ("player.suited", "banker.total", MORE["banker's last cards"], MORE["all red"])
    at_once = asked(shoe, *facts)
    monkeypatch.setattr(filling, "ROWS_AT_ONCE", rows_at_once)
    assert asked(shoe, *facts) == at_once


def test_facts_about_two_cards_deal_two_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[int] = []

    class Watched(filling.FillOrder):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)
            filled.extend(place for step in self.steps for place in step.block)

    monkeypatch.setattr(filling, "FillOrder", Watched)
    asked(Shoe.from_decks(8), "player.pair")
    assert filled == [PLAYER_1, PLAYER_2]


def fact(
    needs: dict[int, frozenset[str]], ask: Callable[[CoupView], object], *, by_totals: bool = False
) -> Fact:
    return Fact("nosy", "number", needs, ask, by_totals=by_totals)


@pytest.mark.parametrize(
    "nosy",
    [
        fact(needs([PLAYER_1], VALUE), lambda view: view.value(BANKER_1)),
        fact(needs([PLAYER_1], VALUE), lambda view: view.rank(PLAYER_1)),
        fact(needs([PLAYER_1], RANK), lambda view: view.suit(PLAYER_1)),
        fact(needs([PLAYER_1], SUIT), lambda view: view.among(PLAYER_1, HEARTS)),
        fact(needs([PLAYER_1], RANK), lambda view: 1 * view.is_dealt(PLAYER_3)),
        fact(needs([PLAYER_1, PLAYER_2], VALUE), lambda view: view.total(PLAYER)),
        fact(needs([PLAYER_1, PLAYER_2], VALUE), lambda view: view.outcome),
        fact(needs([PLAYER_1, PLAYER_2], VALUE), lambda view: view.value(PLAYER_1), by_totals=True),
        fact(
            needs([PLAYER_1, PLAYER_2, PLAYER_3], VALUE), lambda v: v.two_card_total(PLAYER), by_totals=True
        ),
    ],
)
def test_a_fact_may_only_look_at_what_it_says_it_needs(nosy: Fact) -> None:
    with pytest.raises(LookupError, match="nosy looks at the"):
        asked(Shoe.from_decks(1), nosy)


def test_a_fact_answers_with_whole_numbers_or_booleans() -> None:
    with pytest.raises(TypeError, match="nosy answers with float64"):
        asked(Shoe.from_decks(1), fact(needs([PLAYER_1], RANK), lambda view: view.rank(PLAYER_1) / 2))


def test_a_fact_may_look_at_what_follows_from_what_it_needs() -> None:
    value = fact(needs([PLAYER_1], RANK), lambda view: view.value(PLAYER_1))
    colour = fact(needs([PLAYER_1], SUIT), lambda view: view.colour(PLAYER_1))
    assert asked(Shoe.infinite(), value, colour).ways[0, 1] == 52**6 * 4 // 26


def test_lost_ways_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = enumeration.endings
    monkeypatch.setattr(enumeration, "endings", lambda *arguments: endings(*arguments)[1:])
    with pytest.raises(ArithmeticError, match="lost"):
        asked(Shoe.from_decks(8), "tie")

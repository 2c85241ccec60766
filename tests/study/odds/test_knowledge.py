"""What cannot be known is refused, and the refusal says what, where and how to mend it."""

import pytest

from analyzer.errors import AnalyzerError, RulebookError, ShoeError, UsageError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.odds.counting import Counting
from analyzer.study.odds.known import study_known
from analyzer.study.odds.part_left import PartLeft
from tests.knowing import knowing, part_left

ONE_DECK = Shoe.from_decks(1)
BY_VALUE = Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3])


def refusal(
    words: dict[str, object], shoe: Shoe = ONE_DECK, rules: str = "standard", left: PartLeft | None = None
) -> AnalyzerError:
    rulebook = load_rulebook(rules)
    with pytest.raises(AnalyzerError) as error:
        Counting(shoe, rulebook, knowing(rulebook, **words), left).fact_ways([])
    assert len(error.value.lines()) == 3
    return error.value


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"player": "9♠ 9♠"}, "9♠ is known twice, and the shoe has 1"),
        ({"player": "9♠", "banker": "9&♠"}, "9♠ is known twice, and the shoe has 1"),
        ({"player": "9 9", "banker": "9 9", "fifth": "9"}, "9 is known 5 times, and the shoe has 4"),
        ({"player": "9♠ 9", "banker": "9 9", "sixth": "9♥"}, "9 is known 5 times, and the shoe has 4"),
        ({"player": "9&red 9♥", "banker": "9♦"}, "9&red is known 3 times, and the shoe has 2"),
    ],
)
def test_a_card_known_more_often_than_the_shoe_has_it(words: dict[str, object], what: str) -> None:
    error = refusal(words)
    assert isinstance(error, ShoeError)
    assert error.what == what


def test_a_total_that_is_not_that_of_the_cards() -> None:
    error = refusal({"player": "K 7", "player_total": "6"})
    assert isinstance(error, UsageError)
    assert error.what == "Player's cards K 7 make 7, not 6"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"player": "K 8", "third": "8"}, "Player has a natural 8: no third cards"),
        ({"player": "K 7 8"}, "Player has 7 and stands"),
        ({"player_total": "6,7", "player": "? ? 8"}, "Player has 6 and stands"),
        (
            {"player": "K 7", "banker": "7 K", "third": "8"},
            "Player has 7 and stands; Banker has 7, Player st",
        ),
        ({"player": "3 2 8", "banker": "3 K 5"}, "Banker has 3, Player's third card counts 8: stands"),
        ({"banker": "9 K 5"}, "Banker has a natural 9: no third cards"),
    ],
)
def test_a_third_card_where_the_rules_deal_none(words: dict[str, object], why: str) -> None:
    error = refusal(words)
    assert isinstance(error, RulebookError)
    assert error.what.startswith(f"the rules deal no such third card: {why}")


def test_a_third_card_that_the_rules_may_deal_is_no_error() -> None:
    knowing_third = knowing(player="3 2", banker="3 K 5")
    assert Counting(ONE_DECK, load_rulebook(), knowing_third).fact_ways([])
    own_card = load_rulebook("wrong/banker-looks-at-own-card")
    # Banker's 4 draws after a second card of 2 to 7, whatever the first was.
    draws_on_some = knowing(own_card, player_total="0", banker="? ? 5", banker_total="4")
    assert Counting(ONE_DECK, own_card, draws_on_some).fact_ways([])


@pytest.mark.parametrize(
    "words",
    [
        {"known": ["player.total == 5", "player.two_card_total == 9"]},
        {"known": ["false"]},
        {"player": "3 3", "banker": "2 4", "known": ["cards >= 5"]},
        {"player": "red", "known": ["player.first.suit == spades"]},
    ],
)
def test_facts_that_contradict_each_other(words: dict[str, object]) -> None:
    assert refusal(words).what == "no coup of this shoe is possible with all that is known"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"player": "3 3 8", "fifth": "8"}, "Player's third card may be the fifth card, and both are named"),
        ({"third": "8", "fifth": "8"}, "the fifth card is named twice"),
    ],
)
def test_a_place_that_is_named_twice(words: dict[str, object], what: str) -> None:
    with pytest.raises(UsageError) as error:
        Counting(ONE_DECK, load_rulebook(), knowing(**words))
    assert error.value.what == what


def test_a_first_card_that_is_fixed() -> None:
    error = refusal({"player": "K"}, rules="seven-up")
    assert error.what == "Player's first card is always 7 and does not come from the shoe"


def test_a_shoe_knows_named_cards_as_well_as_it_can_and_nothing_more() -> None:
    named = Counting(BY_VALUE, load_rulebook(), knowing(player="K♠ 9♥")).fact_ways([])
    assert named == {(): 216}
    assert refusal({"player": "red"}, BY_VALUE).where == "Player's first card is red"


@pytest.mark.parametrize(
    ("left", "what"),
    [
        (part_left(5), "5 cards left cannot deal a coup"),
        (part_left(-5), "-5 cards left cannot deal a coup"),
        (part_left(53), "53 cards cannot be left of 52"),
        (part_left(20, "9:-1"), "-1 of 9 cannot be left: the shoe has 4"),
        (part_left(20, "9:5"), "5 of 9 cannot be left: the shoe has 4"),
        (part_left(20, "9:4", "high:2"), "9 and high have cards in common"),
        (
            part_left(20, "low:1"),
            "20 cards left, 1 of them in the groups, leave 19 others, and the shoe has 16",
        ),
    ],
)
def test_a_part_that_cannot_be_left(left: PartLeft, what: str) -> None:
    assert refusal({}, left=left).what == what


def test_of_an_infinite_shoe_there_is_no_part() -> None:
    assert isinstance(refusal({}, Shoe.infinite(), left=part_left(60)), UsageError)


@pytest.mark.parametrize("cards", [-1, 47])
def test_more_cards_burned_than_a_coup_can_spare(cards: int) -> None:
    with pytest.raises(ShoeError) as error:
        study_known(ONE_DECK, load_rulebook(), knowing(), unseen_burn=cards)
    assert error.value.where == "--unseen-burn"

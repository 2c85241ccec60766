from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RulebookError, ShoeError
from analyzer.game.cards import RANKS, parse_cards, rank_of
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.replay import Replay, deal, deal_all
from analyzer.game.rulebook import BANKER, NATURALS, PLAYER, Rulebook
from tests.strategies import rulebooks

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)
SEVEN_UP = replace(STANDARD, player_first_card=RANKS.index("7"))
NATURALS_STAND = replace(STANDARD, player_natural="its hand stands", banker_natural="its hand stands")

listed_cards = st.lists(st.integers(0, 51), min_size=6, max_size=6)


def trace(replay: Replay) -> list[str]:
    return [step.text for step in replay.steps]


def dealt(cards: str, rulebook: Rulebook = STANDARD) -> Replay:
    return deal(parse_cards(cards), rulebook)


# One golden trace for every way a coup can go; the cards stand in the order they are dealt.
TRACES = {
    "a natural ends the coup": (
        STANDARD,
        "4♠ K♥ 5♦ 2♣ 9♠ 9♥",
        """Player is dealt 4♠
        Banker is dealt K♥
        Player is dealt 5♦
        Banker is dealt 2♣
        Player has a natural 9: no third cards
        Player 9, Banker 2: Player wins""",
    ),
    "two naturals, the higher wins": (
        STANDARD,
        "4♠ K♥ 4♦ 9♣",
        """Player is dealt 4♠
        Banker is dealt K♥
        Player is dealt 4♦
        Banker is dealt 9♣
        Player has a natural 8 and Banker has a natural 9: no third cards
        Player 8, Banker 9: Banker wins""",
    ),
    "two naturals tie": (
        replace(STANDARD, two_naturals="tie"),
        "4♠ K♥ 4♦ 9♣",
        """Player is dealt 4♠
        Banker is dealt K♥
        Player is dealt 4♦
        Banker is dealt 9♣
        Player has a natural 8 and Banker has a natural 9: no third cards
        Player 8, Banker 9: two naturals tie""",
    ),
    "both hands draw": (
        STANDARD,
        "2♠ A♥ 3♦ 2♣ K♠ 6♥",
        """Player is dealt 2♠
        Banker is dealt A♥
        Player is dealt 3♦
        Banker is dealt 2♣
        Player has 5 and draws K♠
        Banker has 3, Player's third card counts 0: draws 6♥
        Player 5, Banker 9: Banker wins""",
    ),
    "Banker stands on 3 against an 8": (
        STANDARD,
        "2♠ A♥ 3♦ 2♣ 8♠ 6♥",
        """Player is dealt 2♠
        Banker is dealt A♥
        Player is dealt 3♦
        Banker is dealt 2♣
        Player has 5 and draws 8♠
        Banker has 3, Player's third card counts 8: stands
        Player 3, Banker 3: tie""",
    ),
    "Player stands and Banker draws": (
        STANDARD,
        "3♠ 5♥ 3♦ K♣ 4♠",
        """Player is dealt 3♠
        Banker is dealt 5♥
        Player is dealt 3♦
        Banker is dealt K♣
        Player has 6 and stands
        Banker has 5, Player stood: draws 4♠
        Player 6, Banker 9: Banker wins""",
    ),
    "both hands stand": (
        STANDARD,
        "3♠ 6♥ 3♦ K♣",
        """Player is dealt 3♠
        Banker is dealt 6♥
        Player is dealt 3♦
        Banker is dealt K♣
        Player has 6 and stands
        Banker has 6, Player stood: stands
        Player 6, Banker 6: tie""",
    ),
    "the first card of 7 Up Baccarat": (
        SEVEN_UP,
        "A♠ Q♥ 3♦ K♣ 9♠",
        """Player's first card is always 7, not from the shoe
        Banker is dealt A♠
        Player is dealt Q♥
        Banker is dealt 3♦
        Player has 7 and stands
        Banker has 4, Player stood: draws K♣
        Player 7, Banker 4: Player wins""",
    ),
    "Player's two cards before Banker's": (
        replace(STANDARD, deal_order="PPBB"),
        "2♠ 3♥ A♦ 2♣ K♠ 6♥",
        """Player is dealt 2♠
        Player is dealt 3♥
        Banker is dealt A♦
        Banker is dealt 2♣
        Player has 5 and draws K♠
        Banker has 3, Player's third card counts 0: draws 6♥
        Player 5, Banker 9: Banker wins""",
    ),
    "7 Up Baccarat with Player's cards first": (
        replace(SEVEN_UP, deal_order="PPBB"),
        "A♠ 2♥ 3♦",
        """Player's first card is always 7, not from the shoe
        Player is dealt A♠
        Banker is dealt 2♥
        Banker is dealt 3♦
        Player has a natural 8: no third cards
        Player 8, Banker 5: Player wins""",
    ),
    "Player's natural only stands": (
        NATURALS_STAND,
        "4♠ A♥ 4♦ 4♣ 4♠",
        """Player is dealt 4♠
        Banker is dealt A♥
        Player is dealt 4♦
        Banker is dealt 4♣
        Player has a natural 8 and stands
        Banker has 5, Player stood: draws 4♠
        Player 8, Banker 9: Banker wins""",
    ),
    "Banker's natural only stands": (
        NATURALS_STAND,
        "2♠ 4♥ 3♦ 4♣ 4♠",
        """Player is dealt 2♠
        Banker is dealt 4♥
        Player is dealt 3♦
        Banker is dealt 4♣
        Player has 5 and draws 4♠
        Banker has a natural 8 and stands
        Player 9, Banker 8: Player wins""",
    ),
    "one natural ends the coup and the other would only stand": (
        replace(STANDARD, player_natural="its hand stands"),
        "4♠ 4♥ 4♦ 5♣",
        """Player is dealt 4♠
        Banker is dealt 4♥
        Player is dealt 4♦
        Banker is dealt 5♣
        Banker has a natural 9: no third cards
        Player 8, Banker 9: Banker wins""",
    ),
    "equal totals end the coup": (
        replace(STANDARD, equal_two_card_totals="tie"),
        "2♠ 3♥ 3♦ 2♣ 9♠",
        """Player is dealt 2♠
        Banker is dealt 3♥
        Player is dealt 3♦
        Banker is dealt 2♣
        both hands have 5: no third cards
        Player 5, Banker 5: tie""",
    ),
    "equal naturals that would only stand": (
        replace(NATURALS_STAND, equal_two_card_totals="tie"),
        "4♠ 4♥ 4♦ 4♣",
        """Player is dealt 4♠
        Banker is dealt 4♥
        Player is dealt 4♦
        Banker is dealt 4♣
        both hands have a natural 8: no third cards
        Player 8, Banker 8: tie""",
    ),
    "a table that looks at Player's new total": (
        replace(STANDARD, tableau_key="player new total"),
        "2♠ A♥ 3♦ 2♣ 3♠ 6♥",
        """Player is dealt 2♠
        Banker is dealt A♥
        Player is dealt 3♦
        Banker is dealt 2♣
        Player has 5 and draws 3♠
        Banker has 3, Player's new total is 8: stands
        Player 8, Banker 3: Player wins""",
    ),
    "a table that looks at Banker's second card": (
        replace(STANDARD, tableau_key="banker second card"),
        "2♠ 5♥ 3♦ 8♣ A♠ 6♥",
        """Player is dealt 2♠
        Banker is dealt 5♥
        Player is dealt 3♦
        Banker is dealt 8♣
        Player has 5 and draws A♠
        Banker has 3, Banker's second card counts 8: stands
        Player 6, Banker 3: Player wins""",
    ),
    "court cards with values of their own": (
        replace(STANDARD, card_values=(*range(1, 10), 0, 1, 2, 3)),
        "J♠ Q♥ 2♦ Q♣ K♠ 3♥",
        """Player is dealt J♠
        Banker is dealt Q♥
        Player is dealt 2♦
        Banker is dealt Q♣
        Player has 3 and draws K♠
        Banker has 4, Player's third card counts 3: draws 3♥
        Player 6, Banker 7: Banker wins""",
    ),
}


@pytest.mark.parametrize("name", TRACES)
def test_the_trace_of(name: str) -> None:
    rulebook, cards, text = TRACES[name]
    assert trace(dealt(cards, rulebook)) == [line.strip() for line in text.splitlines()]


@pytest.mark.parametrize("name", TRACES)
def test_a_coup_takes_no_more_cards_than_it_shows(name: str) -> None:
    rulebook, cards, _ = TRACES[name]
    replay = dealt(cards, rulebook)
    shown = [step.card for step in replay.steps if step.card is not None]
    assert shown == parse_cards(cards)[: replay.cards_used]
    assert len(shown) == replay.cards_used


@pytest.mark.parametrize("name", TRACES)
def test_cards_that_run_out_are_told(name: str) -> None:
    rulebook, cards, _ = TRACES[name]
    listed = parse_cards(cards)[: dealt(cards, rulebook).cards_used]
    for length in range(len(listed)):
        used = {0: "no cards", 1: "1 card"}.get(length, f"{length} cards")
        with pytest.raises(ShoeError, match=f"the cards run out: .* after {used}\n"):
            deal(listed[:length], rulebook)


def test_the_hand_whose_card_is_missing_is_named() -> None:
    with pytest.raises(ShoeError, match="Banker is to get a card after 3 cards"):
        dealt("2♠ A♥ 3♦")
    with pytest.raises(ShoeError, match="Player is to get a card after 4 cards"):
        dealt("2♠ A♥ 3♦ 2♣")


def test_a_rulebook_with_gaps_is_not_dealt() -> None:
    gaps = replace(STANDARD, player="DDDDD?SS")
    with pytest.raises(RulebookError, match="Player 5"):
        dealt("4♠ K♥ 5♦ 2♣", gaps)


@given(rulebooks(), listed_cards)
def test_every_rulebook_deals_a_whole_coup_from_six_cards(rulebook: Rulebook, cards: list[int]) -> None:
    replay = deal(cards, rulebook)
    coup = replay.coup
    fixed = rulebook.player_first_card is not None
    assert len(coup.player) + len(coup.banker) == replay.cards_used + fixed
    assert {len(coup.player), len(coup.banker)} <= {2, 3}
    for hand, held in ((PLAYER, coup.player), (BANKER, coup.banker)):
        total = sum(rulebook.card_values[rank_of(one)] for one in held[:2]) % 10
        assert len(held) == 2 or total not in NATURALS
        assert sum(step.who == hand and step.card is not None for step in replay.steps) == len(held) - (
            fixed and hand == PLAYER
        )
    if fixed:
        assert rank_of(coup.player[0]) == rulebook.player_first_card


@given(rulebooks(), st.lists(st.integers(0, 51), max_size=60))
def test_coup_after_coup_is_dealt_until_the_cards_run_out(rulebook: Rulebook, cards: list[int]) -> None:
    replays = list(deal_all(cards, rulebook))
    start = 0
    for replay in replays:
        assert replay == deal(cards[start:], rulebook)
        start += replay.cards_used
    with pytest.raises(ShoeError, match="run out"):
        deal(cards[start:], rulebook)


def test_no_cards_make_no_coup() -> None:
    assert list(deal_all([], STANDARD)) == []

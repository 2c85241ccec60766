"""Published figures of rules that are not the standard, and of payouts that law and houses define.

Each case names who printed the figure; decimals are compared at the digits printed.
"""

from fractions import Fraction

import pytest

from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager
from analyzer.library.games import load_game
from analyzer.study.analysis import Analysis, analyze
from analyzer.study.commission import study_commission
from analyzer.study.games import study_games
from analyzer.wager.commission import Payments
from analyzer.wager.odds import Commission
from tests.published.figures import half_up

GOLD = "wizardofodds.com/games/baccarat/gold"
SEVEN_UP = "wizardofodds.com/games/7-up-baccarat"
SEVEN_UP_888 = "888casino.com/blog, Card counting 7 Up Baccarat"


def analysis(rules: str, decks: int, *wagers: str) -> Analysis:
    return analyze(Shoe.from_decks(decks), load_rulebook(rules), [load_wager(slug) for slug in wagers])


def edge(rules: str, decks: int, wager: str) -> Fraction:
    return analysis(rules, decks, wager).law(wager).house_edge


@pytest.mark.parametrize(
    ("rules", "decks", "player", "banker", "tie"),
    [
        pytest.param(
            "standard", 6, 392220492728832, 403095751234560, 83552962932288, id="casinoexploit.com, 6 decks"
        ),
        pytest.param(
            "baccarat-gold-draws-on-5", 8, 2232878486302976, 2290212297375744, 475307491824640, id=GOLD
        ),
        pytest.param(
            "wrong/banker-4-stands-on-2-rows-5-and-6-inverted",
            8,
            2298938530193664,
            2219445226237952,
            480014519071744,
            id="the table of theartstables.info, counted apart from this project",
        ),
    ],
)
def test_the_counts_are_those_published(rules: str, decks: int, player: int, banker: int, tie: int) -> None:
    assert analysis(rules, decks).outcomes == {"player": player, "banker": banker, "tie": tie}


def test_seven_up_has_the_permutations_of_its_five_cards() -> None:
    """Five cards come from the shoe; the sixth of our sequences is one of the 307 that are left."""
    law = analysis("seven-up", 6, "seven-up/player").law("seven-up/player")
    assert [line.ways // 307 for line in law.lines] == [
        561_338_904_384,
        818_970_471_360,
        308_245_281_984,
        1_174_211_488_512,
    ], SEVEN_UP
    assert law.total_ways == 2_862_766_146_240 * 307


def test_both_hands_win_as_often_in_the_bahamian_game() -> None:
    found = analysis("bahamian", 8)
    assert found.outcomes["player"] == found.outcomes["banker"]
    assert half_up(found.probability("player"), 8) == Fraction("0.45311231")


@pytest.mark.parametrize(
    ("rules", "decks", "wager", "percent"),
    [
        pytest.param("baccarat-gold-draws-on-5", 8, "main/player", "1.147", id=f"{GOLD}, Player"),
        pytest.param("baccarat-gold-draws-on-5", 8, "main/banker", "1.144", id=f"{GOLD}, Banker"),
        pytest.param("baccarat-gold-draws-on-5", 8, "main/tie-9", "4.908", id=f"{GOLD}, Tie"),
        pytest.param("seven-up", 6, "seven-up/player", "2.60", id=f"{SEVEN_UP}, Player, 6 decks"),
        pytest.param("seven-up", 8, "seven-up/player", "2.593", id=f"{SEVEN_UP_888}, Player, 8 decks"),
        pytest.param("seven-up", 8, "seven-up/banker", "2.579", id=f"{SEVEN_UP_888}, Banker, 8 decks"),
        pytest.param("standard", 8, "main/banker-half-on-5", "0.932772", id="casino-estoril.pt, 8 decks"),
        pytest.param("standard", 6, "main/banker-half-on-5", "0.931786", id="casino-estoril.pt, 6 decks"),
        pytest.param("standard", 8, "main/banker-half-on-6", "1.458104", id="half on 6, 8 decks"),
        pytest.param("standard", 6, "main/banker-half-on-6", "1.454808", id="half on 6, 6 decks"),
        pytest.param(
            "standard", 8, "main/banker-4-percent", "0.5993", id="multiplayerbaccarat.com, 4%, 8 decks"
        ),
        pytest.param(
            "standard", 6, "main/banker-4-percent", "0.5972", id="multiplayerbaccarat.com, 4%, 6 decks"
        ),
        pytest.param(
            "standard",
            8,
            "main/banker-push-on-three-card-7",
            "1.0183",
            id="wizardofodds.com/games/ez-baccarat",
        ),
        pytest.param("standard", 8, "main/tie-9", "4.8440", id="multiplayerbaccarat.com, tie 9, 8 decks"),
        pytest.param("standard", 6, "main/tie-9", "4.9313", id="multiplayerbaccarat.com, tie 9, 6 decks"),
    ],
)
def test_the_edge_is_the_one_published(rules: str, decks: int, wager: str, percent: str) -> None:
    digits = len(percent.split(".")[1])
    assert half_up(edge(rules, decks, wager) * 100, digits) == Fraction(percent)


def test_a_least_commission_of_one_dollar_on_ten() -> None:
    study = study_commission(
        Shoe.from_decks(8),
        load_rulebook(),
        Commission(Fraction(1, 20)),
        [Fraction(10)],
        payments=Payments(minimum=Fraction(1)),
    )
    assert study.stakes[0].law.house_edge == Fraction(251639081728, 7509612793725)


@pytest.mark.parametrize(
    ("slug", "wager", "percent"),
    [
        ("portugal", "main/banker-half-on-5", "0.932772"),
        ("macau-no-commission", "main/banker-half-on-6", "1.458104"),
        ("super-6", "main/banker-half-on-6", "1.458104"),
        ("goa", "main/banker-half-on-6", "1.458104"),
        ("pennsylvania", "main/banker", "1.057906"),
        ("macau-commission", "pairs/player-pair", "10.361446"),
    ],
)
def test_a_game_has_the_edges_of_its_wagers(slug: str, wager: str, percent: str) -> None:
    (result,) = study_games([load_game(slug)], [Shoe.from_decks(8)])
    assert half_up(result.analyses[0].law(wager).house_edge * 100, 6) == Fraction(percent)

"""The games: what is offered as a table, and what a game file must not hold."""

from pathlib import Path

import pytest

from analyzer.errors import LibraryError
from analyzer.library.catalog import shelf_path
from analyzer.library.games import game_slugs, load_game

MACAU = shelf_path("games", "macau-no-commission").read_text(encoding="utf-8")


def test_the_tables_that_law_and_houses_offer_are_there() -> None:
    offered = {
        "pennsylvania",
        "macau-commission",
        "macau-no-commission",
        "great-britain",
        "france-2019",
        "portugal",
        "quebec",
        "new-south-wales",
        "campione",
        "goa",
        "ez-baccarat",
        "super-6",
        "four-percent",
        "tie-9",
        "baccarat-gold",
        "seven-up",
        "bahamian",
    }
    assert set(game_slugs()) == offered


@pytest.mark.parametrize("slug", game_slugs())
def test_a_game_has_everything_that_an_analysis_needs(slug: str) -> None:
    game = load_game(slug)
    game.rulebook().require_playable()
    assert len(game.load_wagers()) == len(game.wagers) >= 2
    assert game.decks


def test_macau_deals_six_to_twelve_decks() -> None:
    assert sorted(load_game("macau-no-commission").decks) == list(range(6, 13))


def test_new_south_wales_pays_up_to_the_next_chip() -> None:
    assert load_game("new-south-wales").payments == {"round_payout": "up"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"standard"', '"standrad"', 'rulebook: there is no rulebook "standrad" (did you mean "standard"?)'),
        (
            '"main/tie"',
            '"main/tye"',
            'wagers, item 3: there is no wager "main/tye" (did you mean "main/tie"?)',
        ),
        ("decks = [8", "decks = [0", "decks, item 1: should be at least 1"),
        ("decks = [8", 'decks = ["8"', "decks, item 1: should be a whole number"),
        ("rulebook =", "rules =", 'unknown key "rules"'),
    ],
)
def test_a_wrong_game_is_refused_with_the_path(old: str, new: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert old in MACAU
    path.write_text(MACAU.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LibraryError) as caught:
        load_game(str(path))
    assert problem in caught.value.what
    assert caught.value.where == str(path)


def test_a_wrong_rounding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MACAU + '\n[payments]\nround_payout = "sideways"\n', encoding="utf-8")
    with pytest.raises(LibraryError, match=r"payments\.round_payout: the text \"sideways\" is not one of"):
        load_game(str(path))


def test_a_game_may_lie_beside_its_rules(tmp_path: Path) -> None:
    rules = shelf_path("rulebooks", "bahamian").read_text(encoding="utf-8")
    (tmp_path / "ours.toml").write_text(rules, encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(MACAU.replace('"standard"', '"ours.toml"'), encoding="utf-8")
    assert load_game(str(path)).rulebook().title.startswith("Bahamian")


def test_an_unknown_game_gets_the_nearest() -> None:
    with pytest.raises(LibraryError) as caught:
        load_game("macau-no-comission")
    assert caught.value.mend == 'did you mean "macau-no-commission"?'

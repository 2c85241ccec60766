"""Policies: complete, within 0 and 1, and the same after being written and read."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, LibraryError, PlayError
from analyzer.game.rulebook import Rulebook
from analyzer.game.rulebook_file import to_toml
from analyzer.library.catalog import load_rulebook
from analyzer.play.policy import WORDS, Policy, forced, names, situations
from analyzer.play.policy_text import parse_policy
from tests.strategies import rulebooks

GOLD = load_rulebook("baccarat-gold")
TOTALS = load_rulebook("chemin-de-fer/totals")
BOTH_CARDS = load_rulebook("chemin-de-fer/both-cards")
CHANCES = (Fraction(0), Fraction(1), Fraction(9, 11), Fraction(859, 2288))


def as_rulebook(policy: Policy) -> Rulebook:
    """The rulebook without choices that a pure policy on totals plays."""
    return forced(
        policy.rulebook,
        {one.total: WORDS[chance] for one, chance in policy.player.items()},
        {(one.total, one.third): WORDS[chance] for one, chance in policy.banker.items()},
    )


@st.composite
def policies(draw: st.DrawFn, cells: str = "DSC") -> Policy:
    rulebook = draw(rulebooks(cells))
    assume(rulebook.choices())
    random = draw(st.randoms(use_true_random=False))
    return Policy.of(rulebook, {one: random.choice(CHANCES) for one in situations(rulebook)})


# What a policy is


def test_there_is_a_situation_for_each_total_and_third_card() -> None:
    assert len(situations(TOTALS)) == 1 + 8 * 11


def test_who_sees_cards_has_a_situation_for_each_pair() -> None:
    pairs = ["0+5", "1+4", "2+3", "6+9", "7+8"]
    assert names(situations(BOTH_CARDS))[:5] == [f"Player {pair}" for pair in pairs]


def test_a_fixed_first_card_leaves_fewer_pairs() -> None:
    seven_up = replace(BOTH_CARDS, player_first_card=6)
    assert names(situations(seven_up))[:1] == ["Player 7+8"]


@pytest.mark.parametrize(
    ("chances", "problem"),
    [
        ({}, "the play does not say what happens on: Player 5"),
        ({situations(GOLD)[0]: Fraction(12, 11)}, "Player 5 draws with probability 12/11"),
        ({situations(GOLD)[0]: Fraction(-1, 11)}, "Player 5 draws with probability -1/11"),
        (
            {one: Fraction(1) for one in situations(TOTALS)[:2]},
            "there is no choice on: Banker 0, Player stood",
        ),
    ],
)
def test_what_is_no_policy_is_refused(chances: dict, problem: str) -> None:
    with pytest.raises(PlayError) as caught:
        Policy.of(GOLD, chances)
    assert caught.value.what == problem


def test_a_pure_policy_on_totals_is_a_rulebook_without_choices() -> None:
    played = as_rulebook(parse_policy("player 5: S", GOLD))
    assert played.sha256 == load_rulebook("baccarat-gold-stands-on-5").sha256


def test_playing_like_a_rulebook_is_that_rulebook() -> None:
    played = as_rulebook(parse_policy("like standard", TOTALS))
    assert played.sha256 == load_rulebook("standard").sha256


# As text


@given(policies())
@settings(max_examples=10)
def test_a_policy_is_the_same_after_being_written_and_read(policy: Policy) -> None:
    assert parse_policy(str(policy), policy.rulebook) == policy


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("player 5: 9/11", Fraction(9, 11)),
        ("PLAYER 5: draws", Fraction(1)),
        ("player 5: s", Fraction(0)),
        ("player 5: 0.25", Fraction(1, 4)),
        ("player 0-7: 25%", Fraction(1, 4)),
        ("player 5: D 1/4, S 3/4", Fraction(1, 4)),
        ("player 5: stand=3/4 draw=1/4", Fraction(1, 4)),
        ("like standard", Fraction(1)),
        ("baccarat-gold-stands-on-5", Fraction(0)),
        ("like standard; player 5: 1/3", Fraction(1, 3)),
    ],
)
def test_what_can_be_written(text: str, chance: Fraction) -> None:
    assert list(parse_policy(text, GOLD).player.values()) == [chance]


def test_a_row_of_cells_tells_every_third_card_of_a_total() -> None:
    rows = "; ".join(
        f"banker {total}: {' '.join(cells)}" for total, cells in enumerate(load_rulebook("standard").tableau)
    )
    assert parse_policy(f"player 5: D; {rows}", TOTALS) == parse_policy("standard", TOTALS)


def test_a_row_may_repeat_what_the_rules_say_and_not_contradict_it() -> None:
    """On 6 only "Player stood" is a choice; the rest is the standard row."""
    tableau = load_rulebook("standard").tableau
    free = "C" + tableau[6][1:]
    rulebook = replace(
        load_rulebook("standard"), tableau=(*tableau[:6], free, tableau[7]), banker_sees="total"
    )
    for row in ("DSSSSSSDDSS", "D--------SS", "D .........."):
        assert list(parse_policy(f"banker 6: {row}", rulebook).banker.values()) == [1]
    with pytest.raises(PlayError, match=r"Banker 6, third card 0 is no choice: .* say S, the row D"):
        parse_policy("banker 6: DDSSSSSDDSS", rulebook)


def test_third_cards_are_read_in_capitals_too() -> None:
    assert parse_policy("like standard; banker 6 NONE: D", TOTALS) == parse_policy(
        "like standard; banker 6 none: D", TOTALS
    )


@pytest.mark.parametrize(
    ("text", "rulebook", "problem", "mend"),
    [
        ("playr 5: D", GOLD, '"playr" is no side', 'did you mean "player"?'),
        ("player 4: D", GOLD, "there is no choice on Player 4", "there are choices on: Player 5"),
        ("banker 5: D", GOLD, "there is no choice on Banker 5", "there are choices on: Player 5"),
        ("player 5 D", GOLD, '"player 5 D" does not say what is done', ""),
        ("player: D", GOLD, "no hand of Player is named", ""),
        ("player 12: D", GOLD, "12 is not one of 0 to 9", ""),
        ("player 2+3: D", GOLD, "Player sees his total, not his cards 2+3", "name the total 5"),
        ("player 5: drwas", GOLD, '"drwas" is nothing to do', 'did you mean "draws"?'),
        ("player 5: 12/11", GOLD, "12/11 is no probability", "at least 0 and at most 1"),
        ("player 5: 1/0", GOLD, '"1/0" divides by zero', ""),
        ("player 5: D 1/2 S 1/3", GOLD, "the probabilities add up to 5/6", "they must add up to 1"),
        ("player 5: D 1/2 D 1/2", GOLD, "one action is told twice", ""),
        ("player 5: D; player 0-7: S", GOLD, "Player 5 is told twice", ""),
        ("", GOLD, "the play does not say what happens on: Player 5", ""),
        (
            "like standard; banker 6 nnone: S",
            TOTALS,
            "nnone is not one of 0 to 9, none",
            'did you mean "none"?',
        ),
        ("player 5: D, banker 6: S", TOTALS, "there are two colons", "put a semicolon"),
        ("like standard; banker 6: SSSS", TOTALS, "a row has 11 cells, not 4", "Player stood, then"),
        ("standard; like bahamian", TOTALS, "the play is like standard and like bahamian", ""),
        ("like standard; banker 6: DDDDDDDDDDX", TOTALS, "X where only D, S and - can stand", ""),
        ("player 5: D", TOTALS, "the play does not say what happens on: Banker 0-7, Player stood", ""),
        (
            "like wrong/keyed-on-new-total",
            TOTALS,
            "the tableau of wrong/keyed-on-new-total looks at the player new total",
            "",
        ),
    ],
)
def test_a_slip_is_named_and_mended(text: str, rulebook: Rulebook, problem: str, mend: str) -> None:
    with pytest.raises(PlayError) as caught:
        parse_policy(text, rulebook)
    assert caught.value.what.startswith(problem)
    assert mend in caught.value.mend
    assert len(caught.value.lines()) <= 3


def test_a_misspelt_rulebook_to_play_like_is_found() -> None:
    with pytest.raises(LibraryError, match='did you mean "standard"'):
        parse_policy("like standrd", TOTALS)


# As a file


@pytest.mark.parametrize(
    ("play", "what"),
    [
        ('{ D = "1/2", S = "1/3" }', "the probabilities add up to 5/6"),
        ('{ D = "1/2" }', '"D 1/2" is not a number'),
        ('{ D = "1/2", stay = 0.5 }', '"stay" is nothing to do'),
    ],
)
def test_both_probabilities_stand_in_a_table_of_a_file(play: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "mixed.toml"
    file.write_text('player.5 = { D = "9/11", S = "2/11" }\n', "utf-8")
    assert parse_policy(str(file), GOLD) == parse_policy("player 5: 9/11", GOLD)
    file.write_text(f"player.5 = {play}\n", "utf-8")
    with pytest.raises(PlayError) as caught:
        parse_policy(str(file), GOLD)
    assert caught.value.what == what


def test_a_rulebook_file_to_play_like_may_have_blanks_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "my own.toml"
    file.write_text(to_toml(load_rulebook("standard")), "utf-8")
    assert parse_policy(f"like {file}", TOTALS) == parse_policy("like standard", TOTALS)


def test_a_file_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "solved.toml"
    file.write_text(
        'like = "standard"\n[player]\n5 = "9/11"\n[banker]\n"6 none" = "859/2288"\n"3 9" = 0.5\n', "utf-8"
    )
    text = "like standard; player 5: 9/11; banker 6 none: 859/2288; banker 3 9: 1/2"
    assert parse_policy(str(file), TOTALS) == parse_policy(text, TOTALS)


@pytest.mark.parametrize(
    ("content", "problem", "place"),
    [
        ('[player]\n5 = "9/0"\n', '"9/0" divides by zero', "my.toml, player.5"),
        ('[playr]\n5 = "D"\n', '"playr" is no side', "my.toml"),
        ('player = "D"\n', "player is no table", "my.toml"),
        ('[player]\n4 = "D"\n', "there is no choice on Player 4", "my.toml, player.4"),
    ],
)
def test_a_wrong_file_is_named_with_its_place(content: str, problem: str, place: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(content, "utf-8")
    with pytest.raises(PlayError) as caught:
        parse_policy(str(file), GOLD)
    assert caught.value.what == problem
    assert caught.value.where.endswith(place)


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(AnalyzerError, match="no file"):
        parse_policy("nowhere.toml", GOLD)

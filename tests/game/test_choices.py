"""Cells on which somebody may choose: told, read, written, compared and refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from analyzer.errors import RulebookError
from analyzer.game.compare import compare
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU, lint
from analyzer.game.lint_file import lint_data, lint_grid
from analyzer.game.rulebook import Rulebook
from analyzer.game.rulebook_file import FORMS, load, read, to_toml
from analyzer.game.tableau_forms import parse_grid, whole_grid_text
from analyzer.toml_file import parse_toml
from tests.strategies import rulebooks

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)
MAY_STAND = replace(STANDARD, player="DDDDDCSS", player_sees="total")
FREE_6 = (*STANDARD_TABLEAU[:6], "C" * 11, STANDARD_TABLEAU[7])
FREE_BANKER = replace(STANDARD, tableau=FREE_6, banker_sees="cards")

Load = Callable[[str], Rulebook]


@pytest.fixture
def load_text(tmp_path: Path) -> Load:
    def loaded(content: str) -> Rulebook:
        file = tmp_path / "my.toml"
        file.write_text(content, encoding="utf-8")
        return load(file)

    return loaded


# What a rulebook with choices is


def test_choices_are_listed_by_name() -> None:
    assert STANDARD.choices() == []
    assert MAY_STAND.choices() == ["Player 5"]
    assert FREE_BANKER.choices() == ["Banker 6, Player stood", "Banker 6, third card 0-9"]


def test_a_choice_that_no_coup_reaches_is_none() -> None:
    always = replace(STANDARD, player="D" * 8, tableau=("C" + "S" * 10,) * 8, banker_sees="total")
    assert always.choices() == []
    assert not always.left_open()
    assert replace(always, player_natural="its hand stands").choices() == ["Banker 0-7, Player stood"]


def test_after_a_choice_both_ways_on_are_reached() -> None:
    rulebook = replace(MAY_STAND, player="SSSSSCSS", tableau=("?" * 11,) * 8)
    both = {"Banker 0, Player stood", "Banker 0, third card 0-9"}
    assert both <= set(rulebook.undefined_cells())
    assert both <= set(replace(rulebook, player="DDDDDCDD").undefined_cells())


def test_rules_with_choices_cannot_be_dealt_but_are_complete() -> None:
    MAY_STAND.require_complete()
    assert MAY_STAND.left_open()
    assert MAY_STAND.left_open() == ["Player 5 (a choice)"]
    with pytest.raises(RulebookError) as caught:
        MAY_STAND.require_playable()
    assert caught.value.lines() == [
        "the rules leave a choice on: Player 5",
        "  in rulebook Punto banco",
        "  say how it is played: `baccarat analyze --play`; or find the best play: `baccarat solve`",
    ]


@pytest.mark.parametrize(
    ("changes", "what", "where"),
    [
        ({"player": "DDDDDCSS"}, "Player has a choice and sees nothing", "player.sees"),
        ({"tableau": FREE_6}, "Banker has a choice and sees nothing", "banker.sees"),
        (
            {"tableau": FREE_6, "banker_sees": "total", "tableau_key": "player new total"},
            "Banker has a choice that depends on the player new total, which he does not see",
            "banker.keyed_by",
        ),
        ({"player_sees": "everything"}, 'player_sees "everything" is not one of', 'rulebook "Punto banco"'),
    ],
)
def test_a_chooser_must_see_what_his_choice_depends_on(changes: dict, what: str, where: str) -> None:
    with pytest.raises(RulebookError) as caught:
        replace(STANDARD, **changes)
    assert caught.value.what.startswith(what)
    assert caught.value.where.endswith(where)
    assert "sees" in caught.value.mend or "keyed_by" in caught.value.mend or "not one of" in what


def test_a_choice_when_player_stood_may_stand_in_any_tableau() -> None:
    tableau = tuple("C" + row[1:] for row in STANDARD_TABLEAU)
    assert replace(STANDARD, tableau=tableau, banker_sees="total", tableau_key="player new total").choices()


def test_what_is_seen_counts_only_where_there_is_a_choice() -> None:
    assert replace(STANDARD, player_sees="cards").sha256 == STANDARD.sha256
    assert replace(MAY_STAND, player_sees="cards").sha256 != MAY_STAND.sha256
    assert replace(MAY_STAND, banker_sees="cards").sha256 == MAY_STAND.sha256


# Reading and writing


@given(rulebooks("DSC?"))
@settings(max_examples=15)
def test_a_rulebook_with_choices_is_the_same_after_being_written_and_read(rulebook: Rulebook) -> None:
    for form in FORMS:
        assert read(parse_toml(to_toml(rulebook, form), "written")) == rulebook


def test_choices_can_be_told_by_sets_and_grids_by_rows_and_columns(load_text: Load) -> None:
    text = to_toml(FREE_BANKER)
    row = '6 = "C    C C C C C C C C C C"'
    assert row in text
    assert load_text(text) == FREE_BANKER
    assert load_text(text.replace(row, '6 = { draws = "", choice = "none, 0-9" }')) == FREE_BANKER
    assert load_text(text.replace(row, row.lower())) == FREE_BANKER
    assert load_text(to_toml(FREE_BANKER, "columns")) == FREE_BANKER


@pytest.mark.parametrize(
    ("old", "new", "what", "where"),
    [
        ('sees = "total"\n', "", "Player has a choice and sees nothing", "my.toml, player.sees"),
        ('sees = "total"', 'sees = "totals"', 'player.sees: the text "totals" is not one of', "my.toml"),
        ('choice = "5"', 'choice = "4, 5"', "player: 4 is listed under draws and under choice", "my.toml"),
        ('choice = "5"', 'chioce = "5"', 'player: unknown key "chioce"; did you mean "choice"?', "my.toml"),
    ],
)
def test_a_slip_in_a_file_is_named(old: str, new: str, what: str, where: str, load_text: Load) -> None:
    text = to_toml(MAY_STAND)
    assert text.count(old) == 1
    with pytest.raises(RulebookError) as caught:
        load_text(text.replace(old, new))
    assert caught.value.what.startswith(what)
    assert caught.value.where.endswith(where)


def test_in_a_grid_without_choices_nobody_sees_anything() -> None:
    assert lint_grid(whole_grid_text(STANDARD)) == []


def test_in_a_grid_the_chooser_sees_his_total(tmp_path: Path) -> None:
    free = replace(FREE_BANKER, banker_sees="total")
    grid = whole_grid_text(free)
    assert parse_grid(grid) == FREE_6
    file = tmp_path / "grid.csv"
    file.write_text(grid, encoding="utf-8")
    assert load(file).sha256 == free.sha256
    assert "he sees his total" in load(file).note
    with pytest.raises(RulebookError, match="a grid holds the tableau alone"):
        whole_grid_text(FREE_BANKER)


# Lint and comparison


def test_lint_names_choices_and_what_is_seen_in_vain() -> None:
    assert [(item.place, item.text) for item in lint(MAY_STAND)] == [("player", "Player may choose on 5")]
    assert [(item.place, item.text) for item in lint(FREE_BANKER)] == [
        ("banker.tableau.6", "Banker 6 may choose on Player stood and 0-9")
    ]
    assert [(item.place, item.text) for item in lint(replace(STANDARD, banker_sees="cards"))] == [
        ("banker.sees", "Banker sees his cards, but has no choice: it makes no difference")
    ]


def test_lint_of_a_file_names_choosers_who_see_nothing_and_goes_on() -> None:
    data = parse_toml(to_toml(FREE_BANKER), "linted")
    del data["banker"]["sees"]
    data["player"] |= {"choice": "5", "draws": "0-4", "sees": "totals"}
    found = {item.place: item.text for item in lint_data(data)}
    assert found["banker.sees"] == "Banker has a choice and sees nothing"
    assert found["player.sees"].startswith('the text "totals" is not one of total, cards')
    assert found["player"] == "Player may choose on 5"
    assert found["banker.tableau.6"] == "Banker 6 may choose on Player stood and 0-9"


def test_lint_of_a_file_names_a_tableau_that_the_chooser_does_not_see() -> None:
    data = parse_toml(to_toml(FREE_BANKER), "linted")
    data["banker"]["keyed_by"] = "banker second card"
    texts = [item.text for item in lint_data(data) if item.place == "banker.keyed_by"]
    assert texts == ["Banker has a choice that depends on the banker second card, which he does not see"]


def test_lint_of_a_grid_takes_choices() -> None:
    grid = "\n".join(",".join(row) for row in FREE_6)
    assert [item.text for item in lint_grid(grid)] == ["Banker 6 may choose on Player stood and 0-9"]


def test_choices_are_compared_like_other_cells() -> None:
    found = compare(MAY_STAND, STANDARD)
    assert [(cell.place, cell.first, cell.second) for cell in found.cells] == [("Player 5", "C", "D")]
    assert found.switches == (("Player, where he chooses, sees his", "total", "none"),)

"""The tableau by rows, by columns and as a grid; what is wrong is reported and never shifted."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RulebookError
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.rulebook import Rulebook
from analyzer.game.rulebook_file import load, to_toml
from analyzer.game.tableau_forms import (
    columns_of,
    grid_text,
    parse_grid,
    tableau_from_columns,
    whole_grid_text,
)

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU)
TABLEAUX = st.tuples(*[st.text("DS?", min_size=11, max_size=11)] * 8)
GRID = grid_text(STANDARD_TABLEAU)
BARE = "\n".join(",".join(cells) for cells in STANDARD_TABLEAU)

Load = Callable[[str, str], Rulebook]


@pytest.fixture
def load_text(tmp_path: Path) -> Load:
    def loaded(name: str, content: str) -> Rulebook:
        (tmp_path / name).write_text(content, encoding="utf-8")
        return load(tmp_path / name)

    return loaded


@given(TABLEAUX)
def test_every_tableau_survives_both_forms(tableau: tuple[str, ...]) -> None:
    assert tableau_from_columns(columns_of(tableau)) == tableau
    assert parse_grid(grid_text(tableau)) == tableau


# By the Player's third card


def test_the_shell_script_of_a_linux_magazine_is_the_standard() -> None:
    # nnc3.com/mags/LM18/LJ/161/9780.html tells the rule by Player's third card.
    told = {
        "2-3": "0-4",
        "4-5": "0-5",
        "6-7": "0-6",
        "8": "0-2",
        "9, 0, 1": "0-3",
        "none": "0-5",
    }
    assert tableau_from_columns(told) == STANDARD_TABLEAU


def test_a_file_may_tell_the_tableau_by_columns(load_text: Load) -> None:
    assert load_text("mine.toml", to_toml(STANDARD, "columns")) == STANDARD


def test_columns_say_what_they_look_at() -> None:
    by_total = replace(STANDARD, tableau_key="player new total")
    assert "# player new total = the totals on which Banker draws" in to_toml(by_total, "columns")


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        # math.techqa.club, question 3564858, leaves the ace out.
        ({"none": "0-5", "9, 0": "0-3", "2-3": "0-4", "4-8": "0-5"}, "column 1 is missing"),
        ({"0-9": "0-5"}, "column none is missing"),
        ({"none": "0-5", "2-3": "0-4"}, "columns 0, 1, 4-9 are missing"),
        ({"none, 0-9": "0-5", "3": "0-4"}, "column 3 is given twice"),
        ({"none, 0-9": "0-11"}, 'column "none, 0-9": 8, 9, 10, 11'),
        ({"none, 0-11": "0-5"}, 'column "none, 0-11": 10, 11'),
        ({"none, 0-9": {"draws": "0-5", "stands": "5-7"}}, "5 is listed under draws and under stands"),
        ({"none, 0-9": {"draws": "0-4", "stands": "6-7"}}, "5 is missing: it neither draws nor stands"),
    ],
)
def test_wrong_columns_are_refused(columns: dict[str, str], problem: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is asked for below
        tableau_from_columns(columns)
    assert problem in str(caught.value)


def test_the_tableau_is_told_once(load_text: Load) -> None:
    both = to_toml(STANDARD) + '\n[banker.columns]\n"none, 0-9" = "0-5"\n'
    with pytest.raises(RulebookError, match="told by rows and by columns"):
        load_text("mine.toml", both)
    with pytest.raises(RulebookError, match=r"banker\.columns: column none is missing"):
        load_text("mine.toml", to_toml(STANDARD, "columns").replace('none = "0-5"\n', ""))


# As a grid


@pytest.mark.parametrize(
    "text",
    [
        GRID,
        BARE,
        BARE.lower(),
        BARE.replace(",", ";"),
        BARE.replace(",", "\t"),
        BARE.replace(",", " "),
        GRID.replace("banker,", ",", 1),
        "\n".join([GRID.splitlines()[0], *reversed(GRID.splitlines()[1:])]),
        f"# as printed\n\n{BARE}\n\n",
        BARE.replace("D", '"D"'),
        "\ufeff" + GRID,
    ],
)
def test_a_grid_may_be_written_in_many_ways(text: str, load_text: Load) -> None:
    assert load_text("mine.csv", text).tableau == STANDARD_TABLEAU


def test_a_grid_stands_for_the_usual_rules(load_text: Load) -> None:
    rulebook = load_text("mine.CSV", GRID)
    assert rulebook.sha256 == STANDARD.sha256
    assert rulebook.title == "mine"


def without(column: int) -> str:
    return "\n".join(",".join(cells[:column] + cells[column + 1 :]) for cells in STANDARD_TABLEAU)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (without(0), "rows 0-7 have 10 cells where 11 are needed: the first one says what Banker does when"),
        (without(10), "rows 0-7 have 10 cells"),
        # A code-golf question prints rows 3 to 6 with nine entries instead of ten.
        (
            "\n".join(f"{row}," + ",".join("D" * 9) for row in range(3, 7)),
            "rows 3-6 have 9 cells where 11 are",
        ),
        ("\n".join(f"{row}," + ",".join("D" * 9) for row in range(3, 7)), "rows 0-2, 7 are missing"),
        (GRID.replace("3,D,D", "3,D,D,D", 1), "row 3 has 12 cells where 11 are needed"),
        (GRID.replace("3,D", "3,X", 1), 'row 3 has "X" where only D, S, C and ? can stand'),
        (GRID.replace("\n3,", "\n2,"), "row 2 is given twice; row 3 is missing"),
        (GRID.replace("\n3,", "\n12,"), "row 12 is not one of 0 to 7; row 3 is missing"),
        (GRID.replace("none,0,1", "none,1,0"), "the heading should be none,0,1,2"),
        ("", "rows 0-7 are missing"),
        (",,,\n", "rows 0-7 are missing"),
        ("none\n" * 3, 'row 0 has "NONE"'),
    ],
)
def test_a_wrong_grid_is_reported_and_never_shifted(text: str, problem: str, load_text: Load) -> None:
    with pytest.raises(RulebookError) as caught:
        load_text("mine.csv", text)
    assert problem in caught.value.what
    assert caught.value.where.endswith("mine.csv")


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(b"\xff\xfe\x00D")
    with pytest.raises(RulebookError, match="not a text file"):
        load(path)
    path.write_text("D" * 200_000, encoding="utf-8")
    with pytest.raises(RulebookError, match="too large"):
        load(path)
    with pytest.raises(RulebookError, match="cannot be read"):
        load(tmp_path / "nothing.csv")


@given(st.text(max_size=200))
def test_no_text_crashes_the_reading_of_a_grid(text: str) -> None:
    with suppress(ValueError):
        assert len(parse_grid(text)) == 8


@pytest.mark.parametrize(
    "rulebook",
    [
        replace(STANDARD, player="DDDDDDDS"),
        replace(STANDARD, tableau_key="player new total"),
        replace(STANDARD, two_naturals="tie"),
        replace(STANDARD, player_first_card=6),
    ],
)
def test_a_grid_is_not_made_of_rules_that_it_cannot_tell(rulebook: Rulebook) -> None:
    with pytest.raises(RulebookError, match="holds the tableau alone"):
        whole_grid_text(rulebook)

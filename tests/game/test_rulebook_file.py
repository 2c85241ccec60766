import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RulebookError
from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES
from analyzer.game.lint import STANDARD_PLAYER, STANDARD_TABLEAU
from analyzer.game.rulebook import COLUMNS, Rulebook
from analyzer.game.rulebook_file import (
    FORMS,
    check_and_read,
    load,
    parse_card_values,
    parse_cells,
    parse_set,
    read,
    set_text,
    to_toml,
)
from analyzer.toml_file import parse_toml
from tests.strategies import rulebooks

STANDARD = Rulebook("Punto banco", STANDARD_PLAYER, STANDARD_TABLEAU, source="the law")
TEXT = to_toml(STANDARD)
ROW_3 = '3 = "D    D D D D D D D D S D"'
TOTALS = [str(total) for total in range(8)]

Load = Callable[[str | bytes], Rulebook]


@pytest.fixture
def load_text(tmp_path: Path) -> Load:
    """Load a rulebook from a file of this content."""

    def loaded(content: str | bytes) -> Rulebook:
        file = tmp_path / "my.toml"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return load(file)

    return loaded


def changed(old: str, new: str, text: str = TEXT) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def everything(rulebook: Rulebook) -> tuple[object, ...]:
    """A rulebook with the words that do not count when two are compared."""
    return (rulebook, rulebook.source, rulebook.note)


# Writing and reading back


@given(rulebooks("DS?"), st.sampled_from(FORMS))
def test_a_rulebook_that_was_written_is_read_back(rulebook: Rulebook, form: str) -> None:
    data = parse_toml(to_toml(rulebook, form), "my.toml")
    assert everything(check_and_read(data, "my.toml")) == everything(rulebook)
    assert everything(read(data)) == everything(rulebook)


@pytest.mark.parametrize("title", ['"', "\\", "a\nb", "\t\r\u2028", "9♠ — 巴卡拉", "\\u0041", "'''"])
def test_every_text_survives(title: str, load_text: Load) -> None:
    rulebook = replace(STANDARD, title=title, note=title)
    assert everything(load_text(to_toml(rulebook))) == everything(rulebook)


def test_a_rulebook_file_fits_on_one_screen() -> None:
    assert len(TEXT.splitlines()) <= 30


def test_a_loaded_rulebook_is_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert load(file).slug == load(str(file)).slug == str(file)


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf" + TEXT.encode(), TEXT.replace("\n", "\r\n").encode()])
def test_a_file_may_come_from_windows(content: bytes, load_text: Load) -> None:
    assert load_text(content) == STANDARD


def test_what_is_left_out_is_as_usual(load_text: Load) -> None:
    short = TEXT[: TEXT.index("[naturals]")].replace('equal_two_card_totals = "play on"\n', "")
    assert load_text(changed('keyed_by = "player third card"\n', "", short)) == STANDARD


# Rows


@pytest.mark.parametrize(
    "row",
    [
        '"D D D D D D D D D S D"',
        '"DDDDDDDDDSD"',
        '"d ddddddddsd"',
        '{ draws = "none, 0-7, 9" }',
        '{ draws = "none 0-7 9", stands = "8" }',
        '{ draws = "9, 0–4, none, 5, 6, 7, 7", stands = "8" }',
    ],
)
def test_a_row_is_drawn_or_told(row: str, load_text: Load) -> None:
    assert load_text(changed(ROW_3, f"3 = {row}")) == STANDARD


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ({"draws": ""}, "SSSSSSSSSSS"),
        ({"draws": "all"}, "SDDDDDDDDDD"),
        ({"draws": "none, all"}, "DDDDDDDDDDD"),
        ({"draws": "", "undefined": "none, 0-9"}, "???????????"),
        ({"draws": "4-7", "undefined": "none"}, "?SSSSDDDDSS"),
        ("D? S? D? S? D? S", "D?S?D?S?D?S"),
    ],
)
def test_the_cells_of_a_row(row: str | dict[str, str], cells: str) -> None:
    assert parse_cells(row, COLUMNS) == cells


@given(st.text("DS?", min_size=11, max_size=11))
def test_the_sets_of_a_row_are_read_back(cells: str) -> None:
    words = {"draws": "D", "stands": "S", "undefined": "?"}
    assert (
        parse_cells({word: set_text(cells, COLUMNS, cell) for word, cell in words.items()}, COLUMNS) == cells
    )


@given(st.text("DS", min_size=8, max_size=8))
def test_what_does_not_draw_stands(cells: str) -> None:
    assert parse_cells({"draws": set_text(cells, TOTALS, "D")}, TOTALS) == cells


@pytest.mark.parametrize(
    "text", ["10", "0-10", "7-0", "-1", "x", "0-9-9", "0-", "0.5", "face", "0-999999999"]
)
def test_a_set_of_what_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not one of 0 to 9, none"):
        parse_set(text, COLUMNS)


# Card values


def test_only_unusual_card_values_are_listed() -> None:
    assert parse_card_values({}) == STANDARD_CARD_VALUES
    assert parse_card_values({"J": 1, "t": 10, "K": 13})[9:] == (0, 1, 0, 3)


@pytest.mark.parametrize("rank", ['"7"', "7"])
def test_a_fixed_first_card_is_named_by_its_rank(rank: str, load_text: Load) -> None:
    rulebook = load_text(TEXT + f"player_first_card = {rank}\n")
    assert rulebook.player_first_card == RANKS.index("7")


# What is refused


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (changed("keyed_by", "keyd_by"), ['banker: unknown key "keyd_by"; did you mean "keyed_by"?']),
        (changed("[naturals]", "[natural]"), ['unknown key "natural"; did you mean "naturals"?']),
        (changed('draws = "0-5"', 'drws = "0-5"'), ['player: unknown key "drws"; did you mean "draws"?']),
        (
            changed(ROW_3, '3 = { draws = "none", standz = "0-9" }'),
            ['banker.tableau.3: unknown key "standz"; did you mean "stands"?'],
        ),
        (changed(ROW_3 + "\n", ""), ["banker.tableau: 3 is missing"]),
        (
            changed(ROW_3, "12" + ROW_3[1:]),
            ["banker.tableau: 3 is missing", 'banker.tableau: unknown key "12"'],
        ),
        (changed('"0-5"', '"0-5, 11"'), ["player: 11 is not one of 0 to 7"]),
        (changed('"0-5"', '"0-9"'), ["player: 8, 9 are not one of 0 to 7"]),
        (
            changed(ROW_3, '3 = { draws = "none, 0-8, 9", stands = "8" }'),
            ["banker.tableau.3: 8 is listed under draws and under stands"],
        ),
        (
            changed(ROW_3, '3 = { draws = "none, 0-7, 9, 11" }'),
            ["banker.tableau.3: 11 is not one of 0 to 9, none"],
        ),
        (
            changed(ROW_3, '3 = { draws = "none, 0-7", stands = "8" }'),
            ["banker.tableau.3: 9 is missing: it neither draws nor stands"],
        ),
        (changed(ROW_3, '3 = "D D D D D D D D S D"'), ["banker.tableau.3: 10 cells where 11 are needed"]),
        (changed(ROW_3, '3 = "D D D D D D D D S"'), ["banker.tableau.3: 9 cells where 11 are needed"]),
        (changed(ROW_3, '3 = ""'), ["banker.tableau.3: 0 cells where 11 are needed"]),
        (
            changed(ROW_3, '3 = "D D D D D D D D X D D"'),
            ["banker.tableau.3: X where only D (draws), S (stands)"],
        ),
        (
            changed(ROW_3, '3 = "D D D D D D D D ß D"'),
            ["banker.tableau.3: ß where only D (draws), S (stands)"],
        ),
        (changed(ROW_3, "3 = 0.5"), ["banker.tableau.3: a row is a grid of cells in quotes or a table"]),
        (changed('"0-5"', "0.5"), ["player.draws: should be a text, not the number 1/2"]),
        (changed('"0-5"', "5"), ["player.draws: should be a text, not the number 5"]),
        (
            changed('[player]\ndraws = "0-5"', 'player = "0-5"'),
            ['player: write it as a table: draws = "0-5"'],
        ),
        (
            changed("player third card", "player thrid card"),
            ['banker.keyed_by: the text "player thrid card" is not one of player third card, '],
        ),
        (
            changed('both = "higher wins"', "both = 1"),
            ["naturals.both: the number 1 is not one of higher wins, tie"],
        ),
        (changed('"play on"', "0.1"), ["equal_two_card_totals: the number 1/10 is not one of play on, tie"]),
        (TEXT + "values = { J = 1.5 }", ["cards.values.J: should be a whole number, not the number 3/2"]),
        (
            TEXT + "values = { J = -1, Q = 14 }",
            ["cards.values.J: should be at", "cards.values.Q: should be at"],
        ),
        (TEXT + "values = { X = 1 }", ['cards.values.X: "X" is no rank']),
        (TEXT + 'values = { T = 1, "10" = 2 }', ["cards.values: 10 is valued twice"]),
        (TEXT + 'player_first_card = "joker"', ['cards.player_first_card: "joker" is no rank']),
        (TEXT + "player_first_card = 7.0", ["cards.player_first_card: should be a text or a whole number"]),
        (TEXT + "player_first_card = [7]", ["cards.player_first_card: should be a text or a whole number"]),
        (changed("PBPB", "PBBP"), ["cards.deal_order: "]),
        (TEXT + "[vigorish]\nrate = 0.05\n", ['unknown key "vigorish"; the keys are title, source, note, ']),
        (TEXT + 'title = "late"\n', ['cards: unknown key "title"; it belongs at the top of the file']),
        ("", ["title is missing", "player is missing", "banker is missing"]),
        ("# nothing\n", ["title is missing", "player is missing", "banker is missing"]),
        (changed("Punto banco", ""), ["title: is empty"]),
        (
            changed("[banker.tableau]", "[banker.tablo]"),
            ['banker: unknown key "tablo"; did you mean "tableau"?'],
        ),
        (changed("[banker]", "[[banker]]"), ["banker: should be a table, not a list"]),
        (
            'title = "x"\n[player]\ndraws = "0-12"\n[banker]\nkeyed_by = ""\ntableau = 5\n[cards]\ndecks = 8',
            [
                "player: 8, 9, 10, 11, 12 are not one of 0 to 7",
                "banker.keyed_by: ",
                "banker.tableau: should be a table, not the number 5",
                'cards: unknown key "decks"',
            ],
        ),
    ],
)
def test_every_problem_is_named_with_its_path(text: str, problems: list[str], load_text: Load) -> None:
    with pytest.raises(RulebookError) as caught:
        load_text(text)
    found = re.split(r"; (?!did you mean|it belongs|the keys are)", caught.value.what)
    assert len(found) == len(problems), found
    assert [line for line, start in zip(found, problems, strict=True) if not line.startswith(start)] == []
    assert len(caught.value.lines()) <= 3
    assert caught.value.where.endswith("my.toml")


@pytest.mark.parametrize(
    ("content", "what", "where"),
    [
        (changed('"0-5"', "0-5"), "not valid TOML", "line 6"),
        ("title = \n", "not valid TOML", "line 1"),
        (changed("[naturals]", "[naturals"), "not valid TOML", "line 22"),
        (changed('draws = "0-5"', 'draws = "0-5"\ndraws = "0-4"'), "not valid TOML", "line 7"),
        (TEXT.encode("utf-16"), "not a text in UTF-8", "line 1"),
        (TEXT.replace("the law", "la règle").encode("latin-1"), "not a text in UTF-8", "line 2"),
        (b"\x00" * 10, "not valid TOML", "line 1"),
        ("x = " + "9" * 5000, "too long", ""),
        ("x = 1e400", "is not a number", ""),
        ("x = nan", "", ""),
    ],
)
def test_what_is_not_toml_is_refused_by_its_line(
    content: str | bytes, what: str, where: str, load_text: Load
) -> None:
    with pytest.raises(RulebookError) as caught:
        load_text(content)
    assert what in caught.value.what
    assert where in caught.value.where
    assert len(caught.value.lines()) <= 3


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"nothing\.toml"):
        load(tmp_path / "nothing.toml")
    with pytest.raises(RulebookError, match="cannot be read"):
        load(tmp_path)


@given(
    st.dictionaries(
        st.text(max_size=9), st.none() | st.integers() | st.text() | st.lists(st.text()), max_size=5
    )
)
def test_no_data_slips_through_unchecked(data: dict[str, object]) -> None:
    whole = {**parse_toml(TEXT, "my.toml"), **data}
    if data.keys() - {"title", "source", "note"}:
        with pytest.raises(RulebookError):
            check_and_read(whole, "my.toml")


scalars = (
    st.none() | st.booleans() | st.integers() | st.fractions() | st.text(max_size=9) | st.lists(st.integers())
)


@given(st.data())
def test_a_value_of_the_wrong_kind_is_an_error_and_never_a_crash(data: st.DataObject) -> None:
    whole = parse_toml(TEXT, "my.toml")
    path = data.draw(st.sampled_from([*paths(whole)]))
    node = whole
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = data.draw(scalars | st.just({}))
    with suppress(RulebookError):
        assert check_and_read(whole, "my.toml") == read(whole)


def paths(node: dict[str, object], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every place in nested tables."""
    found = [(*above, key) for key in node]
    for key, value in node.items():
        if isinstance(value, dict):
            found += paths(value, (*above, key))
    return found

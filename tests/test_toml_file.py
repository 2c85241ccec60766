import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from analyzer.errors import AnalyzerError, NumberError, RulebookError
from analyzer.toml_file import (
    LARGEST_FILE,
    collected,
    found_problems,
    one_line,
    parse_toml,
    read_toml,
    shortened,
    validate,
)


def even(number: int) -> int:
    with collected():
        if number % 2:
            raise NumberError(f"{number} is odd", where="the table", mend="write an even number")
    return number


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Line(Strict):
    label: str
    pays: Annotated[int, AfterValidator(even)] = 0


class Banker(Strict):
    tableau: dict[str, str] = {}
    keyed_by: Literal["player third card", "player new total"] = "player third card"


class Book(Strict):
    title: Annotated[str, Field(min_length=1)]
    open_: bool = Field(default=True, alias="open")
    decks: list[Annotated[int, Field(ge=1, le=12)]] = []
    edge: int | str = 0
    banker: Banker = Banker()
    line: list[Line] = []


def test_decimals_become_fractions() -> None:
    data = parse_toml("a = 0.95\nb = [1_0.5, -0.1]\nc = 3\nd = '0.95'", "my.toml")
    assert data == {"a": Fraction(19, 20), "b": [Fraction(21, 2), Fraction(-1, 10)], "c": 3, "d": "0.95"}
    assert type(data["a"]) is Fraction


@pytest.mark.parametrize(
    ("text", "what", "line", "mend"),
    [
        ("title = 1\npays = 8 to 1", "expected newline", "line 2: pays = 8 to 1", 'quotes: pays = "8 to 1"'),
        (
            "pays = push # tie",
            "invalid value",
            "line 1: pays = push # tie",
            'a text needs quotes: pays = "push"',
        ),
        ("a = 1\nb = 2\na = 3", "cannot overwrite a value", "line 3: a = 3", "each key can be given once"),
        ("[x]\n[x]", "cannot declare", "line 2: [x]", "each key can be given once"),
        ("a = [1,\n2", "unclosed array", "line 2: 2", ""),
        ("a =\r\n", "invalid value", "line 1: a =", ""),
        ("a = 'x\x1b'", "invalid character", "line 1: a = 'x\\x1b'", ""),
        ("= 1", "invalid", "line 1: = 1", ""),
        ("a = " + "x" * 300, "invalid value", "line 1: a = xxx", ""),
    ],
)
def test_a_syntax_error_names_the_line(text: str, what: str, line: str, mend: str) -> None:
    with pytest.raises(RulebookError) as refused:
        parse_toml(text, "my.toml", RulebookError)
    error = refused.value
    assert error.what.startswith("not valid TOML: ")
    assert what in error.what
    assert error.where.startswith(f"my.toml, {line}")
    assert mend in error.mend
    assert all(len(row) < 200 for row in error.lines())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a = nan", '"nan" is not a number'),
        ("a = -inf", '"-inf" is not a number'),
        ("a = 1e999999999", '"1e999999999" is not a number'),
        pytest.param("a = " + "9" * 5_000, "a number that is too long", id="whole number of 5,000 digits"),
        pytest.param("a = 0." + "9" * 5_000, "is not a number", id="decimal of 5,000 digits"),
        pytest.param("a = " + "[" * 10_000, "nested too deeply", id="10,000 arrays"),
        pytest.param("a = " + "{a = " * 10_000, "nested too deeply", id="10,000 tables"),
        pytest.param("a." * 100_000 + "a = 1", "a key of more than 100 parts", id="100,000 parts"),
        pytest.param(
            "x = { " + "a . " * 100_000 + "a = 1 }", "a key of more than 100 parts", id="inside a table"
        ),
        pytest.param("a = b" + " " * 1_000_000 + "'", "not valid TOML", id="1 MB of blanks"),
    ],
)
def test_no_text_is_too_much_for_a_clear_error(text: str, what: str) -> None:
    started = time.monotonic()
    with pytest.raises(RulebookError, match=what) as refused:
        parse_toml(text, "my.toml", RulebookError)
    assert refused.value.where.startswith("my.toml")
    assert time.monotonic() - started < 2


@given(st.text(st.sampled_from("ab=[]{}.\"'#\n ,01-") | st.characters()))
def test_any_text_is_toml_or_a_clear_error(text: str) -> None:
    try:
        assert isinstance(parse_toml(text, "my.toml"), dict)
    except AnalyzerError as error:
        assert len(error.lines()) <= 3  # noqa: PT017


def test_a_file_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    for start in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(start + 'title = "Égalité"\r\npays = 0.5\r\n'.encode())
        assert read_toml(path) == read_toml(str(path)) == {"title": "Égalité", "pays": Fraction(1, 2)}


def test_a_file_that_is_not_there_gets_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "dragon-7.toml").write_text("")
    with pytest.raises(RulebookError, match="there is no file") as refused:
        read_toml(tmp_path / "dargon-7.toml", RulebookError)
    assert refused.value.mend == 'did you mean "dragon-7.toml"?'
    with pytest.raises(RulebookError, match="there is no file") as refused:
        read_toml(tmp_path / "nowhere" / "my.toml", RulebookError)
    assert refused.value.mend == ""


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"a = 1\nb = '\xe9'\n")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (LARGEST_FILE + 1))
    for path, what, where in (
        (latin, "not a text in UTF-8", f"{latin}, line 2"),
        (large, "larger than 2,000,000 bytes", str(large)),
        (tmp_path, "cannot be read: Is a directory", str(tmp_path)),
        ("a\0b", "cannot be the name of a file", ""),
    ):
        with pytest.raises(RulebookError, match=what) as refused:
            read_toml(path, RulebookError)
        assert refused.value.where == where


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file here")
def test_an_endless_file_is_not_read_to_the_end() -> None:
    with pytest.raises(RulebookError, match="larger than"):
        read_toml("/dev/zero", RulebookError)


def test_data_that_fits_comes_back_as_the_model() -> None:
    book = validate(Book, {"title": "a", "open": False, "line": [{"label": "x", "pays": 2}]}, "my.toml")
    assert (book.title, book.open_, book.line[0].pays) == ("a", False, 2)
    assert found_problems(Book, {"title": "a"}) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["title is missing"]),
        ("title = ''", ["title: is empty"]),
        ("title = 3", ["title: should be a text, not the number 3"]),
        ("title = 0.5", ["title: should be a text, not the number 1/2"]),
        ("title = true", ["title: should be a text, not true"]),
        ("title = []", ["title: should be a text, not a list"]),
        ("title = 2020-01-01", ["title: should be a text, not 2020-01-01"]),
        pytest.param(
            "title = 0x" + "f" * 9_000,
            ["title: should be a text, not a number of many digits"],
            id="9,000 digits",
        ),
        ("title = 'a'\nopen = 1", ["open: should be true or false, not the number 1"]),
        ("title = 'a'\ndecks = 8", ["decks: should be a list, not the number 8"]),
        ("title = 'a'\ndecks = [8, 'six', 0, 13]", [
            'decks, item 2: should be a whole number, not the text "six"',
            "decks, item 3: should be at least 1",
            "decks, item 4: should be at most 12",
        ]),
        ("title = 'a'\ndecks = [8, 0.5]", ["decks, item 2: should be a whole number, not the number 1/2"]),
        ("title = 'a'\nedge = []", ["edge: should be a whole number or a text, not a list"]),
        ("titel = 'a'", ['unknown key "titel"; did you mean "title"?']),
        ("title = 'a'\nopne = true", ['unknown key "opne"; did you mean "open"?']),
        ("title = 'a'\nopen_ = true", ['unknown key "open_"; did you mean "open"?']),
        ("title = 'a'\nxyz = 1", ['unknown key "xyz"; the keys are title, open, decks, edge, banker, line']),
        ("title = 'a'\nline = 1", ["line: should be a list, not the number 1"]),
        ("title = 'a'\nline = [1]", ["line, item 1: should be a table, not the number 1"]),
        ("title = 'a'\n[[line]]\nlabel = 'x'\n[[line]]\npays = 2", ["line 2: label is missing"]),
        ("title = 'a'\n[[line]]\nlabl = 'x'", ['line 1: unknown key "labl"; did you mean "label"?']),
        ("title = 'a'\n[[line]]\nlabel = 'x'\npays = 3", [
            "line 1: pays: 3 is odd (in the table; write an even number)",
        ]),
        ("[[line]]\nlabel = 'x'\ntitle = 'a'", [
            'line 1: unknown key "title"; '
            "it belongs at the top of the file, above the first [table] or [[table]]",
        ]),
        ("title = 'a'\n[banker]\ntableau.7 = 3", ["banker.tableau.7: should be a text, not the number 3"]),
        ("title = 'a'\n[banker]\ntableua.7 = 'S'", [
            'banker: unknown key "tableua"; did you mean "tableau"?',
        ]),
        ("title = 'a'\n[banker]\nkeyed_by = 'player third'", [
            'banker.keyed_by: the text "player third" is not one of player third card, player new total'
            ' (did you mean "player third card"?)',
        ]),
        ("title = 'a'\nbanker = 3", ["banker: should be a table, not the number 3"]),
        ("title = 'a'\n'x\\u001b' = 1\n".replace("'x", '"x').replace("1b'", '1b"'), [
            'unknown key "x\\x1b"; the keys are title, open, decks, edge, banker, line',
        ]),
    ],
)  # fmt: skip
def test_every_problem_is_told_with_its_path(text: str, found: list[str]) -> None:
    assert found_problems(Book, parse_toml(text, "my.toml")) == found


def test_all_problems_are_told_at_once() -> None:
    data = parse_toml("titel = 'a'\ndecks = 1\n[banker]\nkeyed_by = 2\n[[line]]\npays = 3", "my.toml")
    with pytest.raises(RulebookError) as refused:
        validate(Book, data, "my.toml", RulebookError)
    assert refused.value.where == "my.toml"
    for path in ("decks: ", "banker.keyed_by: ", "line 1: label ", "line 1: pays: ", 'unknown key "titel"'):
        assert path in refused.value.what
    assert "title is missing" not in refused.value.what


def test_an_error_as_one_line_keeps_all_it_says() -> None:
    assert one_line(AnalyzerError("a", where="b", mend="c")) == "a (in b; c)"
    assert one_line(AnalyzerError("a", mend="c")) == "a (c)"
    assert one_line(AnalyzerError("a")) == "a"


def test_what_is_not_an_analyzer_error_is_not_collected() -> None:
    with pytest.raises(ZeroDivisionError), collected():
        _ = 1 // 0


@given(st.text())
def test_a_text_in_a_message_is_short_and_harmless(text: str) -> None:
    shown = shortened(text)
    assert shown.isprintable()
    assert shown == text or not text.isprintable() or (len(shown) == 40 and shown.endswith("..."))


@pytest.mark.parametrize("module", ["analyzer.toml_file", "analyzer.wager.wager_file"])
def test_reading_a_file_does_not_load_pydantic(module: str) -> None:
    program = f"import {module}, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pydantic" not in run.stdout.split()


@pytest.mark.parametrize("text", ['title = "a\\u001b[2Jb"', 'x = [{ y = "\\u009b" }]', 'x = "\\u007f"'])
def test_a_text_that_could_steer_a_terminal_is_refused(text: str) -> None:
    with pytest.raises(AnalyzerError, match="control character U"):
        parse_toml(text, "my.toml")


def test_line_breaks_and_tabs_are_no_control_characters_that_matter() -> None:
    assert parse_toml('note = "a\\n\\tb"', "my.toml") == {"note": "a\n\tb"}

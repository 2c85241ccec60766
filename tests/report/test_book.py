"""Books: their files, manifests and first differences, and the book of this project itself."""

import csv
import hashlib
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from analyzer.errors import UsageError
from analyzer.report.book import Entry, made
from analyzer.report.book_file import OWN_BOOK, load_book
from analyzer.report.first_difference import first_difference
from analyzer.report.model import COUNT, Column, Prose, Report, Table

REPORTS = OWN_BOOK.parent
SCHEMAS = OWN_BOOK.parents[1] / "analyzer" / "report" / "schemas"

TWENTY_DIGITS = "12345678901234567890"


def report_with(*cells: str) -> Report:
    table = Table("ways", "Ways", (Column("ways", "Ways", COUNT),), [(cell,) for cell in cells])
    return Report(
        "baccarat/x", 1, "X", {}, "x", (table, Prose("note", "Note", ("so",))), {"ways": list(cells)}
    )


def test_a_report_becomes_a_file_of_each_format_and_one_csv_of_each_table() -> None:
    entry = Entry("big", "Big", "", ("x",), ("markdown", "json", "csv"))
    files = made(entry, report_with(TWENTY_DIGITS), 10).files
    assert list(files) == ["big.md", "big.json", "big/ways.csv"]
    assert all(TWENTY_DIGITS in text for text in files.values())


def test_every_file_has_a_command_that_makes_it_alone() -> None:
    entry = Entry("big", "Big", "", ("analyze", "--remove", "9♠ K"), ("json", "csv"))
    assert made(entry, report_with("1"), 10).commands == {
        "big.json": "baccarat analyze --remove '9♠ K' -o big.json",
        "big/ways.csv": "baccarat analyze --remove '9♠ K' --table ways -o big/ways.csv",
    }


@pytest.mark.parametrize(
    ("path", "kept", "now", "said"),
    [
        (
            "a.csv",
            '"bet","ways"\n"a","1"\n',
            '"bet","ways"\n"a","2"\n',
            'row 1, column ways: "1" stands there',
        ),
        ("a.csv", '"bet"\n"a"\n', '"bet"\n"a"\n"b"\n', "row 2, column bet: nothing stands there"),
        ("a.csv", '"bet"\n"a"\n', '"name"\n"a"\n', 'heading of column 1: "bet" stands there'),
        (
            "a.json",
            '{"a": [{"b": "1"}]}',
            '{"a": [{"b": "2"}]}',
            'a[0].b: "1" stands there, and it should be "2"',
        ),
        ("a.json", '{"a": ', '{"a": 1}', "line 1"),
        ("a.json", '{"a": 1}', '{"a":1}', "line 1"),
        ("a.md", "| a | 1 |", "| a | 2 |", 'line 1, cell 2: "1" stands there'),
        ("a.md", "| a |\n", "| a |\r\n", "only line ends differ"),
        ("a.md", "one", "two", 'line 1: "one" stands there'),
        ("a.csv", "", '"a"\n', "heading of column 1: nothing stands there"),
    ],
)
def test_the_first_difference_is_a_cell(path: str, kept: str, now: str, said: str) -> None:
    assert said in first_difference(path, kept, now)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title = 1", "title: should be a text"),
        ('title = "t"', "report is missing"),
        ('title = "t"\n[[report]]\nname = "A b"\ntitle = "t"\ncommand = "analyze"', "needs small letters"),
        ('title = "t"\n[[report]]\nname = "../a"\ntitle = "t"\ncommand = "analyze"', "needs small letters"),
        (
            'title = "t"\n[[report]]\nname = "a"\ntitle = "t"\ncommand = "analyze -o x.md"',
            "the book itself sets -o",
        ),
        (
            'title = "t"\n[[report]]\nname = "a"\ntitle = "t"\ncommand = "analyze --json"',
            "the book itself sets --json",
        ),
        (
            'title = "t"\n[[report]]\nname = "a"\ntitle = "t"\ncommand = "analyze -ox.md"',
            "the book itself sets -ox.md",
        ),
        ('title = "t"\n[[report]]\nname = "a"\ntitle = "t"\ncommand = "analyze \'"', "No closing quotation"),
        ('title = "t"\n[[report]]\nname = "a"\ntitle = "t"\ncommand = "reports check"', "write what follows"),
    ],
)
def test_a_wrong_book_is_refused_with_the_place(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as refused:
        load_book(path)
    assert problem in str(refused.value)


def own_files(suffix: str) -> list[Path]:
    return sorted(path for path in REPORTS.rglob(f"*{suffix}") if not path.name.startswith("."))


@pytest.mark.slow
def test_every_json_file_of_the_own_book_keeps_to_its_schema() -> None:
    for path in own_files(".json"):
        document = json.loads(path.read_text(encoding="utf-8"), parse_float=pytest.fail)
        name = document["schema"]["name"].removeprefix("baccarat/")
        schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
        errors = [f"{path.name}{error.json_path[1:]}: {error.message}" for error in
                  Draft202012Validator(schema).iter_errors(document)]  # fmt: skip
        assert not errors, "\n".join(errors[:5])


def test_every_csv_file_of_the_own_book_is_one_table_of_text() -> None:
    for path in own_files(".csv"):
        head, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8")), strict=True)
        assert len(set(head)) == len(head), path
        assert rows, path
        assert {len(row) for row in rows} == {len(head)}, path
        written = io.StringIO()
        csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([head, *rows])
        assert written.getvalue() == path.read_text(encoding="utf-8"), path


def test_every_decimal_of_the_own_book_is_its_fraction() -> None:
    pairs = 0
    for path in own_files(".csv"):
        for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))):
            for key, text in row.items():
                decimal = row.get(key.replace("_fraction", "_decimal")) if key.endswith("_fraction") else None
                if text and decimal:
                    pairs += 1
                    assert abs(Fraction(text) - Fraction(decimal)) * 2 <= Fraction(1, 10**10), (path, row)
    assert pairs > 5_000


def manifest() -> dict[str, Any]:
    written: dict[str, Any] = json.loads((REPORTS / "manifest.json").read_text(encoding="utf-8"))
    return written["data"]


def test_the_manifest_names_every_file_of_the_own_book_with_its_fingerprint() -> None:
    files = {file["file"]: file["sha256"] for entry in manifest()["entries"] for file in entry["files"]}
    files[manifest()["index"]["file"]] = manifest()["index"]["sha256"]
    there = {path.relative_to(REPORTS).as_posix() for path in own_files("") if path.is_file()}
    assert there == {*files, "manifest.json", "book.toml"}
    for path, fingerprint in files.items():
        assert hashlib.sha256((REPORTS / path).read_bytes()).hexdigest() == fingerprint, path


def test_the_own_book_has_every_wager_of_the_library() -> None:
    from analyzer.library.catalog import wager_slugs

    for decks in (6, 8):
        document = json.loads((REPORTS / f"wagers-{decks}-decks.json").read_text(encoding="utf-8"))
        assert {wager["slug"] for wager in document["inputs"]["wagers"]} == set(wager_slugs())

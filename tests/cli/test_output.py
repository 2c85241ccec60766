"""The options that choose format, file, style and digits."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.report.write import FORMATS

Baccarat = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(("format_name", "suffix"), FORMATS.items())
def test_a_file_gets_what_the_format_would_print(
    format_name: str, suffix: str, tmp_path: Path, baccarat: Baccarat
) -> None:
    path = tmp_path / f"answer{suffix}"
    assert baccarat("analyze", "-o", str(path)) == (0, "", "")
    _, printed, _ = baccarat("analyze", "--format", format_name)
    assert path.read_text(encoding="utf-8") == printed


def test_a_format_that_is_asked_for_wins_over_the_suffix(tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "answer.txt"
    assert baccarat("analyze", "--json", "-o", str(path)) == (0, "", "")
    assert json.loads(path.read_text())["exact"] is True


def test_a_dash_is_standard_output(baccarat: Baccarat) -> None:
    assert baccarat("analyze", "-o", "-") == baccarat("analyze")


def test_json_is_short_for_the_format(baccarat: Baccarat) -> None:
    assert baccarat("analyze", "--json") == baccarat("analyze", "--format", "json")


def test_a_mistake_leaves_an_old_file_untouched(tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "answer.json"
    path.write_text("old")
    code, _, _ = baccarat("analyze", "--decks", "0", "-o", str(path))
    assert code == 3
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["answer.json"]


def test_a_missing_folder_is_noticed_before_anything_is_worked_out(
    tmp_path: Path, baccarat: Baccarat, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyzer.study import analysis

    monkeypatch.setattr(analysis, "analyze", pytest.fail)
    code, _, err = baccarat("analyze", "-o", str(tmp_path / "missing" / "answer.json"))
    assert code == 2
    assert "does not exist" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("fraction", "8954111587648/19524993263685"),
        ("decimal", "0.4585974"),
        ("percent", "45.8597423%"),
        ("odds", "1.1805618 to 1"),
        ("one-in", "1 in 2.1805618"),
    ],
)
def test_probabilities_are_written_in_the_style_asked_for(style: str, text: str, baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--as", style, "--digits", "7")
    assert text in out


def test_digits_are_right_to_the_last_one_asked_for(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--json", "--digits", "60")
    banker = {outcome["outcome"]: outcome for outcome in json.loads(out)["data"]["outcomes"]}["banker"]
    whole = 10**60 * 8954111587648 // 19524993263685
    assert banker["decimal"] in (f"0.{whole:060}", f"0.{whole + 1:060}")


@pytest.mark.parametrize("group", ["documents", "games", "reports", "rules", "solve", "wagers"])
def test_a_group_of_commands_alone_shows_its_help(group: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat(group)
    assert (code, err) == (0, "")
    assert out == baccarat(group, "--help")[1]


def test_one_table_as_csv_can_be_read_by_any_program(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--format", "csv", "--table", "outcomes")
    rows = list(csv.DictReader(io.StringIO(out)))
    ways = {row["outcome"]: int(row["ways"]) for row in rows}
    assert ways == {"player": 2230518282592256, "banker": 2292252566437888, "tie": 475627426473216}

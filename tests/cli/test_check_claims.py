"""`baccarat check --claim` judges published figures, and its exit code says whether one is wrong."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]

TRUE, BY_TIES, WRONG = (f"banker edge 8 decks = {number}" for number in ("1.06%", "1.17%", "1.07%"))


def claims(*texts: str) -> list[str]:
    return [part for text in texts for part in ("--claim", text)]


@pytest.mark.parametrize(
    ("texts", "options", "code"),
    [
        ((TRUE,), (), 0),
        ((TRUE, BY_TIES), (), 0),
        ((TRUE, BY_TIES), ("--strict",), 1),
        ((TRUE,), ("--strict",), 0),
        ((TRUE, WRONG), (), 1),
    ],
)
def test_the_exit_code_says_whether_a_figure_is_wrong(
    baccarat: Baccarat, texts: tuple[str, ...], options: tuple[str, ...], code: int
) -> None:
    found, out, err = baccarat("check", *claims(*texts), *options)
    assert (found, err) == (code, "")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH


def test_verdicts_are_shown_with_the_exact_value(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("check", *claims(TRUE, BY_TIES, WRONG), "--format", "csv", "--table", "figures")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["verdict"], row["by"], row["right"], row["off_by"]) for row in rows] == [
        ("agrees", "", "1.06%", ""),
        ("only by another convention", "ties and other pushes left out", "1.06%", ""),
        ("wrong", "", "1.06%", "+0.0121%"),
    ]
    assert {row["exact"] for row in rows} == {"114753351728/10847218479825"}


def test_a_figure_without_decks_is_shown_for_four_numbers_of_them(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("check", *claims("player pair edge = 11.25%"))
    assert code == 0
    assert "with 6 decks" in out
    rows = [line.split()[-4:] for line in out.splitlines() if line.endswith((" yes", " no"))]
    assert rows == [
        ["8", "decks", "10.36%", "no"],
        ["6", "decks", "11.25%", "yes"],
        ["infinite", "decks", "7.69%", "no"],
        ["1", "deck", "29.41%", "no"],
    ]


def test_a_list_and_claims_are_judged_together(baccarat: Baccarat, tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    path.write_text("claim\ntie edge = 14.36%\n", encoding="utf-8")
    code, out, _ = baccarat("check", *claims(TRUE), "--claims", str(path), "--json")
    answer = json.loads(out)["data"]
    assert code == 0
    assert [figure["agrees"] for figure in answer["figures"]] == [True, True]
    assert answer["summary"] == {"figures": "2", "agree": "2", "by_convention": "0", "wrong": "0"}


def test_options_serve_figures_that_leave_something_open(baccarat: Baccarat) -> None:
    for options, text in (
        (("--decks", "6"), "player pair edge = 11.25%"),
        (("--game", "macau-no-commission"), "banker edge = 1.46%"),
        (("--wagers", "main/banker-half-on-6"), "banker edge 8 decks = 1.46%"),
        (("--decks", "1", "--remove", "9"), "player wins = 44.67%"),
        (("--wagers", "side/dragon-dragon", "--jackpot", "1000"), "dragon dragon edge 8 decks = 67%"),
    ):
        code, out, err = baccarat("check", *options, *claims(text), "--strict")
        assert (code, err) == (0, ""), out
        assert "Figures that name no number of decks" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "parts"),
    [
        ((), 2, ["nothing is given to check", "give one of --claim"]),
        (("--claim", TRUE, "--counts", "player 1"), 2, ["several kinds of numbers are given"]),
        (("--claim", TRUE, "--jackpot", "1000"), 2, ["whose jackpot", "--wagers side/dragon-dragon"]),
        (("--claim", "tie edge"), 3, ["no number to check", '--claim "tie edge"']),
        (("--claim", "dragn 7 edge = 7%"), 3, ['no wager "dragn 7"', 'did you mean "side/dragon-7"?']),
        (("--claim", "tie edge 0 decks = 14%"), 3, ["a shoe of 0 decks cannot be"]),
        (("--claims", "nowhere.toml"), 3, ["cannot be read", "nowhere.toml"]),
    ],
)
def test_errors_say_what_is_wrong(
    baccarat: Baccarat, arguments: tuple[str, ...], code: int, parts: list[str]
) -> None:
    found, out, err = baccarat("check", *arguments)
    assert (found, out) == (code, "")
    assert [part for part in parts if part not in err] == []
    assert len(err.splitlines()) <= 3

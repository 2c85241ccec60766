"""`baccarat decks`, `break-even` and `forms` show exact formulas, readably and the same every time."""

import csv
import io
import json
import subprocess
from collections.abc import Callable
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.deck_options import decks_of
from analyzer.errors import UsageError
from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]


def shown(baccarat: Baccarat, *arguments: str) -> str:
    code, out, err = baccarat(*arguments)
    assert (code, err) == (0, "")
    return out


def data(baccarat: Baccarat, *arguments: str) -> dict[str, Any]:
    return json.loads(shown(baccarat, *arguments, "--json"))["data"]


def value(coefficients: list[str], place: int) -> Fraction:
    return sum(
        (Fraction(coefficient) * place**power for power, coefficient in enumerate(coefficients)), Fraction(0)
    )


# decks


def test_numbers_of_decks_can_be_ranges() -> None:
    assert decks_of("1-4,8, infinite ,2", "DECKS") == [1, 2, 3, 4, 8, None]


@pytest.mark.parametrize("text", ["", "0", "-1", "8-1", "1.5", "eight", "1-", "99999999999", "1,,2", "٣"])
def test_what_is_no_number_of_decks_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no number of decks"):
        decks_of(text, "DECKS")


def test_too_many_numbers_of_decks_are_refused() -> None:
    assert len(decks_of("1-1000", "DECKS")) == 1_000
    with pytest.raises(UsageError, match="more than 1,000"):
        decks_of("1-1000,infinite,1001", "DECKS")


def test_the_table_and_the_formula_are_shown(baccarat: Baccarat) -> None:
    out = shown(baccarat, "decks", "8,infinite", "--wagers", "main/tie,pairs/player-pair")
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    assert ["8", "14.359629%", "10.361446%"] in [line.split() for line in out.splitlines()]
    assert "House edge      (4*d + 11)/(52*d - 1)\n" in out
    assert "For many decks  1/13 + 36/(169*d) + O(1/d**2)\n" in out
    assert "never, for any real number of decks from 1 on" in out


def test_formulas_can_be_latex_or_left_out(baccarat: Baccarat) -> None:
    question = ("decks", "8", "--wagers", "pairs/player-pair")
    assert r"\frac{4 d + 11}{52 d - 1}" in shown(baccarat, *question, "--notation", "latex")
    without = shown(baccarat, *question, "--no-formulas")
    assert "52*d" not in without
    assert "Edges that change sign\nNone" in without


def test_the_number_of_decks_at_which_an_edge_is_gone_has_the_digits_asked_for(baccarat: Baccarat) -> None:
    question = ("decks", "19,20", "--wagers", "pairs/perfect-pairs-25-200", "--no-formulas")
    assert "at d = 19.729, from above 0 to below 0." in shown(baccarat, *question, "--digits", "3")
    long = shown(baccarat, *question, "--digits", "40")
    assert "19.7287970507" in long
    assert len(long.split("at d = ")[1].split(",")[0]) == 43


def test_coefficients_in_json_give_the_edges_of_the_table(baccarat: Baccarat) -> None:
    (wager,) = data(baccarat, "decks", "1-3,50", "--wagers", "main/banker")["wagers"]
    edge = wager["house_edge"]
    for item in wager["values"]:
        decks = int(item["decks"])
        exact = value(edge["numerator"], decks) / value(edge["denominator"], decks)
        assert str(exact) == item["house_edge"]["fraction"]
    assert wager["checked_by_forms"] is True


def test_csv_has_every_edge_in_a_row_and_every_formula_whole(baccarat: Baccarat) -> None:
    out = shown(baccarat, "decks", "6,8", "--wagers", "main/tie", "--format", "csv", "--table", "edges")
    assert [row["decks"] for row in csv.DictReader(io.StringIO(out))] == ["6", "8"]
    out = shown(baccarat, "decks", "8", "--wagers", "main", "--format", "csv", "--table", "formulas")
    rows = {(row["slug"], row["of"]): row for row in csv.DictReader(io.StringIO(out))}
    assert rows["main/tie", "ways: tie"]["text"].startswith("32*d*(58956928*d**5")


@pytest.mark.slow
def test_the_answer_is_the_same_in_every_process(
    process: Callable[..., subprocess.CompletedProcess[bytes]],
) -> None:
    question = ("decks", "1,8,infinite", "--wagers", "main/tie,pairs/perfect-pairs-25-200", "--json")
    runs = {process(*question, env={"PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")}
    assert len(runs) == 1
    assert runs.pop()


# break-even


def test_the_known_terms_are_shown(baccarat: Baccarat) -> None:
    out = shown(baccarat, "break-even", "--wagers", "main/banker,main/tie")
    assert "9.509062" in out
    assert "2.693171%" in out
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH


def test_a_wanted_edge_is_met(baccarat: Baccarat) -> None:
    out = shown(baccarat, "break-even", "--wagers", "main/tie", "--edge", "5%", "--decks", "6")
    assert "with a house edge of 5%" in out.splitlines()[0]
    assert data(baccarat, "break-even", "--wagers", "main/tie", "--edge", "103841353768/723147898655")[
        "wagers"
    ][0]["lines"][0]["break_even"] == {"fraction": "8", "decimal": "8.0000000000"}


def test_one_line_can_be_asked_for(baccarat: Baccarat) -> None:
    question = ("break-even", "--wagers", "main/banker", "--line", "tie")
    out = shown(baccarat, *question)
    assert "Banker wins" not in out
    assert "tie   push" in out


def test_a_jackpot_is_worked_out_or_given(baccarat: Baccarat) -> None:
    question = ("break-even", "--wagers", "side/dragon-dragon")
    assert "83168.481229" in shown(baccarat, *question)
    given = shown(baccarat, *question, "--jackpot", "1000")
    assert "Jackpots" not in given
    assert "three of a kind" in given


def test_terms_by_the_number_of_decks_have_formulas_and_values(baccarat: Baccarat) -> None:
    question = ("break-even", "--by-decks", "8,infinite", "--wagers", "main/banker,pairs/player-pair")
    out = shown(baccarat, *question)
    assert "(48*d)/(4*d - 1)" in out
    assert "2.693171%" in out
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH
    pair = data(baccarat, *question)["wagers"][1]["lines"][0]["break_even"]
    assert [item["value"]["fraction"] for item in pair["values"]] == ["384/31", "12"]


def test_impossible_terms_are_explained(baccarat: Baccarat) -> None:
    out = shown(baccarat, "break-even", "--wagers", "main/banker-half-on-6", "--edge=-90%")
    assert "none" not in out
    out = shown(baccarat, "break-even", "--wagers", "main/banker-half-on-6", "--edge", "60%")
    assert "A pay below -1 is none" in out


# forms


def test_a_table_counts_the_terms(baccarat: Baccarat) -> None:
    out = shown(baccarat, "forms", "--wagers", "main/tie")
    assert "tie      7124   475627426473216" in out


def test_whoever_evaluates_the_polynomials_gets_the_ways(baccarat: Baccarat) -> None:
    answer = data(baccarat, "forms", "--wagers", "main/tie", "--gradient")
    (wager,) = answer["wagers"]
    counts = [int(count) for count in answer["check_counts"]]
    monomials = [
        prod(count ** int(power) for count, power in zip(counts, powers, strict=True))
        for powers in wager["ways"]["monomials"]
    ]
    for line, coefficients in zip(wager["lines"], wager["ways"]["coefficients"], strict=True):
        ways = sum(int(c) * monomial for c, monomial in zip(coefficients, monomials, strict=True))
        assert ways == int(line["check_ways"])
    assert [part["variable"] for part in wager["gradient"]] == answer["variables"]


def test_csv_holds_the_terms_and_the_derivatives(tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "tie.csv"
    shown(baccarat, "forms", "--wagers", "main/tie", "--gradient", "--table", "terms", "-o", str(path))
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    terms = [row for row in rows if row["line"] == "tie" and not row["derivative"]]
    assert len(terms) == 7124
    by_c0 = [row for row in rows if row["line"] == "tie" and row["derivative"] == "c0"]
    assert len(by_c0) == sum(row["c0"] != "0" for row in terms)

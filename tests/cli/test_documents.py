"""`baccarat documents`, `games`, `commission`, and what `rules` says about two rulebooks and other forms."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.library.documents import document_slugs
from analyzer.library.games import game_slugs
from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]
NO_DIFFERENCES = {"tableau": 0, "cells": [], "decisions": None, "switches": []}
SIX_DECKS = ["392220492728832", "403095751234560", "83552962932288"]


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


# documents


def test_the_list_names_every_document(baccarat: Baccarat) -> None:
    code, out, err = baccarat("documents", "list")
    assert (code, err) == (0, "")
    assert not [slug for slug in document_slugs() if slug not in out]
    assert "not stated" in out


@pytest.mark.parametrize("slug", document_slugs())
def test_every_document_can_be_shown(slug: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("documents", "show", slug)
    assert (code, err) == (0, "")
    assert widest(out) <= PAGE_WIDTH
    assert "What it leaves open" in out


def test_people_see_the_exact_counts_of_a_reading(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("documents", "show", "000")
    assert [line.split()[-3:] for line in out.splitlines() if line.startswith("R2 ")] == [SIX_DECKS]
    _, out, _ = baccarat("documents", "show", "000", "--format", "csv")
    assert '\n"ways"\n' not in out


def test_the_cells_that_differ_are_marked(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("documents", "show", "003", "--table", "tableau_1")
    assert "     5  D             [D]  [D]  [D]  [D]  [·]  [·]  [·]  [·]  [D]  [D]\n" in out
    assert "20 cells" in out
    _, out, _ = baccarat("documents", "show", "001", "--table", "tableau_1")
    assert "80 of 480 situations" in out


def test_the_documents_are_compared_exactly(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("documents", "compare", "--json")
    data = json.loads(out)["data"]
    documents = {document["document"]: document for document in data["documents"]}
    assert list(documents) == list(document_slugs())
    schedules = 0
    for document in documents.values():
        for reading in document["readings"]:
            assert bool(reading["refused"]) == (reading["shoes"] == [])
            for shoe in reading["shoes"]:
                assert sum(int(item["ways"]) for item in shoe["outcomes"]) == int(shoe["total_ways"])
                schedules += len(shoe["schedules"])
    assert schedules == 2 * 2 * 2 + 3 * 2 * 4 + 3 + 6 * 10
    (six, _) = documents["document-000"]["readings"][1]["shoes"]
    assert [item["ways"] for item in six["outcomes"]] == SIX_DECKS
    assert six["schedules"][0]["edges"]["player"]["fraction"] == "18880657128/1525814595305"
    assert len(data["cells"]) == 88


def test_the_contradictions_can_be_asked_for_alone(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("documents", "compare", "--table", "cells")
    assert "On the other 47 cells all agree" in out
    assert "by total" in out
    _, two, _ = baccarat("documents", "compare", "000", "002", "--table", "cells")
    assert "by total" not in two


def test_one_reading_can_be_shown(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("documents", "show", "4", "--reading", "g2/h2", "--decks", "8,infinite", "--json")
    (reading,) = json.loads(out)["data"]["document"]["readings"]
    assert reading["reading"] == "G2/H2"
    assert [shoe["shoe"]["decks"] for shoe in reading["shoes"]] == ["8", "infinite"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("documents show 003 --reading R1/E0/O0/Z2", 3, "it does not say: Banker 7, third card 0-9"),
        ("documents show 004 --reading G3/H1", 3, "Banker 3, Player stood; Banker 4, Player stood"),
        ("documents show 002 --reading R3/N1", 3, "a drawing rule for Banker 3 to 6"),
        ("documents show 003 --table edges", 3, "what a winning bet on Player pays"),
        ("documents show 000 --reading R9", 3, 'has no reading "R9"'),
        ("documents show 009", 3, 'there is no document "009"'),
        ("documents show nothing.toml", 3, "there is no file nothing.toml"),
        ("documents show 000 --decks 0", 3, "a shoe of 0 decks cannot be"),
        ("documents show 000 --decks 6,x", 2, '"x" is no number of decks'),
        ("documents shwo 000", 2, 'did you mean "show"?'),
        ("analyze --rules documents/003-r1-z2", 3, "Banker 7, third card 0-9"),
        ("analyze --game macau-no-comission", 3, 'did you mean "macau-no-commission"?'),
        ("analyze --coin 1", 2, "give --stake too"),
        ("analyze --stake 0", 3, "a stake of 0 cannot be"),
        ("analyze --stake 25 --coin 0", 3, "a coin of 0 cannot be"),
        ("analyze --stake x", 2, '"x" is not a number'),
        ("commission --coin 0", 3, "a coin of 0 cannot be"),
        ("commission --rate 101%", 3, "a commission of 101.00% cannot be"),
        ("commission --rate five", 2, '"five" is not a number'),
        ("commission --stakes 9-5", 2, "give the smaller stake first"),
        ("commission --stakes 1-99999", 2, "no range of at most 10000 stakes"),
        ("commission --round-commission down", 3, "no coin to round to"),
        ("commission --minimum-commission 20 --stakes 10", 3, "more than a stake of 10 wins"),
        ("games show standrad", 3, 'there is no game "standrad"'),
        ("rules diff standrad", 3, 'did you mean "standard"?'),
        ("rules convert seven-up --to grid", 3, "a grid holds the tableau alone"),
        ("rules convert standard --to grid -o mine.toml", 2, "end it in .csv"),
        ("rules convert standard --to columns -o mine.csv", 2, "end it in .toml"),
    ],
)
def test_a_mistake_is_told_in_three_lines(arguments: str, code: int, said: str, baccarat: Baccarat) -> None:
    found, out, err = baccarat(*arguments.split())
    assert (found, out) == (code, "")
    assert said in err
    assert len(err.splitlines()) <= 3


def test_odds_in_french_are_explained(baccarat: Baccarat) -> None:
    _, _, err = baccarat("commission", "--pays", "8 pour 1")
    assert 'write "8 to 1" if the stake comes back on top, "8 for 1" if it is included (net 7 to 1)' in err


# games


def test_the_list_names_every_game(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("games", "list")
    assert not [slug for slug in game_slugs() if slug not in out]


@pytest.mark.parametrize("slug", game_slugs())
def test_every_game_can_be_shown(slug: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("games", "show", slug)
    assert (code, err) == (0, "")
    assert widest(out) <= PAGE_WIDTH


def test_games_are_compared(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("games", "compare", "portugal", "goa", "--digits", "6", "--table", "edges")
    assert "0.932772%" in out
    assert "1.458104%" in out


def test_a_game_stands_for_rules_decks_and_wagers(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--game", "seven-up", "--json")
    document = json.loads(out)
    assert document["inputs"]["game"] == "seven-up"
    assert document["inputs"]["rules"]["slug"] == "seven-up"
    assert document["inputs"]["shoe"]["decks"] == "6"
    assert document["data"]["wagers"][0]["wager"] == "seven-up/player"


def test_what_is_given_goes_before_the_game(baccarat: Baccarat) -> None:
    _, out, _ = baccarat(
        "analyze",
        "--game",
        "seven-up",
        "--rules",
        "standard",
        "--decks",
        "8",
        "--wagers",
        "main/tie",
        "--json",
    )
    inputs = json.loads(out)["inputs"]
    assert inputs["rules"]["slug"] == "standard"
    assert inputs["shoe"]["decks"] == "8"
    assert [wager["slug"] for wager in inputs["wagers"]] == ["main/tie"]


def test_a_game_answers_what_its_shoe_allows(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("analyze", "--game", "macau-no-commission", "--shoe", "9,1,1,1,1,1,1,1,1,1")
    assert code == 0
    assert "Wagers this shoe cannot answer" in out


# stakes


def test_a_stake_is_paid_in_coins(baccarat: Baccarat) -> None:
    _, out, _ = baccarat(
        "analyze", "--stake", "25", "--coin", "1", "--round-commission", "down", "--wagers", "main", "--json"
    )
    document = json.loads(out)
    assert document["inputs"]["stake"] == "25"
    assert document["inputs"]["payments"]["round_commission"] == "down"
    (banker,) = [wager for wager in document["data"]["wagers"] if wager["wager"] == "main/banker"]
    assert banker["house_edge"]["fraction"] == "2925372930848/488124831592125"


def test_new_south_wales_pays_up_to_the_next_chip(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--game", "new-south-wales", "--stake", "25", "--coin", "2.50")
    assert "paid payout" in out
    assert "-1.235081%" in out


def test_the_table_of_stakes_ends_in_exact_fractions(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("commission", "--minimum-commission", "1", "--stakes", "10,20", "--as", "fraction")
    assert "251639081728/7509612793725" in out
    assert "114753351728/10847218479825" in out


# rules: two of them, other forms, lint


def test_two_rulebooks_are_compared_cell_by_cell(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("rules", "diff", "documents/000-r1")
    assert code == 0
    assert "14 cells" in out
    assert "Banker 3, 9  stands            draws" in out
    _, same, _ = baccarat("rules", "diff", "standard", "standard")
    assert same == "standard and standard are the same\n"
    _, keyed, _ = baccarat("rules", "diff", "documents/001-r1")
    assert "80 of 480 situations" in keyed


@pytest.mark.parametrize("form", ["rows", "columns", "grid"])
def test_a_form_that_was_written_is_read_back(form: str, tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / f"mine.{'csv' if form == 'grid' else 'toml'}"
    assert baccarat("rules", "convert", "documents/000-r1", "--to", form, "-o", str(path)) == (0, "", "")
    _, out, _ = baccarat("rules", "diff", str(path), "documents/000-r1", "--json")
    assert json.loads(out)["data"]["differences"] == NO_DIFFERENCES


def test_a_form_is_printed_where_no_file_is_named(baccarat: Baccarat) -> None:
    printed = baccarat("rules", "convert", "standard", "--to", "grid")
    assert printed[1].startswith("banker,none,0,")
    assert baccarat("rules", "convert", "standard", "--to", "grid", "-o", "-") == printed


def test_lint_reads_what_is_too_wrong_to_play(tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "wrong.toml"
    _, text, _ = baccarat("rules", "show", "standard", "--toml")
    path.write_text(text.replace('3 = "D    D D D D D D D D S D"', '3 = { draws = "0-8", stands = "8, 9" }'))
    code, out, err = baccarat("rules", "lint", str(path), "--json")
    assert (code, err) == (1, "")
    assert "8 is listed under draws and under stands" in out
    assert "none neither draws nor stands" in out


def test_lint_asks_a_document_what_the_law_asks(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("rules", "lint", "document-001")
    assert code == 1
    assert "item 6 of 12" in out

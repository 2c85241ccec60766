"""Lists of published figures are read from TOML and from CSV, and all their problems are named at once."""

from pathlib import Path

import pytest

from analyzer.errors import FigureError
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.check.figure_check import AGREES, check_figures
from analyzer.study.check.figure_list import load_figures

TOML = """
title = "Two pages"
decks = 8

[sources]
page = "https://example.org/baccarat"

[wagers]
"the even bet" = "main/player"

[[figure]]
id = "one"
claim = "banker 5% edge = 1.06%"
source = "page"

[[figure]]
bet = "the even bet"
quantity = "house_edge_excluding_ties"
value = "1.3650%"

[[figure]]
wager = "side/dragon-bonus-player"
line = "natural win"
decks = 6
quantity = "probability"
value = "0.1627"
note = "as printed"

[[figure]]
bet = "side/dragon-bonus-player | natural win | pays 1"
decks = "infinite"
quantity = "probability"
value = "0.1630"

[[figure]]
claim = "player wins 8 decks = 44.51%"
rules = "wrong/keyed-on-new-total"
source = "hearsay"
"""


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_toml_list_holds_claims_and_figures_in_parts(tmp_path: Path) -> None:
    figures = load_figures(written(tmp_path, "list.toml", TOML))
    assert [figure.subjects[0].wager.slug for figure in figures] == [
        "main/banker",
        "main/player",
        *["side/dragon-bonus-player"] * 2,
        "main/player",
    ]
    assert [figure.subjects[0].line for figure in figures] == ["", "", "natural win", "natural win", ""]
    shoes = [figure.shoe.describe() for figure in figures if figure.shoe]
    assert shoes == ["8 decks", "8 decks", "6 decks", "infinite decks", "8 decks"]
    assert figures[2].text == "side/dragon-bonus-player, natural win, probability, 6 decks = 0.1627"
    assert [figure.source for figure in figures] == ["https://example.org/baccarat", "", "", "", "hearsay"]
    assert figures[0].id == "one"
    assert figures[1].ties_left_out
    assert [figure.rulebook for figure in figures] == [None] * 4 + [load_rulebook("wrong/keyed-on-new-total")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_csv_list_has_the_parts_as_columns(tmp_path: Path, delimiter: str) -> None:
    rows = [
        ("wager", "quantity", "decks", "value", "claim", "source"),
        ("banker 5%", "edge", "8", "1.06%", "", "a page"),
        ("", "", "", "", "tie edge infinite decks = 14.12%", ""),
        ("", "", "", "", "", ""),
        ("player pair 8 decks", "house edge", "", "10.36%", "", ""),
    ]
    text = "\n".join(delimiter.join(row) for row in rows)
    figures = load_figures(written(tmp_path, "list.csv", text))
    assert [checked.verdict for checked in check_figures(figures, load_rulebook())] == [AGREES] * 3
    assert [figure.source for figure in figures] == ["a page", "", ""]


def test_zeros_that_a_spreadsheet_has_dropped_can_be_given_back(tmp_path: Path) -> None:
    text = "claim,digits\nbanker rtp 8 decks = 98.9%,\nbanker rtp 8 decks = 98.9%,2\n"
    figures = load_figures(written(tmp_path, "list.csv", text))
    assert [checked.verdict == AGREES for checked in check_figures(figures, load_rulebook())] == [True, False]


def test_a_person_s_own_wagers_are_found_by_slug_and_by_name(tmp_path: Path) -> None:
    wager = 'title = "Twos, 9 to 1"\nsource = "me"\notherwise = "lose"\n'
    wager += '[[line]]\nwhen = "player.total == 2"\npays = "9 to 1"\n'
    own = load_wagers(written(tmp_path, "my-twos.toml", wager))
    text = "wager,quantity,value,decks\ntwos,edge,30%,8\n" + f"{own[0].slug},edge,30%,8\n"
    figures = load_figures(written(tmp_path, "list.csv", text), own)
    assert [figure.subjects[0].wager for figure in figures] == own * 2


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        ("list.toml", "", ["figure"]),
        ("list.toml", "figure = 3", ["figure", "list"]),
        ("list.toml", '[[figure]]\nclaim = "tie edge = 14%"\nvalve = "1"', ['unknown key "valve"', "value"]),
        ("list.toml", "[[figure]]\nvalue = 0.0106", ["value", "should be a text"]),
        ("list.toml", '[[figure]]\nbet = "tie"\nquantity = "edge"', ["figure 1: it has no value"]),
        ("list.toml", '[[figure]]\nquantity = "edge"\nvalue = "1%"', ["figure 1: it has no wager"]),
        ("list.toml", '[[figure]]\nclaim = "tie edge = 1%"\nvalue = "1%"', ["a claim and a value"]),
        (
            "list.toml",
            '[[figure]]\nid = "x"\nbet = "tei"\nquantity = "edge"\nvalue = "1%"\n[[figure]]\nclaim = "tie"',
            ["figure 1 (x)", 'no wager "tei"', "main/tie", "figure 2", "no number"],
        ),
        (
            "list.toml",
            '[[figure]]\nbet = "main/tie"\nline = "teh tie"\nquantity = "edge"\nvalue = "1%"',
            ['main/tie has no line "teh tie"', 'did you mean "no tie"'],
        ),
        (
            "list.toml",
            '[[figure]]\nbet = "tie"\ndecks = 0\nquantity = "edge"\nvalue = "1%"',
            ["a shoe of 0 decks cannot be"],
        ),
        (
            "list.toml",
            '[[figure]]\nbet = "tie"\nquantity = "edge"\nvalue = "1.234%"\ndigits = 2',
            ["more than 2 decimals"],
        ),
        ("list.toml", '[[figure]]\nclaim = "tie edge = 1%"\nrules = "standrad"', ["standrad", "standard"]),
        ("list.csv", "", ["the table is empty"]),
        ("list.csv", "claim\n", ["no figures below the header"]),
        ("list.csv", "claim,claim\nx,y\n", ['the column "claim" is named twice', "line 1"]),
        ("list.csv", "claim,decks\n\ntie edge = 1%,8.5\n", ["line 3: decks", "whole number"]),
        ("list.csv", 'claim,note\n"tie edge = 1%","a\nb"\ntei edge = 1%,\n', ["line 4", 'no wager "tei"']),
        ("list.csv", "claim,valve\n", ['there is no column "valve"', 'did you mean "value"']),
        ("list.csv", "claim\ntie edge = 1%,x\n", ["more cells than there are columns", "line 2"]),
        ("list.csv", "claim\ntie edge = 1%\n\ntei edge = 1%\n", ["line 4", 'no wager "tei"']),
        ("list.csv", "wager,quantity,value,decks\ntie,edge,1%,many\n", ["decks"]),
        ("list.csv", 'claim\n"tie edge', ["the table cannot be read"]),
        ("list.csv", "claim\n", ["figure"]),
    ],
)
def test_problems_are_named_with_their_place(tmp_path: Path, name: str, text: str, parts: list[str]) -> None:
    path = written(tmp_path, name, text)
    with pytest.raises(FigureError) as caught:
        load_figures(path)
    message = str(caught.value)
    assert path in caught.value.where
    assert [part for part in parts if part not in message] == []
    assert len(caught.value.lines()) <= 3


def test_what_is_no_file_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FigureError, match="cannot be read"):
        load_figures(tmp_path / "nowhere.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FigureError, match="not a text in UTF-8"):
        load_figures(binary)

"""Every JSON answer keeps to its schema, and carries exact values as text."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import analyzer

Baccarat = Callable[..., tuple[int, str, str]]

SCHEMAS = files("analyzer") / "report" / "schemas"

QUESTIONS = [
    "analyze",
    "analyze --decks infinite",
    "analyze --decks 1000 --wagers main",
    "analyze --shoe 9,1,1,1,1,1,1,1,1,1",
    "analyze --shoe 6,0,0,0,0,0,0,0,0,0",
    "analyze --decks 1 --remove K --digits 0",
    "analyze --rules seven-up --wagers main",
    "analyze --method graph --wagers main",
    "analyze --rules chemin-de-fer/both-cards --play standard --wagers main --decks infinite",
    "solve chemin-de-fer --model A1 --commission 5%",
    "solve chemin-de-fer --model A3",
    "solve chemin-de-fer --model B3 --decks 1,2",
    "solve chemin-de-fer --model A1 --commission symbol",
    "solve chemin-de-fer --model B1 --formulas --commission 5%",
    "solve rules baccarat-gold --decks 6",
    "solve rules standard --wagers main/banker",
    "solve reply chemin-de-fer/totals --decks infinite --play deviations/player-stands-on-5",
    "solve reply baccarat-gold --side player --decks 1",
    "rules show chemin-de-fer/both-cards",
    "rules diff baccarat-gold baccarat-gold-draws-on-5",
    "rules lint documents/003-r1-o1",
    "deal Ks 3h 7d 4c",
    "deal --all Ks 3h 7d 2c 9s 5d 8d 7s 8s 9d 9h",
    "deal --rules seven-up 3h 7d 2c 9s 5d",
    "rules list",
    "rules show standard",
    "rules show seven-up",
    "rules lint standard wrong/keyed-on-new-total",
    "wagers list",
    "wagers show main/banker",
    "rules lint document-003 documents/004-g3",
    "rules diff documents/001-r1",
    "rules compare wrong/keyed-on-new-total documents/004-g1 --decks 6,infinite --wagers main",
    "reports list",
    "rules diff wrong/keyed-on-new-total-naturals-tie documents/003-r1-o1a",
    "documents list",
    "documents show 002 --decks 1,infinite",
    "documents show 003",
    "documents compare 000 001 004",
    "games list",
    "games show seven-up",
    "games compare macau-no-commission bahamian --decks 7",
    "commission --coin 0.25 --round-commission nearest --stakes 0.5,10-20",
    "analyze --game new-south-wales --stake 25 --coin 2.50",
    "analyze --wagers side/dragon-dragon,main/tie",
    "analyze --wagers side/dragon-dragon --jackpot 1000.5",
    "wagers show side/dragon-dragon",
    "wagers facts",
    "together --wagers main/player,main/tie,side/dragon-7 --stakes 25,5,0.5",
    "analyze --method forms --wagers main",
    "decks 1,8,infinite --wagers main/tie,pairs/perfect-pairs-25-200",
    "break-even --wagers main,side/dragon-dragon --method enumeration",
    "break-even --by-decks 1,8,infinite --edge 5% --wagers main/banker,main/tie",
    "removal --wagers main/player,pairs --by value --tags 0,-1,-1,-1,-1,1,1,1,1,0",
    "removal --decks 1 --number 5 --by rank",
    "extremes --cards 8 --wagers main/tie,pairs/player-pair,side/five-treasures",
    "shoe --simulate 30 --burn none",
    "shoe --shoe 10,1,0,2,0,1,0,2,0,1 --cut 0 --burn none --cut-between next",
    "shoe --decks infinite",
    "forms --wagers main/tie,pairs",
    "information --exposed 1,5",
    "information --positions 1,2 --marks 0,1-5 --exposed 6 --wagers main/player,main/tie --decks infinite",
    "information --positions 1,2,3,4 --best-labelling --exposed 5",
    "information --exposed 2 --rules seven-up --wagers seven-up",
    "in-round --decks 1",
    "in-round --shoe 6,0,0,0,0,0,0,0,0,0 --wagers insurance/banker-player-hidden,insurance/player-four-cards",
    "wagers show insurance/player-five-cards",
    "odds --player K,7 --banker 6 --unseen-burn 3",
    "odds --left 60 --holding 9:3 --holding {6,7}:8 --fifth high --digits 0",
    "odds --player 3,3 --banker 2,4 --wagers side/dragon-dragon,side/dragon-7",
    "odds --player ?,8 --rules seven-up --wagers seven-up --decks infinite",
    "graph --summary",
    "solve tableau --decks 1,infinite --banker-sees total --commission 5% --formulas",
    "solve tableau --decks 8 --banker-sees cards --commission 1/3 --rules documents/004-g1",
    "solve banque --share 1,40%",
    "report --wagers main/tie,main/banker,pairs/player-pair",
    "report --game new-south-wales --coin 2.50 --table-maximum 100 --positions 7",
    "report --document 003 --digits 0",
    "report --shoe 6,0,0,0,0,0,0,0,0,0",
    "report --rules seven-up --wagers seven-up --decks infinite",
    "report --wagers side/dragon-dragon",
    "session --wagers main/banker,side/dragon-7 --rounds 200 --wins 90 --bankroll 20 --target 40",
    "session --wagers main/tie --rounds 3 --stake 2.50 --distribution --bankroll 5",
    "session --wagers main/banker --rounds 30000 --bankroll 25000 --target 50000 --digits 2",
    "session --shoe 5,5,5,5,5,5,5,5,5,5 --wagers main/player,pairs --rounds 2",
    "streaks --rounds 5",
    "streaks --rounds 1000 --side player --ties breaks",
    "streaks --rounds 200 --length 4 --side tie",
    "graph --summary --no-weights --view full --rules seven-up",
    "check --counts p=45900,b=44600,t=9500",
    "check --difference 0.5% --wagers main/banker",
    "check --claim banker_edge_8d=1.06% --claim tie_edge=4.84% --claim banker_sd_8d=0.94",
]


def schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def schema_names() -> list[str]:
    return sorted(entry.name.removesuffix(".json") for entry in SCHEMAS.iterdir())


def answer(question: str, baccarat: Baccarat) -> dict[str, Any]:
    code, out, err = baccarat(*question.split(), "--json")
    assert (code, err) in [(0, ""), (1, "")]
    return json.loads(out, parse_float=pytest.fail)


def numbers_of(tree: Any) -> Iterator[int | float]:
    if isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from numbers_of(part)
    elif isinstance(tree, int | float) and not isinstance(tree, bool):
        yield tree


SLOW = ("report", "in-round", "graph", "removal")


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(question, marks=[pytest.mark.slow] if question.split()[0] in SLOW else [])
        for question in QUESTIONS
    ],
)
def test_an_answer_keeps_to_its_schema_and_its_numbers_are_small_and_whole(
    question: str, baccarat: Baccarat
) -> None:
    document = answer(question, baccarat)
    name = document["schema"]["name"].removeprefix("baccarat/")
    problems = [
        f"{error.json_path}: {error.message}"
        for error in Draft202012Validator(schema(name)).iter_errors(document)
    ]
    assert not problems, "\n".join(problems)
    assert list(document) == ["schema", "generator", "inputs", "method", "exact", "data"]
    found = list(numbers_of(document))
    assert all(isinstance(number, int) and abs(number) < 1_000 for number in found)


@cache
def package_text() -> str:
    modules = Path(analyzer.__file__).parent.rglob("*.py")
    return "\n".join(path.read_text(encoding="utf-8") for path in modules)


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_valid_and_some_report_keeps_to_it(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert f'"baccarat/{name}"' in package_text()


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_names_itself_and_describes_what_is_in_it(name: str) -> None:
    document = schema(name)
    assert document["properties"]["schema"]["properties"]["name"]["const"] == f"baccarat/{name}"
    assert document["description"]


def test_the_answer_says_what_it_was_worked_out_from(baccarat: Baccarat) -> None:
    inputs = answer("analyze --decks 6 --wagers main/tie", baccarat)["inputs"]
    assert inputs["rules"]["slug"] == "standard"
    assert [wager["slug"] for wager in inputs["wagers"]] == ["main/tie"]
    assert inputs["shoe"]["decks"] == "6"
    assert inputs["shoe"]["counts"] == ["6"] * 52


def test_only_what_decides_the_answer_changes_the_fingerprints(baccarat: Baccarat) -> None:
    standard, other = (
        answer(f"analyze --rules {rules} --wagers main/tie", baccarat)["inputs"]
        for rules in ("standard", "deviations/3-8-draws")
    )
    assert standard["rules"]["sha256"] != other["rules"]["sha256"]
    assert standard["wagers"] == other["wagers"]

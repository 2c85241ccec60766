"""Every JSON answer keeps to its schema, and carries exact values as text."""

import json
from collections.abc import Callable, Iterator
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
    "forms --wagers main/tie,pairs",
    "graph --summary",
    "report --wagers main/tie,main/banker,pairs/player-pair",
    "report --game new-south-wales --coin 2.50 --table-maximum 100 --positions 7",
    "report --document 003 --digits 0",
    "report --shoe 6,0,0,0,0,0,0,0,0,0",
    "report --rules seven-up --wagers seven-up --decks infinite",
    "report --wagers side/dragon-dragon",
    "graph --summary --no-weights --view full --rules seven-up",
]


def schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def schema_names() -> list[str]:
    return sorted(entry.name.removesuffix(".json") for entry in SCHEMAS.iterdir())


def answer(question: str, baccarat: Baccarat) -> dict[str, Any]:
    code, out, err = baccarat(*question.split(), "--json")
    assert (code, err) in [(0, ""), (1, "")]
    return json.loads(out, parse_float=pytest.fail)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_keeps_to_its_schema(question: str, baccarat: Baccarat) -> None:
    document = answer(question, baccarat)
    name = document["schema"]["name"].removeprefix("baccarat/")
    problems = [
        f"{error.json_path}: {error.message}"
        for error in Draft202012Validator(schema(name)).iter_errors(document)
    ]
    assert not problems, "\n".join(problems)
    assert list(document) == ["schema", "generator", "inputs", "method", "exact", "data"]


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_valid_and_some_report_keeps_to_it(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    modules = [path.read_text(encoding="utf-8") for path in Path(analyzer.__file__).parent.rglob("*.py")]
    assert any(f'"baccarat/{name}"' in text for text in modules)


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_names_itself_and_describes_what_is_in_it(name: str) -> None:
    document = schema(name)
    assert document["properties"]["schema"]["properties"]["name"]["const"] == f"baccarat/{name}"
    assert document["description"]


def numbers_of(tree: Any) -> Iterator[int | float]:
    if isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from numbers_of(part)
    elif isinstance(tree, int | float) and not isinstance(tree, bool):
        yield tree


@pytest.mark.parametrize("question", QUESTIONS)
def test_json_numbers_are_small_and_whole(question: str, baccarat: Baccarat) -> None:
    found = list(numbers_of(answer(question, baccarat)))
    assert all(isinstance(number, int) and abs(number) < 1_000 for number in found)


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

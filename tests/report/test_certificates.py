"""Claims, and the checker that shares no code with what makes them."""

import ast
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from analyzer.report import verify_claim
from analyzer.report.verify_claim import found_in

Baccarat = Callable[..., tuple[int, str, str]]

CHECKER = Path(verify_claim.__file__)
SCHEMA = json.loads((CHECKER.parent / "schemas" / "claim.json").read_text(encoding="utf-8"))


def test_the_checker_is_short_and_needs_nothing_but_python() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    roots = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            roots |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            roots.add((node.module or "").split(".")[0])
    assert roots <= sys.stdlib_module_names


SMALL = "--shoe 6,0,0,4,0,2,3,0,4,5"
"""Six point values are dealt in a moment, and reach most cells of a tableau."""

CLAIMS = [
    "--wagers main/tie,pairs/player-pair,pairs/either-pair",
    "--wagers main/player,pairs/banker-pair --decks infinite",
    f"--wagers main/banker-half-on-6,side/dragon-bonus-player {SMALL}",
    f"--wagers side/dragon-7 --rules wrong/keyed-on-new-total {SMALL}",
    f"--wagers main/banker --rules wrong/banker-looks-at-own-card {SMALL}",
    f"--wagers main/tie --rules documents/003-r1-o1a {SMALL}",
    f"--wagers main/banker --rules bahamian {SMALL}",
    f"--wagers main/banker --rules wrong/keyed-on-new-total-naturals-tie {SMALL}",
    "--game seven-up --shoe 3,0,0,1,0,2,0,4,5,0,0,2,1",
    "--wagers main/player,pairs/banker-pair --shoe 3,0,0,1,0,2,0,1,1,0,0,2,1",
    "--wagers side/matching-dragon/table-1-a --shoe 3,0,0,1,0,2,0,1,1,0,0,2,1",
    '--wagers side/odd-even/over-9-5 --shoe "K 9♠ 4h 9h Qd 9d 9c 4s 3s"',
]


@pytest.fixture
def claimed(baccarat: Baccarat, tmp_path: Path) -> Callable[[str], Path]:
    """Writes a claim; gives its file."""

    def certify(options: str) -> Path:
        import shlex

        path = tmp_path / "claim.json"
        assert baccarat("certify", *shlex.split(options), "-o", str(path)) == (0, "", "")
        return path

    return certify


@pytest.fixture
def baccarat(capsys: pytest.CaptureFixture[str]) -> Baccarat:
    from analyzer.cli.main import main

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return code, *capsys.readouterr()

    return run


@pytest.mark.slow
@pytest.mark.parametrize("options", CLAIMS)
def test_a_claim_is_verified(options: str, claimed: Callable[[str], Path]) -> None:
    path = claimed(options)
    assert found_in(str(path)) == []
    errors = [
        error.message for error in Draft202012Validator(SCHEMA).iter_errors(json.loads(path.read_text()))
    ]
    assert not errors


def test_ways_by_multiset_add_up_to_the_ways_of_their_line(claimed: Callable[[str], Path]) -> None:
    claim = json.loads(claimed("--wagers main/tie").read_text())
    assert claim["data"]["wagers"][0]["total_ways"] == "4998398275503360"
    for line in claim["data"]["wagers"][0]["lines"]:
        assert sum(map(int, line["ways_by_multiset"])) == int(line["ways"])


@pytest.mark.slow
def test_the_checker_runs_alone(claimed: Callable[[str], Path], tmp_path: Path) -> None:
    path = claimed("--wagers main/tie")
    alone = tmp_path / "verify_claim.py"
    alone.write_bytes(CHECKER.read_bytes())
    done = subprocess.run([sys.executable, "-I", str(alone), str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "every line is verified\n", "")
    path.write_text(path.read_text().replace("475627426473216", "475627426473217"))
    done = subprocess.run([sys.executable, "-I", str(alone), str(path)], capture_output=True, text=True)
    assert done.returncode == 1
    assert (
        'wager "Tie, 8 to 1", line "tie": 475627426473217 of 4998398275503360 ways are claimed' in done.stdout
    )


@pytest.mark.slow
def test_any_changed_digit_is_refused(claimed: Callable[[str], Path], tmp_path: Path) -> None:
    """Of the many digits a hundred are tried: in the ways, in the rules, in the shoe, in fingerprints."""
    text = claimed("--shoe 2,0,0,1,0,0,0,0,2,3 --wagers main/tie").read_text(encoding="utf-8")
    places = [match.start() for match in re.finditer(r"[0-9]", text)]
    dice = random.Random(6)
    path = tmp_path / "changed.json"
    for place in [*places[:20], *dice.sample(places, 80)]:
        other = dice.choice([digit for digit in "0123456789" if digit != text[place]])
        path.write_text(text[:place] + other + text[place + 1 :], encoding="utf-8")
        assert found_in(str(path)) != [], text[max(0, place - 40) : place + 10]


def with_new_fingerprint(claim: Any) -> str:
    import hashlib

    del claim["data"]["sha256"]
    fingerprint = hashlib.sha256(json.dumps(claim, sort_keys=True).encode()).hexdigest()
    claim["data"]["sha256"] = fingerprint
    return json.dumps(claim)


def add(text: str) -> str:
    return str(int(text) + 1)


LINE = ["data", "wagers", 0, "lines", 0]


@pytest.mark.parametrize(
    ("place", "change", "said"),
    [
        ([*LINE, "ways"], add, 'line "tie":'),
        ([*LINE, "ways_by_multiset", 17], add, 'line "tie": 1 ways are claimed for the point values'),
        ([*LINE, "net"], add, "a house edge of"),
        ([*LINE, "when"], lambda text: "banker.wins", 'line "tie":'),
        (["data", "wagers", 0, "total_ways"], add, 'line "tie":'),
        (["data", "wagers", 0, "house_edge"], lambda text: "1/2", "a house edge of 1/2 is claimed"),
        (["inputs", "shoe", "counts", 3], add, 'line "tie":'),
        (["inputs", "rules", "player"], lambda text: "DDDDDSSS", 'line "tie":'),
        (["inputs", "rules", "tableau", 3], lambda text: "D" * 11, 'line "tie":'),
        (["inputs", "rules", "two_naturals"], lambda text: "tie", 'line "tie":'),
    ],
)
def test_a_false_claim_with_a_right_fingerprint_is_refused_at_its_line(
    place: list[Any], change: Callable[[str], str], said: str, claimed: Callable[[str], Path]
) -> None:
    path = claimed("--wagers main/tie --shoe 3,0,0,1,0,1,0,0,2,2")
    claim = node = json.loads(path.read_text())
    for key in place[:-1]:
        node = node[key]
    node[place[-1]] = change(node[place[-1]])
    path.write_text(with_new_fingerprint(claim))
    assert said in "\n".join(found_in(str(path)))


@pytest.mark.parametrize("wager", ["pairs/perfect-pairs-25", "side/all-red"])
def test_what_cannot_be_checked_is_refused_and_named(wager: str, baccarat: Baccarat, tmp_path: Path) -> None:
    path = str(tmp_path / "claim.json")
    baccarat("certify", "--wagers", wager, "-o", path)
    problems = found_in(path)
    assert "not verified, because the loops do not know" in "\n".join(problems)


def test_the_command_verifies_and_refuses(claimed: Callable[[str], Path], baccarat: Baccarat) -> None:
    path = claimed("--wagers main/tie --shoe 3,0,0,1,0,1,0,0,2,2")
    assert baccarat("verify", str(path)) == (0, "every line is verified\n", "")
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))
    code, _, err = baccarat("verify", str(path))
    assert code == 1
    assert "the claim was changed" in err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "{}",
        '{"data": {"sha256": ""}}',
        '{"data": [], "inputs": {}}',
        "\0",
        '"' * 3,
        "[" * 50_000,
    ],
)
def test_what_is_no_claim_is_refused_clearly(text: str, tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "claim.json"
    path.write_text(text)
    code, out, err = baccarat("verify", str(path))
    assert (code, out) == (3, "")
    assert err.startswith("error: no claim that can be checked: ")
    assert err.count("\n") <= 3


def test_a_claim_leaves_out_nothing_in_silence(baccarat: Baccarat, tmp_path: Path) -> None:
    path = tmp_path / "claim.json"
    counts = ["--shoe", "9,1,1,1,1,1,1,1,1,1"]
    code, _, err = baccarat("certify", *counts, "--wagers", "main/tie,pairs/player-pair", "-o", str(path))
    assert code == 3
    assert "pairs/player-pair" in err
    assert not path.exists()

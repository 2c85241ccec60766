"""`baccarat check` with counts, listed coups and turnover."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

Baccarat = Callable[..., tuple[int, str, str]]
Process = Callable[..., subprocess.CompletedProcess[bytes]]

SCHEMAS = files("analyzer") / "report" / "schemas"
FAILED, USAGE, INVALID = 1, 2, 3

NIGHT = "stake,turnover,win,wager\n25,1000000,9800,main/banker\n10,2000,3600,main/tie\n"
BROKEN = "7 3 K 2 4\nK 3 2 2 4\n9 2 K K tie\n"


def checked(baccarat: Baccarat, *words: str) -> dict[str, object]:
    """The JSON answer, held against its schema."""
    code, out, err = baccarat("check", *words, "--json")
    assert (code, err) in [(0, ""), (FAILED, "")]
    document = json.loads(out)
    schema = json.loads(
        (SCHEMAS / f"{document['schema']['name'].removeprefix('baccarat/')}.json").read_text("utf-8")
    )
    problems = [error.message for error in Draft202012Validator(schema).iter_errors(document)]
    assert not problems
    return document["data"]


def test_counts_that_fit_pass(baccarat: Baccarat) -> None:
    code, out, err = baccarat("check", "--counts", "player 44310, banker 46102, tie 9588")
    assert (code, err) == (0, "")
    assert "The counts agree with the law" in out
    assert "4.049416" in out
    assert "0.132032" in out
    assert "Other games" not in out


def test_counts_that_do_not_fit_fail_and_name_a_game(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("check", "--counts", "tie 9500; b 44600; p 45900")
    assert code == FAILED
    answer = " ".join(out.split())
    assert (
        "a game in which the counters of Player and Banker are swapped, 15 orders of magnitude better"
        in answer
    )


def test_other_games_can_be_asked_for(baccarat: Baccarat) -> None:
    words = ["check", "--counts", "player 44310, banker 46102, tie 9588", "--alternatives", "--table", "fits"]
    code, out, _ = baccarat(*words)
    assert code == 0
    assert "orders of magnitude" in out.lower()


def test_few_counts_have_the_exact_fraction(baccarat: Baccarat) -> None:
    data = checked(baccarat, "--counts", "p 0 b 0 t 2")
    tie, total = 619306544887, 6508331087895
    assert data["exact_multinomial"]["fraction"] == f"{tie**2}/{total**2}"
    assert data["verdict"] == "differs"


def test_digits_are_right_to_the_last_that_is_asked_for(baccarat: Baccarat) -> None:
    code, out, _ = baccarat(
        "check", "--counts", "player 44310, banker 46102, tie 9588", "--table", "tests", "--digits", "30"
    )
    assert code == 0
    # exp(−χ²/2), with χ² as a fraction, worked out with another program
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(60):
        statistic = mpmath.mpf(0)
        ways = 2230518282592256, 2292252566437888, 475627426473216
        for count, behind in zip((44310, 46102, 9588), ways, strict=True):
            expected = mpmath.mpf(100_000) * behind / sum(ways)
            statistic += (count - expected) ** 2 / expected
        assert mpmath.nstr(mpmath.exp(-statistic / 2), 28) in out


@pytest.mark.parametrize(
    "text",
    [
        "outcome\n" + "P\n" * 45 + "B\n" * 46 + "T\n" * 9,
        "player total,banker total,count\n7,6,45\n6,7,46\n1,1,9",
    ],
)
def test_counts_come_from_a_file(text: str, tmp_path: Path, baccarat: Baccarat) -> None:
    file = tmp_path / "coups.csv"
    file.write_text(text)
    data = checked(baccarat, "--counts", str(file))
    assert [cell["counted"] for cell in data["outcomes"]] == ["45", "46", "9"]


@pytest.mark.slow
def test_fractions_may_have_more_digits_than_python_writes(tmp_path: Path, baccarat: Baccarat) -> None:
    file = tmp_path / "totals.csv"
    rows = [f"{player},{banker},{900 + player}" for player in range(10) for banker in range(10)]
    file.write_text("\n".join(["player total,banker total,count", *rows]))
    for words in ([], ["--format", "csv"], ["--json"]):
        code, out, err = baccarat("check", "--counts", str(file), "--decks", str(10**10), *words)
        assert (code, err) == (FAILED, "")
        assert out


def test_listed_cards_may_be_given_as_counts_too(tmp_path: Path, baccarat: Baccarat) -> None:
    file = tmp_path / "coups.csv"
    file.write_text("7,3,K,2,4\n9,2,K,K\n")
    assert checked(baccarat, "--counts", str(file))["replay"]["broken"] == "0"


def test_the_first_broken_coup_is_named(tmp_path: Path, baccarat: Baccarat) -> None:
    file = tmp_path / "coups.txt"
    file.write_text(BROKEN)
    code, out, _ = baccarat("check", "--coups", str(file))
    assert code == FAILED
    assert "1 of 3 coups breaks the rules." in out
    assert "line 2: K 3 2 2 4" in out
    assert "Banker has 5, Player's third card counts 4: draws" in out
    data = checked(baccarat, "--coups", str(file))
    assert data["replay"]["first_broken"]["line"] == "2"
    assert data["replay"]["first_wrong_claim"]["line"] == "3"
    assert data["alternatives"]["best"][0]["broken"] == "0"


def test_coups_come_from_standard_input(process: Process) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "analyzer", "check", "--coups", "-", "--table", "replay"],
        input=b"7 3 K 2 4\n9 2 K K\n", capture_output=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert b"Coups            2" in run.stdout


def test_turnover_is_judged_and_rounds_are_told(tmp_path: Path, baccarat: Baccarat) -> None:
    file = tmp_path / "night.csv"
    file.write_text(NIGHT)
    code, out, _ = baccarat("check", "--turnover", str(file), "--difference", "0.5%")
    assert code == FAILED
    assert "At a stake of 10 it is above the limits of 99%, even as one of 2 levels." in " ".join(out.split())
    data = checked(baccarat, "--turnover", str(file), "--difference", "0.5%")
    banker = data["levels"][0]
    assert banker["expected_win"]["fraction"].split("/")[1] == "433888739193"
    # (1.959964 + 0.841621)²·Var/0.005², with the published standard deviation 0.927362 of the Banker bet
    assert data["rounds_needed"][0]["rounds"] == "270008"


def test_rounds_alone_need_no_record(baccarat: Baccarat) -> None:
    words = ["--difference", "1%", "--wagers", "main/player", "--confidence", "95%", "--power", "90%"]
    data = checked(baccarat, *words)
    assert [item["sides"] for item in data["rounds_needed"]] == [2, 1]
    assert (data["overall"], data["levels"]) == (None, [])


def test_what_was_returned_is_not_taken_for_a_win(tmp_path: Path, baccarat: Baccarat) -> None:
    file = tmp_path / "night.csv"
    file.write_text("stake,turnover,win\n25,1000000,990000\n")
    _, out, _ = baccarat("check", "--turnover", str(file), "--wagers", "main/banker")
    assert "name the column returned" in " ".join(out.split())
    file.write_text("stake,rounds,win\n1,3,3\n")
    code, out, _ = baccarat("check", "--turnover", str(file), "--wagers", "side/dragon-7")
    assert (code, "name the column returned" in " ".join(out.split())) == (0, False)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--counts", "player,banker,tie\n45,46,9\n"),
        ("--coups", "9 9 K K\n"),
        ("--turnover", "stake,rounds,win,wager\n1,3,3,main/tie\n"),
        ("--claims", "claim\ntie edge = 14.36%\n"),
    ],
)
def test_an_answer_never_takes_the_place_of_what_is_checked(
    option: str, text: str, tmp_path: Path, baccarat: Baccarat
) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(text)
    code, out, err = baccarat("check", option, str(file), "-o", str(file))
    assert (code, out) == (USAGE, "")
    assert "the answer would take the place of" in err
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (
            ["--counts", "player -3, banker 4, tie 1"],
            INVALID,
            "a count of -3 is below 0\n  in --counts, player",
        ),
        (["--counts", "plaer 3, banker 4, tie 1"], INVALID, 'did you mean "player"?'),
        (["--counts", "p 0 b 0 t 0"], INVALID, "no coups are counted"),
        (["--counts", "missing.csv"], INVALID, "the counts cannot be read"),
        (["--counts", "p 1 b 1 t 1", "--rules", "documents/002-r3"], INVALID, "the rules do not say"),
        (["--coups", "missing.txt"], INVALID, "the coups cannot be read"),
        (["--difference", "0.5%"], USAGE, "it is not said which wager this was"),
        (["--difference", "half", "--wagers", "main/tie"], USAGE, '"half" is not a number'),
        (["--difference", "1%", "--wagers", "main/tie", "--power", "80"], USAGE, "lie between 0 and 1"),
        (["--counts", "p 1 b 1 t 1", "--strict"], USAGE, "it goes with --claim and --claims"),
        (["--claim", "tie edge = 14.36%", "--alternatives"], USAGE, "it goes with --counts and --coups"),
        (["--counts", "p 1 b 1 t 1", "--power", "80%"], USAGE, "it goes with --difference"),
        (["--turnover", "x.csv", "--confidence", "80%"], USAGE, "it goes with --difference"),
        (["--counts", "p 1 b 1 t 1", "--coups", "x"], USAGE, "several kinds of numbers"),
    ],
)
def test_mistakes_are_told_in_three_lines(words: list[str], code: int, told: str, baccarat: Baccarat) -> None:
    found, out, err = baccarat("check", *words)
    assert (found, out) == (code, "")
    assert told in err
    assert len(err.splitlines()) <= 3


@pytest.mark.parametrize(
    ("option", "text", "told"),
    [
        ("--coups", "K 3 7 2 9\nK 3 7 Z 9\n", "line 2"),
        ("--coups", "", "the file is empty"),
        ("--coups", "player,banker,tie\n1,2,3\n", "the lines list no cards"),
        ("--counts", "P\nB\nX\n", "line 3"),
        ("--counts", "player,banker,tie\n0,0,0\n", "no coups are counted"),
        ("--turnover", "stake,turnover,win,wager\n25,100,1,main/bankr\n", "line 2"),
        ("--turnover", "stake,turnover,win\n25,x,1\n", "line 2"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_its_line(
    option: str, text: str, told: str, tmp_path: Path, baccarat: Baccarat
) -> None:
    file = tmp_path / "given.csv"
    file.write_text(text)
    code, out, err = baccarat("check", option, str(file), "--wagers", "main/banker")
    assert (code, out) == (INVALID, "")
    assert told in err
    assert str(file) in err
    assert len(err.splitlines()) <= 3


@pytest.mark.parametrize("words", [["check", "--coups"], ["batch"]], ids=" ".join)
def test_a_bar_on_the_terminal_leaves_the_answer_where_it_goes(words: list[str], tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    file = tmp_path / "given.csv"
    file.write_text("9,2,K,K\n" * 20 if "check" in words else "40,9,9,9,9,9,9,9,9,9\n" * 20)
    outer, inner = pty.openpty()
    command = [sys.executable, "-m", "analyzer", *words, str(file)]
    with subprocess.Popen(command, stdin=inner, stderr=inner, stdout=subprocess.PIPE) as run:
        os.close(inner)
        answer = run.stdout.read()
    os.close(outer)
    assert answer.startswith(b"Punto banco" if "check" in words else b"line,cards")


def test_ctrl_c_leaves_one_line() -> None:
    program = (
        "import os, signal, sys\n"
        "from analyzer.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.exit(main.main(['check', '--coups', '-']))\n"
    )
    reading, writing = os.pipe()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [os.getcwd(), os.environ.get("PYTHONPATH")])),
    }
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as run:
        os.close(reading)
        line = b"K 3 7 2 9\n"
        for _ in range(3_000):  # more than a pipe holds unread, so that the program is known to be reading
            os.write(writing, line * 10)
        time.sleep(0.1)
        run.send_signal(2)
        out, err = run.communicate(timeout=20)
        os.close(writing)
    assert (run.returncode, out, err) == (130, b"", b"interrupted\n")

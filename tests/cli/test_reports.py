"""`baccarat reports`: building and checking books."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.report.book_file import OWN_BOOK

Baccarat = Callable[..., tuple[int, str, str]]
Process = Callable[..., subprocess.CompletedProcess[bytes]]

BOOK = """
title = "Two tables"
[[report]]
name = "six"
title = "Six decks"
command = "analyze --decks 6 --wagers main/tie"
[[report]]
name = "own"
title = "My bet"
command = "analyze --wagers my-bet.toml"
formats = ["json", "csv"]
"""
WAGER = """
title = "My bet"
source = "me"
otherwise = "lose"
[[line]]
when = "tie"
pays = "8 to 1"
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "book.toml").write_text(BOOK)
    (tmp_path / "my-bet.toml").write_text(WAGER)
    return tmp_path / "book.toml"


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_book_is_built_and_then_found_right(book: Path, baccarat: Baccarat) -> None:
    code, out, err = baccarat("reports", "build", "--book", str(book), "--workers", "1")
    assert (code, err) == (0, "")
    assert out.startswith("2 of 2 reports were made")
    assert {"six.md", "six.json", "six/outcomes.csv", "own.json", "README.md", "manifest.json"} <= set(
        contents(book.parent)
    )
    assert baccarat("reports", "check", "--book", str(book), "--workers", "1") == (
        0, "2 reports are what the commands give\n", "",
    )  # fmt: skip


def test_only_what_changed_is_made_again(book: Path, baccarat: Baccarat) -> None:
    build = ("reports", "build", "--book", str(book), "--workers", "1")
    baccarat(*build)
    assert baccarat(*build)[1].startswith("0 of 2 ")
    (book.parent / "my-bet.toml").write_text(WAGER.replace("8 to 1", "9 to 1"))
    assert baccarat(*build)[1].startswith("1 of 2 ")
    (book.parent / "six.md").write_text("spoilt")
    assert baccarat(*build)[1].startswith("1 of 2 ")
    book.write_text(BOOK.replace("--decks 6", "--decks 5"))
    assert baccarat(*build)[1].startswith("1 of 2 ")
    assert baccarat(*build, "--all")[1].startswith("2 of 2 ")


def test_files_of_a_report_that_is_gone_are_removed_and_no_others(book: Path, baccarat: Baccarat) -> None:
    build = ("reports", "build", "--book", str(book), "--workers", "1")
    baccarat(*build)
    (book.parent / "mine.csv").write_text("mine")
    book.write_text(BOOK[: BOOK.index('[[report]]\nname = "own"')])
    baccarat(*build)
    assert not (book.parent / "own.json").exists()
    assert not (book.parent / "own").exists()
    assert (book.parent / "mine.csv").exists()
    assert (book.parent / "my-bet.toml").exists()


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("six/outcomes.csv", "445", "446", "six/outcomes.csv: row "),
        ("six.json", '"baccarat/analysis"', '"baccarat/x"', "six.json: schema.name: "),
        ("six.md", "Six", "", "six.md: "),
        ("manifest.json", "Two tables", "Three", "manifest.json: data.title: "),
        ("README.md", "Two tables", "Three", "README.md: line 1: "),
    ],
)
def test_a_changed_file_fails_the_check_with_its_first_cell(
    path: str, old: str, new: str, said: str, book: Path, baccarat: Baccarat
) -> None:
    baccarat("reports", "build", "--book", str(book), "--workers", "1")
    file = book.parent / path
    text = file.read_text(encoding="utf-8")
    changed = text.replace(old, new, 1) if old in text else text + "more"
    file.write_text(changed, encoding="utf-8")
    code, out, err = baccarat("reports", "check", "--book", str(book), "--workers", "1")
    assert code == 1
    assert out.startswith(said)
    assert out.count("\n") == 1
    assert "1 files are not what the commands give" in err


def test_a_missing_file_fails_the_check(book: Path, baccarat: Baccarat) -> None:
    baccarat("reports", "build", "--book", str(book), "--workers", "1")
    (book.parent / "own.json").unlink()
    code, out, _ = baccarat("reports", "check", "own", "--book", str(book), "--workers", "1")
    assert (code, out) == (1, "own.json: the file is missing, or is no text\n")


def test_bytes_do_not_depend_on_hashes_locale_workers_or_folder(book: Path, process: Process) -> None:
    copy = shutil.copytree(book.parent, book.parent / "copy")
    for folder, cwd, seed, locale, workers in (
        (book.parent, book.parents[1], "1", "C", "1"),
        (copy, copy, "2", "C.UTF-8", "2"),
    ):
        environment = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "LANG": locale}
        environment["PYTHONPATH"] = str(OWN_BOOK.parents[1])
        name = os.path.relpath(folder / "book.toml", cwd)
        done = process("reports", "build", "--book", name, "--workers", workers, cwd=cwd, env=environment)
        assert (done.returncode, done.stderr) == (0, b"")
    copied = contents(copy)
    assert copied == {
        path: data for path, data in contents(book.parent).items() if not path.startswith("copy/")
    }


def test_the_command_in_the_manifest_makes_the_file(
    book: Path, baccarat: Baccarat, monkeypatch: pytest.MonkeyPatch
) -> None:
    baccarat("reports", "build", "--book", str(book), "--workers", "1")
    before = contents(book.parent)
    monkeypatch.chdir(book.parent)
    entries = json.loads(before["manifest.json"])["data"]["entries"]
    for file in (file for entry in entries for file in entry["files"]):
        Path(file["file"]).unlink()
        assert baccarat(*shlex.split(file["command"])[1:])[0] == 0
    assert contents(book.parent) == before


@pytest.mark.slow
def test_an_interrupted_build_leaves_whole_files(book: Path) -> None:
    slow = BOOK + '[[report]]\nname = "all"\ntitle = "All"\ncommand = "analyze --wagers all --lines"\n'
    book.write_text(slow)
    (book.parent / "all.md").write_text("old")
    running = subprocess.Popen(
        [sys.executable, "-m", "analyzer", "reports", "build", "--book", str(book), "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(OWN_BOOK.parents[1])},
    )
    deadline = time.monotonic() + 60
    while not (book.parent / "manifest.json").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    if running.returncode == 0:
        pytest.skip("the build was done before it could be interrupted")
    assert (running.returncode, err) == (130, b"interrupted\n")
    assert (book.parent / "all.md").read_text() == "old"
    for entry in json.loads((book.parent / "manifest.json").read_text())["data"]["entries"]:
        for file in entry["files"]:
            assert (book.parent / file["file"]).stat().st_size > 0
    assert not list(book.parent.rglob("*.part"))


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("six", "sven"), 2, 'the book has no report "sven"'),
        (("--workers", "0"), 2, "workers"),
        (("--book", "missing.toml"), 2, "there is no file missing.toml"),
    ],
)
def test_a_wrong_call_is_refused(
    arguments: tuple[str, ...], code: int, said: str, book: Path, baccarat: Baccarat
) -> None:
    given = arguments if "--book" in arguments else ("--book", str(book), *arguments)
    got, _, err = baccarat("reports", "check", *given)
    assert got == code
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("analyze --decks 0", 3, "report six"),
        ("analyze --deks 6", 2, "there is no option --deks"),
        ("analise", 2, "report six"),
        ("analyze --help", 2, "shows no report"),
    ],
)
def test_a_command_that_fails_is_named_and_old_files_stay(
    command: str, code: int, said: str, book: Path, baccarat: Baccarat
) -> None:
    baccarat("reports", "build", "--book", str(book), "--workers", "1")
    before = contents(book.parent)
    book.write_text(BOOK.replace("analyze --decks 6 --wagers main/tie", command))
    got, _, err = baccarat("reports", "build", "six", "--book", str(book), "--workers", "1")
    assert got == code
    assert said in err
    after = contents(book.parent)
    assert {path: after[path] for path in after if path != "book.toml"} == {
        path: before[path] for path in before if path != "book.toml"
    }


def test_a_small_part_of_the_own_book_is_what_its_commands_give(baccarat: Baccarat) -> None:
    names = ("joint-totals-8-decks", "games", "removal-main-bets")
    code, out, err = baccarat("reports", "check", *names, "--workers", "1")
    assert (code, out, err) == (0, "3 reports are what the commands give\n", "")

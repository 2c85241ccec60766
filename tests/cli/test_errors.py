"""Every mistake gets at most three lines on standard error, the right exit code, and no traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.library.catalog import load_rulebook

Baccarat = Callable[..., tuple[int, str, str]]

USAGE = 2
INVALID = 3

RULEBOOK = """
title = "Mine"

[player]
draws = "0-5"

[banker]
keyed_by = "player third card"

[banker.tableau]
0 = "D  D D D D D D D D D D"
1 = "D  D D D D D D D D D D"
2 = "D  D D D D D D D D D D"
3 = "D  D D D D D D D D S D"
4 = "D  S S D D D D D D S S"
5 = "D  S S S S D D D D S S"
6 = "S  S S S S S S D D S S"
7 = "S  S S S S S S S S S S"
"""
ROW_SIX = '6 = "S  S S S S S S D D S S"'

WAGER = """
title = "Mine"
otherwise = "lose"

[[line]]
label = "Player"
when = "player.wins"
pays = "1 to 1"
"""


def assert_refused(answer: tuple[int, str, str], code: int, *words: str) -> None:
    found, out, err = answer
    assert found == code, err
    assert out == ""
    assert err.startswith("error: ")
    assert err.endswith("\n")
    assert 1 <= len(err.splitlines()) <= 3
    assert "Traceback" not in err
    for word in words:
        assert word in err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--decks", "0"], INVALID, ["0 decks", "--decks"]),
        (["--decks", "-1"], INVALID, ["-1 decks", "--decks"]),
        (["--decks=-1"], INVALID, ["-1 decks", "--decks"]),
        (["--decks", "1e9"], USAGE, ["1e9", "--decks", "whole number"]),
        (["--decks", "2.5"], USAGE, ["2.5", "--decks", "whole number"]),
        (["--decks", "eight"], USAGE, ["eight", "--decks", "infinite"]),
        (["--decks", "9" * 5_000], USAGE, ["--decks"]),
        (["--decks", "٨"], USAGE, ["--decks"]),
        (["--decks", ""], USAGE, ["--decks"]),
        (["--decks"], USAGE, ["--decks"]),
        (["--shoe", "1,2,3,4,5,6,7,8,9,10,11"], INVALID, ["10, 13 or 52 counts", "11", "--shoe"]),
        (["--shoe", "-1,2,3,4,5,6,7,8,9,10"], INVALID, ["below 0", "--shoe", "count 1"]),
        (["--shoe", "2.5,2,3,4,5,6,7,8,9,10"], INVALID, ["2.5", "--shoe", "count 1"]),
        (["--shoe", "1e3,2,3,4,5,6,7,8,9,10"], INVALID, ["1e3", "--shoe"]),
        (["--shoe", "1,1,1,1,1,0,0,0,0,0"], INVALID, ["5 cards", "at least 6"]),
        (["--shoe", "K♠ 9h 4d 3c 2s"], INVALID, ["5 cards"]),
        (["--shoe", "K♠ 9h Z9"], INVALID, ["Z9", "--shoe"]),
        (["--shoe", ""], INVALID, ["empty", "--shoe"]),
        (["--shoe", "no-such-file.txt"], INVALID, ["no-such-file.txt", "No such file"]),
        (["--shoe", "/"], INVALID, ["directory"]),
        (["--decks", "8", "--shoe", "1,1,1,1,1,1,1,1,1,1"], USAGE, ["--decks and --shoe"]),
        (["--decks", "1", "--remove", "K♠ K♠"], INVALID, ["K♠", "--remove"]),
        (["--remove", "XY"], INVALID, ["XY", "--remove"]),
        (["--decks", "infinite", "--remove", "K"], INVALID, ["infinite", "--remove"]),
        (["--rules", "standrad"], INVALID, ["standrad", 'did you mean "standard"?']),
        (["--rules", "no-such-file.toml"], INVALID, ["no-such-file.toml"]),
        (["--rules", "../rulebooks/standard"], INVALID, ["../rulebooks/standard"]),
        (["--wagers", "main/bankr"], INVALID, ["main/bankr", 'did you mean "main/banker"?']),
        (["--wagers", ""], INVALID, ["no wager"]),
        (["--wagers", "pairs/player-pair", "--shoe", "9,1,1,1,1,1,1,1,1,1"], INVALID, ["pairs/player-pair"]),
        (["--digits", "-1"], USAGE, ["--digits"]),
        (["--digits", "10001"], USAGE, ["--digits", "10000"]),
        (["--digits", "six"], USAGE, ["--digits", "six"]),
        (["--as", "percentage"], USAGE, ["--as", "percentage", "percent"]),
        (["--format", "xml"], USAGE, ["--format", "xml", "markdown"]),
        (["--json", "--format", "csv"], USAGE, ["--json and --format"]),
        (["--table", "outcome"], USAGE, ["outcome", 'did you mean "outcomes"?']),
        (["--table", "outcomes", "--json"], USAGE, ["--table"]),
        (["-o", "missing-folder/a.json"], USAGE, ["missing-folder", "does not exist"]),
        (["-o", "."], USAGE, ["."]),
        (["-o", "answer.xlsx"], USAGE, [".xlsx", ".csv"]),
        (["-o", "answer"], USAGE, ["suffix", "--format"]),
        (["--dekcs", "8"], USAGE, ["--dekcs", 'did you mean "--decks"?']),
        (["--no-such-thing-at-all"], USAGE, ["--no-such-thing-at-all", "--help"]),
        (["-x"], USAGE, ["-x"]),
        (["extra"], USAGE, ["extra", "baccarat analyze"]),
    ],
    ids=lambda part: " ".join(map(str, part))[:40] if isinstance(part, list) else None,
)
def test_analyze_refuses(arguments: list[str], code: int, words: list[str], baccarat: Baccarat) -> None:
    assert_refused(baccarat("analyze", *arguments), code, *words)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["analyse"], USAGE, ["analyse", 'did you mean "analyze"?']),
        (["frobnicate"], USAGE, ["frobnicate", "analyze"]),
        (["--frobnicate"], USAGE, ["--frobnicate"]),
        (["rules", "lst"], USAGE, ["lst", "baccarat rules", 'did you mean "list"?']),
        (["rules", "show"], USAGE, ["baccarat rules show --help"]),
        (["rules", "show", "standrad"], INVALID, ['did you mean "standard"?']),
        (["rules", "show", "standard", "more"], USAGE, ["more"]),
        (["wagers", "show", "main/ti"], INVALID, ['did you mean "main/tie"?']),
        (["deal"], USAGE, ["no cards"]),
        (["deal", "K♠", "9♥", "4♦"], INVALID, ["run out"]),
        (["deal", "K", "9", "4", "3", "2", "A"], INVALID, ["suit"]),
        (["deal", "K♠", "XY"], INVALID, ["XY"]),
        (["deal", "/"], INVALID, ["/"]),
    ],
    ids=lambda part: " ".join(map(str, part))[:40] if isinstance(part, list) else None,
)
def test_the_program_refuses(arguments: list[str], code: int, words: list[str], baccarat: Baccarat) -> None:
    assert_refused(baccarat(*arguments), code, *words)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("[player]", "[plaeyr]", ["plaeyr", "player"]),
        (ROW_SIX, "", ["banker.tableau", "6 is missing"]),
        (
            ROW_SIX,
            '6 = { draws = "6, 7", stands = "none, 0-5, 7-9" }',
            ["banker.tableau.6", "7", "under draws and under stands"],
        ),
        (ROW_SIX, '6 = "S  S S S S S S D D S"', ["banker.tableau.6", "10 cells"]),
        ('"0-5"', '"0-12"', ["player", "12"]),
        ("[player]", "[cards]\nvalues = { A = 1.5 }\n[player]", ["cards.values.A"]),
        ("[player]", "[player", ["line 4"]),
        ('"Mine"', "3", ["title"]),
    ],
)
def test_a_broken_rulebook_is_refused_by_naming_the_place(
    before: str, after: str, words: list[str], tmp_path: Path, baccarat: Baccarat
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULEBOOK.replace(before, after))
    assert_refused(baccarat("analyze", "--rules", str(path)), INVALID, "mine.toml", *words)
    assert_refused(baccarat("rules", "show", str(path)), INVALID, "mine.toml", *words)


def test_all_problems_of_a_rulebook_are_named_at_once(tmp_path: Path, baccarat: Baccarat) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULEBOOK.replace(ROW_SIX, "").replace("keyed_by", "keydby").replace("0-5", "0-8"))
    assert_refused(baccarat("rules", "show", str(path)), INVALID, "6 is missing", "keydby", "player: 8")


def test_a_rulebook_that_does_not_say_everything_is_refused_by_naming_the_cells(
    tmp_path: Path, baccarat: Baccarat
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULEBOOK.replace(ROW_SIX, '6 = "S  S S S S S S D D S ?"'))
    assert_refused(baccarat("analyze", "--rules", str(path)), INVALID, "Banker 6, third card 9")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("1 to 1", "one to one", ["line 1: pays", "one to one"]),
        ('"1 to 1"', "true", ["line 1: pays"]),
        ('"1 to 1"', "inf", ["inf", "not a number"]),
        ("player.wins", "playr.wins", ["line 1: when", "playr"]),
        ("label = ", "lable = ", ["lable"]),
        ('otherwise = "lose"', "", ["otherwise"]),
    ],
)
def test_a_broken_wager_is_refused_by_naming_the_place(
    before: str, after: str, words: list[str], tmp_path: Path, baccarat: Baccarat
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WAGER.replace(before, after))
    assert_refused(baccarat("analyze", "--wagers", str(path)), INVALID, "mine.toml", *words)


def test_the_sound_files_of_these_tests_are_accepted(tmp_path: Path, baccarat: Baccarat) -> None:
    rules, wager = tmp_path / "rules.toml", tmp_path / "wager.toml"
    rules.write_text(RULEBOOK)
    wager.write_text(WAGER)
    code, _, err = baccarat("analyze", "--rules", str(rules), "--wagers", str(wager))
    assert (code, err) == (0, "")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"1 2 3", b"1,2,3,4,5,6,7,8,9,x", b"0 " * 600_000])
def test_a_broken_shoe_file_is_refused_by_its_name(
    content: bytes, tmp_path: Path, baccarat: Baccarat
) -> None:
    path = tmp_path / "shoe.txt"
    path.write_bytes(content)
    assert_refused(baccarat("analyze", "--shoe", str(path)), INVALID, "shoe.txt")


def test_control_characters_do_not_reach_the_terminal(baccarat: Baccarat) -> None:
    answer = baccarat("analyze", "--rules", "a\x1b[31m\nb\rc")
    assert_refused(answer, INVALID)
    assert "\x1b" not in answer[2]
    assert "\r" not in answer[2]


@pytest.mark.parametrize(
    "words", [["analyze", "--decks", "0"], ["analyse"], ["deal", "K♠"], ["rules", "show", "x"]]
)
def test_a_process_leaves_with_the_code_and_no_traceback(
    words: list[str], process: Callable[..., object]
) -> None:
    run = process(*words)
    assert run.returncode in (USAGE, INVALID)
    assert run.stdout == b""
    assert run.stderr.startswith(b"error: ")
    assert len(run.stderr.splitlines()) <= 3


def test_the_standard_rulebook_is_the_one_of_these_tests(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(RULEBOOK)
    assert load_rulebook(str(path)).tableau == load_rulebook("standard").tableau


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["decks", "0"], USAGE, ['"0"', "DECKS", "ranges"]),
        (["decks", "8-6"], USAGE, ['"8-6"', "DECKS"]),
        (["decks", "1-5000"], USAGE, ["1,000", "DECKS"]),
        (["decks", "--wagers", "main/bankr"], INVALID, ["main/bankr"]),
        (["decks", "--rules", "documents/004-g3"], INVALID, ["do not say"]),
        (["decks", "--notation", "tex"], USAGE, ["--notation", "latex"]),
        (["decks", "--rules", "seven-up", "--wagers", "pairs/player-perfect-pair"], INVALID, ["suit"]),
        (["break-even", "--edge", "much"], USAGE, ["much", "--edge"]),
        (["break-even", "--edge", "101%"], INVALID, ["101.00%", "100%"]),
        (["break-even", "--line", "tei"], USAGE, ["tei", "--line", 'did you mean "tie"?']),
        (["break-even", "--jackpot", "-1"], INVALID, ["a jackpot of -1"]),
        (["break-even", "--by-decks", "many"], USAGE, ["many", "--by-decks"]),
        (["break-even", "--by-decks", "8", "--decks", "8"], USAGE, ["--by-decks", "--decks"]),
        (["break-even", "--by-decks", "8", "--method", "graph"], USAGE, ["--by-decks", "--method"]),
        (["removal", "--decks", "infinite"], INVALID, ["infinite shoe"]),
        (["removal", "--number", "0"], USAGE, ["--number", "0"]),
        (["removal", "--number", "411"], INVALID, ["without 411 of them"]),
        (["removal", "--by", "suit"], USAGE, ["--by", "suit", "rank"]),
        (["removal", "--by", "value", "--wagers", "pairs/player-pair"], INVALID, ["looks at ranks"]),
        (["removal", "--by", "rank", "--shoe", "16,4,4,4,4,4,4,4,4,4"], INVALID, ["only by point value"]),
        (["removal", "--tags", "1 0 -1"], INVALID, ["10 or 13 tags"]),
        (["removal", "--tags", "a b c"], USAGE, ['"a"', "--tags"]),
        (["removal", "--levels", "5"], USAGE, ["--levels", "5"]),
        (["removal", "--levels", "2", "--remove", "K"], INVALID, ["full decks"]),
        (["removal", "--wagers", "side/dragon-dragon"], INVALID, ["depends on the jackpot"]),
        (["extremes", "--cards", "5"], INVALID, ["5 cards"]),
        (["extremes", "--cards", "many"], USAGE, ["--cards", "many"]),
        (["extremes", "--decks", "infinite"], INVALID, ["infinite shoe"]),
        (["extremes", "--wagers", "side/lucky-match"], INVALID, ["side/lucky-match"]),
        (["forms", "--wagers", "pairs/player-pair"], INVALID, ["pairs/player-pair", "ranks or suits"]),
        (["forms", "--table", "terms"], USAGE, ["terms", "--table"]),
    ],
    ids=lambda part: " ".join(map(str, part))[:50] if isinstance(part, list) else None,
)
def test_the_studies_of_many_shoes_refuse(
    arguments: list[str], code: int, words: list[str], baccarat: Baccarat
) -> None:
    assert_refused(baccarat(*arguments), code, *words)

"""`baccarat wagers check` and `together`, and what `analyze` says about wagers of one's own."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Baccarat = Callable[..., tuple[int, str, str]]

HEAD = 'title = "My bet"\notherwise = "lose"\n'


def line(when: str, pays: str = '"8 to 1"') -> str:
    return f"[[line]]\nwhen = '{when}'\npays = {pays}\n"


@pytest.fixture
def bet(tmp_path: Path) -> Callable[..., str]:
    def write(*lines: str, head: str = HEAD) -> str:
        path = tmp_path / "my-bet.toml"
        path.write_text(head + "".join(lines), encoding="utf-8")
        return str(path)

    return write


def test_a_right_wager_is_checked_without_a_word_of_warning(
    bet: Callable[..., str], baccarat: Baccarat
) -> None:
    path = bet(line("tie and cards == 6"), line("tie"))
    assert baccarat("wagers", "check", path) == (0, f"{path}: every line can pay\n", "")


def test_a_line_that_is_never_reached_is_warned_of(bet: Callable[..., str], baccarat: Baccarat) -> None:
    path = bet(line("tie"), line("tie and cards == 6"))
    code, out, err = baccarat("wagers", "check", path)
    assert (code, out) == (0, f"{path}: some lines never pay\n")
    assert err == (
        'warning: line 2 "tie and cards == 6" never pays: "tie" above it takes every coup it would win\n'
        f"  in {path}\n"
    )
    code, out, err = baccarat("analyze", "--wagers", path)
    assert code == 0
    assert "My bet" in out
    assert err.startswith('warning: line 2 "tie and cards == 6" never pays')


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        (
            line("player.totl == 6"),
            "line 1: when: no fact is called `player.totl`",
            'did you mean "player.total"?',
        ),
        (line("count(al, rank == 6) == 1"), "`al` is no set of cards", 'did you mean "all"?'),
        (line("player.total == hearts"), "`player.total` is a number, `hearts` is a suit", "column 17"),
        (line("tie or " * 150_000 + "tie"), "the condition has 1,050,003 characters", "10,000"),
        (line("(" * 4_000 + "tie" + ")" * 4_000), "brackets are nested more than 30 deep", "column 31"),
        (line("(" * 10_000 + "tie" + ")" * 10_000), "the condition has 20,003 characters", "10,000"),
        (line("tie", "nan"), '"nan" is not a number', "0.95"),
        (line("tie", '"120% of jackpot"'), "no share of a jackpot", "10% of jackpot"),
        (line("tie") + line("tie"), 'line 2: the label "tie" is that of line 1 too', ""),
    ],
    ids=["fact", "set", "kinds", "1 MB", "4,000 brackets", "10,000 brackets", "nan", "share", "labels"],
)
def test_a_wrong_wager_is_refused_in_three_lines(
    text: str, what: str, mend: str, bet: Callable[..., str], baccarat: Baccarat
) -> None:
    for command in (("wagers", "check"), ("analyze", "--wagers")):
        code, out, err = baccarat(*command, bet(text))
        assert (code, out) == (3, "")
        assert what in err
        assert mend in err
        assert len(err.splitlines()) <= 3
        assert len(err) < 1_000


def test_an_empty_file_is_told_what_a_wager_has(bet: Callable[..., str], baccarat: Baccarat) -> None:
    code, out, err = baccarat("wagers", "check", bet(head=""))
    assert (code, out) == (3, "")
    assert "the file is empty" in err
    assert "otherwise" in err


def test_the_jackpot_decides_the_edge(baccarat: Baccarat) -> None:
    code, out, err = baccarat("analyze", "--wagers", "side/dragon-dragon", "--json")
    assert (code, err) == (0, "")
    (wager,) = json.loads(out)["data"]["wagers"]
    assert wager["house_edge"] is None
    assert wager["lines"][1]["jackpot_share"] == "1/10"
    even = wager["jackpot"]["break_even"]["fraction"]
    code, out, err = baccarat("analyze", "--wagers", "side/dragon-dragon", "--jackpot", even, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["data"]["wagers"][0]["house_edge"]["fraction"] == "0"
    assert json.loads(out)["inputs"]["jackpot"] == even


@pytest.mark.parametrize("jackpot", ["-1", "lots", "1e9"])
def test_a_jackpot_that_cannot_be_is_refused(jackpot: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("analyze", "--wagers", "side/dragon-dragon", f"--jackpot={jackpot}")
    assert code in (2, 3)
    assert out == ""
    assert len(err.splitlines()) <= 3


def test_wagers_of_one_coup_are_added_up(baccarat: Baccarat) -> None:
    named = ("--wagers", "main/player,main/tie,side/dragon-7", "--stakes", "25,5,1")
    code, out, err = baccarat("together", *named, "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)["data"]
    assert data["staked"] == "31"
    assert [item["net"] for item in data["distribution"]] == ["39", "19", "10", "-31"]
    assert [item["line"] for item in data["largest_loss"]["lines"]] == ["tie", "tie", "other"]
    code, out, err = baccarat("together", *named)
    assert (code, err) == (0, "")
    assert "Largest loss of the house" in out


@pytest.mark.parametrize(
    ("stakes", "code", "what"),
    [
        ("1,2", 2, "there are 2 stakes for 3 wagers"),
        ("1,x,3", 2, '"x" is not a number'),
        ("0", 3, "nothing is staked"),
        ("-1,1,1", 3, "a stake of -1 cannot be"),
    ],
)
def test_stakes_that_cannot_be_are_refused(stakes: str, code: int, what: str, baccarat: Baccarat) -> None:
    named = "main/player,main/tie,side/dragon-7"
    found, out, err = baccarat("together", "--wagers", named, f"--stakes={stakes}")
    assert (found, out) == (code, "")
    assert what in err


def test_one_stake_is_for_every_wager(baccarat: Baccarat) -> None:
    code, out, err = baccarat("together", "--wagers", "main/player,main/tie", "--stakes", "2.50", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["inputs"]["stakes"] == ["5/2", "5/2"]


def test_a_wager_that_the_rules_leave_open_does_not_stop_the_others(baccarat: Baccarat) -> None:
    code, out, err = baccarat("analyze", "--rules", "seven-up", "--wagers", "main,pairs", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)["data"]
    assert "main/player" in {wager["wager"] for wager in data["wagers"]}
    assert "pairs/player-perfect-pair" in {item["wager"] for item in data["unanswerable"]}
    code, out, err = baccarat("analyze", "--rules", "seven-up", "--wagers", "pairs/player-perfect-pair")
    assert (code, out) == (3, "")
    assert "is fixed" in err


def test_all_facts_are_listed(baccarat: Baccarat) -> None:
    code, out, err = baccarat("wagers", "facts", "--format", "csv")
    assert (code, err) == (0, "")
    for name in ("player.coloured_pair", "ranks_with(SET, N, [TEST])", "first_four"):
        assert name in out


def test_the_list_is_narrowed_by_family_and_source(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("wagers", "list", "--family", "Naturals", "--source", "wizardofodds", "--json")
    assert code == 0
    wagers = json.loads(out)["data"]["wagers"]
    assert wagers
    assert {wager["family"] for wager in wagers} == {"naturals"}
    assert all("wizardofodds" in wager["source"] for wager in wagers)


@pytest.mark.parametrize(
    ("option", "words"), [("--family", "they are all cards"), ("--source", "in its source")]
)
def test_a_filter_that_leaves_no_wager_says_so(option: str, words: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("wagers", "list", option, "no such thing")
    assert (code, out) == (2, "")
    assert words in err


def test_a_wager_is_shown_with_its_exact_law(baccarat: Baccarat) -> None:
    law = json.loads(baccarat("wagers", "show", "main/tie", "--json")[1])["data"]["law"]
    assert law["total_ways"] == "4998398275503360"
    assert [line["ways"] for line in law["lines"]] == ["475627426473216", "4522770849030144"]
    assert law["house_edge"]["fraction"] == "103841353768/723147898655"
    out = baccarat("wagers", "show", "main/tie", "--decks", "infinite")[1]
    assert "460601" in out
    assert "14.116987%" in out


def test_a_wager_that_the_shoe_cannot_answer_is_shown_without_a_law(baccarat: Baccarat) -> None:
    asked = ["wagers", "show", "pairs/player-pair", "--shoe", "128,32,32,32,32,32,32,32,32,32"]
    assert "known only by point value" in baccarat(*asked)[1]
    assert json.loads(baccarat(*asked, "--json")[1])["data"]["law"] is None


def test_a_jackpot_has_a_law_and_with_its_size_an_edge(baccarat: Baccarat) -> None:
    asked = ["wagers", "show", "side/dragon-dragon", "--json"]
    assert json.loads(baccarat(*asked)[1])["data"]["law"]["house_edge"] is None
    edge = json.loads(baccarat(*asked, "--jackpot", "4437732680895/53358347")[1])["data"]["law"]["house_edge"]
    assert edge["fraction"] == "0"

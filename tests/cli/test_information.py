"""`baccarat information` and `baccarat in-round`."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

Baccarat = Callable[..., tuple[int, str, str]]


def rows(answer: tuple[int, str, str]) -> list[dict[str, str]]:
    code, out, err = answer
    assert (code, err) == (0, "")
    return list(csv.DictReader(io.StringIO(out)))


def test_an_open_card_tells_what_to_back(baccarat: Baccarat) -> None:
    found = rows(baccarat("information", "--exposed", "1", "--table", "situations", "--format", "csv"))
    assert [row["card_1"] for row in found] == list("0123456789")
    assert [row["slug"] for row in found] == ["main/banker"] * 6 + ["main/player"] * 4


def test_marks_and_open_cards_go_together(baccarat: Baccarat) -> None:
    code, out, err = baccarat("information", "--positions", "1,2", "--marks", "6-9", "--exposed", "5")
    assert (code, err) == (0, "")
    assert "cards 1, 2: 6-9 | 0-5; card 5: open" in out
    assert "Card 1, P1  Card 2, B1  Card 5 " in out


def test_a_situation_without_a_bet_says_so(baccarat: Baccarat) -> None:
    arguments = ("--positions", "1,2", "--marks", "6789", "--table", "situations", "--format", "csv")
    found = rows(baccarat("information", *arguments))
    assert found[0]["wager"] == "no bet"
    assert found[0]["slug"] == ""


def test_a_bettor_who_has_to_bet_does_worse_than_one_who_may_leave_it(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("information", "--exposed", "1", "--wagers", "main/tie", "--table", "worth")
    assert code == 0
    assert re.search(r"^Mean edge +0\.000000%$", out, re.MULTILINE)
    assert re.search(r"^Mean edge, betting always +-14\.3596[0-9]{2}%$", out, re.MULTILINE)


def test_situations_that_are_not_listed_are_said_to_be(baccarat: Baccarat) -> None:
    arguments = ("--exposed", "1,2,3,4,5", "--wagers", "main/player")
    code, out, _ = baccarat("information", *arguments)
    assert code == 0
    assert "More than 10000 situations are not listed." in out


def test_the_best_labelling_is_shown_first(baccarat: Baccarat) -> None:
    arguments = ("--positions", "1", "--best-labelling", "--table", "labellings", "--format", "csv")
    found = rows(baccarat("information", *arguments))
    assert (found[0]["marked"], found[0]["other"]) == ("6-9", "0-5")
    assert len(found) == 10


def test_cards_are_named_by_where_the_rules_deal_them(baccarat: Baccarat) -> None:
    arguments = ("--rules", "seven-up", "--wagers", "seven-up", "--exposed", "1", "--table", "situations")
    code, out, _ = baccarat("information", *arguments)
    assert code == 0
    assert "Card 1, B1" in out


def test_a_jackpot_gets_its_size(baccarat: Baccarat, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'title = "Mine"\notherwise = "lose"\n[[line]]\nwhen = "tie"\npays = "jackpot"\n', encoding="utf-8"
    )
    question = ("information", "--exposed", "1", "--wagers", str(mine))
    assert "depends on the jackpot" in baccarat(*question)[2]
    code, out, err = baccarat(*question, "--jackpot", "8")
    assert (code, err) == (0, "")
    assert "-14.359629%" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("", 2, ["no card is marked or open", "--exposed 1"]),
        ("--marks 6789", 2, ["which cards carry the marks", "--positions 1,2"]),
        ("--best-labelling", 2, ["which cards carry the marks"]),
        ("--best-labelling --exposed 1", 2, ["which cards carry the marks"]),
        ("--positions 1", 2, ["which point values carry which mark", "--best-labelling"]),
        ("--positions 1 --exposed 1,2 --marks 6", 2, ["card 1 is marked and open too"]),
        ("--positions 1 --best-labelling --marks 6", 2, ["the marks are to be found, and given too"]),
        ("--positions 1 --marks 67,76", 2, ["carries two marks"]),
        ("--positions 1 --marks 0-9", 2, ["nothing can be told apart"]),
        ("--positions 7 --marks 6", 2, ["there is no card 7", "in --positions"]),
        ("--exposed P1", 2, ['"P1" is no card', "in --exposed"]),
        ("--exposed 1 --wagers pairs", 3, ["looks at ranks or suits", "wager pairs/"]),
        ("--exposed 1 --wagers main/playr", 3, ["main/player"]),
        ("--exposed 1 --wagers none", 3, ["no wager is named"]),
        ("--exposed 1 --shoe 1,1,1,1,1,0,0,0,0,0", 3, ["cannot deal a coup"]),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: str, code: int, words: list[str], baccarat: Baccarat
) -> None:
    found, out, err = baccarat("information", *arguments.split())
    assert (found, out) == (code, "")
    assert len(err.splitlines()) <= 3
    for word in words:
        assert word in err


def test_insurance_is_shown_by_totals(baccarat: Baccarat) -> None:
    arguments = ("--wagers", "insurance/player-four-cards", "--table", "totals", "--format", "csv")
    found = rows(baccarat("in-round", *arguments))
    assert [(row["player"], row["banker"], row["pays"]) for row in found][:2] == [
        ("5", "4", "2 to 1"),
        ("6", "0", "3 to 1"),
    ]


def test_every_card_is_listed_only_when_asked_for(baccarat: Baccarat) -> None:
    arguments = ("in-round", "--wagers", "insurance/banker-player-hidden")
    assert "By the cards seen" not in baccarat(*arguments)[1]
    assert "By the cards seen" in baccarat(*arguments, "--cards")[1]
    assert "By the cards seen" in baccarat(*arguments, "--table", "cards")[1]


def test_what_is_never_offered_is_named(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("in-round", "--shoe", "9,0,0,0,0,0,0,0,0,0")
    assert code == 0
    assert "Never offered with this shoe and these rules" in out


def test_a_bet_on_a_whole_coup_is_sent_elsewhere(baccarat: Baccarat) -> None:
    code, out, err = baccarat("in-round", "--wagers", "main/tie")
    assert (code, out) == (3, "")
    assert "main/tie is a bet on a whole coup" in err


def test_a_bet_offered_during_a_coup_can_be_analysed_over_whole_coups(baccarat: Baccarat) -> None:
    arguments = ("--wagers", "insurance/player-four-cards,main/player", "--table", "lines", "--format", "csv")
    found = rows(baccarat("analyze", *arguments))
    assert (found[0]["line"], found[0]["pays"]) == ("not offered", "push")


def test_when_a_wager_is_offered_is_shown_with_it(baccarat: Baccarat) -> None:
    code, out, _ = baccarat("wagers", "show", "insurance/banker-player-hidden")
    assert code == 0
    assert "Offered when  banker.two_card_total >= 7" in out
    assert "Open cards    B1 B2" in out

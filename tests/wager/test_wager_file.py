from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.errors import WagerError
from analyzer.toml_file import parse_toml
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import check, load, read

DRAGON_7 = """
title = "Dragon 7"
otherwise = "lose"

[[line]]
label = "Banker wins with a three-card 7"
when = "banker.wins and banker.total == 7 and banker.cards == 3"
pays = "40 to 1"
"""


def wager(text: str) -> Wager:
    data = parse_toml(text, "my.toml")
    check(data, "my.toml")
    return read(data, slug="my")


def problem_of(text: str, *, needs_source: bool = False) -> str:
    with pytest.raises(WagerError) as refused:
        check(parse_toml(text, "my.toml"), "my.toml", needs_source=needs_source)
    assert refused.value.where == "my.toml"
    return refused.value.what


def test_a_new_side_bet_is_typed_in_ten_lines() -> None:
    assert len(DRAGON_7.strip().splitlines()) <= 10
    dragon = wager(DRAGON_7)
    assert (dragon.title, dragon.slug, dragon.source, dragon.family, dragon.decks) == (
        "Dragon 7",
        "my",
        "",
        "",
        (),
    )
    assert [(line.label, line.pays.net) for line in dragon.lines] == [
        ("Banker wins with a three-card 7", 40),
        ("otherwise", -1),
    ]
    assert [fact.name for fact in dragon.facts] == ["banker.wins", "banker.total", "banker.cards"]


def test_everything_a_file_may_say_is_kept() -> None:
    said = wager("""
        title = "Tie"
        family = "main"
        source = "a rule book"
        note = "a note"
        decks = [6, 8]
        otherwise = { label = "no tie", pays = "half loss" }
        line = [ { when = "tie", pays = 0.95 }, { label = "push", when = "margin == 1", pays = 0 } ]
    """)
    assert (said.family, said.source, said.note, said.decks) == ("main", "a rule book", "a note", (6, 8))
    assert [(line.label, line.pays.net) for line in said.lines] == [
        ("tie", Fraction(19, 20)),
        ("push", Fraction(0)),
        ("no tie", Fraction(-1, 2)),
    ]
    assert wager(DRAGON_7.replace("otherwise", "decks = 8\notherwise")).decks == (8,)


def test_a_persons_own_file_is_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "dragon.toml"
    path.write_text(DRAGON_7)
    assert load(path) == load(str(path))
    assert load(path).slug == str(path)


def test_an_empty_file_is_told_what_a_wager_has() -> None:
    with pytest.raises(WagerError, match="the file is empty") as refused:
        check(parse_toml("# nothing\n", "my.toml"), "my.toml")
    assert "[[line]]" in refused.value.mend


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('title = "Dragon 7"', "", "title is missing"),
        ('"Dragon 7"', '""', "title: is empty"),
        ('otherwise = "lose"', "", "otherwise is missing"),
        ('otherwise = "lose"', "otherwise = {}", "otherwise: pays is missing"),
        ('otherwise = "lose"', 'otherwise = "loose"', 'otherwise: "loose" is no pay'),
        ("otherwise", "otherwhise", 'unknown key "otherwhise"; did you mean "otherwise"?'),
        ("[[line]]", "[line]", "line: should be a list, not a table"),
        ("[[line]]", "[[lines]]", 'unknown key "lines"; did you mean "line"?'),
        ("when", "wen", 'line 1: unknown key "wen"; did you mean "when"?'),
        ("pays", "pay", 'line 1: unknown key "pay"; did you mean "pays"?'),
        (
            "label = ",
            'source = "x"\nlabel = ',
            'line 1: unknown key "source"; it belongs at the top of the file',
        ),
        (
            "banker.wins",
            "bankr.wins",
            "line 1: when: no fact is called `bankr.wins` (in column 1 of: »bankr.wins«",
        ),
        ("banker.wins", "banker.total", "line 1: when: `banker.total` is a number, but what `and` joins"),
        ("== 7", "== hearts", "line 1: when: `banker.total` is a number, `hearts` is a suit"),
        ('"40 to 1"', '"40:1"', 'line 1: pays: "40:1" does not say whether the stake is part of it'),
        ('"40 to 1"', "-2", 'line 1: pays: "-2" loses more than the stake'),
        ('"40 to 1"', "true", "line 1: pays: True is not an exact number"),
        ('"40 to 1"', "{a = 1}", "line 1: pays: a table is no number"),
        ('"40 to 1"', "2020-01-01", "line 1: pays: a date is no number"),
        ("otherwise", "decks = 0\notherwise", "decks: should be at least 1"),
        ("otherwise", "decks = [8, 'six']\notherwise", "decks, item 2: should be a whole number"),
        ("otherwise", "decks = []\notherwise", "decks: is empty"),
        ("otherwise", "note = 3\notherwise", "note: should be a text, not the number 3"),
        (
            "Banker wins with a three-card 7",
            "otherwise",
            'line 2: the label "otherwise" is that of line 1 too',
        ),
    ],
)
def test_a_problem_is_told_with_its_path(old: str, new: str, problem: str) -> None:
    assert old in DRAGON_7
    assert problem_of(DRAGON_7.replace(old, new, 1)).startswith(problem)


def test_otherwise_below_the_lines_is_told_to_move_up() -> None:
    said = problem_of(DRAGON_7.replace('otherwise = "lose"\n', "") + 'otherwise = "lose"\n')
    assert said.startswith('line 1: unknown key "otherwise"; it belongs at the top of the file')
    assert "missing" not in said


def test_all_problems_are_told_at_once() -> None:
    said = problem_of("""
        titel = "Tie"
        otherwise = "lose"
        [[line]]
        when = "tie == 3"
        pays = "8:1"
        [[line]]
        label = "again"
        when = "player.wins"
        pays = "push"
        [[line]]
        label = "again"
        when = "plyer.wins"
        pays = "push"
    """)
    for problem in (
        "line 1: when: `tie` is a truth, `3` is a number",
        'line 1: pays: "8:1" does not say',
        "line 3: when: no fact is called `plyer.wins`",
        'line 3: the label "again" is that of line 2 too',
        'unknown key "titel"',
    ):
        assert problem in said


def test_a_source_is_mandatory_only_in_the_library() -> None:
    check(parse_toml(DRAGON_7, "my.toml"), "my.toml")
    assert problem_of(DRAGON_7, needs_source=True) == "source is missing"
    check(parse_toml('source = "a rule book"\n' + DRAGON_7, "my.toml"), "my.toml", needs_source=True)


def test_a_condition_that_is_too_long_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    for condition, what in (("tie or " * 150_000 + "tie", "characters"), ("(" * 10_000, "10,000|nested")):
        path.write_text(DRAGON_7.replace("banker.wins and", condition + " or banker.wins and"))
        with pytest.raises(WagerError, match=what):
            load(path)


INSURANCE = """
title = "Insurance"
otherwise = "lose"

[offered]
sees = ["B1", "B2"]
when = "banker.two_card_total == 9"

[[line]]
label = "tie"
when = "tie"
pays = "8 to 1"
"""


def test_a_bet_offered_during_a_coup_pushes_where_it_is_not_offered() -> None:
    insurance = wager(INSURANCE)
    assert insurance.offered is not None
    assert insurance.offered.sees == ("B1", "B2")
    assert [(line.label, line.pays.net) for line in insurance.lines] == [
        ("not offered", 0),
        ("tie", 8),
        ("otherwise", -1),
    ]
    assert insurance.line_of({"banker.two_card_total": 8, "tie": True}) == 0
    assert insurance.line_of({"banker.two_card_total": 9, "tie": True}) == 1


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('["B1", "B2"]', '["B1", "B3"]', "offered.sees"),
        ('["B1", "B2"]', '["B1", "B1"]', "a card is named twice"),
        ('["B1", "B2"]', "[]", "offered.sees"),
        ("banker.two_card_total == 9", "banker.two_card_total = 9", "offered.when"),
        ('when = "banker.two_card_total == 9"', "", "offered: when is missing"),
        ('label = "tie"', 'label = "not offered"', 'line 1: the label "not offered" is that of the coups'),
        ("[offered]", "[offered]\nuntil = 5", 'offered: unknown key "until"'),
    ],
)
def test_what_is_wrong_with_an_offer_is_told(old: str, new: str, problem: str) -> None:
    assert old in INSURANCE
    assert problem in problem_of(INSURANCE.replace(old, new, 1))

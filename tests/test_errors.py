import copy
import pickle

import pytest

from analyzer import errors
from analyzer.errors import (
    MOST_PROBLEMS_SHOWN,
    AnalyzerError,
    CheckError,
    ConditionError,
    NumberError,
    OutputError,
    ShoeError,
    UsageError,
    WagerError,
    did_you_mean,
    nearest,
    several,
)

FAMILY = sorted(
    (kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AnalyzerError)),
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize(
    ("where", "mend", "lines"),
    [
        ("", "", ["no such card"]),
        ("--remove", "", ["no such card", "  in --remove"]),
        ("", "write 9s", ["no such card", "  write 9s"]),
        ("--remove", "write 9s", ["no such card", "  in --remove", "  write 9s"]),
    ],
)
def test_an_error_says_what_where_and_how_to_mend_it(where: str, mend: str, lines: list[str]) -> None:
    error = ShoeError("no such card", where=where, mend=mend)
    assert error.lines() == lines
    assert str(error) == "\n".join(lines)


@pytest.mark.parametrize("breaks", ["\n", "\r", "\r\n", "\n\n", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_an_error_is_at_most_three_lines_whatever_a_file_puts_into_it(breaks: str) -> None:
    text = f"one{breaks}two"
    assert len(str(AnalyzerError(text, where=text, mend=text)).splitlines()) == 3


@pytest.mark.parametrize("kind", FAMILY)
def test_every_error_leaves_with_a_documented_exit_code(kind: type[AnalyzerError]) -> None:
    assert kind.exit_code == {CheckError: 1, UsageError: 2, OutputError: 2}.get(kind, 3)


@pytest.mark.parametrize("kind", FAMILY)
@pytest.mark.parametrize("duplicate", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_an_error_survives_the_way_to_another_process(kind: type[AnalyzerError], duplicate: object) -> None:
    error = kind("what", where="where", mend="mend")
    again = duplicate(error)
    assert type(again) is kind
    assert str(again) == str(error)


def test_a_condition_error_is_a_wager_error() -> None:
    assert issubclass(ConditionError, WagerError)
    assert not issubclass(NumberError, WagerError)


def test_many_problems_are_cut_short_and_counted() -> None:
    problems = [f"problem {number}" for number in range(1, MOST_PROBLEMS_SHOWN + 4)]
    shown = several(problems).split("; ")
    assert shown[:-1] == problems[:MOST_PROBLEMS_SHOWN]
    assert shown[-1] == "and 3 more"
    assert several(problems[:MOST_PROBLEMS_SHOWN]).split("; ") == problems[:MOST_PROBLEMS_SHOWN]
    assert several([]) == ""


def test_a_misspelt_name_gets_the_nearest_known_one() -> None:
    known = ("standard", "doc/000-z1", "side/dragon-7")
    assert nearest("standrad", known) == "standard"
    assert did_you_mean("side/dragon7", known) == 'did you mean "side/dragon-7"?'


def test_a_name_that_was_begun_comes_before_one_that_looks_alike() -> None:
    assert nearest("documents/003", ("documents/004-g3", "documents/003-r1")) == "documents/003-r1"
    assert nearest("st", ("standard",)) == ""


@pytest.mark.parametrize("known", [(), ("standard",)])
def test_a_name_near_to_nothing_gets_no_hint(known: tuple[str, ...]) -> None:
    assert nearest("qqq", known) == ""
    assert did_you_mean("qqq", known) == ""

import pytest

from analyzer.library.catalog import load_rulebook, load_wager, wager_slugs
from analyzer.study.reachable import unreachable_lines
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

STANDARD = load_rulebook("standard")


def wager(*conditions: str) -> Wager:
    lines = [
        {"label": f"line {place}", "when": when, "pays": "1 to 1"}
        for place, when in enumerate(conditions, start=1)
    ]
    return read({"title": "any", "otherwise": "lose", "line": lines})


HIDDEN = 'line 2 "line 2" never pays: "line 1" above it takes every coup it would win'
IMPOSSIBLE = 'line 1 "line 1" never pays: its condition never holds'


@pytest.mark.parametrize(
    ("conditions", "texts"),
    [
        (("tie", "not tie"), []),
        (("margin >= 4", "margin == 9"), [HIDDEN]),
        (("player.pair", "player.perfect_pair"), [HIDDEN]),
        (("player.perfect_pair", "player.pair"), []),
        (
            ("player.wins", "banker.wins", "margin > 3"),
            ['line 3 "line 3" never pays: "line 1" and "line 2" above it take every coup it would win'],
        ),
        (("tie and margin == 1",), [IMPOSSIBLE]),
        (("player.cards == 3 and player.two_card_total == 7",), [IMPOSSIBLE]),
        (("player.cards == 2 and player.two_card_total == 3",), []),
        pytest.param(
            ("ranks_with(all, 6) == 1", "same_suit(all) and ranks_with(all, 5) == 1"),
            [],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_line_that_never_pays_is_found(conditions: tuple[str, ...], texts: list[str]) -> None:
    assert [found.text for found in unreachable_lines(wager(*conditions), STANDARD)] == texts


def test_it_depends_on_the_rules() -> None:
    drawn = wager("player.cards == 3 and player.two_card_total == 6")
    assert list(unreachable_lines(drawn, STANDARD))
    assert not list(unreachable_lines(wager("player.first.rank == 7"), load_rulebook("seven-up")))
    assert list(unreachable_lines(wager("player.first.rank == 8"), load_rulebook("seven-up")))


@pytest.mark.parametrize("slug", wager_slugs())
def test_no_line_of_the_library_is_hidden_by_the_lines_above(slug: str) -> None:
    rules = load_rulebook("seven-up" if slug.startswith("seven-up/") else "standard")
    found = list(unreachable_lines(load_wager(slug), rules))
    assert not any(line.hidden_by for line in found)
    # Its tables pay for six cards of every rank, but hands of threes, fours, eights or nines stop short.
    assert not found or slug.startswith("side/matching-dragon/")

from fractions import Fraction

import pytest

from analyzer.errors import AnalyzerError
from analyzer.library.catalog import load_wager, shelf_path, wager_slugs
from analyzer.toml_file import read_toml
from analyzer.wager.wager_file import check, read


def test_every_wager_of_the_library_is_right_and_has_a_source() -> None:
    problems = []
    for slug in wager_slugs():
        try:
            check(read_toml(shelf_path("wagers", slug)), slug, needs_source=True)
        except AnalyzerError as error:
            problems.append(str(error))
    assert not problems, "\n".join(problems)


def test_every_wager_of_the_library_is_read_the_same_with_and_without_a_check() -> None:
    for slug in wager_slugs():
        assert load_wager(slug) == read(read_toml(shelf_path("wagers", slug)), slug=slug)


def test_every_wager_belongs_to_a_family_and_has_its_own_title() -> None:
    wagers = [load_wager(slug) for slug in wager_slugs()]
    assert all(wager.family for wager in wagers)
    assert len({wager.title for wager in wagers}) == len(wagers)


@pytest.mark.parametrize(
    ("slug", "pays"),
    [
        ("main/player", ["1", "0", "-1"]),
        ("main/banker", ["19/20", "0", "-1"]),
        ("main/tie", ["8", "-1"]),
        ("pairs/player-pair", ["11", "-1"]),
        ("pairs/banker-pair", ["11", "-1"]),
    ],
)
def test_the_usual_wagers_pay_what_everybody_pays(slug: str, pays: list[str]) -> None:
    wager = load_wager(slug)
    assert wager.slug == slug
    assert [line.pays.net for line in wager.lines] == [Fraction(net) for net in pays]


def test_ties_push_on_player_and_banker() -> None:
    for slug in ("main/player", "main/banker"):
        wager = load_wager(slug)
        answers = dict.fromkeys((fact.name for fact in wager.facts), False) | {"tie": True}
        assert wager.lines[wager.line_of(answers)].pays.net == 0

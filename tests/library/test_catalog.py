import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import AnalyzerError, LibraryError, RulebookError, WagerError
from analyzer.library.catalog import (
    DEFAULT_RULEBOOK,
    DEFAULT_WAGERS,
    SHELVES,
    load_rulebook,
    load_wager,
    load_wagers,
    rulebook_slugs,
    shelf_path,
    slugs,
    wager_groups,
    wager_slugs,
)
from analyzer.library.documents import load_document
from analyzer.library.games import load_game

RULEBOOKS, WAGERS = "rulebooks", "wagers"
LOADERS: dict[str, Callable[[str], Any]] = {
    RULEBOOKS: load_rulebook,
    WAGERS: load_wager,
    "documents": load_document,
    "games": load_game,
}


def problems(shelf: str, slug: str) -> Iterator[str]:
    """What is wrong with a file of the library, loaded like a person's own: with every check."""
    load = LOADERS[shelf]
    try:
        checked = load(str(shelf_path(shelf, slug)))
    except AnalyzerError as error:
        yield error.what
        return
    if replace(checked, slug=slug) != load(slug):
        yield "it is read otherwise when it is not checked"
    if not checked.source.strip():
        yield "it has no source"


def test_every_file_of_the_library_is_right() -> None:
    failures = [
        f"{shelf}/{slug}: {problem}"
        for shelf in LOADERS
        for slug in slugs(shelf)
        for problem in problems(shelf, slug)
    ]
    assert not failures, "\n".join(failures)


def test_every_file_of_the_library_has_a_slug() -> None:
    files = {path.relative_to(SHELVES).with_suffix("").as_posix() for path in SHELVES.rglob("*.toml")}
    named = {f"{shelf}/{slug}" for shelf in LOADERS for slug in slugs(shelf)}
    assert sorted(files - named) == []
    assert [name for name in named if not re.fullmatch(r"[a-z]+(/[a-z0-9-]+)+", name)] == []


def test_the_slug_of_a_nested_file_is_its_path() -> None:
    assert "documents/000-r1" in rulebook_slugs()
    assert load_rulebook("documents/000-r1").slug == "documents/000-r1"
    assert (
        shelf_path(WAGERS, "pairs/player-pair").relative_to(SHELVES).as_posix()
        == "wagers/pairs/player-pair.toml"
    )
    assert load_wager("pairs/player-pair").slug == "pairs/player-pair"
    assert list(wager_slugs()) == sorted(wager_slugs())


def test_the_defaults_are_the_standard_rules_and_the_five_wagers() -> None:
    assert load_rulebook() == load_rulebook(DEFAULT_RULEBOOK) == load_rulebook("standard")
    assert [wager.slug for wager in load_wagers()] == DEFAULT_WAGERS.split(",")
    assert len(load_wagers()) == 5


def test_loading_from_the_library_does_not_check_again() -> None:
    program = (
        "from analyzer.library.catalog import load_rulebook, load_wagers\n"
        "import sys\n"
        "load_rulebook(), load_wagers()\n"
        "assert not {'pydantic', 'numpy', 'sympy', 'networkx'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# A person's own files


def test_a_file_is_loaded_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(shelf_path(RULEBOOKS, "standard"), tmp_path / "my.toml")
    shutil.copy(shelf_path(WAGERS, "main/tie"), tmp_path / "no-suffix")
    assert load_rulebook(str(tmp_path / "my.toml")).sha256 == load_rulebook().sha256
    monkeypatch.chdir(tmp_path)
    assert load_rulebook("my.toml").slug == "my.toml"
    wagers = load_wagers("no-suffix,main/tie")
    assert [wager.slug for wager in wagers] == ["no-suffix", "main/tie"]


def test_a_file_without_its_suffix_is_not_taken_for_a_slug(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("title = 1", encoding="utf-8")
    for name in (str(tmp_path / "my"), f"../{tmp_path.name}/my"):
        with pytest.raises(LibraryError):
            load_rulebook(name)


def test_a_file_of_ones_own_is_checked(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    own.write_text('title = "mine"', encoding="utf-8")
    with pytest.raises(RulebookError, match="banker is missing"):
        load_rulebook(str(own))
    with pytest.raises(WagerError, match="missing"):
        load_wager(str(own))


@pytest.mark.parametrize("name", ["nothing.toml", "NOTHING.TOML", "nothing.csv"])
def test_a_file_that_is_not_there_is_no_unknown_slug(name: str) -> None:
    with pytest.raises(RulebookError):
        load_rulebook(name)


# Names that are unknown


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("standrad", "standard"),
        ("Standard", "standard"),
        ("./standard", "standard"),
        ("../rulebooks/standard", "standard"),
        ("000-r1", "documents/000-r1"),
        ("000_r1", "documents/000-r1"),
        ("documents//000-r1", "documents/000-r1"),
        ("documents/000-r1/", "documents/000-r1"),
    ],
)
def test_an_unknown_rulebook_gets_the_nearest_one(name: str, meant: str) -> None:
    with pytest.raises(LibraryError) as caught:
        load_rulebook(name)
    assert caught.value.lines() == [f'there is no rulebook "{name}"', f'  did you mean "{meant}"?']


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("main/bankr", '"main/banker"'),
        ("player-pair", '"pairs/player-pair"'),
        ("player_pair", '"pairs/player-pair"'),
        ("mian", '"main"'),
    ],
)
def test_an_unknown_wager_gets_the_nearest_one(name: str, meant: str) -> None:
    with pytest.raises(LibraryError, match="there is no wager") as caught:
        load_wagers(f"main/tie,{name}")
    assert caught.value.mend == f"did you mean {meant}?"


def test_a_slug_without_its_folder_gets_all_that_end_so() -> None:
    with pytest.raises(LibraryError) as caught:
        load_wager("tie")
    found = caught.value.mend
    assert '"main/tie"' in found
    assert found.count('"') == 2 * len([slug for slug in wager_slugs() if slug.endswith("/tie")])


@pytest.mark.parametrize("name", ["", "..", "/", "qqqq", "\0", "x" * 5000])
def test_a_name_near_to_nothing_gets_the_list(name: str) -> None:
    with pytest.raises(LibraryError) as caught:
        load_rulebook(name)
    assert caught.value.mend == "see `baccarat rules list`"


def test_a_folder_is_not_one_wager() -> None:
    with pytest.raises(LibraryError):
        load_wager("main")


# Lists of wagers


def test_a_group_is_a_folder() -> None:
    pairs = [slug for slug in wager_slugs() if slug.startswith("pairs/")]
    assert [wager.slug for wager in load_wagers("pairs")] == pairs
    assert [wager.slug for wager in load_wagers(" pairs/ ,")] == pairs
    assert {"main", "pairs"} <= set(wager_groups())


def test_every_group_can_be_loaded_and_all_is_everything() -> None:
    grouped = {wager.slug for group in wager_groups() for wager in load_wagers(group)}
    assert grouped == {slug for slug in wager_slugs() if "/" in slug}
    assert [wager.slug for wager in load_wagers("all")] == list(wager_slugs())


def test_a_wager_listed_twice_is_loaded_once() -> None:
    listed = [wager.slug for wager in load_wagers("pairs/player-pair,pairs,main/tie,main/tie")]
    assert listed[0] == "pairs/player-pair"
    assert listed[-1] == "main/tie"
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("names", ["", ",", " , "])
def test_no_wager_at_all_is_refused(names: str) -> None:
    with pytest.raises(LibraryError, match="no wager is named"):
        load_wagers(names)

"""`baccarat rules` and `baccarat wagers`: lists, single entries, and what lint says."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.library.catalog import load_rulebook, rulebook_slugs, wager_slugs
from analyzer.report.tables import PAGE_WIDTH

Baccarat = Callable[..., tuple[int, str, str]]


def test_the_list_names_every_rulebook(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("rules", "list")
    assert not [slug for slug in rulebook_slugs() if slug not in out]
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH


def test_the_list_names_every_wager(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("wagers", "list")
    assert not [slug for slug in wager_slugs() if slug not in out]


def test_a_rulebook_is_drawn_as_in_law_books(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("rules", "show", "standard")
    assert "6               ·             ·  ·  ·  ·  ·  ·  D  D  ·  ·\n" in out
    assert "an 8 or 9 of Player on two cards ends the coup" in out


@pytest.mark.parametrize("slug", rulebook_slugs())
def test_every_rulebook_can_be_shown(slug: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("rules", "show", slug)
    assert (code, err) == (0, "")
    assert slug in out
    assert max(map(len, out.splitlines())) <= PAGE_WIDTH


@pytest.mark.parametrize("slug", wager_slugs())
def test_every_wager_can_be_shown(slug: str, baccarat: Baccarat) -> None:
    code, out, err = baccarat("wagers", "show", slug)
    assert (code, err) == (0, "")
    assert slug in out


@pytest.mark.parametrize("slug", rulebook_slugs())
def test_the_toml_of_a_rulebook_can_be_read_back(slug: str, tmp_path: Path, baccarat: Baccarat) -> None:
    _, out, _ = baccarat("rules", "show", slug, "--toml")
    path = tmp_path / "mine.toml"
    path.write_text(out, encoding="utf-8")
    assert load_rulebook(str(path)) == load_rulebook(slug)


def test_a_sound_rulebook_passes_lint(baccarat: Baccarat) -> None:
    assert baccarat("rules", "lint", "standard") == (0, "No findings in standard\n", "")


def test_findings_of_lint_are_an_answer_with_exit_code_one(baccarat: Baccarat) -> None:
    code, out, err = baccarat("rules", "lint", "standard", "wrong/keyed-on-new-total")
    assert (code, err) == (1, "")
    assert "banker.keyed_by" in out


def test_lint_without_a_name_checks_the_whole_library(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("rules", "lint", "--json")
    assert [item["rulebook"] for item in json.loads(out)["data"]["rulebooks"]] == list(rulebook_slugs())

"""A few coups under every rulebook look as they did.

A difference that is meant is taken over with `python -m tests.library.traces`.
"""

import pytest

from analyzer.library.catalog import load_rulebook
from tests.library.traces import SNAPSHOTS, snapshot, trace, traced


@pytest.mark.parametrize("slug", traced())
def test_the_coups_of_a_rulebook_look_as_they_did(slug: str) -> None:
    assert trace(load_rulebook(slug)) == snapshot(slug).read_text(encoding="utf-8")


def test_no_trace_is_left_of_a_rulebook_that_is_gone() -> None:
    kept = {path.relative_to(SNAPSHOTS).with_suffix("").as_posix() for path in SNAPSHOTS.rglob("*.txt")}
    assert kept == set(traced())


SAME_DECISIONS = {"documents/004-g1"}
"""Rulebooks that differ from the standard only in what a replay of listed cards shows."""


def test_every_other_rulebook_differs_from_the_standard_in_some_coup() -> None:
    standard = snapshot("standard").read_text(encoding="utf-8").splitlines()[1:]
    alike = {
        slug for slug in traced() if snapshot(slug).read_text(encoding="utf-8").splitlines()[1:] == standard
    }
    assert alike == {"standard", *SAME_DECISIONS}

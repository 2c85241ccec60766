"""Simulations that others have published."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.study.check.counts import Counts
from analyzer.study.check.counts_check import study_counts

SIMULATIONS = tomllib.loads(Path(__file__).with_name("simulations.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("simulation", SIMULATIONS["simulation"], ids=lambda simulation: simulation["source"])
def test_a_published_simulation_is_judged(simulation: dict[str, Any]) -> None:
    counts = Counts((simulation["player"], simulation["banker"], simulation["tie"]))
    found = study_counts(counts, Shoe.from_decks(simulation["decks"]), load_rulebook())
    assert found.test.verdict == simulation["verdict"]
    assert any(item.fits for item in found.ranking.best) == simulation["single_fault"]

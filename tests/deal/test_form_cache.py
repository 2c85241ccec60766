"""Compiled forms on disk: read when whole, ignored when not, and never in the way."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer.deal import form_cache, forms
from analyzer.deal.form_cache import VARIABLE, folder, key_of, load, store
from analyzer.library.catalog import load_rulebook, load_wager

STANDARD = load_rulebook("standard")
COEFFICIENTS = np.random.default_rng(3).integers(0, 721, (3, 5005)).astype(np.int16)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    forms._outcome_forms.cache_clear()
    forms._wager_forms.cache_clear()
    return tmp_path / "forms"


def only_file(cache: Path) -> Path:
    (path,) = cache.iterdir()
    return path


def test_what_is_stored_is_loaded(cache: Path) -> None:
    assert load(key_of("a")) is None
    store(key_of("a"), COEFFICIENTS)
    loaded = load(key_of("a"))
    assert loaded is not None
    assert loaded.dtype == np.int16
    assert (loaded == COEFFICIENTS).all()
    assert load(key_of("b")) is None


def test_keys_keep_texts_apart() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("abc", "")}) == 4


def test_a_damaged_file_counts_as_none(cache: Path) -> None:
    key = key_of("a")
    store(key, COEFFICIENTS)
    path = only_file(cache)
    whole = path.read_bytes()
    for cut in (0, 1, len(form_cache._MAGIC), 60, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert load(key) is None, cut
    for place in range(0, len(whole), len(whole) // 40):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert load(key) is None, place
    path.write_bytes(whole + b"\0")
    assert load(key) is None
    path.write_bytes(whole)
    assert load(key) is not None


def test_a_file_of_another_key_counts_as_none(cache: Path) -> None:
    store(key_of("a"), COEFFICIENTS)
    only_file(cache).rename(cache / f"{key_of('b')}.form")
    assert load(key_of("b")) is None


def test_a_damaged_file_is_written_anew(cache: Path) -> None:
    right = forms.outcome_forms(STANDARD).coefficients
    only_file(cache).write_bytes(b"half")
    forms._outcome_forms.cache_clear()
    assert (forms.outcome_forms(STANDARD).coefficients == right).all()
    forms._outcome_forms.cache_clear()
    assert len(only_file(cache).read_bytes()) > 1000


def test_a_second_run_compiles_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wager = load_wager("main/tie")
    first = forms.wager_forms(STANDARD, wager), forms.outcome_forms(STANDARD)
    forms._outcome_forms.cache_clear()
    forms._wager_forms.cache_clear()
    monkeypatch.delattr(forms, "value_coups")
    second = forms.wager_forms(STANDARD, wager), forms.outcome_forms(STANDARD)
    for compiled, loaded in zip(first, second, strict=True):
        assert (compiled.coefficients == loaded.coefficients).all()


def test_other_rules_and_other_wagers_have_other_files(cache: Path) -> None:
    for rulebook in (STANDARD, load_rulebook("bahamian")):
        for slug in ("main/tie", "main/tie-9", "main/banker"):
            forms.wager_forms(rulebook, load_wager(slug))
    # The two ties differ in what they pay only, so they share their forms.
    assert len(list(cache.iterdir())) == 4


def test_no_file_is_left_half_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_cache.os, "replace", _refuse)
    store(key_of("a"), COEFFICIENTS)
    assert list(cache.iterdir()) == []


def _refuse(*_: object) -> None:
    raise PermissionError


def test_a_folder_that_cannot_be_written_to_only_costs_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    forms._outcome_forms.cache_clear()
    assert forms.outcome_forms(STANDARD).coefficients.shape == (3, 5005)
    store(key_of("a"), COEFFICIENTS)
    assert load(key_of("a")) is None


def test_an_empty_variable_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store(key_of("a"), COEFFICIENTS)
    assert folder() is None
    assert load(key_of("a")) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/caches"}, "/caches/baccarat-analyzer/forms"),
        ("linux", {"HOME": "/her"}, "/her/.cache/baccarat-analyzer/forms"),
        ("darwin", {"HOME": "/her"}, "/her/Library/Caches/baccarat-analyzer/forms"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/baccarat-analyzer/forms"),
    ],
)
def test_files_are_where_the_system_keeps_caches(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(form_cache.sys, "platform", platform)
    where = folder()
    assert where is not None
    assert where.as_posix() == expected


def test_two_processes_can_write_the_same_file(cache: Path) -> None:
    program = (
        "from analyzer.deal.forms import outcome_forms; from analyzer.library.catalog import load_rulebook; "
        "outcome_forms(load_rulebook())"
    )
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    right = forms.outcome_forms(STANDARD).coefficients
    key = only_file(cache).stem
    loaded = load(key)
    assert loaded is not None
    assert (loaded == right).all()

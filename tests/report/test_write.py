"""A file is written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from analyzer.errors import OutputError, UsageError
from analyzer.report.write import FORMATS, check_path, format_of_path, write_file


def test_a_file_is_written_in_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    write_file(str(tmp_path / "a.txt"), "9♠\n")
    assert (tmp_path / "a.txt").read_bytes() == "9♠\n".encode()


def test_nothing_else_stays_in_the_folder(tmp_path: Path) -> None:
    write_file(str(tmp_path / "a.txt"), "x")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_an_old_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_file(str(path), "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_gets_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_file(str(tmp_path / "a.txt"), "x")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("failing", ["replace", "fsync"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(OutputError, match="No space left on device"):
        write_file(str(path), "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_an_interruption_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(str(path), "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_a_link_goes_on_pointing_at_the_file(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_file(str(tmp_path / "link.txt"), "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_file(os.devnull, "x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("name", ["missing/a.txt", "", "file.txt/a.txt", "a\0b.txt", "x" * 300])
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").write_text("old")
    with pytest.raises(OutputError):
        write_file(str(tmp_path / name), "x")
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everything")
def test_a_protected_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises(OutputError, match="may not be written"):
        check_path(str(path))


@pytest.mark.parametrize(("format_name", "suffix"), FORMATS.items())
def test_the_suffix_chooses_the_format(format_name: str, suffix: str) -> None:
    assert format_of_path(f"some.thing{suffix}") == format_name
    assert format_of_path(f"SOME{suffix.upper()}") == format_name


@pytest.mark.parametrize("path", ["answer", "answer.xlsx", ".json", "folder.csv/answer"])
def test_a_suffix_without_a_format_is_refused(path: str) -> None:
    with pytest.raises(UsageError):
        format_of_path(path)

"""Finished blocks survive an interruption, and never another question, another input or damage."""

from contextlib import suppress
from pathlib import Path

import pytest

from analyzer.errors import OutputError
from analyzer.study.batch import batch_kept
from analyzer.study.batch.batch_files import Block
from analyzer.study.batch.batch_kept import Answer, folder_of, kept_blocks
from analyzer.study.batch.batch_rows import BadRow

BLOCKS = [Block(index, 1 + 2 * index, f"in {index}\nx\n".encode()) for index in range(4)]
ANSWERS = [Answer(index, f"out {index} ♠\n" * (index + 1), index + 1, ()) for index in range(4)]
ANSWERS[2] = ANSWERS[2]._replace(bad=(BadRow(6, "column 3 (2)", '"x" is no card', "write 9♠"),))


def interrupted(output: str, chosen: list[int], run: str = "run") -> None:
    with suppress(KeyboardInterrupt), kept_blocks(output, run) as kept:
        for number in chosen:
            kept.keep(BLOCKS[number], ANSWERS[number])
        raise KeyboardInterrupt


def found(output: str, run: str = "run", blocks: list[Block] = BLOCKS) -> list[Answer | None]:
    """What is found at the next try, which is interrupted as well."""
    with suppress(KeyboardInterrupt), kept_blocks(output, run) as kept:
        answers = [kept.find(block) for block in blocks]
        raise KeyboardInterrupt
    return answers


@pytest.fixture
def output(tmp_path: Path) -> str:
    return str(tmp_path / "edges.csv")


def test_finished_blocks_are_found_again_whatever_their_order(output: str) -> None:
    interrupted(output, [2, 0])
    interrupted(output, [3])
    assert found(output) == [ANSWERS[0], None, ANSWERS[2], ANSWERS[3]]


def test_a_run_that_ends_well_leaves_nothing(output: str, tmp_path: Path) -> None:
    interrupted(output, [0])
    with kept_blocks(output, "run") as kept:
        assert (kept.found, kept.added) == (1, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_finished_nothing_leaves_nothing(output: str, tmp_path: Path) -> None:
    interrupted(output, [])
    assert list(tmp_path.iterdir()) == []


def test_another_question_starts_anew(output: str) -> None:
    interrupted(output, [0, 1])
    interrupted(output, [2], run="another")
    assert found(output, "another") == [None, None, ANSWERS[2], None]


@pytest.mark.parametrize("change", [{"text": b"changed\nx\n"}, {"first_line": 7}, {"number": 9}])
def test_a_block_of_other_lines_is_worked_out_again(output: str, change: dict[str, object]) -> None:
    interrupted(output, [1])
    assert found(output, blocks=[BLOCKS[1]._replace(**change), BLOCKS[1]]) == [None, ANSWERS[1]]


def test_damaged_rows_are_worked_out_again(output: str) -> None:
    interrupted(output, [0, 1])
    rows = folder_of(output) / "rows"
    content = bytearray(rows.read_bytes())
    content[0] ^= 1
    rows.write_bytes(content)
    assert found(output)[:2] == [None, ANSWERS[1]]


@pytest.mark.slow
def test_whatever_a_power_cut_leaves_is_whole_or_forgotten(output: str) -> None:
    interrupted(output, [0, 1, 2])
    folder = folder_of(output)
    manifest, rows = (folder / "manifest.jsonl").read_bytes(), (folder / "rows").read_bytes()
    for cut in range(len(manifest) + 1):
        for rows_cut in (0, len(rows) // 2, len(rows)):
            folder.mkdir(exist_ok=True)
            (folder / "manifest.jsonl").write_bytes(manifest[:cut])
            (folder / "rows").write_bytes(rows[:rows_cut])
            for answer, right in zip(found(output), ANSWERS, strict=True):
                assert answer in (None, right)
            interrupted(output, [3])
            assert found(output)[3] == ANSWERS[3]


def test_two_runs_do_not_make_one_file(output: str) -> None:
    if batch_kept.fcntl is None:
        pytest.skip("this system does not lock files")
    with (
        kept_blocks(output, "run") as kept,
        pytest.raises(OutputError, match="another run"),
        kept_blocks(output, "run"),
    ):
        pass
    assert kept.found == 0


def test_blocks_are_kept_beside_what_a_link_points_to(output: str, tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(output)
    assert folder_of(str(tmp_path / "link.csv")) == folder_of(output)

"""`baccarat batch`: a row for every shoe, whatever file it stands in and however the run ends."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from analyzer.study.batch.batch_files import Block, read_blocks
from analyzer.study.batch.batch_kept import folder_of

Baccarat = Callable[..., tuple[int, str, str]]
Process = Callable[..., subprocess.CompletedProcess[bytes]]

FULL = "128,32,32,32,32,32,32,32,32,32"
USUAL = ["--wagers", "main/tie", "--no-lines", "--workers", "1"]


def shoes(number: int) -> str:
    random = np.random.default_rng(7)
    rows = random.multivariate_hypergeometric([128, *[32] * 9], 150, size=number)
    return "".join(",".join(map(str, row)) + "\n" for row in rows.tolist())


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str | bytes], str]:
    def write(content: str | bytes) -> str:
        path = tmp_path / "shoes.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


Written = Callable[[str | bytes], str]


def test_a_shoe_gets_the_numbers_of_analyze(baccarat: Baccarat, written: Written) -> None:
    code, out, err = baccarat("batch", written(FULL), "--workers", "1")
    assert (code, err) == (0, "")
    row = next(csv.DictReader(io.StringIO(out)))
    _, answer, _ = baccarat("analyze", "--json")
    found = json.loads(answer)["data"]
    assert row["total_ways"] == found["total_ways"]
    for outcome in found["outcomes"]:
        assert row[f"{outcome['outcome']}_ways"] == outcome["ways"]
    tie = next(wager for wager in found["wagers"] if wager["wager"] == "main/tie")
    assert row["main/tie house_edge_fraction"] == tie["house_edge"]["fraction"]
    assert row["main/tie house_edge_decimal"] == tie["house_edge"]["decimal"]


@pytest.mark.parametrize(
    "content",
    [
        FULL.encode(),
        b"\xef\xbb\xbf" + FULL.encode() + b"\r\n",
        FULL.replace(",", ";").encode() + b"\r\n\r\n",
        FULL.replace(",", "\t").encode(),
    ],
    ids=["plain", "mark and Windows line ends", "semicolons", "tabs"],
)
def test_files_of_every_origin_are_read(content: bytes, baccarat: Baccarat, written: Written) -> None:
    code, out, err = baccarat("batch", written(content), *USUAL)
    assert (code, err) == (0, "")
    assert out.splitlines()[1].startswith("1,416,4998398275503360,")


def test_a_header_is_no_shoe_and_lines_keep_their_numbers(baccarat: Baccarat, written: Written) -> None:
    for block_lines in ("1", "2", "100"):
        path = written(f"\n0,1,2,3,4,5,6,7,8,9\n\n{FULL}\n")
        _, out, _ = baccarat("batch", path, *USUAL, "--block-lines", block_lines)
        assert [line.split(",")[0] for line in out.splitlines()] == ["line", "4"]
    code, out, _ = baccarat("batch", written("0,1,2,3,4,5,6,7,8,9\n"), *USUAL)
    assert (code, len(out.splitlines())) == (0, 1)


def test_removed_cards_are_read(baccarat: Baccarat, written: Written) -> None:
    _, removed, _ = baccarat("batch", written("removed\nK 9♠ 4h\n"), "--decks", "8", *USUAL)
    left = "127,32,32,32,31,32,32,32,32,31"
    _, counted, _ = baccarat("batch", written(f"\n{left}\n"), *USUAL)
    assert removed == counted


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        (b"", "", "there is no shoe in it"),
        (f"{FULL}\n{FULL.replace('128', 'NaN')}\n", ", line 2, column 1 (0)", '"NaN" is not a whole number'),
        (f"{FULL}\n{FULL.replace('128', '1.5')}\n", ", line 2, column 1 (0)", '"1.5" is not a whole number'),
        (f"{FULL}\n{FULL.replace('128', '-1')}\n", ", line 2, column 1 (0)", '"-1" cards is less than none'),
        (f"{FULL}\n5,0,0,0,0,0,0,0,0,0\n", ", line 2", "a shoe of 5 cards cannot deal a coup"),
        (f"{FULL}\n1,2,3\n", ", line 2", "the row has 3 columns, not 10"),
        ("1,2,3\n", ", line 1", "the row has 3 columns, not 10, 13 or 52"),
        ("4,0," * 9 + "4,0\n", ", line 1", "the row has 20 columns, not 10, 13 or 52"),
        (FULL.encode("utf-16"), "", "the file is UTF-16, not text in UTF-8"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(
    content: str | bytes, where: str, what: str, baccarat: Baccarat, written: Written
) -> None:
    path = written(content)
    code, _, err = baccarat("batch", path, *USUAL)
    assert code == 3
    assert err.startswith(f"error: {what}")
    assert err.splitlines()[1] == f"  in {path}{where}"
    assert len(err.splitlines()) <= 3


def test_bad_rows_can_be_skipped_and_leave_the_others_alone(baccarat: Baccarat, written: Written) -> None:
    rows = shoes(30).splitlines()
    _, right, _ = baccarat("batch", written("\n".join(rows)), *USUAL)
    kept = [line for line in right.splitlines() if line.split(",")[0] not in ("1", "12", "30")]
    for place, text in ((0, "oops"), (11, "1,2,x,4,5,6,7,8,9,9"), (29, "5,0,0,0,0,0,0,0,0,0")):
        rows[place] = text
    for block_lines in ("1", "7", "1000"):
        code, out, err = baccarat(
            "batch", written("\n".join(rows)), *USUAL, "--skip-bad", "--block-lines", block_lines
        )
        assert (code, out.splitlines()) == (0, kept)
        assert err.splitlines() == [
            "line 1: the row has 1 column, not 10",
            'line 12, column 3 (2): "x" is not a whole number of cards',
            "line 30: a shoe of 5 cards cannot deal a coup",
            "3 of 30 rows are no shoes and were left out",
        ]


def test_the_first_bad_row_of_the_file_is_told_and_no_file_is_made(
    baccarat: Baccarat, written: Written, tmp_path: Path
) -> None:
    rows = shoes(40).splitlines()
    rows[33] = rows[21] = "x" + rows[21]
    path = written("\n".join(rows))
    target = tmp_path / "edges.csv"
    target.write_text("old")
    code, _, err = baccarat("batch", path, *USUAL, "--block-lines", "10", "-o", str(target))
    assert code == 3
    assert f"in {path}, line 22, column 1 (0)" in err
    assert target.read_text() == "old"
    assert folder_of(str(target)).is_dir()
    assert baccarat("batch", path, *USUAL, "--block-lines", "10", "--skip-bad", "-o", str(target))[0] == 0
    assert not folder_of(str(target)).exists()
    assert len(target.read_text().splitlines()) == 39


def test_the_bytes_depend_neither_on_blocks_nor_on_workers(
    process: Process, baccarat: Baccarat, written: Written, tmp_path: Path
) -> None:
    path = written(shoes(120))
    _, right, _ = baccarat("batch", path, "--workers", "1")
    run = process("batch", path, "--workers", "2", "--block-lines", "25")
    assert (run.returncode, run.stdout.decode(), run.stderr) == (0, right, b"")
    with open(path, "rb") as file:
        run = process("batch", "-", "--workers", "1", "--block-lines", "7", stdin=file)
    assert run.stdout.decode() == right
    target = tmp_path / "edges.csv"
    assert baccarat("batch", path, "--workers", "1", "--block-lines", "50", "-o", str(target)) == (0, "", "")
    assert target.read_text() == right


def test_parquet_holds_the_cells_of_csv(baccarat: Baccarat, written: Written, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install .[data]")
    path = written(shoes(50))
    _, right, _ = baccarat("batch", path, "--workers", "1")
    contents = set()
    for block_lines in ("50", "7"):
        target = tmp_path / f"{block_lines}.parquet"
        assert (
            baccarat("batch", path, "--workers", "1", "--block-lines", block_lines, "-o", str(target))[0] == 0
        )
        contents.add(target.read_bytes())
    assert len(contents) == 1
    rows = parquet.read_table(target).to_pylist()
    for row, cells in zip(rows, csv.DictReader(io.StringIO(right)), strict=True):
        assert {name: str(cell) for name, cell in row.items()} == cells


def test_without_pyarrow_the_way_to_it_is_told(
    baccarat: Baccarat, written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = baccarat("batch", written(FULL), "-o", str(tmp_path / "edges.parquet"))
    assert code == 2
    assert "baccarat-analyzer[data]" in err


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--format", "parquet"], "Parquet is no text for standard output"),
        (["-o", "edges.xlsx"], 'the suffix ".xlsx" stands for no format'),
        (["-o", "missing/edges.csv"], "the folder of the file does not exist"),
        (["--workers", "2", "--scheduler", "tcp://x"], "a cluster has its own workers"),
        (["--workers", "0"], "0 is not in the range"),
        (["--jackpot", "much"], '"much" is not a number'),
    ],
)
def test_a_wrong_call_is_told(options: list[str], what: str, baccarat: Baccarat, written: Written) -> None:
    code, out, err = baccarat("batch", written(FULL), *options)
    assert (code, out) == (2, "")
    assert what in err
    assert len(err.splitlines()) <= 3


def test_the_answer_does_not_take_the_place_of_the_shoes(baccarat: Baccarat, written: Written) -> None:
    path = written(FULL)
    code, _, err = baccarat("batch", path, "-o", path)
    assert (code, Path(path).read_text()) == (2, FULL)
    assert "take the place of the shoes" in err


def test_a_file_that_is_not_there_is_told(baccarat: Baccarat) -> None:
    assert baccarat("batch", "no-such.csv")[0] == 3


# How a run ends


def test_a_closed_pipe_ends_the_run_quietly(written: Written) -> None:
    path = written(shoes(3_000))
    command = f"{sys.executable} -m analyzer batch {path} --workers 1 --block-lines 50 | head -2"
    run = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, check=False)
    assert (run.returncode, run.stderr, len(run.stdout.splitlines())) == (0, b"", 2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows interrupts otherwise")
def test_after_ctrl_c_the_same_command_goes_on(process: Process, written: Written, tmp_path: Path) -> None:
    text = shoes(400)
    options = ["--wagers", "main", "--workers", "1", "--block-lines", "20"]
    target = tmp_path / "edges.csv"
    command = [sys.executable, "-m", "analyzer", "batch", "-", *options, "-o", str(target)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listen_to_interrupts
    ) as running:
        assert running.stdin is not None
        running.stdin.write("".join(text.splitlines(keepends=True)[:200]).encode())
        running.stdin.flush()
        manifest = folder_of(str(target)) / "manifest.jsonl"
        wait_until(lambda: manifest.exists() and manifest.read_text().count("\n") > 5)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate()
    assert running.returncode == 130
    assert err.decode().splitlines()[-1] == "interrupted"
    assert "finished blocks are kept" in err.decode()
    assert not target.exists()
    with open(written(text), "rb") as file:
        assert process("batch", "-", *options, "-o", str(target), stdin=file).returncode == 0
    assert target.read_bytes() == process("batch", str(tmp_path / "shoes.csv"), *options).stdout
    assert not folder_of(str(target)).exists()


def listen_to_interrupts() -> None:
    """What is started in the background of a shell ignores interrupts, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(happened: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_told(baccarat: Baccarat, written: Written) -> None:
    code, _, err = baccarat("batch", written(FULL), *USUAL, "--format", "csv", "-o", "/dev/full")
    assert code == 2
    assert len(err.splitlines()) <= 3


MOST_MEGABYTES = 220


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="this system does not tell the peak")
def test_memory_does_not_grow_with_the_file() -> None:
    program = (
        "import sys; from analyzer.cli.main import main;"
        "code = main(sys.argv[1:]);"
        "peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')];"
        "print(peak[0].split()[1], file=sys.stderr); sys.exit(code)"
    )
    command = [sys.executable, "-c", program, "batch", "-", *USUAL]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        piece = (FULL + "\n").encode() * 1_000

        def feed() -> None:
            for _ in range(60):
                running.stdin.write(piece)
            # And a line of many megabytes, which is no shoe.
            for _ in range(300):
                running.stdin.write(b"1," * 65_536)
            running.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        assert running.stderr is not None
        err = running.stderr.read().decode().splitlines()
        feeder.join()
    assert (running.returncode, err[0]) == (3, "error: the line is longer than 65,536 bytes")
    assert int(err[-1]) / 1024 < MOST_MEGABYTES


def test_blocks_of_the_usual_size_are_small() -> None:
    block: Block = next(read_blocks(io.BytesIO((FULL + "\n").encode() * 10_000), 4_096, ""))
    assert len(block.text) < 1_000_000


def test_a_terminal_shows_how_far_it_is(written: Written, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    target = tmp_path / "edges.csv"
    command = [sys.executable, "-m", "analyzer", "batch", written(shoes(200)), *USUAL, "-o", str(target)]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=inner, env=environment) as running:
        os.close(inner)
        shown = b""
        try:
            while part := os.read(outer, 65_536):
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(outer)
    assert running.returncode == 0
    assert len(target.read_text().splitlines()) == 201
    assert "200 shoes" in shown.decode()


PROGRESSIVE = """
title = "Progressive tie"
otherwise = "lose"
line = [{ label = "tie", when = "tie", pays = "10% of jackpot" }]
"""


def test_a_jackpot_needs_a_size(baccarat: Baccarat, written: Written, tmp_path: Path) -> None:
    wager = tmp_path / "progressive.toml"
    wager.write_text(PROGRESSIVE)
    command = ["batch", written(FULL), "--wagers", str(wager), "--workers", "1"]
    code, _, err = baccarat(*command)
    assert code == 3
    assert "depends on the jackpot" in err
    assert "--jackpot" in err
    _, right, _ = baccarat("batch", written(FULL), *USUAL)
    code, out, _ = baccarat(*command, "--no-lines", "--jackpot", "80")
    assert (code, out.splitlines()[1]) == (0, right.splitlines()[1])

"""Output goes where it should: pipes, files, terminals and full disks."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.cli import main as cli
from analyzer.report.write import FORMATS

Process = Callable[..., subprocess.CompletedProcess[bytes]]
Baccarat = Callable[..., tuple[int, str, str]]

SPEAKING = [["analyze"], ["analyze", "--json"], ["analyze", "--format", "csv"], ["--help"], ["rules", "list"]]


@pytest.mark.parametrize("words", SPEAKING, ids=" ".join)
def test_a_closed_pipe_ends_the_program_quietly(words: list[str], process: Process) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        run = process(*words, stdout=writing)
    finally:
        os.close(writing)
    assert (run.returncode, run.stderr) == (0, b"")


def test_head_may_leave_early() -> None:
    command = f"{sys.executable} -m analyzer analyze --json --digits 10000 | head -1"
    run = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"{\n", b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", SPEAKING, ids=" ".join)
def test_a_full_disk_is_told_in_three_lines(words: list[str], process: Process) -> None:
    with open("/dev/full", "wb") as full:
        run = process(*words, stdout=full)
    assert run.returncode == 2
    assert run.stderr.startswith(b"error: ")
    assert len(run.stderr.splitlines()) <= 3


@pytest.mark.parametrize("words", SPEAKING, ids=" ".join)
def test_a_program_without_output_does_not_break(words: list[str]) -> None:
    command = f"{sys.executable} -m analyzer {' '.join(words)} >&-"
    run = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert run.returncode in (0, 2)
    assert b"Traceback" not in run.stderr
    assert len(run.stderr.splitlines()) <= 3


def test_an_error_without_anywhere_to_tell_it_still_has_its_code() -> None:
    command = f"{sys.executable} -m analyzer analyze --decks 0 2>&-"
    run = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (3, b"", b"")


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
    ],
    ids=lambda env: " ".join(map("=".join, env.items())),
)
def test_suits_are_written_in_utf8_under_every_locale(env: dict[str, str], process: Process) -> None:
    words = ["deal", "Ks", "3h", "7d", "4c"]
    run = process(*words, env=env)
    assert run.returncode == 0, run.stderr
    assert run.stdout == process(*words).stdout
    assert "K♠" in run.stdout.decode()


def test_a_name_that_is_not_text_is_told_all_the_same(process: Process) -> None:
    run = process("rules", "show", os.fsdecode(b"\xff\xfe.toml"))
    assert run.returncode == 3
    assert b"Traceback" not in run.stderr


@pytest.mark.parametrize("seed", ["0", "1"])
@pytest.mark.parametrize("format_name", FORMATS)
def test_the_same_question_gives_the_same_bytes(format_name: str, seed: str, process: Process) -> None:
    words = ["analyze", "--decks", "6", "--format", format_name]
    other = {"PYTHONHASHSEED": seed, "COLUMNS": "40", "LANG": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}
    assert process(*words, env=other).stdout == process(*words, env={"PYTHONHASHSEED": "7"}).stdout


def test_ctrl_c_is_one_line_and_130(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from analyzer.cli import main, options\n"
        # A program started in the background of a shell ignores the signal unless it asks for it.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def interrupt(): os.kill(os.getpid(), signal.SIGINT)\n"
        "options.read_standard_input = interrupt\n"
        "sys.exit(main.main(['analyze', '--shoe', '-', '-o', 'answer.json']))\n"
    )
    (tmp_path / "answer.json").write_text("old")
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=tmp_path, check=False, env=here()
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"interrupted\n")
    assert (tmp_path / "answer.json").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def here() -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [os.getcwd(), os.environ.get("PYTHONPATH")])),
    }


def test_running_out_of_memory_is_told_in_one_line(
    baccarat: Baccarat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_out(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "_run", run_out)
    assert baccarat("analyze") == (2, "", "error: there is not enough memory for this\n")


def test_a_redirected_answer_has_no_colour(process: Process) -> None:
    run = process("analyze", env={"TERM": "xterm-256color", "FORCE_COLOR": "1"})
    assert b"\x1b" not in run.stdout


@pytest.mark.parametrize(
    ("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal_gets_headings_in_bold_unless_it_asks_for_none(
    env: dict[str, str], coloured: bool
) -> None:
    answer = on_a_terminal(["analyze", "--decks", "1"], env)
    assert ("\x1b[1m" in answer) == coloured
    assert "Banker" in answer


def test_a_narrow_terminal_gets_narrow_tables() -> None:
    lines = on_a_terminal(["analyze"], {"NO_COLOR": "1"}, columns=70).splitlines()
    assert max(len(line) for line in lines if "─" in line) <= 70


def on_a_terminal(words: list[str], env: dict[str, str], columns: int = 100) -> str:
    pty = pytest.importorskip("pty")
    fcntl = pytest.importorskip("fcntl")
    termios = pytest.importorskip("termios")
    outer, inner = pty.openpty()
    fcntl.ioctl(
        inner, termios.TIOCSWINSZ, columns.to_bytes(2, sys.byteorder).join([b"\x28\x00", b"\0\0\0\0"])
    )
    environment = {name: text for name, text in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm", **env}
    command = [sys.executable, "-m", "analyzer", *words]
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment) as running:
        os.close(inner)
        parts = []
        while True:
            try:
                part = os.read(outer, 65_536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
    os.close(outer)
    assert running.returncode == 0
    return b"".join(parts).decode()

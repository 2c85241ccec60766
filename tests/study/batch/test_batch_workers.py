"""Whoever works, and whoever of them is killed: nothing is lost or comes twice, no byte changes."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import OutputError, UsageError
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.batch.batch import answer, answers, question
from analyzer.study.batch.batch_files import Block, read_blocks
from analyzer.study.batch.batch_kept import kept_blocks
from analyzer.study.batch.batch_rows import Layout
from analyzer.study.batch.batch_workers import HereAndNow, all_cores, cluster_crew, local_crew

SHOES = 600
LINES = 20


def shoes() -> bytes:
    random = np.random.default_rng(6)
    rows = random.multivariate_hypergeometric([128, *[32] * 9], 100, size=SHOES)
    return "".join(",".join(map(str, row)) + "\n" for row in rows.tolist()).encode()


TEXT = shoes()
ASKED = question(
    load_rulebook(), load_wagers("main/banker,main/tie"), Layout("value", order=tuple(range(10)))
)
RIGHT = answer(ASKED, Block(0, 1, TEXT)).rows


def blocks() -> Iterator[Block]:
    return read_blocks(io.BytesIO(TEXT), LINES, "shoes.csv")


def test_one_worker_is_this_process() -> None:
    with local_crew(1) as crew:
        assert isinstance(crew.executor, HereAndNow)
        found = answers(blocks(), ASKED, crew.executor, crew.ahead)
        assert "".join(answer.rows for _, answer in found) == RIGHT


def lose_a_process(output: str) -> None:
    with local_crew(2) as crew, kept_blocks(output, ASKED.digest) as kept:
        assert crew.failures == (BrokenExecutor,)
        for block, _ in answers(blocks(), ASKED, crew.executor, crew.ahead, kept):
            if block.number == 2:
                os.kill(next(iter(crew.executor._processes)), signal.SIGKILL)  # type: ignore[attr-defined]
                time.sleep(0.1)


def test_two_processes_give_the_same_and_a_lost_one_loses_nothing(tmp_path: Path) -> None:
    output = str(tmp_path / "edges.csv")
    with pytest.raises(BrokenExecutor):
        lose_a_process(output)
    with local_crew(2) as crew, kept_blocks(output, ASKED.digest) as kept:
        assert kept.found >= 3
        rows = [answer.rows for _, answer in answers(blocks(), ASKED, crew.executor, crew.ahead, kept)]
    assert "".join(rows) == RIGHT


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_processes_end_with_the_one_that_began_them(tmp_path: Path) -> None:
    program = (
        "import os, sys, time\n"
        "from analyzer.study.batch.batch_workers import local_crew\n"
        "if __name__ == '__main__':\n"
        "    with local_crew(2) as crew:\n"
        "        print(crew.executor.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(600)\n"
    )
    script = tmp_path / "crew.py"
    script.write_text(program)
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 30
    while is_alive(worker):
        assert time.monotonic() < deadline, "the worker outlived its parent"
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:  # one that has ended and that nobody has waited for still has its number
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_there_is_at_least_one_core() -> None:
    assert all_cores() >= 1


# Clusters


def test_an_address_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed: pip install .[cluster]")
    monkeypatch.setattr("analyzer.study.batch.batch_workers.SECONDS_TO_ANSWER", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(OutputError, match="no scheduler answers"), cluster_crew(address):
            pass


def test_without_distributed_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="distributed"), cluster_crew("tcp://127.0.0.1:8786"):
        pass


CLUSTER = """
import io, os, signal, sys, warnings
from distributed import LocalCluster
from analyzer.study.batch.batch import answers
from analyzer.study.batch.batch_kept import kept_blocks
from analyzer.study.batch.batch_workers import cluster_crew
from tests_of_workers import ASKED, blocks

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        workers = [nanny.pid for nanny in cluster.workers.values()]
        with cluster_crew(cluster.scheduler_address) as crew, kept_blocks("edges.csv", ASKED.digest) as kept:
            found = []
            for block, answer in answers(blocks(), ASKED, crew.executor, 6, kept):
                found.append(answer)
                if block.number == 4:
                    os.kill(workers[0], signal.SIGKILL)
            assert kept.added == len(found)
        restarted = [nanny.pid for nanny in cluster.workers.values()]
    assert [answer.number for answer in found] == list(range(len(found)))
    assert workers[0] not in restarted or len(restarted) < 2
    with open("edges.csv", "w") as file:
        file.writelines(answer.rows for answer in found)
"""


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_is_killed_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed: pip install .[cluster]")
    (tmp_path / "cluster.py").write_text(CLUSTER)
    (tmp_path / "tests_of_workers.py").write_text(Path(__file__).read_text(encoding="utf-8"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([os.getcwd(), str(tmp_path)])}
    command = [sys.executable, "cluster.py"]
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr.decode()
    assert (tmp_path / "edges.csv").read_text() == RIGHT

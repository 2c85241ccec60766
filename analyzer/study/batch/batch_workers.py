"""Who answers blocks: this process, a pool of processes, or a cluster, all behind `concurrent.futures`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

from analyzer.errors import OutputError, UsageError

BLOCKS_PER_WORKER = 2
FEWEST_BLOCKS_ON_A_CLUSTER = 32
SECONDS_TO_ANSWER = 30

P = ParamSpec("P")
T = TypeVar("T")


class Crew(NamedTuple):
    """Workers, and how many blocks keep them busy.

    Attributes
    ----------
    executor : Executor
    ahead : int
        Most blocks under way at a time.
    failures : tuple of exception types
        What is raised when workers are lost.
    """

    executor: Executor
    ahead: int
    failures: tuple[type[BaseException], ...] = ()


class HereAndNow(Executor):
    """An executor that does the work when it is asked for, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The finished future of a call.

        Examples
        --------
        >>> HereAndNow().submit(len, "baccarat").result()
        8
        """
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def all_cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def local_crew(workers: int) -> Iterator[Crew]:
    """Processes of this machine; one worker is this process itself."""
    if workers == 1:
        yield Crew(HereAndNow(), 1)
        return
    # Processes that begin anew share no locks and no interrupt with this one, on every system.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield Crew(pool, workers * BLOCKS_PER_WORKER, (BrokenExecutor,))
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the process that reads and writes, and end when it ends, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster_crew(address: str) -> Iterator[Crew]:
    """Workers of a Dask cluster, which gives the blocks of a lost worker to others.

    Raises
    ------
    UsageError
        There is no distributed, or the address is none.
    OutputError
        No scheduler answers there.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError(
            "a cluster is reached with the package distributed, which is not installed",
            where="--scheduler",
            mend="pip install 'baccarat-analyzer[cluster]', or use --workers",
        ) from None
    try:
        client: Any = distributed.Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise OutputError(
            f"no scheduler answers: {said}", where="--scheduler", mend="write its address: tcp://host:8786"
        ) from None
    try:
        threads = sum(client.nthreads().values())
        ahead = max(FEWEST_BLOCKS_ON_A_CLUSTER, threads * BLOCKS_PER_WORKER)
        yield Crew(
            client.get_executor(pure=False), ahead, (distributed.KilledWorker, CancelledError, OSError)
        )
    finally:
        client.close()

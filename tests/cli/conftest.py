import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from analyzer.cli.main import main


@pytest.fixture
def baccarat(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command in this process; gives exit code, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs a command in a process of its own."""

    def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, **options.pop("env", {})}
        settings = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
        } | options
        return subprocess.run([sys.executable, "-m", "analyzer", *arguments], env=environment, **settings)

    return run

#!/usr/bin/env python3
"""Set up this checkout and use it; all it needs is Python 3.11 or newer.

    python3 dev.py analyze ...   run `baccarat analyze ...`, and so with every other command
    python3 dev.py test ...      run every check; what follows goes to pytest
    python3 dev.py bench ...     measure speed and memory; what follows names the comparisons
    python3 dev.py docs          build the pages into docs/_build/html; a warning fails

The first run makes .venv, with the versions that constraints.txt pins.
"""

import hashlib
import os
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where two first runs at the same time are not kept apart
    fcntl = None

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(PROGRAMS / "python")
MODULES = {"bench": "benchmarks", "docs": "sphinx --fail-on-warning --quiet docs docs/_build/html"}
CHECKS = ("ruff format --check .", "ruff check .", "mypy --strict analyzer")
talk = partial(print, file=sys.stderr, flush=True)


def main(arguments):
    if sys.version_info < (3, 11):
        return "dev.py needs Python 3.11 or newer; {} is {}.{}.{}.".format(sys.executable, *sys.version_info)
    if not arguments:
        talk(__doc__.strip())
        return 2
    command, *rest = arguments
    for extra in ("test", "docs") if command == "docs" else ("test",):
        set_up(extra)
    if command == "test":
        return test(rest)
    if command in MODULES:
        os.chdir(ROOT)
        return become([PYTHON, "-m", *MODULES[command].split(), *rest])
    return become([str(PROGRAMS / "baccarat"), *arguments])


def set_up(extra):
    """Install the project with an extra, unless that was done for these pins, this Python and this folder."""
    pins = ROOT / "constraints.txt"
    decisive = (ROOT / "pyproject.toml").read_bytes() + pins.read_bytes()
    wanted = hashlib.sha256(decisive + f"{ROOT} {sys.base_prefix} {sys.version}".encode()).hexdigest()
    stamp = VENV / f"stamp-{extra}"
    with open(ROOT / ".venv.lock", "w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted:
            return
        if not (find_spec("venv") and find_spec("ensurepip")):
            sys.exit("This Python cannot make virtual environments; on Debian: apt-get install python3-venv")
        talk(f"Setting up .venv for {extra}, once; this takes about a minute.")
        stamp.unlink(missing_ok=True)
        pip = [PYTHON, "-m", "pip", "-qq", "--disable-pip-version-check"]
        for step in (
            [sys.executable, "-m", "venv", *(["--clear"] if extra == "test" else []), str(VENV)],
            [*pip, "install", "--constraint", str(pins), "--editable", f"{ROOT}[{extra}]"],
            # Started from compiled files even where PYTHONDONTWRITEBYTECODE is set.
            [PYTHON, "-m", "compileall", "-q", str(ROOT / "analyzer")],
        ):
            if subprocess.call(step, stdout=sys.stderr):
                sys.exit("Setting up .venv failed, see above; the next run tries again.")
        stamp.write_text(wanted)


def test(pytest_arguments):
    """Run every check, whatever the ones before it said; pytest comes last and closes the output."""
    os.chdir(ROOT)
    failed = [check for check in CHECKS if subprocess.call([PYTHON, "-m", *check.split()])]
    for check in failed:
        talk(f"FAILED: {check}")
    return subprocess.call([PYTHON, "-m", "pytest", *pytest_arguments]) or bool(failed)


def become(command):
    """Run a command in place of this process, so that signals and the exit code are its own."""
    if os.name != "nt":  # where the shell would have its prompt back before the command has ended
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"dev.py: {error}")

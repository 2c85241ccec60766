#!/usr/bin/env python3
"""Set up this checkout and use it; all it needs is Python 3.11 or newer.

    python3 dev.py analyze ...   run `baccarat analyze ...`, and so with every other command
    python3 dev.py test ...      run every check; what follows goes to pytest
    python3 dev.py bench ...     measure speed and memory; what follows names the comparisons

The first run makes .venv, with the versions that constraints.txt pins.
"""

import hashlib
import os
import subprocess
import sys
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
CHECKS = ("ruff format --check .", "ruff check .", "mypy --strict analyzer")


def main(arguments):
    if sys.version_info < (3, 11):
        return "dev.py needs Python 3.11 or newer; {} is {}.{}.{}.".format(sys.executable, *sys.version_info)
    if not arguments:
        talk(__doc__.strip())
        return 2
    set_up()
    command, *rest = arguments
    if command == "test":
        return test(rest)
    if command == "bench":
        os.chdir(ROOT)
        return become([PYTHON, "-m", "benchmarks", *rest])
    return become([str(PROGRAMS / "baccarat"), *arguments])


def set_up():
    """Install the project into .venv, unless that was done for these pins, this Python and this folder."""
    pins = ROOT / "constraints.txt"
    decisive = (ROOT / "pyproject.toml").read_bytes() + pins.read_bytes()
    wanted = hashlib.sha256(decisive + f"{ROOT} {sys.base_prefix} {sys.version}".encode()).hexdigest()
    stamp = VENV / "stamp"
    with open(ROOT / ".venv.lock", "w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted:
            return
        if not (find_spec("venv") and find_spec("ensurepip")):
            sys.exit("This Python cannot make virtual environments; on Debian: apt-get install python3-venv")
        talk("Setting up .venv, once; this takes about a minute.")
        stamp.unlink(missing_ok=True)
        pip = [PYTHON, "-m", "pip", "-qq", "--disable-pip-version-check"]
        for step in (
            [sys.executable, "-m", "venv", "--clear", str(VENV)],
            [*pip, "install", "--constraint", str(pins), "--editable", f"{ROOT}[test]"],
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


def talk(*lines):
    print(*lines, sep="\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"dev.py: {error}")

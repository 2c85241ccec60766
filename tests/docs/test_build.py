"""The pages can be built without a warning, where Sphinx is installed (the extra `docs`)."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("sphinx", "myst_parser", "furo")


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(find_spec, NEEDED)), reason="Sphinx is not installed; python3 dev.py docs installs it"
)
def test_the_pages_build_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    folders = [str(ROOT / "docs"), str(tmp_path / "html"), "--doctree-dir", str(tmp_path / "trees")]
    run = subprocess.run([*command, *folders], capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    assert not run.stderr
    assert (tmp_path / "html" / "generated" / "commands.html").is_file()

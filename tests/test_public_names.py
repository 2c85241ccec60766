"""What `import analyzer` offers."""

import subprocess
import sys
from pathlib import Path

import pytest

import analyzer

FOLDER = Path(analyzer.__file__).parent


@pytest.mark.parametrize("name", analyzer.__all__)
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    thing = getattr(analyzer, name)
    assert isinstance(thing, str) or thing.__doc__


def test_no_public_name_is_that_of_a_module_which_would_take_its_place() -> None:
    modules = {path.stem for path in FOLDER.iterdir()} - {"__init__"}
    assert not modules & set(analyzer.__all__)


def test_a_name_that_is_not_there_is_no_name() -> None:
    with pytest.raises(AttributeError, match="exacts"):
        _ = analyzer.exacts


def test_all_names_are_listed_without_loading_any() -> None:
    program = "import analyzer, sys; print(*dir(analyzer)); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    names, numpy = run.stdout.splitlines()
    assert (names.split(), numpy) == (sorted(analyzer.__all__), "False")

"""How the program starts: quickly, and with a help that tells the truth."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from typing import Any

import click
import pytest

import analyzer
from analyzer.cli.main import COMMANDS, baccarat, main
from analyzer.cli.solve import COMMANDS as SOLVE_COMMANDS
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.library.games import load_game
from analyzer.study.analysis import METHODS

Baccarat = Callable[..., tuple[int, str, str]]


def loaded_by(program: str) -> set[str]:
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def every_command() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name, (module, _) in COMMANDS.items():
        command = import_module(module).command
        found.append((name,))
        if isinstance(command, click.Group):
            found += [(name, part) for part in command.list_commands(click.Context(command))]
    return found


def baccarat_command(*words: str) -> click.Command:
    command: click.Command = baccarat
    for word in words:
        assert isinstance(command, click.Group)
        command = baccarat_command_of(command, word)
    return command


def baccarat_command_of(group: click.Group, word: str) -> click.Command:
    command = group.get_command(click.Context(group), word)
    assert command is not None
    return command


def test_help_imports_no_command() -> None:
    program = (
        "import sys; from analyzer.cli.main import main; main(['--help']);"
        "print(*[name for name in sys.modules if name.startswith('analyzer')])"
    )
    assert loaded_by(program) == {
        "analyzer",
        "analyzer.cli",
        "analyzer.cli.complaints",
        "analyzer.cli.groups",
        "analyzer.cli.main",
        "analyzer.errors",
    }


@pytest.mark.parametrize("name", [*COMMANDS, *(name for name in SOLVE_COMMANDS if name not in COMMANDS)])
def test_the_one_line_helps_are_what_the_modules_say(name: str) -> None:
    module, short_help = (SOLVE_COMMANDS | COMMANDS)[name]
    command = import_module(module).command
    assert command.name == name
    assert command.get_short_help_str(200) == short_help


def test_every_command_has_its_line_in_the_help(baccarat: Baccarat) -> None:
    code, out, err = baccarat("--help")
    assert (code, err) == (0, "")
    for name, (_, short_help) in COMMANDS.items():
        assert f"{name}  " in out
        assert short_help in out


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_every_command_explains_itself(words: tuple[str, ...], baccarat: Baccarat) -> None:
    for option in ("--help", "-h"):
        code, out, err = baccarat(*words, option)
        assert (code, err) == (0, "")
        assert out.startswith(f"Usage: baccarat {' '.join(words)} ")
        assert max(map(len, out.splitlines())) <= 100
        assert "\\b" not in out


def every_example() -> list[list[str]]:
    lines = [
        line.strip()
        for words in every_command()
        for line in (baccarat_command(*words).help or "").splitlines()
        if line.strip().startswith("baccarat ")
    ]
    return [shlex.split(re.split(r" [|>] ", line)[0])[1:] for line in lines]


@pytest.mark.parametrize("words", every_example(), ids=shlex.join)
def test_examples_in_the_help_name_what_there_is(words: list[str]) -> None:
    command: click.Command = baccarat
    while isinstance(command, click.Group):
        name, *words = words
        command = baccarat_command_of(command, name)
    # A command keeps the help option that it was first asked with, so it is asked as the program does.
    command.make_context("example", list(words), **baccarat.context_settings)
    loaders: dict[str, Callable[[str], Any]] = {
        "--rules": load_rulebook,
        "--wagers": load_wagers,
        "--game": load_game,
    }
    for option, value in pairwise(words):
        if option in loaders and ".toml" not in value:
            loaders[option](value)


def test_examples_in_the_help_keep_their_lines(baccarat: Baccarat) -> None:
    _, out, _ = baccarat("analyze", "--help")
    assert "\n  Examples:\n    baccarat analyze\n" in out


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_every_option_has_a_help(words: tuple[str, ...]) -> None:
    command: click.Command = baccarat_command(*words)
    silent = [
        option.opts for option in command.params if isinstance(option, click.Option) and not option.help
    ]
    assert not silent


def test_without_a_command_the_help_is_shown(baccarat: Baccarat) -> None:
    assert baccarat() == baccarat("--help")


def test_the_version_is_the_packages_version(baccarat: Baccarat) -> None:
    assert baccarat("--version") == (0, f"baccarat {analyzer.__version__}\n", "")


def test_python_dash_m_is_the_same_program(
    process: Callable[..., subprocess.CompletedProcess[bytes]],
) -> None:
    assert process("--version").stdout.decode() == f"baccarat {analyzer.__version__}\n"


def test_every_public_name_can_be_had() -> None:
    assert [name for name in analyzer.__all__ if not hasattr(analyzer, name)] == []
    assert set(analyzer.__all__) <= set(dir(analyzer))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = analyzer.no_such_name


def test_a_shell_can_ask_for_completions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_BACCARAT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "baccarat an")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert main([]) == 0
    assert "analyze" in capsys.readouterr().out


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_commands_offer_every_method(words: tuple[str, ...]) -> None:
    for option in baccarat_command(*words).params:
        if option.name == "method":
            assert tuple(option.type.choices) == METHODS

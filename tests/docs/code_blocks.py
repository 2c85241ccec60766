"""Code blocks of the pages: found, run, and written anew with what comes out now.

A page is one story: its blocks run in their order, in one folder and one Python namespace.

- `console`: after each `$` a command, then what it prints; `cat` shows a file that a command has written.
- `python`: a doctest.
- a block with a caption is a file of that name, written where the commands that follow find it.
- a picture that a page's commands write is the one of that name in `docs/pictures`.
- `sh`: set-up that happens outside, such as `pip install`.

`python -m tests.docs.code_blocks` brings all output and the pictures up to date.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from analyzer.cli.main import main

ROOT = Path(__file__).parents[2]
GENERATED = ("generated", "_build")
PICTURES = Path("docs", "pictures")

FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>.*)$")
CODE_BLOCK = "{code-block}"
PROMPT = "$ "


class Block(NamedTuple):
    """One code block: where its content begins, its language, the file that it is, and its lines."""

    line: int
    language: str
    caption: str
    lines: tuple[str, ...]


def pages() -> list[Path]:
    """README and every written page."""
    found = (path for path in (ROOT / "docs").rglob("*.md"))
    written = [path for path in found if not set(GENERATED) & set(path.relative_to(ROOT).parts)]
    return [ROOT / "README.md", *sorted(written)]


def blocks(text: str) -> Iterator[Block]:
    """The code blocks of a page; other directives of MyST are none."""
    lines = text.splitlines()
    place = 0
    while place < len(lines):
        opened = FENCE.match(lines[place])
        place += 1
        if not opened:
            continue
        start = place
        while lines[place].rstrip() != opened["fence"]:
            place += 1
        info = opened["info"].split()
        if not info or not info[0].startswith("{"):
            yield Block(start, info[0] if info else "", "", tuple(lines[start:place]))
        elif info[0] == CODE_BLOCK:
            options = {}
            while match := re.match(r":(\w+): (.*)$", lines[start]):
                options[match[1]] = match[2]
                start += 1
            yield Block(start, info[1], options.get("caption", ""), tuple(lines[start:place]))
        place += 1


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what is shown below it."""
    shown = "\n".join(block.lines) + "\n"
    for part in re.split(r"^\$ ", shown, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def output_of(command: str) -> str:
    """What a command prints on a terminal, answers and errors, without blanks at the end of lines."""
    program, *arguments = shlex.split(command)
    if program == "cat":
        return "".join(Path(name).read_text(encoding="utf-8") for name in arguments)
    if program != "baccarat":
        raise ValueError(f"only baccarat and cat can be run, not {program}")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        main(arguments)
    lines = [line.rstrip() for line in printed.getvalue().splitlines()]
    return "\n".join(lines).strip("\n") + "\n" if any(lines) else ""


@contextlib.contextmanager
def folder_of_a_page() -> Iterator[None]:
    """An empty folder, and a terminal of 80 columns."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}),
    ):
        yield


def write_file(block: Block) -> None:
    path = Path(block.caption)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(block.lines) + "\n", encoding="utf-8")


def mismatches(page: Path) -> Iterator[str]:
    """Everything on a page that is not what happens."""
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(verbose=False)
    for block in blocks(page.read_text(encoding="utf-8")):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        if block.caption:
            write_file(block)
        elif block.language == "console":
            for command, shown in commands(block):
                printed = output_of(command)
                if printed.strip("\n") != shown.strip("\n"):
                    yield f"{where}: $ {command}\nshown:\n{shown}\nprinted:\n{printed}"
        elif block.language == "python":
            text = "\n".join(block.lines) + "\n"
            test = doctest.DocTestParser().get_doctest(text, names, where, str(page), block.line)
            report = io.StringIO()
            if not test.examples:
                yield f"{where}: a block of Python without >>>"
            runner.run(test, out=report.write, clear_globs=False)
            names = test.globs
            if report.getvalue():
                yield report.getvalue()
        elif block.language != "sh":
            yield f'{where}: nothing runs a block of "{block.language}"'
    for picture in sorted(Path().glob("*.svg")):
        kept = ROOT / PICTURES / picture.name
        if not kept.exists() or kept.read_bytes() != picture.read_bytes():
            yield f"{page.relative_to(ROOT)}: {PICTURES / picture.name} is not what the command draws"


class Renewer(doctest.DocTestRunner):
    """Takes note of what each example gives."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.given: dict[int, str] = {}

    def report_failure(self, out: object, test: object, example: doctest.Example, got: str) -> None:
        self.given[example.lineno] = got


def renewed_python(block: Block, names: dict[str, object]) -> list[str]:
    """The lines of a block with what its examples give now; an example that raises is left alone."""
    test = doctest.DocTestParser().get_doctest("\n".join(block.lines) + "\n", names, "", "", 0)
    runner = Renewer()
    runner.run(test, out=lambda _: None, clear_globs=False)
    names |= test.globs
    lines = list(block.lines)
    for example in reversed(test.examples):
        if example.lineno in runner.given:
            start = example.lineno + len(example.source.splitlines())
            got = runner.given[example.lineno].rstrip("\n").split("\n")
            lines[start : start + len(example.want.splitlines())] = [line or "<BLANKLINE>" for line in got]
    return lines


def renewed(page: Path) -> str:
    """The text of a page whose commands are followed by what they print now."""
    lines = page.read_text(encoding="utf-8").splitlines()
    names: dict[str, object] = {}
    changes = []
    for block in blocks("\n".join(lines)):
        if block.caption:
            write_file(block)
        elif block.language == "console":
            new = []
            for command, _ in commands(block):
                new += [PROMPT + command, *output_of(command).splitlines(), ""]
            changes.append((block, new[:-1]))
        elif block.language == "python":
            changes.append((block, renewed_python(block, names)))
    for block, new in reversed(changes):
        lines[block.line : block.line + len(block.lines)] = new
    for picture in Path().glob("*.svg"):
        shutil.copyfile(picture, ROOT / PICTURES / picture.name)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for written in pages():
        with folder_of_a_page():
            new_text = renewed(written)
        if new_text != written.read_text(encoding="utf-8"):
            written.write_text(new_text, encoding="utf-8")
            sys.stdout.write(f"renewed {written.relative_to(ROOT)}\n")

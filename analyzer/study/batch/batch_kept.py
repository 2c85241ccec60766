"""Finished blocks of a run, kept beside its output until it is whole, so that a run can go on where it ended.

The folder `OUTPUT.blocks` holds the unfinished output, `rows`, the rows of finished blocks in the order in
which they came in, and `manifest.jsonl`: one line that says what was asked, and one per block with the digest
of its lines in the input, its place in `rows` and the digest of what is there.

    {"name": "baccarat/batch-manifest", "version": 1, "run": "…"}
    {"block": 0, "input": "…", "start": 0, "bytes": 81920, "sha256": "…", "shoes": 512, "bad": []}

Rows are written before the line that lists them, so whatever a power cut leaves, a listed block is whole or
its digest is wrong, and then it is worked out again; so is a block whose input has changed.
Blocks of another question are thrown away.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from analyzer.errors import OutputError
from analyzer.study.batch.batch_files import Block
from analyzer.study.batch.batch_rows import BadRow

try:
    import fcntl
except ImportError:  # Windows, where two runs to one file are not kept apart
    fcntl = None  # type: ignore[assignment]

SCHEMA = {"name": "baccarat/batch-manifest", "version": 1}
FOLDER_SUFFIX = ".blocks"


class Answer(NamedTuple):
    """What came of a block.

    Attributes
    ----------
    number : int
        Of the block.
    rows : str
        Lines of comma-separated cells.
    shoes : int
        How many.
    bad : tuple of BadRow
        Rows that are no shoes.
    """

    number: int
    rows: str
    shoes: int
    bad: tuple[BadRow, ...]


class KeptBlocks:
    """The finished blocks of one run in its folder.

    Attributes
    ----------
    found : int
        How many were there at the beginning.
    added : int
        How many have come since.
    """

    def __init__(self, manifest: BinaryIO, rows: BinaryIO, run: str) -> None:
        self._manifest, self._rows = manifest, rows
        self._listed: dict[tuple[int, str], dict[str, Any]] = {}
        self.added = 0
        end = self._read(run)
        self.found = len(self._listed)
        self._rows.truncate(end)
        self._rows.seek(end)

    def _read(self, run: str) -> int:
        """List what an earlier run of the same question left; the end of its rows."""
        lines = self._manifest.read().split(b"\n")
        first = {**SCHEMA, "run": run}
        if _parsed(lines[0]) != first:
            self._manifest.seek(0)
            self._manifest.truncate()
            self._write_line(first)
            return 0
        end = 0
        # What follows the last line feed was cut off.
        whole = lines[:-1]
        for entry in map(_parsed, whole[1:]):
            if entry is not None:
                self._listed[entry["block"], entry["input"]] = entry
                end = max(end, entry["start"] + entry["bytes"])
        self._manifest.truncate(sum(len(line) + 1 for line in whole))
        self._manifest.seek(0, 2)
        return end

    def find(self, block: Block) -> Answer | None:
        """What came of a block, if it is kept and whole."""
        entry = self._listed.get((block.number, _input_digest(block)))
        if entry is None:
            return None
        self._rows.seek(entry["start"])
        content = self._rows.read(entry["bytes"])
        self._rows.seek(0, 2)
        if hashlib.sha256(content).hexdigest() != entry["sha256"]:
            return None
        return Answer(
            block.number, content.decode(), entry["shoes"], tuple(BadRow(*row) for row in entry["bad"])
        )

    def keep(self, block: Block, answer: Answer) -> None:
        """Keep what came of a block."""
        content = answer.rows.encode()
        start = self._rows.tell()
        self._rows.write(content)
        self._rows.flush()
        self._write_line(
            {
                "block": block.number,
                "input": _input_digest(block),
                "start": start,
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                "shoes": answer.shoes,
                "bad": answer.bad,
            }
        )
        self.added += 1

    def _write_line(self, entry: dict[str, Any]) -> None:
        self._manifest.write(json.dumps(entry).encode() + b"\n")
        self._manifest.flush()


def folder_of(output: str) -> Path:
    """Where the blocks of an output are kept."""
    return Path(os.path.realpath(output) + FOLDER_SUFFIX)


def unfinished(output: str) -> Path:
    """Where an output is written until it is whole."""
    return folder_of(output) / "unfinished"


@contextmanager
def kept_blocks(output: str, run: str) -> Iterator[KeptBlocks]:
    """The finished blocks of a run; when it ends without an error they are not needed any more.

    Parameters
    ----------
    output : str
        The file that the run makes.
    run : str
        Digest of everything but the input that decides what comes of a block.

    Raises
    ------
    OutputError
        Another run is making the same file.
    """
    folder = folder_of(output)
    folder.mkdir(exist_ok=True)
    with open(folder / "manifest.jsonl", "a+b") as manifest, open(folder / "rows", "a+b") as rows:
        _lock(manifest, output)
        manifest.seek(0)
        kept = KeptBlocks(manifest, rows, run)
        try:
            yield kept
        except BaseException:
            if not kept.found + kept.added:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)


def _lock(manifest: BinaryIO, output: str) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(manifest, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OutputError(
            "another run is making this file", where=output, mend="wait for it to end"
        ) from None


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


def _input_digest(block: Block) -> str:
    digest = hashlib.sha256(f"{block.first_line}\n".encode())
    digest.update(block.text)
    return digest.hexdigest()

"""Files of shoes in, tables of ways and edges out; both are read and written piece by piece.

Lines are cut into blocks of a fixed number, so that no more than a few blocks are in memory at a time,
however long the file is, and a line without end is cut off.
A table is written under another name and renamed when it is whole.
Parquet has row groups of about a fixed number of cells, so it does not depend on the blocks either.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol

from analyzer.errors import OutputError, ShoeError, UsageError
from analyzer.study.batch.batch_rows import LONGEST_LINE

CELLS_OF_A_GROUP = 750_000
FEWEST_ROWS_OF_A_GROUP = 1_024
PARQUET_DIGITS = 38
MOST_PARQUET_DECIMALS = 22
"""Digits after the point that leave 16 before it, more than any edge has."""

WHOLE, WAYS, FRACTION, DECIMAL = KINDS = ("whole", "ways", "fraction", "decimal")

_NOT_TEXT = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"PK\x03\x04": "a zip archive or a workbook",
    b"PAR1": "Parquet",
    b"\x1f\x8b": "gzip",
}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Block(NamedTuple):
    """Some complete lines of a file.

    Attributes
    ----------
    number : int
        Of the block, from 0.
    first_line : int
        Line of the file with which it begins, counted from 1.
    text : bytes
    """

    number: int
    first_line: int
    text: bytes


class Column(NamedTuple):
    """A column of the answer: its name, and what it holds (`whole`, `ways`, `fraction` or `decimal`)."""

    name: str
    kind: str


class Table(Protocol):
    """Where rows of an answer go, as lines of comma-separated cells."""

    def write(self, rows: str) -> None:
        """Add complete lines."""

    def close(self) -> None:
        """Write what has not been written yet."""


def read_blocks(file: BinaryIO, lines: int, where: str) -> Iterator[Block]:
    r"""The lines of a file in blocks, without a mark of the byte order before them.

    Parameters
    ----------
    file : binary file
    lines : int
        Lines of a block.
    where : str
        Name of the file, for messages.

    Raises
    ------
    ShoeError
        The file begins like something that is no text.

    Examples
    --------
    >>> [block.text for block in read_blocks(io.BytesIO(b"1\n2\n3"), 2, "shoes.csv")]
    [b'1\n2\n', b'3\n']
    """
    source = _lines(file)
    number, first_line = 0, 1
    while block := list(islice(source, lines)):
        if number == 0:
            block[0] = _beginning(block[0], where)
        if not block[-1].endswith(b"\n"):
            block[-1] += b"\n"
        yield Block(number, first_line, b"".join(block))
        number, first_line = number + 1, first_line + len(block)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines of a file; of one that is too long, just enough to see that it is."""
    while line := file.readline(LONGEST_LINE + 2):
        cut = line
        while len(line) == LONGEST_LINE + 2 and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 2)
        yield cut if cut is line else cut + b"\n"


def _beginning(line: bytes, where: str) -> bytes:
    for mark, name in _NOT_TEXT.items():
        if line.startswith(mark):
            raise ShoeError(
                f"the file is {name}, not text in UTF-8", where=where, mend="save it as CSV in UTF-8"
            )
    return line.removeprefix(_BYTE_ORDER_MARK)


class CsvTable:
    """Comma-separated values with a header."""

    def __init__(self, write: Callable[[str], Any], columns: Sequence[Column]) -> None:
        self._write = write
        write(",".join(_quoted(column.name) for column in columns) + "\n")

    def write(self, rows: str) -> None:
        """Add complete lines."""
        self._write(rows)

    def close(self) -> None:
        """Nothing is left to write."""


def _quoted(name: str) -> str:
    if not any(letter in name for letter in ',"\n\r'):
        return name
    return '"' + name.replace('"', '""') + '"'


class ParquetTable:
    """A Parquet file; ways are whole decimals, decimals have the digits asked for, and fractions are text.

    Parameters
    ----------
    file : binary file
    columns : sequence of Column
    digits : int
        Digits of the decimals after the point.

    Raises
    ------
    UsageError
        There is no pyarrow, or more digits are asked for than Parquet can hold.
    """

    def __init__(self, file: BinaryIO, columns: Sequence[Column], digits: int) -> None:
        arrow = require_parquet(digits)
        kinds = {
            WHOLE: arrow.int64(),
            WAYS: arrow.decimal128(PARQUET_DIGITS, 0),
            FRACTION: arrow.string(),
            DECIMAL: arrow.decimal128(PARQUET_DIGITS, digits),
        }
        self._schema = arrow.schema([(column.name, kinds[column.kind]) for column in columns])
        self._writer = arrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._rows = max(FEWEST_ROWS_OF_A_GROUP, CELLS_OF_A_GROUP // len(columns))
        self._waiting: list[str] = []

    def write(self, rows: str) -> None:
        """Add complete lines."""
        self._waiting += rows.splitlines(keepends=True)
        while len(self._waiting) >= self._rows:
            self._write_group(self._waiting[: self._rows])
            del self._waiting[: self._rows]

    def close(self) -> None:
        """Write what has not been written yet."""
        if self._waiting:
            self._write_group(self._waiting)
        self._writer.close()

    def _write_group(self, lines: list[str]) -> None:
        import pyarrow
        from pyarrow import csv

        text = "".join(lines).encode()
        try:
            table = csv.read_csv(
                io.BytesIO(text),
                read_options=csv.ReadOptions(
                    column_names=self._schema.names, use_threads=False, block_size=len(text)
                ),
                convert_options=csv.ConvertOptions(column_types=self._schema, null_values=[]),
            )
        except pyarrow.ArrowInvalid:
            raise OutputError(
                f"a count has more than the {PARQUET_DIGITS} digits that Parquet can hold", mend="write CSV"
            ) from None
        self._writer.write_table(table.combine_chunks(), row_group_size=self._rows)


def require_parquet(digits: int) -> Any:
    """The package that writes Parquet.

    Raises
    ------
    UsageError
        There is none, or more digits are asked for than Parquet can hold.
    """
    if digits > MOST_PARQUET_DECIMALS:
        raise UsageError(
            f"Parquet has no room for {digits} digits after the point",
            where="--digits",
            mend=f"ask for at most {MOST_PARQUET_DECIMALS}, or write CSV",
        )
    try:
        import pyarrow
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            "Parquet is written with the package pyarrow, which is not installed",
            mend="pip install 'baccarat-analyzer[data]', or write CSV",
        ) from None
    return pyarrow


@contextmanager
def written_aside(path: str, aside: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes its name when it is whole; what is no plain file is written at once.

    An error leaves what was there before.

    Parameters
    ----------
    path : str
        What is to be written.
    aside : Path
        Its name until then, on the same disk; a file that a killed run left there is overwritten.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with open(target, "wb") as device:
            yield device
        return
    try:
        with open(aside, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(aside, stat.S_IMODE(target.stat().st_mode))
        os.replace(aside, target)
    finally:
        aside.unlink(missing_ok=True)

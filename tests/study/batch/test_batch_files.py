"""Blocks of lines in, tables out: nothing depends on where a block ends."""

import io
from pathlib import Path

import pytest

from analyzer.errors import OutputError, ShoeError, UsageError
from analyzer.study.batch import batch_files
from analyzer.study.batch.batch_files import (
    DECIMAL,
    FRACTION,
    WAYS,
    WHOLE,
    Block,
    Column,
    CsvTable,
    ParquetTable,
    read_blocks,
    require_parquet,
    written_aside,
)
from analyzer.study.batch.batch_rows import LONGEST_LINE

COLUMNS = [Column("line", WHOLE), Column("a, b", WAYS), Column("edge", FRACTION), Column("decimal", DECIMAL)]


def blocks_of(content: bytes, lines: int) -> list[Block]:
    return list(read_blocks(io.BytesIO(content), lines, "shoes.csv"))


@pytest.mark.parametrize("lines", [1, 2, 3, 100])
def test_blocks_are_the_file_cut_after_lines(lines: int) -> None:
    content = b"1\n\n22\r\n333\n4444"
    blocks = blocks_of(content, lines)
    assert b"".join(block.text for block in blocks) == content + b"\n"
    assert [block.number for block in blocks] == list(range(len(blocks)))
    assert [block.first_line for block in blocks] == list(range(1, 6, lines))


def test_an_empty_file_has_no_block() -> None:
    assert blocks_of(b"", 10) == []


def test_the_mark_of_the_byte_order_is_dropped() -> None:
    assert blocks_of("\ufeff1,2\n".encode(), 10)[0].text == b"1,2\n"


@pytest.mark.parametrize("beginning", ["1,2\n".encode("utf-16"), b"PK\x03\x04", b"PAR1", b"\x1f\x8b\x08"])
def test_what_is_no_text_is_refused(beginning: bytes) -> None:
    with pytest.raises(ShoeError, match="not text"):
        blocks_of(beginning, 10)


@pytest.mark.parametrize("more", [-1, 0, 1, 2, 3, LONGEST_LINE, 3 * LONGEST_LINE])
@pytest.mark.parametrize("end", [b"", b"\n", b"\n1\n"])
def test_a_line_without_end_is_cut_and_the_next_is_whole(more: int, end: bytes) -> None:
    blocks = blocks_of(b"x" * (LONGEST_LINE + more) + end, 1)
    first = blocks[0].text
    assert first.endswith(b"\n")
    assert len(first) <= LONGEST_LINE + 3
    assert (len(first.rstrip(b"\n")) > LONGEST_LINE) == (more > 0)
    assert [block.text for block in blocks[1:]] == ([b"1\n"] if end.endswith(b"1\n") else [])


def test_names_are_quoted_where_csv_needs_it() -> None:
    written: list[str] = []
    table = CsvTable(written.append, [*COLUMNS, Column('the "x"', WAYS)])
    table.write("1,2,3/4,0.75,6\n")
    table.close()
    assert "".join(written) == 'line,"a, b",edge,decimal,"the ""x"""\n1,2,3/4,0.75,6\n'


def parquet_of(rows: list[str], pieces: int) -> bytes:
    file = io.BytesIO()
    table = ParquetTable(file, COLUMNS, 3)
    for start in range(0, len(rows), pieces):
        table.write("".join(rows[start : start + pieces]))
    table.close()
    return file.getvalue()


def test_parquet_is_exact_and_does_not_depend_on_the_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    monkeypatch.setattr(batch_files, "CELLS_OF_A_GROUP", 0)
    monkeypatch.setattr(batch_files, "FEWEST_ROWS_OF_A_GROUP", 7)
    large = 10**38 - 1
    rows = [f"{line},{large - line},1/{line},{line}.125\n" for line in range(1, 31)]
    content = parquet_of(rows, 30)
    assert {parquet_of(rows, pieces) for pieces in (1, 4, 7, 11)} == {content}
    table = parquet.read_table(io.BytesIO(content))
    assert table.schema.names == [column.name for column in COLUMNS]
    assert [int(ways) for ways in table["a, b"].to_pylist()] == [large - line for line in range(1, 31)]
    assert table["edge"].to_pylist()[:2] == ["1/1", "1/2"]
    assert str(table["decimal"].to_pylist()[0]) == "1.125"
    assert parquet.ParquetFile(io.BytesIO(content)).num_row_groups == 5


def test_a_count_that_parquet_cannot_hold_is_told() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    with pytest.raises(OutputError, match="38 digits"):
        parquet_of([f"1,{10**38},1/2,0.500\n"], 1)


def test_more_digits_than_parquet_holds_are_refused() -> None:
    with pytest.raises(UsageError, match="23 digits"):
        require_parquet(23)


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    target, aside = tmp_path / "edges.csv", tmp_path / "aside"
    target.write_text("old")
    target.chmod(0o640)
    aside.write_text("left by a killed run, and longer than what comes now")
    with written_aside(str(target), aside) as file:
        file.write(b"new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [target]


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "edges.csv"
    target.write_text("old")
    with pytest.raises(RuntimeError), written_aside(str(target), tmp_path / "aside"):
        raise RuntimeError
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]

"""`baccarat batch`: exact ways and house edges for every shoe of a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import STANDARD_STREAM, require_standard_output, rules_option
from analyzer.cli.payment_options import at_jackpot, jackpot_size
from analyzer.cli.streams import Watcher, opened, stream_progress
from analyzer.errors import OutputError, ShoeError, UsageError
from analyzer.exact import MOST_DIGITS

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.study.batch.batch import Question
    from analyzer.study.batch.batch_files import Block, Table
    from analyzer.study.batch.batch_kept import Answer, KeptBlocks
    from analyzer.study.batch.batch_rows import BadRow, Layout
    from analyzer.study.batch.batch_workers import Crew
    from analyzer.wager.wager import Wager

SUFFIXES = {"csv": ".csv", "parquet": ".parquet"}
USUAL_DIGITS = 10
MOST_DECKS = 1_000_000
MOST_LINES_OF_A_BLOCK = 1_000_000
LINES_THAT_DECIDE = 1_000
"""The layout is found in at most so many lines, whatever the length of a block."""

SHORT_HELP = "Exact ways and house edges for every shoe of a file."


@click.command(name="batch", short_help=SHORT_HELP)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--decks",
    type=click.IntRange(1, MOST_DECKS),
    metavar="N",
    help="The rows list cards that are removed from N full decks.",
)
@rules_option
@click.option(
    "--wagers",
    metavar="SLUG|GROUP|FILE,...",
    help="The wagers, separated by commas.  [default: main bets, both Dragon Bonus, and the pairs that the"
    " columns allow]",
)
@jackpot_size
@click.option("--lines/--no-lines", default=True, show_default=True, help="The ways behind every pay line.")
@click.option(
    "--digits",
    type=click.IntRange(0, MOST_DIGITS),
    default=USUAL_DIGITS,
    show_default=True,
    metavar="N",
    help="Digits of decimals after the point.",
)
@click.option(
    "--skip-bad", is_flag=True, help="Report rows that are no shoes and leave them out, instead of stopping."
)
@click.option(
    "--workers", type=click.IntRange(1, 4_096), metavar="N", help="Processes.  [default: all cores]"
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Work on the Dask cluster of this scheduler: tcp://host:8786."
)
@click.option(
    "--block-lines",
    type=click.IntRange(1, MOST_LINES_OF_A_BLOCK),
    metavar="N",
    help="Lines that are handed out at a time; the answer does not depend on it.",
)
@click.option("--format", "format_name", type=click.Choice(list(SUFFIXES)), help="The format of the answer.")
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    help="Write to a file; the suffix chooses the format. The same command goes on after an interruption.",
)
def command(
    file: str,
    decks: int | None,
    rulebook: Rulebook,
    wagers: str | None,
    jackpot: str | None,
    lines: bool,
    digits: int,
    skip_bad: bool,
    workers: int | None,
    scheduler: str | None,
    block_lines: int | None,
    format_name: str | None,
    path: str | None,
) -> None:
    r"""Work out every shoe of a CSV file, however long, and write a row for each.

    A row has 10 counts by point value, 13 by rank or 52 by card; or, with --decks, the cards removed. The
    columns may have a header. The answer holds the line of the shoe, exact ways, and house edges as fractions
    and decimals.

    \b
    Examples:
      baccarat batch shoes.csv -o edges.csv
      baccarat batch removed.csv --decks 8 --wagers main,pairs -o edges.parquet
      make-shoes | baccarat batch - --no-lines --skip-bad > edges.csv
      baccarat batch shoes.csv --scheduler tcp://host:8786 -o edges.csv
    """
    path = None if path == STANDARD_STREAM else path
    format_name = _chosen_format(format_name, path, digits)
    if scheduler is not None and workers is not None:
        raise UsageError("a cluster has its own workers", where="--scheduler and --workers", mend="give one")
    from analyzer.study.batch.batch import LINES_OF_A_BLOCK, question
    from analyzer.study.batch.batch_files import read_blocks
    from analyzer.study.batch.batch_rows import find_layout

    with ExitStack() as stack:
        source, size = stack.enter_context(opened(file, "the shoes", path))
        where = "standard input" if file == STANDARD_STREAM else file
        blocks = read_blocks(source, block_lines or LINES_OF_A_BLOCK, where)
        beginning, is_all = _beginning(blocks, decks)
        layout = _named(lambda: find_layout(_first_lines(beginning), decks), where)
        chosen = _wagers(wagers, jackpot, layout)
        asked = question(rulebook, chosen, layout, lines=lines, digits=digits)
        if layout.has_header:
            place = next(place for place, block in enumerate(beginning) if block.text.strip())
            beginning[place] = _without_header(beginning[place])
        if len(beginning) == 1 and is_all and scheduler is None:
            workers = 1
        progress = stack.enter_context(stream_progress(size, "shoes"))
        kept = stack.enter_context(_kept(path, asked.digest, progress))
        table = stack.enter_context(_table(format_name, path, asked))
        crew = stack.enter_context(_crew(workers, scheduler))
        _run(chain(beginning, blocks), asked, crew, kept, table, _Clerk(where, skip_bad, progress))


def _chosen_format(format_name: str | None, path: str | None, digits: int) -> str:
    from analyzer.report.write import check_path, format_of_path

    if path is None:
        if format_name == "parquet":
            raise UsageError("Parquet is no text for standard output", mend="name a file with -o")
        require_standard_output()
        return "csv"
    chosen = format_name or format_of_path(path, SUFFIXES)
    check_path(path)
    if chosen == "parquet":
        from analyzer.study.batch.batch_files import require_parquet

        require_parquet(digits)
    return chosen


def _named(make: Callable[[], Layout], where: str) -> Layout:
    try:
        return make()
    except ShoeError as error:
        place = f"{where}, {error.where}" if error.where else where
        raise ShoeError(error.what, where=place, mend=error.mend) from None


def _beginning(blocks: Iterator[Block], decks: int | None) -> tuple[list[Block], bool]:
    """Blocks that hold the lines which decide the layout, two at least, and whether there are no more."""
    from analyzer.study.batch.batch_rows import find_layout

    found: list[Block] = []
    for block in blocks:
        found.append(block)
        if len(found) == 1:
            continue
        if block.first_line > LINES_THAT_DECIDE:
            return found, False
        with suppress(ShoeError):
            find_layout(_first_lines(found), decks)
            return found, False
    return found, True


def _first_lines(beginning: list[Block]) -> list[bytes]:
    lines = (line for block in beginning for line in block.text.removesuffix(b"\n").split(b"\n"))
    return list(islice(lines, LINES_THAT_DECIDE))


def _without_header(block: Block) -> Block:
    """A block without its first line that is not empty, the header."""
    lines = block.text.split(b"\n")
    skipped = 1 + next(place for place, line in enumerate(lines) if line.strip())
    return block._replace(first_line=block.first_line + skipped, text=b"\n".join(lines[skipped:]))


def _wagers(names: str | None, jackpot: str | None, layout: Layout) -> list[Wager]:
    from analyzer.library.catalog import load_wagers
    from analyzer.study.batch.batch import USUAL_WAGERS

    return at_jackpot(load_wagers(USUAL_WAGERS[layout.detail] if names is None else names), jackpot)


@contextmanager
def _crew(workers: int | None, scheduler: str | None) -> Iterator[Crew]:
    from analyzer.study.batch.batch_workers import all_cores, cluster_crew, local_crew

    with local_crew(workers or all_cores()) if scheduler is None else cluster_crew(scheduler) as crew:
        try:
            yield crew
        except crew.failures as failure:
            if isinstance(failure, BrokenPipeError):
                raise
            raise OutputError(
                f"the workers are lost: {type(failure).__name__}",
                mend="with -o FILE the same command goes on from the finished blocks",
            ) from None


@contextmanager
def _kept(path: str | None, run: str, progress: Watcher) -> Iterator[KeptBlocks | None]:
    """Where finished blocks are kept, if the answer goes to a file."""
    if path is None or (os.path.exists(path) and not os.path.isfile(path)):
        yield None
        return
    from analyzer.study.batch.batch_kept import folder_of, kept_blocks

    with kept_blocks(path, run) as kept:
        try:
            yield kept
        except BaseException:
            if kept.found + kept.added:
                progress.say(f"{kept.found + kept.added} finished blocks are kept in {folder_of(path)}")
            raise


@contextmanager
def _table(format_name: str, path: str | None, asked: Question) -> Iterator[Table]:
    from analyzer.study.batch.batch_files import CsvTable, ParquetTable, written_aside
    from analyzer.study.batch.batch_kept import unfinished

    if path is None:
        yield CsvTable(sys.stdout.write, asked.columns)
        return
    with written_aside(path, unfinished(path)) as file:
        table: Table
        if format_name == "csv":
            table = CsvTable(lambda text: file.write(text.encode()), asked.columns)
        else:
            table = ParquetTable(file, asked.columns, asked.digits)
        yield table
        table.close()


class _Clerk:
    """Reports bad rows, and counts."""

    def __init__(self, where: str, skip_bad: bool, progress: Watcher) -> None:
        self.where, self.skip_bad, self.progress = where, skip_bad, progress
        self.good = self.bad = 0

    def report(self, row: BadRow) -> None:
        self.bad += 1
        if not self.skip_bad:
            raise ShoeError(row.what, where=f"{self.where}, {row.place}", mend=row.mend)
        self.progress.say(f"{row.place}: {row.what}")


def _run(
    blocks: Iterator[Block],
    asked: Question,
    crew: Crew,
    kept: KeptBlocks | None,
    table: Table,
    clerk: _Clerk,
) -> None:
    from analyzer.study.batch.batch import answers

    block: Block
    answer: Answer
    for block, answer in answers(blocks, asked, crew.executor, crew.ahead, kept):
        for row in answer.bad:
            clerk.report(row)
        table.write(answer.rows)
        clerk.good += answer.shoes
        clerk.progress.advance(len(block.text), answer.shoes)
    if clerk.bad:
        clerk.progress.say(f"{clerk.bad} of {clerk.good + clerk.bad} rows are no shoes and were left out")

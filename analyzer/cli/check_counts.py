"""`baccarat check` for counts, listed coups, and turnover."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

from analyzer.cli.options import STANDARD_STREAM, Output
from analyzer.cli.payment_options import amount
from analyzer.cli.streams import Watcher, opened, stream_progress
from analyzer.errors import LibraryError, NumberError, UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.study.batch.batch_files import Block
    from analyzer.study.check.counts import Counts
    from analyzer.study.check.counts_file import Layout
    from analyzer.study.check.listed_coups import ListedCoups
    from analyzer.study.check.turnover import Record, RoundsNeeded
    from analyzer.wager.law import Law
    from analyzer.wager.wager import Wager

Rows = Iterator[tuple[int, str]]

LINES_OF_A_BLOCK = 10_000
COUNTS_SUFFIXES = (".csv", ".tsv", ".txt")


def check_counts(
    text: str, *, shoe: Shoe, rulebook: Rulebook, output: Output, alternatives: bool = False
) -> bool:
    """Compare counts, given as text or as a file, with the law.

    Parameters
    ----------
    text : str
        Such as `player 44310, banker 46102, tie 9588`; or a path, or `-`.
    shoe : Shoe
    rulebook : Rulebook
    output : Output
    alternatives : bool, optional
        Whether other games are ranked where the counts fit, too.

    Returns
    -------
    bool
        Whether the counts fit.
    """
    from analyzer.study.check.counts_file import CARDS_LAYOUT, parse_counts, read_counts

    listed: ListedCoups | None = None
    if text == STANDARD_STREAM or os.path.exists(text) or text.lower().endswith(COUNTS_SUFFIXES):
        with _rows(text, "the counts", output) as (rows, where):
            layout, rows = _layout(rows, where)
            if layout.kind == CARDS_LAYOUT:
                listed = _replayed(rows, layout, where, rulebook)
            else:
                with _named(where):
                    counts = read_counts(rows, layout, where)
    else:
        with _named("--counts"):
            counts = parse_counts(text)
    return _show(counts if listed is None else listed, shoe, rulebook, output, alternatives)


def check_coups(
    path: str, *, shoe: Shoe, rulebook: Rulebook, output: Output, alternatives: bool = False
) -> bool:
    """Replay listed coups, one a line, and compare their outcomes and totals with the law.

    Parameters
    ----------
    path : str
        A file, or `-` for standard input.
    shoe, rulebook, output, alternatives
        As for `check_counts`.

    Returns
    -------
    bool
        Whether all coups keep the rules and their counts fit.
    """
    from analyzer.study.check.counts_file import CARDS_LAYOUT, CountsError

    with _rows(path, "the coups", output) as (rows, where):
        layout, rows = _layout(rows, where, of_cards=True)
        if layout.kind != CARDS_LAYOUT:
            raise CountsError(
                "the lines list no cards", where=where, mend="counts without cards are for --counts"
            )
        listed = _replayed(rows, layout, where, rulebook)
    return _show(listed, shoe, rulebook, output, alternatives)


def _replayed(rows: Rows, layout: Layout, where: str, rulebook: Rulebook) -> ListedCoups:
    from analyzer.study.check.listed_coups import CoupReader

    reader = CoupReader(rulebook, layout, where)
    reader.read(rows)
    with _named(where):
        return reader.result()


def _show(
    found: Counts | ListedCoups, shoe: Shoe, rulebook: Rulebook, output: Output, alternatives: bool
) -> bool:
    from analyzer.report.counts_report import counts_report
    from analyzer.study.check.counts import Counts
    from analyzer.study.check.counts_check import study_counts

    listed = None if isinstance(found, Counts) else found
    counts = found if isinstance(found, Counts) else found.counts
    study = study_counts(counts, shoe, rulebook, listed=listed, always_rank=alternatives)
    output.show(counts_report(study))
    return study.passes


@contextmanager
def _rows(path: str, what: str, output: Output) -> Iterator[tuple[Rows, str]]:
    """The rows of a file or of standard input, and its name; a bar shows how far they are read."""
    from analyzer.study.batch.batch_files import read_blocks
    from analyzer.study.check.counts_file import rows_of

    where = "standard input" if path == STANDARD_STREAM else path
    with opened(path, what, output.path) as (source, size), stream_progress(size, "lines") as watcher:
        blocks = read_blocks(source, LINES_OF_A_BLOCK, where)
        yield rows_of(_watched(blocks, watcher), where), where


def _watched(blocks: Iterator[Block], watcher: Watcher) -> Iterator[Block]:
    for block in blocks:
        yield block
        watcher.advance(len(block.text), block.text.count(b"\n"))


def _layout(rows: Rows, where: str, *, of_cards: bool = False) -> tuple[Layout, Rows]:
    """What the columns mean, and the rows below the header."""
    from analyzer.study.check.counts_file import CountsError, layout_of

    first = next(rows, None)
    if first is None:
        raise CountsError("the file is empty, so there is nothing to check", where=where)
    layout = layout_of(first[1], f"{where}, line {first[0]}", of_cards=of_cards)
    return layout, rows if layout.has_header else chain([first], rows)


@contextmanager
def _named(where: str) -> Iterator[None]:
    """Say where a number that cannot be was given."""
    from analyzer.study.check.counts_file import CountsError

    try:
        yield
    except (CountsError, NumberError) as error:
        place = (
            error.where if error.where.startswith(where) else ", ".join(filter(None, (where, error.where)))
        )
        raise CountsError(error.what, where=place, mend=error.mend) from None


def check_turnover(
    path: str | None,
    *,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    output: Output,
    difference: str | None = None,
    confidence: Sequence[str] = (),
    power: str | None = None,
) -> bool:
    """Compare a record of wins with what the law expects, and say how many rounds would show a difference.

    Parameters
    ----------
    path : str or None
        A CSV file, or `-` for standard input; None if only rounds are asked for.
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
        One, unless every row of the record names its own.
    output : Output
    difference : str, optional
        A difference of the edge that is to be seen, such as `0.5%`.
    confidence : sequence of str, optional
        Such as `95%`; both 95% and 99% if none is given.
    power : str, optional
        Such as `80%`.

    Returns
    -------
    bool
        Whether the win is within the limits of 99%, on either side.
    """
    from analyzer.report.turnover_report import turnover_report
    from analyzer.study.check.turnover import LEVELS, USUAL_POWER, judge, read_records

    records: list[Record] = []
    if path is not None:
        with _rows(path, "the turnover", output) as (rows, where):
            records = read_records(rows, where)
    chosen = _chosen_wagers(records, wagers, path)
    laws = _laws(shoe, rulebook, chosen)
    study = judge(records, laws) if records else None
    needed: list[tuple[Wager, Fraction, list[RoundsNeeded]]] = []
    if difference is not None:
        levels = [amount(level, "--confidence") for level in confidence] or list(LEVELS)
        asked = USUAL_POWER if power is None else amount(power, "--power")
        size = amount(difference, "--difference")
        needed = [(wager, size, _needed(laws[name], size, levels, asked)) for name, wager in chosen.items()]
    output.show(turnover_report(shoe, rulebook, list(chosen.values()), study, needed))
    return study is None or study.passes


def _needed(
    law: Law, difference: Fraction, levels: Sequence[Fraction], power: Fraction
) -> list[RoundsNeeded]:
    from analyzer.study.check.turnover import rounds_needed

    try:
        return [
            rounds_needed(law.variance, difference, level, power, sides)
            for level in levels
            for sides in (2, 1)
        ]
    except NumberError as error:
        raise UsageError(
            error.what,
            where="--difference, --confidence, --power",
            mend=error.mend or "write chances and differences as 95%, 80%, 0.5%",
        ) from None


def _chosen_wagers(records: Sequence[Record], wagers: Sequence[Wager], path: str | None) -> dict[str, Wager]:
    """The wagers by the names that the records give them; the usual one has an empty name."""
    from analyzer.library.catalog import load_wager

    chosen: dict[str, Wager] = {}
    given = {wager.slug: wager for wager in wagers}  # those may have a jackpot of a size that is given
    for name in dict.fromkeys(record.wager for record in records) or [""]:
        if name:
            try:
                chosen[name] = given.get(name) or load_wager(name)
            except LibraryError as error:
                line = next(record.line for record in records if record.wager == name)
                raise LibraryError(error.what, where=f"{path}, line {line}", mend=error.mend) from None
        elif len(wagers) == 1:
            chosen[name] = wagers[0]
        else:
            raise UsageError(
                "it is not said which wager this was", where="--wagers", mend="name one: --wagers main/banker"
            )
    return chosen


def _laws(shoe: Shoe, rulebook: Rulebook, chosen: dict[str, Wager]) -> dict[str, Law]:
    from analyzer.study.analysis import analyze

    wagers = list({wager.slug: wager for wager in chosen.values()}.values())
    analysis = analyze(shoe, rulebook, wagers, required=[wager.slug for wager in wagers])
    return {name: analysis.law(wager.slug) for name, wager in chosen.items()}

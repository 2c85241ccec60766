"""Many shoes from a file: exact ways and house edges, a row per shoe, on any number of workers.

A file is cut into blocks of lines, a block is answered by one call that depends on nothing else, and answers
come back in the order of the file.
So the output does not depend on how long blocks are, on how many workers there are, in what order they end,
or on whether a run was interrupted and went on from the blocks it had kept.
A worker is anything behind the interface of `concurrent.futures`: this process, a pool of processes, or a
cluster.

The table has one row per shoe, under these columns:

- `line`: line of the input on which the shoe stands, counted from 1
- `cards`: cards left in the shoe
- `total_ways`: ordered six-card sequences, N(N-1)…(N-5)
- `player_ways`, `banker_ways`, `tie_ways`: ways behind the outcomes; they add up to `total_ways`
- then for each wager:

  - `WAGER ways: LINE`: ways behind a pay line, in the order of the wager; they add up to `total_ways` (left
    out if the lines are not wanted)
  - `WAGER house_edge_fraction`: the exact edge in lowest terms, such as `43/415`
  - `WAGER house_edge_decimal`: the same, rounded once, half to even

A wager is named by its slug.
In CSV every cell is digits, `/`, `-` and `.`, so no cell is quoted.
In Parquet `line` is int64, ways and `cards` are decimal128(38, 0), decimals are decimal128(38, digits), and
fractions are text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from analyzer import __version__
from analyzer.deal import many_shoes
from analyzer.deal.pair_ways import asks_for_pairs_only, pair_detail
from analyzer.deal.shoe_arrays import ShoeArray
from analyzer.errors import ShoeError, UsageError
from analyzer.game.coup import SUIT, VALUE
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import COUNTS_PER_DETAIL, Shoe
from analyzer.study.batch.batch_files import DECIMAL, FRACTION, WAYS, WHOLE, Block, Column
from analyzer.study.batch.batch_kept import Answer, KeptBlocks
from analyzer.study.batch.batch_rows import Layout, read_rows
from analyzer.study.many_shoes import edges_of_ways
from analyzer.wager.condition import Condition
from analyzer.wager.jackpot import require_known_pays
from analyzer.wager.odds import Pay
from analyzer.wager.wager import PayLine, Wager

LINES_OF_A_BLOCK = 4_096

MAIN_BETS = "main/player,main/banker,main/tie"
DRAGON_BONUS = "side/dragon-bonus-player,side/dragon-bonus-banker"
PAIRS = "pairs/player-pair,pairs/banker-pair"
PERFECT_PAIRS = "pairs/player-perfect-pair,pairs/banker-perfect-pair"
USUAL_WAGERS = {
    "value": f"{MAIN_BETS},{DRAGON_BONUS}",
    "rank": f"{MAIN_BETS},{PAIRS},{DRAGON_BONUS}",
    "card": f"{MAIN_BETS},{PAIRS},{PERFECT_PAIRS},{DRAGON_BONUS}",
}
"""The usual table, as far as shoes known by point value, by rank or by card can answer it."""


class LineText(NamedTuple):
    """A pay line that can be sent to another machine."""

    label: str
    when: str | None
    net: Fraction


class WagerText(NamedTuple):
    """A wager that can be sent to another machine."""

    name: str
    lines: tuple[LineText, ...]

    @classmethod
    def of(cls, wager: Wager) -> WagerText:
        """The text of a wager."""
        lines = (
            LineText(line.label, line.when.text if line.when else None, line.pays.net) for line in wager.lines
        )
        return cls(wager.slug or wager.title, tuple(lines))

    def wager(self) -> Wager:
        """The wager of the text."""
        lines = (
            PayLine(line.label, None if line.when is None else Condition.parse(line.when), Pay(line.net))
            for line in self.lines
        )
        return Wager(self.name, tuple(lines), slug=self.name)


_OUTCOMES = WagerText(
    "outcomes",
    (
        LineText("player", "player.wins", Fraction(0)),
        LineText("banker", "banker.wins", Fraction(0)),
        LineText("tie", None, Fraction(0)),
    ),
)


@dataclass(frozen=True)
class Question:
    """What is asked of every shoe; with a block it is all that an answer depends on.

    Make one with `question`.

    Attributes
    ----------
    rulebook : Rulebook
    wagers : tuple of WagerText
    layout : Layout
        What the columns of the file mean.
    lines : bool
        Whether the ways behind every pay line are wanted.
    digits : int
        Digits of the decimals after the point.
    version : str
        The version of the program that asks.
    """

    rulebook: Rulebook
    wagers: tuple[WagerText, ...]
    layout: Layout
    lines: bool
    digits: int
    version: str = __version__

    @property
    def columns(self) -> list[Column]:
        """The columns of the answer."""
        found = [Column("line", WHOLE), Column("cards", WAYS), Column("total_ways", WAYS)]
        found += [Column(f"{outcome}_ways", WAYS) for outcome in OUTCOMES]
        for wager in self.wagers:
            if self.lines:
                found += [Column(f"{wager.name} ways: {line.label}", WAYS) for line in wager.lines]
            found.append(Column(f"{wager.name} house_edge_fraction", FRACTION))
            found.append(Column(f"{wager.name} house_edge_decimal", DECIMAL))
        return found

    @property
    def digest(self) -> str:
        """Digest of everything that decides an answer, but for the block."""
        parts = [
            self.version,
            self.rulebook.sha256,
            [[wager.name, [[*line[:2], str(line.net)] for line in wager.lines]] for wager in self.wagers],
            asdict(self.layout),
            self.lines,
            self.digits,
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def question(
    rulebook: Rulebook, wagers: Sequence[Wager], layout: Layout, *, lines: bool = True, digits: int = 10
) -> Question:
    """What is asked of every shoe of a file.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        A wager looks closer at the cards than the columns of the file do, or than can be counted for many
        shoes at once.
    WagerError
        A wager pays a jackpot.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> asked = question(load_rulebook(), load_wagers("main/tie"), Layout("value", order=tuple(range(10))))
    >>> [column.name for column in asked.columns][6:9]
    ['main/tie ways: tie', 'main/tie ways: no tie', 'main/tie house_edge_fraction']
    """
    rulebook.require_playable()
    closest = [_detail_of(wager) for wager in wagers]
    if layout.decks is not None:
        layout = replace(layout, detail="card" if "card" in closest else "rank")
    columns = COUNTS_PER_DETAIL[layout.detail]
    Shoe(layout.detail, (1,) * columns).value_counts(rulebook.card_values)
    for wager, detail in zip(wagers, closest, strict=True):
        require_known_pays(wager)
        if COUNTS_PER_DETAIL[detail] > columns:
            raise ShoeError(
                f"{wager.slug} needs the shoes by {detail}, and the file has {columns} columns",
                where="--wagers",
                mend=f"give {COUNTS_PER_DETAIL[detail]} columns, or leave the wager out",
            )
    return Question(rulebook, tuple(map(WagerText.of, wagers)), layout, lines, digits)


def _detail_of(wager: Wager) -> str:
    """How closely a wager looks at the cards: by value, rank or card."""
    if asks_for_pairs_only(wager.facts):
        return "card" if pair_detail(wager.facts) == SUIT else "rank"
    if all(set(details) <= {VALUE} for fact in wager.facts for details in fact.needs.values()):
        return "value"
    raise ShoeError(
        f"{wager.slug} looks closer at the cards than can be counted for many shoes at once",
        where="--wagers",
        mend="ask for wagers on point values and on pairs, or analyze one shoe at a time",
    )


# One block


def answer(asked: Question, block: Block) -> Answer:
    r"""What comes of a block; this runs on the workers.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> layout = Layout("value", order=tuple(range(10)))
    >>> asked = question(load_rulebook(), load_wagers("main/tie"), layout, digits=4)
    >>> answer(asked, Block(0, 1, b"16,4,4,4,4,4,4,4,4,4\n")).rows
    '1,52,14658134400,6548674432,6737232640,1372227328,1372227328,13285907072,2003549/12724075,0.1575\n'
    """
    if asked.version != __version__:
        raise UsageError(
            f"a worker has version {__version__}, not {asked.version}", mend="install the same one everywhere"
        )
    rows = read_rows(block.text, block.first_line, asked.layout)
    if not rows.lines:
        return Answer(block.number, "", 0, tuple(rows.bad))
    shoes = ShoeArray.read(rows.counts)
    outcomes, wagers = _wagers(asked.wagers)
    ways = many_shoes.line_ways(shoes, [outcomes, *wagers], asked.rulebook, workers=1)
    edges = edges_of_ways(wagers, ways[1:], shoes.sizes)
    denominators = edges.denominators.tolist()
    total_ways = [denominator // edges.pay_denominator for denominator in denominators]
    columns = [_texts(rows.lines), _texts(shoes.sizes.tolist()), _texts(total_ways), *_columns(ways[0])]
    for place, line_ways in enumerate(ways[1:]):
        if asked.lines:
            columns += _columns(line_ways)
        columns += _edges(edges.numerators[:, place].tolist(), denominators, asked.digits)
    text = "".join([",".join(row) + "\n" for row in zip(*columns, strict=True)])
    return Answer(block.number, text, len(rows.lines), tuple(rows.bad))


@lru_cache(maxsize=4)
def _wagers(texts: tuple[WagerText, ...]) -> tuple[Wager, tuple[Wager, ...]]:
    return _OUTCOMES.wager(), tuple(text.wager() for text in texts)


def _texts(numbers: Iterable[int]) -> list[str]:
    return list(map(str, numbers))


def _columns(ways: many_shoes.Ways) -> list[list[str]]:
    return [_texts(column.tolist()) for column in ways.T]


def _edges(
    numerators: Sequence[int], denominators: Sequence[int], digits: int
) -> tuple[list[str], list[str]]:
    """Edges as fractions and as decimals, as `analyzer.exact` writes them but for whole columns.

    Examples
    --------
    >>> _edges([43, -1, 2], [415, 16, 1], 3)
    (['43/415', '-1/16', '2'], ['0.104', '-0.062', '2.000'])
    """
    fractions, decimals = [], []
    scale = 10**digits
    for top, bottom in zip(numerators, denominators, strict=True):
        common = gcd(top, bottom)
        fractions.append(f"{top // common}/{bottom // common}" if common != bottom else str(top // bottom))
        scaled, rest = divmod(top * scale, bottom)
        if 2 * rest > bottom or (2 * rest == bottom and scaled % 2):
            scaled += 1
        figures = str(abs(scaled)).rjust(digits + 1, "0")
        sign = "-" if scaled < 0 else ""
        decimals.append(f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else sign + figures)
    return fractions, decimals


# Many blocks


def answers(
    blocks: Iterable[Block],
    asked: Question,
    executor: Executor,
    ahead: int,
    kept: KeptBlocks | None = None,
) -> Iterator[tuple[Block, Answer]]:
    """Blocks with what comes of them, in their order.

    Parameters
    ----------
    blocks : iterable of Block
        Read no faster than they are answered.
    asked : Question
    executor : Executor
    ahead : int
        Most blocks that are in work or wait for one before them; at least 1.
    kept : KeptBlocks, optional
        Where finished blocks are looked up and kept.
    """
    pending: dict[Future[Answer], Block] = {}
    ready: dict[int, tuple[Block, Answer]] = {}
    following = 0

    def take_in(at_least_one: bool) -> None:
        """Take in the answers that are there."""
        if at_least_one and pending:
            wait(pending, return_when=FIRST_COMPLETED)
        for future in [future for future in pending if future.done()]:
            block = pending.pop(future)
            result = future.result()
            if kept is not None:
                kept.keep(block, result)
            ready[block.number] = block, result

    def in_order() -> Iterator[tuple[Block, Answer]]:
        nonlocal following
        while following in ready:
            yield ready.pop(following)
            following += 1

    try:
        for block in blocks:
            known = kept.find(block) if kept is not None else None
            if known is None:
                pending[executor.submit(answer, asked, block)] = block
            else:
                ready[block.number] = block, known
            take_in(at_least_one=False)
            yield from in_order()
            while len(pending) + len(ready) >= ahead:
                take_in(at_least_one=True)
                yield from in_order()
        while pending or ready:
            take_in(at_least_one=True)
            yield from in_order()
    finally:
        for future in pending:
            future.cancel()
        if kept is not None:
            for future, block in pending.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    kept.keep(block, future.result())

"""Every shoe of a file is answered exactly, and nothing but the question and the file decides the answer."""

import csv
import io
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RulebookError, ShoeError, UsageError, WagerError
from analyzer.exact import decimal_text, fraction_text
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.study.analysis import analyze
from analyzer.study.batch.batch import USUAL_WAGERS, Question, _edges, answer, answers, question
from analyzer.study.batch.batch_files import Block, read_blocks
from analyzer.study.batch.batch_kept import Answer, kept_blocks
from analyzer.study.batch.batch_rows import Layout, find_layout
from analyzer.study.batch.batch_workers import HereAndNow

STANDARD = load_rulebook("standard")
FULL_DECK = {"value": [16, *[4] * 9], "rank": [4] * 13, "card": [1] * 52}


def shoes_of(detail: str, number: int, decks: int = 8) -> list[list[int]]:
    random = np.random.default_rng(5)
    full = [decks * count for count in FULL_DECK[detail]]
    sizes = random.integers(6, 52 * decks + 1, number)
    return [random.multivariate_hypergeometric(full, int(size)).tolist() for size in sizes]


def text_of(shoes: list[list[int]]) -> bytes:
    return "".join(",".join(map(str, shoe)) + "\n" for shoe in shoes).encode()


def asked_of(text: bytes, wagers: str | None = None, decks: int | None = None, **options: object) -> Question:
    layout = find_layout(text.split(b"\n"), decks)
    return question(STANDARD, load_wagers(wagers or USUAL_WAGERS[layout.detail]), layout, **options)


def rows_of(text: bytes, asked: Question) -> list[dict[str, str]]:
    rows = answer(asked, Block(0, 1, text)).rows
    return list(csv.DictReader(io.StringIO(rows), [column.name for column in asked.columns]))


@pytest.mark.parametrize("detail", FULL_DECK)
def test_every_cell_is_what_analyze_finds(detail: str) -> None:
    shoes = [
        *shoes_of(detail, 3),
        [decks * count for decks, count in zip([30] * 52, FULL_DECK[detail], strict=False)],
    ]
    text = text_of(shoes)
    asked = asked_of(text, digits=7)
    wagers = load_wagers(USUAL_WAGERS[detail])
    for line, (row, counts) in enumerate(zip(rows_of(text, asked), shoes, strict=True), start=1):
        analysis = analyze(Shoe.from_counts(counts), STANDARD, wagers)
        expected = {"line": line, "cards": sum(counts), "total_ways": analysis.total_ways}
        expected |= {f"{outcome}_ways": ways for outcome, ways in analysis.outcomes.items()}
        for slug, law in analysis.laws.items():
            expected |= {f"{slug} ways: {found.label}": found.ways for found in law.lines}
            expected[f"{slug} house_edge_fraction"] = fraction_text(law.house_edge)
            expected[f"{slug} house_edge_decimal"] = decimal_text(law.house_edge, 7)
        assert row == {name: str(cell) for name, cell in expected.items()}


def test_without_lines_there_are_outcomes_and_edges() -> None:
    text = text_of(shoes_of("value", 2))
    asked = asked_of(text, "main/tie", lines=False)
    assert [column.name for column in asked.columns] == [
        *("line", "cards", "total_ways", "player_ways", "banker_ways", "tie_ways"),
        *("main/tie house_edge_fraction", "main/tie house_edge_decimal"),
    ]
    assert len(rows_of(text, asked)) == 2


def test_removed_cards_give_the_same_row_as_what_is_left() -> None:
    left = Shoe.from_decks(8) - "K 9♠ 4h"
    by_removal = rows_of(b"K 9s 4h\n", asked_of(b"K 9s 4h\n", "main,pairs/player-pair", decks=8))
    text = text_of([list(left.rank_counts())])
    assert by_removal == rows_of(text, asked_of(text, "main,pairs/player-pair"))


def test_wagers_on_suits_make_removed_cards_be_read_by_card() -> None:
    asked = asked_of(b"9s\n", "pairs/player-perfect-pair", decks=8)
    assert asked.layout.detail == "card"
    assert [row.what for row in answer(asked, Block(0, 1, b"9s\n9\n")).bad] == [
        "a card names no suit, and the wagers look at suits"
    ]


@pytest.mark.parametrize(
    ("columns", "wagers", "what"),
    [
        (10, "pairs/player-pair", "needs the shoes by rank, and the file has 10 columns"),
        (13, "pairs/player-perfect-pair", "needs the shoes by card, and the file has 13 columns"),
        (52, "side/all-black", "looks closer at the cards than can be counted"),
    ],
)
def test_wagers_that_the_columns_cannot_answer_are_refused(columns: int, wagers: str, what: str) -> None:
    with pytest.raises(ShoeError, match=f"{wagers} {what}"):
        asked_of(text_of([[8] * columns]), wagers)


def test_a_wager_on_a_jackpot_is_refused() -> None:
    wager = load_wagers("main/tie")[0]
    jackpot = replace(wager.lines[0].pays, fixed=Fraction(0), share=Fraction(1), literal="jackpot")
    progressive = replace(wager, lines=(replace(wager.lines[0], pays=jackpot), *wager.lines[1:]))
    with pytest.raises(WagerError, match="depends on the jackpot"):
        question(STANDARD, [progressive], Layout("value", order=tuple(range(10))))


def test_rules_that_cannot_be_played_or_valued_are_refused_at_once() -> None:
    layout = Layout("value", order=tuple(range(10)))
    with pytest.raises(RulebookError):
        question(replace(STANDARD, player="DDDDDD?S"), [], layout)
    with pytest.raises(ShoeError, match="values the ranks differently"):
        question(replace(STANDARD, card_values=(*range(1, 10), 0, 1, 2, 3)), [], layout)


def test_a_worker_of_another_version_refuses() -> None:
    text = text_of(shoes_of("value", 1))
    with pytest.raises(UsageError, match="a worker has version"):
        answer(replace(asked_of(text), version="0.0"), Block(0, 1, text))


def test_a_question_can_be_sent_and_is_still_the_same() -> None:
    asked = asked_of(text_of([[8] * 52]))
    sent = pickle.loads(pickle.dumps(asked))
    assert (sent, hash(sent), sent.digest) == (asked, hash(asked), asked.digest)


def test_whatever_decides_an_answer_is_in_the_digest() -> None:
    text = text_of([[8] * 13])
    asked = asked_of(text)
    others = [
        asked_of(text, "main"),
        asked_of(text, digits=9),
        asked_of(text, lines=False),
        asked_of(text.replace(b",", b";")),
        replace(asked, version="0.0"),
        replace(asked, rulebook=replace(STANDARD, player="DDDDDSSS")),
    ]
    assert len({question.digest for question in [asked, *others]}) == len(others) + 1


@given(st.integers(-(10**40), 10**40), st.integers(1, 10**40), st.integers(0, 30))
def test_edges_are_written_as_everywhere_else(top: int, bottom: int, digits: int) -> None:
    value = Fraction(top, bottom)
    assert _edges([top], [bottom], digits) == ([fraction_text(value)], [decimal_text(value, digits)])


def test_halves_are_rounded_to_even() -> None:
    assert _edges([1, 3, -1, -3], [8, 8, 8, 8], 2)[1] == ["0.12", "0.38", "-0.12", "-0.38"]


# Many blocks


class Backwards(Executor):
    """An executor that does nothing until it has several things to do, and then the last first."""

    def __init__(self, several: int) -> None:
        self.several = several
        self.waiting: list[tuple[Future[Answer], Callable[[], Answer]]] = []

    def submit(self, fn: Callable[..., Answer], /, *arguments: object, **_: object) -> Future[Answer]:
        future: Future[Answer] = Future()
        self.waiting.append((future, lambda: fn(*arguments)))
        if len(self.waiting) == self.several:
            while self.waiting:
                last, work = self.waiting.pop()
                last.set_result(work())
        return future


TEXT = text_of(shoes_of("value", 60))
ASKED = asked_of(TEXT, "main")


def blocks(lines: int, text: bytes = TEXT) -> Iterator[Block]:
    return read_blocks(io.BytesIO(text), lines, "shoes.csv")


def joined(lines: int, executor: Executor, ahead: int) -> str:
    return "".join(found.rows for _, found in answers(blocks(lines), ASKED, executor, ahead))


def test_the_answer_depends_neither_on_blocks_nor_on_who_works_in_what_order() -> None:
    whole = answer(ASKED, Block(0, 1, TEXT)).rows
    assert joined(7, HereAndNow(), 1) == whole
    assert joined(10, Backwards(3), 3) == whole
    assert joined(1, Backwards(60), 60) == whole
    with ThreadPoolExecutor(3) as threads:
        assert joined(4, threads, 5) == whole


def test_no_more_is_read_than_is_under_way() -> None:
    read: list[int] = []

    def counted() -> Iterator[Block]:
        for block in blocks(1):
            read.append(block.number)
            yield block

    for block, _ in answers(counted(), ASKED, Backwards(4), 4):
        assert len(read) <= block.number + 5


def test_an_interrupted_run_goes_on_from_what_it_had(tmp_path: Path) -> None:
    output = str(tmp_path / "edges.csv")
    worked: list[int] = []

    class Counting(HereAndNow):
        def submit(self, fn: Callable[..., Answer], /, *arguments: Block, **_: object) -> Future[Answer]:
            worked.append(arguments[1].number)
            return super().submit(fn, *arguments)

    with suppress(KeyboardInterrupt), kept_blocks(output, ASKED.digest) as kept:
        for block, _ in answers(blocks(5), ASKED, Counting(), 1, kept):
            if block.number == 6:
                raise KeyboardInterrupt
    with kept_blocks(output, ASKED.digest) as kept:
        rows = "".join(found.rows for _, found in answers(blocks(5), ASKED, Counting(), 1, kept))
    assert rows == answer(ASKED, Block(0, 1, TEXT)).rows
    assert worked == list(range(12))


def test_what_was_finished_out_of_order_is_kept_too(tmp_path: Path) -> None:
    output = str(tmp_path / "edges.csv")
    with suppress(KeyboardInterrupt), kept_blocks(output, ASKED.digest) as kept:
        for _ in answers(blocks(5), ASKED, Backwards(6), 6, kept):
            raise KeyboardInterrupt
    with kept_blocks(output, ASKED.digest) as kept:
        assert kept.found == 6


def test_a_failure_of_a_worker_ends_the_run() -> None:
    class Failing(HereAndNow):
        def submit(self, fn: Callable[..., Answer], /, *_: object, **__: object) -> Future[Answer]:
            return super().submit(lambda: 1 // 0)  # type: ignore[arg-type, return-value]

    with pytest.raises(ZeroDivisionError):
        list(answers(blocks(5), ASKED, Failing(), 1))

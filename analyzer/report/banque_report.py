"""Baccara banque solved, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyzer.play.games.banque import LOTTERY, BanqueSituation, BanqueSolution, Seen
from analyzer.report.model import (
    FRACTION,
    MACHINES,
    NUMBER,
    PEOPLE,
    PROBABILITY,
    RATE,
    Cell,
    Column,
    Report,
    Section,
    Table,
)

SCHEMA = "baccarat/banque"
VERSION = 1
METHOD = "linear program in fractions"

PAIR_NAMES = {
    ("S", "S"): "both stand",
    ("S", "D"): "only 2 draws",
    ("D", "S"): "only 1 draws",
    ("D", "D"): "both draw",
}


def banque_report(solutions: Sequence[BanqueSolution]) -> Report:
    """A report of the correlated cooperative equilibrium for some splits of the stakes."""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title="Baccara banque, two Players against one Banker; cards dealt with replacement",
        inputs={"shares": [str(solution.share) for solution in solutions]},
        method=METHOD,
        sections=tuple(_sections(solutions)),
        data={"solutions": [_tree(solution) for solution in solutions]},
    )


def _sections(solutions: Sequence[BanqueSolution]) -> Iterator[Section]:
    yield _values_table(solutions)
    yield _lottery_table(solutions)
    yield _mixed_table(solutions)
    yield _banker_table(solutions)


def _values_table(solutions: Sequence[BanqueSolution]) -> Table:
    columns = (
        Column("share", "On Player 1", FRACTION),
        Column("value", "The Players win", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
        Column("unique", "Best lotteries"),
    )
    rows: list[tuple[Cell, ...]] = [
        (solution.share, solution.value, solution.value, "one" if solution.is_unique else "more than one")
        for solution in solutions
    ]
    notes = (
        "What both Players win together, for stakes of 1 in all, when everybody plays best.",
        "A natural of one Player wins at once, and the coup goes on with the other.",
    )
    return Table("value", "Value", columns, rows, notes)


def _lottery_table(solutions: Sequence[BanqueSolution]) -> Table:
    columns = (
        Column("share", "On Player 1", FRACTION, grouped=True),
        Column("pair", "On 5"),
        Column("probability", "Probability", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
        Column("least", "At least", PROBABILITY),
        Column("most", "At most", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            solution.share,
            PAIR_NAMES[pair],
            solution.lottery[pair],
            solution.lottery[pair],
            *solution.lottery_ranges[pair],
        )
        for solution in solutions
        for pair in LOTTERY
    ]
    notes = (
        "The lottery by which the Players decide together, before the coup, what they will do on 5;"
        " bounds over all best lotteries.",
    )
    return Table("lottery", "What the Players do on 5", columns, rows, notes)


def _mixed_table(solutions: Sequence[BanqueSolution]) -> Table:
    columns = (
        Column("share", "On Player 1", FRACTION, grouped=True),
        Column("total", "Banker has"),
        Column("player_1", "Player 1"),
        Column("player_2", "Player 2"),
        Column("draws", "Draws", PROBABILITY),
        Column("exactly", "Exactly", FRACTION),
    )
    rows: list[tuple[Cell, ...]] = [
        (solution.share, str(situation.total), *_seen_texts(situation), draws, draws)
        for solution in solutions
        for situation, draws in solution.mixed.items()
    ]
    notes = ("In one best play of Banker; there may be others, that mix elsewhere.",)
    return Table("mixed", "Where Banker mixes", columns, rows, notes, PEOPLE)


def _banker_table(solutions: Sequence[BanqueSolution]) -> Table:
    columns = (
        Column("share", "", FRACTION),
        Column("total", ""),
        Column("player_1", ""),
        Column("player_2", ""),
        Column("draws", "", NUMBER),
    )
    rows: list[tuple[Cell, ...]] = [
        (solution.share, str(situation.total), *_seen_texts(situation), draws)
        for solution in solutions
        for situation, draws in solution.banker.items()
    ]
    return Table("banker", "Banker", columns, rows, audience=MACHINES)


def _seen_texts(situation: BanqueSituation) -> tuple[str, str]:
    return _seen_text(situation.player_1), _seen_text(situation.player_2)


def _seen_text(seen: Seen) -> str:
    return "stood" if seen is None else str(seen)


def _tree(solution: BanqueSolution) -> dict[str, Any]:
    return {
        "share": str(solution.share),
        "value": solution.value,
        "players_sure": solution.players_sure,
        "banker_sure": solution.banker_sure,
        "lottery": [
            {
                "player_1": pair[0],
                "player_2": pair[1],
                "probability": probability,
                "least": solution.lottery_ranges[pair][0],
                "most": solution.lottery_ranges[pair][1],
            }
            for pair, probability in solution.lottery.items()
        ],
        "banker": [
            {
                "total": situation.total,
                "player_1": _seen_text(situation.player_1),
                "player_2": _seen_text(situation.player_2),
                "draws": draws,
            }
            for situation, draws in solution.banker.items()
        ],
    }

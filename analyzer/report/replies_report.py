"""The best reply to a play, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyzer.game.rulebook import BANKER, COLUMNS, DRAWS, PLAYER
from analyzer.play.best_reply import BOTH, BreakPoints, Choice
from analyzer.play.policy import column_of, hand_text, names
from analyzer.report.best_play_report import BEST_WORDS, choice_tree, situation_tree
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    NUMBER,
    PEOPLE,
    RATE,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Section,
    Table,
)
from analyzer.study.choices.replies import Replies

SCHEMA = "baccarat/best-reply"
VERSION = 1

LEGEND = "D draws, · stands, = either is best, blank where there is no choice."


def replies_report(found: Replies) -> Report:
    """A report of a best reply.

    Parameters
    ----------
    found : Replies
    """
    side = found.reply.side
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{found.rulebook.title}; {found.shoe.describe()}; {side.capitalize()}'s best reply",
        inputs={
            "rules": rules_input(found.rulebook),
            "shoe": shoe_input(found.shoe),
            "play": _other_play(found),
            "commission": str(found.commission),
        },
        method="backward induction",
        sections=tuple(_sections(found)),
        data=_tree(found),
    )


def _other_play(found: Replies) -> str:
    """What is replied to, as --play reads it."""
    other = PLAYER if found.reply.side == BANKER else BANKER
    return "; ".join(part for part in str(found.policy).split("; ") if part.startswith(other))


def _sections(found: Replies) -> Iterator[Section]:
    yield Facts(
        "value",
        "",
        (
            Fact("play", "Replied to", _other_play(found) or "the rules"),
            Fact("value", "Expected net win of a coup, in stakes", found.reply.value, NUMBER),
            Fact("value_exactly", "Exactly", found.reply.value, FRACTION),
        ),
    )
    yield _reply_table(found)
    yield _choices_table(found.reply.choices)
    if found.break_points is not None:
        yield _points_table(found.break_points)


def _reply_table(found: Replies) -> Table:
    """The reply as a grid for people: a row for each hand, for Banker a column for each third card."""
    rows: dict[str, dict[str, str]] = {}
    for choice in found.reply.choices:
        letter = "=" if choice.best == BOTH else "D" if choice.best == (DRAWS,) else "·"
        rows.setdefault(hand_text(choice.situation), {})[column_of(choice.situation)] = letter
    if found.reply.side == PLAYER:
        columns = [Column("hand", "Player"), Column("reply", "Best reply")]
        cells: list[tuple[Cell, ...]] = [(hand, letters[""]) for hand, letters in rows.items()]
    else:
        columns = [
            Column("hand", "Banker"),
            Column("none", "Player stood"),
            *(Column(f"third_{third}", third) for third in COLUMNS[1:]),
        ]
        cells = [(hand, *(letters.get(name, "") for name in COLUMNS)) for hand, letters in rows.items()]
    return Table("reply", "The best reply", tuple(columns), cells, (LEGEND,), PEOPLE)


def _choices_table(choices: tuple[Choice, ...]) -> Table:
    columns = (
        Column("situation", "Choice"),
        Column("draws", "Draws", RATE),
        Column("stands", "Stands", RATE),
        Column("gain", "Gain of drawing", RATE),
        Column("best", "Best"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            names([choice.situation])[0],
            choice.draws,
            choice.stands,
            choice.gain,
            BEST_WORDS[choice.best],
        )
        for choice in choices
    ]
    return Table("choices", "What each choice is worth", columns, rows, audience=MACHINES)


def _points_table(found: BreakPoints) -> Table:
    """Between which probabilities which replies change."""
    columns = (
        Column("number", "", COUNT, MACHINES),
        Column("exactly", "Draws with probability", FRACTION, PEOPLE),
        Column("probability", "", NUMBER),
        Column("changes", "What changes there", wraps=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (number, point, point, _changes(found, point)) for number, point in enumerate(found.points)
    ]
    title = f"Where the best reply changes as {names([found.mixing])[0]} mixes"
    note = "At the probability itself either action is best."
    return Table("break_points", title, columns, rows, (note,))


def _changes(found: BreakPoints, point: Fraction) -> str:
    """What is done from a break-point on; at the last probability, what was done up to it."""
    after = next((part for part in found.intervals if part.low == point), None)
    best = (after or found.intervals[-1]).best
    verb = "from here" if after else "up to here"
    words = [
        f"{names([situation])[0]} {BEST_WORDS[best[situation]]} {verb}" for situation in found.points[point]
    ]
    return "; ".join(words)


def _tree(found: Replies) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "side": found.reply.side,
        "value": found.reply.value,
        "choices": [choice_tree(choice) for choice in found.reply.choices],
        "break_points": None,
    }
    if found.break_points is not None:
        points = found.break_points
        tree["break_points"] = {
            "mixing": situation_tree(points.mixing),
            "points": [
                {"probability": point, "situations": [situation_tree(one) for one in changed]}
                for point, changed in points.points.items()
            ],
            "intervals": [
                {
                    "low": part.low,
                    "high": part.high,
                    "draws": _drawing(part.best, (DRAWS,)),
                    "either": _drawing(part.best, BOTH),
                }
                for part in points.intervals
            ],
        }
    return tree


def _drawing(best: Any, actions: tuple[str, ...]) -> list[str]:
    """The situations with these best actions, in words."""
    return names(situation for situation, found in best.items() if found == actions)

"""Coups dealt from listed cards, as a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.game.cards import card_name, card_names
from analyzer.game.replay import Replay
from analyzer.game.rulebook import BANKER, PLAYER, TIE, Rulebook
from analyzer.report.inputs import rules_input
from analyzer.report.model import COUNT, EVERYONE, MACHINES, Column, Prose, Report, Section, Table

SCHEMA = "baccarat/replay"
VERSION = 1


def replay_report(replays: Sequence[Replay], cards: Sequence[int], rulebook: Rulebook) -> Report:
    """A report of coups dealt one after the other from listed cards.

    Parameters
    ----------
    replays : sequence of Replay
    cards : sequence of int
        All cards that were listed.
    rulebook : Rulebook
        The rules they were dealt under.
    """
    used = sum(replay.cards_used for replay in replays)
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{len(replays)} coup{'s' if len(replays) != 1 else ''} under “{rulebook.title}”",
        inputs={"rules": rules_input(rulebook), "cards": [card_name(card) for card in cards]},
        method="replay",
        sections=tuple(_sections(replays, cards[used:])),
        data={"coups": [_coup_tree(replay) for replay in replays], "cards_left": len(cards) - used},
    )


def _sections(replays: Sequence[Replay], left: Sequence[int]) -> list[Section]:
    numbered = EVERYONE if len(replays) > 1 else MACHINES
    steps = Table(
        "steps",
        "Steps",
        (
            Column("coup", "Coup", COUNT, numbered, grouped=True),
            Column("step", "Step", COUNT),
            Column("text", "What happens", wraps=True),
        ),
        [
            (coup, place, step.text)
            for coup, replay in enumerate(replays, start=1)
            for place, step in enumerate(replay.steps, start=1)
        ],
    )
    coups = Table(
        "coups",
        "Coups",
        (
            Column("coup", "Coup", COUNT, numbered),
            Column("player", "Player"),
            Column("player_total", "Total", COUNT),
            Column("banker", "Banker"),
            Column("banker_total", "Total", COUNT),
            Column("outcome", "Outcome"),
            Column("cards_used", "Cards used", COUNT, MACHINES),
        ),
        [
            (
                coup,
                " ".join(replay.coup.names(PLAYER)),
                replay.coup.total(PLAYER),
                " ".join(replay.coup.names(BANKER)),
                replay.coup.total(BANKER),
                outcome_text(replay.winner),
                replay.cards_used,
            )
            for coup, replay in enumerate(replays, start=1)
        ],
    )
    sections: list[Section] = [steps, coups]
    if left:
        sections.append(Prose("left", "Cards left", (card_names(left),)))
    return sections


def outcome_text(winner: str) -> str:
    """An outcome in words.

    Examples
    --------
    >>> outcome_text("player"), outcome_text("tie")
    ('Player wins', 'tie')
    """
    return TIE if winner == TIE else f"{winner.capitalize()} wins"


def _coup_tree(replay: Replay) -> dict[str, Any]:
    coup = replay.coup
    return {
        "outcome": replay.winner,
        "player": coup.names(PLAYER),
        "banker": coup.names(BANKER),
        "player_total": coup.total(PLAYER),
        "banker_total": coup.total(BANKER),
        "cards_used": replay.cards_used,
        "steps": [
            {
                "who": step.who or None,
                "text": step.text,
                "card": None if step.card is None else card_name(step.card),
            }
            for step in replay.steps
        ],
    }

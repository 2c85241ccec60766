"""The best play of one side's choices, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyzer.game.rulebook import DRAWS, STANDS
from analyzer.play.best_reply import BOTH, Choice
from analyzer.play.policy import names
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    FRACTION,
    MACHINES,
    PEOPLE,
    RATE,
    Cell,
    Column,
    Prose,
    Report,
    Section,
    Table,
)
from analyzer.study.choices.best_play import BestPlay, BestPlays

SCHEMA = "baccarat/best-play"
VERSION = 1

NOTHING_TO_DECIDE = "These rules leave no choice: there is nothing to decide. The edges are what they are."
MOST_NAMED = 8
"""So many choices are named one after the other; of more, those that are played alike stand together."""

BEST_WORDS = {(DRAWS,): "draws", (STANDS,): "stands", BOTH: "either"}


def best_play_report(found: BestPlays) -> Report:
    """A report of the best policies for some wagers.

    Parameters
    ----------
    found : BestPlays
    """
    about = f"{found.side.capitalize()} chooses" if found.side else "nothing to decide"
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{found.rulebook.title}; {found.shoe.describe()}; {about}",
        inputs={
            "rules": rules_input(found.rulebook),
            "shoe": shoe_input(found.shoe),
            "wagers": wagers_input(play.wager for play in found.plays),
        },
        method="enumeration",
        sections=tuple(_sections(found)),
        data=_tree(found),
    )


def _sections(found: BestPlays) -> Iterator[Section]:
    if found.side is None:
        yield Prose("nothing", "Nothing to decide", (NOTHING_TO_DECIDE,))
    yield _best_table(found)
    if found.side is not None:
        yield _policies_table(found.plays)
        yield _long_table(found.plays)
        yield _choices_table(found.plays)


def _best_table(found: BestPlays) -> Table:
    play_column = Column("play", "Best play", wraps=True, audience=PEOPLE if found.side else MACHINES)
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager"),
        play_column,
        Column("house_edge", "House edge", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            play.wager.slug,
            play.wager.title,
            _play_text(play),
            play.best.law.house_edge,
            play.best.law.house_edge,
        )
        for play in found.plays
    ]
    return Table("best", "Best play for each wager" if found.side else "Wagers", columns, rows)


def _play_text(play: BestPlay) -> str:
    """The best policy in words; many choices are told by what is done."""
    if len(play.choices) > MOST_NAMED:
        found = {
            word: names(choice.situation for choice in play.choices if choice.best == best)
            for best, word in BEST_WORDS.items()
        }
        return " ".join(
            f"{word.capitalize()} on: {'; '.join(alike)}." for word, alike in found.items() if alike
        )
    parts = [
        f"{name} {BEST_WORDS[choice.best]}" for choice in play.choices for name in names([choice.situation])
    ]
    return "; ".join(parts) or "-"


def _policies_table(plays: Sequence[BestPlay]) -> Table:
    """Every pure policy with the edges of all wagers, for people."""
    columns = (
        Column("play", "Play", wraps=True),
        *(Column(play.wager.slug, play.wager.title, RATE) for play in plays),
    )
    rows: list[tuple[Cell, ...]] = [
        (str(laws[0].policy), *(played.law.house_edge for played in laws))
        for laws in zip(*(play.compared for play in plays), strict=True)
    ]
    title = "House edges of every pure policy" if _are_all(plays) else "House edges of the plainest policies"
    return Table("policies", title, columns, rows, ("D draws, S stands.",), PEOPLE)


def _are_all(plays: Sequence[BestPlay]) -> bool:
    return bool(len(plays[0].compared) == 2 ** len(plays[0].choices))


def _long_table(plays: Sequence[BestPlay]) -> Table:
    columns = (
        Column("wager", "Wager"),
        Column("play", "Play"),
        Column("house_edge", "House edge", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (play.wager.slug, str(played.policy), played.law.house_edge)
        for play in plays
        for played in play.compared
    ]
    return Table("policies_by_wager", "", columns, rows, audience=MACHINES)


def _choices_table(plays: Sequence[BestPlay]) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True),
        Column("situation", "Choice"),
        Column("draws", "Draws", RATE),
        Column("stands", "Stands", RATE),
        Column("gain", "Gain of drawing", RATE),
        Column("best", "Best"),
        Column("exactly", "Gain exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            play.wager.slug,
            play.wager.title,
            names([choice.situation])[0],
            choice.draws,
            choice.stands,
            choice.gain,
            BEST_WORDS[choice.best],
            choice.gain,
        )
        for play in plays
        for choice in play.choices
    ]
    note = "Net win expected of a coup, in stakes, counting only coups that come to the choice."
    return Table("choices", "What each choice is worth", columns, rows, (note,))


def situation_tree(situation: Any) -> dict[str, Any]:
    """What a chooser sees, as a JSON tree."""
    tree: dict[str, Any] = {
        "situation": names([situation])[0],
        "total": situation.total,
        "cards": None if situation.cards is None else list(situation.cards),
    }
    if hasattr(situation, "third"):
        tree["third_card"] = situation.third
    return tree


def choice_tree(choice: Choice) -> dict[str, Any]:
    """What both actions are worth in a situation, as a JSON tree."""
    return {
        **situation_tree(choice.situation),
        "draws": choice.draws,
        "stands": choice.stands,
        "best": list(choice.best),
    }


def _tree(found: BestPlays) -> dict[str, Any]:
    return {
        "chooser": found.side,
        "wagers": [
            {
                "wager": play.wager.slug,
                "title": play.wager.title,
                "house_edge": play.best.law.house_edge,
                "play": str(play.best.policy),
                "choices": [choice_tree(choice) for choice in play.choices],
                "policies": [
                    {"play": str(played.policy), "house_edge": played.law.house_edge}
                    for played in play.compared
                ],
            }
            for play in found.plays
        ],
    }

"""Games as reports: the list of them, one with its edges, and several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.library.games import Game
from analyzer.report.documents_tree import ways_tree
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    MACHINES,
    PROBABILITY,
    RATE,
    ROOT,
    Cell,
    Column,
    Fact,
    Facts,
    Prose,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.analysis import Analysis
from analyzer.study.games import GameResult

VERSION = 1


def games_report(games: Sequence[Game]) -> Report:
    """The games of the library, one a line."""
    columns = (
        Column("game", "Game"),
        Column("title", "Title", wraps=True),
        Column("rules", "Rules", wraps=True),
        Column("decks", "Decks", wraps=True),
        Column("source", "", audience=MACHINES),
    )
    rows = [(game.slug, game.title, game.rules, decks_text(game), game.source) for game in games]
    table = Table("games", "", columns, rows)
    trees = [_head(game) for game in games]
    return Report("baccarat/games", VERSION, "Games", {}, "library", (table,), {"games": trees})


def decks_text(game: Game) -> str:
    """The decks of a game, the usual number first, and whether its source states them."""
    decks = ", ".join(map(str, game.decks))
    return decks if game.decks_stated else f"{decks} (assumed)"


def _head(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "title": game.title,
        "source": game.source,
        "note": game.note,
        "rules": game.rules,
        "decks": list(game.decks),
        "decks_stated": game.decks_stated,
        "wagers": list(game.wagers),
        "payments": dict(game.payments),
    }


def game_report(result: GameResult, method: str) -> Report:
    """One game: what it is, and the edges of its wagers for each shoe."""
    game = result.game
    facts = [
        Fact("rules", "Rules", game.rules),
        Fact("decks", "Decks", decks_text(game)),
        Fact("source", "Source", game.source),
        Fact("slug", "Name", game.slug),
    ]
    facts += [Fact(name, name.replace("_", " ").capitalize(), way) for name, way in game.payments.items()]
    sections: list[Section] = [Facts("about", "About", tuple(facts))]
    sections += [_outcomes_table([result]), _edges_table([result])]
    if game.note:
        sections.append(Prose("note", "Note", (game.note,)))
    return Report(
        "baccarat/game",
        VERSION,
        game.title,
        _inputs([result]),
        method,
        tuple(sections),
        {"game": _tree(result)},
    )


def games_compared_report(results: Sequence[GameResult], method: str) -> Report:
    """Games side by side."""
    return Report(
        "baccarat/games-compared",
        VERSION,
        "Games side by side",
        _inputs(results),
        method,
        (_edges_table(results), _outcomes_table(results)),
        {"games": [_tree(result) for result in results]},
    )


def _inputs(results: Sequence[GameResult]) -> dict[str, Any]:
    return {"games": [result.game.slug for result in results]}


def _outcomes_table(results: Sequence[GameResult]) -> Table:
    columns = (
        Column("game", "Game", grouped=True),
        Column("shoe", "Shoe"),
        *(Column(f"{outcome}_ways", "", COUNT, MACHINES) for outcome in ("player", "banker", "tie")),
        *(Column(outcome, outcome.capitalize(), PROBABILITY) for outcome in ("player", "banker", "tie")),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            result.game.slug,
            analysis.shoe.describe(),
            *analysis.outcomes.values(),
            *(analysis.probability(outcome) for outcome in analysis.outcomes),
        )
        for result in results
        for analysis in result.analyses
    ]
    return Table("outcomes", "Outcomes", columns, rows)


def _edges_table(results: Sequence[GameResult]) -> Table:
    columns = (
        Column("game", "Game", grouped=True),
        Column("shoe", "Shoe", grouped=True),
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("house_edge", "House edge", RATE),
        Column("standard_deviation", "SD", ROOT),
    )
    rows: list[tuple[Cell, ...]] = []
    for result in results:
        for analysis in result.analyses:
            titles = {wager.slug: wager.title for wager in analysis.wagers}
            rows += [
                (
                    result.game.slug,
                    analysis.shoe.describe(),
                    slug,
                    titles[slug],
                    law.house_edge,
                    Root(law.variance),
                )
                for slug, law in analysis.laws.items()
            ]
    return Table("edges", "Edges", columns, rows)


def _tree(result: GameResult) -> dict[str, Any]:
    return {
        **_head(result.game),
        "shoes": [_analysis_tree(analysis) for analysis in result.analyses],
    }


def _analysis_tree(analysis: Analysis) -> dict[str, Any]:
    inputs = wagers_input(analysis.wagers)
    return {
        "shoe": shoe_input(analysis.shoe),
        "rules": rules_input(analysis.rulebook),
        "total_ways": str(analysis.total_ways),
        "outcomes": [
            {"outcome": outcome, **ways_tree(ways, analysis.total_ways)}
            for outcome, ways in analysis.outcomes.items()
        ],
        "wagers": [
            {**head, "house_edge": law.house_edge, "standard_deviation": Root(law.variance)}
            for head, law in zip(inputs, analysis.laws.values(), strict=True)
        ],
    }

"""Chemin de fer for every number of decks, as a report: patterns of optimal play and their formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyzer.deal.polynomials import RationalFunction
from analyzer.exact import fraction_text
from analyzer.game.rulebook import BANKER, DRAWS, PLAYER, STANDS
from analyzer.play.decision_table import BankerSituation, PlayerSituation
from analyzer.play.formulas.play_by_decks import DeckRange, Kernel, Mixture, PlayByDecks, Tie
from analyzer.play.solver import equilibria
from analyzer.report.chemin_de_fer_report import MIXES
from analyzer.report.formulas import asymptote, formula, function_tree, rate_text
from analyzer.report.inputs import rules_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    PEOPLE,
    Cell,
    Column,
    Report,
    Section,
    Table,
)
from analyzer.report.situations import situation_text, situation_tree

SCHEMA = "baccarat/play-formulas"
VERSION = 1
METHOD = "signs of polynomials"

FEWEST_SHOWN = 3
"""People are shown the formulas of ranges of at least so many numbers of decks."""

LETTERS = {equilibria.STANDS: STANDS, equilibria.DRAWS: DRAWS, equilibria.EITHER: MIXES}
OPEN = "open"

Situation = PlayerSituation | BankerSituation


def play_formulas_report(model: str, found: PlayByDecks) -> Report:
    """A report of optimal play in one model with one commission, for every number of decks."""
    commission = f"; commission {rate_text(found.commission)}" if found.commission else ""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"Baccara chemin de fer, model {model}{commission}; for every number of decks d",
        inputs={
            "rules": rules_input(found.rulebook),
            "model": model,
            "commission": fraction_text(found.commission),
        },
        method=METHOD,
        sections=tuple(_sections(found)),
        data={
            "ranges": [_range_tree(found, item) for item in found.ranges],
            "actions_in_the_last_range": list(_actions_trees(found)),
            "changes": [
                {"side": side, **situation_tree(situation), "actions": actions}
                for side, situation, actions in _changes(found)
            ],
            "ties": [_tie_tree(tie) for tie in found.ties],
        },
    )


def decks_range_text(item: DeckRange) -> str:
    """The numbers of decks of a range.

    Examples
    --------
    >>> [decks_range_text(DeckRange(*ends, None)) for ends in ((2, 2), (4, 7), (1, None), (10, None))]
    ['2', '4-7', 'all', 'from 10 on']
    """
    if item.last is None:
        return "all" if item.first == 1 else f"from {item.first} on"
    return str(item.first) if item.first == item.last else f"{item.first}-{item.last}"


def _sections(found: PlayByDecks) -> Iterator[Section]:
    columns = (
        Column("decks", "Decks", grouped=True),
        Column("what", "What", wraps=True),
        Column("formula", "By number of decks d", wraps=True),
    )
    shown = [item for item in found.ranges if item.last is None or item.last - item.first >= FEWEST_SHOWN - 1]
    title = "Optimal play by number of decks"
    notes = tuple(_proof_notes(found, some_left_out=len(shown) < len(found.ranges)))
    yield Table("formulas", title, columns, list(_formula_rows(found, shown)), notes, PEOPLE)
    yield Table("formulas", title, columns, list(_formula_rows(found, found.ranges)), audience=MACHINES)
    yield _many_decks_table(found)
    if len(found.ranges) > 1:
        yield _changes_table(found)
    mixture = found.ranges[-1].mixture
    if mixture is not None:
        yield _kernel_table("Player", mixture.player_kernel, mixture, found)
        if found.commission:
            yield _kernel_table("Banker", mixture.banker_kernel, mixture, found)
    if found.ties:
        yield _ties_table(found.ties)


def _proof_notes(found: PlayByDecks, some_left_out: bool) -> Iterator[str]:
    yield (
        "Each formula is proved for every number of decks that is named; net wins are in stakes a coup,"
        " a win pays 1 to 1."
    )
    if found.commission:
        yield "The strategies are an equilibrium for each of them; that it is the only one is not proved."
    else:
        yield "For each of them, no other strategy of either side is optimal."
    if some_left_out:
        yield f"Ranges of fewer than {FEWEST_SHOWN} numbers are left to JSON and CSV."


def _formula_rows(found: PlayByDecks, ranges: Sequence[DeckRange]) -> Iterator[tuple[Cell, ...]]:
    for item in ranges:
        for what, function in _functions(found, item):
            yield decks_range_text(item), what, formula(function)


def _many_decks_table(found: PlayByDecks) -> Table:
    columns = (
        Column("what", "What"),
        Column("many_decks", "For many decks"),
    )
    rows: list[tuple[Cell, ...]] = [
        (what, asymptote(function)) for what, function in _functions(found, found.ranges[-1])
    ]
    return Table("many_decks", "What it comes to for many decks", columns, rows)


def _functions(found: PlayByDecks, item: DeckRange) -> Iterator[tuple[str, RationalFunction]]:
    """What is known of a range, named."""
    if item.mixture is not None:
        player, banker = _mixing(found, item.mixture)
        yield f"Player draws on {player}", item.mixture.player_draws
        yield f"Banker draws on {banker}", item.mixture.banker_draws
    if item.player_net is not None:
        yield "Player's net win", item.player_net
    if item.banker_net is not None and found.commission:
        yield "Banker's net win", item.banker_net


def _mixing(found: PlayByDecks, mixture: Mixture) -> tuple[str, str]:
    """The situations in which Player and Banker mix, in words."""
    return situation_text(found.player[mixture.player]), situation_text(found.banker[mixture.banker])


def _sides(found: PlayByDecks) -> tuple[tuple[str, Sequence[Situation]], ...]:
    """Each side with the situations in which it chooses."""
    return (PLAYER, found.player), (BANKER, found.banker)


def _changes(found: PlayByDecks) -> Iterator[tuple[str, Situation, list[str]]]:
    """Situations in which not one action is best for all numbers of decks, with that of each range."""
    for place, (side, situations) in enumerate(_sides(found)):
        for number, situation in enumerate(situations):
            actions = [
                OPEN if item.pattern is None else LETTERS[item.pattern[place][number]]
                for item in found.ranges
            ]
            if len(set(actions)) > 1:
                yield side, situation, actions


def _changes_table(found: PlayByDecks) -> Table:
    columns = (
        Column("side", "Side", grouped=True),
        Column("situation", "has"),
        *(Column(f"from_{item.first}", decks_range_text(item)) for item in found.ranges),
    )
    rows: list[tuple[Cell, ...]] = [
        (side.capitalize(), situation_text(situation), *actions)
        for side, situation, actions in _changes(found)
    ]
    notes = (
        f"{DRAWS} draws, {STANDS} stands, {MIXES} mixes. In all other situations one action is best for every"
        " number of decks.",
    )
    return Table("changes", "What depends on the number of decks", columns, rows, notes)


def _kernel_table(side: str, kernel: Kernel, mixture: Mixture, found: PlayByDecks) -> Table:
    columns = (
        Column("player", "Player", grouped=True),
        Column("banker", "Banker"),
        Column("formula", f"{side}'s net win", wraps=True),
        Column("limit", "Limit", FRACTION),
    )
    rows: list[tuple[Cell, ...]] = [
        (player, banker, formula(net), net.limit)
        for player, row in zip((STANDS, DRAWS), kernel, strict=True)
        for banker, net in zip((STANDS, DRAWS), row, strict=True)
    ]
    player, banker = _mixing(found, mixture)
    notes = (f"For decks {decks_range_text(found.ranges[-1])}. Player has {player}, Banker {banker}.",)
    return Table(f"kernel_{side.lower()}", f"Kernel, {side}'s net wins", columns, rows, notes)


def _ties_table(ties: Sequence[Tie]) -> Table:
    columns = (
        Column("mean", "Mean comes to", FRACTION, grouped=True),
        Column("weight", "Weight", COUNT),
        Column("situation", "With"),
        Column("action", "Action"),
    )
    rows: list[tuple[Cell, ...]] = [
        (tie.mean, weight, situation_text(situation), LETTERS[state])
        for tie in ties
        for situation, state, weight in zip(tie.situations, tie.states, tie.weights, strict=True)
    ]
    notes = (
        "With replacement such hands are one and the same to the other side, and only the weighted mean of"
        " their probabilities of drawing counts. Without, each has an action of its own, and with more and"
        " more decks the mean comes to what is optimal with replacement.",
    )
    return Table("ties", "Told apart without replacement", columns, rows, notes)


def _range_tree(found: PlayByDecks, item: DeckRange) -> dict[str, Any]:
    mixture = item.mixture
    return {
        "first": item.first,
        "last": item.last,
        "player_net": _function_or_null(item.player_net),
        "banker_net": _function_or_null(item.banker_net),
        "mixture": None
        if mixture is None
        else {
            "player": situation_tree(found.player[mixture.player]),
            "banker": situation_tree(found.banker[mixture.banker]),
            "player_draws": function_tree(mixture.player_draws),
            "banker_draws": function_tree(mixture.banker_draws),
            "player_kernel": _kernel_tree(mixture.player_kernel),
            "banker_kernel": _kernel_tree(mixture.banker_kernel),
        },
    }


def _function_or_null(function: RationalFunction | None) -> dict[str, Any] | None:
    return None if function is None else function_tree(function)


def _kernel_tree(kernel: Kernel) -> list[list[dict[str, Any]]]:
    return [[function_tree(net) for net in row] for row in kernel]


def _actions_trees(found: PlayByDecks) -> Iterator[dict[str, Any]]:
    """What each side does in the last range, in each situation in which it chooses."""
    pattern = found.ranges[-1].pattern
    assert pattern is not None, "the last range has a pattern"
    for (side, situations), states in zip(_sides(found), pattern, strict=True):
        for situation, state in zip(situations, states, strict=True):
            yield {"side": side, **situation_tree(situation), "action": LETTERS[state]}


def _tie_tree(tie: Tie) -> dict[str, Any]:
    return {
        "side": BANKER if isinstance(tie.situations[0], BankerSituation) else PLAYER,
        "situations": [
            {**situation_tree(situation), "action": LETTERS[state], "weight": str(weight)}
            for situation, state, weight in zip(tie.situations, tie.states, tie.weights, strict=True)
        ],
        "mean": tie.mean,
    }

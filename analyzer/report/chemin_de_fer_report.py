"""Chemin de fer solved, as a report: strategies laid out as in the literature, values and kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from analyzer.exact import fraction_text
from analyzer.game.rulebook import COLUMNS, DRAWS, ROWS, STANDS
from analyzer.library.catalog import load_rulebook
from analyzer.play.decision_table import BankerSituation, PlayerSituation
from analyzer.play.games.chemin_de_fer import PUNTO_BANCO, CheminDeFer, punto_banco_net, rulebook_of
from analyzer.play.solver.solution import Equilibrium, Kernel, Probability, Strategy, in_whole_numbers
from analyzer.report.chemin_de_fer_tree import solution_tree
from analyzer.report.formulas import decks_text, rate_text
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    PEOPLE,
    PROBABILITY,
    RATE,
    Cell,
    Chapter,
    Column,
    Report,
    Section,
    Table,
)
from analyzer.report.situations import situation_text

SCHEMA = "baccarat/chemin-de-fer"
VERSION = 1
ZERO_SUM, STATES = METHODS = ("linear program", "states of all situations")

MIXES, DEPENDS, NEVER = "M", "*", "."
SYMBOL_NOTE = (
    f"{DRAWS} draws, {STANDS} stands, {MIXES} mixes, {DEPENDS} depends on his cards,"
    f" {NEVER} cannot come up; columns are Player's third card."
)


def chemin_de_fer_report(solved: Sequence[CheminDeFer]) -> Report:
    """A report of one model with one commission, for one shoe in full or for several side by side."""
    first = solved[0]
    described = first.shoe.describe() if len(solved) == 1 else "by number of decks"
    commission = f"; commission {rate_text(first.commission)}" if first.commission else ""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"Baccara chemin de fer, model {first.model}{commission}; {described}",
        inputs={
            "rules": rules_input(rulebook_of(first.model)),
            "model": first.model,
            "commission": fraction_text(first.commission),
            "shoes": [shoe_input(item.shoe) for item in solved],
        },
        method=STATES if first.commission else ZERO_SUM,
        sections=tuple(_sections(first) if len(solved) == 1 else [_decks_table(solved)]),
        data={"solutions": [solution_tree(item) for item in solved]},
    )


def _sections(solved: CheminDeFer) -> Iterator[Section]:
    several = len(solved.equilibria) > 1
    for number, found in enumerate(solved.equilibria, start=1):
        key = f"{number}_" if several else ""
        if several:
            yield Chapter(f"equilibrium_{number}", f"Equilibrium {number} of {len(solved.equilibria)}")
        yield _value_table(solved, found, key)
        yield _player_table(found.player, key)
        yield _tableau_table(found.banker, key)
        yield from _cells_tables(found.banker, key)
        yield from _means_tables(found, key)
        if found.kernel is not None:
            yield from _kernel_tables(solved, found.kernel, key)


def _value_table(solved: CheminDeFer, found: Equilibrium, key: str) -> Table:
    nets = found.player_net, found.banker_net
    is_range = any(low < high for low, high in nets)
    columns = (
        Column("side", "Side"),
        Column("net", "Expects to win", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
        *([Column("to", "to", RATE), Column("to_exactly", "Exactly", FRACTION, PEOPLE)] if is_range else []),
        Column("punto_banco", "At punto banco", RATE),
        Column("punto_banco_exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    usual = punto_banco_net(solved.shoe, solved.commission)
    for side, (low, high), other in zip(("Player", "Banker"), nets, usual, strict=True):
        rows.append((side, low, low, *((high, high) if is_range else ()), other, other))
    return Table(f"{key}value", "Value", columns, rows, tuple(_value_notes(solved, found)))


def _value_notes(solved: CheminDeFer, found: Equilibrium) -> Iterator[str]:
    yield "In stakes a coup; a win pays 1 to 1" + (
        f", and Banker pays {rate_text(solved.commission)} of what he wins." if solved.commission else "."
    )
    unique = found.player.is_unique and found.banker.is_unique
    yield (
        f"Neither side can expect more against the other's strategy{'' if unique else ' as shown'},"
        " whatever it does: at most"
        f" {fraction_text(found.player_best)} for Player and {fraction_text(found.banker_best)} for Banker."
    )
    if len(solved.equilibria) > 1:
        yield f"There are {len(solved.equilibria)} equilibria, one after the other below; there are no more."
    elif unique:
        kind = "the only equilibrium" if solved.commission else "each side's only optimal strategy"
        yield f"This is {kind}."
    else:
        yield "Where a range is shown, other probabilities do as well."


def _player_table(player: Strategy, key: str) -> Table:
    columns = (
        Column("total", "Player has"),
        Column("probability", "Draws", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
        Column("low", "at least", PROBABILITY),
        Column("high", "at most", PROBABILITY),
        Column("gain", "Drawing gains", RATE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            situation_text(cell.situation),
            cell.value,
            cell.value,
            cell.low,
            cell.high,
            cell.gain if len(cell.situation.actions) > 1 else None,
        )
        for cell in player.probabilities
    ]
    notes = (
        "What drawing gains over standing is weighed with how often the situation comes up; it is 0 where"
        " Player mixes.",
    )
    table = Table(f"{key}player", "Player", columns, rows, notes)
    if player.is_unique:
        rows = [(*row[:3], row[5]) for row in rows]
        return table._replace(columns=(*columns[:3], columns[5]), rows=rows)
    return table


def _tableau_table(banker: Strategy, key: str) -> Table:
    columns = (Column("total", "Banker has"), *(Column(f"third_{name}", name) for name in COLUMNS))
    rows: list[tuple[Cell, ...]] = []
    differ = []
    standard = load_rulebook(PUNTO_BANCO)
    for total in ROWS:
        row = [tableau_symbol(_cell(banker, total, column)) for column in range(len(COLUMNS))]
        rows.append((str(total), *row))
        differ += [
            f"{total}, {COLUMNS[column]}"
            for column, symbol in enumerate(row)
            if symbol not in (NEVER, standard.tableau[total][column])
        ]
    others = f"Not as in the tableau of punto banco: {'; '.join(differ)}." if differ else ""
    notes = (SYMBOL_NOTE, others or "All cells are as in the tableau of punto banco.")
    return Table(f"{key}tableau", "Banker", columns, rows, notes, PEOPLE)


def _cell(banker: Strategy, total: int, column: int) -> list[Probability]:
    third = None if column == 0 else column - 1
    return [
        cell
        for cell in banker.probabilities
        if isinstance(cell.situation, BankerSituation)
        and (cell.situation.total, cell.situation.third) == (total, third)
    ]


def tableau_symbol(cells: Sequence[Probability]) -> str:
    """How a cell of the tableau is shown, from Banker's probabilities with each of his hands."""
    if not cells:
        return NEVER
    values = {cell.value for cell in cells}
    if values == {1} or values == {0}:
        return DRAWS if values == {1} else STANDS
    return MIXES if len(values) == 1 else DEPENDS


def _cells_tables(banker: Strategy, key: str) -> Iterator[Table]:
    """The cells of the tableau that mix or depend on Banker's cards, and all of them for machines."""
    columns = (
        Column("situation", "Banker has", audience=PEOPLE),
        Column("total", "", audience=MACHINES),
        Column("cards", "", audience=MACHINES),
        Column("third", "", audience=MACHINES),
        Column("probability", "Draws", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
        Column("low", "at least", PROBABILITY, MACHINES),
        Column("high", "at most", PROBABILITY, MACHINES),
        Column("gain", "Drawing gains", RATE, MACHINES),
    )
    yield Table(
        f"{key}banker", "Banker's situations", columns, _rows(banker.probabilities), audience=MACHINES
    )
    mixed = [cell for cell in banker.probabilities if cell.is_mixed or cell.is_open]
    if mixed:
        shown: tuple[Column, ...] = (columns[0], *columns[4:6])
        rows = [(row[0], *row[4:6]) for row in _rows(mixed)]
        if not banker.is_unique:
            shown += tuple(column._replace(audience=PEOPLE) for column in columns[6:8])
            rows = [(row[0], *row[4:8]) for row in _rows(mixed)]
        yield Table(f"{key}mixed", "Where Banker mixes", shown, rows, audience=PEOPLE)
    by_cards = list(_by_cards(banker))
    if by_cards:
        names = (
            Column("total", "Banker has", grouped=True),
            Column("third", "Third card"),
            Column("draws", "Draws with"),
            Column("stands", "Stands with"),
            Column("mixes", "Mixes with"),
        )
        yield Table(f"{key}by_cards", "Where it depends on Banker's cards", names, by_cards, audience=PEOPLE)


def _rows(cells: Iterable[Probability]) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for cell in cells:
        situation = cell.situation
        assert isinstance(situation, BankerSituation)
        cards = None if situation.cards is None else "{} {}".format(*situation.cards)
        third = COLUMNS[0] if situation.third is None else str(situation.third)
        named = (situation_text(situation), str(situation.total), cards, third)
        rows.append((*named, cell.value, cell.value, cell.low, cell.high, cell.gain))
    return rows


def _by_cards(banker: Strategy) -> Iterator[tuple[Cell, ...]]:
    for total in ROWS:
        for column, name in enumerate(COLUMNS):
            cells = _cell(banker, total, column)
            if tableau_symbol(cells) == DEPENDS:
                draws = [cell for cell in cells if cell.value == 1]
                stands = [cell for cell in cells if cell.value == 0]
                mixes = [cell for cell in cells if cell.is_mixed]
                yield str(total), name, _hands(draws), _hands(stands), _hands(mixes)


def short_text(situation: PlayerSituation) -> str:
    """A situation of Player's for the head of a column: his total, or his cards.

    Examples
    --------
    >>> short_text(PlayerSituation(5, (1, 4), ("D", "S")))
    '1-4'
    """
    return str(situation.total) if situation.cards is None else "{}-{}".format(*situation.cards)


def _hands(cells: Sequence[Probability]) -> str | None:
    return ", ".join("{}-{}".format(*(cell.situation.cards or ())) for cell in cells) or None


def _means_tables(found: Equilibrium, key: str) -> Iterator[Table]:
    rows: list[tuple[Cell, ...]] = []
    for side, strategy in (("Player", found.player), ("Banker", found.banker)):
        for mean in strategy.means:
            weighed = ", ".join(
                f"{weight} for {situation_text(situation)}"
                for situation, weight in zip(mean.situations, mean.weights, strict=True)
            )
            rows.append((side, mean.low, mean.low, mean.high, mean.high, weighed))
    if rows:
        columns = (
            Column("side", "Side", grouped=True),
            Column("low", "Mean at least", PROBABILITY),
            Column("low_exactly", "Exactly", FRACTION, PEOPLE),
            Column("high", "at most", PROBABILITY),
            Column("high_exactly", "Exactly", FRACTION, PEOPLE),
            Column("weights", "Weights", wraps=True),
        )
        notes = (
            "These hands are one and the same to the other side: only the weighted mean of their"
            " probabilities counts.",
        )
        yield Table(f"{key}means", "What has to be kept to", columns, rows, notes)


def _kernel_tables(solved: CheminDeFer, kernel: Kernel, key: str) -> Iterator[Table]:
    nets = [("player", "Player", kernel.player_net)]
    if solved.commission:
        nets.append(("banker", "Banker", kernel.banker_net))
    for name, side, net in nets:
        total = solved.table.total_ways * solved.commission.denominator
        factor, matrix = in_whole_numbers(net, total)
        columns = (
            Column("player_actions", "Player"),
            *(Column(actions, f"Banker {actions}", COUNT) for actions in kernel.banker_actions),
        )
        rows: list[tuple[Cell, ...]] = [
            (actions, *(str(number) for number in row))
            for actions, row in zip(kernel.player_actions, matrix, strict=True)
        ]
        notes = (
            f"What {side} expects to win, times {fraction_text(1 / factor)}.",
            f"Player's rows: {_situations_text(kernel.player_situations)}. Banker's columns:"
            f" {_situations_text(kernel.banker_situations)}.",
        )
        yield Table(f"{key}kernel_{name}", f"Kernel, {side}'s net wins", columns, rows, notes)


def _situations_text(situations: Sequence[PlayerSituation | BankerSituation]) -> str:
    return "; ".join(map(situation_text, situations))


def _decks_table(solved: Sequence[CheminDeFer]) -> Table:
    """Several shoes side by side, a row for each equilibrium."""
    choices = [solved[0].table.player[place] for place in solved[0].table.player_choices]
    columns = (
        Column("decks", "Decks"),
        *(
            Column(f"draws_{number}", f"Draws on {short_text(situation)}", PROBABILITY)
            for number, situation in enumerate(choices)
        ),
        Column("mixes_on", "Banker mixes on", wraps=True),
        Column("mixes", "drawing", PROBABILITY),
        Column("player_net", "Player's net win", RATE),
        *([Column("banker_net", "Banker's net win", RATE)] if solved[0].commission else []),
        Column("punto_banco", "At punto banco", RATE),
        Column("unique", "Unique"),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in solved:
        for found in item.equilibria:
            by_situation = {cell.situation: cell.value for cell in found.player.probabilities}
            mixed = [cell for cell in found.banker.probabilities if cell.is_mixed]
            unique = found.player.is_unique and found.banker.is_unique and len(item.equilibria) == 1
            rows.append(
                (
                    decks_text(None if item.shoe.with_replacement else item.shoe.decks),
                    *(by_situation.get(situation) for situation in choices),
                    "; ".join(situation_text(cell.situation) for cell in mixed) or None,
                    mixed[0].value if mixed else None,
                    found.player_net[0],
                    *([found.banker_net[0]] if item.commission else []),
                    punto_banco_net(item.shoe, item.commission)[0],
                    "yes" if unique else "no",
                )
            )
    return Table("decks", "By number of decks", columns, rows)

"""The middle chapters of a mathematics report: outcomes, every wager line by line, volatility."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.exact import decimal_text
from analyzer.report import plots
from analyzer.report.analysis_report import outcomes_table, totals_table
from analyzer.report.model import (
    CHANCE,
    COUNT,
    FRACTION,
    MACHINES,
    NUMBER,
    ONE_IN,
    PEOPLE,
    PROBABILITY,
    RATE,
    ROOT,
    Cell,
    Chapter,
    Column,
    Prose,
    Root,
    Section,
    Table,
)
from analyzer.report.plot_flow import coup_flow_description, coup_flow_figure
from analyzer.study.table_study import TableStudy, WagerStudy
from analyzer.study.volatility import NORMAL_QUANTILES, volatility_index_square
from analyzer.wager.law import Law

MOST_LAW_PICTURES = 8
TOTAL = "all events"


def outcome_sections(study: TableStudy) -> Iterator[Section]:
    """Who wins how often: the three outcomes, how coups run, final totals and margins."""
    analysis = study.analysis
    yield Chapter("outcomes_chapter", "Outcomes")
    yield outcomes_table(analysis)
    flow = study.flow
    yield plots.Drawn(
        "A coup in four steps", coup_flow_description(flow), lambda: coup_flow_figure(flow)
    ).picture("flow")
    yield plots.totals(analysis).picture("totals_picture")
    yield totals_table(analysis)
    yield plots.margins(analysis).picture("margins_picture")


def wager_sections(study: TableStudy) -> Iterator[Section]:
    """What every wager is worth, and its events one by one."""
    if not study.wagers:
        return
    yield Chapter("wagers_chapter", "Wagers")
    yield _measures_table(study)
    if any(not item.law.has_jackpot for item in study.wagers):
        yield plots.edges(study.analysis).picture("edges_picture")
    for number, item in enumerate(study.wagers, start=1):
        yield _events_table(item, number)
        if item.jackpot is not None:
            yield _jackpot_prose(item, number)
        elif len(study.wagers) <= MOST_LAW_PICTURES:
            yield plots.law_of(item.wager, item.law, is_named=False).picture(
                f"law_{number}", with_heading=False
            )
    yield _lines_table(study)


def _measures_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("rtp", "RTP", RATE),
        Column("house_edge", "House edge", RATE),
        Column("edge_per_resolved_bet", "Per resolved bet", RATE),
        Column("hit_frequency", "Wins", PROBABILITY),
        Column("push_frequency", "Pushes", PROBABILITY),
        Column("exactly", "House edge exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in study.wagers:
        law, known = item.law, not item.law.has_jackpot
        rows.append(
            (
                item.wager.slug,
                item.wager.title,
                law.rtp if known else None,
                law.house_edge if known else None,
                law.edge_per_resolved_bet if known else None,
                law.hit_frequency,
                law.push_frequency,
                law.house_edge if known else None,
            )
        )
    notes = (
        "RTP is what is expected back of one unit, the stake included; the house edge is the rest.",
        "Per resolved bet leaves pushes out.",
    )
    return Table("measures", "Return and house edge", columns, rows, notes)


def _events_table(item: WagerStudy, number: int) -> Table:
    """The events of one wager, for people; their ways add up to the last row."""
    columns = (
        Column("event", "Event", wraps=True),
        Column("pays", "Pays"),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", CHANCE),
        Column("exactly", "Exactly", FRACTION),
        Column("one_in", "One in", ONE_IN),
        Column("contribution", "Adds", RATE),
    )
    law = item.law
    rows: list[tuple[Cell, ...]] = [
        (
            line.label,
            line.pays.to_one_text,
            line.ways,
            law.probability(place),
            law.probability(place),
            law.probability(place),
            None if line.pays.share else law.contribution(place),
        )
        for place, line in enumerate(law.lines)
    ]
    added = sum(line.ways for line in law.lines)
    everything = Fraction(added, law.total_ways)
    expected = None if law.has_jackpot else law.expected_net
    rows.append((TOTAL, None, added, everything, everything, None, expected))
    note = f"The ways add up to all {law.total_ways}; what the events add is the expected net win."
    return Table(f"events_{number}", item.wager.title, columns, rows, (note,), PEOPLE)


def _jackpot_prose(item: WagerStudy, number: int) -> Prose:
    edge = item.jackpot
    assert edge is not None
    formula = f"{edge.without_jackpot} − {edge.per_unit} · J"
    texts = [f"With a jackpot of J units of the stake the house edge is {formula}."]
    if edge.break_even is not None:
        units = decimal_text(edge.break_even, 2)
        texts.append(
            f"Nobody has an edge at a jackpot of {units} units of the stake, exactly {edge.break_even}."
        )
    return Prose(f"jackpot_{number}", f"{item.wager.title}: the jackpot", tuple(texts))


def _lines_table(study: TableStudy) -> Table:
    """The events of all wagers in one table, for machines."""
    columns = (
        Column("slug", ""),
        Column("wager", ""),
        Column("event", ""),
        Column("pays_to_one", ""),
        Column("pays_for_one", ""),
        Column("ways", "", COUNT),
        Column("probability", "", PROBABILITY),
        Column("contribution", "", RATE),
        Column("break_even_pay", "", NUMBER),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            line.label,
            line.pays.to_one_text,
            line.pays.for_one_text,
            line.ways,
            item.law.probability(place),
            None if line.pays.share else item.law.contribution(place),
            None if item.law.has_jackpot else item.law.break_even_pay(place),
        )
        for item in study.wagers
        for place, line in enumerate(item.law.lines)
    ]
    return Table("events", "Events", columns, rows, audience=MACHINES)


def volatility_sections(study: TableStudy) -> Iterator[Section]:
    """How far results stray: deviation, volatility index, bands of the return, hits of every line."""
    known = [item for item in study.wagers if not item.law.has_jackpot]
    if not study.wagers:
        return
    yield Chapter("volatility_chapter", "Volatility")
    if known:
        yield _volatility_table(known)
        yield _bands_table(known)
    yield _hits_table(study)


def _volatility_table(known: list[WagerStudy]) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("variance", "Variance", NUMBER),
        Column("standard_deviation", "SD", ROOT),
        Column("skewness", "Skewness", ROOT),
        *(Column(f"volatility_index_{level}", f"VI {level}%", ROOT) for level in NORMAL_QUANTILES),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            item.law.variance,
            Root(item.law.variance),
            skewness(item.law),
            *(Root(volatility_index_square(item.law, level)) for level in NORMAL_QUANTILES),
        )
        for item in known
    ]
    quantiles = ", ".join(
        f"{decimal_text(value, 9)} for {level}%" for level, value in NORMAL_QUANTILES.items()
    )
    note = (
        f"VI is the volatility index z · SD per unit staked, with z = {quantiles}. "
        "Laboratories that print z as 1.645, 1.96 and 2.576 differ from it in the fourth decimal."
    )
    return Table("volatility", "Deviation and volatility index", columns, rows, (note,))


def skewness(law: Law) -> Root | None:
    """The skewness of a law; None if its net win never varies."""
    square = law.skewness_square
    return None if square is None else Root(square, negative=law.skewness_sign < 0)


def _bands_table(known: list[WagerStudy]) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("rounds", "", COUNT, MACHINES),
        Column("rounds_text", "Rounds", audience=PEOPLE, grouped=True),
        Column("level", "Level"),
        Column("half_width", "±", ROOT),
        Column("from", "RTP from", ROOT),
        Column("to", "to", ROOT),
        Column("normal", "Normal curve"),
        Column("hits_from", "Exact: wins from", COUNT),
        Column("hits_to", "to", COUNT),
        Column("returns_from", "RTP from", CHANCE),
        Column("returns_to", "to", CHANCE),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in known:
        for band in item.bands:
            low, high = band.returns or (None, None)
            square, mean = band.half_width_square, item.law.rtp
            rows.append(
                (
                    item.wager.slug,
                    item.wager.title,
                    band.rounds,
                    f"{band.rounds:,}",
                    f"{band.level}%",
                    Root(square),
                    Root(square, negative=True, plus=mean),
                    Root(square, plus=mean),
                    "rough" if band.is_rough else "good",
                    band.hits.low,
                    band.hits.high,
                    low,
                    high,
                )
            )
    notes = (
        "The first band is RTP ± z · SD / √rounds, for one unit staked in every round. It is called rough "
        "where skewness moves its limits by more than 1/50 of a standard deviation of the mean; then go by "
        "the exact one.",
        "Beside it stands the exact binomial band of the number of wins, added up in whole numbers: fewer "
        "wins and more have at most half of the rest each. A bet that can only win one amount or lose has "
        "its RTP at both ends.",
    )
    return Table("bands", "Bands of the return", columns, rows, notes)


def _hits_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("event", "Event", grouped=True, wraps=True),
        Column("rounds", "", COUNT, MACHINES),
        Column("rounds_text", "Rounds", audience=PEOPLE),
        Column("expected", "Expected", NUMBER),
        Column("from", "From", COUNT),
        Column("to", "To", COUNT),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            label,
            hits.rounds,
            f"{hits.rounds:,}",
            hits.expected,
            *hits.band,
        )
        for item in study.wagers
        for label, listed in item.hits.items()
        for hits in listed
    ]
    note = "Exact binomial bands of 95%: how often each award is paid when the game is dealt as reported."
    return Table("hits", "How often each award is paid", columns, rows, (note,))

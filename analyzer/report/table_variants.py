"""The last chapters of a mathematics report: exposure, rare awards, other decks, break-even values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from analyzer.exact import fraction_text, percent_text
from analyzer.game.rulebook import OUTCOMES
from analyzer.report import plots
from analyzer.report.commission_report import amount_text
from analyzer.report.model import (
    CHANCE,
    COUNT,
    EVERYONE,
    FRACTION,
    MACHINES,
    NUMBER,
    ONE_IN,
    PEOPLE,
    PROBABILITY,
    RATE,
    Cell,
    Chapter,
    Column,
    Fact,
    Facts,
    Prose,
    Section,
    Table,
)
from analyzer.report.plot_shoes import MOST_PANELS
from analyzer.report.table_identity import Subject
from analyzer.study.analysis import Analysis
from analyzer.study.table_study import RARE, TableStudy
from analyzer.wager.joint_law import Exposure

INFINITE = "infinite"
MOST_COLUMNS = 6
"""So many wagers stand side by side, each a column."""


def exposure_sections(study: TableStudy, subject: Subject) -> Iterator[Section]:
    """The most that one coup can cost, and awards that are rarer than may be advertised without odds."""
    if not study.wagers:
        return
    yield Chapter("exposure_chapter", "Exposure and rare awards")
    if study.exposure is not None and study.loss is not None:
        yield _exposure_facts(study, subject)
        yield _exposure_table(study)
    yield _rare_section(study)


def _exposure_facts(study: TableStudy, subject: Subject) -> Facts:
    exposure, loss = study.exposure, study.loss
    assert exposure is not None
    assert loss is not None
    total = study.analysis.total_ways
    beside = sum((largest_pay(wager.lines) for wager in study.beside), Fraction(0))
    facts = [
        Fact("largest_payout", "Largest payout of one coup, in units", exposure.amount, FRACTION),
        Fact("largest_payout_probability", "Its probability", Fraction(exposure.ways, total), CHANCE),
        Fact("largest_payout_one_in", "One in", Fraction(exposure.ways, total), ONE_IN),
        Fact("largest_loss", "Largest loss of the house, in units", loss.amount, FRACTION),
        Fact("largest_loss_probability", "Its probability", Fraction(loss.ways, total), CHANCE),
    ]
    if beside:
        names = ", ".join(wager.title for wager in study.beside)
        facts.append(
            Fact(
                "beside", f"Not counted together with the others: {names}; they add at most", beside, FRACTION
            )
        )
    most = exposure.amount + beside
    if subject.table_maximum is not None:
        money = most * subject.table_maximum * subject.positions
        text = (
            f"{amount_text(money)}: {fraction_text(most)} units · {amount_text(subject.table_maximum)} · "
            f"{subject.positions} position{'' if subject.positions == 1 else 's'}"
        )
        facts.append(Fact("table_exposure", "Maximum exposure of the table", text))
    notes = (
        "One unit stands on every wager. The payout counts the net wins of the bets that win; the loss sets "
        "the stakes that the house keeps against it.",
        "Times the table maximum and the number of positions it is an amount (--table-maximum, --positions).",
    )
    return Facts("exposure", "Maximum exposure", tuple(facts), notes[: 1 if subject.table_maximum else 2])


def largest_pay(lines: tuple[object, ...]) -> Fraction:
    """The largest net win of some pay lines, jackpots apart."""
    return max(
        (line.pays.fixed for line in lines if not line.pays.share),  # type: ignore[attr-defined]
        default=Fraction(0),
    )


def _exposure_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("payout_line", "Largest payout", wraps=True),
        Column("payout_pays", "pays"),
        Column("loss_line", "Largest loss", wraps=True),
        Column("loss_pays", "pays"),
    )

    def told(exposure: Exposure | None, place: int) -> tuple[str, str]:
        assert exposure is not None
        line = study.exposed[place].lines[exposure.lines[place]]
        return line.label, line.pays.to_one_text

    rows = [
        (wager.slug, wager.title, *told(study.exposure, place), *told(study.loss, place))
        for place, wager in enumerate(study.exposed)
    ]
    return Table("exposure_lines", "The coups that cost most", columns, rows)


def _rare_section(study: TableStudy) -> Section:
    title = "Awards rarer than 1 in 100 million"
    if not study.rare:
        return Prose(
            "rare", title, ("There are none: every award is won at least once in 100 million coups.",)
        )
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("event", "Event", wraps=True),
        Column("probability", "Probability", CHANCE),
        Column("one_in", "One in", ONE_IN, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (item.wager.slug, item.wager.title, item.line, item.probability, item.probability)
        for item in study.rare
    ]
    note = (
        f"An award below {fraction_text(RARE)} must not be advertised without its odds (GLI-11 v3.0, 4.8.2)."
    )
    return Table("rare", title, columns, rows, (note,))


def variant_sections(study: TableStudy) -> Iterator[Section]:
    """Other numbers of decks, other commissions, stakes in coins and break-even values."""
    yield Chapter("variants_chapter", "Variants and break-even values")
    yield _outcomes_by_decks(study)
    if not study.wagers:
        return
    yield from _edges_by_decks(study)
    if study.commissions:
        yield _commissions_table(study)
    if study.replacements:
        yield _replacements_table(study)
    yield _break_even_table(study)
    if any(item.wager.commission for item in study.wagers):
        yield _break_even_commissions(study)
    if study.stakes:
        yield _stakes_table(study)


def _decks_text(analysis: Analysis) -> str:
    return INFINITE if analysis.shoe.decks is None else str(analysis.shoe.decks)


def _outcomes_by_decks(study: TableStudy) -> Table:
    columns = (
        Column("decks", "Decks"),
        *(Column(outcome, outcome.capitalize(), PROBABILITY) for outcome in OUTCOMES),
    )
    rows: list[tuple[Cell, ...]] = [
        (_decks_text(analysis), *(analysis.probability(outcome) for outcome in OUTCOMES))
        for analysis in study.decks
    ]
    return Table("outcomes_by_decks", "Outcomes by number of decks", columns, rows)


def _edges_by_decks(study: TableStudy) -> Iterator[Section]:
    known = [item.wager for item in study.wagers if not item.law.has_jackpot]
    rows: list[tuple[Cell, ...]]
    if len(known) <= MOST_COLUMNS:
        columns = (Column("decks", "Decks"), *(Column(wager.slug, wager.title, RATE) for wager in known))
        rows = [
            (_decks_text(analysis), *(_edge(analysis, wager.slug) for wager in known))
            for analysis in study.decks
        ]
    else:
        columns = (
            Column("wager", "Wager", wraps=True),
            *(Column(_decks_text(analysis), _decks_heading(analysis), RATE) for analysis in study.decks),
        )
        rows = [(wager.title, *(_edge(analysis, wager.slug) for analysis in study.decks)) for wager in known]
    yield Table("edges_by_decks", "House edge by number of decks", columns, rows, audience=PEOPLE)
    yield _edges_by_decks_listed(study)
    shown = known[:MOST_PANELS]
    if shown and len(study.decks) > 2:
        yield plots.by_decks(study.decks, shown, study.analysis.shoe.decks).picture("decks_picture")


def _edge(analysis: Analysis, slug: str) -> Fraction | None:
    return analysis.laws[slug].house_edge if slug in analysis.laws else None


def _decks_heading(analysis: Analysis) -> str:
    return analysis.shoe.describe()


def _edges_by_decks_listed(study: TableStudy) -> Table:
    columns = (Column("decks", ""), Column("slug", ""), Column("house_edge", "", RATE))
    rows: list[tuple[Cell, ...]] = [
        (_decks_text(analysis), slug, law.house_edge)
        for analysis in study.decks
        for slug, law in analysis.laws.items()
        if not law.has_jackpot
    ]
    return Table("edges_by_decks_listed", "House edge by number of decks", columns, rows, audience=MACHINES)


def _commissions_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("rate", "Commission"),
        Column("base", "Taken of"),
        Column("house_edge", "House edge", RATE),
        Column("own", "As reported"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            percent_text(item.commission.rate, 2),
            item.commission.base,
            item.house_edge,
            "yes" if item.is_own else None,
        )
        for item in study.commissions
    ]
    return Table("commissions", "Other commissions", columns, rows)


def _replacements_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Bet on Banker"),
        Column("house_edge", "House edge", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (wager.slug, wager.title, law.house_edge, law.house_edge) for wager, law in study.replacements
    ]
    return Table("replacements", "What other tables offer on Banker", columns, rows)


def _break_even_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("event", "Event", wraps=True),
        Column("pays", "Pays"),
        Column("break_even", "Without an edge, to 1", NUMBER),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in study.wagers:
        for place, line in enumerate(item.law.lines):
            if not line.pays.is_win:
                continue
            fair = None if item.break_even is None else item.break_even.pays[place]
            if item.jackpot is not None and line.pays.share:
                fair = item.jackpot.break_even
            shown = fair if isinstance(fair, Fraction) else None
            rows.append((item.wager.slug, item.wager.title, line.label, line.pays.to_one_text, shown, shown))
    notes = (
        "The net win of one line at which the wager has no edge, all others as they are; for a jackpot, its "
        "size in units of the stake.",
    )
    return Table("break_even", "Break-even pays", columns, rows, notes)


def _break_even_commissions(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", wraps=True),
        Column("rate", "Commission"),
        Column("base", "Taken of"),
        Column("break_even", "Without an edge", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for item in study.wagers:
        commission = item.wager.commission
        if commission is None or item.break_even is None:
            continue
        rate = item.break_even.commission.rate
        shown = rate if isinstance(rate, Fraction) else None
        rows.append(
            (
                item.wager.slug,
                item.wager.title,
                percent_text(commission.rate, 2),
                commission.base,
                shown,
                shown,
            )
        )
    return Table("break_even_commissions", "Break-even commissions", columns, rows, audience=EVERYONE)


def _stakes_table(study: TableStudy) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True, wraps=True),
        Column("stake", "Stake", COUNT),
        Column("paid", "Pays at best", COUNT),
        Column("pays", "to 1"),
        Column("house_edge", "House edge", RATE),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            amount_text(item.stake),
            amount_text(item.stake * item.best_pay.net),
            item.best_pay.to_one_text,
            item.house_edge,
            item.house_edge,
        )
        for item in study.stakes
    ]
    return Table("stakes", "By stake, paid in coins", columns, rows)

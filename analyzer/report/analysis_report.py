"""The answer of `analyze` as a report: outcomes, wagers, pay lines and joint totals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    MACHINES,
    NUMBER,
    PEOPLE,
    PROBABILITY,
    RATE,
    ROOT,
    Cell,
    Column,
    Report,
    Root,
    Rounded,
    Section,
    Table,
)
from analyzer.study.analysis import Analysis
from analyzer.wager.law import Law

SCHEMA = "baccarat/analysis"
VERSION = 1

FEW_WAGERS = 6
"""So many wagers have their pay lines shown without being asked."""

LONGEST_PLAY_IN_TITLE = 60


def analysis_report(analysis: Analysis, *, lines: bool | None = None, joint: bool = False) -> Report:
    """A report of an analysis.

    Parameters
    ----------
    analysis : Analysis
    lines : bool, optional
        Whether every pay line is shown; if not given, it depends on how many wagers there are.
    joint : bool, optional
        Whether the joint final totals are shown.
        The JSON tree holds lines and joint totals in any case.
    """
    if lines is None:
        lines = len(analysis.laws) <= FEW_WAGERS
    return Report(
        name=SCHEMA,
        version=VERSION,
        title="; ".join([analysis.rulebook.title, analysis.shoe.describe(), *_played(analysis)]),
        inputs={
            "rules": rules_input(analysis.rulebook),
            "shoe": shoe_input(analysis.shoe),
            "wagers": wagers_input(analysis.wagers),
            **({} if analysis.policy is None else {"play": str(analysis.policy)}),
        },
        method=analysis.method,
        sections=tuple(analysis_sections(analysis, lines, joint)),
        data=analysis_tree(analysis),
    )


def analysis_sections(
    analysis: Analysis, lines: bool, joint: bool, ways_note: str | None = None
) -> Iterator[Section]:
    """Outcomes, wagers and what else is asked for, as tables.

    Parameters
    ----------
    analysis : Analysis
    lines, joint : bool
        As for `analysis_report`.
    ways_note : str, optional
        What ways count, if they are not all ordered sequences of six cards.
    """
    yield outcomes_table(analysis, ways_note)
    if joint:
        yield totals_table(analysis)
        yield _joint_table(analysis)
    if analysis.laws:
        yield _wagers_table(analysis)
        if any(law.has_jackpot for law in analysis.laws.values()):
            yield _jackpots_table(analysis)
        if lines:
            yield _lines_table(analysis)
    if analysis.unanswerable:
        columns = (
            Column("slug", "", audience=MACHINES),
            Column("wager", "Wager"),
            Column("reason", "Why", wraps=True),
        )
        rows = [(item.wager.slug, item.wager.title, item.reason) for item in analysis.unanswerable]
        yield Table("unanswerable", "Wagers this shoe cannot answer", columns, rows)


def _played(analysis: Analysis) -> Iterator[str]:
    """How the choices are played, if there are any, for the title; a long policy is left to JSON."""
    if analysis.policy is not None:
        text = str(analysis.policy)
        yield f"played {text}" if len(text) <= LONGEST_PLAY_IN_TITLE else "choices played as given"


def outcomes_table(analysis: Analysis, ways_note: str | None = None) -> Table:
    """Ways and probabilities of the three outcomes."""
    columns = (
        Column("outcome", "", audience=MACHINES),
        Column("name", "Outcome", audience=PEOPLE),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for outcome, ways in analysis.outcomes.items():
        probability = analysis.probability(outcome)
        rows.append((outcome, outcome.capitalize(), ways, probability, probability))
    note = f"Ways count ordered sequences of six cards; there are {analysis.total_ways}."
    if analysis.scale > 1:
        note = (
            f"Ways count every ordered sequence of six cards {analysis.scale} times, shared out as the"
            f" choices are played; there are {analysis.total_ways}."
        )
    return Table("outcomes", "Outcomes", columns, rows, (ways_note or note,))


def totals_table(analysis: Analysis) -> Table:
    """Probability of each pair of final totals, for people: Player's down, Banker's across."""
    ways: dict[tuple[int, int], int] = {}
    for item in analysis.joint:
        totals = (item.player_total, item.banker_total)
        ways[totals] = ways.get(totals, 0) + item.ways
    columns = (
        Column("player_total", "Player", COUNT),
        *(Column(f"banker_{total}", f"Banker {total}", PROBABILITY) for total in range(10)),
    )
    rows: list[tuple[Cell, ...]] = [
        (player, *(Fraction(ways.get((player, banker), 0), analysis.total_ways) for banker in range(10)))
        for player in range(10)
    ]
    notes = ("Player's final total down, Banker's across.",)
    return Table("totals", "Final totals", columns, rows, notes, PEOPLE)


def _joint_table(analysis: Analysis) -> Table:
    columns = (
        Column("player_total", "Player", COUNT),
        Column("banker_total", "Banker", COUNT),
        Column("player_cards", "Player's cards", COUNT),
        Column("banker_cards", "Banker's cards", COUNT),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.player_total,
            item.banker_total,
            item.player_cards,
            item.banker_cards,
            item.ways,
            Fraction(item.ways, analysis.total_ways),
        )
        for item in analysis.joint
    ]
    return Table("joint", "Final totals and numbers of cards", columns, rows, audience=MACHINES)


def _wagers_table(analysis: Analysis) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager"),
        Column("house_edge", "House edge", RATE),
        Column("edge_per_resolved_bet", "Per resolved bet", RATE),
        Column("rtp", "RTP", RATE),
        Column("hit_frequency", "Wins", PROBABILITY),
        Column("push_frequency", "Pushes", PROBABILITY),
        Column("standard_deviation", "SD", ROOT),
        Column("variance", "Variance", NUMBER),
        Column("skewness", "Skewness", ROOT),
        Column("exactly", "House edge exactly", FRACTION, PEOPLE),
    )
    titles = {wager.slug: wager.title for wager in analysis.wagers}
    rows: list[tuple[Cell, ...]] = []
    for slug, law in analysis.laws.items():
        worth = worth_of(law)
        rows.append(
            (
                slug,
                titles[slug],
                worth["house_edge"],
                worth["edge_per_resolved_bet"],
                worth["rtp"],
                law.hit_frequency,
                law.push_frequency,
                worth["standard_deviation"],
                worth["variance"],
                worth["skewness"],
                worth["house_edge"],
            )
        )
    return Table("wagers", "Wagers", columns, rows)


def worth_of(law: Law) -> dict[str, Fraction | Root | None]:
    """What a wager is worth; nothing of it is known as long as a jackpot has no size."""
    names = ("house_edge", "edge_per_resolved_bet", "rtp", "variance", "standard_deviation", "skewness")
    if law.has_jackpot:
        return dict.fromkeys(names)
    values = (
        law.house_edge,
        law.edge_per_resolved_bet,
        law.rtp,
        law.variance,
        Root(law.variance),
        _skewness(law),
    )
    return dict(zip(names, values, strict=True))


def _jackpots_table(analysis: Analysis) -> Table:
    from analyzer.wager.jackpot import JackpotEdge

    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager"),
        Column("edge_without_jackpot", "House edge without jackpot", RATE),
        Column("edge_per_unit", "Less per unit in it", RATE),
        Column("break_even", "Break-even jackpot", NUMBER),
    )
    titles = {wager.slug: wager.title for wager in analysis.wagers}
    edges = {slug: JackpotEdge.of(law) for slug, law in analysis.laws.items() if law.has_jackpot}
    rows: list[tuple[Cell, ...]] = [
        (slug, titles[slug], edge.without_jackpot, edge.per_unit, edge.break_even)
        for slug, edge in edges.items()
    ]
    notes = ("Jackpots are counted in units of the stake; give one its size with --jackpot.",)
    return Table("jackpots", "Jackpots", columns, rows, notes)


def _lines_table(analysis: Analysis) -> Table:
    columns = (
        Column("slug", "", audience=MACHINES),
        Column("wager", "Wager", grouped=True),
        Column("line", "Line", wraps=True),
        Column("pays", "Pays"),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("contribution", "Contribution", RATE),
        Column("fair_to_one", "", NUMBER, MACHINES),
        Column("break_even_pay", "", NUMBER, MACHINES),
    )
    titles = {wager.slug: wager.title for wager in analysis.wagers}
    rows: list[tuple[Cell, ...]] = [
        (
            slug,
            titles[slug],
            line.label,
            line.pays.to_one_text,
            line.ways,
            law.probability(place),
            None if line.pays.share else law.contribution(place),
            law.fair_to_one(place),
            None if law.has_jackpot else law.break_even_pay(place),
        )
        for slug, law in analysis.laws.items()
        for place, line in enumerate(law.lines)
    ]
    return Table("lines", "Pay lines", columns, rows)


def _skewness(law: Law) -> Root | None:
    square = law.skewness_square
    return None if square is None else Root(square, negative=law.skewness_sign < 0)


def analysis_tree(analysis: Analysis) -> dict[str, Any]:
    """Outcomes, joint totals and laws, as a JSON tree."""
    titles = {wager.slug: wager.title for wager in analysis.wagers}
    return {
        "total_ways": str(analysis.total_ways),
        "outcomes": [
            {"outcome": outcome, **_ways(ways, analysis.total_ways)}
            for outcome, ways in analysis.outcomes.items()
        ],
        "joint": joint_tree(analysis),
        "wagers": [law_tree(slug, titles[slug], law) for slug, law in analysis.laws.items()],
        "unanswerable": [{"wager": item.wager.slug, "reason": item.reason} for item in analysis.unanswerable],
    }


def joint_tree(analysis: Analysis) -> list[dict[str, Any]]:
    """Ways behind the final totals and numbers of cards, as a JSON tree."""
    return [
        {
            "player_total": item.player_total,
            "banker_total": item.banker_total,
            "player_cards": item.player_cards,
            "banker_cards": item.banker_cards,
            "ways": str(item.ways),
        }
        for item in analysis.joint
    ]


def _ways(ways: int, total_ways: int) -> dict[str, Any]:
    probability = Fraction(ways, total_ways)
    return {"ways": str(ways), "fraction": str(probability), "decimal": Rounded(probability)}


def law_tree(slug: str, title: str, law: Law) -> dict[str, Any]:
    """The law of a wager, with what the wager is worth, as a JSON tree."""
    worth = worth_of(law)
    tree = {
        "wager": slug,
        "title": title,
        "total_ways": str(law.total_ways),
        "lines": [_line_tree(law, place) for place in range(len(law.lines))],
        "house_edge": worth["house_edge"],
        "edge_per_resolved_bet": worth["edge_per_resolved_bet"],
        "rtp": worth["rtp"],
        "hit_frequency": law.hit_frequency,
        "push_frequency": law.push_frequency,
        "variance": worth["variance"],
        "standard_deviation": worth["standard_deviation"],
        "skewness": worth["skewness"],
    }
    if not law.has_jackpot:
        return tree
    from analyzer.wager.jackpot import JackpotEdge

    edge = JackpotEdge.of(law)
    return tree | {
        "jackpot": {
            "edge_without_jackpot": edge.without_jackpot,
            "edge_per_unit": edge.per_unit,
            "break_even": edge.break_even,
        }
    }


def _line_tree(law: Law, place: int) -> dict[str, Any]:
    line = law.lines[place]
    pays = line.pays
    return {
        "label": line.label,
        "pays": pays.to_one_text,
        "net": None if pays.share else str(pays.net),
        **({"jackpot_share": str(pays.share), "besides_jackpot": str(pays.fixed)} if pays.share else {}),
        **_ways(line.ways, law.total_ways),
        "contribution": None if pays.share else law.contribution(place),
        "fair_to_one": law.fair_to_one(place),
        "break_even_pay": None if law.has_jackpot else law.break_even_pay(place),
    }

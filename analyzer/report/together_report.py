"""Several wagers on one coup as a report: their sum, their covariances, and what one coup can cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from analyzer.report.commission_report import amount_text
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    NUMBER,
    PROBABILITY,
    RATE,
    ROOT,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Root,
    Rounded,
    Table,
)
from analyzer.study.together import Together
from analyzer.wager.joint_law import Exposure

SCHEMA = "baccarat/together"
VERSION = 1


def together_report(study: Together) -> Report:
    """A report of several wagers on one coup."""
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}; {len(study.wagers)} wagers on one coup",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "wagers": wagers_input(study.wagers),
            "stakes": [str(stake) for stake in study.stakes],
        },
        method="enumeration",
        sections=(
            _about(study),
            _wagers_table(study),
            _exposure_table(study),
            _distribution_table(study),
            _covariance_table(study),
            _combinations_table(study),
        ),
        data=_tree(study),
    )


def _about(study: Together) -> Facts:
    law, staked = study.law, study.staked
    return Facts(
        "together",
        "All wagers together",
        (
            Fact("staked", "Staked", amount_text(staked)),
            Fact("expected_net", "Expected net win", law.expected_net * staked, NUMBER),
            Fact("house_edge", "House edge", law.house_edge, RATE),
            Fact("house_edge_exactly", "House edge exactly", law.house_edge, FRACTION),
            Fact("standard_deviation", "SD of the net win", Root(law.variance * staked**2), ROOT),
            Fact("wins", "Wins", law.hit_frequency, PROBABILITY),
            Fact("comes_out_even", "Comes out even", law.push_frequency, PROBABILITY),
        ),
    )


def _wagers_table(study: Together) -> Table:
    columns = (
        Column("wager", "Wager"),
        Column("stake", "Stake", COUNT),
        Column("house_edge", "House edge", RATE),
        Column("standard_deviation", "SD", ROOT),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, (wager, stake) in enumerate(zip(study.wagers, study.stakes, strict=True)):
        law = study.joint.law(place)
        rows.append((wager.title, amount_text(stake), law.house_edge, Root(law.variance)))
    return Table("wagers", "Wagers", columns, rows, ("House edge and SD are per unit staked on the wager.",))


def _exposure_table(study: Together) -> Table:
    columns = (
        Column("what", "What one coup can cost"),
        Column("amount", "Amount", COUNT),
        Column("lines", "Lines that pay", wraps=True),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            what,
            amount_text(exposure.amount),
            _paid_lines(study, exposure.lines),
            exposure.ways,
            Fraction(exposure.ways, study.joint.total_ways),
        )
        for what, exposure in (
            ("Largest payout", study.largest_payout),
            ("Largest loss of the house", study.largest_loss),
        )
    ]
    notes = ("The loss is the payout less the stakes that the house keeps.",)
    return Table("exposure", "Exposure", columns, rows, notes)


def _paid_lines(study: Together, lines: tuple[int, ...]) -> str:
    """The lines with which a bettor wins."""
    chosen = [(wager, wager.lines[line]) for wager, line in zip(study.wagers, lines, strict=True)]
    return "; ".join(f"{wager.title}: {line.label}" for wager, line in chosen if line.pays.is_win) or "none"


def _distribution_table(study: Together) -> Table:
    columns = (
        Column("net", "Net win", COUNT),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (amount_text(net * study.staked), ways, Fraction(ways, study.law.total_ways))
        for net, ways in study.law.distribution
    ]
    return Table("distribution", "Net win of all wagers", columns, rows)


def _covariance_table(study: Together) -> Table:
    columns = (
        Column("wager", "Wager"),
        *(Column(f"with_{place}", wager.title, NUMBER) for place, wager in enumerate(study.wagers)),
    )
    matrix = study.joint.covariance_matrix()
    rows: list[tuple[Cell, ...]] = [
        (wager.title, *row) for wager, row in zip(study.wagers, matrix, strict=True)
    ]
    notes = ("Per unit staked on each; of a wager with itself, its variance.",)
    return Table("covariances", "Covariances", columns, rows, notes)


def _combinations_table(study: Together) -> Table:
    columns = (
        *(Column(f"line_{place}", wager.title, wraps=True) for place, wager in enumerate(study.wagers)),
        Column("net", "Net win", COUNT),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = []
    for lines, ways in _combinations(study):
        probability = Fraction(ways, study.joint.total_ways)
        labels = (wager.lines[line].label for wager, line in zip(study.wagers, lines, strict=True))
        rows.append((*labels, amount_text(study.joint.net(lines, study.stakes)), ways, probability))
    return Table("combinations", "Lines that pay together", columns, rows)


def _combinations(study: Together) -> list[tuple[tuple[int, ...], int]]:
    """Combinations of lines with their ways, those of the first wager's first line first."""
    return sorted(study.joint.ways.items())


def _tree(study: Together) -> dict[str, Any]:
    law, staked, total_ways = study.law, study.staked, study.joint.total_ways
    return {
        "total_ways": str(total_ways),
        "staked": str(staked),
        "expected_net": law.expected_net * staked,
        "house_edge": law.house_edge,
        "variance": law.variance * staked**2,
        "standard_deviation": Root(law.variance * staked**2),
        "distribution": [
            {"net": str(net * staked), **_ways(ways, total_ways)} for net, ways in law.distribution
        ],
        "covariances": study.joint.covariance_matrix(),
        "largest_payout": _exposure_tree(study, study.largest_payout),
        "largest_loss": _exposure_tree(study, study.largest_loss),
        "combinations": [
            {
                "lines": list(lines),
                "net": str(study.joint.net(lines, study.stakes)),
                **_ways(ways, total_ways),
            }
            for lines, ways in _combinations(study)
        ],
    }


def _exposure_tree(study: Together, exposure: Exposure) -> dict[str, Any]:
    return {
        "amount": str(exposure.amount),
        "lines": [
            {"wager": wager.slug, "line": wager.lines[line].label}
            for wager, line in zip(study.wagers, exposure.lines, strict=True)
        ],
        **_ways(exposure.ways, study.joint.total_ways),
    }


def _ways(ways: int, total_ways: int) -> dict[str, Any]:
    probability = Fraction(ways, total_ways)
    return {"ways": str(ways), "fraction": str(probability), "decimal": Rounded(probability)}

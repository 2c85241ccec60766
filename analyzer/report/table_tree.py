"""A mathematics report as a JSON tree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from analyzer.game.cards import card_name
from analyzer.game.rulebook import OUTCOMES
from analyzer.report.analysis_report import joint_tree
from analyzer.report.model import Root, Rounded
from analyzer.report.rules_report import rulebook_tree
from analyzer.report.table_identity import Subject
from analyzer.report.table_wagers import skewness
from analyzer.study.analysis import Analysis
from analyzer.study.table_study import CommissionVariant, StakeEdge, TableStudy, WagerStudy
from analyzer.study.volatility import NORMAL_QUANTILES, ReturnBand, volatility_index_square
from analyzer.study.worked_examples import Example
from analyzer.wager.joint_law import Exposure
from analyzer.wager.law import Law


def table_tree(study: TableStudy, subject: Subject) -> dict[str, Any]:
    """Everything that a report says, as exact values."""
    analysis = study.analysis
    return {
        "title": subject.title,
        "source": subject.source,
        "note": subject.note,
        "roundings": dict(subject.roundings),
        "missing": list(subject.missing),
        "rulebook": rulebook_tree(analysis.rulebook),
        "examples": [_example(example) for example in study.examples],
        "total_ways": str(analysis.total_ways),
        "outcomes": _outcomes(analysis),
        "joint": joint_tree(analysis),
        "wagers": [_wager_tree(item) for item in study.wagers],
        "unanswerable": [{"wager": item.wager.slug, "reason": item.reason} for item in analysis.unanswerable],
        "exposure": _exposures(study, subject),
        "rare": [
            {"wager": item.wager.slug, "event": item.line, "probability": item.probability}
            for item in study.rare
        ],
        "decks": [_decks_tree(other) for other in study.decks],
        "commissions": [_commission(variant) for variant in study.commissions],
        "replacements": [
            {"wager": wager.slug, "title": wager.title, "house_edge": law.house_edge}
            for wager, law in study.replacements
        ],
        "stakes": [_stake(item) for item in study.stakes],
    }


def _example(example: Example) -> dict[str, Any]:
    return {
        "example": example.title,
        "cards": [card_name(card) for card in example.cards],
        "steps": [step.text for step in example.replay.steps],
        "outcome": example.replay.winner,
    }


def _commission(variant: CommissionVariant) -> dict[str, Any]:
    return {
        "wager": variant.wager.slug,
        "rate": str(variant.commission.rate),
        "base": variant.commission.base,
        "as_reported": variant.is_own,
        "house_edge": variant.house_edge,
    }


def _stake(item: StakeEdge) -> dict[str, Any]:
    return {
        "wager": item.wager.slug,
        "stake": str(item.stake),
        "paid": str(item.stake * item.best_pay.net),
        "house_edge": item.house_edge,
    }


def _outcomes(analysis: Analysis) -> list[dict[str, Any]]:
    return [
        {"outcome": outcome, **_ways(analysis.outcomes[outcome], analysis.total_ways)} for outcome in OUTCOMES
    ]


def _ways(ways: int, total_ways: int) -> dict[str, Any]:
    probability = Fraction(ways, total_ways)
    return {"ways": str(ways), "fraction": str(probability), "decimal": Rounded(probability)}


def _wager_tree(item: WagerStudy) -> dict[str, Any]:
    law, wager = item.law, item.wager
    return {
        "wager": wager.slug,
        "title": wager.title,
        "source": wager.source,
        "commission": None
        if wager.commission is None
        else {"rate": str(wager.commission.rate), "base": wager.commission.base},
        "on_tie": [pay.to_one_text for pay in item.on_tie],
        "events": [_event(item, place) for place in range(len(law.lines))],
        "hit_frequency": law.hit_frequency,
        "push_frequency": law.push_frequency,
        "worth": None if law.has_jackpot else _worth(item),
        "jackpot": None
        if item.jackpot is None
        else {
            "without_jackpot": item.jackpot.without_jackpot,
            "per_unit": item.jackpot.per_unit,
            "break_even": item.jackpot.break_even,
        },
    }


def _event(item: WagerStudy, place: int) -> dict[str, Any]:
    law = item.law
    line, own = law.lines[place], item.wager.lines[place]
    fixed = not law.has_jackpot
    return {
        "event": line.label,
        "when": "otherwise" if own.when is None else own.when.text,
        "pays_to_one": line.pays.to_one_text,
        "pays_for_one": line.pays.for_one_text,
        "net": line.pays.net_text,
        **_ways(line.ways, law.total_ways),
        "contribution": None if line.pays.share else law.contribution(place),
        "break_even_pay": law.break_even_pay(place) if fixed else None,
        "hits": [
            {
                "rounds": str(hits.rounds),
                "expected": hits.expected,
                "low": str(hits.band.low),
                "high": str(hits.band.high),
            }
            for hits in item.hits.get(line.label, ())
        ],
    }


def _worth(item: WagerStudy) -> dict[str, Any]:
    law: Law = item.law
    terms = item.break_even
    return {
        "rtp": law.rtp,
        "house_edge": law.house_edge,
        "edge_per_resolved_bet": law.edge_per_resolved_bet,
        "variance": law.variance,
        "standard_deviation": Root(law.variance),
        "skewness": skewness(law),
        "volatility_index": [
            {"level": level, "z": str(z), "index": Root(volatility_index_square(law, level))}
            for level, z in NORMAL_QUANTILES.items()
        ],
        "bands": [_band(law, band) for band in item.bands],
        "break_even_commission": None
        if item.wager.commission is None or terms is None
        else terms.commission.rate,
    }


def _band(law: Law, band: ReturnBand) -> dict[str, Any]:
    square = band.half_width_square
    low, high = band.returns or (None, None)
    return {
        "rounds": str(band.rounds),
        "level": band.level,
        "half_width": Root(square),
        "low": Root(square, negative=True, plus=law.rtp),
        "high": Root(square, plus=law.rtp),
        "is_rough": band.is_rough,
        "hits_low": str(band.hits.low),
        "hits_high": str(band.hits.high),
        "return_low": low,
        "return_high": high,
    }


def _exposures(study: TableStudy, subject: Subject) -> dict[str, Any] | None:
    if study.exposure is None or study.loss is None:
        return None
    return {
        "largest_payout": _exposure(study, study.exposure),
        "largest_loss": _exposure(study, study.loss),
        "not_counted_together": [wager.slug for wager in study.beside],
        "table_maximum": None if subject.table_maximum is None else str(subject.table_maximum),
        "positions": str(subject.positions),
    }


def _exposure(study: TableStudy, exposure: Exposure) -> dict[str, Any]:
    lines = zip(study.exposed, exposure.lines, strict=True)
    return {
        "units": str(exposure.amount),
        **_ways(exposure.ways, study.analysis.total_ways),
        "lines": [{"wager": wager.slug, "event": wager.lines[line].label} for wager, line in lines],
    }


def _decks_tree(analysis: Analysis) -> dict[str, Any]:
    return {
        "decks": "infinite" if analysis.shoe.decks is None else str(analysis.shoe.decks),
        "total_ways": str(analysis.total_ways),
        "outcomes": _outcomes(analysis),
        "edges": [
            {"wager": slug, "house_edge": law.house_edge}
            for slug, law in analysis.laws.items()
            if not law.has_jackpot
        ],
    }

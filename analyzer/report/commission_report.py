"""A commission stake by stake, as a report."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from analyzer.exact import decimal_text, fraction_text, percent_text
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import COUNT, FRACTION, PEOPLE, RATE, Cell, Column, Fact, Facts, Report, Table
from analyzer.study.commission import CommissionStudy, StakeResult
from analyzer.wager.commission import EXACTLY, Payments

VERSION = 1


def commission_report(study: CommissionStudy, method: str) -> Report:
    """The edge of a bet on Banker for several stakes."""
    rate = percent_text(study.commission.rate, 2)
    return Report(
        "baccarat/commission",
        VERSION,
        f"Banker, {study.pays.to_one_text} less {rate} of {study.commission.base}; {study.shoe.describe()}",
        {
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "pays": study.pays.to_one_text,
            "commission": {"rate": str(study.commission.rate), "base": study.commission.base},
            "payments": payments_input(study.payments),
        },
        method,
        (_about(study), _stakes_table(study)),
        {
            "unrounded": {
                "pays": str(study.unrounded.lines[1].pays.net),
                "house_edge": study.unrounded.house_edge,
            },
            "stakes": [_stake_tree(result) for result in study.stakes],
        },
    )


def payments_input(payments: Payments) -> dict[str, Any]:
    """How a table pays, amounts as text."""
    return {
        "coin": None if payments.coin is None else str(payments.coin),
        "round_commission": payments.round_commission,
        "round_payout": payments.round_payout,
        "minimum": str(payments.minimum),
    }


def payments_text(payments: Payments) -> str:
    """How a table pays, in words.

    Examples
    --------
    >>> from fractions import Fraction
    >>> payments_text(Payments(Fraction(1), round_commission="down"))
    'commission down to coins of 1'
    """
    parts = []
    for what, way in (("commission", payments.round_commission), ("payout", payments.round_payout)):
        if way != EXACTLY and payments.coin is not None:
            to = "to the nearest coin" if way == "nearest" else f"{way} to coins"
            parts.append(f"{what} {to} of {amount_text(payments.coin)}")
    if payments.minimum:
        parts.append(f"at least {amount_text(payments.minimum)} commission")
    return ", ".join(parts) or "exactly"


def amount_text(amount: Fraction) -> str:
    """An amount of money: cents where it has some, a fraction where cents do not tell it exactly.

    Examples
    --------
    >>> [amount_text(Fraction(text)) for text in ("5", "1.25", "1/3")]
    ['5', '1.25', '1/3']
    """
    if amount.denominator == 1 or amount.denominator not in (2, 4, 5, 10, 20, 25, 50, 100):
        return fraction_text(amount)
    return decimal_text(amount, 2)


def _about(study: CommissionStudy) -> Facts:
    return Facts(
        "about",
        "About",
        (
            Fact("paid", "Paid", payments_text(study.payments)),
            Fact("unrounded_edge", "House edge without rounding", study.unrounded.house_edge, RATE),
        ),
    )


def _stakes_table(study: CommissionStudy) -> Table:
    columns = (
        Column("stake", "Stake", COUNT),
        Column("exact_commission", "Commission", COUNT),
        Column("taken", "Really taken", COUNT),
        Column("rate", "Of the winnings", RATE),
        Column("paid", "Paid", COUNT),
        Column("house_edge", "House edge", RATE),
        Column("exactly", "House edge exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            amount_text(result.stake),
            amount_text(result.exact),
            amount_text(result.taken),
            result.rate,
            amount_text(result.paid),
            result.law.house_edge,
            result.law.house_edge,
        )
        for result in study.stakes
    ]
    return Table("stakes", "By stake", columns, rows)


def _stake_tree(result: StakeResult) -> dict[str, Any]:
    return {
        "stake": str(result.stake),
        "exact_commission": str(result.exact),
        "taken": str(result.taken),
        "rate": result.rate,
        "paid": str(result.paid),
        "house_edge": result.law.house_edge,
    }

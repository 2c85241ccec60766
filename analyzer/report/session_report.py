"""Sessions of independent rounds as a report: net results, rounds won, and what becomes of a bankroll."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyzer.exact import percent_text
from analyzer.report.commission_report import amount_text
from analyzer.report.inputs import rules_input, shoe_input, wagers_input
from analyzer.report.model import (
    COUNT,
    MACHINES,
    NUMBER,
    PROBABILITY,
    ROOT,
    Cell,
    Column,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.sessions.ruin import IN_THE_END, WITHIN_ROUNDS, Ruin
from analyzer.study.sessions.session import SessionStudy, WagerSession

SCHEMA = "baccarat/session"
VERSION = 1
METHOD = "convolution"

INDEPENDENCE = "Under independence: every round is dealt from the whole shoe."

WAGER_COLUMNS = (Column("slug", "", audience=MACHINES), Column("wager", "Wager", grouped=True, wraps=True))


def session_report(study: SessionStudy, *, with_distribution: bool = False) -> Report:
    """A report of sessions with some wagers.

    Parameters
    ----------
    study : SessionStudy
    with_distribution : bool, optional
        Whether every possible net result is listed.
    """
    rounds = "1 round" if study.rounds == 1 else f"{study.rounds} rounds"
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{study.rulebook.title}; {study.shoe.describe()}; {rounds} of {amount_text(study.stake)}",
        inputs={
            "rules": rules_input(study.rulebook),
            "shoe": shoe_input(study.shoe),
            "wagers": wagers_input(
                [*(item.wager for item in study.wagers), *(item.wager for item in study.unanswerable)]
            ),
            "rounds": str(study.rounds),
            "stake": str(study.stake),
        },
        method=METHOD,
        sections=tuple(_sections(study, with_distribution)),
        data={
            "independent": True,
            "wagers": [_wager_tree(item, with_distribution) for item in study.wagers],
            "unanswerable": [
                {"wager": item.wager.slug, "reason": item.reason} for item in study.unanswerable
            ],
        },
        exact=all(item.is_exact for item in study.wagers),
    )


def error_text(error: Fraction) -> str:
    """What is to be said about the error of probabilities.

    Examples
    --------
    >>> error_text(Fraction(3, 10**16))
    'Rounding moves no probability by more than 10^-15; only digits that are certain are shown.'
    """
    if not error:
        return "Probabilities are exact."
    power = len(str(error.denominator // error.numerator)) - 1
    return f"Rounding moves no probability by more than 10^-{power}; only digits that are certain are shown."


def _sections(study: SessionStudy, with_distribution: bool) -> Iterator[Section]:
    if study.wagers:
        yield _results_table(study)
        yield _quantiles_table(study)
        yield _bands_table(study)
        yield _amounts_table(study)
        yield _wins_table(study)
        if any(item.exact_wins for item in study.wagers):
            yield _exact_wins_table(study)
        if any(item.ruin for item in study.wagers):
            yield _ruin_table(study)
        if with_distribution:
            yield _distribution_table(study)
    if study.unanswerable:
        columns = (*WAGER_COLUMNS, Column("reason", "Why", wraps=True))
        rows = [(item.wager.slug, item.wager.title, item.reason) for item in study.unanswerable]
        yield Table("unanswerable", "Wagers that cannot be answered with this shoe", columns, rows)


def _results_table(study: SessionStudy) -> Table:
    columns = (
        *WAGER_COLUMNS,
        Column("ahead", "Ahead", PROBABILITY),
        Column("even", "Even", PROBABILITY),
        Column("behind", "Behind", PROBABILITY),
        Column("mean", "Mean", NUMBER),
        Column("standard_deviation", "SD", ROOT),
        Column("worst", "Worst", COUNT),
        Column("best", "Best", COUNT),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            item.ahead,
            item.even,
            item.behind,
            item.mean,
            Root(item.variance),
            amount_text(item.worst),
            amount_text(item.best),
        )
        for item in study.wagers
    ]
    notes = (INDEPENDENCE, error_text(max(item.error for item in study.wagers)))
    return Table("results", "Net result", columns, rows, notes)


def _quantiles_table(study: SessionStudy) -> Table:
    shares = [share for share, _ in study.wagers[0].quantiles()]
    columns = (
        *WAGER_COLUMNS,
        *(
            Column(f"quantile_{share.numerator * 100 // share.denominator}", percent_text(share, 0), COUNT)
            for share in shares
        ),
    )
    rows: list[tuple[Cell, ...]] = [
        (item.wager.slug, item.wager.title, *(_ends_text(ends) for _, ends in item.quantiles()))
        for item in study.wagers
    ]
    notes = ("The smallest net result that is not exceeded with at least this probability.",)
    return Table("quantiles", "Quantiles of the net result", columns, rows, notes)


def _bands_table(study: SessionStudy) -> Table:
    levels = [level for level, _, _ in study.wagers[0].bands()]
    columns = (*WAGER_COLUMNS, *(Column(f"band_{level}", f"{level}%", COUNT) for level in levels))
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            *(f"{_ends_text(lower)} to {_ends_text(upper)}" for _, lower, upper in item.bands()),
        )
        for item in study.wagers
    ]
    notes = ("Below a band, and above it, lies at most half of what is left to 100%.",)
    return Table("bands", "Central bands of the net result", columns, rows, notes)


def _ends_text(ends: tuple[Fraction, Fraction]) -> str:
    early, late = map(amount_text, ends)
    return early if early == late else f"{early} or {late}"


def _amounts_table(study: SessionStudy) -> Table:
    columns = (
        *WAGER_COLUMNS,
        Column("amount", "Amount", COUNT),
        Column("win_at_least", "Wins as much", PROBABILITY),
        Column("lose_at_least", "Loses as much", PROBABILITY),
        Column("within", "From - to + it", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            amount_text(chance.amount),
            chance.win_at_least,
            chance.lose_at_least,
            chance.within,
        )
        for item in study.wagers
        for chance in item.chances
    ]
    notes = ("As much, or more; a net result of the amount itself belongs to the last column too.",)
    return Table("amounts", "Winning and losing an amount", columns, rows, notes)


def _wins_table(study: SessionStudy) -> Table:
    columns = (
        *WAGER_COLUMNS,
        Column("expected", "Expected", NUMBER),
        Column("band", "95% band", COUNT),
        Column("none", "None at all", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            item.wager.slug,
            item.wager.title,
            item.law.hit_frequency * study.rounds,
            f"{item.wins_band.low} to {item.wins_band.high}",
            item.wins.at(0),
        )
        for item in study.wagers
    ]
    return Table("wins", "Rounds won", columns, rows, ("The band is exact.",))


def _exact_wins_table(study: SessionStudy) -> Table:
    columns = (
        *WAGER_COLUMNS,
        Column("wins", "Wins", COUNT),
        Column("probability", "Probability", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (item.wager.slug, item.wager.title, wins, probability)
        for item in study.wagers
        for wins, probability in item.exact_wins.items()
    ]
    return Table("exact_wins", "Exactly so many rounds won", columns, rows)


def _ruin_table(study: SessionStudy) -> Table:
    columns = (
        *WAGER_COLUMNS,
        Column("when", "When"),
        Column("ruin", "Ruin", PROBABILITY),
        Column("target", "Target", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = []
    notes = ["Ruin is to have less than one stake left, before the target if there is one."]
    if not all(item.ruin.is_exact for item in study.wagers if item.ruin):
        notes.append("Only digits that are certain are shown.")
    for item in study.wagers:
        ruin = item.ruin
        if ruin is None:
            continue
        named = item.wager.slug, item.wager.title
        rows.append((*named, WITHIN_ROUNDS, ruin.within_rounds, ruin.reached_within_rounds))
        rows.append((*named, IN_THE_END, ruin.ever, ruin.reached))
        notes += [
            f"{item.wager.title} is left out {part.question}: {part.reason}; {part.mend}."
            for part in ruin.left_out
        ]
    [first, *_] = [item.ruin for item in study.wagers if item.ruin]
    title = f"A bankroll of {amount_text(first.bankroll * study.stake)}"
    if first.target is not None:
        title += f", and a target of {amount_text(first.target * study.stake)}"
    return Table("ruin", title, columns, rows, tuple(notes))


def _distribution_table(study: SessionStudy) -> Table:
    columns = (
        *WAGER_COLUMNS,
        Column("net", "Net result", COUNT),
        Column("probability", "Probability", PROBABILITY),
    )
    rows: list[tuple[Cell, ...]] = [
        (item.wager.slug, item.wager.title, amount_text(net), probability)
        for item in study.wagers
        for net, probability in item.net.results()
    ]
    return Table("distribution", "Every net result", columns, rows)


def _wager_tree(item: WagerSession, with_distribution: bool) -> dict[str, Any]:
    return {
        "wager": item.wager.slug,
        "title": item.wager.title,
        "error_bound": str(item.error),
        "house_edge": item.law.house_edge,
        "ahead": item.ahead,
        "even": item.even,
        "behind": item.behind,
        "mean": item.mean,
        "variance": item.variance,
        "standard_deviation": Root(item.variance),
        "worst": str(item.worst),
        "best": str(item.best),
        "quantiles": [{"share": str(share), **_ends_tree(ends)} for share, ends in item.quantiles()],
        "bands": [
            {"level": str(level), "lower": _ends_tree(lower), "upper": _ends_tree(upper)}
            for level, lower, upper in item.bands()
        ],
        "amounts": [
            {
                "amount": str(chance.amount),
                "win_at_least": chance.win_at_least,
                "lose_at_least": chance.lose_at_least,
                "within": chance.within,
            }
            for chance in item.chances
        ],
        "wins": {
            "expected": item.law.hit_frequency * item.rounds,
            "band": {"low": str(item.wins_band.low), "high": str(item.wins_band.high)},
            "none": item.wins.at(0),
            "exactly": [
                {"wins": str(wins), "probability": probability}
                for wins, probability in item.exact_wins.items()
            ],
        },
        "ruin": None if item.ruin is None else _ruin_tree(item.ruin, item.stake),
        "distribution": [
            {"net": str(net), "probability": probability} for net, probability in item.net.results()
        ]
        if with_distribution
        else None,
    }


def _ends_tree(ends: tuple[Fraction, Fraction]) -> dict[str, str]:
    early, late = ends
    return {"from": str(early), "to": str(late)}


def _ruin_tree(ruin: Ruin, stake: Fraction) -> dict[str, Any]:
    return {
        "bankroll": str(ruin.bankroll * stake),
        "target": None if ruin.target is None else str(ruin.target * stake),
        "ruin_within_rounds": ruin.within_rounds,
        "target_within_rounds": ruin.reached_within_rounds,
        "ruin_in_the_end": ruin.ever,
        "target_in_the_end": ruin.reached,
        "left_out": [
            {"question": part.question, "reason": part.reason, "mend": part.mend} for part in ruin.left_out
        ],
    }

"""Everything that a mathematics report of a table says: rules, shoe and wagers, and what follows from them.

What a table offers is analysed once; other decks, other commissions and stakes in coins stand beside it.
Questions about several wagers at once, such as the most that a coup can cost, are asked only of as many
wagers as look at few cards more closely than at point values, because their combinations grow quickly; what
the others can add is bounded by their largest pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.errors import AnalyzerError, WagerError
from analyzer.game.coup import BANKER_2, RANK, VALUE
from analyzer.game.rulebook import TIE, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_wager
from analyzer.study.analysis import METHODS, Analysis, analyze
from analyzer.study.break_even import BreakEven, break_even_of
from analyzer.study.coup_flow import CoupFlow, coup_flow
from analyzer.study.volatility import (
    BAND_LEVELS,
    ROUNDS,
    LineHits,
    ReturnBand,
    line_hits,
    return_band,
)
from analyzer.study.worked_examples import Example, worked_examples
from analyzer.wager.commission import Payments, at_stake, before_commission
from analyzer.wager.condition import Condition
from analyzer.wager.jackpot import JackpotEdge
from analyzer.wager.joint_law import Exposure, JointLaw
from analyzer.wager.law import Law
from analyzer.wager.odds import LOSE, PUSH, Commission, Pay
from analyzer.wager.settling import settled_ways
from analyzer.wager.wager import PayLine, Wager

MOST_WAGERS_TOGETHER, MOST_LOOKS_TOGETHER = 24, 6
"""Wagers whose lines are counted together, and the looks at ranks, colours or suits that they may need."""

FEW_DECKS = (2, 6, 8)
MANY_DECKS = tuple(range(1, 13))

RARE = Fraction(1, 100_000_000)
"""An award that is rarer must not be advertised without its odds (GLI-11 v3.0, §4.8.2)."""

USUAL_RATES = tuple(Fraction(rate) for rate in ("0", "1/100", "1/50", "1/40", "3/100", "1/25", "1/20"))
REPLACEMENTS = (
    "main/banker-half-on-6",
    "main/banker-half-on-5",
    "main/banker-push-on-three-card-7",
    "main/banker-4-percent",
)
"""What tables offer on Banker instead of a commission of 5%."""

FEW_COINS = (1, 2, 3, 4, 5, 10, 20)
STAKES = tuple(map(Fraction, (1, 2, 5, 10, 15, 20, 25, 50, 75, 100, 500)))

_TIE = Wager("tie", (PayLine(TIE, Condition.parse(TIE), Pay(PUSH)), PayLine("otherwise", None, Pay(LOSE))))


@dataclass(frozen=True)
class CommissionVariant:
    """A wager under another commission, or none, with its house edge."""

    wager: Wager
    commission: Commission
    is_own: bool
    house_edge: Fraction


@dataclass(frozen=True)
class StakeEdge:
    """What a wager is worth for one stake when the table pays in coins."""

    wager: Wager
    stake: Fraction
    best_pay: Pay
    house_edge: Fraction


@dataclass(frozen=True)
class RareLine:
    """An award that comes less than once in 100 million coups, or never."""

    wager: Wager
    line: str
    probability: Fraction


@dataclass(frozen=True)
class WagerStudy:
    """One wager: its law, and what follows from it.

    Attributes
    ----------
    law : Law
    on_tie : tuple of Pay
        What it can pay when the coup is a tie; empty if a tie cannot be dealt.
    bands : tuple of ReturnBand
        By rounds and level; empty for a wager whose jackpot has no size.
    hits : mapping of str to tuple of LineHits
        For each line that wins, by its label.
    break_even : BreakEven or None
    jackpot : JackpotEdge or None
    """

    wager: Wager
    law: Law
    on_tie: tuple[Pay, ...]
    bands: tuple[ReturnBand, ...]
    hits: Mapping[str, tuple[LineHits, ...]]
    break_even: BreakEven | None
    jackpot: JackpotEdge | None


@dataclass(frozen=True)
class TableStudy:
    """Everything about a table.

    Attributes
    ----------
    analysis : Analysis
    wagers : tuple of WagerStudy
        Those that the shoe can answer.
    examples : tuple of Example
    flow : CoupFlow
    exposure, loss : Exposure or None
        The largest payout and the largest loss of the house in one coup, with one unit on each of `exposed`.
    exposed : tuple of Wager
        The wagers that were counted together.
    beside : tuple of Wager
        Those that were not; their jackpots apart, they add at most their largest pay.
    decks : tuple of Analysis
        The same wagers with other shoes.
    commissions : tuple of CommissionVariant
    replacements : tuple of (Wager, Law)
        What other tables offer instead of a wager with a commission, under these rules and with this shoe.
    payments : Payments
        How the table pays.
    stakes : tuple of StakeEdge
        Empty if the table pays exactly.
    rare : tuple of RareLine
    """

    analysis: Analysis
    wagers: tuple[WagerStudy, ...]
    examples: tuple[Example, ...]
    flow: CoupFlow
    exposure: Exposure | None
    loss: Exposure | None
    exposed: tuple[Wager, ...]
    beside: tuple[Wager, ...]
    decks: tuple[Analysis, ...]
    commissions: tuple[CommissionVariant, ...]
    replacements: tuple[tuple[Wager, Law], ...]
    payments: Payments
    stakes: tuple[StakeEdge, ...]
    rare: tuple[RareLine, ...]


def study_table(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    *,
    payments: Payments | None = None,
    decks: Sequence[int] = (),
    required: Sequence[str] = (),
    method: str = METHODS[0],
) -> TableStudy:
    """Everything about a table.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
        None at all if the payouts are not known; then there are probabilities only.
    payments : Payments, optional
        How the table pays; exactly if not given.
    decks : sequence of int, optional
        Numbers of decks to set beside the shoe.
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if the shoe cannot.
    method : {"enumeration", "graph"}

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = study_table(Shoe.from_decks(8), load_rulebook(), load_wagers())
    >>> study.exposure.amount, [str(pay) for pay in study.wagers[0].on_tie]
    (Fraction(30, 1), ['push'])
    """
    payments = payments or Payments()
    analysis = analyze(shoe, rulebook, wagers, method, required)
    answered = [wager for wager in wagers if wager.slug in analysis.laws]
    joint = _joint_law(shoe, rulebook, answered)
    on_tie = _pays_on_ties(shoe, rulebook, answered, joint)
    studies = tuple(_wager_study(wager, analysis.laws[wager.slug], on_tie[wager.slug]) for wager in answered)
    exposed = _without_jackpots(joint)
    together = exposed.wagers if exposed else ()
    return TableStudy(
        analysis=analysis,
        wagers=studies,
        examples=tuple(worked_examples(rulebook)),
        flow=coup_flow(shoe, rulebook),
        exposure=exposed.largest_payout([1] * len(exposed.wagers)) if exposed else None,
        loss=exposed.largest_loss([1] * len(exposed.wagers)) if exposed else None,
        exposed=together,
        beside=tuple(wager for wager in answered if wager not in together),
        decks=_other_decks(analysis, answered, decks),
        commissions=tuple(_commission_variants(studies)),
        replacements=_replacements(analysis, answered),
        payments=payments,
        stakes=tuple(_stake_edges(studies, payments)),
        rare=tuple(_rare_lines(studies)),
    )


def _joint_law(shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager]) -> JointLaw | None:
    """The joint law of the wagers that can be counted together and, last, of the tie; None if none can."""
    together: list[Wager] = []
    looks: set[tuple[int, str]] = set()
    for wager in wagers:
        more = looks | looks_past_values(wager)
        if len(more) <= MOST_LOOKS_TOGETHER and len(together) < MOST_WAGERS_TOGETHER:
            together.append(wager)
            looks = more
    if not together:
        return None
    counted = (*together, _TIE)
    ways, total_ways = settled_ways(shoe, rulebook, counted)
    return JointLaw(counted, ways, total_ways)


def looks_past_values(wager: Wager) -> set[tuple[int, str]]:
    """Card positions and details that a wager looks at and point values do not tell."""
    return {
        (position, detail)
        for fact in wager.facts
        for position, details in fact.needs.items()
        for detail in details
        if detail != VALUE
    }


def _without_jackpots(joint: JointLaw | None) -> JointLaw | None:
    """The joint law of those wagers whose pays are known, without the tie."""
    if joint is None:
        return None
    kept = [
        place
        for place, wager in enumerate(joint.wagers[:-1])
        if not any(line.pays.share for line in wager.lines)
    ]
    if not kept:
        return None
    ways: dict[tuple[int, ...], int] = {}
    for lines, behind in joint.ways.items():
        key = tuple(lines[place] for place in kept)
        ways[key] = ways.get(key, 0) + behind
    return JointLaw(tuple(joint.wagers[place] for place in kept), ways, joint.total_ways)


def _pays_on_ties(
    shoe: Shoe, rulebook: Rulebook, wagers: Sequence[Wager], joint: JointLaw | None
) -> dict[str, tuple[Pay, ...]]:
    """What each wager can pay when the coup is a tie."""
    found = {}
    for wager in wagers:
        if joint is not None and wager in joint.wagers:
            place = joint.wagers.index(wager)
            paying = {lines[place] for lines, behind in joint.ways.items() if behind and lines[-1] == 0}
        else:
            ways, _ = settled_ways(shoe, rulebook, [wager, _TIE])
            paying = {lines[0] for lines, behind in ways.items() if behind and lines[1] == 0}
        pays = {wager.lines[line].pays: None for line in sorted(paying)}
        found[wager.slug] = tuple(pays)
    return found


def _wager_study(wager: Wager, law: Law, on_tie: tuple[Pay, ...]) -> WagerStudy:
    hits = {
        line.label: tuple(line_hits(law.probability(place), rounds) for rounds in ROUNDS)
        for place, line in enumerate(law.lines)
        if line.pays.is_win
    }
    if law.has_jackpot:
        return WagerStudy(wager, law, on_tie, (), hits, None, JackpotEdge.of(law))
    bands = tuple(return_band(law, level, rounds) for rounds in ROUNDS for level in BAND_LEVELS)
    return WagerStudy(wager, law, on_tie, bands, hits, break_even_of(wager, law), None)


def _other_decks(analysis: Analysis, wagers: Sequence[Wager], decks: Sequence[int]) -> tuple[Analysis, ...]:
    """The same wagers with full shoes: many numbers of decks where that is quick, else a few."""
    listed = {*(MANY_DECKS if _is_quick(wagers) else FEW_DECKS), *decks}
    if analysis.shoe.decks is not None:
        listed.add(analysis.shoe.decks)
    shoes = [*(Shoe.from_decks(number) for number in sorted(listed)), Shoe.infinite()]
    return tuple(
        analysis if shoe == analysis.shoe else analyze(shoe, analysis.rulebook, wagers, analysis.method)
        for shoe in shoes
    )


def _is_quick(wagers: Iterable[Wager]) -> bool:
    """Whether all wagers look no closer at the cards than at point values, and at ranks of the first four."""
    looks = set().union(*map(looks_past_values, wagers))
    return all(detail == RANK and position < BANKER_2 + 1 for position, detail in looks)


def _commission_variants(studies: Iterable[WagerStudy]) -> list[CommissionVariant]:
    """Wagers with a commission at the usual rates on their own base, and at their own rate on the others."""
    variants = []
    for study in studies:
        own = study.wager.commission
        if own is None or study.law.has_jackpot:
            continue
        listed = [Commission(rate, own.base) for rate in sorted({*USUAL_RATES, own.rate})]
        listed += [Commission(own.rate, base) for base in _OTHER_BASES if base != own.base]
        for commission in listed:
            edge = _edge_under(study, own, commission)
            if edge is not None:
                variants.append(CommissionVariant(study.wager, commission, commission == own, edge))
    return variants


def _replacements(analysis: Analysis, wagers: Sequence[Wager]) -> tuple[tuple[Wager, Law], ...]:
    if not any(wager.commission for wager in wagers):
        return ()
    others = [load_wager(slug) for slug in REPLACEMENTS if slug not in analysis.laws]
    laws = analyze(analysis.shoe, analysis.rulebook, others, analysis.method).laws
    return tuple((wager, laws[wager.slug]) for wager in others if wager.slug in laws)


_OTHER_BASES = ("winnings", "stake", "everything handed back")


def _edge_under(study: WagerStudy, own: Commission, other: Commission) -> Fraction | None:
    try:
        lines = tuple(
            replace(line, pays=other.after(Pay(before_commission(line.pays.net, own))))
            if line.pays.net > 0
            else line
            for line in study.law.lines
        )
    except WagerError:  # a commission of everything leaves nothing to tell the winnings from
        return None
    return replace(study.law, lines=lines).house_edge


def _stake_edges(studies: Iterable[WagerStudy], payments: Payments) -> list[StakeEdge]:
    """Edges by stake where a table pays in coins; a stake whose commission would eat its win is left out."""
    if payments.coin is None and not payments.minimum:
        return []
    edges = []
    for study in studies:
        if study.law.has_jackpot:
            continue
        for stake in _stakes(payments):
            try:
                paid = at_stake(study.wager, stake, payments)
            except AnalyzerError:
                continue
            law = Law.of(paid, [line.ways for line in study.law.lines], study.law.total_ways)
            best = max((line.pays for line in paid.lines), key=lambda pay: pay.net)
            edges.append(StakeEdge(study.wager, stake, best, law.house_edge))
    changed = {edge.wager.slug for edge in edges if edge.house_edge != _edge_of(studies, edge.wager)}
    return [edge for edge in edges if edge.wager.slug in changed]


def _stakes(payments: Payments) -> list[Fraction]:
    """Usual stakes in whole coins, and a few coins."""
    coin = payments.coin
    if coin is None:
        return list(STAKES)
    return sorted(
        {*(stake for stake in STAKES if stake % coin == 0), *(coin * number for number in FEW_COINS)}
    )


def _edge_of(studies: Iterable[WagerStudy], wager: Wager) -> Fraction:
    return next(study.law.house_edge for study in studies if study.wager is wager)


def _rare_lines(studies: Iterable[WagerStudy]) -> list[RareLine]:
    return [
        RareLine(study.wager, line.label, study.law.probability(place))
        for study in studies
        for place, line in enumerate(study.law.lines)
        if line.pays.is_win and study.law.probability(place) < RARE
    ]

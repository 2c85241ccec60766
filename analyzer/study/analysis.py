"""A table of rules, shoe and wagers: who wins how often, and what every wager is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from analyzer.errors import RulebookError, ShoeError, UsageError
from analyzer.exact import Exact
from analyzer.game.coup import VALUE
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.wager.law import Law
from analyzer.wager.settling import line_ways, settled_ways
from analyzer.wager.wager import Wager

if TYPE_CHECKING:
    from analyzer.play.policy import Policy

METHODS = ("enumeration", "graph", "forms")

JOINT_FACTS = ("player.total", "banker.total", "player.cards", "banker.cards")
TOLD_BY_JOINT = (*JOINT_FACTS, "player.wins", "banker.wins", "tie", "margin", "cards")
"""What final totals and numbers of cards decide: one count serves the joint totals and the main bets."""


@dataclass(frozen=True)
class Joint:
    """Ways behind one combination of final totals and numbers of cards."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    ways: int


@dataclass(frozen=True)
class Unanswerable:
    """A wager the shoe cannot answer, and why."""

    wager: Wager
    reason: str


@dataclass(frozen=True)
class Analysis:
    """Everything `analyze` finds out.

    Attributes
    ----------
    outcomes : dict of str to int
        Ways behind player, banker and tie; they add up to `total_ways`.
    joint : tuple of Joint
        Ways behind every combination of final totals and numbers of cards that can happen.
    laws : dict of Wager to Law
        The exact law of every wager the shoe can answer.
    unanswerable : tuple of Unanswerable
        The others.
    policy : Policy or None
        How choices are played, where the rulebook has any.
    scale : int
        How many times ways count every six-card sequence, so that shares of it are whole numbers.
    """

    rulebook: Rulebook
    shoe: Shoe
    wagers: tuple[Wager, ...]
    method: str
    total_ways: int
    outcomes: dict[str, int]
    joint: tuple[Joint, ...]
    laws: dict[str, Law]
    unanswerable: tuple[Unanswerable, ...]
    policy: Policy | None = None
    scale: int = 1

    def probability(self, outcome: str) -> Exact:
        """Exact probability of player, banker or tie."""
        return Exact(self.outcomes[outcome], self.total_ways)

    def law(self, slug: str) -> Law:
        """The law of a wager, by its slug."""
        return self.laws[slug]


Answers = dict[tuple[int, ...], int]
Counter = Callable[[Sequence[Fact]], tuple[Answers, int]]
Settler = Callable[[Sequence[Wager]], tuple[Answers, int]]
Progress = Callable[[int, int], None]


def analyze(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager] = (),
    method: str = METHODS[0],
    required: Sequence[str] = (),
    progress: Progress | None = None,
    policy: Policy | None = None,
) -> Analysis:
    """Exact outcomes, joint totals and laws of wagers for one shoe.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
    method : {"enumeration", "graph", "forms"}
        The road to the counts; all give the same numbers, but graph and forms know point values only.
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if the shoe cannot.
    progress : callable, optional
        Called with the number of wagers that are done and the number of all.
    policy : Policy, optional
        How the choices are played that the rulebook leaves.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined, or choices without a policy, or a required wager asks for a suit
        that the rules leave open.
    ShoeError
        A required wager asks for more than the shoe knows.

    Examples
    --------
    >>> from analyzer.game.shoe import Shoe
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> analysis = analyze(Shoe.from_decks(8), load_rulebook(), load_wagers("main"))
    >>> analysis.outcomes
    {'player': 2230518282592256, 'banker': 2292252566437888, 'tie': 475627426473216}
    >>> analysis.law("main/banker").house_edge
    Fraction(114753351728, 10847218479825)
    """
    road = _road(shoe, rulebook, method, policy)
    analysis = analyze_along(road, shoe, rulebook, wagers, method, required, progress)
    return replace(analysis, policy=policy, scale=road.scale)


def analyze_along(
    road: Road,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    method: str,
    required: Sequence[str] = (),
    progress: Progress | None = None,
) -> Analysis:
    """The same from counts of any coups, such as those that remain once something is known.

    Parameters
    ----------
    road : Road
        How the coups are counted.
    shoe, rulebook, wagers, method, required, progress
        As for `analyze`.
    """
    told, total_ways = road.count([FACTS[name] for name in TOLD_BY_JOINT])
    joint = _joint(told)
    outcomes = dict.fromkeys(OUTCOMES, 0)
    for row in joint:
        totals, cards = (row.player_total, row.banker_total), (row.player_cards, row.banker_cards)
        outcomes[rulebook.outcome(*totals, *cards)] += row.ways
    laws: dict[str, Law] = {}
    unanswerable = []
    for group in wager_groups(wagers):
        try:
            laws |= _laws(group, road, told, total_ways)
        except (ShoeError, RulebookError) as error:
            for wager in group:
                if wager.slug in required:
                    raise type(error)(
                        f"{wager.slug}: {error.what}", where=error.where, mend=error.mend
                    ) from None
                unanswerable.append(Unanswerable(wager, error.what))
        if progress is not None:
            progress(len(laws) + len(unanswerable), len(wagers))
    ordered = {wager.slug: laws[wager.slug] for wager in wagers if wager.slug in laws}
    return Analysis(
        rulebook, shoe, tuple(wagers), method, total_ways, outcomes, joint, ordered, tuple(unanswerable)
    )


@dataclass(frozen=True)
class Road:
    """How ways are counted: behind the answers to facts, and, where that can be cheaper, behind pay lines.

    Attributes
    ----------
    count, settle : callable
    scale : int
        How many times ways count every six-card sequence.
    """

    count: Counter
    settle: Settler | None
    scale: int = 1


def _road(shoe: Shoe, rulebook: Rulebook, method: str, policy: Policy | None) -> Road:
    by_enumeration = method == METHODS[0]
    if policy is None:
        rulebook.require_playable()
        settle = partial(settled_ways, shoe, rulebook) if by_enumeration else None
        return Road(_counter(shoe, rulebook, method), settle)
    from analyzer.study.choices.played import Played

    played = Played(shoe, policy, method)
    return Road(played.fact_ways, played.settled_ways if by_enumeration else None, played.scale)


def _counter(shoe: Shoe, rulebook: Rulebook, method: str) -> Counter:
    if method == "graph":
        from analyzer.deal.graph import DecisionGraph

        weighed = DecisionGraph(rulebook).weigh(shoe)

        def count_by_graph(facts: Sequence[Fact]) -> tuple[Answers, int]:
            counted = weighed.fact_ways(facts)
            return counted.ways, counted.total_ways

        return count_by_graph
    if method == "forms":
        from analyzer.deal import forms

        return partial(forms.fact_ways, shoe, rulebook)
    if method != "enumeration":
        raise UsageError(f'there is no method "{method}"', mend=f"methods are {', '.join(METHODS)}")
    from analyzer.deal.enumerate import fact_ways

    def count_by_enumeration(facts: Sequence[Fact]) -> tuple[Answers, int]:
        counted = fact_ways(shoe, rulebook, facts)
        return counted.ways, counted.total_ways

    return count_by_enumeration


def _joint(told: Answers) -> tuple[Joint, ...]:
    rows = (
        Joint(player_total, banker_total, player_cards, banker_cards, behind)
        for (player_total, banker_total, player_cards, banker_cards, *_), behind in sorted(told.items())
        if behind
    )
    return tuple(rows)


def wager_groups(wagers: Sequence[Wager]) -> list[list[Wager]]:
    """Wagers that look at the same cards in the same detail, so that one count serves them all."""
    groups: dict[frozenset[tuple[int, str]], list[Wager]] = {}
    for wager in wagers:
        groups.setdefault(looks_past_values(wager), []).append(wager)
    return list(groups.values())


def looks_past_values(wager: Wager) -> frozenset[tuple[int, str]]:
    """What a wager looks at that point values do not tell: positions and details."""
    needs = [item for fact in wager.facts for item in fact.needs.items()]
    return frozenset(
        (position, detail) for position, details in needs for detail in details if detail != VALUE
    )


def _laws(wagers: Sequence[Wager], road: Road, told: Answers, total_ways: int) -> dict[str, Law]:
    """The laws of wagers that look at the same cards.

    Many wagers ask the same few facts about point values, so these are counted once and for all.
    Where a wager looks closer, its lines are counted themselves.
    """
    if road.settle is not None and looks_past_values(wagers[0]):
        settled, total_ways = road.settle(wagers)
        counted = [[0] * len(wager.lines) for wager in wagers]
        for lines, behind in settled.items():
            for of_wager, line in zip(counted, lines, strict=True):
                of_wager[line] += behind
    else:
        facts = {fact.name: fact for wager in wagers for fact in wager.facts}
        if facts.keys() <= set(TOLD_BY_JOINT):
            counted = line_ways(wagers, TOLD_BY_JOINT, told)
        else:
            ways, total_ways = road.count(list(facts.values()))
            counted = line_ways(wagers, list(facts), ways)
    return {
        wager.slug: Law.of(wager, of_wager, total_ways)
        for wager, of_wager in zip(wagers, counted, strict=True)
    }

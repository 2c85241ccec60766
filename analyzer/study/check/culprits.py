"""Which other game do counts fit: candidates with one thing changed, ranked by likelihood.

A simulation that disagrees with the law usually has one fault.
So the rulebooks of the library are tried, every rulebook with one cell or one switch changed, other numbers
of decks, and counters that were swapped.
How much better one fits than another is the ratio of their likelihoods, in powers of ten.
Candidates with the same law cannot be told apart by counts and stand together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

from analyzer.deal.totals import TotalWays, total_ways
from analyzer.errors import RulebookError, ShoeError
from analyzer.game.rulebook import (
    COLUMNS,
    DRAWS,
    ON_EQUAL_TOTALS,
    ON_NATURAL,
    ON_TWO_NATURALS,
    OUTCOMES,
    ROWS,
    STANDS,
    TABLEAU_KEYS,
    Rulebook,
)
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, rulebook_slugs
from analyzer.study.check.counts import AGREES, UNLIKELY, Counts, CountsTest, compare_counts
from analyzer.study.precision.enclosure import Arithmetic, Bounds, Real

DECKS_TRIED = range(1, 13)
RANKING_DIGITS = 24
BETTER_BY = 1
"""Candidates within so many powers of ten of the best one are not told apart."""

LIBRARY, CELL, SWITCH, SHOE, COUNTERS = KINDS = ("rulebook", "cell", "switch", "shoe", "counters")

_Key = tuple[int, tuple[int, ...]]
"""How many listed coups break the rules of a candidate, and its law."""

_KEY_WORDS = {
    "player third card": "a third card of",
    "player new total": "a new total of",
    "banker second card": "a second card of his own of",
}
_KEY_SWITCHES = {
    "player third card": "the tableau looks at Player's third card",
    "player new total": "the tableau looks at Player's new total instead of the third card",
    "banker second card": "the tableau looks at Banker's own last card instead of Player's third",
}


@dataclass(frozen=True)
class Candidate:
    """A game that may have been counted.

    Attributes
    ----------
    kind : {"rulebook", "cell", "switch", "shoe", "counters"}
    text : str
        What is different in it, to be read after "a game in which".
    rulebook : Rulebook
    shoe : Shoe
    swapped : tuple of 3 int
        For each counter the outcome that it counts.
    slug : str
        Name in the library, or an empty text.
    """

    kind: str
    text: str
    rulebook: Rulebook
    shoe: Shoe
    swapped: tuple[int, ...] = (0, 1, 2)
    slug: str = ""

    @cached_property
    def ways(self) -> TotalWays:
        """Its law, in the order of the counters."""
        ways = total_ways(self.shoe, self.rulebook)
        if self.swapped == (0, 1, 2):
            return ways
        outcomes = tuple(ways.outcomes[place] for place in self.swapped)
        return TotalWays(ways.joint.T if self.swapped == (1, 0, 2) else ways.joint, outcomes)


@dataclass(frozen=True)
class Ranked:
    """A candidate with how well it fits.

    Attributes
    ----------
    candidate : Candidate
    also : tuple of Candidate
        Others with the same law.
    likelihood : Real or None
        Logarithm to base 10 of the ratio of its likelihood to that of the game asked about; None where that
        one cannot give the counts.
    test : CountsTest
    broken : int
        How many of the listed coups break its rules, if there are any.
    """

    candidate: Candidate
    also: tuple[Candidate, ...]
    likelihood: Real | None
    test: CountsTest
    broken: int

    @property
    def fits(self) -> bool:
        """Whether no listed coup breaks its rules and the counts do not differ from its law at 99%."""
        return not self.broken and self.test.verdict in (AGREES, UNLIKELY)

    @property
    def slugs(self) -> tuple[str, ...]:
        """Names of such rulebooks in the library."""
        return tuple(one.slug for one in (self.candidate, *self.also) if one.slug)


@dataclass(frozen=True)
class Ranking:
    """The best candidates.

    Attributes
    ----------
    tried : int
        Number of different laws that were compared with the counts.
    best : tuple of Ranked
        The likeliest first.
    as_good : int
        How many of all have at least a tenth of the likelihood of the best; of listed coups that break the
        rules, how many break as few.
    """

    tried: int
    best: tuple[Ranked, ...]
    as_good: int


@lru_cache(maxsize=2)
def candidates(rulebook: Rulebook, shoe: Shoe, *, with_totals: bool = False) -> tuple[Candidate, ...]:
    """Every game that is tried.

    Parameters
    ----------
    rulebook : Rulebook
    shoe : Shoe
        The game that is said to have been counted.
    with_totals : bool, optional
        Whether totals were counted; then only Player and Banker can be swapped.

    Examples
    --------
    >>> listed = candidates(load_rulebook(), Shoe.from_decks(8))
    >>> [candidate.text for candidate in listed if candidate.kind == "shoe"][:2]
    ['the shoe has 1 deck', 'the shoe has 2 decks']
    """
    return (
        *(Candidate(CELL, text, book, shoe) for text, book in cell_changes(rulebook)),
        *(Candidate(SWITCH, text, book, shoe) for text, book in switch_changes(rulebook)),
        *_library(shoe),
        *_counters(rulebook, shoe, with_totals),
        *_shoes(rulebook, shoe),
    )


@lru_cache(maxsize=1)
def playable_rulebooks() -> tuple[Rulebook, ...]:
    """The rulebooks of the library that leave nothing open; those of documents come last."""
    found = []
    for slug in sorted(rulebook_slugs(), key=lambda slug: (slug.startswith("documents/"), slug)):
        rulebook = load_rulebook(slug)
        try:
            rulebook.require_playable()
        except RulebookError:
            continue
        found.append(rulebook)
    return tuple(found)


def _library(shoe: Shoe) -> Iterator[Candidate]:
    for rulebook in playable_rulebooks():
        yield Candidate(LIBRARY, f'the rules are "{rulebook.title}"', rulebook, shoe, slug=rulebook.slug)


def switch_changes(rulebook: Rulebook) -> Iterator[tuple[str, Rulebook]]:
    """Rulebooks with one switch changed, and what is different in words."""
    ends, stands = ON_NATURAL
    never = tuple(STANDS + row[1:] for row in rulebook.tableau)
    changes: list[tuple[str, dict[str, Any]]] = [
        ("naturals do not end the coup", {"player_natural": stands, "banker_natural": stands}),
        ("a natural of Player does not end the coup", {"player_natural": stands}),
        ("a natural of Banker does not end the coup", {"banker_natural": stands}),
        ("naturals end the coup", {"player_natural": ends, "banker_natural": ends}),
        ("two naturals tie", {"two_naturals": ON_TWO_NATURALS[1]}),
        ("of two naturals the higher wins", {"two_naturals": ON_TWO_NATURALS[0]}),
        ("equal two-card totals end the coup", {"equal_two_card_totals": ON_EQUAL_TOTALS[1]}),
        ("equal two-card totals do not end the coup", {"equal_two_card_totals": ON_EQUAL_TOTALS[0]}),
        ("Banker never draws when Player stood", {"tableau": never}),
        *((_KEY_SWITCHES[key], {"tableau_key": key}) for key in TABLEAU_KEYS),
    ]
    for text, switches in changes:
        if any(getattr(rulebook, name) != value for name, value in switches.items()):
            yield text, replace(rulebook, **switches)


def cell_changes(rulebook: Rulebook) -> Iterator[tuple[str, Rulebook]]:
    """Rulebooks with one cell changed, and what is different in words.

    Examples
    --------
    >>> changes = [text for text, _ in cell_changes(load_rulebook())]
    >>> len(changes), changes[42], changes[93]
    (96, 'Banker 3 draws against a third card of 8', 'Player 5 stands')
    """
    for total in ROWS:
        for column in range(len(COLUMNS)):
            row = _changed(rulebook.tableau[total], column)
            rows = (*rulebook.tableau[:total], row, *rulebook.tableau[total + 1 :])
            key = column - 1 if column else None
            yield banker_text(rulebook, total, key, row[column]), replace(rulebook, tableau=rows)
    for total in ROWS:
        cells = _changed(rulebook.player, total)
        yield player_text(total, cells[total]), replace(rulebook, player=cells)


def player_text(total: int, cell: str) -> str:
    """What Player does on a two-card total, in words.

    Examples
    --------
    >>> player_text(5, "D")
    'Player 5 draws'
    """
    return f"Player {total} {_does(cell)}"


def banker_text(rulebook: Rulebook, total: int, key: int | None, cell: str) -> str:
    """What Banker does on a two-card total, in words; the key is None when Player stood.

    Examples
    --------
    >>> banker_text(load_rulebook(), 3, 8, "S"), banker_text(load_rulebook(), 6, None, "S")
    ('Banker 3 stands against a third card of 8', 'Banker 6 stands when Player stood')
    """
    when = "when Player stood" if key is None else f"against {_KEY_WORDS[rulebook.tableau_key]} {key}"
    return f"Banker {total} {_does(cell)} {when}"


def _does(cell: str) -> str:
    return "draws" if cell == DRAWS else "stands"


def _changed(cells: str, place: int) -> str:
    other = STANDS if cells[place] == DRAWS else DRAWS
    return cells[:place] + other + cells[place + 1 :]


def _counters(rulebook: Rulebook, shoe: Shoe, with_totals: bool) -> Iterator[Candidate]:
    for swapped in permutations(range(3)):
        moved = [place for place in range(3) if swapped[place] != place]
        if not moved or (with_totals and swapped != (1, 0, 2)):
            continue
        names = [OUTCOMES[place].capitalize() for place in moved]
        if len(moved) == 2:
            text = f"the counters of {names[0]} and {names[1]} are swapped"
        else:
            told = (f"{OUTCOMES[place].capitalize()} counts {OUTCOMES[swapped[place]]}" for place in range(3))
            text = f"the counters are mixed up: {', '.join(told)}"
        yield Candidate(COUNTERS, text, rulebook, shoe, swapped)


def _shoes(rulebook: Rulebook, shoe: Shoe) -> Iterator[Candidate]:
    for decks in DECKS_TRIED:
        if decks != shoe.decks:
            text = f"the shoe has {decks} deck{'' if decks == 1 else 's'}"
            yield Candidate(SHOE, text, rulebook, Shoe.from_decks(decks))
    if not shoe.with_replacement:
        yield Candidate(SHOE, "every card goes back before the next is dealt", rulebook, Shoe.infinite())


def rank(
    counts: Counts,
    ways: TotalWays,
    listed: Sequence[Candidate],
    most: int,
    keeps: Sequence[int] | None = None,
) -> Ranking:
    """The likeliest candidates.

    Parameters
    ----------
    counts : Counts
    ways : TotalWays
        The law with which they disagree.
    listed : sequence of Candidate
    most : int
        How many are told.
    keeps : sequence of int, optional
        For each candidate the number of listed coups that break its rules; then those with fewer come first,
        and of several with as few, those of which less is changed.
        Their likelihoods say no more, because what is dealt does not depend on the rules.

    Examples
    --------
    >>> from analyzer.deal.totals import total_ways
    >>> shoe, rulebook = Shoe.from_decks(8), load_rulebook()
    >>> swapped = Counts((45_900, 44_600, 9_500))
    >>> ranking = rank(swapped, total_ways(shoe, rulebook), candidates(rulebook, shoe), 1)
    >>> ranking.best[0].candidate.text, ranking.best[0].likelihood.text(1)
    ('the counters of Player and Banker are swapped', '15.4')
    """
    cells = _cells_of(counts)
    own = _law_of(ways, counts)
    groups: dict[_Key, list[Candidate]] = {}
    for place, candidate in enumerate(listed):
        law = _law(candidate, counts)
        if law is None:
            continue
        # Those that break different numbers of coups can be told apart, whatever their laws.
        key = (0 if keeps is None else keeps[place], law)
        if law != own or (keeps is not None and key[0] == 0):
            groups.setdefault(key, []).append(candidate)
    likelihood = _Likelihood(cells, Arithmetic(RANKING_DIGITS))
    scored: list[tuple[int, Decimal, int, _Key, list[Candidate]]] = []
    for key, group in groups.items():
        if _is_possible(cells, key[1]):
            unlikely = likelihood.log10(key[1]).low.copy_negate() if keeps is None else Decimal(0)
            scored.append((key[0], unlikely, len(scored), key, group))
    scored.sort(key=lambda item: item[:3])
    best = tuple(_ranked(counts, own, cells, key, group) for *_, key, group in scored[:most])
    as_good = sum(item[0] == scored[0][0] and item[1] <= scored[0][1] + BETTER_BY for item in scored)
    return Ranking(len(groups), best, as_good)


def _ranked(
    counts: Counts, own: tuple[int, ...], cells: list[int], key: _Key, group: list[Candidate]
) -> Ranked:
    broken, law = key

    def bounds(digits: int) -> Bounds:
        likelihood = _Likelihood(cells, Arithmetic(digits + len(str(counts.coups))))
        return likelihood.work.subtract(likelihood.log10(law), likelihood.log10(own))

    first, *others = group
    ratio = Real(bounds) if _is_possible(cells, own) else None
    return Ranked(first, tuple(others), ratio, compare_counts(counts, first.ways), broken)


def _cells_of(counts: Counts) -> list[int]:
    if counts.joint is None:
        return list(counts.outcomes)
    return [count for row in counts.joint for count in row]


def _law(candidate: Candidate, counts: Counts) -> tuple[int, ...] | None:
    """The ways of a candidate, cell by cell; None where it asks for more than the shoe knows."""
    try:
        return _law_of(candidate.ways, counts)
    except ShoeError:
        return None


def _law_of(ways: TotalWays, counts: Counts) -> tuple[int, ...]:
    if counts.joint is None:
        return ways.outcomes
    return tuple(map(int, ways.joint.ravel()))


def _is_possible(cells: list[int], law: tuple[int, ...]) -> bool:
    return all(behind or not count for count, behind in zip(cells, law, strict=True))


class _Likelihood:
    """Logarithms of likelihoods to base 10, without what all laws share."""

    def __init__(self, cells: list[int], work: Arithmetic) -> None:
        self.cells, self.work = cells, work
        # Laws with one thing changed have most of their ways in common.
        self._known: dict[int, Bounds] = {}

    def log10(self, law: tuple[int, ...]) -> Bounds:
        total = self._log10(sum(law))
        added = self.work.of(0)
        for count, behind in zip(self.cells, law, strict=True):
            if count:
                log = self.work.subtract(self._log10(behind), total)
                added = self.work.add(added, self.work.multiply(self.work.of(count), log))
        return added

    def _log10(self, ways: int) -> Bounds:
        if ways not in self._known:
            self._known[ways] = self.work.log10(self.work.of(ways))
        return self._known[ways]

"""Integer forms: ways as a formula in the counts of a shoe, compiled once per rulebook.

This is the third road to a count; with the others it shares the rulebook, the shoe and the facts, and nothing
else.

What happens in a coup depends on point values alone, unless somebody asks for ranks or suits.
A coup that ends after four or five cards is continued with cards that nobody looks at, so an event is a set
of sequences of six point values, and a shoe deals a sequence in ∏ n(n−1)…(n−m+1) ways, where m is how often
the sequence holds a value and n how often the shoe does.
Sequences with the same multiset m have the same number of ways, hence

    ways(event) = Σ over the 5,005 multisets m of (orderings of m that give the event) · ∏ (n)ₘ.

The orderings are the coefficients of the form.
They are counted by listing every coup of the rulebook; then one shoe costs 5,005 products, and a million
shoes are matrix products (`form_kernel`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import perm
from operator import mul
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.deal import form_cache
from analyzer.deal.multisets import MOST_CARDS, POINT_VALUES, multisets, orderings, with_one_more
from analyzer.deal.value_coups import ValueCoups, value_coups
from analyzer.errors import ShoeError
from analyzer.game.coup import OUTCOME_NUMBER, VALUE
from analyzer.game.facts import FACTS, Fact
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe

Answers = tuple[int | bool, ...]

MOST_CODES = 2**22
MOST_FORMS_KEPT = 256
FEWEST_CARDS = 3
"""The shortest coup takes so many cards from the shoe: two a hand, of which Player's first may be fixed."""


class Settlement(Hashable, Protocol):
    """What forms ask of a wager: its lines, and which of them the answers to its facts choose."""

    @property
    def lines(self) -> Sequence[Any]:
        """The lines; each has its condition `when`, which is None on the last."""

    @property
    def facts(self) -> Sequence[Fact]:
        """What has to be known about a coup."""

    def line_of(self, answers: Mapping[str, int | bool]) -> int:
        """Index of the line that the answers choose."""


@dataclass(frozen=True, eq=False)
class Forms:
    """Ways behind each of some lines that share all coups among them, as integer forms.

    Attributes
    ----------
    rulebook : Rulebook
        Who draws when.
    coefficients : integer array of shape (n_lines, 5005)
        Orderings of each multiset of six point values that fall to a line, in the order of `multisets(6)`; a
        column adds up to all orderings of its multiset.
    """

    rulebook: Rulebook
    coefficients: NDArray[np.int16]

    def ways(self, shoe: Shoe) -> tuple[int, ...]:
        """Exact ways behind each line for one shoe of any size.

        Raises
        ------
        ShoeError
            The shoe does not know the point values of this rulebook.

        Examples
        --------
        >>> from analyzer.library.catalog import load_rulebook
        >>> outcome_forms(load_rulebook("standard")).ways(Shoe.from_decks(8))
        (2230518282592256, 2292252566437888, 475627426473216)
        >>> outcome_forms(load_rulebook("standard")).ways(Shoe.infinite())
        (2153464, 2212744, 460601)
        """
        return tuple(self.coefficients.astype(object) @ self._dealt(shoe))

    def incidences(self, shoe: Shoe) -> tuple[tuple[int, ...], ...]:
        """How often cards of each point value stand in the sequences behind each line.

        Returns
        -------
        tuple of tuple of int
            For each line and point value the number of pairs of a sequence and a position in it that holds
            such a card; a line's add up to six times its ways.

        Examples
        --------
        >>> from analyzer.library.catalog import load_rulebook
        >>> player, _, _ = outcome_forms(load_rulebook("standard")).incidences(Shoe.from_decks(8))
        >>> player[4], sum(player) == 6 * 2230518282592256
        (1036330148130816, True)
        """
        held = multisets(MOST_CARDS).astype(object) * self._dealt(shoe)[:, None]
        return tuple(map(tuple, self.coefficients.astype(object) @ held))

    def _dealt(self, shoe: Shoe) -> NDArray[np.object_]:
        """In how many ways a shoe deals the cards of each multiset in a given order."""
        take = pow if shoe.with_replacement else perm
        tables = [
            np.array([take(count, used) for used in range(MOST_CARDS + 1)], dtype=object)
            for count in shoe.value_counts(self.rulebook.card_values)
        ]
        exponents = multisets(MOST_CARDS)
        return reduce(mul, (table[exponents[:, value]] for value, table in enumerate(tables)))


def outcome_forms(rulebook: Rulebook) -> Forms:
    """The forms of Player, Banker and Tie.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    """
    rulebook.require_playable()
    return _outcome_forms(rulebook)


def wager_forms(rulebook: Rulebook, wager: Settlement) -> Forms:
    """The forms of a wager's lines.

    Raises
    ------
    ShoeError
        The wager looks at ranks or suits.
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wager
    >>> wager_forms(load_rulebook("standard"), load_wager("main/tie")).ways(Shoe.from_decks(1))
    (1372227328, 13285907072)
    """
    rulebook.require_playable()
    _require_values(wager.facts)
    if all(FACTS.get(fact.name, fact) is fact for fact in wager.facts):
        return _wager_forms(rulebook, wager)
    return Forms(rulebook, _compile_wager(rulebook, wager))


def answer_forms(rulebook: Rulebook, facts: Sequence[Fact]) -> tuple[list[Answers], Forms]:
    """Every combination of answers to some facts, and the forms behind them.

    Raises
    ------
    ShoeError
        A fact looks at ranks or suits.
    """
    _require_values(facts)
    coups = value_coups(rulebook)
    line_of_coup, answers = _answers(coups, facts)
    return answers, Forms(rulebook, _compile(coups, line_of_coup, len(answers)))


def fact_ways(shoe: Shoe, rulebook: Rulebook, facts: Sequence[Fact]) -> tuple[dict[Answers, int], int]:
    """Exact ways behind every combination of answers to some facts, and the total ways, through forms.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> fact_ways(Shoe.infinite(), load_rulebook("standard"), [FACTS["tie"]])
    ({(False,): 4366208, (True,): 460601}, 4826809)
    """
    answers, forms = answer_forms(rulebook, facts)
    behind = forms.ways(shoe)
    ways = {answer: count for answer, count in sorted(zip(answers, behind, strict=True)) if count}
    return ways, sum(behind)


@lru_cache(maxsize=MOST_FORMS_KEPT)
def _outcome_forms(rulebook: Rulebook) -> Forms:
    def compiled() -> NDArray[np.int16]:
        coups = value_coups(rulebook)
        numbers = [OUTCOME_NUMBER[outcome] for outcome in OUTCOMES]
        line_of_number = np.argsort(numbers)
        return _compile(coups, line_of_number[coups.outcome + 1], len(OUTCOMES))

    return Forms(rulebook, _kept(compiled, rulebook, "outcomes"))


@lru_cache(maxsize=MOST_FORMS_KEPT)
def _wager_forms(rulebook: Rulebook, wager: Settlement) -> Forms:
    conditions = repr([line.when for line in wager.lines])
    return Forms(rulebook, _kept(lambda: _compile_wager(rulebook, wager), rulebook, "wager", conditions))


def _kept(compiled: Callable[[], NDArray[np.int16]], rulebook: Rulebook, *parts: str) -> NDArray[np.int16]:
    key = form_cache.key_of(rulebook.sha256, *parts)
    coefficients = form_cache.load(key)
    if coefficients is None:
        coefficients = compiled()
        form_cache.store(key, coefficients)
    return coefficients


def _compile_wager(rulebook: Rulebook, wager: Settlement) -> NDArray[np.int16]:
    coups = value_coups(rulebook)
    row_of_coup, answers = _answers(coups, wager.facts)
    names = [fact.name for fact in wager.facts]
    line_of_row = [wager.line_of(dict(zip(names, row, strict=True))) for row in answers]
    return _compile(coups, np.array(line_of_row)[row_of_coup], len(wager.lines))


def _compile(coups: ValueCoups, line_of_coup: NDArray[np.integer[Any]], n_lines: int) -> NDArray[np.int16]:
    """Coefficients of the forms of lines, from the line of every coup."""
    coefficients = np.zeros((n_lines, len(multisets(FEWEST_CARDS))), dtype=np.int64)
    for cards in range(FEWEST_CARDS, MOST_CARDS + 1):
        chosen = coups.shoe_cards == cards
        n_multisets = len(multisets(cards))
        places = line_of_coup[chosen] * n_multisets + coups.multiset[chosen]
        coefficients += np.bincount(places, minlength=n_lines * n_multisets).reshape(n_lines, n_multisets)
        if cards < MOST_CARDS:
            coefficients = _with_a_card_nobody_looks_at(coefficients, cards)
    if (coefficients.sum(axis=0) != orderings()).any():
        raise ArithmeticError("orderings were lost or counted twice")
    return coefficients.astype(np.int16)


def _with_a_card_nobody_looks_at(coefficients: NDArray[np.int64], cards: int) -> NDArray[np.int64]:
    longer = np.zeros((len(coefficients), len(multisets(cards + 1))), dtype=np.int64)
    for value in range(POINT_VALUES):
        # Different multisets stay different when both get the same card, so no place is named twice.
        longer[:, with_one_more(cards)[:, value]] += coefficients
    return longer


def _answers(coups: ValueCoups, facts: Sequence[Fact]) -> tuple[NDArray[np.int64], list[Answers]]:
    """Distinct answers to some facts, and which of them each coup gives."""
    codes = np.zeros(coups.shape, dtype=np.int64)
    columns = []
    for fact in facts:
        column = np.broadcast_to(np.asarray(fact.ask(coups)), coups.shape)
        columns.append(column)
        least, most = int(column.min()), int(column.max())
        if (int(codes.max()) + 1) * (most - least + 1) > MOST_CODES:
            codes = np.unique(codes, return_inverse=True)[1]
        codes = codes * (most - least + 1) + (column.astype(np.int64) - least)
    example = np.full(int(codes.max()) + 1, -1)
    example[codes] = np.arange(len(codes))
    found = np.flatnonzero(example >= 0)
    row_of_code = np.empty(len(example), dtype=np.int64)
    row_of_code[found] = np.arange(len(found))
    listed = [column[example[found]].tolist() for column in columns]
    return row_of_code[codes], list(zip(*listed, strict=True)) if facts else [()]


def _require_values(facts: Sequence[Fact]) -> None:
    for fact in facts:
        if any(set(details) - {VALUE} for details in fact.needs.values()):
            raise ShoeError(
                f"{fact.name} looks at ranks or suits, and integer forms know point values only",
                mend="use enumeration",
            )

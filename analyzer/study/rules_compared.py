"""Rulebooks beside a standard: in what they differ, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.game.compare import Differences, compare
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.analysis import METHODS, Analysis, analyze
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class RulesResult:
    """A rulebook beside the standard.

    Attributes
    ----------
    rulebook : Rulebook
    differences : Differences
    missing : tuple of str
        Cells that the rules leave open; if there are any, nothing is worked out.
    analyses : tuple of Analysis
        One for each shoe.
    """

    rulebook: Rulebook
    differences: Differences
    missing: tuple[str, ...]
    analyses: tuple[Analysis, ...]


@dataclass(frozen=True)
class RulesCompared:
    """Some rulebooks beside a standard, dealt from the same shoes.

    Attributes
    ----------
    standard : Rulebook
    of_standard : tuple of Analysis
        One for each shoe.
    results : tuple of RulesResult
    """

    standard: Rulebook
    of_standard: tuple[Analysis, ...]
    results: tuple[RulesResult, ...]

    def outcome_change(self, analysis: Analysis, place: int, outcome: str) -> Fraction:
        """By how much an outcome is more probable than under the standard, for the shoe at a place."""
        return analysis.probability(outcome) - self.of_standard[place].probability(outcome)

    def edge_change(self, analysis: Analysis, place: int, slug: str) -> Fraction:
        """By how much a wager's house edge is above that under the standard, for the shoe at a place."""
        return analysis.law(slug).house_edge - self.of_standard[place].law(slug).house_edge


def compare_rules(
    rulebooks: Sequence[Rulebook],
    standard: Rulebook,
    shoes: Sequence[Shoe],
    wagers: Sequence[Wager],
    method: str = METHODS[0],
) -> RulesCompared:
    """What rulebooks are worth beside a standard.

    Parameters
    ----------
    rulebooks : sequence of Rulebook
    standard : Rulebook
    shoes : sequence of Shoe
    wagers : sequence of Wager
        Each of them must be one that the shoes can answer.
    method : {"enumeration", "graph"}

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> wrong = load_rulebook("deviations/3-8-draws")
    >>> compared = compare_rules([wrong], load_rulebook(), [Shoe.from_decks(8)], load_wagers("main/banker"))
    >>> compared.edge_change(compared.results[0].analyses[0], 0, "main/banker")
    Fraction(1410386648, 97624966318425)
    """
    required = [wager.slug for wager in wagers]

    def analyses(rulebook: Rulebook) -> tuple[Analysis, ...]:
        return tuple(analyze(shoe, rulebook, wagers, method, required) for shoe in shoes)

    results = []
    for rulebook in rulebooks:
        missing = tuple(rulebook.left_open())
        found = () if missing else analyses(rulebook)
        results.append(RulesResult(rulebook, compare(rulebook, standard), missing, found))
    return RulesCompared(standard, analyses(standard), tuple(results))

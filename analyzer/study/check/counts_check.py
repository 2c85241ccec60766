"""Counted or listed coups against the law of a game, and the game that they fit if not this one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from analyzer.deal.totals import total_ways
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.check.counts import (
    AGREES,
    DIFFERS,
    IMPOSSIBLE,
    UNLIKELY,
    Counts,
    CountsTest,
    compare_counts,
)
from analyzer.study.check.culprits import CELL, LIBRARY, SHOE, SWITCH, Ranked, Ranking, candidates, rank
from analyzer.study.check.listed_coups import ListedCoups, breaking
from analyzer.study.precision.enclosure import Real

OF_RULES = (CELL, SWITCH, LIBRARY)
OF_THE_SHOE = (SHOE,)

MOST_TOLD = 10
MOST_OTHERS = 3
WHOLE_FROM = 10
"""Powers of ten from which a ratio is told without decimals."""


@dataclass(frozen=True)
class CountsStudy:
    """Coups beside a game.

    Attributes
    ----------
    rulebook : Rulebook
    shoe : Shoe
    test : CountsTest
    ranking : Ranking or None
        Other games, if the coups do not fit this one.
    listed : ListedCoups or None
        The coups with their cards, if those were listed.
    """

    rulebook: Rulebook
    shoe: Shoe
    test: CountsTest
    ranking: Ranking | None
    listed: ListedCoups | None

    @property
    def passes(self) -> bool:
        """Whether nothing speaks against the game at 99%, and no listed coup breaks its rules."""
        kept = self.listed is None or not (self.listed.broken or self.listed.wrong_claims)
        return kept and self.test.verdict in (AGREES, UNLIKELY)

    def conclusion(self) -> tuple[str, ...]:
        """What follows, in sentences."""
        told = []
        if self.listed is not None:
            broken, coups = self.listed.broken, self.listed.coups
            breaks = "breaks" if broken == 1 else "break"
            told.append(
                f"{broken:,} of {coups:,} coups {breaks} the rules."
                if broken
                else "All coups keep the rules."
            )
        if self.listed is not None and self.listed.wrong_claims:
            told.append(_claims_text(self.listed))
        told.append(_VERDICT_TEXTS[self.test.verdict])
        speaks_against = self.test.verdict != AGREES or (self.listed is not None and self.listed.broken)
        if speaks_against and self.ranking is not None:
            told.append(self._fits_text(self.ranking))
        return tuple(told)

    def _fits_text(self, ranking: Ranking) -> str:
        if not ranking.best:
            return "No game that was tried fits better."
        best = ranking.best[0]
        game = f"a game in which {best.candidate.text}"
        if self.listed is not None and self.listed.broken:
            if best.broken:
                breaks = f"{best.broken:,} of {self.listed.coups:,} coups break its rules"
                return f"No game that was tried has all these coups; the nearest is {game}: {breaks}."
            more = ranking.as_good - 1
            others = f", and in {more} other{'' if more == 1 else 's'}" if more else ""
            return f"All coups are right in {game}{others}."
        if best.likelihood is not None and not _is_better(best.likelihood):
            return "No game that was tried fits better."
        if best.likelihood is None:
            better = "which can give these counts at all"
        else:
            better = f"{_magnitude_text(best)} better"
        if not best.fits:
            return f"Nothing that was tried fits; the nearest is {game}, {better}."
        return f"The counts fit {game}, {better}.{_others_text(ranking)}"


_VERDICT_TEXTS = {
    AGREES: "The counts agree with the law: chance alone does as much.",
    UNLIKELY: "Chance alone does as much in fewer than 5 of 100 such counts, but in more than 1: count more.",
    DIFFERS: "The counts do not fit the law: chance alone does as much in fewer than 1 of 100 such counts.",
    IMPOSSIBLE: "Something was counted that cannot happen.",
}


def _is_better(likelihood: Real) -> bool:
    """Whether a game is likelier by anything that can be seen; it may be exactly as likely."""
    text = likelihood.text(1)
    return text != "0.0" and not text.startswith("-")


def _magnitude_text(best: Ranked) -> str:
    assert best.likelihood is not None
    text = best.likelihood.text(0)
    if int(text) < WHOLE_FROM:
        text = best.likelihood.text(1)
    return f"{text} orders of magnitude"


def _others_text(ranking: Ranking) -> str:
    """Those that the counts cannot tell from the best."""
    others = [f"one in which {item.candidate.text}" for item in ranking.best[1 : ranking.as_good]]
    if not others:
        return ""
    more = ranking.as_good - 1 - len(others[:MOST_OTHERS])
    told = "; ".join([*others[:MOST_OTHERS], *([f"{more} more"] if more else [])])
    return f" Almost as well fits {told}."


def _claims_text(listed: ListedCoups) -> str:
    assert listed.claims is not None
    made = sum(map(sum, listed.claims))
    for swapped in permutations(range(3)):
        if sum(listed.claims[place][swapped[place]] for place in range(3)) == made:
            pairs = [
                f"{OUTCOMES[swapped[place]]} is called {OUTCOMES[place]}"
                for place in range(3)
                if swapped[place] != place and any(listed.claims[place])
            ]
            return f"The claimed outcomes are mixed up: {', '.join(pairs)}."
    return f"{listed.wrong_claims:,} of {made:,} claimed outcomes are not those of the cards."


def study_counts(
    counts: Counts,
    shoe: Shoe,
    rulebook: Rulebook,
    *,
    listed: ListedCoups | None = None,
    always_rank: bool = False,
) -> CountsStudy:
    """Coups beside a game, and what else they may be.

    Parameters
    ----------
    counts : Counts
    shoe : Shoe
    rulebook : Rulebook
    listed : ListedCoups, optional
        The cards that were counted.
    always_rank : bool, optional
        Whether other games are tried where the coups fit this one, too.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = study_counts(Counts((45_900, 44_600, 9_500)), Shoe.from_decks(8), load_rulebook())
    >>> found.passes, found.test.verdict
    (False, 'differs')
    >>> print(found.conclusion()[1].split(". ")[0].replace("a game in which ", ""))
    The counts fit the counters of Player and Banker are swapped, 15 orders of magnitude better
    """
    ways = total_ways(shoe, rulebook)
    test = compare_counts(counts, ways)
    broken = listed is not None and listed.broken > 0
    ranking = None
    if always_rank or broken or test.verdict != AGREES:
        tried = candidates(rulebook, shoe, with_totals=counts.joint is not None)
        breaks: Sequence[int] | None = None
        if listed is not None:
            # Cards that keep the rules can only have come from another shoe; others, from other rules.
            kinds = OF_RULES if broken else OF_THE_SHOE
            tried = tuple(one for one in tried if one.kind in kinds and _deals_such(one.rulebook, rulebook))
            breaks = [breaking(listed.tally, one.rulebook) for one in tried] if broken else None
        ranking = rank(counts, ways, tried, MOST_TOLD, breaks)
        if listed is not None and broken:
            better = tuple(one for one in ranking.best if one.broken < listed.broken)
            ranking = replace(ranking, best=better)
    return CountsStudy(rulebook, shoe, test, ranking, listed)


def _deals_such(rulebook: Rulebook, other: Rulebook) -> bool:
    """Whether cards read under one rulebook can have been dealt under another."""
    return (rulebook.player_first_card, rulebook.card_values) == (other.player_first_card, other.card_values)

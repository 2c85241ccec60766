"""Effects of removal: what taking cards out of the shoe does to outcomes and wagers, exactly.

The effect of a card is the change of the bettor's expected net win when it is removed, so a positive effect
is good for the bettor; the effect on an outcome is the change of its probability.
Removing a card at random changes nothing on average, because a coup does not care from which part of a
shuffled shoe it is dealt; so the effects of single cards, each times its count, add up to exactly 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from analyzer.deal.card_classes import finest, shoe_detail
from analyzer.deal.forms import outcome_forms
from analyzer.errors import ShoeError, WagerError
from analyzer.game.cards import RANKS, STANDARD_CARD_VALUES, card_name, rank_of
from analyzer.game.coup import PLAYER_1
from analyzer.game.rulebook import OUTCOMES, Rulebook
from analyzer.game.shoe import COUNTS_PER_DETAIL, LEAST_CARDS, Shoe
from analyzer.study.analysis import METHODS, Analysis, Unanswerable, analyze
from analyzer.wager.wager import Wager

VALUE, RANK, CARD = KINDS = tuple(COUNTS_PER_DETAIL)
"""What cards can be told apart by."""

LOOKED_AT = {RANK: "ranks", CARD: "suits"}


@dataclass(frozen=True)
class Removal:
    """What happens when cards of one kind are removed.

    Attributes
    ----------
    name : str
        The point value, rank or card.
    count : int
        How many the shoe holds.
    outcomes : mapping of str to Fraction
        Change of the probabilities of player, banker and tie; empty if there are too few cards to remove.
    wagers : mapping of str to Fraction
        Change of the expected net win of each wager; empty if there are too few cards to remove.
    incidences : mapping of str to int
        For each outcome the number of pairs of a sequence behind it and a position in it that holds such a
        card, in the shoe before anything is removed.
    """

    name: str
    count: int
    outcomes: Mapping[str, Fraction]
    wagers: Mapping[str, Fraction]
    incidences: Mapping[str, int]


@dataclass(frozen=True)
class RemovalStudy:
    """Effects of removal of every kind of card.

    Attributes
    ----------
    kind : {"value", "rank", "card"}
        What the cards are told apart by.
    number : int
        How many cards of a kind are removed.
    probabilities : mapping of str to Fraction
        Of player, banker and tie before.
    expected_net : mapping of str to Fraction
        Expected net win of each wager before.
    wagers : tuple of Wager
        Those with effects.
    removals : tuple of Removal
        One for each kind of card.
    unanswerable : tuple of Unanswerable
        Wagers without effects, and why.
    """

    rulebook: Rulebook
    shoe: Shoe
    kind: str
    number: int
    probabilities: Mapping[str, Fraction]
    expected_net: Mapping[str, Fraction]
    wagers: tuple[Wager, ...]
    removals: tuple[Removal, ...]
    unanswerable: tuple[Unanswerable, ...]
    method: str

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards of each kind in the shoe."""
        return tuple(removal.count for removal in self.removals)

    def effects(self, slug: str) -> tuple[Fraction | None, ...]:
        """The effect of each kind of card on a wager; None where there are too few cards to remove."""
        return tuple(removal.wagers.get(slug) for removal in self.removals)


def study_removal(
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    *,
    kind: str | None = None,
    number: int = 1,
    required: Sequence[str] = (),
    method: str = METHODS[0],
) -> RemovalStudy:
    """Effects of removing some cards of one kind, for every kind.

    Parameters
    ----------
    shoe : Shoe
    rulebook : Rulebook
    wagers : sequence of Wager
    kind : {"value", "rank", "card"}, optional
        What the cards are told apart by; if not given, what is needed to answer for all wagers.
    number : int, optional
        How many cards of a kind are removed.
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if they cannot be.
    method : {"enumeration", "graph", "forms"}

    Raises
    ------
    ShoeError
        Cards cannot be removed, too few would be left, or a required wager asks for more than is known.
    WagerError
        What a required wager pays depends on a jackpot.

    Examples
    --------
    >>> from analyzer.exact import decimal_text
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> study = study_removal(Shoe.from_decks(8), load_rulebook(), load_wagers("main/tie"))
    >>> four = study.removals[4]
    >>> decimal_text(four.outcomes["player"]), four.incidences["player"]
    ('-0.0000435175', 1036330148130816)
    >>> sum(removal.count * removal.wagers["main/tie"] for removal in study.removals)
    Fraction(0, 1)
    """
    _require_removable(shoe, number)
    details = {wager.slug: needed_detail(wager, rulebook) for wager in wagers}
    if kind is None:
        known = filter(shoe.knows, details.values())
        kind = finest([least_detail(rulebook), *known])
    shoe.require(kind)
    groups: dict[str, list[Wager]] = {least_detail(rulebook): []}
    unanswerable = []
    for wager in wagers:
        try:
            _require_answerable(wager, shoe, kind, details[wager.slug])
        except (ShoeError, WagerError) as error:
            if wager.slug in required:
                raise type(error)(f"{wager.slug}: {error.what}", mend=error.mend) from None
            unanswerable.append(Unanswerable(wager, error.what))
        else:
            groups.setdefault(details[wager.slug], []).append(wager)
    counted = [_Counted(shoe, rulebook, detail, group, method, required) for detail, group in groups.items()]
    laws = {slug: law for part in counted for slug, law in part.full.laws.items()}
    unanswerable += [item for part in counted for item in part.full.unanswerable]
    return RemovalStudy(
        rulebook=rulebook,
        shoe=shoe,
        kind=kind,
        number=number,
        probabilities={outcome: counted[0].full.probability(outcome) for outcome in OUTCOMES},
        expected_net={slug: law.expected_net for slug, law in laws.items()},
        wagers=tuple(wager for wager in wagers if wager.slug in laws),
        removals=tuple(_removals(shoe, rulebook, kind, number, counted)),
        unanswerable=tuple(unanswerable),
        method=method,
    )


def needed_detail(wager: Wager, rulebook: Rulebook) -> str:
    """How closely the shoe must be known to answer a wager: by value, by rank or by card.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wager
    >>> [needed_detail(load_wager(slug), load_rulebook()) for slug in ("main/tie", "pairs/player-pair")]
    ['value', 'rank']
    """
    looks = {
        shoe_detail(detail, rulebook.card_values)
        for fact in wager.facts
        for place, details in fact.needs.items()
        for detail in details
        if place != PLAYER_1 or rulebook.player_first_card is None
    }
    return finest({least_detail(rulebook), *looks})


def least_detail(rulebook: Rulebook) -> str:
    """How closely a shoe must be known for any answer: by rank if the rules give ranks unusual values."""
    return VALUE if rulebook.card_values == STANDARD_CARD_VALUES else RANK


class _Counted:
    """A shoe and what is left of it, counted for wagers that look at it equally closely."""

    def __init__(
        self,
        shoe: Shoe,
        rulebook: Rulebook,
        detail: str,
        wagers: Sequence[Wager],
        method: str,
        required: Sequence[str],
    ) -> None:
        self._shoe, self._detail = shoe, detail
        self._analyze = partial(analyze, rulebook=rulebook, wagers=wagers, method=method, required=required)
        self.full = self._analyze(Shoe(detail, shoe.counts_by(detail)))
        self._known: dict[tuple[int, ...], Analysis] = {}

    def without(self, kind: str, place: int, number: int) -> Analysis:
        """The shoe without some cards of one kind; kinds that leave the same shoe are counted once."""
        counts = list(self._shoe.counts_by(self._detail))
        counts[_coarser(place, kind, self._detail)] -= number
        left = tuple(counts)
        if left not in self._known:
            self._known[left] = self._analyze(Shoe(self._detail, left))
        return self._known[left]


def _coarser(place: int, kind: str, detail: str) -> int:
    """The place of a kind of card where cards are told apart less closely."""
    if kind == detail:
        return place
    rank = rank_of(place) if kind == CARD else place
    return rank if detail == RANK else STANDARD_CARD_VALUES[rank]


def _removals(
    shoe: Shoe, rulebook: Rulebook, kind: str, number: int, counted: Sequence[_Counted]
) -> Iterator[Removal]:
    incidences = _incidences(shoe, rulebook, kind)
    for place, count in enumerate(shoe.counts_by(kind)):
        outcomes: dict[str, Fraction] = {}
        wagers: dict[str, Fraction] = {}
        for part in counted if count >= number else ():
            left = part.without(kind, place, number)
            wagers |= {
                slug: left.law(slug).expected_net - law.expected_net for slug, law in part.full.laws.items()
            }
            outcomes = {
                outcome: left.probability(outcome) - part.full.probability(outcome) for outcome in OUTCOMES
            }
        yield Removal(kind_name(kind, place), count, outcomes, wagers, incidences[place])


def kind_name(kind: str, place: int) -> str:
    """Name of a point value, rank or card."""
    return card_name(place) if kind == CARD else RANKS[place] if kind == RANK else str(place)


def _incidences(shoe: Shoe, rulebook: Rulebook, kind: str) -> list[dict[str, int]]:
    """How often each kind of card stands in the sequences behind each outcome.

    Sequences do not look past point values, so those of a value fall evenly to its cards.
    """
    by_outcome = dict(zip(OUTCOMES, outcome_forms(rulebook).incidences(shoe), strict=True))
    of_value = shoe.value_counts(rulebook.card_values)
    found = []
    for place, count in enumerate(shoe.counts_by(kind)):
        value = place if kind == VALUE else rulebook.card_values[rank_of(place) if kind == CARD else place]
        found.append(
            {
                outcome: incidences[value] * count // max(of_value[value], 1)
                for outcome, incidences in by_outcome.items()
            }
        )
    return found


def _require_answerable(wager: Wager, shoe: Shoe, kind: str, detail: str) -> None:
    if any(line.pays.share for line in wager.lines):
        raise WagerError(
            "what it pays depends on the jackpot", mend="give the jackpot a size in units of the stake"
        )
    shoe.require(detail)
    if COUNTS_PER_DETAIL[detail] > COUNTS_PER_DETAIL[kind]:
        raise ShoeError(
            f"it looks at {LOOKED_AT[detail]}, which are not told apart",
            mend=f"tell the cards apart by {detail}",
        )


def _require_removable(shoe: Shoe, number: int) -> None:
    if shoe.with_replacement:
        raise ShoeError(
            "an infinite shoe stays as it is when cards are removed", mend="give a number of decks"
        )
    if number < 1:
        raise ShoeError(f"{number} cards cannot be removed", mend="remove 1 or more")
    if shoe.size - number < LEAST_CARDS:
        raise ShoeError(
            f"a shoe of {shoe.size} cards without {number} of them cannot deal a coup",
            mend=f"leave at least {LEAST_CARDS} cards",
        )

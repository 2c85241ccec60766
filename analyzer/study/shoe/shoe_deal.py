"""How a shoe is dealt from its first card to its last coup: burned cards, the cut card, and what follows it.

A cut card that comes out in the middle of a coup belongs to that coup; one that comes out between two coups,
in place of a first card, belongs to the previous or to the next one, as the house has it.
So the cut card is reached by the coup that leaves at most the cards behind it, or at most one fewer.
A coup is begun only while the shoe holds all the cards it may need.

Cards that are burned unseen might as well be the last of the shoe, because every order of it is equally
likely; a first card that is turned over to say how many are burned is known to be gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyzer.deal.multisets import MOST_CARDS
from analyzer.errors import ShoeError
from analyzer.game.cards import STANDARD_CARD_VALUES
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe

FIRST_CARD = None
"""Burn as many cards as the first card counts, and that card."""

PIPS_OF_TENS = 10
LEAST_CARDS_OF_A_COUP = 4

PREVIOUS, NEXT = CUT_BETWEEN = ("previous", "next")
"""The coups to which a cut card can belong that comes out between two."""


@dataclass(frozen=True)
class ShoeRules:
    """What is done with a shoe before its first coup and at its end.

    Attributes
    ----------
    burn : int or None
        Cards burned unseen; None burns the first card and as many more as it counts, a ten or a face ten.
    behind_cut : int
        Cards behind the cut card.
    after_cut : int
        Coups dealt after the one that reaches the cut card.
    cut_between : {"previous", "next"}
        The coup that a cut card belongs to which comes out in place of a first card.

    Raises
    ------
    ShoeError
        A number is below 0, or there is no such coup.
    """

    burn: int | None = FIRST_CARD
    behind_cut: int = 16
    after_cut: int = 1
    cut_between: str = PREVIOUS

    def __post_init__(self) -> None:
        for name, number in (
            ("cards burned", self.burn),
            ("cards behind the cut card", self.behind_cut),
            ("coups after the cut card", self.after_cut),
        ):
            if number is not None and number < 0:
                raise ShoeError(f"{number} {name} cannot be", mend="give 0 or more")
        if self.cut_between not in CUT_BETWEEN:
            raise ShoeError(
                f'a cut card cannot belong to the "{self.cut_between}" coup', mend=f"say {PREVIOUS} or {NEXT}"
            )

    @property
    def left_when_reached(self) -> int:
        """Cards left in the shoe at which the cut card is reached; below 0 it never is."""
        return self.behind_cut - (self.cut_between == NEXT)

    def describe(self) -> str:
        """The rules in one line.

        Examples
        --------
        >>> ShoeRules().describe()
        '16 cards behind the cut card, 1 coup after it; burned: first card and as many as it counts'
        """
        burned = {FIRST_CARD: "first card and as many as it counts", 0: "none"}
        between = "; between two coups it belongs to the next" if self.cut_between == NEXT else ""
        return (
            f"{_cards(self.behind_cut)} behind the cut card, {_coups(self.after_cut)} after it{between};"
            f" burned: {burned.get(self.burn, _cards(self.burn or 0))}"
        )


@dataclass(frozen=True)
class Kind:
    """Cards of one shoe that do the same in play and as first card."""

    value: int
    pips: int
    count: int


@dataclass(frozen=True)
class Start:
    """A shoe that is ready for its first coup.

    Attributes
    ----------
    probability : Fraction
        Of the first cards that lead here.
    counts : tuple of 10 int
        Cards by point value that are not known to be gone; those burned unseen are among them.
    unseen : int
        Cards burned unseen.
    in_front : int
        Cards that are dealt before the last coups are counted.
    """

    probability: Fraction
    counts: tuple[int, ...]
    unseen: int
    in_front: int


def most_cards_of_a_coup(rulebook: Rulebook) -> int:
    """Cards of the shoe that the longest coup takes; a fixed first card is none of them."""
    return MOST_CARDS - (rulebook.player_first_card is not None)


def least_cards_of_a_coup(rulebook: Rulebook) -> int:
    """Cards of the shoe that the shortest coup takes."""
    return LEAST_CARDS_OF_A_COUP - (rulebook.player_first_card is not None)


def coups_after_cut(rules: ShoeRules, rulebook: Rulebook) -> tuple[int, int]:
    """The fewest and the most coups that can follow the one that reaches the cut card.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> coups_after_cut(ShoeRules(behind_cut=16, after_cut=1), load_rulebook())
    (1, 1)
    >>> coups_after_cut(ShoeRules(behind_cut=10, after_cut=9), load_rulebook())
    (0, 2)
    """
    least, most = least_cards_of_a_coup(rulebook), most_cards_of_a_coup(rulebook)
    reached = rules.left_when_reached
    certain = max(reached - (most - 1), 0) // most
    possible = 0 if reached < most else 1 + (reached - most) // least
    return min(rules.after_cut, certain), min(rules.after_cut, possible)


def kinds(shoe: Shoe, rulebook: Rulebook) -> list[Kind]:
    """The cards of a shoe by point value in play and by what they count as first card."""
    if not shoe.knows("rank"):
        counts = shoe.value_counts(rulebook.card_values)
        return [Kind(value, value or PIPS_OF_TENS, count) for value, count in enumerate(counts)]
    ranks = zip(rulebook.card_values, STANDARD_CARD_VALUES, shoe.rank_counts(), strict=True)
    return [Kind(value, pips or PIPS_OF_TENS, count) for value, pips, count in ranks]


def starts(shoe: Shoe, rulebook: Rulebook, rules: ShoeRules) -> list[Start]:
    """Every way in which a shoe can begin.

    Raises
    ------
    ShoeError
        The shoe has no end, or no coup can be dealt in front of the cut card.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> found = starts(Shoe.from_decks(8), load_rulebook(), ShoeRules())
    >>> [(start.probability, start.unseen, start.in_front) for start in found][:2]
    [(Fraction(1, 13), 1, 398), (Fraction(1, 13), 2, 397)]
    """
    if shoe.with_replacement:
        raise ShoeError("an infinite shoe is never dealt to its end", mend="give a number of decks")
    if rules.behind_cut >= shoe.size:
        raise ShoeError(
            f"{_cards(rules.behind_cut)} behind the cut card leave none of {shoe.size} in front of it",
            mend="put fewer cards behind the cut card",
        )
    if rules.burn is not FIRST_CARD and rules.burn >= shoe.size:
        raise ShoeError(f"{_cards(rules.burn)} cannot be burned of {shoe.size}", mend="burn fewer cards")
    merged: dict[tuple[tuple[int, ...], int], Fraction] = {}
    for probability, counts, unseen in _beginnings(shoe, rulebook, rules):
        merged[counts, unseen] = merged.get((counts, unseen), Fraction(0)) + probability
    behind = max(rules.left_when_reached, most_cards_of_a_coup(rulebook) - 1)
    found = [
        Start(probability, counts, unseen, sum(counts) - unseen - behind)
        for (counts, unseen), probability in merged.items()
    ]
    if min(start.in_front for start in found) < 1:
        most = max(shoe.size - sum(start.counts) + start.unseen for start in found)
        raise ShoeError(
            f"no coup can be dealt of {_cards(shoe.size)} with {most} burned and"
            f" {rules.behind_cut} behind the cut card",
            mend="burn fewer cards, or put fewer behind the cut card",
        )
    return found


def _beginnings(
    shoe: Shoe, rulebook: Rulebook, rules: ShoeRules
) -> Iterator[tuple[Fraction, tuple[int, ...], int]]:
    counts = shoe.value_counts(rulebook.card_values)
    if rules.burn is not FIRST_CARD:
        yield Fraction(1), counts, rules.burn
        return
    for kind in kinds(shoe, rulebook):
        if kind.count:
            left = (*counts[: kind.value], counts[kind.value] - 1, *counts[kind.value + 1 :])
            yield Fraction(kind.count, shoe.size), left, kind.pips


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _coups(number: int) -> str:
    return f"{number} coup{'' if number == 1 else 's'}"

"""Cards burned unseen change nothing, shown by adding up over what may have been among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm
from typing import Any

from analyzer.deal.enumerate import state_ways
from analyzer.deal.inquiry import EveryAnswer, Jointly
from analyzer.game.card_words import CardWord
from analyzer.game.cards import CARDS_PER_DECK, rank_of
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import BANKER, OUTCOMES, PLAYER, TIE, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.odds.knowledge import Knowledge
from analyzer.study.odds.part_left import PartLeft, Weighing
from analyzer.wager.given import Given

MOST_CASES = 1000
"""A shoe with more cards of a value has more cases than anybody wants to see added up."""

Case = tuple[int, Fraction, dict[str, Fraction]]


@dataclass(frozen=True)
class UnseenBurn:
    """The chances for every number of cards of one value that may have been burned, and all together.

    Attributes
    ----------
    cards : int
        Cards burned.
    value : int
        The point value by which the cases are told apart.
    cases : tuple of (int, Fraction, dict)
        Cards of that value burned, the probability of so many given what is known, and the chance of each
        outcome then; a case that what is known rules out is left out.
    """

    cards: int
    value: int
    cases: tuple[Case, ...]

    def together(self, outcome: str) -> Fraction:
        """Chance of an outcome over all cases."""
        return sum((share * chances[outcome] for _, share, chances in self.cases), Fraction(0))


def study_unseen_burn(shoe: Shoe, rulebook: Rulebook, knowledge: Knowledge, cards: int) -> UnseenBurn | None:
    """What cards burned unseen can have been, and what each case does to the chances.

    Parameters
    ----------
    shoe : Shoe
        The shoe before they are burned; with replacement, or with too many cases, the answer is None.
    rulebook : Rulebook
    knowledge : Knowledge
    cards : int
        How many are burned.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> burn = study_unseen_burn(Shoe.from_decks(8), load_rulebook(), Knowledge(), 3)
    >>> [burned for burned, _, _ in burn.cases], burn.together("tie")
    ([0, 1, 2, 3], Fraction(619306544887, 6508331087895))
    """
    if shoe.with_replacement:
        return None
    values = shoe.value_counts(rulebook.card_values)
    value = max(number for number, count in enumerate(values) if count)
    of_value = CardWord(
        str(value),
        frozenset(one for one in range(CARDS_PER_DECK) if rulebook.card_values[rank_of(one)] == value),
        names_card=False,
    )
    count = values[value]
    if count > MOST_CASES:
        return None
    given = Given(knowledge.claim(shoe), knowledge.facts(shoe))
    outcome = EveryAnswer([FACTS["player.wins"], FACTS["banker.wins"]])
    counted: dict[Any, int] = {}
    cases: list[tuple[int, dict[str, Fraction]]] = []
    for burned in range(max(0, cards - (shoe.size - count)), min(cards, count) + 1):
        weighing = Weighing(PartLeft(shoe.size - cards, ((of_value, count - burned),)), shoe, rulebook)
        if not counted:
            states, _ = state_ways(shoe, rulebook, Jointly([given, outcome, EveryAnswer(weighing.facts)]))
            counted = {state[1:]: ways for state, ways in states.items()}
        # So many of the value are among the burned cards, and the others among the rest.
        likely = Fraction(
            comb(count, burned) * perm(cards, burned) * perm(shoe.size - cards, count - burned),
            perm(shoe.size, count),
        )
        ways = weighing.weighed(counted)
        if ways:
            joint = dict.fromkeys(OUTCOMES, Fraction(0))
            for (player_wins, banker_wins), behind in ways.items():
                name = PLAYER if player_wins else BANKER if banker_wins else TIE
                joint[name] += likely * Fraction(behind, weighing.total_ways)
            cases.append((burned, joint))
    return UnseenBurn(cards, value, _conditional(cases))


def _conditional(cases: Sequence[tuple[int, dict[str, Fraction]]]) -> tuple[Case, ...]:
    """Cases with their probability given what is known, from joint probabilities."""
    shares = [sum(joint.values(), Fraction(0)) for _, joint in cases]
    known = sum(shares, Fraction(0))
    return tuple(
        (burned, share / known, {name: chance / share for name, chance in joint.items()})
        for (burned, joint), share in zip(cases, shares, strict=True)
    )

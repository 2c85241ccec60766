"""Facts of a whole shoe: cards of a coup, and how many coups a shoe gives.

The cards of one coup are counted exactly, and so is every coup that is dealt for certain: its cards have the
law of the first coup's, because every order of a shoe is equally likely.
The number of coups is counted exactly where the shoe is small (`coups_per_shoe`), is proven to lie between
bounds for any shoe (`coup_bounds`), and is found by dealing shuffled shoes else (`shoe_simulation`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.deal.enumerate import fact_ways
from analyzer.game.facts import FACTS
from analyzer.game.rulebook import BANKER, OUTCOMES, PLAYER, TIE, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.study.shoe.coup_bounds import CoupBounds, coup_bounds
from analyzer.study.shoe.coups_per_shoe import CoupsLaw, coups_law, is_small
from analyzer.study.shoe.shoe_deal import ShoeRules, starts
from analyzer.study.shoe.shoe_simulation import MOST_CARDS_OF_A_SHOE, Simulation, simulate

USUAL_SHOES = 100_000
USUAL_SEED = 1


@dataclass(frozen=True)
class CoupCards:
    """How many cards a coup uses.

    Attributes
    ----------
    ways : mapping of (int, str) to int
        Ways behind each number of cards with each outcome; a first card that is fixed is one of the cards.
    total_ways : int

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> cards = coup_cards(Shoe.from_decks(8), load_rulebook())
    >>> cards.ways_of(4), cards.probability(4), cards.mean()
    (1893735611458560, Fraction(140356, 370461), Fraction(46924771178, 9501213267))
    """

    ways: Mapping[tuple[int, str], int]
    total_ways: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of cards that a coup can use."""
        return tuple(sorted({cards for cards, _ in self.ways}))

    def ways_of(self, cards: int | None = None, outcome: str | None = None) -> int:
        """Ways behind a number of cards, an outcome or both."""
        return sum(
            ways
            for (number, winner), ways in self.ways.items()
            if cards in (None, number) and outcome in (None, winner)
        )

    def probability(self, cards: int) -> Fraction:
        """Probability that a coup uses so many cards."""
        return Fraction(self.ways_of(cards), self.total_ways)

    def mean(self, outcome: str | None = None) -> Fraction | None:
        """Mean cards of a coup, or of a coup with an outcome; None where that cannot happen."""
        return self._moment(1, outcome)

    @property
    def variance(self) -> Fraction:
        """Variance of the number of cards."""
        mean, square = self._moment(1, None), self._moment(2, None)
        return (square or Fraction(0)) - (mean or Fraction(0)) ** 2

    def _moment(self, power: int, outcome: str | None) -> Fraction | None:
        ways = self.ways_of(outcome=outcome)
        if not ways:
            return None
        return Fraction(sum(cards**power * self.ways_of(cards, outcome) for cards in self.numbers), ways)


@dataclass(frozen=True)
class ShoeFacts:
    """What is known about a whole shoe.

    Attributes
    ----------
    rules : ShoeRules
    cards : CoupCards
        Of the first coup, and of every coup that is dealt for certain.
    bounds : CoupBounds or None
        None for an infinite shoe, which never ends.
    law : CoupsLaw or None
        The exact law of the number of coups, None where the shoe is too large for it.
    simulation : Simulation or None
        The only part that is not exact.
    """

    rulebook: Rulebook
    shoe: Shoe
    rules: ShoeRules
    cards: CoupCards
    bounds: CoupBounds | None
    law: CoupsLaw | None
    simulation: Simulation | None

    @property
    def is_too_large_to_simulate(self) -> bool:
        """Whether the shoe has more cards than are shuffled."""
        return not self.shoe.with_replacement and self.shoe.size > MOST_CARDS_OF_A_SHOE


def coup_cards(shoe: Shoe, rulebook: Rulebook) -> CoupCards:
    """How many cards a coup uses, with whom it is won by.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        The shoe does not know the point values of this rulebook.
    """
    counted = fact_ways(shoe, rulebook, [FACTS["cards"], FACTS["player.wins"], FACTS["banker.wins"]])
    ways: dict[tuple[int, str], int] = {}
    for (cards, player_wins, banker_wins), behind in counted.ways.items():
        outcome = PLAYER if player_wins else BANKER if banker_wins else TIE
        ways[int(cards), outcome] = behind
    ordered = sorted(ways, key=lambda key: (key[0], OUTCOMES.index(key[1])))
    return CoupCards({key: ways[key] for key in ordered}, counted.total_ways)


def study_shoe(
    shoe: Shoe,
    rulebook: Rulebook,
    rules: ShoeRules,
    *,
    shoes: int | None = None,
    seed: int = USUAL_SEED,
    progress: Callable[[int, int], None] | None = None,
) -> ShoeFacts:
    """Everything about a whole shoe.

    Parameters
    ----------
    shoe : Shoe
        An infinite shoe has a law of the cards of a coup, but no number of coups.
    rulebook : Rulebook
    rules : ShoeRules
    shoes : int, optional
        Shuffled shoes to deal, 0 for none; by default 100,000, and none where the exact law is counted
        or the shoe is too large.
    seed : int, optional
    progress : callable, optional
        Called with the shoes dealt and the shoes to deal.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        No coup can be dealt from the shoe under these rules, or it cannot be simulated so; an infinite shoe
        never can.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> facts = study_shoe(Shoe.from_counts([8, *[1] * 9]), load_rulebook(), ShoeRules(0, 0, 0))
    >>> facts.law.mean, facts.simulation
    (Fraction(19634177, 6806800), None)
    """
    cards = coup_cards(shoe, rulebook)
    if shoe.with_replacement and not shoes:
        return ShoeFacts(rulebook, shoe, rules, cards, None, None, None)
    found = starts(shoe, rulebook, rules)
    law = coups_law(found, rules, rulebook) if is_small(found, rules, rulebook) else None
    if shoes is None:
        shoes = 0 if law or shoe.size > MOST_CARDS_OF_A_SHOE else USUAL_SHOES
    simulation = simulate(shoe, rulebook, rules, shoes, seed, progress) if shoes else None
    return ShoeFacts(rulebook, shoe, rules, cards, coup_bounds(found, rules, rulebook), law, simulation)

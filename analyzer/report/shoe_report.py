"""Facts of a whole shoe, as a report that keeps what is exact and what is simulated apart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyzer.game.rulebook import OUTCOMES
from analyzer.report.inputs import rules_input, shoe_input
from analyzer.report.model import (
    COUNT,
    FRACTION,
    NUMBER,
    PEOPLE,
    PROBABILITY,
    ROOT,
    Cell,
    Column,
    Fact,
    Facts,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.study.shoe.coup_bounds import Band, CoupBounds
from analyzer.study.shoe.coups_per_shoe import CoupsLaw
from analyzer.study.shoe.shoe_deal import ShoeRules
from analyzer.study.shoe.shoe_facts import CoupCards, ShoeFacts
from analyzer.study.shoe.shoe_simulation import MOST_CARDS_OF_A_SHOE, Sample, Simulation

SCHEMA = "baccarat/shoe"
VERSION = 1
GENERATOR = "PCG64"
FIRST_CARD = "first-card"

_BANDS = {
    "always": "every shoe",
    "exchangeability": "mean, by exchangeability",
    "optional_stopping": "mean, by optional stopping",
}


def shoe_report(facts: ShoeFacts) -> Report:
    """A report of the facts of a shoe."""
    simulation = facts.simulation
    return Report(
        name=SCHEMA,
        version=VERSION,
        title=f"{facts.rulebook.title}; {facts.shoe.describe()}",
        inputs={
            "rules": rules_input(facts.rulebook),
            "shoe": shoe_input(facts.shoe),
            "dealing": _rules_tree(facts.rules),
            "simulation": simulation and {"shoes": str(simulation.shoes), "seed": str(simulation.seed)},
        },
        method="enumeration",
        sections=tuple(_sections(facts)),
        data={
            "coup": _coup_tree(facts.cards),
            "bounds": facts.bounds and _bounds_tree(facts.bounds),
            "law": facts.law and _law_tree(facts.law),
            "simulation": simulation and _simulation_tree(simulation),
        },
        exact=simulation is None,
    )


def _sections(facts: ShoeFacts) -> Iterator[Section]:
    yield _cards_table(facts)
    yield _outcomes_table(facts.cards)
    if facts.bounds:
        yield _bounds_table(facts.bounds, facts)
    if facts.law:
        yield from _law_sections(facts.law)
    if facts.simulation:
        yield from _simulation_sections(facts.simulation)


def _cards_table(facts: ShoeFacts) -> Table:
    cards = facts.cards
    columns = (
        Column("cards", "Cards", COUNT),
        Column("ways", "Ways", COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [
        (number, cards.ways_of(number), cards.probability(number), cards.probability(number))
        for number in cards.numbers
    ]
    notes = [
        "Every coup that is dealt for certain has this law, not only the first, as long as nobody has looked"
        " at the cards before it."
    ]
    if facts.rulebook.player_first_card is not None:
        notes.append("Player's first card does not come from the shoe, but is one of the cards.")
    if facts.shoe.with_replacement:
        notes.append("An infinite shoe never ends, so it gives no number of coups.")
    return Table("cards", "Cards of a coup", columns, rows, tuple(notes))


def _outcomes_table(cards: CoupCards) -> Table:
    columns = (
        Column("outcome", "Outcome"),
        *(Column(f"ways_{number}", f"{number} cards", COUNT) for number in cards.numbers),
        Column("mean_cards", "Mean cards", NUMBER),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = []
    for outcome in (*OUTCOMES, None):
        ways = [cards.ways_of(number, outcome) for number in cards.numbers]
        mean = cards.mean(outcome)
        rows.append((outcome.capitalize() if outcome else "any", *ways, mean, mean))
    return Table("outcomes", "Ways by outcome, and mean cards", columns, rows)


def _bounds_table(bounds: CoupBounds, facts: ShoeFacts) -> Table:
    columns = (
        Column("of", "Coups per shoe"),
        Column("least", "At least", NUMBER),
        Column("most", "At most", NUMBER),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, band.low, band.high)
        for key, name in _BANDS.items()
        if (band := getattr(bounds, key)) is not None
    ]
    notes = [
        f"{facts.rules.describe()}.",
        "Both ends of every line are proven; the mean lies between them, but is not itself given by them.",
    ]
    if facts.is_too_large_to_simulate:
        notes.append(
            f"A shoe of {facts.shoe.size:,} cards is too large to be simulated, so this is all that is said"
            f" of its coups; up to {MOST_CARDS_OF_A_SHOE:,} cards are shuffled."
        )
    return Table("bounds", "Coups per shoe: what is proven", columns, rows, tuple(notes))


def _law_sections(law: CoupsLaw) -> Iterator[Section]:
    yield Facts(
        "law",
        "Coups per shoe, exactly",
        (
            Fact("mean", "Mean", law.mean, NUMBER),
            Fact("standard_deviation", "Standard deviation", Root(law.variance), ROOT),
            Fact("mean_cards_left", "Mean cards left", law.mean_left, NUMBER),
        ),
    )
    yield _exact_table("coups", "Coups", "Number of coups, exactly", law.coups)
    yield _exact_table("cards_left", "Cards left", "Cards left, exactly", law.cards_left)
    columns = (
        Column("coup", "Coup", COUNT),
        Column("is_dealt", "Dealt", PROBABILITY),
        Column("mean_cards", "Mean cards if dealt", NUMBER),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    rows: list[tuple[Cell, ...]] = [(coup, chance, mean, mean) for coup, chance, mean in _coup_by_coup(law)]
    note = "Coups that are dealt for certain all have the same mean; the first that is not need not."
    yield Table("by_coup", "Coup by coup, exactly", columns, rows, (note,))


def _coup_by_coup(law: CoupsLaw) -> Iterator[tuple[int, Fraction, Fraction]]:
    for coup, (chance, cards) in enumerate(zip(law.is_dealt, law.cards, strict=True), start=1):
        yield coup, chance, cards / chance


def _exact_table(key: str, name: str, title: str, law: dict[int, Fraction]) -> Table:
    columns = (
        Column(key, name, COUNT),
        Column("probability", "Probability", PROBABILITY),
        Column("exactly", "Exactly", FRACTION, PEOPLE),
    )
    return Table(key, title, columns, [(number, chance, chance) for number, chance in law.items()])


def _simulation_sections(simulation: Simulation) -> Iterator[Section]:
    label = f"simulated, {simulation.shoes} shoes, seed {simulation.seed}"
    coups, left = simulation.coups, simulation.cards_left
    yield Facts(
        "simulated",
        f"Coups per shoe: {label}",
        (
            Fact("mean", "Mean", coups.mean, NUMBER),
            Fact("standard_error", "Its standard error", Root(coups.standard_error_square), ROOT),
            Fact("standard_deviation", "Standard deviation", Root(coups.variance), ROOT),
            Fact("mean_cards_left", "Mean cards left", left.mean, NUMBER),
            Fact("cards_left_error", "Its standard error", Root(left.standard_error_square), ROOT),
        ),
        ("Not exact: the true values are unknown, and differ from these by about the standard error.",),
    )
    yield _sample_table("simulated_coups", "Coups", f"Number of coups: {label}", coups)
    yield _sample_table("simulated_cards_left", "Cards left", f"Cards left: {label}", left)


def _sample_table(key: str, name: str, title: str, sample: Sample) -> Table:
    columns = (
        Column("number", name, COUNT),
        Column("shoes", "Shoes", COUNT),
        Column("frequency", "Frequency", NUMBER),
        Column("standard_error", "Standard error", ROOT),
    )
    rows: list[tuple[Cell, ...]] = [
        (number, times, sample.frequency(number), Root(sample.frequency_error_square(number)))
        for number, times in sample.times.items()
    ]
    return Table(key, title, columns, rows)


def _rules_tree(rules: ShoeRules) -> dict[str, str]:
    return {
        "burn": FIRST_CARD if rules.burn is None else str(rules.burn),
        "behind_cut": str(rules.behind_cut),
        "after_cut": str(rules.after_cut),
        "cut_between": rules.cut_between,
    }


def _coup_tree(cards: CoupCards) -> dict[str, Any]:
    return {
        "exact": True,
        "total_ways": str(cards.total_ways),
        "mean_cards": cards.mean(),
        "variance": cards.variance,
        "standard_deviation": Root(cards.variance),
        "cards": [
            {
                "cards": number,
                "ways": str(cards.ways_of(number)),
                "probability": cards.probability(number),
                "outcomes": {outcome: str(cards.ways_of(number, outcome)) for outcome in OUTCOMES},
            }
            for number in cards.numbers
        ],
        "outcomes": [{"outcome": outcome, "mean_cards": cards.mean(outcome)} for outcome in OUTCOMES],
    }


def _bounds_tree(bounds: CoupBounds) -> dict[str, Any]:
    tree: dict[str, Any] = {"exact": True}
    for key in (*_BANDS, "best"):
        band: Band | None = getattr(bounds, key)
        tree[key] = band and {"low": band.low, "high": band.high}
    return tree


def _law_tree(law: CoupsLaw) -> dict[str, Any]:
    return {
        "exact": True,
        "mean": law.mean,
        "variance": law.variance,
        "standard_deviation": Root(law.variance),
        "mean_cards_left": law.mean_left,
        "coups": [_chance_tree(number, chance) for number, chance in law.coups.items()],
        "cards_left": [_chance_tree(number, chance) for number, chance in law.cards_left.items()],
        "by_coup": [
            {"coup": str(coup), "is_dealt": chance, "mean_cards": mean}
            for coup, chance, mean in _coup_by_coup(law)
        ],
    }


def _chance_tree(number: int, chance: Fraction) -> dict[str, Any]:
    return {"number": str(number), "probability": chance}


def _simulation_tree(simulation: Simulation) -> dict[str, Any]:
    return {
        "exact": False,
        "shoes": str(simulation.shoes),
        "seed": str(simulation.seed),
        "generator": GENERATOR,
        "coups": _sample_tree(simulation.coups),
        "cards_left": _sample_tree(simulation.cards_left),
        "coup_cards": {
            "mean": simulation.coup_cards.mean,
            "times": _times_tree(simulation.coup_cards),
        },
    }


def _sample_tree(sample: Sample) -> dict[str, Any]:
    return {
        "mean": sample.mean,
        "standard_error": Root(sample.standard_error_square),
        "standard_deviation": Root(sample.variance),
        "times": _times_tree(sample),
    }


def _times_tree(sample: Sample) -> list[dict[str, str]]:
    return [{"number": str(number), "times": str(times)} for number, times in sample.times.items()]

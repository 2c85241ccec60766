"""Many shoes through integer forms, beside one shoe through enumeration and beside plain matrix products.

The three take turns within one run, so that whatever else the machine does weighs on all of them.
Shoes are full 8-deck shoes from which a random number of cards, up to all but a few, has been dealt.

Lines are measured for two sets of wagers that need point values only: those of the catalogue's folders `main`
and `side` themselves, without the series in folders below them (over forty wagers, with well over a hundred
lines), which have the target, and all of the catalogue.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
from threadpoolctl import threadpool_limits

from analyzer.deal.enumerate import fact_ways
from analyzer.deal.form_kernel import FormKernel
from analyzer.deal.forms import wager_forms
from analyzer.deal.many_shoes import line_ways, outcome_ways
from analyzer.game.coup import VALUE
from analyzer.game.facts import FACTS
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, wager_slugs
from analyzer.wager.wager import Wager

ROUNDS = 9
SHOES = 200_000
SHOES_FOR_LINES = 20_000
SHOES_FOR_ALL_LINES = 10_000
SHOES_ENUMERATED = 20
MATRIX = 1_024

OPERATIONS_PER_FORM = 2 * 5_005
"""Multiplications and additions of a form that no implementation could leave out of its matrix products."""


@dataclass(frozen=True)
class Rate:
    """Something measured per second, in every round, and what it should reach."""

    name: str
    per_second: list[float]
    least: float = 0.0

    @property
    def reached(self) -> bool:
        """Whether the median reaches the target."""
        return median(self.per_second) >= self.least

    def line(self, unit: str) -> str:
        """One line of the table."""
        middle, low, high = median(self.per_second), min(self.per_second), max(self.per_second)
        target = (
            f"   at least {self.least:,.0f}: {'reached' if self.reached else 'MISSED'}" if self.least else ""
        )
        return f"{self.name:<44}{middle:>12,.0f} {unit:<9}({low:,.0f}..{high:,.0f}){target}"


def depleted_shoes(number: int) -> np.ndarray:
    """Random 8-deck shoes in which 6 to 416 cards are left."""
    random = np.random.default_rng(8)
    left = random.integers(6, 417, number)
    full = [128, *[32] * 9]
    return np.array([random.multivariate_hypergeometric(full, int(size)) for size in left])


def value_wagers() -> list[Wager]:
    """The wagers of the catalogue that need point values only."""
    return [
        wager
        for wager in map(load_wager, wager_slugs())
        if all(set(details) <= {VALUE} for fact in wager.facts for details in fact.needs.values())
    ]


def is_usual(wager: Wager) -> bool:
    """Whether a wager stands in the folder `main` or `side` itself."""
    return wager.slug.rpartition("/")[0] in ("main", "side")


def per_second(work: Callable[[], object], units: float) -> float:
    """Units of work done in a second."""
    start = time.perf_counter()
    work()
    return units / (time.perf_counter() - start)


def main() -> int:
    """Print the table; 1 if a target is missed."""
    rulebook = load_rulebook("standard")
    shoes = depleted_shoes(SHOES)
    few, some, fewer = shoes[:SHOES_ENUMERATED].tolist(), shoes[:SHOES_FOR_LINES], shoes[:SHOES_FOR_ALL_LINES]
    outcomes = [FACTS["player.wins"], FACTS["banker.wins"]]
    wagers = value_wagers()
    usual = list(filter(is_usual, wagers))
    kernels = [
        FormKernel(np.vstack([wager_forms(rulebook, wager).coefficients for wager in chosen]))
        for chosen in (usual, wagers)
    ]
    matrix = np.random.default_rng(1).random((MATRIX, MATRIX))
    square = np.empty_like(matrix)

    def enumerate_few() -> None:
        for counts in few:
            fact_ways(Shoe.from_counts(counts), rulebook, outcomes)

    def multiply() -> None:
        with threadpool_limits(1, user_api="blas"):
            np.matmul(matrix, matrix, out=square)

    measured: dict[str, list[float]] = {name: [] for name in ("one", "many", "core", "lines", "all", "dgemm")}
    for number in range(1 + ROUNDS):
        found = {
            "one": per_second(enumerate_few, len(few)),
            "many": per_second(lambda: outcome_ways(shoes, rulebook), len(shoes)),
            "core": per_second(lambda: outcome_ways(shoes[::4], rulebook, workers=1), len(shoes) / 4),
            "lines": per_second(lambda: line_ways(some, usual, rulebook), len(some)),
            "all": per_second(lambda: line_ways(fewer, wagers, rulebook), len(fewer)),
            "dgemm": per_second(multiply, 2 * MATRIX**3),
        }
        for name, rate in found.items():
            if number:  # the first round compiles and warms up
                measured[name].append(rate)

    ratios = [many / one for many, one in zip(measured["many"], measured["one"], strict=True)]
    rates = [
        Rate("enumeration, one shoe at a time", measured["one"]),
        Rate("Player, Banker, Tie, one thread", measured["core"]),
        Rate("Player, Banker, Tie", measured["many"], least=500_000),
        Rate(f"{kernels[0].n_lines} lines of {len(usual)} wagers", measured["lines"], least=60_000),
        Rate(f"{kernels[1].n_lines} lines of {len(wagers)} wagers", measured["all"]),
    ]
    times = Rate("Player, Banker, Tie, to enumeration", ratios, least=5_000)
    for rate in rates:
        print(rate.line("shoes/s"))
    print(times.line("times"))
    print(Rate("dgemm, one thread", [rate / 1e6 for rate in measured["dgemm"]]).line("Mflop/s"))
    outcome_share = share_of_dgemm(measured["core"], measured["dgemm"], 2)
    print(f"Player and Banker evaluated on one thread: {outcome_share:.0f}% of dgemm")
    for kernel in kernels:
        print(f"{kernel.n_forms} forms evaluated for {kernel.n_lines} lines")
    return int(not all(rate.reached for rate in (*rates, times)))


def share_of_dgemm(per_second: list[float], dgemm: list[float], n_forms: int) -> float:
    """Percentage of the operations of plain matrix products that the forms come to."""
    shares = [
        rate * n_forms * OPERATIONS_PER_FORM / most for rate, most in zip(per_second, dgemm, strict=True)
    ]
    return 100 * median(shares)


if __name__ == "__main__":
    sys.exit(main())

"""Run the named comparisons, or all of them, and exit with 1 if a target is missed.

A ratio within one run means the same on a slow and on a fast machine, seconds do not.
The two commands of a comparison take turns, so that whatever else the machine does weighs on both.
"""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from statistics import median

from benchmarks import batch, coups, forms

PAIRS = 9

BACCARAT = str(Path(sys.executable).with_name("baccarat"))

# Installed packages come with their bytecode; a checkout writes its own in the warm-up, if it may.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Comparison:
    """A command, what it is measured against, and how much more it may take."""

    command: tuple[str, ...]
    baseline: tuple[str, ...]
    most: float
    aim: float | None = None
    most_megabytes: float = inf

    @property
    def target(self) -> str:
        """The target in words."""
        aim = f", aim {self.aim:g}" if self.aim else ""
        memory = f", under {self.most_megabytes:g} MB" if self.most_megabytes < inf else ""
        return f"at most {self.most:g}{aim}{memory}"


@dataclass(frozen=True)
class Result:
    """The measured ratios of one comparison, and the peak memory of its command (nan if unknown)."""

    ratios: list[float]
    megabytes: float

    def reaches(self, comparison: Comparison) -> bool:
        """Whether time and memory stay within the target; unknown memory does."""
        return median(self.ratios) <= comparison.most and not self.megabytes >= comparison.most_megabytes


def importing(module: str) -> tuple[str, ...]:
    """Command that starts Python and imports one module."""
    return sys.executable, "-c", f"import {module}"


def wagers_on_totals() -> str:
    """Every wager of the library that asks for no rank and no suit."""
    from analyzer.library.catalog import load_wagers
    from analyzer.study.analysis import looks_past_values

    return ",".join(wager.slug for wager in load_wagers("all") if not looks_past_values(wager))


COMPARISONS = {
    "analyze": Comparison(
        (BACCARAT, "analyze", "--decks", "8", "--json"), importing("numpy"), most=2.0, aim=1.3
    ),
    # The target is 20 seconds on two cores; numpy is imported in 70 to 80 milliseconds there.
    "all-wagers": Comparison(
        (BACCARAT, "analyze", "--decks", "8", "--wagers", "all", "--json"),
        importing("numpy"),
        most=250.0,
        aim=50.0,
        most_megabytes=2_000,
    ),
    "all-totals": Comparison(
        (BACCARAT, "analyze", "--decks", "8", "--wagers", wagers_on_totals(), "--json"),
        importing("numpy"),
        most=8.0,
    ),
    "help": Comparison((BACCARAT, "--help"), importing("click"), most=2.0),
    "graph": Comparison(
        (BACCARAT, "graph", "--view", "full", "--decks", "8", "--summary"),
        importing("networkx"),
        most=15.0,
        most_megabytes=400,
    ),
    # The targets that follow are 1 second, 60 seconds, 3 seconds, half a second and 2 seconds.
    "odds": Comparison((BACCARAT, "odds", "--player", "K 7", "--banker", "6"), importing("numpy"), most=13.0),
    "part-left": Comparison(
        (BACCARAT, "odds", "--left", "60", "--holding", "9:3"), importing("numpy"), most=13.0
    ),
    "labellings": Comparison(
        (BACCARAT, "information", "--best-labelling", "--positions", "1,2,3,4"),
        importing("numpy"),
        most=800.0,
    ),
    "counts": Comparison(
        (BACCARAT, "check", "--counts", "player 44310, banker 46102, tie 9588", "--alternatives"),
        importing("numpy"),
        most=40.0,
    ),
    "kemeny-snell": Comparison(
        (BACCARAT, "solve", "chemin-de-fer", "--decks", "infinite", "--model", "A1"),
        importing("numpy"),
        most=6.5,
    ),
    "both-cards": Comparison(
        (BACCARAT, "solve", "chemin-de-fer", "--decks", "12", "--model", "B3", "--commission", "5%"),
        importing("numpy"),
        most=26.0,
    ),
}

IN_PROCESS = {"forms": forms.main, "batch": batch.main, "coups": coups.main}
"""What measures itself, and prints its own lines."""


def measure(command: tuple[str, ...]) -> tuple[float, float]:
    """Seconds that a command takes, and its peak memory in megabytes."""
    with tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=complaints, env=ENVIRONMENT)
        megabytes = wait(process)
        seconds = time.perf_counter() - start
        if process.returncode:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip()
            raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}\n{said}")
    return seconds, megabytes


def wait(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process to end; its peak memory in megabytes, or nan where the system does not tell."""
    if not hasattr(os, "wait4"):
        process.wait()
        return nan
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    units_per_megabyte = 1e6 if sys.platform == "darwin" else 1e6 / 1024  # bytes there, kibibytes elsewhere
    return usage.ru_maxrss / units_per_megabyte


def run(comparison: Comparison) -> Result:
    """Measure a comparison, after a warm-up pair that does not count."""
    pairs = [(measure(comparison.command), measure(comparison.baseline)) for _ in range(1 + PAIRS)][1:]
    ratios = [seconds / baseline_seconds for (seconds, _), (baseline_seconds, _) in pairs]
    return Result(ratios, max(megabytes for (_, megabytes), _ in pairs))


def main(names: list[str]) -> int:
    """Print a line per comparison; 1 if one misses its target, 2 if a name is unknown."""
    known = [*COMPARISONS, *IN_PROCESS]
    if unknown := [name for name in names if name not in known]:
        print(f"No comparison {', '.join(unknown)}; there are {', '.join(known)}.", file=sys.stderr)
        return 2
    chosen = names or known
    reached = []
    print(f"{'':<12}{'median':>8}{'min..max':>16}{'memory':>10}   target")
    for name in filter(COMPARISONS.__contains__, chosen):
        comparison = COMPARISONS[name]
        result = run(comparison)
        reached.append(result.reaches(comparison))
        spread = f"{min(result.ratios):.2f}..{max(result.ratios):.2f}"
        measured = f"{median(result.ratios):>8.2f}{spread:>16}{result.megabytes:>7.0f} MB"
        verdict = "reached" if reached[-1] else "MISSED"
        print(f"{name:<12}{measured}   {comparison.target}: {verdict}", flush=True)
    reached += [IN_PROCESS[name]() == 0 for name in chosen if name in IN_PROCESS]
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

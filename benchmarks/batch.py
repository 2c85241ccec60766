"""`baccarat batch` on a million shoes: how long, and how much memory all its processes have together."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.forms import depleted_shoes

ROWS = 1_000_000
DIFFERENT_ROWS = 50_000
MOST_MEGABYTES = 500
SECONDS_BETWEEN_LOOKS = 0.1


def write_shoes(path: Path) -> None:
    """A CSV of a million shoes, each of some thousands twenty times."""
    text = "".join(",".join(map(str, row)) + "\n" for row in depleted_shoes(DIFFERENT_ROWS).tolist())
    with path.open("w") as file:
        for _ in range(ROWS // DIFFERENT_ROWS):
            file.write(text)


def megabytes_of_tree(root: int) -> float:
    """Memory of a process and of all that descend from it, pages that they share counted for each."""
    parents: dict[int, int] = {}
    kilobytes: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            status = (folder / "status").read_text().splitlines()
        except OSError:  # it has ended
            continue
        fields = dict(line.split(":", 1) for line in status if ":" in line)
        parents[int(folder.name)] = int(fields["PPid"])
        kilobytes[int(folder.name)] = int(fields.get("VmRSS", "0 kB").split()[0])
    return sum(kilobytes[process] for process in parents if descends(process, root, parents)) / 1_000


def descends(process: int, root: int, parents: dict[int, int]) -> bool:
    """Whether a process is another or descends from it."""
    while process not in (0, root):
        process = parents.get(process, 0)
    return process == root


def main() -> int:
    """Print a line; 1 if the memory is above the target."""
    if not os.path.isdir("/proc/self"):
        print("batch       not measured: this system does not tell the memory of processes")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "shoes.csv", Path(folder) / "edges.csv"
        write_shoes(source)
        start = time.perf_counter()
        command = [sys.executable, "-m", "analyzer", "batch", str(source), "-o", str(target)]
        peak = 0.0
        with subprocess.Popen(command) as running:
            while running.poll() is None:
                peak = max(peak, megabytes_of_tree(running.pid))
                time.sleep(SECONDS_BETWEEN_LOOKS)
        seconds = time.perf_counter() - start
        size = target.stat().st_size / 1e6 if running.returncode == 0 else 0
    reached = running.returncode == 0 and peak < MOST_MEGABYTES
    print(
        f"batch       {ROWS:,} shoes in {seconds:.0f} s, {size:,.0f} MB written;"
        f" memory {peak:.0f} MB   under {MOST_MEGABYTES} MB: {'reached' if reached else 'MISSED'}"
    )
    return int(not reached)


if __name__ == "__main__":
    sys.exit(main())

"""Speed and memory of whole processes, as ratios within one run: `python -m benchmarks`."""

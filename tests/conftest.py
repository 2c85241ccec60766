import os

import pytest
from hypothesis import settings

# The everyday run tries the same examples on every machine; HYPOTHESIS_PROFILE=thorough looks for new ones.
settings.register_profile("repeatable", derandomize=True, max_examples=40, deadline=None)
settings.register_profile("thorough", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# What takes seconds by itself is left to CI and to those who ask for it.
RUN_SLOW_TESTS = "BACCARAT_SLOW_TESTS" in os.environ


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the slow tests unless they are asked for."""
    skipped = pytest.mark.skip(reason="slow: BACCARAT_SLOW_TESTS=1 runs it, as CI does")
    for item in items:
        if not RUN_SLOW_TESTS and item.get_closest_marker("slow"):
            item.add_marker(skipped)


# No test reads or leaves anything in a person's cache of compiled forms; those about the cache name a folder.
os.environ["BACCARAT_CACHE_DIR"] = ""

import os

from hypothesis import settings

# The everyday run tries the same examples on every machine; HYPOTHESIS_PROFILE=thorough looks for new ones.
settings.register_profile("repeatable", derandomize=True, max_examples=40, deadline=None)
settings.register_profile("thorough", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# No test reads or leaves anything in a person's cache of compiled forms; those about the cache name a folder.
os.environ["BACCARAT_CACHE_DIR"] = ""

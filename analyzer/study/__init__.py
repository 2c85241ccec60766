"""The questions people ask, one module each."""

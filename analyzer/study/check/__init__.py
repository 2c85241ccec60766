"""Somebody's figures, counts and results against the exact law."""

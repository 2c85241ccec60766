"""Documented rulebooks, wagers and documents as TOML, each with its source."""

"""Rulebooks that leave a choice: what a way to play is worth, and which is best."""

"""Numbers that are no fractions, to any number of right digits."""

"""Games of two sides with choices, solved exactly."""

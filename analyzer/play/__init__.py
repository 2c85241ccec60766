"""Best replies and equilibria where the rules leave a choice."""

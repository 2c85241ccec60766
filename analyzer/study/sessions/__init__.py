"""Many rounds: net results, ruin, streaks."""

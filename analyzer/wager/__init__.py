"""What a bet pays, and its exact law."""

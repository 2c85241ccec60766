"""Every way a shoe can be dealt, counted along roads that share no code."""

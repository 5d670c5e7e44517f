"""Water: fording, boats, swimming (B21, E5, E6)."""

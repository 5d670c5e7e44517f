"""Rubble: how it comes about, whom it buries, how it is cleared (B24)."""

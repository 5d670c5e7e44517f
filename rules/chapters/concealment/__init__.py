"""Concealment and hidden counters (A12): who knows what, and when."""

"""Minefields, Booby Traps, Daisy Chains (B28)."""

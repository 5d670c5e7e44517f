"""Close Combat and prisoners (A11, A20)."""

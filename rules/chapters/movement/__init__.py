"""Movement: costs, stacking, entry, Cavalry, what lies on the way (A2, A4, A5, A13)."""

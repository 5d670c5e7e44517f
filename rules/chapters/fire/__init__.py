"""Fire: attacks on the IFT, support and special weapons, SMOKE (A7 to A9, A19, A21 to A24)."""

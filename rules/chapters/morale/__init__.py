"""Morale: checks, rout and rally, berserk, heroes, wounds, ELR (A10, A15 to A19, A25)."""

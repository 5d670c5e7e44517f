"""Snipers (A14)."""

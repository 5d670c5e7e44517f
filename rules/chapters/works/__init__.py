"""Fortifications but for mines (B23.9, B26, B27, B29, B30)."""

"""Ordnance: To Hit and what a hit does (C2, C3, C6, C9, C13)."""

"""Flames and Blazes: how they begin, spread and are left; the wind (B25)."""

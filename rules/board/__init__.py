"""Hexes, terrain, board sources and LOS."""

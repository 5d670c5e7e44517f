"""Nationalities, units and weapons: value tables and their loaders."""

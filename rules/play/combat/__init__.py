"""The CCPh, and what becomes of captives."""

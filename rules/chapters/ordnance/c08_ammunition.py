"""C8 What light mortars and LATW are loaded with."""

from rules.chapters.ordnance.c02_ordnance import Ammunition
from rules.chapters.ordnance.c13_latw import is_heat_target

HE = Ammunition("HE")

HEAT = Ammunition("HEAT", harms=is_heat_target)
"""C8.31: at Infantry behind a wall, in a building, rubble or pillbox."""

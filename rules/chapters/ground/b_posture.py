"""B26.4, B27.4 What must be done in a Location before it can be left in the MPh."""

from rules.board.locations import is_on_cliff
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.manner import Manner, Posture
from rules.forces.units import Unit
from rules.position.position import name


def has_ffnam(unit: Unit) -> bool:
    """A4.6, B27.5: whether a unit that moves is more vulnerable for it: neither by Assault Movement
    nor in a trench that it has come into through the next.
    """
    in_trench = unit.posture is Posture.BENEATH and unit.manner is Manner.TRENCH
    return not unit.assault and not in_trench


def posture_bar(unit: Unit) -> Barrier | None:
    """Why a unit may not leave its Location yet, or None if it may."""
    if unit.posture is Posture.BENEATH:
        return Barrier("B27.4", f"{name(unit)} first comes out of its entrenchment, for one MF.")
    if unit.posture is Posture.ON_WIRE:
        return Barrier("B26.4", f"{name(unit)} first comes off the Wire, for the MF of a dr.")
    if is_on_cliff(unit.at):
        return Barrier("B11.43", f"{name(unit)} climbs, and steps off the cliff in the APh.")
    return None

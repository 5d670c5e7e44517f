"""B21.41 What keeps units out of water that could be forded, and E6.1, E6.2 out of water and ashore
in the APh.
"""

from rules.board.locations import LocationId, LocationKind, hex_of
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.position.position import Position, name, weapon_values
from rules.position.water import Current, current_at, is_frigid, is_lined, upstream

_TAKEN_APART = frozenset({WeaponKind.MMG, WeaponKind.HMG, WeaponKind.FIFTY_CAL, WeaponKind.MTR})


def fording_bar(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """B21.41: why units may not ford there, or None if they may: the water is frigid, they would go
    straight against a Heavy Current, or carry what must be dm.
    """
    board, view = position.board, position.view
    if board.kind(to) is not LocationKind.WATER:
        return None
    where = board.name(to)
    if is_frigid(view):
        return Barrier("B21.41", f"The water in {where} is frigid: nobody fords it.")
    if any(unit.horse is not None for unit in units) and is_lined(view, board, hex_of(to)):
        return Barrier("E6.6", "Infantry alone fords along a line.")
    here = hex_of(units[0].at)
    wades = board.kind(units[0].at) is LocationKind.WATER
    heavy = wades and current_at(view, board, here) is Current.HEAVY
    if heavy and hex_of(to) in upstream(view, board, here):
        return Barrier("B21.41", f"Nobody fords to {where}, straight against a Heavy Current.")
    for unit in units:
        for weapon in position.weapons_of(unit):
            if weapon_values(weapon).kind in _TAKEN_APART and not weapon.dm:
                what = weapon_values(weapon).name
                return Barrier("B21.41", f"{name(unit)} fords with a {what} only if it is dm.")
    return None


def advance_bar(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """E6.1, E6.2: why nobody swims into that water in the APh, or leaves the water for there."""
    board = position.board
    if not board.has_location(to) or board.side_between(hex_of(units[0].at), hex_of(to)) is None:
        return None
    if board.kind(to) is LocationKind.WATER and not board.ford(hex_of(to)):
        return Barrier("E6.1", "Water cannot be entered by swimming in the APh.")
    swims = board.kind(units[0].at) is LocationKind.WATER and any(unit.swims for unit in units)
    if swims and board.cliff_between(hex_of(units[0].at), hex_of(to)):
        return Barrier("E6.2", "Swimmers cannot leave the water across a cliff.")
    return None

"""A7.7 Who is Encircled, and what that does to him; how it comes about is `a07_encirclement`."""

from collections.abc import Iterable

from rules.board.locations import LocationId, LocationKind, hex_of
from rules.chapters.terms.a07_shot import Aim
from rules.forces.entities import Encirclement
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.position import Position, is_armed, is_hero, name


def ring_id(at: LocationId) -> ShownId:
    """The id of the Encirclement of a Location."""
    return ShownId(f"{at}#ring")


def may_be_encircled(unit: Unit) -> bool:
    """A7.7: whether a unit can be: berserk units, heroes and prisoners cannot."""
    return not unit.berserk and not is_hero(unit) and unit.guard is None


def is_encircled(position: Position, unit: Unit) -> bool:
    """A7.7, A7.72: whether a unit stands under an Encircled counter, as both sides do in a Melee,
    or is cut off upstairs.
    """
    if not may_be_encircled(unit):
        return False
    ring = position.view.find(Encirclement, ring_id(unit.at))
    if ring is not None and (unit.side is ring.side or unit.melee):
        return True
    return is_upstairs(position, unit.at) and is_cut_off(position, unit.at, unit.side)


def is_upstairs(position: Position, at: LocationId) -> bool:
    """B23.4: whether a Location is an upper level of a building."""
    return position.board.kind(at) is LocationKind.UPPER_LEVEL


@asked_once
def is_cut_off(position: Position, at: LocationId, side: Side) -> bool:
    """A7.72: whether each way inside the building from an upper level to the ground leads through
    an unbroken, armed enemy.
    """
    board, seen, open_ = position.board, {at}, [at]
    building = board.building(hex_of(at))
    while open_:
        here = open_.pop()
        if not is_upstairs(position, here):
            return False
        for to in accessible_from(board, here):
            inside = board.building(hex_of(to)) == building
            if inside and to not in seen and not _is_held(position, to, side.enemy):
                seen.add(to)
                open_.append(to)
    return True


def _is_held(position: Position, at: LocationId, enemy: Side) -> bool:
    there = position.personnel_at(at, enemy)
    return any(not unit.broken and is_armed(position, unit) and not unit.guard for unit in there)


def leaving_ring(halves: int) -> Modifier:
    """A7.7: what the first Location costs somebody Encircled beside its MF: as much again."""
    return Modifier("A7.7", "out of Encirclement", halves)


def encircled_morale(position: Position, unit: Unit) -> Iterable[Modifier]:
    """A7.7: a Morale Level one lower, on both sides of the counter."""
    if is_encircled(position, unit):
        yield Modifier("A7.7", "Encircled", -1)


def encircled_drm(aim: Aim) -> Iterable[Modifier]:
    """A7.7: +1 to an attack in which somebody Encircled joins."""
    units = (aim.position.unit(unit_id) for unit_id in aim.shot.units)
    for unit in units:
        if is_encircled(aim.position, unit):
            yield Modifier("A7.7", f"{name(unit)} is Encircled", 1)
            return

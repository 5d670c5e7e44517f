"""C9 Light mortars: where they reach, what they cannot do, and what shelters from them."""

from collections.abc import Iterator

from rules.board.locations import (
    LocationId,
    LocationKind,
    hex_of,
    is_on_cliff,
    is_pillbox,
    level_of,
)
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain, Terrain
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_terrain import ENTRENCHED, in_hex_tem
from rules.chapters.ordnance.c02_ordnance import OrdnancePart
from rules.chapters.terms.a07_shot import FireKind
from rules.chapters.works.b29_roadblocks import is_beside_roadblock
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.position import Position

AIR_BURST = Modifier("B13.3", "Air Bursts", -1)
BRIDGE = Modifier("B6.32", "bridge, Indirect Fire", 1)
BEHIND_WALL = Modifier("B9.34", "wall, Indirect Fire", 1)
_WALLS = frozenset({HexsideTerrain.WALL, HexsideTerrain.BOCAGE})


def mortar_bar(part: OrdnancePart, *, has_moved: bool) -> Barrier | None:
    """C9, C3.33, B23.32: why a mortar may not fire there, or None if it may."""
    board, at, printed = part.position.board, part.shot.at, part.ordnance.printed
    low, high = max(1, printed.min_range), printed.range
    if not low <= part.distance <= high:
        return Barrier("C9.1", f"{board.name(at)} is not at {low} to {high} hexes.")
    if board.terrain(hex_of(part.at)).is_building and not _is_on_bridge(part):
        return Barrier("B23.32", "A mortar does not fire out of a building.")
    if is_pillbox(part.at):
        return Barrier("B30.2", "A mortar does not fire out of a pillbox.")
    advancing = part.shot.kind is FireKind.ADVANCING
    if advancing and has_moved and not part.is_opportunity:
        return Barrier("C5.2", f"{part.label} has moved and does not fire in the AFPh.")
    return None


def _is_on_bridge(part: OrdnancePart) -> bool:
    return part.position.board.kind(part.at) is LocationKind.BRIDGE


def indirect_tem(position: Position, target: Unit, los: Los) -> Iterator[Modifier]:
    """B6.32, B9.34, B13.3, B23.32, B27.3: what a target has against mortar fire: one TEM, the
    floors above it, and the Air Bursts of its woods; in a pillbox its NCA alone (B30.3).
    """
    if is_pillbox(target.at):
        yield from filter(None, (in_hex_tem(position, target, los),))
        return
    if is_on_cliff(target.at):
        return
    best = max(_shelters(position, target, los), key=lambda tem: tem.value, default=None)
    if best is not None:
        yield best
    above = position.board.upper_levels(hex_of(target.at)) - level_of(target.at)
    if above > 0 and position.board.kind(target.at) is not LocationKind.BRIDGE:
        yield Modifier("B23.32", "levels above", above)
    if position.board.rubble_upstairs(hex_of(target.at)):
        yield Modifier("B24.1", "rubble above", 1)
    if _is_under_trees(position, target):
        yield AIR_BURST


def _shelters(position: Position, target: Unit, los: Los) -> Iterator[Modifier]:
    board, here = position.board, hex_of(target.at)
    if board.bridge(here) is not None:
        yield BRIDGE
    own = in_hex_tem(position, target, los)
    if own is not None and not _is_under_trees(position, target):
        yield own
    if target.posture is Posture.BENEATH:
        yield ENTRENCHED
    sides = (board.hexside(here, side) for side, _ in board.neighbours(here))
    fenced = any(side in _WALLS for side in sides) or is_beside_roadblock(position, target.at)
    if fenced and _is_on_ground(position, target.at):
        yield BEHIND_WALL


def _is_on_ground(position: Position, at: LocationId) -> bool:
    return position.board.kind(at) is LocationKind.GROUND


def _is_under_trees(position: Position, target: Unit) -> bool:
    """B13.3: in woods, but for who is on the road or path through them or on a bridge."""
    woods = position.board.terrain(hex_of(target.at)) is Terrain.WOODS
    on_bridge = position.board.kind(target.at) is LocationKind.BRIDGE
    return woods and not on_bridge and not target.manner.exposed


def is_reached(position: Position, target: Unit) -> bool:
    """B23.32: in an Interior Building Hex mortar fire reaches the uppermost floor alone; on a cliff
    nobody above its foot (B11.42).
    """
    if is_on_cliff(target.at):
        return level_of(target.at) == 0
    here = hex_of(target.at)
    inside = position.board.interior_building_hex(here)
    return not inside or level_of(target.at) == position.board.upper_levels(here)

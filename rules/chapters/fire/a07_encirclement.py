"""A7.7 Encirclement: fire that comes from all around, and those who stand in it.

`Ring` is what a side has fired at in this phase since it last fired elsewhere, and where its LOS
came in. A place of entry is a point on the outline of the target hex: twice the number of a
hexside, or the odd number between two of them for the vertex that they share.
"""

from collections.abc import Iterable
from itertools import combinations

from rules.board.locations import LocationId, hex_of, is_pillbox, level_of
from rules.chapters.fire.a07_drm import modifiers, total
from rules.chapters.fire.a07_encircled import may_be_encircled, ring_id
from rules.chapters.fire.a07_fire import could_break, fp_against, shares
from rules.chapters.terms.a07_shot import FireKind, Shot
from rules.forces.entities import Encirclement, Ring
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.position.asl_table import AslTable
from rules.position.position import Position, names

AROUND = 12
OPPOSITE = 6
ABOVE, BELOW = 12, 13
FARTHEST = 16


def entry_of(position: Position, origin: LocationId, at: LocationId) -> int | None:
    """A7.71: where a LOS comes into its target hex; from the Locations directly above and below in
    a building; None if it comes from nowhere, as inside one Location.
    """
    if hex_of(origin) == hex_of(at):
        rise = level_of(origin) - level_of(at)
        return {1: ABOVE, -1: BELOW}.get(rise)
    sides = sorted(position.line(origin, at).crossed)
    match sides:
        case [side]:
            return 2 * side
        case [0, 5]:
            return 11
        case [low, _]:
            return 2 * low + 1
        case _:
            return None


def closes(entries: Iterable[int]) -> bool:
    """A7.7: whether fire that came in there comes from all around: through opposite hexspines or
    hexsides, through three hexsides of which no two touch, or from above and below.
    """
    found = set(entries)
    if {ABOVE, BELOW} <= found:
        return True
    outline = [entry for entry in found if entry < AROUND]
    opposite = any(abs(a - b) == OPPOSITE for a, b in combinations(outline, 2))
    thirds = ({0, 4, 8}, {2, 6, 10})
    return opposite or any(third <= found for third in thirds)


def encircle(table: AslTable, shot: Shot, *, hits: bool = False) -> None:
    """A7.7: an attack that is declared goes on with the ring that its side has begun around that
    Location, or begins another; First Fire never does. What it closes holds for it already. That
    of ordnance counts if it `hits`. Who is in a pillbox is never Encircled (B30.3).
    """
    if is_pillbox(shot.at):
        return
    position = table.truth
    side = shot.side(position)
    ring = table.world.find(Ring, side.value)
    before = ring.entries if ring is not None and ring.at == shot.at else ()
    entries = (*before, *entries_of(position, shot, hits=hits))
    if ring is not None:
        table.world.drop(ring)
    if shot.kind is FireKind.FIRST:
        return
    table.world.add(Ring(id=ShownId(side.value), side=side, at=shot.at, entries=entries))
    if closes(entries) and len(set(entries)) > len(set(before)):
        _close(table, side.enemy, shot.at)


def entries_of(position: Position, shot: Shot, *, hits: bool = False) -> tuple[int, ...]:
    """Those of its lines along which everything fires within Normal Range; none if the attack could
    do no harm.
    """
    far = {
        part.origin for part in shot.parts(position) if part.distance > min(part.reach, FARTHEST)
    }
    parts = shares(position, shot)
    harmful = hits or any(
        could_break(position, shot, fp_against(position, parts, unit), _drm(position, shot, unit))
        for unit in position.targets(shot.targets)
    )
    origins = (at for at in shot.origins(position) if harmful and at not in far)
    found = (entry_of(position, origin, shot.at) for origin in origins)
    return tuple(entry for entry in found if entry is not None)


def _drm(position: Position, shot: Shot, target: Unit) -> int:
    return total(modifiers(position, shot, target))


def _close(table: AslTable, side: Side, at: LocationId) -> None:
    units = tuple(u for u in table.truth.personnel_at(at, side) if may_be_encircled(u))
    if not units or table.world.find(Encirclement, ring_id(at)) is not None:
        return
    table.world.add(Encirclement(id=ring_id(at), at=at, side=side))
    text = f"{names(units)}: Encircled in {table.board.name(at)}"
    table.log("fire", text, side=side, rule="A7.7", at=(at,), result="Encircled")


def forget_rings(table: AslTable) -> None:
    """A7.7: a ring is closed within one phase."""
    for ring in table.world.all(Ring):
        table.world.drop(ring)


def lift_encirclement(table: AslTable) -> None:
    """A7.7: it is over once nobody whom it holds is left there."""
    for ring in table.world.all(Encirclement):
        if not any(may_be_encircled(unit) for unit in table.truth.personnel_at(ring.at, ring.side)):
            table.world.drop(ring)

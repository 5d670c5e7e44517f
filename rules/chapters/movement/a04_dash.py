"""A4.63 The Dash: out of cover, across a road, and into cover on its other side."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.board.board import Board
from rules.board.locations import LocationId, LocationKind, hex_of, location
from rules.board.terrain import HexsideTerrain
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_terrain import is_open_hex
from rules.chapters.morale.a10_interdiction import is_open_to
from rules.chapters.movement.a04_movement import affordable, as_movers, barred, entries, having_gone
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.chapters.terms.a07_factors import HALF, Factor
from rules.chapters.terms.a07_shot import FireKind, Firing
from rules.chapters.works.b29_roadblocks import is_beside_roadblock
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name, names

_SHELTER = frozenset(kind for kind in HexsideTerrain if kind.has_tem)


def dash_bar(position: Position, units: tuple[Unit, ...]) -> Barrier | None:
    """A4.63: why units may not Dash at all, wherever to, or None if they may."""
    for unit in units:
        if unit.mf_spent:
            return Barrier("A4.63", f"{name(unit)} has spent MF in this MPh.")
        if unit.posture is not None:
            return Barrier("A4.63", f"{name(unit)} is entrenched or on Wire.")
        if portaged_by_another(position, unit):
            return Barrier("A4.42", f"Another unit has portaged what {name(unit)} has.")
    return None


def dash_entries(
    position: Knowledge, units: tuple[Unit, ...]
) -> Mapping[tuple[LocationId, LocationId], tuple[Entry, ...]]:
    """A4.63: the Dashes that units of a Location have the MF for together, each by the road
    Location and the destination: the way into either.
    """
    if dash_bar(position, units) is not None:
        return {}
    side, stack = units[0].side, as_movers(position, units)
    found: dict[tuple[LocationId, LocationId], tuple[Entry, ...]] = {}
    for over, to in _across(position, stack[0].at):
        if barred(position, over, side) or barred(position, to, side):
            continue
        ways = _both_ways(position, stack, over, to)
        if ways:
            found[over, to] = ways
    return found


def _both_ways(
    position: Knowledge, stack: tuple[Unit, ...], over: LocationId, to: LocationId
) -> tuple[Entry, ...]:
    """The ways onto the road and off it, if the stack can pay for both."""
    onto = _affordable_way(position, stack, over)
    if onto is None:
        return ()
    there = as_movers(position, tuple(having_gone(position.law, one, onto) for one in stack))
    off = _affordable_way(position, there, to)
    return () if off is None else (onto, off)


def _affordable_way(position: Knowledge, stack: tuple[Unit, ...], to: LocationId) -> Entry | None:
    """The way through the terrain of a Location, if the stack has the MF for it."""
    found = (way for way in entries(position, stack, to) if way.manner is Manner.TERRAIN)
    return next((way for way in found if affordable(position.law, stack, way)), None)


def _across(position: Position, at: LocationId) -> Iterator[tuple[LocationId, LocationId]]:
    """The roads beside a Location, each with what is on the other side, both of them in cover."""
    if _is_cover(position, at):
        for over, to in _crossings(position.board, at):
            if _is_cover(position, to):
                yield over, to


def _is_cover(position: Position, at: LocationId) -> bool:
    """A4.63: what can be non-Open Ground: the terrain is, or a wall, hedge or roadblock is."""
    board, here = position.board, hex_of(at)
    fenced = any(board.hexside(here, side) in _SHELTER for side, _ in board.neighbours(here))
    fenced = fenced or is_beside_roadblock(position, at)
    return fenced or not is_open_hex(position, here)


@asked_once
def _crossings(board: Board, at: LocationId) -> tuple[tuple[LocationId, LocationId], ...]:
    """The ways straight across a road that begin at a Location: over which, and into which."""
    near = (to for to in accessible_from(board, at) if _is_road(board, to))
    return tuple(
        (over, to)
        for over in near
        for to in accessible_from(board, over)
        if to != at and _is_other_side(board, at, over, to)
    )


def _is_road(board: Board, at: LocationId) -> bool:
    """A4.63, B3.43: a Location on the ground with a road, and no rubble on it."""
    here = hex_of(at)
    on_ground = board.kind(at) is LocationKind.GROUND and at == location(here)
    return on_ground and board.road(here) is not None and not board.terrain(here).is_rubble


def _is_other_side(board: Board, origin: LocationId, over: LocationId, to: LocationId) -> bool:
    """Whether the road of a hex passes between the hexsides by which it is entered and left."""
    here, road = hex_of(over), board.road_sides(hex_of(over))
    into = board.side_between(here, hex_of(origin))
    out = board.side_between(here, hex_of(to))
    if into is None or out is None or road & {into, out}:
        return False
    between = {(into + step) % 6 for step in range(1, (out - into) % 6)}
    return bool(road & between) and bool(road - between)


def begin_dash(table: AslTable, unit_ids: tuple[CounterId, ...], to: LocationId) -> None:
    """A4.63: say where to, before the MF are spent."""
    for unit in table.alive(unit_ids):
        table.change(unit.counter, dash_to=to)
    units = table.alive(unit_ids)
    text = f"{names(units)}: Dash to {table.board.name(to)}"
    table.log("move", text, side=units[0].side, rule="A4.63", at=(to, units[0].at))


def end_dash(table: AslTable) -> None:
    """A4.63: who is broken, pinned or berserk Dashes no more."""
    for unit in table.truth.personnel(table.clock.phasing):
        if unit.dash_to is not None and (unit.broken or unit.pinned or unit.berserk):
            table.change(unit.counter, dash_to=None)


def dash_factor(firing: Firing, target: Unit) -> Iterable[Factor]:
    """A4.63: fire at who is on the road is Area Fire, from those to whom neither his cover nor the
    destination is Open Ground.
    """
    if is_dashing(firing.position, firing.shot.kind, firing.unit, target):
        yield Factor("A4.63", "Dash", HALF)


def is_dashing(position: Position, kind: FireKind, firer: Unit, target: Unit) -> bool:
    """A4.63, C6.1: whether a unit is on the road as it Dashes, to who fires at it then."""
    begun, goal = target.entered_from, target.dash_to
    on_road = begun is not None and goal is not None and target.at not in {begun, goal}
    if kind is not FireKind.FIRST or not on_road:
        return False
    ends = (at for at in (begun, goal) if at is not None)
    return not any(_is_open_at(position, firer, target, at) for at in ends)


def _is_open_at(position: Position, firer: Unit, target: Unit, at: LocationId) -> bool:
    """Whether a unit would be in Open Ground to a firer if it were there, by its terrain."""
    there = msgspec.structs.replace(target, at=at, manner=Manner.TERRAIN, wall_advantage=False)
    return is_open_to(position, there, firer)

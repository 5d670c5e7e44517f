"""B23.9 Fortified Building Locations: who keeps the enemy out of them, and the Breach."""

from rules.board.locations import LocationId, hex_of
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.fortifications import FortifiedLocation, fortified_at
from rules.position.marker import MarkerFace
from rules.position.position import Position, good_order, is_armed, is_dummy, is_smc, values

SQUAD = 2  # half squads


def fortified_bar(
    position: Position, side: Side, origin: LocationId | None, to: LocationId
) -> Barrier | None:
    """B23.922: why Infantry of a side may not enter a Location in any phase, from `origin` or from
    off the map: a squad or equivalent of the enemy holds it, and no Breach leads in.
    """
    fortified = fortified_at(position.view, position.board, to)
    if fortified is None or not _is_held(position, to, side.enemy):
        return None
    if origin is not None and breach_side(position, origin, to) in fortified.breaches:
        return None
    where = position.board.name(to)
    return Barrier("B23.922", f"{where} is fortified, and a squad of the enemy holds it.")


def _is_held(position: Position, at: LocationId, holder: Side) -> bool:
    able = (unit for unit in position.personnel_at(at, holder) if holds(position, unit))
    return sum(values(unit).halves for unit in able) >= SQUAD


def holds(position: Position, unit: Unit) -> bool:
    """B23.922: whether a unit counts toward the squad that keeps others out."""
    fit = good_order(unit) and not unit.pinned and not is_smc(unit) and not is_dummy(unit)
    return fit and is_armed(position, unit)


def breach_side(position: Position, origin: LocationId, to: LocationId) -> int | None:
    """The hexside of the second hex over which one comes from the first on the same level."""
    board = position.board
    if hex_of(origin) == hex_of(to) or board.absolute(origin) != board.absolute(to):
        return None
    return board.side_between(hex_of(to), hex_of(origin))


def may_breach(position: Position, origin: LocationId, to: LocationId) -> bool:
    """B23.9221: whether a DC out of a Location may be meant for a Breach into another."""
    fortified = fortified_at(position.view, position.board, to)
    side = breach_side(position, origin, to)
    return fortified is not None and side is not None and side not in fortified.breaches


def breach(table: AslTable, origin: LocationId, to: LocationId) -> None:
    """B23.9221: from now on the Location is entered over that hexside as any other."""
    position = table.truth
    fortified, side = (
        fortified_at(position.view, position.board, to),
        breach_side(position, origin, to),
    )
    if fortified is None or side is None:
        return
    table.world.change(fortified, breaches=(*fortified.breaches, side))
    text = f"A Breach into {table.board.name(to)} from {table.board.name(origin)}"
    table.log("fire", text, rule="B23.9221", at=(to, origin), result="Breach")


def fortified_face(fortified: FortifiedLocation) -> MarkerFace:
    """What everybody sees of it."""
    breached = ", breached" if fortified.breaches else ""
    return MarkerFace(
        id=fortified.id,
        at=fortified.at,
        name=f"Fortified Building{breached}",
        letters="FB",
    )

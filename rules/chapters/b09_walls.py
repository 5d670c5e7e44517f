"""B9 Walls and hedges: their TEM, and Wall Advantage.

A unit that must claim Wall Advantage does so by itself the moment it can (B9.323); the voluntary
claims of units with a TEM of their own (B9.322) are not offered, see docs/rulings.md.
"""

from rules.board.locations import LocationId, hex_of, location
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain
from rules.chapters.b_terrain import hex_tem, in_hex_tem
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position
from rules.kernel.view import Modifier

_TEM: dict[HexsideTerrain, int] = {HexsideTerrain.WALL: 2, HexsideTerrain.HEDGE: 1}


def hexside_tem(position: Position, target: LocationId, los: Los) -> Modifier | None:
    """B9.3: the best wall or hedge of the target's hex that the LOS crosses, None if there
    is none.
    """
    hexsides = [position.board.hexside(hex_of(target), side) for side in los.crossed]
    walls = [hexside for hexside in hexsides if hexside is not None]
    if not walls:
        return None
    best = max(walls, key=_TEM.__getitem__)
    return Modifier("B9.3", best.value, _TEM[best])


def terrain_effect(
    position: Position, target: Unit, los: Los, firers: tuple[Unit, ...]
) -> Modifier | None:
    """B9.31: the one TEM that a target has against firers of one Location: in-hex or hexside.

    With Wall Advantage the hexside's alone. Without it the better of the two, but the hexside's
    only against firers who do not have Wall Advantage over it themselves; a firer that is not
    adjacent never has.
    """
    own = in_hex_tem(position, target)
    wall = hexside_tem(position, target.at, los)
    if wall is None:
        return own
    if target.wall_advantage:
        return wall
    adjacent = los.range == 1
    if adjacent and any(firer.wall_advantage for firer in firers):
        return own
    return wall if own is None or wall.value > own.value else own


def settle_wall_advantage(table: AslTable, at: LocationId) -> None:
    """B9.323, B9.41: after somebody came, left or broke: who gains and who loses Wall Advantage
    there.

    The holders of the Locations around keep theirs; then the units of the Location itself claim
    it if they must.
    """
    _settle(table, at)
    for _, neighbour in table.board.neighbours(hex_of(at)):
        _settle(table, location(neighbour))


def _settle(table: AslTable, at: LocationId) -> None:
    position = table.position
    for unit in position.units_at(at):
        holds = _must_claim(position, unit) and (unit.wall_advantage or not _barred(position, unit))
        if holds != unit.wall_advantage:
            table.change(unit.id, wall_advantage=holds)


def _must_claim(position: Position, unit: Unit) -> bool:
    """Armed, unbroken, behind a wall or hedge, without in-hex TEM, not sharing with an enemy."""
    if unit.broken or hex_tem(position, hex_of(unit.at)) is not None:
        return False
    if position.units_at(unit.at, unit.side.enemy):
        return False
    return bool(_walled_sides(position, unit.at))


def _barred(position: Position, unit: Unit) -> bool:
    """B9.32: an enemy across a shared hexside that holds Wall Advantage bars it."""
    return any(
        enemy.wall_advantage
        for neighbour in _walled_sides(position, unit.at)
        for enemy in position.units_at(neighbour, unit.side.enemy)
    )


def _walled_sides(position: Position, at: LocationId) -> list[LocationId]:
    """The Locations across this one's walls and hedges."""
    board = position.board
    return [
        location(neighbour)
        for side, neighbour in board.neighbours(hex_of(at))
        if board.hexside(hex_of(at), side) is not None
    ]

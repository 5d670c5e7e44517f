"""B9 Walls and hedges: their TEM, and Wall Advantage; and which one TEM a target has.

A unit that must claim Wall Advantage does so by itself the moment it can (B9.323); the voluntary
claims of units with a TEM of their own (B9.322) are not offered, see docs/rulings.md.
"""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, level_of, location
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain
from rules.chapters.b10_height import height_advantage
from rules.chapters.b_terrain import hex_tem, in_hex_tem, less_by_height
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position
from rules.kernel.view import Modifier

_TEM: dict[HexsideTerrain, int] = {HexsideTerrain.WALL: 2, HexsideTerrain.HEDGE: 1}


def hexside_tem(
    position: Position, target: LocationId, origin: LocationId, los: Los
) -> Modifier | None:
    """B9.3: the best TEM of the walls and hedges of the target's hex that the LOS crosses, or along
    whose hexspine it comes (B9.2); None if that is none.

    Only a unit on the wall's own level has it (B9.35), and firers high above it take from it: one
    for each level that they are above the hex in excess of the range (B9.33).
    """
    board = position.board
    found = []
    for hex_id, side in _met(board, hex_of(target), los):
        hexside = board.hexside(hex_id, side)
        if hexside in _TEM and _shelters(board, (target, origin), hex_id, side):
            found.append(Modifier("B9.3", hexside.value, _TEM[hexside]))
    best = max(found, key=lambda modifier: modifier.value, default=None)
    return None if best is None else less_by_height(best, los)


def terrain_effect(
    position: Position, target: Unit, los: Los, firers: tuple[Unit, ...]
) -> Modifier | None:
    """B9.31, B10.31: the one TEM that a target has against firers of one Location: in-hex or
    hexside, or else that of its height.

    With Wall Advantage the hexside's alone. Without it the better of the two, but the hexside's
    only against firers who do not have Wall Advantage over it themselves; a firer that is not
    adjacent never has.
    """
    tem = _better_tem(position, target, los, firers)
    return tem or height_advantage(position.board, target, firers[0].at, los)


def _better_tem(
    position: Position, target: Unit, los: Los, firers: tuple[Unit, ...]
) -> Modifier | None:
    own = in_hex_tem(position, target, los)
    wall = hexside_tem(position, target.at, firers[0].at, los)
    if wall is None or target.wall_advantage:
        return wall if target.wall_advantage else own
    adjacent = los.range == 1
    if adjacent and any(firer.wall_advantage for firer in firers):
        return own
    return wall if own is None or wall.value > own.value else own


def _met(board: Board, target: HexId, los: Los) -> Iterator[tuple[HexId, int]]:
    """The hexsides that a LOS meets as it enters the target's hex, each by a hex of its own: those
    that it crosses, and the hexspine that it comes along to a vertex.
    """
    yield from ((target, side) for side in los.crossed)
    around = dict(board.neighbours(target))
    for side in los.crossed:
        if (side + 1) % 6 in los.crossed and side in around:
            yield around[side], (side + 2) % 6


def _shelters(board: Board, ends: tuple[LocationId, LocationId], hex_id: HexId, side: int) -> bool:
    """B9.35, B9.6: whether a wall or hedge can matter to a target, the first of the ends of a LOS:
    it stands on its level, and if on a hillside, the other end is on that level too.
    """
    wall = _wall_level(board, hex_id, side)
    hillside = wall != _lower_level(board, hex_id, side)
    return {board.absolute(end) for end in ends[: 1 + hillside]} == {wall}


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
    return bool(_walls(position.board, unit.at))


def _barred(position: Position, unit: Unit) -> bool:
    """B9.32: an enemy across a shared hexside that holds Wall Advantage over it bars it."""
    board = position.board
    return any(
        enemy.wall_advantage
        for neighbour in _walls(board, unit.at)
        for enemy in position.units_at(neighbour, unit.side.enemy)
        if unit.at in _walls(board, neighbour)
    )


def _walls(board: Board, at: LocationId) -> tuple[LocationId, ...]:
    """The Locations across the walls and hedges that a Location has on its own level: none from an
    upper level or a bridge (B9.32, B9.35).
    """
    if level_of(at) > 0:
        return ()
    here = hex_of(at)
    return tuple(
        location(neighbour)
        for side, neighbour in board.neighbours(here)
        if board.hexside(here, side) in _TEM
        and board.absolute(at) == _wall_level(board, here, side)
    )


def _wall_level(board: Board, hex_id: HexId, side: int) -> int:
    """B9.35: a wall between hexes of different levels stands on the higher."""
    across = _across(board, hex_id, side)
    return max(board.ground_level(hex_id), board.ground_level(across))


def _lower_level(board: Board, hex_id: HexId, side: int) -> int:
    across = _across(board, hex_id, side)
    return min(board.ground_level(hex_id), board.ground_level(across))


def _across(board: Board, hex_id: HexId, side: int) -> HexId:
    """The hex on the other side of a hexside; the hex itself at the edge of the map."""
    return dict(board.neighbours(hex_id)).get(side, hex_id)

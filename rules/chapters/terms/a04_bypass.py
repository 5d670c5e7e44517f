"""A4.3 Bypass: round the woods or the building of a hex, along hexsides that neither touches.

Which hexsides those are is read off the cells of the board. The way of entry names them (`Manner`),
and a unit keeps them (`Unit.sides`) until it goes on, or is in the obstacle at the end of its MPh.
"""

from collections.abc import Iterable, Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of
from rules.board.terrain import Terrain
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered
from rules.forces.manner import Manner, Posture
from rules.forces.units import Unit
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fortifications import Wire
from rules.position.position import Position
from rules.position.roadblocks import Roadblock

OPEN_PART = Modifier("A4.3", "in Bypass", 2)
"""The other terrain of an obstacle hex is Open Ground."""

STRETCHES: tuple[Manner, ...] = tuple(manner for manner in Manner if manner.sides)

_OBSTACLES = frozenset({Terrain.WOODS, Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING})
_COMPASS = ("north", "northeast", "southeast", "south", "southwest", "northwest")


def is_bypassing(unit: Unit) -> bool:
    """Whether a unit is in Bypass."""
    return unit.posture is Posture.BYPASS


def spoken(sides: Iterable[int]) -> str:
    """What players call hexsides: "north and northeast"."""
    return " and ".join(_COMPASS[side] for side in sides)


def hexside_names(board: Board, at: LocationId, sides: Iterable[int]) -> str:
    """The hexsides of a hex by the hexes on both sides of them: "E5/E4, E5/F5"."""
    here, around = hex_of(at), dict(board.neighbours(hex_of(at)))
    return ", ".join(f"{board.name(here)}/{board.name(around[side])}" for side in sides)


def vertices_of(sides: Iterable[int]) -> frozenset[int]:
    """The vertices where hexsides begin and end."""
    return frozenset(vertex % 6 for side in sides for vertex in (side, side + 1))


def bypasses(position: Position, unit: Unit, to: LocationId) -> tuple[Manner, ...]:
    """The stretches of hexsides along which a unit may go round the obstacle of a hex next to where
    it is: each begins where the two hexes meet or, if it is in Bypass itself, where it has got to.
    """
    reached = _reached(position.board, unit, to)
    return tuple(
        stretch for stretch in stretches(position, to) if vertices_of(stretch.sides) & reached
    )


def further(position: Position, unit: Unit) -> tuple[Manner, ...]:
    """The stretches along which a unit in Bypass may go on in its hex."""
    used = set(unit.sides)
    reached = vertices_of(used)
    return tuple(
        stretch
        for stretch in stretches(position, unit.at)
        if vertices_of(stretch.sides) & reached and not used & set(stretch.sides)
    )


@asked_once
def stretches(position: Position, at: LocationId) -> tuple[Manner, ...]:
    """A4.3: one hexside, or two that meet, that may be bypassed in the hex of a Location; none
    where Wire is, nor along it, nor along a roadblock or what it touches (B29.4).
    """
    free = _clear_sides(position.board, at)
    if not free or hex_of(at) in _wired(position):
        return ()
    wired = {
        side for side, there in position.board.neighbours(hex_of(at)) if there in _wired(position)
    }
    clear = free - wired - _blocked(position, hex_of(at))
    return tuple(stretch for stretch in STRETCHES if set(stretch.sides) <= clear)


def _blocked(position: Position, here: HexId) -> set[int]:
    board = position.board
    return {
        side
        for side in range(6)
        for one in position.view.all(Roadblock)
        if board.touches_hexside(here, side, one.at, one.side)
    }


@asked_once
def _wired(position: Position) -> frozenset[HexId]:
    return frozenset(wire.at for wire in position.view.all(Wire))


@asked_once
def _clear_sides(board: Board, at: LocationId) -> frozenset[int]:
    """A4.3: the hexsides that the woods or the building of a hex leave free, as do those next to
    it; none of a hex without such, with a Depression or with rubble (B24.1), nor of an upper level.
    """
    here = hex_of(at)
    ground = board.kind(at) is LocationKind.GROUND and level_of(at) == 0
    barred = board.bridge(here) is not None or board.rubble_upstairs(here)
    if not ground or board.terrain(here) not in _OBSTACLES or barred:
        return frozenset()
    return frozenset(side for side in range(6) if board.is_clear_side(here, side))


def _reached(board: Board, unit: Unit, to: LocationId) -> frozenset[int]:
    """The vertices of a hex at which a unit of a hex next to it can begin."""
    shared = board.side_between(hex_of(to), hex_of(unit.at))
    if shared is None:
        return frozenset()
    own = {shared: (shared + 4) % 6, (shared + 1) % 6: (shared + 3) % 6}
    if not is_bypassing(unit):
        return frozenset(own)
    at = vertices_of(unit.sides)
    return frozenset(theirs for theirs, its in own.items() if its in at)


def leads_on(board: Board, unit: Unit, to: LocationId) -> bool:
    """A4.3: whether a unit may go on to the hex of a Location: from Bypass only into one that
    shares a vertex with the hexsides that it has used.
    """
    return not is_bypassing(unit) or bool(_reached(board, unit, to))


def obstacle_cost(position: Position, at: LocationId) -> tuple[Modifier, ...]:
    """A4.3: what it costs to go from Bypass into the obstacle: all that it costs in the hex."""
    return position.law.ledger(TERRAIN_COST, Entered(position.board, at))


def stop_bar() -> Barrier:
    """Why units do not end their MPh in Bypass as long as they can go on."""
    return Barrier("A4.3", "Nobody stops in Bypass who has the MF to go on.")


def enter_obstacle(table: AslTable, units: Iterable[Unit]) -> None:
    """A4.3: units in Bypass go into what they have bypassed."""
    for unit in units:
        table.change(unit.counter, posture=None, sides=(), manner=Manner.TERRAIN)


def end_bypass(table: AslTable) -> None:
    """A4.3: who is still in Bypass when his MPh is over is in the obstacle then."""
    enter_obstacle(table, _left_behind(table))


def _left_behind(table: AslTable) -> Iterator[Unit]:
    for unit in table.truth.pieces():
        if is_bypassing(unit) and not unit.moving:
            yield unit

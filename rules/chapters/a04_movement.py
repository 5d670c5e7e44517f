"""A4 Infantry movement: who may move, what entry costs, where a stack may go next.

Costs are counted in half MF, since grain costs 1½ (B15.4).
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, location
from rules.board.terrain import HexsideTerrain, Terrain
from rules.chapters.a05_stacking import excess_with
from rules.chapters.a17_wounds import WOUNDED_MF
from rules.forces.entities import Fired, Unit
from rules.forces.position import Position, values
from rules.kernel.audience import Side
from rules.kernel.view import Modifier

INEXPERIENCED_MF = 3
ROAD_COST = 2
HEXSIDE_COST = 2
GRAIN_MONTHS = range(4, 10)

_ENTRY: dict[Terrain, tuple[str, int]] = {
    Terrain.OPEN_GROUND: ("B1.2", 2),
    Terrain.BRUSH: ("B12.4", 4),
    Terrain.WOODS: ("B13.4", 4),
    Terrain.GRAIN: ("B15.4", 3),
    Terrain.WOODEN_BUILDING: ("B23.4", 4),
    Terrain.STONE_BUILDING: ("B23.4", 4),
}
_HEXSIDES: dict[HexsideTerrain, str] = {HexsideTerrain.WALL: "B9.4", HexsideTerrain.HEDGE: "B9.4"}


@dataclass(frozen=True)
class Entry:
    """One way for a stack to go on: where to, what it costs in half MF, at the road rate or not."""

    to: LocationId
    cost: tuple[Modifier, ...]
    by_road: bool = False

    @cached_property
    def halves(self) -> int:
        return sum(part.value for part in self.cost)


def mf_text(halves: int) -> str:
    """Half MF as players write MF."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def allotment(unit: Unit) -> int:
    """A4.11: a unit's MF in a MPh, in halves, without bonuses.

    Three for a wounded SMC (A17.2) and for a Conscript (A19.31).
    """
    if unit.wounded:
        return 2 * WOUNDED_MF
    return 2 * (INEXPERIENCED_MF if values(unit).grade == "C" else values(unit).mf)


def mf_left(unit: Unit) -> int:
    """Half MF that a unit has left."""
    return allotment(unit) - unit.mf_spent


def may_move(unit: Unit) -> bool:
    """A4.1: unbroken Infantry, not pinned, not in Melee, that has not fired in the PFPh."""
    free = not unit.broken and not unit.pinned and not unit.melee
    return free and unit.fired is not Fired.PREP and not unit.moved


def terrain_cost(board: Board, to: HexId) -> Modifier:
    """The cost of a hex's own terrain, in half MF (B Terrain Chart)."""
    terrain = board.terrain(to)
    rule, cost = _ENTRY[terrain]
    if terrain is Terrain.GRAIN and board.month not in GRAIN_MONTHS:
        cost = _ENTRY[Terrain.OPEN_GROUND][1]
    return Modifier(rule, terrain.value, cost)


def entries(position: Position, units: tuple[Unit, ...], to: HexId) -> tuple[Entry, ...]:
    """The ways in which a stack may enter an adjacent hex: by its terrain, or by road if one leads
    in.
    """
    ways = _ways(position.board, hex_of(units[0].at), to)
    over = _overstack_cost(position, location(to), units)
    if not over:
        return ways
    return tuple(replace(way, cost=(*way.cost, *over)) for way in ways)


@lru_cache(maxsize=1 << 16)
def _ways(board: Board, origin: HexId, to: HexId) -> tuple[Entry, ...]:
    """The same for one that overstacks nothing: what the board alone decides, kept since a rout
    asks for hundreds.
    """
    target, hexside = location(to), _hexside_cost(board, origin, to)
    own = Entry(target, (terrain_cost(board, to), *hexside))
    if not board.road_between(origin, to):
        return (own,)
    road = Entry(target, (Modifier("B3.4", "road", ROAD_COST), *hexside), by_road=True)
    return (road,) if road.halves >= own.halves else (road, own)


def _hexside_cost(board: Board, origin: HexId, to: HexId) -> tuple[Modifier, ...]:
    side = board.side_between(origin, to)
    hexside = None if side is None else board.hexside(origin, side)
    if hexside is None:
        return ()
    return (Modifier(_HEXSIDES[hexside], hexside.value, HEXSIDE_COST),)


def _overstack_cost(
    position: Position, to: LocationId, units: tuple[Unit, ...]
) -> tuple[Modifier, ...]:
    over = excess_with(position, to, units)
    return (Modifier("A5.11", "overstacked", 2 * over),) if over else ()


def barred(position: Position, to: LocationId, side: Side) -> bool:
    """A4.14: a Location with an enemy unit may not be entered in the MPh."""
    return bool(position.units_at(to, side.enemy))


def may_assault(units: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.61: Assault Movement enters one Location, first of all, without using all of any unit's
    MF.
    """
    return all(unit.mf_spent == 0 and entry.halves < allotment(unit) for unit in units)


def affordable(units: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.1: every unit of the stack has the MF left; one under Assault Movement goes no further."""
    return all(mf_left(unit) >= entry.halves and not unit.assault for unit in units)


def next_entries(position: Position, units: tuple[Unit, ...]) -> tuple[Entry, ...]:
    """Where a stack of one Location may go next, as that side knows the position."""
    origin = hex_of(units[0].at)
    side = units[0].side
    found = []
    for _, to in position.board.neighbours(origin):
        if not barred(position, location(to), side):
            found += [e for e in entries(position, units, to) if affordable(units, e)]
    return tuple(found)

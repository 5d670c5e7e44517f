"""Chapter B: the ways into a Location, and what each costs Infantry (B Terrain Chart).

Costs are counted in half MF, since grain costs 1½ (B15.4).
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of
from rules.board.terrain import HexsideTerrain, StreamDepth, Terrain
from rules.chapters.b10_hills import slope_cost
from rules.chapters.b19_depressions import (
    adds_other_terrain,
    depression_cost,
    is_wet_ford,
    stream_depth,
)
from rules.chapters.b_barriers import Barrier
from rules.forces.adjacency import accessible
from rules.kernel.view import Modifier

ALL_HALVES = 16
"""What stands in for ALL MF: eight, the most that Infantry ever has (A4.5)."""
GRAIN_MONTHS = range(4, 10)

_ROAD = Modifier("B3.4", "road", 2)
_PATH = Modifier("B13.6", "path", 2)
_STAIRS = Modifier("B23.4", "stairwell", 2)
_OFF_ROAD = Modifier("B3.43", "off the road", 2)
_PAST_SHELLHOLES = Modifier("B2.4", "past the shellholes", 2)

_TERRAIN: dict[Terrain, tuple[str, int]] = {
    Terrain.OPEN_GROUND: ("B1.2", 2),
    Terrain.SHELLHOLES: ("B2.4", 4),
    Terrain.WOODS: ("B13.4", 4),
    Terrain.BRUSH: ("B12.4", 4),
    Terrain.GRAIN: ("B15.4", 3),
    Terrain.ORCHARD: ("B14.4", 2),
    Terrain.VINEYARD: ("B12.7", 4),
    Terrain.MARSH: ("B16.4", ALL_HALVES),
    Terrain.CRAG: ("B17.4", 4),
    Terrain.GRAVEYARD: ("B18.4", 2),
    Terrain.RICE_PADDY: ("G8.11", 2),
    Terrain.HUTS: ("G5.1", 4),
    Terrain.WATER: ("B21.41", ALL_HALVES),
    Terrain.WOODEN_RUBBLE: ("B24.4", 6),
    Terrain.STONE_RUBBLE: ("B24.4", 6),
    Terrain.WOODEN_BUILDING: ("B23.4", 4),
    Terrain.STONE_BUILDING: ("B23.4", 4),
}
_HEXSIDES: dict[HexsideTerrain, tuple[str, str]] = {
    HexsideTerrain.WALL: ("B9.4", "wall"),
    HexsideTerrain.HEDGE: ("B9.4", "hedge"),
    HexsideTerrain.ROWHOUSE_WALL: ("B23.71", "around the rowhouse wall"),
}
_HEXSIDE_COST = 2
_TAKES_ALL = frozenset({Terrain.MARSH, Terrain.WATER})
_GROWTH_WITH_PATHS = frozenset({Terrain.WOODS, Terrain.BRUSH})


@dataclass(frozen=True)
class Entry:
    """One way to go on: where to, and what it costs in half MF.

    `by_road` is the road rate (B3.4). `exposed` says that the hex gives no cover: at the road rate
    (A4.132), and in shellholes for which only 1 MF is paid (B2.4). `takes_all` is a cost of ALL MF.
    """

    to: LocationId
    cost: tuple[Modifier, ...]
    by_road: bool = False
    exposed: bool = False
    takes_all: bool = False

    @cached_property
    def halves(self) -> int:
        return sum(part.value for part in self.cost)

    @property
    def text(self) -> str:
        """The cost as players say it: "2 MF", "all MF"."""
        return f"{'all' if self.takes_all else mf_text(self.halves)} MF"


def mf_text(halves: int) -> str:
    """Half MF as players write MF."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def terrain_cost(board: Board, to: HexId) -> Modifier:
    """The cost of the growth and the like in a hex, in half MF; of WATER and marsh ALL MF."""
    terrain = board.terrain(to)
    rule, cost = _TERRAIN[terrain]
    if terrain is Terrain.GRAIN and board.month not in GRAIN_MONTHS:
        cost = _TERRAIN[Terrain.OPEN_GROUND][1]
    return Modifier(rule, terrain.value, cost)


def hex_mf(board: Board, hex_id: HexId) -> str:
    """What the terrain chart says of a hex: the MF to enter it on the level and off the roads."""
    ground = board.locations(hex_id)[0]
    water = board.kind(ground) is LocationKind.WATER and not board.ford(hex_id)
    if water or _is_deep(board, ground):
        return "–"
    if board.terrain(hex_id) in _TAKES_ALL:
        return "all"
    parts = (depression_cost(board, hex_id), _other_terrain(board, hex_id))
    return mf_text(sum(part.value for part in parts if part is not None))


@lru_cache(maxsize=1 << 16)
def ways(board: Board, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
    """How Infantry may go from one Location to another, stacking and enemies apart.

    None if something bars it. Where both a road, or a way past shellholes, and the terrain itself
    may be chosen, the cheaper stands first. Kept, since a rout asks for hundreds.
    """
    if not accessible(board, origin, to) or _is_deep(board, to):
        return ()
    if hex_of(origin) == hex_of(to):
        return (Entry(to, (_STAIRS,)),)
    if LocationKind.UPPER_LEVEL in {board.kind(origin), board.kind(to)}:
        return (Entry(to, (terrain_cost(board, hex_of(to)),)),)
    return _overland(board, origin, to)


def no_way(board: Board, to: LocationId) -> Barrier:
    """Why there are no `ways` into a Location that nothing bars: what would be needed is not in
    play.
    """
    name = board.name(to)
    if _is_deep(board, to):
        return Barrier("B20.43", f"The deep stream in {name} costs CX, which is not in play.")
    return Barrier("A4.134", f"{name} takes more than all MF: a Minimum Move, not in play.")


def _is_deep(board: Board, to: LocationId) -> bool:
    below = board.kind(to) is LocationKind.DEPRESSION
    return below and stream_depth(board, hex_of(to)) is StreamDepth.DEEP


def _overland(board: Board, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
    below = board.kind(to) is LocationKind.DEPRESSION
    along = _road_leads(board, origin, to) and not (below and is_wet_ford(board, hex_of(to)))
    cheap = _cheap_way(board, origin, to, along=along)
    if board.kind(to) is LocationKind.BRIDGE or (along and _is_open(board, hex_of(to))):
        return () if cheap is None else (cheap,)
    own = _way(board, origin, to, _own_terrain(board, hex_of(origin), hex_of(to)))
    if board.terrain(hex_of(to)) in _TAKES_ALL:
        own = replace(own, takes_all=True)
        is_minimum_move = len(own.cost) > 1
        dear = () if is_minimum_move else (own,)
    elif along and cheap is not None and own.halves <= cheap.halves:
        dear = (replace(own, cost=(*own.cost, _OFF_ROAD)),)
    else:
        dear = (own,)
    return dear if cheap is None else (cheap, *dear)


def _road_leads(board: Board, origin: LocationId, to: LocationId) -> bool:
    """B3.4, B6.4: whether the road leads from one Location to another. Where there is a bridge, the
    road is on it, and not beneath.
    """
    here, there = hex_of(origin), hex_of(to)
    on_it = all((level_of(at) > 0) == (board.bridge(hex_of(at)) is not None) for at in (origin, to))
    return on_it and board.road_between(here, there)


def _cheap_way(board: Board, origin: LocationId, to: LocationId, *, along: bool) -> Entry | None:
    """The road, or past the shellholes, if there is either."""
    if along:
        return replace(_way(board, origin, to, (_ROAD,)), by_road=True, exposed=True)
    past = board.terrain(hex_of(to)) is Terrain.SHELLHOLES
    if past and board.kind(to) is LocationKind.GROUND:
        return replace(_way(board, origin, to, (_PAST_SHELLHOLES,)), exposed=True)
    return None


def _way(board: Board, origin: LocationId, to: LocationId, terrain: tuple[Modifier, ...]) -> Entry:
    """That terrain, with what slope and hexside add (A2.4, B2)."""
    cot = sum(part.value for part in terrain)
    slope = slope_cost(board, origin, to, cot)
    return Entry(to, (*terrain, *slope, *_hexside_cost(board, hex_of(origin), hex_of(to))))


def _own_terrain(board: Board, origin: HexId, to: HexId) -> tuple[Modifier, ...]:
    """A2.4: the kinds of terrain in a hex add up."""
    bottom, other = depression_cost(board, to), _other_terrain(board, to)
    if bottom is not None:
        adds = other is not None and adds_other_terrain(board, origin, to)
        return (bottom, other) if adds and other is not None else (bottom,)
    on_path = board.path_between(origin, to) and board.terrain(to) in _GROWTH_WITH_PATHS
    return (_PATH,) if on_path else (terrain_cost(board, to),)


def _other_terrain(board: Board, hex_id: HexId) -> Modifier | None:
    """What a hex costs, None in the Open Ground of a Depression, which costs nothing more."""
    is_open = _is_open(board, hex_id)
    if board.depression(hex_id) is not None and is_open:
        return None
    return terrain_cost(board, hex_id)


def _is_open(board: Board, hex_id: HexId) -> bool:
    terrain = board.terrain(hex_id)
    plowed_or_less = terrain is Terrain.GRAIN and board.month not in GRAIN_MONTHS
    return terrain is Terrain.OPEN_GROUND or plowed_or_less


def _hexside_cost(board: Board, origin: HexId, to: HexId) -> tuple[Modifier, ...]:
    """B9.4, B23.71: never doubled uphill."""
    side = board.side_between(origin, to)
    hexside = None if side is None else board.hexside(origin, side)
    if hexside is None or hexside not in _HEXSIDES:
        return ()
    return (Modifier(*_HEXSIDES[hexside], _HEXSIDE_COST),)

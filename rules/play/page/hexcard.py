"""A hex in words for the table's page: what players would read off the map (docs/wire.md §1)."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, level_of
from rules.board.terrain import HexsideTerrain, Terrain
from rules.chapters.ground.b_terrain_cost import GRAIN_MONTHS

_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_RULES: dict[HexsideTerrain, str] = {
    HexsideTerrain.WALL: "B9",
    HexsideTerrain.HEDGE: "B9",
    HexsideTerrain.BOCAGE: "B9.5",
    HexsideTerrain.CLIFF: "B11",
    HexsideTerrain.ROWHOUSE_WALL: "B23.71",
}
_MARKS = {
    LocationKind.GROUND: "",
    LocationKind.WATER: "",
    LocationKind.DEPRESSION: "IN",
    LocationKind.BRIDGE: "BR",
    LocationKind.PILLBOX: "PB",
    LocationKind.CLIFF: "CL",
}


def mark(board: Board, at: LocationId) -> str:
    """What a counter is marked with where it is not on the plain ground: "L1", "BR" for on the
    bridge, "IN" for in the Depression,
    "PB" for in the pillbox (A2.8).
    """
    kind = board.kind(at)
    return f"L{level_of(at)}" if kind is LocationKind.UPPER_LEVEL else _MARKS[kind]


def notes(board: Board, hex_id: HexId) -> tuple[str, ...]:
    """What is to be said of a hex besides its terrain, TEM and MF: level, Locations, Depression,
    water, building, road, hexsides and season, each with its rule.
    """
    found = (_level, _depression, _water, _crossing, _building, _road, _hexsides, _season)
    return tuple(note for part in found for note in part(board, hex_id))


def _level(board: Board, hex_id: HexId) -> Iterator[str]:
    level = board.ground_level(hex_id)
    if level:
        yield f"{'hill' if level > 0 else 'valley'} level {level} (B10)".replace("-", "−")


def _depression(board: Board, hex_id: HexId) -> Iterator[str]:
    kind = board.depression(hex_id)
    if kind is not None:
        ground = f"{board.elevation(hex_id)}".replace("-", "−")
        yield f"{kind.value}, its bottom at level {ground} (B19)"


def _water(board: Board, hex_id: HexId) -> Iterator[str]:
    if board.is_flooded(hex_id):
        yield "flooded, level with the ground (B21.122)"


def _crossing(board: Board, hex_id: HexId) -> Iterator[str]:
    material = board.bridge(hex_id)
    if material is not None:
        of = "stone" if material is Terrain.STONE_BUILDING else "wooden"
        yield "foot bridge (B6.44)" if board.foot_bridge(hex_id) else f"{of} bridge (B6)"
    if board.ford(hex_id):
        yield "ford (B21.41)"


def _building(board: Board, hex_id: HexId) -> Iterator[str]:
    name = board.building(hex_id)
    if name is None:
        return
    levels = board.upper_levels(hex_id)
    upper = f"{levels} upper {'level' if levels == 1 else 'levels'}"
    height = upper if levels else "ground level only"
    yield f"building {name.rpartition(':')[2]}, {height} (B23.2)"
    if board.rubble_upstairs(hex_id):
        yield "rubble above (B24.1)"
    if board.stairwell(hex_id):
        yield "stairwell (B23.4)"
    if board.is_waterside(hex_id):
        yield "from upstairs one may jump into the water (E6.1)"


def _road(board: Board, hex_id: HexId) -> Iterator[str]:
    kind = board.road(hex_id)
    if board.elevated_road(hex_id):
        yield f"elevated road {_sides(tuple(sorted(board.road_sides(hex_id))))} (B5)"
    elif kind is not None:
        yield f"{kind.value} road {_sides(tuple(sorted(board.road_sides(hex_id))))} (B3)"


def _hexsides(board: Board, hex_id: HexId) -> Iterator[str]:
    for kind in HexsideTerrain:
        sides = tuple(side for side in range(6) if board.hexside(hex_id, side) is kind)
        if sides:
            yield f"{kind.value} {_sides(sides)} ({_RULES[kind]})"


def _sides(sides: tuple[int, ...]) -> str:
    return ", ".join(_DIRECTIONS[side] for side in sides)


def _season(board: Board, hex_id: HexId) -> Iterator[str]:
    terrain = board.terrain(hex_id)
    if terrain is Terrain.GRAIN and not board.grain_in_season:
        plowed = board.month in GRAIN_MONTHS
        yield f"{'plowed, else' if plowed else 'grain out of season:'} Open Ground (B15.6)"
    if terrain is Terrain.ORCHARD and not board.orchard_in_season:
        yield "orchard out of season (B14.2)"

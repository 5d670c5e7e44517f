"""Chapter B: what the terrain of a Location does for a unit in it (B Terrain Chart)."""

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of
from rules.board.los import Los
from rules.board.terrain import DepressionKind, Terrain
from rules.forces.entities import Unit
from rules.forces.position import Position
from rules.kernel.view import Modifier

BRIDGE = Modifier("B6.31", "bridge", 1)

_TEM: dict[Terrain, tuple[str, int]] = {
    Terrain.SHELLHOLES: ("B2.3", 1),
    Terrain.WOODS: ("B13.3", 1),
    Terrain.CRAG: ("B17.3", 1),
    Terrain.GRAVEYARD: ("B18.3", 1),
    Terrain.HUTS: ("G5.3", 1),
    Terrain.WOODEN_BUILDING: ("B23.3", 2),
    Terrain.STONE_BUILDING: ("B23.3", 3),
    Terrain.WOODEN_RUBBLE: ("B24.3", 2),
    Terrain.STONE_RUBBLE: ("B24.3", 3),
}
_OPEN = frozenset({Terrain.OPEN_GROUND, Terrain.SHELLHOLES, Terrain.RICE_PADDY, Terrain.WATER})
_COVER = frozenset({Terrain.WOODS, Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING})


def in_hex_tem(position: Position, unit: Unit, los: Los) -> Modifier | None:
    """The TEM of the terrain that a unit is in, against a LOS; None where that is 0.

    A bridge gives it unless the LOS comes along the road (B6.31). A unit that pays the road rate
    has none (B3.4, A4.132), nor one that goes past shellholes (B2.3), nor one IN a stream against a
    LOS along it (B33.13). Bridges and shellholes are looked over from on high (B9.33).
    """
    board, here = position.board, hex_of(unit.at)
    if board.kind(unit.at) is LocationKind.BRIDGE:
        return None if _along_road(board, unit.at, los) else less_by_height(BRIDGE, los)
    if unit.on_road or _along_stream(board, unit.at, los):
        return None
    tem = hex_tem(position, here)
    shellholes = board.terrain(here) is Terrain.SHELLHOLES
    return less_by_height(tem, los) if shellholes and tem is not None else tem


def less_by_height(tem: Modifier, los: Los) -> Modifier | None:
    """B9.33: what is left of a TEM against a firer high above: one less for each level that he is
    above the target in excess of the range; None if nothing is.
    """
    above = max(0, -los.rise - los.range)
    if not above:
        return tem
    left = tem.value - above
    return Modifier("B9.33", f"{tem.label}, less by height", left) if left > 0 else None


def hex_tem(position: Position, hex_id: HexId) -> Modifier | None:
    """The TEM that a hex's own terrain always gives, on all floors of a building; None where that
    is 0.
    """
    terrain = position.board.terrain(hex_id)
    if terrain not in _TEM:
        return None
    rule, value = _TEM[terrain]
    return Modifier(rule, terrain.value, value)


def is_open(position: Position, unit: Unit, origin: LocationId, los: Los) -> bool:
    """B1.3: whether the terrain that a unit is in leaves it in Open Ground to a LOS from `origin`;
    Hindrance, TEM and height apart.
    """
    board, here = position.board, hex_of(unit.at)
    if board.kind(unit.at) is LocationKind.BRIDGE:
        return in_hex_tem(position, unit, los) is None
    if is_open_hex(position, here) or _along_stream(board, unit.at, los):
        return True
    return unit.on_road and _sees_road(board, unit, origin, los)


def is_open_hex(position: Position, hex_id: HexId) -> bool:
    """B1, B15.6, B21.3: Open Ground, shellholes, water, or grain out of its months. A Depression by
    itself is none the less; growth without TEM is none.
    """
    terrain = position.board.terrain(hex_id)
    out_of_season = terrain is Terrain.GRAIN and not position.board.grain_in_season
    return terrain in _OPEN or out_of_season


def is_cover(position: Position, hex_id: HexId) -> bool:
    """A10.51: woods or building, on the ground or above it: what a routing unit makes for."""
    return position.board.terrain(hex_id) in _COVER


def in_cover(position: Position, at: LocationId) -> bool:
    """A10.62, A11.4: whether a Location is woods or building; a bridge over such is not."""
    on_bridge = position.board.kind(at) is LocationKind.BRIDGE
    return not on_bridge and is_cover(position, hex_of(at))


def eases_rally(position: Position, at: LocationId) -> bool:
    """A10.61: woods, building or rubble, where rallying is easier."""
    rubble = position.board.terrain(hex_of(at)).is_rubble
    return in_cover(position, at) or (rubble and position.board.kind(at) is LocationKind.GROUND)


def _along_road(board: Board, at: LocationId, los: Los) -> bool:
    """Whether a LOS comes into a hex over its road hexsides, and no other."""
    return bool(los.crossed) and set(los.crossed) <= board.road_sides(hex_of(at))


def _sees_road(board: Board, unit: Unit, origin: LocationId, los: Los) -> bool:
    """A4.132: whether a LOS reaches a unit on the road of a hex without crossing what grows there:
    along the road, or at the point of the hexside that it came over, which is seen from all hexes
    beyond that hexside.
    """
    if _along_road(board, unit.at, los):
        return True
    if unit.entered_from is None:
        return False
    x, y = board.centre(hex_of(unit.at))
    (to_x, to_y), (at_x, at_y) = (board.centre(hex_of(at)) for at in (unit.entered_from, origin))
    out_x, out_y = to_x - x, to_y - y
    beyond = (at_x - x) * out_x + (at_y - y) * out_y
    return 2 * beyond > out_x**2 + out_y**2


def _along_stream(board: Board, at: LocationId, los: Los) -> bool:
    """B33.13: whether a LOS from the same level comes to a unit IN a stream over a stream
    hexside.
    """
    here = hex_of(at)
    if board.depression(here) is not DepressionKind.STREAM or level_of(at) or los.rise:
        return False
    across = dict(board.neighbours(here))
    return bool(los.crossed) and all(
        side in across and board.depression_between(here, across[side]) for side in los.crossed
    )

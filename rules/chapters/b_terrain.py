"""Chapter B: what the terrain of a hex does for a unit in it (B Terrain Chart)."""

from rules.board.locations import HexId, hex_of
from rules.board.terrain import Terrain
from rules.forces.entities import Unit
from rules.forces.position import Position
from rules.kernel.view import Modifier

_TEM: dict[Terrain, tuple[str, int]] = {
    Terrain.WOODS: ("B13.3", 1),
    Terrain.WOODEN_BUILDING: ("B23.3", 2),
    Terrain.STONE_BUILDING: ("B23.3", 3),
}
_COVER = frozenset({Terrain.WOODS, Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING})


def in_hex_tem(position: Position, unit: Unit) -> Modifier | None:
    """The TEM of the terrain that a unit is in; none while it pays the road rate (B3.4, A4.132)."""
    if unit.on_road:
        return None
    return hex_tem(position, hex_of(unit.at))


def hex_tem(position: Position, hex_id: HexId) -> Modifier | None:
    """The TEM of a hex's own terrain, None where it is 0."""
    terrain = position.board.terrain(hex_id)
    if terrain not in _TEM:
        return None
    rule, value = _TEM[terrain]
    return Modifier(rule, terrain.value, value)


def is_open(position: Position, unit: Unit) -> bool:
    """B1.3: whether the terrain that a unit is in leaves it in Open Ground; hindrances and hexsides
    apart.
    """
    return unit.on_road or is_open_hex(position, hex_of(unit.at))


def is_open_hex(position: Position, hex_id: HexId) -> bool:
    """B1, B15.6: Open Ground, or grain out of its months."""
    terrain = position.board.terrain(hex_id)
    out_of_season = terrain is Terrain.GRAIN and not position.board.grain_in_season
    return terrain is Terrain.OPEN_GROUND or out_of_season


def is_cover(position: Position, hex_id: HexId) -> bool:
    """Woods or building: where an Ambush may happen (A11.4), what a routing unit makes for, and
    where rallying is easier (A10.51, A10.61).
    """
    return position.board.terrain(hex_id) in _COVER

"""B25.11 What burns, and how easily (B Terrain Chart): Kindling and Spread numbers, and EC DRM."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.board.locations import LocationId, LocationKind, hex_of
from rules.board.terrain import Terrain
from rules.forces.entities import Ec
from rules.kernel.view import Modifier
from rules.position.position import Position


@dataclass(frozen=True)
class Burns:
    """The Final DR that sets terrain on fire, and the one that makes a Blaze of its Flame, or has
    fire spread to it: at least so much.
    """

    kindling: int
    spread: int


BURNABLE: Mapping[Terrain, Burns] = {
    Terrain.BRUSH: Burns(9, 6),
    Terrain.VINEYARD: Burns(9, 6),
    Terrain.WOODS: Burns(9, 7),
    Terrain.ORCHARD: Burns(11, 9),
    Terrain.GRAIN: Burns(10, 6),
    Terrain.WOODEN_BUILDING: Burns(7, 8),
    Terrain.STONE_BUILDING: Burns(8, 9),
    Terrain.WOODEN_RUBBLE: Burns(7, 8),
    Terrain.STONE_RUBBLE: Burns(8, 9),
}
WOODS_ROAD = Burns(9, 8)

EC_DRM: Mapping[Ec, int] = {
    Ec.SNOW: -3,
    Ec.MUD: -3,
    Ec.WET: -2,
    Ec.MOIST: -1,
    Ec.MODERATE: 0,
    Ec.DRY: 1,
    Ec.VERY_DRY: 2,
}


def burns(position: Position, at: LocationId) -> Burns | None:
    """What it takes to burn a Location, None if it is not Burnable: grain is in season alone, the
    inside of pillboxes and stone bridges never; a wooden bridge as a stone building (B6.5).
    """
    board, here = position.board, hex_of(at)
    terrain = board.terrain(here)
    if board.kind(at) is LocationKind.BRIDGE:
        wooden = board.bridge(here) is Terrain.WOODEN_BUILDING
        return BURNABLE[Terrain.STONE_BUILDING] if wooden else None
    if board.kind(at) is LocationKind.PILLBOX:
        return None
    if terrain is Terrain.GRAIN and not board.grain_in_season:
        return None
    if terrain is Terrain.WOODS and board.road(here) is not None:
        return WOODS_ROAD
    return BURNABLE.get(terrain)


def in_building(position: Position, at: LocationId) -> bool:
    """Whether a Location that burns is one of a building."""
    on_bridge = position.board.kind(at) is LocationKind.BRIDGE
    return on_bridge or position.board.terrain(hex_of(at)).is_building


def ec_drm(position: Position, at: LocationId) -> Iterator[Modifier]:
    """B25.5: the EC, which do not matter in a building."""
    drm = EC_DRM[position.conditions.ec]
    if drm and not in_building(position, at):
        yield Modifier("B25.5", f"EC {position.conditions.ec}", drm)

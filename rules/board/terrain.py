"""Kinds of terrain. Each value is the word a player would say."""

from enum import Enum, unique


@unique
class Terrain(Enum):
    """What a hex is, as far as its centre dot goes (chapter B)."""

    OPEN_GROUND = "open ground"
    WOODS = "woods"
    BRUSH = "brush"
    GRAIN = "grain"
    WOODEN_BUILDING = "wooden building"
    STONE_BUILDING = "stone building"

    @property
    def is_building(self) -> bool:
        """B23.1: a building hex of either material."""
        return self in {Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING}


@unique
class HexsideTerrain(Enum):
    """What stands along a whole hexside (B9)."""

    WALL = "wall"
    HEDGE = "hedge"


@unique
class RoadKind(Enum):
    """The surface of a road (B3)."""

    DIRT = "dirt"
    PAVED = "paved"

"""Kinds of terrain. Each value is the word a player would say."""

from enum import Enum, unique


@unique
class Terrain(Enum):
    """What a hex is, as far as its centre dot goes (chapter B).

    Depressions, roads and levels are no terrain of their own here: a gully may run through woods.
    """

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    OPEN_GROUND = "open ground"
    SHELLHOLES = "shellholes"
    WOODS = "woods"
    BRUSH = "brush"
    GRAIN = "grain"
    ORCHARD = "orchard"
    VINEYARD = "vineyard"
    MARSH = "marsh"
    CRAG = "crag"
    GRAVEYARD = "graveyard"
    RICE_PADDY = "rice paddy"
    HUTS = "huts"
    WATER = "water"
    PONTOON = "pontoon bridge"
    UNDERWATER_PONTOON = "underwater pontoon bridge"
    WOODEN_RUBBLE = "wooden rubble"
    STONE_RUBBLE = "stone rubble"
    WOODEN_BUILDING = "wooden building"
    STONE_BUILDING = "stone building"

    @property
    def is_building(self) -> bool:
        """B23.1: a building hex of either material."""
        return self in {Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING}

    @property
    def is_pontoon(self) -> bool:
        """B6.41: a river hex with a bridge that floats on the water, or lies just below."""
        return self in {Terrain.PONTOON, Terrain.UNDERWATER_PONTOON}

    @property
    def is_river(self) -> bool:
        """B21: a hex of a river, with a pontoon bridge or without; its Location is at its level."""
        return self is Terrain.WATER or self.is_pontoon

    @property
    def is_rubble(self) -> bool:
        """B24: what is left of a building of either material."""
        return self in {Terrain.WOODEN_RUBBLE, Terrain.STONE_RUBBLE}


@unique
class HexsideTerrain(Enum):
    """What stands along a whole hexside."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    WALL = "wall"
    HEDGE = "hedge"
    BOCAGE = "bocage"
    CLIFF = "cliff"
    ROWHOUSE_WALL = "rowhouse wall"

    @property
    def has_tem(self) -> bool:
        """B9: walls, hedges and bocage give TEM and Wall Advantage; cliffs and rowhouses do not."""
        return self in {HexsideTerrain.WALL, HexsideTerrain.HEDGE, HexsideTerrain.BOCAGE}


@unique
class RoadKind(Enum):
    """The surface of a road (B3), on an embankment (B5), or a path through growth (B13.6)."""

    DIRT = "dirt"
    PAVED = "paved"
    ELEVATED = "elevated"
    PATH = "path"


@unique
class DepressionKind(Enum):
    """What sinks a hex by one level (A6.3)."""

    GULLY = "gully"
    STREAM = "stream"
    SUNKEN_ROAD = "sunken road"


@unique
class StreamDepth(Enum):
    """How deep the streams of a map are (B20.4); shallow unless the scenario says otherwise.

    Of flooded streams the fords alone are streams still, the others are water
    (`mapmaking.flooding`).
    """

    DRY = "dry"
    SHALLOW = "shallow"
    DEEP = "deep"
    FLOODED = "flooded"

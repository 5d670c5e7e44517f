"""The terrain table of our own boards: what each kind of terrain is to LOS (B Terrain Chart).

Some names are asked for by the rules of this package (`terrain.py`, `hexes.py`): "Open Ground",
"Orchard, Out of Season", both Rubbles, whatever has "Cliff" in it, begins with "Rowhouse Wall" or
ends in ", 1 Level", and the Single Story Houses "Stone Building" and "Wooden Building". Codes mean
nothing outside the cells made with this table.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.board.grid.terrain import Category, TerrainTable, TerrainType
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain

MOST_LEVELS: Final = 4
"""The most upper levels a building may have."""

_GRAIN_MONTHS: Final = range(6, 10)
_PLOWED_MONTHS: Final = range(4, 6)
_ORCHARD_MONTHS: Final = range(4, 11)
_MATERIALS: Final = {Terrain.WOODEN_BUILDING: "Wooden", Terrain.STONE_BUILDING: "Stone"}
_OBSTACLE: Final = frozenset({"obstacle", "lower obstacle"})
_HINDRANCE: Final = frozenset({"lower hindrance"})

_AREAS: Final = {
    Terrain.OPEN_GROUND: "Open Ground",
    Terrain.SHELLHOLES: "Shellholes",
    Terrain.WOODS: "Woods",
    Terrain.BRUSH: "Brush",
    Terrain.VINEYARD: "Vineyard",
    Terrain.MARSH: "Marsh",
    Terrain.CRAG: "Crags",
    Terrain.GRAVEYARD: "Graveyard",
    Terrain.RICE_PADDY: "Rice Paddy",
    Terrain.HUTS: "Huts",
    Terrain.WATER: "River",
    Terrain.PONTOON: "River",
    Terrain.UNDERWATER_PONTOON: "River",
    Terrain.WOODEN_RUBBLE: "Wooden Rubble",
    Terrain.STONE_RUBBLE: "Stone Rubble",
}
_DEPRESSIONS: Final = {
    DepressionKind.GULLY: "Gully",
    DepressionKind.STREAM: "Stream",
    DepressionKind.SUNKEN_ROAD: "Sunken Road",
}
_WAYS: Final = {
    RoadKind.DIRT: "Dirt Road",
    RoadKind.PAVED: "Paved Road",
    RoadKind.ELEVATED: "Dirt Road",
}
_HEXSIDES: Final = {
    HexsideTerrain.WALL: "Wall",
    HexsideTerrain.HEDGE: "Hedge",
    HexsideTerrain.BOCAGE: "Bocage",
    HexsideTerrain.CLIFF: "Cliff",
}
FORD: Final = "Ford"


def area_name(terrain: Terrain, month: int) -> str:
    """Growth or other ground in a month 1-12. KeyError for a building, which has levels.

    B15.6: grain stands June to September and is plowed in April and May. B14.3: an orchard has
    leaves from April to October.
    """
    if terrain is Terrain.GRAIN:
        if month in _GRAIN_MONTHS:
            return "Grain"
        return "Plowed Field" if month in _PLOWED_MONTHS else "Open Ground"
    if terrain is Terrain.ORCHARD:
        return "Orchard" if month in _ORCHARD_MONTHS else "Orchard, Out of Season"
    return _AREAS[terrain]


def depression_name(kind: DepressionKind) -> str:
    """A Depression (A6.3)."""
    return _DEPRESSIONS[kind]


def way_name(kind: RoadKind) -> str:
    """A road (B3). KeyError for a path, which is nothing to LOS (B13.6)."""
    return _WAYS[kind]


def hexside_name(kind: HexsideTerrain, upper_levels: int = 0) -> str:
    """What stands along a hexside; the wall of a rowhouse is as high as its building (B23.71)."""
    if kind is HexsideTerrain.ROWHOUSE_WALL:
        return _with_levels("Rowhouse Wall", upper_levels)
    return _HEXSIDES[kind]


def building_name(material: Terrain, upper_levels: int) -> str:
    """A building with that many levels above the ground; a Single Story House has none (B23.2)."""
    return _with_levels(f"{_MATERIALS[material]} Building", upper_levels)


def ruin_name(material: Terrain, upper_levels: int) -> str:
    """What is left of a building under rubble from above (B24.1): as high as one with as many upper
    levels, but a last one has no stairwell by itself (B23.22).
    """
    return f"{building_name(material, upper_levels)}, Rubble Above"


def bridge_name(*, stone: bool, roadway: bool = False) -> str:
    """A bridge (B6), or its roadway, along which it is no Hindrance (B6.2)."""
    return f"{'Stone' if stone else 'Wooden'} Bridge{' Roadway' if roadway else ''}"


def _with_levels(name: str, upper_levels: int) -> str:
    return f"{name}, {upper_levels} Level" if upper_levels else name


def _kinds() -> Iterator[TerrainType]:
    """Every type, its code still 0."""
    for name in ("Open Ground", "Plowed Field", "Shellholes", "Rice Paddy"):
        yield _kind(name, Category.OPEN)
    for name in ("Dirt Road", "Paved Road"):
        yield _kind(name, Category.ROAD)
    for name in ("River", FORD):
        yield _kind(name, Category.WATER)
    for name in _DEPRESSIONS.values():
        yield _kind(name, Category.DEPRESSION)
    for name in ("Grain", "Brush", "Marsh"):
        yield _kind(name, Category.OTHER, _HINDRANCE, half=True)
    for name in ("Vineyard", "Crags", "Graveyard"):
        yield _kind(name, Category.OTHER, _HINDRANCE | {"inherent"}, half=True)
    for name in ("Stone Rubble", "Wooden Rubble"):
        yield _kind(name, Category.OTHER, _OBSTACLE | {"inherent"}, half=True)
    yield _kind("Huts", Category.OTHER, _HINDRANCE, height=1)
    yield _kind("Woods", Category.WOODS, _OBSTACLE, height=1)
    trees = _HINDRANCE | {"inherent", "split"}
    yield _kind("Orchard", Category.OTHER, trees | {"obstacle"}, height=1)
    yield _kind("Orchard, Out of Season", Category.OTHER, trees, height=1)
    for name in ("Wall", "Hedge"):
        yield _kind(name, Category.HEXSIDE, _OBSTACLE, half=True)
    yield _kind("Bocage", Category.HEXSIDE, _OBSTACLE, height=1)
    yield _kind("Cliff", Category.HEXSIDE)
    for stone in (True, False):
        name = bridge_name(stone=stone)
        yield _kind(name, Category.BRIDGE, _HINDRANCE | {"split"}, half=True)
        yield _kind(bridge_name(stone=stone, roadway=True), Category.BRIDGE)
    yield from _buildings()


def _buildings() -> Iterator[TerrainType]:
    for name in ("Stone Building", "Wooden Building", "Rowhouse Wall"):
        yield _kind(name, Category.BUILDING, _OBSTACLE, height=1)
        for levels in range(1, MOST_LEVELS + 1):
            full = _with_levels(name, levels)
            yield _kind(full, Category.BUILDING, _OBSTACLE, height=levels, half=True)
    for material in _MATERIALS:
        for levels in range(1, MOST_LEVELS):
            name = ruin_name(material, levels)
            yield _kind(name, Category.BUILDING, _OBSTACLE, height=levels, half=True)


def _kind(
    name: str,
    category: Category,
    flags: frozenset[str] = frozenset(),
    *,
    height: int = 0,
    half: bool = False,
) -> TerrainType:
    return TerrainType(
        name=name,
        code=0,
        height=height,
        half_level=half,
        obstacle="obstacle" in flags,
        inherent="inherent" in flags,
        split="split" in flags,
        lower_obstacle="lower obstacle" in flags,
        lower_hindrance="lower hindrance" in flags,
        category=category,
    )


STANDARD: Final = TerrainTable(
    tuple(replace(kind, code=code) for code, kind in enumerate(_kinds()))
)
"""The table; code 0 is Open Ground."""

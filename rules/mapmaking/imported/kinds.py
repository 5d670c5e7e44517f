"""What the terrain of the boards' shared metadata is in our own terms, by its name.

Kinds that we do not play are played as the nearest one that we do.
"""

from collections.abc import Collection
from typing import Final

from rules.board.grid.terrain import Category, TerrainType
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain

BRIDGES: Final = {
    "Single Hex Stone Bridge": Terrain.STONE_BUILDING,
    "Stone Bridge": Terrain.STONE_BUILDING,
    "Single Hex Wooden Bridge": Terrain.WOODEN_BUILDING,
    "Wooden Bridge": Terrain.WOODEN_BUILDING,
}
PAVED: Final = "Paved Road"
DIRT: Final = "Dirt Road"
PATH: Final = "Path"
FORD: Final = "Ford"

_EXACT: Final = {
    "Open Ground": Terrain.OPEN_GROUND,
    "Plowed Field": Terrain.OPEN_GROUND,
    DIRT: Terrain.OPEN_GROUND,
    PAVED: Terrain.OPEN_GROUND,
    PATH: Terrain.OPEN_GROUND,
    "Shellholes": Terrain.SHELLHOLES,
    "Woods": Terrain.WOODS,
    "Brush": Terrain.BRUSH,
    "Grain": Terrain.GRAIN,
    "Orchard": Terrain.ORCHARD,
    "Orchard, Out of Season": Terrain.ORCHARD,
    "Vineyard": Terrain.VINEYARD,
    "Marsh": Terrain.MARSH,
    "Crags": Terrain.CRAG,
    "Graveyard": Terrain.GRAVEYARD,
    "Rice Paddy, Drained": Terrain.RICE_PADDY,
    "Rice Paddy, Irrigated": Terrain.RICE_PADDY,
    "Rice Paddy, In Season": Terrain.RICE_PADDY,
    "Huts": Terrain.HUTS,
    "Water": Terrain.WATER,
    "River": Terrain.WATER,
    FORD: Terrain.WATER,
    "Wooden Rubble": Terrain.WOODEN_RUBBLE,
    "Stone Rubble": Terrain.STONE_RUBBLE,
}
_NEAREST: Final = {
    "Forest": Terrain.WOODS,
    "Light Woods": Terrain.WOODS,
    "Bamboo": Terrain.WOODS,
    "Palm Trees": Terrain.ORCHARD,
    "Olive Grove": Terrain.ORCHARD,
    "Kunai": Terrain.BRUSH,
    "Scrub": Terrain.BRUSH,
    "Cactus Patch": Terrain.BRUSH,
    "Broken Ground": Terrain.BRUSH,
    "Swamp": Terrain.MARSH,
    "Mudflats": Terrain.MARSH,
    "Ocean": Terrain.WATER,
    "Shallow Ocean": Terrain.WATER,
    "Debris": Terrain.WOODEN_RUBBLE,
    "Lumberyard": Terrain.WOODEN_RUBBLE,
    "Collapsed Huts": Terrain.HUTS,
    "Hillock": Terrain.OPEN_GROUND,
    "Sand Dune": Terrain.OPEN_GROUND,
}
_BY_CATEGORY: Final = {
    Category.WATER: Terrain.WATER,
    Category.WOODS: Terrain.WOODS,
    Category.OTHER: Terrain.BRUSH,
}
_HEXSIDES: Final = {
    "Wall": HexsideTerrain.WALL,
    "Hedge": HexsideTerrain.HEDGE,
    "Bocage": HexsideTerrain.BOCAGE,
    "Cliff": HexsideTerrain.CLIFF,
}
_NEAREST_HEXSIDES: Final = {
    "Cactus Hedge": HexsideTerrain.HEDGE,
    "Road Block": HexsideTerrain.WALL,
}
_ROWHOUSE: Final = "Rowhouse Wall"
_DEPRESSIONS: Final = {
    "Gully": DepressionKind.GULLY,
    "Dry Stream": DepressionKind.STREAM,
    "Shallow Stream": DepressionKind.STREAM,
    "Deep Stream": DepressionKind.STREAM,
    "Stream": DepressionKind.STREAM,
    "Sunken Road": DepressionKind.SUNKEN_ROAD,
}
DEPTHS: Final = {
    "Dry Stream": StreamDepth.DRY,
    "Shallow Stream": StreamDepth.SHALLOW,
    "Deep Stream": StreamDepth.DEEP,
}
_PLAYED_AS_THEY_ARE: Final = ("Stone Building", "Wooden Building")


def is_house(kind: TerrainType) -> bool:
    """Whether terrain is a building that one can be in; a hut is not (G5)."""
    return kind.is_building and not kind.is_partition and kind.name not in _EXACT


def is_way(kind: TerrainType) -> bool:
    """Whether a road or path may go on over such terrain: itself, or a bridge."""
    return kind.category in {Category.ROAD, Category.BRIDGE} or kind.name == PATH


def is_road(kind: TerrainType) -> bool:
    """A road of any surface."""
    return kind.category is Category.ROAD and kind.name != PATH


def is_paved(kind: TerrainType) -> bool:
    """A paved road."""
    return kind.name == PAVED


def is_path(kind: TerrainType) -> bool:
    """A path."""
    return kind.name == PATH


def is_bridge(kind: TerrainType) -> bool:
    """A bridge, whatever it leads over."""
    return kind.category is Category.BRIDGE


def is_ground(kind: TerrainType) -> bool:
    """Whether terrain is what a hex may have of its own: growth, other ground, rubble or huts."""
    apart = {Category.WATER, Category.DEPRESSION, Category.TUNNEL}
    return not (is_way(kind) or kind.is_hexside or is_house(kind) or kind.category in apart)


def names(terrain: Terrain) -> tuple[str, ...]:
    """What ground is called that is just this; the most usual first. Buildings have levels too."""
    return tuple(name for name, kind in _EXACT.items() if kind is terrain)


def depression_names(kind: DepressionKind, streams: StreamDepth) -> tuple[str, ...]:
    """What a Depression is called; a stream of that depth first."""
    found = [name for name, own in _DEPRESSIONS.items() if own is kind]
    return tuple(sorted(found, key=lambda name: DEPTHS.get(name) is not streams))


def surface(ways: Collection[TerrainType]) -> RoadKind:
    """The surface of a road over some terrain: paved if any of it is (B3), and no path on which
    there is a road too."""
    names = {way.name for way in ways}
    if PAVED in names:
        return RoadKind.PAVED
    return RoadKind.PATH if names == {PATH} else RoadKind.DIRT


def material(kind: TerrainType) -> Terrain:
    """What a building is built of (B23.1)."""
    return Terrain.WOODEN_BUILDING if "Wooden" in kind.name else Terrain.STONE_BUILDING


def terrain(kind: TerrainType) -> tuple[Terrain, bool]:
    """What the terrain of a hex is played as, and whether that is what it is.

    A road, a bridge or a Depression is no terrain of its own.
    """
    if kind.name in _EXACT:
        return _EXACT[kind.name], True
    if is_house(kind):
        return material(kind), kind.name.startswith(_PLAYED_AS_THEY_ARE)
    if kind.category is Category.DEPRESSION or kind.name in BRIDGES or kind.is_partition:
        return Terrain.OPEN_GROUND, True
    if kind.name.startswith(("Stone Rubble", "Wooden Rubble")):
        stone = kind.name.startswith("Stone")
        return Terrain.STONE_RUBBLE if stone else Terrain.WOODEN_RUBBLE, False
    nearest = _BY_CATEGORY.get(kind.category, Terrain.OPEN_GROUND)
    return _NEAREST.get(kind.name, nearest), False


def hexside(kind: TerrainType) -> tuple[HexsideTerrain | None, bool]:
    """What terrain along a hexside is played as, None for nothing, and whether it is that."""
    if kind.name in _HEXSIDES:
        return _HEXSIDES[kind.name], True
    if kind.is_partition:
        return HexsideTerrain.ROWHOUSE_WALL, kind.name.startswith(_ROWHOUSE)
    if "Cliff" in kind.name:
        return HexsideTerrain.CLIFF, False
    return _NEAREST_HEXSIDES.get(kind.name), False


def depression(kind: TerrainType) -> tuple[DepressionKind, bool]:
    """What a Depression is played as, and whether it is that."""
    if kind.name in _DEPRESSIONS:
        return _DEPRESSIONS[kind.name], True
    sunken = kind.name.startswith("Railroad")
    return DepressionKind.SUNKEN_ROAD if sunken else DepressionKind.GULLY, False

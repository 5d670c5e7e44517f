"""What a terrain code means for LOS (chapter B, as the boards' shared metadata puts it)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final

import numpy as np
import numpy.typing as npt

CODES: Final = 256
NOTHING: Final = 255

# What the compiled rules ask of a terrain code, one bit each.
OBSTACLE: Final = 1 << 0
HALF: Final = 1 << 1
INHERENT: Final = 1 << 2
SPLIT: Final = 1 << 3
LOWER_OBSTACLE: Final = 1 << 4
LOWER_HINDRANCE: Final = 1 << 5
BUILDING: Final = 1 << 6
BUILDING_TERRAIN: Final = 1 << 7
FACTORY: Final = 1 << 8
HEXSIDE: Final = 1 << 9
CLIFF: Final = 1 << 10
ROAD: Final = 1 << 11
WATER: Final = 1 << 12
DEPRESSION: Final = 1 << 13
BRIDGE: Final = 1 << 14
ROOFLESS: Final = 1 << 15
BOCAGE: Final = 1 << 16
PARTITION: Final = 1 << 17
BARE_ORCHARD: Final = 1 << 18
LIGHT_WOODS: Final = 1 << 19
HILLOCK: Final = 1 << 20
JUNGLE: Final = 1 << 21
SEEN_OVER: Final = 1 << 22
KNOWN: Final = 1 << 23


@unique
class Category(Enum):
    """The families of terrain that LOS rules speak of."""

    OPEN = "open ground"
    ROAD = "road"
    WATER = "water"
    DEPRESSION = "Depression"
    WOODS = "woods"
    BUILDING = "building"
    FACTORY = "factory"
    MARKETPLACE = "marketplace"
    HEXSIDE = "hexside terrain"
    BRIDGE = "bridge"
    ENTRENCHMENT = "entrenchment"
    TUNNEL = "tunnel"
    OTHER = "other terrain"


_PARTITIONS: Final = ("Rowhouse Wall", "Interior Factory Wall")
_SEEN_OVER: Final = {"Wall", "Hedge", "Stone Rubble", "Wooden Rubble"}
_PLAIN: Final = {"Stone Building", "Wooden Building"}
_FOUR_LEVELS: Final = "Rowhouse Wall, 4 Level"


@dataclass(frozen=True, slots=True)
class TerrainType:
    """One kind of terrain.

    `height` is in whole levels above its own ground and `half_level` adds half of one. `split`
    terrain is something else below than above (an orchard's trunks); the `lower_…` are that part.
    `inherent` terrain fills its hex whatever its drawing covers (B.6).
    """

    name: str
    code: int
    height: int
    half_level: bool
    obstacle: bool
    inherent: bool
    split: bool
    lower_obstacle: bool
    lower_hindrance: bool
    category: Category

    @property
    def is_building(self) -> bool:
        """A building of any kind, factories and market places included (B23)."""
        return self.category in {Category.BUILDING, Category.FACTORY, Category.MARKETPLACE}

    @property
    def is_partition(self) -> bool:
        """A wall inside a building: of rowhouses (B23.71) or in a factory."""
        return self.name.startswith(_PARTITIONS)

    @property
    def is_hexside(self) -> bool:
        """Terrain that lies along hexsides: walls, hedges, cliffs, walls of rowhouses."""
        return self.category is Category.HEXSIDE or self.is_partition

    @property
    def is_plain_building(self) -> bool:
        """A Single Story House: no upper level (B23.21)."""
        return self.name in _PLAIN

    @property
    def is_roofless(self) -> bool:
        """A factory without its roof: nothing above the ground floor."""
        return self.category is Category.FACTORY and self.name.startswith(("Roofless", "Gutted"))

    def flags(self) -> int:
        """What the compiled rules ask of this type, as bits."""
        bits = {
            KNOWN: True,
            OBSTACLE: self.obstacle,
            HALF: self.half_level,
            INHERENT: self.inherent,
            SPLIT: self.split,
            LOWER_OBSTACLE: self.lower_obstacle,
            LOWER_HINDRANCE: self.lower_hindrance,
            BUILDING: self.is_building,
            BUILDING_TERRAIN: self.category in {Category.BUILDING, Category.MARKETPLACE},
            FACTORY: self.category is Category.FACTORY,
            HEXSIDE: self.is_hexside,
            CLIFF: "Cliff" in self.name,
            ROAD: self.category is Category.ROAD,
            WATER: self.category is Category.WATER,
            DEPRESSION: self.category is Category.DEPRESSION,
            BRIDGE: self.category is Category.BRIDGE,
            ROOFLESS: self.is_roofless,
            BOCAGE: self.name == "Bocage",
            PARTITION: self.is_partition,
            BARE_ORCHARD: self.name == "Orchard, Out of Season",
            LIGHT_WOODS: self.name == "Light Woods",
            HILLOCK: self.name == "Hillock",
            JUNGLE: self.name in {"Dense Jungle", "Bamboo"},
            SEEN_OVER: self.name in _SEEN_OVER,
        }
        return sum(bit for bit, holds in bits.items() if holds)


class TerrainTable:
    """The terrain types of a set of boards, by code and by name. Immutable.

    `others` are further codes of some types, each with the one by which its type is known here;
    `codes` has for every code the one that stands for it.
    """

    def __init__(
        self, types: tuple[TerrainType, ...], others: Mapping[int, int] | None = None
    ) -> None:
        self.codes = np.arange(CODES, dtype=np.uint8)
        for other, code in (others or {}).items():
            self.codes[other] = code
        self._by_code = {kind.code: kind for kind in types}
        self._by_name = {kind.name: kind for kind in types}
        self.flags = np.zeros(CODES, np.int32)
        self.heights = np.zeros(CODES, np.int32)
        for kind in types:
            self.flags[kind.code] = kind.flags()
            self.heights[kind.code] = kind.height

    def __iter__(self) -> Iterator[TerrainType]:
        return iter(self._by_code.values())

    def __getitem__(self, code: int) -> TerrainType:
        """The type of a code. KeyError for a code that means nothing."""
        return self._by_code[code]

    def named(self, name: str) -> TerrainType:
        """The type of that name. KeyError if there is none."""
        return self._by_name[name]

    def has(self, flag: int) -> npt.NDArray[np.bool_]:
        """For every code: does its type have the flag?"""
        return np.asarray((self.flags & flag) != 0, np.bool_)

    def corrected(self) -> "TerrainTable":
        """The table with heights as the rulebook has them: a wall of four levels is four high."""
        return TerrainTable(
            tuple(replace(kind, height=4) if kind.name == _FOUR_LEVELS else kind for kind in self)
        )

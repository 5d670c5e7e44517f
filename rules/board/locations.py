"""Names of hexes and Locations: `so1:E5` is a hex, `so1:E5/0` its ground level Location,
`so1:E5/0p` the pillbox there, and `so1:E5/1c01` one level up the cliff of its hexside 0, near its
vertex 1.
"""

from enum import Enum, unique
from functools import lru_cache
from typing import NewType

HexId = NewType("HexId", str)
LocationId = NewType("LocationId", str)

_NAMES_KEPT = 1 << 16
_PILLBOX = "p"
_CLIFF = "c"


@unique
class LocationKind(Enum):
    """What a Location is: the ground of its hex, or something above it (A2.8). The Crest of a
    Depression is no Location, but an end of LOS (B20.9).
    """

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    GROUND = "ground"
    UPPER_LEVEL = "upper level"
    DEPRESSION = "depression"
    WATER = "water"
    BRIDGE = "bridge"
    CREST = "Crest"
    PILLBOX = "pillbox"
    CLIFF = "cliff"


def hex_id(board: str, name: str) -> HexId:
    """The id of the hex called `name` ("E5") on a board."""
    return HexId(f"{board}:{name}")


def location(hex_id: HexId, level: int = 0) -> LocationId:
    """The Location of a hex at a level; level 0 is the ground."""
    return LocationId(f"{hex_id}/{level}")


def crest_of(depression: LocationId) -> LocationId:
    """B20.9: the Crest over the Location of a Depression, where LOS of those in Crest status ends.
    It is none of the Locations of the hex, and nobody is ever at it.
    """
    return location(hex_of(depression), 1)


def pillbox_location(hex_id: HexId) -> LocationId:
    """The Location inside the pillbox of a hex (B30.1)."""
    return LocationId(f"{hex_id}/0{_PILLBOX}")


def is_pillbox(location: LocationId) -> bool:
    """Whether a Location is the inside of a pillbox."""
    return location.endswith(_PILLBOX)


def cliff_location(hex_id: HexId, level: int, side: int, vertex: int) -> LocationId:
    """B11.41: where one climbs the cliff of a hexside near one of its vertices, so many levels
    above the base of the lower hex, which is this one.
    """
    return LocationId(f"{hex_id}/{level}{_CLIFF}{side}{vertex}")


@lru_cache(maxsize=_NAMES_KEPT)
def cliff_of(location: LocationId) -> tuple[int, int] | None:
    """The hexside whose cliff is climbed at a Location and the vertex near which it is, None if it
    is no such.
    """
    _, _, climbed = location.rpartition("/")[2].partition(_CLIFF)
    return (int(climbed[0]), int(climbed[1])) if climbed else None


def is_on_cliff(location: LocationId) -> bool:
    """Whether who is at a Location is climbing (B11.41)."""
    return cliff_of(location) is not None


@lru_cache(maxsize=_NAMES_KEPT)
def hex_of(location: LocationId) -> HexId:
    """The hex a Location is in."""
    return HexId(location.rpartition("/")[0])


@lru_cache(maxsize=_NAMES_KEPT)
def level_of(location: LocationId) -> int:
    """The level of a Location above the base of its hex, in levels."""
    return int(location.rpartition("/")[2].partition(_CLIFF)[0].removesuffix(_PILLBOX))


def hex_name(hex_id: HexId) -> str:
    """What players call the hex: its id without the board."""
    return hex_id.rpartition(":")[2]

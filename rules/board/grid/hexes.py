"""What each hex of a grid board is: its base level, terrain, hexsides and Locations.

Derived from the cells once, when the board is loaded, in a fixed order: later steps see what
earlier ones found, and LOS answers depend on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.board.grid.errors import GridError
from rules.board.grid.geometry import NO_HEX, Geometry, Polygons, contains
from rules.board.grid.losdata import LosData
from rules.board.grid.terrain import (
    BRIDGE,
    BUILDING,
    CLIFF,
    DEPRESSION,
    HEXSIDE,
    INHERENT,
    KNOWN,
    NOTHING,
    OBSTACLE,
    WATER,
    Category,
    TerrainTable,
    TerrainType,
)

Codes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Pixels = npt.NDArray[np.int64]


@unique
class Kind(Enum):
    """What sort of Location it is."""

    GROUND = "ground"
    LEVEL = "level"
    DEPRESSION = "depression"
    BRIDGE = "bridge"
    ROOFTOP = "rooftop"
    CELLAR = "cellar"


@dataclass(frozen=True, slots=True)
class Spot:
    """A Location of a grid board: its hex by index, and level above the base of the hex.

    `elevation` is the absolute level and `terrain` a code. `central` says that it is the hex's own
    Location, not one above or below it.
    """

    hex: int
    level: int
    kind: Kind
    elevation: int
    terrain: int
    central: bool


class Hexes(NamedTuple):
    """Arrays over hexes (first index) and hexsides 0-5 (second index).

    `terrain` and `side_location` (what lies at a hexside's point) are codes; `side` is the hexside
    terrain or NOTHING. `sunken` hexes are Depressions at the centre; `growth` is the obstacle that
    stands on both sides of one (B19.21), or NOTHING.
    """

    base: npt.NDArray[np.int32]
    terrain: Codes
    sunken: Flags
    growth: Codes
    side: Codes
    side_location: Codes
    side_sunken: Flags
    cliff: Flags
    has_cliff: Flags


_OUTSIDE: Final = 1 << 10
_ONE_LEVEL: Final = frozenset({"Stone Building, 1 Level", "Wooden Building, 1 Level"})


def derive_hexes(
    data: LosData, table: TerrainTable, geometry: Geometry, file: str, *, even: bool = False
) -> Hexes:
    """The hexes of a board. Raises GridError for a code that means nothing.

    Inherent Terrain is looked for near the centre; `even` finds it also where a Depression runs
    through the hex and leaves none there, and finds what grows on both sides of one.
    """
    unknown = np.bincount(data.terrain.ravel(), minlength=256)[~table.has(KNOWN)].any()
    if unknown:
        codes = sorted({int(code) for code in np.unique(data.terrain)} - {t.code for t in table})
        raise GridError(file, "cells", f"terrain code {codes[0]} is not in the terrain table")
    x, y = geometry.centre[:, 0], geometry.centre[:, 1]
    if not ((x >= 0) & (y >= 0) & (x < data.size[0]) & (y < data.size[1])).all():
        raise GridError(file, "cells", "the grid is smaller than the hexes need")
    at_sides = _side_cells(data, geometry)
    terrain = _without_markets(_centre_terrain(data.terrain[x, y], at_sides, table), table)
    hexes = Hexes(
        base=data.elevation[x, y].astype(np.int32),
        terrain=terrain,
        sunken=np.zeros(len(terrain), np.bool_),
        growth=np.full(len(terrain), NOTHING, np.uint8),
        side=np.full(at_sides.shape, NOTHING, np.uint8),
        side_location=np.where(at_sides == _OUTSIDE, 0, at_sides).astype(np.uint8),
        side_sunken=np.zeros(at_sides.shape, np.bool_),
        cliff=np.zeros(at_sides.shape, np.bool_),
        has_cliff=np.zeros(len(terrain), np.bool_),
    )
    _hexside_terrain(hexes, at_sides, table, geometry)
    hexes.sunken[:] = table.has(DEPRESSION)[terrain]
    _inherent_terrain(hexes, data, table, geometry)
    if even:
        _beside_depressions(hexes, data, table, geometry)
    _hexsides_again(hexes, at_sides, table, geometry)
    hexes.has_cliff[:] = hexes.cliff.any(axis=1)
    return hexes


def derive_spots(
    data: LosData, hexes: Hexes, table: TerrainTable, geometry: Geometry, *, even: bool = False
) -> tuple[tuple[Spot, ...], ...]:
    """The Locations of every hex, lowest first.

    What is below a bridge lies at a level that depends on the bridge's own and counts as a
    Depression, and a bridge is in every hex it has a pixel in. `even` puts the one below a level
    lower wherever the bridge is (B6.1), knows water from Depressions, and has the bridge in the
    hexes whose centre it comes near.
    """
    at_sides = _side_cells(data, geometry)
    original = _centre_terrain(
        data.terrain[geometry.centre[:, 0], geometry.centre[:, 1]], at_sides, table
    )
    building = np.zeros(256, np.bool_)
    for kind in table:
        building[kind.code] = kind.is_building
    joined = (building[np.where(at_sides == _OUTSIDE, 0, at_sides)] & (at_sides != _OUTSIDE)).any(
        axis=1
    )
    bridged = _bridged(data, table, geometry, even=even)
    found: list[tuple[Spot, ...]] = []
    for hex in range(len(hexes.base)):
        base = int(hexes.base[hex])
        own = table[int(hexes.terrain[hex])]
        spots = [_central(hex, base, own, sunken=bool(hexes.sunken[hex]))]
        built = table[int(original[hex])]
        if built.is_building:
            stairway = bool(data.stairways[hex])
            spots += _upper(hex, base, built, stairway=stairway, joined=bool(joined[hex]))
        if hex in bridged:
            drop = -1 if even else base - 1 if base == 0 else base - 2 if base > 0 else base
            sunken, below = bool(hexes.sunken[hex]), bridged[hex]
            lower = Kind.GROUND if even and below is None else Kind.DEPRESSION
            spots += _by_bridge(hex, base, own, below, lower, drop, sunken=sunken)
        found.append(tuple(sorted(spots, key=lambda spot: spot.level)))
    return tuple(found)


def stairways(
    data: LosData, table: TerrainTable, geometry: Geometry, *, even: bool = False
) -> Flags:
    """The hexes with a stairway: as marked, and in every building of one upper level (B23.22).

    Without `even` only stone and wooden buildings are meant, not the walls inside them.
    """
    inherent = np.zeros(256, np.bool_)
    for kind in table:
        named = kind.name.endswith(", 1 Level") if even else kind.name in _ONE_LEVEL
        inherent[kind.code] = kind.is_building and named
    x, y = geometry.centre[:, 0], geometry.centre[:, 1]
    built = _centre_terrain(data.terrain[x, y], _side_cells(data, geometry), table)
    return np.asarray(data.stairways | inherent[built], np.bool_)


def _side_cells(data: LosData, geometry: Geometry) -> npt.NDArray[np.int32]:
    """The terrain code at every hexside's point; _OUTSIDE where it is off the grid."""
    x, y = geometry.side_point[:, :, 0], geometry.side_point[:, :, 1]
    inside = (x >= 0) & (y >= 0) & (x < data.size[0]) & (y < data.size[1])
    cells = np.full(x.shape, _OUTSIDE, np.int32)
    cells[inside] = data.terrain[x[inside], y[inside]]
    return cells


def _centre_terrain(centre: Codes, at_sides: npt.NDArray[np.int32], table: TerrainTable) -> Codes:
    """B23.1: a hex whose hexsides a building touches is a building hex, whatever its dot."""
    terrain = centre.copy()
    buildings = {kind.code for kind in table if kind.is_building}
    for hex in np.flatnonzero(np.isin(at_sides, list(buildings)).any(axis=1)):
        if int(terrain[hex]) not in buildings:
            terrain[hex] = next(code for code in at_sides[hex] if int(code) in buildings)
    return terrain


def _without_markets(terrain: Codes, table: TerrainTable) -> Codes:
    """The ground level of a market place is Open Ground."""
    markets = [kind.code for kind in table if kind.category is Category.MARKETPLACE]
    if not np.isin(terrain, markets).any():
        return terrain
    return np.where(np.isin(terrain, markets), table.named("Open Ground").code, terrain).astype(
        np.uint8
    )


def _hexside_terrain(
    hexes: Hexes, at_sides: npt.NDArray[np.int32], table: TerrainTable, geometry: Geometry
) -> None:
    is_hexside, is_cliff = table.has(HEXSIDE), table.has(CLIFF)
    along = np.isin(at_sides, np.flatnonzero(is_hexside))
    for hex, side in np.argwhere(along):
        across = geometry.adjacent[hex, side]
        faces = [(hex, side)]
        if across != NO_HEX and not along[across, (side + 3) % 6]:
            faces.append((across, (side + 3) % 6))
        for face in faces:
            if geometry.on_map[face]:
                code = at_sides[hex, side]
                hexes.side[face] = code
                hexes.side_location[face] = code
                hexes.cliff[face] = is_cliff[code]


def _hexsides_again(
    hexes: Hexes, at_sides: npt.NDArray[np.int32], table: TerrainTable, geometry: Geometry
) -> None:
    """Where the two faces of a hexside differ, that of the hex that comes first is taken over.

    Either of them may make it a cliff. What lies at a face's own point stays as it is.
    """
    is_cliff, sunken = table.has(CLIFF), table.has(DEPRESSION)
    for hex, side in np.argwhere(hexes.side != NOTHING):
        across, opposite = geometry.adjacent[hex, side], (side + 3) % 6
        if NO_HEX < across < hex and hexes.side[across, opposite] != NOTHING:
            hexes.side[hex, side] = hexes.side[across, opposite]
            hexes.cliff[hex, side] |= is_cliff[hexes.side[hex, side]]
    hexes.side_sunken[:] = np.isin(at_sides, np.flatnonzero(sunken)) & geometry.on_map


def _inherent_terrain(hexes: Hexes, data: LosData, table: TerrainTable, geometry: Geometry) -> None:
    """B.6: the first pixel of Inherent Terrain nearer to the centre than to any hexside."""
    inherent = table.has(INHERENT)[data.terrain]
    if not inherent.any():
        return
    for hex in range(len(hexes.base)):
        left, right, top, bottom = _box(geometry.border, hex, data.size)
        box = inherent[left:right, top:bottom]
        if not box.any():
            continue
        xs, ys = np.nonzero(box)
        xs, ys = xs + left, ys + top
        central = _near_centre(geometry, hex, xs, ys)
        if central.any():
            first = int(central.argmax())
            hexes.terrain[hex] = data.terrain[xs[first], ys[first]]


def _near_centre(geometry: Geometry, hex: int, xs: Pixels, ys: Pixels) -> Flags:
    """Which pixels are nearer to the centre of a hex than to any of its hexsides."""
    points = geometry.side_point[hex][geometry.on_map[hex]]
    to_sides = ((xs[:, None] - points[:, 0]) ** 2 + (ys[:, None] - points[:, 1]) ** 2).min(axis=1)
    x, y = geometry.centre[hex]
    return np.asarray((xs - x) ** 2 + (ys - y) ** 2 <= to_sides, np.bool_)


def _beside_depressions(
    hexes: Hexes, data: LosData, table: TerrainTable, geometry: Geometry
) -> None:
    """B.6, B19.21: Inherent Terrain, or an obstacle that grows there, that fills most of what a
    Depression leaves of its hex."""
    inherent, sunken = table.has(INHERENT), table.has(DEPRESSION)
    grown = table.has(OBSTACLE) & ~table.has(BUILDING | HEXSIDE | BRIDGE)
    for hex in np.flatnonzero(hexes.sunken):
        left, right, top, bottom = _box(geometry.border, int(hex), data.size)
        box = data.terrain[left:right, top:bottom]
        own = box[geometry.hex_at[left:right, top:bottom] == hex]
        beside = np.bincount(own[~sunken[own]], minlength=len(inherent))
        most = int(beside.argmax())
        if 2 * beside[most] <= beside.sum():
            continue
        if inherent[most] and not inherent[hexes.terrain[hex]]:
            hexes.terrain[hex] = most
        if grown[most]:
            hexes.growth[hex] = most


def _within(border: Polygons, hex: int, xs: Pixels, ys: Pixels) -> Flags:
    """Which pixels the outline of a hex contains; neighbours may share some."""
    spans = border[hex, 1:].reshape(-1, 2)
    rows = ys - border[hex, 0]
    crossed = (rows >= 0) & (rows < len(spans))
    rows = np.where(crossed, rows, 0)
    return np.asarray(crossed & (spans[rows, 0] <= xs) & (xs < spans[rows, 1]), np.bool_)


def _box(border: Polygons, hex: int, size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, right = border[hex, 1::2], border[hex, 2::2]
    rows = np.flatnonzero(right > left)
    top = int(border[hex, 0])
    return (
        max(int(left[rows].min()), 0),
        min(int(right[rows].max()), size[0]),
        max(top + int(rows[0]), 0),
        min(top + int(rows[-1]) + 1, size[1]),
    )


def _bridged(
    data: LosData, table: TerrainTable, geometry: Geometry, *, even: bool
) -> dict[int, int | None]:
    """The hexes with a bridge, and the first Depression terrain in each."""
    is_bridge, is_sunken, is_water = table.has(BRIDGE), table.has(DEPRESSION), table.has(WATER)
    if not np.isin(np.flatnonzero(is_bridge), data.terrain).any():
        return {}
    found: dict[int, int | None] = {}
    xs, ys = np.nonzero(is_bridge[data.terrain])
    under = geometry.hex_at[xs, ys]
    at = np.unique(under[under != NO_HEX])
    for hex in at if even else np.union1d(at, geometry.adjacent[at]):
        here = under == hex if even else _within(geometry.border, hex, xs, ys)
        if hex == NO_HEX or not here.any():
            continue
        if even and not _near_centre(geometry, int(hex), xs[here], ys[here]).any():
            continue
        codes = list(_codes_in(data, geometry.border, int(hex)))
        sunken = [code for code in codes if is_sunken[code]]
        wet = even and sum(is_water[code] for code in codes) > len(sunken)
        found[int(hex)] = sunken[0] if sunken and not wet else None
    return found


def _codes_in(data: LosData, border: Polygons, hex: int) -> Iterator[int]:
    left, right, top, bottom = _box(border, hex, data.size)
    for x in range(left, right):
        for y in range(top, bottom):
            if contains(border, hex, x, y):
                yield int(data.terrain[x, y])


def _central(hex: int, base: int, own: TerrainType, *, sunken: bool) -> Spot:
    kind = Kind.GROUND
    if sunken:
        kind = Kind.DEPRESSION
    elif own.category is Category.BRIDGE:
        kind = Kind.BRIDGE
    return Spot(hex, 0, kind, base, own.code, central=True)


def _upper(
    hex: int, base: int, built: TerrainType, *, stairway: bool, joined: bool
) -> Iterator[Spot]:
    """The levels of a building (B23.2); cellar and rooftop if it goes on across a hexside."""
    if built.is_plain_building or (built.category is Category.FACTORY and not stairway):
        top = 0
    else:
        top = built.height
    for level in range(1, top + 1):
        yield Spot(hex, level, Kind.LEVEL, base + level, built.code, central=False)
    if not joined or built.is_plain_building:
        return
    if built.category is not Category.FACTORY:
        yield Spot(hex, -1, Kind.CELLAR, base - 1, NOTHING, central=False)
    if not built.is_roofless:
        yield Spot(hex, top + 1, Kind.ROOFTOP, base + top + 1, NOTHING, central=False)


def _by_bridge(
    hex: int,
    base: int,
    own: TerrainType,
    below: int | None,
    kind: Kind,
    drop: int,
    *,
    sunken: bool,
) -> Iterator[Spot]:
    """The bridge over a Depression, or the Depression under a bridge."""
    if sunken:
        yield Spot(hex, 1, Kind.BRIDGE, base + 1, NOTHING, central=False)
    elif own.category is Category.BRIDGE:
        code = own.code if below is None else below
        yield Spot(hex, drop, kind, base + drop, code, central=False)

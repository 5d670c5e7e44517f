"""Small boards for tests, painted hex by hex into a grid."""

from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from rules.board.grid.engine import GridBoard
from rules.board.grid.geometry import Geometry, Names, Shape, geometry_of
from rules.board.grid.hexes import Codes, Flags
from rules.board.grid.losdata import LosData
from rules.board.grid.metadata import BoardMetadata, read_terrain_table
from rules.board.grid.options import Reading
from rules.board.grid.terrain import TerrainTable

ROWS = (
    # name, code, height, half, obstacle, inherent, split, lower obstacle, lower hindrance, category
    ("Open Ground", 0, 0, 0, 0, 0, 0, 0, 0, "OPEN"),
    ("Water", 8, 0, 0, 0, 0, 0, 0, 0, "WATER"),
    ("Grain", 24, 0, 1, 0, 0, 0, 0, 1, "OTHER"),
    ("Brush", 25, 0, 1, 0, 0, 0, 0, 1, "OTHER"),
    ("Crags", 26, 0, 1, 0, 1, 0, 0, 1, "OTHER"),
    ("Gully", 30, 0, 0, 0, 0, 0, 0, 0, "DEPRESSION"),
    ("Stone Building", 40, 1, 0, 1, 0, 0, 1, 0, "BUILDING"),
    ("Stone Building, 1 Level", 41, 1, 1, 1, 0, 0, 1, 0, "BUILDING"),
    ("Stone Building, 2 Level", 42, 2, 1, 1, 0, 0, 1, 0, "BUILDING"),
    ("Stone Factory, 1.5 Level", 47, 1, 1, 0, 0, 1, 0, 1, "FACTORY"),
    ("Woods", 60, 1, 0, 1, 0, 0, 1, 0, "WOODS"),
    ("Orchard", 63, 1, 0, 1, 1, 0.5, 0, 1, "OTHER"),
    ("Orchard, Out of Season", 64, 1, 0, 0, 1, 0.5, 0, 1, "OTHER"),
    ("Wall", 72, 0, 1, 1, 0, 0, 1, 0, "HEXSIDE"),
    ("Hedge", 73, 0, 1, 1, 0, 0, 1, 0, "HEXSIDE"),
    ("Bocage", 74, 1, 0, 1, 0, 0, 1, 0, "HEXSIDE"),
    ("Cliff", 75, 0, 0, 0, 0, 0, 0, 0, "HEXSIDE"),
    ("Rowhouse Wall, 1 Level", 77, 1, 1, 1, 0, 0, 1, 0, "BUILDING"),
    ("Rowhouse Wall, 4 Level", 80, 3, 1, 1, 0, 0, 1, 0, "BUILDING"),
    ("Single Hex Stone Bridge", 82, 0, 1, 0, 0, 1, 0, 1, "BRIDGE"),
    ("Stone Rubble", 90, 0, 1, 1, 1, 0, 1, 0, "OTHER"),
    ("Huts", 130, 1, 0, 0, 0, 0, 0, 1, "BUILDING"),
    ("Light Woods", 175, 1, 0, 1, 0, 0.5, 0, 1, "OTHER"),
)
_NAMES = [
    *("name", "typeCode", "height", "isHalfLevelHeight", "isLOSObstacle", "isInherentTerrain"),
    *("split", "isLowerLOSObstacle", "isLowerLOSHindrance", "LOSCategory"),
]
_TRUTH = {name for name in _NAMES if name.startswith("is")}
HEX_WIDTH, HEX_HEIGHT = 56.25, 64.5
CODES = {row[0]: row[1] for row in ROWS}


def terrain_xml(rows: Iterable[tuple[object, ...]] = ROWS) -> bytes:
    """Shared metadata with these terrain types."""
    types = []
    for row in rows:
        given = dict(zip(_NAMES, row, strict=True))
        texts = {n: ("TRUE" if v else "FALSE") if n in _TRUTH else v for n, v in given.items()}
        types.append("<terrainType " + " ".join(f'{n}="{v}"' for n, v in texts.items()) + "/>")
    inside = "".join(types)
    return (
        f"<sharedBoardMetadata><terrainTypes>{inside}</terrainTypes></sharedBoardMetadata>".encode()
    )


@cache
def terrain_table() -> TerrainTable:
    """The terrain types of the tests."""
    return read_terrain_table(terrain_xml())


def shape(columns: int = 9, rows: int = 6) -> Shape:
    """A board of standard hexes; an odd number of columns, so that half hexes end it."""
    return Shape(columns, rows, round(HEX_WIDTH * (columns - 1)), round(HEX_HEIGHT * rows))


def paint(
    terrain: Mapping[str, str],
    *,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[tuple[str, int], str] | None = None,
    inset: float = 0.0,
    board: Shape | None = None,
) -> LosData:
    """A grid in which each hex named is filled with its terrain, a board of Open Ground else.

    `sides` are hexsides with terrain along them. `inset` keeps terrain that many pixels away from
    the hexsides of its hex.
    """
    board = board or shape()
    geometry, names = geometry_of(board), Names(board)
    cells = np.zeros((board.width, board.height), np.uint8)
    elevation = np.zeros((board.width, board.height), np.int8)
    for name, level in (levels or {}).items():
        elevation[geometry.hex_at == names.index(name)] = level
    for name, kind in terrain.items():
        hex = names.index(name)
        inside = (geometry.hex_at == hex) & _inset(geometry, hex, cells.shape, inset)
        cells[inside] = CODES[kind]
    for (name, side), kind in (sides or {}).items():
        _along(cells, board, names.index(name), side, CODES[kind])
    hexes = len(names.all)
    return LosData(board.columns, board.rows, elevation, cells, np.zeros(hexes, np.bool_))


def grid(data: LosData, reading: Reading = Reading.RULEBOOK) -> GridBoard:
    """The board of a painted grid."""
    return GridBoard(data, BoardMetadata(data.columns, data.rows), terrain_table(), reading)


def rotated(data: LosData) -> LosData:
    """The grid turned by half a turn."""
    return LosData(
        data.columns,
        data.rows,
        np.ascontiguousarray(data.elevation[::-1, ::-1]),
        np.ascontiguousarray(data.terrain[::-1, ::-1]),
        data.stairways[::-1].copy(),
    )


def _inset(geometry: Geometry, hex: int, size: tuple[int, ...], inset: float) -> Flags:
    x, y = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5, indexing="ij")
    cx, cy = geometry.column[hex] * HEX_WIDTH, _centre_y(geometry, hex)
    reach = HEX_HEIGHT / 2 - inset
    apart = [
        abs((x - cx) * np.cos(angle) + (y - cy) * np.sin(angle))
        for angle in np.radians((90.0, 30.0, 150.0))
    ]
    return np.asarray(np.maximum.reduce(apart) <= reach)


def _centre_y(geometry: Geometry, hex: int) -> float:
    return float(HEX_HEIGHT * (geometry.row[hex] + (0.5 if geometry.column[hex] % 2 == 0 else 0)))


def _along(cells: Codes, board: Shape, hex: int, side: int, code: int) -> None:
    geometry = geometry_of(board)
    cx, cy = geometry.column[hex] * HEX_WIDTH, _centre_y(geometry, hex)
    s = 2 * HEX_WIDTH / 3
    h = HEX_HEIGHT / 2
    corners = ((-s / 2, -h), (s / 2, -h), (s, 0), (s / 2, h), (-s / 2, h), (-s, 0))
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
    for t in np.linspace(0, 1, 80):
        x, y = cx + ax + t * (bx - ax), cy + ay + t * (by - ay)
        left, top = max(int(x) - 2, 0), max(int(y) - 2, 0)
        cells[left : int(x) + 3, top : int(y) + 3] = code

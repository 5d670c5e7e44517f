"""Grid boards made of layouts, and what of them is kept on disk so that it is made only once.

What is kept are the cells, in a file named after all they follow from: the layout, the season, the
code that builds and the libraries it builds with. A file that cannot be read, or is not what it
should be, is made anew; a folder that cannot be written is done without.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import numpy as np
import shapely

from rules.board.features import Features
from rules.board.geometry import COLUMN_WIDTH, HEX_HEIGHT
from rules.board.grid.engine import GridBoard
from rules.board.grid.errors import GridError
from rules.board.grid.keeping import kept_below
from rules.board.grid.losdata import LosData, read_losdata, write_losdata
from rules.board.grid.metadata import BoardMetadata
from rules.board.grid.options import Reading
from rules.board.grid.standard import STANDARD, area_name
from rules.board.layout import Layout
from rules.board.terrain import Terrain
from rules.mapmaking.builder.build import build
from rules.mapmaking.builder.raster import cells_of

_RULES: Final = Path(__file__).parent.parent.parent
_FOR_ALL_TO_READ: Final = 0o644
_BUILT_BY: Final = (
    "board/*.py",
    "board/grid/losdata.py",
    "board/grid/standard.py",
    "mapmaking/*.py",
    "mapmaking/builder/*.py",
)


def built_grid(layout: Layout, month: int) -> GridBoard:
    """The grid board of a layout in a month 1-12, read by the rulebook, made from nothing."""
    return grid_of(losdata_of(layout, build(layout), month))


def cached_grid(layout: Layout, month: int, folder: Path | None = None) -> GridBoard:
    """The same, its cells kept as `cached_cells` keeps them."""
    return grid_of(cached_cells(layout, month, folder))


def cached_cells(layout: Layout, month: int, folder: Path | None = None) -> LosData:
    """The cells of a layout, kept in a folder, or where compiled functions are kept."""
    path = _path(layout, month, folder)
    data = _kept(path, layout)
    if data is None:
        data = losdata_of(layout, build(layout), month)
        _keep(path, data)
    return data


def keep_all_seasons(layout: Layout, folder: Path | None = None) -> None:
    """Make what `cached_cells` would have to make, whatever the month."""
    months = {_path(layout, month, folder): month for month in range(1, 13)}
    missing = {path: month for path, month in months.items() if _kept(path, layout) is None}
    if missing:
        features = build(layout)
        for path, month in missing.items():
            _keep(path, losdata_of(layout, features, month))


def losdata_of(layout: Layout, features: Features, month: int) -> LosData:
    """The cells of a layout's features, and the stairwells its source names."""
    cells = cells_of(features, month)
    stairwells = {cell for building in layout.buildings for cell in building.stairwells}
    return LosData(
        columns=layout.grid.columns,
        rows=layout.grid.rows,
        elevation=cells.elevation,
        terrain=cells.terrain,
        stairways=np.array([cell in stairwells for cell in layout.grid.cells()], np.bool_),
    )


def grid_of(data: LosData) -> GridBoard:
    """The grid board of cells made by `cells_of`."""
    metadata = BoardMetadata(
        columns=data.columns,
        rows=data.rows,
        hex_width=COLUMN_WIDTH,
        hex_height=HEX_HEIGHT,
        a1_x=0.0,
        a1_y=HEX_HEIGHT / 2,
    )
    return GridBoard(data, metadata, STANDARD, Reading.RULEBOOK)


def _path(layout: Layout, month: int, folder: Path | None) -> Path:
    digest = hashlib.sha256(_code())
    season = [area_name(terrain, month) for terrain in (Terrain.GRAIN, Terrain.ORCHARD)]
    digest.update(f"{season} {said(layout)}".encode())
    return (folder or kept_below()) / f"board-{digest.hexdigest()[:32]}"


@cache
def _code() -> bytes:
    """The code and the libraries that decide what is built."""
    digest = hashlib.sha256(f"{shapely.__version__} {shapely.geos_version_string}".encode())
    for pattern in _BUILT_BY:
        for source in sorted(_RULES.glob(pattern)):
            digest.update(source.read_bytes())
    return digest.digest()


def said(value: object) -> str:
    """A layout in words that are the same whenever it is; no order but that of tuples counts."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{said(k)}: {said(v)}' for k, v in value.items()))}}}"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(said, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(said, value))})"
    if is_dataclass(value):
        return said(tuple(getattr(value, field.name) for field in fields(value)))
    return repr(value)


def _kept(path: Path, layout: Layout) -> LosData | None:
    try:
        data = read_losdata(path.read_bytes(), str(path))
    except (OSError, GridError):
        return None
    width, height = layout.grid.size()
    whole = data.size == (width + 1, height + 1)
    named = (data.columns, data.rows) == (layout.grid.columns, layout.grid.rows)
    return data if whole and named else None


def _keep(path: Path, data: LosData) -> None:
    """Written beside its place and moved there whole, so that nobody reads half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}-", delete=False) as file:
            file.write(write_losdata(data))
    except OSError:
        return
    made = Path(file.name)
    try:
        made.chmod(_FOR_ALL_TO_READ)
        made.replace(path)
    except OSError:
        made.unlink(missing_ok=True)

"""Imported boards, made from the files of the library: the same `Board` as ours."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

from rules.board.board import Board
from rules.board.features import Features
from rules.board.geometry import Cell, Grid
from rules.board.grid.engine import BOARD_METADATA, LOSDATA, SHARED_METADATA, GridBoard
from rules.board.grid.errors import GridError
from rules.board.grid.geometry import STANDARD_HEIGHT, STANDARD_WIDTH
from rules.board.grid.losdata import LosData, read_board_losdata
from rules.board.grid.metadata import BoardMetadata, read_board_metadata, read_terrain_table
from rules.board.grid.options import Reading
from rules.board.grid.standard import area_name
from rules.board.grid.terrain import TerrainTable
from rules.board.ground import GridGround, Ground
from rules.board.layout import BoardError, Layout
from rules.board.mesh import Mesh
from rules.board.prints import Print
from rules.board.rubble import Heap, in_rubble
from rules.board.terrain import Terrain
from rules.mapmaking.builder.build import build
from rules.mapmaking.changes.tidy import tidy
from rules.mapmaking.drawing.plan import Season
from rules.mapmaking.imported.agreement import changed_cells, difference
from rules.mapmaking.imported.archive import Archive
from rules.mapmaking.imported.images import Image, read_image
from rules.mapmaking.imported.layout import Read, read_grid
from rules.mapmaking.imported.library import Card, shelved
from rules.mapmaking.imported.overlay import overlay
from rules.mapmaking.imported.recoding import recoded

MOST_COLUMNS: Final = 78
MOST_ROWS: Final = 98
LEVELS: Final = range(-9, 20)

_IN_SEASON: Final = 7
_NEAR: Final = 0.01
_STRETCH: Final = 0.02
"""How much the shape of a picture may differ from that of its board."""


@dataclass(frozen=True, slots=True)
class Source:
    """A board as its files say, checked: what LOS is judged by, and what its hexes are."""

    data: LosData
    metadata: BoardMetadata
    table: TerrainTable
    mesh: Mesh
    read: Read


class ImportedGround(GridGround):
    """The ground of an imported board in a month 1-12: its own grid, and its own picture if it has
    one. Otherwise it is drawn as ours are, from what its hexes are."""

    def __init__(
        self,
        source: Source,
        reading: Reading,
        month: int,
        picture: tuple[bytes, str] | None,
        changed: frozenset[Cell] = frozenset(),
    ) -> None:
        """`changed` are the hexes that are not as the picture has them."""
        super().__init__(source.read.layout)
        self.mesh = source.mesh
        self.table = source.table
        self.reading = reading
        self.printed = picture is not None
        self.sloped = bool(source.metadata.slopes)
        self._source = source
        self._month = month
        self._picture = picture
        self._changed = changed

    @cached_property
    def features(self) -> Features:
        """The shapes the builder makes of what the hexes are."""
        layout = tidy(self.layout)
        courses = tuple(one for one in layout.depressions if len(one.cells) > 1)
        return build(replace(layout, depressions=courses))

    @cached_property
    def prints(self) -> tuple[Print, ...]:
        """The picture that came with the board, and over it what is not so any more."""
        if self._picture is None:
            return ()
        box = (0.0, 0.0, *self.layout.grid.size())
        picture = Print(*self._picture, box=box, shown=box)
        if not self._changed:
            return (picture,)
        season = Season(
            grain=area_name(Terrain.GRAIN, self._month) == area_name(Terrain.GRAIN, _IN_SEASON),
            orchards=area_name(Terrain.ORCHARD, self._month)
            == area_name(Terrain.ORCHARD, _IN_SEASON),
        )
        return picture, overlay(self.layout, self.features, self._changed, season)

    @cached_property
    def cells(self) -> LosData:
        """The grid, with grain and orchards as they are in the month (B14.2, B15.6)."""
        data = self._source.data
        terrain = data.terrain.copy()
        for kind in (Terrain.GRAIN, Terrain.ORCHARD):
            summer, now = (self._code(area_name(kind, m)) for m in (_IN_SEASON, self._month))
            if summer is not None and now is not None:
                terrain[data.terrain == summer] = now
        return replace(data, terrain=terrain)

    @cached_property
    def grid(self) -> GridBoard:
        """What answers for LOS."""
        return GridBoard(self.cells, self._source.metadata, self.table, self.reading)

    def changed(self, layout: Layout) -> "ImportedGround":
        """The ground of the board as an SSR changes it: its cells get other codes where a hex is
        something else now, and its picture is drawn over there.

        ValueError for what cannot be had so.
        """
        source = self._source
        before = tidy(source.read.layout)
        if layout.flooded is not before.flooded:
            raise ValueError(f"{layout.id} is imported: its water cannot be flooded")
        if difference(layout, before) is None:
            return self
        try:
            data = recoded(source.data, source.table, source.mesh, before, layout)
        except ValueError as error:
            raise ValueError(f"{layout.id} is imported: {error}") from None
        board = GridBoard(data, source.metadata, source.table, Reading.VASL)
        found = tidy(read_grid(board, layout.id, layout.title, layout.grid).layout)
        differs = difference(layout, found)
        if differs is not None:
            raise ValueError(f"{layout.id} is imported: {differs} cannot be changed so")
        read = replace(source.read, layout=layout)
        changed = replace(source, data=data, read=read)
        where = changed_cells(before, layout)
        return ImportedGround(changed, self.reading, self._month, self._picture, where)

    def rubbled(self, lies: Mapping[Cell, Heap]) -> Ground:
        """B24.1: the board with rubble in these hexes. Where its cells cannot be had so, LOS meets
        what stood there still (docs/rulings.md).
        """
        if not lies:
            return self
        layout = in_rubble(self.layout, lies)
        try:
            return self.changed(layout)
        except ValueError:
            source = replace(self._source, read=replace(self._source.read, layout=layout))
            return ImportedGround(source, self.reading, self._month, self._picture)

    def _code(self, name: str) -> int | None:
        return next((kind.code for kind in self.table if kind.name == name), None)


def imported_board(id: str, month: int) -> Board:
    """A board of the library in a month 1-12. KeyError if there is none, BoardError for one whose
    files are damaged."""
    try:
        return _board(shelved(id).folder, month)
    except GridError as error:
        raise BoardError(error.file, 1, error.place, error.message) from error


@cache
def _board(folder: Path, month: int) -> Board:
    found = shelved(folder.name)
    source = _source(folder)
    card, picture = found.card, None
    if card.picture:
        picture = found.content(card.picture), card.format
    ground = ImportedGround(source, card.reading, month, picture)
    return Board(source.read.layout, month, ground=ground)


@cache
def _source(folder: Path) -> Source:
    found = shelved(folder.name)
    return read_source(
        found.content(LOSDATA),
        found.content(BOARD_METADATA),
        found.content(SHARED_METADATA),
        id=found.id,
        title=found.card.title,
        where=str(folder),
    )


def read_source(
    losdata: bytes, metadata: bytes, shared: bytes, *, id: str, title: str, where: str
) -> Source:
    """What the files of a board say. Raises GridError for what is wrong or not supported."""
    own = read_board_metadata(metadata, f"{where}/{BOARD_METADATA}")
    table = _table(shared, f"{where}/{SHARED_METADATA}")
    data = read_board_losdata(losdata, table, f"{where}/{LOSDATA}")
    mesh = _mesh(data, own, f"{where}/{LOSDATA}")
    low, high = int(data.elevation.min()), int(data.elevation.max())
    if low not in LEVELS or high not in LEVELS:
        raise GridError(f"{where}/{LOSDATA}", "cells", f"levels {low} to {high} are no board")
    grid = Grid(columns=data.columns, rows=data.rows)
    board = GridBoard(data, own, table, Reading.VASL, file=f"{where}/{LOSDATA}")
    return Source(data, own, table, mesh, read_grid(board, id, title, grid))


def checked(
    archive: Archive, id: str, reading: Reading, title: str = ""
) -> tuple[Source, Card, dict[str, bytes]]:
    """What an archive has, ready for the library: the board, its card and files.

    Without a title it goes by the name in its metadata. Raises GridError.
    """
    files = {
        LOSDATA: archive.losdata,
        BOARD_METADATA: archive.metadata,
        SHARED_METADATA: archive.shared,
    }
    own = read_board_metadata(archive.metadata, f"{archive.name}/{BOARD_METADATA}")
    shown = "".join(sign for sign in own.name if sign.isprintable())[:40]
    title = title or (f"Board {shown}" if shown else f"Board {id}")
    source = read_source(
        archive.losdata,
        archive.metadata,
        archive.shared,
        id=id,
        title=title,
        where=archive.name,
    )
    if archive.picture is None:
        return source, Card(title=title, reading=reading), files
    image = read_image(archive.picture, f"{archive.name}/{archive.picture_name}")
    _fits(image, source.data, f"{archive.name}/{archive.picture_name}")
    name = f"picture.{image.format}"
    card = Card(title=title, reading=reading, picture=name, format=image.format)
    return source, card, {**files, name: archive.picture}


def _table(xml: bytes, file: str) -> TerrainTable:
    """One table for all boards with the same metadata, so that they can lie on a map together."""
    try:
        return _shared_table(xml)
    except GridError as error:
        raise GridError(file, error.place, error.message) from None


@lru_cache(maxsize=4)
def _shared_table(xml: bytes) -> TerrainTable:
    return read_terrain_table(xml)


def _mesh(data: LosData, metadata: BoardMetadata, file: str) -> Mesh:
    """How hexes lie on the cells. GridError for a board whose hexes begin or end elsewhere than at
    its corners, or that has more than can be named."""
    if data.columns > MOST_COLUMNS or data.rows > MOST_ROWS or min(data.columns, data.rows) < 2:  # noqa: PLR2004
        raise GridError(file, "head", f"{data.columns} x {data.rows} hexes are not supported")
    width = STANDARD_WIDTH if metadata.hex_width is None else metadata.hex_width
    height = STANDARD_HEIGHT if metadata.hex_height is None else metadata.hex_height
    off = abs(metadata.a1_x or 0.0), abs((metadata.a1_y or height / 2) - height / 2)
    if max(off) > _NEAR:
        raise GridError(file, "head", "A1 does not lie in the upper left corner: not supported")
    for edge in (0, 1):
        shape = Mesh(width, height, edge).shape(data.columns, data.rows)
        if (shape.width, shape.height) == data.size:
            return Mesh(width, height, edge)
    across, down = data.size
    raise GridError(file, "head", f"{across} x {down} pixels do not end with the last hexes")


def _fits(image: Image, data: LosData, file: str) -> None:
    """The picture has the shape of the board, whatever its size."""
    (width, height), drawn = data.size, image.width / image.height
    if abs(drawn * height / width - 1) > _STRETCH:
        message = f"{image.width} x {image.height} pixels do not fit a board of {width} x {height}"
        raise GridError(file, "picture", message)

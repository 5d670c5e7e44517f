"""Reads the text of a board source. The format is described in `docs/boards.md`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.board.geometry import Cell, Grid, distance, step
from rules.board.layout import BoardError, Building, Hexside, Layout, Road, hexside
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain

MAX_COLUMNS, MAX_ROWS = 78, 99

_SIZE = re.compile(r"([0-9]{1,3}) *x *([0-9]{1,3})")
_ID = re.compile(r"[a-z][a-z0-9-]*")
_AREAS = {"woods": Terrain.WOODS, "brush": Terrain.BRUSH, "grain": Terrain.GRAIN}
_MATERIALS = {"wooden": Terrain.WOODEN_BUILDING, "stone": Terrain.STONE_BUILDING}
_HEXSIDES = {"wall": HexsideTerrain.WALL, "hedge": HexsideTerrain.HEDGE}
_ROADS = {"dirt": RoadKind.DIRT, "paved": RoadKind.PAVED}


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    line: int


@dataclass(slots=True)
class _Entry:
    """One statement of the source: the words before the colon and those after it."""

    line: int
    head: list[str]
    words: list[_Word]
    listed: bool


def read_layout(text: str, *, file: str, default_id: str | None = None) -> Layout:
    """The layout a source describes.

    `file` is named in errors. A source without a `board` line is refused unless there is a
    `default_id`. Raises BoardError.
    """
    return _Reader(file, default_id).read(text)


@dataclass(slots=True)
class _Reader:
    file: str
    id: str | None
    title: str | None = None
    grid: Grid = field(default_factory=Grid)
    line: int = 1
    terrain: dict[Cell, tuple[Terrain, int]] = field(default_factory=dict)
    hexsides: dict[Hexside, HexsideTerrain] = field(default_factory=dict)
    roads: list[Road] = field(default_factory=list)
    road_lines: list[tuple[Cell, int]] = field(default_factory=list)
    buildings: list[Building] = field(default_factory=list)

    def read(self, text: str) -> Layout:
        for entry in self._entries(text):
            self.line = entry.line
            self._statement(entry)
        self._check_roads()
        if self.id is None:
            raise self._error("board", "the source does not say which board it is")
        return Layout(
            id=self.id,
            title=self.title or self.id,
            grid=self.grid,
            terrain=MappingProxyType({cell: kind for cell, (kind, _) in self.terrain.items()}),
            hexsides=MappingProxyType(self.hexsides),
            roads=tuple(self.roads),
            buildings=tuple(self.buildings),
        )

    def _entries(self, text: str) -> Iterator[_Entry]:
        entry: _Entry | None = None
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.partition("#")[0].rstrip()
            if not line.strip():
                continue
            if line[0].isspace() and entry is not None:
                entry.words += [_Word(word, number) for word in line.split()]
                continue
            if entry is not None:
                yield entry
            head, colon, tail = line.partition(":")
            words = [_Word(word, number) for word in tail.split()]
            entry = _Entry(number, head.split(), words, listed=bool(colon))
        if entry is not None:
            yield entry

    def _statement(self, entry: _Entry) -> None:
        statements: dict[str, Callable[[_Entry], None]] = {
            "board": self._board,
            "title": self._title,
            "size": self._size,
            "road": self._road,
            "building": self._building,
            "church": self._building,
        }
        statements |= dict.fromkeys(_AREAS, self._area) | dict.fromkeys(_HEXSIDES, self._hexside)
        keyword = entry.head[0] if entry.head else ""
        statement = statements.get(keyword)
        if statement is None:
            raise self._error(keyword or ":", f"unknown; known are {', '.join(statements)}")
        if entry.listed and not entry.words:
            raise self._error(keyword, "lists nothing")
        statement(entry)

    def _board(self, entry: _Entry) -> None:
        name = " ".join(entry.head[1:])
        if entry.listed or not _ID.fullmatch(name):
            raise self._error("board", "needs one id of small letters, digits and hyphens")
        self.id = name

    def _title(self, entry: _Entry) -> None:
        if entry.listed or len(entry.head) == 1:
            raise self._error("title", "needs some words, and no colon")
        self.title = " ".join(entry.head[1:])

    def _size(self, entry: _Entry) -> None:
        match = _SIZE.fullmatch(" ".join(entry.head[1:]))
        if match is None or entry.listed:
            raise self._error("size", "is written as in: size 33 x 10")
        if self.terrain or self.hexsides or self.roads:
            raise self._error("size", "stands before the first hex")
        columns, rows = int(match[1]), int(match[2])
        if not (1 <= columns <= MAX_COLUMNS and 1 <= rows <= MAX_ROWS):
            raise self._error("size", f"is at most {MAX_COLUMNS} x {MAX_ROWS}")
        self.grid = Grid(columns, rows)

    def _area(self, entry: _Entry) -> None:
        self._alone(entry)
        for cell, line in self._cells(entry.words):
            self._set(cell, _AREAS[entry.head[0]], line)

    def _building(self, entry: _Entry) -> None:
        keyword, *arguments = entry.head
        match arguments:
            case [material, name] if material in _MATERIALS and _ID.fullmatch(name):
                pass
            case _:
                raise self._error(keyword, f"is written as in: {keyword} stone mill: K5 K6")
        if any(building.id == name for building in self.buildings):
            raise self._error(name, "there is another building of that name")
        cells: list[Cell] = []
        joints: list[tuple[Cell, Cell]] = []
        for cell, line in self._cells(entry.words):
            joined = [earlier for earlier in cells if distance(earlier, cell) == 1]
            if cells and not joined:
                raise self._error(self.grid.name(cell), "does not touch the rest of its building")
            joints += [(earlier, cell) for earlier in joined]
            self._set(cell, _MATERIALS[material], line)
            cells.append(cell)
        church = keyword == "church"
        self.buildings.append(
            Building(name, _MATERIALS[material], church, tuple(cells), tuple(joints))
        )

    def _road(self, entry: _Entry) -> None:
        kind = _ROADS.get(" ".join(entry.head[1:]))
        if kind is None:
            raise self._error("road", "is written as in: road dirt: A6 B5 C6")
        cells: list[Cell] = []
        for cell, line in self._cells(entry.words):
            self.line = line
            if cells and distance(cells[-1], cell) != 1:
                raise self._error(
                    self.grid.name(cell), f"is not next to {self.grid.name(cells[-1])}"
                )
            cells.append(cell)
            self.road_lines.append((cell, line))
        if len(cells) == 1:
            raise self._error("road", "needs two hexes or more")
        self.roads.append(Road(kind, tuple(cells)))

    def _check_roads(self) -> None:
        for cell, line in self.road_lines:
            self.line = line
            if cell in self.terrain and self.terrain[cell][0].is_building:
                raise self._error(self.grid.name(cell), "a road cannot run through a building")
            for key in self._road_hexsides(cell):
                if key in self.hexsides:
                    kind = self.hexsides[key].value
                    raise self._error(self.grid.name(cell), f"the road crosses a {kind}")

    def _road_hexsides(self, cell: Cell) -> Iterator[Hexside]:
        for road in self.roads:
            yield from (key for key in road.hexsides() if cell in {key[0], step(*key)})

    def _hexside(self, entry: _Entry) -> None:
        self._alone(entry)
        for word in entry.words:
            self.line = word.line
            name, _, sides = word.text.partition("/")
            cell = self._cell(name)
            if not sides or not set(sides) <= set("012345"):
                raise self._error(word.text, "needs hexsides 0-5, as in K5/015")
            for side in sides:
                self._set_hexside(cell, int(side), _HEXSIDES[entry.head[0]])

    def _set_hexside(self, cell: Cell, side: int, kind: HexsideTerrain) -> None:
        key = hexside(cell, side)
        place = f"{self.grid.name(cell)}/{side}"
        if not self.grid.has(step(cell, side)):
            raise self._error(place, "is the edge of the board")
        if key in self.hexsides:
            raise self._error(place, f"has a {self.hexsides[key].value} already")
        self.hexsides[key] = kind

    def _alone(self, entry: _Entry) -> None:
        if len(entry.head) != 1 or not entry.listed:
            raise self._error(entry.head[0], "is followed by a colon and a list")

    def _set(self, cell: Cell, kind: Terrain, line: int) -> None:
        if cell in self.terrain:
            before, where = self.terrain[cell]
            self.line = line
            raise self._error(self.grid.name(cell), f"is {before.value} already (line {where})")
        self.terrain[cell] = kind, line

    def _cells(self, words: list[_Word]) -> Iterator[tuple[Cell, int]]:
        """The hexes of a list; `C2-C5` are those of one column from C2 to C5."""
        for word in words:
            self.line = word.line
            first, dash, last = word.text.partition("-")
            start = self._cell(first)
            end = self._cell(last) if dash else start
            if end[0] != start[0] or end[1] < start[1]:
                raise self._error(word.text, "a range goes down one column, as in C2-C5")
            for r in range(start[1], end[1] + 1):
                yield (start[0], r), word.line

    def _cell(self, name: str) -> Cell:
        try:
            return self.grid.cell(name)
        except ValueError as error:
            raise self._error(name, str(error)) from None

    def _error(self, place: str, message: str) -> BoardError:
        return BoardError(self.file, self.line, place, message)

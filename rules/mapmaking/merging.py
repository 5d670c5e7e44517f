"""From the layouts of boards that lie on a map to one layout in the map's cells, for its facts.

Where boards join, half a hex of each makes one hex. It is named after the board that is placed
first. What it is, is taken from one of the halves, its *source*: from one with a Depression or
water, else from one that is not bare (Open Ground at level 0), else from the first. Roads,
Depressions and hexside terrain it has from both.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from rules.board.geometry import Cell, Grid, step
from rules.board.layout import Building, Depression, Hexside, Layout, Road, hexside, sunken_roads
from rules.board.locations import HexId, hex_id
from rules.board.lying import Lie
from rules.board.names import Names, Sheet
from rules.board.terrain import DepressionKind, HexsideTerrain, StreamDepth, Terrain
from rules.mapmaking.placing import MapError

_T = TypeVar("_T")

_NUMBER = re.compile(r".*?0*([0-9]+)")


@dataclass(frozen=True, slots=True)
class Merged:
    """One layout of several. `sources` are, by cell, the numbers of the boards that say what a hex
    is; `seams` the cells that several boards have half of.
    """

    layout: Layout
    names: Names
    sources: Mapping[Cell, int]
    seams: frozenset[Cell]


def merged(id: str, title: str, layouts: tuple[Layout, ...], lie: tuple[Lie, ...]) -> Merged:
    """The layouts of boards put together as they lie, in the order in which they are placed."""
    claims = _claims(lie)
    sources = {cell: _source(cell, of, layouts, lie) for cell, of in claims.items()}
    boards = tuple(_Board(n, layout, lie[n], sources) for n, layout in enumerate(layouts))
    hexsides: dict[Hexside, HexsideTerrain] = {}
    for board in boards:
        for key, kind in board.hexsides():
            hexsides.setdefault(key, kind)
    depressions = tuple(one for board in boards for one in board.depressions())
    layout = Layout(
        id=id,
        title=title,
        grid=_grid(lie),
        terrain=_by_cell(board.terrain() for board in boards),
        hexsides=MappingProxyType(hexsides),
        roads=(
            *(road for board in boards for road in board.roads()),
            *sunken_roads(depressions),
        ),
        buildings=tuple(building for board in boards for building in board.buildings()),
        levels=_by_cell(board.own(board.layout.levels) for board in boards),
        depressions=depressions,
        bridges=_by_cell(board.own(board.layout.bridges) for board in boards),
        fords=frozenset(cell for board in boards for cell in board.fords()),
        waterside=frozenset(cell for board in boards for cell in board.waterside()),
        streams=_streams(layouts),
        foot_bridges=frozenset(cell for board in boards for cell in board.foot_bridges()),
        flooded=_flooded(layouts),
    )
    return Merged(
        layout=layout,
        names=_names(claims, layouts, lie),
        sources=MappingProxyType(sources),
        seams=frozenset(cell for cell, of in claims.items() if len(of) > 1),
    )


def labels(ids: Iterable[str]) -> dict[str, str]:
    """What stands before the names of a board's hexes: "4" for so4, as in 4E5.

    A board whose id does not end in a number, or in another board's, has its id there: mill-E5.
    """
    found = {id: match[1] for id in ids if (match := _NUMBER.fullmatch(id))}
    often = Counter(found.values())
    return {id: found[id] if often[found.get(id, "")] == 1 else f"{id}-" for id in ids}


def _claims(lie: tuple[Lie, ...]) -> dict[Cell, list[int]]:
    """The boards that have a part of each hex in play, in the order of the map's hexes."""
    claims: dict[Cell, list[int]] = {}
    for number, one in enumerate(lie):
        for _, cell in one.cells():
            claims.setdefault(cell, []).append(number)
    return dict(sorted(claims.items()))


def _streams(layouts: tuple[Layout, ...]) -> StreamDepth:
    """The depth of all streams of the map. MapError if the boards do not agree."""
    first: Layout | None = None
    for number, layout in enumerate(layouts):
        if not any(one.kind is DepressionKind.STREAM for one in layout.depressions):
            continue
        first = first or layout
        if layout.streams is not first.streams:
            raise MapError(
                number,
                f"the streams of {first.id} are {first.streams.value}, those of {layout.id}"
                f" {layout.streams.value}",
            )
    return StreamDepth.SHALLOW if first is None else first.streams


def _flooded(layouts: tuple[Layout, ...]) -> bool:
    """Whether the water of the map is flooded. MapError if boards that have any do not agree."""
    wet = [
        (number, layout)
        for number, layout in enumerate(layouts)
        if any(kind.is_river for kind in layout.terrain.values())
    ]
    for number, layout in wet:
        if layout.flooded is not wet[0][1].flooded:
            raise MapError(number, "water is flooded on all boards of the map or on none")
    return bool(wet) and wet[0][1].flooded


def _source(cell: Cell, of: list[int], layouts: tuple[Layout, ...], lie: tuple[Lie, ...]) -> int:
    halves = [(number, lie[number].back(cell), layouts[number]) for number in of]
    for test in (_sunken, _not_bare):
        for number, own, layout in halves:
            if test(layout, own):
                return number
    return of[0]


def _sunken(layout: Layout, cell: Cell) -> bool:
    if layout.terrain_of(cell).is_river:
        return True
    return any(cell in depression.cells for depression in layout.depressions)


def _not_bare(layout: Layout, cell: Cell) -> bool:
    return layout.terrain_of(cell) is not Terrain.OPEN_GROUND or layout.level(cell) != 0


def _grid(lie: tuple[Lie, ...]) -> Grid:
    right, bottom = (max(one.reach()[axis] for one in lie) for axis in (2, 3))
    return Grid(columns=right + 1, rows=bottom)


def _names(
    claims: Mapping[Cell, list[int]], layouts: tuple[Layout, ...], lie: tuple[Lie, ...]
) -> Names:
    ids_ = [layout.id for layout in layouts]
    label = labels(ids_) if len(ids_) > 1 else dict.fromkeys(ids_, "")
    ids: dict[Cell, HexId] = {}
    cells: dict[str, Cell] = {}
    for cell, of in claims.items():
        for number in of:
            layout = layouts[number]
            name = f"{label[layout.id]}{layout.grid.name(lie[number].back(cell))}"
            ids.setdefault(cell, hex_id(layout.id, name))
            cells[name] = cell
    turned = frozenset(cell for cell, of in claims.items() if lie[of[0]].turned)
    sheets = tuple(Sheet(one.id, label[one.id], one.grid) for one in layouts)
    return Names(MappingProxyType(ids), MappingProxyType(cells), sheets, turned)


def _by_cell(parts: Iterable[Mapping[Cell, _T]]) -> Mapping[Cell, _T]:
    found: dict[Cell, _T] = {}
    for part in parts:
        found |= part
    return MappingProxyType(found)


@dataclass(frozen=True, slots=True)
class _Board:
    """One of the boards: what it says of the map's cells."""

    number: int
    layout: Layout
    lie: Lie
    sources: Mapping[Cell, int]

    def own(self, values: Mapping[Cell, _T]) -> dict[Cell, _T]:
        """Values of cells, of those hexes that are what this board says."""
        moved = {self.lie.cell(cell): value for cell, value in values.items()}
        return {cell: value for cell, value in moved.items() if self._is_source(cell)}

    def terrain(self) -> dict[Cell, Terrain]:
        return self.own(self.layout.terrain)

    def fords(self) -> Iterator[Cell]:
        yield from (c for c in map(self.lie.cell, self.layout.fords) if self._is_source(c))

    def waterside(self) -> Iterator[Cell]:
        yield from (c for c in map(self.lie.cell, self.layout.waterside) if self._is_source(c))

    def foot_bridges(self) -> Iterator[Cell]:
        yield from (c for c in map(self.lie.cell, self.layout.foot_bridges) if self._is_source(c))

    def hexsides(self) -> Iterator[tuple[Hexside, HexsideTerrain]]:
        for (cell, side), kind in self.layout.hexsides.items():
            key = hexside(self.lie.cell(cell), self.lie.side(side))
            if self.lie.has(key[0]) or self.lie.has(step(*key)):
                yield key, kind

    def roads(self) -> Iterator[Road]:
        for road in self.layout.roads_on_the_ground():
            yield from (replace(road, cells=run) for run in self._runs(road.cells))

    def depressions(self) -> Iterator[Depression]:
        for depression in self.layout.depressions:
            yield from (replace(depression, cells=run) for run in self._runs(depression.cells))

    def buildings(self) -> Iterator[Building]:
        for building in self.layout.buildings:
            cells = self._here(building.cells)
            if not cells:
                continue
            joints = (self._here(joint) for joint in building.joints)
            yield replace(
                building,
                id=f"{self.layout.id}:{building.id}",
                cells=cells,
                joints=tuple((joint[0], joint[1]) for joint in joints if len(joint) > 1),
                stairwells=frozenset(self._here(building.stairwells)),
                lowered=tuple(sorted(self.own(dict(building.lowered)).items())),
            )

    def _is_source(self, cell: Cell) -> bool:
        return self.sources.get(cell) == self.number

    def _here(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        return tuple(cell for cell in map(self.lie.cell, cells) if self._is_source(cell))

    def _runs(self, cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        """The parts of a line from hex to hex that are in play."""
        run: list[Cell] = []
        for cell in map(self.lie.cell, cells):
            if self.lie.has(cell):
                run.append(cell)
            elif run:
                yield tuple(run)
                run = []
        if run:
            yield tuple(run)

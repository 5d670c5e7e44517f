"""Writes a layout as source text: always the same text for the same layout."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rules.board.geometry import Cell, Grid
from rules.board.layout import Building, Layout
from rules.board.terrain import StreamDepth, Terrain
from rules.mapmaking.reading.lists import FOOT, MATERIALS
from rules.mapmaking.reading.statements import AREAS, DEPRESSIONS, HEXSIDES, ROADS, RUBBLE

_WIDTH = 100
_SHORTEST_RANGE = 3


def write_layout(layout: Layout) -> str:
    """The source of a layout that was read or changed: reading it gives an equal layout.

    Statements and hexes stand in a fixed order; roads, Depressions, buildings and their hexes in
    that of the layout, where it matters.
    """
    parts = (
        _header(layout),
        _levels(layout),
        _terrain(layout),
        _courses(layout),
        _roads(layout),
        _buildings(layout),
        _hexsides(layout),
    )
    return "\n".join("".join(f"{line}\n" for line in part) for part in map(list, parts) if part)


def _header(layout: Layout) -> Iterator[str]:
    yield f"board {layout.id}"
    if layout.title != layout.id:
        yield f"title {layout.title}"
    yield f"size {layout.grid.columns} x {layout.grid.rows}"
    if layout.streams is not StreamDepth.SHALLOW:
        yield f"streams {layout.streams.value}"
    if layout.flooded and layout.streams is not StreamDepth.FLOODED:
        yield "water flooded"


def _levels(layout: Layout) -> Iterator[str]:
    raised = {cell: layout.level(cell) - 1 for cell in layout.elevated}
    levels = {**layout.levels, **raised}
    for level in sorted(set(levels.values()) - {0}):
        own = [cell for cell, at in levels.items() if at == level]
        yield from _statement(f"level {level}", _hexes(layout.grid, own))


def _terrain(layout: Layout) -> Iterator[str]:
    rubble = ((f"rubble {material}", kind) for material, kind in RUBBLE.items())
    for head, kind in (*AREAS.items(), *rubble):
        own = [cell for cell, terrain in layout.terrain.items() if terrain is kind]
        yield from _statement(head, _hexes(layout.grid, own))
    yield from _statement("ford", _hexes(layout.grid, layout.fords))
    yield from _statement("waterside", _waterside(layout))
    for material, kind in MATERIALS.items():
        own = [cell for cell, terrain in layout.bridges.items() if terrain is kind]
        driven = [cell for cell in own if not layout.is_foot_bridge(cell)]
        yield from _statement(f"bridge {material}", _hexes(layout.grid, driven))
    foot = filter(layout.is_foot_bridge, layout.foot_bridges)
    yield from _statement(f"bridge {FOOT}", _hexes(layout.grid, foot))


def _waterside(layout: Layout) -> Iterator[str]:
    """What still is a building."""
    own = (cell for cell in layout.waterside if layout.terrain_of(cell).is_building)
    return _hexes(layout.grid, own)


def _courses(layout: Layout) -> Iterator[str]:
    heads = {kind: head for head, kind in DEPRESSIONS.items()}
    for course in layout.depressions:
        yield from _statement(heads[course.kind], _names(layout.grid, course.cells))


def _roads(layout: Layout) -> Iterator[str]:
    heads = {kind: head for head, kind in ROADS.items()}
    for road in layout.roads_on_the_ground():
        yield from _statement(heads[road.kind], _names(layout.grid, road.cells))


def _buildings(layout: Layout) -> Iterator[str]:
    for building in layout.buildings:
        yield from _statement(
            _building_head(layout.grid, building), _names(layout.grid, building.cells)
        )


def _building_head(grid: Grid, building: Building) -> str:
    keyword = "church" if building.church else "building"
    words = [keyword, _material(building.material), building.id]
    many_storeys = building.upper_levels > 1
    usual = 2 if many_storeys else int(len(building.cells) > 1)
    if building.upper_levels != usual:
        words += ["levels", str(building.upper_levels)]
    if many_storeys:
        words += ["stairwell", *_names(grid, sorted(building.stairwells))]
    return " ".join(words)


def _material(kind: Terrain) -> str:
    return next(material for material, own in MATERIALS.items() if own is kind)


def _hexsides(layout: Layout) -> Iterator[str]:
    for head, kind in HEXSIDES.items():
        sides: dict[Cell, list[int]] = {}
        for (cell, side), terrain in sorted(layout.hexsides.items(), key=lambda item: item[0]):
            if terrain is kind:
                sides.setdefault(cell, []).append(side)
        words = (
            f"{layout.grid.name(cell)}/{''.join(str(side) for side in own)}"
            for cell, own in sides.items()
        )
        yield from _statement(head, words)


def _names(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    return [grid.name(cell) for cell in cells]


def _hexes(grid: Grid, cells: Iterable[Cell]) -> Iterator[str]:
    """Names column by column from the top, three or more below each other as a range."""
    placed = enumerate(sorted(cells))
    for _, group in groupby(placed, key=lambda item: (item[1][0], item[1][1] - item[0])):
        run = [grid.name(cell) for _, cell in group]
        if len(run) >= _SHORTEST_RANGE:
            yield f"{run[0]}-{run[-1]}"
        else:
            yield from run


def _statement(head: str, words: Iterable[str]) -> Iterator[str]:
    """A statement and its list, wrapped; nothing for an empty list."""
    line, empty = f"{head}:", True
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = " "
        line, empty = f"{line} {word}", False
    if not empty:
        yield line

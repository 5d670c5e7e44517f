"""Roads, paths and Depressions, drawn from hex to hex."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from rules.board.geometry import SIDES, Cell, Grid, distance, lattice, step
from rules.board.layout import Depression, Hexside, Layout, Road, hexsides_along
from rules.board.terrain import DepressionKind, RoadKind, Terrain
from rules.mapmaking.changes.ways import with_courses
from rules.mapmaking.editing.ground import bridged, with_roads

_SHORTEST = 2

Course = TypeVar("Course", bound=Road | Depression)


def road_drawn(layout: Layout, kind: RoadKind, stops: Sequence[Cell]) -> Layout:
    """A road or path along the hexes between stops, in place of any that ran there.

    It goes on the road of its kind that ends where it begins or ends, and over rivers by bridges.
    ValueError if it would lead nowhere, or cannot cross a river, or if it is elevated a Depression.
    """
    run = hexes_along(layout.grid, stops)
    if kind is RoadKind.ELEVATED:
        _refuse_what_is_sunk(layout, run)
    _refuse_water(layout, kind, run)
    made = _drawn(layout.grid, layout.roads_on_the_ground(), Road(kind, run))
    return bridged(with_roads(layout, made), run)


def course_drawn(layout: Layout, kind: DepressionKind, stops: Sequence[Cell]) -> Layout:
    """A gully, stream or sunken road along the hexes between stops, in place of any Depression
    that ran there. ValueError if it would lead nowhere."""
    run = hexes_along(layout.grid, stops)
    made = _drawn(layout.grid, layout.depressions, Depression(kind, run))
    return with_courses(layout, made)


def hexes_along(grid: Grid, stops: Sequence[Cell]) -> tuple[Cell, ...]:
    """The hexes from stop to stop, each next to the one before; turning straight back takes back
    a hex. ValueError for fewer than two hexes."""
    run: list[Cell] = []
    for stop in stops:
        here = run[-1] if run else stop
        for cell in (*_between(grid, here, stop), stop):
            if run[-2:-1] == [cell]:
                run.pop()
            elif run[-1:] != [cell]:
                run.append(cell)
    if len(run) < _SHORTEST:
        raise ValueError("a line needs two hexes or more")
    return tuple(run)


def _between(grid: Grid, start: Cell, end: Cell) -> Iterable[Cell]:
    """The hexes between two, as near to the straight line as can be."""
    here = start
    while distance(here, end) > 1:
        nearer = [
            cell
            for cell in (step(here, side) for side in SIDES)
            if grid.has(cell) and distance(cell, end) < distance(here, end)
        ]
        here = min(nearer, key=lambda cell: (_off(start, end, cell), cell))
        yield here


def _off(start: Cell, end: Cell, cell: Cell) -> int:
    """How far a hex lies from the line between two others, in a measure of that line."""
    (x0, y0), (x1, y1), (x, y) = lattice(start), lattice(end), lattice(cell)
    return abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))


def _refuse_water(layout: Layout, kind: RoadKind, run: Sequence[Cell]) -> None:
    for index, cell in enumerate(run):
        crossable = cell in layout.fords or cell in layout.bridges
        if layout.terrain_of(cell) is not Terrain.WATER or crossable:
            continue
        name = layout.grid.name(cell)
        if kind is RoadKind.PATH:
            raise ValueError(f"{name}: a path cannot cross the river without a ford")
        if index in {0, len(run) - 1} and not _on_edge(layout.grid, cell):
            raise ValueError(f"{name}: a road cannot end in the river")


def _refuse_what_is_sunk(layout: Layout, run: Iterable[Cell]) -> None:
    """B5: an embankment leads over no water and no Depression."""
    sunk = {cell for course in layout.depressions for cell in course.cells}
    for cell in run:
        if cell in sunk or layout.terrain_of(cell).is_river:
            name = layout.grid.name(cell)
            raise ValueError(f"{name}: an elevated road crosses neither a Depression nor a river")


def _drawn(grid: Grid, others: Iterable[Course], new: Course) -> list[Course]:
    """The courses with a new one, joined to those of its kind that end at its ends."""
    before = list(others)
    own = set(hexsides_along(new.cells))
    kept: list[Course] = [part for one in before for part in _without(one, own)]
    ends = {end for one in before for end in (one.cells[0], one.cells[-1]) if _on_edge(grid, end)}
    place = next((index for index, one in enumerate(kept) if _joined(one, new, ends)), len(kept))
    run = new
    for one in [*kept[place:], *kept[:place]]:
        longer = _joined(one, run, ends) if run is new else _joined(run, one, ends)
        if longer:
            kept.remove(one)
            run = longer
    return [*kept[:place], run, *kept[place:]]


def _without(course: Course, gone: set[Hexside]) -> Iterable[Course]:
    """What is left of a course without some of the hexsides that it crosses."""
    piece = [course.cells[0]]
    for cell, key in zip(course.cells[1:], hexsides_along(course.cells), strict=True):
        if key not in gone:
            piece.append(cell)
            continue
        if len(piece) >= _SHORTEST:
            yield replace(course, cells=tuple(piece))
        piece = [cell]
    if len(piece) >= _SHORTEST:
        yield replace(course, cells=tuple(piece))


def _joined(course: Course, other: Course, ends: set[Cell]) -> Course | None:
    """Two courses of one kind as one, in the direction of the first, where an end of each is the
    same hex; none where one of them has run on over the edge of the board or it would turn
    straight back."""
    if course.kind is not other.kind:
        return None
    own = course.cells
    for more in (other.cells, other.cells[::-1]):
        for first, second in ((own, more), (more, own)):
            meet = first[-1] == second[0] and first[-1] not in ends
            if meet and first[-2] != second[1]:
                return replace(course, cells=(*first, *second[1:]))
    return None


def _on_edge(grid: Grid, cell: Cell) -> bool:
    return any(not grid.has(step(cell, side)) for side in SIDES)

"""LOS on level ground: what lies on the line between two centre dots (A6, B9.2).

Obstacles are woods (the whole hex), buildings (their footprints) and, half a level high, walls and
hedges. Brush and grain in season hinder. `docs/boards.md` says how the doubtful lines are judged.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rules.board.geometry import (
    FINE,
    Cell,
    Point,
    distance,
    fine,
    lattice,
    lattice_corner,
    opposite,
    step,
)
from rules.board.layout import hexside
from rules.board.locations import HexId, hex_name
from rules.board.terrain import Terrain
from rules.board.trace import Passage, Run, Touch, Trace, clip, trace

if TYPE_CHECKING:
    from rules.board.board import Board

BLOCKING_HINDRANCE = 6

_OBSTACLE_RULE = {
    Terrain.WOODS: "B13.2",
    Terrain.WOODEN_BUILDING: "B23.2",
    Terrain.STONE_BUILDING: "B23.2",
}
_HINDRANCE_RULE = {Terrain.BRUSH: "B12.2", Terrain.GRAIN: "B15.2"}


@dataclass(frozen=True, slots=True)
class LosHindrance:
    """One hex that hinders a LOS: its terrain, the DRM it adds, and the rule."""

    hex: HexId
    terrain: str
    value: int
    rule: str


@dataclass(frozen=True, slots=True)
class Los:
    """What a LOS meets from source to target.

    A blocked LOS says in which hex (`at`), by what terrain (`by`) and by which rule; of several
    obstacles it names the one nearest to the source. `hindrances` are empty for a LOS blocked by
    an obstacle. `range` is in hexes. `crossed` are the hexsides of the target hex that the line
    crosses or touches as it enters: two if it enters through a vertex, along a hexspine. `rise` is
    how many levels the target is above the source, `place` where the LOS is blocked, in picture
    units.
    """

    blocked: bool
    at: HexId | None
    by: str | None
    rule: str | None
    hindrances: tuple[LosHindrance, ...]
    range: int
    crossed: tuple[int, ...]
    rise: int = 0
    place: tuple[float, float] | None = None

    @property
    def hindrance(self) -> int:
        """The sum of the Hindrance DRM."""
        return sum(hindrance.value for hindrance in self.hindrances)

    def explain(self) -> str:
        """The answer in words, with the rules it follows from."""
        if self.blocked:
            at = "" if self.at is None else f" in {hex_name(self.at)}"
            return f"Blocked{at}: {self.by} ({self.rule})."
        each = ", ".join(
            f"{one.terrain} in {hex_name(one.hex)} +{one.value} ({one.rule})"
            for one in self.hindrances
        )
        return f"Clear, Hindrance +{self.hindrance}: {each}." if each else "Clear."


class _Block(NamedTuple):
    position: Fraction
    cell: Cell
    by: str
    rule: str


def los_between(board: "Board", source: Cell, target: Cell) -> Los:
    """The LOS between the centre dots of two cells of a board, both at ground level."""
    hexes = distance(source, target)
    if source == target:
        return Los(False, None, None, None, (), 0, ())
    line = _Line(board, source, target)
    crossed = line.trace.entered
    block = min(line.blocks(), default=None)
    if block is not None:
        at, place = board.hex_at(block.cell), line.place(block.position)
        return Los(True, at, block.by, block.rule, (), hexes, crossed, place=place)
    hindering = line.hindrances()
    hindrances = tuple(line.hindrance(cell) for cell in hindering)
    if len(hindering) >= BLOCKING_HINDRANCE:
        at = board.hex_at(hindering[BLOCKING_HINDRANCE - 1])
        return Los(True, at, "hindrances", "B.10", hindrances, hexes, crossed)
    return Los(False, None, None, None, hindrances, hexes, crossed)


class _Line:
    """One line on one board; its trace is moved to where the source lies."""

    def __init__(self, board: "Board", source: Cell, target: Cell) -> None:
        self.board = board
        self.source = source
        self.target = target
        self.trace: Trace = trace(target[0] - source[0], target[1] - source[1])
        start, end = fine(lattice(source)), fine(lattice(target))
        self.start = start
        self.direction = end[0] - start[0], end[1] - start[1]

    def blocks(self) -> Iterator[_Block]:
        """Every obstacle on the line."""
        for passage in self._between():
            yield from self._blocks_in(passage)
        for run in self.trace.runs:
            yield from self._blocks_along(run)
        yield from self._blocks_at_hexsides()

    def hindrances(self) -> list[Cell]:
        """B.10: the hexes that hinder, in order from the source, one for each range.

        Where counting by range from one end gives more than from the other, the lower count holds
        for both: LOS is reciprocal (A6.5).
        """
        cells = [self._cell(passage.cell) for passage in self._between() if self._hinders(passage)]
        cells += [cell for run in self.trace.runs if (cell := self._hindered_along(run))]
        first, last = sorted((self.source, self.target))
        counts = (_one_per_range(cells, first), _one_per_range(cells, last))
        fewest = min(counts, key=len)
        return sorted(fewest, key=lambda cell: (distance(self.source, cell), cell))

    def hindrance(self, cell: Cell) -> LosHindrance:
        """How a hex on the line hinders."""
        terrain = self.board.terrain_at(cell)
        return LosHindrance(self.board.hex_at(cell), terrain.value, 1, _HINDRANCE_RULE[terrain])

    def place(self, position: Fraction) -> tuple[float, float]:
        """Where a position along the line lies, in picture units."""
        x, y = (float(s + position * d) for s, d in zip(self.start, self.direction, strict=True))
        return x / FINE, y / FINE

    def _cell(self, relative: Cell) -> Cell:
        return self.source[0] + relative[0], self.source[1] + relative[1]

    def _between(self) -> Iterator[Passage]:
        """Passages through the hexes between the ends (A6.2: an end's own hex never blocks)."""
        for passage in self.trace.passages:
            if self._cell(passage.cell) not in {self.source, self.target}:
                yield passage

    def _blocks_in(self, passage: Passage) -> Iterator[_Block]:
        cell = self._cell(passage.cell)
        terrain = self.board.terrain_at(cell)
        if terrain is Terrain.WOODS and not self._follows_road(cell):
            yield _Block(passage.enter, cell, terrain.value, _OBSTACLE_RULE[terrain])
        elif terrain.is_building:
            yield from self._blocks_of_building(cell, passage)

    def _blocks_of_building(self, cell: Cell, within: Passage | Run) -> Iterator[_Block]:
        terrain = self.board.terrain_at(cell)
        for block in self.board.footprint_at(cell).blocks:
            enter, leave = clip(block.corners, self.start, self.direction, edges=False)
            if max(enter, within.enter) < min(leave, within.leave):
                yield _Block(max(enter, within.enter), cell, terrain.value, _OBSTACLE_RULE[terrain])

    def _blocks_along(self, run: Run) -> Iterator[_Block]:
        """A6.2: a drawing must be on both sides of the line; so woods only if both hexes are."""
        cells = self._sides_of(run)
        if all(self.board.terrain_at(cell) is Terrain.WOODS for cell in cells):
            yield _Block(run.enter, min(cells), Terrain.WOODS.value, _OBSTACLE_RULE[Terrain.WOODS])
        for cell in cells:
            if self.board.terrain_at(cell).is_building:
                yield from self._blocks_of_building(cell, run)

    def _sides_of(self, run: Run) -> tuple[Cell, ...]:
        """The hexes on either side; at the edge of the board, the one there is."""
        return tuple(cell for cell in map(self._cell, run.cells) if self.board.has_cell(cell))

    def _hinders(self, passage: Passage) -> bool:
        cell = self._cell(passage.cell)
        return self.board.hinders_at(cell) and not self._follows_road(cell)

    def _hindered_along(self, run: Run) -> Cell | None:
        """The hindering hex of two with growth on both sides of the line between them."""
        cells = self._sides_of(run)
        hindering = [cell for cell in cells if self.board.hinders_at(cell)]
        woods = [cell for cell in cells if self.board.terrain_at(cell) is Terrain.WOODS]
        overgrown = len(hindering) + len(woods) == len(cells)
        return min(hindering) if hindering and overgrown else None

    def _follows_road(self, cell: Cell) -> bool:
        """B13.31: the line stays on a road that runs straight through the hex."""
        side = self.trace.row_side
        return side is not None and {side, opposite(side)} <= self.board.road_sides_at(cell)

    def _blocks_at_hexsides(self) -> Iterator[_Block]:
        """B9.2: walls and hedges that are no hexside of either end."""
        touched = [touch for touch in self.trace.touches if self._walled(touch)]
        excused = {vertex for touch in touched if touch.along for vertex in self._excused_by(touch)}
        for touch in touched:
            if touch.along and any(self._end_vertices(touch)):
                continue
            if touch.vertex is not None and touch.vertex in excused:
                continue
            (q, r), side = touch.hexside
            cell = self._cell((q, r))
            cell = cell if self.board.has_cell(cell) else step(cell, side)
            kind = self.board.hexside_at(self._cell((q, r)), side)
            if kind is not None:
                yield _Block(touch.at, cell, kind.value, "B9.2")

    def _walled(self, touch: Touch) -> bool:
        """Whether a wall or hedge stands there that is no hexside of an end hex."""
        relative, side = touch.hexside
        cell = self._cell(relative)
        if {cell, step(cell, side)} & {self.source, self.target}:
            return False
        return self.board.hexside_at(cell, side) is not None

    def _end_vertices(self, touch: Touch) -> tuple[bool, bool]:
        """For each vertex of a hexside: does it belong to an end hex?"""
        cell, side = touch.hexside
        ends = _corners_of((0, 0)) | _corners_of(
            (self.target[0] - self.source[0], self.target[1] - self.source[1])
        )
        return lattice_corner(cell, side) in ends, lattice_corner(cell, side + 1) in ends

    def _excused_by(self, spine: Touch) -> Iterable[Point]:
        """B9.2: the far vertex of a spine of an end hex, unless all three that meet are walled."""
        cell, side = spine.hexside
        for near, vertex in zip(self._end_vertices(spine), (side + 1, side), strict=True):
            if near and not self._all_walled(cell, vertex):
                yield lattice_corner(cell, vertex)

    def _all_walled(self, cell: Cell, vertex: int) -> bool:
        """Whether all three hexsides that meet at a vertex of a cell have a wall or hedge."""
        here = self._cell(cell)
        before, after = (vertex - 1) % 6, vertex % 6
        meeting = ((here, before), (here, after), (step(here, before), (after + 1) % 6))
        return all(self.board.hexside_at(*hexside(*side)) is not None for side in meeting)


def _corners_of(cell: Cell) -> set[Point]:
    return {lattice_corner(cell, vertex) for vertex in range(6)}


def _one_per_range(cells: Iterable[Cell], end: Cell) -> list[Cell]:
    """One hindering hex for each range from an end of the line."""
    by_range: dict[int, Cell] = {}
    for cell in sorted(cells):
        by_range.setdefault(distance(end, cell), cell)
    return list(by_range.values())

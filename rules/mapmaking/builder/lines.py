"""The middle lines of roads and Depressions: smooth, from hexside to hexside."""

from collections.abc import Sequence
from functools import cached_property
from math import hypot, inf

from shapely.geometry import LineString

from rules.board.geometry import Cell, Grid, centre
from rules.board.layout import Layout
from rules.board.terrain import DepressionKind, Terrain
from rules.mapmaking.builder.shapes import snapped_line
from rules.mapmaking.noise import between

Place = tuple[float, float]
Run = tuple[Cell, ...]

_SWAY, _SWAY_SUNKEN = 3.5, 2.0
_PIECES = 8
_NEAR_DOT = {
    DepressionKind.GULLY: 7.0,
    DepressionKind.STREAM: 4.5,
    DepressionKind.SUNKEN_ROAD: 6.5,
}
"""How far from the dot a line may pass in a hex of each kind of Depression: well in its bed."""


class Lines:
    """Draws lines through the hexes of one board.

    A line crosses each hexside near its middle and leaves the board at right angles to the edge.
    In a hex it cuts the corner, but keeps near the dot in a Depression, on it at a bridge, and
    on it where it runs straight through growth: the lane lies along the LOS (B13.31).
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.grid: Grid = layout.grid

    @cached_property
    def _near_dot(self) -> dict[Cell, float]:
        """How near the dot lines pass, where it matters."""
        near: dict[Cell, float] = {}
        for run in self.layout.depressions:
            for cell in run.cells:
                near[cell] = min(near.get(cell, inf), _NEAR_DOT[run.kind])
        return near | dict.fromkeys(self.layout.bridges, 0.0)

    def line(self, cells: Run, others: Sequence[Run]) -> LineString:
        """The middle line through neighbouring cells, from edge to edge, dot, or line met.

        `others` are the lines it may begin or end on: those of its own kind that run through its
        first or last hex.
        """
        places = [self.place(cells, index) for index in range(len(cells))]
        run: list[Place] = [places[0]]
        for index in range(len(cells) - 1):
            run += [self._middle(cells[index], cells[index + 1]), places[index + 1]]
        before = self._start(cells, others, run)
        run.reverse()
        after = self._start(cells[::-1], others, run)
        run.reverse()
        return snapped_line(LineString(self._curve([before, *run, after])))

    def place(self, cells: Run, index: int) -> Place:
        """Where a run of cells passes in one of them; the dot of the first and last."""
        cell = cells[index]
        if index in {0, len(cells) - 1} and not self._leaves(cell):
            return self.bend(cell)
        gates = [self._gate(cells, index, way) for way in (-1, 1)]
        return self._cut(cell, gates[0], gates[1])

    def bend(self, cell: Cell) -> Place:
        """The place near the dot that lines in a hex are drawn to; the dot unless it is open."""
        x, y = centre(cell)
        if self.on_edge(cell) or cell in self.layout.bridges:
            return x, y
        if self.layout.terrain_of(cell) is not Terrain.OPEN_GROUND:
            return x, y
        name = f"{self.layout.id}:{self.grid.name(cell)} bend"
        sway = _SWAY_SUNKEN if cell in self._near_dot else _SWAY
        return x + between(f"{name} x", -sway, sway), y + between(f"{name} y", -sway, sway)

    def on_edge(self, cell: Cell) -> bool:
        """Whether the hex touches the edge of the board with a hexside or is cut by it."""
        row = self.grid.row(cell)
        return cell[0] in {0, self.grid.columns - 1} or row in {0, self._last_row(cell)}

    def _last_row(self, cell: Cell) -> int:
        return self.grid.rows - 1 + cell[0] % 2

    def _leaves(self, cell: Cell) -> bool:
        """Whether a line that ends in the hex goes on over a hexside that is the board's edge."""
        return self._goes_on(cell) and self._exit(cell) != centre(cell)

    def _goes_on(self, cell: Cell) -> bool:
        """Whether a line that ends in the hex leaves the board; a stream ends in its river."""
        crossed = cell in self.layout.bridges or cell in self.layout.fords
        return self.on_edge(cell) and (crossed or self.layout.terrain_of(cell) is not Terrain.WATER)

    def _exit(self, cell: Cell) -> Place:
        """Where a line in a hex on the edge leaves the board."""
        x, y = centre(cell)
        if cell[0] in {0, self.grid.columns - 1}:
            return x, y
        return x, 0.0 if self.grid.row(cell) == 0 else self.grid.size()[1]

    def _middle(self, cell: Cell, other: Cell) -> Place:
        return _halfway(self.bend(cell), self.bend(other))

    def _gate(self, cells: Run, index: int, way: int) -> Place:
        there = index + way
        if 0 <= there < len(cells):
            return self._middle(cells[index], cells[there])
        return self._exit(cells[index])

    def _cut(self, cell: Cell, entry: Place, leaving: Place) -> Place:
        bend, dot = self.bend(cell), centre(cell)
        dx, dy = ((entry[axis] + leaving[axis]) / 4 + bend[axis] / 2 - dot[axis] for axis in (0, 1))
        far = hypot(dx, dy)
        share = min(1.0, self._near_dot.get(cell, inf) / far) if far else 0.0
        return dot[0] + dx * share, dot[1] + dy * share

    def _start(self, cells: Run, others: Sequence[Run], run: list[Place]) -> Place:
        """Makes the run begin where it should; the place from which it comes there."""
        cell = cells[0]
        for other in others:
            if cell in other[1:-1]:
                run[0] = self.place(other, other.index(cell, 1))
                return _beyond(run[0], run[1])
        if not self._goes_on(cell):
            return _beyond(run[0], run[1])
        if self._leaves(cell):
            run.insert(0, self._exit(cell))
        return self._mirrored(cell, run[0], run[1])

    def _mirrored(self, cell: Cell, edge: Place, inside: Place) -> Place:
        """A place as far beyond the edge as another is within."""
        if cell[0] in {0, self.grid.columns - 1}:
            return 2 * edge[0] - inside[0], inside[1]
        return inside[0], 2 * edge[1] - inside[1]

    def _curve(self, run: list[Place]) -> list[Place]:
        """A smooth curve through all places but the first and last, kept on the board."""
        places = [run[1]]
        for a, b, c, d in zip(run, run[1:], run[2:], run[3:], strict=False):
            places += [_between(a, b, c, d, step / _PIECES) for step in range(1, _PIECES + 1)]
        width, height = self.grid.size()
        return [(min(max(x, 0.0), width), min(max(y, 0.0), height)) for x, y in places]


def _halfway(a: Place, b: Place) -> Place:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _beyond(end: Place, inside: Place) -> Place:
    return 2 * end[0] - inside[0], 2 * end[1] - inside[1]


def _between(a: Place, b: Place, c: Place, d: Place, share: float) -> Place:
    """A place on the curve from b to c that comes from a and goes on to d (Catmull and Rom's)."""
    return _along(a[0], b[0], c[0], d[0], share), _along(a[1], b[1], c[1], d[1], share)


def _along(a: float, b: float, c: float, d: float, share: float) -> float:
    return b + share / 2 * (
        c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a))
    )

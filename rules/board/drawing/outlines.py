"""Turns groups of hexes into organic areas that keep to their hexes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from rules.board.board import Board
from rules.board.drawing.svg import Place, rounded
from rules.board.geometry import SIDES, Cell, Point, cell_at, lattice_corner, picture, step
from rules.board.noise import between, smooth
from rules.board.terrain import Terrain

_STEP = 3.0


@dataclass(frozen=True, slots=True)
class Style:
    """How an outline is made: drawn in by `inset`, softened over `soften`, roughened by `rough`."""

    inset: float
    soften: float
    rough: float


@dataclass(frozen=True, slots=True)
class Area:
    """A connected group of hexes of one terrain, with its outer line and those of its clearings."""

    name: str
    cells: tuple[Cell, ...]
    rings: tuple[tuple[Place, ...], ...]

    def data(self) -> str:
        """Path data of the outlines."""
        return "".join(rounded(ring[::2]) for ring in self.rings)

    def holds(self, place: Place) -> bool:
        """Whether a place is in the area."""
        crossings = (crossing for ring in self.rings for crossing in _crossings(ring, place[1]))
        return sum(x > place[0] for x in crossings) % 2 == 1

    def depth(self, place: Place) -> float:
        """How far a place is from the outline."""
        x, y = place
        return min(hypot(x - u, y - v) for ring in self.rings for u, v in ring)

    def box(self) -> tuple[float, float, float, float]:
        """The least and greatest x, then y."""
        xs = [x for ring in self.rings for x, _ in ring]
        ys = [y for ring in self.rings for _, y in ring]
        return min(xs), max(xs), min(ys), max(ys)

    def strew(self, spacing: float, key: str) -> Iterator[Place]:
        """Places in the area about `spacing` apart, in no visible order of rows."""
        left, right, top, bottom = self.box()
        rise = spacing * sin(pi / 3)
        for row in range(int(top // rise), ceil(bottom / rise) + 1):
            for column in range(int(left // spacing), ceil(right / spacing) + 1):
                name = f"{key} {row} {column}"
                x = (column + row % 2 / 2) * spacing + between(f"{name} x", -0.3, 0.3) * spacing
                y = row * rise + between(f"{name} y", -0.3, 0.3) * spacing
                if self.holds((x, y)):
                    yield x, y


def areas(board: Board, terrain: Terrain, style: Style) -> list[Area]:
    """The areas of one terrain on a board."""
    cells = {cell for cell in board.grid.cells() if board.terrain_at(cell) is terrain}
    cells |= _beyond_the_edge(board, cells)
    found = []
    for group in _connected(cells):
        name = f"{board.id} {terrain.value} {board.grid.name(group[0])}"
        rings = tuple(_organic(ring, style, name) for ring in _rings(set(group)))
        found.append(Area(name, tuple(group), rings))
    return found


def _beyond_the_edge(board: Board, cells: set[Cell]) -> set[Cell]:
    """Cells above and below the board, so that growth runs over the edge."""
    beyond = set()
    for column in range(0, board.grid.columns, 2):
        for row, side in ((0, 0), (board.grid.rows - 1, 3)):
            cell = cell_at(column, row)
            if cell in cells:
                beyond.add(step(cell, side))
    return beyond


def _connected(cells: set[Cell]) -> Iterator[list[Cell]]:
    left = set(cells)
    while left:
        group = [min(left)]
        left.remove(group[0])
        for cell in group:
            for side in SIDES:
                neighbour = step(cell, side)
                if neighbour in left:
                    left.remove(neighbour)
                    group.append(neighbour)
        yield sorted(group)


def _rings(cells: set[Cell]) -> Iterator[list[Point]]:
    """The hexsides round a group of cells, joined to rings of vertices, the cells on the right."""
    following = {
        lattice_corner(cell, side): lattice_corner(cell, side + 1)
        for cell in sorted(cells)
        for side in SIDES
        if step(cell, side) not in cells
    }
    while following:
        ring = [min(following)]
        while ring[-1] in following:
            ring.append(following.pop(ring[-1]))
        yield ring[:-1]


def _organic(ring: Sequence[Point], style: Style, name: str) -> tuple[Place, ...]:
    drawn_in = _moved([picture(point) for point in ring], lambda _: -style.inset)
    softened = _softened(_evenly(drawn_in), style.soften)
    return tuple(_moved(softened, lambda place: style.rough * _roughness(name, place)))


def _roughness(name: str, place: Place) -> float:
    return (2 * smooth(name, *place, 26) + smooth(f"{name} fine", *place, 11)) / 2


def _moved(ring: Sequence[Place], by: Callable[[Place], float]) -> list[Place]:
    """Every place moved outwards, at right angles to the line; the area is on the line's right."""
    moved = []
    for before, place, after in zip(
        [ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True
    ):
        out_1, out_2 = _outwards(before, place), _outwards(place, after)
        x, y = out_1[0] + out_2[0], out_1[1] + out_2[1]
        scale = by(place) * 2 / max(x * x + y * y, 0.5)
        moved.append((place[0] + x * scale, place[1] + y * scale))
    return moved


def _outwards(start: Place, end: Place) -> Place:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[1] - start[1]) / length, (start[0] - end[0]) / length


def _evenly(ring: Sequence[Place]) -> list[Place]:
    """Places about three units apart along a ring."""
    places: list[Place] = []
    for start, end in pairwise([*ring, ring[0]]):
        pieces = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / _STEP))
        for piece in range(pieces):
            share = piece / pieces
            places.append(
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
    return places


def _softened(ring: Sequence[Place], reach: float) -> list[Place]:
    """Each place drawn to the mean of those within reach along the ring, near ones most."""
    span = max(1, round(reach / _STEP))
    weights = [1 + cos(pi * i / (span + 1)) for i in range(-span, span + 1)]
    total = sum(weights)
    softened = []
    for index in range(len(ring)):
        near = [ring[(index + i) % len(ring)] for i in range(-span, span + 1)]
        softened.append((_mean(near, weights, total, 0), _mean(near, weights, total, 1)))
    return softened


def _mean(places: Iterable[Place], weights: Iterable[float], total: float, axis: int) -> float:
    pairs = zip(places, weights, strict=True)
    return sum(place[axis] * weight for place, weight in pairs) / total


def _crossings(ring: Sequence[Place], y: float) -> Iterator[float]:
    """Where a ring crosses a horizontal line."""
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (y - y1) * (x2 - x1) / (y2 - y1)

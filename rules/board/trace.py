"""Which hexes, hexsides and vertices a line from centre dot to centre dot meets.

A line depends only on how far apart its ends are, so a trace is relative to the source hex and
kept. All arithmetic is on the integers of the lattice and their exact fractions: a line that
touches a vertex touches it, whatever the board. Positions along the line are fractions of it, 0
at the source and 1 at the target.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules.board.geometry import (
    SIDES,
    STEPS,
    Cell,
    Point,
    lattice,
    lattice_corner,
    step,
)
from rules.board.layout import Hexside, hexside

START, END = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Passage:
    """The line runs through the inside of a cell, between two positions."""

    cell: Cell
    enter: Fraction
    leave: Fraction


@dataclass(frozen=True, slots=True)
class Run:
    """The line runs exactly along the hexside between two cells."""

    cells: tuple[Cell, Cell]
    enter: Fraction
    leave: Fraction


@dataclass(frozen=True, slots=True)
class Touch:
    """The line meets a hexside: at one position, or along all of it (a hexspine).

    `vertex` is the lattice point when the line meets an end of the hexside and no more.
    """

    hexside: Hexside
    at: Fraction
    along: bool
    vertex: Point | None


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything a line meets, in order from the source.

    `entered` are the hexsides of the target hex that it crosses or touches: two at a vertex.
    `row_side` is the hexside by which it leaves every hex, if it follows a row of hexes.
    """

    passages: tuple[Passage, ...]
    runs: tuple[Run, ...]
    touches: tuple[Touch, ...]
    entered: tuple[int, ...]
    row_side: int | None


@cache
def trace(dq: int, dr: int) -> Trace:
    """The trace of a line from cell (0, 0) to cell (dq, dr)."""
    target = (dq, dr)
    direction = lattice(target)
    passages: list[Passage] = []
    touches: dict[Hexside, Touch] = {}
    for cell in _met(target):
        enter, leave = clip(_outline(cell), (0, 0), direction, edges=False)
        if enter < leave:
            passages.append(Passage(cell, enter, leave))
        for side in SIDES:
            touch = _touch(cell, side, direction)
            if touch is not None:
                touches.setdefault(touch.hexside, touch)
    runs = [_run(touch, direction) for touch in touches.values() if touch.along]
    return Trace(
        passages=tuple(sorted(passages, key=lambda passage: (passage.enter, passage.cell))),
        runs=tuple(sorted(runs, key=lambda run: run.enter)),
        touches=tuple(sorted(touches.values(), key=lambda touch: (touch.at, touch.hexside))),
        entered=tuple(side for side in SIDES if hexside(target, side) in touches),
        row_side=_row_side(dq, dr),
    )


def cross(a: Point, b: Point) -> int:
    """Cross product: positive if b is to the right of a, with y downwards."""
    return a[0] * b[1] - a[1] * b[0]


def clip(
    polygon: tuple[Point, ...], source: Point, direction: Point, *, edges: bool
) -> tuple[Fraction, Fraction]:
    """The positions between which a line is in a convex polygon.

    Vertices go clockwise as seen (y downwards). The first position is greater than the second if
    the line misses the polygon, which a line exactly along an edge does unless `edges` count. A
    polygon touched in one point gives that position twice.
    """
    enter, leave = START, END
    for start, end in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        edge = end[0] - start[0], end[1] - start[1]
        depth = cross(edge, (source[0] - start[0], source[1] - start[1]))
        rate = cross(edge, direction)
        if rate == 0:
            if depth < 0 or (depth == 0 and not edges):
                return END, START
        elif rate > 0:
            enter = max(enter, Fraction(-depth, rate))
        else:
            leave = min(leave, Fraction(-depth, rate))
    return enter, leave


def _outline(cell: Cell) -> tuple[Point, ...]:
    return tuple(lattice_corner(cell, vertex) for vertex in SIDES)


def _met(target: Cell) -> list[Cell]:
    """Cells the line has at least a point in common with."""
    direction = lattice(target)
    met: list[Cell] = []
    seen = {(0, 0)}
    waiting: list[Cell] = [(0, 0)]
    while waiting:
        cell = waiting.pop()
        enter, leave = clip(_outline(cell), (0, 0), direction, edges=True)
        if enter > leave:
            continue
        met.append(cell)
        around = [step(cell, side) for side in SIDES]
        waiting += [neighbour for neighbour in around if neighbour not in seen]
        seen.update(around)
    return met


def _touch(cell: Cell, side: int, direction: Point) -> Touch | None:
    first, second = lattice_corner(cell, side), lattice_corner(cell, side + 1)
    off_first, off_second = cross(direction, first), cross(direction, second)
    if off_first * off_second > 0:
        return None
    if off_first == off_second:
        at = min(_position(first, direction), _position(second, direction))
        return Touch(hexside(cell, side), at, along=True, vertex=None) if START < at < END else None
    edge = second[0] - first[0], second[1] - first[1]
    at = Fraction(cross(first, edge), cross(direction, edge))
    if not START < at < END:
        return None
    vertex = first if off_first == 0 else second if off_second == 0 else None
    return Touch(hexside(cell, side), at, along=False, vertex=vertex)


def _run(touch: Touch, direction: Point) -> Run:
    cell, side = touch.hexside
    ends = [_position(lattice_corner(cell, side + i), direction) for i in (0, 1)]
    return Run((cell, step(cell, side)), min(ends), max(ends))


def _position(point: Point, direction: Point) -> Fraction:
    """Where along the line a point on it lies."""
    axis = 0 if direction[0] else 1
    return Fraction(point[axis], direction[axis])


def _row_side(dq: int, dr: int) -> int | None:
    length = max(abs(dq), abs(dr), abs(dq + dr))
    for side, (step_q, step_r) in enumerate(STEPS):
        if length and (dq, dr) == (step_q * length, step_r * length):
            return side
    return None

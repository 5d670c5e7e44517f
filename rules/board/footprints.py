"""Outlines of buildings: the same polygons block LOS and are drawn as roofs.

Every building hex has a block over its centre dot, some have a wing, and where a building crosses a
hexside a bar runs from centre dot to centre dot. Which way a house stands follows from the name of
its hex alone. Points are fine points (quarters of a picture unit), vertices clockwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from rules.board.geometry import SIDES, Cell, Point, fine, lattice, step
from rules.board.layout import Building, Layout
from rules.board.noise import number

# Directions a house may face, as thousandths of a unit vector.
_FACINGS: tuple[Point, ...] = (
    (1000, 0),
    (985, 174),
    (966, 259),
    (906, 423),
    (985, -174),
    (966, -259),
    (906, -423),
    (0, 1000),
    (174, 985),
    (-174, 985),
    (259, 966),
    (-259, 966),
)
_BAR = 42


@dataclass(frozen=True, slots=True)
class Block:
    """One convex piece of a building: a rectangle, or a triangle between three joined hexes.

    The ridge of a rectangle runs along its first side. A `link` joins hexes, a `tower` is a
    church's.
    """

    corners: tuple[Point, ...]
    link: bool = False
    tower: bool = False


@dataclass(frozen=True, slots=True)
class Footprint:
    """What of a building counts in one hex: its blocks there, drawn in this order."""

    building: Building
    blocks: tuple[Block, ...]


def footprints(layout: Layout) -> dict[Cell, Footprint]:
    """The footprint of every building hex."""
    found: dict[Cell, Footprint] = {}
    for building in layout.buildings:
        links = _links(building)
        for cell in building.cells:
            own = [block for cells, block in links.items() if cell in cells]
            own += _blocks(layout, building, cell)
            found[cell] = Footprint(building, tuple(own))
    return found


def _links(building: Building) -> dict[tuple[Cell, ...], Block]:
    """What joins the hexes of a building: bars, and floors where three hexes meet."""
    links: dict[tuple[Cell, ...], Block] = {}
    for joint in building.joints:
        side = next(side for side in SIDES if step(joint[0], side) == joint[1])
        for third in (step(joint[0], (side + 1) % 6), step(joint[0], (side - 1) % 6)):
            if third in building.cells:
                cells = tuple(sorted((*joint, third)))
                links[cells] = Block(
                    _clockwise(tuple(fine(lattice(cell)) for cell in cells)), link=True
                )
    return links | {joint: _bar(*joint) for joint in building.joints}


def _clockwise(triangle: tuple[Point, ...]) -> tuple[Point, ...]:
    (ax, ay), (bx, by), (cx, cy) = triangle
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return triangle if turn > 0 else triangle[::-1]


def _blocks(layout: Layout, building: Building, cell: Cell) -> Iterator[Block]:
    key = f"{layout.id}:{layout.grid.name(cell)}"
    centre = fine(lattice(cell))
    if len(building.cells) > 1:
        yield from _end_blocks(building, cell, centre)
        return
    facing = _FACINGS[number(f"{key} facing", len(_FACINGS))]
    length, width = 68 + number(f"{key} length", 14), 40 + number(f"{key} width", 8)
    if building.church:
        yield _block(centre, facing, length + 10, width - 2)
        yield _block(_offset(centre, facing, -length + 14, 0), facing, 30, 30, tower=True)
        return
    if number(f"{key} wing", 3) == 0:
        end = 1 if number(f"{key} end", 2) else -1
        gable = (-facing[1], facing[0])
        yield _block(_offset(centre, facing, end * (length - 28), 44), gable, 42, 26)
    yield _block(centre, facing, length, width)


def _end_blocks(building: Building, cell: Cell, centre: Point) -> Iterator[Block]:
    """What stands over the centre dots of a building of several hexes."""
    along = _heading(building, cell)
    if not building.church:
        first = cell == building.cells[0]
        yield _block(centre, along, 64 if first else 54, 58 if first else 50)
    elif cell == building.cells[0]:
        yield _block(centre, along, 44, 44, tower=True)
    else:
        yield _block(centre, (-along[1], along[0]), 92, 38)
        yield _block(centre, along, 70, 42)


def _heading(building: Building, cell: Cell) -> Point:
    for joint in building.joints:
        if cell in joint:
            start, end = fine(lattice(joint[0])), fine(lattice(joint[1]))
            return _unit((end[0] - start[0], end[1] - start[1]))
    return _FACINGS[0]


def _bar(a: Cell, b: Cell) -> Block:
    start, end = fine(lattice(a)), fine(lattice(b))
    reach = end[0] - start[0], end[1] - start[1]
    middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    length = isqrt(reach[0] ** 2 + reach[1] ** 2)
    return Block(_rectangle(middle, _unit(reach), length // 2, _BAR), link=True)


def _unit(vector: Point) -> Point:
    length = isqrt(vector[0] ** 2 + vector[1] ** 2)
    return vector[0] * 1000 // length, vector[1] * 1000 // length


def _offset(point: Point, facing: Point, along: int, across: int) -> Point:
    x = point[0] + (facing[0] * along - facing[1] * across) // 1000
    y = point[1] + (facing[1] * along + facing[0] * across) // 1000
    return x, y


def _block(
    centre: Point, facing: Point, half_length: int, half_width: int, *, tower: bool = False
) -> Block:
    return Block(_rectangle(centre, facing, half_length, half_width), tower=tower)


def _rectangle(
    centre: Point, facing: Point, half_length: int, half_width: int
) -> tuple[Point, ...]:
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(_offset(centre, facing, i * half_length, j * half_width) for i, j in corners)

"""Where the line between two centres meets a hexside: exact, on the lattice (B9.2)."""

from rules.board.geometry import Cell, Point, alternate_grain, lattice, lattice_corner


def meets(start: Cell, end: Cell, cell: Cell, side: int) -> bool:
    """Whether the line crosses a hexside or touches it, its vertices included."""
    a, b = lattice(start), lattice(end)
    c, d = ends_of(cell, side)
    return _apart(a, b, c, d) <= 0 and _apart(c, d, a, b) <= 0 and _boxes_meet((a, b), (c, d))


def stands_between(start: Cell, end: Cell, cell: Cell, side: int) -> bool:
    """B9.2: whether the line meets a hexside that is neither one of an end's own nor a hexspine
    that leaves it, and does not merely begin where such a hexspine ends that the line comes along.
    """
    if not meets(start, end, cell, side):
        return False
    vertices = {*ends_of(cell, side)}
    near = _around(start, end) | _around(end, start)
    return not vertices & near


def ends_of(cell: Cell, side: int) -> tuple[Point, Point]:
    """The vertices where a hexside begins and ends, on the lattice."""
    return lattice_corner(cell, side), lattice_corner(cell, side + 1)


def _around(end: Cell, other: Cell) -> set[Point]:
    """The vertices of an end, and the far one of the hexspine along which the line leaves it."""
    found = {lattice_corner(end, vertex) for vertex in range(6)}
    along = alternate_grain(end, other)
    if along is not None:
        (x, y), (to_x, to_y) = lattice(end), lattice_corner(end, along)
        found.add((2 * to_x - x, 2 * to_y - y))
    return found


def _apart(a: Point, b: Point, c: Point, d: Point) -> int:
    """Less than 0 if two points are on different sides of a line, 0 if one of them is on it."""
    return _turn(a, b, c) * _turn(a, b, d)


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _boxes_meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return all(
        max(min(p[axis] for p in one), min(p[axis] for p in other))
        <= min(max(p[axis] for p in one), max(p[axis] for p in other))
        for axis in (0, 1)
    )

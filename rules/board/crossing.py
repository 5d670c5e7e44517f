"""By which hexsides a line from a centre enters its target hex: exact, in integers."""

from functools import cache

from rules.board.geometry import CORNERS, SIDES, Point, lattice, lattice_corner


@cache
def entered(dq: int, dr: int) -> tuple[int, ...]:
    """The hexsides of the cell (dq, dr) that a line from the cell (0, 0) crosses or touches as it
    enters: two if it enters through a vertex, none if the cells are the same."""
    x, y = lattice((dq, dr))
    if (x, y) == (0, 0):
        return ()
    back = (-x, -y)
    return tuple(
        side
        for side in SIDES
        if _cross(CORNERS[side], back) >= 0 and _cross(back, CORNERS[(side + 1) % 6]) >= 0
    )


@cache
def entered_to_vertex(dq: int, dr: int, vertex: int) -> tuple[int, ...]:
    """The same of a line from the cell (0, 0) to a vertex of another: where it comes to that vertex
    from outside, the hexsides of it through which, or along which, it comes there (B9.42).
    """
    cell = dq, dr
    x, y = lattice_corner(cell, vertex)
    if not any(cell):
        return ()
    before, after = (CORNERS[(vertex + turn) % 6] for turn in (-1, 1))
    here = CORNERS[vertex]
    back = -x, -y
    along_before = before[0] - here[0], before[1] - here[1]
    along_after = after[0] - here[0], after[1] - here[1]
    outwards = here
    if _between(along_after, back, along_before):
        return _through(cell, vertex)
    found = []
    if _is_between_or_on(along_before, back, outwards):
        found.append((vertex - 1) % 6)
    if _is_between_or_on(outwards, back, along_after):
        found.append(vertex)
    return tuple(sorted(found))


def _through(cell: tuple[int, int], vertex: int) -> tuple[int, ...]:
    """The hexsides over which a line enters a cell that it crosses to come to a vertex of it: those
    that it crosses or touches, but for the two that meet there.
    """
    centre, end = lattice(cell), lattice_corner(cell, vertex)
    far = [side for side in SIDES if side not in {(vertex - 1) % 6, vertex}]
    return tuple(side for side in far if _meets(centre, side, end))


def _meets(centre: Point, side: int, end: Point) -> bool:
    """Whether a line from (0, 0) to `end` has a point in common with a hexside."""
    a, b = (
        (centre[0] + CORNERS[corner % 6][0], centre[1] + CORNERS[corner % 6][1])
        for corner in (side, side + 1)
    )
    if _cross(a, end) * _cross(b, end) > 0:
        return False
    from_a = a[0] - b[0], a[1] - b[1]
    to_end = _cross(from_a, (end[0] - b[0], end[1] - b[1]))
    return to_end * _cross(from_a, (-b[0], -b[1])) <= 0


def _between(low: Point, way: Point, high: Point) -> bool:
    """Whether a direction is between two others, clockwise, less than half a turn apart."""
    return _cross(low, way) > 0 and _cross(way, high) > 0


def _is_between_or_on(low: Point, way: Point, high: Point) -> bool:
    on_low = _cross(low, way) == 0 and low[0] * way[0] + low[1] * way[1] > 0
    on_high = _cross(high, way) == 0 and high[0] * way[0] + high[1] * way[1] > 0
    return on_low or on_high or _between(low, way, high)


def _cross(a: Point, b: Point) -> int:
    """Positive if b is to the right of a, with y downwards."""
    return a[0] * b[1] - a[1] * b[0]

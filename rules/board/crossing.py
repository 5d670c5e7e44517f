"""By which hexsides a line from centre to centre enters its target hex: exact, in integers."""

from functools import cache

from rules.board.geometry import CORNERS, SIDES, Point, lattice


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


def _cross(a: Point, b: Point) -> int:
    """Positive if b is to the right of a, with y downwards."""
    return a[0] * b[1] - a[1] * b[0]

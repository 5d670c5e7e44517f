"""A6.12 LOS that goes to vertices: to who is in Bypass (A4.34), or crosses a hexside (A8.15)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.board.locations import LocationId, hex_of
from rules.board.los import Los
from rules.chapters.a04_bypass import vertices_of
from rules.chapters.b09_walls import hexside_tem
from rules.position.position import Position


@dataclass(frozen=True, slots=True)
class Aspect:
    """Where on its hex a target is seen: in its Location; in Bypass along `sides` too; or, for a
    Snap Shot, as it comes over the hexside `crossed`, and nowhere else.
    """

    sides: tuple[int, ...] = ()
    crossed: int | None = None


IN_PLACE = Aspect()


def los_to(position: Position, origin: LocationId, at: LocationId, aspect: Aspect) -> Los:
    """The LOS to a target: in Bypass to the centre of the hex or any vertex of its hexsides,
    whichever is the best for who looks (A4.34); to all of a hexside, which is the worse of its
    vertices (A8.15).
    """
    central = position.los(origin, at)
    if hex_of(origin) == hex_of(at):
        return central
    if aspect.crossed is not None:
        ends = _corners(position, origin, at, (aspect.crossed,))
        return max(ends, key=lambda los: _against(position, origin, at, los))
    corners = _corners(position, origin, at, aspect.sides)
    return min((central, *corners), key=lambda los: _against(position, origin, at, los))


def _corners(
    position: Position, origin: LocationId, at: LocationId, sides: Iterable[int]
) -> tuple[Los, ...]:
    vertices = sorted(vertices_of(sides))
    return tuple([position.los_to_vertex(origin, at, vertex) for vertex in vertices])


def _against(position: Position, origin: LocationId, at: LocationId, los: Los) -> tuple[bool, int]:
    """What speaks against a LOS: that it is blocked, then what it adds to the DRM."""
    wall = hexside_tem(position, at, origin, los)
    return los.blocked, los.hindrance + (0 if wall is None else wall.value)

"""B10.211 Alpine hills: on them hexes bar the LOS between Locations of their own level."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.geometry import SIDES, Point, lattice, lattice_corner
from rules.board.locations import HexId, LocationId, hex_of
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.view import Face
from rules.kernel.world import View

ALPINE = "alpine"


class AlpineHills(Entity, frozen=True, kw_only=True, tag="alpine_hills"):
    """That the hills of the map are Alpine, by a special rule: there is one or none."""


class AlpineHillsFace(Face, frozen=True, kw_only=True, tag="alpine_hills"):
    """What everybody knows of it: that it is so."""


def alpine_hills() -> AlpineHills:
    """The hills are Alpine."""
    return AlpineHills(id=ALPINE)


def alpine_hills_face(one: AlpineHills) -> AlpineHillsFace:
    """What everybody sees of it."""
    return AlpineHillsFace(id=ShownId(one.id))


def are_alpine(view: View) -> bool:
    """Whether the hills are."""
    return view.find(AlpineHills, ALPINE) is not None


def bars_along_hill(view: View, board: Board, source: LocationId, target: LocationId) -> str | None:
    """B10.211: why a LOS on one level is barred by a hill hex of that level between its ends, or
    None. Where it goes along a hexside both hexes have to be such.
    """
    level = board.absolute(source)
    if not are_alpine(view) or level < 1 or board.absolute(target) != level:
        return None
    for between in _between(board, hex_of(source), hex_of(target)):
        if all(board.ground_level(one) == level for one in between):
            names = " and ".join(map(board.name, between))
            return f"{names} is Alpine hill of that level"
    return None


def _between(board: Board, start: HexId, end: HexId) -> Iterator[tuple[HexId, ...]]:
    """The hexes that the line between two centres goes through, and those to both sides of a
    hexside that it goes along.
    """
    a, b, far = lattice(board.cell(start)), lattice(board.cell(end)), board.distance(start, end)
    beside: dict[tuple[Point, ...], list[HexId]] = {}
    for one in board.hexes:
        if one in {start, end} or board.distance(start, one) + board.distance(one, end) > far + 1:
            continue
        corners = [lattice_corner(board.cell(one), vertex) for vertex in SIDES]
        turns = [_turn(a, b, corner) for corner in corners]
        if min(turns) < 0 < max(turns):
            yield (one,)
        on_line = tuple(sorted(c for c, turn in zip(corners, turns, strict=True) if turn == 0))
        if len(on_line) > 1 and not min(turns) < 0 < max(turns):
            beside.setdefault(on_line, []).append(one)
    yield from (tuple(pair) for pair in beside.values())


def _turn(a: Point, b: Point, point: Point) -> int:
    """On which side of the line from `a` to `b` a point is; 0 on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])

"""Roads: smooth from hexside to hexside, casings first, then fillings, so that junctions join."""

from functools import lru_cache
from itertools import pairwise

from rules.board.board import Board
from rules.board.drawing import palette
from rules.board.drawing.svg import Place, at, path
from rules.board.geometry import Cell, centre
from rules.board.layout import Road
from rules.board.noise import between
from rules.board.terrain import RoadKind, Terrain

_WIDTH = {RoadKind.PAVED: 10.5, RoadKind.DIRT: 8.0}
_PIECES = 8
_OVER_THE_EDGE = 40.0
_SWAY = 3.5


def half_width(road: Road) -> float:
    """Half the width of a road, its edge lines included."""
    return _WIDTH[road.kind] / 2 + 1


def roads(board: Board) -> str:
    """All roads of a board."""
    dirt = _drawn(board, RoadKind.DIRT)
    paved = _drawn(board, RoadKind.PAVED)
    return (
        _stroke(dirt, palette.DIRT_EDGE, _WIDTH[RoadKind.DIRT] + 1.8)
        + _stroke(paved, palette.PAVED_EDGE, _WIDTH[RoadKind.PAVED] + 2)
        + _stroke(dirt, palette.DIRT, _WIDTH[RoadKind.DIRT])
        + path(
            dirt,
            fill="none",
            stroke=palette.DIRT_RUT,
            stroke_width=3.6,
            stroke_dasharray="7 3 4 2.5",
        )
        + _stroke(dirt, palette.DIRT, 2.4)
        + _stroke(paved, palette.PAVED, _WIDTH[RoadKind.PAVED])
        + _stroke(paved, palette.PAVED_LIGHT, _WIDTH[RoadKind.PAVED] * 0.5)
    )


@lru_cache(maxsize=64)
def run_of(board: Board, road: Road) -> tuple[Place, ...]:
    """Places along the middle of a road, a few units apart."""
    start, curves = _curves(board, road)
    places = [start]
    for bend, end in curves:
        begin = places[-1]
        shares = (piece / _PIECES for piece in range(1, _PIECES + 1))
        places += [_on_curve(begin, bend, end, share) for share in shares]
    return tuple(places)


def _drawn(board: Board, kind: RoadKind) -> str:
    data = []
    for road in board.layout.roads:
        if road.kind is kind:
            start, curves = _curves(board, road)
            data.append(f"M{at(start)}")
            data += [f"Q{at(bend)} {at(end)}" for bend, end in curves]
    return "".join(data)


def _curves(board: Board, road: Road) -> tuple[Place, list[tuple[Place, Place]]]:
    """The start of a road, and for each curve the place it bends to and its end.

    A road bends at a place in each hex and passes halfway between two of them, so that it crosses
    each hexside about the middle and has no corners.
    """
    bends = [_bend(board, cell) for cell in road.cells]
    bends = [*_beginning(board, road, road.cells), *bends[1:-1]]
    bends += reversed(_beginning(board, road, road.cells[::-1]))
    middles = [_halfway(a, b) for a, b in pairwise(bends)]
    ends = [*middles[1:], bends[-1]]
    first = (_halfway(bends[0], middles[0]), middles[0])
    return bends[0], [first, *zip(bends[1:], ends, strict=True)]


def _beginning(board: Board, road: Road, cells: tuple[Cell, ...]) -> list[Place]:
    """How a road begins: on the road it meets, at its first hex, or over the edge of the board."""
    first = _bend(board, cells[0])
    for other in board.layout.roads:
        if other is not road and cells[0] in other.cells[1:-1]:
            place = other.cells.index(cells[0])
            before, after = (_bend(board, other.cells[place + i]) for i in (-1, 1))
            return [_on_curve(_halfway(before, first), first, _halfway(first, after), 0.5)]
    beyond = _beyond(board, cells[0], first)
    return [first] if beyond is None else [beyond, first]


def _beyond(board: Board, cell: Cell, place: Place) -> Place | None:
    """A place off the board, straight out from a hex on the edge."""
    x, y = place
    row, last_row = board.grid.row(cell), board.grid.rows - 1 + cell[0] % 2
    if cell[0] in {0, board.grid.columns - 1}:
        return (x - _OVER_THE_EDGE if cell[0] == 0 else x + _OVER_THE_EDGE), y
    if row in {0, last_row}:
        return x, (y - _OVER_THE_EDGE if row == 0 else y + _OVER_THE_EDGE)
    return None


def _bend(board: Board, cell: Cell) -> Place:
    """Where a road bends in a hex: near the dot, on it where growth leaves only a lane (B13.31)."""
    x, y = centre(cell)
    on_edge = board.grid.row(cell) in {0, board.grid.rows - 1 + cell[0] % 2}
    if on_edge or board.terrain_at(cell) is not Terrain.OPEN_GROUND:
        return x, y
    name = f"{board.id} road {board.grid.name(cell)}"
    return x + between(f"{name} x", -_SWAY, _SWAY), y + between(f"{name} y", -_SWAY, _SWAY)


def _on_curve(begin: Place, bend: Place, end: Place, share: float) -> Place:
    rest = 1 - share
    a, b, c = rest * rest, 2 * rest * share, share * share
    x = a * begin[0] + b * bend[0] + c * end[0]
    y = a * begin[1] + b * bend[1] + c * end[1]
    return x, y


def _halfway(a: Place, b: Place) -> Place:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _stroke(data: str, colour: str, width: float) -> str:
    return path(data, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round")

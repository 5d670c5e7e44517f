"""Walls and hedges along their hexsides."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.drawing import palette
from rules.board.drawing.svg import Place, disc, element, group, line, path, use
from rules.board.geometry import lattice_corner, picture
from rules.board.noise import between
from rules.board.terrain import HexsideTerrain

_BEADS = 12
_SHIFT = 1.6


def defs() -> str:
    """The bead of a hedge."""
    bead = element("circle", r=2.4, fill=palette.HEDGE)
    light = element("circle", cx=-0.6, cy=-0.7, r=1.1, fill=palette.HEDGE_LIGHT, fill_opacity=0.7)
    return element("g", bead + light, id="bd-bead")


def hexsides(board: Board) -> str:
    """All walls and hedges of a board."""
    return _walls(board) + _hedges(board)


def _walls(board: Board) -> str:
    sides = list(_along(board, HexsideTerrain.WALL))
    data = "".join(line(*side) for side in sides)
    posts = "".join(disc(end, 2.5) for side in sides for end in side)
    return group(
        (
            path(_shadow(sides), stroke=palette.SHADOW, stroke_opacity=0.3, stroke_width=4.4),
            path(data, stroke=palette.WALL, stroke_width=4.4),
            path(posts, fill=palette.WALL),
            path(data, stroke=palette.WALL_STONE, stroke_width=2.9, stroke_dasharray="3.9 .7"),
            path(
                data,
                stroke=palette.WALL_STONE_2,
                stroke_width=2.9,
                stroke_dasharray="3.9 5.3",
                stroke_dashoffset=4.6,
            ),
        ),
        fill="none",
    )


def _hedges(board: Board) -> str:
    sides = list(_along(board, HexsideTerrain.HEDGE))
    outline = "".join(disc(place, 3.1) for side in sides for place in _beads(board, side))
    beads = (use("bd-bead", place) for side in sides for place in _beads(board, side))
    return (
        path(
            _shadow(sides),
            stroke=palette.SHADOW,
            stroke_opacity=0.3,
            stroke_width=5.6,
            stroke_linecap="round",
        )
        + path(outline, fill=palette.HEDGE_EDGE)
        + group(beads)
    )


def _along(board: Board, kind: HexsideTerrain) -> Iterator[tuple[Place, Place]]:
    for (cell, side), terrain in board.layout.hexsides.items():
        if terrain is kind:
            yield (
                picture(lattice_corner(cell, side)),
                picture(lattice_corner(cell, side + 1)),
            )


def _beads(board: Board, side: tuple[Place, Place]) -> Iterator[Place]:
    (x1, y1), (x2, y2) = side
    for bead in range(_BEADS + 1):
        name = f"{board.id} hedge {side} {bead}"
        share = bead / _BEADS
        sway = 0.0 if bead in {0, _BEADS} else 0.5
        x = x1 + (x2 - x1) * share + between(f"{name} x", -sway, sway)
        y = y1 + (y2 - y1) * share + between(f"{name} y", -sway, sway)
        yield x, y


def _shadow(sides: list[tuple[Place, Place]]) -> str:
    return "".join(
        line((x1 + _SHIFT, y1 + _SHIFT), (x2 + _SHIFT, y2 + _SHIFT)) for (x1, y1), (x2, y2) in sides
    )

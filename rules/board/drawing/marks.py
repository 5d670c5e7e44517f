"""What is printed over the ground: grid, centre dots, coordinates."""

from rules.board.board import Board
from rules.board.drawing import palette
from rules.board.drawing.svg import at, element, group, path
from rules.board.geometry import SIDES, Cell, centre, corners, step

FONTS = "'Barlow Semi Condensed','Barlow Condensed',sans-serif"
_ABOVE_DOT = 23.4
_TOP_EDGE = 7.6


def marks(board: Board) -> str:
    """Grid, dots and coordinates of a board."""
    grid = path(
        "".join(_sides(board, cell) for cell in board.grid.cells()),
        fill="none",
        stroke=palette.INK,
        stroke_width=0.6,
        stroke_opacity=0.5,
    )
    dots = path(
        "".join(f"M{at(centre(cell))}h0" for cell in board.grid.cells()),
        fill="none",
        stroke=palette.INK,
        stroke_width=1.7,
        stroke_opacity=0.85,
        stroke_linecap="square",
    )
    names = group(
        (_name(board, cell) for cell in board.grid.cells()),
        font_family=FONTS,
        font_size=6.6,
        font_weight=600,
        text_anchor="middle",
        fill=palette.INK,
        stroke=palette.CREAM,
        stroke_opacity=0.78,
        stroke_width=1.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )
    return grid + dots + names


def _sides(board: Board, cell: Cell) -> str:
    """The hexsides of a cell that no cell before it has drawn."""
    points = corners(cell)
    drawn = ""
    for side in SIDES:
        neighbour = step(cell, side)
        if side in {0, 1, 2} or not board.has_cell(neighbour):
            drawn += f"M{at(points[side])}L{at(points[(side + 1) % 6])}"
    return drawn


def _name(board: Board, cell: Cell) -> str:
    x, y = centre(cell)
    name = board.grid.name(cell)
    height = round(max(y - _ABOVE_DOT, _TOP_EDGE), 1)
    if cell[0] == 0:
        return element("text", name, x=2, y=height, text_anchor="start")
    if cell[0] == board.grid.columns - 1:
        return element("text", name, x=x - 2, y=height, text_anchor="end")
    return element("text", name, x=x, y=height)

"""The picture of a board, made from its source alone: the same text gives the same picture.

Its units are those of `Board.centre`. The layers lie on each other as on a printed map; what they
show is what LOS uses: buildings where their footprints are, growth over the hexes that have it.
"""

from html import escape

from rules.board.board import Board
from rules.board.drawing import buildings, ground, growth, hexsides, marks, roads
from rules.board.drawing.svg import element

_SOFT = element(
    "filter",
    element("feGaussianBlur", stdDeviation=1.3),
    id="bd-soft",
    color_interpolation_filters="sRGB",
)


def board_svg(board: Board) -> str:
    """The board as an SVG document. A standard board has the viewBox 0 0 1824 660."""
    width, height = (f"{length:g}" for length in board.grid.size())
    definitions = _SOFT + ground.defs() + growth.defs() + hexsides.defs()
    layers = (
        element("defs", definitions),
        ground.ground(board),
        growth.brush(board),
        growth.grain(board),
        growth.woods_floor(board),
        roads.roads(board),
        growth.woods_crowns(board),
        hexsides.hexsides(board),
        buildings.buildings(board),
        marks.marks(board),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">'
        f"{element('title', escape(board.title))}{''.join(layers)}</svg>\n"
    )

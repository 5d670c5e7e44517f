"""The layers of a board's picture, one module each; `rules.board.picture` lays them on each other.

Each module has functions from a board to a piece of SVG in picture units. `outlines.py` makes hexes
organic, `svg.py` writes shapes, `palette.py` holds the colours. Light comes from the north-west.
"""

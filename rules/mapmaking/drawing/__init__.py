"""The layers of a board's picture, one module each.

`rules.mapmaking.picture` lays them on each other.

Each module has functions from a `Plan` (`plan.py`) to a piece of SVG in picture units. `scatter.py`
strews things over areas, `svg.py` writes shapes, `palette.py` holds the colours.

Light comes from the north-west, however a board lies. Nothing else depends on where a board lies:
ornament is made from a feature's outline and name. Things of one kind are drawn as one path, which
is shown several times with different strokes (`svg.layers`): discs are the round ends of lines
without length. So a picture has some hundred elements, and not one for each tree.
"""

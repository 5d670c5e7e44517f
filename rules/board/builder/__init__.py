"""From what a board's source says to shapes, and from shapes to cells.

Belongs here: `build.py` makes `Features` of a `Layout` with shapely, `houses.py` its buildings;
`raster.py` makes cells of features and `built.py` a grid board of them.

Does not belong here: pictures (`rules.board.drawing`), LOS (`rules.board.grid`).
"""

"""From what a board's source says to shapes, and from shapes to cells.

Here belongs how outlines run, since that is what LOS judges. `build.py` is where to start: it makes
`Features` of a `Layout` with shapely; `raster.py` makes cells of features and `built.py` a grid
board of them. What is only ornament belongs to `rules/mapmaking/drawing`, LOS to
`rules/board/grid`.

Chance comes from `rules/mapmaking/noise.py` alone: a board is the same on every run. Coordinates
are multiples of 1/16 of a picture unit, exact in binary: they stay so on a board that is turned
or moved.
"""

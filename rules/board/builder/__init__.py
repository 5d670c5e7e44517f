"""Makes shapes of what a board source says by hexes; `build.py` is where to start.

Here belongs how outlines run, since that is what LOS judges. What is only ornament belongs to
`rules/board/drawing`. Chance comes from `rules/board/noise.py` alone, so that a board is the same
on every run; all coordinates are multiples of 1/16 of a picture unit, exact in binary, so that
they stay exact on a board that is turned or moved.
"""

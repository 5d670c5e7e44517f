"""The ground: hexes, terrain, board sources, LOS on level ground and the picture of a board.

Belongs here: what a board is made of, where things lie and what a line between two centre dots
meets (A6, chapter B terrain as far as LOS goes), and the drawing of it.

Does not belong here: units, movement costs and TEM. They are rules about terrain and live in the
chapters, which ask a `Board`.

Start with `board.py`: a `Board` answers every question about one playing area. `layout.py` and
`reading.py` are the source behind it (the format is in `docs/boards.md`), `geometry.py` the hex
grid, `footprints.py` the outlines of buildings, `trace.py` and `los.py` the LOS, `picture.py` the
SVG, drawn layer by layer in `drawing/`.
"""

"""The ground: hexes, terrain, board sources, LOS and the picture of a board.

Belongs here: what a board is made of, where things lie and what a line between two centre dots
meets (A6, chapter B terrain as far as LOS goes), and the drawing of it.

Does not belong here: units, movement costs and TEM. They are rules about terrain and live in the
chapters, which ask a `Board`.

Start with `board.py`: a `Board` answers every question about one playing area. `layout.py` and
`reading/` are the source behind it (the format is in `docs/boards.md`), `facts.py` what follows
from it, `geometry.py` the hex grid. `builder/` makes shapes of a layout (`features.py`), and cells
of the shapes; `grid/` judges LOS by the cells, `picture.py` draws the shapes, layer by layer in
`drawing/`. `maps.py` puts several boards together: `placing.py` says where they lie, `merging.py`
what their hexes are then, `joining.py` and `composing.py` join the shapes and the cells.
`imported/` are boards that a club owns, with a grid and a picture (`prints.py`) of their own;
`finding.py` finds boards of both sorts by their ids.
"""

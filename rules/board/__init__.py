"""The ground in play: hexes, terrain, Locations and LOS.

Here belongs what is asked of a board while it is played on: what a hex is, where things lie, and
what a line between two centre dots meets (A6, chapter B terrain as far as LOS goes).

How boards are made belongs to `rules/mapmaking`. Units, movement costs and TEM are rules about
terrain and live in the chapters, which ask a `Board`.

Start with `board.py`: a `Board` answers every question about one playing area. `layout.py` says
what it is made of, `facts.py` what follows from that, `geometry.py` is the hex grid, `names.py`
what hexes are called; `ground.py` is what lies under them, and `grid/` judges LOS by its cells.
"""

"""Boards that a club owns, brought in from the archives of VASL.

`archive.py` takes the few files that matter out of a folder or zip that nobody vouches for, and
`images.py` looks at its picture. `layout.py` says in our own terms what the hexes of the grid are,
with `kinds.py` for terrain and `lines.py` for roads and Depressions. `library.py` keeps boards in
the site's library; `boards.py` makes of one a `Board` like ours, whose LOS the grid decides.
"""

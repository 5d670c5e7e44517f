"""A board changed by hand: what the board editor does to a layout.

`edits.py` says what may be asked and makes new source text of it; `ground.py`, `lines.py`,
`buildings.py` and `barriers.py` are the operations, functions from layout to layout. Whether the
outcome is a board is decided as for any other: by reading its source.
"""

from rules.mapmaking.editing.edits import Edit, EditRefused, edited, preamble

__all__ = ["Edit", "EditRefused", "edited", "preamble"]

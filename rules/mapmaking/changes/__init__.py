"""Terrain changed by SSR: what a scenario says of its boards before play.

`read_changes` takes sentences ("grain is brush", "no roads", "deep snow", "rubble: K5") and gives
changes; `change` makes another layout of a layout. The kinds of change are in `ground.py`,
`ways.py`, `buildings.py` and `kinds.py`, the sentences in `reading.py`; `tidy.py` takes away what
cannot stay without what has gone.
"""

from rules.mapmaking.changes.kinds import Change, change
from rules.mapmaking.changes.reading import read_changes, sentence

__all__ = ["Change", "change", "read_changes", "sentence"]

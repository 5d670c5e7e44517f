"""How large a board may be that is made here. Those of files are not bound by this."""

from games.editor.making import Bounds
from rules.board.layout import BoardError, Layout
from rules.mapmaking.reading import read_layout

LONGEST_SOURCE = 40_000
"""Characters of a source."""
MOST_BOARDS = 40
"""Boards that one user may have."""
MOST_SCENARIOS = 20
"""Scenarios that one user may have."""
MOST_OWN_BOARDS = 6
"""Boards of one's own that a scenario may use."""
MOST_BYTES = 200_000
"""Bytes of a request: a source as JSON, with room to spare."""
COLUMNS, ROWS = 33, 20
MOST_MEMORY = 1 << 30
"""Bytes that a picture or a LOS may take."""
MOST_ANSWERED = 32 << 20
"""Bytes of a picture; the largest seen of a board within these bounds has 13 MB."""
MOST_RUN = 1500
"""Hexes along all roads and Depressions together."""
BOUNDS = Bounds(hexes=1400, counters=600, picture=8_000_000)
"""Of a scenario that somebody brings along: four boards of the usual size."""
FILE = "board"
"""What errors call the source, which is in no file."""


def bounded_layout(source: str) -> Layout:
    """The layout of a source that is within bounds. Raises BoardError."""
    if len(source) > LONGEST_SOURCE:
        raise BoardError(FILE, 1, "file", f"is longer than {LONGEST_SOURCE:,} characters")
    if "\0" in source:
        raise BoardError(FILE, source.partition("\0")[0].count("\n") + 1, "file", "is no text")
    layout = read_layout(source, file=FILE)
    grid = layout.grid
    if grid.columns > COLUMNS or grid.rows > ROWS:
        raise BoardError(FILE, _line(source, "size"), "size", f"is at most {COLUMNS} x {ROWS} here")
    roads = sum(len(road.cells) for road in layout.roads)
    if roads + sum(len(course.cells) for course in layout.depressions) > MOST_RUN:
        raise BoardError(FILE, 1, "roads", f"run through more than {MOST_RUN:,} hexes in all")
    return layout


def _line(source: str, keyword: str) -> int:
    lines = source.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.split()[:1] == [keyword]), 1)

"""How fast our own boards are built, loaded and asked for LOS. The clock is the caller's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rules.board.grid.bench import Clock, bench_los
from rules.mapmaking.builder.built import built_grid, cached_grid
from rules.mapmaking.reading import read_layout

_MONTH: Final = 7
_MILLI: Final = 1e3


def bench_source(source: Path, clock: Clock) -> Iterator[dict[str, Any]]:
    """What was measured on the board of a source file, one dict for each measurement.

    First how long its source takes to become a grid; then the same as of any board, loaded from
    the cells that are kept. Raises BoardError.
    """
    layout = read_layout(source.read_text(encoding="utf-8"), file=source.name)
    built_grid(layout, _MONTH)
    start = clock()
    built_grid(layout, _MONTH)
    took = round(_MILLI * (clock() - start), 1)
    yield {"bench": "los", "what": "build", "board": layout.id, "ms": took}
    yield from bench_los(layout.id, lambda: cached_grid(layout, _MONTH), clock)

"""How fast the LOS of a grid board is. The clock is the caller's: the rules have none."""

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from rules.board.grid.engine import GridBoard, load_grid_board
from rules.board.grid.geometry import geometry_of
from rules.board.grid.options import Reading
from rules.board.grid.walk import REASON

_LOADS: Final = 15
_PASSES: Final = 3
_STRIDE: Final = 7
_MILLI, _MICRO = 1e3, 1e6

Clock = Callable[[], float]
Load = Callable[[], GridBoard]


def bench_folder(
    folder: Path, clock: Clock, reading: Reading = Reading.VASL
) -> Iterator[dict[str, Any]]:
    """What was measured on the board in a folder; as `bench_los`. Raises GridError."""
    return bench_los(folder.name, lambda: load_grid_board(folder, reading), clock)


def bench_los(name: str, load: Load, clock: Clock) -> Iterator[dict[str, Any]]:
    """What was measured on the board that is loaded so, one dict for each measurement.

    `clock` gives seconds, such as `time.process_time`. What has to be compiled or taken from the
    compiled functions kept is done before and reported apart.
    """
    start = clock()
    board = load()
    _all_pairs(board, sources=1)
    board.los(board.spots[0][0], board.spots[-1][0])
    yield {"bench": "los", "what": "first use", "board": name, "ms": _ms(clock() - start)}
    yield _loading(name, load, clock)
    yield _cold(board, name, clock)
    yield _repeated(board, name, clock)


def _loading(name: str, load: Load, clock: Clock) -> dict[str, Any]:
    times: list[float] = []
    for _ in range(_LOADS):
        start = clock()
        board = load()
        times.append(clock() - start)
    geometry_of.cache_clear()
    start = clock()
    board = load()
    return {
        "bench": "los",
        "what": "load",
        "board": name,
        "first_of_its_shape_ms": _ms(clock() - start),
        "median_ms": _ms(statistics.median(times)),
        "memory_mb": round(board.memory() / 1e6, 1),
    }


def _cold(board: GridBoard, name: str, clock: Clock) -> dict[str, Any]:
    """All ordered pairs of hex centres, all targets of a source in one call, both ways each."""
    rates: list[float] = []
    pairs = blocked = 0
    for _ in range(_PASSES):
        start = clock()
        pairs, blocked = _all_pairs(board, sources=len(board.spots))
        rates.append(pairs / (clock() - start))
    return {
        "bench": "los",
        "what": "all targets from one hex",
        "board": name,
        "pairs": pairs,
        "blocked_percent": round(100 * blocked / pairs, 1),
        "checks_per_second": round(statistics.median(rates)),
    }


def _repeated(board: GridBoard, name: str, clock: Clock) -> dict[str, Any]:
    centres = [next(spot for spot in spots if spot.central) for spots in board.spots]
    asked = [
        (source, centres[_STRIDE * index % len(centres)]) for index, source in enumerate(centres)
    ]
    start = clock()
    for source, target in asked:
        board.los(source, target)
    first = (clock() - start) / len(asked)
    start = clock()
    for source, target in asked:
        board.los(source, target)
    again = (clock() - start) / len(asked)
    return {
        "bench": "los",
        "what": "one question",
        "board": name,
        "first_us": round(_MICRO * first, 1),
        "again_us": round(_MICRO * again, 2),
    }


def _all_pairs(board: GridBoard, *, sources: int) -> tuple[int, int]:
    pairs = blocked = 0
    for spots in board.spots[:sources]:
        source = next(spot for spot in spots if spot.central)
        found = board.fresh_sweep(source, board.centres_but(source.hex))
        pairs += len(found)
        blocked += int(np.count_nonzero(found[:, REASON]))
    return pairs, blocked


def _ms(seconds: float) -> float:
    return round(_MILLI * seconds, 1)

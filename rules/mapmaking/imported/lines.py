"""Lines from hex to hex, put together of pairs of neighbours."""

from collections.abc import Iterable, Iterator

from rules.board.geometry import Cell, step

Pair = tuple[Cell, Cell]


def lines(pairs: Iterable[Pair]) -> tuple[tuple[Cell, ...], ...]:
    """The fewest lines, or nearly so, that run from hex to hex over each of these pairs once.

    The same pairs give the same lines. A line begins at an end if there is one, and goes straight
    on where it can.
    """
    ways: dict[Cell, set[Cell]] = {}
    for a, b in pairs:
        ways.setdefault(a, set()).add(b)
        ways.setdefault(b, set()).add(a)
    return tuple(_lines(ways))


def without(cells: tuple[Cell, ...], stops: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """A line in pieces that have none of `stops` but at their ends."""
    first = 0
    for index in range(1, len(cells)):
        if cells[index] in stops or index == len(cells) - 1:
            yield cells[first : index + 1]
            first = index


def _lines(ways: dict[Cell, set[Cell]]) -> Iterator[tuple[Cell, ...]]:
    while open_ := sorted(cell for cell, others in ways.items() if others):
        start = min(open_, key=lambda cell: (len(ways[cell]) % 2 == 0, cell))
        line = [start]
        while ways[line[-1]]:
            here = line[-1]
            there = _next(line, ways[here])
            ways[here].discard(there)
            ways[there].discard(here)
            line.append(there)
        yield tuple(line)


def _next(line: list[Cell], others: set[Cell]) -> Cell:
    here = line[-1]
    if len(line) > 1:
        before = line[-2]
        ahead = (2 * here[0] - before[0], 2 * here[1] - before[1])
        if ahead in others:
            return ahead
    return next(cell for cell in (step(here, side) for side in range(6)) if cell in others)

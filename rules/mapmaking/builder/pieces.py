"""Which hexes make one piece."""

from collections.abc import Iterable, Iterator

from rules.board.geometry import SIDES, Cell, step


def connected(cells: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Groups of cells joined over hexsides, each in order, by their first cells."""
    left = set(cells)
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        group = [first]
        for cell in group:
            for side in SIDES:
                neighbour = step(cell, side)
                if neighbour in left:
                    left.remove(neighbour)
                    group.append(neighbour)
        yield tuple(sorted(group))

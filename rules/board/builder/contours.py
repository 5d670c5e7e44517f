"""Contours: where the ground rises to a level, or falls to one below 0 (B10)."""

from rules.board.builder.shapes import hexagon, playing_area, snapped, united
from rules.board.features import Contour
from rules.board.layout import Layout


def contours(layout: Layout) -> tuple[Contour, ...]:
    """From level 1 up, then from -1 down; each lies inside the one before."""
    levels = set(layout.levels.values()) | {0}
    up = [_contour(layout, level) for level in range(1, max(levels) + 1)]
    return (*up, *(_contour(layout, level) for level in range(-1, min(levels) - 1, -1)))


def _contour(layout: Layout, level: int) -> Contour:
    cells = [
        cell
        for cell in layout.grid.cells()
        if (layout.level(cell) >= level if level > 0 else layout.level(cell) <= level)
    ]
    whole = united(hexagon(cell) for cell in cells).buffer(-3 * abs(level))
    return Contour(level, snapped(whole.intersection(playing_area(layout.grid))))

"""A history of ratings as points of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.clubs.models import RatingEntry

WIDTH: Final = 600
HEIGHT: Final = 200
EDGE: Final = 30


@dataclass(frozen=True)
class Plot:
    """A line of ratings, and the band in which they lie with 95 % confidence."""

    line: str
    band: str
    dots: tuple[tuple[float, float, str], ...]
    marks: tuple[tuple[float, int], ...]


def plot_of(rows: Sequence[RatingEntry]) -> Plot:
    """The picture of somebody's ratings."""
    spans = [(row.rating - 2 * row.deviation, row.rating + 2 * row.deviation) for row in rows]
    low, high = min(one for one, _ in spans), max(one for _, one in spans)
    step = (WIDTH - 2 * EDGE) / max(len(rows) - 1, 1)

    def x(place: int) -> float:
        return round(EDGE + place * step, 1)

    def y(value: float) -> float:
        return round(HEIGHT - EDGE - (value - low) / (high - low) * (HEIGHT - 2 * EDGE), 1)

    dots = tuple((x(i), y(row.rating), f"{row.rating:.0f}") for i, row in enumerate(rows))
    upper = [f"{x(i)},{y(span[1])}" for i, span in enumerate(spans)]
    lower = [f"{x(i)},{y(span[0])}" for i, span in enumerate(spans)]
    hundreds = range(
        int(low // 100 + 1) * 100, int(high) + 1, max(100, int((high - low) // 500) * 100)
    )
    return Plot(
        line=" ".join(f"{a},{b}" for a, b, _ in dots),
        band=" ".join((*upper, *reversed(lower))),
        dots=dots,
        marks=tuple((y(value), value) for value in hundreds),
    )

"""A history of ratings as points of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.clubs.core.glicko import Rating
from games.clubs.models import RatingEntry
from games.clubs.selectors.ratings import as_rating

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
    """The picture of somebody's ratings, from what he began with."""
    ratings = [Rating(), *(as_rating(row) for row in rows)]
    spans = [(one.rating - 2 * one.deviation, one.rating + 2 * one.deviation) for one in ratings]
    low, high = min(one for one, _ in spans), max(one for _, one in spans)
    step = (WIDTH - 2 * EDGE) / (len(ratings) - 1)

    def x(place: int) -> float:
        return round(EDGE + place * step, 1)

    def y(value: float) -> float:
        return round(HEIGHT - EDGE - (value - low) / (high - low) * (HEIGHT - 2 * EDGE), 1)

    dots = tuple((x(i), y(one.rating), f"{one.rating:.0f}") for i, one in enumerate(ratings))
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

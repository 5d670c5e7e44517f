"""C3 the To Hit table, as far as support weapons need it: light mortars fire at the Area."""

from functools import cache
from pathlib import Path

from rules.tables.chart import read_chart


def area_number(distance: int) -> int:
    """C3: the Basic TH# at a hex so many hexes away."""
    *limits, (_, farthest) = _area()
    return next((number for limit, number in limits if distance <= limit), farthest)


@cache
def _area() -> tuple[tuple[int, int], ...]:
    chart = read_chart(Path(__file__).parent / "to_hit.txt")
    numbers = (cell.number() for cell in chart.row("Area"))
    return tuple(
        (int(column), number) for column, number in zip(chart.columns, numbers, strict=True)
    )

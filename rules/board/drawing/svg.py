"""Writes SVG: numbers, paths and elements, as short as they can be."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Place = tuple[float, float]


def num(value: float) -> str:
    """A number to a tenth of a unit."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(place: Place) -> str:
    """A place in a path."""
    return f"{num(place[0])} {num(place[1])}"


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; underscores in attribute names stand for hyphens, at their end for nothing."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(content: Iterable[str], /, **attributes: str | float) -> str:
    """Elements with attributes in common; nothing if there are none."""
    inside = "".join(content)
    return element("g", inside, **attributes) if inside else ""


def path(data: str, /, **attributes: str | float) -> str:
    """A path; nothing if it has no data."""
    return element("path", "", d=data, **attributes) if data else ""


def use(symbol: str, place: Place) -> str:
    """A symbol set down at a place."""
    return f'<use href="#{symbol}" x="{num(place[0])}" y="{num(place[1])}"/>'


def polygon(places: Sequence[Place]) -> str:
    """Path data of straight lines round an area."""
    return "M" + "L".join(at(place) for place in places) + "Z"


def line(start: Place, end: Place) -> str:
    """Path data of one straight line."""
    return f"M{at(start)}L{at(end)}"


def disc(place: Place, radius: float) -> str:
    """Path data of a full circle."""
    x, y = place
    r = num(radius)
    left, right = at((x - radius, y)), at((x + radius, y))
    return f"M{left}A{r} {r} 0 1 1 {right}A{r} {r} 0 1 1 {left}Z"


def rounded(places: Sequence[Place]) -> str:
    """Path data of a smooth line round an area: curves through the middles of the edges."""
    middles = [_middle(a, b) for a, b in pairwise([*places, places[0]])]
    curves = (
        f"Q{at(place)} {at(middle)}"
        for place, middle in zip([*places[1:], places[0]], [*middles[1:], middles[0]], strict=True)
    )
    return f"M{at(middles[0])}{''.join(curves)}Z"


def _middle(a: Place, b: Place) -> Place:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"

"""Writes SVG: numbers, paths and elements, as short as they can be."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LinearRing, LineString, Polygon
from shapely.geometry.base import BaseGeometry, BaseMultipartGeometry

Place = tuple[float, float]
Places = NDArray[np.float64]
"""Places in picture units, one in a row: shape (n, 2)."""
Figure = tuple[tuple[Place, ...], ...]
"""A small figure: its lines, from place to place, as seen from the middle of it."""
Look = dict[str, str | float]
"""How a path is drawn: attributes, written as `element` takes them."""

DOWN = 1.25
"""How much farther down than to the right a shadow falls."""


def num(value: float) -> str:
    """A number to a tenth of a unit."""
    return _tenths(round(value * 10))


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


def layers(name: str, data: str, *looks: Look) -> str:
    """One path drawn several times over, each time with another look; nothing without data.

    `name` must be unique in the picture.
    """
    if not data:
        return ""
    drawn = (element("use", href=f"#bd-{name}", **look) for look in looks)
    return element("defs", element("path", id=f"bd-{name}", d=data)) + "".join(drawn)


def shifted(look: Look, distance: float) -> Look:
    """A look moved away from the light, which falls from the north-west; or, if negative, to it."""
    return {**look, "transform": f"translate({distance:g} {distance * DOWN:g})"}


def stroke(colour: str, width: float, **more: str | float) -> Look:
    """The look of a line."""
    return {"fill": "none", "stroke": colour, "stroke_width": width, **more}


def fill(colour: str, **more: str | float) -> Look:
    """The look of an area, whose holes stay open."""
    return {"fill": colour, "fill_rule": "evenodd", **more}


def discs(colour: str, diameter: float, **more: str | float) -> Look:
    """The look of places made by `dots`."""
    return stroke(colour, diameter, stroke_linecap="round", **more)


def polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    """The polygons of a shape; lines and points that lie about in it are left out."""
    if isinstance(shape, Polygon):
        if not shape.is_empty:
            yield shape
    elif isinstance(shape, BaseMultipartGeometry):
        for part in shape.geoms:
            yield from polygons(part)


def rings(shape: BaseGeometry) -> Iterator[LinearRing]:
    """The outlines of a shape, those of its holes too."""
    for polygon in polygons(shape):
        yield polygon.exterior
        yield from polygon.interiors


def lines(shape: BaseGeometry) -> Iterator[LineString]:
    """The lines of a geometry; points that lie about in it are left out."""
    if isinstance(shape, LineString):
        if not shape.is_empty:
            yield shape
    elif isinstance(shape, BaseMultipartGeometry):
        for part in shape.geoms:
            yield from lines(part)


def outline(shape: BaseGeometry) -> str:
    """Path data of all outlines of a shape."""
    return "".join(chain(np.asarray(ring.coords)) + "z" for ring in rings(shape))


def courses(shape: BaseGeometry) -> str:
    """Path data of all lines of a geometry."""
    return "".join(chain(np.asarray(line.coords)) for line in lines(shape))


def polygon(places: Sequence[Place]) -> str:
    """Path data of straight lines round an area."""
    return chain(np.asarray(places)) + "z"


def line(start: Place, end: Place) -> str:
    """Path data of one straight line."""
    return chain(np.asarray((start, end)))


def chain(places: Places) -> str:
    """Path data of straight lines from place to place."""
    whole = _whole(places)
    steps = np.diff(whole, axis=0)
    steps = steps[np.any(steps != 0, axis=1)]
    begin = f"M{_pair(*whole[0].tolist())}"
    return f"{begin}l{_joined(_pair(*step) for step in steps.tolist())}" if len(steps) else begin


def dots(places: Places) -> str:
    """Path data of places, to be drawn as discs by a wide line with round ends."""
    if not len(places):
        return ""
    whole = _whole(places)
    first = f"M{_pair(*whole[0].tolist())}h0"
    return first + "".join(f"m{_pair(*step)}h0" for step in np.diff(whole, axis=0).tolist())


def segments(starts: Places, ends: Places) -> str:
    """Path data of many short lines."""
    return "".join(
        f"M{_pair(x, y)}l{_pair(dx, dy)}"
        for (x, y), (dx, dy) in zip(
            _whole(starts).tolist(), (_whole(ends) - _whole(starts)).tolist(), strict=True
        )
    )


def stamps(places: Places, figure: Figure) -> str:
    """Path data of the same small figure at many places."""
    begins = np.asarray([run[0] for run in figure])
    runs = [
        _joined(_pair(*step) for step in np.diff(_whole(np.asarray(run)), axis=0).tolist())
        for run in figure
    ]
    return "".join(
        f"M{_pair(*begin)}l{run}"
        for begun in _whole(places[:, None, :] + begins).tolist()
        for begin, run in zip(begun, runs, strict=True)
    )


def _whole(places: Places) -> NDArray[np.int64]:
    """Tenths of a picture unit."""
    return np.rint(places * 10).astype(np.int64)


def _pair(x: int, y: int) -> str:
    second = _tenths(y)
    return f"{_tenths(x)}{second}" if second[0] == "-" else f"{_tenths(x)} {second}"


def _joined(numbers: Iterable[str]) -> str:
    """Numbers side by side: a minus sign parts them as well as a space does."""
    return " ".join(numbers).replace(" -", "-")


def _tenths(value: int) -> str:
    whole, rest = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole or '' if rest else whole}{f'.{rest}' if rest else ''}"


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"

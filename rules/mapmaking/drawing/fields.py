"""What people till: grain, vineyards, rice paddies."""

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.features import Area
from rules.board.terrain import Terrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import frame, rows, turning
from rules.mapmaking.drawing.svg import (
    Places,
    courses,
    discs,
    dots,
    fill,
    layers,
    lines,
    outline,
    path,
    shifted,
    stroke,
)
from rules.mapmaking.noise import number

_ROW, _VINE_ROW, _VINE = 3.6, 7.6, 3.9
_VINE_MARGIN = 2.4
_PADDY_LONG, _PADDY_WIDE = 26.0, 19.0
_BANK, _SMALL = 1.5, 0.8
_SPROUTS = 3.6
_SHEEN, _SHEEN_ANGLE = 10.8, 162.0


def grain(plan: Plan) -> str:
    """Fields, their rows at an angle of each field's own; out of season only stubble stands."""
    areas = plan.areas(Terrain.GRAIN)
    if not plan.season.grain:
        return _stubble(plan, areas)
    tints = [
        path(
            outline(plan.beyond([area.shape])),
            **fill(palette.GRAINS[number(f"{area.name} tone", len(palette.GRAINS))]),
        )
        for area in areas
    ]
    dark, light = (
        "".join(
            courses(rows(area.shape, _ROW, area.angle, frame(area.shape), shift)) for area in areas
        )
        for shift in (0.0, 1.2)
    )
    edge = outline(plan.beyond([area.shape for area in areas]))
    return (
        "".join(tints)
        + path(light, **stroke(palette.GRAIN_LIGHT, 1.0, stroke_dasharray="9 1.5 5 2.5"))
        + path(dark, **stroke(palette.GRAIN_ROW, 0.8, stroke_dasharray="6 2 4 1.5"))
        + path(edge, **stroke(palette.GRAIN_EDGE, 1.1))
    )


def _stubble(plan: Plan, areas: tuple[Area, ...]) -> str:
    left = "".join(courses(rows(one.shape, _ROW, one.angle, frame(one.shape))) for one in areas)
    return layers(
        "stubble",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.STUBBLE),
        stroke(palette.STUBBLE_EDGE, 0.9, stroke_dasharray="6 3"),
    ) + path(left, **stroke(palette.STUBBLE_ROW, 0.6, stroke_dasharray="1.2 2.6 2 3.2"))


def vineyards(plan: Plan) -> str:
    """Vines on poles, row by row."""
    areas = plan.areas(Terrain.VINEYARD)
    ground = layers(
        "vineyard",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.VINEYARD),
        stroke(palette.VINEYARD_EDGE, 0.9),
    )
    found = [
        rows(
            area.shape.buffer(-_VINE_MARGIN).difference(plan.trodden),
            _VINE_ROW,
            area.angle,
            frame(area.shape),
        )
        for area in areas
    ]
    data = "".join(courses(row) for row in found)
    vines = [np.empty((0, 2)), *(_along(row, _VINE) for row in found)]
    return (
        ground
        + layers("vines", data, stroke(palette.FURROW, 4.4), stroke(palette.POLE, 0.6))
        + layers(
            "vine",
            dots(np.vstack(vines)),
            shifted(discs(palette.SHADOW, 3.2, stroke_opacity=0.3), 0.9),
            discs(palette.VINE_EDGE, 3.3),
            discs(palette.VINE, 2.7),
            shifted(discs(palette.VINE_LIGHT, 1.1), -0.5),
        )
    )


def _along(rows_: BaseGeometry, spacing: float) -> Places:
    """Places along lines, each line's beginning at its middle."""
    found = [np.empty((0, 2))]
    for line in lines(rows_):
        half = int(line.length / 2 / spacing)
        along = line.length / 2 + np.arange(-half, half + 1) * spacing
        found.append(shapely.get_coordinates(shapely.line_interpolate_point(line, along)))
    return np.vstack(found)


def paddies(plan: Plan) -> str:
    """Flooded fields between low banks, with young rice in them."""
    areas = plan.areas(Terrain.RICE_PADDY)
    ground = layers(
        "paddy",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.PADDY_BANK),
        stroke(palette.PADDY_EDGE, 0.9),
    )
    fields = [(area, _flooded(plan, area)) for area in areas]
    water = layers(
        "flooded",
        "".join(outline(field) for _, field in fields),
        stroke(palette.PADDY_EDGE, 1.0, stroke_opacity=0.7),
        fill(palette.PADDY_WATER),
    )
    sheen = "".join(
        courses(rows(_shrunk(field, 2.0), _SHEEN, _SHEEN_ANGLE, frame(area.shape)))
        for area, field in fields
    )
    sown = (
        rows(_shrunk(field, 1.6), _SPROUTS, area.angle, frame(area.shape)) for area, field in fields
    )
    rice = [np.empty((0, 2)), *(_along(row, _SPROUTS * 0.8) for row in sown)]
    return (
        ground
        + water
        + path(
            sheen, **stroke(palette.PADDY_SHEEN, 1.4, stroke_opacity=0.7, stroke_dasharray="7 9")
        )
        + path(dots(np.vstack(rice)), **discs(palette.SPROUT, 1.0, stroke_opacity=0.85))
    )


def _flooded(plan: Plan, area: Area) -> BaseGeometry:
    """The fields of an area: oblongs laid like bricks, parted by banks."""
    lies = frame(area.shape)
    left, top, right, bottom = area.shape.bounds
    count = int(np.hypot(right - left, bottom - top) / _PADDY_WIDE) + 1
    wet = area.shape.buffer(-_BANK).difference(plan.trodden)
    fields = []
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            x = (column + 0.5 * (row % 2)) * _PADDY_LONG
            y = row * _PADDY_WIDE
            x2, y2 = x + _PADDY_LONG - 2 * _BANK, y + _PADDY_WIDE - 2 * _BANK
            corners = np.asarray(((x, y), (x2, y), (x2, y2), (x, y2))) @ turning(area.angle)
            fields.append(Polygon(lies.outside(corners)).intersection(wet))
    kept = [field for field in fields if not field.is_empty]
    whole = shapely.buffer(shapely.buffer(kept, -_SMALL), _SMALL)
    return MultiPolygon(shapely.get_parts(whole).tolist())


def _shrunk(fields: BaseGeometry, by: float) -> BaseGeometry:
    """Fields that do not touch, each made smaller: much faster than all of them at once."""
    inside = shapely.buffer(shapely.get_parts(fields), -by)
    return MultiPolygon(shapely.get_parts(inside).tolist())

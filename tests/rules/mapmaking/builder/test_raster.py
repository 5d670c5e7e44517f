"""Cells made of shapes: which points a shape has, and what lies over what."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import LineString, MultiPoint, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from rules.board.features import (
    Area,
    Barrier,
    Contour,
    Course,
    Features,
    Ford,
    House,
    Shape,
    Span,
    Way,
)
from rules.board.geometry import cell_at, corners
from rules.board.grid.standard import STANDARD
from rules.board.layout import Building
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.builder.raster import Cells, cells_of, points_in

SIZE = (40, 30)
sixteenths = st.integers(-5 * 16, 45 * 16)


@st.composite
def hulls(draw: st.DrawFn) -> Polygon:
    """A convex polygon; corners on sixteenths, many of them on whole points."""
    grain = draw(st.sampled_from([16, 16, 8, 1]))
    corner = st.tuples(sixteenths, sixteenths).map(
        lambda p: (p[0] // grain * grain / 16, p[1] // grain * grain / 16)
    )
    hull = MultiPoint(draw(st.lists(corner, min_size=3, max_size=8))).convex_hull
    return hull if isinstance(hull, Polygon) else Polygon()


def snapped(shape: BaseGeometry) -> Shape:
    found = shapely.set_precision(shapely.set_precision(shape, 1 / 16), 0)
    return found if isinstance(found, Polygon | MultiPolygon) else Polygon()


def shapes() -> st.SearchStrategy[Shape]:
    """Polygons with corners turned in, with holes, and in several parts."""
    return st.builds(lambda a, b, c: snapped(a.union(b).difference(c)), hulls(), hulls(), hulls())


def mask(shape: Shape, size: tuple[int, int] = SIZE) -> npt.NDArray[np.bool_]:
    found = np.zeros(size, np.bool_)
    found.ravel()[points_in([shape], size)] = True
    return found


@given(shapes())
def test_the_points_of_a_shape_are_those_it_covers(shape: Shape) -> None:
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]), indexing="ij")
    assert (mask(shape) == shapely.intersects_xy(shape, x, y)).all()


@given(shapes())
def test_a_shape_turned_has_its_points_turned(shape: Shape) -> None:
    turned = affinity.affine_transform(shape, [-1, 0, 0, -1, SIZE[0] - 1, SIZE[1] - 1])
    assert (mask(turned) == mask(shape)[::-1, ::-1]).all()


def test_shapes_side_by_side_are_filled_together() -> None:
    both = np.unique(points_in([box(2, 2, 6, 6), box(6, 2, 9, 6)], SIZE))
    assert (both == np.flatnonzero(mask(box(2, 2, 9, 6)).ravel())).all()


def test_nothing_has_no_points() -> None:
    assert len(points_in([Polygon()], SIZE)) == len(points_in([], SIZE)) == 0


# What lies over what

HOUSE = Building("house", Terrain.STONE_BUILDING, False, (cell_at(1, 1),), (), 2)
LINE = LineString([(0, 50), (114, 50)])


def names(cells: Cells, *points: tuple[int, int]) -> list[str]:
    return [STANDARD[int(cells.terrain[point])].name for point in points]


def made(month: int = 7, **features: object) -> Cells:
    return cells_of(replace(Features((114.0, 132.0)), **features), month)  # type: ignore[arg-type]


def strip(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    return box(x0, y0, x1, y1)


def test_every_point_of_the_area_has_a_cell() -> None:
    cells = made()
    assert cells.terrain.shape == cells.elevation.shape == (115, 133)
    assert not cells.terrain.any()
    assert not cells.elevation.any()


def test_levels_are_those_of_the_innermost_contour() -> None:
    cells = made(
        contours=(
            Contour(1, strip(0, 0, 60, 60)),
            Contour(2, strip(10, 10, 40, 40)),
            Contour(-1, strip(70, 70, 100, 100)),
        )
    )
    assert [int(cells.elevation[x, x]) for x in (5, 20, 50, 65, 80)] == [1, 2, 1, 0, -1]


def test_a6_3_a_depression_is_one_level_below_its_ground_and_a_bridge_is_not() -> None:
    bed, deck = strip(0, 40, 114, 60), strip(40, 35, 60, 65)
    cells = made(
        contours=(Contour(1, strip(0, 0, 60, 132)),),
        areas=(Area(Terrain.WOODS, strip(0, 0, 114, 132), (), "woods"),),
        courses=(Course(DepressionKind.STREAM, LINE, bed, Polygon(), "stream"),),
        ways=(Way(RoadKind.DIRT, LINE, strip(45, 0, 55, 132), "road"),),
        spans=(Span(cell_at(1, 1), deck, LINE, stone=False),),
    )
    points = [(20, 50), (42, 50), (80, 50), (50, 20), (20, 20)]
    assert [int(cells.elevation[point]) for point in points] == [0, 1, -1, 1, 1]
    assert names(cells, *points) == ["Stream", "Wooden Bridge", "Stream", "Dirt Road", "Woods"]


def test_b6_2_a_bridge_has_a_roadway_and_is_one_in_its_own_hex_alone() -> None:
    cells = made(
        rivers=(Area(Terrain.WATER, strip(0, 20, 114, 80), (), "river"),),
        ways=(Way(RoadKind.PAVED, LINE, strip(52, 0, 62, 132), "road"),),
        spans=(Span(cell_at(1, 1), strip(48, 15, 66, 85), LINE, stone=True),),
    )
    points = [(57, 66), (50, 66), (57, 25), (50, 25), (57, 90), (40, 25)]
    assert names(cells, *points) == [
        "Stone Bridge Roadway",
        "Stone Bridge",
        "Paved Road",
        "Open Ground",
        "Paved Road",
        "River",
    ]
    assert [int(cells.elevation[point]) for point in points] == [0, 0, 0, 0, 0, -1]


def test_a_road_in_a_depression_leaves_it_a_depression() -> None:
    cells = made(
        courses=(Course(DepressionKind.GULLY, LINE, strip(0, 40, 114, 60), Polygon(), "gully"),),
        ways=(Way(RoadKind.DIRT, LINE, strip(50, 0, 60, 132), "road"),),
    )
    assert names(cells, (55, 50), (55, 20)) == ["Gully", "Dirt Road"]


def test_b21_fords_are_water_of_the_river_alone() -> None:
    cells = made(
        rivers=(Area(Terrain.WATER, strip(0, 40, 114, 60), (), "river"),),
        fords=(Ford(cell_at(1, 1), strip(40, 20, 70, 60)),),
    )
    points = [(20, 50), (55, 50), (55, 30)]
    assert names(cells, *points) == ["River", "Ford", "Open Ground"]
    assert [int(cells.elevation[point]) for point in points] == [-1, -1, 0]


def test_b_6_inherent_terrain_fills_its_hexes() -> None:
    cell = cell_at(1, 1)
    smooth = Polygon(corners(cell)).buffer(-6)
    for terrain, filled in ((Terrain.ORCHARD, True), (Terrain.BRUSH, False)):
        cells = made(areas=(Area(terrain, smooth, (cell,), "area"),))
        for x, y in corners(cell):
            assert (names(cells, (round(x), round(y))) != ["Open Ground"]) == filled


def test_b13_6_a_path_opens_no_lane() -> None:
    cells = made(
        areas=(Area(Terrain.WOODS, strip(0, 0, 114, 132), (), "woods"),),
        ways=(Way(RoadKind.PATH, LINE, strip(0, 48, 114, 52), "path"),),
    )
    assert names(cells, (50, 50)) == ["Woods"]


def test_b23_a_building_covers_the_road_and_a_rowhouse_wall_the_building() -> None:
    wall = Barrier(HexsideTerrain.ROWHOUSE_WALL, LINE, strip(50, 40, 54, 60), "wall", 2)
    cells = made(
        ways=(Way(RoadKind.PAVED, LINE, strip(0, 45, 114, 55), "road"),),
        houses=(House(HOUSE, strip(40, 40, 70, 60), (), "house"),),
        barriers=(wall,),
    )
    points = [(20, 50), (45, 50), (52, 50)]
    expected = ["Paved Road", "Stone Building, 2 Level", "Rowhouse Wall, 2 Level"]
    assert names(cells, *points) == expected


@pytest.mark.parametrize("line", [LINE, LineString([(0, 50), (114, 60)])])
def test_b11_a_cliff_is_as_low_as_what_lies_to_its_right(line: LineString) -> None:
    cells = made(
        contours=(Contour(1, strip(0, 0, 114, 50)), Contour(2, strip(0, 0, 114, 50))),
        barriers=(Barrier(HexsideTerrain.CLIFF, line, strip(0, 48, 114, 56), "cliff"),),
    )
    assert [int(cells.elevation[50, y]) for y in (47, 48, 50, 56, 57)] == [2, 0, 0, 0, 0]
    assert names(cells, (50, 47), (50, 48)) == ["Open Ground", "Cliff"]


@pytest.mark.parametrize(
    ("month", "grain", "orchard"),
    [
        (3, "Open Ground", "Orchard, Out of Season"),
        (4, "Plowed Field", "Orchard"),
        (5, "Plowed Field", "Orchard"),
        (6, "Grain", "Orchard"),
        (9, "Grain", "Orchard"),
        (10, "Open Ground", "Orchard"),
        (11, "Open Ground", "Orchard, Out of Season"),
    ],
)
def test_b14_3_b15_6_seasons(month: int, grain: str, orchard: str) -> None:
    cell = cell_at(1, 1)
    field = Area(Terrain.GRAIN, strip(0, 0, 20, 20), (), "field")
    cells = made(month, areas=(field, Area(Terrain.ORCHARD, Polygon(), (cell,), "orchard")))
    assert names(cells, (10, 10), (57, 66)) == [grain, orchard]

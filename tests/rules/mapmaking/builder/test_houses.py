"""Where buildings stand in their hexes (B23)."""

from itertools import combinations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon, box

from rules.board.features import House
from rules.board.geometry import SIDES, Cell, Grid, centre, corners, step
from rules.board.layout import Building, Layout, hexside
from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.builder.houses import houses

GRID = Grid(columns=7, rows=5)
CELLS = tuple(GRID.cells())
CLEARANCE = 4.0


def layout(*buildings: Building, rowhouse: bool = False, id: str = "test") -> Layout:
    walls = {
        hexside(a, next(side for side in SIDES if step(a, side) == b)): HexsideTerrain.ROWHOUSE_WALL
        for building in buildings
        for a, b in building.joints
        if rowhouse
    }
    return Layout(
        id=id, title=id, grid=GRID, terrain={}, hexsides=walls, roads=(), buildings=buildings
    )


def building(*cells: Cell, levels: int = 0, church: bool = False) -> Building:
    joints = tuple((a, b) for a, b in combinations(cells, 2) if b in {step(a, s) for s in SIDES})
    return Building("house", Terrain.STONE_BUILDING, church, cells, joints, levels)


@st.composite
def buildings(draw: st.DrawFn) -> Building:
    """A building of one to four hexes that hang together."""
    cells = [draw(st.sampled_from(CELLS))]
    for _ in range(draw(st.integers(0, 3))):
        around = sorted({step(cell, side) for cell in cells for side in SIDES} - set(cells))
        cells.append(draw(st.sampled_from([cell for cell in around if GRID.has(cell)])))
    church = draw(st.booleans()) and len(cells) < 3
    return building(*cells, levels=draw(st.integers(0, 3)), church=church)


def side_line(cell: Cell, side: int) -> LineString:
    vertices = corners(cell)
    return LineString([vertices[side], vertices[(side + 1) % 6]])


@given(buildings(), st.booleans(), st.text("abc", min_size=1, max_size=3))
def test_dots_and_hexsides_of_a_building(one: Building, rowhouse: bool, id: str) -> None:
    (house,) = houses(layout(one, rowhouse=rowhouse, id=id))
    for cell in CELLS:
        dot = Point(centre(cell))
        if cell in one.cells:
            assert house.shape.buffer(0.01).contains(dot)
        else:
            assert house.shape.distance(dot) > CLEARANCE
        for side in SIDES:
            if GRID.has(step(cell, side)):
                check_side(house, one, cell, side)


def check_side(house: House, one: Building, cell: Cell, side: int) -> None:
    line = side_line(cell, side)
    if {cell, step(cell, side)} <= set(one.cells):
        assert house.shape.distance(line.interpolate(0.5, normalized=True)) == 0
    else:
        assert house.shape.distance(line) >= CLEARANCE


@given(buildings())
def test_roofs_cover_what_blocks(one: Building) -> None:
    (house,) = houses(layout(one))
    area = box(0, 0, *GRID.size())
    under = [Polygon(roof.corners) for roof in house.roofs]
    assert area.buffer(0.01).contains(house.shape)
    for roof in under:
        assert roof.intersection(area).difference(house.shape.buffer(0.1)).is_empty
    assert house.shape.area <= sum(roof.area for roof in under) + 1


def test_coordinates_are_whole_sixteenths() -> None:
    for house in houses(layout(building(CELLS[8], CELLS[9], levels=2), building(CELLS[20]))):
        shape = house.shape
        assert isinstance(shape, Polygon)
        values = [v * 16 for point in shape.exterior.coords for v in point]
        values += [v * 16 for roof in house.roofs for point in roof.corners for v in point]
        assert values == [round(value) for value in values]


def test_houses_differ_from_hex_to_hex_and_not_from_time_to_time() -> None:
    several = layout(*(building(cell) for cell in CELLS))
    first, again = houses(several), houses(several)
    assert [house.shape.wkb for house in first] == [house.shape.wkb for house in again]
    inner = [house.shape for house in first if house.shape.area > 550]
    assert len({(round(shape.area, 1), shapely.get_num_coordinates(shape)) for shape in inner}) > 20


@pytest.mark.parametrize(("levels", "least"), [(0, 10), (1, 10), (2, 13)])
def test_higher_buildings_are_bigger(levels: int, least: float) -> None:
    pair = next((a, b) for a, b in combinations(CELLS[10:], 2) if b == step(a, 3))
    (house,) = houses(layout(building(*pair, levels=levels)))
    assert house.shape.intersection(side_line(pair[0], 3)).length >= 2 * least


def test_b23_71_a_rowhouse_is_one_straight_terrace() -> None:
    pair = next((a, b) for a, b in combinations(CELLS[10:], 2) if b == step(a, 3))
    (house,) = houses(layout(building(*pair, levels=1), rowhouse=True))
    assert house.shape.area == pytest.approx(house.shape.minimum_rotated_rectangle.area)


def test_a_church_has_a_tower() -> None:
    for cells in (CELLS[8:9], CELLS[8:10]):
        (house,) = houses(layout(building(*cells, church=True)))
        assert house.roofs[-1].tower
        assert sum(roof.tower for roof in house.roofs) == 1

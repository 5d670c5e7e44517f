"""Outlines of fields and of blurred hexes."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPolygon, Point, Polygon

from rules.board.geometry import Cell, Grid, centre
from rules.mapmaking.builder.crowns import lobed
from rules.mapmaking.builder.pieces import connected
from rules.mapmaking.builder.shapes import as_shape, hexagon, snapped, snapped_line, united
from rules.mapmaking.builder.soft import Ground, Style
from rules.mapmaking.builder.tracing import traced
from tests.examples import examples

GRID = Grid(columns=7, rows=5)
CELLS = tuple(GRID.cells())
ORIGIN = (0.0, 0.0)


def field(*rows: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A field from digits, rows of the picture."""
    return np.array([[float(digit) for digit in row] for row in rows]).T


def test_a_single_high_point_has_a_diamond_round_it() -> None:
    shape = traced(field("000", "080", "000"), 4, (10, 20), 10)
    assert shape.equals(Polygon([(20, 25), (25, 30), (20, 35), (15, 30)]))


def test_heights_say_how_far_an_outline_lies_between_two_points() -> None:
    shape = traced(field("000", "080", "000"), 6, ORIGIN, 40)
    assert shape.bounds == (30, 30, 50, 50)


def test_a_hollow_is_a_hole() -> None:
    rows = ["0000000", "0999990", "0999990", "0990990", "0999990", "0999990", "0000000"]
    shape = traced(field(*rows), 5, ORIGIN, 10)
    assert isinstance(shape, Polygon)
    assert len(shape.interiors) == 1
    assert not shape.contains(Point(30, 30))
    assert shape.contains(Point(10, 10))


def test_an_island_in_a_hollow_is_a_piece_of_its_own() -> None:
    rows = ["9999999", "9000009", "9000009", "9009009", "9000009", "9000009", "9999999"]
    shape = traced(field(*rows), 5, ORIGIN, 10)
    assert isinstance(shape, MultiPolygon)
    assert shape.is_valid
    assert shape.contains(Point(30, 30))
    assert not shape.contains(Point(15, 15))


def test_high_points_that_touch_at_a_corner_stay_apart() -> None:
    for rows in (("0000", "0900", "0090", "0000"), ("0000", "0090", "0900", "0000")):
        shape = traced(field(*rows), 4, ORIGIN, 10)
        assert isinstance(shape, MultiPolygon)


def test_nothing_high_is_an_empty_shape() -> None:
    assert traced(field("000", "000"), 4, ORIGIN, 10).is_empty


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=5, max_size=5),
    st.integers(1, 8),
)
def test_a_point_is_inside_if_it_is_higher(rows: list[list[int]], height: int) -> None:
    heights = np.array(rows, dtype=np.float64)
    shape = traced(heights, height + 0.5, ORIGIN, 100)
    assert shape.is_valid
    for (i, j), value in np.ndenumerate(heights):
        if abs(value - height - 0.5) >= 3:
            assert shape.contains(Point(i * 100, j * 100)) == (value > height)


@examples(60)
@given(st.sets(st.sampled_from(CELLS), min_size=1), st.sampled_from([6.0, 12.0, 18.0]))
def test_blurred_hexes_keep_their_dots(cells: set[Cell], blur: float) -> None:
    shape = Ground(GRID, "test").shape(sorted(cells), Style(blur, 4, 30, keeps=False))
    for cell in CELLS:
        assert shape.contains(Point(centre(cell))) == (cell in cells)


def test_outlines_run_straight_over_the_edge_of_the_board() -> None:
    """Whatever lies on one side of a line across the board reaches its edges."""
    cells = [cell for cell in CELLS if cell[0] < 3]
    shape = Ground(GRID, "test").shape(cells, Style(12, 0, 30, keeps=False))
    width, height = GRID.size()
    xs = [
        max(x for x, _ in shape.intersection(LineString([(0, y), (width, y)])).coords)
        for y in (0, height / 2, height)
    ]
    assert max(xs) - min(xs) < 20
    assert shape.bounds[0] < 0
    assert shape.bounds[1] < 0


@pytest.mark.parametrize("keeps", [True, False])
def test_angles_between_hexes_are_filled_unless_the_outline_keeps_to_them(keeps: bool) -> None:
    cells = [GRID.cell(name) for name in ("C3", "D2", "D3", "E3")]
    shape = Ground(GRID, "test").shape(cells, Style(12, 0, 30, 0.6, keeps=keeps))
    beyond = shape.difference(united(map(hexagon, cells))).area
    assert (beyond < 30) == keeps


def test_roughness_strays_about_as_far_as_is_said() -> None:
    cells = [GRID.cell(name) for name in ("C2", "C3", "C4", "D2", "D3", "E2", "E3", "E4")]
    calm, rough = (
        Ground(GRID, "test").shape(cells, Style(10, far, 25, keeps=False)) for far in (0, 5)
    )
    assert 2 < calm.boundary.hausdorff_distance(rough.boundary) < 9


def test_noise_is_by_the_name_of_the_board() -> None:
    one, same, other = (
        Ground(GRID, name).shape([(3, 1)], Style(10, 4, 25)) for name in ("one", "one", "other")
    )
    assert one.equals(same)
    assert not one.equals(other)


def test_crowns_reach_out_a_little_everywhere() -> None:
    plain = Point(100, 100).buffer(40)
    lobes = lobed(plain, "woods")
    assert lobes.buffer(1e-6).covers(plain)
    assert 2 < lobes.boundary.hausdorff_distance(plain.boundary) < 7.5
    assert lobes.area > 1.05 * plain.area


def test_pieces_are_joined_over_hexsides() -> None:
    cells = [GRID.cell(name) for name in ("B1", "A2", "E3", "E4", "G1")]
    found = [[GRID.name(cell) for cell in piece] for piece in connected(cells)]
    assert found == [["A2", "B1"], ["E3", "E4"], ["G1"]]


def test_snapped_shapes_lie_on_the_grain() -> None:
    shape = snapped(Point(10.01, 10.02).buffer(7.77))
    assert not (shapely.get_coordinates(shape) * 16 % 1).any()
    line = snapped_line(LineString([(0, 0), (0.01, 0.01), (3.333, 5)]))
    assert list(line.coords) == [(0, 0), (3.3125, 5)]


def test_as_shape_keeps_what_has_an_area() -> None:
    square, spike = Point(0, 0).buffer(5), LineString([(5, 0), (9, 0)])
    assert as_shape(square.union(spike)).equals(square)
    assert as_shape(spike).is_empty

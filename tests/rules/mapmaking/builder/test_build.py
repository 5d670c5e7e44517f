"""What the builder makes of a layout: every hex is what its source says, and nothing else."""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.features import Features
from rules.board.geometry import SIDES, Cell, centre, corners, step
from rules.board.layout import Layout, hexside
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.builder.build import build
from rules.mapmaking.loading import BOARDS
from rules.mapmaking.reading import read_layout
from tests.examples import examples
from tests.rules.mapmaking.layouts import layouts

LANED = {Terrain.WOODS, Terrain.BRUSH, Terrain.GRAIN}
GRAIN = 16
HAIR = 1 / GRAIN

MIXED = """
board mixed
title Something of everything
size 17 x 8
level 1: D7 D8 F2-F5 G2-G6 H2-H5 I3 K1
level 2: H1 I1-I2 J2-J3
level 3: J1
level 4: J0
level -1: N1-N4 O1-O4 P2 P3
level -2: O5
cliff: G2/0 G2/5 H5/3 J1/1 N4/3 C7/2
woods: A1-A3 B0-B3 C1-C3 H4 I3
brush: D4 D5 E5 O2
grain: C4 C5 C6
orchard: G8 F8
vineyard: E7
marsh: L7 M8
crag: K4
graveyard: K7
paddy: M3 L3
huts: A7
shellholes: J7 J8
rubble stone: P7
rubble wooden: Q7
river: A8 B8 B7 C8 C7
ford: B7
gully: H8 H7 I7 I6 J5 K6 K5 L4
stream: Q5 P5 O6 N6
sunken-road: E1 E2 E3
road paved: A2 B2 C3 D3 E4 F4 G5 H5 I6 J6 K6 L6 M7 N7
road dirt: H6 I7 J6
path: B2 B1 C1
bridge wooden: I7
building stone hall levels 1: M5 M6 N5
building wooden hut: L1
rowhouse: M5/3
woods: L5 N4
wall: L1/12
hedge: P1/0123
"""


def _read(text: str) -> Layout:
    return read_layout(text, file="here")


def _of(*statements: str, size: str = "9 x 6") -> tuple[Layout, Features]:
    layout = _read("\n".join(("board here", "title Here", f"size {size}", *statements)))
    return layout, build(layout)


@pytest.fixture(scope="module")
def mixed() -> tuple[Layout, Features]:
    layout = _read(MIXED)
    return layout, build(layout)


def _ours() -> list[Path]:
    return sorted(BOARDS.glob("*.txt"))


# What lies at the dots


def _misplaced(layout: Layout, features: Features) -> list[str]:
    """Every hex whose dot lies in what it is not, or not in what it is."""
    cells = tuple(layout.grid.cells())
    dots = shapely.points([centre(cell) for cell in cells])
    return [
        f"{what}: {layout.grid.name(cell)} is {'in' if is_in else 'not in'} it"
        for what, shape, should, may in _expected(layout, features)
        for cell, is_in in zip(cells, _inside(shape, dots), strict=True)
        if is_in != (cell in should) and cell not in may
    ]


def _inside(shape: BaseGeometry, dots: NDArray[np.object_]) -> list[bool]:
    shapely.prepare(shape)
    return [bool(is_in) for is_in in shapely.intersects(shape, dots)]


Expected = tuple[str, BaseGeometry, set[Cell], set[Cell]]


def _expected(layout: Layout, features: Features) -> Iterator[Expected]:
    """Each shape with the hexes whose dots lie in it, and those of which it may be either."""
    cells = set(layout.grid.cells())
    water = {cell for cell in cells if layout.terrain_of(cell) is Terrain.WATER}
    for contour in features.contours:
        n = contour.level
        level = {c for c in cells if (layout.level(c) >= n if n > 0 else layout.level(c) <= n)}
        yield f"level {n}", contour.shape, level, set()
    for area in features.areas:
        lane = _in_lanes(layout, features) if area.terrain in LANED else set()
        yield area.name, area.shape, set(area.cells), lane
    for river in features.rivers:
        yield river.name, river.shape, set(river.cells), set()
    for course, run in zip(features.courses, layout.depressions, strict=True):
        yield course.name, course.bed, set(run.cells) - water, set()
    for ford in features.fords:
        yield f"ford {ford.cell}", ford.shape, {ford.cell}, set()
    for span in features.spans:
        yield f"bridge {span.cell}", span.deck, {span.cell}, set()


def _in_lanes(layout: Layout, features: Features) -> set[Cell]:
    """The hexes of roads whose dot lies on the road or its verge."""
    return {
        cell
        for road, way in zip(layout.roads, features.ways, strict=True)
        for cell in road.cells
        if way.kind is not RoadKind.PATH and way.shape.distance(Point(centre(cell))) <= 3.1
    }


def _covered(layout: Layout, features: Features) -> bool:
    """Whether each hex of growth, water and so on has its area, once."""
    found = sorted(cell for one in (*features.areas, *features.rivers) for cell in one.cells)
    wanted = {c for c, kind in layout.terrain.items() if not kind.is_building}
    return found == sorted(wanted - {c for c in wanted if _open(layout, c)})


def _open(layout: Layout, cell: Cell) -> bool:
    return layout.terrain_of(cell) is Terrain.OPEN_GROUND


@pytest.mark.parametrize("path", _ours(), ids=lambda path: path.stem)
def test_every_dot_of_our_boards_lies_in_its_own_terrain_and_no_other(path: Path) -> None:
    layout = _read(path.read_text(encoding="utf-8"))
    features = build(layout)
    assert _misplaced(layout, features) == []
    assert _covered(layout, features)


def test_every_dot_of_a_mixed_board_lies_in_its_own(mixed: tuple[Layout, Features]) -> None:
    assert _misplaced(*mixed) == []
    assert _covered(*mixed)


@examples(150)
@given(layouts())
def test_every_dot_of_any_board_lies_in_its_own(layout: Layout) -> None:
    features = build(layout)
    assert _misplaced(layout, features) == []
    assert _covered(layout, features)
    assert _strays(layout, features) == []
    assert _unsound(features) == []
    assert _spills(features) == []
    assert _overflows(layout, features) == []


@st.composite
def _heights(draw: st.DrawFn) -> Layout:
    layout = _read("board high\ntitle High\nsize 8 x 6")
    cells = tuple(layout.grid.cells())
    levels = draw(st.lists(st.integers(-3, 6), min_size=len(cells), max_size=len(cells)))
    heights = dict(zip(cells, levels, strict=True))
    steep = [
        (cell, side)
        for cell in cells
        for side in (0, 1, 2)
        if heights.get(step(cell, side), heights[cell]) != heights[cell]
    ]
    cliffs = draw(st.sets(st.sampled_from(steep), max_size=6)) if steep else set()
    return replace(
        layout, levels=heights, hexsides=dict.fromkeys(sorted(cliffs), HexsideTerrain.CLIFF)
    )


@examples(60)
@given(_heights())
def test_every_dot_lies_at_its_level_however_broken_the_ground(layout: Layout) -> None:
    features = build(layout)
    assert _misplaced(layout, features) == []
    assert _unsound(features) == []


# Shapes as such


def _shapes(features: Features) -> Iterator[tuple[str, BaseGeometry]]:
    for kind in fields(features):
        if kind.name in {"size", "houses", "flooded"}:
            continue
        for one in getattr(features, kind.name):
            for name in ("shape", "bed", "water", "line", "deck"):
                shape = getattr(one, name, None)
                if shape is not None and not shape.is_empty:
                    yield f"{kind.name} {name}", shape


def _unsound(features: Features) -> list[str]:
    """Shapes that are broken, leave the playing area or the grain, and contours that cross."""
    board = shapely.box(0, 0, *features.size)
    found = []
    for name, shape in _shapes(features):
        if not shape.is_valid:
            found.append(f"{name} is broken")
        if not board.covers(shape):
            found.append(f"{name} leaves the board")
        if any(value * GRAIN % 1 for value in shapely.get_coordinates(shape).ravel().tolist()):
            found.append(f"{name} is off the grain")
    for outer, inner in pairwise(features.contours):
        if abs(inner.level) > 1 and not outer.shape.buffer(HAIR).covers(inner.shape):
            found.append(f"level {inner.level} leaves level {outer.level}")
    return found


def _spills(features: Features) -> list[str]:
    """Areas that reach the ground of other hexes."""
    return [
        area.name
        for area in features.areas
        if not shapely.union_all([Polygon(corners(cell)) for cell in area.cells])
        .buffer(-0.5, join_style="mitre")
        .union(shapely.box(0, 0, *features.size).boundary.buffer(0.6))
        .covers(area.shape)
    ]


def test_growth_keeps_to_its_hexes(mixed: tuple[Layout, Features]) -> None:
    """So a LOS along a hexside has growth on both sides only if both hexes have it (A6.2)."""
    assert _spills(mixed[1]) == []


def test_a_board_that_is_high_or_low_all_over_has_contours() -> None:
    for level, levels in ((2, [1, 2]), (-2, [-1, -2])):
        flat = _read("board here\ntitle Here\nsize 5 x 4")
        features = build(replace(flat, levels=dict.fromkeys(flat.grid.cells(), level)))
        assert [one.level for one in features.contours] == levels
        board = shapely.box(0, 0, *features.size)
        assert all(one.shape.equals(board) for one in features.contours)


def test_shapes_are_sound(mixed: tuple[Layout, Features]) -> None:
    assert _unsound(mixed[1]) == []
    assert [one.level for one in mixed[1].contours] == [1, 2, 3, 4, -1, -2]


def test_areas_do_not_lie_over_each_other(mixed: tuple[Layout, Features]) -> None:
    _, features = mixed
    solid = [house.shape for house in features.houses]
    shapes = [one.shape for one in (*features.areas, *features.rivers)] + solid
    for one, other in combinations(shapes, 2):
        assert one.intersection(other).area < 1


def test_the_same_layout_makes_the_same_features(mixed: tuple[Layout, Features]) -> None:
    """In whatever order its hexes were named."""
    layout, features = mixed
    turned = replace(
        layout,
        terrain=dict(reversed(list(layout.terrain.items()))),
        levels=dict(reversed(list(layout.levels.items()))),
        hexsides=dict(reversed(list(layout.hexsides.items()))),
        bridges=dict(reversed(list(layout.bridges.items()))),
    )
    assert build(turned) == features
    assert [shape.wkb for _, shape in _shapes(build(turned))] == [
        shape.wkb for _, shape in _shapes(features)
    ]


def test_boards_of_other_names_are_built_differently(mixed: tuple[Layout, Features]) -> None:
    layout, features = mixed
    other = build(replace(layout, id="other"))
    for kind in ("contours", "areas", "rivers", "ways"):
        ours, theirs = (getattr(one, kind)[0].shape for one in (features, other))
        assert not ours.equals(theirs)


# Roads and Depressions


def _strays(layout: Layout, features: Features) -> list[str]:
    """Lines that cross hexsides of others, or their own far from the middle."""
    runs = [(run.cells, one.line) for run, one in zip(layout.roads, features.ways, strict=True)]
    beds = zip(layout.depressions, features.courses, strict=True)
    runs += [(run.cells, one.line) for run, one in beds]
    return [said for cells, line in runs for said in _stray(layout, cells, line)]


def _stray(layout: Layout, cells: tuple[Cell, ...], line: LineString) -> Iterator[str]:
    own = {hexside(a, _side(a, b)) for a, b in pairwise(cells)}
    for cell in layout.grid.cells():
        for side in (0, 1, 2):
            if not layout.grid.has(step(cell, side)):
                continue
            met = line.intersection(_line(cell, side))
            far = met.hausdorff_distance(_middle(cell, side)) if not met.is_empty else 0.0
            if (cell, side) in own and (met.is_empty or far > 6):
                yield f"{layout.grid.name(cell)}/{side} is crossed {far} from its middle"
            if (cell, side) not in own and not met.is_empty:
                yield f"{layout.grid.name(cell)}/{side} is crossed"


def _side(a: Cell, b: Cell) -> int:
    return next(side for side in SIDES if step(a, side) == b)


def _line(cell: Cell, side: int) -> LineString:
    return LineString([corners(cell)[side], corners(cell)[(side + 1) % 6]])


def _middle(cell: Cell, side: int) -> BaseGeometry:
    return _line(cell, side).centroid


def test_roads_and_depressions_keep_to_their_hexsides(mixed: tuple[Layout, Features]) -> None:
    assert _strays(*mixed) == []


@pytest.mark.parametrize("path", _ours(), ids=lambda path: path.stem)
def test_roads_of_our_boards_keep_to_their_hexsides(path: Path) -> None:
    layout = _read(path.read_text(encoding="utf-8"))
    assert _strays(layout, build(layout)) == []


def _overflows(layout: Layout, features: Features) -> list[str]:
    """Beds that reach a hexside of their hexes that is no Depression hexside (A6.3)."""
    return [
        f"{course.name} reaches {layout.grid.name(cell)}/{side}"
        for run, course in zip(layout.depressions, features.courses, strict=True)
        for cell in run.cells
        for side in SIDES
        if layout.grid.has(step(cell, side)) and hexside(cell, side) not in run.hexsides()
        if course.bed.intersects(_line(cell, side))
    ]


def test_a_bed_holds_the_middle_of_its_hexsides_and_no_other(
    mixed: tuple[Layout, Features],
) -> None:
    layout, features = mixed
    for run, course in zip(layout.depressions, features.courses, strict=True):
        own = set(run.hexsides())
        for cell in run.cells:
            for side in SIDES:
                held = course.bed.covers(_middle(cell, side))
                on_board = layout.grid.has(step(cell, side))
                assert held == (hexside(cell, side) in own) or not on_board
    assert _overflows(layout, features) == []


@pytest.mark.parametrize(
    ("run", "place"),
    [("A3 B3", (0, 165)), ("I3 H3", (456, 165)), ("C1 C2", (114, 0)), ("D6 D5", (171, 396))],
    ids=["left", "right", "top", "bottom"],
)
def test_roads_leave_the_board_where_those_of_others_come_in(
    run: str, place: tuple[float, float]
) -> None:
    """At the middle of the edge of the hex, at right angles."""
    _, features = _of(f"road dirt: {run}")
    (x1, y1), (x2, y2) = features.ways[0].line.coords[:2]
    assert (x1, y1) == place
    out, along = (abs(x2 - x1), abs(y2 - y1)) if place[1] == 165 else (abs(y2 - y1), abs(x2 - x1))
    assert along < 0.2 * out


def test_side_roads_end_on_the_main_road() -> None:
    _, features = _of("road paved: A3 B2 C2 D1 E1", "road dirt: C4 C3 C2", "path: C2 D2")
    main, side, path = features.ways
    for other in (side.line.coords[-1], path.line.coords[0]):
        assert main.line.distance(Point(other)) < HAIR


def _growth(features: Features) -> BaseGeometry:
    return shapely.union_all([area.shape for area in features.areas])


def test_a_straight_road_opens_a_lane_through_growth() -> None:
    layout, features = _of("woods: D1-D5 E2-E5", "grain: D0", "road dirt: D0 D1 D2 D3 D4 D5 D6")
    lane = LineString([centre(layout.grid.cell("D0")), centre(layout.grid.cell("D6"))])
    assert features.ways[0].shape.buffer(2).covers(lane)
    assert not _growth(features).intersects(lane)


def test_a_path_opens_no_lane() -> None:
    layout, features = _of("woods: D1-D5", "path: D1 D2 D3 D4 D5")
    lane = LineString([centre(layout.grid.cell("D2")), centre(layout.grid.cell("D4"))])
    assert _growth(features).covers(lane)


def test_a_road_opens_no_lane_through_an_orchard() -> None:
    layout, features = _of("orchard: D1-D5", "road dirt: D1 D2 D3 D4 D5")
    assert _growth(features).covers(Point(centre(layout.grid.cell("D3"))))


def test_a_sunken_road_lies_in_the_middle_of_its_bed() -> None:
    _, features = _of("sunken-road: B2 C3 C4 D4 E5")
    assert features.ways[0].line.equals(features.courses[0].line)
    assert features.courses[0].bed.covers(features.ways[0].shape)


def test_a_stream_is_wet_in_the_middle_and_a_gully_dry() -> None:
    _, features = _of("stream: B2 C3 C4 D4", "gully: F2 F3")
    stream, gully = features.courses
    assert stream.bed.covers(stream.water)
    assert stream.water.area > 0.4 * stream.bed.area
    assert gully.water.is_empty


def test_a_stream_ends_at_the_bank_of_its_river() -> None:
    layout, features = _of("river: A3 A4", "stream: C3 B3 A4")
    bed, river = features.courses[0].bed, features.rivers[0].shape
    assert bed.distance(river) < HAIR
    assert bed.intersection(river).area < 1
    assert not bed.covers(Point(centre(layout.grid.cell("A4"))))


def test_a_bridge_reaches_both_banks() -> None:
    layout, features = _of("river: E3 E4", "road dirt: D2 E3 F3", "bridge stone: E3")
    (span,), river = features.spans, features.rivers[0].shape
    assert span.stone
    for end in (span.line.coords[0], span.line.coords[-1]):
        assert 2 <= river.distance(Point(end)) <= 6
    assert span.deck.covers(Point(centre(layout.grid.cell("E3"))))
    assert span.line.distance(Point(centre(layout.grid.cell("E3")))) < HAIR


def test_bridges_of_neighbouring_hexes_meet_on_the_hexside() -> None:
    layout, features = _of("river: D2 E3", "road dirt: C2 D2 E3 F3", "bridge wooden: D2 E3")
    first, second = (span.line for span in features.spans)
    between = _line(layout.grid.cell("D2"), 2)
    assert Point(first.coords[-1]).distance(between) < 2 * HAIR
    assert Point(second.coords[0]).distance(between) < 2 * HAIR


# Water, cliffs, hexsides


@examples(60)
@given(st.lists(st.sampled_from([f"{c}{r}" for c in "BCDEFG" for r in "1234"]), min_size=1))
def test_a_river_does_not_pinch_between_two_of_its_hexes(names: list[str]) -> None:
    layout, features = _of("river: " + " ".join(dict.fromkeys(names)))
    water = shapely.union_all([river.shape for river in features.rivers])
    for cell in layout.terrain:
        for side in SIDES:
            if layout.terrain_of(step(cell, side)) is Terrain.WATER:
                assert water.covers(_middle(cell, side))


def test_growth_and_houses_stand_on_dry_ground() -> None:
    """Where a bank cuts an angle between the hexes of its river."""
    _, features = _of("river: C3 D3 E4 D2 E2 F2 F3", "orchard: D4 C4", "building stone mill: E3")
    (river,) = features.rivers
    for shape in (features.areas[0].shape, features.houses[0].shape):
        assert river.shape.intersection(shape).area < 0.1
    alone = _of("river: C3 D3 E4 D2 E2 F2 F3")[1].rivers[0].shape
    trees = _of("orchard: D4 C4")[1].areas[0].shape
    assert alone.intersection(trees).area > 1


def test_contours_run_along_cliffs(mixed: tuple[Layout, Features]) -> None:
    layout, features = mixed
    checked = 0
    for barrier in features.barriers:
        if barrier.kind is not HexsideTerrain.CLIFF:
            continue
        low, high = sorted(layout.level(cell) for cell in _beside(layout, barrier.line))
        for contour in features.contours:
            n = contour.level if contour.level > 0 else contour.level + 1
            if low < n <= high:
                checked += 1
                assert _runs_along(contour.shape, barrier.line)
    assert checked == 7


def _beside(layout: Layout, line: LineString) -> list[Cell]:
    """The two hexes of a hexside."""
    found = [
        cell
        for cell in layout.grid.cells()
        if any(_line(cell, side).hausdorff_distance(line) < HAIR for side in SIDES)
    ]
    assert len(found) == 2
    return found


def test_the_low_ground_lies_to_the_right_of_a_cliff(mixed: tuple[Layout, Features]) -> None:
    layout, features = mixed
    cliffs = [one for one in features.barriers if one.kind is HexsideTerrain.CLIFF]
    assert len(cliffs) == 6
    for barrier in cliffs:
        (x1, y1), (x2, y2) = barrier.line.coords
        right = Point((x1 + x2) / 2 - (y2 - y1) / 2, (y1 + y2) / 2 + (x2 - x1) / 2)
        low, high = sorted(_beside(layout, barrier.line), key=lambda cell: _height(layout, cell))
        assert right.distance(Point(centre(low))) < right.distance(Point(centre(high)))
        assert Point(centre(low)).distance(barrier.shape) < 30
        assert Point(centre(high)).distance(barrier.shape) > 30


def _height(layout: Layout, cell: Cell) -> int:
    return layout.level(cell) - (layout.terrain_of(cell) is Terrain.WATER)


def test_a_bank_runs_along_a_cliff(mixed: tuple[Layout, Features]) -> None:
    layout, features = mixed
    cell = layout.grid.cell("C7")
    bank = features.rivers[0].shape
    assert _runs_along(bank, _line(cell, 2))
    assert not _runs_along(bank, _line(cell, 1))


def _runs_along(shape: BaseGeometry, line: LineString) -> bool:
    """Whether a line is part of the outline of a shape."""
    places = (Point(place) for place in line.segmentize(1.0).coords)
    return max(shape.boundary.distance(place) for place in places) < HAIR / 2


def test_hexside_terrain_stands_along_its_whole_hexside(mixed: tuple[Layout, Features]) -> None:
    layout, features = mixed
    board = shapely.box(0, 0, *features.size)
    assert len(features.barriers) == len(layout.hexsides)
    for key, barrier in zip(sorted(layout.hexsides), features.barriers, strict=True):
        line = _line(*key).intersection(board)
        assert barrier.kind is layout.hexsides[key]
        assert barrier.line.hausdorff_distance(line) < 1e-9
        assert barrier.shape.covers(line) or barrier.shape.buffer(HAIR).covers(line)


def test_a_rowhouse_wall_is_as_high_as_its_building(mixed: tuple[Layout, Features]) -> None:
    walls = {one.kind: one.upper_levels for one in mixed[1].barriers}
    assert walls[HexsideTerrain.ROWHOUSE_WALL] == 1
    assert walls[HexsideTerrain.WALL] == 0

"""The picture of a board: the same each time, well formed, and nothing left out of it."""

import gzip
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from shapely import affinity
from shapely.geometry import Point, Polygon, box

from rules.board.board import Board
from rules.board.features import Features, placed
from rules.board.geometry import centre, corners
from rules.board.layout import Layout
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.builder.build import build
from rules.mapmaking.drawing import courses, marks, palette, relief, scatter
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.loading import load_board
from rules.mapmaking.maps import MapPlan, load_map
from rules.mapmaking.picture import LAYERS, HexLabel, board_svg, features_svg
from rules.mapmaking.placing import Placement
from rules.mapmaking.reading import read_layout

SAMPLER = Path(__file__).with_name("sampler.txt")
LARGEST, LARGEST_ZIPPED = 2_500_000, 450_000
FIELD = "title A field\nsize 9 x 6\n"


def labels_of(layout: Layout) -> Iterator[HexLabel]:
    levels = {cell: one.upper_levels for one in layout.buildings for cell in one.cells}
    stairs = {cell for one in layout.buildings for cell in one.stairwells}
    for cell in layout.grid.cells():
        name = layout.grid.name(cell)
        yield HexLabel(name, name, centre(cell), corners(cell), levels.get(cell, 0), cell in stairs)


def draw(text: str) -> str:
    layout = read_layout(text, file="test", default_id="test")
    return features_svg(build(layout), labels_of(layout), title=layout.title)


@pytest.fixture(scope="module")
def sampler() -> Layout:
    return read_layout(SAMPLER.read_text(), file=SAMPLER.name, default_id="sampler")


@pytest.fixture(scope="module")
def features(sampler: Layout) -> Features:
    return build(sampler)


@pytest.fixture(scope="module")
def svg(sampler: Layout, features: Features) -> str:
    return features_svg(features, labels_of(sampler), title=sampler.title)


def test_the_sampler_has_everything(sampler: Layout, features: Features) -> None:
    natural = {kind for kind in Terrain if not kind.is_building and not kind.is_river}
    assert {area.terrain for area in features.areas} == natural - {Terrain.OPEN_GROUND}
    assert features.rivers
    assert features.fords
    assert {building.material for building in sampler.buildings} == {
        terrain for terrain in Terrain if terrain.is_building
    }
    assert {barrier.kind for barrier in features.barriers} == set(HexsideTerrain)
    assert {way.kind for way in features.ways} == set(RoadKind)
    assert {course.kind for course in features.courses} == set(DepressionKind)
    assert {span.stone for span in features.spans} == {True, False}
    assert {contour.level for contour in features.contours} == {1, 2, 3, -1, -2}


def test_the_same_source_gives_the_same_picture(sampler: Layout, svg: str) -> None:
    assert features_svg(build(sampler), labels_of(sampler), title=sampler.title) == svg


def test_the_picture_is_well_formed_and_in_picture_units(sampler: Layout, svg: str) -> None:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    assert root.get("viewBox") == "0 0 1824 660"
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert names == [sampler.grid.name(cell) for cell in sampler.grid.cells()]


def test_all_paths_can_be_read(svg: str) -> None:
    number = r"-?(?:\d+(?:\.\d)?|\.\d)"
    data = re.compile(rf"(?:[MmLlHhVvZz]|{number}|[ ])+")
    for drawn in re.findall(r' d="([^"]*)"', svg):
        assert data.fullmatch(drawn), drawn[:80]
        assert drawn.startswith("M")
        for run in re.findall(r"[MmLl]([^A-Za-z]*)", drawn):
            assert len(re.findall(number, run)) % 2 == 0, run


def test_the_picture_is_not_too_large(svg: str) -> None:
    assert len(svg) < LARGEST
    assert len(gzip.compress(svg.encode())) < LARGEST_ZIPPED


def test_a_board_of_woods_is_not_too_large() -> None:
    cells = read_layout("title All\nsize 33 x 10", file="test", default_id="test").grid
    woods = draw(f"title All\nsize 33 x 10\nwoods: {' '.join(map(cells.name, cells.cells()))}")
    assert len(woods) < LARGEST
    assert len(gzip.compress(woods.encode())) < LARGEST_ZIPPED


def test_everything_referred_to_is_there_once(svg: str) -> None:
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) <= set(ids)


def test_nothing_is_fetched_from_elsewhere(svg: str) -> None:
    addresses = set(re.findall(r'https?:[^"]*', svg))
    assert addresses == {"http://www.w3.org/2000/svg"}


def test_a_title_is_only_text() -> None:
    assert "<title>Hay &amp; &lt;b&gt;</title>" in draw("title Hay & <b>\nsize 3 x 2")


@pytest.mark.parametrize(
    "statement",
    [
        "level 1: E3",
        "level 2: E3",
        "level -1: E3",
        "level -2: E3",
        *(
            f"{word}: E3 E4"
            for word in (
                *("woods", "brush", "grain", "orchard", "vineyard", "marsh", "crag"),
                *("graveyard", "paddy", "huts", "shellholes", "river"),
                *("rubble wooden", "rubble stone"),
            )
        ),
        *(f"{word}: E1 E2 E3" for word in ("gully", "stream", "sunken-road")),
        *(f"{word}: E1 E2 E3" for word in ("road paved", "road dirt", "path")),
        *(f"{word}: E3/1" for word in ("wall", "hedge")),
        "building wooden a: E3",
        "building stone a: E3",
        "church stone a: E3",
        "building stone a levels 1: E3",
        "building stone a levels 2 stairwell E3: E3 E4",
        "building stone a levels 2 stairwell E4: E3 E4",
        "building stone a levels 3 stairwell E4: E3 E4",
    ],
)
def test_all_kinds_are_drawn_and_each_in_its_own_way(
    statement: str, pictures: dict[str, str]
) -> None:
    drawn = draw(FIELD + statement)
    assert drawn not in pictures, f"as {pictures.get(drawn)}"
    pictures[drawn] = statement


@pytest.fixture(scope="module")
def pictures() -> dict[str, str]:
    """The pictures drawn so far, with what is on them."""
    return {draw(FIELD): "nothing"}


@pytest.mark.parametrize(
    ("bare", "statement"),
    [
        ("river: E3 E4", "ford: E3"),
        ("river: E3 E4\nroad dirt: D3 E3 F3\nbridge wooden: E3", ""),
        ("level 2: E3", "cliff: E3/1"),
        ("building stone a: E3 E4", "rowhouse: E3/3"),
    ],
)
def test_what_stands_on_other_things_is_drawn(bare: str, statement: str) -> None:
    if statement:
        assert draw(FIELD + bare + "\n" + statement) != draw(FIELD + bare)
    else:
        assert draw(FIELD + bare) != draw(FIELD + bare.replace("wooden", "stone"))


def test_ornament_turns_with_its_area(features: Features) -> None:
    turned = placed(features, 114.0, 66.0, turned=True)
    width, height = features.size
    for area, there in zip(features.areas, turned.areas, strict=True):
        places = scatter.strew(area.shape, 7.0, area.name).places
        assert len(places)
        expected = np.asarray((width + 114.0, height + 66.0)) - places
        assert scatter.strew(there.shape, 7.0, there.name).places == pytest.approx(expected)
        rows = scatter.lattice(area.shape, 9.0, area.angle, area.name).places
        expected = np.asarray((width + 114.0, height + 66.0)) - rows
        again = scatter.lattice(there.shape, 9.0, there.angle, there.name).places
        assert again == pytest.approx(expected)
        edge = scatter.rim(area.shape, 6.0, area.name, 3.0).places
        expected = np.asarray((width + 114.0, height + 66.0)) - edge
        assert scatter.rim(there.shape, 6.0, there.name, 3.0).places == pytest.approx(expected)


def test_what_is_strewn_keeps_apart_and_inside() -> None:
    shape = Polygon(((0, 0), (300, 20), (280, 240), (30, 200)))
    strewn = scatter.strew(shape, 9.0, "here")
    apart = np.hypot(*(strewn.places[:, None, :] - strewn.places[None, :, :]).transpose(2, 0, 1))
    assert apart[apart > 0].min() >= 9.0 - 1e-9
    assert len(strewn.places) > 0.6 * shape.area / 81
    assert scatter.within(shape, strewn.places).all()


def test_names_make_ornament_differ() -> None:
    shape = box(0, 0, 200, 200)
    here, there = (scatter.strew(shape, 9.0, name).places for name in ("here", "there"))
    assert here.shape != there.shape or not np.allclose(here, there)


def test_no_outline_runs_along_a_seam_or_the_edge_of_the_map() -> None:
    left, right = box(0, 20, 100, 80), box(100, 20, 200, 80)
    plan = Plan(Features((200.0, 100.0)), ())
    joined = plan.beyond([left, right])
    seam = box(98, 30, 102, 70)
    assert not joined.boundary.intersects(seam)
    assert joined.covers(box(-20, 21, 220, 79))


def test_shapes_away_from_the_edge_stay_as_they_are() -> None:
    shape = box(20, 20, 80, 80)
    drawn = Plan(Features((200.0, 100.0)), ()).beyond([shape])
    assert drawn.symmetric_difference(shape).area < 0.01 * shape.area


def test_hexes_of_the_same_side_share_a_line(sampler: Layout, svg: str) -> None:
    (grid,) = re.findall(r'd="([^"]*)" fill="none" stroke="#2A261C" stroke-width="0.6"', svg)
    cells = list(sampler.grid.cells())
    sides = {
        frozenset(zip(corners(cell), (*corners(cell)[1:], corners(cell)[0]), strict=True))
        for cell in cells
    }
    assert len(sides) == len(cells)
    once = {
        frozenset(side)
        for cell in cells
        for side in zip(corners(cell), (*corners(cell)[1:], corners(cell)[0]), strict=True)
    }
    assert grid.count("M") == len(once)


@pytest.mark.parametrize(
    ("growth", "layer"),
    [("woods", relief.over_woods), ("brush", relief.over_ground), ("grain", relief.over_ground)],
)
def test_levels_show_through_what_grows_on_them(growth: str, layer: Callable[[Plan], str]) -> None:
    def over(text: str) -> str:
        return layer(Plan(build(read_layout(FIELD + text, file="test", default_id="test")), ()))

    assert over(f"{growth}: E3") == ""
    assert over("level 1: E3 E4") == ""
    assert over(f"level 1: E3\n{growth}: E3 E4").count("stroke=") == 1
    assert over(f"level 1: E3\n{growth}: E3 E4").count("fill-opacity") == 1
    assert over(f"level 1: E4\nlevel 2: E3\n{growth}: E3").count("fill-opacity") == 2


def test_pips_tell_upper_levels_and_a_square_the_stairwell() -> None:
    corner = corners((2, 2))
    plain = HexLabel("C4", "C4", centre((2, 2)), corner)
    bare = Features((400.0, 400.0))
    drawn = [
        features_svg(bare, [replace(plain, upper_levels=levels)], title="").count("h0")
        for levels in (0, 1, 3)
    ]
    assert drawn == [1, 2, 4]
    stairs = features_svg(bare, [replace(plain, upper_levels=2, stairwell=True)], title="")
    assert 'id="bd-stairs"' in stairs
    assert stairs.count("h0") == 2


def test_shadows_fall_to_the_south_east_on_a_turned_board(
    sampler: Layout, features: Features, svg: str
) -> None:
    turned = features_svg(
        placed(features, 0.0, 0.0, turned=True), labels_of(sampler), title=sampler.title
    )
    shifts = r"translate\([^)]*\)"
    assert sorted(re.findall(shifts, turned)) == sorted(re.findall(shifts, svg))
    assert turned != svg


def test_a_board_twice_on_a_map_shares_no_ids(sampler: Layout, features: Features) -> None:
    there = placed(features, 0.0, features.size[1], turned=True)
    names = [one.name for one in fields(Features) if one.name != "size"]
    joined = replace(
        features,
        size=(features.size[0], 2 * features.size[1]),
        **{name: getattr(features, name) + getattr(there, name) for name in names},
    )
    ids = re.findall(r' id="([^"]+)"', features_svg(joined, labels_of(sampler), title=""))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("month", range(1, 13))
def test_fields_and_orchards_look_as_the_month_has_them(month: int) -> None:
    drawn = board_svg(load_board("so8", month))
    assert ("bd-stubble" in drawn) is (month not in range(6, 10))
    assert (palette.TREE in drawn) is (month in range(4, 11))


def test_a_bridge_over_several_hexes_is_one_bridge() -> None:
    lone = draw(FIELD + "river: E3\nroad dirt: D3 E3 F2 G3\nbridge wooden: E3")
    both = draw(FIELD + "river: E3 F2\nroad dirt: D3 E3 F2 G3\nbridge wooden: E3 F2")

    def parapets(drawn: str) -> int:
        (edges,) = re.findall(r'id="bd-woodenparapet" d="([^"]*)"', drawn)
        return str(edges).count("M")

    assert parapets(lone) == parapets(both) == 2


def test_a_road_dips_into_a_gully_unless_a_bridge_carries_it() -> None:
    def dipped(text: str) -> str:
        return courses.dips(Plan(build(read_layout(text, file="test", default_id="test")), ()))

    crossing = FIELD + "gully: E1 E2 E3 E4\nroad dirt: D2 E3 F2\n"
    assert "<path" in dipped(crossing)
    assert dipped(crossing + "bridge stone: E3") == ""


def test_banks_open_where_a_stream_reaches_a_river() -> None:
    layout = read_layout(
        FIELD + "river: E4 E5\nstream: E1 E2 E3 E4", file="test", default_id="test"
    )
    features = build(layout)
    river = features.rivers[0].shape.buffer(-4)
    drawn = courses.courses(Plan(features, ()))
    for run in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)l", drawn):
        assert not river.contains(Point(float(run[0]), float(run[1])))


@pytest.fixture(scope="module")
def turned_map() -> Board:
    return load_map(MapPlan((Placement("so8", turned=True),)), 7)


def test_a_turned_board_has_its_names_upright_and_its_ornament_turned(turned_map: Board) -> None:
    here, there = board_svg(load_board("so8", 7)), board_svg(turned_map)
    width, height = turned_map.size
    text = re.compile(r'<text x="([\d.]+)"[^>]*>([^<]+)</text>')
    names = {name: float(x) for x, name in text.findall(here)}
    for x, name in text.findall(there):
        if float(x) - 2 > 0 and float(x) + 2 < width:
            assert float(x) == width - names[name]
    ellipse = re.compile(r'<ellipse cx="(-?\d+)" cy="(-?\d+)"')
    patches = sorted((int(x), int(y)) for x, y in ellipse.findall(here))
    turned = sorted((width - int(x), height - int(y)) for x, y in ellipse.findall(there))
    assert len(patches) == len(turned) > 5
    for (x, y), (u, v) in zip(patches, turned, strict=True):
        assert (x, y) == pytest.approx((u, v), abs=1)


def test_no_layer_is_left_out() -> None:
    modules = {inspect.getmodule(layer) for layer in LAYERS}
    layers = {
        one
        for module in modules
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and list(inspect.signature(one).parameters) == ["plan"]
    }
    assert layers == set(LAYERS)
    assert len(LAYERS) == len(layers)


def test_what_lies_beside_the_hexes_in_play_is_covered(sampler: Layout) -> None:
    labels = list(labels_of(sampler))
    bare = Features(sampler.grid.size())
    assert marks.surroundings(Plan(bare, tuple(labels))) == ""
    left = [label for label in labels if label.centre[0] < 900]
    assert palette.TABLE in marks.surroundings(Plan(bare, tuple(left)))


def test_a_turned_shape_has_a_turned_frame() -> None:
    shape = Polygon(((0, 0), (40, 3), (20, 30)))
    turned = affinity.rotate(shape, 180, origin=(100, 100))
    place = np.asarray([[11.0, 7.0]])
    there = np.asarray((200.0, 200.0)) - place
    assert scatter.frame(turned).inside(there) == pytest.approx(scatter.frame(shape).inside(place))

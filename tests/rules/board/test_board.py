"""What a board answers about its hexes and Locations (A2.8, B6, B19, B20, B21, B23)."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from rules.board.layout import Depression, Layout, Road, hexside
from rules.board.locations import HexId, LocationKind, location
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.loading import own_board
from rules.mapmaking.reading import read_layout

TOWN = """
size 9 x 6
building stone block: C3 C4 D3
building wooden terrace: F2 F3
building wooden shed: H5
road dirt: A5 B4 C5
"""


def layout() -> Layout:
    """A hill, a gully with a bridge, a river with a ford, and houses of several levels."""
    plain = read_layout(TOWN, file="inline", default_id="inline")
    cell = plain.grid.cell
    block, terrace, shed = plain.buildings
    gully = Depression(DepressionKind.GULLY, (cell("F5"), cell("G5"), cell("G6")))
    wall = {hexside(cell("F2"), 3): HexsideTerrain.ROWHOUSE_WALL}
    cliff = {hexside(cell("A1"), 3): HexsideTerrain.CLIFF}
    terrain = {**plain.terrain, cell("I1"): Terrain.WATER, cell("I2"): Terrain.WATER}
    return replace(
        plain,
        terrain=MappingProxyType(terrain),
        hexsides=MappingProxyType(wall | cliff),
        levels=MappingProxyType({cell("A1"): 2, cell("G5"): 1, cell("I1"): 3}),
        depressions=(gully,),
        bridges=MappingProxyType({cell("G5"): Terrain.STONE_BUILDING}),
        fords=frozenset({cell("I1")}),
        buildings=(
            replace(block, upper_levels=2, stairwells=frozenset({cell("C4")})),
            replace(terrace, upper_levels=1),
            shed,
        ),
        roads=(*plain.roads, Road(RoadKind.PATH, (cell("D5"), cell("D6")))),
    )


BOARD = own_board(layout(), 7)


def at(name: str) -> HexId:
    return BOARD.hex(name)


@pytest.mark.parametrize(
    ("name", "elevation", "ground"),
    [("A1", 2, 2), ("B2", 0, 0), ("F5", -1, 0), ("G5", 0, 1), ("I1", 2, 3), ("I2", -1, 0)],
)
def test_a_depression_and_water_lie_a_level_lower(name: str, elevation: int, ground: int) -> None:
    assert (BOARD.elevation(at(name)), BOARD.ground_level(at(name))) == (elevation, ground)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("B2", [LocationKind.GROUND]),
        ("C3", [LocationKind.GROUND, LocationKind.UPPER_LEVEL, LocationKind.UPPER_LEVEL]),
        ("F2", [LocationKind.GROUND, LocationKind.UPPER_LEVEL]),
        ("H5", [LocationKind.GROUND]),
        ("F5", [LocationKind.DEPRESSION]),
        ("G5", [LocationKind.DEPRESSION, LocationKind.BRIDGE]),
        ("I2", [LocationKind.WATER]),
    ],
)
def test_the_locations_of_a_hex(name: str, kinds: list[LocationKind]) -> None:
    found = BOARD.locations(at(name))
    assert found == tuple(location(at(name), level) for level in range(len(kinds)))
    assert [BOARD.kind(one) for one in found] == kinds
    assert all(BOARD.has_location(one) for one in found)


def test_what_is_no_location() -> None:
    for missing in (location(at("B2"), 1), location(at("C3"), -1), location(HexId("x:B2"))):
        assert not BOARD.has_location(missing)
        with pytest.raises(KeyError):
            BOARD.kind(missing)
        with pytest.raises(KeyError):
            BOARD.absolute(missing)


def test_levels_of_locations_are_absolute_when_asked() -> None:
    assert BOARD.absolute(location(at("C3"), 2)) == 2
    assert BOARD.absolute(location(at("G5"))) == 0
    assert BOARD.absolute(location(at("G5"), 1)) == 1
    assert BOARD.absolute(location(at("A1"))) == 2


def test_what_players_call_them() -> None:
    assert BOARD.name(at("C3")) == "C3"
    assert BOARD.name(location(at("C3"))) == "C3"
    assert BOARD.name(location(at("C3"), 2)) == "C3 level 2"
    assert BOARD.name(location(at("G5"), 1)) == "G5 bridge"
    assert BOARD.name(location(at("F5"))) == "F5"


def test_stairwells_are_where_they_are_marked_or_everywhere_with_one_upper_level() -> None:
    marked = [name for name in ("C3", "C4", "D3", "F2", "F3", "H5") if BOARD.stairwell(at(name))]
    assert marked == ["C4", "F2", "F3"]
    assert [BOARD.upper_levels(at(name)) for name in ("C3", "F2", "H5", "B2")] == [2, 1, 0, 0]


def test_a_rowhouse_is_one_building_that_one_cannot_pass_through() -> None:
    assert BOARD.building(at("F2")) == BOARD.building(at("F3")) == "terrace"
    assert not BOARD.building_passage(at("F2"), at("F3"))
    assert BOARD.rowhouse_between(at("F3"), at("F2"))
    assert BOARD.building_passage(at("C4"), at("C3"))
    assert not BOARD.rowhouse_between(at("C3"), at("C4"))
    assert not BOARD.building_passage(at("C3"), at("F2"))


def test_depressions_join_across_their_hexsides_only() -> None:
    assert BOARD.depression(at("G5")) is DepressionKind.GULLY
    assert BOARD.depression(at("C3")) is None
    assert BOARD.depression_between(at("G5"), at("F5"))
    assert BOARD.depression_between(at("G5"), at("G6"))
    assert not BOARD.depression_between(at("F5"), at("G6"))
    assert not BOARD.depression_between(at("F5"), at("F4"))


def test_cliffs_bridges_and_fords() -> None:
    assert BOARD.cliff_between(at("A2"), at("A1"))
    assert not BOARD.cliff_between(at("A2"), at("A3"))
    assert BOARD.bridge(at("G5")) is Terrain.STONE_BUILDING
    assert BOARD.bridge(at("F5")) is None
    assert [BOARD.ford(at(name)) for name in ("I1", "I2")] == [True, False]


def test_b13_6_a_path_is_no_road() -> None:
    assert BOARD.path_between(at("D6"), at("D5"))
    assert not BOARD.path_between(at("A5"), at("B4"))
    assert BOARD.road(at("D5")) is None
    assert not BOARD.road_between(at("D5"), at("D6"))
    assert BOARD.road_between(at("A5"), at("B4"))


@pytest.mark.parametrize(
    ("month", "grain", "orchard"),
    [(3, False, False), (4, False, True), (6, True, True), (9, True, True), (10, False, True)],
)
def test_seasons(month: int, grain: bool, orchard: bool) -> None:
    board = own_board(layout(), month)
    assert (board.grain_in_season, board.orchard_in_season) == (grain, orchard)
    assert not own_board(layout(), 11).orchard_in_season


def test_its_measures() -> None:
    assert BOARD.size == (456.0, 396.0)
    assert BOARD.hex_size == (57.0, 66.0)

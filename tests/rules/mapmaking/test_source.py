"""Board sources: what they say is on the board, and bad ones name file, line and hex."""

from pathlib import Path

import pytest

from rules.board.geometry import Cell
from rules.board.layout import BoardError, Layout
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain
from rules.mapmaking.loading import load_board
from rules.mapmaking.reading import read_layout
from rules.mapmaking.source import parse_board
from rules.mapmaking.writing import write_layout

SOURCE = """
board here
title A mill
size 9 x 6
woods: B1-B3   # a comment
  C2
grain: D4
wall: C4/01 D4/3
hedge: E5/0
road dirt: A5 B4 C5
road paved: C5 C6
building stone mill: E2 E3
building wooden hut: G2
"""


def test_terrain_buildings_and_hexsides() -> None:
    board = parse_board(SOURCE)
    at = board.hex
    assert (board.id, board.title, len(board.hexes)) == ("here", "A mill", 58)
    woods = {hex_ for hex_ in board.hexes if board.terrain(hex_) is Terrain.WOODS}
    assert woods == {at("B1"), at("B2"), at("B3"), at("C2")}
    assert board.terrain(at("G2")) is Terrain.WOODEN_BUILDING
    assert board.building(at("E2")) == board.building(at("E3")) == "mill"
    assert board.building(at("A1")) is None
    assert board.hexside(at("C4"), 0) is HexsideTerrain.WALL
    assert board.hexside(at("C3"), 3) is HexsideTerrain.WALL
    assert board.hexside(at("E4"), 3) is HexsideTerrain.HEDGE
    assert board.hexside(at("C4"), 2) is None
    assert board.hexspine(at("C5"), 1) is None
    assert board.hexspine(at("C5"), 2) is HexsideTerrain.WALL
    assert board.hexspine(at("C3"), 3) is HexsideTerrain.WALL


def test_roads_join_hexes_through_hexsides() -> None:
    board = parse_board(SOURCE)
    at = board.hex
    assert board.road(at("B4")) is RoadKind.DIRT
    assert board.road(at("C5")) is RoadKind.PAVED
    assert board.road(at("C4")) is None
    assert board.road_sides(at("B4")) == {2, 4}
    assert board.road_between(at("B4"), at("C5"))
    assert board.road_between(at("C6"), at("C5"))
    assert not board.road_between(at("B4"), at("C4"))
    assert not board.road_between(at("A5"), at("C5"))


def test_neighbours_sides_and_distance_of_hexes() -> None:
    board = parse_board("size 3 x 2")
    at = board.hex
    assert board.neighbours(at("A1")) == ((1, at("B0")), (2, at("B1")), (3, at("A2")))
    assert board.side_between(at("B1"), at("A2")) == 4
    assert board.side_between(at("A1"), at("C1")) is None
    assert board.distance(at("A1"), at("C2")) == 2
    assert board.centre(at("B1")) == (57, 66)


@pytest.mark.rule("B23.1")
def test_interior_building_hex_is_crossed_on_all_six_sides() -> None:
    board = parse_board("building stone works: C3 C2 D2 D3 C4 B3 B2")
    interior = [hex_ for hex_ in board.hexes if board.interior_building_hex(hex_)]
    assert interior == [board.hex("C3")]


LAND = """
size 9 x 6
streams deep
level 1: C2-C4 D2
level 0: A1
level -1: I5
river: F3-F6
ford: F5
gully: A3 B3 C4
stream: H3 G3 F3
sunken-road: I1 I2 H2
orchard: B3
rubble stone: D4
bridge wooden: F4
road dirt: E4 F4 G5
road paved: A5 B4
path: D2 E2
bridge stone: G3
road paved: G2 G3 G4
cliff: D2/3
building stone row: E1 D1
rowhouse: D1/1
"""


def _land() -> Layout:
    return read_layout(LAND, file="land", default_id="land")


def _cell(layout: Layout, name: str) -> Cell:
    return layout.grid.cell(name)


def test_levels_are_those_named() -> None:
    land = _land()
    names = ("C1", "C2", "C3", "C4", "D2", "A1", "I5")
    assert [land.level(_cell(land, name)) for name in names] == [0, 1, 1, 1, 1, 0, -1]
    assert set(land.levels.values()) == {1, -1}


@pytest.mark.rule("B21.41")
def test_rivers_are_water_and_have_fords() -> None:
    land = _land()
    assert land.terrain_of(_cell(land, "F6")) is Terrain.WATER
    assert land.fords == {_cell(land, "F5")}
    assert land.streams is StreamDepth.DEEP
    assert read_layout("", file="land", default_id="land").streams is StreamDepth.SHALLOW


def test_depressions_run_from_hex_to_hex_and_keep_what_grows_there() -> None:
    land = _land()
    assert [(one.kind, len(one.cells)) for one in land.depressions] == [
        (DepressionKind.GULLY, 3),
        (DepressionKind.STREAM, 3),
        (DepressionKind.SUNKEN_ROAD, 3),
    ]
    assert land.depressions[0].hexsides() == (
        (_cell(land, "A3"), 2),
        (_cell(land, "B3"), 2),
    )
    assert land.terrain_of(_cell(land, "B3")) is Terrain.ORCHARD


def test_a_sunken_road_is_a_dirt_road_too() -> None:
    land = _land()
    assert [road.kind for road in land.roads] == [
        RoadKind.DIRT,
        RoadKind.PAVED,
        RoadKind.PATH,
        RoadKind.PAVED,
        RoadKind.DIRT,
    ]
    assert land.roads[-1].cells == land.depressions[-1].cells


@pytest.mark.rule("B6.44")
def test_a_foot_bridge_is_of_wood() -> None:
    board = parse_board("board f\ngully: E4 E5 E6\nroad dirt: C4 D4 E5 F5 G6\nbridge foot: E5")
    assert board.bridge(board.hex("E5")) is Terrain.WOODEN_BUILDING
    assert board.foot_bridge(board.hex("E5"))
    assert not board.foot_bridge(board.hex("E4"))


def test_bridges_have_a_material() -> None:
    land = _land()
    assert land.bridges == {
        _cell(land, "F4"): Terrain.WOODEN_BUILDING,
        _cell(land, "G3"): Terrain.STONE_BUILDING,
    }


@pytest.mark.rule("B23.2")
@pytest.mark.parametrize(
    ("statement", "levels", "stairwells"),
    [
        ("building stone mill: E5", 0, ""),
        ("building stone mill levels 1: E5", 1, "E5"),
        ("building stone mill: E5 E6", 1, "E5 E6"),
        ("building stone mill levels 0: E5 E6", 0, ""),
        ("building stone mill stairwell E6: E5 E6", 2, "E6"),
        ("building stone mill stairwell E5: E5", 2, "E5"),
        ("building stone mill levels 3 stairwell E5 E6: E5 E6", 3, "E5 E6"),
        ("church wooden mill: E5", 0, ""),
    ],
)
def test_storeys_of_a_building(statement: str, levels: int, stairwells: str) -> None:
    layout = read_layout(statement, file="here", default_id="here")
    [mill] = layout.buildings
    assert mill.upper_levels == levels
    assert mill.stairwells == {_cell(layout, name) for name in stairwells.split()}


@pytest.mark.rule("B23.71")
def test_a_rowhouse_wall_stands_inside_one_building() -> None:
    land = _land()
    assert list(land.hexsides.values()).count(HexsideTerrain.ROWHOUSE_WALL) == 1
    [row] = land.buildings
    assert len(row.joints) == 1


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("swamp: E5", 1, "swamp"),
        ("\n\nwoods: E5 E55", 3, "E55"),
        ("woods: E5\n\n  F5 E5", 3, "E5"),
        ("woods: E5-D5", 1, "E5-D5"),
        ("woods: E5-E3", 1, "E5-E3"),
        ("woods:", 1, "woods"),
        ("woods E5", 1, "woods"),
        ("wall: E5", 1, "E5"),
        ("wall: E5/6", 1, "E5/6"),
        ("wall: E5/0\nhedge: E4/3", 2, "E4/3"),
        ("wall: A1/5", 1, "A1/5"),
        ("road mud: E5 E6", 1, "road"),
        ("road dirt: E5", 1, "road"),
        ("road dirt: E5 E6\n  E8", 2, "E8"),
        ("road dirt: E5 E6\nbuilding stone mill: E6", 1, "E6"),
        ("wall: E6/0\nroad dirt: E5 E6", 2, "E5"),
        ("building brick mill: E5", 1, "building"),
        ("building stone mill: E5 E7", 1, "E7"),
        ("building stone mill: E5\nbuilding wooden mill: E6", 2, "mill"),
        ("size 9 by 6", 1, "size"),
        ("size 0 x 6", 1, "size"),
        ("woods: E5\nsize 9 x 6", 2, "size"),
        ("size 3 x 2\nwoods: D1", 2, "D1"),
        ("board A Board", 1, "board"),
        ("board here\nboard there", 2, "board"),
        ("title", 1, "title"),
        (f"title {'x' * 101}", 1, "title"),
        ("title a bell \x07", 1, "title"),
        ("title Hay\ntitle Straw", 2, "title"),
        ("size 3 x 2\nsize 3 x 2", 2, "size"),
        ("streams wet", 1, "streams"),
        ("streams dry\nstreams dry", 2, "streams"),
        ("  woods: E5", 1, "woods:"),
        ("board here\n  E5", 2, "E5"),
        (": E5", 1, ":"),
        ("level 10: E5", 1, "level"),
        ("level -4: E5", 1, "level"),
        ("level: E5", 1, "level"),
        ("level 1: E5\nlevel 0: E5", 2, "E5"),
        ("rubble brick: E5", 1, "rubble"),
        ("ford: E5", 1, "E5"),
        ("river: E5\nford: E5 E5", 2, "E5"),
        ("river: E5\nroad dirt: D5 E5 F4\nbridge stone: E5\nford: E5", 4, "E5"),
        ("bridge stone: E5", 1, "E5"),
        ("bridge: E5", 1, "bridge"),
        ("gully: E5 E6\nbridge stone: E5", 2, "E5"),
        ("gully: E5 E6\nbridge stone: E5 E5", 2, "E5"),
        ("gully: E4 E5\npath: D5 E5 F4\nbridge stone: E5", 3, "E5"),
        ("gully: E4 E5\nroad dirt: D5 E5\nbridge stone: E5", 3, "E5"),
        ("gully: E4 E5 E6\nroad dirt: E4 E5 F4\nbridge stone: E5", 3, "E5"),
        ("river: E5\nroad dirt: D5\n  E5 F4", 3, "E5"),
        ("river: E5\npath: D5 E5", 2, "E5"),
        ("river: E5 E6\nlevel 1: E6", 1, "E6"),
        ("stream: E4 E5\n  E6\nriver: E5", 1, "E5"),
        ("sunken-road: E4 E5\nriver: E5\nford: E5", 1, "E5"),
        ("stream: E4 E6", 1, "E6"),
        ("stream: E4", 1, "stream"),
        ("gully deep: E4 E5", 1, "gully"),
        ("gully: E4 E5 E4", 1, "E4"),
        ("gully: E4 E5\nbuilding stone mill: E5", 1, "E5"),
        ("path dirt: E4 E5", 1, "path"),
        ("gully: E4 E5\nwall: E4/3", 2, "E4/3"),
        ("sunken-road: E4 E5\nwall: E4/3", 1, "E4"),
        ("cliff: E4/3\nroad dirt: E4 E5\nlevel 1: E4", 2, "E4"),
        ("cliff: E4/3", 1, "E4/3"),
        ("river: E4 E5\nwall: E4/3", 2, "E4/3"),
        ("level 1: E4\nstream: E4 E5\ncliff: E4/3", 3, "E4/3"),
        ("rowhouse: E4/3", 1, "E4/3"),
        ("building stone mill: E4\nbuilding stone barn: E5\nrowhouse: E4/3", 3, "E4/3"),
        ("building stone mill: E4 E5\nhedge: E4/3", 2, "E4/3"),
        ("building stone mill: E4 E5\nlevel 1: E4", 1, "E5"),
        ("building stone mill levels 4 stairwell E4: E4", 1, "mill"),
        ("building stone mill levels 2: E4", 1, "mill"),
        ("building stone mill levels 1 stairwell E4: E4", 1, "mill"),
        ("building stone mill levels: E4", 1, "mill"),
        ("building stone mill stairwell: E4", 1, "mill"),
        ("building stone mill stairs E4: E4", 1, "mill"),
        ("building stone mill stairwell E5: E4", 1, "E5"),
        ("building stone mill stairwell E4 E4: E4", 1, "E4"),
        ("x" * 50, 1, "x" * 40 + "…"),
        ("#" * 200_001, 1, "file"),
    ],
)
def test_bad_sources_name_line_and_hex(text: str, line: int, place: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(text, name="draft")
    error = caught.value
    assert (error.file, error.line, error.place) == ("draft", line, place)
    assert str(error).startswith(f"draft:{line}: {place}: ")


def test_board_files_carry_their_own_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("board other\n", encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine\.txt:1: board: says other"):
        load_board(path, 7)
    nameless = tmp_path / "nameless.txt"
    nameless.write_text("woods: E5\n", encoding="utf-8")
    with pytest.raises(BoardError, match="which board"):
        load_board(nameless, 7)
    with pytest.raises(BoardError, match=r"absent\.txt"):
        load_board("absent", 7)


def test_there_are_twelve_months() -> None:
    with pytest.raises(ValueError, match="month 13"):
        parse_board("", month=13)


def test_the_example_of_the_manual_reads() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "boards.md").read_text(encoding="utf-8")
    example = manual.partition("### An example")[2].partition("`rules.mapmaking")[0]
    source = "\n".join(line.removeprefix("    ") for line in example.splitlines())
    layout = read_layout(source, file="boards.md")
    assert (layout.id, len(layout.roads), len(layout.buildings)) == ("ford-house", 2, 1)


def test_an_elevated_road_raises_its_ground() -> None:
    """B5: one level above what is said of its hexes, and so it is written again."""
    source = "board here\nsize 9 x 6\nlevel 1: D3\nelevated-road: C4 D3 E4\n"
    layout = read_layout(source, file="here.txt")
    levels = {layout.grid.name(cell): level for cell, level in layout.levels.items()}
    assert levels == {"C4": 1, "D3": 2, "E4": 1}
    assert read_layout(write_layout(layout), file="here.txt") == layout


def test_an_elevated_road_crosses_no_water() -> None:
    source = "board here\nsize 9 x 6\nriver: D3\nford: D3\nelevated-road: C4 D3 E4\n"
    with pytest.raises(BoardError, match=r"here\.txt:5: D3: an elevated road crosses neither"):
        read_layout(source, file="here.txt")

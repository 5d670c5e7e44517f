"""Board sources: what they say is on the board, and bad ones name file, line and hex."""

from pathlib import Path

import pytest

from rules.board.board import load_board
from rules.board.geometry import Cell, Point, fine, lattice, lattice_corner
from rules.board.layout import BoardError
from rules.board.source import parse_board
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain
from rules.board.trace import cross

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


@pytest.mark.rule("B23.1")
def test_footprints_hold_the_centre_dot_and_stay_in_their_building() -> None:
    board = load_board("so1", 7)
    for cell in board.grid.cells():
        if not board.terrain_at(cell).is_building:
            continue
        footprint = board.footprint_at(cell)
        hexes = [_outline(own) for own in footprint.building.cells]
        assert any(_holds(block.corners, fine(lattice(cell))) for block in footprint.blocks)
        for block in footprint.blocks:
            for corner in block.corners:
                assert any(_holds(outline, corner) for outline in hexes), board.hex_at(cell)


def _outline(cell: Cell) -> tuple[Point, ...]:
    return tuple(fine(lattice_corner(cell, vertex)) for vertex in range(6))


def _holds(polygon: tuple[Point, ...], point: Point) -> bool:
    """Whether a point is inside a convex polygon given clockwise."""
    edges = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return all(
        cross((x2 - x1, y2 - y1), (point[0] - x1, point[1] - y1)) > 0
        for (x1, y1), (x2, y2) in edges
    )


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

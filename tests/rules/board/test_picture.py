"""The picture of a board: the same each time, well formed, and true to its hexes."""

import re
from math import hypot
from xml.etree import ElementTree

import pytest

from rules.board.board import Board, load_board
from rules.board.drawing.growth import OUTLINES
from rules.board.drawing.outlines import areas
from rules.board.drawing.roads import half_width, run_of
from rules.board.geometry import FINE, centre
from rules.board.picture import board_svg
from rules.board.source import parse_board
from rules.board.terrain import Terrain

LARGEST = 900_000


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("so1", 7)


@pytest.fixture(scope="module")
def svg(board: Board) -> str:
    return board_svg(board)


def test_the_same_source_gives_the_same_picture(board: Board, svg: str) -> None:
    assert board_svg(Board(board.layout, 7)) == svg


def test_the_picture_is_well_formed_and_in_picture_units(board: Board, svg: str) -> None:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    assert root.get("viewBox") == "0 0 1824 660"
    assert len(svg) < LARGEST
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert names == [board.grid.name(cell) for cell in board.grid.cells()]


def test_everything_referred_to_is_there_once(svg: str) -> None:
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) <= set(ids)


def test_a_title_is_only_text() -> None:
    assert "<title>Hay &amp; &lt;b&gt;</title>" in board_svg(
        parse_board("title Hay & <b>\nsize 3 x 2")
    )


@pytest.mark.parametrize("terrain", [Terrain.WOODS, Terrain.BRUSH, Terrain.GRAIN])
def test_growth_covers_its_centre_dots_and_no_other(board: Board, terrain: Terrain) -> None:
    drawn = areas(board, terrain, OUTLINES[terrain])
    for cell in board.grid.cells():
        held = any(area.holds(centre(cell)) for area in drawn)
        assert held is (board.terrain_at(cell) is terrain), board.grid.name(cell)


def test_a_clearing_stays_open() -> None:
    ringed = parse_board("size 9 x 6\nwoods: D2 E3 E4 D4 C4 C3")
    (area,) = areas(ringed, Terrain.WOODS, OUTLINES[Terrain.WOODS])
    assert len(area.rings) == 2
    assert not area.holds(centre(ringed.grid.cell("D3")))


def test_roads_keep_clear_of_buildings(board: Board) -> None:
    blocks = [
        [(x / FINE, y / FINE) for x, y in block.corners]
        for cell in board.grid.cells()
        if board.terrain_at(cell).is_building
        for block in board.footprint_at(cell).blocks
    ]
    for road in board.layout.roads:
        for x, y in run_of(board, road):
            for corners in blocks:
                assert _distance_outside(corners, x, y) > half_width(road)


def _distance_outside(corners: list[tuple[float, float]], x: float, y: float) -> float:
    """How far a place is beyond the edge of a convex polygon it is farthest beyond."""
    beyond: list[float] = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = hypot(x2 - x1, y2 - y1)
        beyond.append(((y2 - y1) * (x - x1) - (x2 - x1) * (y - y1)) / length)
    return max(beyond)

"""The hex grid against facts known by looking at a board."""

import pytest

from rules.board.geometry import Grid, centre, corners, distance, step
from rules.board.locations import HexId, LocationId, hex_name, hex_of, level_of, location

GRID = Grid()


def around(name: str) -> list[str | None]:
    cell = GRID.cell(name)
    cells = [step(cell, side) for side in range(6)]
    return [GRID.name(cell) if GRID.has(cell) else None for cell in cells]


def test_standard_board_has_346_hexes_column_by_column() -> None:
    names = [GRID.name(cell) for cell in GRID.cells()]
    assert len(names) == len(set(names)) == 346
    assert names[:12] == [*(f"A{row}" for row in range(1, 11)), "B0", "B1"]
    assert names[-1] == "GG10"
    assert [GRID.name(GRID.cell(name)) for name in names] == names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("E5", ["E4", "F4", "F5", "E6", "D5", "D4"]),
        ("F5", ["F4", "G5", "G6", "F6", "E6", "E5"]),
        ("A1", [None, "B0", "B1", "A2", None, None]),
        ("B0", [None, None, "C1", "B1", "A1", None]),
        ("Z5", ["Z4", "AA5", "AA6", "Z6", "Y6", "Y5"]),
        ("GG10", ["GG9", None, None, None, "FF10", "FF9"]),
    ],
)
def test_neighbours_clockwise_from_the_top(name: str, expected: list[str | None]) -> None:
    assert around(name) == expected


@pytest.mark.rule("A1.22")
@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("E5", "E5", 0),
        ("E5", "F5", 1),
        ("E5", "E9", 4),
        ("E5", "G5", 2),
        ("E5", "G9", 5),
        ("A1", "GG10", 32),
        ("B0", "B10", 10),
        ("A10", "K1", 14),
    ],
)
def test_distance(a: str, b: str, hexes: int) -> None:
    assert distance(GRID.cell(a), GRID.cell(b)) == hexes
    assert distance(GRID.cell(b), GRID.cell(a)) == hexes


@pytest.mark.parametrize("name", ["A0", "B11", "A11", "HH1", "5E", "e5", "E05", "EF5", "E5 ", ""])
def test_names_of_no_hex_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="hex"):
        GRID.cell(name)


def test_places_in_picture_units() -> None:
    assert centre(GRID.cell("A1")) == (0, 33)
    assert centre(GRID.cell("B0")) == (57, 0)
    assert centre(GRID.cell("GG10")) == (1824, 627)
    assert corners(GRID.cell("C1")) == (
        (95, 0),
        (133, 0),
        (152, 33),
        (133, 66),
        (95, 66),
        (76, 33),
    )
    assert GRID.size() == (1824, 660)


def test_locations_are_hexes_with_a_level() -> None:
    ground = location(HexId("so1:E5"))
    assert ground == LocationId("so1:E5/0")
    assert hex_of(ground) == HexId("so1:E5")
    assert hex_name(HexId("so1:E5")) == "E5"
    assert level_of(location(HexId("so1:E5"), -1)) == -1
